// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "backends/cuda/check.hpp"
#include "backends/cuda/primitives.hpp"

namespace lexikos::backends::cuda::compiled
{

namespace
{

constexpr unsigned radix = 256;
constexpr unsigned threads = 256;

/// For one part: where the positions of each symbol go, less where they stand in the sorted part. One block of `radix`
/// threads. begins: of each symbol over the whole text, advanced by this part's counts.
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

/// Moves the positions of a sorted part, neighbours to neighbours for each symbol, to where they belong.
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
void order_symbols(Kokkos::Cuda const& space, std::uint8_t const* symbols, std::size_t n, Position* order,
                   Workspace& workspace)
{
  if (n == 0) return;
  auto const stream = space.cuda_stream();
  // an eighth at a time is sorted aside, so that no second array of positions is needed
  std::size_t const part =
      std::min(n, std::clamp<std::size_t>((n + 7) / 8, std::size_t{1} << 22, std::size_t{1} << 30));
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

template void order_symbols(Kokkos::Cuda const&, std::uint8_t const*, std::size_t, std::uint32_t*, Workspace&);
template void order_symbols(Kokkos::Cuda const&, std::uint8_t const*, std::size_t, std::uint64_t*, Workspace&);

}  // namespace lexikos::backends::cuda::compiled
