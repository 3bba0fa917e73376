// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "generate/markov.hpp"

#include <algorithm>
#include <stdexcept>

#include "generate/blocks.hpp"
#include "generate/random_bits.hpp"

namespace lexikos::generate
{

namespace
{

// Every word of order + 1 bytes of the sample, sorted; the byte that follows the context is the lowest.
std::vector<std::uint64_t> sorted_words(std::span<std::uint8_t const> sample, unsigned order)
{
  std::uint64_t const mask =
      order == MarkovModel::max_order ? ~std::uint64_t{0} : (std::uint64_t{1} << 8 * (order + 1)) - 1;
  std::uint64_t word = 0;
  for (unsigned i = 0; i < order; ++i) word = word << 8 | sample[i % sample.size()];
  std::vector<std::uint64_t> words(sample.size());
  std::size_t next = order % sample.size();
  for (auto& entry : words) {
    word = (word << 8 | sample[next]) & mask;
    entry = word;
    if (++next == sample.size()) next = 0;
  }
  std::ranges::sort(words);
  return words;
}

}  // namespace

MarkovModel::MarkovModel(std::span<std::uint8_t const> sample, unsigned order) : m_order(order), m_total(sample.size())
{
  if (sample.empty()) throw std::invalid_argument("a Markov model needs a sample of at least one byte");
  if (order > max_order) throw std::invalid_argument("the order of a Markov model is at most 7");

  auto const words = sorted_words(sample, order);
  for (std::size_t i = 0; i < words.size(); ++i) {
    bool const new_context = i == 0 || words[i] >> 8 != words[i - 1] >> 8;
    if (new_context) {
      m_first_edge.push_back(m_edges.size());
      m_words.push_back(words[i] >> 8);
    }
    if (new_context || words[i] != words[i - 1]) m_edges.push_back({i, words[i]});
    ++m_edges.back().end;
  }
  m_first_edge.push_back(m_edges.size());

  std::uint64_t const context_mask = (std::uint64_t{1} << 8 * order) - 1;
  for (auto& edge : m_edges) {
    auto const context = std::ranges::lower_bound(m_words, edge.next & context_mask) - m_words.begin();
    edge.next = static_cast<std::uint64_t>(context) << 8 | (edge.next & 0xff);
  }
}

void MarkovModel::generate(std::span<std::uint8_t> text, std::uint64_t seed, unsigned threads) const
{
  auto const taken_before = [&](std::uint64_t edge) { return edge == 0 ? 0 : m_edges[edge - 1].end; };
  auto const draw = [&](RandomBits& bits, std::uint64_t first, std::uint64_t last) {
    std::uint64_t const from = taken_before(first);
    std::uint64_t const at = from + bits.below(m_edges[last - 1].end - from);
    return std::ranges::upper_bound(m_edges.begin() + static_cast<std::ptrdiff_t>(first),
                                    m_edges.begin() + static_cast<std::ptrdiff_t>(last), at, {}, &Edge::end);
  };
  for_each_block(0, block_count(text.size()), threads, [&](std::size_t block) {
    RandomBits bits(seed, block);
    std::size_t const begin = block * block_bytes;
    auto const out = text.subspan(begin, std::min(block_bytes, text.size() - begin));
    std::uint64_t context = draw(bits, 0, m_edges.size())->next >> 8;
    std::size_t i = 0;
    for (; i < std::min<std::size_t>(m_order, out.size()); ++i)
      out[i] = static_cast<std::uint8_t>(m_words[context] >> 8 * (m_order - 1 - i));
    for (; i < out.size(); ++i) {
      auto const edge = draw(bits, m_first_edge[context], m_first_edge[context + 1]);
      out[i] = static_cast<std::uint8_t>(edge->next);
      context = edge->next >> 8;
    }
  });
}

}  // namespace lexikos::generate
