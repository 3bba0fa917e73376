/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What is in the place of a result when a call is refused: NULL, whatever is wrong. */
#include "support.h"

#include <stddef.h>

#define EMPTY(type, call)                  \
  do {                                     \
    type* place = (type*)(void*)&anything; \
    CHECK((call) != LEXIKOS_OK);           \
    CHECK(place == NULL);                  \
  } while (0)

/* Arrays of no type, no handles, and no context unless one is given. */
static void check_places(lexikos_context* context)
{
  static int anything;
  lexikos_array const none = lexikos_none();
  EMPTY(lexikos_documents, lexikos_documents_create(context, none, 0, &place));
  EMPTY(lexikos_documents, lexikos_documents_from_lengths(context, none, &place));
  EMPTY(lexikos_documents, lexikos_documents_load(context, NULL, &place));
  EMPTY(lexikos_result, lexikos_within_documents(context, NULL, NULL, none, &place));
  EMPTY(lexikos_document_index, lexikos_document_index_create(context, none, NULL, NULL, &place));
  EMPTY(lexikos_result, lexikos_document_index_list(context, NULL, none, none, NULL, &place));
  EMPTY(lexikos_result, lexikos_document_index_top(context, NULL, none, none, 0, NULL, &place));
  EMPTY(lexikos_document_frequencies, lexikos_document_frequencies_create(context, none, none, NULL, &place));
  EMPTY(lexikos_result, lexikos_next_symbols(context, none, none, none, none, none, 0, &place));
  EMPTY(lexikos_result, lexikos_longest_suffixes(context, none, none, none, none, 0, &place));
  EMPTY(lexikos_result, lexikos_duplicate_ranges(context, none, NULL, NULL, &place));
  EMPTY(lexikos_result, lexikos_duplicate_ranges_of_other(context, none, NULL, none, NULL, NULL, &place));
  EMPTY(lexikos_result, lexikos_duplicate_windows(context, none, NULL, NULL, &place));
  EMPTY(lexikos_result, lexikos_remove_ranges(context, none, NULL, none, none, &place));
  EMPTY(lexikos_result, lexikos_streamed_duplicate_ranges(context, none, none, none, none, NULL, &place));
  EMPTY(lexikos_result, lexikos_overlap(context, none, NULL, none, NULL, NULL, &place));
  EMPTY(lexikos_result, lexikos_compressed_contents(context, none, &place));
  if (context == NULL) EMPTY(lexikos_ranks, lexikos_ranks_create(NULL, 0, NULL, &place));
  EMPTY(lexikos_result, lexikos_distributed_streamed_duplicate_ranges(context, NULL, none, none, none, none, NULL, &place));
  EMPTY(lexikos_index_by_range, lexikos_index_by_range_create(context, NULL, none, none, NULL, &place));
  EMPTY(lexikos_result, lexikos_index_by_range_locate(context, NULL, none, none, NULL, &place));
  EMPTY(lexikos_result, lexikos_index_by_range_locate_intervals(context, NULL, none, none, NULL, &place));
  EMPTY(lexikos_result, lexikos_index_by_range_extract(context, NULL, none, none, &place));
  EMPTY(lexikos_index_by_range, lexikos_index_by_range_load(context, NULL, NULL, NULL, &place));
  EMPTY(lexikos_index_by_text, lexikos_index_by_text_create(context, NULL, none, 0, NULL, &place));
  EMPTY(lexikos_index_by_text, lexikos_index_by_text_create_fm(context, NULL, none, 0, NULL, &place));
  EMPTY(lexikos_result, lexikos_index_by_text_locate(context, NULL, none, none, NULL, &place));
  EMPTY(lexikos_result, lexikos_index_by_text_extract(context, NULL, none, none, &place));
  EMPTY(lexikos_index_by_text, lexikos_index_by_text_load(context, NULL, NULL, &place));
  EMPTY(lexikos_result, lexikos_find_matches(context, none, none, none, NULL, &place));
  EMPTY(lexikos_result, lexikos_suffix_index_find_matches(context, NULL, none, none, NULL, &place));
  EMPTY(lexikos_result, lexikos_fm_index_find_matches(context, NULL, none, none, NULL, &place));
  EMPTY(lexikos_result, lexikos_approximate_search(context, NULL, none, none, NULL, &place));
  EMPTY(lexikos_result, lexikos_list_kmers(context, none, none, none, 0, NULL, NULL, &place));
  EMPTY(lexikos_result, lexikos_list_compared_kmers(context, none, 0, none, none, 0, 0, NULL, NULL, &place));
  EMPTY(lexikos_suffix_index, lexikos_suffix_index_create(context, none, none, none, none, NULL, &place));
  EMPTY(lexikos_result, lexikos_suffix_index_locate(context, NULL, none, none, NULL, &place));
  EMPTY(lexikos_result, lexikos_suffix_index_locate_intervals(context, NULL, none, none, NULL, &place));
  EMPTY(lexikos_suffix_index, lexikos_suffix_index_load(context, NULL, &place));
  EMPTY(lexikos_fm_index, lexikos_fm_index_create(context, none, none, NULL, &place));
  EMPTY(lexikos_fm_index, lexikos_fm_index_from_bwt(context, none, 0, none, NULL, &place));
  EMPTY(lexikos_fm_index, lexikos_fm_index_out_of_core(context, none, NULL, &place));
  EMPTY(lexikos_result, lexikos_fm_index_locate(context, NULL, none, none, NULL, &place));
  EMPTY(lexikos_result, lexikos_fm_index_locate_intervals(context, NULL, none, none, NULL, &place));
  EMPTY(lexikos_result, lexikos_fm_index_extract(context, NULL, none, none, &place));
  EMPTY(lexikos_fm_index, lexikos_fm_index_load(context, NULL, &place));
  EMPTY(lexikos_lce, lexikos_lce_create(context, none, none, 0, &place));
  EMPTY(lexikos_bit_vector, lexikos_bit_vector_create(context, none, 0, 0, &place));
  EMPTY(lexikos_bit_vector, lexikos_bit_vector_from_flags(context, none, 0, &place));
  EMPTY(lexikos_bit_vector, lexikos_bit_vector_from_positions(context, none, 0, 0, &place));
  EMPTY(lexikos_bit_vector, lexikos_bit_vector_load(context, NULL, &place));
  EMPTY(lexikos_wavelet, lexikos_wavelet_create(context, none, NULL, &place));
  EMPTY(lexikos_result, lexikos_wavelet_distinct(context, NULL, none, none, &place));
  EMPTY(lexikos_wavelet, lexikos_wavelet_load(context, NULL, &place));
  EMPTY(lexikos_range_extrema, lexikos_range_extrema_create(context, none, 0, 0, &place));
}

void test_places(lexikos_context* context)
{
  check_places(NULL);
  check_places(context);
}
