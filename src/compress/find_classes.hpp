// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Which parts of a transform are coded by classes, and by which ones.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/memory.hpp>
#include <lexikos/workspace.hpp>
#include <span>
#include <vector>

namespace lexikos::compress_detail
{

/// A transform is divided into pieces of so many symbols, each of which is coded by classes, and then is a sub-block, or not.
/// More symbols make their beginnings and their entries in the directory, 0.2%, a smaller part. Fewer make more threads.
constexpr std::uint32_t classed_piece = 1u << 14;

struct ClassedPieces
{
  std::vector<std::uint8_t> symbols;  // the most frequent first; empty if no piece is coded by classes
  std::vector<std::uint32_t>
      number;               // [0..pieces) how many of those before are coded so, or `no_number` if it is not itself
  std::uint32_t count = 0;  // of those that are

  static constexpr std::uint32_t no_number = ~std::uint32_t{0};

  [[nodiscard]] bool has(std::size_t piece) const { return count != 0 && number[piece] != no_number; }
};

/// Pieces of few symbols, those that are frequent in all of the transform, whose runs are short.
/// \param counts  [0..symbol_values) occurrences in the transform
template <class ExecutionSpace>
[[nodiscard]] ClassedPieces find_classed_pieces(
    ExecutionSpace const& space, Span<std::uint8_t const, typename ExecutionSpace::memory_space> const& bwt,
    std::span<std::uint64_t const> counts, Workspace& workspace);

/// Chooses a class for each segment of such pieces, by the k-means method (Lloyd 1982): a class is the frequencies of symbols
/// of its segments together, and a segment goes to the one by which it takes the fewest bits. Integers throughout: the same on
/// every machine.
///
/// \param tokens    [0..symbol_values) of symbols
/// \param class_of  [0..segments of bwt) receives the classes
/// \return [0..contexts * max_tokens) how often tokens occur in their contexts, or in some of the segments; then all occur
template <class ExecutionSpace>
[[nodiscard]] std::vector<std::uint32_t> find_classes(
    ExecutionSpace const& space, Span<std::uint8_t const, typename ExecutionSpace::memory_space> const& bwt,
    ClassedPieces const& pieces, Span<std::uint8_t const, typename ExecutionSpace::memory_space> const& tokens,
    Span<std::uint8_t, typename ExecutionSpace::memory_space> const& class_of, Workspace& workspace);

/// Workspace that these take for a transform of n symbols.
[[nodiscard]] std::size_t find_classes_bytes(std::size_t n);

}  // namespace lexikos::compress_detail
