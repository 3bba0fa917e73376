// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <bit>
#include <span>

#include "app/io/input.hpp"

namespace lexikos::app
{

/// The entries of an array in a file.
template <class Index>
std::span<Index const> entries_of(Input const& array)
{
  static_assert(std::endian::native == std::endian::little, "files hold little-endian entries");
  return {reinterpret_cast<Index const*>(array.bytes().data()), array.bytes().size() / sizeof(Index)};
}

}  // namespace lexikos::app
