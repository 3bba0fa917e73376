// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// A text where kernels can read it, piece by piece, and how often each symbol occurs in it.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/wavelet_alphabet.hpp>
#include <lexikos/error.hpp>
#include <lexikos/wavelet_options.hpp>
#include <lexikos/workspace.hpp>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <lexikos/detail/allocate.hpp>
#include "backends/primitives.hpp"

namespace lexikos::wavelet_detail
{

template <class T>
using HostSpan = Span<T, Kokkos::HostSpace>;

template <class ExecutionSpace, class View>
std::vector<typename View::non_const_value_type> download(ExecutionSpace const& space, View const& view)
{
  using T = typename View::non_const_value_type;
  std::vector<T> values(view.extent(0));
  Kokkos::deep_copy(space, HostSpan<T>(values.data(), values.size()), view);
  space.fence("lexikos::wavelet::download");
  return values;
}

template <class ExecutionSpace, class Symbol>
class PiecewiseText
{
 public:
  using Piece = Span<Symbol const, typename ExecutionSpace::memory_space>;

  /// on_host: the text has to be copied; then pieces are of at most `longest` symbols, for which memory is taken.
  PiecewiseText(ExecutionSpace const& space, Symbol const* text, std::size_t n, bool on_host, std::size_t longest,
                Workspace& workspace)
      : m_space(space), m_text(text), m_size(n)
  {
    if (on_host) m_copy = workspace.take<Symbol, typename ExecutionSpace::memory_space>(std::min(n, longest));
  }

  [[nodiscard]] std::size_t size() const { return m_size; }

  /// Valid until the next piece is asked for.
  [[nodiscard]] Piece piece(std::size_t begin, std::size_t count)
  {
    if (m_copy.data() == nullptr) return Piece(m_text + begin, count);
    Span<Symbol, typename ExecutionSpace::memory_space> const copy(m_copy.data(), count);
    if (begin != m_begin || count != m_count)
      Kokkos::deep_copy(m_space, copy, HostSpan<Symbol const>(m_text + begin, count));
    m_begin = begin;
    m_count = count;
    return copy;
  }

 private:
  ExecutionSpace m_space;
  Symbol const* m_text;
  std::size_t m_size;
  Span<Symbol, typename ExecutionSpace::memory_space> m_copy;
  std::size_t m_begin = std::numeric_limits<std::size_t>::max();
  std::size_t m_count = 0;
};

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

/// Symbols of u32 that are counted by sorting are so in parts, so that the sort takes 24 bytes of each only.
constexpr std::size_t max_sorted = std::size_t{1} << 24;

template <class ExecutionSpace, class Symbol>
SymbolCounts<Symbol> count_by_table(ExecutionSpace const& space,
                                    Span<Symbol const, typename ExecutionSpace::memory_space> const& text,
                                    std::size_t values, Workspace& workspace)
{
  Workspace::Scope const scope(workspace);
  auto const table = workspace.take<std::uint64_t, typename ExecutionSpace::memory_space>(values);
  primitives::histogram(space, text, table, workspace);
  auto const counts = download(space, table);
  SymbolCounts<Symbol> found;
  for (std::size_t value = 0; value < counts.size(); ++value) {
    if (counts[value] == 0) continue;
    found.symbols.push_back(static_cast<Symbol>(value));
    found.counts.push_back(counts[value]);
  }
  return found;
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
  found.symbols = download(space, Span<std::uint32_t, MemorySpace>(unique.data(), runs));
  found.counts = download(space, Span<std::uint64_t, MemorySpace>(offsets.data(), runs + 1));
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
  if constexpr (sizeof(Symbol) < 4) {
    return count_by_table(space, text, std::size_t{1} << 8 * sizeof(Symbol), workspace);
  }
  else {
    std::size_t const table = std::size_t{1} << 16;
    if (primitives::reduce(space, text, primitives::Maximum{}, workspace) < table)
      return count_by_table(space, text, table, workspace);
    SymbolCounts<Symbol> counts;
    for (std::size_t begin = 0; begin < text.extent(0); begin += max_sorted) {
      std::size_t const count = std::min(max_sorted, text.extent(0) - begin);
      counts = merged(counts, count_by_sorting(space,
                                               Span<std::uint32_t const, typename ExecutionSpace::memory_space>(
                                                   text.data() + begin, count),
                                               workspace));
    }
    return counts;
  }
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

template <class ExecutionSpace, class Symbol>
WaveletAlphabet<typename ExecutionSpace::memory_space, Symbol> make_alphabet(ExecutionSpace const& space,
                                                                             std::vector<Symbol> const& symbols)
{
  using Alphabet = WaveletAlphabet<typename ExecutionSpace::memory_space, Symbol>;
  if (symbols.empty()) return {};
  bool const is_dense = symbols.back() == symbols.size() - 1;
  std::vector<std::uint32_t> table;
  if (!is_dense && symbols.back() < Alphabet::max_table_entries) {
    std::uint32_t code = 0;
    for (std::uint64_t value = 0; value <= symbols.back(); ++value) {
      table.push_back(code);
      code += symbols[code] == value;
    }
  }
  return Alphabet(detail::copy_from_host(space, default_memory_resource(), "lexikos::wavelet::symbols", symbols),
                  detail::copy_from_host(space, default_memory_resource(), "lexikos::wavelet::codes", table), is_dense);
}

}  // namespace lexikos::wavelet_detail
