// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <unordered_map>
#include <utility>

#include "bench/peers/ecl_wavelet_tree.hpp"
// its headers leave out some of what they need
#include <ecl_wavelet/tree/wavelet_tree.cuh>

namespace lexikos::bench::peers
{

template <class Symbol>
struct EclTree<Symbol>::Implementation
{
  ecl::WaveletTree<Symbol> tree;
};

template <class Symbol>
EclTree<Symbol>::EclTree(Symbol const* text, std::size_t n, std::vector<Symbol> alphabet)
    : m_implementation(new Implementation{ecl::WaveletTree<Symbol>(text, n, std::move(alphabet), 0)})
{
  using Theirs = ecl::RankSelectQuery<Symbol>;
  static_assert(sizeof(Theirs) == sizeof(Query) && offsetof(Theirs, index_) == offsetof(Query, index) &&
                offsetof(Theirs, symbol_) == offsetof(Query, symbol));
  gpuErrchk(cudaDeviceSynchronize());
}

template <class Symbol>
EclTree<Symbol>::~EclTree() = default;

template <class Symbol>
Symbol const* EclTree<Symbol>::access(std::size_t* positions, std::size_t n)
{
  return m_implementation->tree.access(positions, n).data();
}

template <class Symbol>
std::size_t const* EclTree<Symbol>::rank(Query* queries, std::size_t n)
{
  return m_implementation->tree.rank(reinterpret_cast<ecl::RankSelectQuery<Symbol>*>(queries), n).data();
}

template <class Symbol>
std::size_t const* EclTree<Symbol>::select(Query* queries, std::size_t n)
{
  return m_implementation->tree.select(reinterpret_cast<ecl::RankSelectQuery<Symbol>*>(queries), n).data();
}

template class EclTree<std::uint8_t>;
template class EclTree<std::uint16_t>;

}  // namespace lexikos::bench::peers
