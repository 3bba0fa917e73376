// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "generate/periodic.hpp"

#include <algorithm>

#include "generate/blocks.hpp"
#include "generate/random.hpp"

namespace lexikos::generate
{

void periodic(std::span<std::uint8_t> text, std::uint64_t seed, PeriodicOptions const& options)
{
  auto const word = text.first(std::min(text.size(), options.period));
  random(word, seed, {.letters = options.letters, .threads = options.threads});

  std::size_t const rest = text.size() - word.size();
  for_each_block(0, block_count(rest), options.threads, [&](std::size_t block) {
    std::size_t position = word.size() + block * block_bytes;
    std::size_t const end = std::min(text.size(), position + block_bytes);
    while (position < end) {
      std::size_t const in_word = position % options.period;
      std::size_t const length = std::min(end - position, options.period - in_word);
      std::copy_n(word.data() + in_word, length, text.data() + position);
      position += length;
    }
  });

  if (!options.change || text.empty()) return;
  auto& letter = text[text.size() / 2];
  auto const other =
      std::ranges::find_if(options.letters, [&](char c) { return static_cast<std::uint8_t>(c) != letter; });
  letter = other != options.letters.end() ? static_cast<std::uint8_t>(*other) : static_cast<std::uint8_t>(letter + 1);
}

}  // namespace lexikos::generate
