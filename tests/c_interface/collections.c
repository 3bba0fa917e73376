/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "support.h"

#include <stdlib.h>
#include <string.h>

/* How many suffixes of an interval start in a document; with a length, only those whose symbols lie in it. */
static uint64_t suffixes_in(text const* plain, uint64_t begin, uint64_t end, uint64_t document, uint64_t length,
                            text const* t)
{
  uint64_t count = 0;
  uint64_t i;
  for (i = begin; i < end; ++i) {
    uint64_t const position = plain->suffixes[i];
    count += document_of(t, position) == document && position + length <= t->offsets[document + 1];
  }
  return count;
}

static void check_within(lexikos_context* context, text const* t, lexikos_suffix_index const* index,
                         lexikos_documents const* documents, patterns const* p)
{
  lexikos_array const symbols = encoded(p->symbols, p->offsets[p->count], LEXIKOS_U8);
  lexikos_array const offsets = lexikos_u64(p->offsets, p->count + 1);
  lexikos_result* all = NULL;
  lexikos_result* within = NULL;
  uint64_t i;
  uint64_t j;
  OK(lexikos_suffix_index_locate(context, index, symbols, offsets, NULL, &all));
  OK(lexikos_within_documents(context, documents, all, offsets, &within));
  for (i = 0; i < p->count; ++i) {
    uint64_t const length = p->offsets[i + 1] - p->offsets[i];
    uint64_t place = entry(column_of(within, LEXIKOS_OFFSETS), i);
    for (j = entry(column_of(all, LEXIKOS_OFFSETS), i); j < entry(column_of(all, LEXIKOS_OFFSETS), i + 1); ++j) {
      uint64_t const position = entry(column_of(all, LEXIKOS_POSITIONS), j);
      if (position + length > end_of_suffix(t, position)) continue;
      CHECK(entry(column_of(within, LEXIKOS_POSITIONS), place) == position);
      ++place;
    }
    CHECK(place == entry(column_of(within, LEXIKOS_OFFSETS), i + 1));
  }
  lexikos_result_free(all);
  lexikos_result_free(within);
  free_array(symbols);
}

static void check_document_queries(lexikos_context* context, text const* t, text const* plain,
                                   lexikos_documents const* documents, lexikos_type index_type)
{
  lexikos_array const suffixes = encoded(plain->suffixes, plain->n, index_type);
  lexikos_array const begins = new_array(40, index_type);
  lexikos_array const ends = new_array(40, index_type);
  lexikos_array const counts = new_array(40, LEXIKOS_U32);
  lexikos_array const lengths = new_array(40, LEXIKOS_U64);
  lexikos_document_index_options parts = LEXIKOS_DOCUMENT_INDEX_OPTIONS_INIT;
  lexikos_document_query_options options = LEXIKOS_DOCUMENT_QUERY_OPTIONS_INIT;
  lexikos_document_index* index = NULL;
  lexikos_result* lists = NULL;
  lexikos_result* best = NULL;
  uint64_t const k = 3;
  uint64_t bytes = 0;
  uint64_t i;
  uint64_t d;
  parts.count = parts.top = parts.copy = 1;
  for (i = 0; i < 40; ++i) {
    set_entry(begins, i, random_below(plain->n));
    set_entry(ends, i, random_below(plain->n + 1));
    set_entry(lengths, i, random_below(5));
  }
  OK(lexikos_document_index_create(context, suffixes, documents, &parts, &index));
  memset(suffixes.data, 0, (size_t)plain->n * (size_t)index_type);
  OK(lexikos_document_index_get(index, &bytes, NULL));
  CHECK(bytes > 0);
  options.sort = 1;
  OK(lexikos_document_index_count(context, index, begins, ends, NULL, counts));
  OK(lexikos_document_index_list(context, index, begins, ends, &options, &lists));
  OK(lexikos_document_index_top(context, index, begins, ends, k, NULL, &best));
  for (i = 0; i < 40; ++i) {
    uint64_t place = entry(column_of(lists, LEXIKOS_OFFSETS), i);
    uint64_t const first = entry(column_of(best, LEXIKOS_OFFSETS), i);
    uint64_t distinct = 0;
    for (d = 0; d < t->documents; ++d)
      if (suffixes_in(plain, entry(begins, i), entry(ends, i), d, 0, t) != 0) {
        CHECK(entry(column_of(lists, LEXIKOS_DOCUMENTS), place) == d);
        ++place;
        ++distinct;
      }
    CHECK(place == entry(column_of(lists, LEXIKOS_OFFSETS), i + 1));
    CHECK(entry(counts, i) == distinct);
    CHECK(entry(column_of(best, LEXIKOS_OFFSETS), i + 1) - first == (distinct < k ? distinct : k));
    for (d = first; d < entry(column_of(best, LEXIKOS_OFFSETS), i + 1); ++d) {
      uint64_t const count = entry(column_of(best, LEXIKOS_COUNTS), d);
      CHECK(count ==
            suffixes_in(plain, entry(begins, i), entry(ends, i), entry(column_of(best, LEXIKOS_DOCUMENTS), d), 0, t));
      CHECK(d == first || count <= entry(column_of(best, LEXIKOS_COUNTS), d - 1));
    }
  }
  options.lengths = lengths;
  OK(lexikos_document_index_count(context, index, begins, ends, &options, counts));
  for (i = 0; i < 40; ++i) {
    uint64_t distinct = 0;
    for (d = 0; d < t->documents; ++d)
      distinct += suffixes_in(plain, entry(begins, i), entry(ends, i), d, entry(lengths, i), t) != 0;
    CHECK(entry(counts, i) == distinct);
  }
  lexikos_result_free(lists);
  lexikos_result_free(best);
  lexikos_document_index_free(index);
  free_array(suffixes);
  free_array(begins);
  free_array(ends);
  free_array(counts);
  free_array(lengths);
}

static void check_frequencies(lexikos_context* context, text const* t, text const* plain,
                              lexikos_suffix_index const* index, lexikos_documents const* documents, patterns const* p)
{
  lexikos_array const symbols = encoded(p->symbols, p->offsets[p->count], LEXIKOS_U8);
  lexikos_array const suffixes = encoded(plain->suffixes, plain->n, LEXIKOS_U32);
  lexikos_array const lcp = encoded(plain->lcp, plain->n, LEXIKOS_U32);
  lexikos_array const begins = new_array(p->count, LEXIKOS_U32);
  lexikos_array const ends = new_array(p->count, LEXIKOS_U32);
  lexikos_array const counts = new_array(p->count, LEXIKOS_U32);
  lexikos_document_frequencies* frequencies = NULL;
  uint64_t i;
  uint64_t d;
  OK(lexikos_suffix_index_intervals(context, index, symbols, lexikos_u64(p->offsets, p->count + 1), NULL, begins,
                                    ends));
  OK(lexikos_document_frequencies_create(context, suffixes, lcp, documents, &frequencies));
  OK(lexikos_document_frequencies_count(context, frequencies, begins, ends, counts));
  for (i = 0; i < p->count; ++i) {
    uint64_t distinct = 0;
    for (d = 0; d < t->documents; ++d) distinct += suffixes_in(plain, entry(begins, i), entry(ends, i), d, 0, t) != 0;
    CHECK(entry(counts, i) == distinct);
  }
  lexikos_document_frequencies_free(frequencies);
  free_array(symbols);
  free_array(suffixes);
  free_array(lcp);
  free_array(begins);
  free_array(ends);
  free_array(counts);
}

static void check_next_symbols(lexikos_context* context, text const* plain, lexikos_type symbol_type)
{
  patterns c = new_patterns(plain, 20, 8);
  lexikos_array const given = encoded(plain->symbols, plain->n, symbol_type);
  lexikos_array const suffixes = encoded(plain->suffixes, plain->n, LEXIKOS_U32);
  lexikos_array const contexts = encoded(c.symbols, c.offsets[c.count], symbol_type);
  lexikos_result* longest = NULL;
  lexikos_result* next = NULL;
  uint64_t i;
  uint64_t j;
  uint64_t p;
  OK(lexikos_longest_suffixes(context, given, suffixes, contexts, lexikos_u64(c.offsets, c.count + 1), 2, &longest));
  OK(lexikos_next_symbols(context, given, suffixes, column_of(longest, LEXIKOS_BEGINS),
                          column_of(longest, LEXIKOS_ENDS), column_of(longest, LEXIKOS_LENGTHS), 0, &next));
  for (i = 0; i < c.count; ++i) {
    uint64_t const length = entry(column_of(longest, LEXIKOS_LENGTHS), i);
    uint64_t expected = c.offsets[i + 1] - c.offsets[i];
    uint64_t count = 0;
    for (;; --expected) { /* the longest suffix that occurs twice */
      for (count = 0, p = 0; p < plain->n; ++p)
        count += (uint64_t)has_at(plain, p, c.symbols + c.offsets[i + 1] - expected, expected);
      if (count >= 2 || expected == 0) break;
    }
    CHECK(length == expected);
    CHECK(entry(column_of(longest, LEXIKOS_ENDS), i) - entry(column_of(longest, LEXIKOS_BEGINS), i) == count);
    for (j = entry(column_of(next, LEXIKOS_OFFSETS), i); j < entry(column_of(next, LEXIKOS_OFFSETS), i + 1); ++j) {
      uint64_t const symbol = entry(column_of(next, LEXIKOS_SYMBOLS), j);
      uint64_t follows = 0;
      for (p = 0; p + length < plain->n; ++p)
        follows +=
            has_at(plain, p, c.symbols + c.offsets[i + 1] - length, length) && plain->symbols[p + length] == symbol;
      CHECK(entry(column_of(next, LEXIKOS_COUNTS), j) == follows && follows > 0);
      count -= follows;
    }
    CHECK(count ==
          (uint64_t)(plain->n != 0 && has_at(plain, plain->n - length, c.symbols + c.offsets[i + 1] - length, length) &&
                     length > 0));
  }
  lexikos_result_free(longest);
  lexikos_result_free(next);
  free_array(given);
  free_array(suffixes);
  free_array(contexts);
  free_patterns(&c);
}

static void check_documents(lexikos_context* context, text const* t)
{
  lexikos_documents* documents = NULL;
  lexikos_documents* by_lengths = NULL;
  lexikos_array const lengths = new_array(t->documents, LEXIKOS_U32);
  lexikos_array const positions = new_array(t->n + 3, LEXIKOS_U64);
  lexikos_array const found = new_array(t->n + 3, LEXIKOS_U32);
  uint64_t const wrong[3] = {0, 5, 3};
  uint64_t count = 0;
  uint64_t size = 0;
  uint64_t i;
  for (i = 0; i < t->documents; ++i) set_entry(lengths, i, t->offsets[i + 1] - t->offsets[i]);
  for (i = 0; i < t->n + 3; ++i) set_entry(positions, i, i);
  OK(lexikos_documents_create(context, lexikos_u64(t->offsets, t->documents + 1), t->n, &documents));
  OK(lexikos_documents_from_lengths(context, lengths, &by_lengths));
  OK(lexikos_documents_get(by_lengths, &count, &size, NULL));
  CHECK(count == t->documents && size == t->n);
  OK(lexikos_documents_document_of(context, documents, positions, found));
  for (i = 0; i < t->n + 3; ++i) CHECK(entry(found, i) == (i < t->n ? document_of(t, i) : UINT32_MAX));
  lexikos_documents_free(documents);
  lexikos_documents_free(by_lengths);
  REFUSED(LEXIKOS_INVALID_ARGUMENT, lexikos_documents_create(context, lexikos_u64(wrong, 3), 9, &documents));
  CHECK(documents == NULL);
  free_array(lengths);
  free_array(positions);
  free_array(found);
}

void test_collections(lexikos_context* context)
{
  text t = new_text(400, 3, 0, 9);
  text plain = t; /* the same symbols, without documents */
  patterns p = new_patterns(&t, 20, 5);
  lexikos_array const given = encoded(t.symbols, t.n, LEXIKOS_U8);
  lexikos_array const suffixes = new_array(t.n, LEXIKOS_U64);
  lexikos_array const inverse = new_array(t.n, LEXIKOS_U64);
  lexikos_array const lcp = new_array(t.n, LEXIKOS_U64);
  lexikos_documents* documents = NULL;
  lexikos_suffix_index* index = NULL;
  /* test_arrays has compared these with the slow reader */
  OK(lexikos_suffix_array(context, given, NULL, suffixes, inverse, NULL));
  OK(lexikos_lcp_array(context, given, NULL, suffixes, inverse, lcp));
  plain.documents = 0;
  plain.suffixes = suffixes.data;
  plain.lcp = lcp.data;
  OK(lexikos_documents_create(context, lexikos_u64(t.offsets, t.documents + 1), t.n, &documents));
  OK(lexikos_suffix_index_create(context, given, lexikos_none(), lexikos_none(), lexikos_none(), NULL, &index));
  check_documents(context, &t);
  check_within(context, &t, index, documents, &p);
  check_document_queries(context, &t, &plain, documents, LEXIKOS_U32);
  check_document_queries(context, &t, &plain, documents, LEXIKOS_U64);
  check_frequencies(context, &t, &plain, index, documents, &p);
  check_next_symbols(context, &plain, LEXIKOS_U8);
  check_next_symbols(context, &plain, LEXIKOS_U32);
  lexikos_suffix_index_free(index);
  lexikos_documents_free(documents);
  free_array(given);
  free_array(suffixes);
  free_array(inverse);
  free_array(lcp);
  free_patterns(&p);
  free_text(&t);
}
