// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "generate/runs.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

#include "generate/blocks.hpp"
#include "generate/geometric.hpp"
#include "generate/random_bits.hpp"

namespace lexikos::generate
{

namespace
{

// Calls run(position, length, letter) for the runs of one block, where `letter` ended the block before; returns the
// last one. Geometric lengths have no memory: cutting a run at a block's end and drawing anew whether it goes on gives
// the same distribution.
template <class Run>
std::uint64_t for_each_run(std::size_t size, std::uint64_t letter, std::uint64_t letter_count, Geometric const& lengths,
                           RandomBits& bits, Run const& run)
{
  bool goes_on = lengths(bits) > 1;
  for (std::size_t position = 0; position < size;) {
    if (!goes_on && letter_count > 1) letter = (letter + 1 + bits.below(letter_count - 1)) % letter_count;
    goes_on = false;
    std::size_t const length = std::min<std::uint64_t>(lengths(bits), size - position);
    run(position, length, letter);
    position += length;
  }
  return letter;
}

}  // namespace

void runs(std::span<std::uint8_t> text, std::uint64_t seed, RunsOptions const& options)
{
  Geometric const lengths(options.mean);
  auto const letter_count = static_cast<std::uint64_t>(options.letters.size());
  std::size_t const blocks = block_count(text.size());
  auto const size_of = [&](std::size_t block) { return std::min(block_bytes, text.size() - block * block_bytes); };

  // Each block first draws its runs without writing them, to find by how much it rotates the alphabet for the next one.
  std::vector<std::uint64_t> first(blocks + 1);
  first[0] = RandomBits(seed, ~std::uint64_t{0}).below(letter_count);
  for_each_block(0, blocks, options.threads, [&](std::size_t block) {
    RandomBits bits(seed, block);
    first[block + 1] =
        for_each_run(size_of(block), 0, letter_count, lengths, bits, [](std::size_t, std::size_t, std::uint64_t) {});
  });
  for (std::size_t block = 0; block < blocks; ++block)
    first[block + 1] = (first[block] + first[block + 1]) % letter_count;

  for_each_block(0, blocks, options.threads, [&](std::size_t block) {
    RandomBits bits(seed, block);
    auto* const begin = text.data() + block * block_bytes;
    for_each_run(size_of(block), first[block], letter_count, lengths, bits,
                 [&](std::size_t position, std::size_t length, std::uint64_t letter) {
                   std::memset(begin + position, options.letters[letter], length);
                 });
  });
}

}  // namespace lexikos::generate
