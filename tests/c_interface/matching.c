/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "support.h"

#include <stdlib.h>
#include <string.h>

/* ----- maximal matches, one by one */

typedef struct match
{
  uint64_t query;
  uint64_t in_query;
  uint64_t in_text;
  uint64_t length;
} match;

static uint64_t all_matches(text const* t, patterns const* q, uint64_t min_length, match* found)
{
  uint64_t count = 0;
  uint64_t i;
  uint64_t j;
  uint64_t p;
  for (i = 0; i < q->count; ++i) {
    uint64_t const* const query = q->symbols + q->offsets[i];
    uint64_t const m = q->offsets[i + 1] - q->offsets[i];
    for (j = 0; j < m; ++j)
      for (p = 0; p < t->n; ++p) {
        uint64_t length = 0;
        while (j + length < m && p + length < t->n && query[j + length] == t->symbols[p + length]) ++length;
        if (length < min_length || (j > 0 && p > 0 && query[j - 1] == t->symbols[p - 1])) continue;
        if (found != NULL) {
          match const one = {i, j, p, length};
          found[count] = one;
        }
        ++count;
      }
  }
  return count;
}

static void compare_matches(lexikos_result const* result, match const* expected, uint64_t count)
{
  lexikos_array const positions = column_of(result, LEXIKOS_POSITIONS);
  uint64_t i;
  CHECK(positions.size == count);
  CHECK(column_of(result, LEXIKOS_CAPPED).size == 0 && column_of(result, LEXIKOS_REVERSED).size == 0);
  if (positions.size != count) return;
  for (i = 0; i < count; ++i)
    CHECK(entry(positions, i) == expected[i].in_text &&
          entry(column_of(result, LEXIKOS_QUERIES), i) == expected[i].query &&
          entry(column_of(result, LEXIKOS_QUERY_POSITIONS), i) == expected[i].in_query &&
          entry(column_of(result, LEXIKOS_LENGTHS), i) == expected[i].length);
}

static void check_statistics(text const* t, patterns const* q, lexikos_array lengths, lexikos_array positions)
{
  uint64_t i;
  uint64_t j;
  uint64_t p;
  for (i = 0; i < q->count; ++i)
    for (j = q->offsets[i]; j < q->offsets[i + 1]; ++j) {
      uint64_t longest = 0;
      for (p = 0; p < t->n; ++p) {
        uint64_t length = 0;
        while (j + length < q->offsets[i + 1] && p + length < t->n && q->symbols[j + length] == t->symbols[p + length])
          ++length;
        longest = longest < length ? length : longest;
      }
      CHECK(entry(lengths, j) == longest);
      if (longest != 0) CHECK(has_at(t, entry(positions, j), q->symbols + j, longest));
    }
}

static void check_matches(lexikos_context* context, text const* t, lexikos_type index_type)
{
  patterns q = new_patterns(t, 12, 40);
  uint64_t const size = q.offsets[q.count];
  lexikos_array const given = encoded(t->symbols, t->n, LEXIKOS_U8);
  lexikos_array const symbols = encoded(q.symbols, size, LEXIKOS_U8);
  lexikos_array const offsets = lexikos_u64(q.offsets, q.count + 1);
  lexikos_array const lengths = new_array(size, index_type);
  lexikos_array const positions = new_array(size, index_type);
  lexikos_match_options options = LEXIKOS_MATCH_OPTIONS_INIT;
  lexikos_suffix_index_options suffix_options = LEXIKOS_SUFFIX_INDEX_OPTIONS_INIT;
  lexikos_fm_index_options fm_options = LEXIKOS_FM_INDEX_OPTIONS_INIT;
  lexikos_suffix_index* index = NULL;
  lexikos_fm_index* fm = NULL;
  lexikos_result* result = NULL;
  uint64_t count;
  match* expected;
  options.min_length = 4;
  options.index_type = suffix_options.index_type = fm_options.index_type = index_type;
  count = all_matches(t, &q, options.min_length, NULL);
  expected = malloc((size_t)(count + 1) * sizeof *expected);
  if (expected == NULL) return;
  all_matches(t, &q, options.min_length, expected);
  OK(lexikos_suffix_index_create(context, given, lexikos_none(), lexikos_none(), lexikos_none(), &suffix_options,
                                 &index));
  OK(lexikos_fm_index_create(context, given, lexikos_none(), &fm_options, &fm));

  OK(lexikos_find_matches(context, given, symbols, offsets, &options, &result));
  compare_matches(result, expected, count);
  lexikos_result_free(result);
  OK(lexikos_suffix_index_find_matches(context, index, symbols, offsets, &options, &result));
  compare_matches(result, expected, count);
  lexikos_result_free(result);
  OK(lexikos_fm_index_find_matches(context, fm, symbols, offsets, &options, &result));
  compare_matches(result, expected, count);
  lexikos_result_free(result);
  options.kind = 4;
  REFUSED(LEXIKOS_INVALID_ARGUMENT, lexikos_find_matches(context, given, symbols, offsets, &options, &result));

  OK(lexikos_matching_statistics(context, given, lexikos_none(), symbols, offsets, lengths, positions));
  check_statistics(t, &q, lengths, positions);
  memset(lengths.data, 0, (size_t)size * (size_t)index_type);
  OK(lexikos_suffix_index_matching_statistics(context, index, lexikos_none(), symbols, offsets, lengths,
                                              lexikos_none()));
  check_statistics(t, &q, lengths, positions);
  memset(lengths.data, 0, (size_t)size * (size_t)index_type);
  OK(lexikos_fm_index_matching_statistics(context, fm, lexikos_none(), symbols, offsets, lengths, positions));
  check_statistics(t, &q, lengths, positions);

  lexikos_suffix_index_free(index);
  lexikos_fm_index_free(fm);
  free(expected);
  free_array(given);
  free_array(symbols);
  free_array(lengths);
  free_array(positions);
  free_patterns(&q);
}

/* ----- with errors */

/* The least errors of a substring that ends there, by Sellers' table. */
static void distances_at_ends(text const* t, uint64_t const* pattern, uint64_t m, int edit, uint64_t* distances)
{
  uint64_t* column = malloc((size_t)(m + 1) * sizeof *column);
  uint64_t i;
  uint64_t end;
  if (column == NULL) return;
  for (i = 0; i <= m; ++i) column[i] = i;
  for (end = 1; end <= t->n; ++end) {
    uint64_t above = 0;
    if (!edit) {
      distances[end] = UINT64_MAX;
      if (end >= m)
        for (distances[end] = 0, i = 0; i < m; ++i) distances[end] += t->symbols[end - m + i] != pattern[i];
      continue;
    }
    for (i = 1; i <= m; ++i) {
      uint64_t best = above + (t->symbols[end - 1] != pattern[i - 1]);
      above = column[i];
      if (column[i] + 1 < best) best = column[i] + 1;
      if (column[i - 1] + 1 < best) best = column[i - 1] + 1;
      column[i] = best;
    }
    distances[end] = column[m];
  }
  free(column);
}

static void check_errors(lexikos_context* context, text const* t, lexikos_error_model model)
{
  patterns p = new_patterns(t, 10, 20);
  lexikos_array const given = encoded(t->symbols, t->n, LEXIKOS_U8);
  lexikos_array const symbols = encoded(p.symbols, p.offsets[p.count], LEXIKOS_U8);
  lexikos_approximate_search_options options = LEXIKOS_APPROXIMATE_SEARCH_OPTIONS_INIT;
  lexikos_suffix_index* index = NULL;
  lexikos_result* result = NULL;
  uint64_t* const distances = calloc((size_t)t->n + 1, sizeof *distances);
  uint64_t i;
  uint64_t end;
  options.model = model;
  options.max_errors = 1;
  OK(lexikos_suffix_index_create(context, given, lexikos_none(), lexikos_none(), lexikos_none(), NULL, &index));
  OK(lexikos_approximate_search(context, index, symbols, lexikos_u64(p.offsets, p.count + 1), &options, &result));
  for (i = 0; i < p.count; ++i) {
    uint64_t const m = p.offsets[i + 1] - p.offsets[i];
    uint64_t place = entry(column_of(result, LEXIKOS_OFFSETS), i);
    if (m == 0) continue;
    distances_at_ends(t, p.symbols + p.offsets[i], m, model == LEXIKOS_EDIT, distances);
    if (model == LEXIKOS_EDIT && m <= options.max_errors)
      continue; /* where the empty substring would do, which does not count */
    for (end = 1; end <= t->n; ++end)
      if (distances[end] <= options.max_errors) {
        CHECK(entry(column_of(result, LEXIKOS_ENDS), place) == end);
        CHECK(entry(column_of(result, LEXIKOS_DISTANCES), place) == distances[end]);
        ++place;
      }
    CHECK(place == entry(column_of(result, LEXIKOS_OFFSETS), i + 1));
  }
  lexikos_result_free(result);
  options.max_errors = 5;
  REFUSED(LEXIKOS_INVALID_ARGUMENT,
          lexikos_approximate_search(context, index, symbols, lexikos_u64(p.offsets, p.count + 1), &options, &result));
  lexikos_suffix_index_free(index);
  free(distances);
  free_array(given);
  free_array(symbols);
  free_patterns(&p);
}

static void check_only_bytes(lexikos_context* context)
{
  uint16_t const tokens[3] = {1, 2, 1};
  uint64_t const offsets[2] = {0, 3};
  lexikos_suffix_index* index = NULL;
  lexikos_result* result = NULL;
  OK(lexikos_suffix_index_create(context, lexikos_u16(tokens, 3), lexikos_none(), lexikos_none(), lexikos_none(), NULL,
                                 &index));
  REFUSED(LEXIKOS_NOT_SUPPORTED, lexikos_suffix_index_find_matches(context, index, lexikos_u16(tokens, 3),
                                                                   lexikos_u64(offsets, 2), NULL, &result));
  lexikos_suffix_index_free(index);
}

void test_matching(lexikos_context* context)
{
  text random = new_text(300, 4, 0, 0);
  text repetitive = new_text(250, 30, 9, 0);
  check_matches(context, &random, LEXIKOS_U32);
  check_matches(context, &repetitive, LEXIKOS_U64);
  check_errors(context, &random, LEXIKOS_HAMMING);
  check_errors(context, &random, LEXIKOS_EDIT);
  check_errors(context, &repetitive, LEXIKOS_EDIT);
  check_only_bytes(context);
  free_text(&random);
  free_text(&repetitive);
}
