// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/report/text_facts.hpp"

namespace lexikos::app
{

std::string shown_format(TextFile const& text)
{
  std::string shown = text.format();
  if (text.compression() != Compression::none) shown += ", " + std::string(name_of(text.compression()));
  if (text.looks_like_sequences()) shown += "; it looks like sequences, which --format auto reads as records";
  return shown;
}

void add_format(Report& report, TextFile const& text)
{
  report.add("format", text.format());
  report.add("compression", std::string(name_of(text.compression())));
  if (shown_format(text) != "plain") report.row("format", shown_format(text));
  if (auto const* const records = text.records()) {
    report.add("records", records->count() / (records->has_both_strands ? 2 : 1), "records");
    if (records->has_both_strands) report.add("strands", "both", "strands");
  }
}

}  // namespace lexikos::app
