// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <span>

#include "app/io/input.hpp"

namespace lexikos::app
{

/// Failure (unreadable_input) unless every symbol is below `vocabulary`, with the first one that is not: its position in the
/// text, and, if there are documents, in its document.
///
/// \param offsets  of the documents, in symbols; none: the text is one
void require_vocabulary(Input const& text, unsigned symbol_bytes, std::uint64_t vocabulary,
                        std::span<std::uint64_t const> offsets);

}  // namespace lexikos::app
