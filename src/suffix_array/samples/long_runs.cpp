// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "suffix_array/samples/long_runs.hpp"

#include <Kokkos_Core.hpp>
#include <lexikos/detail/execution_spaces.hpp>
#include "backends/launch.hpp"
#include "backends/primitives.hpp"
#include "common/read_back.hpp"

namespace lexikos::suffix_array_detail
{

namespace
{

/// Which of sixteen windows that follow each other lie in a run, and which might end one.
struct RunsOfWindows
{
  std::uint32_t inside = 0;  ///< bit i: all symbols of the i-th context are the same
  std::uint32_t ends = 0;    ///< bit i: all but the last

  template <class Text>
  KOKKOS_FUNCTION RunsOfWindows(Text const& text, Sampling const& sampling, std::size_t first)
  {
    constexpr int count = SamplesOfWindows<Text>::count;
    int const context = static_cast<int>(sampling.context());
    std::uint64_t before = text.symbols(first, 1);
    int equal = 1;  // symbols that are the same, up to the last one
    for (int j = 1; j < count + context - 1; ++j) {
      std::uint64_t const symbol = text.symbols(first + j, 1);
      int const equal_before = equal;
      equal = symbol == before ? equal + 1 : 1;
      before = symbol;
      if (j < context - 1) continue;
      std::uint32_t const window = std::uint32_t{1} << (j - context + 1);
      if (equal >= context) inside |= window;
      if (equal == 1 && equal_before >= context - 1) ends |= window;
    }
  }
};

/// Counts the samples of every 64th block of windows, those outside runs, and blocks from which on there is one letter.
template <class Packed>
struct CountSamples
{
  static constexpr std::size_t stride = 64 * SamplesOfWindows<Packed>::count;

  Packed packed;
  Sampling sampling;

  KOKKOS_FUNCTION void operator()(std::size_t block, std::size_t& samples, std::size_t& outside_runs,
                                  std::size_t& in_long_runs) const
  {
    using Samples = SamplesOfWindows<Packed>;
    std::size_t const first = block * stride;
    Samples const found(packed, sampling, first);
    RunsOfWindows const runs(packed, sampling, first);
    for (int i = 1; i < Samples::count; ++i) {
      if (found.distance(i - 1) == found.distance(i) + 1) continue;
      ++samples;
      if (((runs.inside >> i) & 1) == 0) ++outside_runs;
    }
    if (((runs.inside >> (Samples::count - 1)) & 1) != 0 && starts_long_run(first + Samples::count)) ++in_long_runs;
  }

  [[nodiscard]] KOKKOS_FUNCTION bool starts_long_run(std::size_t position) const
  {
    std::uint64_t const letter = packed.symbols(position, 1);
    std::size_t const end = position + min_long_run;
    while (position < end && position < packed.n && packed.symbols(position, 1) == letter) ++position;
    return position == end;
  }
};

template <class MemorySpace>
struct MarkRuns
{
  SampledText<MemorySpace> sampled;

  KOKKOS_FUNCTION void operator()(std::size_t q) const
  {
    auto const& distances = sampled.distances;
    std::size_t const first = q * SamplesOfWindows<PackedText<MemorySpace>>::count;
    RunsOfWindows const runs(sampled.packed, distances.sampling, first);
    if ((runs.inside | runs.ends) == 0) return;
    for (std::size_t half = 0; half < 2 && first + 8 * half < distances.size; ++half) {
      std::uint32_t word = distances.words(first / 8 + half);
      for (std::size_t i = 0; i < 8; ++i) {
        std::uint32_t const distance = distance_in_run << 4 * i;
        if (((runs.inside >> (8 * half + i)) & 1) != 0) word |= distance;
        if (((runs.ends >> (8 * half + i)) & 1) != 0) word &= ~distance;
      }
      distances.words(first / 8 + half) = word;
    }
  }
};

/// flags(i) = 1 where a run starts, or where one ends.
template <class MemorySpace>
struct FlagBoundsOfRuns
{
  SampleDistances<MemorySpace> distances;
  bool of_starts;
  Span<std::uint8_t, MemorySpace> flags;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    bool const starts = distances.is_in_run(i) && (i == 0 || !distances.is_in_run(i - 1));
    flags(i) = (of_starts ? starts : distances.ends_run(i)) ? 1 : 0;
  }
};

template <class Runs>
struct MeasureRuns
{
  Runs runs;

  KOKKOS_FUNCTION void operator()(std::size_t r, std::size_t& sum, std::size_t& longest) const
  {
    std::size_t const length = runs.ends(r) - runs.starts(r);
    sum += length;
    longest = length > longest ? length : longest;
  }
};

/// The positions of one word of distances, which are a sector of ranks of four bytes.
template <class Index, class MemorySpace>
struct WriteEndsOfRuns
{
  SampleDistances<MemorySpace> distances;
  LongRuns<Index, MemorySpace> runs;
  Span<Index, MemorySpace> ranks;

  KOKKOS_FUNCTION void operator()(std::size_t w) const
  {
    std::size_t const last = 8 * w + 8 < distances.size ? 8 * w + 8 : distances.size;
    std::size_t start = 0;
    std::size_t end = 0;
    for (std::size_t position = 8 * w; position < last; ++position) {
      if (!distances.is_in_run(position)) continue;
      if (position >= end) {
        std::size_t const run = runs.run_of(position);
        start = runs.starts(run);
        end = runs.ends(run);
      }
      if (position != start) ranks(position) = static_cast<Index>(end);
    }
  }
};

template <class Index, class MemorySpace>
struct FlagEndsOfRuns
{
  SampleDistances<MemorySpace> distances;
  Span<Index, MemorySpace> samples;
  Span<std::uint8_t, MemorySpace> flags;

  KOKKOS_FUNCTION void operator()(std::size_t i) const { flags(i) = distances.ends_run(samples(i)) ? 1 : 0; }
};

template <class Index, class MemorySpace>
struct RunAt
{
  LongRuns<Index, MemorySpace> runs;

  KOKKOS_FUNCTION Index operator()(Index end) const { return static_cast<Index>(runs.run_of(end)); }
};

}  // namespace

template <class ExecutionSpace>
SampleShares look_at_samples(Context<ExecutionSpace> const& context,
                             PackedText<typename ExecutionSpace::memory_space> const& packed, Sampling const& sampling)
{
  using Count = CountSamples<PackedText<typename ExecutionSpace::memory_space>>;
  std::size_t const blocks = packed.n / Count::stride;
  if (blocks == 0) return {};
  std::size_t samples = 0;
  std::size_t outside_runs = 0;
  std::size_t in_long_runs = 0;
  Kokkos::parallel_reduce("lexikos::suffix_array::look_at_samples",
                          backends::Range<ExecutionSpace>(context.space, 0, blocks), Count{packed, sampling}, samples,
                          outside_runs, in_long_runs);
  constexpr std::size_t looked_at_of_block = Count::stride / 64 - 1;
  auto const looked_at = static_cast<double>(blocks * looked_at_of_block);
  return {static_cast<double>(samples) / looked_at, static_cast<double>(outside_runs) / looked_at,
          static_cast<double>(in_long_runs) / static_cast<double>(blocks)};
}

template <class ExecutionSpace>
void mark_runs(ExecutionSpace const& space, SampledText<typename ExecutionSpace::memory_space> const& sampled)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  constexpr std::size_t count = SamplesOfWindows<PackedText<MemorySpace>>::count;
  Kokkos::parallel_for("lexikos::suffix_array::mark_runs",
                       backends::Range<ExecutionSpace>(space, 0, (sampled.distances.size + count - 1) / count),
                       MarkRuns<MemorySpace>{sampled});
}

template <class ExecutionSpace, class Index>
LongRuns<Index, typename ExecutionSpace::memory_space> list_runs(
    Context<ExecutionSpace> const& context, SampleDistances<typename ExecutionSpace::memory_space> const& distances,
    Span<Index, typename ExecutionSpace::memory_space> const& scratch,
    Span<Index, typename ExecutionSpace::memory_space> const& more_scratch)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Range = backends::Range<ExecutionSpace>;
  auto const& space = context.space;
  LongRuns<Index, MemorySpace> runs;
  Span<std::uint8_t, MemorySpace> const flags(reinterpret_cast<std::uint8_t*>(scratch.data()), distances.size + 1);
  auto const list = [&](bool of_starts) {
    Kokkos::parallel_for("lexikos::suffix_array::flag_bounds_of_runs", Range(space, 0, flags.extent(0)),
                         FlagBoundsOfRuns<MemorySpace>{distances, of_starts, flags});
    auto const count = primitives::select_positions(space, flags, more_scratch, context.workspace);
    auto const bounds = context.template take<Index>(count);
    Kokkos::deep_copy(space, bounds, first_of(more_scratch, count));
    return bounds;
  };
  runs.starts = list(true);
  runs.ends = list(false);
  Kokkos::parallel_reduce("lexikos::suffix_array::measure_runs", Range(space, 0, runs.size()),
                          MeasureRuns<LongRuns<Index, MemorySpace>>{runs}, runs.positions,
                          Kokkos::Max<std::size_t>(runs.longest));
  if (runs.size() == 0) runs.longest = 0;
  return runs;
}

template <class ExecutionSpace, class Index>
void write_ends_of_runs(Context<ExecutionSpace> const& context,
                        SampleDistances<typename ExecutionSpace::memory_space> const& distances,
                        LongRuns<Index, typename ExecutionSpace::memory_space> const& runs,
                        Span<Index, typename ExecutionSpace::memory_space> const& ranks)
{
  Kokkos::parallel_for("lexikos::suffix_array::write_ends_of_runs",
                       backends::Range<ExecutionSpace>(context.space, 0, (distances.size + 7) / 8),
                       WriteEndsOfRuns<Index, typename ExecutionSpace::memory_space>{distances, runs, ranks});
}

template <class ExecutionSpace, class Index>
void order_runs(Context<ExecutionSpace> const& context,
                SampleDistances<typename ExecutionSpace::memory_space> const& distances,
                LongRuns<Index, typename ExecutionSpace::memory_space> const& runs,
                Span<Index, typename ExecutionSpace::memory_space> const& samples,
                Span<Index, typename ExecutionSpace::memory_space> const& order,
                Span<Index, typename ExecutionSpace::memory_space> const& scratch)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  auto const& space = context.space;
  if (runs.size() == 0) return;
  std::size_t const m = samples.extent(0);
  Span<std::uint8_t, MemorySpace> const flags(reinterpret_cast<std::uint8_t*>(scratch.data()), m);
  Kokkos::parallel_for("lexikos::suffix_array::flag_ends_of_runs", backends::Range<ExecutionSpace>(space, 0, m),
                       FlagEndsOfRuns<Index, MemorySpace>{distances, samples, flags});
  // a run up to the end of the text has no sample there; the empty suffix comes first
  std::size_t const first = detail::read_back(space, runs.ends, runs.size() - 1) == distances.size ? 1 : 0;
  if (first == 1) Kokkos::deep_copy(space, Kokkos::subview(order, 0), static_cast<Index>(runs.size() - 1));
  auto const others = from(order, first);
  primitives::pack_flagged(space, samples, flags, others, context.workspace);
  primitives::transform(space, "lexikos::suffix_array::runs_at", others, others, RunAt<Index, MemorySpace>{runs});
}

#define LEXIKOS_INSTANTIATE(SPACE, INDEX)                                                                          \
  template LongRuns<INDEX, SPACE::memory_space> list_runs(                                                         \
      Context<SPACE> const&, SampleDistances<SPACE::memory_space> const&, Span<INDEX, SPACE::memory_space> const&, \
      Span<INDEX, SPACE::memory_space> const&);                                                                    \
  template void write_ends_of_runs(Context<SPACE> const&, SampleDistances<SPACE::memory_space> const&,             \
                                   LongRuns<INDEX, SPACE::memory_space> const&,                                    \
                                   Span<INDEX, SPACE::memory_space> const&);                                       \
  template void order_runs(Context<SPACE> const&, SampleDistances<SPACE::memory_space> const&,                     \
                           LongRuns<INDEX, SPACE::memory_space> const&, Span<INDEX, SPACE::memory_space> const&,   \
                           Span<INDEX, SPACE::memory_space> const&, Span<INDEX, SPACE::memory_space> const&);
LEXIKOS_FOR_EACH_SPACE_AND_INDEX(LEXIKOS_INSTANTIATE)

#define LEXIKOS_INSTANTIATE_SPACE(SPACE)                                                               \
  template SampleShares look_at_samples(Context<SPACE> const&, PackedText<SPACE::memory_space> const&, \
                                        Sampling const&);                                              \
  template void mark_runs(SPACE const&, SampledText<SPACE::memory_space> const&);
LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE_SPACE)
#undef LEXIKOS_INSTANTIATE_SPACE
#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos::suffix_array_detail
