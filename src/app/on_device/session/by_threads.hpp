// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Text for outputs that the host's threads make, which takes one of them longer than many results take to be found.

#include <cstddef>
#include <functional>
#include <string>

#include "app/io/text_writer.hpp"

namespace lexikos::app
{

/// Writes the texts of blocks 0 to `blocks` - 1 one after the other. While there is a session.
/// \param append_text  appends the text of a block; called by several threads. What it throws is thrown.
void write_by_threads(TextWriter& out, std::size_t blocks,
                      std::function<void(std::size_t block, std::string& text)> const& append_text);

}  // namespace lexikos::app
