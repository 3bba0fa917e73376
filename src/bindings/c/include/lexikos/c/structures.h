/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef LEXIKOS_C_STRUCTURES_H
#define LEXIKOS_C_STRUCTURES_H

/* Bit vectors with rank and select, wavelet matrices and trees, range minima and maxima. All queries accept any argument: what
 * is not there is the largest value of the result's type. */

#include <lexikos/c/search.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ----- bit vectors ----------------------------------------------------------------------------------------------------- */

typedef struct lexikos_bit_vector lexikos_bit_vector;

/* Between speed and space; results are the same. */
typedef int32_t lexikos_bit_layout;
enum lexikos_bit_layout_values {
  LEXIKOS_INTERLEAVED32 = 0,
  LEXIKOS_INTERLEAVED64 = 1,
  LEXIKOS_COMPACT32 = 2,
  LEXIKOS_COMPACT64 = 3,
  LEXIKOS_TWO_LEVEL = 4
};

/* Bit i is bit i % 64 of words[i / 64]; [0..ceil(size / 64)) u64, or more; size in bits. */
LEXIKOS_API lexikos_status lexikos_bit_vector_create(lexikos_context* context, lexikos_array words, uint64_t size,
                                                     lexikos_bit_layout layout, lexikos_bit_vector** bits);
/* Bit i is 1 where flags[i], u8, is not 0. */
LEXIKOS_API lexikos_status lexikos_bit_vector_from_flags(lexikos_context* context, lexikos_array flags,
                                                         lexikos_bit_layout layout, lexikos_bit_vector** bits);
/* Positions of the ones, u32 or u64, in any order, below the size. */
LEXIKOS_API lexikos_status lexikos_bit_vector_from_positions(lexikos_context* context, lexikos_array positions, uint64_t size,
                                                             lexikos_bit_layout layout, lexikos_bit_vector** bits);
LEXIKOS_API void lexikos_bit_vector_free(lexikos_bit_vector* bits);
/* Bits, ones, and bytes of memory held. Each pointer may be NULL. */
LEXIKOS_API lexikos_status lexikos_bit_vector_get(lexikos_bit_vector const* bits, uint64_t* size, uint64_t* ones,
                                                  uint64_t* bytes);
/* results[q], u8, receives bit positions[q], 255 beyond the size; positions: u32 or u64. */
LEXIKOS_API lexikos_status lexikos_bit_vector_access(lexikos_context* context, lexikos_bit_vector const* bits,
                                                     lexikos_array positions, lexikos_array results);
/* results[q] receives how many bits of this value (0 or 1) are in [0, positions[q]). Queries and results of one type, u32 or u64,
 * which may be the same array; u32 only for fewer than 2^32 bits. */
LEXIKOS_API lexikos_status lexikos_bit_vector_rank(lexikos_context* context, lexikos_bit_vector const* bits, int32_t value,
                                                   lexikos_array positions, lexikos_array results);
/* results[q] receives the position of the ordinals[q]-th bit of this value, from 1 on. */
LEXIKOS_API lexikos_status lexikos_bit_vector_select(lexikos_context* context, lexikos_bit_vector const* bits, int32_t value,
                                                     lexikos_array ordinals, lexikos_array results);
LEXIKOS_API lexikos_status lexikos_bit_vector_save(lexikos_context* context, lexikos_bit_vector const* bits, char const* path);
LEXIKOS_API lexikos_status lexikos_bit_vector_load(lexikos_context* context, char const* path, lexikos_bit_vector** bits);

/* ----- wavelet matrices and trees -------------------------------------------------------------------------------------- */

typedef struct lexikos_wavelet lexikos_wavelet;

typedef int32_t lexikos_wavelet_kind;
enum lexikos_wavelet_kind_values {
  LEXIKOS_WAVELET_QUAD_MATRIX = 0,   /* two bits a level: half the fetches */
  LEXIKOS_WAVELET_BINARY_MATRIX = 1, /* one bit a level: less memory */
  LEXIKOS_WAVELET_TREE = 2           /* of the shape that the options say */
};
typedef struct lexikos_wavelet_options {
  size_t size;
  lexikos_wavelet_kind kind;
  lexikos_wavelet_shape shape; /* of a tree */
  uint64_t memory_budget;      /* bytes that codes may take at a time; 0: as many as the whole text takes */
} lexikos_wavelet_options;
#define LEXIKOS_WAVELET_OPTIONS_INIT {sizeof(lexikos_wavelet_options), LEXIKOS_WAVELET_QUAD_MATRIX, LEXIKOS_BALANCED_SHAPE, 0}

/* Of a text [0..n) of u8, u16 or u32, which is not kept; of the host, it goes to a GPU in pieces. */
LEXIKOS_API lexikos_status lexikos_wavelet_create(lexikos_context* context, lexikos_array text,
                                                  lexikos_wavelet_options const* options, lexikos_wavelet** wavelet);
LEXIKOS_API void lexikos_wavelet_free(lexikos_wavelet* wavelet);
typedef struct lexikos_wavelet_facts {
  uint64_t n;
  uint64_t bytes;    /* of memory held */
  double mean_depth; /* levels of a query, on average */
  lexikos_array alphabet; /* the distinct symbols, ascending; lives as long as the structure. Codes are places in it */
} lexikos_wavelet_facts;
LEXIKOS_API lexikos_status lexikos_wavelet_get_facts(lexikos_wavelet const* wavelet, lexikos_wavelet_facts* facts);

/* Symbols are of the text's type; positions, occurrences and ranks of one type, u32 (for n < 2^32) or u64; in queries on ranges
 * [begins[q], ends[q]) all but symbols that are distinct, or the most frequent, are u64. */

/* symbols[q] receives the symbol at positions[q]. */
LEXIKOS_API lexikos_status lexikos_wavelet_access(lexikos_context* context, lexikos_wavelet const* wavelet,
                                                  lexikos_array positions, lexikos_array symbols);
/* ranks[q] receives how often symbols[q] occurs in [0, positions[q]). */
LEXIKOS_API lexikos_status lexikos_wavelet_rank(lexikos_context* context, lexikos_wavelet const* wavelet, lexikos_array symbols,
                                                lexikos_array positions, lexikos_array ranks);
/* positions[q] receives where symbols[q] occurs for the occurrences[q]-th time, from 1 on. */
LEXIKOS_API lexikos_status lexikos_wavelet_select(lexikos_context* context, lexikos_wavelet const* wavelet, lexikos_array symbols,
                                                  lexikos_array occurrences, lexikos_array positions);
/* The symbol at positions[q], and its rank there. */
LEXIKOS_API lexikos_status lexikos_wavelet_inverse_select(lexikos_context* context, lexikos_wavelet const* wavelet,
                                                          lexikos_array positions, lexikos_array symbols, lexikos_array ranks);
/* ranks[q * distinct + c], u64, receives the rank at positions[q], u64, of the symbol with code c. */
LEXIKOS_API lexikos_status lexikos_wavelet_rank_all(lexikos_context* context, lexikos_wavelet const* wavelet,
                                                    lexikos_array positions, lexikos_array ranks);
/* How often symbols of [smallest[q], end_symbols[q]) occur in the range. */
LEXIKOS_API lexikos_status lexikos_wavelet_range_count(lexikos_context* context, lexikos_wavelet const* wavelet,
                                                       lexikos_array smallest, lexikos_array end_symbols, lexikos_array begins,
                                                       lexikos_array ends, lexikos_array counts);
/* The ks[q]-th smallest symbol of the range, from 0 on. */
LEXIKOS_API lexikos_status lexikos_wavelet_range_quantile(lexikos_context* context, lexikos_wavelet const* wavelet,
                                                          lexikos_array begins, lexikos_array ends, lexikos_array ks,
                                                          lexikos_array symbols);
/* The smallest symbol of the range that is not below smallest[q], and the largest that is not above largest[q], which are of the
 * text's type; results are u64. */
LEXIKOS_API lexikos_status lexikos_wavelet_range_next_value(lexikos_context* context, lexikos_wavelet const* wavelet,
                                                            lexikos_array smallest, lexikos_array begins, lexikos_array ends,
                                                            lexikos_array symbols);
LEXIKOS_API lexikos_status lexikos_wavelet_range_previous_value(lexikos_context* context, lexikos_wavelet const* wavelet,
                                                                lexikos_array largest, lexikos_array begins,
                                                                lexikos_array ends, lexikos_array symbols);
/* The distinct symbols of each range, and how often each occurs there: LEXIKOS_OFFSETS, LEXIKOS_SYMBOLS, LEXIKOS_COUNTS. */
LEXIKOS_API lexikos_status lexikos_wavelet_distinct(lexikos_context* context, lexikos_wavelet const* wavelet,
                                                    lexikos_array begins, lexikos_array ends, lexikos_result** result);
/* The k most frequent symbols of each range, at q * k .. q * k + found[q] - 1 of symbols and counts, the most frequent first. */
LEXIKOS_API lexikos_status lexikos_wavelet_top_k(lexikos_context* context, lexikos_wavelet const* wavelet, lexikos_array begins,
                                                 lexikos_array ends, uint64_t k, lexikos_array symbols, lexikos_array counts,
                                                 lexikos_array found);
LEXIKOS_API lexikos_status lexikos_wavelet_save(lexikos_context* context, lexikos_wavelet const* wavelet, char const* path);
LEXIKOS_API lexikos_status lexikos_wavelet_load(lexikos_context* context, char const* path, lexikos_wavelet** wavelet);

/* ----- range minima and maxima ----------------------------------------------------------------------------------------- */

typedef struct lexikos_range_extrema lexikos_range_extrema;

/* Minima (maxima: not 0) of ranges of values [0..n) u32 or u64, kept or copied as `copy` says. */
LEXIKOS_API lexikos_status lexikos_range_extrema_create(lexikos_context* context, lexikos_array values, int32_t maxima,
                                                        int32_t copy, lexikos_range_extrema** extrema);
LEXIKOS_API void lexikos_range_extrema_free(lexikos_range_extrema* extrema);
/* extrema_of[q], of the values' type, receives that of [begins[q], ends[q]), which are u32 or u64. */
LEXIKOS_API lexikos_status lexikos_range_extrema_values(lexikos_context* context, lexikos_range_extrema const* extrema,
                                                        lexikos_array begins, lexikos_array ends, lexikos_array extrema_of);
/* positions[q], of the type of begins, receives the first position that has it. */
LEXIKOS_API lexikos_status lexikos_range_extrema_positions(lexikos_context* context, lexikos_range_extrema const* extrema,
                                                           lexikos_array begins, lexikos_array ends, lexikos_array positions);
/* best[q * k + j] receives the j-th best value of range q, best first; all of the values' type. */
LEXIKOS_API lexikos_status lexikos_range_extrema_best_values(lexikos_context* context, lexikos_range_extrema const* extrema,
                                                             lexikos_array begins, lexikos_array ends, uint64_t k,
                                                             lexikos_array best);

#ifdef __cplusplus
}
#endif

#endif
