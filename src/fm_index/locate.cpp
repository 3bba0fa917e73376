// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fm_index/locate.hpp"

#include "fm_index/instantiate.hpp"

namespace lexikos::fm_detail
{

template <class E, class I, class S>
Occurrences<typename E::memory_space, I> FmFunctions<E, I, S>::locate(E const& space, Arrays const& arrays,
                                                                      Text const& symbols, Offsets const& offsets,
                                                                      SearchOptions const& options)
{
  detail::Scratch const scratch(space, options.workspace);
  auto const batch = checked_batch(space, arrays, symbols, offsets, *scratch);
  Location<E, I, S> location(space, arrays, options, *scratch);
  std::size_t const count = offsets.extent(0) - 1;
  auto const candidates = location.candidates_of(batch, count);
  return location.positions_of(candidates.begins, candidates.ends, candidates.rests, batch, count);
}

template <class E, class I, class S>
Occurrences<typename E::memory_space, I> FmFunctions<E, I, S>::locate_intervals(E const& space, Arrays const& arrays,
                                                                                Indices const& begins,
                                                                                Indices const& ends,
                                                                                SearchOptions const& options)
{
  detail::Scratch const scratch(space, options.workspace);
  return Location<E, I, S>(space, arrays, options, *scratch)
      .positions_of(begins.data(), ends.data(), nullptr, BatchOf<S>{}, begins.extent(0));
}

#define LEXIKOS_INSTANTIATE_FOR(SPACE, INDEX, SYMBOL)                                                   \
  template Occurrences<SPACE::memory_space, INDEX> FmFunctions<SPACE, INDEX, SYMBOL>::locate(           \
      SPACE const&, Arrays const&, Text const&, Offsets const&, SearchOptions const&);                  \
  template Occurrences<SPACE::memory_space, INDEX> FmFunctions<SPACE, INDEX, SYMBOL>::locate_intervals( \
      SPACE const&, Arrays const&, Indices const&, Indices const&, SearchOptions const&);
#define LEXIKOS_INSTANTIATE(SPACE) LEXIKOS_FOR_EACH_FM_INDEX(LEXIKOS_INSTANTIATE_FOR, SPACE)

LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE
#undef LEXIKOS_INSTANTIATE_FOR

}  // namespace lexikos::fm_detail
