// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "suffix_array/text/compact_symbols.hpp"

#include <Kokkos_Core.hpp>
#include <bit>
#include <lexikos/detail/execution_spaces.hpp>
#include <lexikos/error.hpp>
#include <string>

#include "backends/launch.hpp"
#include "backends/primitives.hpp"
#include "common/read_back.hpp"

namespace lexikos::suffix_array_detail
{

namespace
{

/// The values among which all symbols of a text lie.
template <class Symbol>
struct SymbolRange
{
  Symbol smallest = std::numeric_limits<Symbol>::min();
  Symbol largest = std::numeric_limits<Symbol>::max();

  [[nodiscard]] std::uint64_t distance() const { return std::uint64_t{largest} - smallest; }
};

template <class ExecutionSpace, class Symbol, class MemorySpace>
SymbolRange<Symbol> symbol_range(ExecutionSpace const& space, Span<Symbol const, MemorySpace> const& text,
                                 Workspace& workspace)
{
  if constexpr (sizeof(Symbol) == 2)
    return {};  // short enough
  else
    return {primitives::reduce(space, text, primitives::Minimum{}, workspace),
            primitives::reduce(space, text, primitives::Maximum{}, workspace)};
}

// ----- by a table -----------------------------------------------------------------------------------------------------

/// table(c - smallest) = 1 + the number of the symbol c, for all symbols c of the text. Returns how many symbols there are.
template <class ExecutionSpace, class TextView, class TableView>
std::size_t number_in_table(ExecutionSpace const& space, TextView const& text,
                            typename TextView::non_const_value_type smallest, TableView const& table,
                            Workspace& workspace)
{
  primitives::fill(space, table, 0);
  Kokkos::parallel_for(
      "lexikos::suffix_array::mark_symbols", backends::Range<ExecutionSpace>(space, 0, text.extent(0)),
      KOKKOS_LAMBDA(std::size_t i) {
        auto* const mark = &table(text(i) - smallest);
        // read first: a line that is only read stays in the caches of all who meet a frequent symbol
        if (Kokkos::atomic_load(mark) == 0) Kokkos::atomic_store(mark, std::uint32_t{1});
      });
  primitives::inclusive_scan(space, table, table, primitives::Sum{}, workspace);
  return detail::read_back(space, table, table.extent(0) - 1);
}

template <class ExecutionSpace, class TextView, class TableView, class NumberView>
void look_up(ExecutionSpace const& space, TextView const& text, typename TextView::non_const_value_type smallest,
             TableView const& table, NumberView const& numbers)
{
  using Number = typename NumberView::value_type;
  Kokkos::parallel_for(
      "lexikos::suffix_array::look_up_numbers", backends::Range<ExecutionSpace>(space, 0, text.extent(0)),
      KOKKOS_LAMBDA(std::size_t i) { numbers(i) = static_cast<Number>(table(text(i) - smallest) - 1); });
}

// ----- by sorting -----------------------------------------------------------------------------------------------------

/// keys(i) = text(i) - smallest: of no more bits than symbols differ in.
template <class ExecutionSpace, class TextView, class KeyView>
void symbol_keys(ExecutionSpace const& space, TextView const& text, typename TextView::non_const_value_type smallest,
                 KeyView const& keys)
{
  Kokkos::parallel_for(
      "lexikos::suffix_array::symbol_keys", backends::Range<ExecutionSpace>(space, 0, text.extent(0)),
      KOKKOS_LAMBDA(std::size_t i) { keys(i) = text(i) - smallest; });
}

/// changes(i) = 1 where keys(i) differs from the key before, else 0; 0 for the first, so that their sums are numbers.
template <class ExecutionSpace, class KeyView, class ChangeView>
void mark_changes(ExecutionSpace const& space, KeyView const& keys, ChangeView const& changes)
{
  Kokkos::parallel_for(
      "lexikos::suffix_array::mark_changes", backends::Range<ExecutionSpace>(space, 0, keys.extent(0)),
      KOKKOS_LAMBDA(std::size_t i) { changes(i) = i > 0 && keys(i) != keys(i - 1) ? 1 : 0; });
}

/// positions.current = the positions in the order of their symbols, positions.other(i) = the number of the i-th one's
/// symbol. Returns how many numbers there are.
template <class ExecutionSpace, class Symbol, class MemorySpace, class IndexView>
std::size_t number_by_sort(ExecutionSpace const& space, Span<Symbol const, MemorySpace> const& text,
                           SymbolRange<Symbol> const& symbols, primitives::DoubleBuffer<IndexView>& positions,
                           Workspace& workspace)
{
  std::size_t const n = text.extent(0);
  Workspace::Scope scope(workspace);
  primitives::DoubleBuffer keys{workspace.take<Symbol, MemorySpace>(n), workspace.take<Symbol, MemorySpace>(n)};
  symbol_keys(space, text, symbols.smallest, keys.current);
  primitives::iota(space, positions.current);
  primitives::radix_sort_pairs(space, keys, positions, 0, std::bit_width(symbols.distance()), workspace);
  Span<std::uint8_t, MemorySpace> const changes(reinterpret_cast<std::uint8_t*>(keys.other.data()), n);
  mark_changes(space, keys.current, changes);
  primitives::inclusive_scan(space, changes, positions.other, primitives::Sum{}, workspace);
  return static_cast<std::size_t>(detail::read_back(space, positions.other, n - 1)) + 1;
}

// ----- either ---------------------------------------------------------------------------------------------------------

/// The compact text, of the width that its alphabet needs; `write(numbers)` fills it.
/// \param memory  [0..n)
template <class MemorySpace, class Write>
CompactText<MemorySpace> compact_text(Span<std::uint32_t, MemorySpace> const& memory, std::size_t alphabet_size,
                                      Write const& write)
{
  detail::require(alphabet_size <= std::numeric_limits<std::uint32_t>::max(), ErrorCode::not_supported,
                  "a text of " + std::to_string(alphabet_size) + " distinct symbols, more than 2^32 - 1");
  auto const size = static_cast<unsigned>(alphabet_size);
  if (alphabet_size <= 256) {
    Span<std::uint8_t, MemorySpace> const bytes(reinterpret_cast<std::uint8_t*>(memory.data()), memory.extent(0));
    write(bytes);
    return {SymbolText<MemorySpace>(Span<std::uint8_t const, MemorySpace>(bytes)), size};
  }
  write(memory);
  return {SymbolText<MemorySpace>(Span<std::uint32_t const, MemorySpace>(memory)), size};
}

}  // namespace

template <class Index, class ExecutionSpace, class Symbol>
CompactText<typename ExecutionSpace::memory_space> compact_symbols(
    ExecutionSpace const& space, Span<Symbol const, typename ExecutionSpace::memory_space> const& text,
    Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  std::size_t const n = text.extent(0);
  auto const memory = workspace.take<std::uint32_t, MemorySpace>(n);
  auto const symbols = symbol_range(space, text, workspace);
  Workspace::Scope scope(workspace);
  if (symbols.distance() < max_table_entries(n)) {
    auto const table = workspace.take<std::uint32_t, MemorySpace>(symbols.distance() + 1);
    std::size_t const alphabet_size = number_in_table(space, text, symbols.smallest, table, workspace);
    return compact_text(memory, alphabet_size,
                        [&](auto const& numbers) { look_up(space, text, symbols.smallest, table, numbers); });
  }
  if constexpr (sizeof(Symbol) > 2) {
    primitives::DoubleBuffer positions{workspace.take<Index, MemorySpace>(n), workspace.take<Index, MemorySpace>(n)};
    std::size_t const alphabet_size = number_by_sort(space, text, symbols, positions, workspace);
    return compact_text(memory, alphabet_size, [&](auto const& numbers) {
      primitives::scatter_blocked(space, positions.current, positions.other, numbers, workspace);
    });
  }
  return {};  // two bytes always have a table
}

#define LEXIKOS_INSTANTIATE_FOR(SPACE, SYMBOL, INDEX)                              \
  template CompactText<SPACE::memory_space> compact_symbols<INDEX, SPACE, SYMBOL>( \
      SPACE const&, Span<SYMBOL const, SPACE::memory_space> const&, Workspace&);
#define LEXIKOS_INSTANTIATE_SYMBOL(SPACE, SYMBOL)       \
  LEXIKOS_INSTANTIATE_FOR(SPACE, SYMBOL, std::uint32_t) \
  LEXIKOS_INSTANTIATE_FOR(SPACE, SYMBOL, std::uint64_t)
#define LEXIKOS_INSTANTIATE(SPACE)                 \
  LEXIKOS_INSTANTIATE_SYMBOL(SPACE, std::uint16_t) \
  LEXIKOS_INSTANTIATE_SYMBOL(SPACE, std::uint32_t) \
  LEXIKOS_INSTANTIATE_SYMBOL(SPACE, std::uint64_t)

LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE
#undef LEXIKOS_INSTANTIATE_SYMBOL
#undef LEXIKOS_INSTANTIATE_FOR

}  // namespace lexikos::suffix_array_detail
