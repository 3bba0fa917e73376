// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The intervals of all strings of k symbols, from the suffix array.

#include <Kokkos_Core.hpp>
#include <array>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/allocate.hpp>
#include <lexikos/detail/scratch.hpp>
#include <lexikos/search.hpp>

#include "backends/launch.hpp"
#include "backends/primitives.hpp"
#include "common/count_symbols.hpp"
#include "common/progress.hpp"
#include "search/tuning.hpp"

namespace lexikos::search_detail
{

using Digits = std::array<std::uint16_t, 256>;

/// table(c + 1) = i + 1 if entry i is the last suffix of code c. The running maximum of that is the table.
template <class Suffixes, int entries>
struct MarkLastOfCode
{
  using Index = typename Suffixes::Entry;

  Suffixes intervals;
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

/// Numbers the symbols of the text in their order. Fences.
template <class ExecutionSpace, class Text>
Digits find_digits(ExecutionSpace const& space, Text const& text, std::uint32_t& alphabet, Workspace& workspace)
{
  auto const counts = detail::count_bytes(space, text, workspace);
  Digits digits;
  alphabet = 0;
  for (std::size_t c = 0; c < digits.size(); ++c)
    digits[c] = counts[c] != 0 ? static_cast<std::uint16_t>(alphabet++) : detail::absent_symbol;
  return digits;
}

/// alphabet to the power of depth; 0 if that is above `most`.
inline std::uint64_t number_of_codes(std::uint32_t alphabet, std::uint32_t depth, std::uint64_t most)
{
  std::uint64_t codes = 1;
  for (std::uint32_t j = 0; j < depth; ++j) {
    if (codes > most / alphabet) return 0;
    codes *= alphabet;
  }
  return codes;
}

/// The largest depth at which a table has no more entries than these.
inline std::uint32_t depth_for(std::uint32_t alphabet, std::uint64_t entries)
{
  if (alphabet < 2) return 0;  // one string of each length
  std::uint32_t depth = 0;
  while (number_of_codes(alphabet, depth + 1, entries) != 0) ++depth;
  return depth;
}

/// Entries that the caller allows the table, besides the one more that ends it.
inline std::size_t max_table_entries(std::size_t n, SuffixIndexOptions const& options)
{
  return options.table_entries != 0 ? options.table_entries : n / symbols_per_table_entry;
}

/// The table of codes below `codes`, from the suffix array and the numbers of the symbols. The kernel stands for some units of
/// progress.
template <class ExecutionSpace, class Index, class Symbol>
Array<Index, typename ExecutionSpace::memory_space> table_of_codes(
    ExecutionSpace const& space, Arrays<typename ExecutionSpace::memory_space, Index, Symbol> const& arrays,
    std::uint64_t codes, Workspace& workspace, detail::ProgressReport<ExecutionSpace>& progress, std::size_t units)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  auto const table = detail::allocate<Index, MemorySpace>(workspace.resource(), "lexikos::search::table", codes + 1);
  Span<Index, MemorySpace> const span(table.data(), table.extent(0));
  primitives::fill(space, span, Index{0});
  auto const suffixes = on_device(arrays);
  MarkLastOfCode<Intervals<Index, Symbol>, entries_per_thread<MemorySpace>> const mark{suffixes, table.data()};
  progress.run("lexikos::search::table", mark.threads(), mark, units);
  primitives::inclusive_scan(space, span, span, primitives::Maximum{}, workspace);
  return table;
}

template <class ExecutionSpace, class Index>
void build_table(ExecutionSpace const& space, Arrays<typename ExecutionSpace::memory_space, Index>& arrays,
                 SuffixIndexOptions const& options, Workspace& workspace,
                 detail::ProgressReport<ExecutionSpace>& progress)
{
  std::size_t const n = arrays.text.extent(0);
  Digits const digits =
      find_digits(space, detail::span_of<ExecutionSpace, std::uint8_t const>(arrays.text), arrays.alphabet, workspace);
  progress.add(n);
  arrays.digits = detail::copy_from_host(space, workspace.resource(), "lexikos::search::digits", digits);
  arrays.depth = depth_for(arrays.alphabet, max_table_entries(n, options));
  std::uint64_t const codes = number_of_codes(arrays.alphabet, arrays.depth, ~std::uint64_t{0});
  arrays.table = table_of_codes<ExecutionSpace, Index>(space, arrays, codes, workspace, progress, 8 * n);
}

template <class ExecutionSpace, class Index, class Symbol>
void build_prefix_table(ExecutionSpace const& space,
                        Arrays<typename ExecutionSpace::memory_space, Index, Symbol>& arrays,
                        SuffixIndexOptions const& options)
{
  detail::Scratch const scratch(space, options.workspace);
  std::size_t const n = arrays.text.extent(0);
  // units of work: each symbol is counted once, and each entry of the suffix array reads about 8 symbols
  detail::ProgressReport progress(space, options.progress, n + 8 * n + 1);
  build_table(space, arrays, options, *scratch, progress);
  space.fence("lexikos::search::table");
  progress.finish();
}

}  // namespace lexikos::search_detail
