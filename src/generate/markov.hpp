// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lexikos::generate
{

/// What follows what in a sample text: for every word of `order` bytes that occurs in it (read as a circle, so that all
/// have successors), how often each byte follows.
///
/// Takes 8 bytes for each byte of the sample while it is made, O(n log n) work, and 16 bytes for each distinct word of
/// order + 1 bytes afterwards.
class MarkovModel
{
 public:
  static constexpr unsigned max_order = 7;

  /// The sample is not empty and order <= max_order, else std::invalid_argument.
  MarkovModel(std::span<std::uint8_t const> sample, unsigned order);

  /// Fills the text by walks through the model, one a block of 1 MiB; each starts with a word drawn by its frequency.
  void generate(std::span<std::uint8_t> text, std::uint64_t seed, unsigned threads = 0) const;

  [[nodiscard]] unsigned order() const { return m_order; }
  [[nodiscard]] std::size_t contexts() const { return m_first_edge.size() - 1; }

 private:
  struct Edge
  {
    std::uint64_t end;   // edges of smaller index, and this one, were taken so often in the sample
    std::uint64_t next;  // the context that it leads to, above its letter in the lowest 8 bits
  };

  unsigned m_order;
  std::uint64_t m_total = 0;                // length of the sample
  std::vector<std::uint64_t> m_first_edge;  // of each context, and one past the last
  std::vector<std::uint64_t> m_words;       // of each context: its bytes, the last one lowest
  std::vector<Edge> m_edges;                // by context, then by letter
};

}  // namespace lexikos::generate
