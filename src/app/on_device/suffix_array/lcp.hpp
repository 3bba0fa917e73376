// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "app/on_device/suffix_array/sort.hpp"
#include "app/report/histogram.hpp"

namespace lexikos::app
{

struct LcpRequest
{
  TextJob job;
  SortOptions sort;
  Input const* suffix_array = nullptr;      ///< null: to be built
  std::vector<std::uint64_t> offsets = {};  ///< of documents, with which suffixes end; none: the text is one
  std::size_t index_bytes = 4;
  bool permuted = false;
  Output* output = nullptr;        ///< null: not wanted
  Histogram* histogram = nullptr;  ///< of the entries; null: not wanted
};

struct LcpOutcome
{
  std::string device;
  std::string algorithm;  ///< of the suffix array; empty when it was given
  std::string defect;     ///< of the suffix array that was given: nothing was written then
  std::uint64_t maximum = 0;
  double mean = 0;
  std::size_t peak_bytes = 0;
  double sort_seconds = 0;
  double seconds = 0;
};

/// Builds the LCP array of a text, from a suffix array that is checked or built first.
[[nodiscard]] LcpOutcome lcp_of_text(Session const& session, LcpRequest const& request);

}  // namespace lexikos::app
