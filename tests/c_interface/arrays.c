/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static lexikos_type const symbol_types[] = {LEXIKOS_U8, LEXIKOS_U16, LEXIKOS_U32, LEXIKOS_U64};
static lexikos_type const index_types[] = {LEXIKOS_U32, LEXIKOS_U64};

static void expect(lexikos_array got, uint64_t const* expected, char const* what)
{
  uint64_t i;
  for (i = 0; i < got.size; ++i)
    if (entry(got, i) != expected[i]) {
      fail_at(__FILE__, __LINE__, what, "differs");
      return;
    }
}

static void check_transform(lexikos_context* context, text const* t, lexikos_array given, lexikos_array suffixes)
{
  lexikos_array const bwt = new_array(t->n, LEXIKOS_U8);
  lexikos_array const by_array = new_array(t->n, LEXIKOS_U8);
  lexikos_array const back = new_array(t->n, LEXIKOS_U8);
  uint64_t primary = UINT64_MAX;
  uint64_t primary_by_array = UINT64_MAX;
  uint64_t i;
  uint64_t row = 0;
  OK(lexikos_burrows_wheeler_transform(context, given, lexikos_none(), bwt, NULL, &primary));
  OK(lexikos_burrows_wheeler_transform(context, given, suffixes, by_array, NULL, &primary_by_array));
  CHECK(primary == (t->n == 0 ? 0 : t->ranks[0] + 1));
  CHECK(primary_by_array == primary);
  if (t->n != 0) CHECK(entry(bwt, row++) == t->symbols[t->n - 1]); /* before the empty suffix */
  for (i = 0; i < t->n; ++i)
    if (t->suffixes[i] != 0) {
      CHECK(entry(bwt, row) == t->symbols[t->suffixes[i] - 1]);
      CHECK(entry(by_array, row) == entry(bwt, row));
      ++row;
    }
  OK(lexikos_inverse_burrows_wheeler_transform(context, bwt, primary, back));
  expect(back, t->symbols, "the text of the transform");
  if (t->n != 0)
    REFUSED(LEXIKOS_INVALID_ARGUMENT, lexikos_inverse_burrows_wheeler_transform(context, bwt, t->n + 1, back));
  free_array(bwt);
  free_array(by_array);
  free_array(back);
}

/* Each document, or the text, sorted by itself. */
static void check_texts(lexikos_context* context, text const* t, lexikos_array given, lexikos_documents const* documents,
                        lexikos_array arrays)
{
  lexikos_documents* one = NULL;
  uint64_t const all[2] = {0, t->n};
  uint64_t const count = documents == NULL ? 1 : t->documents;
  uint64_t const* const offsets = documents == NULL ? all : t->offsets;
  uint64_t d;
  if (documents == NULL) OK(lexikos_documents_create(context, lexikos_u64(all, 2), t->n, &one));
  OK(lexikos_suffix_arrays(context, given, documents == NULL ? one : documents, arrays, NULL));
  for (d = 0; d < count; ++d) {
    lexikos_check check;
    lexikos_array symbols = given;
    lexikos_array array = arrays;
    symbols.data = (char*)given.data + offsets[d] * (uint64_t)given.type;
    symbols.size = offsets[d + 1] - offsets[d];
    array.data = (char*)arrays.data + offsets[d] * (uint64_t)arrays.type;
    array.size = symbols.size;
    OK(lexikos_check_suffix_array(context, symbols, array, &check));
    CHECK(check.defect == LEXIKOS_NO_DEFECT);
  }
  REFUSED(LEXIKOS_INVALID_ARGUMENT, lexikos_suffix_arrays(context, given, NULL, arrays, NULL));
  lexikos_documents_free(one);
}

static void check_text(lexikos_context* context, text const* t, lexikos_type symbol_type, lexikos_type index_type)
{
  lexikos_array const given = encoded(t->symbols, t->n, symbol_type);
  lexikos_array const suffixes = new_array(t->n, index_type);
  lexikos_array const ranks = new_array(t->n, index_type);
  lexikos_array const alone = new_array(t->n, index_type);
  lexikos_array const lcp = new_array(t->n, index_type);
  lexikos_array const plcp = new_array(t->n, index_type);
  lexikos_documents* documents = NULL;
  lexikos_lcp_summary summary;
  lexikos_check check;
  lexikos_sizes sizes = LEXIKOS_SIZES_INIT;
  uint64_t bound = 0;
  uint64_t peak = 0;
  uint64_t i;
  uint64_t longest = 0;
  double sum = 0;
  if (t->documents != 0)
    OK(lexikos_documents_create(context, lexikos_u64(t->offsets, t->documents + 1), t->n, &documents));
  sizes.n = t->n;
  sizes.items = t->documents;
  sizes.symbol_type = symbol_type;
  sizes.index_type = index_type;
  sizes.with_inverse = 1;
  OK(lexikos_workspace_bytes(context, LEXIKOS_FOR_SUFFIX_ARRAY, &sizes, &bound));
  OK(lexikos_context_reset_peak(context));
  OK(lexikos_suffix_array(context, given, documents, suffixes, ranks, NULL));
  OK(lexikos_context_workspace(context, NULL, &peak));
  CHECK(peak <= bound);
  OK(lexikos_suffix_array(context, given, documents, alone, lexikos_none(), NULL));
  expect(suffixes, t->suffixes, "the suffix array");
  expect(alone, t->suffixes, "the suffix array without its inverse");
  expect(ranks, t->ranks, "the inverse suffix array");
  check_texts(context, t, given, documents, alone);
  memset(ranks.data, 0, (size_t)t->n * (size_t)index_type);
  OK(lexikos_inverse_suffix_array(context, suffixes, ranks));
  expect(ranks, t->ranks, "the inverse suffix array, alone");
  OK(lexikos_lcp_array(context, given, documents, suffixes, lexikos_none(), lcp));
  expect(lcp, t->lcp, "the LCP array");
  if (documents == NULL) {
    OK(lexikos_lcp_array(context, given, NULL, suffixes, ranks, lcp));
    expect(lcp, t->lcp, "the LCP array by the inverse");
    OK(lexikos_plcp_array(context, given, NULL, suffixes, ranks, plcp));
  }
  else
    OK(lexikos_plcp_array(context, given, documents, suffixes, lexikos_none(), plcp));
  for (i = 0; i < t->n; ++i) {
    CHECK(entry(plcp, t->suffixes[i]) == t->lcp[i]);
    longest = longest < t->lcp[i] ? t->lcp[i] : longest;
    sum += (double)t->lcp[i];
  }
  OK(lexikos_lcp_statistics(context, lcp, &summary));
  CHECK(summary.maximum == longest);
  CHECK(t->n == 0 ? summary.mean == 0
                  : summary.mean * (double)t->n < sum + 1e-6 && summary.mean * (double)t->n > sum - 1e-6);
  OK(lexikos_check_inverse_suffix_array(context, suffixes, ranks, &check));
  CHECK(check.defect == LEXIKOS_NO_DEFECT);
  if (documents == NULL) {
    OK(lexikos_check_suffix_array(context, given, suffixes, &check));
    CHECK(check.defect == LEXIKOS_NO_DEFECT);
    if (t->n > 3) { /* and what a wrong one is told */
      set_entry(suffixes, 2, entry(suffixes, 1));
      OK(lexikos_check_suffix_array(context, given, suffixes, &check));
      CHECK(check.defect == LEXIKOS_DEFECT_REPEATED && check.index == 2);
      OK(lexikos_check_suffix_array_sequentially(context, given, suffixes, &check));
      CHECK(check.defect != LEXIKOS_NO_DEFECT);
      set_entry(suffixes, 2, t->n);
      OK(lexikos_check_suffix_array(context, given, suffixes, &check));
      CHECK(check.defect == LEXIKOS_DEFECT_OUT_OF_RANGE && check.index == 2);
      set_entry(suffixes, 2, t->suffixes[2]);
    }
    OK(lexikos_check_suffix_array_sequentially(context, given, suffixes, &check));
    CHECK(check.defect == LEXIKOS_NO_DEFECT);
    if (symbol_type == LEXIKOS_U8) check_transform(context, t, given, suffixes);
  }
  lexikos_documents_free(documents);
  free_array(given);
  free_array(suffixes);
  free_array(ranks);
  free_array(alone);
  free_array(lcp);
  free_array(plcp);
}

static void check_document_transform(lexikos_context* context, text const* t, lexikos_type type)
{
  uint64_t const rows = t->n + t->documents;
  uint64_t const terminator = 77;
  lexikos_array const given = encoded(t->symbols, t->n, type);
  lexikos_array const suffixes = encoded(t->suffixes, t->n, LEXIKOS_U32);
  lexikos_array const bwt = new_array(rows, type);
  lexikos_array const by_array = new_array(rows, type);
  lexikos_array const back = new_array(t->n, type);
  lexikos_array const offsets = new_array(t->documents + 1, LEXIKOS_U64);
  lexikos_documents* documents = NULL;
  uint64_t i;
  OK(lexikos_documents_create(context, lexikos_u64(t->offsets, t->documents + 1), t->n, &documents));
  OK(lexikos_document_burrows_wheeler_transform(context, given, documents, lexikos_none(), terminator, bwt));
  OK(lexikos_document_burrows_wheeler_transform(context, given, documents, suffixes, terminator, by_array));
  for (i = 0; i < rows; ++i) {
    uint64_t const position = i < t->documents ? t->offsets[i + 1] : t->suffixes[i - t->documents];
    uint64_t const document = i < t->documents ? i : document_of(t, position);
    uint64_t const expected = position == t->offsets[document] ? terminator : t->symbols[position - 1];
    CHECK(entry(bwt, i) == expected);
    CHECK(entry(by_array, i) == expected);
  }
  OK(lexikos_inverse_document_burrows_wheeler_transform(context, bwt, terminator, back, offsets));
  expect(back, t->symbols, "the text of the transform of documents");
  expect(offsets, t->offsets, "the offsets of the transform of documents");
  lexikos_documents_free(documents);
  free_array(given);
  free_array(suffixes);
  free_array(bwt);
  free_array(by_array);
  free_array(back);
  free_array(offsets);
}

static void check_refusals(lexikos_context* context)
{
  uint8_t const symbols[4] = {1, 2, 3, 4};
  uint32_t suffixes[5] = {0, 0, 0, 0, 0};
  uint64_t primary;
  lexikos_array const given = lexikos_u8(symbols, 4);
  lexikos_array odd = lexikos_u32(suffixes, 4);
  lexikos_suffix_array_options options = LEXIKOS_SUFFIX_ARRAY_OPTIONS_INIT;
  struct
  {
    lexikos_suffix_array_options known;
    char later[16];
  } newer;
  REFUSED(LEXIKOS_INVALID_ARGUMENT,
          lexikos_suffix_array(NULL, given, NULL, lexikos_u32(suffixes, 4), lexikos_none(), NULL));
  REFUSED(LEXIKOS_INVALID_ARGUMENT,
          lexikos_suffix_array(context, given, NULL, lexikos_u32(suffixes, 5), lexikos_none(), NULL));
  CHECK(strstr(lexikos_message(), "the suffix array") != NULL);
  REFUSED(LEXIKOS_INVALID_ARGUMENT,
          lexikos_suffix_array(context, given, NULL, lexikos_u8(symbols, 4), lexikos_none(), NULL));
  REFUSED(LEXIKOS_INVALID_ARGUMENT,
          lexikos_suffix_array(context, lexikos_u8(NULL, 4), NULL, lexikos_u32(suffixes, 4), lexikos_none(), NULL));
  REFUSED(LEXIKOS_INVALID_ARGUMENT, lexikos_suffix_array(context, lexikos_array_of(symbols, 4, 3), NULL,
                                                         lexikos_u32(suffixes, 4), lexikos_none(), NULL));
  odd.data = (char*)suffixes + 1;
  REFUSED(LEXIKOS_INVALID_ARGUMENT, lexikos_suffix_array(context, given, NULL, odd, lexikos_none(), NULL));
  odd = lexikos_u32(suffixes, 4);
  odd.memory = 7;
  REFUSED(LEXIKOS_INVALID_ARGUMENT, lexikos_suffix_array(context, given, NULL, odd, lexikos_none(), NULL));
  odd = lexikos_u32(suffixes, UINT64_MAX);
  REFUSED(LEXIKOS_INVALID_ARGUMENT, lexikos_suffix_array(context, given, NULL, odd, lexikos_none(), NULL));
  options.algorithm = 99;
  REFUSED(LEXIKOS_INVALID_ARGUMENT,
          lexikos_suffix_array(context, given, NULL, lexikos_u32(suffixes, 4), lexikos_none(), &options));
  options.algorithm = LEXIKOS_REPETITION;
  REFUSED(LEXIKOS_INVALID_ARGUMENT,
          lexikos_suffix_array(context, given, NULL, lexikos_u32(suffixes, 4), lexikos_none(), &options));
  options.size = 0;
  REFUSED(LEXIKOS_INVALID_ARGUMENT,
          lexikos_suffix_array(context, given, NULL, lexikos_u32(suffixes, 4), lexikos_none(), &options));
  REFUSED(LEXIKOS_INVALID_ARGUMENT, lexikos_burrows_wheeler_transform(context, lexikos_u32(suffixes, 4), lexikos_none(),
                                                                      lexikos_u32(suffixes, 4), NULL, &primary));
  REFUSED(LEXIKOS_INVALID_ARGUMENT,
          lexikos_burrows_wheeler_transform(context, given, lexikos_none(), given, NULL, NULL));

  /* options of a later version: what it leaves at zero is not asked for */
  memset(&newer, 0, sizeof newer);
  newer.known.size = sizeof newer;
  OK(lexikos_suffix_array(context, given, NULL, lexikos_u32(suffixes, 4), lexikos_none(), &newer.known));
  CHECK(suffixes[0] == 0 && suffixes[3] == 3);
  newer.later[15] = 1;
  REFUSED(LEXIKOS_NOT_SUPPORTED,
          lexikos_suffix_array(context, given, NULL, lexikos_u32(suffixes, 4), lexikos_none(), &newer.known));
  /* and of an earlier one, which knew the algorithm alone */
  memset(&options, 0xff, sizeof options);
  options.size = offsetof(lexikos_suffix_array_options, low_memory);
  options.algorithm = LEXIKOS_PREFIX_DOUBLING;
  OK(lexikos_suffix_array(context, given, NULL, lexikos_u32(suffixes, 4), lexikos_none(), &options));
}

/* Of arrays of the host, in parts. */
static void check_out_of_core(lexikos_context* context)
{
  text t = new_text(1200, 3, 0, 0);
  lexikos_array const given = encoded(t.symbols, t.n, LEXIKOS_U16);
  lexikos_array const bytes = encoded(t.symbols, t.n, LEXIKOS_U8);
  lexikos_array const suffixes = new_array(t.n, LEXIKOS_U64);
  lexikos_array const ranks = new_array(t.n, LEXIKOS_U64);
  lexikos_array const fives = new_array(5 * t.n, LEXIKOS_U8);
  lexikos_array const bwt = new_array(t.n, LEXIKOS_U8);
  lexikos_array const by_array = new_array(t.n, LEXIKOS_U8);
  lexikos_suffix_array_options options = LEXIKOS_SUFFIX_ARRAY_OPTIONS_INIT;
  lexikos_sizes sizes = LEXIKOS_SIZES_INIT;
  uint64_t primary = 0;
  uint64_t expected = 0;
  uint64_t i;
  sizes.n = t.n;
  sizes.symbol_type = LEXIKOS_U16;
  sizes.symbols = 3;
  sizes.with_inverse = 1;
  OK(lexikos_workspace_bytes(context, LEXIKOS_FOR_SUFFIX_ARRAY_OUT_OF_CORE, &sizes, &options.device_bytes));
  CHECK(options.device_bytes > 0);
  OK(lexikos_suffix_array_out_of_core(context, given, suffixes, ranks, &options));
  expect(suffixes, t.suffixes, "the suffix array in parts");
  expect(ranks, t.ranks, "its inverse");
  OK(lexikos_suffix_array_out_of_core(context, given, fives, lexikos_none(), NULL));
  for (i = 0; i < t.n; ++i) {
    uint8_t const* const five = (uint8_t const*)fives.data + 5 * i;
    CHECK((five[0] | (uint64_t)five[1] << 8 | (uint64_t)five[2] << 16) == t.suffixes[i] && five[3] == 0 && five[4] == 0);
  }
  OK(lexikos_burrows_wheeler_transform_out_of_core(context, bytes, bwt, NULL, &primary));
  OK(lexikos_burrows_wheeler_transform(context, bytes, suffixes, by_array, NULL, &expected));
  CHECK(primary == expected && memcmp(bwt.data, by_array.data, (size_t)t.n) == 0);
  REFUSED(LEXIKOS_INVALID_ARGUMENT, lexikos_suffix_array_out_of_core(context, given, bytes, lexikos_none(), NULL));
  free_array(given);
  free_array(bytes);
  free_array(suffixes);
  free_array(ranks);
  free_array(fives);
  free_array(bwt);
  free_array(by_array);
  free_text(&t);
}

static void check_algorithms(lexikos_context* context)
{
  lexikos_algorithm list[16];
  lexikos_algorithm chosen = -1;
  lexikos_suffix_array_options options = LEXIKOS_SUFFIX_ARRAY_OPTIONS_INIT;
  lexikos_sizes sizes = LEXIKOS_SIZES_INIT;
  uint64_t count = 0;
  uint64_t bound = 0;
  uint64_t peak = 0;
  uint64_t i;
  text t = new_text(1500, 3, 0, 0);
  lexikos_array const given = encoded(t.symbols, t.n, LEXIKOS_U8);
  lexikos_array const suffixes = new_array(t.n, LEXIKOS_U32);
  OK(lexikos_suffix_array_algorithms(context, 16, list, &count));
  CHECK(count >= 6 && count <= 16);
  OK(lexikos_suffix_array_algorithms(context, 0, NULL, &count));
  for (i = 0; i < count; ++i) {
    CHECK(strcmp(lexikos_algorithm_name(list[i]), "unknown") != 0);
    sizes.n = t.n;
    sizes.algorithm = options.algorithm = list[i];
    OK(lexikos_workspace_bytes(context, LEXIKOS_FOR_SUFFIX_ARRAY, &sizes, &bound));
    OK(lexikos_context_reset_peak(context));
    OK(lexikos_suffix_array(context, given, NULL, suffixes, lexikos_none(), &options));
    OK(lexikos_context_workspace(context, NULL, &peak));
    CHECK(peak <= bound);
    expect(suffixes, t.suffixes, lexikos_algorithm_name(list[i]));
  }
  sizes.n = sizes.items = sizes.k = (uint64_t)1 << 24;
  OK(lexikos_workspace_bytes(context, LEXIKOS_FOR_BEST_VALUES, &sizes, &bound));
  sizes.n = (uint64_t)1 << 62; /* times 4 is 0, counted in 64 bits */
  REFUSED(LEXIKOS_INVALID_ARGUMENT, lexikos_workspace_bytes(context, LEXIKOS_FOR_LCP_ARRAY, &sizes, &bound));
  sizes.n = 0;
  sizes.k = (uint64_t)1 << 40;
  REFUSED(LEXIKOS_INVALID_ARGUMENT, lexikos_workspace_bytes(context, LEXIKOS_FOR_BEST_VALUES, &sizes, &bound));
  OK(lexikos_choose_suffix_array_algorithm(context, given, LEXIKOS_U32, NULL, &chosen));
  CHECK(chosen > LEXIKOS_AUTOMATIC && chosen <= LEXIKOS_INDUCED_SORTING);
  CHECK(strcmp(lexikos_algorithm_name(LEXIKOS_SKEW), "skew") == 0);
  CHECK(strcmp(lexikos_algorithm_name(LEXIKOS_LIBDIVSUFSORT), "libdivsufsort") == 0);
  CHECK(strcmp(lexikos_algorithm_name(LEXIKOS_INDUCED_SORTING), "induced_sorting") == 0);
  CHECK(strcmp(lexikos_algorithm_name(-1), "unknown") == 0);
  free_array(given);
  free_array(suffixes);
  free_text(&t);
}

void test_arrays(lexikos_context* context)
{
  static uint64_t const lengths[] = {0, 1, 2, 7, 64, 400};
  size_t i;
  size_t s;
  for (i = 0; i < sizeof lengths / sizeof *lengths; ++i) {
    text random = new_text(lengths[i], 4, 0, 0);
    text repetitive = new_text(lengths[i], 200, 5, 0);
    text collection = new_text(lengths[i], 3, 0, 6);
    for (s = 0; s < 8; ++s) {
      check_text(context, &random, symbol_types[s / 2], index_types[s % 2]);
      check_text(context, &collection, symbol_types[s / 2], index_types[s % 2]);
    }
    check_text(context, &repetitive, LEXIKOS_U8, LEXIKOS_U32);
    check_document_transform(context, &collection, LEXIKOS_U8);
    check_document_transform(context, &collection, LEXIKOS_U32);
    free_text(&random);
    free_text(&repetitive);
    free_text(&collection);
  }
  check_refusals(context);
  check_algorithms(context);
  check_out_of_core(context);
}
