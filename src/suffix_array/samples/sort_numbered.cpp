// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "suffix_array/samples/sort_numbered.hpp"

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <lexikos/detail/execution_spaces.hpp>
#include <string>

#include "backends/primitives.hpp"
#include "common/primitive_bytes.hpp"
#include "suffix_array/rounds/doubling.hpp"
#include "suffix_array/rounds/refine.hpp"
#include "suffix_array/samples/numbered_successor.hpp"
#include "suffix_array/samples/ranked_text.hpp"

namespace lexikos::suffix_array_detail
{

namespace
{

/// Keys of the samples, from the last of the text to the first: of those whose keys are equal because zeros fill up the
/// shorter suffix, the shorter then comes first.
template <class MemorySpace>
struct FirstKeysOfSamples
{
  PackedText<MemorySpace> packed;
  SamplePositions<MemorySpace> positions;
  Span<std::uint64_t, MemorySpace> keys;
  Span<std::uint32_t, MemorySpace> samples;

  KOKKOS_FUNCTION void operator()(std::size_t j) const
  {
    std::size_t const number = keys.extent(0) - 1 - j;
    keys(j) = packed.key(positions(number));
    samples(j) = static_cast<std::uint32_t>(number);
  }
};

/// A group starts where the key changes, or where either suffix is shorter than a key.
template <class MemorySpace>
struct HeadsOfSamples
{
  Span<std::uint64_t, MemorySpace> keys;
  Span<std::uint32_t, MemorySpace> samples;
  SamplePositions<MemorySpace> positions;
  Span<std::uint8_t, MemorySpace> heads;
  std::size_t n;
  std::size_t symbols_per_key;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    bool const head =
        i == 0 || i == keys.extent(0) || keys(i) != keys(i - 1) || is_short(samples(i)) || is_short(samples(i - 1));
    heads(i) = head ? first_sort_number : 0;
  }
  [[nodiscard]] KOKKOS_FUNCTION bool is_short(std::size_t number) const
  {
    return positions(number) + symbols_per_key > n;
  }
};

/// keys(j) = the symbols of the j-th unsorted sample that follow the first ones.
template <class MemorySpace>
struct GatherSymbolsOfSamples
{
  Span<std::uint32_t, MemorySpace> samples;
  UnsortedSuffixes<std::uint32_t, MemorySpace> unsorted;
  SamplePositions<MemorySpace> positions;
  PackedText<MemorySpace> packed;
  std::size_t depth;
  Span<std::uint64_t, MemorySpace> keys;

  KOKKOS_FUNCTION void operator()(std::size_t j) const
  {
    if (j + prefetch_distance < keys.extent(0))
      packed.prefetch(positions(samples(unsorted.sa_positions(j + prefetch_distance))) + depth);
    std::uint32_t const number = samples(unsorted.sa_positions(j));
    unsorted.suffixes(j) = number;
    keys(j) = packed.bounded_key(positions(number) + depth);
  }
};

/// The number of a sample is replaced by its position.
template <class MemorySpace>
struct PositionsOfNumbers
{
  SamplePositions<MemorySpace> positions;
  SortedSamples<MemorySpace> sorted;

  KOKKOS_FUNCTION void operator()(std::size_t i) const { sorted.set(i, positions(sorted.low(i))); }
};

/// What the steps of one sort share.
template <class ExecutionSpace>
struct NumberedSort
{
  using MemorySpace = typename ExecutionSpace::memory_space;

  Context<ExecutionSpace> context;
  SampledText<MemorySpace> sampled;
  SamplePositions<MemorySpace> positions;
  Ranking<ExecutionSpace, std::uint32_t> ranking;  ///< of numbers

  [[nodiscard]] backends::Range<ExecutionSpace> range(std::size_t n) const { return {context.space, 0, n}; }
};

template <class ExecutionSpace>
Rounds<ExecutionSpace, std::uint32_t> sort_by_first_symbols(
    NumberedSort<ExecutionSpace> const& sort,
    RoundMemory<std::uint32_t, typename ExecutionSpace::memory_space> const& memory)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  auto const& [context, sampled, positions, ranking] = sort;
  auto const& packed = sampled.packed;
  auto const& space = context.space;
  auto const& samples = ranking.suffix_array;
  std::size_t const m = samples.extent(0);
  {
    Workspace::Scope const scope(context.workspace);
    primitives::DoubleBuffer keys{context.template take<std::uint64_t>(m), context.template take<std::uint64_t>(m)};
    primitives::DoubleBuffer values{samples, memory.values()};
    context.step("first keys", [&] {
      Kokkos::parallel_for("lexikos::suffix_array::first_keys_of_samples", sort.range(m),
                           FirstKeysOfSamples<MemorySpace>{packed, sort.positions, keys.current, values.current});
    });
    context.step("first sort", [&] {
      primitives::radix_sort_pairs(space, keys, values, 0, packed.key_bits(), sort.context.workspace);
      if (values.current.data() != sort.ranking.suffix_array.data())
        Kokkos::deep_copy(sort.context.space, sort.ranking.suffix_array, values.current);
    });
    context.step("first heads", [&] {
      Kokkos::parallel_for(
          "lexikos::suffix_array::heads_of_samples", sort.range(m + 1),
          HeadsOfSamples<MemorySpace>{keys.current, sort.ranking.suffix_array, sort.positions, memory.heads(), packed.n,
                                      static_cast<std::size_t>(packed.symbols_per_key())});
    });
  }
  return start_rounds(context, ranking, memory, static_cast<std::size_t>(packed.symbols_per_key()));
}

/// A round by the symbols that follow the first ones.
template <class ExecutionSpace>
void refine_by_symbols(NumberedSort<ExecutionSpace> const& sort, Rounds<ExecutionSpace, std::uint32_t>& rounds)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  auto const& context = sort.context;
  auto const& packed = sort.sampled.packed;
  std::size_t const unsorted = rounds.unsorted.size;
  Workspace::Scope const scope(context.workspace);
  auto const keys = context.template take<std::uint64_t>(unsorted);
  context.step("gather symbols", [&] {
    Kokkos::parallel_for("lexikos::suffix_array::gather_symbols_of_samples", sort.range(unsorted),
                         GatherSymbolsOfSamples<MemorySpace>{sort.ranking.suffix_array, rounds.unsorted, sort.positions,
                                                             packed, rounds.depth, keys});
  });
  refine_groups(rounds, keys, packed.bounded_key_bits());
  rounds.depth += static_cast<std::size_t>(packed.symbols_per_bounded_key());
}

/// Of a sample: its position and rank, and the array that serves a round three times. (Its number lies in the result.)
constexpr std::size_t kept_bytes = 3 * sizeof(std::uint32_t);
/// Of an unsorted sample: the list.
constexpr std::size_t list_bytes = 12;
/// Of a sample where samples of samples are sorted (ranked_text.cpp), beside the list.
constexpr std::size_t ranked_text_bytes = 40;

template <class ExecutionSpace>
std::size_t fixed_bytes(std::size_t n, std::size_t m)
{
  // beside the arrays that are counted: a few small ones, each in a block of 256 bytes, tables of group classes
  std::size_t const small = std::size_t{64} << 10;
  return sample_numbers_bytes(n) + kept_bytes * m + detail::sort_bytes<ExecutionSpace>(m) +
         detail::scan_bytes<ExecutionSpace>(m) + small;
}

/// Of a round over so many: the list, keys of two words, and the sort of its groups.
template <class ExecutionSpace>
std::size_t round_bytes(std::size_t unsorted)
{
  std::size_t const keys = sizeof(std::uint64_t) * unsorted;
  std::size_t const sort = detail::works_on_host<ExecutionSpace>
                               ? detail::segmented_sort_bytes<ExecutionSpace>(unsorted, 12, 0)
                               : 20 * unsorted + (std::size_t{1} << 20);
  return list_bytes * unsorted + keys + sort;
}

}  // namespace

template <class ExecutionSpace>
std::size_t sort_numbered_samples_bytes(std::size_t n, std::size_t m, std::size_t unsorted)
{
  std::size_t const first_sort = 2 * sizeof(std::uint64_t) * m;
  std::size_t const first_ranks = 5 * sizeof(std::uint32_t) * m;
  std::size_t const first_list = (list_bytes + 1) * m;
  return fixed_bytes<ExecutionSpace>(n, m) + std::max({first_sort, first_ranks, first_list, number_samples_bytes(n),
                                                       round_bytes<ExecutionSpace>(unsorted)});
}

template <class ExecutionSpace>
std::size_t max_sort_numbered_samples_bytes(std::size_t n, std::size_t m)
{
  return std::max(sort_numbered_samples_bytes<ExecutionSpace>(n, m, m),
                  fixed_bytes<ExecutionSpace>(n, m) + (list_bytes + ranked_text_bytes) * m);
}

template <class ExecutionSpace>
void sort_numbered_samples(Context<ExecutionSpace> const& outer,
                           SampledText<typename ExecutionSpace::memory_space> const& sampled,
                           SortedSamples<typename ExecutionSpace::memory_space> const& sorted, std::size_t bytes)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  std::size_t const m = sorted.extent(0);
  std::size_t const n = sampled.packed.n;
  Workspace::Scope const scope(outer.workspace);
  Report const report = outer.report.of_part(m);
  auto const context = outer.with(report);
  SampleNumbers<MemorySpace> numbers;
  SamplePositions<MemorySpace> positions;
  context.step("list samples", [&] {
    numbers = number_samples(context, sampled.distances, n);
    auto const low = context.template take<std::uint32_t>(m);
    positions = list_positions(context, numbers, n, low, sorted.low_bits);
  });
  // numbers are sorted where their positions will lie
  NumberedSort<ExecutionSpace> const sort{
      context, sampled, positions, {sorted.low, context.template take<std::uint32_t>(m)}};
  auto rounds = sort_by_first_symbols(sort, take_round_memory<std::uint32_t>(context, m));

  std::size_t const unsorted = rounds.unsorted.size;
  std::size_t const needed = sort_numbered_samples_bytes<ExecutionSpace>(n, m, unsorted);
  detail::require(needed <= bytes, ErrorCode::out_of_memory,
                  std::to_string(unsorted) + " of " + std::to_string(m) + " samples of the text need " +
                      std::to_string(needed - std::min(needed, bytes)) + " bytes of memory more to be sorted");
  NumberedSampleSuccessor<MemorySpace> const successor{sampled.distances, numbers, positions, n};
  auto const symbols = static_cast<std::size_t>(sampled.packed.symbols_per_bounded_key());
  std::size_t unsorted_before = m;
  while (rounds.any_unsorted() && successor.gain(rounds.depth) < symbols) {
    unsorted_before = rounds.unsorted.size;
    rounds.run([&] { refine_by_symbols(sort, rounds); });
  }
  Tuning const& tuning = context.tuning;
  std::size_t const for_ranked_text = fixed_bytes<ExecutionSpace>(n, m) + list_bytes * unsorted + ranked_text_bytes * m;
  if (for_ranked_text <= bytes && sparser_samples_pay(tuning, rounds.unsorted.size, m) &&
      foretells_many_rounds(tuning, unsorted_before, rounds.unsorted.size))
  {
    rounds.depth = 1;  // the ranks by number are a text already, one symbol a sample
    sort_ranked_text(rounds);
  }
  else
    finish_by_doubling(rounds, successor);
  context.step("list samples", [&] {
    Kokkos::parallel_for("lexikos::suffix_array::positions_of_numbers", sort.range(m),
                         PositionsOfNumbers<MemorySpace>{positions, sorted});
  });
}

#define LEXIKOS_INSTANTIATE(SPACE)                                                                    \
  template std::size_t sort_numbered_samples_bytes<SPACE>(std::size_t, std::size_t, std::size_t);     \
  template std::size_t max_sort_numbered_samples_bytes<SPACE>(std::size_t, std::size_t);              \
  template void sort_numbered_samples(Context<SPACE> const&, SampledText<SPACE::memory_space> const&, \
                                      SortedSamples<SPACE::memory_space> const&, std::size_t);
LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos::suffix_array_detail
