// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The rows of all strings of k symbols.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/allocate.hpp>
#include <lexikos/fm_index.hpp>

#include "backends/launch.hpp"
#include "fm_index/tuning.hpp"

namespace lexikos::fm_detail
{

[[nodiscard]] inline std::size_t max_table_entries(std::size_t n, FmIndexOptions const& options)
{
  return options.table_entries != 0 ? options.table_entries : n / symbols_per_table_entry;
}

/// The largest depth of which the table has at most that many entries.
[[nodiscard]] inline std::uint32_t depth_of_table(std::uint32_t base, std::size_t max_entries)
{
  if (base < 2) return 0;
  std::uint32_t depth = 0;
  for (std::size_t entries = 1; entries <= max_entries / base; entries *= base) ++depth;
  return depth;
}

/// base^depth
[[nodiscard]] inline std::size_t table_size(std::uint32_t base, std::uint32_t depth)
{
  std::size_t entries = 1;
  for (std::uint32_t j = 0; j < depth; ++j) entries *= base;
  return entries;
}

/// From the rows of all strings w of one length to those of cw for all symbols c, in place: string cw is at c * strings + w.
template <class Ranks, class Index>
struct ExtendStrings
{
  detail::FmSteps<Ranks> steps;
  FmRows<Index>* table;
  std::size_t strings;
  std::uint32_t base;

  KOKKOS_FUNCTION void operator()(std::size_t w) const
  {
    FmRows<std::uint64_t> const rows{table[w].begin, table[w].end};
    for (std::uint32_t slot = 0; slot < base; ++slot)
      table[slot * strings + w] = rows.is_empty() ? FmRows<Index>{} : narrow<Index>(steps.extend_left(rows, slot));
  }
};

/// Asynchronous on the instance.
template <class ExecutionSpace, class Ranks, class Index>
void fill_table(ExecutionSpace const& space, detail::FmSteps<Ranks> const& steps, FmRows<Index>* table,
                std::uint32_t base, std::uint32_t depth)
{
  Kokkos::deep_copy(space, Span<FmRows<Index>, typename ExecutionSpace::memory_space>(table, 1),
                    narrow<Index>(steps.all()));
  std::size_t strings = 1;
  for (std::uint32_t j = 0; j < depth; ++j) {
    Kokkos::parallel_for("lexikos::fm_index::extend_table", backends::Range<ExecutionSpace>(space, 0, strings),
                         ExtendStrings<Ranks, Index>{steps, table, strings, base});
    strings *= base;
  }
}

}  // namespace lexikos::fm_detail
