/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef LEXIKOS_C_ARRAYS_H
#define LEXIKOS_C_ARRAYS_H

/* Suffix arrays, LCP arrays, the Burrows-Wheeler transform, of texts and of collections of documents. */

#include <lexikos/c/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Documents that lie one after the other in a text: see collections.h. */
typedef struct lexikos_documents lexikos_documents;

typedef int32_t lexikos_algorithm;
enum lexikos_algorithm_values {
  LEXIKOS_AUTOMATIC = 0,
  LEXIKOS_PREFIX_DOUBLING = 1,
  LEXIKOS_SAMPLED_PREFIX_DOUBLING = 2,
  LEXIKOS_LARSSON_SADAKANE = 3,
  LEXIKOS_OSIPOV = 4,
  LEXIKOS_SKEW = 5,
  LEXIKOS_HYBRID = 6,
  LEXIKOS_REPETITION = 7,
  LEXIKOS_LIBDIVSUFSORT = 8,
  LEXIKOS_INDUCED_SORTING = 9,
  LEXIKOS_LIBSAIS = 10
};

/* "prefix_doubling" and so on; "unknown" for other numbers. */
LEXIKOS_API char const* lexikos_algorithm_name(lexikos_algorithm algorithm);
/* The algorithms that sort any text of bytes on this context, without the automatic one: writes at most `capacity` of them, and
 * how many there are. */
LEXIKOS_API lexikos_status lexikos_suffix_array_algorithms(lexikos_context const* context, uint64_t capacity,
                                                           lexikos_algorithm* algorithms, uint64_t* count);

typedef struct lexikos_suffix_array_options {
  size_t size;
  lexikos_algorithm algorithm;
  int32_t low_memory;    /* not 0: less memory, more time */
  uint64_t device_bytes; /* most that is taken of the device's memory; on hosts, of scratch; 0: what is available */
} lexikos_suffix_array_options;
#define LEXIKOS_SUFFIX_ARRAY_OPTIONS_INIT {sizeof(lexikos_suffix_array_options), LEXIKOS_AUTOMATIC, 0, 0}

/* Sorts the suffixes of a text.
 *   text          [0..n) u8, u16, u32 or u64
 *   documents     of the text, with which suffixes end: they cover all of it, and equal suffixes are in the order of their
 *                 documents; NULL: suffixes end with the text
 *   suffix_array  [0..n) u32 or u64, receives the positions of the suffixes in ascending order, a proper prefix first
 *   inverse       [0..n) of the same type, receives the rank of each position, at no further cost; or lexikos_none()
 * Work O(n log n), most algorithms; scratch: LEXIKOS_FOR_SUFFIX_ARRAY. Errors: invalid argument (sizes, types, documents),
 * not supported (algorithm), out of memory, cancelled. */
LEXIKOS_API lexikos_status lexikos_suffix_array(lexikos_context* context, lexikos_array text, lexikos_documents const* documents,
                                                lexikos_array suffix_array, lexikos_array inverse,
                                                lexikos_suffix_array_options const* options);
/* Suffix arrays of many texts, each of which is sorted by itself.
 *   texts      [0..n) u8, u16, u32 or u64: one text after the other
 *   documents  the texts, which cover all of it
 *   arrays     [0..n) u32 or u64, receives the array of each text where its symbols lie, with positions from 0 on within it
 * Of the options the algorithm counts: the automatic one, induced sorting (hosts) or prefix doubling. Scratch: on hosts 12 bytes a
 * symbol of the longest text (28, of wide symbols), but of no more than 2^20 symbols, for each thread; of a longer text, and on
 * devices of all, as LEXIKOS_FOR_SUFFIX_ARRAY has it. Errors as above. */
LEXIKOS_API lexikos_status lexikos_suffix_arrays(lexikos_context* context, lexikos_array texts, lexikos_documents const* documents,
                                                 lexikos_array arrays, lexikos_suffix_array_options const* options);
/* As lexikos_suffix_array, of a text in host memory, or a mapped file, larger than the device: in parts, as device_bytes allow, with as much memory
 * as LEXIKOS_FOR_SUFFIX_ARRAY_OUT_OF_CORE says. n < 2^36. All arrays are in host memory; the suffix array may also be of 5n bytes
 * (u8): entries of five, the lowest first, without an inverse. Errors also: out of memory, with the bytes that would do. */
LEXIKOS_API lexikos_status lexikos_suffix_array_out_of_core(lexikos_context* context, lexikos_array text,
                                                            lexikos_array suffix_array, lexikos_array inverse,
                                                            lexikos_suffix_array_options const* options);
/* The algorithm that the automatic one takes for a text, with indices of this type: so that its scratch is known before. Of the
 * options low_memory counts. O(n) work, n bytes of scratch for a text of bytes. */
LEXIKOS_API lexikos_status lexikos_choose_suffix_array_algorithm(lexikos_context* context, lexikos_array text,
                                                                 lexikos_type index_type,
                                                                 lexikos_suffix_array_options const* options,
                                                                 lexikos_algorithm* algorithm);

/* inverse[suffix_array[i]] = i, both [0..n) u32 or u64; a permutation, which is not checked. */
LEXIKOS_API lexikos_status lexikos_inverse_suffix_array(lexikos_context* context, lexikos_array suffix_array,
                                                        lexikos_array inverse);
/* The permuted LCP array: plcp[p] is the length of the longest common prefix of suffix p and the one before it in the suffix
 * array; 0 for the first suffix.
 *   text, suffix_array  as of lexikos_suffix_array; the array is not checked
 *   documents           that the array was sorted with; NULL: none
 *   inverse             [0..n) makes it faster; or lexikos_none(), as always with documents */
LEXIKOS_API lexikos_status lexikos_plcp_array(lexikos_context* context, lexikos_array text, lexikos_documents const* documents,
                                              lexikos_array suffix_array, lexikos_array inverse, lexikos_array plcp);
/* The LCP array: lcp[i] is the length of the longest common prefix of the suffixes suffix_array[i - 1] and suffix_array[i];
 * lcp[0] = 0. Otherwise the same. */
LEXIKOS_API lexikos_status lexikos_lcp_array(lexikos_context* context, lexikos_array text, lexikos_documents const* documents,
                                             lexikos_array suffix_array, lexikos_array inverse, lexikos_array lcp);

typedef struct lexikos_lcp_summary {
  uint64_t maximum; /* length of the longest substring that occurs twice */
  double mean;      /* over all n entries */
} lexikos_lcp_summary;
LEXIKOS_API lexikos_status lexikos_lcp_statistics(lexikos_context* context, lexikos_array lcp, lexikos_lcp_summary* summary);

/* ----- checks ---------------------------------------------------------------------------------------------------------- */

typedef int32_t lexikos_defect;
enum lexikos_defect_values {
  LEXIKOS_NO_DEFECT = 0,
  LEXIKOS_DEFECT_OUT_OF_RANGE = 1, /* suffix_array[index] is no position of the text */
  LEXIKOS_DEFECT_REPEATED = 2,     /* it occurs at a smaller index already */
  LEXIKOS_DEFECT_FIRST_SYMBOL = 3, /* entries index - 1 and index are out of order by their first symbols */
  LEXIKOS_DEFECT_ORDER = 4,        /* they are after those */
  LEXIKOS_DEFECT_INVERSE = 5       /* inverse[suffix_array[index]] is not index */
};
typedef struct lexikos_check {
  uint64_t index; /* the first that shows the defect; 0 if there is none */
  lexikos_defect defect;
  int32_t reserved;
} lexikos_check;

/* Whether an array of any values is the suffix array of a text: exact, O(n) work. A wrong array is no error: see `check`. */
LEXIKOS_API lexikos_status lexikos_check_suffix_array(lexikos_context* context, lexikos_array text, lexikos_array suffix_array,
                                                      lexikos_check* check);
/* The same by one thread of the host, without scratch in proportion to n; both arrays in host memory. */
LEXIKOS_API lexikos_status lexikos_check_suffix_array_sequentially(lexikos_context* context, lexikos_array text,
                                                                   lexikos_array suffix_array, lexikos_check* check);
/* Whether inverse[suffix_array[i]] = i for all i. */
LEXIKOS_API lexikos_status lexikos_check_inverse_suffix_array(lexikos_context* context, lexikos_array suffix_array,
                                                              lexikos_array inverse, lexikos_check* check);

/* ----- the Burrows-Wheeler transform ----------------------------------------------------------------------------------- */

/* The symbols that precede the n + 1 suffixes, the empty one included, in their order; without that of the whole text.
 *   text           [0..n) u8; with a suffix array u8, u16 or u32
 *   suffix_array   [0..n) of the text, which makes it faster; or lexikos_none()
 *   bwt            [0..n) of the text's type
 *   primary_index  receives the rank of the whole text among the n + 1: 1 to n, and 0 for an empty text */
LEXIKOS_API lexikos_status lexikos_burrows_wheeler_transform(lexikos_context* context, lexikos_array text,
                                                             lexikos_array suffix_array, lexikos_array bwt,
                                                             lexikos_suffix_array_options const* options,
                                                             uint64_t* primary_index);
/* The same of a text in host memory, in parts, without the suffix array; both [0..n) u8 of the host, n < 2^36. */
LEXIKOS_API lexikos_status lexikos_burrows_wheeler_transform_out_of_core(lexikos_context* context, lexikos_array text,
                                                                         lexikos_array bwt,
                                                                         lexikos_suffix_array_options const* options,
                                                                         uint64_t* primary_index);
/* The text of a transform, both [0..n) u8; may be the same array. Errors also: corrupt input where no text has this transform. */
LEXIKOS_API lexikos_status lexikos_inverse_burrows_wheeler_transform(lexikos_context* context, lexikos_array bwt,
                                                                     uint64_t primary_index, lexikos_array text);
/* The transform of a collection: for each document its last symbol, then for each suffix the one before it.
 *   text          [0..n) u8, u16 or u32
 *   documents     d of them, which cover the text
 *   suffix_array  [0..n) of both, or lexikos_none()
 *   terminator    stands for the ends of documents: a value of the type that the text does not have
 *   bwt           [0..n + d) */
LEXIKOS_API lexikos_status lexikos_document_burrows_wheeler_transform(lexikos_context* context, lexikos_array text,
                                                                      lexikos_documents const* documents,
                                                                      lexikos_array suffix_array, uint64_t terminator,
                                                                      lexikos_array bwt);
/* Its documents: text [0..n), offsets [0..d] u64. */
LEXIKOS_API lexikos_status lexikos_inverse_document_burrows_wheeler_transform(lexikos_context* context, lexikos_array bwt,
                                                                              uint64_t terminator, lexikos_array text,
                                                                              lexikos_array offsets);

#ifdef __cplusplus
}
#endif

#endif
