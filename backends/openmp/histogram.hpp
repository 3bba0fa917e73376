// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "backends/kokkos/elementwise.hpp"
#include "backends/openmp/parts.hpp"

namespace lexikos::backends::openmp
{

/// Counts symbols [0, n) in `tables` tables, in turn, and adds them all to the first. With a single table, each increment in
/// a run of one symbol would wait for the one before it.
template <std::size_t tables, class Symbol>
void count_symbols(Symbol const* symbols, std::size_t n, std::uint64_t* counts, std::size_t bins)
{
  std::fill_n(counts, tables * bins, 0);
  std::size_t i = 0;
  for (; i + tables <= n; i += tables)
    for (std::size_t t = 0; t < tables; ++t) ++counts[t * bins + symbols[i + t]];
  for (; i < n; ++i) ++counts[symbols[i]];
  for (std::size_t t = 1; t < tables; ++t)
    for (std::size_t b = 0; b < bins; ++b) counts[b] += counts[t * bins + b];
}

template <class Tuning = openmp::Tuning, class Symbols, class Counts>
void histogram(Kokkos::OpenMP const& space, Symbols const& symbols, Counts const& counts, Workspace& workspace)
{
  constexpr std::size_t tables = Tuning::histogram_tables;
  std::size_t const n = symbols.extent(0);
  std::size_t const bins = counts.extent(0);
  if (n == 0 || bins == 0) return kokkos::fill(space, counts, 0);

  Workspace::Scope const scope(workspace);
  Chunks const parts = make_parts(space, n, std::max(Tuning::min_part, Tuning::symbols_a_bin * bins));
  bool const is_small = bins <= Tuning::max_bins_of_tables;
  std::size_t const stride = is_small ? tables * bins : bins;
  auto const part_counts = workspace.take<std::uint64_t, Kokkos::HostSpace>(parts.count * stride);
  for_parts(space, "lexikos::primitives::histogram::count", parts.count, [&](std::size_t part) {
    auto const* const from = symbols.data() + parts.begin(part);
    std::size_t const size = parts.end(part) - parts.begin(part);
    if (is_small)
      count_symbols<tables>(from, size, part_counts.data() + part * stride, bins);
    else
      count_symbols<1>(from, size, part_counts.data() + part * stride, bins);
  });
  Chunks const bin_parts = make_parts(space, bins, Tuning::min_part);
  for_parts(space, "lexikos::primitives::histogram::add", bin_parts.count, [&](std::size_t bin_part) {
    for (std::size_t b = bin_parts.begin(bin_part); b < bin_parts.end(bin_part); ++b) {
      std::uint64_t sum = 0;
      for (std::size_t part = 0; part < parts.count; ++part) sum += part_counts(part * stride + b);
      counts(b) = sum;
    }
  });
}

}  // namespace lexikos::backends::openmp
