// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>

#include "app/exit_codes.hpp"
#include "app/input.hpp"
#include "app/report.hpp"

namespace lexikos::app
{

/// Bytes of an entry of a suffix array of n entries; `wanted` is "auto", "u32" or "u64".
inline std::size_t index_bytes_for(std::size_t n, std::string const& wanted)
{
  constexpr std::size_t longest = std::numeric_limits<std::uint32_t>::max() - 1;
  if (wanted == "u32" && n > longest)
    throw Failure(ExitCode::usage, "a text of " + grouped(n) + " bytes needs entries of 64 bits: --index u64");
  return wanted == "u64" || n > longest ? 8 : 4;
}

/// The same for the suffix array of a text in a file, whose size shows the width unless `wanted` says it. Failure
/// (check_failed) for a size that fits no width.
inline std::size_t index_bytes_of(Input const& text, Input const& array, std::string const& wanted)
{
  std::size_t const n = text.bytes().size();
  std::size_t const size = array.bytes().size();
  std::size_t const by_size = n > 0 && size / 8 == n && size % 8 == 0 ? 8 : index_bytes_for(n, "auto");
  std::size_t const entry = wanted == "auto" ? by_size : index_bytes_for(n, wanted);
  if (size % entry != 0)
    throw Failure(ExitCode::check_failed, array.name() + " is truncated: its " + grouped(size) +
                                              " bytes are no whole number of entries of " + std::to_string(entry) +
                                              " bytes");
  if (size / entry != n)
    throw Failure(ExitCode::check_failed, array.name() + (size / entry < n ? " is truncated, or" : " is") +
                                              " the array of another text: it has " + grouped(size / entry) +
                                              " entries of " + std::to_string(entry) + " bytes, while " + text.name() +
                                              " has " + grouped(n) + " bytes");
  return entry;
}

/// The entries of an array in a file.
template <class Index>
std::span<Index const> entries_of(Input const& array)
{
  static_assert(std::endian::native == std::endian::little, "files hold little-endian entries");
  return {reinterpret_cast<Index const*>(array.bytes().data()), array.bytes().size() / sizeof(Index)};
}

}  // namespace lexikos::app
