// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "app/io/text_file.hpp"
#include "app/report/report.hpp"

namespace lexikos::app
{

/// How a text was read: its format, its compression, and the number of its records. The table tells what differs from a plain
/// file, and of a plain one that it looks like sequences.
void add_format(Report& report, TextFile const& text);

/// The same in a row for people.
[[nodiscard]] std::string shown_format(TextFile const& text);

}  // namespace lexikos::app
