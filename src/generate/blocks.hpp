// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <functional>

namespace lexikos::generate
{

/// Texts are generated in blocks of this many bytes, each from a random stream of its own, so that the bytes depend neither
/// on the number of threads nor on their timing. Another size would give other texts.
constexpr std::size_t block_bytes = std::size_t{1} << 20;

constexpr std::size_t block_count(std::size_t n)
{
  return n / block_bytes + (n % block_bytes != 0);
}

/// Calls function(block) for every block in [first, last), in any order, on that many host threads (0: as many as the
/// process may use). The function does not throw.
void for_each_block(std::size_t first, std::size_t last, unsigned threads,
                    std::function<void(std::size_t block)> const& function);

}  // namespace lexikos::generate
