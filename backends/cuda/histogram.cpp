// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "backends/cuda/check.hpp"
#include "backends/cuda/primitives.hpp"

namespace lexikos::backends::cuda::compiled
{

namespace
{

constexpr int threads = 512;
constexpr std::size_t max_shared_bins = 8192;  // 32 KiB of counters a block

/// Counters of a block in shared memory; a warp adds equal symbols that its lanes read one after the other at once, so that
/// a text of one letter is no slower than another.
template <class Symbol>
__global__ void count_in_blocks(Symbol const* symbols, std::size_t n, unsigned long long* counts, unsigned bins)
{
  extern __shared__ unsigned block_counts[];
  for (unsigned b = threadIdx.x; b < bins; b += blockDim.x) block_counts[b] = 0;
  __syncthreads();
  constexpr int in_a_row = 16 / sizeof(Symbol);
  std::size_t const stride = static_cast<std::size_t>(gridDim.x) * blockDim.x * in_a_row;
  for (std::size_t i = (static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x) * in_a_row; i < n; i += stride)
  {
    unsigned const end = n - i < in_a_row ? static_cast<unsigned>(n - i) : in_a_row;
    unsigned current = symbols[i];
    unsigned run = 1;
    for (unsigned k = 1; k < end; ++k) {
      unsigned const next = symbols[i + k];
      if (next == current) {
        ++run;
      }
      else {
        atomicAdd(&block_counts[current], run);
        current = next;
        run = 1;
      }
    }
    atomicAdd(&block_counts[current], run);
  }
  __syncthreads();
  for (unsigned b = threadIdx.x; b < bins; b += blockDim.x)
    if (block_counts[b] != 0) atomicAdd(&counts[b], static_cast<unsigned long long>(block_counts[b]));
}

template <class Symbol>
__global__ void count_globally(Symbol const* symbols, std::size_t n, unsigned long long* counts)
{
  std::size_t const stride = static_cast<std::size_t>(gridDim.x) * blockDim.x;
  for (std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < n; i += stride)
    atomicAdd(&counts[symbols[i]], 1ULL);
}

}  // namespace

template <class Symbol>
void count_symbols(Kokkos::Cuda const& space, Symbol const* symbols, std::size_t n, std::uint64_t* counts,
                   std::size_t bins)
{
  auto const stream = space.cuda_stream();
  LEXIKOS_CUDA(cudaMemsetAsync(counts, 0, bins * sizeof(std::uint64_t), stream));
  if (n == 0) return;
  // a block's 32-bit counters hold the symbols that one block can meet, since blocks share the text evenly
  auto const blocks =
      static_cast<unsigned>(std::clamp<std::size_t>(n / (threads * 64), 1, std::max<std::size_t>(2048, n >> 30)));
  auto* const device_counts = reinterpret_cast<unsigned long long*>(counts);
  if (bins <= max_shared_bins)
    count_in_blocks<<<blocks, threads, bins * sizeof(unsigned), stream>>>(symbols, n, device_counts,
                                                                          static_cast<unsigned>(bins));
  else
    count_globally<<<blocks, threads, 0, stream>>>(symbols, n, device_counts);
  LEXIKOS_CUDA(cudaGetLastError());
}

template void count_symbols(Kokkos::Cuda const&, std::uint8_t const*, std::size_t, std::uint64_t*, std::size_t);
template void count_symbols(Kokkos::Cuda const&, std::uint16_t const*, std::size_t, std::uint64_t*, std::size_t);
template void count_symbols(Kokkos::Cuda const&, std::uint32_t const*, std::size_t, std::uint64_t*, std::size_t);

}  // namespace lexikos::backends::cuda::compiled
