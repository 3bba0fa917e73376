// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

namespace lexikos::app
{

/// What a search found, on the host. Positions are those of the patterns one behind the other.
struct Matches
{
  std::vector<std::uint64_t> counts;
  std::vector<std::uint64_t> offsets;  // in positions; one more than patterns. Empty when nobody wants positions
  std::vector<std::uint64_t> positions;

  [[nodiscard]] std::uint64_t total() const;
  [[nodiscard]] std::span<std::uint64_t const> positions_of(std::size_t pattern) const;
};

/// How matches are shown.
struct MatchLayout
{
  std::span<std::uint8_t const> text = {};
  std::size_t context = 0;  // bytes on each side
  bool only_counts = false;
};

/// Lines for people, and for other programs that take lines.
void print_matches(std::FILE* file, std::vector<std::string> const& patterns, Matches const& matches,
                   MatchLayout const& layout);
nlohmann::ordered_json to_json(std::vector<std::string> const& patterns, Matches const& matches,
                               MatchLayout const& layout);

}  // namespace lexikos::app
