/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef LEXIKOS_C_DISTRIBUTED_H
#define LEXIKOS_C_DISTRIBUTED_H

/* Texts whose parts lie on the ranks of an MPI communicator, one after the other: suffix arrays, LCP arrays, the
 * Burrows-Wheeler transform, duplicates, search. In builds without MPI all functions here return LEXIKOS_NOT_SUPPORTED.
 *
 *     int provided;
 *     lexikos_context* context;
 *     lexikos_ranks* ranks;
 *     MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
 *     lexikos_context_create(NULL, &context);
 *     lexikos_ranks_create(context, MPI_Comm_c2f(MPI_COMM_WORLD), NULL, &ranks);
 *     lexikos_distributed_suffix_array(context, ranks, lexikos_u8(part, n), lexikos_u64(suffixes, n), lexikos_none(), NULL);
 *     lexikos_ranks_free(ranks);
 *     lexikos_context_free(context);
 *     MPI_Finalize();
 *
 * Functions that take `ranks`, or an index of several ranks, are collective unless a line says that they are not: all ranks
 * call them, with arrays of the same types and the same options; a context, its progress function included, is a rank's own.
 * The part of a rank may be of any extent, also empty: an array of no entries, but of its type. An error is one of all ranks,
 * with the same status and the message of the lowest rank that failed; but for NULL contexts and handles, which leave the other
 * ranks waiting. After it the ranks stay usable, unless it is LEXIKOS_DEVICE_FAILURE: where MPI itself fails, they are of no
 * use any more. */

#include <lexikos/c/collections.h>
#include <lexikos/c/search.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ----- ranks ----------------------------------------------------------------------------------------------------------- */

typedef int32_t lexikos_transport;
enum lexikos_transport_values {
  LEXIKOS_AUTOMATIC_TRANSPORT = 0,  /* the best that the context's device, the build and the MPI library offer */
  LEXIKOS_MPI_TRANSPORT = 1,        /* MPI reads and writes the arrays themselves: host memory */
  LEXIKOS_STAGED_MPI_TRANSPORT = 2, /* device memory through pinned memory of the host, piece after piece */
  LEXIKOS_DEVICE_MPI_TRANSPORT = 3, /* MPI reads and writes device memory: where the MPI library says that it can */
  LEXIKOS_NCCL_TRANSPORT = 4        /* from GPU to GPU by NCCL: where the build has it and each rank has a GPU of its own */
};
/* "MPI" and so on; "unknown" for other numbers, and in builds without MPI. */
LEXIKOS_API char const* lexikos_transport_name(lexikos_transport transport);

/* The ranks that index one text together: a duplicate of an MPI communicator. */
typedef struct lexikos_ranks lexikos_ranks;

typedef struct lexikos_ranks_options {
  size_t size;
  lexikos_transport transport;
  int32_t reserved;
  uint64_t staging_bytes;  /* of pinned memory, twice, where device memory goes by way of the host: 1 to 2^30 */
  uint64_t piece_bytes;    /* of one message, at most: 1 to 2^30 */
  double patience_seconds; /* after which a rank that waits for another one gives up (LEXIKOS_DEVICE_FAILURE); 0: never */
} lexikos_ranks_options;
#define LEXIKOS_RANKS_OPTIONS_INIT {sizeof(lexikos_ranks_options), LEXIKOS_AUTOMATIC_TRANSPORT, 0, 67108864, 1073741824, 0}

/* Ranks that work on the device of this context, and of others of the same device.
 *   communicator  as Fortran numbers it: MPI_Comm_c2f(communicator) in C
 * MPI is initialised by the caller, best before the first context, which chooses a GPU by the local rank; one call at a time
 * uses the ranks, on the thread that MPI_Init_thread allows. Errors: invalid argument (MPI is not initialised, options that
 * differ or are out of range), not supported (a build without MPI; a transport that the build, the device or the MPI library
 * does not have). */
LEXIKOS_API lexikos_status lexikos_ranks_create(lexikos_context* context, int32_t communicator,
                                                lexikos_ranks_options const* options, lexikos_ranks** ranks);
/* The duplicate goes with the last handle that has it, these ranks or an index of them: all of them are freed on all ranks, in
 * the same order, before MPI_Finalize. */
LEXIKOS_API void lexikos_ranks_free(lexikos_ranks* ranks);

typedef struct lexikos_ranks_facts {
  int32_t rank;                /* of the caller, from 0 on */
  int32_t size;                /* how many ranks */
  lexikos_transport transport; /* that was chosen */
  int32_t is_broken;           /* not 0: MPI failed, and the ranks are of no use any more */
  uint64_t staging_bytes;
} lexikos_ranks_facts;
/* Not collective. */
LEXIKOS_API lexikos_status lexikos_ranks_get_facts(lexikos_ranks const* ranks, lexikos_ranks_facts* facts);
/* The part [first .. first + extent) of a rank where n symbols are split evenly: parts differ by one symbol at most. Not
 * collective. Errors: invalid argument (no such rank), not supported (a build without MPI). */
LEXIKOS_API lexikos_status lexikos_part_of(uint64_t n, int32_t rank, int32_t size, uint64_t* first, uint64_t* extent);

/* ----- arrays ---------------------------------------------------------------------------------------------------------- */

typedef struct lexikos_distributed_suffix_array_options {
  size_t size;
  uint64_t max_parts; /* all suffixes are sorted in so many parts at most: more take less memory; 1 to 4096 */
  uint64_t part_size;  /* suffixes of a rank that are a part of their own, about: at least 1 */
} lexikos_distributed_suffix_array_options;
#define LEXIKOS_DISTRIBUTED_SUFFIX_ARRAY_OPTIONS_INIT {sizeof(lexikos_distributed_suffix_array_options), 16, 1048576}

/* Sorts the suffixes of the whole text.
 *   text          this rank's part of the text, u8, u16, u32 or u64; parts follow each other in the order of the ranks
 *   suffix_array  receives this rank's part of the suffix array, u32 for n <= 2^32 - 2, else u64; parts of any extents,
 *                 together as many entries as the text has symbols
 *   inverse       receives this rank's part of the inverse, of the same type, in parts of any extents too; or, on all ranks,
 *                 lexikos_none()
 * Errors: invalid argument (extents, types, options), not supported (2^32 - 1 symbols and more on a rank), out of memory,
 * cancelled, device failure. */
LEXIKOS_API lexikos_status lexikos_distributed_suffix_array(lexikos_context* context, lexikos_ranks const* ranks,
                                                            lexikos_array text, lexikos_array suffix_array,
                                                            lexikos_array inverse,
                                                            lexikos_distributed_suffix_array_options const* options);
/* inverse[suffix_array[i]] = i, over all ranks: both in parts of any extents, u32 or u64. Of the permutation is checked only
 * that entries are below n. Errors as above. */
LEXIKOS_API lexikos_status lexikos_distributed_inverse_suffix_array(lexikos_context* context, lexikos_ranks const* ranks,
                                                                    lexikos_array suffix_array, lexikos_array inverse);
/* The LCP array of the whole text, see lexikos_lcp_array.
 *   text, suffix_array  this rank's parts; of the array is checked only that entries are positions
 *   lcp                 receives as many entries as this rank has of the suffix array, of its type */
LEXIKOS_API lexikos_status lexikos_distributed_lcp_array(lexikos_context* context, lexikos_ranks const* ranks,
                                                         lexikos_array text, lexikos_array suffix_array, lexikos_array lcp);
/* The Burrows-Wheeler transform of the whole text, see lexikos_burrows_wheeler_transform.
 *   text           this rank's part, u8, u16 or u32
 *   bwt            receives this rank's part of the transform, of the same type, in parts of any extents
 *   primary_index  receives the rank of the whole text among all suffixes, the same on every rank */
LEXIKOS_API lexikos_status lexikos_distributed_burrows_wheeler_transform(
  lexikos_context* context, lexikos_ranks const* ranks, lexikos_array text, lexikos_array bwt,
  lexikos_distributed_suffix_array_options const* options, uint64_t* primary_index);
/* Whether parts of an array of any values are the suffix array of the whole text, see lexikos_check_suffix_array: the same
 * answer on every rank. */
LEXIKOS_API lexikos_status lexikos_distributed_check_suffix_array(lexikos_context* context, lexikos_ranks const* ranks,
                                                                  lexikos_array text, lexikos_array suffix_array,
                                                                  lexikos_check* check);

/* ----- duplicates ------------------------------------------------------------------------------------------------------ */

/* As lexikos_streamed_duplicate_ranges, found by all ranks together, and returned on each.
 *   text, offsets, other, other_offsets  all of them in host memory of every rank, the same on all, of which only the extents
 *                                        are compared: ranks of one host may share a mapped file
 *   options                              the same on all ranks, but for max_bytes */
LEXIKOS_API lexikos_status lexikos_distributed_streamed_duplicate_ranges(lexikos_context* context, lexikos_ranks const* ranks,
                                                                         lexikos_array text, lexikos_array offsets,
                                                                         lexikos_array other, lexikos_array other_offsets,
                                                                         lexikos_duplicate_options const* options,
                                                                         lexikos_result** result);

/* ----- search by ranges of the suffix array ---------------------------------------------------------------------------- */

/* The suffix array lies on the ranks, in ranges, and the text on every rank, in as few bits a symbol as it needs: a pattern
 * goes to the rank in whose range it belongs. Answers are those of lexikos_suffix_index over the whole text. Patterns are given
 * as there; each rank asks for as many as it likes, or for none (no symbols, and the offset 0). */
typedef struct lexikos_index_by_range lexikos_index_by_range;

typedef struct lexikos_index_by_range_options {
  size_t size;
  uint64_t table_entries; /* of a rank's table of prefixes, at most, besides two; 0: half as many as its range has */
  int32_t copy;           /* not 0: keeps a copy of the suffix array, see lexikos_suffix_index_options */
  int32_t reserved;
} lexikos_index_by_range_options;
#define LEXIKOS_INDEX_BY_RANGE_OPTIONS_INIT {sizeof(lexikos_index_by_range_options), 0, 0, 0}

/*   text          this rank's part of the text, u8, u16 or u32, which is not kept
 *   suffix_array  this rank's part of its suffix array, u32 or u64, in parts of any extents; entries are not checked
 * Errors: invalid argument (extents, types, options), not supported (2^32 - 1 entries and more on a rank), out of memory,
 * device failure. */
LEXIKOS_API lexikos_status lexikos_index_by_range_create(lexikos_context* context, lexikos_ranks const* ranks,
                                                         lexikos_array text, lexikos_array suffix_array,
                                                         lexikos_index_by_range_options const* options,
                                                         lexikos_index_by_range** index);
/* The index may outlive its ranks; see lexikos_ranks_free. */
LEXIKOS_API void lexikos_index_by_range_free(lexikos_index_by_range* index);

typedef struct lexikos_index_by_range_facts {
  uint64_t n;                 /* symbols of the whole text */
  uint64_t first_entry;       /* how many entries of the suffix array lie on the ranks before this one */
  lexikos_array suffix_array; /* this rank's range; it lives as long as the index */
  lexikos_type symbol_type;
  lexikos_type index_type;
  int32_t bits_of_symbol; /* in the packed text */
  int32_t reserved;
} lexikos_index_by_range_facts;
/* Not collective. */
LEXIKOS_API lexikos_status lexikos_index_by_range_get_facts(lexikos_index_by_range const* index,
                                                            lexikos_index_by_range_facts* facts);
/* counts[i], of the index' type, receives how often this rank's pattern i occurs in the whole text. */
LEXIKOS_API lexikos_status lexikos_index_by_range_count(lexikos_context* context, lexikos_index_by_range const* index,
                                                        lexikos_array symbols, lexikos_array offsets,
                                                        lexikos_search_options const* options, lexikos_array counts);
/* begins[i], ends[i], of the index' type, receive the interval of this rank's pattern i in the whole suffix array; one without
 * entries, wherever it begins, if it does not occur. */
LEXIKOS_API lexikos_status lexikos_index_by_range_intervals(lexikos_context* context, lexikos_index_by_range const* index,
                                                            lexikos_array symbols, lexikos_array offsets,
                                                            lexikos_search_options const* options, lexikos_array begins,
                                                            lexikos_array ends);
/* All positions of this rank's patterns: LEXIKOS_OFFSETS, LEXIKOS_POSITIONS of the index' type. */
LEXIKOS_API lexikos_status lexikos_index_by_range_locate(lexikos_context* context, lexikos_index_by_range const* index,
                                                         lexikos_array symbols, lexikos_array offsets,
                                                         lexikos_search_options const* options, lexikos_result** result);
/* The same of intervals of any values. */
LEXIKOS_API lexikos_status lexikos_index_by_range_locate_intervals(lexikos_context* context,
                                                                   lexikos_index_by_range const* index, lexikos_array begins,
                                                                   lexikos_array ends, lexikos_search_options const* options,
                                                                   lexikos_result** result);
/* The symbols text[begins[i] .. ends[i]) of the whole text for all i, begins and ends of the index' type: LEXIKOS_SYMBOLS and
 * LEXIKOS_OFFSETS. Places are cut to n. Not collective. */
LEXIKOS_API lexikos_status lexikos_index_by_range_extract(lexikos_context* context, lexikos_index_by_range const* index,
                                                          lexikos_array begins, lexikos_array ends, lexikos_result** result);
/* Writes a folder, as the program reads and writes it, as a whole or not at all, on a file system that all ranks see. Errors:
 * unwritable file. */
LEXIKOS_API lexikos_status lexikos_index_by_range_save(lexikos_context* context, lexikos_index_by_range const* index,
                                                       char const* path);
/* On any number of ranks; of the options table_entries counts. Errors: unreadable file, corrupt input, invalid argument
 * (another kind). */
LEXIKOS_API lexikos_status lexikos_index_by_range_load(lexikos_context* context, lexikos_ranks const* ranks, char const* path,
                                                       lexikos_index_by_range_options const* options,
                                                       lexikos_index_by_range** index);
/* The types of the index in a folder. Not collective. Errors: unreadable file, corrupt input, invalid argument (another
 * kind). */
LEXIKOS_API lexikos_status lexikos_index_by_range_saved_types(char const* path, lexikos_type* index_type,
                                                              lexikos_type* symbol_type);

/* ----- search by parts of the text ------------------------------------------------------------------------------------- */

/* Each rank has an index of its own part, and of the symbols after it; every pattern is asked on all ranks. There is no order
 * of all suffixes; counts, positions and places are u64, of the whole text. Patterns are given as above. */
typedef struct lexikos_index_by_text lexikos_index_by_text;

/* Of suffix indexes, and of FM-indexes.
 *   text             this rank's part of the text, u8, u16 or u32, which is copied
 *   longest_pattern  symbols of the longest pattern that will be asked for; 0: parts are texts of their own, such as documents:
 *                    patterns are of any length, and occur in no two parts
 *   options          of a rank's index; `copy` has no meaning. An index type of 0 is LEXIKOS_U32 if it is wide enough for the
 *                    largest part
 * Progress is that of this rank's index. Errors: those of lexikos_suffix_index_create and lexikos_fm_index_create, device
 * failure. */
LEXIKOS_API lexikos_status lexikos_index_by_text_create(lexikos_context* context, lexikos_ranks const* ranks,
                                                        lexikos_array text, uint64_t longest_pattern,
                                                        lexikos_suffix_index_options const* options,
                                                        lexikos_index_by_text** index);
LEXIKOS_API lexikos_status lexikos_index_by_text_create_fm(lexikos_context* context, lexikos_ranks const* ranks,
                                                           lexikos_array text, uint64_t longest_pattern,
                                                           lexikos_fm_index_options const* options,
                                                           lexikos_index_by_text** index);
/* The index may outlive its ranks; see lexikos_ranks_free. */
LEXIKOS_API void lexikos_index_by_text_free(lexikos_index_by_text* index);

typedef struct lexikos_index_by_text_facts {
  uint64_t n;               /* symbols of the whole text */
  uint64_t longest_pattern; /* 0: of any length */
  uint64_t shards;          /* indexes of this rank; in a folder, of all */
  lexikos_type symbol_type;
  lexikos_type index_type; /* of a rank's index */
  int32_t is_fm;           /* not 0: FM-indexes */
  int32_t reserved;
} lexikos_index_by_text_facts;
/* Not collective. */
LEXIKOS_API lexikos_status lexikos_index_by_text_get_facts(lexikos_index_by_text const* index,
                                                           lexikos_index_by_text_facts* facts);
/* The symbols [first .. first + extent) of the whole text that a shard of this rank has. Not collective. Errors: invalid
 * argument (no such shard). */
LEXIKOS_API lexikos_status lexikos_index_by_text_get_part(lexikos_index_by_text const* index, uint64_t shard, uint64_t* first,
                                                          uint64_t* extent);
/* counts[i], u64, receives how often this rank's pattern i occurs in the whole text. Errors also: invalid argument for a
 * pattern above longest_pattern. */
LEXIKOS_API lexikos_status lexikos_index_by_text_count(lexikos_context* context, lexikos_index_by_text const* index,
                                                       lexikos_array symbols, lexikos_array offsets,
                                                       lexikos_search_options const* options, lexikos_array counts);
/* All positions of this rank's patterns, ascending: LEXIKOS_OFFSETS, LEXIKOS_POSITIONS (u64). With max_positions, those on the
 * ranks with the first parts. Errors also: not supported for FM-indexes with sample rate 0. */
LEXIKOS_API lexikos_status lexikos_index_by_text_locate(lexikos_context* context, lexikos_index_by_text const* index,
                                                        lexikos_array symbols, lexikos_array offsets,
                                                        lexikos_search_options const* options, lexikos_result** result);
/* The symbols text[begins[i] .. ends[i]) of the whole text for all i, begins and ends u64: LEXIKOS_SYMBOLS and LEXIKOS_OFFSETS.
 * Places are cut to n. Errors also: not supported for FM-indexes with neither samples nor the text. */
LEXIKOS_API lexikos_status lexikos_index_by_text_extract(lexikos_context* context, lexikos_index_by_text const* index,
                                                         lexikos_array begins, lexikos_array ends, lexikos_result** result);
/* Writes a folder, as lexikos_index_by_range_save does. */
LEXIKOS_API lexikos_status lexikos_index_by_text_save(lexikos_context* context, lexikos_index_by_text const* index,
                                                      char const* path);
/* On any number of ranks, among which the shards are dealt out. Errors: unreadable file, corrupt input, invalid argument
 * (another kind). */
LEXIKOS_API lexikos_status lexikos_index_by_text_load(lexikos_context* context, lexikos_ranks const* ranks, char const* path,
                                                      lexikos_index_by_text** index);
/* What a folder says of its indexes. Not collective. Errors as lexikos_index_by_range_saved_types. */
LEXIKOS_API lexikos_status lexikos_index_by_text_saved_facts(char const* path, lexikos_index_by_text_facts* facts);

#ifdef __cplusplus
}
#endif

#endif
