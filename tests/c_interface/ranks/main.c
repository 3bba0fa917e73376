/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* main FOLDER: the tests on several ranks, whose indexes go to folders beside this name */
#include "ranks.h"

#include <mpi.h>
#include <stdio.h>

split new_split(world const* w, uint64_t n, int kind)
{
  split s;
  int r;
  int other;
  s.first[0] = 0;
  for (r = 1; r < w->size; ++r) {
    uint64_t extent = 0;
    if (kind == EVEN_SPLIT)
      OK(lexikos_part_of(n, r, w->size, &s.first[r], &extent));
    else if (kind == ONE_RANK_SPLIT)
      s.first[r] = r <= w->size / 2 ? 0 : n;
    else
      s.first[r] = random_below(n + 1);
    for (other = r; other > 1 && s.first[other] < s.first[other - 1]; --other) { /* in order */
      uint64_t const kept = s.first[other];
      s.first[other] = s.first[other - 1];
      s.first[other - 1] = kept;
    }
  }
  s.first[w->size] = n;
  return s;
}

uint64_t first_of(world const* w, split const* s)
{
  return s->first[w->rank];
}

lexikos_array part_of_array(lexikos_array all, world const* w, split const* s)
{
  lexikos_array part = all;
  part.data = (char*)all.data + first_of(w, s) * (uint64_t)all.type;
  part.size = s->first[w->rank + 1] - first_of(w, s);
  return part;
}

int is_part(lexikos_array got, uint64_t const* expected, uint64_t first)
{
  uint64_t i;
  for (i = 0; i < got.size; ++i)
    if (entry(got, i) != expected[first + i]) return 0;
  return 1;
}

lexikos_array on_first(world const* w, lexikos_array of_first, lexikos_array of_others)
{
  return w->rank == 0 ? of_first : of_others;
}

int main(int argc, char** argv)
{
  lexikos_context_options options = LEXIKOS_CONTEXT_OPTIONS_INIT;
  lexikos_ranks_facts facts;
  world w = {NULL, NULL, 0, 1};
  int provided = 0;
  int all = 0;
  if (argc != 2) return 2;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &w.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &w.size);
  options.device = LEXIKOS_HOST_DEVICE; /* whose memory the slow readers read */
  OK(lexikos_context_create(&options, &w.context));
  test_creation_of_ranks(&w);
  OK(lexikos_ranks_create(w.context, MPI_Comm_c2f(MPI_COMM_WORLD), NULL, &w.ranks));
  OK(lexikos_ranks_get_facts(w.ranks, &facts));
  CHECK(facts.rank == w.rank && facts.size == w.size && facts.transport == LEXIKOS_MPI_TRANSPORT);
  CHECK(facts.is_broken == 0 && facts.staging_bytes == 64 << 20);
  if (w.ranks != NULL && w.size <= MAX_RANKS) {
    test_arrays_of_ranks(&w);
    test_duplicates_of_ranks(&w);
    test_search_by_range(&w, argv[1]);
    test_search_by_text(&w, argv[1]);
    test_refusals_of_ranks(&w, argv[1]);
  }
  lexikos_ranks_free(w.ranks);
  MPI_Allreduce(&failures, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Finalize();
  REFUSED(LEXIKOS_INVALID_ARGUMENT, lexikos_ranks_create(w.context, 0, NULL, &w.ranks));
  CHECK(w.ranks == NULL);
  lexikos_context_free(w.context);
  OK(lexikos_finalize()); /* all handles are gone */
  if (w.rank == 0 && all != 0) fprintf(stderr, "%d checks failed on all ranks\n", all);
  return all != 0 || failures != 0;
}
