/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef LEXIKOS_C_COLLECTIONS_H
#define LEXIKOS_C_COLLECTIONS_H

/* Documents: where they lie, which have a pattern, what they have in common, what comes next in them. */

#include <lexikos/c/arrays.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ----- documents ------------------------------------------------------------------------------------------------------- */

/*   offsets  [0..count] u64, ascending, none above `size`: document d is [offsets[d], offsets[d + 1]). They are copied
 *   size     symbols of the text */
LEXIKOS_API lexikos_status lexikos_documents_create(lexikos_context* context, lexikos_array offsets, uint64_t size,
                                                    lexikos_documents** documents);
/* Of these lengths, u32 or u64, the first from 0 on; the text is as long as all of them. */
LEXIKOS_API lexikos_status lexikos_documents_from_lengths(lexikos_context* context, lexikos_array lengths,
                                                          lexikos_documents** documents);
/* Those of an index in a file. Errors: corrupt input where it has none. */
LEXIKOS_API lexikos_status lexikos_documents_load(lexikos_context* context, char const* path, lexikos_documents** documents);
LEXIKOS_API void lexikos_documents_free(lexikos_documents* documents);
/* The offsets, [0..count], live as long as the documents. Each pointer may be NULL. */
LEXIKOS_API lexikos_status lexikos_documents_get(lexikos_documents const* documents, uint64_t* count, uint64_t* size,
                                                 lexikos_array* offsets);
/* documents_of[i] receives the document that has positions[i], of any value; the largest value of the type if none has. Both of u32
 * or u64, and may be the same array. */
LEXIKOS_API lexikos_status lexikos_documents_document_of(lexikos_context* context, lexikos_documents const* documents,
                                                         lexikos_array positions, lexikos_array documents_of);
/* Of occurrences, as an index locates them (LEXIKOS_OFFSETS, LEXIKOS_POSITIONS), those that lie in one document as a whole.
 *   pattern_offsets  [0..patterns] of the patterns */
LEXIKOS_API lexikos_status lexikos_within_documents(lexikos_context* context, lexikos_documents const* documents,
                                                    lexikos_result const* occurrences, lexikos_array pattern_offsets,
                                                    lexikos_result** result);

/* ----- which documents have a pattern ---------------------------------------------------------------------------------- */

typedef struct lexikos_document_index lexikos_document_index;

typedef struct lexikos_document_index_options {
  size_t size;
  int32_t list;  /* not 0: lists, and what asks for lengths */
  int32_t count; /* not 0: counts in a bounded number of steps */
  int32_t top;   /* not 0: the most frequent documents of long intervals in less time */
  int32_t copy;  /* of the suffix array, see lexikos_suffix_index_options */
} lexikos_document_index_options;
#define LEXIKOS_DOCUMENT_INDEX_OPTIONS_INIT {sizeof(lexikos_document_index_options), 1, 0, 0, 0}

/* Over a suffix array [0..n) of u32 or u64 of the documents' text; the documents may be freed. */
LEXIKOS_API lexikos_status lexikos_document_index_create(lexikos_context* context, lexikos_array suffix_array,
                                                         lexikos_documents const* documents,
                                                         lexikos_document_index_options const* options,
                                                         lexikos_document_index** index);
LEXIKOS_API void lexikos_document_index_free(lexikos_document_index* index);
/* Bytes held beside suffix array and documents, and the document of each suffix, u32 [0..n). Each pointer may be NULL. */
LEXIKOS_API lexikos_status lexikos_document_index_get(lexikos_document_index const* index, uint64_t* bytes,
                                                      lexikos_array* document_array);

typedef struct lexikos_document_query_options {
  size_t size;
  uint64_t max_documents; /* of an interval that is listed, the first in the order of the suffixes; 0: all */
  int32_t sort;           /* not 0: listed documents ascend */
  int32_t reserved;
  lexikos_array lengths;  /* [0..intervals) u64: a suffix counts where so many symbols lie in its document; or lexikos_none() */
} lexikos_document_query_options;
#define LEXIKOS_DOCUMENT_QUERY_OPTIONS_INIT {sizeof(lexikos_document_query_options), 0, 0, 0, {0, 0, 0, 0}}

/* Intervals [begins[i], ends[i]) of the suffix array, of its type. counts[i], u32, receives how many documents they have. */
LEXIKOS_API lexikos_status lexikos_document_index_count(lexikos_context* context, lexikos_document_index const* index,
                                                        lexikos_array begins, lexikos_array ends,
                                                        lexikos_document_query_options const* options, lexikos_array counts);
/* Which: LEXIKOS_OFFSETS, LEXIKOS_DOCUMENTS (u32). */
LEXIKOS_API lexikos_status lexikos_document_index_list(lexikos_context* context, lexikos_document_index const* index,
                                                       lexikos_array begins, lexikos_array ends,
                                                       lexikos_document_query_options const* options, lexikos_result** result);
/* The k with the most suffixes, the most frequent first: also LEXIKOS_COUNTS (u64). */
LEXIKOS_API lexikos_status lexikos_document_index_top(lexikos_context* context, lexikos_document_index const* index,
                                                      lexikos_array begins, lexikos_array ends, uint64_t k,
                                                      lexikos_document_query_options const* options, lexikos_result** result);

/* How many documents have a string, by two numbers of a table; of the intervals of strings alone. */
typedef struct lexikos_document_frequencies lexikos_document_frequencies;
/* suffix_array, lcp: [0..n) of u32 or u64, which are not kept. */
LEXIKOS_API lexikos_status lexikos_document_frequencies_create(lexikos_context* context, lexikos_array suffix_array,
                                                               lexikos_array lcp, lexikos_documents const* documents,
                                                               lexikos_document_frequencies** frequencies);
LEXIKOS_API void lexikos_document_frequencies_free(lexikos_document_frequencies* frequencies);
/* counts: u32; begins, ends: u32 or u64. */
LEXIKOS_API lexikos_status lexikos_document_frequencies_count(lexikos_context* context,
                                                              lexikos_document_frequencies const* frequencies,
                                                              lexikos_array begins, lexikos_array ends, lexikos_array counts);

/* ----- what comes next ------------------------------------------------------------------------------------------------- */

/* For each interval of a suffix array whose suffixes have their first depths[i] symbols in common, the symbols that follow:
 * LEXIKOS_OFFSETS, LEXIKOS_SYMBOLS (of the text's type), LEXIKOS_COUNTS (u64).
 *   text, suffix_array  [0..n) of u8, u16 or u32, and of u32 or u64
 *   begins, ends        of the suffix array's type; depths: u64
 *   max_symbols         of an interval, the most frequent, these first; 0: all, ascending */
LEXIKOS_API lexikos_status lexikos_next_symbols(lexikos_context* context, lexikos_array text, lexikos_array suffix_array,
                                                lexikos_array begins, lexikos_array ends, lexikos_array depths,
                                                uint64_t max_symbols, lexikos_result** result);
/* For each context (symbols and offsets, like patterns) its longest suffix that occurs `min_count` times or more:
 * LEXIKOS_LENGTHS (u64), and the interval, LEXIKOS_BEGINS and LEXIKOS_ENDS. */
LEXIKOS_API lexikos_status lexikos_longest_suffixes(lexikos_context* context, lexikos_array text, lexikos_array suffix_array,
                                                    lexikos_array symbols, lexikos_array offsets, uint64_t min_count,
                                                    lexikos_result** result);

/* ----- duplicates ------------------------------------------------------------------------------------------------------ */

typedef int32_t lexikos_keep;
enum lexikos_keep_values { LEXIKOS_KEEP_NONE = 0, LEXIKOS_KEEP_FIRST = 1, LEXIKOS_KEEP_FIRST_OF_EACH_DOCUMENT = 2 };

typedef struct lexikos_duplicate_options {
  size_t size;
  uint64_t length;          /* symbols of a window, 1 or more */
  uint64_t min_occurrences; /* of a window; 0: 2, or 1 in another text */
  lexikos_keep keep;        /* which windows of a group of equal ones stay */
  int32_t across_documents; /* not 0: only windows of different documents are duplicates */
  int32_t align_utf8;       /* not 0: ranges begin and end between characters */
  int32_t by_fingerprints;  /* not 0: in passes over the text, with little memory; the result is the same */
  uint64_t max_bytes;       /* by fingerprints, and streamed: of scratch; 0: 24 a symbol, or what is free */
} lexikos_duplicate_options;
#define LEXIKOS_DUPLICATE_OPTIONS_INIT {sizeof(lexikos_duplicate_options), 100, 0, LEXIKOS_KEEP_NONE, 0, 0, 0, 0}

/* The parts of a text that are duplicates: LEXIKOS_BEGINS, LEXIKOS_ENDS (u64), ascending and disjoint.
 *   text       [0..n) u8, u16, u32 or u64
 *   documents  of the text, whose borders windows do not cross; NULL: one */
LEXIKOS_API lexikos_status lexikos_duplicate_ranges(lexikos_context* context, lexikos_array text,
                                                    lexikos_documents const* documents,
                                                    lexikos_duplicate_options const* options, lexikos_result** result);
/* The parts that another text of the same type has too. */
LEXIKOS_API lexikos_status lexikos_duplicate_ranges_of_other(lexikos_context* context, lexikos_array text,
                                                             lexikos_documents const* documents, lexikos_array other,
                                                             lexikos_documents const* other_documents,
                                                             lexikos_duplicate_options const* options, lexikos_result** result);
/* The windows, in groups of equal ones: LEXIKOS_POSITIONS, LEXIKOS_OFFSETS (u64). */
LEXIKOS_API lexikos_status lexikos_duplicate_windows(lexikos_context* context, lexikos_array text,
                                                     lexikos_documents const* documents,
                                                     lexikos_duplicate_options const* options, lexikos_result** result);
/* A text without ranges (u64, ascending and disjoint): LEXIKOS_SYMBOLS, and with documents LEXIKOS_OFFSETS. */
LEXIKOS_API lexikos_status lexikos_remove_ranges(lexikos_context* context, lexikos_array text, lexikos_documents const* documents,
                                                 lexikos_array begins, lexikos_array ends, lexikos_result** result);
/* Of a text in host memory of any size, also one larger than the device's: as lexikos_duplicate_ranges, or, with another text,
 * lexikos_duplicate_ranges_of_other. All arrays, also the result's, are of the host.
 *   offsets, other, other_offsets  u64 of documents, and the text; or lexikos_none() */
LEXIKOS_API lexikos_status lexikos_streamed_duplicate_ranges(lexikos_context* context, lexikos_array text, lexikos_array offsets,
                                                             lexikos_array other, lexikos_array other_offsets,
                                                             lexikos_duplicate_options const* options, lexikos_result** result);

typedef struct lexikos_overlap_options {
  size_t size;
  uint64_t length;                  /* symbols of a window, 1 or more */
  uint64_t max_documents;           /* of the corpus that are listed for each query document */
  uint64_t chunk;                   /* symbols of the corpus on the device at a time; 0: 32 MiB of them, on hosts 4 */
  int32_t skip_counts;              /* not 0: documents of the corpus are not counted */
  int32_t reserved;
} lexikos_overlap_options;
#define LEXIKOS_OVERLAP_OPTIONS_INIT {sizeof(lexikos_overlap_options), 13, 0, 0, 0, 0}

/* What query documents have in common with a corpus, in host memory, of any size: for each, u64, LEXIKOS_COVERED (symbols in
 * windows that occur there), LEXIKOS_LONGEST (symbols of the longest common string), LEXIKOS_CORPUS_DOCUMENTS (how many have a
 * window); LEXIKOS_DOCUMENTS and LEXIKOS_OFFSETS: the first of them. Documents: NULL: one. */
LEXIKOS_API lexikos_status lexikos_overlap(lexikos_context* context, lexikos_array queries, lexikos_documents const* documents,
                                           lexikos_array corpus, lexikos_documents const* corpus_documents,
                                           lexikos_overlap_options const* options, lexikos_result** result);

#ifdef __cplusplus
}
#endif

#endif
