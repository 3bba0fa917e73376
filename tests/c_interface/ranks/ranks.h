/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef LEXIKOS_TESTS_C_INTERFACE_RANKS_H
#define LEXIKOS_TESTS_C_INTERFACE_RANKS_H

/* What the tests on several ranks share. Every rank has the whole text, as a slow reader needs it, and gives the library its
 * part. Random numbers are the same on all ranks, so all of them draw the same. */

#include "../support.h"

#define MAX_RANKS 16

typedef struct world
{
  lexikos_context* context;
  lexikos_ranks* ranks;
  int rank;
  int size;
} world;

/* Rank r has the entries first[r] .. first[r + 1] - 1. */
typedef struct split
{
  uint64_t first[MAX_RANKS + 1];
} split;

enum
{
  EVEN_SPLIT = 0,
  ONE_RANK_SPLIT = 1,
  RANDOM_SPLIT = 2,
  SPLITS = 3
};
split new_split(world const* w, uint64_t n, int kind);
/* This rank's part of an array that all ranks have. */
lexikos_array part_of_array(lexikos_array all, world const* w, split const* s);
uint64_t first_of(world const* w, split const* s);

/* 0 unless the entries are those of the expected array from `first` on. */
int is_part(lexikos_array got, uint64_t const* expected, uint64_t first);

/* What is said on one rank alone. */
lexikos_array on_first(world const* w, lexikos_array of_first, lexikos_array of_others);

void test_arrays_of_ranks(world const* w);
void test_duplicates_of_ranks(world const* w);
void test_search_by_range(world const* w, char const* folder);
void test_search_by_text(world const* w, char const* folder);
void test_refusals_of_ranks(world const* w, char const* folder);
void test_creation_of_ranks(world const* w);

#endif
