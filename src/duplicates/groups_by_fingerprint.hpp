// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Groups of equal windows from candidates and their fingerprints.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <lexikos/duplicates.hpp>
#include <map>
#include <string>
#include <vector>

#include "common/primitive_bytes.hpp"
#include "duplicates/compare_windows.hpp"
#include "duplicates/groups.hpp"
#include "duplicates/tuning.hpp"

namespace lexikos::duplicates_detail
{

/// Of sorted fingerprints: which candidates are of a group of two or more.
struct MarkInGroups
{
  std::uint8_t const* heads;
  std::uint64_t count;
  std::uint8_t* members;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::uint64_t& sum) const
  {
    bool const is_alone = heads[i] != 0 && (i + 1 == count || heads[i + 1] != 0);
    members[i] = is_alone ? 0 : 1;
    sum += is_alone ? 0 : 1;
  }
};

/// are_suspect[g] = 1 if the first window of group g is listed.
struct MarkSuspectGroups
{
  std::uint64_t const* positions;
  std::uint64_t const* offsets;
  std::uint64_t const* listed;  // ascending
  std::uint64_t count;
  std::uint8_t* are_suspect;

  KOKKOS_FUNCTION void operator()(std::size_t group) const
  {
    std::uint64_t const first = positions[offsets[group]];
    std::uint64_t const at = backends::segment_of(listed, count, first);
    are_suspect[group] = listed[at] == first ? 1 : 0;
  }
};

/// Makes groups of candidates, which it compares with the text.
template <class ExecutionSpace, class TextPlace>
class GroupsByFingerprint
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Range = backends::Range<ExecutionSpace>;
  using Numbers = Span<std::uint64_t, MemorySpace>;
  using NumbersTwice = primitives::DoubleBuffer<Numbers>;

 public:
  using GroupsFound = Groups<MemorySpace, std::uint64_t>;
  using Memory = RunMemory<typename TextPlace::memory_space>;

  /// \param memory  of the slices before, and for those after
  GroupsByFingerprint(ExecutionSpace const& space, TextReader<TextPlace> const& reader, Windows const& windows,
                      std::uint64_t run_block, Memory& memory, Workspace& workspace, FingerprintStatistics& work)
      : m_space(space),
        m_reader(reader),
        m_windows(windows),
        m_run_block(run_block),
        m_memory(memory),
        m_workspace(workspace),
        m_work(work)
  {}

  /// Bytes that it takes for each candidate beside fingerprints and positions, twice: flags, offsets of groups, of which there
  /// are half as many, before and after some are separated, and the firsts of pairs.
  static constexpr std::uint64_t bytes_of_candidate = 4 + 8 + 8;

  /// \param fingerprints, positions  of candidates in the order of the text; overwritten
  /// The groups' positions lie in workspace that the caller's scope gives back.
  [[nodiscard]] GroupsFound groups(NumbersTwice& fingerprints, NumbersTwice& positions)
  {
    std::size_t const count = positions.current.extent(0);
    if (count == 0) return {};
    primitives::radix_sort_pairs(m_space, fingerprints, positions, 0, 64, m_workspace);
    auto const heads = m_workspace.take<std::uint8_t, MemorySpace>(count);
    primitives::adjacent_heads(m_space, fingerprints.current, heads);
    auto const members = m_workspace.take<std::uint8_t, MemorySpace>(count);
    std::uint64_t left = 0;
    Kokkos::parallel_reduce("lexikos::duplicates::mark_in_groups", Range(m_space, 0, count),
                            MarkInGroups{heads.data(), count, members.data()}, left);
    m_space.fence("lexikos::duplicates::mark_in_groups");
    if (left == 0) return {};
    auto const grouped = backends::subspan(positions.other, 0, left);
    auto const group_heads = m_workspace.take<std::uint8_t, MemorySpace>(left);
    primitives::pack_flagged(m_space, positions.current, members, grouped, m_workspace);
    primitives::pack_flagged(m_space, heads, members, group_heads, m_workspace);
    GroupsFound const found = with_offsets(grouped, group_heads);
    auto const suspects = suspect_groups(found, fingerprints, positions.current);
    if (suspects.empty()) return found;
    m_work.collisions += suspects.size();
    for (auto const group : suspects) separate(found, group, group_heads);
    return with_offsets(grouped, group_heads);
  }

 private:
  GroupsFound with_offsets(Numbers const& positions, Span<std::uint8_t, MemorySpace> const& heads)
  {
    std::size_t const count = positions.extent(0);
    std::uint64_t groups = 0;
    Kokkos::parallel_reduce("lexikos::duplicates::count_groups", Range(m_space, 0, count), SumOfFlags{heads.data()},
                            groups);
    m_space.fence("lexikos::duplicates::count_groups");
    auto const offsets = m_workspace.take<std::uint64_t, MemorySpace>(groups + 1);
    primitives::pack_positions(m_space, heads, backends::subspan(offsets, 0, groups), m_workspace);
    primitives::fill(m_space, backends::subspan(offsets, groups, groups + 1), std::uint64_t{count});
    return {positions, offsets, true};
  }

  /// The groups of which a window differs from the first one.
  /// \param scratch, more_scratch  two numbers for each window, and one more
  std::vector<std::uint64_t> suspect_groups(GroupsFound const& found, NumbersTwice const& scratch,
                                            Numbers const& more_scratch)
  {
    Workspace::Scope const scope(m_workspace);
    std::size_t const count = found.positions.extent(0);
    std::size_t const pairs = count - found.count();
    NumbersTwice windows{backends::subspan(scratch.current, 0, pairs), backends::subspan(scratch.other, 0, pairs)};
    NumbersTwice firsts{backends::subspan(more_scratch, 0, pairs), m_workspace.take<std::uint64_t, MemorySpace>(pairs)};
    detail::for_each_item(
        m_space, "lexikos::duplicates::list_pairs", {found.offsets.data(), found.count(), 0, count},
        ListPairs{found.positions.data(), found.offsets.data(), windows.current.data(), firsts.current.data()});
    primitives::radix_sort_pairs(m_space, windows, firsts, 0, static_cast<int>(std::bit_width(m_windows.n)),
                                 m_workspace);
    WindowPairs const sorted{windows.current.data(), firsts.current.data()};
    auto const starts = run_starts(sorted, windows.other);
    auto const wrong = runs_that_differ(sorted, starts, pairs);
    if (wrong.empty()) return {};
    return groups_with(found, firsts_of_runs(wrong, starts, firsts.current));
  }

  /// Where runs of pairs start, written to the front of `starts`.
  Numbers run_starts(WindowPairs const& pairs, Numbers const& starts)
  {
    Workspace::Scope const scope(m_workspace);
    std::size_t const count = starts.extent(0);
    auto const heads = m_workspace.take<std::uint8_t, MemorySpace>(count);
    std::uint64_t runs = 0;
    Kokkos::parallel_reduce("lexikos::duplicates::mark_runs", Range(m_space, 0, count),
                            MarkRuns{pairs, m_windows.length, m_windows.text.size, m_run_block, heads.data()}, runs);
    m_space.fence("lexikos::duplicates::mark_runs");
    auto const found = backends::subspan(starts, 0, runs);
    primitives::pack_positions(m_space, heads, found, m_workspace);
    return found;
  }

  /// \param count  pairs
  std::vector<std::uint64_t> runs_that_differ(WindowPairs const& pairs, Numbers const& starts, std::size_t count)
  {
    std::vector<std::uint64_t> wrong;
    for (std::size_t first = 0; first < starts.extent(0); first += runs_at_a_time) {
      Workspace::Scope const scope(m_workspace);
      auto const runs = m_workspace.take<WindowRun, MemorySpace>(std::min(runs_at_a_time, starts.extent(0) - first));
      Kokkos::parallel_for(
          "lexikos::duplicates::write_runs", Range(m_space, 0, runs.extent(0)),
          WriteRuns{pairs, starts.data(), first, starts.extent(0), count, m_windows.length, runs.data()});
      m_space.fence("lexikos::duplicates::write_runs");
      auto const noted = m_memory.place(first, runs.extent(0));
      for (auto const run : m_reader.runs_that_differ(runs, m_memory.known(), noted, m_workspace))
        wrong.push_back(first + run);
    }
    m_memory.turn(starts.extent(0));
    return wrong;
  }

  /// The first windows that the windows of these runs are paired with, ascending.
  std::vector<std::uint64_t> firsts_of_runs(std::vector<std::uint64_t> const& runs, Numbers const& starts,
                                            Numbers const& firsts) const
  {
    auto const all_starts = detail::read_all_back(m_space, starts);
    std::vector<std::uint64_t> found;
    for (auto const run : runs) {
      std::size_t const begin = all_starts[run];
      std::size_t const end = run + 1 < all_starts.size() ? all_starts[run + 1] : firsts.extent(0);
      auto const of_run = detail::read_all_back(m_space, backends::subspan(firsts, begin, end));
      found.insert(found.end(), of_run.begin(), of_run.end());
    }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
  }

  /// The groups that start with one of these windows.
  std::vector<std::uint64_t> groups_with(GroupsFound const& found, std::vector<std::uint64_t> const& firsts)
  {
    auto const listed = m_workspace.take<std::uint64_t, MemorySpace>(firsts.size());
    Kokkos::deep_copy(m_space, listed, Span<std::uint64_t const, Kokkos::HostSpace>(firsts.data(), firsts.size()));
    auto const are_suspect = m_workspace.take<std::uint8_t, MemorySpace>(found.count());
    Kokkos::parallel_for("lexikos::duplicates::mark_suspect_groups", Range(m_space, 0, found.count()),
                         MarkSuspectGroups{found.positions.data(), found.offsets.data(), listed.data(), firsts.size(),
                                           are_suspect.data()});
    auto const flags = detail::read_all_back(m_space, are_suspect);
    std::vector<std::uint64_t> groups;
    for (std::size_t g = 0; g < flags.size(); ++g)
      if (flags[g] != 0) groups.push_back(g);
    return groups;
  }

  /// Makes groups of equal windows of one whose windows differ: their positions ascend, and their heads are marked.
  void separate(GroupsFound const& found, std::uint64_t group, Span<std::uint8_t, MemorySpace> const& heads)
  {
    std::size_t const begin = detail::read_back(m_space, found.offsets, group);
    std::size_t const end = detail::read_back(m_space, found.offsets, group + 1);
    auto const place = backends::subspan(found.positions, begin, end);
    auto const positions = detail::read_all_back(m_space, place);
    auto const classes = classes_of(positions);
    std::vector<std::uint64_t> order;
    std::vector<std::uint8_t> are_heads;
    for (auto const& of_class : classes)
      for (std::size_t i = 0; i < of_class.size(); ++i) {
        order.push_back(of_class[i]);
        are_heads.push_back(i == 0 ? 1 : 0);
      }
    Kokkos::deep_copy(m_space, place, Span<std::uint64_t const, Kokkos::HostSpace>(order.data(), order.size()));
    Kokkos::deep_copy(m_space, backends::subspan(heads, begin, end),
                      Span<std::uint8_t const, Kokkos::HostSpace>(are_heads.data(), are_heads.size()));
    m_space.fence("lexikos::duplicates::separate");
  }

  std::vector<std::vector<std::uint64_t>> classes_of(std::vector<std::uint64_t> const& positions)
  {
    std::map<std::string, std::size_t> numbers;
    std::vector<std::vector<std::uint64_t>> classes;
    std::size_t const bytes = m_reader.window_bytes();
    std::size_t const at_a_time = std::max<std::size_t>(1, separated_bytes / bytes);
    for (std::size_t first = 0; first < positions.size(); first += at_a_time) {
      std::size_t const last = std::min(positions.size(), first + at_a_time);
      std::vector<std::uint64_t> const some(positions.begin() + static_cast<std::ptrdiff_t>(first),
                                            positions.begin() + static_cast<std::ptrdiff_t>(last));
      auto const windows = m_reader.windows(some, m_workspace);
      for (std::size_t i = 0; i < some.size(); ++i) {
        std::string const window(reinterpret_cast<char const*>(windows.data()) + i * bytes, bytes);
        auto const [at, is_new] = numbers.try_emplace(window, classes.size());
        if (is_new) classes.emplace_back();
        classes[at->second].push_back(some[i]);
      }
    }
    return classes;
  }

  ExecutionSpace const& m_space;
  TextReader<TextPlace> m_reader;
  Windows m_windows;
  std::uint64_t m_run_block;
  Memory& m_memory;
  Workspace& m_workspace;
  FingerprintStatistics& m_work;
};

}  // namespace lexikos::duplicates_detail
