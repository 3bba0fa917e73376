// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What commands do where a launcher has started several ranks.

#include <string>
#include <vector>

#include "app/io/launcher.hpp"
#include "app/io/text_file.hpp"
#include "app/on_device/ranks/ranks.hpp"
#include "app/report/report.hpp"

namespace lexikos::app
{

/// Whether this process is one of several that belong together.
[[nodiscard]] inline bool is_on_ranks()
{
  return launch().ranks > 1;
}

/// Failure (usage) for options that have no meaning on several ranks. \param given  name of an option, and whether the user
/// gave it
void refuse_on_ranks(std::vector<std::pair<std::string, bool>> const& given);

/// Failure (usage) for formats that are not read in ranges, and (not_supported) for a compressed file in plain format.
void require_plain_on_ranks(std::string const& path, TextFormat const& format);

/// Runs, and reports on rank 0. Failure (no) for an array that is not that of the text.
ExitCode run_and_report(RanksRequest request, ReportOptions const& options);

}  // namespace lexikos::app
