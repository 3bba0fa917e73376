/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What distributed.h has, in a program that does not use MPI. */
#include "support.h"

#include <string.h>

#ifdef LEXIKOS_TEST_HAVE_MPI

void test_one_process(lexikos_context* context)
{
  lexikos_ranks* ranks = NULL;
  REFUSED(LEXIKOS_INVALID_ARGUMENT, lexikos_ranks_create(context, 0, NULL, &ranks));
  CHECK(ranks == NULL && strstr(lexikos_message(), "MPI is not initialised") != NULL);
  lexikos_ranks_free(ranks);
}

#else

#define NOT_SUPPORTED(call)                             \
  do {                                                  \
    REFUSED(LEXIKOS_NOT_SUPPORTED, call);               \
    CHECK(strstr(lexikos_message(), "no MPI") != NULL); \
  } while (0)

static void ask_for_arrays(lexikos_context* context)
{
  lexikos_array const none = lexikos_none();
  lexikos_result* result = NULL;
  lexikos_check check;
  uint64_t number = 0;
  NOT_SUPPORTED(lexikos_part_of(10, 0, 1, &number, &number));
  NOT_SUPPORTED(lexikos_distributed_suffix_array(context, NULL, none, none, none, NULL));
  NOT_SUPPORTED(lexikos_distributed_inverse_suffix_array(context, NULL, none, none));
  NOT_SUPPORTED(lexikos_distributed_lcp_array(context, NULL, none, none, none));
  NOT_SUPPORTED(lexikos_distributed_burrows_wheeler_transform(context, NULL, none, none, NULL, &number));
  NOT_SUPPORTED(lexikos_distributed_check_suffix_array(context, NULL, none, none, &check));
  NOT_SUPPORTED(lexikos_distributed_streamed_duplicate_ranges(context, NULL, none, none, none, none, NULL, &result));
  CHECK(result == NULL);
}

static void ask_for_indexes(lexikos_context* context)
{
  lexikos_array const none = lexikos_none();
  lexikos_result* result = NULL;
  lexikos_index_by_range* by_range = NULL;
  lexikos_index_by_range_facts range_facts;
  lexikos_index_by_text* by_text = NULL;
  lexikos_index_by_text_facts text_facts;
  lexikos_type types[2];
  uint64_t number = 0;
  NOT_SUPPORTED(lexikos_index_by_range_create(context, NULL, none, none, NULL, &by_range));
  NOT_SUPPORTED(lexikos_index_by_range_get_facts(by_range, &range_facts));
  NOT_SUPPORTED(lexikos_index_by_range_count(context, by_range, none, none, NULL, none));
  NOT_SUPPORTED(lexikos_index_by_range_intervals(context, by_range, none, none, NULL, none, none));
  NOT_SUPPORTED(lexikos_index_by_range_locate(context, by_range, none, none, NULL, &result));
  NOT_SUPPORTED(lexikos_index_by_range_locate_intervals(context, by_range, none, none, NULL, &result));
  NOT_SUPPORTED(lexikos_index_by_range_extract(context, by_range, none, none, &result));
  NOT_SUPPORTED(lexikos_index_by_range_save(context, by_range, ""));
  NOT_SUPPORTED(lexikos_index_by_range_load(context, NULL, "", NULL, &by_range));
  NOT_SUPPORTED(lexikos_index_by_range_saved_types("", &types[0], &types[1]));
  NOT_SUPPORTED(lexikos_index_by_text_create(context, NULL, none, 0, NULL, &by_text));
  NOT_SUPPORTED(lexikos_index_by_text_create_fm(context, NULL, none, 0, NULL, &by_text));
  NOT_SUPPORTED(lexikos_index_by_text_get_facts(by_text, &text_facts));
  NOT_SUPPORTED(lexikos_index_by_text_get_part(by_text, 0, &number, &number));
  NOT_SUPPORTED(lexikos_index_by_text_count(context, by_text, none, none, NULL, none));
  NOT_SUPPORTED(lexikos_index_by_text_locate(context, by_text, none, none, NULL, &result));
  NOT_SUPPORTED(lexikos_index_by_text_extract(context, by_text, none, none, &result));
  NOT_SUPPORTED(lexikos_index_by_text_save(context, by_text, ""));
  NOT_SUPPORTED(lexikos_index_by_text_load(context, NULL, "", &by_text));
  NOT_SUPPORTED(lexikos_index_by_text_saved_facts("", &text_facts));
  CHECK(result == NULL && by_range == NULL && by_text == NULL);
  lexikos_index_by_range_free(by_range);
  lexikos_index_by_text_free(by_text);
}

void test_one_process(lexikos_context* context)
{
  lexikos_ranks* ranks = NULL;
  lexikos_ranks_facts facts;
  NOT_SUPPORTED(lexikos_ranks_create(context, 0, NULL, &ranks));
  CHECK(ranks == NULL);
  NOT_SUPPORTED(lexikos_ranks_get_facts(ranks, &facts));
  CHECK(strcmp(lexikos_transport_name(LEXIKOS_MPI_TRANSPORT), "unknown") == 0);
  lexikos_ranks_free(ranks);
  ask_for_arrays(context);
  ask_for_indexes(context);
}

#endif
