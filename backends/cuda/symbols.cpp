// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "backends/cuda/check.hpp"
#include "backends/cuda/compiled.hpp"
#include "backends/kokkos/elementwise.hpp"

// The number of each symbol, and the positions in the order of their symbols.

namespace lexikos::backends::cuda::compiled
{

// ----- counts ---------------------------------------------------------------------------------------------------------

namespace
{

constexpr int histogram_threads = 512;

/// Counters of a block in shared memory. A lane reads 16 bytes and adds a run of equal symbols at once, so that a text of one
/// letter, whose additions would all wait for one counter, is about as fast as others.
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
                   std::size_t bins, std::size_t max_shared_bins)
{
  auto const stream = space.cuda_stream();
  LEXIKOS_CUDA(cudaMemsetAsync(counts, 0, bins * sizeof(std::uint64_t), stream));
  if (n == 0) return;
  // blocks share the text evenly, and there are enough for none to overflow its 32-bit counters
  auto const blocks = static_cast<unsigned>(
      std::clamp<std::size_t>(n / (histogram_threads * 64), 1, std::max<std::size_t>(2048, n >> 30)));
  auto* const device_counts = reinterpret_cast<unsigned long long*>(counts);
  if (bins <= max_shared_bins)
    count_in_blocks<<<blocks, histogram_threads, bins * sizeof(unsigned), stream>>>(symbols, n, device_counts,
                                                                                    static_cast<unsigned>(bins));
  else
    count_globally<<<blocks, histogram_threads, 0, stream>>>(symbols, n, device_counts);
  LEXIKOS_CUDA(cudaGetLastError());
}

template void count_symbols(Kokkos::Cuda const&, std::uint8_t const*, std::size_t, std::uint64_t*, std::size_t,
                            std::size_t);
template void count_symbols(Kokkos::Cuda const&, std::uint16_t const*, std::size_t, std::uint64_t*, std::size_t,
                            std::size_t);
template void count_symbols(Kokkos::Cuda const&, std::uint32_t const*, std::size_t, std::uint64_t*, std::size_t,
                            std::size_t);

// ----- order ----------------------------------------------------------------------------------------------------------

namespace
{

constexpr unsigned radix = 256;
constexpr unsigned threads = threads_of_block;

/// For one part: shifts[c] = where the positions of symbol c go, minus where they are in the sorted part. begins[c], where the
/// next position of c in the whole text goes, advances by this part's count. One block of `radix` threads.
template <class Position>
__global__ void place_symbols(std::uint64_t const* counts, Position* begins, Position* shifts)
{
  __shared__ Position before[radix];
  unsigned const symbol = threadIdx.x;
  auto const count = static_cast<Position>(counts[symbol]);
  before[symbol] = count;
  __syncthreads();
  for (unsigned reach = 1; reach < radix; reach *= 2) {  // an inclusive scan
    Position const left = symbol >= reach ? before[symbol - reach] : 0;
    __syncthreads();
    before[symbol] += left;
    __syncthreads();
  }
  Position const begin = before[symbol] - count;
  shifts[symbol] = begins[symbol] - begin;  // wraps, as does the sum that it is added to
  begins[symbol] += count;
}

/// begins[c] = symbols below c.
template <class Position>
__global__ void begin_symbols(std::uint64_t const* counts, Position* begins)
{
  unsigned const symbol = threadIdx.x;
  std::uint64_t sum = 0;
  for (unsigned c = 0; c < symbol; ++c) sum += counts[c];
  begins[symbol] = static_cast<Position>(sum);
}

/// Moves the positions of a sorted part to where they belong: for each symbol, neighbours to neighbours.
template <class Position>
__global__ void move_part(std::uint8_t const* sorted, std::uint32_t const* positions, std::size_t n, std::size_t first,
                          Position const* shifts, Position* order)
{
  __shared__ Position shift[radix];
  for (unsigned c = threadIdx.x; c < radix; c += blockDim.x) shift[c] = shifts[c];
  __syncthreads();
  std::size_t const stride = static_cast<std::size_t>(gridDim.x) * blockDim.x;
  for (std::size_t j = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x; j < n; j += stride)
    order[static_cast<Position>(shift[sorted[j]] + static_cast<Position>(j))] =
        static_cast<Position>(first + positions[j]);
}

}  // namespace

template <class Position>
void order_symbols(Kokkos::Cuda const& space, std::uint8_t const* symbols, std::size_t n, std::size_t part,
                   Position* order, Workspace& workspace)
{
  if (n == 0) return;
  auto const stream = space.cuda_stream();
  Workspace::Scope const scope(workspace);
  auto const counts = workspace.take<std::uint64_t, Kokkos::CudaSpace>(radix);
  auto const begins = workspace.take<Position, Kokkos::CudaSpace>(radix);
  auto const shifts = workspace.take<Position, Kokkos::CudaSpace>(radix);
  auto const numbers = workspace.take<std::uint32_t, Kokkos::CudaSpace>(part);
  auto const positions = workspace.take<std::uint32_t, Kokkos::CudaSpace>(part);
  auto const sorted = workspace.take<std::uint8_t, Kokkos::CudaSpace>(part);

  kokkos::iota(space, numbers, 0u);
  count_symbols<std::uint8_t>(space, symbols, n, counts.data(), radix);
  begin_symbols<<<1, radix, 0, stream>>>(counts.data(), begins.data());
  LEXIKOS_CUDA(cudaGetLastError());
  for (std::size_t first = 0; first < n; first += part) {
    std::size_t const size = std::min(part, n - first);
    sort_pairs_into<std::uint8_t, std::uint32_t>(space, symbols + first, sorted.data(), numbers.data(),
                                                 positions.data(), size, 0, 8, workspace);
    count_symbols<std::uint8_t>(space, symbols + first, size, counts.data(), radix);
    place_symbols<<<1, radix, 0, stream>>>(counts.data(), begins.data(), shifts.data());
    LEXIKOS_CUDA(cudaGetLastError());
    auto const blocks = static_cast<unsigned>(std::min<std::size_t>((size + threads - 1) / threads, 1 << 16));
    move_part<<<blocks, threads, 0, stream>>>(sorted.data(), positions.data(), size, first, shifts.data(), order);
    LEXIKOS_CUDA(cudaGetLastError());
  }
}

template void order_symbols(Kokkos::Cuda const&, std::uint8_t const*, std::size_t, std::size_t, std::uint32_t*,
                            Workspace&);
template void order_symbols(Kokkos::Cuda const&, std::uint8_t const*, std::size_t, std::size_t, std::uint64_t*,
                            Workspace&);

}  // namespace lexikos::backends::cuda::compiled
