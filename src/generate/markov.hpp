// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lexikos::generate
{

/// A Markov model of a sample text: for every word of `order` bytes that occurs in it (read as a circle, so that every word
/// has a successor), how often each byte follows.
///
/// Construction takes O(n log n) work and 8 bytes for each byte of the sample; the model then holds 16 bytes for each
/// distinct word of order + 1 bytes.
class MarkovModel
{
 public:
  static constexpr unsigned max_order = 7;

  /// Throws std::invalid_argument for an empty sample, and for order > max_order.
  MarkovModel(std::span<std::uint8_t const> sample, unsigned order);

  /// Fills the text by walks through the model, one for each block of 1 MiB; each starts with a word drawn by its frequency.
  void generate(std::span<std::uint8_t> text, std::uint64_t seed, unsigned threads = 0) const;

  [[nodiscard]] unsigned order() const { return m_order; }
  [[nodiscard]] std::size_t contexts() const { return m_first_edge.size() - 1; }

 private:
  struct Edge
  {
    std::uint64_t end;   // how often edges up to this one were taken in the sample
    std::uint64_t next;  // the context that it leads to, above its letter in the lowest 8 bits
  };

  unsigned m_order;
  std::uint64_t m_total = 0;                // length of the sample
  std::vector<std::uint64_t> m_first_edge;  // of each context, and one past the last
  std::vector<std::uint64_t> m_words;       // of each context: its bytes, the last one lowest
  std::vector<Edge> m_edges;                // by context, then by letter
};

}  // namespace lexikos::generate
