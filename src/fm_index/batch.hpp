// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Batches of patterns as kernels read them.

#include <Kokkos_Core.hpp>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/fm_queries.hpp>
#include <lexikos/fm_index.hpp>
#include <limits>

#include "backends/launch.hpp"
#include "common/order_by_key.hpp"
#include "common/pattern_offsets.hpp"
#include "fm_index/slots.hpp"
#include "fm_index/table.hpp"

namespace lexikos::fm_detail
{

struct ByteBatch
{
  std::uint32_t const* slots;
  std::uint8_t const* symbols;
  std::uint64_t size;
  std::uint64_t const* offsets;

  [[nodiscard]] KOKKOS_FUNCTION detail::BytePattern operator()(std::size_t i) const
  {
    std::uint64_t const begin = offsets[i];
    return {slots, symbols, size, begin, offsets[i + 1] - begin, detail::BytePattern::has_dna_in(slots)};
  }
};

struct SlotBatch
{
  std::uint32_t const* slots;
  std::uint64_t const* offsets;

  [[nodiscard]] KOKKOS_FUNCTION detail::SlotPattern operator()(std::size_t i) const
  {
    std::uint64_t const begin = offsets[i];
    return {slots + begin, offsets[i + 1] - begin};
  }
};

/// Bytes are looked up as they are read; wide symbols before, in scratch of the caller's scope.
template <class ExecutionSpace, class Arrays>
[[nodiscard]] ByteBatch make_batch(ExecutionSpace const&, Arrays const& arrays,
                                   SymbolSpan<ExecutionSpace, std::uint8_t> const& symbols,
                                   OffsetSpan<ExecutionSpace> const& offsets, Workspace&)
{
  return {arrays.alphabet.slots.data(), symbols.data(), symbols.extent(0), offsets.data()};
}
template <class ExecutionSpace, class Arrays, class Symbol>
[[nodiscard]] SlotBatch make_batch(ExecutionSpace const& space, Arrays const& arrays,
                                   Span<Symbol const, typename ExecutionSpace::memory_space> const& symbols,
                                   OffsetSpan<ExecutionSpace> const& offsets, Workspace& workspace)
{
  auto const slots = workspace.take<std::uint32_t, typename ExecutionSpace::memory_space>(symbols.extent(0));
  to_slots(space, "lexikos::fm_index::slots_of_patterns", arrays.alphabet, symbols, slots);
  return {slots.data(), offsets.data()};
}

/// What patterns are sorted by: the number of their last symbols, from the last one on. Affects only locality.
template <class Batch, class Key>
struct NumberOfPattern
{
  Batch batch;
  std::uint32_t base;
  std::uint32_t depth;
  Key* numbers;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    auto pattern = batch(i);
    std::uint64_t number = 0;
    std::uint64_t weight = 1;
    for (std::uint64_t j = 0; j < depth; ++j) {
      if (j < pattern.length()) {
        std::uint32_t const slot = pattern.slot(pattern.length() - 1 - j);
        if (slot < base) number += weight * slot;
      }
      weight *= base;
    }
    numbers[i] = static_cast<Key>(number);
  }
};

/// The order in which patterns are looked up, in scratch of the caller's scope; null: as they stand.
template <class ExecutionSpace, class Index, class Batch>
[[nodiscard]] std::uint32_t const* order_of_batch(ExecutionSpace const& space, detail::FmTable<Index> const& table,
                                                  Batch const& batch, std::size_t count, SearchOptions const& options,
                                                  Workspace& workspace)
{
  if (!options.sort_patterns || count == 0 || count > std::numeric_limits<std::uint32_t>::max()) return nullptr;
  // where there is no table, a few symbols do
  std::uint32_t const depth = table.depth != 0 ? table.depth : depth_of_table(table.base, 1 << 16);
  auto const bits = static_cast<int>(std::bit_width(table_size(table.base, depth) - 1));
  auto const order = [&](auto key) {
    using Key = decltype(key);
    return detail::order_by_key<Key>(space, count, bits, workspace, [&](Key* keys) {
      Kokkos::parallel_for("lexikos::fm_index::pattern_numbers", backends::Range<ExecutionSpace>(space, 0, count),
                           NumberOfPattern<Batch, Key>{batch, table.base, depth, keys});
    });
  };
  return bits <= 32 ? order(std::uint32_t{}).data() : order(std::uint64_t{}).data();
}

}  // namespace lexikos::fm_detail
