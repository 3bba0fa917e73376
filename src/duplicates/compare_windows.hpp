// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Compares the windows of groups that have one fingerprint each. Windows of a longer repeat overlap, as do those that they are
// compared with, at the same distance; so that runs of them are compared, and each symbol of a repeat mostly once.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "backends/launch.hpp"
#include "backends/primitives.hpp"
#include "common/items_of_segments.hpp"
#include "common/read_back.hpp"
#include "duplicates/groups.hpp"
#include "duplicates/known_runs.hpp"
#include "duplicates/text_parts.hpp"
#include "system/host_memory.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::duplicates_detail
{

/// Windows and those that they should be equal to, the first ones of their groups.
struct WindowPairs
{
  std::uint64_t const* windows;  // positions
  std::uint64_t const* firsts;
};

struct ListPairs
{
  std::uint64_t const* positions;
  std::uint64_t const* offsets;  // of groups
  std::uint64_t* windows;
  std::uint64_t* firsts;

  KOKKOS_FUNCTION void operator()(std::size_t group, std::size_t i) const
  {
    if (i == offsets[group]) return;
    std::size_t const pair = i - group - 1;  // firsts of groups are no windows of pairs
    windows[pair] = positions[i];
    firsts[pair] = positions[offsets[group]];
  }
};

/// Where runs of pairs start, by position of their windows.
struct MarkRuns
{
  WindowPairs pairs;
  std::uint64_t length;  // symbols of a window
  std::uint64_t border;  // positions from there on are the other text's
  std::uint64_t block;   // a run's windows start within one
  std::uint8_t* heads;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::uint64_t& runs) const
  {
    bool const is_head = i == 0 || !continues(i);
    heads[i] = is_head ? 1 : 0;
    runs += is_head ? 1 : 0;
  }

 private:
  [[nodiscard]] KOKKOS_INLINE_FUNCTION bool continues(std::size_t i) const
  {
    std::uint64_t const p = pairs.windows[i - 1];
    std::uint64_t const q = pairs.windows[i];
    std::uint64_t const first_of_p = pairs.firsts[i - 1];
    std::uint64_t const first_of_q = pairs.firsts[i];
    return q - p <= length && q - p == first_of_q - first_of_p && q / block == p / block &&
           (p < border) == (q < border) && (first_of_p < border) == (first_of_q < border);
  }
};

struct WriteRuns
{
  WindowPairs pairs;
  std::uint64_t const* starts;
  std::uint64_t first;  // run that is written
  std::uint64_t runs;
  std::uint64_t count;  // pairs
  std::uint64_t length;
  WindowRun* out;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    std::uint64_t const r = first + i;
    std::uint64_t const start = starts[r];
    std::uint64_t const last = (r + 1 < runs ? starts[r + 1] : count) - 1;
    out[i] = {pairs.windows[start], pairs.firsts[start], pairs.windows[last] - pairs.windows[start] + length};
  }
};

/// Where texts are: differ[r] = 1 unless the parts of run r are equal; counts those. Notes the first ones of the runs.
struct CompareRuns
{
  TextPair texts;
  WindowRun const* runs;
  KnownRuns known;
  WindowRun* noted;
  std::uint64_t noted_count;
  std::uint8_t* differ;

  KOKKOS_FUNCTION void operator()(std::size_t r, std::uint64_t& count) const
  {
    WindowRun run = runs[r];
    bool const is_other = !known.confirm(texts, run);
    if (is_other) run.symbols = 0;
    if (r < noted_count) noted[r] = run;
    differ[r] = is_other ? 1 : 0;
    count += is_other ? 1 : 0;
  }
};

/// Where texts are: out[i] is a byte of a window.
struct CopyWindowBytes
{
  TextPair texts;
  std::uint64_t const* positions;
  std::uint64_t bytes;  // of a window
  std::uint8_t* out;

  KOKKOS_FUNCTION void operator()(std::size_t i) const { out[i] = texts.from(positions[i / bytes]).data[i % bytes]; }
};

/// Looks at the texts, where they are.
template <class TextPlace>
class TextReader
{
  using MemorySpace = typename TextPlace::memory_space;

 public:
  TextReader(TextPlace const& place, TextPair const& texts, std::uint64_t length)
      : m_place(place), m_texts(texts), m_length(length)
  {}

  /// The numbers of the runs whose parts differ.
  /// \param noted  for the first ones of the runs
  template <class RunView>
  [[nodiscard]] std::vector<std::uint64_t> runs_that_differ(RunView const& runs, KnownRuns const& known,
                                                            Span<WindowRun, MemorySpace> const& noted,
                                                            Workspace& workspace) const
  {
    Workspace::Scope const scope(workspace);
    std::size_t const n = runs.extent(0);
    auto const here = at_place(runs, workspace);
    auto const differ = workspace.take<std::uint8_t, MemorySpace>(n);
    std::uint64_t count = 0;
    Kokkos::parallel_reduce("lexikos::duplicates::compare_runs", backends::Range<TextPlace>(m_place, 0, n),
                            CompareRuns{m_texts, here.data(), known, noted.data(), noted.extent(0), differ.data()},
                            count);
    m_place.fence("lexikos::duplicates::compare_runs");
    std::vector<std::uint64_t> numbers;
    if (count == 0) return numbers;
    auto const flags = detail::read_all_back(m_place, differ);
    for (std::size_t r = 0; r < n; ++r)
      if (flags[r] != 0) numbers.push_back(r);
    return numbers;
  }

  /// The bytes of windows, one after the other.
  [[nodiscard]] std::vector<std::uint8_t> windows(std::vector<std::uint64_t> const& positions,
                                                  Workspace& workspace) const
  {
    Workspace::Scope const scope(workspace);
    Span<std::uint64_t const, Kokkos::HostSpace> const on_host(positions.data(), positions.size());
    auto const here = at_place(on_host, workspace);
    std::uint64_t const bytes = window_bytes();
    auto const copies = workspace.take<std::uint8_t, MemorySpace>(positions.size() * bytes);
    Kokkos::parallel_for("lexikos::duplicates::copy_window_bytes",
                         backends::Range<TextPlace>(m_place, 0, copies.extent(0)),
                         CopyWindowBytes{m_texts, here.data(), bytes, copies.data()});
    return detail::read_all_back(m_place, copies);
  }
  [[nodiscard]] std::uint64_t window_bytes() const { return m_length * m_texts.text.symbol_bytes; }

 private:
  /// The same values where the texts are.
  template <class View>
  [[nodiscard]] auto at_place(View const& view, Workspace& workspace) const
  {
    using Value = typename View::non_const_value_type;
    if constexpr (std::is_same_v<typename View::memory_space, MemorySpace>) {
      return Span<Value const, MemorySpace>(view.data(), view.extent(0));
    }
    else {
      using Room = std::conditional_t<detail::works_on_host<TextPlace>, detail::PinnedSpace, MemorySpace>;
      auto const copy = workspace.take<Value, Room>(view.extent(0));
      Kokkos::deep_copy(copy, view);
      return Span<Value const, MemorySpace>(copy.data(), copy.extent(0));
    }
  }

  TextPlace m_place;
  TextPair m_texts;
  std::uint64_t m_length;
};

}  // namespace lexikos::duplicates_detail
