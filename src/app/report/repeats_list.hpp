// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <vector>

#include "app/io/input.hpp"
#include "app/io/output.hpp"
#include "app/on_device/search/repeats.hpp"
#include "app/report/json.hpp"

namespace lexikos::app
{

/// A line for each repeat, after one of headings.
void write_list(Output& output, std::vector<FoundRepeat> const& repeats, Input const& text);
/// An array.
void write_list(Json& json, std::vector<FoundRepeat> const& repeats, Input const& text);

}  // namespace lexikos::app
