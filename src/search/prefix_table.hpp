// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <array>
#include <cstddef>
#include <cstdint>
#include <lexikos/search.hpp>

#include <lexikos/detail/allocate.hpp>
#include "backends/primitives.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::search_detail
{

using Digits = std::array<std::uint16_t, 256>;

template <class MemorySpace, class Index>
using Arrays = detail::SuffixIndexArrays<MemorySpace, Index>;

template <class MemorySpace, class Index>
detail::SuffixIntervals<Index> on_device(Arrays<MemorySpace, Index> const& arrays)
{
  return {arrays.text.data(),  arrays.text.extent(0), arrays.suffix_array.data(),
          arrays.table.data(), arrays.digits.data(),  arrays.alphabet,
          arrays.depth};
}

/// table(c + 1) = i + 1 where entry i is the last suffix of code c. The running maximum of that is the table. A thread of a
/// device has one entry, whose code its neighbour reads from the cache; one of the host has many, and computes each once.
template <class Index, int entries>
struct MarkLastOfCode
{
  detail::SuffixIntervals<Index> intervals;
  Index* table;

  [[nodiscard]] std::size_t threads() const { return (intervals.n + entries - 1) / entries; }

  KOKKOS_FUNCTION void operator()(std::size_t thread) const
  {
    std::size_t const begin = thread * entries;
    std::size_t const end = begin + entries < intervals.n ? begin + entries : intervals.n;
    std::uint64_t code = intervals.code(intervals.suffix_array[begin]);
    for (std::size_t i = begin; i < end; ++i) {
      bool const is_last = i + 1 == intervals.n;
      std::uint64_t const next = is_last ? code : intervals.code(intervals.suffix_array[i + 1]);
      if (is_last || next != code) table[code + 1] = static_cast<Index>(i + 1);
      code = next;
    }
  }
};

/// The symbols of the text, numbered in their order. Fences.
template <class ExecutionSpace, class Text>
Digits find_digits(ExecutionSpace const& space, Text const& text, std::uint32_t& alphabet, Workspace& workspace)
{
  Workspace::Scope const scope(workspace);
  auto const counts = workspace.take<std::uint64_t, typename ExecutionSpace::memory_space>(256);
  primitives::histogram(space, text, counts, workspace);
  std::array<std::uint64_t, 256> host{};
  Kokkos::deep_copy(space, Span<std::uint64_t, Kokkos::HostSpace>(host.data(), host.size()), counts);
  space.fence("lexikos::search::alphabet");
  Digits digits;
  alphabet = 0;
  for (std::size_t c = 0; c < digits.size(); ++c)
    digits[c] = host[c] != 0 ? static_cast<std::uint16_t>(alphabet++) : detail::absent_symbol;
  return digits;
}

/// alphabet to the power of depth; 0 where that is above `most`.
inline std::uint64_t number_of_codes(std::uint32_t alphabet, std::uint32_t depth, std::uint64_t most)
{
  std::uint64_t codes = 1;
  for (std::uint32_t j = 0; j < depth; ++j) {
    if (codes > most / alphabet) return 0;
    codes *= alphabet;
  }
  return codes;
}

/// Symbols of a table of so many entries.
inline std::uint32_t depth_for(std::uint32_t alphabet, std::uint64_t entries)
{
  if (alphabet < 2) return 0;  // one string of each length
  std::uint32_t depth = 0;
  while (number_of_codes(alphabet, depth + 1, entries) != 0) ++depth;
  return depth;
}

template <class ExecutionSpace, class MemorySpace, class Index>
void build_prefix_table(ExecutionSpace const& space, Arrays<MemorySpace, Index>& arrays, std::size_t entries,
                        Workspace& workspace)
{
  std::size_t const n = arrays.text.extent(0);
  Digits const digits =
      find_digits(space, detail::span_of<ExecutionSpace, std::uint8_t const>(arrays.text), arrays.alphabet, workspace);
  arrays.digits = detail::copy_from_host(space, default_memory_resource(), "lexikos::search::digits", digits);
  arrays.depth = depth_for(arrays.alphabet, entries != 0 ? entries : n / 2);
  std::uint64_t const codes = number_of_codes(arrays.alphabet, arrays.depth, ~std::uint64_t{0});
  auto const table = detail::allocate<Index, typename ExecutionSpace::memory_space>(
      default_memory_resource(), "lexikos::search::table", codes + 1);
  Span<Index, MemorySpace> const span(table.data(), table.extent(0));
  primitives::fill(space, span, Index{0});
  constexpr bool on_host = detail::works_on_host<MemorySpace>;
  MarkLastOfCode<Index, on_host ? 256 : 1> const mark{on_device(arrays), table.data()};
  Kokkos::parallel_for("lexikos::search::table",
                       Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::size_t>>(space, 0, mark.threads()),
                       mark);
  primitives::inclusive_scan(space, span, span, primitives::Maximum{}, workspace);
  arrays.table = table;
  space.fence("lexikos::search::table");
}

}  // namespace lexikos::search_detail
