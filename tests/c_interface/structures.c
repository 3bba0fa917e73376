/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
  queries = 150
};

static uint64_t missing(lexikos_type type)
{
  return type == LEXIKOS_U32 ? UINT32_MAX : UINT64_MAX;
}

/* ----- bits */

static void ask_bits(lexikos_context* context, lexikos_bit_vector const* bits, uint8_t const* flags, uint64_t n,
                     lexikos_type type)
{
  lexikos_array const asked = new_array(queries, type);
  lexikos_array const results = new_array(queries, type);
  lexikos_array const found = new_array(queries, LEXIKOS_U8);
  int32_t value;
  uint64_t q;
  uint64_t i;
  for (q = 0; q < queries; ++q) set_entry(asked, q, random_below(n + 3));
  OK(lexikos_bit_vector_access(context, bits, asked, found));
  for (q = 0; q < queries; ++q) CHECK(entry(found, q) == (entry(asked, q) < n ? flags[entry(asked, q)] : 255));
  for (value = 0; value < 2; ++value) {
    OK(lexikos_bit_vector_rank(context, bits, value, asked, results));
    for (q = 0; q < queries; ++q) {
      uint64_t rank = 0;
      for (i = 0; i < n && i < entry(asked, q); ++i) rank += flags[i] == value;
      CHECK(entry(results, q) == rank);
    }
    OK(lexikos_bit_vector_select(context, bits, value, asked, results));
    for (q = 0; q < queries; ++q) {
      uint64_t left = entry(asked, q);
      for (i = 0; i < n; ++i)
        if (flags[i] == value && --left == 0) break;
      CHECK(entry(results, q) == (i < n && entry(asked, q) != 0 ? i : missing(type)));
    }
  }
  REFUSED(LEXIKOS_INVALID_ARGUMENT, lexikos_bit_vector_rank(context, bits, 2, asked, results));
  free_array(asked);
  free_array(results);
  free_array(found);
}

static void check_bits(lexikos_context* context, uint64_t n, lexikos_bit_layout layout, char const* path)
{
  uint64_t const words = (n + 63) / 64;
  lexikos_array const flags = new_array(n, LEXIKOS_U8);
  lexikos_array const packed = new_array(words, LEXIKOS_U64);
  lexikos_array const all = new_array(n, LEXIKOS_U32);
  lexikos_array ones = all;
  lexikos_bit_vector* bits = NULL;
  uint64_t size = 0;
  uint64_t counted = 0;
  uint64_t bytes = 0;
  uint64_t i;
  ones.size = 0;
  for (i = 0; i < n; ++i)
    if (random_below(4) == 0) {
      set_entry(flags, i, 1);
      set_entry(packed, i / 64, entry(packed, i / 64) | UINT64_C(1) << i % 64);
      ++ones.size;
      set_entry(ones, ones.size - 1, i);
    }
  OK(lexikos_bit_vector_create(context, packed, n, layout, &bits));
  OK(lexikos_bit_vector_get(bits, &size, &counted, &bytes));
  CHECK(size == n && counted == ones.size && (n == 0 || bytes * 8 >= n));
  ask_bits(context, bits, flags.data, n, LEXIKOS_U32);
  lexikos_bit_vector_free(bits);
  OK(lexikos_bit_vector_from_flags(context, flags, layout, &bits));
  ask_bits(context, bits, flags.data, n, LEXIKOS_U64);
  OK(lexikos_bit_vector_save(context, bits, path));
  lexikos_bit_vector_free(bits);
  OK(lexikos_bit_vector_load(context, path, &bits));
  ask_bits(context, bits, flags.data, n, LEXIKOS_U32);
  lexikos_bit_vector_free(bits);
  OK(lexikos_bit_vector_from_positions(context, ones, n, layout, &bits));
  ask_bits(context, bits, flags.data, n, LEXIKOS_U64);
  lexikos_bit_vector_free(bits);
  if (ones.size != 0) {
    REFUSED(LEXIKOS_INVALID_ARGUMENT,
            lexikos_bit_vector_from_positions(context, ones, entry(ones, ones.size - 1), layout, &bits));
    CHECK(bits == NULL);
  }
  REFUSED(LEXIKOS_INVALID_ARGUMENT, lexikos_bit_vector_create(context, packed, n, 5, &bits));
  remove(path);
  free_array(flags);
  free_array(packed);
  free_array(all);
}

/* ----- wavelet structures */

static uint64_t occurrences_in(text const* t, uint64_t symbol, uint64_t begin, uint64_t end)
{
  uint64_t count = 0;
  uint64_t i;
  for (i = begin; i < end && i < t->n; ++i) count += t->symbols[i] == symbol;
  return count;
}

static void ask_points(lexikos_context* context, lexikos_wavelet const* wavelet, text const* t,
                       lexikos_type symbol_type, lexikos_type type)
{
  uint64_t const no_symbol = symbol_type == LEXIKOS_U8    ? UINT8_MAX
                             : symbol_type == LEXIKOS_U16 ? UINT16_MAX
                                                          : UINT32_MAX;
  lexikos_array const places = new_array(queries, type);
  lexikos_array const symbols = new_array(queries, symbol_type);
  lexikos_array const found = new_array(queries, symbol_type);
  lexikos_array const results = new_array(queries, type);
  uint64_t q;
  uint64_t i;
  for (q = 0; q < queries; ++q) {
    set_entry(places, q, random_below(t->n + 3));
    set_entry(symbols, q, t->n == 0 || q % 5 == 0 ? 99 : t->symbols[random_below(t->n)]);
  }
  OK(lexikos_wavelet_access(context, wavelet, places, found));
  for (q = 0; q < queries; ++q)
    CHECK(entry(found, q) == (entry(places, q) < t->n ? t->symbols[entry(places, q)] : no_symbol));
  OK(lexikos_wavelet_rank(context, wavelet, symbols, places, results));
  for (q = 0; q < queries; ++q) CHECK(entry(results, q) == occurrences_in(t, entry(symbols, q), 0, entry(places, q)));
  OK(lexikos_wavelet_inverse_select(context, wavelet, places, found, results));
  for (q = 0; q < queries; ++q)
    if (entry(places, q) < t->n)
      CHECK(entry(found, q) == t->symbols[entry(places, q)] &&
            entry(results, q) == occurrences_in(t, entry(found, q), 0, entry(places, q)));
    else
      CHECK(entry(results, q) == missing(type));
  OK(lexikos_wavelet_select(context, wavelet, symbols, places, results));
  for (q = 0; q < queries; ++q) {
    uint64_t left = entry(places, q);
    for (i = 0; i < t->n; ++i)
      if (t->symbols[i] == entry(symbols, q) && --left == 0) break;
    CHECK(entry(results, q) == (i < t->n && entry(places, q) != 0 ? i : missing(type)));
  }
  free_array(places);
  free_array(symbols);
  free_array(found);
  free_array(results);
}

/* The k-th smallest symbol of a range that is in [smallest, largest]. */
static uint64_t kth(text const* t, uint64_t begin, uint64_t end, uint64_t k)
{
  uint64_t symbol;
  for (symbol = 0; symbol < 256; ++symbol) {
    uint64_t const count = occurrences_in(t, symbol, begin, end);
    if (k < count) return symbol;
    k -= count;
  }
  return UINT64_MAX;
}

static void ask_ranges(lexikos_context* context, lexikos_wavelet const* wavelet, text const* t,
                       lexikos_type symbol_type)
{
  enum
  {
    k = 3
  };
  lexikos_array const begins = new_array(queries, LEXIKOS_U64);
  lexikos_array const ends = new_array(queries, LEXIKOS_U64);
  lexikos_array const from = new_array(queries, LEXIKOS_U64);
  lexikos_array const to = new_array(queries, LEXIKOS_U64);
  lexikos_array const limits = new_array(queries, symbol_type);
  lexikos_array const results = new_array(queries, LEXIKOS_U64);
  lexikos_array const found = new_array(queries, LEXIKOS_U64);
  lexikos_array const most = new_array(queries * k, symbol_type);
  lexikos_array const often = new_array(queries * k, LEXIKOS_U64);
  lexikos_result* result = NULL;
  uint64_t q;
  uint64_t s;
  for (q = 0; q < queries; ++q) {
    set_entry(begins, q, random_below(t->n + 1));
    set_entry(ends, q, random_below(t->n + 5));
    set_entry(from, q, random_below(12));
    set_entry(to, q, random_below(14));
    set_entry(limits, q, random_below(12));
  }
  OK(lexikos_wavelet_range_count(context, wavelet, from, to, begins, ends, results));
  for (q = 0; q < queries; ++q) {
    uint64_t count = 0;
    for (s = entry(from, q); s < entry(to, q); ++s) count += occurrences_in(t, s, entry(begins, q), entry(ends, q));
    CHECK(entry(results, q) == count);
  }
  OK(lexikos_wavelet_range_quantile(context, wavelet, begins, ends, from, results));
  for (q = 0; q < queries; ++q) CHECK(entry(results, q) == kth(t, entry(begins, q), entry(ends, q), entry(from, q)));
  OK(lexikos_wavelet_range_next_value(context, wavelet, limits, begins, ends, results));
  for (q = 0; q < queries; ++q) {
    for (s = entry(limits, q); s < 256 && occurrences_in(t, s, entry(begins, q), entry(ends, q)) == 0; ++s) {
    }
    CHECK(entry(results, q) == (s < 256 ? s : UINT64_MAX));
  }
  OK(lexikos_wavelet_range_previous_value(context, wavelet, limits, begins, ends, results));
  for (q = 0; q < queries; ++q) {
    for (s = entry(limits, q) + 1; s > 0 && occurrences_in(t, s - 1, entry(begins, q), entry(ends, q)) == 0; --s) {
    }
    CHECK(entry(results, q) == s - 1);
  }
  OK(lexikos_wavelet_distinct(context, wavelet, begins, ends, &result));
  OK(lexikos_wavelet_top_k(context, wavelet, begins, ends, k, most, often, found));
  for (q = 0; q < queries; ++q) {
    uint64_t distinct = 0;
    uint64_t sum = 0;
    uint64_t i;
    for (s = 0; s < 256; ++s) distinct += occurrences_in(t, s, entry(begins, q), entry(ends, q)) != 0;
    CHECK(entry(column_of(result, LEXIKOS_OFFSETS), q + 1) - entry(column_of(result, LEXIKOS_OFFSETS), q) == distinct);
    for (i = entry(column_of(result, LEXIKOS_OFFSETS), q); i < entry(column_of(result, LEXIKOS_OFFSETS), q + 1); ++i) {
      uint64_t const count = entry(column_of(result, LEXIKOS_COUNTS), i);
      CHECK(count == occurrences_in(t, entry(column_of(result, LEXIKOS_SYMBOLS), i), entry(begins, q), entry(ends, q)));
      sum += count;
    }
    CHECK(entry(begins, q) >= entry(ends, q) ||
          sum == (entry(ends, q) < t->n ? entry(ends, q) : t->n) - entry(begins, q));
    CHECK(entry(found, q) == (distinct < k ? distinct : k));
    for (i = 0; i < entry(found, q); ++i) {
      uint64_t const count = entry(often, q * k + i);
      CHECK(count == occurrences_in(t, entry(most, q * k + i), entry(begins, q), entry(ends, q)));
      CHECK(i == 0 || count <= entry(often, q * k + i - 1));
    }
  }
  lexikos_result_free(result);
  free_array(begins);
  free_array(ends);
  free_array(from);
  free_array(to);
  free_array(limits);
  free_array(results);
  free_array(found);
  free_array(most);
  free_array(often);
}

static void check_wavelet(lexikos_context* context, text const* t, lexikos_wavelet_kind kind,
                          lexikos_wavelet_shape shape, lexikos_type symbol_type)
{
  char const* const path = "lexikos_c_test.wavelet";
  lexikos_array const given = encoded(t->symbols, t->n, symbol_type);
  lexikos_wavelet_options options = LEXIKOS_WAVELET_OPTIONS_INIT;
  lexikos_wavelet_facts facts;
  lexikos_wavelet* wavelet = NULL;
  uint64_t q;
  options.kind = kind;
  options.shape = shape;
  OK(lexikos_wavelet_create(context, given, &options, &wavelet));
  ask_points(context, wavelet, t, symbol_type, LEXIKOS_U32);
  ask_ranges(context, wavelet, t, symbol_type);
  OK(lexikos_wavelet_save(context, wavelet, path));
  lexikos_wavelet_free(wavelet);
  OK(lexikos_wavelet_load(context, path, &wavelet));
  remove(path);
  ask_points(context, wavelet, t, symbol_type, LEXIKOS_U64);
  OK(lexikos_wavelet_get_facts(wavelet, &facts));
  CHECK(facts.n == t->n && (t->n == 0 || facts.bytes > 0));
  for (q = 1; q < facts.alphabet.size; ++q) CHECK(entry(facts.alphabet, q) > entry(facts.alphabet, q - 1));
  {
    uint64_t const end[2] = {0, t->n};
    lexikos_array const ranks = new_array(2 * facts.alphabet.size, LEXIKOS_U64);
    OK(lexikos_wavelet_rank_all(context, wavelet, lexikos_u64(end, 2), ranks));
    for (q = 0; q < facts.alphabet.size; ++q) {
      CHECK(entry(ranks, q) == 0);
      CHECK(entry(ranks, facts.alphabet.size + q) == occurrences_in(t, entry(facts.alphabet, q), 0, t->n));
    }
    free_array(ranks);
  }
  lexikos_wavelet_free(wavelet);
  options.kind = 3;
  REFUSED(LEXIKOS_INVALID_ARGUMENT, lexikos_wavelet_create(context, given, &options, &wavelet));
  free_array(given);
}

/* ----- extrema of ranges */

static void check_extrema(lexikos_context* context, lexikos_type type, int maxima)
{
  enum
  {
    n = 700,
    k = 3
  };
  lexikos_array const values = new_array(n, type);
  lexikos_array const begins = new_array(queries, type);
  lexikos_array const ends = new_array(queries, type);
  lexikos_array const results = new_array(queries, type);
  lexikos_array const best = new_array(queries * k, type);
  lexikos_range_extrema* extrema = NULL;
  uint64_t q;
  uint64_t i;
  for (i = 0; i < n; ++i) set_entry(values, i, random_below(50));
  for (q = 0; q < queries; ++q) {
    set_entry(begins, q, random_below(n));
    set_entry(ends, q, q % 3 == 0 ? entry(begins, q) + random_below(20) : random_below(n + 1));
  }
  OK(lexikos_range_extrema_create(context, values, maxima, 0, &extrema));
  OK(lexikos_range_extrema_values(context, extrema, begins, ends, results));
  OK(lexikos_range_extrema_best_values(context, extrema, begins, ends, k, best));
  for (q = 0; q < queries; ++q) {
    uint64_t expected = missing(type);
    for (i = entry(begins, q); i < entry(ends, q) && i < n; ++i)
      if (expected == missing(type) || (maxima ? entry(values, i) > expected : entry(values, i) < expected))
        expected = entry(values, i);
    CHECK(entry(results, q) == expected && entry(best, q * k) == expected);
    for (i = 1; i < k; ++i)
      CHECK(entry(best, q * k + i) == missing(type) || (maxima ? entry(best, q * k + i) <= entry(best, q * k + i - 1)
                                                               : entry(best, q * k + i) >= entry(best, q * k + i - 1)));
  }
  OK(lexikos_range_extrema_positions(context, extrema, begins, ends, best.size == 0 ? best : results));
  for (q = 0; q < queries; ++q) {
    uint64_t expected = missing(type);
    for (i = entry(begins, q); i < entry(ends, q) && i < n; ++i)
      if (expected == missing(type) ||
          (maxima ? entry(values, i) > entry(values, expected) : entry(values, i) < entry(values, expected)))
        expected = i;
    CHECK(entry(results, q) == expected);
  }
  lexikos_range_extrema_free(extrema);
  free_array(values);
  free_array(begins);
  free_array(ends);
  free_array(results);
  free_array(best);
}

void test_structures(lexikos_context* context)
{
  char const* const path = "lexikos_c_test.bits";
  static lexikos_type const types[] = {LEXIKOS_U8, LEXIKOS_U16, LEXIKOS_U32};
  lexikos_bit_layout layout;
  size_t i;
  text t = new_text(300, 11, 0, 0);
  text empty = new_text(0, 1, 0, 0);
  for (layout = LEXIKOS_INTERLEAVED32; layout <= LEXIKOS_TWO_LEVEL; ++layout) {
    check_bits(context, 0, layout, path);
    check_bits(context, 1500, layout, path);
  }
  for (i = 0; i < 3; ++i) {
    check_wavelet(context, &t, LEXIKOS_WAVELET_QUAD_MATRIX, LEXIKOS_BALANCED_SHAPE, types[i]);
    check_wavelet(context, &t, LEXIKOS_WAVELET_BINARY_MATRIX, LEXIKOS_BALANCED_SHAPE, types[i]);
    check_wavelet(context, &t, LEXIKOS_WAVELET_TREE, i % 2 == 0 ? LEXIKOS_HUFFMAN_SHAPE : LEXIKOS_BALANCED_SHAPE,
                  types[i]);
  }
  check_wavelet(context, &empty, LEXIKOS_WAVELET_QUAD_MATRIX, LEXIKOS_BALANCED_SHAPE, LEXIKOS_U8);
  check_extrema(context, LEXIKOS_U32, 0);
  check_extrema(context, LEXIKOS_U64, 1);
  free_text(&t);
  free_text(&empty);
}
