// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "duplicates/by_fingerprints.hpp"

#include <algorithm>
#include <lexikos/detail/execution_spaces.hpp>

#include "common/host_containers.hpp"
#include "duplicates/fingerprint_search.hpp"
#include "system/device_memory.hpp"

namespace lexikos::duplicates_detail
{

namespace
{

template <class ExecutionSpace, class TextPlace>
void mark_by(ExecutionSpace const& space, TextPlace const& place, FingerprintRequest const& request,
             FingerprintTuning const& tuning, Span<std::uint64_t, typename ExecutionSpace::memory_space> const& bits,
             Workspace& workspace)
{
  std::uint64_t max_bytes = request.max_bytes;
  if (max_bytes == 0)
    max_bytes = default_fingerprint_bytes<ExecutionSpace>(request.windows.n, request.texts.text.symbol_bytes,
                                                          request.windows.length);
  detail::with_host_memory("lists of a search by fingerprints", [&] {
    FingerprintSearch<ExecutionSpace, TextPlace> search(space, place, request.texts, request.windows, max_bytes, tuning,
                                                        workspace);
    search.mark(request.share, request.rule, bits, request.progress);
    if (request.statistics != nullptr) *request.statistics = search.work();
  });
}

}  // namespace

template <class ExecutionSpace>
std::uint64_t default_fingerprint_bytes(std::uint64_t n, unsigned symbol_bytes, std::uint64_t length)
{
  constexpr std::uint64_t bytes_of_symbol =
      24;  // a fifth of the windows are candidates at a time, and chunks are short
  std::uint64_t const at_least = (std::uint64_t{1} << 20) + 2 * (length + 4096) * symbol_bytes;
  std::uint64_t const wanted = fixed_search_bytes<ExecutionSpace>(n) + bytes_of_symbol * n + at_least;
  return std::clamp<std::uint64_t>(detail::available_memory<ExecutionSpace>().free / 4 * 3, at_least, wanted);
}

template <class ExecutionSpace>
void mark_by_fingerprints(ExecutionSpace const& space, FingerprintRequest const& request,
                          FingerprintTuning const& tuning,
                          Span<std::uint64_t, typename ExecutionSpace::memory_space> const& bits, Workspace& workspace)
{
  mark_by(space, space, request, tuning, bits, workspace);
}

template <class ExecutionSpace>
void mark_streamed(ExecutionSpace const& space, FingerprintRequest const& request, FingerprintTuning const& tuning,
                   Span<std::uint64_t, typename ExecutionSpace::memory_space> const& bits, Workspace& workspace)
{
  if constexpr (detail::works_on_host<ExecutionSpace>)
    mark_by(space, space, request, tuning, bits, workspace);
  else
    mark_by(space, Kokkos::DefaultHostExecutionSpace(), request, tuning, bits, workspace);
}

#define LEXIKOS_INSTANTIATE(SPACE)                                                                             \
  template std::uint64_t default_fingerprint_bytes<SPACE>(std::uint64_t, unsigned, std::uint64_t);             \
  template void mark_by_fingerprints<SPACE>(SPACE const&, FingerprintRequest const&, FingerprintTuning const&, \
                                            Span<std::uint64_t, SPACE::memory_space> const&, Workspace&);      \
  template void mark_streamed<SPACE>(SPACE const&, FingerprintRequest const&, FingerprintTuning const&,        \
                                     Span<std::uint64_t, SPACE::memory_space> const&, Workspace&);

LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos::duplicates_detail
