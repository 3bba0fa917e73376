// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "app/io/records.hpp"
#include "app/io/text_writer.hpp"
#include "app/report/json.hpp"

namespace lexikos::app
{

/// Documents or symbols of some patterns, the most frequent first and the smaller of equally frequent ones, and how often each
/// was found: those of pattern i at offsets[i] .. offsets[i + 1] - 1.
struct FrequentItems
{
  std::vector<std::uint64_t> offsets;  ///< one more than patterns; empty when they are not wanted
  std::vector<std::uint32_t> items;
  std::vector<std::uint64_t> counts;

  /// Starts with those of no pattern.
  [[nodiscard]] static FrequentItems of_none() { return {{0}, {}, {}}; }
  /// Those of further patterns.
  void append(FrequentItems const& more);
  /// Those of a further pattern: the k most frequent of items with their counts, in any order, of which none counts that was
  /// not found.
  void append_most_frequent(std::vector<std::pair<std::uint32_t, std::uint64_t>> found, std::size_t k);
};

// ----- those of a pattern, as lines with such an end, and as an array of objects

/// Documents, by their names if they have some; `as_they_are`: control characters in these too.
void print_documents(TextWriter& out, FrequentItems const& items, std::size_t pattern, Records const& records,
                     bool as_they_are, char end_of_line);
void print_next_symbols(TextWriter& out, FrequentItems const& items, std::size_t pattern, unsigned symbol_bytes,
                        char end_of_line);
void write_documents(Json& json, FrequentItems const& items, std::size_t pattern, Records const& records);
void write_next_symbols(Json& json, FrequentItems const& items, std::size_t pattern, unsigned symbol_bytes);

}  // namespace lexikos::app
