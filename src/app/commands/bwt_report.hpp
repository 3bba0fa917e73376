// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "app/io/input.hpp"
#include "app/on_device/suffix_array/bwt.hpp"
#include "app/report/measures.hpp"

namespace lexikos::app
{

constexpr char const* bwt_format_help =
    R"(The transform has no header: as many bytes as the text. The primary index, which
the way back needs, is written in decimal to a file of its own, the transform's
name followed by '.primary', and is in the report. It is the rank of the whole
text among its n + 1 suffixes, the empty one included: 1 to n, and 0 for an empty
text.

Of documents (--offsets), each ends with an end of its own, and that of an earlier
one is smaller. The transform then has a byte for each document more, no primary
index, and the terminator where the symbol before is an end: first the last byte
of each document, then the byte before each suffix.
)";

/// The report of the transform and of its inverse.
inline Report bwt_report(Input const& input, BwtOutcome const& outcome, std::string const& output)
{
  std::size_t const n = input.bytes().size();
  Report report;
  report.add("input", input.name(), "input");
  report.add("bytes", n, "bytes");
  if (outcome.documents) {
    report.add("documents", *outcome.documents, "documents");
  }
  else {
    report.add("primary_index", outcome.primary_index);
    report.row("primary index", std::to_string(outcome.primary_index));  // copied into a command line as it is
  }
  if (!outcome.algorithm.empty()) report.add("algorithm", outcome.algorithm, "algorithm");
  if (!outcome.reason.empty()) report.add("reason", outcome.reason, "because");
  if (outcome.parts != 0) report.add("parts", outcome.parts, "parts, out of core");
  report.add("device", outcome.device, "device");
  report.add("seconds", outcome.seconds, "seconds", 3);
  add_speed(report, n, outcome.seconds);
  add_peak(report, n, outcome.peak_bytes);
  add_output(report, output);
  return report;
}

}  // namespace lexikos::app
