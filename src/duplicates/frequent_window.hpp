// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Windows so frequent that their positions do not fit in memory: those of one fingerprint are counted, and then marked, as the
// text goes by.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/duplicates.hpp>
#include <vector>

#include "backends/launch.hpp"
#include "backends/primitives.hpp"
#include "common/copy_from_host.hpp"
#include "common/read_back.hpp"
#include "duplicates/candidates.hpp"
#include "duplicates/compare_windows.hpp"
#include "duplicates/rule.hpp"

namespace lexikos::duplicates_detail
{

/// Windows of one fingerprint that differ, one after the other.
template <class Symbol>
struct KnownWindows
{
  Symbol const* symbols;
  std::uint64_t length;
  std::uint64_t count;

  /// The number of the first one that is equal to the window; `count` if none is.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t number_of(Symbol const* window) const
  {
    for (std::uint64_t w = 0; w < count; ++w) {
      std::uint64_t j = 0;
      while (j < length && symbols[w * length + j] == window[j]) ++j;
      if (j == length) return w;
    }
    return count;
  }
};

/// What is counted of the last known window.
struct WindowTally
{
  std::uint64_t* windows;        // of the text
  std::uint64_t* other_windows;  // of the other one
  std::uint64_t* unknown;        // the first window that is none of the known ones
  std::uint64_t* first_of_document;
};

/// Goes through the windows that have one fingerprint.
template <class Symbol>
struct TallyWindows
{
  Tiles<Symbol> tiles;
  std::uint64_t fingerprint;
  KnownWindows<Symbol> known;
  Collection text;
  WindowTally tally;

  KOKKOS_FUNCTION void operator()(std::size_t tile) const
  {
    std::uint64_t windows = 0;
    std::uint64_t other_windows = 0;
    std::uint64_t unknown = not_found;
    tiles.for_each_of(tile, [&](std::uint64_t p, std::uint64_t found) {
      if (found != fingerprint) return;
      std::uint64_t const position = tiles.windows.first + p;
      std::uint64_t const number = known.number_of(tiles.windows.symbols + p);
      if (number == known.count) {
        if (position < unknown) unknown = position;
      }
      else if (number + 1 == known.count) {
        if (position >= text.size) {
          ++other_windows;
        }
        else {
          ++windows;
          Kokkos::atomic_min(&tally.first_of_document[text.bounds_of(position).document], position);
        }
      }
    });
    if (windows != 0) Kokkos::atomic_add(tally.windows, windows);
    if (other_windows != 0) Kokkos::atomic_add(tally.other_windows, other_windows);
    if (unknown != not_found) Kokkos::atomic_min(tally.unknown, unknown);
  }
};

template <class Symbol>
struct MarkFrequent
{
  Tiles<Symbol> tiles;
  std::uint64_t fingerprint;
  KnownWindows<Symbol> known;
  Collection text;
  KeepDuplicates keep;
  std::uint64_t first;  // window of all
  std::uint64_t const* first_of_document;
  std::uint64_t* bits;

  KOKKOS_FUNCTION void operator()(std::size_t tile) const
  {
    tiles.for_each_of(tile, [&](std::uint64_t p, std::uint64_t found) {
      std::uint64_t const position = tiles.windows.first + p;
      if (found != fingerprint || position >= text.size || is_kept(position)) return;
      if (known.number_of(tiles.windows.symbols + p) + 1 != known.count) return;
      Kokkos::atomic_or(&bits[position / 64], std::uint64_t{1} << (position % 64));
    });
  }

 private:
  [[nodiscard]] KOKKOS_INLINE_FUNCTION bool is_kept(std::uint64_t position) const
  {
    if (keep == KeepDuplicates::none) return false;
    if (keep == KeepDuplicates::first) return position == first;
    return position == first_of_document[text.bounds_of(position).document];
  }
};

/// How many documents have a window.
struct CountDocumentsWithWindow
{
  std::uint64_t const* first_of_document;

  KOKKOS_FUNCTION void operator()(std::size_t d, std::uint64_t& count) const
  {
    count += first_of_document[d] != not_found ? 1 : 0;
  }
};

/// Judges and marks all windows that have one fingerprint: two passes over the text for each of those that differ, and one.
template <class ExecutionSpace, class Parts, class Reader>
class FrequentWindow
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Numbers = Span<std::uint64_t, MemorySpace>;

 public:
  /// \param tile  positions that a thread goes through
  FrequentWindow(ExecutionSpace const& space, Parts& parts, Reader const& reader, Windows const& windows,
                 std::uint64_t tile, Workspace& workspace)
      : m_space(space), m_parts(parts), m_reader(reader), m_windows(windows), m_tile(tile), m_workspace(workspace)
  {}

  /// Returns the number of passes over the text.
  std::uint64_t mark(detail::WindowFingerprints const& fingerprints, std::uint64_t fingerprint, Rule const& rule,
                     Numbers const& bits)
  {
    Workspace::Scope const scope(m_workspace);
    std::uint64_t const documents = m_windows.text.is_divided ? m_windows.text.documents.count : 1;
    auto const numbers = m_workspace.take<std::uint64_t, MemorySpace>(3);
    auto const first_of_document = m_workspace.take<std::uint64_t, MemorySpace>(documents);
    std::uint64_t passes = 0;
    std::vector<std::uint64_t> known;
    for (;;) {
      Workspace::Scope const of_round(m_workspace);
      primitives::fill(m_space, backends::subspan(numbers, 0, 2), std::uint64_t{0});
      primitives::fill(m_space, backends::subspan(numbers, 2, 3), not_found);
      primitives::fill(m_space, first_of_document, not_found);
      m_space.fence("lexikos::duplicates::tally");
      auto const windows = detail::copy_from_host(m_space, m_reader.windows(known, m_workspace), m_workspace);
      WindowTally const tally{numbers.data(), numbers.data() + 1, numbers.data() + 2, first_of_document.data()};
      ++passes;
      each_chunk(fingerprints, windows, known.size(),
                 [&]<class Symbol>(ExecutionSpace const& instance, Tiles<Symbol> const& tiles,
                                   KnownWindows<Symbol> const& of_fingerprint) {
                   launch(instance, "lexikos::duplicates::tally", tiles,
                          TallyWindows<Symbol>{tiles, fingerprint, of_fingerprint, m_windows.text, tally});
                 });
      auto const counted = detail::read_all_back(m_space, numbers);
      if (!known.empty() && is_duplicate(rule, counted[0], counted[1], first_of_document)) {
        ++passes;
        each_chunk(fingerprints, windows, known.size(),
                   [&]<class Symbol>(ExecutionSpace const& instance, Tiles<Symbol> const& tiles,
                                     KnownWindows<Symbol> const& of_fingerprint) {
                     launch(instance, "lexikos::duplicates::mark_frequent", tiles,
                            MarkFrequent<Symbol>{tiles, fingerprint, of_fingerprint, m_windows.text, rule.keep,
                                                 known.back(), first_of_document.data(), bits.data()});
                   });
      }
      if (counted[2] == not_found) return passes;
      known.push_back(counted[2]);
    }
  }

 private:
  template <class Symbol, class Kernel>
  static void launch(ExecutionSpace const& instance, char const* label, Tiles<Symbol> const& tiles,
                     Kernel const& kernel)
  {
    Kokkos::parallel_for(label, backends::Range<ExecutionSpace>(instance, 0, tiles.count()), kernel);
  }

  template <class Function>
  void each_chunk(detail::WindowFingerprints const& fingerprints, Span<std::uint8_t, MemorySpace> const& known,
                  std::uint64_t count, Function const& function)
  {
    m_parts.for_each_chunk(
        fingerprints, [&]<class Symbol>(ExecutionSpace const& instance, detail::ChunkWindows<Symbol> const& windows) {
          function(instance, Tiles<Symbol>{windows, m_tile},
                   KnownWindows<Symbol>{reinterpret_cast<Symbol const*>(known.data()), m_windows.length, count});
        });
    m_space.fence("lexikos::duplicates::frequent_window");
  }

  [[nodiscard]] bool is_duplicate(Rule const& rule, std::uint64_t windows, std::uint64_t other_windows,
                                  Numbers const& first_of_document) const
  {
    if (rule.in_other) return other_windows >= rule.min_occurrences;
    if (!rule.across_documents) return windows >= rule.min_occurrences;
    std::uint64_t documents = 0;
    Kokkos::parallel_reduce("lexikos::duplicates::count_documents",
                            backends::Range<ExecutionSpace>(m_space, 0, first_of_document.extent(0)),
                            CountDocumentsWithWindow{first_of_document.data()}, documents);
    m_space.fence("lexikos::duplicates::count_documents");
    return documents >= rule.min_occurrences;
  }

  ExecutionSpace const& m_space;
  Parts& m_parts;
  Reader const& m_reader;
  Windows m_windows;
  std::uint64_t m_tile;
  Workspace& m_workspace;
};

}  // namespace lexikos::duplicates_detail
