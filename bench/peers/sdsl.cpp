// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <sdsl/bit_vectors.hpp>

#include "bench/peers/sdsl.hpp"

namespace lexikos::bench::peers
{

namespace
{

template <class Answer>
void answer_all(std::uint64_t const* queries, std::uint64_t* results, std::size_t n, int threads, Answer const& answer)
{
#pragma omp parallel for num_threads(threads) schedule(static)
  for (std::size_t q = 0; q < n; ++q) results[q] = answer(queries[q]);
}

}  // namespace

struct SdslBits::Implementation
{
  sdsl::bit_vector bits;
  sdsl::rank_support_v5<1> rank;
  sdsl::select_support_mcl<1> select;
};

SdslBits::SdslBits(std::uint64_t const* words, std::size_t size, bool with_select)
    : m_implementation(std::make_unique<Implementation>())
{
  auto& self = *m_implementation;
  self.bits = sdsl::bit_vector(size, 0);
  std::copy(words, words + (size + 63) / 64, self.bits.data());
  sdsl::util::init_support(self.rank, &self.bits);
  if (with_select) sdsl::util::init_support(self.select, &self.bits);
}

SdslBits::~SdslBits() = default;

void SdslBits::access(std::uint64_t const* queries, std::uint64_t* results, std::size_t n, int threads) const
{
  auto const& bits = m_implementation->bits;
  answer_all(queries, results, n, threads, [&](std::uint64_t i) -> std::uint64_t { return bits[i]; });
}

void SdslBits::rank1(std::uint64_t const* queries, std::uint64_t* results, std::size_t n, int threads) const
{
  auto const& rank = m_implementation->rank;
  answer_all(queries, results, n, threads, [&](std::uint64_t i) -> std::uint64_t { return rank(i); });
}

void SdslBits::select1(std::uint64_t const* queries, std::uint64_t* results, std::size_t n, int threads) const
{
  auto const& select = m_implementation->select;
  answer_all(queries, results, n, threads, [&](std::uint64_t k) -> std::uint64_t { return select(k); });
}

std::size_t SdslBits::bytes() const
{
  auto const& self = *m_implementation;
  return sdsl::size_in_bytes(self.bits) + sdsl::size_in_bytes(self.rank) + sdsl::size_in_bytes(self.select);
}

}  // namespace lexikos::bench::peers
