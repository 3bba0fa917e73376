// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Kokkos_Core.hpp>
#include <lexikos/search.hpp>
#include <string>
#include <vector>

#include <lexikos/detail/allocate.hpp>
#include "search/find.hpp"
#include "search/locate.hpp"
#include "search/prefix_table.hpp"
#include "search/saved.hpp"
#include "system/execution_spaces.hpp"

namespace lexikos
{

std::size_t suffix_index_width(FileReader const& file)
{
  std::uint64_t const width = file.integer(search_detail::width_name);
  if (width != sizeof(std::uint32_t) && width != sizeof(std::uint64_t))
    file.corrupt("its entries have " + std::to_string(width) + " bytes");
  return width;
}

template <class ExecutionSpace>
Patterns<typename ExecutionSpace::memory_space> patterns_from_host(ExecutionSpace const& space,
                                                                   std::span<std::string_view const> patterns)
{
  std::vector<std::uint64_t> offsets{0};
  std::vector<std::uint8_t> symbols;
  for (auto const pattern : patterns) {
    symbols.insert(symbols.end(), pattern.begin(), pattern.end());
    offsets.push_back(symbols.size());
  }
  return {detail::copy_from_host(space, default_memory_resource(), "lexikos::search::symbols", symbols),
          detail::copy_from_host(space, default_memory_resource(), "lexikos::search::offsets", offsets)};
}

namespace detail
{

template <class ExecutionSpace, class Index>
void build_prefix_table(ExecutionSpace const& space,
                        SuffixIndexArrays<typename ExecutionSpace::memory_space, Index>& arrays,
                        SuffixIndexOptions const& options)
{
  Workspace own;
  search_detail::build_prefix_table(space, arrays, options.table_entries,
                                    options.workspace != nullptr ? *options.workspace : own);
}

template <class ExecutionSpace, class Index>
void find_intervals(ExecutionSpace const& space,
                    SuffixIndexArrays<typename ExecutionSpace::memory_space, Index> const& arrays,
                    Span<std::uint8_t const, typename ExecutionSpace::memory_space> const& symbols,
                    Span<std::uint64_t const, typename ExecutionSpace::memory_space> const& offsets,
                    IntervalOutput<typename ExecutionSpace::memory_space, Index> const& output,
                    SearchOptions const& options)
{
  require(arrays.table.extent(0) != 0, ErrorCode::invalid_argument, "the index was not built");
  Workspace own;
  search_detail::PatternBatch const patterns{symbols.data(), symbols.extent(0), offsets.data()};
  search_detail::find_intervals(space, arrays, patterns, pattern_count(offsets.extent(0)), output,
                                options.sort_patterns, options.workspace != nullptr ? *options.workspace : own);
  if (options.sort_patterns && options.workspace == nullptr) space.fence("lexikos::search::own_workspace");
}

template <class ExecutionSpace, class Index>
Occurrences<typename ExecutionSpace::memory_space, Index> locate_intervals(
    ExecutionSpace const& space, Span<Index const, typename ExecutionSpace::memory_space> const& suffix_array,
    Span<Index const, typename ExecutionSpace::memory_space> const& begins,
    Span<Index const, typename ExecutionSpace::memory_space> const& ends, SearchOptions const& options)
{
  Workspace own;
  return search_detail::locate(space, suffix_array, begins, ends, options,
                               options.workspace != nullptr ? *options.workspace : own);
}

template <class ExecutionSpace, class Index>
void save_suffix_index(ExecutionSpace const& space, FileWriter& file,
                       SuffixIndexArrays<typename ExecutionSpace::memory_space, Index> const& arrays)
{
  require(arrays.table.extent(0) != 0, ErrorCode::invalid_argument, "the index was not built");
  search_detail::save(space, file, arrays);
}

template <class ExecutionSpace, class Index>
SuffixIndexArrays<typename ExecutionSpace::memory_space, Index> load_suffix_index(ExecutionSpace const& space,
                                                                                  FileReader const& file)
{
  return search_detail::load<ExecutionSpace, Index>(space, file);
}

}  // namespace detail

#define LEXIKOS_INSTANTIATE_FOR(SPACE, INDEX)                                                                          \
  template void detail::build_prefix_table<SPACE, INDEX>(                                                              \
      SPACE const&, detail::SuffixIndexArrays<SPACE::memory_space, INDEX>&, SuffixIndexOptions const&);                \
  template void detail::find_intervals<SPACE, INDEX>(                                                                  \
      SPACE const&, detail::SuffixIndexArrays<SPACE::memory_space, INDEX> const&,                                      \
      Span<std::uint8_t const, SPACE::memory_space> const&, Span<std::uint64_t const, SPACE::memory_space> const&,     \
      detail::IntervalOutput<SPACE::memory_space, INDEX> const&, SearchOptions const&);                                \
  template Occurrences<SPACE::memory_space, INDEX> detail::locate_intervals<SPACE, INDEX>(                             \
      SPACE const&, Span<INDEX const, SPACE::memory_space> const&, Span<INDEX const, SPACE::memory_space> const&,      \
      Span<INDEX const, SPACE::memory_space> const&, SearchOptions const&);                                            \
  template void detail::save_suffix_index<SPACE, INDEX>(SPACE const&, FileWriter&,                                     \
                                                        detail::SuffixIndexArrays<SPACE::memory_space, INDEX> const&); \
  template detail::SuffixIndexArrays<SPACE::memory_space, INDEX> detail::load_suffix_index<SPACE, INDEX>(              \
      SPACE const&, FileReader const&);
#define LEXIKOS_INSTANTIATE(SPACE)                                                                                   \
  template Patterns<SPACE::memory_space> patterns_from_host<SPACE>(SPACE const&, std::span<std::string_view const>); \
  LEXIKOS_INSTANTIATE_FOR(SPACE, std::uint32_t)                                                                      \
  LEXIKOS_INSTANTIATE_FOR(SPACE, std::uint64_t)

LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)

}  // namespace lexikos
