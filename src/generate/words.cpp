// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "generate/words.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#include "generate/blocks.hpp"

namespace lexikos::generate
{

void letter(std::span<std::uint8_t> text, std::uint8_t letter, unsigned threads)
{
  for_each_block(0, block_count(text.size()), threads, [&](std::size_t block) {
    std::size_t const begin = block * block_bytes;
    std::ranges::fill(text.subspan(begin, std::min(block_bytes, text.size() - begin)), letter);
  });
}

void fibonacci(std::span<std::uint8_t> text)
{
  constexpr std::array<std::uint8_t, 2> start{'a', 'b'};
  std::copy_n(start.begin(), std::min<std::size_t>(text.size(), 2), text.begin());
  // word(k + 1) = word(k) word(k - 1), and word(k - 1) begins word(k)
  std::size_t last = 1;
  std::size_t length = 2;
  while (length < text.size()) {
    std::size_t const more = std::min(last, text.size() - length);
    std::copy_n(text.begin(), more, text.begin() + static_cast<std::ptrdiff_t>(length));
    last = length;
    length += more;
  }
}

void thue_morse(std::span<std::uint8_t> text, unsigned threads)
{
  // the one bits of a position are those within its block plus those of the block's number, so that every block equals
  // the first one or its complement
  std::array<std::vector<std::uint8_t>, 2> patterns;
  for (std::size_t i = 0; i < std::min(text.size(), block_bytes); ++i) {
    auto const odd = static_cast<unsigned>(std::popcount(i)) & 1U;
    patterns[0].push_back(static_cast<std::uint8_t>('a' + odd));
    patterns[1].push_back(static_cast<std::uint8_t>('b' - odd));
  }
  for_each_block(0, block_count(text.size()), threads, [&](std::size_t block) {
    auto const& pattern = patterns[static_cast<unsigned>(std::popcount(block)) & 1U];
    std::size_t const begin = block * block_bytes;
    std::copy_n(pattern.begin(), std::min(block_bytes, text.size() - begin),
                text.begin() + static_cast<std::ptrdiff_t>(begin));
  });
}

}  // namespace lexikos::generate
