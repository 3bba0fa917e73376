// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// libdivsufsort (Mori): sequential induced sorting on hosts.

#include <lexikos/config.hpp>
#include <lexikos/detail/execution_spaces.hpp>
#include <limits>
#include <string>

#include "common/invert.hpp"
#include "suffix_array/algorithms/algorithms.hpp"
#include "system/works_on_host.hpp"
#ifdef LEXIKOS_HAVE_LIBDIVSUFSORT
#include "backends/libdivsufsort/suffix_array.hpp"
#endif

namespace lexikos::suffix_array_detail
{

template <class ExecutionSpace>
bool has_libdivsufsort()
{
#ifdef LEXIKOS_HAVE_LIBDIVSUFSORT
  return detail::works_on_host<ExecutionSpace>;
#else
  return false;
#endif
}

/// Nothing but for `automatic`, which counts symbols. Its indices are signed: beyond 2^31 it needs an array of its own, which
/// does not come from the workspace.
template <class Index>
std::size_t libdivsufsort_workspace_bytes(std::size_t n)
{
  bool const needs_own_array = sizeof(Index) == 4 && n > std::numeric_limits<std::int32_t>::max();
  return (needs_own_array ? sizeof(std::int64_t) * n : 0) + (std::size_t{1} << 16);
}

template <class ExecutionSpace, class Index>
void sort_by_libdivsufsort([[maybe_unused]] SortRun<ExecutionSpace, Index>& run)
{
  detail::require(has_libdivsufsort<ExecutionSpace>(), ErrorCode::not_supported,
                  "libdivsufsort is not in this build for " + std::string(ExecutionSpace::name()));
#ifdef LEXIKOS_HAVE_LIBDIVSUFSORT
  if constexpr (detail::works_on_host<ExecutionSpace>) {
    auto const& context = run.context;
    detail::require(run.text.has_bytes(), ErrorCode::not_supported,
                    "libdivsufsort sorts texts of up to 256 distinct symbols; this one has " +
                        std::to_string(run.statistics().alphabet_size));
    context.report.all_unsorted();
    context.space.fence("lexikos::suffix_array::libdivsufsort");  // it reads and writes outside of the instance
    context.step("libdivsufsort", [&] {
      backends::libdivsufsort::suffix_array(run.text.bytes().data(), run.suffix_array.data(), run.size());
    });
    if (run.wants_inverse())
      context.step("invert", [&] { detail::invert(context.space, run.suffix_array, run.inverse); });
    context.report.progress(0);
  }
#endif
}

#define LEXIKOS_INSTANTIATE(SPACE, INDEX) template void sort_by_libdivsufsort(SortRun<SPACE, INDEX>&);
LEXIKOS_FOR_EACH_SPACE_AND_INDEX(LEXIKOS_INSTANTIATE)
#define LEXIKOS_INSTANTIATE_SPACE(SPACE) template bool has_libdivsufsort<SPACE>();
LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE_SPACE)
template std::size_t libdivsufsort_workspace_bytes<std::uint32_t>(std::size_t);
template std::size_t libdivsufsort_workspace_bytes<std::uint64_t>(std::size_t);
#undef LEXIKOS_INSTANTIATE_SPACE
#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos::suffix_array_detail
