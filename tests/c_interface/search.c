/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Both indexes, asked alike. */
typedef struct any_index
{
  lexikos_suffix_index* suffixes;
  lexikos_fm_index* fm;
} any_index;

static lexikos_status ask_count(lexikos_context* context, any_index index, lexikos_array symbols, lexikos_array offsets,
                                lexikos_search_options const* options, lexikos_array counts)
{
  return index.fm != NULL ? lexikos_fm_index_count(context, index.fm, symbols, offsets, options, counts)
                          : lexikos_suffix_index_count(context, index.suffixes, symbols, offsets, options, counts);
}

static lexikos_status ask_intervals(lexikos_context* context, any_index index, lexikos_array symbols,
                                    lexikos_array offsets, lexikos_array begins, lexikos_array ends)
{
  return index.fm != NULL
             ? lexikos_fm_index_intervals(context, index.fm, symbols, offsets, NULL, begins, ends)
             : lexikos_suffix_index_intervals(context, index.suffixes, symbols, offsets, NULL, begins, ends);
}

static lexikos_status ask_locate(lexikos_context* context, any_index index, lexikos_array symbols,
                                 lexikos_array offsets, lexikos_search_options const* options, lexikos_result** result)
{
  return index.fm != NULL ? lexikos_fm_index_locate(context, index.fm, symbols, offsets, options, result)
                          : lexikos_suffix_index_locate(context, index.suffixes, symbols, offsets, options, result);
}

static lexikos_status ask_locate_intervals(lexikos_context* context, any_index index, lexikos_array begins,
                                           lexikos_array ends, lexikos_result** result)
{
  return index.fm != NULL ? lexikos_fm_index_locate_intervals(context, index.fm, begins, ends, NULL, result)
                          : lexikos_suffix_index_locate_intervals(context, index.suffixes, begins, ends, NULL, result);
}

static uint64_t occurrences(text const* t, patterns const* p, uint64_t i)
{
  uint64_t const length = p->offsets[i + 1] - p->offsets[i];
  uint64_t count = 0;
  uint64_t position;
  for (position = 0; position < t->n; ++position)
    count += (uint64_t)has_at(t, position, p->symbols + p->offsets[i], length);
  return count;
}

static void check_queries(lexikos_context* context, text const* t, any_index index, lexikos_type symbol_type,
                          lexikos_type index_type)
{
  patterns p = new_patterns(t, 30, 6);
  lexikos_array const symbols = encoded(p.symbols, p.offsets[p.count], symbol_type);
  lexikos_array const offsets = lexikos_u64(p.offsets, p.count + 1);
  lexikos_array const counts = new_array(p.count, index_type);
  lexikos_array const begins = new_array(p.count, index_type);
  lexikos_array const ends = new_array(p.count, index_type);
  lexikos_search_options options = LEXIKOS_SEARCH_OPTIONS_INIT;
  lexikos_result* result = NULL;
  lexikos_result* by_intervals = NULL;
  uint64_t i;
  uint64_t j;
  options.sort_patterns = 1;
  options.text_order = 1;
  OK(ask_count(context, index, symbols, offsets, &options, counts));
  OK(ask_intervals(context, index, symbols, offsets, begins, ends));
  OK(ask_locate(context, index, symbols, offsets, &options, &result));
  OK(ask_locate_intervals(context, index, begins, ends, &by_intervals));
  for (i = 0; i < p.count; ++i) {
    uint64_t const expected = occurrences(t, &p, i);
    uint64_t const first = entry(column_of(result, LEXIKOS_OFFSETS), i);
    lexikos_array const positions = column_of(result, LEXIKOS_POSITIONS);
    CHECK(entry(counts, i) == expected);
    CHECK(entry(ends, i) - entry(begins, i) == expected);
    CHECK(entry(column_of(result, LEXIKOS_OFFSETS), i + 1) - first == expected);
    CHECK(entry(column_of(by_intervals, LEXIKOS_OFFSETS), i) == first);
    for (j = 0; j < expected; ++j) {
      CHECK(has_at(t, entry(positions, first + j), p.symbols + p.offsets[i], p.offsets[i + 1] - p.offsets[i]));
      CHECK(j == 0 || entry(positions, first + j) > entry(positions, first + j - 1));
      CHECK(entry(column_of(by_intervals, LEXIKOS_POSITIONS), first + j) == t->suffixes[entry(begins, i) + j]);
    }
  }
  lexikos_result_free(by_intervals);
  lexikos_result_free(result);
  options.max_positions = 1;
  OK(ask_locate(context, index, symbols, offsets, &options, &result));
  for (i = 0; i < p.count; ++i)
    CHECK(entry(column_of(result, LEXIKOS_OFFSETS), i + 1) - entry(column_of(result, LEXIKOS_OFFSETS), i) ==
          (entry(counts, i) != 0 ? 1 : 0));
  lexikos_result_free(result);
  { /* offsets that do not ascend, and counts of another length */
    uint64_t const wrong[3] = {0, 2, 1};
    REFUSED(LEXIKOS_INVALID_ARGUMENT, ask_locate(context, index, symbols, lexikos_u64(wrong, 3), NULL, &result));
    CHECK(result == NULL);
    REFUSED(LEXIKOS_INVALID_ARGUMENT,
            ask_count(context, index, symbols, lexikos_u64(p.offsets, p.count), NULL, counts));
  }
  free_array(symbols);
  free_array(counts);
  free_array(begins);
  free_array(ends);
  free_patterns(&p);
}

static void check_suffix_index(lexikos_context* context, text const* t, lexikos_type symbol_type,
                               lexikos_type index_type, char const* path)
{
  lexikos_array const given = encoded(t->symbols, t->n, symbol_type);
  lexikos_array const suffixes = encoded(t->suffixes, t->n, index_type);
  lexikos_array const inverse = encoded(t->ranks, t->n, index_type);
  lexikos_array const lcp = encoded(t->lcp, t->n, index_type);
  lexikos_suffix_index_options options = LEXIKOS_SUFFIX_INDEX_OPTIONS_INIT;
  lexikos_suffix_index_arrays arrays;
  any_index index = {NULL, NULL};
  lexikos_lce* lce = NULL;
  uint64_t i;
  options.index_type = index_type;
  OK(lexikos_suffix_index_create(context, given, lexikos_none(), lexikos_none(), lexikos_none(), &options,
                                 &index.suffixes));
  check_queries(context, t, index, symbol_type, index_type);
  OK(lexikos_suffix_index_get_arrays(index.suffixes, &arrays));
  CHECK(arrays.text.data == given.data && arrays.suffix_array.size == t->n && arrays.lcp_array.size == 0);
  lexikos_suffix_index_free(index.suffixes);

  options.copy = 1; /* and what is given may go */
  options.table_entries = 40;
  OK(lexikos_suffix_index_create(context, given, suffixes, lcp, inverse, &options, &index.suffixes));
  memset(suffixes.data, 0, (size_t)t->n * (size_t)index_type);
  memset(given.data, 0, (size_t)t->n * (size_t)symbol_type);
  check_queries(context, t, index, symbol_type, index_type);
  OK(lexikos_suffix_index_save(context, index.suffixes, NULL, path));
  lexikos_suffix_index_free(index.suffixes);
  OK(lexikos_suffix_index_load(context, path, &index.suffixes));
  check_queries(context, t, index, symbol_type, index_type);
  OK(lexikos_suffix_index_get_arrays(index.suffixes, &arrays));
  CHECK(arrays.lcp_array.size == t->n && arrays.inverse.size == t->n);
  OK(lexikos_lce_create(context, arrays.inverse, arrays.lcp_array, 1, &lce));
  {
    lexikos_array const firsts = new_array(200, index_type);
    lexikos_array const seconds = new_array(200, index_type);
    lexikos_array const lengths = new_array(200, index_type);
    for (i = 0; i < 200; ++i) {
      set_entry(firsts, i, random_below(t->n + 2));
      set_entry(seconds, i, random_below(t->n + 2));
    }
    OK(lexikos_lce_lengths(context, lce, firsts, seconds, lengths));
    for (i = 0; i < 200; ++i) {
      uint64_t const a = entry(firsts, i);
      uint64_t const b = entry(seconds, i);
      CHECK(entry(lengths, i) == (a >= t->n || b >= t->n ? 0 : common(t, a, b)));
    }
    free_array(firsts);
    free_array(seconds);
    free_array(lengths);
  }
  lexikos_lce_free(lce);
  lexikos_suffix_index_free(index.suffixes);
  free_array(given);
  free_array(suffixes);
  free_array(inverse);
  free_array(lcp);
}

static void check_extract(lexikos_context* context, text const* t, lexikos_fm_index const* index,
                          lexikos_type index_type)
{
  uint64_t const first[4] = {0, t->n / 2, 5, t->n};
  uint64_t const last[4] = {t->n, t->n / 2 + 3, 2, t->n + 9};
  lexikos_array const begins = encoded(first, 4, index_type);
  lexikos_array const ends = encoded(last, 4, index_type);
  lexikos_result* result = NULL;
  uint64_t i;
  OK(lexikos_fm_index_extract(context, index, begins, ends, &result));
  CHECK(entry(column_of(result, LEXIKOS_OFFSETS), 1) == t->n);
  for (i = 0; i < t->n; ++i) CHECK(entry(column_of(result, LEXIKOS_SYMBOLS), i) == t->symbols[i]);
  CHECK(entry(column_of(result, LEXIKOS_OFFSETS), 4) == column_of(result, LEXIKOS_SYMBOLS).size);
  lexikos_result_free(result);
  free_array(begins);
  free_array(ends);
}

static void check_fm_index(lexikos_context* context, text const* t, lexikos_type symbol_type, lexikos_type index_type,
                           char const* path)
{
  lexikos_array const given = encoded(t->symbols, t->n, symbol_type);
  lexikos_array const suffixes = encoded(t->suffixes, t->n, index_type);
  lexikos_fm_index_options options = LEXIKOS_FM_INDEX_OPTIONS_INIT;
  lexikos_fm_index_facts facts;
  any_index index = {NULL, NULL};
  any_index counting = {NULL, NULL};
  lexikos_result* result = NULL;
  options.index_type = index_type;
  options.sample_rate = 4;
  OK(lexikos_fm_index_create(context, given, lexikos_none(), &options, &index.fm));
  check_queries(context, t, index, symbol_type, index_type);
  check_extract(context, t, index.fm, index_type);
  OK(lexikos_fm_index_get_facts(index.fm, &facts));
  CHECK(facts.n == t->n && facts.symbol_type == symbol_type && facts.index_type == index_type &&
        facts.sample_rate == 4);
  CHECK(facts.bytes > 0 && facts.keeps_text == 0);
  OK(lexikos_fm_index_save(context, index.fm, NULL, path));
  lexikos_fm_index_free(index.fm);
  OK(lexikos_fm_index_load(context, path, &index.fm));
  check_queries(context, t, index, symbol_type, index_type);
  lexikos_fm_index_free(index.fm);

  options.keep_text = 1;
  options.shape = LEXIKOS_HUFFMAN_SHAPE;
  OK(lexikos_fm_index_create(context, given, suffixes, &options, &index.fm));
  check_queries(context, t, index, symbol_type, index_type);
  check_extract(context, t, index.fm, index_type);
  lexikos_fm_index_free(index.fm);

  if (symbol_type == LEXIKOS_U8) {
    lexikos_array const bwt = new_array(t->n, LEXIKOS_U8);
    uint64_t primary = 0;
    OK(lexikos_burrows_wheeler_transform(context, given, lexikos_none(), bwt, NULL, &primary));
    options.keep_text = 0;
    OK(lexikos_fm_index_from_bwt(context, bwt, primary, suffixes, &options, &index.fm));
    check_queries(context, t, index, symbol_type, index_type);
    lexikos_fm_index_free(index.fm);
    options.sample_rate = 0;
    OK(lexikos_fm_index_from_bwt(context, bwt, primary, lexikos_none(), &options, &counting.fm));
    REFUSED(LEXIKOS_NOT_SUPPORTED,
            ask_locate(context, counting, lexikos_u8(given.data, 0), lexikos_u64(&primary, 1), NULL, &result));
    lexikos_fm_index_free(counting.fm);
    options.sample_rate = 3;
    REFUSED(LEXIKOS_INVALID_ARGUMENT, lexikos_fm_index_create(context, given, lexikos_none(), &options, &index.fm));
    free_array(bwt);
    options.sample_rate = 4;
    OK(lexikos_fm_index_out_of_core(context, given, &options, &index.fm));
    check_queries(context, t, index, symbol_type, index_type);
    check_extract(context, t, index.fm, index_type);
    lexikos_fm_index_free(index.fm);
    options.device_bytes = 100;
    REFUSED(LEXIKOS_OUT_OF_MEMORY, lexikos_fm_index_out_of_core(context, given, &options, &index.fm));
  }
  free_array(given);
  free_array(suffixes);
}

static void check_files(lexikos_context* context, char const* path)
{
  text t = new_text(50, 3, 0, 4);
  lexikos_array const given = encoded(t.symbols, t.n, LEXIKOS_U8);
  lexikos_suffix_index* index = NULL;
  lexikos_fm_index* fm = NULL;
  lexikos_documents* documents = NULL;
  lexikos_documents* read = NULL;
  lexikos_documents* others = NULL;
  uint64_t const short_offsets[2] = {0, 3};
  uint64_t count = 0;
  lexikos_array offsets = lexikos_none();
  uint64_t i;
  FILE* file;
  OK(lexikos_suffix_index_create(context, given, lexikos_none(), lexikos_none(), lexikos_none(), NULL, &index));
  OK(lexikos_documents_create(context, lexikos_u64(t.offsets, t.documents + 1), t.n, &documents));
  OK(lexikos_documents_create(context, lexikos_u64(short_offsets, 2), 3, &others));
  REFUSED(LEXIKOS_INVALID_ARGUMENT, lexikos_suffix_index_save(context, index, others, path));
  REFUSED(LEXIKOS_UNWRITABLE_FILE, lexikos_suffix_index_save(context, index, NULL, "/nowhere/at/all"));
  OK(lexikos_suffix_index_save(context, index, documents, path));
  OK(lexikos_documents_load(context, path, &read));
  OK(lexikos_documents_get(read, &count, NULL, &offsets));
  CHECK(count == t.documents);
  for (i = 0; i <= count; ++i) CHECK(entry(offsets, i) == t.offsets[i]);
  REFUSED(LEXIKOS_INVALID_ARGUMENT, lexikos_fm_index_load(context, path, &fm)); /* another kind */
  CHECK(fm == NULL);
  lexikos_suffix_index_free(index);
  file = fopen(path, "r+b");
  CHECK(file != NULL);
  if (file != NULL) {
    fseek(file, 300, SEEK_SET);
    fputc(0xA5, file);
    fputc(0x5A, file);
    fclose(file);
  }
  REFUSED(LEXIKOS_CORRUPT_INPUT, lexikos_suffix_index_load(context, path, &index));
  CHECK(index == NULL);
  remove(path);
  REFUSED(LEXIKOS_UNREADABLE_FILE, lexikos_suffix_index_load(context, path, &index));
  lexikos_documents_free(documents);
  lexikos_documents_free(others);
  lexikos_documents_free(read);
  free_array(given);
  free_text(&t);
}

void test_search(lexikos_context* context)
{
  char const* const path = "lexikos_c_test.index";
  static uint64_t const lengths[] = {1, 40, 500};
  size_t i;
  for (i = 0; i < 3; ++i) {
    text small = new_text(lengths[i], 4, 0, 0);
    text wide = new_text(lengths[i], 100, 7, 0);
    check_suffix_index(context, &small, LEXIKOS_U8, LEXIKOS_U32, path);
    check_suffix_index(context, &wide, LEXIKOS_U8, LEXIKOS_U64, path);
    check_suffix_index(context, &wide, LEXIKOS_U16, LEXIKOS_U64, path);
    check_suffix_index(context, &wide, LEXIKOS_U32, LEXIKOS_U32, path);
    check_fm_index(context, &small, LEXIKOS_U8, LEXIKOS_U32, path);
    check_fm_index(context, &wide, LEXIKOS_U8, LEXIKOS_U64, path);
    check_fm_index(context, &wide, LEXIKOS_U16, LEXIKOS_U32, path);
    check_fm_index(context, &wide, LEXIKOS_U32, LEXIKOS_U64, path);
    free_text(&small);
    free_text(&wide);
  }
  check_files(context, path);
}
