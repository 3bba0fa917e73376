// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The permuted LCP array by Phi (Kaerkkaeinen, Manzini and Puglisi 2009), level by level.
//
// plcp(p) + p never decreases. With the values at all multiples of 4 s at hand, a value at a multiple of s between two of
// them lies in a range, and the ranges of one level add up to at most 3 n: so many symbols are compared at most, where
// blocks that start afresh would compare n symbols each on a text of one letter. Only Phi is stored, where plcp will be.
// Threads of a host, which compare without end, take the lowest levels together: stretches from left to right, no value
// smaller than the one before it, less one.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/prefetch.hpp>
#include <lexikos/workspace.hpp>
#include <limits>
#include <type_traits>

#include "lcp/mismatch.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::lcp_detail
{

/// Bytes that one thread compares before a team takes over, and a team before all of them do.
struct Patience
{
  static constexpr std::size_t forever = std::numeric_limits<std::size_t>::max();

  std::size_t thread = forever;
  std::size_t team = forever;

  /// Threads of a device are slow alone; those of the host are not.
  template <class ExecutionSpace>
  static constexpr Patience of()
  {
    if (detail::works_on_host<ExecutionSpace>) return {};
    return {512, std::size_t{1} << 20};
  }
};

/// Stands for Phi of the first suffix, which has none.
template <class Index>
constexpr Index no_phi = std::numeric_limits<Index>::max();

/// Two suffixes of which the first `begin` bytes agree, and at most the first `end`.
struct Comparison
{
  std::size_t a;
  std::size_t b;
  std::size_t begin;
  std::size_t end;
};

/// The positions of one level and what is known of them.
template <class Index, class MemorySpace>
struct Level
{
  SuffixBytes text;
  unsigned shift;  // a symbol has 1 << shift bytes
  std::size_t n;
  std::size_t stride;
  bool is_top;                    // only position 0
  Span<Index, MemorySpace> plcp;  // Phi at the positions of this level and of those to come

  [[nodiscard]] std::size_t positions() const
  {
    return is_top ? 1 : (n + stride - 1) / stride - (n + 4 * stride - 1) / (4 * stride);
  }
  KOKKOS_FUNCTION std::size_t position(std::size_t j) const { return is_top ? 0 : stride * (j / 3 * 4 + j % 3 + 1); }
  /// Phi of p is there.
  KOKKOS_FUNCTION Comparison comparison(std::size_t p) const
  {
    std::size_t const phi = plcp(p);
    std::size_t least = 0;
    std::size_t most = n - (p < phi ? phi : p);
    if (!is_top) {
      std::size_t const left = p / (4 * stride) * (4 * stride);
      std::size_t const right = left + 4 * stride;
      std::size_t const known = left + plcp(left);
      if (known > p) least = known - p;
      if (right < n && right + plcp(right) - p < most) most = right + plcp(right) - p;
    }
    if (least > most) least = most;  // only where the suffix array is none
    return {p << shift, phi << shift, least << shift, most << shift};
  }
  KOKKOS_FUNCTION Index symbols(std::size_t bytes) const { return static_cast<Index>(bytes >> shift); }
};

/// Positions whose comparison takes long. A list of a level overflows only where the suffix array is none.
template <class Index, class MemorySpace>
struct LongList
{
  Span<std::uint64_t, MemorySpace> count;  // one entry, which goes on counting when the list is full
  Span<Index, MemorySpace> positions;

  KOKKOS_FUNCTION bool push(std::size_t p) const
  {
    std::uint64_t const slot = Kokkos::atomic_fetch_add(&count(0), std::uint64_t{1});
    if (slot >= positions.extent(0)) return false;
    positions(slot) = static_cast<Index>(p);
    return true;
  }
  KOKKOS_FUNCTION std::size_t size() const
  {
    return count(0) < positions.extent(0) ? static_cast<std::size_t>(count(0)) : positions.extent(0);
  }
};

/// As LongList, with the comparison, since the entry of plcp takes part in the answer.
template <class MemorySpace>
struct GiantList
{
  Span<std::uint64_t, MemorySpace> count;
  Span<Comparison, MemorySpace> comparisons;

  KOKKOS_FUNCTION bool push(Comparison const& comparison) const
  {
    std::uint64_t const slot = Kokkos::atomic_fetch_add(&count(0), std::uint64_t{1});
    if (slot >= comparisons.extent(0)) return false;
    comparisons(slot) = comparison;
    return true;
  }
  KOKKOS_FUNCTION std::size_t size() const
  {
    return count(0) < comparisons.extent(0) ? static_cast<std::size_t>(count(0)) : comparisons.extent(0);
  }
};

/// A thread a position.
template <class Index, class MemorySpace>
struct CompareAlone
{
  Level<Index, MemorySpace> level;
  LongList<Index, MemorySpace> unfinished;
  std::size_t patience;

  KOKKOS_FUNCTION void operator()(std::size_t j) const
  {
    std::size_t const p = level.position(j);
    if (level.plcp(p) == no_phi<Index>) {
      level.plcp(p) = 0;
      return;
    }
    Comparison const c = level.comparison(p);
    std::size_t const stop = c.end - c.begin > patience ? c.begin + patience : c.end;
    std::size_t k = level.text.mismatch(c.a, c.b, c.begin, stop);
    if (k == stop && stop < c.end) {
      if (unfinished.push(p)) return;
      k = level.text.mismatch(c.a, c.b, stop, c.end);
    }
    level.plcp(p) = level.symbols(k);
  }
};

/// A thread a stretch, whose first value and that behind it are known.
template <class Index, class MemorySpace>
struct CompareStretch
{
  static constexpr std::size_t positions = 256;  // the stride of the last level before
  static_assert(std::has_single_bit(positions) && std::countr_zero(positions) % 2 == 0, "strides are powers of 4");
  static constexpr std::size_t ahead = 32;

  SuffixBytes text;
  unsigned shift;  // a symbol has 1 << shift bytes
  std::size_t n;
  Span<Index, MemorySpace> plcp;  // Phi but for the values known

  [[nodiscard]] static std::size_t stretches(std::size_t n) { return (n + positions - 1) / positions; }

  KOKKOS_FUNCTION void operator()(std::size_t stretch) const
  {
    std::size_t const left = stretch * positions;
    std::size_t const right = left + positions < n ? left + positions : n;
    std::size_t const end = right < n ? right + plcp(right) : n;
    std::size_t known = left + plcp(left);  // symbols in front of here agree with those of the suffix before
    for (std::size_t p = left + 1; p < left + 1 + ahead && p < right; ++p) ask_for(p, known > p ? known - p : 0);
    for (std::size_t p = left + 1; p < right; ++p) {
      if (p + ahead < right) ask_for(p + ahead, known > p ? known - p : 0);
      std::size_t const length = compare(p, known > p ? known - p : 0, end);
      plcp(p) = static_cast<Index>(length);
      known = p + length;
    }
  }

  /// Phi of p is there.
  KOKKOS_FUNCTION std::size_t compare(std::size_t p, std::size_t least, std::size_t end) const
  {
    if (plcp(p) == no_phi<Index>) return 0;
    std::size_t const phi = plcp(p);
    std::size_t most = n - (p < phi ? phi : p);
    if (end - p < most) most = end - p;
    if (least > most) least = most;  // only where the suffix array is none
    return text.mismatch(p << shift, phi << shift, least << shift, most << shift) >> shift;
  }

  /// The symbols behind Phi of p with which its comparison probably begins.
  KOKKOS_FUNCTION void ask_for(std::size_t p, std::size_t offset) const
  {
    std::size_t const at = plcp(p) + offset;
    if (at < n) detail::prefetch(text.data + (at << shift));
  }
};

/// The first difference in [begin, end), found by all threads of a team together; end if there is none.
template <class Member>
KOKKOS_FUNCTION std::size_t mismatch_by_team(Member const& member, SuffixBytes const& text, Comparison const& c,
                                             std::size_t begin, std::size_t end)
{
  constexpr std::size_t piece = 64;
  std::size_t const step = piece * static_cast<std::size_t>(member.team_size());
  for (std::size_t at = begin; at < end; at += step) {
    std::size_t first = end;
    Kokkos::parallel_reduce(
        Kokkos::TeamThreadRange(member, member.team_size()),
        [&](int const thread, std::size_t& smallest) {
          std::size_t const from = at + piece * static_cast<std::size_t>(thread);
          if (from >= end) return;
          std::size_t const to = end - from > piece ? from + piece : end;
          std::size_t const k = text.mismatch(c.a, c.b, from, to);
          if (k < to && k < smallest) smallest = k;
        },
        Kokkos::Min<std::size_t>(first));
    if (first < end) return first;
  }
  return end;
}

/// A team a position, in turn.
template <class Index, class ExecutionSpace>
struct CompareByTeam
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Member = typename Kokkos::TeamPolicy<ExecutionSpace>::member_type;

  Level<Index, MemorySpace> level;
  LongList<Index, MemorySpace> listed;
  GiantList<MemorySpace> unfinished;
  Patience patience;

  KOKKOS_FUNCTION void operator()(Member const& member) const
  {
    std::size_t const count = listed.size();
    for (std::size_t e = member.league_rank(); e < count; e += member.league_size()) {
      std::size_t const p = listed.positions(e);
      Comparison c = level.comparison(p);
      c.begin += patience.thread;  // what the thread found equal
      std::size_t const stop = c.end - c.begin > patience.team ? c.begin + patience.team : c.end;
      std::size_t const k = mismatch_by_team(member, level.text, c, c.begin, stop);
      bool const gives_up = k == stop && stop < c.end;
      bool is_pushed = false;
      if (gives_up) {
        Kokkos::single(
            Kokkos::PerTeam(member),
            [&](bool& done) {
              done = unfinished.push({c.a, c.b, stop, c.end});
            },
            is_pushed);
      }
      std::size_t const end = !gives_up ? k : is_pushed ? c.end : mismatch_by_team(member, level.text, c, stop, c.end);
      member.team_barrier();  // all have read Phi
      Kokkos::single(Kokkos::PerTeam(member), [&]() { level.plcp(p) = level.symbols(end); });
    }
  }
};

/// All teams a position: each takes chunks in turn, and lowers the bound that stands in plcp.
template <class Index, class ExecutionSpace>
struct CompareByAll
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Member = typename Kokkos::TeamPolicy<ExecutionSpace>::member_type;

  Level<Index, MemorySpace> level;
  GiantList<MemorySpace> listed;
  std::size_t chunk;  // bytes

  KOKKOS_FUNCTION void operator()(Member const& member) const
  {
    std::size_t const count = listed.size();
    std::size_t const stride = chunk * static_cast<std::size_t>(member.league_size());
    for (std::size_t e = 0; e < count; ++e) {
      Comparison const c = listed.comparisons(e);
      Index* const bound = &level.plcp(c.a >> level.shift);
      for (std::size_t at = c.begin + chunk * static_cast<std::size_t>(member.league_rank()); at < c.end; at += stride)
      {
        std::size_t known = 0;
        Kokkos::single(
            Kokkos::PerTeam(member),
            [&](std::size_t& value) { value = static_cast<std::size_t>(Kokkos::atomic_load(bound)) << level.shift; },
            known);
        if (at >= known) break;
        std::size_t const stop = c.end - at > chunk ? at + chunk : c.end;
        std::size_t const k = mismatch_by_team(member, level.text, c, at, stop);
        if (k == stop) continue;
        Kokkos::single(Kokkos::PerTeam(member), [&]() { Kokkos::atomic_min(bound, level.symbols(k)); });
        break;
      }
    }
  }
};

/// plcp(p) = Phi(p), the suffix before suffix p in the suffix array.
template <class Index, class MemorySpace>
struct PhiByInverse
{
  Span<Index const, MemorySpace> suffix_array;
  Span<Index const, MemorySpace> inverse;
  Span<Index, MemorySpace> phi;

  KOKKOS_FUNCTION void operator()(std::size_t p) const
  {
    Index const rank = inverse(p);
    phi(p) = rank == 0 ? no_phi<Index> : suffix_array(rank - 1);
  }
};

template <class Index, class MemorySpace>
struct PhiByScatter
{
  Span<Index const, MemorySpace> suffix_array;
  Span<Index, MemorySpace> phi;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    phi(suffix_array(i)) = i == 0 ? no_phi<Index> : suffix_array(i - 1);
  }
};

template <class ExecutionSpace>
using Range = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::size_t>>;

/// Levels of a text of n > 0 symbols, the top one included: strides 4^(levels - 2), ..., 4, 1.
inline std::size_t number_of_levels(std::size_t n)
{
  std::size_t levels = 1;
  for (std::size_t stride = 1; stride < n; stride *= 4) ++levels;
  return levels;
}

/// Positions of a level whose comparison outlasts so much patience, at most.
inline std::size_t max_outlasting(std::size_t bytes, std::size_t patience)
{
  return patience == Patience::forever ? 0 : 3 * (bytes / patience) + 1;
}

/// Bytes that plcp_by_levels takes.
template <class Index>
std::size_t plcp_by_levels_bytes(std::size_t n, unsigned symbol_bytes, Patience const& patience)
{
  if (patience.thread == Patience::forever) return 0;
  std::size_t const bytes = n * symbol_bytes;
  return 2 * 8 * number_of_levels(n) + sizeof(Index) * max_outlasting(bytes, patience.thread) +
         sizeof(Comparison) * max_outlasting(bytes, patience.team) + 3 * 256;
}

/// What makes one level of the next coarser ones.
template <class ExecutionSpace, class Index>
struct LevelRun
{
  using MemorySpace = typename ExecutionSpace::memory_space;

  ExecutionSpace space;
  Patience patience;
  Span<std::uint64_t, MemorySpace> counts;  // two a level
  Span<Index, MemorySpace> unfinished;
  Span<Comparison, MemorySpace> giants;

  [[nodiscard]] Kokkos::TeamPolicy<ExecutionSpace> teams() const
  {
    constexpr bool on_host = detail::works_on_host<MemorySpace>;
    int const team_size = on_host ? 1 : 256;
    int const league = std::max(1, space.concurrency() / (on_host ? 1 : 2 * team_size));
    return Kokkos::TeamPolicy<ExecutionSpace>(space, league, team_size);
  }

  void operator()(Level<Index, MemorySpace> const& level, std::size_t number) const
  {
    bool const goes_on = patience.thread != Patience::forever;
    auto const count_of = [&](std::size_t which) {
      return goes_on ? Span<std::uint64_t, MemorySpace>(counts.data() + 2 * number + which, 1)
                     : Span<std::uint64_t, MemorySpace>();
    };
    LongList<Index, MemorySpace> const list{count_of(0), unfinished};
    Kokkos::parallel_for("lexikos::lcp::compare", Range<ExecutionSpace>(space, 0, level.positions()),
                         CompareAlone<Index, MemorySpace>{level, list, patience.thread});
    if (!goes_on) return;
    GiantList<MemorySpace> const giant_list{count_of(1), giants};
    Kokkos::parallel_for("lexikos::lcp::compare_by_team", teams(),
                         CompareByTeam<Index, ExecutionSpace>{level, list, giant_list, patience});
    if (patience.team == Patience::forever) return;
    std::size_t const chunk = std::max<std::size_t>(64, patience.team / 4);
    Kokkos::parallel_for("lexikos::lcp::compare_by_all", teams(),
                         CompareByAll<Index, ExecutionSpace>{level, giant_list, chunk});
  }
};

/// Turns Phi into the permuted LCP array, in place.
template <class ExecutionSpace, class Index>
void plcp_by_levels(ExecutionSpace const& space, SuffixBytes const& text, unsigned symbol_bytes,
                    Span<Index, typename ExecutionSpace::memory_space> const& plcp, Patience const& patience,
                    Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  std::size_t const n = plcp.extent(0);
  if (n == 0) return;
  Workspace::Scope const scope(workspace);
  std::size_t const levels = number_of_levels(n);
  LevelRun<ExecutionSpace, Index> run{space, patience, {}, {}, {}};
  if (patience.thread != Patience::forever) {
    run.counts = workspace.take<std::uint64_t, MemorySpace>(2 * levels);
    run.unfinished = workspace.take<Index, MemorySpace>(max_outlasting(text.size, patience.thread));
    run.giants = workspace.take<Comparison, MemorySpace>(max_outlasting(text.size, patience.team));
    Kokkos::deep_copy(space, run.counts, 0);
  }
  using Stretch = CompareStretch<Index, MemorySpace>;
  bool const in_stretches = patience.thread == Patience::forever;
  auto const shift = static_cast<unsigned>(std::countr_zero(symbol_bytes));
  std::size_t stride = std::size_t{1} << (2 * (levels - 1));
  std::size_t const least_stride = in_stretches ? Stretch::positions : 1;
  for (std::size_t number = 0; number == 0 || stride >= least_stride; ++number, stride /= 4)
    run(Level<Index, MemorySpace>{text, shift, n, stride, number == 0, plcp}, number);
  if (in_stretches)
    Kokkos::parallel_for("lexikos::lcp::compare_stretches", Range<ExecutionSpace>(space, 0, Stretch::stretches(n)),
                         Stretch{text, shift, n, plcp});
}

}  // namespace lexikos::lcp_detail
