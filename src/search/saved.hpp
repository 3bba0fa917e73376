// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/allocate.hpp>
#include <lexikos/search.hpp>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "backends/launch.hpp"
#include "common/host_containers.hpp"
#include "common/read_back.hpp"
#include "search/prefix_table.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::search_detail
{

// sections of the file; the text's is `suffix_index_text_section`
constexpr char width_section[] = "index_bytes";
constexpr char depth_section[] = "table_depth";
constexpr char symbols_section[] = "symbols";  // of the text, ascending
constexpr char suffix_array_section[] = "suffix_array";
constexpr char lcp_section[] = "lcp";
constexpr char inverse_section[] = "inverse";
constexpr char table_section[] = "table";

template <class ExecutionSpace, class Index>
void save(ExecutionSpace const& space, FileWriter& file,
          Arrays<typename ExecutionSpace::memory_space, Index> const& arrays)
{
  detail::require(arrays.table.extent(0) != 0, ErrorCode::invalid_argument, "the index was not built");
  std::vector<std::uint16_t> const digits = detail::read_all_back(space, arrays.digits);
  std::vector<std::uint8_t> symbols;
  detail::with_host_memory("the symbols of an index", [&] {
    for (std::size_t c = 0; c < digits.size(); ++c)
      if (digits[c] != detail::absent_symbol) symbols.push_back(static_cast<std::uint8_t>(c));
  });
  file.add_integer(width_section, sizeof(Index));
  file.add_integer(depth_section, arrays.depth);
  file.add_array(symbols_section, symbols);
  file.add_array(space, suffix_index_text_section, arrays.text);
  file.add_array(space, suffix_array_section, arrays.suffix_array);
  if (arrays.lcp.extent(0) != 0) file.add_array(space, lcp_section, arrays.lcp);
  if (arrays.inverse.extent(0) != 0) file.add_array(space, inverse_section, arrays.inverse);
  file.add_array(space, table_section, arrays.table);
}

/// Where an index is read from, and into which memory.
struct Source
{
  FileReader const& file;
  MemoryResource& resource;
};

/// An array of a file where the execution space reads it: in the file itself, or copied.
template <class T, class ExecutionSpace>
Array<T const, typename ExecutionSpace::memory_space> array_of(ExecutionSpace const& space, Source const& source,
                                                               std::string_view name, std::size_t n)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  auto const span = source.file.array<T>(name, n);
  if constexpr (detail::works_on_host<ExecutionSpace>)
    return Array<T const, MemorySpace>(Span<T const, MemorySpace>(span.data(), n), {});
  else
    return detail::copy_from_host(space, source.resource, "lexikos::search::loaded", std::span(span.data(), n));
}

/// What entries must be: not above `most`, and perhaps ascending.
struct Limits
{
  std::uint64_t most;
  bool ascend = false;
};

/// The number of entries that are not.
template <class Index>
struct CountWrongEntries
{
  Index const* entries;
  Limits limits;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::uint64_t& wrong) const
  {
    wrong += entries[i] > limits.most || (limits.ascend && i > 0 && entries[i] < entries[i - 1]);
  }
};

/// Right checksums show that a file is as it was written, not by whom: with any contents, queries must stay within the arrays.
template <class ExecutionSpace, class Index, class MemorySpace>
void check_entries(ExecutionSpace const& space, FileReader const& file, char const* name,
                   Array<Index const, MemorySpace> const& entries, Limits const& limits)
{
  std::uint64_t wrong = 0;
  Kokkos::parallel_reduce("lexikos::search::check_loaded", backends::Range<ExecutionSpace>(space, 0, entries.extent(0)),
                          CountWrongEntries<Index>{entries.data(), limits}, wrong);
  if (wrong != 0) file.corrupt(std::to_string(wrong) + " entries of its section " + name + " are impossible");
}

inline Digits digits_of(FileReader const& file, std::uint32_t& alphabet)
{
  auto const symbols = file.array<std::uint8_t>(symbols_section);
  Digits digits;
  digits.fill(detail::absent_symbol);
  alphabet = static_cast<std::uint32_t>(symbols.extent(0));
  for (std::size_t i = 0; i < symbols.extent(0); ++i) {
    if (i > 0 && symbols(i) <= symbols(i - 1)) file.corrupt("its symbols are out of order");
    digits[symbols(i)] = static_cast<std::uint16_t>(i);
  }
  return digits;
}

/// Checks what follows from the sizes and the symbols alone; fills alphabet and depth.
template <class Index, class MemorySpace>
void check_shape(FileReader const& file, Arrays<MemorySpace, Index>& arrays)
{
  std::size_t const width = suffix_index_width(file);
  detail::require(
      width == sizeof(Index), ErrorCode::not_supported,
      file.path() + " has entries of " + std::to_string(width) + " bytes, not of " + std::to_string(sizeof(Index)));
  if (file.size_of(suffix_index_text_section) >= std::numeric_limits<Index>::max())
    file.corrupt("its text is too long for its entries");
  arrays.depth = static_cast<std::uint32_t>(file.integer(depth_section, 64));
  bool const possible = arrays.depth == 0 || arrays.alphabet > 1;
  std::uint64_t const codes =
      possible ? number_of_codes(arrays.alphabet, arrays.depth, std::numeric_limits<std::uint64_t>::max() - 1) : 0;
  if (codes == 0 || codes + 1 != file.size_of(table_section))
    file.corrupt("its table does not have the entries of its depth");
}

template <class ExecutionSpace, class Index>
Arrays<typename ExecutionSpace::memory_space, Index> load(ExecutionSpace const& space, FileReader const& file,
                                                          MemoryResource& resource)
{
  Source const source{file, resource};
  Arrays<typename ExecutionSpace::memory_space, Index> arrays;
  Digits const digits = digits_of(file, arrays.alphabet);
  check_shape<Index>(file, arrays);
  std::size_t const n = file.size_of(suffix_index_text_section);
  arrays.text = array_of<std::uint8_t>(space, source, suffix_index_text_section, n);
  arrays.suffix_array = array_of<Index>(space, source, suffix_array_section, n);
  if (file.has(lcp_section)) arrays.lcp = array_of<Index>(space, source, lcp_section, n);
  if (file.has(inverse_section)) arrays.inverse = array_of<Index>(space, source, inverse_section, n);
  arrays.table = array_of<Index>(space, source, table_section, file.size_of(table_section));
  arrays.digits = detail::copy_from_host(space, resource, "lexikos::search::digits", digits);
  std::uint64_t const last = n == 0 ? 0 : n - 1;
  check_entries(space, file, suffix_array_section, arrays.suffix_array, {last});
  check_entries(space, file, inverse_section, arrays.inverse, {last});
  check_entries(space, file, table_section, arrays.table, {n, true});
  return arrays;
}

}  // namespace lexikos::search_detail
