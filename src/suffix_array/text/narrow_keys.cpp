// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "suffix_array/text/narrow_keys.hpp"

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <lexikos/detail/execution_spaces.hpp>

#include "backends/launch.hpp"
#include "backends/primitives.hpp"
#include "common/invert.hpp"
#include "common/mix_bits.hpp"
#include "suffix_array/rounds/doubling.hpp"
#include "suffix_array/text/first_sort.hpp"
#include "suffix_array/text/symbol_round.hpp"

namespace lexikos::suffix_array_detail
{

namespace
{

/// Of m keys that are looked at, one equal pair stands for 2 n / m^2 others of a suffix's key.
std::size_t keys_to_look_at(std::size_t n)
{
  std::size_t const most = std::size_t{1} << (n < std::size_t{1} << 27 ? 16 : 18);
  return std::min(n, most);
}

/// keys(j) = the first symbols of one position in each stretch of the text.
template <class MemorySpace>
struct LookAtStart
{
  PackedText<MemorySpace> packed;
  std::size_t stride;
  Span<std::uint64_t, MemorySpace> keys;

  /// Two stretches of a text that repeats itself share places by chance alone.
  KOKKOS_FUNCTION void operator()(std::size_t j) const
  {
    std::uint64_t const random = detail::mix_bits((j + 1) * 0x9e3779b97f4a7c15u);
    keys(j) = packed.key(j * stride + random % stride);
  }
};

/// Counts neighbours that are equal, and those whose highest bits are.
template <class KeyView>
struct CountEqualKeys
{
  KeyView keys;  ///< sorted
  int low_bits;

  KOKKOS_FUNCTION void operator()(std::size_t j, std::size_t& equal, std::size_t& equal_starts) const
  {
    if (keys(j) == keys(j + 1)) ++equal;
    if (keys(j) >> low_bits == keys(j + 1) >> low_bits) ++equal_starts;
  }
};

/// Others of the same first symbols that a suffix has in the mean.
struct Others
{
  double of_narrow_key = 0;
  double of_wide_key = 0;
};

/// Fences.
template <class ExecutionSpace>
Others look_at_starts(Context<ExecutionSpace> const& context,
                      PackedText<typename ExecutionSpace::memory_space> const& packed)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Keys = Span<std::uint64_t, MemorySpace>;
  using Range = backends::Range<ExecutionSpace>;
  std::size_t const m = keys_to_look_at(packed.n);
  Workspace::Scope const scope(context.workspace);
  primitives::DoubleBuffer<Keys> keys{context.template take<std::uint64_t>(m), context.template take<std::uint64_t>(m)};
  Kokkos::parallel_for("lexikos::suffix_array::look_at_starts", Range(context.space, 0, m),
                       LookAtStart<MemorySpace>{packed, packed.n / m, keys.current});
  primitives::radix_sort_keys(context.space, keys, 0, packed.key_bits(), context.workspace);
  int const low_bits = packed.key_bits() - symbols_of_narrow_key(packed.bits) * packed.bits;
  std::size_t equal = 0;
  std::size_t equal_starts = 0;
  Kokkos::parallel_reduce("lexikos::suffix_array::count_equal_keys", Range(context.space, 0, m - 1),
                          CountEqualKeys<Keys>{keys.current, low_bits}, equal, equal_starts);
  auto const others = [&](std::size_t pairs) {
    return 2.0 * static_cast<double>(pairs) * static_cast<double>(packed.n) /
           (static_cast<double>(m) * static_cast<double>(m));
  };
  return {others(equal_starts), others(equal)};
}

template <class ExecutionSpace, class Index>
bool find_distinct_starts(SortRun<ExecutionSpace, Index>& run)
{
  auto const& tuning = run.context.tuning;
  if (run.options.low_memory) return false;  // a small sample takes less
  if (run.size() < 2 || run.size() < tuning.min_length_for_narrow_keys) return false;
  Alphabet const& alphabet = alphabet_of(run);
  int const symbols = symbols_of_narrow_key(alphabet.bits);
  // whatever the order of the symbols, keys carry no more than this
  double const bits = alphabet.entropy * symbols;
  if (bits + std::log2(tuning.max_others_of_narrow_key) < std::log2(static_cast<double>(run.size()))) return false;
  Others const others = look_at_starts(run.context, packed_text_of(run));
  return others.of_narrow_key <= tuning.max_others_of_narrow_key && others.of_wide_key <= tuning.max_others_of_wide_key;
}

/// Gives every suffix of a group the rank of its first.
template <class ExecutionSpace, class Index>
struct RankGroup
{
  Ranking<ExecutionSpace, Index> ranking;
  UnsortedSuffixes<Index, typename ExecutionSpace::memory_space> unsorted;

  KOKKOS_FUNCTION void operator()(std::size_t group, std::size_t j) const
  {
    ranking.ranks(ranking.suffix_array(unsorted.sa_positions(j))) = unsorted.sa_positions(unsorted.offsets(group));
  }
};

/// By doubling, of which rounds by symbols did without ranks.
template <class ExecutionSpace, class Index>
void finish_with_ranks(SortRun<ExecutionSpace, Index> const& run, Rounds<ExecutionSpace, Index>& rounds)
{
  rounds.ranking.ranks = run.take_ranks();
  run.context.step("first ranks", [&] {
    invert(run.context, rounds.ranking, true);
    primitives::for_each_in_segments(run.context.space, "lexikos::suffix_array::rank_groups", rounds.unsorted.offsets,
                                     RankGroup<ExecutionSpace, Index>{rounds.ranking, rounds.unsorted});
  });
  finish_by_doubling(rounds, SuccessorAtDepth{});
}

/// Memory of n keys in the caller's scope: that of the inverse, where it is wanted, which has no ranks before rounds need them.
template <class ExecutionSpace, class Index>
Span<std::uint32_t, typename ExecutionSpace::memory_space> take_narrow_keys(SortRun<ExecutionSpace, Index> const& run)
{
  std::size_t const n = run.size();
  if (!run.wants_inverse()) return run.context.template take<std::uint32_t>(n);
  return Span<std::uint32_t, typename ExecutionSpace::memory_space>(
      reinterpret_cast<std::uint32_t*>(run.inverse.data()), n);
}

/// Rounds by symbols: what 32 bits and these do not tell apart are repetitions.
constexpr int rounds_by_symbols = 2;

}  // namespace

template <class ExecutionSpace, class Index>
bool has_distinct_starts(SortRun<ExecutionSpace, Index>& run)
{
  if (!run.has_distinct_starts) run.has_distinct_starts = find_distinct_starts(run);
  return *run.has_distinct_starts;
}

template <class ExecutionSpace, class Index>
bool sort_by_narrow_keys(SortRun<ExecutionSpace, Index>& run)
{
  auto const& context = run.context;
  std::size_t const n = run.size();
  auto const packed = packed_text_of(run);
  auto narrow = packed;
  narrow.max_symbols = symbols_of_narrow_key(packed.bits);
  {
    Workspace::Scope const scope(context.workspace);
    auto const memory = take_round_memory<Index>(context, n);
    {
      Workspace::Scope const keys_scope(context.workspace);
      primitives::DoubleBuffer const keys{context.template take<std::uint32_t>(n), take_narrow_keys(run)};
      sort_by_first_keys(context, narrow, AllSuffixes{n}, keys, run.suffix_array, memory);
    }
    Rounds<ExecutionSpace, Index> rounds{
        context, {run.suffix_array, {}}, {}, static_cast<std::size_t>(narrow.symbols_per_key())};
    context.step("list unsorted", [&] { rounds.unsorted = first_unsorted(context, memory); });
    if (rounds.unsorted.size > n / 4 * 3) return false;
    run.statistics().first_depth = static_cast<unsigned>(rounds.depth);
    context.report.end_round(rounds.unsorted.size);
    for (int round = 0; round < rounds_by_symbols && rounds.any_unsorted(); ++round)
      rounds.run([&] { refine_by_next_symbols(rounds, packed); });
    if (rounds.any_unsorted()) {
      finish_with_ranks(run, rounds);
      return true;
    }
  }
  run.lacks_inverse = run.wants_inverse();
  return true;
}

#define LEXIKOS_INSTANTIATE(SPACE, INDEX)                    \
  template bool has_distinct_starts(SortRun<SPACE, INDEX>&); \
  template bool sort_by_narrow_keys(SortRun<SPACE, INDEX>&);
LEXIKOS_FOR_EACH_SPACE_AND_INDEX(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos::suffix_array_detail
