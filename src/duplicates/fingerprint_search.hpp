// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Duplicates by fingerprints, in memory that does not grow with the text but for a bit a symbol (and what documents take).
//
// The fingerprints are divided into slices, of which each is found in two passes over the text: one counts, in two bits that
// fingerprints share, which are seen twice; the other lists the windows of those, mostly few, and counts the next slice as it
// goes. The list is sorted by fingerprint, and windows that have the same are compared in the text. So the result is exact
// whatever the fingerprints, and does not depend on the slices.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "common/primitive_bytes.hpp"
#include "common/progress.hpp"
#include "duplicates/candidates.hpp"
#include "duplicates/fingerprint_team.hpp"
#include "duplicates/frequent_window.hpp"
#include "duplicates/groups_by_fingerprint.hpp"
#include "duplicates/rule.hpp"
#include "duplicates/text_parts.hpp"
#include "duplicates/tuning.hpp"

namespace lexikos::duplicates_detail
{

/// What a search takes memory for.
struct FingerprintPlan
{
  std::uint64_t chunk;     // symbols
  std::uint64_t counters;  // a power of two, twice: of the slice that is listed, and of the next one
  std::uint64_t capacity;  // candidates of a slice
  std::uint64_t known_runs;
};

/// Bytes that a search takes for each candidate of a slice: fingerprint and position, twice, and what makes groups of them.
template <class ExecutionSpace, class TextPlace>
constexpr std::uint64_t bytes_of_candidate =
    4 * sizeof(std::uint64_t) + GroupsByFingerprint<ExecutionSpace, TextPlace>::bytes_of_candidate + 1;

/// Bytes that `FingerprintSearch` takes beside what depends on the plan.
template <class ExecutionSpace>
[[nodiscard]] std::uint64_t fixed_search_bytes(std::uint64_t n)
{
  return detail::sort_bytes<ExecutionSpace>(0) + detail::scan_bytes<ExecutionSpace>(n) +
         runs_at_a_time * (sizeof(WindowRun) + 1) + 32 * Workspace::alignment;
}

/// How a search divides `max_bytes`. Error (invalid_argument) with the number that is needed at least.
template <class ExecutionSpace, class TextPlace>
[[nodiscard]] FingerprintPlan plan_search(std::uint64_t n, unsigned symbol_bytes, std::uint64_t length,
                                          std::uint64_t max_bytes, FingerprintTuning const& tuning)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Stream = detail::TextStream<ExecutionSpace>;
  constexpr std::uint64_t min_chunk = 4096;
  constexpr std::uint64_t min_capacity = 64;
  constexpr std::uint64_t share_of_known_runs = 16;  // of what is left, where they lie in the same memory
  std::uint64_t const of_candidate = bytes_of_candidate<ExecutionSpace, TextPlace>;
  auto const bytes_of_chunk = [&](std::uint64_t chunk) {
    constexpr bool is_in_place = std::is_same_v<typename TextPlace::memory_space, MemorySpace>;
    std::uint64_t const stream =
        is_in_place ? 0 : Stream::bytes({chunk, length - 1, tuning.always_copies}, symbol_bytes);
    return ChunkScratch<MemorySpace>::template bytes<ExecutionSpace>(chunk) + stream;
  };
  std::uint64_t const fixed = fixed_search_bytes<ExecutionSpace>(n);
  std::uint64_t chunk = std::clamp<std::uint64_t>(tuning.chunk_bytes / symbol_bytes, 1, std::max<std::uint64_t>(n, 1));
  while (chunk > min_chunk && fixed + bytes_of_chunk(chunk) > max_bytes / 2) chunk = (chunk + 1) / 2;
  std::uint64_t const needed = fixed + bytes_of_chunk(chunk) + 2 * 64 + min_capacity * of_candidate;
  detail::require(max_bytes >= needed, ErrorCode::out_of_memory,
                  "a search by fingerprints with " + std::to_string(max_bytes) + " bytes of memory, which takes " +
                      std::to_string(needed) + " here at least");
  std::uint64_t left = max_bytes - fixed - bytes_of_chunk(chunk);
  // On a device whole runs are compared in no time.
  std::uint64_t known_runs = detail::works_on_host<TextPlace> ? n / tuning.symbols_of_known_run : 0;
  if constexpr (detail::works_on_host<ExecutionSpace>) {
    constexpr std::uint64_t of_run = RunMemory<MemorySpace>::bytes_of_run;
    known_runs = std::min(known_runs, left / share_of_known_runs / of_run);
    left -= known_runs * of_run;
  }
  std::uint64_t const counter_bytes =
      std::max<std::uint64_t>(64, std::bit_floor(std::min(left / 8, std::bit_ceil(std::max<std::uint64_t>(n, 1)))));
  std::uint64_t counters = 4 * counter_bytes;
  if (tuning.max_counters != 0) counters = std::min(counters, std::bit_floor(tuning.max_counters));
  std::uint64_t capacity = std::min<std::uint64_t>((left - 2 * counter_bytes) / of_candidate, n);
  if (tuning.max_candidates != 0) capacity = std::min(capacity, tuning.max_candidates);
  return {chunk, counters, capacity, known_runs};
}

/// Tells how much of all fingerprints was worked on. Fractions that were told before are not told again.
template <class ExecutionSpace>
class SliceProgress
{
  static constexpr std::size_t units = std::size_t{1} << 30;

 public:
  SliceProgress(ExecutionSpace const& space, Progress const& progress) : m_report(space, progress, units + 1) {}

  void reach(double fraction)
  {
    auto const reached = static_cast<std::size_t>(fraction * static_cast<double>(units));
    if (reached <= m_reached) return;
    m_report.add(reached - m_reached);
    m_reached = reached;
  }

 private:
  detail::ProgressReport<ExecutionSpace> m_report;
  std::size_t m_reached = 0;
};

/// One search. `TextPlace` is the execution space where the texts are.
template <class ExecutionSpace, class TextPlace>
class FingerprintSearch
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Range = backends::Range<ExecutionSpace>;
  using Numbers = Span<std::uint64_t, MemorySpace>;
  using NumbersTwice = primitives::DoubleBuffer<Numbers>;
  using Parts = TextParts<ExecutionSpace, TextPlace>;
  using Memory = RunMemory<typename TextPlace::memory_space>;

 public:
  /// \param windows    their documents are where the work is done; the bytes are not used
  /// \param max_bytes  of workspace, and of chunks
  FingerprintSearch(ExecutionSpace const& space, TextPlace const& place, TextPair const& texts, Windows const& windows,
                    std::uint64_t max_bytes, FingerprintTuning const& tuning, Workspace& workspace)
      : m_space(space),
        m_windows(windows),
        m_tuning(tuning),
        m_fingerprints(windows.length, tuning.mask),
        m_plan(plan_search<ExecutionSpace, TextPlace>(windows.n, texts.text.symbol_bytes, windows.length, max_bytes,
                                                      tuning)),
        m_parts(space, texts, windows.text, windows.other,
                {m_plan.chunk, windows.length - 1, tuning.always_copies, &workspace.resource()}),
        m_reader(place, texts, windows.length),
        m_workspace(workspace)
  {}

  /// Sets the bit of each window that is removed, and has a fingerprint of the share.
  /// \param bits  a bit for each symbol of the text, all 0
  void mark(FingerprintShare const& of_all, Rule const& rule, Numbers const& bits, Progress const& progress)
  {
    auto const own = of_all.of(m_fingerprints.largest());
    if (m_windows.length > m_windows.n || !own) return;
    Workspace::Scope const scope(m_workspace);
    take_lists();
    SliceProgress<ExecutionSpace> told(m_space, progress);
    Slice slice{{own->first, last_of(own->first, first_extent(), *own)}, &m_counters[0]};
    double const first_size = slice.rest.size();  // a pass for which none is listed
    auto const tell = [&](double fingerprints) { told.reach(fingerprints / (own->size() + first_size)); };
    count_windows(slice, [&](double part) { tell(part * first_size); });
    for (Slice next{no_fingerprints, &m_counters[1]};;) {
      FingerprintRange part = part_that_fits(slice);
      bool const is_next_due = part.last == slice.rest.last && part.last != own->last && next.is_empty();
      if (is_next_due) next.rest = {part.last + 1, last_of(part.last + 1, extent_after(slice), *own)};
      double const before = first_size + static_cast<double>(part.first - own->first);
      std::uint64_t count = list_candidates(part, slice, is_next_due ? &next : nullptr,
                                            [&](double share) { tell(before + share * part.size()); });
      while (count > m_plan.capacity && part.first != part.last) {
        part.last = last_of_part(part, count);
        count = list_candidates(part, slice, nullptr, [](double) {});
      }
      if (count > m_plan.capacity)
        mark_frequent(part.first, rule, bits);
      else
        mark_candidates(count, rule, bits);
      ++m_work.slices;
      if (part.last == own->last) return;
      tell(before + part.size());
      slice.leave_out(part, count, count > m_plan.capacity);
      if (slice.is_empty()) {
        std::swap(slice, next);
        next.rest = no_fingerprints;
      }
    }
  }

  [[nodiscard]] FingerprintStatistics const& work() const { return m_work; }

 private:
  /// Fingerprints whose windows are counted.
  struct Slice
  {
    FingerprintRange rest;  // what is not listed
    Span<std::uint32_t, MemorySpace> const* counters;
    std::uint64_t candidates = 0;  // of these
    double density = 0;            // candidates of a fingerprint, but for those of frequent windows

    [[nodiscard]] bool is_empty() const { return rest.first > rest.last; }

    void counted(std::uint64_t count)
    {
      candidates = count;
      density = static_cast<double>(count) / rest.size();
    }
    /// The first part, which was listed.
    void leave_out(FingerprintRange const& part, std::uint64_t count, bool is_frequent)
    {
      if (is_frequent) density = std::max(0., density - static_cast<double>(count) / rest.size());
      candidates -= std::min(candidates, count);
      rest = part.last == rest.last ? no_fingerprints : FingerprintRange{part.last + 1, rest.last};
    }
  };

  static std::uint64_t last_of(std::uint64_t first, std::uint64_t extent, FingerprintRange const& own)
  {
    return own.last - first <= extent ? own.last : first + extent;
  }

  /// So many that a quarter of the windows may be candidates, and that there are two counters for each fingerprint.
  [[nodiscard]] std::uint64_t first_extent() const
  {
    auto const n = static_cast<double>(m_windows.n);
    return extent_of(
        std::min(4 * static_cast<double>(m_plan.capacity) / n, static_cast<double>(m_plan.counters) / (2 * n)));
  }

  /// So many that their candidates fit, if they have as many as those of the slice.
  [[nodiscard]] std::uint64_t extent_after(Slice const& slice) const
  {
    double const wanted = .95 * static_cast<double>(m_plan.capacity) / std::max(slice.density, 1e-300);
    return std::min(first_extent(), extent_of(wanted / static_cast<double>(m_fingerprints.largest())));
  }

  /// A share of all fingerprints.
  [[nodiscard]] std::uint64_t extent_of(double share) const
  {
    std::uint64_t const largest = m_fingerprints.largest();
    return share >= 1 ? largest : static_cast<std::uint64_t>(share * static_cast<double>(largest));
  }

  /// The first part of a slice whose candidates fit, if its fingerprints have as many as the others.
  [[nodiscard]] FingerprintRange part_that_fits(Slice const& slice) const
  {
    if (slice.candidates <= m_plan.capacity) return slice.rest;
    double const share = .95 * static_cast<double>(m_plan.capacity) / static_cast<double>(slice.candidates);
    auto const extent = static_cast<std::uint64_t>(share * static_cast<double>(slice.rest.last - slice.rest.first));
    return {slice.rest.first, slice.rest.first + extent};
  }

  /// Where the first part of a slice ends whose candidates fit, as those of the slice tell that were listed before the list was
  /// full. A fingerprint that most of them have is a part by itself.
  std::uint64_t last_of_part(FingerprintRange const& slice, std::uint64_t candidates)
  {
    NumbersTwice listed = m_list_of_fingerprints;
    primitives::radix_sort_keys(m_space, listed, 0, 64, m_workspace);
    auto const capacity = static_cast<double>(m_plan.capacity);
    auto const at = static_cast<std::size_t>(.9 * capacity * capacity / static_cast<double>(candidates));
    std::uint64_t const end = detail::read_back(m_space, listed.current, at);
    return end > slice.first ? end - 1 : slice.first;
  }

  void take_lists()
  {
    for (auto& counters : m_counters)
      counters = m_workspace.take<std::uint32_t, MemorySpace>((m_plan.counters + 15) / SeenTwice::counters_of_word);
    m_scratch = ChunkScratch<MemorySpace>::take(m_workspace, m_plan.chunk);
    auto const take = [&] { return m_workspace.take<std::uint64_t, MemorySpace>(m_plan.capacity); };
    m_list_of_fingerprints = {take(), take()};
    m_list_of_positions = {take(), take()};
    m_found = m_workspace.take<std::uint64_t, MemorySpace>(1);
    m_again = m_workspace.take<std::uint64_t, MemorySpace>(1);
    m_run_memory = Memory::take(m_workspace, m_plan.known_runs);
  }

  [[nodiscard]] std::uint64_t tile() const
  {
    return std::clamp((m_windows.length + 63) / 64 * 64, m_tuning.min_tile, m_tuning.max_tile);
  }

  [[nodiscard]] SeenTwice seen_of(Slice const& slice) const { return {slice.counters->data(), m_plan.counters - 1}; }

  /// Counts the windows of a slice. tell(share) is called with the share of the text that went by.
  template <class Tell>
  void count_windows(Slice& slice, Tell const& tell)
  {
    Kokkos::Timer const timer;
    Counting const counting = begin_counting(slice);
    m_parts.for_each_chunk(
        m_fingerprints, [&]<class Symbol>(ExecutionSpace const& instance, detail::ChunkWindows<Symbol> const& windows) {
          tell(static_cast<double>(windows.first) / static_cast<double>(m_windows.n));
          Tiles<Symbol> const tiles{windows, tile()};
          Kokkos::parallel_for("lexikos::duplicates::count_windows", Range(instance, 0, tiles.count()),
                               CountWindows<Symbol>{tiles, counting});
        });
    ++m_work.passes;
    end_counting(slice);
    m_work.pass_seconds += timer.seconds();
  }

  /// Lists the candidates of a range, which is of a slice that was counted, and counts the next slice, if there is one. Returns
  /// how many there are, also if they are more than fit.
  template <class Tell>
  std::uint64_t list_candidates(FingerprintRange const& range, Slice const& slice, Slice* next, Tell const& tell)
  {
    Kokkos::Timer const timer;
    // a variable of its own: nvcc 13.0 crashes where it stands within the braces
    Counting const counting =
        next != nullptr ? begin_counting(*next) : Counting{no_fingerprints, seen_of(slice), m_again.data()};
    WantedWindows const wanted{range, seen_of(slice), counting};
    primitives::fill(m_space, m_found, std::uint64_t{0});
    CandidateList const list{m_list_of_fingerprints.current.data(), m_list_of_positions.current.data(), m_plan.capacity,
                             m_found.data()};
    m_parts.for_each_chunk(
        m_fingerprints, [&]<class Symbol>(ExecutionSpace const& instance, detail::ChunkWindows<Symbol> const& windows) {
          tell(.9 * static_cast<double>(windows.first) / static_cast<double>(m_windows.n));
          append_candidates(instance, Tiles<Symbol>{windows, tile()}, wanted, list, m_scratch, m_workspace);
        });
    ++m_work.passes;
    if (next != nullptr) end_counting(*next);
    std::uint64_t const found = detail::read_back(m_space, m_found);
    m_work.pass_seconds += timer.seconds();
    return found;
  }

  [[nodiscard]] Counting begin_counting(Slice const& slice) const
  {
    primitives::fill(m_space, *slice.counters, std::uint32_t{0});
    primitives::fill(m_space, m_again, std::uint64_t{0});
    return {slice.rest, seen_of(slice), m_again.data()};
  }

  /// Each counter that was seen twice has a window that was the first, and those that came again.
  void end_counting(Slice& slice) const
  {
    std::uint64_t firsts = 0;
    Kokkos::parallel_reduce("lexikos::duplicates::seen_twice", Range(m_space, 0, slice.counters->extent(0)),
                            SeenTwiceOfWord{slice.counters->data()}, firsts);
    m_space.fence("lexikos::duplicates::seen_twice");
    slice.counted(firsts + detail::read_back(m_space, m_again));
  }

  void mark_candidates(std::uint64_t count, Rule const& rule, Numbers const& bits)
  {
    m_work.candidates += count;
    Kokkos::Timer const timer;
    mark_groups(count, rule, bits);
    m_work.group_seconds += timer.seconds();
  }

  void mark_groups(std::uint64_t count, Rule const& rule, Numbers const& bits)
  {
    Workspace::Scope const scope(m_workspace);
    NumbersTwice fingerprints = first_of(m_list_of_fingerprints, count);
    NumbersTwice positions = first_of(m_list_of_positions, count);
    std::uint64_t const run_block =
        detail::works_on_host<TextPlace> ? m_tuning.run_block_of_hosts : m_tuning.run_block_of_devices;
    GroupsByFingerprint<ExecutionSpace, TextPlace> by_fingerprint(m_space, m_reader, m_windows, run_block, m_run_memory,
                                                                  m_workspace, m_work);
    auto const groups = by_fingerprint.groups(fingerprints, positions);
    if (groups.count() == 0) return;
    auto const judged = judge(m_space, m_windows, groups, rule, m_workspace);
    detail::for_each_item(m_space, "lexikos::duplicates::mark_removed",
                          {groups.offsets.data(), groups.count(), 0, groups.positions.extent(0)},
                          MarkRemoved<std::uint64_t>{judged, bits.data()});
    m_space.fence("lexikos::duplicates::mark_removed");
  }

  void mark_frequent(std::uint64_t fingerprint, Rule const& rule, Numbers const& bits)
  {
    Kokkos::Timer const timer;
    FrequentWindow<ExecutionSpace, Parts, TextReader<TextPlace>> frequent(m_space, m_parts, m_reader, m_windows, tile(),
                                                                          m_workspace);
    m_work.passes += frequent.mark(m_fingerprints, fingerprint, rule, bits);
    ++m_work.frequent_windows;
    m_work.pass_seconds += timer.seconds();
  }

  static NumbersTwice first_of(NumbersTwice const& numbers, std::uint64_t count)
  {
    return {backends::subspan(numbers.current, 0, count), backends::subspan(numbers.other, 0, count)};
  }

  ExecutionSpace const& m_space;
  Windows m_windows;
  FingerprintTuning const& m_tuning;
  detail::WindowFingerprints m_fingerprints;
  FingerprintPlan m_plan;
  Parts m_parts;
  TextReader<TextPlace> m_reader;
  Workspace& m_workspace;
  std::array<Span<std::uint32_t, MemorySpace>, 2> m_counters;
  ChunkScratch<MemorySpace> m_scratch;
  NumbersTwice m_list_of_fingerprints;
  NumbersTwice m_list_of_positions;
  Numbers m_found;
  Numbers m_again;
  Memory m_run_memory;
  FingerprintStatistics m_work;
};

}  // namespace lexikos::duplicates_detail
