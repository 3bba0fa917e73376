// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <lexikos/check.hpp>
#include <lexikos/suffix_array.hpp>
#include <string>

namespace lexikos::python
{

/// What a sort did, by the names that they have in C++.
[[nodiscard]] inline nanobind::dict to_python(SuffixArrayStatistics const& statistics)
{
  nanobind::dict result;
  result["algorithm"] = std::string(to_string(statistics.algorithm));
  result["reason"] = statistics.reason;
  result["alphabet_size"] = statistics.alphabet_size;
  result["first_depth"] = statistics.first_depth;
  result["sampled"] = statistics.sampled;
  result["parts"] = statistics.parts;
  nanobind::list unsorted;
  for (auto const count : statistics.unsorted) unsorted.append(count);
  result["unsorted"] = unsorted;
  nanobind::dict steps;
  for (auto const& step : statistics.steps) steps[step.name.c_str()] = step.seconds;
  result["steps"] = steps;
  result["workspace_bytes"] = statistics.workspace_bytes;
  result["seconds"] = statistics.seconds;
  return result;
}

/// defect, index, message
[[nodiscard]] inline nanobind::tuple described(SuffixArrayCheck const& found)
{
  static constexpr char const* names[] = {"none", "out_of_range", "repeated", "first_symbol", "order", "inverse"};
  return nanobind::make_tuple(names[static_cast<int>(found.defect)], found.index, to_string(found));
}

}  // namespace lexikos::python
