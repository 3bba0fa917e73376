// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <vector>

#include "app/io/input.hpp"

namespace lexikos::app
{

/// A text of symbols and its documents.
struct SymbolText
{
  Input const* bytes = nullptr;
  std::vector<std::uint64_t> offsets = {};  ///< of its documents, in symbols; empty: it is one
};

}  // namespace lexikos::app
