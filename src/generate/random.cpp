// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "generate/random.hpp"

#include <algorithm>

#include "generate/blocks.hpp"
#include "generate/random_bits.hpp"

namespace lexikos::generate
{

void random(std::span<std::uint8_t> text, std::uint64_t seed, RandomOptions const& options)
{
  auto const size = static_cast<std::uint64_t>(options.letters.size());
  for_each_block(0, block_count(text.size()), options.threads, [&](std::size_t block) {
    RandomBits bits(seed, block);
    std::size_t const begin = block * block_bytes;
    std::size_t const end = std::min(text.size(), begin + block_bytes);
    for (std::size_t i = begin; i < end; i += 2) {  // two letters per draw: 32 bits leave a bias of 2^-24 at most
      std::uint64_t const draw = bits();
      text[i] = static_cast<std::uint8_t>(options.letters[(draw >> 32) * size >> 32]);
      if (i + 1 < end) text[i + 1] = static_cast<std::uint8_t>(options.letters[(draw & 0xffffffff) * size >> 32]);
    }
  });
}

}  // namespace lexikos::generate
