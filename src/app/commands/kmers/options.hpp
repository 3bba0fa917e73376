// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "app/failure.hpp"
#include "app/io/text_file.hpp"
#include "app/on_device/suffix_array/sort.hpp"
#include "app/report/report.hpp"

namespace lexikos::app
{

/// What the user of 'lexikos kmers' wants.
struct KmersOptions
{
  /// A histogram has that many bins, one for 0, and one for all above.
  static constexpr std::uint64_t max_high = 65'534;
  static constexpr std::uint64_t default_high = 10'000;

  std::vector<std::string> texts;
  std::string output;
  std::string set;
  std::string index = "auto";
  std::size_t k = 21;
  bool dna = false;
  bool canonical = false;
  TextFormat format;
  bool list = false;
  bool histogram = false;
  std::uint64_t min_count = 1;
  std::uint64_t max_count = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t high = 0;  ///< not given
  SortOptions sort;
  DeviceOptions device;
  ReportOptions report;

  [[nodiscard]] std::uint64_t highest() const { return high != 0 ? high : default_high; }
};

/// Failure (usage) for options that contradict each other.
void check(KmersOptions const& options);

/// Counts, and writes the histogram or the list.
ExitCode run_kmers(KmersOptions options);

}  // namespace lexikos::app
