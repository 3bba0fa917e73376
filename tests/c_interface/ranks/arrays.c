/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "ranks.h"

/* Every array of a text, in parts that have nothing to do with each other. */
static void check_arrays(world const* w, text const* t, int kind, lexikos_type symbol_type, lexikos_type index_type)
{
  split const of_text = new_split(w, t->n, kind);
  split const of_array = new_split(w, t->n, (kind + 1) % SPLITS);
  split const of_inverse = new_split(w, t->n, (kind + 2) % SPLITS);
  lexikos_array const whole = encoded(t->symbols, t->n, symbol_type);
  lexikos_array const given = part_of_array(whole, w, &of_text);
  lexikos_array const entries = new_array(t->n, index_type);
  lexikos_array const suffixes = part_of_array(entries, w, &of_array);
  lexikos_array const more_entries = new_array(t->n, index_type);
  lexikos_array const inverse = part_of_array(more_entries, w, &of_inverse);
  lexikos_distributed_suffix_array_options options = LEXIKOS_DISTRIBUTED_SUFFIX_ARRAY_OPTIONS_INIT;
  lexikos_check check;
  uint64_t i;
  options.part_size = 50;
  OK(lexikos_distributed_suffix_array(w->context, w->ranks, given, suffixes, lexikos_none(), NULL));
  CHECK(is_part(suffixes, t->suffixes, first_of(w, &of_array)));
  for (i = 0; i < suffixes.size; ++i) set_entry(suffixes, i, 0);
  OK(lexikos_distributed_suffix_array(w->context, w->ranks, given, suffixes, inverse, &options));
  CHECK(is_part(suffixes, t->suffixes, first_of(w, &of_array)));
  CHECK(is_part(inverse, t->ranks, first_of(w, &of_inverse)));
  for (i = 0; i < inverse.size; ++i) set_entry(inverse, i, 0);
  OK(lexikos_distributed_inverse_suffix_array(w->context, w->ranks, suffixes, inverse));
  CHECK(is_part(inverse, t->ranks, first_of(w, &of_inverse)));
  OK(lexikos_distributed_check_suffix_array(w->context, w->ranks, given, suffixes, &check));
  CHECK(check.defect == LEXIKOS_NO_DEFECT && check.index == 0);
  {
    lexikos_array const lcp = new_array(suffixes.size, index_type);
    OK(lexikos_distributed_lcp_array(w->context, w->ranks, given, suffixes, lcp));
    CHECK(is_part(lcp, t->lcp, first_of(w, &of_array)));
    free_array(lcp);
  }
  free_array(whole);
  free_array(entries);
  free_array(more_entries);
}

/* A wrong array is found wrong where the check of one process finds it, on all ranks. */
static void check_defects(world const* w, text const* t)
{
  split const s = new_split(w, t->n, EVEN_SPLIT);
  lexikos_array const whole = encoded(t->symbols, t->n, LEXIKOS_U8);
  uint64_t trial;
  for (trial = 0; trial < 5; ++trial) {
    lexikos_array const entries = encoded(t->suffixes, t->n, LEXIKOS_U32);
    lexikos_check expected;
    lexikos_check found;
    set_entry(entries, random_below(t->n), random_below(t->n + 1));
    OK(lexikos_check_suffix_array(w->context, whole, entries, &expected));
    OK(lexikos_distributed_check_suffix_array(w->context, w->ranks, part_of_array(whole, w, &s),
                                              part_of_array(entries, w, &s), &found));
    CHECK(found.defect == expected.defect && found.index == expected.index);
    free_array(entries);
  }
  free_array(whole);
}

static void check_transform(world const* w, text const* t, int kind, lexikos_type type)
{
  split const of_text = new_split(w, t->n, kind);
  split const of_bwt = new_split(w, t->n, (kind + 1) % SPLITS);
  lexikos_array const whole = encoded(t->symbols, t->n, type);
  lexikos_array const symbols = new_array(t->n, type);
  lexikos_array const bwt = part_of_array(symbols, w, &of_bwt);
  uint64_t* const expected = (uint64_t*)new_array(t->n, LEXIKOS_U64).data;
  uint64_t primary = UINT64_MAX;
  uint64_t row = 0;
  uint64_t i;
  if (t->n != 0) expected[row++] = t->symbols[t->n - 1]; /* before the empty suffix */
  for (i = 0; i < t->n; ++i)
    if (t->suffixes[i] != 0) expected[row++] = t->symbols[t->suffixes[i] - 1];
  OK(lexikos_distributed_burrows_wheeler_transform(w->context, w->ranks, part_of_array(whole, w, &of_text), bwt, NULL,
                                                   &primary));
  CHECK(primary == (t->n == 0 ? 0 : t->ranks[0] + 1));
  CHECK(is_part(bwt, expected, first_of(w, &of_bwt)));
  free_array(whole);
  free_array(symbols);
  free_array(lexikos_u64(expected, t->n));
}

void test_arrays_of_ranks(world const* w)
{
  static struct
  {
    uint64_t n, sigma, period;
    lexikos_type symbol_type, index_type;
  } const texts[] = {{300, 3, 0, LEXIKOS_U8, LEXIKOS_U32},  {200, 500, 0, LEXIKOS_U16, LEXIKOS_U64},
                     {250, 2, 7, LEXIKOS_U32, LEXIKOS_U32}, {90, 1u << 31, 0, LEXIKOS_U64, LEXIKOS_U64},
                     {1, 2, 0, LEXIKOS_U8, LEXIKOS_U32},    {0, 2, 0, LEXIKOS_U8, LEXIKOS_U64}};
  uint64_t i;
  int kind;
  for (i = 0; i < sizeof texts / sizeof *texts; ++i) {
    text t = new_text(texts[i].n, texts[i].sigma, texts[i].period, 0);
    for (kind = 0; kind < SPLITS; ++kind) {
      check_arrays(w, &t, kind, texts[i].symbol_type, texts[i].index_type);
      if (texts[i].symbol_type != LEXIKOS_U64) check_transform(w, &t, kind, texts[i].symbol_type);
    }
    if (i == 0) check_defects(w, &t);
    free_text(&t);
  }
}

/* Compared with what one process finds. */
static void check_duplicates(world const* w, text const* t, text const* other, lexikos_type type,
                             lexikos_duplicate_options const* options)
{
  lexikos_array const given = encoded(t->symbols, t->n, type);
  lexikos_array const offsets = t->documents == 0 ? lexikos_none() : lexikos_u64(t->offsets, t->documents + 1);
  lexikos_array const others = other == NULL ? lexikos_none() : encoded(other->symbols, other->n, type);
  lexikos_result* of_one = NULL;
  lexikos_result* of_all = NULL;
  lexikos_array begins;
  lexikos_array ends;
  uint64_t i;
  OK(lexikos_streamed_duplicate_ranges(w->context, given, offsets, others, lexikos_none(), options, &of_one));
  OK(lexikos_distributed_streamed_duplicate_ranges(w->context, w->ranks, given, offsets, others, lexikos_none(),
                                                   options, &of_all));
  begins = column_of(of_one, LEXIKOS_BEGINS);
  ends = column_of(of_one, LEXIKOS_ENDS);
  CHECK(begins.size > 3); /* the text has some */
  CHECK(column_of(of_all, LEXIKOS_BEGINS).size == begins.size && column_of(of_all, LEXIKOS_ENDS).size == begins.size);
  for (i = 0; i < begins.size && i < column_of(of_all, LEXIKOS_BEGINS).size; ++i)
    CHECK(entry(column_of(of_all, LEXIKOS_BEGINS), i) == entry(begins, i) &&
          entry(column_of(of_all, LEXIKOS_ENDS), i) == entry(ends, i));
  lexikos_result_free(of_one);
  lexikos_result_free(of_all);
  free_array(given);
  free_array(others);
}

void test_duplicates_of_ranks(world const* w)
{
  lexikos_duplicate_options options = LEXIKOS_DUPLICATE_OPTIONS_INIT;
  lexikos_result* result = NULL;
  text t = new_text(600, 3, 0, 4);
  text other = new_text(50, 3, 0, 0);
  options.length = 7;
  check_duplicates(w, &t, NULL, LEXIKOS_U8, &options);
  options.keep = LEXIKOS_KEEP_FIRST;
  options.max_bytes = 32 << 20;
  check_duplicates(w, &t, NULL, LEXIKOS_U64, &options);
  options.keep = LEXIKOS_KEEP_NONE;
  options.length = 4;
  check_duplicates(w, &t, &other, LEXIKOS_U16, &options);
  options.length = (uint64_t)w->rank; /* 0 is none, and others are not the same on all ranks */
  REFUSED(LEXIKOS_INVALID_ARGUMENT, lexikos_distributed_streamed_duplicate_ranges(
                                        w->context, w->ranks, lexikos_u64(t.symbols, t.n), lexikos_none(),
                                        lexikos_none(), lexikos_none(), &options, &result));
  CHECK(result == NULL);
  free_text(&t);
  free_text(&other);
}
