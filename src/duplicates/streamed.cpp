// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Kokkos_Core.hpp>
#include <lexikos/detail/execution_spaces.hpp>
#include <lexikos/detail/scratch.hpp>
#include <lexikos/streamed_duplicates.hpp>

#include "common/host_containers.hpp"
#include "common/progress.hpp"
#include "duplicates/by_fingerprints.hpp"
#include "duplicates/fingerprint_team.hpp"
#include "duplicates/ranges.hpp"
#include "duplicates/request.hpp"

namespace lexikos::duplicates_detail
{

namespace
{

detail::TextBytes bytes_of(HostCollection const& collection)
{
  return {static_cast<std::uint8_t const*>(collection.symbols), collection.size, collection.symbol_bytes};
}

/// Where documents of a text on the host lie, for kernels of a space.
template <class ExecutionSpace>
Documents<typename ExecutionSpace::memory_space> documents_of(ExecutionSpace const& space,
                                                              HostCollection const& collection, Workspace& workspace)
{
  if (collection.offsets.empty()) return {};
  return documents_from_host(space, collection.offsets, collection.size, {.workspace = &workspace});
}

/// Ranges of a text on the host, shrunk to its characters there.
RangeArrays<Kokkos::HostSpace> aligned_on_host(HostCollection const& text, Windows windows,
                                               RangeArrays<Kokkos::HostSpace> const& ranges, Workspace& workspace)
{
  Kokkos::DefaultHostExecutionSpace const host;
  auto const documents = documents_of(host, text, workspace);
  windows.bytes = static_cast<std::uint8_t const*>(text.symbols);
  windows.text = collection_of(text.size, documents);
  return aligned_ranges(host, windows, ranges, workspace);
}

template <class ExecutionSpace>
RangeArrays<Kokkos::HostSpace> to_host(ExecutionSpace const& space,
                                       RangeArrays<typename ExecutionSpace::memory_space> const& ranges,
                                       MemoryResource& resource)
{
  auto const copy = allocate_ranges<Kokkos::HostSpace>(resource, ranges.begins.extent(0));
  Kokkos::deep_copy(space, copy.begins, ranges.begins);
  Kokkos::deep_copy(space, copy.ends, ranges.ends);
  space.fence("lexikos::duplicates::to_host");
  return copy;
}

HostTextRanges host_ranges(RangeArrays<Kokkos::HostSpace> const& ranges)
{
  return detail::with_host_memory("ranges of duplicates", [&] {
    std::size_t const count = ranges.begins.extent(0);
    HostTextRanges result{
        {ranges.begins.data(), ranges.begins.data() + count}, {ranges.ends.data(), ranges.ends.data() + count}, 0};
    for (std::size_t i = 0; i < count; ++i) result.symbols += result.ends[i] - result.begins[i];
    return result;
  });
}

}  // namespace

FingerprintTuning const& default_fingerprint_tuning()
{
  static constexpr FingerprintTuning tuning{};
  return tuning;
}

template <class ExecutionSpace>
HostTextRanges find_in_team(ExecutionSpace const& space, HostCollection const& text, HostCollection const* other,
                            StreamedDuplicateOptions const& options, FingerprintTuning const& tuning,
                            FingerprintTeam<ExecutionSpace> const& team)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  check_options(options, text.symbol_bytes, other != nullptr);
  detail::Scratch const scratch(space, options.workspace);
  HostCollection const second = other != nullptr ? *other : HostCollection{nullptr, 0, text.symbol_bytes, {}};
  auto const documents = documents_of(space, text, *scratch);
  auto const other_documents = documents_of(space, second, *scratch);
  Windows const windows{nullptr,
                        text.size + second.size,
                        text.symbol_bytes,
                        options.length,
                        collection_of(text.size, documents),
                        collection_of(second.size, other_documents)};
  detail::ProgressReport<ExecutionSpace> progress(space, options.progress, 1);
  auto const bits = scratch->template take<std::uint64_t, MemorySpace>((text.size + 63) / 64);
  primitives::fill(space, bits, std::uint64_t{0});
  FingerprintRequest const request{{bytes_of(text), bytes_of(second)},
                                   windows,
                                   rule_of(options, other != nullptr),
                                   options.max_bytes,
                                   options.progress,
                                   options.statistics,
                                   team.share};
  mark_streamed(space, request, tuning, bits, *scratch);
  if (team.unite) team.unite(bits);
  auto ranges = to_host(space, covered_ranges(space, windows, bits, *scratch), scratch->resource());
  if (options.align == RangeAlignment::utf8) ranges = aligned_on_host(text, windows, ranges, *scratch);
  auto result = host_ranges(ranges);
  progress.finish();
  return result;
}

template <class ExecutionSpace>
HostTextRanges find_streamed(ExecutionSpace const& space, HostCollection const& text, HostCollection const* other,
                             StreamedDuplicateOptions const& options, FingerprintTuning const& tuning)
{
  return find_in_team<ExecutionSpace>(space, text, other, options, tuning, {});
}

#define LEXIKOS_INSTANTIATE(SPACE)                                                                         \
  template HostTextRanges find_streamed<SPACE>(SPACE const&, HostCollection const&, HostCollection const*, \
                                               StreamedDuplicateOptions const&, FingerprintTuning const&); \
  template HostTextRanges find_in_team<SPACE>(SPACE const&, HostCollection const&, HostCollection const*,  \
                                              StreamedDuplicateOptions const&, FingerprintTuning const&,   \
                                              FingerprintTeam<SPACE> const&);

LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos::duplicates_detail
