// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "app/on_device/suffix_array/sort.hpp"

namespace lexikos::app
{

/// Distinct k-mers, each with a position in the two texts one after the other, and how often it occurs.
struct FoundKmers
{
  std::vector<std::uint64_t> positions;
  std::vector<std::uint64_t> counts;
  std::vector<std::uint64_t> counts_in_second;  ///< of no entries where there is one text
};

/// Of one text, of which all is in the first.
struct KmerTotalsOfText
{
  std::uint64_t distinct = 0;
  std::uint64_t unique = 0;
  std::uint64_t all = 0;
  std::uint64_t max_count = 0;
};

struct KmersOutcome
{
  std::string device;
  KmerTotalsOfText first, second;
  std::uint64_t common = 0, only_first = 0, only_second = 0;  ///< of two texts
  /// Of one text one histogram; of two those of k-mers that only the first has, of those that both have by occurrences in the
  /// first and in the second, and of those that only the second has. The last entry is of all that are more frequent.
  std::vector<std::vector<std::uint64_t>> histograms;
  double sort_seconds = 0;
  double lcp_seconds = 0;
  double kmers_seconds = 0;
};

struct KmersRequest
{
  TextJob job;
  Input const* second = nullptr;  ///< null: there is one text
  /// Of the records in all texts, one after the other, whose ends no k-mer crosses; one more than they are. Empty: texts have
  /// no records.
  std::vector<std::uint64_t> offsets = {};
  std::size_t index_bytes = 4;
  SortOptions sort;
  std::size_t k = 21;
  bool is_dna = false;  ///< k-mers of A, C, G and T alone, of either case
  bool canonical = false;
  std::uint64_t min_count = 1;
  std::uint64_t max_count = 0;
  std::string set = "all";  ///< of two texts: "common", "first", "second" or "all"
  std::size_t bins = 0;     ///< of histograms; 0 for a list
  /// Called with some k-mers after the others, in lexicographic order, if a list is wanted.
  std::function<void(FoundKmers const&)> on_kmers = {};
};

[[nodiscard]] KmersOutcome find_kmers(Session const& session, KmersRequest const& request);

}  // namespace lexikos::app
