/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef LEXIKOS_C_SEARCH_H
#define LEXIKOS_C_SEARCH_H

/* Search of patterns: by a suffix array, or in a fraction of the memory by an FM-index; longest common extensions. */

#include <lexikos/c/arrays.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Patterns are `symbols`, of all of them, one after the other, of the text's type, and `offsets` [0..patterns] u64: pattern i is
 * symbols[offsets[i]] .. symbols[offsets[i + 1] - 1]. Offsets ascend, none is above the number of symbols. The empty pattern
 * occurs n times; one with a symbol that the text lacks 0 times. Counts, and the bounds of intervals, are of the index' type. */

typedef struct lexikos_search_options {
  size_t size;
  int32_t sort_patterns;  /* not 0: looks patterns up in the order of their first symbols; results keep theirs */
  int32_t text_order;     /* not 0: positions ascend; otherwise they are in the order of their suffixes */
  uint64_t max_positions; /* of a pattern, the first in the order of the suffixes; 0: all */
} lexikos_search_options;
#define LEXIKOS_SEARCH_OPTIONS_INIT {sizeof(lexikos_search_options), 0, 0, 0}

/* ----- by a suffix array ----------------------------------------------------------------------------------------------- */

/* Text, suffix array, and a table of the intervals of short strings. */
typedef struct lexikos_suffix_index lexikos_suffix_index;

typedef struct lexikos_suffix_index_options {
  size_t size;
  uint64_t table_entries;  /* of the table, at most; 0: half the text's length */
  int32_t copy;            /* not 0: keeps copies. 0: arrays that the device reads where they are must outlive the index */
  lexikos_type index_type; /* of a suffix array that is built; 0: LEXIKOS_U32 if it is wide enough */
} lexikos_suffix_index_options;
#define LEXIKOS_SUFFIX_INDEX_OPTIONS_INIT {sizeof(lexikos_suffix_index_options), 0, 0, 0}

/*   text                   [0..n) u8, u16 or u32
 *   suffix_array           [0..n) of the text, whose entries are not checked; lexikos_none(): it is built, and kept
 *   lcp_array, inverse     [0..n) of its type, for files and lexikos_lce_create, and to match long repeats; or lexikos_none()
 * Scratch: LEXIKOS_FOR_SUFFIX_INDEX, or what building the suffix array takes, if that is more. */
LEXIKOS_API lexikos_status lexikos_suffix_index_create(lexikos_context* context, lexikos_array text, lexikos_array suffix_array,
                                                       lexikos_array lcp_array, lexikos_array inverse,
                                                       lexikos_suffix_index_options const* options,
                                                       lexikos_suffix_index** index);
LEXIKOS_API void lexikos_suffix_index_free(lexikos_suffix_index* index);

typedef struct lexikos_suffix_index_arrays {
  lexikos_array text; /* they live as long as the index; those that it does not have are empty */
  lexikos_array suffix_array;
  lexikos_array lcp_array;
  lexikos_array inverse;
} lexikos_suffix_index_arrays;
LEXIKOS_API lexikos_status lexikos_suffix_index_get_arrays(lexikos_suffix_index const* index,
                                                           lexikos_suffix_index_arrays* arrays);
/* counts[i] receives how often pattern i occurs. */
LEXIKOS_API lexikos_status lexikos_suffix_index_count(lexikos_context* context, lexikos_suffix_index const* index,
                                                      lexikos_array symbols, lexikos_array offsets,
                                                      lexikos_search_options const* options, lexikos_array counts);
/* The suffixes that begin with pattern i are suffix_array[begins[i]] .. suffix_array[ends[i] - 1]. */
LEXIKOS_API lexikos_status lexikos_suffix_index_intervals(lexikos_context* context, lexikos_suffix_index const* index,
                                                          lexikos_array symbols, lexikos_array offsets,
                                                          lexikos_search_options const* options, lexikos_array begins,
                                                          lexikos_array ends);
/* All positions: LEXIKOS_OFFSETS, one more than patterns, and LEXIKOS_POSITIONS of the index' type. */
LEXIKOS_API lexikos_status lexikos_suffix_index_locate(lexikos_context* context, lexikos_suffix_index const* index,
                                                       lexikos_array symbols, lexikos_array offsets,
                                                       lexikos_search_options const* options, lexikos_result** result);
/* The same of intervals of any values. */
LEXIKOS_API lexikos_status lexikos_suffix_index_locate_intervals(lexikos_context* context, lexikos_suffix_index const* index,
                                                                 lexikos_array begins, lexikos_array ends,
                                                                 lexikos_search_options const* options,
                                                                 lexikos_result** result);
/* A file with checksums, as the program reads and writes it, as a whole or not at all; `documents`, of its text, go with it if
 * they are not NULL. Errors: unwritable file. */
LEXIKOS_API lexikos_status lexikos_suffix_index_save(lexikos_context* context, lexikos_suffix_index const* index,
                                                     lexikos_documents const* documents, char const* path);
/* On the host the arrays stay in the mapped file. Errors: unreadable file, corrupt input, invalid argument (another kind). */
LEXIKOS_API lexikos_status lexikos_suffix_index_load(lexikos_context* context, char const* path, lexikos_suffix_index** index);

/* ----- FM-indexes ------------------------------------------------------------------------------------------------------ */

typedef struct lexikos_fm_index lexikos_fm_index;

typedef int32_t lexikos_wavelet_shape;
enum lexikos_wavelet_shape_values { LEXIKOS_BALANCED_SHAPE = 0, LEXIKOS_HUFFMAN_SHAPE = 1 };

typedef struct lexikos_fm_index_options {
  size_t size;
  uint64_t table_entries;   /* of the rows of short strings; 0: a 32nd of the text's length; 1: none */
  uint32_t sample_rate;     /* every so-manieth place is stored, a power of two; 0: the index counts, but locates nothing */
  int32_t keep_text;        /* not 0: keeps the text, in 2 or 8 bits a symbol */
  lexikos_wavelet_shape shape;
  int32_t dna;              /* not 0: a, c, g and t are A, C, G and T */
  int32_t match_others;     /* with dna: whether other symbols occur in patterns */
  lexikos_algorithm algorithm; /* of the suffix array that it is built by */
  int32_t low_memory;
  lexikos_type index_type;  /* 0: LEXIKOS_U32 if it is wide enough, or that of the suffix array */
  uint64_t device_bytes;    /* out of core: that may be taken until the transform is there; 0: what is available */
} lexikos_fm_index_options;
#define LEXIKOS_FM_INDEX_OPTIONS_INIT {sizeof(lexikos_fm_index_options), 0, 8, 0, LEXIKOS_BALANCED_SHAPE, 0, 1, LEXIKOS_AUTOMATIC, 0, 0, 0}

/*   text          [0..n) u8, u16 or u32, which is not kept
 *   suffix_array  [0..n) u32 or u64, not checked; lexikos_none(): it is built, and freed, and not counted by
 *                 LEXIKOS_FOR_FM_INDEX only where the sample rate is 0 */
LEXIKOS_API lexikos_status lexikos_fm_index_create(lexikos_context* context, lexikos_array text, lexikos_array suffix_array,
                                                   lexikos_fm_index_options const* options, lexikos_fm_index** index);
/* The same from a transform and its primary index, which are not checked to be a text's. Without a suffix array the sample rate
 * has to be 0, and the text is not kept. */
LEXIKOS_API lexikos_status lexikos_fm_index_from_bwt(lexikos_context* context, lexikos_array bwt, uint64_t primary_index,
                                                     lexikos_array suffix_array, lexikos_fm_index_options const* options,
                                                     lexikos_fm_index** index);
/* The index of a text of bytes in host memory whose suffix array need not find room where the context works. */
LEXIKOS_API lexikos_status lexikos_fm_index_out_of_core(lexikos_context* context, lexikos_array text,
                                                        lexikos_fm_index_options const* options, lexikos_fm_index** index);
LEXIKOS_API void lexikos_fm_index_free(lexikos_fm_index* index);

typedef struct lexikos_fm_index_facts {
  uint64_t n;             /* symbols of the text */
  uint64_t bytes;         /* of memory held */
  uint64_t table_entries;
  uint32_t alphabet_size; /* distinct symbols */
  uint32_t sample_rate;
  int32_t keeps_text;
  lexikos_type symbol_type;
  lexikos_type index_type;
  int32_t reserved;
} lexikos_fm_index_facts;
LEXIKOS_API lexikos_status lexikos_fm_index_get_facts(lexikos_fm_index const* index, lexikos_fm_index_facts* facts);
/* As of suffix indexes. Errors of the functions that locate also: not supported with sample rate 0. */
LEXIKOS_API lexikos_status lexikos_fm_index_count(lexikos_context* context, lexikos_fm_index const* index, lexikos_array symbols,
                                                  lexikos_array offsets, lexikos_search_options const* options,
                                                  lexikos_array counts);
LEXIKOS_API lexikos_status lexikos_fm_index_intervals(lexikos_context* context, lexikos_fm_index const* index,
                                                      lexikos_array symbols, lexikos_array offsets,
                                                      lexikos_search_options const* options, lexikos_array begins,
                                                      lexikos_array ends);
LEXIKOS_API lexikos_status lexikos_fm_index_locate(lexikos_context* context, lexikos_fm_index const* index, lexikos_array symbols,
                                                   lexikos_array offsets, lexikos_search_options const* options,
                                                   lexikos_result** result);
LEXIKOS_API lexikos_status lexikos_fm_index_locate_intervals(lexikos_context* context, lexikos_fm_index const* index,
                                                             lexikos_array begins, lexikos_array ends,
                                                             lexikos_search_options const* options, lexikos_result** result);
/* The symbols text[begins[i] .. ends[i]) for all i: LEXIKOS_SYMBOLS and LEXIKOS_OFFSETS. Places are cut to n. Errors also: not
 * supported with neither samples nor the text. */
LEXIKOS_API lexikos_status lexikos_fm_index_extract(lexikos_context* context, lexikos_fm_index const* index, lexikos_array begins,
                                                    lexikos_array ends, lexikos_result** result);
LEXIKOS_API lexikos_status lexikos_fm_index_save(lexikos_context* context, lexikos_fm_index const* index,
                                                 lexikos_documents const* documents, char const* path);
LEXIKOS_API lexikos_status lexikos_fm_index_load(lexikos_context* context, char const* path, lexikos_fm_index** index);

/* ----- longest common extensions --------------------------------------------------------------------------------------- */

typedef struct lexikos_lce lexikos_lce;

/* inverse, lcp_array: [0..n) u32 or u64, of one text. Kept or copied as `copy` says (see lexikos_suffix_index_options). */
LEXIKOS_API lexikos_status lexikos_lce_create(lexikos_context* context, lexikos_array inverse, lexikos_array lcp_array,
                                              int32_t copy, lexikos_lce** lce);
LEXIKOS_API void lexikos_lce_free(lexikos_lce* lce);
/* lengths[q] receives how many symbols the text has in common with itself from firsts[q] and from seconds[q] on; 0 for
 * positions beyond it. All of the arrays' type. */
LEXIKOS_API lexikos_status lexikos_lce_lengths(lexikos_context* context, lexikos_lce const* lce, lexikos_array firsts,
                                               lexikos_array seconds, lexikos_array lengths);

#ifdef __cplusplus
}
#endif

#endif
