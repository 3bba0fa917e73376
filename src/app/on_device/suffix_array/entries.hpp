// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// How the entries of a suffix array are written to a file.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "app/on_device/session/transfer.hpp"
#include "app/on_device/suffix_array/sort.hpp"

namespace lexikos::app
{

/// Entries times a factor, little-endian, in some bytes each.
template <class Index>
struct PackEntries
{
  Index const* entries;
  std::uint64_t factor;
  std::uint64_t bytes;
  std::uint8_t* out;

  KOKKOS_FUNCTION void operator()(std::int64_t i) const
  {
    std::uint64_t value = entries[i] * factor;
    std::uint8_t* const at = out + static_cast<std::uint64_t>(i) * bytes;
    for (std::uint64_t b = 0; b < bytes; ++b, value >>= 8) at[b] = static_cast<std::uint8_t>(value);
  }
};

/// The first byte of a symbol becomes its highest.
template <class Symbol>
struct SwapBytes
{
  Symbol const* in;
  Symbol* out;

  KOKKOS_FUNCTION void operator()(std::int64_t i) const
  {
    Symbol symbol = in[i];
    Symbol swapped = 0;
    for (std::size_t b = 0; b < sizeof(Symbol); ++b) {
      swapped = static_cast<Symbol>(swapped << 8 | (symbol & 0xFF));
      symbol = static_cast<Symbol>(symbol >> 8);
    }
    out[i] = swapped;
  }
};

template <class ExecutionSpace, class Symbol>
void swap_bytes(ExecutionSpace const& space, Symbol const* in, Symbol* out, std::size_t n)
{
  Kokkos::parallel_for(
      "lexikos::app::swap_bytes",
      Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>(space, 0, static_cast<std::int64_t>(n)),
      SwapBytes<Symbol>{in, out});
}

/// \param bytes  of an entry in the file
template <class ExecutionSpace, class Entries>
void write_entries(ExecutionSpace const& space, Entries const& entries, std::uint64_t factor, std::size_t bytes,
                   Output& output)
{
  using Index = typename Entries::non_const_value_type;
  if (factor == 1 && bytes == sizeof(Index)) return write(space, entries, output);
  std::size_t const n = entries.extent(0);
  std::size_t const block = std::min<std::size_t>(n, staging_bytes / 8);
  auto const packed = allocate<std::uint8_t>(space, "lexikos::app::packed", block * bytes);
  WriterOfSpace<ExecutionSpace> writer(space, output);
  for (std::size_t first = 0; first < n; first += block) {
    std::size_t const count = std::min(block, n - first);
    Kokkos::parallel_for("lexikos::app::pack_entries",
                         Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>(
                             space, 0, static_cast<std::int64_t>(count)),
                         PackEntries<Index>{entries.data() + first, factor, bytes, packed.data()});
    space.fence("lexikos::app::pack_entries");
    writer.write(packed.data(), count * bytes);
  }
}

}  // namespace lexikos::app
