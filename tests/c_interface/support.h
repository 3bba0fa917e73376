/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef LEXIKOS_TESTS_C_INTERFACE_SUPPORT_H
#define LEXIKOS_TESTS_C_INTERFACE_SUPPORT_H

/* What the tests of the C interface share. Texts are numbers of 64 bits here, and become arrays of any type for the library. */

#include <lexikos.h>
#include <stdint.h>

extern int failures;
/* Says what is wrong, and where; the first of a test are enough. */
void fail_at(char const* file, int line, char const* what, char const* message);

#define CHECK(condition)                                           \
  do {                                                             \
    if (!(condition)) fail_at(__FILE__, __LINE__, #condition, ""); \
  } while (0)
#define OK(call)                                                                     \
  do {                                                                               \
    if ((call) != LEXIKOS_OK) fail_at(__FILE__, __LINE__, #call, lexikos_message()); \
  } while (0)
#define REFUSED(status, call)                                                                    \
  do {                                                                                           \
    lexikos_status const got_ = (call);                                                          \
    if (got_ != (status)) fail_at(__FILE__, __LINE__, #call, lexikos_status_name(got_));         \
    if (lexikos_message()[0] == '\0') fail_at(__FILE__, __LINE__, #call, "there is no message"); \
  } while (0)

/* A number below `limit`, the same in every run. */
uint64_t random_below(uint64_t limit);

/* An array of entries of this type, or of these values; freed by free_array. */
lexikos_array new_array(uint64_t size, lexikos_type type);
lexikos_array encoded(uint64_t const* values, uint64_t size, lexikos_type type);
void free_array(lexikos_array array);
uint64_t entry(lexikos_array array, uint64_t i);
void set_entry(lexikos_array array, uint64_t i, uint64_t value);
/* A column of a result, 0 entries where it fails. */
lexikos_array column_of(lexikos_result const* result, lexikos_column column);

/* A text, and what a slow reader finds in it. */
typedef struct text
{
  uint64_t n;
  uint64_t* symbols;
  uint64_t* suffixes; /* sorted; with documents, they end there */
  uint64_t* ranks;
  uint64_t* lcp;
  uint64_t documents; /* how many; 0: suffixes end with the text */
  uint64_t* offsets;  /* one more */
} text;

/* Of symbols below sigma: at random, or (period > 0) that repeat with a few changes. documents > 0: as many, some of them empty. */
text new_text(uint64_t n, uint64_t sigma, uint64_t period, uint64_t documents);
void free_text(text* t);
/* Where the suffix at a position ends. */
uint64_t end_of_suffix(text const* t, uint64_t position);
uint64_t document_of(text const* t, uint64_t position);
/* How many symbols two suffixes have in common. */
uint64_t common(text const* t, uint64_t i, uint64_t j);
/* 1 where the text has the pattern at this position. */
int has_at(text const* t, uint64_t position, uint64_t const* pattern, uint64_t length);

/* Patterns: substrings of the text, changed ones, and an empty one. */
typedef struct patterns
{
  uint64_t count;
  uint64_t* symbols;
  uint64_t* offsets; /* count + 1 */
} patterns;
patterns new_patterns(text const* t, uint64_t count, uint64_t longest);
void free_patterns(patterns* p);

void test_arrays(lexikos_context* context);
void test_contexts(void);
void test_search(lexikos_context* context);
void test_matching(lexikos_context* context);
void test_collections(lexikos_context* context);
void test_duplicates(lexikos_context* context);
void test_compression(lexikos_context* context);
void test_repeats(lexikos_context* context);
void test_structures(lexikos_context* context);
void test_places(lexikos_context* context);
void test_one_process(lexikos_context* context);
void test_failing_memory(void);
void measure_overhead(lexikos_context* context);

#endif
