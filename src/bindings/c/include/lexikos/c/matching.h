/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef LEXIKOS_C_MATCHING_H
#define LEXIKOS_C_MATCHING_H

/* Exact matches of queries in a text, and occurrences of patterns with errors. Texts of bytes. */

#include <lexikos/c/search.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Queries are symbols and offsets like patterns. `text_offsets`, u64 and ascending, are those of documents of the text, which
 * nothing crosses; lexikos_none(): it is one. A text that is asked once needs no index: it is made and freed within the call. */

typedef int32_t lexikos_match_kind;
enum lexikos_match_kind_values {
  LEXIKOS_MAXIMAL = 0,        /* all maximal exact matches (MEM) */
  LEXIKOS_SUPERMAXIMAL = 1,   /* of strings of a query that lie in no longer one which occurs in the text (SMEM) */
  LEXIKOS_UNIQUE_IN_TEXT = 2, /* maximal, of strings that occur once in the text (MAM) */
  LEXIKOS_UNIQUE_IN_BOTH = 3  /* and once in their query (MUM) */
};
typedef int32_t lexikos_strands;
enum lexikos_strands_values { LEXIKOS_FORWARD = 0, LEXIKOS_REVERSE_COMPLEMENT = 1, LEXIKOS_BOTH_STRANDS = 2 };

typedef struct lexikos_match_options {
  size_t size;
  lexikos_match_kind kind;
  lexikos_strands strands;
  uint64_t min_length;      /* symbols of a match, at least */
  uint64_t min_occurrences; /* of its string in the text */
  uint64_t max_occurrences; /* 0: any number; where there are more, they are left out, and the query is in LEXIKOS_CAPPED */
  int32_t only_acgt;        /* not 0: other symbols of queries match nothing */
  lexikos_type index_type;  /* of the results where there is no index: 0: LEXIKOS_U32 if it is wide enough */
  lexikos_array text_offsets;
} lexikos_match_options;
#define LEXIKOS_MATCH_OPTIONS_INIT {sizeof(lexikos_match_options), LEXIKOS_MAXIMAL, LEXIKOS_FORWARD, 20, 1, 0, 0, 0, {0, 0, 0, 0}}

/* Matches, sorted by query, strand, position in the query, position in the text, in columns of the index' type:
 * LEXIKOS_POSITIONS (in the text), LEXIKOS_QUERIES, LEXIKOS_QUERY_POSITIONS (of the strand), LEXIKOS_LENGTHS; LEXIKOS_REVERSED (u8,
 * 1 on the reverse strand; empty unless both are searched); LEXIKOS_OCCURRENCES (of the string; empty unless supermaximal);
 * LEXIKOS_OFFSETS (matches of each query), LEXIKOS_CAPPED (numbers of queries). */
LEXIKOS_API lexikos_status lexikos_find_matches(lexikos_context* context, lexikos_array text, lexikos_array symbols,
                                                lexikos_array offsets, lexikos_match_options const* options,
                                                lexikos_result** result);
LEXIKOS_API lexikos_status lexikos_suffix_index_find_matches(lexikos_context* context, lexikos_suffix_index const* index,
                                                             lexikos_array symbols, lexikos_array offsets,
                                                             lexikos_match_options const* options, lexikos_result** result);
/* Of an index with a sample rate above 0; so too its matching statistics. */
LEXIKOS_API lexikos_status lexikos_fm_index_find_matches(lexikos_context* context, lexikos_fm_index const* index,
                                                         lexikos_array symbols, lexikos_array offsets,
                                                         lexikos_match_options const* options, lexikos_result** result);

/* For each symbol of the queries, how long the longest prefix of the rest of its query is that occurs in the text, and a position
 * where it does (the largest value of the type for length 0).
 *   lengths    [0..symbols.size) u32 or u64; of an index, its type
 *   positions  [0..symbols.size) of the same type, or lexikos_none() */
LEXIKOS_API lexikos_status lexikos_matching_statistics(lexikos_context* context, lexikos_array text, lexikos_array text_offsets,
                                                       lexikos_array symbols, lexikos_array offsets, lexikos_array lengths,
                                                       lexikos_array positions);
LEXIKOS_API lexikos_status lexikos_suffix_index_matching_statistics(lexikos_context* context, lexikos_suffix_index const* index,
                                                                    lexikos_array text_offsets, lexikos_array symbols,
                                                                    lexikos_array offsets, lexikos_array lengths,
                                                                    lexikos_array positions);
LEXIKOS_API lexikos_status lexikos_fm_index_matching_statistics(lexikos_context* context, lexikos_fm_index const* index,
                                                                lexikos_array text_offsets, lexikos_array symbols,
                                                                lexikos_array offsets, lexikos_array lengths,
                                                                lexikos_array positions);

/* ----- with errors ----------------------------------------------------------------------------------------------------- */

typedef int32_t lexikos_error_model;
enum lexikos_error_model_values {
  LEXIKOS_HAMMING = 0, /* symbols that differ */
  LEXIKOS_EDIT = 1     /* and symbols that are missing, or one more */
};
typedef struct lexikos_approximate_search_options {
  size_t size;
  lexikos_error_model model;
  uint32_t max_errors;     /* 0 to 4 */
  uint64_t max_candidates; /* places of the text that are looked at for a pattern; 0: all */
  lexikos_array text_offsets;
} lexikos_approximate_search_options;
#define LEXIKOS_APPROXIMATE_SEARCH_OPTIONS_INIT {sizeof(lexikos_approximate_search_options), LEXIKOS_HAMMING, 2, 0, {0, 0, 0, 0}}

/* Where occurrences of patterns end: LEXIKOS_ENDS (1 to n, of the index' type, ascending), LEXIKOS_DISTANCES (u8, of the best that
 * ends there), LEXIKOS_OFFSETS (of each pattern), LEXIKOS_CAPPED (numbers of patterns whose places were not all looked at). */
LEXIKOS_API lexikos_status lexikos_approximate_search(lexikos_context* context, lexikos_suffix_index const* index,
                                                      lexikos_array symbols, lexikos_array offsets,
                                                      lexikos_approximate_search_options const* options,
                                                      lexikos_result** result);

#ifdef __cplusplus
}
#endif

#endif
