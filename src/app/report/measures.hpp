// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <string>

#include "app/report/report.hpp"

namespace lexikos::app
{

// Fields that most reports share. Rates of texts that are too short to tell anything are left out of tables.

/// Megabytes of text a second.
void add_speed(Report& report, std::size_t bytes, double seconds);
void add_peak(Report& report, std::size_t bytes, std::size_t peak_bytes);
/// Where the result went.
void add_output(Report& report, std::string const& output);

[[nodiscard]] StandardOutput used_by(std::string const& output);

}  // namespace lexikos::app
