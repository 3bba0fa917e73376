// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <sdsl/wavelet_trees.hpp>

#include "bench/peers/sdsl_tree.hpp"

namespace lexikos::bench::peers
{

struct SdslTree::Implementation
{
  sdsl::wt_blcd<sdsl::bit_vector, sdsl::rank_support_v5<1>, sdsl::select_support_mcl<1>, sdsl::select_support_mcl<0>>
      tree;
};

SdslTree::SdslTree(std::uint8_t const* text, std::size_t n) : m_implementation(std::make_unique<Implementation>())
{
  sdsl::int_vector<8> symbols(n);
  std::copy(text, text + n, symbols.begin());
  sdsl::construct_im(m_implementation->tree, symbols);
}

SdslTree::~SdslTree() = default;

template <class Index>
void SdslTree::access(Index const* positions, std::uint8_t* symbols, std::size_t n, int threads) const
{
  auto const& tree = m_implementation->tree;
#pragma omp parallel for num_threads(threads) schedule(static)
  for (std::size_t q = 0; q < n; ++q) symbols[q] = static_cast<std::uint8_t>(tree[positions[q]]);
}

template <class Index>
void SdslTree::rank(std::uint8_t const* symbols, Index const* positions, Index* ranks, std::size_t n, int threads) const
{
  auto const& tree = m_implementation->tree;
#pragma omp parallel for num_threads(threads) schedule(static)
  for (std::size_t q = 0; q < n; ++q) ranks[q] = static_cast<Index>(tree.rank(positions[q], symbols[q]));
}

template <class Index>
void SdslTree::select(std::uint8_t const* symbols, Index const* occurrences, Index* positions, std::size_t n,
                      int threads) const
{
  auto const& tree = m_implementation->tree;
#pragma omp parallel for num_threads(threads) schedule(static)
  for (std::size_t q = 0; q < n; ++q) positions[q] = static_cast<Index>(tree.select(occurrences[q], symbols[q]));
}

std::size_t SdslTree::bytes() const
{
  return sdsl::size_in_bytes(m_implementation->tree);
}

#define LEXIKOS_SDSL_TREE(Index)                                                                   \
  template void SdslTree::access(Index const*, std::uint8_t*, std::size_t, int) const;             \
  template void SdslTree::rank(std::uint8_t const*, Index const*, Index*, std::size_t, int) const; \
  template void SdslTree::select(std::uint8_t const*, Index const*, Index*, std::size_t, int) const;
LEXIKOS_SDSL_TREE(std::uint32_t)
LEXIKOS_SDSL_TREE(std::uint64_t)
#undef LEXIKOS_SDSL_TREE

}  // namespace lexikos::bench::peers
