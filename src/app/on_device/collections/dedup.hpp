// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/io/output.hpp"
#include "app/on_device/collections/symbol_text.hpp"
#include "app/on_device/suffix_array/sort.hpp"

namespace lexikos::app
{

struct DedupRequest
{
  TextJob job;  ///< the text of `text`
  SymbolText text;
  std::optional<SymbolText> other = {};  ///< parts that it has are duplicates; none: those that the text repeats
  unsigned symbol_bytes = 1;             ///< 1, 2 or 4
  std::size_t length = 100;
  std::size_t min_occurrences = 0;
  std::string keep = "none";  ///< "none", "first" or "first-of-document"
  bool across_documents = false;
  bool align_to_characters = false;
  std::string engine = "auto";  ///< or "suffix-array", or "fingerprints"
  std::uint64_t max_bytes = 0;  ///< of the device's memory, by fingerprints; 0: as many as serve
  SortOptions sort;
  /// Called with some ranges after the others, in symbols.
  std::function<void(std::vector<std::uint64_t> const& begins, std::vector<std::uint64_t> const& ends)> on_ranges = {};
  Output* remaining = nullptr;  ///< for the text without them
  /// For the windows that are equal to others, group after group, as they are written by programs that sort all suffixes:
  /// where they start, in bytes, and how many a group has, little-endian in as few bytes as the size of the text needs.
  Output* window_positions = nullptr;
  Output* group_sizes = nullptr;
};

/// What a search by fingerprints did, as in FingerprintStatistics.
struct FingerprintWork
{
  std::uint64_t passes;
  std::uint64_t slices;
  std::uint64_t candidates;
  double pass_seconds;
  double group_seconds;
};

struct DedupOutcome
{
  std::string device;
  std::string engine;
  std::uint64_t ranges = 0;
  std::uint64_t symbols = 0;  ///< of all ranges
  std::uint64_t windows = 0;  ///< of all groups, if they are wanted
  std::uint64_t groups = 0;
  std::vector<std::uint64_t> offsets = {};  ///< of the documents in what remains, in symbols, if that is wanted
  std::optional<FingerprintWork> fingerprints = {};  ///< of one process that searched by them
  double find_seconds = 0;
  double remove_seconds = 0;
  std::size_t ranks = 1;  ///< that found them together
  std::string transport = {};
};

[[nodiscard]] DedupOutcome find_duplicates(Session const& session, DedupRequest const& request);

}  // namespace lexikos::app
