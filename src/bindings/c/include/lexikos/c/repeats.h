/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef LEXIKOS_C_REPEATS_H
#define LEXIKOS_C_REPEATS_H

/* Repeats, common substrings and k-mers: from a text's suffix array, its inverse, and its LCP array, all [0..n) of u32 or u64. */

#include <lexikos/c/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ----- the longest repeats that cover each position -------------------------------------------------------------------- */

typedef int32_t lexikos_repeats_algorithm;
enum lexikos_repeats_algorithm_values {
  LEXIKOS_REPEATS_AUTOMATIC = 0,
  LEXIKOS_REPEATS_BOUNDED = 1, /* O(n log n) for any text */
  LEXIKOS_REPEATS_RAW = 2,     /* a walk over all repeats: O(n^2) at worst */
  LEXIKOS_REPEATS_COMPACT = 3  /* a walk over the useful ones */
};

/* starts[k], lengths[k] receive the longest repeat that covers k, of several the one that starts first; k and 0 if there is none. */
LEXIKOS_API lexikos_status lexikos_longest_repeats(lexikos_context* context, lexikos_array inverse, lexikos_array lcp,
                                                   lexikos_repeats_algorithm algorithm, lexikos_array starts,
                                                   lexikos_array lengths);
/* How many longest repeats cover each position: offsets [0..n] u64, receives their sums, lengths [0..n) their lengths, and count
 * offsets[n], which is how many starts `lexikos_list_longest_repeats` then writes. */
LEXIKOS_API lexikos_status lexikos_count_longest_repeats(lexikos_context* context, lexikos_array inverse, lexikos_array lcp,
                                                         lexikos_repeats_algorithm algorithm, lexikos_array offsets,
                                                         lexikos_array lengths, uint64_t* count);
/* starts [0..count) receives, at offsets[k] .. offsets[k + 1] - 1, where those that cover k start, ascending. */
LEXIKOS_API lexikos_status lexikos_list_longest_repeats(lexikos_context* context, lexikos_array inverse, lexikos_array lcp,
                                                        lexikos_repeats_algorithm algorithm, lexikos_array offsets,
                                                        lexikos_array starts);
/* lengths[i] receives the length of the longest repeat that starts at i. */
LEXIKOS_API lexikos_status lexikos_left_bounded_repeats(lexikos_context* context, lexikos_array inverse, lexikos_array lcp,
                                                        lexikos_array lengths);
/* Those of them that are no suffix of another; starts and lengths have room for n, of which `count` are written. */
LEXIKOS_API lexikos_status lexikos_useful_repeats(lexikos_context* context, lexikos_array inverse, lexikos_array lcp,
                                                  lexikos_array starts, lexikos_array lengths, uint64_t* count);
typedef struct lexikos_walk_steps {
  uint64_t minimum; /* repeats that cover a position */
  uint64_t maximum;
  double mean;
} lexikos_walk_steps;
typedef struct lexikos_walks {
  lexikos_walk_steps raw;     /* of all left-bounded repeats */
  lexikos_walk_steps compact; /* of the useful ones */
  uint64_t useful;            /* how many these are */
} lexikos_walks;
LEXIKOS_API lexikos_status lexikos_repeat_walks(lexikos_context* context, lexikos_array inverse, lexikos_array lcp,
                                                lexikos_walks* walks);

/* ----- maximal repeats, and the longest -------------------------------------------------------------------------------- */

/* The substrings of `min_length` symbols or more that occur `min_occurrences` times or more (2 at least), and cannot be
 * extended to either side without losing an occurrence: the m-th occurs at suffix_array[begins[m]] .. suffix_array[ends[m] - 1].
 * Writes as many as the arrays have room for, all three as many, and how many there are: call with lexikos_none() to count. */
LEXIKOS_API lexikos_status lexikos_maximal_repeats(lexikos_context* context, lexikos_array text, lexikos_array suffix_array,
                                                   lexikos_array lcp, uint64_t min_length, uint64_t min_occurrences,
                                                   lexikos_array begins, lexikos_array ends, lexikos_array lengths,
                                                   uint64_t* count);
/* The longest substrings that occur twice or more: their length, how many distinct ones there are, and as many intervals as the
 * arrays have room for; lexikos_none(): none. */
LEXIKOS_API lexikos_status lexikos_longest_repeated_substrings(lexikos_context* context, lexikos_array lcp, lexikos_array begins,
                                                               lexikos_array ends, uint64_t* length, uint64_t* count);
typedef struct lexikos_common_substring {
  uint64_t length; /* 0 if the texts have no symbol in common */
  uint64_t first;  /* where it starts in the first text, and in the second */
  uint64_t second;
} lexikos_common_substring;
/* The longest common substring of two texts, from the arrays of both, one after the other, of which `first_length` symbols are
 * the first. */
LEXIKOS_API lexikos_status lexikos_longest_common_substring(lexikos_context* context, uint64_t first_length,
                                                            lexikos_array suffix_array, lexikos_array lcp,
                                                            lexikos_common_substring* substring);

/* ----- k-mers ---------------------------------------------------------------------------------------------------------- */

typedef int32_t lexikos_kmer_letters;
enum lexikos_kmer_letters_values {
  LEXIKOS_ALL_LETTERS = 0,
  LEXIKOS_DNA = 1,           /* A, C, G and T, of either case */
  LEXIKOS_DNA_UPPER_CASE = 2 /* of upper case alone */
};
typedef struct lexikos_kmer_options {
  size_t size;
  uint64_t min_count; /* of lists: k-mers that occur this often */
  uint64_t max_count;
  lexikos_kmer_letters letters; /* k-mers with other symbols do not count */
  int32_t canonical;            /* not 0: a k-mer and its reverse complement are one; only of DNA */
  lexikos_array text_offsets;   /* u64, where documents start, from 0 to n, which no k-mer crosses; or lexikos_none() */
} lexikos_kmer_options;
#define LEXIKOS_KMER_OPTIONS_INIT {sizeof(lexikos_kmer_options), 1, UINT64_MAX, LEXIKOS_ALL_LETTERS, 0, {0, 0, 0, 0}}

typedef struct lexikos_kmer_totals {
  uint64_t distinct;
  uint64_t unique; /* of these, those that occur once */
  uint64_t all;    /* occurrences */
  uint64_t max_count;
} lexikos_kmer_totals;
typedef struct lexikos_kmer_comparison {
  lexikos_kmer_totals first;
  lexikos_kmer_totals second;
  uint64_t common; /* distinct k-mers that both texts have */
  uint64_t only_first;
  uint64_t only_second;
} lexikos_kmer_comparison;

/* histogram[c], u64, of at most 65 536 entries, receives how many distinct k-mers occur c times, its last entry how many that
 * often or more; lexikos_none(): only the totals. k is 1 or more; at most 64 for canonical ones and LEXIKOS_DNA. */
LEXIKOS_API lexikos_status lexikos_kmer_spectrum(lexikos_context* context, lexikos_array text, lexikos_array suffix_array,
                                                 lexikos_array lcp, uint64_t k, lexikos_kmer_options const* options,
                                                 lexikos_array histogram, lexikos_kmer_totals* totals);
/* The k-mers in their order: LEXIKOS_POSITIONS (one of each), LEXIKOS_COUNTS, of the arrays' type. */
LEXIKOS_API lexikos_status lexikos_list_kmers(lexikos_context* context, lexikos_array text, lexikos_array suffix_array,
                                              lexikos_array lcp, uint64_t k, lexikos_kmer_options const* options,
                                              lexikos_kmer_totals* totals, lexikos_result** result);

/* Histograms, u64, all of as many bins; all lexikos_none(): only the sizes. */
typedef struct lexikos_kmer_spectra {
  lexikos_array only_first;       /* of k-mers that only the first text has */
  lexikos_array common_in_first;  /* of those of both, by how often the first has them */
  lexikos_array common_in_second; /* the same of the second */
  lexikos_array only_second;
} lexikos_kmer_spectra;
/* Of two texts, one after the other, of which `first_length` symbols are the first; the arrays are those of both together.
 * spectra may be NULL. */
LEXIKOS_API lexikos_status lexikos_compare_kmers(lexikos_context* context, lexikos_array texts, uint64_t first_length,
                                                 lexikos_array suffix_array, lexikos_array lcp, uint64_t k,
                                                 lexikos_kmer_options const* options, lexikos_kmer_spectra const* spectra,
                                                 lexikos_kmer_comparison* comparison);
typedef int32_t lexikos_kmer_set;
enum lexikos_kmer_set_values {
  LEXIKOS_COMMON_KMERS = 0,
  LEXIKOS_ONLY_FIRST_KMERS = 1,
  LEXIKOS_ONLY_SECOND_KMERS = 2,
  LEXIKOS_EITHER_KMERS = 3 /* all of both */
};
/* As lexikos_list_kmers, and LEXIKOS_COUNTS_IN_SECOND. */
LEXIKOS_API lexikos_status lexikos_list_compared_kmers(lexikos_context* context, lexikos_array texts, uint64_t first_length,
                                                       lexikos_array suffix_array, lexikos_array lcp, uint64_t k,
                                                       lexikos_kmer_set set, lexikos_kmer_options const* options,
                                                       lexikos_kmer_comparison* comparison, lexikos_result** result);

#ifdef __cplusplus
}
#endif

#endif
