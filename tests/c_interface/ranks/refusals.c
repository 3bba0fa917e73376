/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What one rank cannot do, all ranks refuse, with the message of that rank; and the ranks go on. */
#include "ranks.h"

#include <mpi.h>
#include <stdio.h>
#include <string.h>

/* A call that one rank made wrong: the status is that of all, and the message of the others names the rank. */
#define REFUSED_BY_FIRST(status, call)                                  \
  do {                                                                  \
    REFUSED(status, call);                                              \
    CHECK(w->rank == 0 || strstr(lexikos_message(), "rank 0") != NULL); \
    expect_use(w);                                                      \
  } while (0)

/* The ranks are of use. */
static void expect_use(world const* w)
{
  uint8_t const symbol = (uint8_t)(w->rank + 1);
  uint32_t suffix = 99;
  OK(lexikos_distributed_suffix_array(w->context, w->ranks, lexikos_u8(&symbol, 1), lexikos_u32(&suffix, 1),
                                      lexikos_none(), NULL));
  CHECK(suffix == (uint32_t)w->rank); /* symbols ascend */
}

static int32_t stop(void* user, double fraction)
{
  (void)user;
  (void)fraction;
  return 1;
}

static void refuse_arrays(world const* w, lexikos_array text, lexikos_array suffixes, lexikos_array wide)
{
  lexikos_distributed_suffix_array_options options = LEXIKOS_DISTRIBUTED_SUFFIX_ARRAY_OPTIONS_INIT;
  lexikos_array shorter = suffixes;
  lexikos_array nowhere = text;
  lexikos_array odd = text;
  lexikos_check check;
  uint64_t primary = 0;
  --shorter.size;
  nowhere.data = NULL;
  odd.type = 3;
  REFUSED_BY_FIRST(
      LEXIKOS_INVALID_ARGUMENT,
      lexikos_distributed_suffix_array(w->context, w->ranks, on_first(w, odd, text), suffixes, lexikos_none(), NULL));
  REFUSED_BY_FIRST(LEXIKOS_INVALID_ARGUMENT,
                   lexikos_distributed_suffix_array(w->context, w->ranks, on_first(w, nowhere, text), suffixes,
                                                    lexikos_none(), NULL));
  REFUSED_BY_FIRST(
      LEXIKOS_INVALID_ARGUMENT,
      lexikos_distributed_suffix_array(w->context, w->ranks, text, on_first(w, text, suffixes), lexikos_none(), NULL));
  REFUSED(LEXIKOS_INVALID_ARGUMENT,
          lexikos_distributed_suffix_array(w->context, w->ranks, text, on_first(w, shorter, suffixes), lexikos_none(),
                                           NULL));
  REFUSED(LEXIKOS_INVALID_ARGUMENT, lexikos_distributed_suffix_array(
                                        w->context, w->ranks, text, on_first(w, wide, suffixes), lexikos_none(), NULL));
  REFUSED(LEXIKOS_INVALID_ARGUMENT, lexikos_distributed_suffix_array(w->context, w->ranks, text, suffixes,
                                                                     on_first(w, shorter, lexikos_none()), NULL));
  options.max_parts = 0;
  REFUSED(LEXIKOS_INVALID_ARGUMENT,
          lexikos_distributed_suffix_array(w->context, w->ranks, text, suffixes, lexikos_none(), &options));
  options.size = 1;
  REFUSED_BY_FIRST(LEXIKOS_INVALID_ARGUMENT,
                   lexikos_distributed_suffix_array(w->context, w->ranks, text, suffixes, lexikos_none(),
                                                    w->rank == 0 ? &options : NULL));
  OK(lexikos_context_set_progress(w->context, w->rank == 0 ? stop : NULL, NULL));
  REFUSED(LEXIKOS_CANCELLED,
          lexikos_distributed_suffix_array(w->context, w->ranks, text, suffixes, lexikos_none(), NULL));
  OK(lexikos_context_set_progress(w->context, NULL, NULL));
  expect_use(w);

  REFUSED_BY_FIRST(LEXIKOS_INVALID_ARGUMENT, lexikos_distributed_inverse_suffix_array(w->context, w->ranks, suffixes,
                                                                                      on_first(w, wide, suffixes)));
  REFUSED(LEXIKOS_INVALID_ARGUMENT,
          lexikos_distributed_inverse_suffix_array(w->context, w->ranks, suffixes, on_first(w, shorter, suffixes)));
  REFUSED_BY_FIRST(LEXIKOS_INVALID_ARGUMENT, lexikos_distributed_lcp_array(w->context, w->ranks, text, suffixes,
                                                                           on_first(w, lexikos_none(), suffixes)));
  REFUSED(LEXIKOS_INVALID_ARGUMENT,
          lexikos_distributed_lcp_array(w->context, w->ranks, text, suffixes, on_first(w, shorter, suffixes)));
  REFUSED_BY_FIRST(LEXIKOS_INVALID_ARGUMENT,
                   lexikos_distributed_burrows_wheeler_transform(w->context, w->ranks, text, text, NULL,
                                                                 w->rank == 0 ? NULL : &primary));
  REFUSED(LEXIKOS_INVALID_ARGUMENT,
          lexikos_distributed_burrows_wheeler_transform(w->context, w->ranks, wide, wide, NULL, &primary));
  REFUSED_BY_FIRST(LEXIKOS_INVALID_ARGUMENT, lexikos_distributed_check_suffix_array(
                                                 w->context, w->ranks, text, suffixes, w->rank == 0 ? NULL : &check));
  REFUSED(LEXIKOS_INVALID_ARGUMENT,
          lexikos_distributed_suffix_array(w->context, NULL, text, suffixes, lexikos_none(), NULL));
  REFUSED(LEXIKOS_INVALID_ARGUMENT,
          lexikos_distributed_suffix_array(NULL, w->ranks, text, suffixes, lexikos_none(), NULL));
}

static void refuse_by_range(world const* w, lexikos_array text, lexikos_array suffixes, char const* path)
{
  uint8_t const symbol = 0;
  uint64_t const offsets[2] = {0, 1};
  uint32_t numbers[2] = {0, 0};
  lexikos_array const pattern = lexikos_u8(&symbol, 1);
  lexikos_array const count = lexikos_u32(numbers, 1);
  lexikos_array wide = lexikos_u64(offsets, 1);
  lexikos_array shorter = suffixes;
  lexikos_index_by_range* index = NULL;
  lexikos_index_by_text* other_kind = NULL;
  lexikos_index_by_range_facts facts;
  lexikos_result* result = NULL;
  lexikos_type types[2];
  --shorter.size;
  REFUSED(LEXIKOS_INVALID_ARGUMENT,
          lexikos_index_by_range_create(w->context, w->ranks, text, on_first(w, shorter, suffixes), NULL, &index));
  CHECK(index == NULL);
  REFUSED_BY_FIRST(LEXIKOS_INVALID_ARGUMENT, lexikos_index_by_range_create(w->context, w->ranks, text, suffixes, NULL,
                                                                           w->rank == 0 ? NULL : &index));
  CHECK(index == NULL);
  OK(lexikos_index_by_range_create(w->context, w->ranks, text, suffixes, NULL, &index));
  REFUSED_BY_FIRST(LEXIKOS_INVALID_ARGUMENT, lexikos_index_by_range_count(w->context, index, on_first(w, wide, pattern),
                                                                          lexikos_u64(offsets, 2), NULL, count));
  REFUSED(LEXIKOS_INVALID_ARGUMENT, lexikos_index_by_range_count(w->context, index, pattern, lexikos_u64(offsets, 2),
                                                                 NULL, on_first(w, lexikos_u32(numbers, 2), count)));
  REFUSED_BY_FIRST(LEXIKOS_INVALID_ARGUMENT,
                   lexikos_index_by_range_intervals(w->context, index, pattern, lexikos_u64(offsets, 2), NULL, count,
                                                    on_first(w, wide, count)));
  REFUSED_BY_FIRST(LEXIKOS_INVALID_ARGUMENT,
                   lexikos_index_by_range_locate(w->context, index, pattern, lexikos_u64(offsets, 2), NULL,
                                                 w->rank == 0 ? NULL : &result));
  CHECK(result == NULL);
  REFUSED(LEXIKOS_INVALID_ARGUMENT,
          lexikos_index_by_range_locate_intervals(w->context, index, count, on_first(w, lexikos_u32(numbers, 2), count),
                                                  NULL, &result));
  REFUSED(LEXIKOS_INVALID_ARGUMENT, lexikos_index_by_range_extract(w->context, index, count, wide, &result));
  REFUSED_BY_FIRST(LEXIKOS_INVALID_ARGUMENT,
                   lexikos_index_by_range_save(w->context, index, w->rank == 0 ? NULL : path));
  REFUSED(LEXIKOS_INVALID_ARGUMENT,
          lexikos_index_by_range_count(w->context, NULL, pattern, lexikos_u64(offsets, 2), NULL, count));
  REFUSED(LEXIKOS_INVALID_ARGUMENT, lexikos_index_by_range_get_facts(NULL, &facts));
  OK(lexikos_index_by_range_save(w->context, index, path));
  lexikos_index_by_range_free(index);
  REFUSED(LEXIKOS_INVALID_ARGUMENT, lexikos_index_by_text_load(w->context, w->ranks, path, &other_kind));
  CHECK(other_kind == NULL);
  REFUSED(LEXIKOS_UNREADABLE_FILE, lexikos_index_by_range_load(w->context, w->ranks, "/nowhere", NULL, &index));
  CHECK(index == NULL);
  REFUSED(LEXIKOS_UNREADABLE_FILE, lexikos_index_by_range_saved_types("/nowhere", &types[0], &types[1]));
  REFUSED(LEXIKOS_INVALID_ARGUMENT, lexikos_index_by_range_saved_types(NULL, &types[0], &types[1]));
  expect_use(w);
}

static void refuse_by_text(world const* w, lexikos_array text, char const* path)
{
  uint8_t const symbols[3] = {0, 1, 2};
  uint64_t const offsets[2] = {0, 3};
  uint64_t const offsets_of_two[2] = {0, 2};
  uint64_t number = 0;
  lexikos_array const pattern = lexikos_u8(symbols, 3);
  lexikos_array const count = lexikos_u64(&number, 1);
  lexikos_fm_index_options options = LEXIKOS_FM_INDEX_OPTIONS_INIT;
  lexikos_index_by_text* index = NULL;
  lexikos_index_by_text_facts facts;
  lexikos_result* result = NULL;
  REFUSED(LEXIKOS_INVALID_ARGUMENT,
          lexikos_index_by_text_create(w->context, w->ranks, text, (uint64_t)w->rank, NULL, &index));
  CHECK(index == NULL);
  REFUSED(LEXIKOS_INVALID_ARGUMENT, w->rank == 0
                                        ? lexikos_index_by_text_create_fm(w->context, w->ranks, text, 2, NULL, &index)
                                        : lexikos_index_by_text_create(w->context, w->ranks, text, 2, NULL, &index));
  REFUSED_BY_FIRST(
      LEXIKOS_INVALID_ARGUMENT,
      lexikos_index_by_text_create(w->context, w->ranks, on_first(w, lexikos_none(), text), 2, NULL, &index));
  options.size = 0;
  REFUSED_BY_FIRST(LEXIKOS_INVALID_ARGUMENT, lexikos_index_by_text_create_fm(w->context, w->ranks, text, 2,
                                                                             w->rank == 0 ? &options : NULL, &index));
  CHECK(index == NULL);
  options.size = sizeof options;
  options.sample_rate = 0;
  OK(lexikos_index_by_text_create_fm(w->context, w->ranks, text, 2, &options, &index));
  REFUSED_BY_FIRST(
      LEXIKOS_INVALID_ARGUMENT,
      lexikos_index_by_text_count(w->context, index, pattern, /* too long on the first */
                                  on_first(w, lexikos_u64(offsets, 2), lexikos_u64(offsets_of_two, 2)), NULL, count));
  REFUSED_BY_FIRST(LEXIKOS_INVALID_ARGUMENT,
                   lexikos_index_by_text_count(w->context, index, pattern, lexikos_u64(offsets_of_two, 2), NULL,
                                               on_first(w, lexikos_none(), count)));
  REFUSED(LEXIKOS_NOT_SUPPORTED,
          lexikos_index_by_text_locate(w->context, index, pattern, lexikos_u64(offsets_of_two, 2), NULL, &result));
  REFUSED(LEXIKOS_NOT_SUPPORTED,
          lexikos_index_by_text_extract(w->context, index, count, lexikos_u64(offsets + 1, 1), &result));
  REFUSED_BY_FIRST(
      LEXIKOS_INVALID_ARGUMENT,
      lexikos_index_by_text_extract(w->context, index, on_first(w, lexikos_none(), count), count, &result));
  CHECK(result == NULL);
  REFUSED(LEXIKOS_INVALID_ARGUMENT,
          lexikos_index_by_text_count(w->context, NULL, pattern, lexikos_u64(offsets, 2), NULL, count));
  REFUSED(LEXIKOS_INVALID_ARGUMENT, lexikos_index_by_text_get_facts(index, NULL));
  REFUSED_BY_FIRST(LEXIKOS_INVALID_ARGUMENT, lexikos_index_by_text_save(w->context, index, w->rank == 0 ? NULL : path));
  lexikos_index_by_text_free(index);
  REFUSED(LEXIKOS_UNREADABLE_FILE, lexikos_index_by_text_load(w->context, w->ranks, "/nowhere", &index));
  CHECK(index == NULL);
  REFUSED(LEXIKOS_UNREADABLE_FILE, lexikos_index_by_text_saved_facts("/nowhere", &facts));
  expect_use(w);
}

void test_refusals_of_ranks(world const* w, char const* folder)
{
  char path[1024];
  text t = new_text(60, 3, 0, 0);
  split const s = new_split(w, t.n, EVEN_SPLIT);
  lexikos_array const symbols = encoded(t.symbols, t.n, LEXIKOS_U8);
  lexikos_array const entries = encoded(t.suffixes, t.n, LEXIKOS_U32);
  lexikos_array const wide = encoded(t.suffixes, t.n, LEXIKOS_U64);
  snprintf(path, sizeof path, "%s_refused", folder);
  expect_use(w);
  refuse_by_range(w, part_of_array(symbols, w, &s), part_of_array(entries, w, &s), path);
  refuse_by_text(w, part_of_array(symbols, w, &s), path);
  refuse_arrays(w, part_of_array(symbols, w, &s), part_of_array(entries, w, &s), part_of_array(wide, w, &s));
  free_array(symbols);
  free_array(entries);
  free_array(wide);
  free_text(&t);
}

void test_creation_of_ranks(world const* w)
{
  int32_t const communicator = MPI_Comm_c2f(MPI_COMM_WORLD);
  lexikos_ranks_options options = LEXIKOS_RANKS_OPTIONS_INIT;
  lexikos_ranks* ranks = NULL;
  lexikos_ranks_facts facts;
  uint64_t first = 0;
  uint64_t extent = 0;
  REFUSED(LEXIKOS_INVALID_ARGUMENT, lexikos_ranks_create(NULL, communicator, NULL, &ranks));
  REFUSED(LEXIKOS_INVALID_ARGUMENT, lexikos_ranks_create(w->context, communicator, NULL, NULL));
  REFUSED(LEXIKOS_INVALID_ARGUMENT, lexikos_ranks_create(w->context, MPI_Comm_c2f(MPI_COMM_NULL), NULL, &ranks));
  options.transport = LEXIKOS_NCCL_TRANSPORT + 1;
  REFUSED(LEXIKOS_INVALID_ARGUMENT, lexikos_ranks_create(w->context, communicator, &options, &ranks));
  options.transport = LEXIKOS_STAGED_MPI_TRANSPORT; /* not on the host */
  REFUSED(LEXIKOS_NOT_SUPPORTED, lexikos_ranks_create(w->context, communicator, &options, &ranks));
  options.transport = LEXIKOS_AUTOMATIC_TRANSPORT;
  options.piece_bytes = 0;
  REFUSED(LEXIKOS_INVALID_ARGUMENT, lexikos_ranks_create(w->context, communicator, &options, &ranks));
  options.piece_bytes = 1000 + (uint64_t)w->rank;
  REFUSED(LEXIKOS_INVALID_ARGUMENT, lexikos_ranks_create(w->context, communicator, &options, &ranks));
  CHECK(ranks == NULL);
  options.piece_bytes = 1000;
  options.staging_bytes = 1 << 20;
  options.patience_seconds = 100;
  OK(lexikos_ranks_create(w->context, communicator, &options, &ranks));
  OK(lexikos_ranks_get_facts(ranks, &facts));
  CHECK(facts.staging_bytes == 1 << 20);
  CHECK(strcmp(lexikos_transport_name(facts.transport), "MPI") == 0);
  CHECK(strcmp(lexikos_transport_name(-1), "unknown") == 0);
  REFUSED(LEXIKOS_INVALID_ARGUMENT, lexikos_ranks_get_facts(ranks, NULL));
  REFUSED(LEXIKOS_INVALID_ARGUMENT, lexikos_ranks_get_facts(NULL, &facts));
  REFUSED(LEXIKOS_INVALID_ARGUMENT, lexikos_finalize());
  lexikos_ranks_free(ranks);
  lexikos_ranks_free(NULL);
  lexikos_index_by_range_free(NULL);
  lexikos_index_by_text_free(NULL);

  OK(lexikos_part_of(10, 2, 3, &first, &extent));
  CHECK(first == 7 && extent == 3);
  OK(lexikos_part_of(10, 0, 3, &first, &extent));
  CHECK(first == 0 && extent == 4);
  REFUSED(LEXIKOS_INVALID_ARGUMENT, lexikos_part_of(10, 3, 3, &first, &extent));
  REFUSED(LEXIKOS_INVALID_ARGUMENT, lexikos_part_of(10, 0, 0, &first, &extent));
  REFUSED(LEXIKOS_INVALID_ARGUMENT, lexikos_part_of(10, 0, 1, NULL, &extent));
}
