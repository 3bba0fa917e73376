// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// How often each symbol occurs in a text.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/error.hpp>
#include <lexikos/workspace.hpp>
#include <limits>
#include <string>
#include <vector>

#include "backends/primitives.hpp"
#include "common/count_symbols.hpp"
#include "common/primitive_bytes.hpp"
#include "common/read_back.hpp"
#include "wavelet/tuning.hpp"

namespace lexikos::wavelet_detail
{

/// Distinct symbols, ascending, and how often each occurs.
template <class Symbol>
struct SymbolCounts
{
  std::vector<Symbol> symbols;
  std::vector<std::uint64_t> counts;
};

/// Sums of two lists.
template <class Symbol>
SymbolCounts<Symbol> merged(SymbolCounts<Symbol> const& a, SymbolCounts<Symbol> const& b)
{
  SymbolCounts<Symbol> sum;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.symbols.size() || j < b.symbols.size()) {
    bool const from_a = j == b.symbols.size() || (i < a.symbols.size() && a.symbols[i] <= b.symbols[j]);
    bool const from_b = i == a.symbols.size() || (j < b.symbols.size() && b.symbols[j] <= a.symbols[i]);
    sum.symbols.push_back(from_a ? a.symbols[i] : b.symbols[j]);
    sum.counts.push_back((from_a ? a.counts[i] : 0) + (from_b ? b.counts[j] : 0));
    i += from_a;
    j += from_b;
  }
  return sum;
}

template <class Symbol, class Counts>
SymbolCounts<Symbol> symbols_that_occur(Counts const& counts)
{
  SymbolCounts<Symbol> found;
  for (std::size_t value = 0; value < counts.size(); ++value) {
    if (counts[value] == 0) continue;
    found.symbols.push_back(static_cast<Symbol>(value));
    found.counts.push_back(counts[value]);
  }
  return found;
}

template <class ExecutionSpace, class Symbol>
SymbolCounts<Symbol> count_by_table(ExecutionSpace const& space,
                                    Span<Symbol const, typename ExecutionSpace::memory_space> const& text,
                                    Workspace& workspace)
{
  Workspace::Scope const scope(workspace);
  auto const table = workspace.take<std::uint64_t, typename ExecutionSpace::memory_space>(counted_values);
  primitives::histogram(space, text, table, workspace);
  return symbols_that_occur<Symbol>(detail::read_all_back(space, table));
}

template <class ExecutionSpace>
SymbolCounts<std::uint32_t> count_by_sorting(
    ExecutionSpace const& space, Span<std::uint32_t const, typename ExecutionSpace::memory_space> const& text,
    Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  Workspace::Scope const scope(workspace);
  std::size_t const n = text.extent(0);
  primitives::DoubleBuffer<Span<std::uint32_t, MemorySpace>> keys{workspace.take<std::uint32_t, MemorySpace>(n),
                                                                  workspace.take<std::uint32_t, MemorySpace>(n)};
  Kokkos::deep_copy(space, keys.current, text);
  primitives::radix_sort_keys(space, keys, 0, 32, workspace);
  auto const unique = workspace.take<std::uint32_t, MemorySpace>(n);
  auto const offsets = workspace.take<std::uint64_t, MemorySpace>(n + 1);
  std::size_t const runs = primitives::run_length_encode(space, keys.current, unique, offsets, workspace);
  SymbolCounts<std::uint32_t> found;
  found.symbols = detail::read_all_back(space, Span<std::uint32_t, MemorySpace>(unique.data(), runs));
  found.counts = detail::read_all_back(space, Span<std::uint64_t, MemorySpace>(offsets.data(), runs + 1));
  for (std::size_t r = 0; r < runs; ++r) found.counts[r] = found.counts[r + 1] - found.counts[r];
  found.counts.pop_back();
  return found;
}

/// How often each symbol occurs. Fences.
template <class ExecutionSpace, class Symbol>
SymbolCounts<Symbol> count_symbols(ExecutionSpace const& space,
                                   Span<Symbol const, typename ExecutionSpace::memory_space> const& text,
                                   Workspace& workspace)
{
  if (text.extent(0) == 0) return {};
  if constexpr (sizeof(Symbol) == 1) {
    return symbols_that_occur<Symbol>(detail::count_bytes(space, text, workspace));
  }
  else if constexpr (sizeof(Symbol) == 2) {
    return count_by_table(space, text, workspace);
  }
  else {
    using Part = Span<std::uint32_t const, typename ExecutionSpace::memory_space>;
    if (primitives::reduce(space, text, primitives::Maximum{}, workspace) < counted_values)
      return count_by_table(space, text, workspace);
    SymbolCounts<Symbol> counts;
    for (std::size_t begin = 0; begin < text.extent(0); begin += max_sorted_symbols) {
      std::size_t const count = std::min(max_sorted_symbols, text.extent(0) - begin);
      counts = merged(counts, count_by_sorting(space, Part(text.data() + begin, count), workspace));
    }
    return counts;
  }
}

/// An upper bound of the workspace that counting n symbols takes.
template <class ExecutionSpace, class Symbol>
std::size_t count_symbols_bytes(std::size_t n)
{
  std::size_t const values = sizeof(Symbol) == 1 ? 256 : counted_values;
  std::size_t const table = 8 * values + 256 + detail::histogram_bytes<ExecutionSpace>(values);
  if (sizeof(Symbol) < 4) return table;
  std::size_t const sorted = std::min(n, max_sorted_symbols);
  std::size_t const buffers = 3 * 4 * sorted + 8 * (sorted + 1) + 4 * 256;
  return std::max(table,
                  buffers + detail::sort_bytes<ExecutionSpace>(sorted) + detail::scan_bytes<ExecutionSpace>(sorted));
}

/// The counts of an alphabet that the caller gives; 0 for symbols that do not occur.
template <class Symbol>
SymbolCounts<Symbol> counts_of_alphabet(std::vector<std::uint32_t> const& alphabet, SymbolCounts<Symbol> const& found)
{
  SymbolCounts<Symbol> all;
  std::size_t next = 0;
  for (std::size_t i = 0; i < alphabet.size(); ++i) {
    detail::require(i == 0 || alphabet[i - 1] < alphabet[i], ErrorCode::invalid_argument,
                    "entry " + std::to_string(i) + " of the alphabet is not larger than the one before");
    detail::require(alphabet[i] <= std::numeric_limits<Symbol>::max(), ErrorCode::invalid_argument,
                    "symbol " + std::to_string(alphabet[i]) + " of the alphabet is beyond the text's type");
    bool const occurs = next < found.symbols.size() && found.symbols[next] == alphabet[i];
    all.symbols.push_back(static_cast<Symbol>(alphabet[i]));
    all.counts.push_back(occurs ? found.counts[next] : 0);
    next += occurs;
  }
  detail::require(next == found.symbols.size(), ErrorCode::invalid_argument, [&] {
    return "symbol " + std::to_string(next < found.symbols.size() ? found.symbols[next] : 0) +
           " of the text is not in the alphabet";
  }());
  return all;
}

}  // namespace lexikos::wavelet_detail
