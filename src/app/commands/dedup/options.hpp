// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "app/io/text_file.hpp"
#include "app/on_device/collections/dedup.hpp"
#include "app/report/report.hpp"

namespace lexikos::app
{

/// As the user wrote them.
struct DedupOptions
{
  std::string text;
  std::string offsets;
  std::string field;
  TextFormat format;
  std::string against;
  std::string against_offsets;
  std::string ranges;
  std::string output;
  std::string cache;
  std::string plot;
  std::string symbols = "u8";
  std::string keep = "none";
  std::string scope = "any";
  std::string engine = "auto";
  std::string align;  ///< empty: characters for JSON lines, else symbols
  std::size_t length = 100;
  std::size_t count = 0;
  std::uint64_t memory = 0;      ///< bytes; 0: as many as serve
  std::uint64_t separator = 0;   ///< bytes at the start of each document that are not its text
  std::uint64_t vocabulary = 0;  ///< 0: any symbol will do
  SortOptions sort;
  DeviceOptions device;
  ReportOptions report;

  [[nodiscard]] bool has_documents() const { return !offsets.empty() || !field.empty() || format.may_be_sequences(); }
};

/// Failure (usage) for options that contradict each other.
void check(DedupOptions const& options);

}  // namespace lexikos::app
