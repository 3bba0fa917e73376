// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Where bit vectors come from: words, flags, positions, files.

#include "bit_vector/build.hpp"
#include "bit_vector/files.hpp"
#include "bit_vector/instantiate.hpp"
#include "bit_vector/pack.hpp"

namespace lexikos
{

#define LEXIKOS_INSTANTIATE_LAYOUT(SPACE, LAYOUT)                                                                 \
  template detail::BitStorage<SPACE::memory_space, LAYOUT> detail::build_bit_vector<SPACE, LAYOUT>(               \
      SPACE const&, Span<std::uint64_t const, SPACE::memory_space> const&, std::size_t, BitVectorOptions const&); \
  template std::size_t bit_vector_workspace_bytes<SPACE, LAYOUT>(std::size_t);                                    \
  template std::size_t bit_vector_packing_workspace_bytes<SPACE, LAYOUT>(std::size_t);                            \
  template void detail::save_bit_vector<SPACE, LAYOUT>(                                                           \
      SPACE const&, detail::BitStorage<SPACE::memory_space, LAYOUT> const&, FileWriter&, std::string const&);     \
  template detail::BitStorage<SPACE::memory_space, LAYOUT> detail::load_bit_vector<SPACE, LAYOUT>(                \
      SPACE const&, FileReader const&, std::string const&, MemoryResource&);
#define LEXIKOS_INSTANTIATE_INDEX(SPACE, INDEX)                                 \
  template std::size_t detail::pack_positions<SPACE, INDEX>(                    \
      SPACE const&, Span<INDEX const, SPACE::memory_space> const&, std::size_t, \
      Span<std::uint64_t, SPACE::memory_space> const&);
#define LEXIKOS_INSTANTIATE(SPACE)                                                                            \
  LEXIKOS_FOR_EACH_BIT_LAYOUT(LEXIKOS_INSTANTIATE_LAYOUT, SPACE)                                              \
  template void detail::pack_flags<SPACE>(SPACE const&, Span<std::uint8_t const, SPACE::memory_space> const&, \
                                          Span<std::uint64_t, SPACE::memory_space> const&);                   \
  LEXIKOS_INSTANTIATE_INDEX(SPACE, std::uint32_t)                                                             \
  LEXIKOS_INSTANTIATE_INDEX(SPACE, std::uint64_t)

LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)

#undef LEXIKOS_INSTANTIATE
#undef LEXIKOS_INSTANTIATE_INDEX
#undef LEXIKOS_INSTANTIATE_LAYOUT

}  // namespace lexikos
