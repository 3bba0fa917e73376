// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What a collective call begins with: all ranks tell what they were given, and refuse together what does not fit.

#include <array>
#include <cstdint>
#include <lexikos/error.hpp>
#include <limits>
#include <string>
#include <vector>

#include "distributed/context.hpp"

namespace lexikos::distributed_detail
{

enum class Function : std::uint64_t
{
  suffix_array = 1,
  inverse,
  lcp_array,
  transform,
  check,
  index_by_text,
  count_by_text,
  locate_by_text,
  extract_by_text,
  index_by_range,
  find_by_range,
  locate_by_range,
  save,
  load,
  duplicates
};

/// What a rank gives: extents of its views, and what has to be the same on all ranks.
struct Given
{
  Function function;
  std::uint64_t symbol_bytes = 0;
  std::uint64_t index_bytes = 0;
  std::array<std::uint64_t, 3> options{};  ///< in any order that the function keeps
  std::array<std::uint64_t, 3> extents{};
};

/// How the views of a call lie on the ranks. Collective; Error (invalid_argument) where ranks call different functions, or
/// the same with different types or options.
[[nodiscard]] inline std::array<Blocks, 3> settle(Ranks& ranks, Given const& given)
{
  auto const all = ranks.all_gather(given);
  std::array<Blocks, 3> blocks;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    std::vector<std::uint64_t> extents;
    for (Given const& rank : all) extents.push_back(rank.extents[i]);
    blocks[i] = Blocks(extents);
  }
  for (std::size_t r = 0; r < all.size(); ++r) {
    auto const differs = [&](char const* what) {
      throw Error(ErrorCode::invalid_argument,
                  std::string(what) + " of rank " + std::to_string(r) + " is not that of rank 0");
    };
    if (all[r].function != all[0].function) differs("the function");
    if (all[r].symbol_bytes != all[0].symbol_bytes) differs("the type of the symbols");
    if (all[r].index_bytes != all[0].index_bytes) differs("the type of the indices");
    if (all[r].options != all[0].options) differs("one of the options");
  }
  return blocks;
}

inline void check_extents(Blocks const& given, Blocks const& expected, char const* name, std::uint64_t index_bytes = 8)
{
  if (given.total() != expected.total())
    throw Error(ErrorCode::invalid_argument, std::string(name) + " has " + std::to_string(given.total()) +
                                                 " entries on all ranks for a text of " +
                                                 std::to_string(expected.total()));
  std::uint64_t const most =
      index_bytes == 4 ? std::numeric_limits<std::uint32_t>::max() - 1 : std::numeric_limits<std::uint64_t>::max() - 1;
  if (expected.total() > most)
    throw Error(ErrorCode::invalid_argument,
                "a text of " + std::to_string(expected.total()) + " symbols needs a wider index type");
}

}  // namespace lexikos::distributed_detail
