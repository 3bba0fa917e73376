// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The symbols that occur on any rank, numbered in their order: a table for bytes, a number for each position for wide symbols.

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include <lexikos/detail/bytes_of_text.hpp>

#include "distributed/lookup.hpp"
#include "distributed/sort_keys.hpp"
#include "suffix_array/text/alphabet.hpp"

namespace lexikos::distributed_detail
{

using suffix_array_detail::Alphabet;

/// Symbols of any width, as numbers.
template <class MemorySpace>
struct SymbolAt
{
  std::uint8_t const* bytes;
  int symbol_bytes;

  explicit SymbolAt(detail::BytesOfText<MemorySpace> const& text)
      : bytes(text.bytes.data()), symbol_bytes(static_cast<int>(text.symbol_bytes))
  {}

  KOKKOS_FUNCTION std::uint64_t operator()(std::size_t i) const
  {
    switch (symbol_bytes) {
      case 1:
        return bytes[i];
      case 2:
        return reinterpret_cast<std::uint16_t const*>(bytes)[i];
      case 4:
        return reinterpret_cast<std::uint32_t const*>(bytes)[i];
      default:
        return reinterpret_cast<std::uint64_t const*>(bytes)[i];
    }
  }
};

/// This rank's symbols as codes below `size`.
template <class MemorySpace>
struct ByteCodes
{
  Span<std::uint8_t const, MemorySpace> text;
  Span<std::uint32_t, MemorySpace> table;

  KOKKOS_FUNCTION std::uint32_t operator()(std::size_t i) const { return table(text(i)); }
};

/// Counts bytes on all ranks. Collective; fences. The codes' memory is the caller's scope's.
template <class ExecutionSpace>
[[nodiscard]] ByteCodes<typename ExecutionSpace::memory_space> number_bytes(
    Context<ExecutionSpace> const& context, SpanOn<std::uint8_t const, ExecutionSpace> const& text, Alphabet& alphabet)
{
  std::vector<std::uint64_t> counts(256);
  {
    Workspace::Scope const scope(context.workspace);
    auto const own = context.template take<std::uint64_t>(256);
    primitives::histogram(context.space, text, own, context.workspace);
    counts = detail::read_all_back(context.space, own);
  }
  context.ranks().sum(counts);
  std::uint64_t n = 0;
  for (auto const count : counts) n += count;
  std::vector<std::uint32_t> table(256);
  alphabet = {};
  for (std::size_t c = 0; c < 256; ++c) {
    table[c] = alphabet.size;
    if (counts[c] == 0) continue;
    ++alphabet.size;
    double const share = static_cast<double>(counts[c]) / static_cast<double>(n);
    alphabet.entropy -= share * std::log2(share);
  }
  alphabet.bits = std::max(1, bits_for(alphabet.size));
  return {text, on_device(context, table)};
}

template <class Symbols, class Heads>
struct HeadOfSymbol
{
  Symbols sorted;
  Heads heads;
  KOKKOS_FUNCTION void operator()(std::size_t i) const { heads(i) = i == 0 || sorted(i - 1) != sorted(i) ? 1 : 0; }
};

template <class Values>
struct KeyOfValue
{
  Values values;
  std::uint64_t first;
  KOKKOS_FUNCTION SortKey operator()(std::size_t i) const { return {{values(i), first + i, 0, 0}}; }
};

/// heads(i) = 1 where a sorted item's value is not that of the item before, on whichever rank that is.
template <class Values, class Heads>
struct HeadOfValue
{
  Values values;
  Heads heads;
  bool has_before;
  std::uint64_t before;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    bool const is_first = i == 0 ? !has_before || before != values(0) : values(i - 1) != values(i);
    heads(i) = is_first ? 1 : 0;
  }
};

template <class Ranks>
struct NumberFromHeads
{
  Ranks heads_so_far;  ///< inclusive
  std::uint64_t before;
  KOKKOS_FUNCTION std::uint32_t operator()(std::size_t i) const
  {
    return static_cast<std::uint32_t>(before + heads_so_far(i) - 1);
  }
};

/// The key of values that are a group of their own each.
template <class Values>
struct KeyOfGroup
{
  Values values;
  KOKKOS_FUNCTION SortKey operator()(std::size_t i) const { return {{values(i), 0, 0, 0}}; }
};

template <class Codes>
struct PutCode
{
  Codes codes;
  KOKKOS_FUNCTION void operator()(std::uint32_t offset, std::uint32_t code) const { codes(offset) = code; }
};

template <class Order, class Codes>
struct CodeOfSorted
{
  Order order;
  Order ranks;    ///< heads up to each sorted symbol
  Codes numbers;  ///< of each head
  Codes codes;
  KOKKOS_FUNCTION void operator()(std::size_t i) const { codes(order(i)) = numbers(ranks(i) - 1); }
};

/// Numbers of a list's items by the offsets that they have travelled with.
template <class Offsets, class MemorySpace>
struct PlaceInLists
{
  Offsets offsets;
  Arrivals<MemorySpace> arrivals;
  KOKKOS_FUNCTION std::uint64_t operator()(std::size_t i) const { return arrivals.base_of(i) + offsets(i); }
};

/// Numbers the distinct values that all ranks have. Returns how many there are in all.
/// \param values   [0..m) this rank's, ascending and distinct
/// \param numbers  [0..m) receives the number of each, by their order among those of all ranks
/// Collective. Sends each value, its place and its number once.
template <class ExecutionSpace>
std::uint64_t number_values(Context<ExecutionSpace> const& context, SpanOn<std::uint64_t, ExecutionSpace> const& values,
                            SpanOn<std::uint32_t, ExecutionSpace> const& numbers)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Values = SpanOn<std::uint64_t, ExecutionSpace>;
  Workspace::Scope const scope(context.workspace);
  Blocks const lists(context.ranks().all_gather(static_cast<std::uint64_t>(values.extent(0))));
  KeyOfValue<Values> const keys{values, lists.first(context.rank())};
  auto const splitters = find_splitters(context, keys, lists, context.size(), {});
  auto const parts =
      partition(context, values.extent(0), context.size(), RangeOf<decltype(keys), MemorySpace>{keys, splitters});
  Routes const routes = make_routes(context.ranks(), parts.counts);
  std::size_t const m = routes.received;
  auto const received = context.template take<std::uint64_t>(m);
  auto const offsets = context.template take<std::uint32_t>(m);
  transfer(context, routes, parts.order, values, received);
  transfer(context, routes, parts.order, Identity{}, offsets);

  auto const order = context.template take<std::uint32_t>(m);
  primitives::iota(context.space, order);
  order_by(context, order, received, 64);
  auto const sorted = ordered(received, order);
  auto const border = find_borders(context, KeyOfGroup<decltype(sorted)>{sorted}, m);
  auto const heads = context.template take<std::uint8_t>(m);
  Kokkos::parallel_for(
      "lexikos::distributed::heads_of_values", backends::Range<ExecutionSpace>(context.space, 0, m),
      HeadOfValue<decltype(sorted), decltype(heads)>{sorted, heads, border.has_before, border.before.words[0]});
  auto const so_far = context.template take<std::uint64_t>(m);
  primitives::inclusive_scan(context.space, heads, so_far, primitives::Sum{}, context.workspace);
  std::uint64_t const own_heads = m == 0 ? 0 : detail::read_back(context.space, so_far, m - 1);
  Blocks const head_counts(context.ranks().all_gather(own_heads));

  using Places = PlaceInLists<decltype(offsets), MemorySpace>;
  Places const places{offsets, arrivals(context, routes, lists.firsts())};
  send_to_owner<std::uint32_t>(context, lists, m, ordered(places, order),
                               NumberFromHeads<decltype(so_far)>{so_far, head_counts.first(context.rank())},
                               PutCode<SpanOn<std::uint32_t, ExecutionSpace>>{numbers});
  return head_counts.total();
}

/// Numbers wide symbols by their order among all that occur on any rank. Collective; Error (not_supported) for 2^32 distinct
/// ones and more. Scratch: 40 bytes a symbol of the rank. The codes' memory is the caller's scope's.
template <class ExecutionSpace>
[[nodiscard]] SpanOn<std::uint32_t, ExecutionSpace> number_symbols(
    Context<ExecutionSpace> const& context, detail::BytesOfText<typename ExecutionSpace::memory_space> const& text,
    Alphabet& alphabet)
{
  SymbolAt<typename ExecutionSpace::memory_space> const symbols(text);
  std::size_t const n = text.size();
  auto const codes = context.template take<std::uint32_t>(n);
  Workspace::Scope const scope(context.workspace);
  auto const order = context.template take<std::uint32_t>(n);
  auto const ranks = context.template take<std::uint32_t>(n);
  auto const sorted = context.template take<std::uint64_t>(n);
  auto const heads = context.template take<std::uint8_t>(n);
  primitives::iota(context.space, order);
  order_by(context, order, symbols, 8 * symbols.symbol_bytes);
  fill_by(context.space, "lexikos::distributed::sorted_symbols", sorted, ordered(symbols, order));
  Kokkos::parallel_for("lexikos::distributed::heads_of_symbols", backends::Range<ExecutionSpace>(context.space, 0, n),
                       HeadOfSymbol<decltype(sorted), decltype(heads)>{sorted, heads});
  primitives::inclusive_scan(context.space, heads, ranks, primitives::Sum{}, context.workspace);
  std::size_t const distinct = n == 0 ? 0 : detail::read_back(context.space, ranks, n - 1);
  auto const values = context.template take<std::uint64_t>(distinct);
  auto const numbers = context.template take<std::uint32_t>(distinct);
  primitives::pack_flagged(context.space, sorted, heads, values, context.workspace);
  std::uint64_t const all = number_values(context, values, numbers);
  detail::require(all <= max_items, ErrorCode::not_supported, "a text of 2^32 distinct symbols and more");
  Kokkos::parallel_for("lexikos::distributed::codes", backends::Range<ExecutionSpace>(context.space, 0, n),
                       CodeOfSorted<decltype(order), decltype(codes)>{order, ranks, numbers, codes});
  alphabet = {};
  alphabet.size = static_cast<unsigned>(all);
  alphabet.bits = std::max(1, bits_for(all));
  alphabet.entropy = std::log2(static_cast<double>(std::max<std::uint64_t>(all, 1)));  // nobody counted them
  return codes;
}

}  // namespace lexikos::distributed_detail
