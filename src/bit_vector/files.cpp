// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bit_vector/files.hpp"

#include "bit_vector/instantiate.hpp"

namespace lexikos::detail
{

#define LEXIKOS_INSTANTIATE_LAYOUT(SPACE, LAYOUT)                                                            \
  template void save_bit_vector<SPACE, LAYOUT>(SPACE const&, BitStorage<SPACE::memory_space, LAYOUT> const&, \
                                               FileWriter&, std::string const&);                             \
  template BitStorage<SPACE::memory_space, LAYOUT> load_bit_vector<SPACE, LAYOUT>(                           \
      SPACE const&, FileReader const&, std::string const&, MemoryResource&);
#define LEXIKOS_INSTANTIATE(SPACE) LEXIKOS_FOR_EACH_BIT_LAYOUT(LEXIKOS_INSTANTIATE_LAYOUT, SPACE)

LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)

#undef LEXIKOS_INSTANTIATE
#undef LEXIKOS_INSTANTIATE_LAYOUT

}  // namespace lexikos::detail
