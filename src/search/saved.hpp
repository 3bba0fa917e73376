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
#include "common/file_arrays.hpp"
#include "common/host_containers.hpp"
#include "common/read_back.hpp"
#include "search/prefix_table.hpp"

namespace lexikos::search_detail
{

// sections of the file, beside `suffix_index_text_section` and `suffix_index_array_section`
constexpr char width_section[] = "index_bytes";
constexpr char depth_section[] = "table_depth";
constexpr char symbols_section[] = "symbols";  // of the text, ascending; of tokens those that are listed, if any
// of tokens only
constexpr char symbol_bytes_section[] = "symbol_bytes";
constexpr char smallest_section[] = "smallest_symbol";
constexpr char largest_section[] = "largest_symbol";
constexpr char lcp_section[] = "lcp";
constexpr char inverse_section[] = "inverse";
constexpr char table_section[] = "table";

template <class ExecutionSpace, class Index>
void save_numbers(ExecutionSpace const& space, FileWriter& file,
                  Arrays<typename ExecutionSpace::memory_space, Index> const& arrays)
{
  std::vector<std::uint16_t> const digits = detail::read_all_back(space, arrays.digits);
  std::vector<std::uint8_t> symbols;
  detail::with_host_memory("the symbols of an index", [&] {
    for (std::size_t c = 0; c < digits.size(); ++c)
      if (digits[c] != detail::absent_symbol) symbols.push_back(static_cast<std::uint8_t>(c));
  });
  file.add_array(symbols_section, symbols);
}

template <class ExecutionSpace, class Index, detail::TokenType Symbol>
void save_numbers(ExecutionSpace const& space, FileWriter& file,
                  Arrays<typename ExecutionSpace::memory_space, Index, Symbol> const& arrays)
{
  file.add_integer(symbol_bytes_section, sizeof(Symbol));
  file.add_integer(smallest_section, arrays.smallest);
  file.add_integer(largest_section, arrays.largest);
  if (arrays.symbols.extent(0) != 0) file.add_array(space, symbols_section, arrays.symbols);
}

template <class ExecutionSpace, class Index, class Symbol>
void save(ExecutionSpace const& space, FileWriter& file,
          Arrays<typename ExecutionSpace::memory_space, Index, Symbol> const& arrays)
{
  detail::require(arrays.table.extent(0) != 0, ErrorCode::invalid_argument, "the index was not built");
  file.add_integer(width_section, sizeof(Index));
  file.add_integer(depth_section, arrays.depth);
  save_numbers(space, file, arrays);
  file.add_array(space, suffix_index_text_section, arrays.text);
  file.add_array(space, suffix_index_array_section, arrays.suffix_array);
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
  source.file.require_size(name, n);
  return detail::array_of_section<T, T>(space, source.file, source.resource, "lexikos::search::loaded", name);
}

/// What entries must be: not above `most`, and perhaps ascending.
struct Limits
{
  std::uint64_t most;
  bool ascend = false;
};

/// The number of entries that are not.
template <class Entry>
struct CountWrongEntries
{
  Entry const* entries;
  Limits limits;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::uint64_t& wrong) const
  {
    wrong += entries[i] > limits.most || (limits.ascend && i > 0 && entries[i] < entries[i - 1]);
  }
};

/// Right checksums show that a file is as it was written, not by whom: with any contents, queries must stay within the arrays.
template <class ExecutionSpace, class Entry, class MemorySpace>
void check_entries(ExecutionSpace const& space, FileReader const& file, std::string_view name,
                   Array<Entry const, MemorySpace> const& entries, Limits const& limits)
{
  std::uint64_t wrong = 0;
  Kokkos::parallel_reduce("lexikos::search::check_loaded", backends::Range<ExecutionSpace>(space, 0, entries.extent(0)),
                          CountWrongEntries<Entry>{entries.data(), limits}, wrong);
  if (wrong != 0)
    file.corrupt(std::to_string(wrong) + " entries of its section " + std::string(name) + " are impossible");
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

template <class ExecutionSpace, class Index>
void load_numbers(ExecutionSpace const& space, Source const& source,
                  Arrays<typename ExecutionSpace::memory_space, Index>& arrays)
{
  Digits const digits = digits_of(source.file, arrays.alphabet);
  arrays.digits = detail::copy_from_host(space, source.resource, "lexikos::search::digits", digits);
}

template <class ExecutionSpace, class Index, detail::TokenType Symbol>
void load_numbers(ExecutionSpace const& space, Source const& source,
                  Arrays<typename ExecutionSpace::memory_space, Index, Symbol>& arrays)
{
  constexpr std::uint64_t most = std::numeric_limits<Symbol>::max();
  FileReader const& file = source.file;
  std::uint64_t const smallest = file.integer(smallest_section, most);
  std::uint64_t const largest = file.integer(largest_section, most);
  arrays.smallest = static_cast<Symbol>(smallest);
  arrays.largest = static_cast<Symbol>(largest);
  std::uint64_t alphabet = smallest <= largest ? largest - smallest + 1 : 0;
  if (file.has(symbols_section)) {
    alphabet = file.size_of(symbols_section);
    if (alphabet == 0) file.corrupt("its list of tokens is empty");
    arrays.symbols = array_of<Symbol>(space, source, symbols_section, alphabet);
    check_entries(space, file, symbols_section, arrays.symbols, {largest, true});
  }
  if (alphabet > detail::absent_token) file.corrupt("it has too many tokens for a table");
  arrays.alphabet = static_cast<std::uint32_t>(alphabet);
}

/// Entries of the table but the last; 0 if there can be no table.
template <class MemorySpace, class Index, class Symbol>
[[nodiscard]] std::uint64_t codes_of(Arrays<MemorySpace, Index, Symbol> const& arrays)
{
  if constexpr (detail::TokenType<Symbol>)
    if (arrays.depth == 0) return arrays.alphabet == 0 ? 1 : arrays.alphabet;
  bool const possible = arrays.depth == 0 || arrays.alphabet > 1;
  return possible ? number_of_codes(arrays.alphabet, arrays.depth, std::numeric_limits<std::uint64_t>::max() - 1) : 0;
}

/// Error (not_supported) unless entries and symbols are those of this type of index.
template <class Index, class Symbol>
void check_widths(FileReader const& file)
{
  auto const check = [&](char const* what, std::size_t width, std::size_t expected) {
    detail::require(width == expected, ErrorCode::not_supported,
                    file.path() + " has " + what + " of " + std::to_string(width) + (width == 1 ? " byte" : " bytes") +
                        ", not of " + std::to_string(expected));
  };
  check("entries", suffix_index_width(file), sizeof(Index));
  check("symbols", suffix_index_symbol_bytes(file), sizeof(Symbol));
}

template <class ExecutionSpace, class Index, class Symbol>
Arrays<typename ExecutionSpace::memory_space, Index, Symbol> load(ExecutionSpace const& space, FileReader const& file,
                                                                  MemoryResource& resource)
{
  Source const source{file, resource};
  Arrays<typename ExecutionSpace::memory_space, Index, Symbol> arrays;
  check_widths<Index, Symbol>(file);
  load_numbers(space, source, arrays);
  arrays.depth = static_cast<std::uint32_t>(file.integer(depth_section, 64));
  std::uint64_t const codes = codes_of(arrays);
  if (codes == 0 || codes + 1 != file.size_of(table_section))
    file.corrupt("its table does not have the entries of its depth");
  std::size_t const n = file.size_of(suffix_index_text_section);
  if (n >= std::numeric_limits<Index>::max()) file.corrupt("its text is too long for its entries");
  arrays.text = array_of<Symbol>(space, source, suffix_index_text_section, n);
  arrays.suffix_array = array_of<Index>(space, source, suffix_index_array_section, n);
  if (file.has(lcp_section)) arrays.lcp = array_of<Index>(space, source, lcp_section, n);
  if (file.has(inverse_section)) arrays.inverse = array_of<Index>(space, source, inverse_section, n);
  arrays.table = array_of<Index>(space, source, table_section, file.size_of(table_section));
  std::uint64_t const last = n == 0 ? 0 : n - 1;
  check_entries(space, file, suffix_index_array_section, arrays.suffix_array, {last});
  check_entries(space, file, inverse_section, arrays.inverse, {last});
  check_entries(space, file, table_section, arrays.table, {n, true});
  return arrays;
}

}  // namespace lexikos::search_detail
