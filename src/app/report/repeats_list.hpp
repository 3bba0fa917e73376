// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <vector>

#include "app/io/input.hpp"
#include "app/io/output.hpp"
#include "app/io/records.hpp"
#include "app/on_device/search/repeats.hpp"
#include "app/report/json.hpp"

namespace lexikos::app
{

/// A line for each repeat, after one of headings. \param records  of the text, in which places are then told; or null
void write_list(Output& output, std::vector<FoundRepeat> const& repeats, Input const& text, Records const* records);
/// An array.
void write_list(Json& json, std::vector<FoundRepeat> const& repeats, Input const& text, Records const* records);

}  // namespace lexikos::app
