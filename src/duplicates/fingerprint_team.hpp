// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Several that search the same texts for duplicates together, each in a share of all fingerprints: equal windows have equal
// fingerprints, so a share misses none of its groups.

#include <algorithm>
#include <cstdint>
#include <functional>
#include <lexikos/detail/views.hpp>
#include <lexikos/streamed_duplicates.hpp>
#include <optional>

#include "duplicates/candidates.hpp"

namespace lexikos::duplicates_detail
{

struct FingerprintShare
{
  std::uint64_t member = 0;
  std::uint64_t members = 1;

  /// Of the fingerprints 0 to largest; none where there are more members than fingerprints.
  [[nodiscard]] std::optional<FingerprintRange> of(std::uint64_t largest) const
  {
    bool const is_last = member + 1 == members;
    std::uint64_t const first = begin(member, largest);
    std::uint64_t const end = begin(member + 1, largest);  // of the last member the largest, which it has too
    if (is_last) return FingerprintRange{first, largest};
    if (first == end) return std::nullopt;
    return FingerprintRange{first, end - 1};
  }

 private:
  [[nodiscard]] std::uint64_t begin(std::uint64_t who, std::uint64_t largest) const
  {
    return who * (largest / members) + std::min(who, largest % members);
  }
};

template <class ExecutionSpace>
struct FingerprintTeam
{
  FingerprintShare share = {};
  /// Gives all members the bits that any of them has set. Each calls it once, when it has gone through its share; empty: there
  /// is one member.
  std::function<void(Span<std::uint64_t, typename ExecutionSpace::memory_space> const& bits)> unite = {};
};

/// `find_streamed` by one of a team, all of whom get the whole result.
template <class ExecutionSpace>
HostTextRanges find_in_team(ExecutionSpace const& space, HostCollection const& text, HostCollection const* other,
                            StreamedDuplicateOptions const& options, FingerprintTuning const& tuning,
                            FingerprintTeam<ExecutionSpace> const& team);

}  // namespace lexikos::duplicates_detail
