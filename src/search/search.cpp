// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Kokkos_Core.hpp>
#include <algorithm>
#include <lexikos/detail/allocate.hpp>
#include <lexikos/detail/execution_spaces.hpp>
#include <lexikos/search.hpp>
#include <string>

#include "common/primitive_bytes.hpp"
#include "search/index_of_symbols.hpp"
#include "search/locate.hpp"

namespace lexikos
{

std::size_t suffix_index_width(FileReader const& file)
{
  std::uint64_t const width = file.integer(search_detail::width_section);
  if (width != sizeof(std::uint32_t) && width != sizeof(std::uint64_t))
    file.corrupt("its entries have " + std::to_string(width) + " bytes");
  return width;
}

std::size_t suffix_index_symbol_bytes(FileReader const& file)
{
  if (!file.has(search_detail::symbol_bytes_section)) return sizeof(std::uint8_t);
  std::uint64_t const bytes = file.integer(search_detail::symbol_bytes_section);
  if (bytes != sizeof(std::uint16_t) && bytes != sizeof(std::uint32_t))
    file.corrupt("its symbols have " + std::to_string(bytes) + " bytes");
  return bytes;
}

template <detail::ExecutionSpaceType ExecutionSpace>
std::size_t count_workspace_bytes(std::size_t patterns, SearchOptions const& options)
{
  if (!options.sort_patterns) return 0;
  std::size_t const codes_and_numbers = 2 * sizeof(std::uint64_t) + 2 * sizeof(std::uint32_t);
  return patterns * codes_and_numbers + 4 * 256 + detail::sort_bytes<ExecutionSpace>(patterns);
}

template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexType Index>
std::size_t locate_workspace_bytes(std::size_t patterns, std::size_t positions, SearchOptions const& options)
{
  bool const is_narrow = positions <= std::numeric_limits<std::uint32_t>::max();
  std::size_t const offset = is_narrow ? sizeof(std::uint32_t) : sizeof(std::uint64_t);
  std::size_t const order = offset * positions + (is_narrow ? offset * (patterns + 1) : 0) +
                            detail::segmented_sort_bytes<ExecutionSpace>(positions, sizeof(Index) + offset, patterns) +
                            2 * 256;
  std::size_t const intervals = 2 * (patterns * sizeof(Index) + 256);
  return intervals + std::max({count_workspace_bytes<ExecutionSpace>(patterns, options),
                               detail::scan_bytes<ExecutionSpace>(patterns + 1), options.text_order ? order : 0});
}

#define LEXIKOS_INSTANTIATE_FOR(SPACE, INDEX)                                                                     \
  template Occurrences<SPACE::memory_space, INDEX> search_detail::locate<SPACE, INDEX>(                           \
      SPACE const&, Span<INDEX const, SPACE::memory_space> const&, Span<INDEX const, SPACE::memory_space> const&, \
      Span<INDEX const, SPACE::memory_space> const&, SearchOptions const&);                                       \
  template std::size_t locate_workspace_bytes<SPACE, INDEX>(std::size_t, std::size_t, SearchOptions const&);      \
  LEXIKOS_INSTANTIATE_INDEX(SPACE, INDEX, std::uint8_t)
#define LEXIKOS_INSTANTIATE(SPACE)                                                      \
  template std::size_t count_workspace_bytes<SPACE>(std::size_t, SearchOptions const&); \
  LEXIKOS_INSTANTIATE_FOR(SPACE, std::uint32_t)                                         \
  LEXIKOS_INSTANTIATE_FOR(SPACE, std::uint64_t)

LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE
#undef LEXIKOS_INSTANTIATE_FOR

}  // namespace lexikos
