/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "support.h"

#include <stdlib.h>
#include <string.h>

static int equal_windows(uint64_t const* a, uint64_t const* b, uint64_t k)
{
  return memcmp(a, b, (size_t)k * sizeof *a) == 0;
}

/* A window lies in one document. */
static int is_window(text const* t, uint64_t position, uint64_t k)
{
  return position + k <= t->n && position + k <= end_of_suffix(t, position);
}

/* Marks the symbols of all windows that occur twice, of which the first one may be kept. */
static void mark_duplicates(text const* t, uint64_t k, int keep_first, uint8_t* marks)
{
  uint64_t i;
  uint64_t j;
  memset(marks, 0, (size_t)t->n);
  for (i = 0; i < t->n; ++i) {
    uint64_t first = i;
    uint64_t count = 0;
    if (!is_window(t, i, k)) continue;
    for (j = 0; j < t->n; ++j)
      if (is_window(t, j, k) && equal_windows(t->symbols + i, t->symbols + j, k)) {
        ++count;
        if (j < first) first = j;
      }
    if (count >= 2 && !(keep_first && first == i)) memset(marks + i, 1, (size_t)k);
  }
}

static void compare_ranges(text const* t, lexikos_result const* result, uint8_t const* marks)
{
  uint8_t* const got = calloc((size_t)t->n + 1, 1);
  lexikos_array const begins = column_of(result, LEXIKOS_BEGINS);
  lexikos_array const ends = column_of(result, LEXIKOS_ENDS);
  uint64_t i;
  if (got == NULL) return;
  for (i = 0; i < begins.size; ++i) {
    CHECK(entry(begins, i) < entry(ends, i) && entry(ends, i) <= t->n);
    CHECK(i == 0 || entry(begins, i) >= entry(ends, i - 1));
    memset(got + entry(begins, i), 1, (size_t)(entry(ends, i) - entry(begins, i)));
  }
  CHECK(memcmp(got, marks, (size_t)t->n) == 0);
  free(got);
}

static void check_ranges(lexikos_context* context, text const* t, lexikos_type type, uint64_t k)
{
  lexikos_array const given = encoded(t->symbols, t->n, type);
  lexikos_array const offsets = lexikos_u64(t->offsets, t->documents + 1);
  lexikos_duplicate_options options = LEXIKOS_DUPLICATE_OPTIONS_INIT;
  lexikos_documents* documents = NULL;
  lexikos_result* result = NULL;
  lexikos_result* rest = NULL;
  uint8_t* const marks = calloc((size_t)t->n + 1, 1);
  uint64_t i;
  uint64_t place = 0;
  options.length = k;
  options.keep = LEXIKOS_KEEP_FIRST;
  OK(lexikos_documents_create(context, offsets, t->n, &documents));
  mark_duplicates(t, k, 1, marks);
  OK(lexikos_duplicate_ranges(context, given, documents, &options, &result));
  compare_ranges(t, result, marks);
  OK(lexikos_remove_ranges(context, given, documents, column_of(result, LEXIKOS_BEGINS),
                           column_of(result, LEXIKOS_ENDS), &rest));
  for (i = 0; i < t->n; ++i)
    if (!marks[i]) CHECK(entry(column_of(rest, LEXIKOS_SYMBOLS), place++) == t->symbols[i]);
  CHECK(column_of(rest, LEXIKOS_SYMBOLS).size == place);
  CHECK(entry(column_of(rest, LEXIKOS_OFFSETS), t->documents) == place);
  lexikos_result_free(rest);
  lexikos_result_free(result);
  OK(lexikos_streamed_duplicate_ranges(context, given, offsets, lexikos_none(), lexikos_none(), &options, &result));
  compare_ranges(t, result, marks);
  lexikos_result_free(result);
  options.by_fingerprints = 1;
  OK(lexikos_duplicate_ranges(context, given, documents, &options, &result));
  compare_ranges(t, result, marks);
  lexikos_result_free(result);

  options.by_fingerprints = 0;
  options.keep = LEXIKOS_KEEP_NONE;
  mark_duplicates(t, k, 0, marks);
  OK(lexikos_duplicate_windows(context, given, documents, &options, &result));
  for (i = 0; i < column_of(result, LEXIKOS_POSITIONS).size; ++i) {
    uint64_t const position = entry(column_of(result, LEXIKOS_POSITIONS), i);
    CHECK(is_window(t, position, k) && marks[position]);
  }
  CHECK(entry(column_of(result, LEXIKOS_OFFSETS), 0) == 0);
  lexikos_result_free(result);
  options.length = 0;
  REFUSED(LEXIKOS_INVALID_ARGUMENT, lexikos_duplicate_ranges(context, given, documents, &options, &result));
  lexikos_documents_free(documents);
  free(marks);
  free_array(given);
}

/* What one text has of another, and what its documents have in common with a corpus. */
static void check_two_texts(lexikos_context* context, text const* t, text const* other, uint64_t k)
{
  lexikos_array const given = encoded(t->symbols, t->n, LEXIKOS_U16);
  lexikos_array const corpus = encoded(other->symbols, other->n, LEXIKOS_U16);
  lexikos_array const corpus_offsets = lexikos_u64(other->offsets, other->documents + 1);
  lexikos_duplicate_options options = LEXIKOS_DUPLICATE_OPTIONS_INIT;
  lexikos_overlap_options overlap = LEXIKOS_OVERLAP_OPTIONS_INIT;
  lexikos_documents* documents = NULL;
  lexikos_documents* corpus_documents = NULL;
  lexikos_result* result = NULL;
  uint8_t* const marks = calloc((size_t)t->n + 1, 1);
  uint64_t i;
  uint64_t j;
  uint64_t d;
  uint64_t c;
  options.length = overlap.length = k;
  overlap.max_documents = other->documents;
  for (i = 0; i < t->n; ++i)
    for (j = 0; j < other->n; ++j)
      if (is_window(t, i, k) && is_window(other, j, k) && equal_windows(t->symbols + i, other->symbols + j, k))
        memset(marks + i, 1, (size_t)k);
  OK(lexikos_documents_create(context, lexikos_u64(t->offsets, t->documents + 1), t->n, &documents));
  OK(lexikos_documents_create(context, corpus_offsets, other->n, &corpus_documents));
  OK(lexikos_duplicate_ranges_of_other(context, given, documents, corpus, corpus_documents, &options, &result));
  compare_ranges(t, result, marks);
  lexikos_result_free(result);
  OK(lexikos_streamed_duplicate_ranges(context, given, lexikos_u64(t->offsets, t->documents + 1), corpus,
                                       corpus_offsets, &options, &result));
  compare_ranges(t, result, marks);
  lexikos_result_free(result);

  OK(lexikos_overlap(context, given, documents, corpus, corpus_documents, &overlap, &result));
  for (d = 0; d < t->documents; ++d) {
    uint64_t covered = 0;
    uint64_t having = 0;
    uint64_t place = entry(column_of(result, LEXIKOS_OFFSETS), d);
    for (i = t->offsets[d]; i < t->offsets[d + 1]; ++i) covered += marks[i];
    CHECK(entry(column_of(result, LEXIKOS_COVERED), d) == covered);
    for (c = 0; c < other->documents; ++c) {
      int has = 0;
      for (i = t->offsets[d]; i + k <= t->offsets[d + 1]; ++i)
        for (j = other->offsets[c]; j + k <= other->offsets[c + 1] && !has; ++j)
          has = equal_windows(t->symbols + i, other->symbols + j, k);
      if (has) {
        ++having;
        CHECK(entry(column_of(result, LEXIKOS_DOCUMENTS), place) == c);
        ++place;
      }
    }
    CHECK(entry(column_of(result, LEXIKOS_CORPUS_DOCUMENTS), d) == having);
    CHECK(entry(column_of(result, LEXIKOS_LONGEST), d) >= (covered != 0 ? k : 0));
  }
  lexikos_result_free(result);
  lexikos_documents_free(documents);
  lexikos_documents_free(corpus_documents);
  free(marks);
  free_array(given);
  free_array(corpus);
}

void test_duplicates(lexikos_context* context)
{
  text t = new_text(200, 3, 0, 5);
  text other = new_text(150, 3, 0, 4);
  check_ranges(context, &t, LEXIKOS_U8, 5);
  check_ranges(context, &t, LEXIKOS_U64, 4);
  check_two_texts(context, &t, &other, 6);
  free_text(&t);
  free_text(&other);
}
