// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <ecl_wavelet/bitarray/rank_select.cuh>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bench/peers/ecl_wavelet.hpp"

namespace lexikos::bench::peers
{

namespace
{

void check(cudaError_t status)
{
  if (status != cudaSuccess) throw std::runtime_error(std::string("ECL_wavelet: ") + cudaGetErrorString(status));
}

constexpr int block = 256;

unsigned blocks_for(std::size_t threads)
{
  return static_cast<unsigned>((threads + block - 1) / block);
}

__global__ void write_words(ecl::BitArray bits, std::uint32_t const* words, std::size_t count)
{
  std::size_t const w = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (w < count) bits.writeWord(0, w, words[w]);
}

template <int group, bool is_rank, class Index>
__global__ void answer(ecl::RankSelect bits, Index const* queries, Index* results, std::size_t n)
{
  std::size_t const thread = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  std::size_t const q = thread / group;
  if (q >= n) return;
  std::size_t const offset = bits.bit_array_.getOffset(0);
  std::size_t result;
  if constexpr (is_rank)
    result = bits.template rank<group, false, 1>(0, queries[q], offset);
  else
    result = bits.template select<1, group>(0, queries[q], offset);
  if (thread % group == 0) results[q] = static_cast<Index>(result);
}

template <int group, bool is_rank, class Index>
void launch(ecl::RankSelect const& bits, Index const* queries, Index* results, std::size_t n)
{
  answer<group, is_rank><<<blocks_for(n * group), block>>>(bits, queries, results, n);
  check(cudaGetLastError());
  check(cudaDeviceSynchronize());
}

template <bool is_rank, class Index>
void launch_group(ecl::RankSelect const& bits, Index const* queries, Index* results, std::size_t n, int group)
{
  if (n == 0) return;
  if (group == 1) launch<1, is_rank>(bits, queries, results, n);
  if (group == 2) launch<2, is_rank>(bits, queries, results, n);
  if (group == 4) launch<4, is_rank>(bits, queries, results, n);
  if (group == 8) launch<8, is_rank>(bits, queries, results, n);
}

ecl::BitArray bit_array_of(std::uint64_t const* words, std::size_t size)
{
  ecl::BitArray bits(std::vector<std::size_t>{size}, false);
  std::size_t const count = (size + 31) / 32;
  write_words<<<blocks_for(count), block>>>(bits, reinterpret_cast<std::uint32_t const*>(words), count);
  check(cudaGetLastError());
  check(cudaDeviceSynchronize());
  return bits;
}

}  // namespace

struct EclBits::Implementation
{
  std::size_t size;
  ecl::RankSelect bits;

  Implementation(std::uint64_t const* words, std::size_t size_) : size(size_), bits(bit_array_of(words, size_), 0) {}
};

EclBits::EclBits(std::uint64_t const* words, std::size_t size)
    : m_implementation(std::make_unique<Implementation>(words, size))
{
  check(cudaDeviceSynchronize());
}

EclBits::~EclBits() = default;

void EclBits::rank1(std::uint32_t const* queries, std::uint32_t* results, std::size_t n, int group) const
{
  launch_group<true>(m_implementation->bits, queries, results, n, group);
}

void EclBits::rank1(std::uint64_t const* queries, std::uint64_t* results, std::size_t n, int group) const
{
  launch_group<true>(m_implementation->bits, queries, results, n, group);
}

void EclBits::select1(std::uint32_t const* queries, std::uint32_t* results, std::size_t n, int group) const
{
  launch_group<false>(m_implementation->bits, queries, results, n, group);
}

void EclBits::select1(std::uint64_t const* queries, std::uint64_t* results, std::size_t n, int group) const
{
  launch_group<false>(m_implementation->bits, queries, results, n, group);
}

std::size_t EclBits::bytes(std::size_t ones) const
{
  using Config = ecl::RSConfig;
  std::size_t const size = m_implementation->size;
  auto const up = [](std::size_t n, std::size_t unit) { return (n + unit - 1) / unit; };
  std::size_t const samples = ones / Config::SELECT_SAMPLE_RATE + (size - ones) / Config::SELECT_SAMPLE_RATE;
  return up(size, 1024) * 128 + up(size, Config::L1_BIT_SIZE) * sizeof(Config::L1_TYPE) +
         up(size, Config::L2_BIT_SIZE) * sizeof(Config::L2_TYPE) + samples * sizeof(std::size_t);
}

}  // namespace lexikos::bench::peers
