// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "app/failure.hpp"
#include "app/io/text_file.hpp"
#include "app/on_device/search/index.hpp"
#include "app/report/report.hpp"

namespace lexikos::app
{

/// What the user of 'lexikos index' wants.
struct IndexOptions
{
  std::string text;
  std::string output;
  std::string offsets;
  std::string symbols = "u8";
  std::string index = "auto";
  std::string kind = "suffix";
  SortOptions sort;
  bool lcp = false;
  bool inverse = false;
  TextFormat format;
  TransformOptions transform;
  std::size_t device_memory = 0;
  std::string by = "auto";  ///< what several ranks divide: "text" or "range"
  static constexpr std::size_t usual_longest = 65536;
  std::size_t longest_pattern = usual_longest;  ///< by text
  DeviceOptions device;
  ReportOptions report;

  [[nodiscard]] bool is_fm() const { return kind == "fm"; }
};

/// The command under a launcher of several ranks.
ExitCode index_on_ranks(IndexOptions const& options);

}  // namespace lexikos::app
