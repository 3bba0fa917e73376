// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What distributed.h declares, in builds without MPI.
#include <lexikos/config.hpp>

#ifndef LEXIKOS_HAVE_MPI

#include "bindings/c/status.hpp"

namespace lexikos::c
{

namespace
{

lexikos_status without_mpi() noexcept
{
  return failed(LEXIKOS_NOT_SUPPORTED, "this build of Lexikos has no MPI");
}

/// The same of a function that makes something.
template <class HandleType>
lexikos_status without_mpi(HandleType** place) noexcept
{
  clear(place);
  return without_mpi();
}

}  // namespace

}  // namespace lexikos::c

using lexikos::c::without_mpi;

char const* lexikos_transport_name(lexikos_transport)
{
  return "unknown";
}

lexikos_status lexikos_ranks_create(lexikos_context*, int32_t, lexikos_ranks_options const*, lexikos_ranks** ranks)
{
  return without_mpi(ranks);
}

void lexikos_ranks_free(lexikos_ranks*) {}

lexikos_status lexikos_ranks_get_facts(lexikos_ranks const*, lexikos_ranks_facts*)
{
  return without_mpi();
}

lexikos_status lexikos_part_of(uint64_t, int32_t, int32_t, uint64_t*, uint64_t*)
{
  return without_mpi();
}

lexikos_status lexikos_distributed_suffix_array(lexikos_context*, lexikos_ranks const*, lexikos_array, lexikos_array,
                                                lexikos_array, lexikos_distributed_suffix_array_options const*)
{
  return without_mpi();
}

lexikos_status lexikos_distributed_inverse_suffix_array(lexikos_context*, lexikos_ranks const*, lexikos_array,
                                                        lexikos_array)
{
  return without_mpi();
}

lexikos_status lexikos_distributed_lcp_array(lexikos_context*, lexikos_ranks const*, lexikos_array, lexikos_array,
                                             lexikos_array)
{
  return without_mpi();
}

lexikos_status lexikos_distributed_burrows_wheeler_transform(lexikos_context*, lexikos_ranks const*, lexikos_array,
                                                             lexikos_array,
                                                             lexikos_distributed_suffix_array_options const*, uint64_t*)
{
  return without_mpi();
}

lexikos_status lexikos_distributed_check_suffix_array(lexikos_context*, lexikos_ranks const*, lexikos_array,
                                                      lexikos_array, lexikos_check*)
{
  return without_mpi();
}

lexikos_status lexikos_distributed_streamed_duplicate_ranges(lexikos_context*, lexikos_ranks const*, lexikos_array,
                                                             lexikos_array, lexikos_array, lexikos_array,
                                                             lexikos_duplicate_options const*, lexikos_result** result)
{
  return without_mpi(result);
}

lexikos_status lexikos_index_by_range_create(lexikos_context*, lexikos_ranks const*, lexikos_array, lexikos_array,
                                             lexikos_index_by_range_options const*, lexikos_index_by_range** index)
{
  return without_mpi(index);
}

void lexikos_index_by_range_free(lexikos_index_by_range*) {}

lexikos_status lexikos_index_by_range_get_facts(lexikos_index_by_range const*, lexikos_index_by_range_facts*)
{
  return without_mpi();
}

lexikos_status lexikos_index_by_range_count(lexikos_context*, lexikos_index_by_range const*, lexikos_array,
                                            lexikos_array, lexikos_search_options const*, lexikos_array)
{
  return without_mpi();
}

lexikos_status lexikos_index_by_range_intervals(lexikos_context*, lexikos_index_by_range const*, lexikos_array,
                                                lexikos_array, lexikos_search_options const*, lexikos_array,
                                                lexikos_array)
{
  return without_mpi();
}

lexikos_status lexikos_index_by_range_locate(lexikos_context*, lexikos_index_by_range const*, lexikos_array,
                                             lexikos_array, lexikos_search_options const*, lexikos_result** result)
{
  return without_mpi(result);
}

lexikos_status lexikos_index_by_range_locate_intervals(lexikos_context*, lexikos_index_by_range const*, lexikos_array,
                                                       lexikos_array, lexikos_search_options const*,
                                                       lexikos_result** result)
{
  return without_mpi(result);
}

lexikos_status lexikos_index_by_range_extract(lexikos_context*, lexikos_index_by_range const*, lexikos_array,
                                              lexikos_array, lexikos_result** result)
{
  return without_mpi(result);
}

lexikos_status lexikos_index_by_range_save(lexikos_context*, lexikos_index_by_range const*, char const*)
{
  return without_mpi();
}

lexikos_status lexikos_index_by_range_load(lexikos_context*, lexikos_ranks const*, char const*,
                                           lexikos_index_by_range_options const*, lexikos_index_by_range** index)
{
  return without_mpi(index);
}

lexikos_status lexikos_index_by_range_saved_types(char const*, lexikos_type*, lexikos_type*)
{
  return without_mpi();
}

lexikos_status lexikos_index_by_text_create(lexikos_context*, lexikos_ranks const*, lexikos_array, uint64_t,
                                            lexikos_suffix_index_options const*, lexikos_index_by_text** index)
{
  return without_mpi(index);
}

lexikos_status lexikos_index_by_text_create_fm(lexikos_context*, lexikos_ranks const*, lexikos_array, uint64_t,
                                               lexikos_fm_index_options const*, lexikos_index_by_text** index)
{
  return without_mpi(index);
}

void lexikos_index_by_text_free(lexikos_index_by_text*) {}

lexikos_status lexikos_index_by_text_get_facts(lexikos_index_by_text const*, lexikos_index_by_text_facts*)
{
  return without_mpi();
}

lexikos_status lexikos_index_by_text_get_part(lexikos_index_by_text const*, uint64_t, uint64_t*, uint64_t*)
{
  return without_mpi();
}

lexikos_status lexikos_index_by_text_count(lexikos_context*, lexikos_index_by_text const*, lexikos_array, lexikos_array,
                                           lexikos_search_options const*, lexikos_array)
{
  return without_mpi();
}

lexikos_status lexikos_index_by_text_locate(lexikos_context*, lexikos_index_by_text const*, lexikos_array,
                                            lexikos_array, lexikos_search_options const*, lexikos_result** result)
{
  return without_mpi(result);
}

lexikos_status lexikos_index_by_text_extract(lexikos_context*, lexikos_index_by_text const*, lexikos_array,
                                             lexikos_array, lexikos_result** result)
{
  return without_mpi(result);
}

lexikos_status lexikos_index_by_text_save(lexikos_context*, lexikos_index_by_text const*, char const*)
{
  return without_mpi();
}

lexikos_status lexikos_index_by_text_load(lexikos_context*, lexikos_ranks const*, char const*,
                                          lexikos_index_by_text** index)
{
  return without_mpi(index);
}

lexikos_status lexikos_index_by_text_saved_facts(char const*, lexikos_index_by_text_facts*)
{
  return without_mpi();
}

#endif
