// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/report/measures.hpp"

#include "app/io/output_path.hpp"
#include "app/report/numbers_shown.hpp"

namespace lexikos::app
{

namespace
{

constexpr std::size_t min_bytes_for_rates = std::size_t{1} << 16;

}  // namespace

void add_speed(Report& report, std::size_t bytes, double seconds)
{
  double const speed = bytes == 0 || seconds <= 0 ? 0 : static_cast<double>(bytes) / seconds / 1e6;
  report.add("mb_per_s", speed);
  if (bytes >= min_bytes_for_rates) report.row("MB/s", decimal(speed, 1));
}

void add_peak(Report& report, std::size_t bytes, std::size_t peak_bytes)
{
  double const peak = bytes == 0 ? 0 : static_cast<double>(peak_bytes) / static_cast<double>(bytes);
  report.add("peak_bytes", peak_bytes);
  report.add("peak_bytes_per_character", peak);
  if (bytes >= min_bytes_for_rates) report.row("peak bytes/character", decimal(peak, 2));
}

void add_output(Report& report, std::string const& output)
{
  report.add("output", output);
  report.row("output", place_of(output));
}

StandardOutput used_by(std::string const& output)
{
  return output == "-" ? StandardOutput::has_data : StandardOutput::is_free;
}

}  // namespace lexikos::app
