// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// dedup on several ranks, each of which reads the text and goes through a share of the fingerprints.

#include <functional>
#include <string>

#include "app/on_device/collections/dedup.hpp"

namespace lexikos::app
{

struct DedupOnRanks
{
  std::string words;  ///< of the command line, which have to be the same on all ranks
  DeviceOptions device = {};
  /// Reads the text and, on the first rank, opens the files of the results. Called on every rank.
  std::function<DedupRequest(bool is_first)> prepare;
  /// Called on the first rank when all is found.
  std::function<void(DedupOutcome const&)> finish;
};

/// On every rank of the launcher; returns whether this is the first. Failure or Error on all ranks or on none.
bool find_duplicates_on_ranks(DedupOnRanks const& job);

}  // namespace lexikos::app
