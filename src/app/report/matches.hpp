// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "app/io/records.hpp"
#include "app/io/text_writer.hpp"
#include "app/report/frequent_items.hpp"
#include "app/report/json.hpp"

namespace lexikos::app
{

/// What a search found for some patterns that follow each other. Positions are those of the patterns, one after the other.
struct Matches
{
  std::size_t first_pattern = 0;
  std::vector<std::uint64_t> counts;
  std::vector<std::uint64_t> offsets;  ///< in positions; one more than patterns. Empty when positions are not wanted
  std::vector<std::uint64_t> positions;
  // of searches with errors, an entry a position; empty otherwise
  std::vector<std::uint64_t> lengths;  ///< symbols that match
  std::vector<unsigned> distances;     ///< errors between them and the pattern
  /// The text around each position, from where its context begins, if there is no text at hand; entries as positions.
  std::vector<std::uint8_t> around;
  std::vector<std::uint64_t> around_offsets;  ///< in its bytes; one more than positions
  // entries as patterns; empty when they are not wanted
  std::vector<std::uint64_t> suffix_lengths;  ///< symbols at the patterns' ends, of which all else is told
  std::vector<std::uint32_t> documents;       ///< distinct ones
  FrequentItems top;                          ///< documents
  FrequentItems next;                         ///< symbols

  /// Of a pattern's positions among all.
  struct Range
  {
    std::size_t first = 0;
    std::size_t end = 0;
  };
  [[nodiscard]] Range range_of(std::size_t pattern) const;
};

/// How matches are shown. Tokens, which are symbols of more than one byte, are shown as numbers.
struct MatchLayout
{
  std::span<std::uint8_t const> text = {};  ///< its bytes; empty: matches have what is around them
  unsigned symbol_bytes = 1;
  std::size_t context = 0;  ///< symbols on each side
  bool only_counts = false;
  bool ends_in_zero = false;         ///< lines of counts, whose patterns are shown as they are
  Records const* records = nullptr;  ///< of the text: matches are shown in them; or null

  /// Of lines about patterns.
  [[nodiscard]] char end_of_line() const { return ends_in_zero ? '\0' : '\n'; }
};

/// Patterns as they are shown.
struct ShownPatterns
{
  std::vector<std::string_view> patterns;  ///< the bytes of their symbols
  std::vector<std::string_view> names;     ///< of each; empty if none has one
  std::vector<char> strands;               ///< of each '+' or '-'; empty if they have none
};

/// Lines for people, and for other programs that take lines.
void print_matches(TextWriter& out, ShownPatterns const& patterns, Matches const& matches, MatchLayout const& layout);
/// Members of an array.
void print_json(Json& json, ShownPatterns const& patterns, Matches const& matches, MatchLayout const& layout);

}  // namespace lexikos::app
