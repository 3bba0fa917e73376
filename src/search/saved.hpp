// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/search.hpp>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include <lexikos/detail/allocate.hpp>
#include "search/prefix_table.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::search_detail
{

// sections of the file
constexpr char width_name[] = "index_bytes";
constexpr char depth_name[] = "table_depth";
constexpr char symbols_name[] = "symbols";  // of the text, ascending
constexpr char text_name[] = "text";
constexpr char suffix_array_name[] = "suffix_array";
constexpr char lcp_name[] = "lcp";
constexpr char inverse_name[] = "inverse";
constexpr char table_name[] = "table";

template <class ExecutionSpace, class MemorySpace, class Index>
void save(ExecutionSpace const& space, FileWriter& file, Arrays<MemorySpace, Index> const& arrays)
{
  Digits digits;
  digits.fill(detail::absent_symbol);
  if (arrays.digits.extent(0) == digits.size())
    Kokkos::deep_copy(space, Span<std::uint16_t, Kokkos::HostSpace>(digits.data(), digits.size()), arrays.digits);
  space.fence("lexikos::search::save");
  std::vector<std::uint8_t> symbols;
  for (std::size_t c = 0; c < digits.size(); ++c)
    if (digits[c] != detail::absent_symbol) symbols.push_back(static_cast<std::uint8_t>(c));
  file.add_integer(width_name, sizeof(Index));
  file.add_integer(depth_name, arrays.depth);
  file.add_array(symbols_name, symbols);
  file.add_array(space, text_name, arrays.text);
  file.add_array(space, suffix_array_name, arrays.suffix_array);
  if (arrays.lcp.extent(0) != 0) file.add_array(space, lcp_name, arrays.lcp);
  if (arrays.inverse.extent(0) != 0) file.add_array(space, inverse_name, arrays.inverse);
  file.add_array(space, table_name, arrays.table);
}

/// An array of a file where the execution space reads it: in the file itself, or copied.
template <class T, class ExecutionSpace>
Array<T const, typename ExecutionSpace::memory_space> array_of(ExecutionSpace const& space, FileReader const& file,
                                                               char const* name, std::size_t n)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  auto const span = file.array<T>(name, n);
  if constexpr (detail::works_on_host<ExecutionSpace>)
    return Array<T const, MemorySpace>(Span<T const, MemorySpace>(span.data(), n), {});
  else
    return detail::copy_from_host(space, default_memory_resource(), "lexikos::search::loaded",
                                  std::span(span.data(), n));
}

/// The number of entries that are above `most`, or below the one before them.
template <class Index>
struct CountWrongEntries
{
  Index const* entries;
  std::uint64_t most;
  bool ascend;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::uint64_t& wrong) const
  {
    wrong += entries[i] > most || (ascend && i > 0 && entries[i] < entries[i - 1]);
  }
};

/// Right checksums tell that a file is as it was written, not by whom: queries shall not leave the arrays for any.
template <class ExecutionSpace, class Index, class MemorySpace>
void require_entries(ExecutionSpace const& space, FileReader const& file, char const* name,
                     Array<Index const, MemorySpace> const& entries, std::uint64_t most, bool ascend)
{
  std::uint64_t wrong = 0;
  Kokkos::parallel_reduce(
      "lexikos::search::check_loaded",
      Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::size_t>>(space, 0, entries.extent(0)),
      CountWrongEntries<Index>{entries.data(), most, ascend}, wrong);
  if (wrong != 0) file.corrupt(std::to_string(wrong) + " entries of its section " + name + " are impossible");
}

inline Digits digits_of(FileReader const& file, std::uint32_t& alphabet)
{
  auto const symbols = file.array<std::uint8_t>(symbols_name);
  Digits digits;
  digits.fill(detail::absent_symbol);
  alphabet = static_cast<std::uint32_t>(symbols.extent(0));
  for (std::size_t i = 0; i < symbols.extent(0); ++i) {
    if (i > 0 && symbols(i) <= symbols(i - 1)) file.corrupt("its symbols are out of order");
    digits[symbols(i)] = static_cast<std::uint16_t>(i);
  }
  return digits;
}

template <class ExecutionSpace, class Index>
Arrays<typename ExecutionSpace::memory_space, Index> load(ExecutionSpace const& space, FileReader const& file)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  std::size_t const width = suffix_index_width(file);
  detail::require(
      width == sizeof(Index), ErrorCode::not_supported,
      file.path() + " has entries of " + std::to_string(width) + " bytes, not of " + std::to_string(sizeof(Index)));
  Arrays<MemorySpace, Index> arrays;
  Digits const digits = digits_of(file, arrays.alphabet);
  std::size_t const n = file.size_of(text_name);
  if (n >= std::numeric_limits<Index>::max()) file.corrupt("its text is too long for its entries");
  std::size_t const entries = file.size_of(table_name);
  arrays.depth = static_cast<std::uint32_t>(file.integer(depth_name, 64));
  bool const possible = arrays.depth == 0 || arrays.alphabet > 1;
  std::uint64_t const codes =
      possible ? number_of_codes(arrays.alphabet, arrays.depth, std::numeric_limits<std::uint64_t>::max() - 1) : 0;
  if (codes == 0 || codes + 1 != entries) file.corrupt("its table does not have the entries of its depth");

  arrays.text = array_of<std::uint8_t>(space, file, text_name, n);
  arrays.suffix_array = array_of<Index>(space, file, suffix_array_name, n);
  if (file.has(lcp_name)) arrays.lcp = array_of<Index>(space, file, lcp_name, n);
  if (file.has(inverse_name)) arrays.inverse = array_of<Index>(space, file, inverse_name, n);
  arrays.table = array_of<Index>(space, file, table_name, entries);
  arrays.digits = detail::copy_from_host(space, default_memory_resource(), "lexikos::search::digits", digits);
  std::uint64_t const last = n == 0 ? 0 : n - 1;
  require_entries(space, file, suffix_array_name, arrays.suffix_array, last, false);
  require_entries(space, file, inverse_name, arrays.inverse, last, false);
  require_entries(space, file, table_name, arrays.table, n, true);
  return arrays;
}

}  // namespace lexikos::search_detail
