// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Kokkos_Core.hpp>
#include <lexikos/detail/allocate.hpp>
#include <lexikos/detail/execution_spaces.hpp>
#include <lexikos/detail/scratch.hpp>
#include <lexikos/duplicates.hpp>
#include <string>

#include "backends/launch.hpp"
#include "backends/primitives.hpp"
#include "backends/segments.hpp"
#include "common/items_of_segments.hpp"
#include "common/primitive_bytes.hpp"
#include "common/read_back.hpp"

namespace lexikos
{

namespace duplicates_detail
{

namespace
{

/// Ranges as plain pointers.
struct Ranges
{
  std::uint64_t const* begins;
  std::uint64_t const* ends;
  std::size_t count;
};

struct FirstWrongRange
{
  Ranges ranges;
  std::uint64_t n;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::uint64_t& first) const
  {
    bool const is_right =
        ranges.begins[i] <= ranges.ends[i] && ranges.ends[i] <= n && (i == 0 || ranges.ends[i - 1] <= ranges.begins[i]);
    if (!is_right && i < first) first = i;
  }
};

template <class ExecutionSpace>
void check_ranges(ExecutionSpace const& space, Ranges const& ranges, std::uint64_t n)
{
  if (ranges.count == 0) return;
  std::uint64_t first = 0;
  Kokkos::parallel_reduce("lexikos::remove_ranges::check", backends::Range<ExecutionSpace>(space, 0, ranges.count),
                          FirstWrongRange{ranges, n}, Kokkos::Min<std::uint64_t>(first));
  space.fence("lexikos::remove_ranges::check");
  detail::require(first >= ranges.count, ErrorCode::invalid_argument,
                  "range " + std::to_string(first) + " is not one of a text of " + std::to_string(n) +
                      " symbols, or does not follow the one before it");
}

/// lengths[i] of range i; lengths[count] = 0.
struct LengthOfRange
{
  Ranges ranges;
  std::uint64_t* lengths;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    lengths[i] = i < ranges.count ? ranges.ends[i] - ranges.begins[i] : 0;
  }
};

/// Where the part before range i lies in what remains; the last part is before the end of the text.
struct OffsetOfPart
{
  Ranges ranges;
  std::uint64_t const* removed;  // [i] symbols of the ranges before i
  std::uint64_t n;
  std::uint64_t* offsets;  // [0..count + 2)

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    if (i == 0)
      offsets[i] = 0;
    else
      offsets[i] = (i <= ranges.count ? ranges.ends[i - 1] - removed[i] : n - removed[ranges.count]);
  }
};

template <class Symbol>
struct CopyRemaining
{
  Symbol const* text;
  std::uint64_t const* removed;
  Symbol* out;

  KOKKOS_FUNCTION void operator()(std::size_t part, std::size_t i) const { out[i] = text[i + removed[part]]; }
};

/// Where an offset of the text lies in what remains.
struct MoveOffset
{
  Ranges ranges;
  std::uint64_t const* removed;
  std::uint64_t const* offsets;
  std::uint64_t* moved;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    std::uint64_t const offset = offsets[i];
    std::size_t low = 0;
    for (std::size_t high = ranges.count; low < high;) {  // ranges that start before it
      std::size_t const middle = low + (high - low) / 2;
      if (ranges.begins[middle] < offset)
        low = middle + 1;
      else
        high = middle;
    }
    std::uint64_t before = removed[low];
    if (low > 0 && ranges.ends[low - 1] > offset) before -= ranges.ends[low - 1] - offset;
    moved[i] = offset - before;
  }
};

}  // namespace

template <class ExecutionSpace, class Symbol>
RemainingText<typename ExecutionSpace::memory_space, Symbol> remove(
    ExecutionSpace const& space, Span<Symbol const, typename ExecutionSpace::memory_space> const& text,
    RangeSpans<ExecutionSpace> const& ranges, RemoveRangesOptions<typename ExecutionSpace::memory_space> const& options)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Range = backends::Range<ExecutionSpace>;
  std::uint64_t const n = text.extent(0);
  Ranges const removed_parts{ranges.begins.data(), ranges.ends.data(), ranges.begins.extent(0)};
  auto const& old_offsets = options.documents.offsets();
  detail::require(old_offsets.extent(0) == 0 || options.documents.size() == n, ErrorCode::invalid_argument,
                  "the documents are those of a text of " + std::to_string(options.documents.size()) +
                      " symbols, and this one has " + std::to_string(n));
  check_ranges(space, removed_parts, n);

  detail::Scratch const scratch(space, options.workspace);
  auto const removed = scratch->template take<std::uint64_t, MemorySpace>(removed_parts.count + 1);
  auto const parts = scratch->template take<std::uint64_t, MemorySpace>(removed_parts.count + 2);
  Kokkos::parallel_for("lexikos::remove_ranges::lengths", Range(space, 0, removed_parts.count + 1),
                       LengthOfRange{removed_parts, removed.data()});
  primitives::exclusive_scan(space, removed, removed, primitives::Sum{}, *scratch);
  Kokkos::parallel_for("lexikos::remove_ranges::parts", Range(space, 0, removed_parts.count + 2),
                       OffsetOfPart{removed_parts, removed.data(), n, parts.data()});
  std::uint64_t const left = n - detail::read_back(space, removed, removed_parts.count);

  auto const remaining = detail::allocate<Symbol, MemorySpace>(scratch.resource(), "lexikos::remaining::text", left);
  detail::for_each_item(space, "lexikos::remove_ranges::copy", {parts.data(), removed_parts.count + 1, 0, left},
                        CopyRemaining<Symbol>{text.data(), removed.data(), remaining.data()});
  auto const offsets = detail::allocate<std::uint64_t, MemorySpace>(scratch.resource(), "lexikos::remaining::offsets",
                                                                    old_offsets.extent(0));
  Kokkos::parallel_for("lexikos::remove_ranges::offsets", Range(space, 0, offsets.extent(0)),
                       MoveOffset{removed_parts, removed.data(), old_offsets.data(), offsets.data()});
  space.fence("lexikos::remove_ranges");
  return {remaining, offsets};
}

#define LEXIKOS_INSTANTIATE_SYMBOL(SPACE, SYMBOL)                                             \
  template RemainingText<SPACE::memory_space, SYMBOL> remove<SPACE, SYMBOL>(                  \
      SPACE const&, Span<SYMBOL const, SPACE::memory_space> const&, RangeSpans<SPACE> const&, \
      RemoveRangesOptions<SPACE::memory_space> const&);
#define LEXIKOS_INSTANTIATE(SPACE)                 \
  LEXIKOS_INSTANTIATE_SYMBOL(SPACE, std::uint8_t)  \
  LEXIKOS_INSTANTIATE_SYMBOL(SPACE, std::uint16_t) \
  LEXIKOS_INSTANTIATE_SYMBOL(SPACE, std::uint32_t) \
  LEXIKOS_INSTANTIATE_SYMBOL(SPACE, std::uint64_t)

LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE
#undef LEXIKOS_INSTANTIATE_SYMBOL

}  // namespace duplicates_detail

template <detail::ExecutionSpaceType ExecutionSpace>
std::size_t remove_ranges_workspace_bytes(std::size_t ranges)
{
  return (2 * ranges + 3) * sizeof(std::uint64_t) + 2 * 256 + detail::scan_bytes<ExecutionSpace>(ranges + 1);
}

#define LEXIKOS_INSTANTIATE(SPACE) template std::size_t remove_ranges_workspace_bytes<SPACE>(std::size_t);

LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos
