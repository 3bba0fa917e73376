// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fm_index/saved.hpp"

#include "fm_index/instantiate.hpp"

namespace lexikos
{

FmIndexWidth fm_index_width(FileReader const& file, std::string const& prefix)
{
  std::uint64_t const index = file.integer(prefix + fm_detail::index_width_section);
  std::uint64_t const symbol = file.integer(prefix + fm_detail::symbol_width_section);
  if (index != 4 && index != 8) file.corrupt("its entries have " + std::to_string(index) + " bytes");
  if (symbol != 1 && symbol != 2 && symbol != 4) file.corrupt("its symbols have " + std::to_string(symbol) + " bytes");
  return {index, symbol};
}

namespace fm_detail
{

template <class E, class I, class S>
void FmFunctions<E, I, S>::save(E const& space, Arrays const& arrays, FileWriter& file, std::string const& prefix)
{
  save_index<E, I, S>(space, arrays, file, prefix);
}

template <class E, class I, class S>
auto FmFunctions<E, I, S>::load(E const& space, FileReader const& file, std::string const& prefix,
                                MemoryResource& resource) -> Arrays
{
  return SavedIndex<E, I, S>(space, file, prefix, resource).load();
}

#define LEXIKOS_INSTANTIATE_FOR(SPACE, INDEX, SYMBOL)                                                                  \
  template void FmFunctions<SPACE, INDEX, SYMBOL>::save(SPACE const&, Arrays const&, FileWriter&, std::string const&); \
  template auto FmFunctions<SPACE, INDEX, SYMBOL>::load(SPACE const&, FileReader const&, std::string const&,           \
                                                        MemoryResource&)                                               \
      ->Arrays;
#define LEXIKOS_INSTANTIATE(SPACE) LEXIKOS_FOR_EACH_FM_INDEX(LEXIKOS_INSTANTIATE_FOR, SPACE)

LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE
#undef LEXIKOS_INSTANTIATE_FOR

}  // namespace fm_detail
}  // namespace lexikos
