// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fm_index/find.hpp"

#include <lexikos/detail/scratch.hpp>

#include "common/primitive_bytes.hpp"
#include "fm_index/instantiate.hpp"
#include "fm_index/run_search.hpp"

namespace lexikos::fm_detail
{

template <class E, class I, class S>
void FmFunctions<E, I, S>::find(E const& space, Arrays const& arrays, Text const& symbols, Offsets const& offsets,
                                search_detail::IntervalOutput<MemorySpace, I> const& output,
                                SearchOptions const& options)
{
  detail::Scratch const scratch(space, options.workspace);
  auto const batch = checked_batch(space, arrays, symbols, offsets, *scratch);
  std::size_t const count = offsets.extent(0) - 1;
  if (count == 0) return;
  auto const* const order = order_of_batch(space, arrays.rows_of_strings(), batch, count, options, *scratch);
  if (output.begins.data() != nullptr)
    return find_candidates<E, I, S>(space, arrays, batch, count, order,
                                    {output.begins.data(), output.ends.data(), nullptr}, *scratch);
  auto limits = limits_of(arrays, true);
  limits.forward_from = forward_from(arrays);
  limits.sampled_from = sampled_from(arrays.samples());
  limits.are_long = symbols.extent(0) / count >= limits.sampled_from;
  with_search(arrays, [&](auto const& search) {
    auto const places = places_of(arrays, search.steps);
    using Count = CountOccurrences<std::decay_t<decltype(search)>, BatchOf<S>, std::decay_t<decltype(places)>,
                                   detail::FmText<MemorySpace, detail::FmSlot<S>>, I>;
    run_search(space, "lexikos::fm_index::count", count,
               Count{search, batch, order, limits, places, arrays.text, output.counts.data()}, *scratch);
  });
}

#define LEXIKOS_INSTANTIATE_FOR(SPACE, INDEX, SYMBOL)           \
  template void FmFunctions<SPACE, INDEX, SYMBOL>::find(        \
      SPACE const&, Arrays const&, Text const&, Offsets const&, \
      search_detail::IntervalOutput<SPACE::memory_space, INDEX> const&, SearchOptions const&);
#define LEXIKOS_INSTANTIATE(SPACE) LEXIKOS_FOR_EACH_FM_INDEX(LEXIKOS_INSTANTIATE_FOR, SPACE)

LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)

}  // namespace lexikos::fm_detail

namespace lexikos
{

template <detail::ExecutionSpaceType ExecutionSpace, detail::WaveletSymbol Symbol>
std::size_t fm_count_workspace_bytes(std::size_t patterns, std::size_t symbols, SearchOptions const& options)
{
  std::size_t const slots = sizeof(Symbol) == 1 ? 0 : symbols * sizeof(std::uint32_t) + 256;
  std::size_t const searching = slots + fm_detail::search_bytes<ExecutionSpace>(patterns);
  if (!options.sort_patterns) return searching;
  std::size_t const numbers_and_order = 2 * sizeof(std::uint64_t) + 2 * sizeof(std::uint32_t);
  return searching + patterns * numbers_and_order + 4 * 256 + detail::sort_bytes<ExecutionSpace>(patterns);
}

#undef LEXIKOS_INSTANTIATE
#define LEXIKOS_INSTANTIATE(SPACE)                                                                                     \
  template std::size_t fm_count_workspace_bytes<SPACE, std::uint8_t>(std::size_t, std::size_t, SearchOptions const&);  \
  template std::size_t fm_count_workspace_bytes<SPACE, std::uint16_t>(std::size_t, std::size_t, SearchOptions const&); \
  template std::size_t fm_count_workspace_bytes<SPACE, std::uint32_t>(std::size_t, std::size_t, SearchOptions const&);

LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE
#undef LEXIKOS_INSTANTIATE_FOR

}  // namespace lexikos
