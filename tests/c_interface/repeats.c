/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "support.h"

#include <stdlib.h>
#include <string.h>

/* The length of the longest repeat that starts at a position. */
static uint64_t longest_at(text const* t, uint64_t i)
{
  uint64_t const rank = t->ranks[i];
  uint64_t const before = t->lcp[rank];
  uint64_t const after = rank + 1 < t->n ? t->lcp[rank + 1] : 0;
  return before < after ? after : before;
}

static void check_covering(lexikos_context* context, text const* t, lexikos_type type,
                           lexikos_repeats_algorithm algorithm)
{
  lexikos_array const inverse = encoded(t->ranks, t->n, type);
  lexikos_array const lcp = encoded(t->lcp, t->n, type);
  lexikos_array const starts = new_array(t->n, type);
  lexikos_array const lengths = new_array(t->n, type);
  lexikos_array const all_lengths = new_array(t->n, type);
  lexikos_array const offsets = new_array(t->n + 1, LEXIKOS_U64);
  lexikos_array list;
  lexikos_walks walks;
  uint64_t count = 0;
  uint64_t useful = 0;
  uint64_t walked = 0;
  uint64_t i;
  uint64_t k;
  OK(lexikos_longest_repeats(context, inverse, lcp, algorithm, starts, lengths));
  OK(lexikos_count_longest_repeats(context, inverse, lcp, algorithm, offsets, all_lengths, &count));
  list = new_array(count, type);
  OK(lexikos_list_longest_repeats(context, inverse, lcp, algorithm, offsets, list));
  for (k = 0; k < t->n; ++k) {
    uint64_t best = 0;
    uint64_t place = entry(offsets, k);
    for (i = 0; i <= k; ++i) {
      uint64_t const length = longest_at(t, i);
      if (i + length <= k) continue;
      ++walked;
      if (length > best) best = length;
    }
    CHECK(entry(lengths, k) == best && entry(all_lengths, k) == best);
    if (best == 0) CHECK(entry(starts, k) == k);
    for (i = 0; best != 0 && i <= k; ++i)
      if (longest_at(t, i) == best && i + best > k) {
        if (place == entry(offsets, k)) CHECK(entry(starts, k) == i);
        CHECK(entry(list, place) == i);
        ++place;
      }
    CHECK(place == entry(offsets, k + 1));
  }
  OK(lexikos_left_bounded_repeats(context, inverse, lcp, lengths));
  for (i = 0; i < t->n; ++i) CHECK(entry(lengths, i) == longest_at(t, i));
  OK(lexikos_useful_repeats(context, inverse, lcp, starts, lengths, &useful));
  for (i = k = 0; i < t->n; ++i)
    if (longest_at(t, i) != 0 && (i == 0 || longest_at(t, i - 1) != longest_at(t, i) + 1)) {
      CHECK(k < useful && entry(starts, k) == i && entry(lengths, k) == longest_at(t, i));
      ++k;
    }
  CHECK(k == useful);
  OK(lexikos_repeat_walks(context, inverse, lcp, &walks));
  CHECK(walks.useful == useful);
  CHECK(t->n == 0 || (walks.raw.mean * (double)t->n > (double)walked - 1e-6 &&
                      walks.raw.mean * (double)t->n < (double)walked + 1e-6));
  free_array(inverse);
  free_array(lcp);
  free_array(starts);
  free_array(lengths);
  free_array(all_lengths);
  free_array(offsets);
  free_array(list);
}

static int is_maximal(text const* t, uint64_t begin, uint64_t end, uint64_t length)
{
  uint64_t r;
  int left = 0;
  int right = 0;
  for (r = begin; r < end; ++r) {
    uint64_t const p = t->suffixes[r];
    uint64_t const first = t->suffixes[begin];
    left |= p == 0 || first == 0 || t->symbols[p - 1] != t->symbols[first - 1];
    right |= p + length == t->n || first + length == t->n || t->symbols[p + length] != t->symbols[first + length];
  }
  return left && right;
}

static void check_maximal(lexikos_context* context, text const* t)
{
  lexikos_array const given = encoded(t->symbols, t->n, LEXIKOS_U8);
  lexikos_array const suffixes = encoded(t->suffixes, t->n, LEXIKOS_U32);
  lexikos_array const lcp = encoded(t->lcp, t->n, LEXIKOS_U32);
  lexikos_array const begins = new_array(t->n, LEXIKOS_U32);
  lexikos_array const ends = new_array(t->n, LEXIKOS_U32);
  lexikos_array const lengths = new_array(t->n, LEXIKOS_U32);
  uint64_t count = 0;
  uint64_t counted = 0;
  uint64_t expected = 0;
  uint64_t length = 0;
  uint64_t longest = 0;
  uint64_t m;
  uint64_t r;
  OK(lexikos_maximal_repeats(context, given, suffixes, lcp, 2, 2, lexikos_none(), lexikos_none(), lexikos_none(),
                             &counted));
  OK(lexikos_maximal_repeats(context, given, suffixes, lcp, 2, 2, begins, ends, lengths, &count));
  CHECK(count == counted && count < t->n);
  for (m = 0; m < count && m < t->n; ++m) {
    CHECK(entry(lengths, m) >= 2 && entry(ends, m) - entry(begins, m) >= 2);
    CHECK(is_maximal(t, entry(begins, m), entry(ends, m), entry(lengths, m)));
    for (r = entry(begins, m) + 1; r < entry(ends, m); ++r) CHECK(t->lcp[r] >= entry(lengths, m));
    CHECK(entry(ends, m) == t->n || t->lcp[entry(ends, m)] < entry(lengths, m));
    CHECK(t->lcp[entry(begins, m)] < entry(lengths, m));
  }
  for (r = 1; r < t->n; ++r) { /* each interval where it is first as deep as here */
    uint64_t begin = r;
    uint64_t end = r;
    if (t->lcp[r] < 2) continue;
    while (t->lcp[begin - 1] >= t->lcp[r] && begin > 1 && t->lcp[begin - 1] > t->lcp[r]) --begin;
    if (begin > 1 && t->lcp[begin - 1] == t->lcp[r]) continue;
    --begin;
    while (end < t->n && t->lcp[end] >= t->lcp[r]) ++end;
    expected += (uint64_t)is_maximal(t, begin, end, t->lcp[r]);
  }
  CHECK(count == expected);
  for (r = 0; r < t->n; ++r) longest = longest < t->lcp[r] ? t->lcp[r] : longest;
  OK(lexikos_longest_repeated_substrings(context, lcp, begins, ends, &length, &count));
  CHECK(length == longest);
  for (m = expected = 0, r = 1; r < t->n; ++r)
    if (longest != 0 && t->lcp[r] == longest && t->lcp[r - 1] != longest) {
      CHECK(entry(begins, m) == r - 1 && entry(ends, m) > r);
      ++m;
    }
  CHECK(count == m);
  free_array(given);
  free_array(suffixes);
  free_array(lcp);
  free_array(begins);
  free_array(ends);
  free_array(lengths);
}

/* ----- k-mers, counted one by one */

static uint64_t count_kmer(text const* t, uint64_t begin, uint64_t end, uint64_t const* kmer, uint64_t k)
{
  uint64_t count = 0;
  uint64_t p;
  for (p = begin; p + k <= end; ++p) count += (uint64_t)has_at(t, p, kmer, k);
  return count;
}

static void check_kmers(lexikos_context* context, text const* t, uint64_t border, uint64_t k)
{
  lexikos_array const given = encoded(t->symbols, t->n, LEXIKOS_U8);
  lexikos_array const suffixes = encoded(t->suffixes, t->n, LEXIKOS_U64);
  lexikos_array const lcp = encoded(t->lcp, t->n, LEXIKOS_U64);
  uint64_t bins[2][32];
  lexikos_kmer_spectra spectra;
  lexikos_kmer_totals totals;
  lexikos_kmer_comparison comparison;
  lexikos_kmer_comparison listed;
  lexikos_result* list = NULL;
  uint64_t histogram[32];
  uint64_t expected[32];
  uint64_t distinct = 0;
  uint64_t common_kmers = 0;
  uint64_t i;
  uint64_t r;
  memset(expected, 0, sizeof expected);
  OK(lexikos_kmer_spectrum(context, given, suffixes, lcp, k, NULL, lexikos_u64(histogram, 32), &totals));
  OK(lexikos_list_kmers(context, given, suffixes, lcp, k, NULL, &totals, &list));
  for (r = 0; r < t->n; ++r) { /* each first suffix that starts with another k-mer */
    uint64_t const p = t->suffixes[r];
    uint64_t count;
    if (p + k > t->n || t->lcp[r] >= k) continue;
    count = count_kmer(t, 0, t->n, t->symbols + p, k);
    CHECK(entry(column_of(list, LEXIKOS_COUNTS), distinct) == count);
    CHECK(has_at(t, entry(column_of(list, LEXIKOS_POSITIONS), distinct), t->symbols + p, k));
    ++expected[count < 31 ? count : 31];
    ++distinct;
    common_kmers +=
        count_kmer(t, 0, border, t->symbols + p, k) != 0 && count_kmer(t, border, t->n, t->symbols + p, k) != 0;
  }
  CHECK(totals.distinct == distinct && totals.all == t->n - k + 1 && totals.unique == expected[1]);
  CHECK(column_of(list, LEXIKOS_POSITIONS).size == distinct);
  for (i = 0; i < 32; ++i) CHECK(histogram[i] == expected[i]);
  lexikos_result_free(list);

  memset(bins, 0, sizeof bins);
  spectra.only_first = spectra.common_in_second = spectra.only_second = lexikos_u64(bins[0], 32);
  spectra.common_in_first = lexikos_u64(bins[1], 31);
  REFUSED(LEXIKOS_INVALID_ARGUMENT,
          lexikos_compare_kmers(context, given, border, suffixes, lcp, k, NULL, &spectra, &comparison));
  OK(lexikos_compare_kmers(context, given, border, suffixes, lcp, k, NULL, NULL, &comparison));
  CHECK(comparison.common == common_kmers);
  CHECK(comparison.first.all == border - k + 1 && comparison.second.all == t->n - border - k + 1);
  OK(lexikos_list_compared_kmers(context, given, border, suffixes, lcp, k, LEXIKOS_COMMON_KMERS, NULL, &listed, &list));
  CHECK(memcmp(&listed, &comparison, sizeof listed) == 0);
  CHECK(column_of(list, LEXIKOS_POSITIONS).size == common_kmers);
  for (i = 0; i < common_kmers; ++i) {
    uint64_t const* const kmer = t->symbols + entry(column_of(list, LEXIKOS_POSITIONS), i);
    CHECK(entry(column_of(list, LEXIKOS_COUNTS), i) == count_kmer(t, 0, border, kmer, k));
    CHECK(entry(column_of(list, LEXIKOS_COUNTS_IN_SECOND), i) == count_kmer(t, border, t->n, kmer, k));
  }
  lexikos_result_free(list);
  REFUSED(LEXIKOS_INVALID_ARGUMENT,
          lexikos_kmer_spectrum(context, given, suffixes, lcp, 0, NULL, lexikos_none(), &totals));
  free_array(given);
  free_array(suffixes);
  free_array(lcp);
}

static void check_common(lexikos_context* context, text const* t, uint64_t border)
{
  lexikos_array const suffixes = encoded(t->suffixes, t->n, LEXIKOS_U32);
  lexikos_array const lcp = encoded(t->lcp, t->n, LEXIKOS_U32);
  lexikos_common_substring found;
  uint64_t longest = 0;
  uint64_t i;
  uint64_t j;
  for (i = 0; i < border; ++i)
    for (j = border; j < t->n; ++j) {
      uint64_t length = 0;
      while (i + length < border && j + length < t->n && t->symbols[i + length] == t->symbols[j + length]) ++length;
      longest = longest < length ? length : longest;
    }
  OK(lexikos_longest_common_substring(context, border, suffixes, lcp, &found));
  CHECK(found.length == longest);
  CHECK(has_at(t, border + found.second, t->symbols + found.first, found.length));
  REFUSED(LEXIKOS_INVALID_ARGUMENT, lexikos_longest_common_substring(context, t->n + 1, suffixes, lcp, &found));
  free_array(suffixes);
  free_array(lcp);
}

void test_repeats(lexikos_context* context)
{
  text random = new_text(220, 3, 0, 0);
  text repetitive = new_text(180, 50, 11, 0);
  check_covering(context, &random, LEXIKOS_U32, LEXIKOS_REPEATS_AUTOMATIC);
  check_covering(context, &repetitive, LEXIKOS_U64, LEXIKOS_REPEATS_COMPACT);
  check_maximal(context, &random);
  check_maximal(context, &repetitive);
  check_kmers(context, &random, 100, 4);
  check_kmers(context, &repetitive, 90, 3);
  check_common(context, &random, 100);
  check_common(context, &repetitive, 60);
  free_text(&random);
  free_text(&repetitive);
}
