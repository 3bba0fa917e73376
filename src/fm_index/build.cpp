// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fm_index/build.hpp"

#include "fm_index/instantiate.hpp"

namespace lexikos::fm_detail
{

template <class E, class I, class S>
auto FmFunctions<E, I, S>::of_text(E const& space, Text const& text, FmIndexOptions const& options) -> Arrays
{
  return FmBuild<E, I, S>(space, text.extent(0), options).of_text(text);
}

template <class E, class I, class S>
auto FmFunctions<E, I, S>::of_suffix_array(E const& space, Text const& text, Indices const& suffix_array,
                                           FmIndexOptions const& options) -> Arrays
{
  return FmBuild<E, I, S>(space, text.extent(0), options).of_suffix_array(text, suffix_array);
}

template <class E, class I, class S>
auto FmFunctions<E, I, S>::of_transform(E const& space, Transform const& transform, Indices const& suffix_array,
                                        FmIndexOptions const& options) -> Arrays
{
  return FmBuild<E, I, S>(space, transform.symbols.extent(0), options)
      .of_transform(transform.symbols, transform.primary_index, suffix_array);
}

template <class ExecutionSpace, class Index>
detail::FmArrays<typename ExecutionSpace::memory_space, Index, std::uint8_t> of_host_text(
    ExecutionSpace const& space, Span<std::uint8_t const, Kokkos::HostSpace> const& text, FmIndexOptions const& options)
{
  return FmBuild<ExecutionSpace, Index, std::uint8_t>(space, text.extent(0), options).of_host_text(text);
}

#define LEXIKOS_INSTANTIATE_FOR(SPACE, INDEX, SYMBOL)                                                                 \
  template auto FmFunctions<SPACE, INDEX, SYMBOL>::of_text(SPACE const&, Text const&, FmIndexOptions const&)->Arrays; \
  template auto FmFunctions<SPACE, INDEX, SYMBOL>::of_suffix_array(SPACE const&, Text const&, Indices const&,         \
                                                                   FmIndexOptions const&)                             \
      ->Arrays;                                                                                                       \
  template auto FmFunctions<SPACE, INDEX, SYMBOL>::of_transform(SPACE const&, Transform const&, Indices const&,       \
                                                                FmIndexOptions const&)                                \
      ->Arrays;
#define LEXIKOS_INSTANTIATE(SPACE) LEXIKOS_FOR_EACH_FM_INDEX(LEXIKOS_INSTANTIATE_FOR, SPACE)

LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)

#define LEXIKOS_INSTANTIATE_OF_HOST(SPACE, INDEX)                                                 \
  template detail::FmArrays<SPACE::memory_space, INDEX, std::uint8_t> of_host_text<SPACE, INDEX>( \
      SPACE const&, Span<std::uint8_t const, Kokkos::HostSpace> const&, FmIndexOptions const&);
LEXIKOS_FOR_EACH_SPACE_AND_INDEX(LEXIKOS_INSTANTIATE_OF_HOST)
#undef LEXIKOS_INSTANTIATE_OF_HOST

}  // namespace lexikos::fm_detail

namespace lexikos
{

#undef LEXIKOS_INSTANTIATE_FOR
#define LEXIKOS_INSTANTIATE_FOR(SPACE, INDEX, SYMBOL) \
  template std::size_t fm_index_workspace_bytes<SPACE, INDEX, SYMBOL>(std::size_t, FmIndexOptions const&);

LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE_FOR
#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos
