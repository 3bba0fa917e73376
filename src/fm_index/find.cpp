// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fm_index/find.hpp"

#include "system/execution_spaces.hpp"

namespace lexikos::fm_detail
{

template <class E, class I, class S>
void FmFunctions<E, I, S>::find(E const& space, Arrays const& arrays, Text const& symbols, Offsets const& offsets,
                                search_detail::IntervalOutput<MemorySpace, I> const& output,
                                SearchOptions const& options)
{
  find_batch<E, I, S>(space, arrays, symbols, offsets, output, options);
}

#define LEXIKOS_INSTANTIATE_FOR(SPACE, INDEX, SYMBOL)           \
  template void FmFunctions<SPACE, INDEX, SYMBOL>::find(        \
      SPACE const&, Arrays const&, Text const&, Offsets const&, \
      search_detail::IntervalOutput<SPACE::memory_space, INDEX> const&, SearchOptions const&);
#define LEXIKOS_INSTANTIATE_INDEX(SPACE, INDEX)        \
  LEXIKOS_INSTANTIATE_FOR(SPACE, INDEX, std::uint8_t)  \
  LEXIKOS_INSTANTIATE_FOR(SPACE, INDEX, std::uint16_t) \
  LEXIKOS_INSTANTIATE_FOR(SPACE, INDEX, std::uint32_t)
#define LEXIKOS_INSTANTIATE(SPACE)                \
  LEXIKOS_INSTANTIATE_INDEX(SPACE, std::uint32_t) \
  LEXIKOS_INSTANTIATE_INDEX(SPACE, std::uint64_t)

LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)

}  // namespace lexikos::fm_detail

namespace lexikos
{

#undef LEXIKOS_INSTANTIATE
#define LEXIKOS_INSTANTIATE(SPACE)                                                                                     \
  template std::size_t fm_count_workspace_bytes<SPACE, std::uint8_t>(std::size_t, std::size_t, SearchOptions const&);  \
  template std::size_t fm_count_workspace_bytes<SPACE, std::uint16_t>(std::size_t, std::size_t, SearchOptions const&); \
  template std::size_t fm_count_workspace_bytes<SPACE, std::uint32_t>(std::size_t, std::size_t, SearchOptions const&);

LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)

}  // namespace lexikos
