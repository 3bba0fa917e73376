// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "suffix_array/samples/sample_numbers.hpp"

#include <lexikos/detail/execution_spaces.hpp>
#include <string>

#include "backends/primitives.hpp"
#include "common/read_back.hpp"

namespace lexikos::suffix_array_detail
{

namespace
{

template <class MemorySpace>
struct CountSampleChanges
{
  SampleDistances<MemorySpace> distances;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::size_t& sum) const
  {
    if (i == 0 || distances.sample(i - 1) != distances.sample(i)) ++sum;
  }
};

/// The bits of one block, and how many are set.
template <class MemorySpace>
struct MarkSamples
{
  SampleDistances<MemorySpace> distances;
  SampleNumbers<MemorySpace> numbers;
  Span<std::uint64_t, MemorySpace> counts;

  KOKKOS_FUNCTION void operator()(std::size_t q) const
  {
    constexpr std::size_t size = SampleNumbers<MemorySpace>::positions_of_block;
    std::size_t const begin = q * size;
    std::size_t const reach = static_cast<std::size_t>(distances.sampling.window) - 1;
    std::size_t const end = begin + size < distances.size ? begin + size : distances.size;
    std::uint64_t bits[3] = {0, 0, 0};
    for (std::size_t i = begin < reach ? 0 : begin - reach; i < end; ++i) {
      std::size_t const sample = distances.sample(i);
      if (sample < begin || sample >= begin + size) continue;
      std::size_t const place = sample - begin;
      bits[place / 64] |= std::uint64_t{1} << place % 64;
    }
    std::uint64_t count = 0;
    for (std::size_t w = 0; w < 3; ++w) {
      numbers.words(q * SampleNumbers<MemorySpace>::words_of_block + 1 + w) = bits[w];
      count += detail::ones_in(bits[w]);
    }
    counts(q) = count;
  }
};

template <class MemorySpace>
struct SetCounts
{
  Span<std::uint64_t, MemorySpace> counts;
  SampleNumbers<MemorySpace> numbers;

  KOKKOS_FUNCTION void operator()(std::size_t q) const
  {
    numbers.words(q * SampleNumbers<MemorySpace>::words_of_block) = counts(q);
  }
};

/// The lower bits of the positions of one block's samples.
template <class MemorySpace>
struct ListLowBits
{
  SampleNumbers<MemorySpace> numbers;
  Span<std::uint32_t, MemorySpace> low;
  std::uint64_t mask;

  KOKKOS_FUNCTION void operator()(std::size_t q) const
  {
    constexpr std::size_t size = SampleNumbers<MemorySpace>::positions_of_block;
    std::uint64_t const* const block = numbers.words.data() + q * SampleNumbers<MemorySpace>::words_of_block;
    std::size_t number = block[0];
    for (std::size_t w = 0; w < 3; ++w)
      for (std::uint64_t bits = block[1 + w]; bits != 0; bits &= bits - 1, ++number) {
        auto const bit = static_cast<std::size_t>(Kokkos::Experimental::countr_zero_builtin(bits));
        low(number) = static_cast<std::uint32_t>((q * size + 64 * w + bit) & mask);
      }
  }
};

/// firsts(s) = number of the first sample from stretch s on.
template <class MemorySpace>
struct FirstsOfStretches
{
  SampleNumbers<MemorySpace> numbers;
  Span<std::uint32_t, MemorySpace> firsts;
  int low_bits;

  KOKKOS_FUNCTION void operator()(std::size_t s) const
  {
    firsts(s) = static_cast<std::uint32_t>(numbers.number(s << low_bits));
  }
};

std::size_t stretches_of(std::size_t n, int low_bits)
{
  return n == 0 ? 1 : ((n - 1) >> low_bits) + 1;
}

}  // namespace

void require_numbered_length(std::size_t n, int low_bits)
{
  constexpr std::size_t most = SamplePositions<Kokkos::HostSpace>::max_stretches;
  detail::require(stretches_of(n, low_bits) <= most, ErrorCode::not_supported,
                  "a text of " + std::to_string(n) + " symbols is longer than the " + std::to_string(most << low_bits) +
                      " that are sorted in parts");
}

template <class ExecutionSpace>
std::size_t count_samples(ExecutionSpace const& space,
                          SampleDistances<typename ExecutionSpace::memory_space> const& distances)
{
  std::size_t samples = 0;
  Kokkos::parallel_reduce("lexikos::suffix_array::count_samples",
                          backends::Range<ExecutionSpace>(space, 0, distances.size),
                          CountSampleChanges<typename ExecutionSpace::memory_space>{distances}, samples);
  return samples;
}

template <class ExecutionSpace>
SampleNumbers<typename ExecutionSpace::memory_space> number_samples(
    Context<ExecutionSpace> const& context, SampleDistances<typename ExecutionSpace::memory_space> const& distances,
    std::size_t n)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Range = backends::Range<ExecutionSpace>;
  std::size_t const blocks = sample_number_blocks(n);
  SampleNumbers<MemorySpace> const numbers{
      context.template take<std::uint64_t>(blocks * SampleNumbers<MemorySpace>::words_of_block)};
  Workspace::Scope const scope(context.workspace);
  auto const& space = context.space;
  auto const counts = context.template take<std::uint64_t>(blocks);
  Kokkos::parallel_for("lexikos::suffix_array::mark_samples", Range(space, 0, blocks),
                       MarkSamples<MemorySpace>{distances, numbers, counts});
  primitives::exclusive_scan(space, counts, counts, primitives::Sum{}, context.workspace);
  Kokkos::parallel_for("lexikos::suffix_array::set_counts", Range(space, 0, blocks),
                       SetCounts<MemorySpace>{counts, numbers});
  return numbers;
}

template <class ExecutionSpace>
SamplePositions<typename ExecutionSpace::memory_space> list_positions(
    Context<ExecutionSpace> const& context, SampleNumbers<typename ExecutionSpace::memory_space> const& numbers,
    std::size_t n, Span<std::uint32_t, typename ExecutionSpace::memory_space> const& low, int low_bits)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Range = backends::Range<ExecutionSpace>;
  Workspace::Scope const scope(context.workspace);
  auto const& space = context.space;
  SamplePositions<MemorySpace> positions;
  positions.low = low;
  positions.low_bits = low_bits;
  positions.stretches = stretches_of(n, low_bits);
  std::size_t const blocks = numbers.words.extent(0) / SampleNumbers<MemorySpace>::words_of_block;
  Kokkos::parallel_for("lexikos::suffix_array::list_low_bits", Range(space, 0, blocks),
                       ListLowBits<MemorySpace>{numbers, low, (std::uint64_t{1} << low_bits) - 1});
  auto const firsts = context.template take<std::uint32_t>(positions.stretches);
  Kokkos::parallel_for("lexikos::suffix_array::firsts_of_stretches", Range(space, 0, positions.stretches),
                       FirstsOfStretches<MemorySpace>{numbers, firsts, low_bits});
  auto const on_host = detail::read_all_back(space, firsts);
  for (std::size_t s = 0; s < positions.stretches; ++s) positions.firsts[s] = on_host[s];
  return positions;
}

#define LEXIKOS_INSTANTIATE(SPACE)                                                                                     \
  template std::size_t count_samples(SPACE const&, SampleDistances<SPACE::memory_space> const&);                       \
  template SampleNumbers<SPACE::memory_space> number_samples(                                                          \
      Context<SPACE> const&, SampleDistances<SPACE::memory_space> const&, std::size_t);                                \
  template SamplePositions<SPACE::memory_space> list_positions(Context<SPACE> const&,                                  \
                                                               SampleNumbers<SPACE::memory_space> const&, std::size_t, \
                                                               Span<std::uint32_t, SPACE::memory_space> const&, int);
LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos::suffix_array_detail
