// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// search on several ranks: rank 0 asks, all answer, and rank 0 tells what was found.

#include <algorithm>
#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "app/on_device/ranks/saved.hpp"
#include "app/on_device/search/search.hpp"
#include "app/on_device/session/session.hpp"

namespace lexikos::app
{

struct RanksSearch
{
  std::string source;                 ///< a text, or a folder
  RanksIndex const* saved = nullptr;  ///< of a folder
  unsigned symbol_bytes = 1;
  std::span<std::string_view const>
      patterns;  ///< the bytes of symbols; the same on all ranks; in capital letters if the
                 ///< index has records
  bool only_counts = false;
  std::size_t limit = 0;    ///< positions of a pattern; 0: all
  std::size_t context = 0;  ///< symbols on each side of a match
  bool show_progress = false;
  DeviceOptions device = {};

  /// Called on rank 0 alone: when all patterns are counted, with the matches of some patterns after the other, and at the end.
  std::function<void(SearchOutcome const&)> on_counted;
  std::function<void(Matches const&)> on_matches;
  std::function<void(SearchOutcome const&)> on_end;

  /// Symbols of a pattern.
  [[nodiscard]] std::uint64_t length_of(std::size_t pattern) const { return patterns[pattern].size() / symbol_bytes; }
  /// Positions of a pattern that are shown, of so many.
  [[nodiscard]] std::uint64_t wanted(std::uint64_t count) const
  {
    return limit == 0 ? count : std::min<std::uint64_t>(count, limit);
  }
  /// Those of the index; null if it has none.
  [[nodiscard]] Records const* records() const
  {
    return saved != nullptr && saved->records() ? &*saved->records() : nullptr;
  }
};

/// On every rank of the launcher, or in one process. Failure or Error on all ranks or on none. The outcome has occurrences on
/// all of them.
[[nodiscard]] SearchOutcome search_on_ranks(RanksSearch const& request);

}  // namespace lexikos::app
