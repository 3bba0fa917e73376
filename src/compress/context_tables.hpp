// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Tables of probabilities, and which context uses which (FORMAT.md, "Tables").

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "compress/bits.hpp"
#include "compress/model.hpp"

namespace lexikos::compress_detail
{

/// Frequencies of tokens, whose sum is probability_total.
using Table = std::array<std::uint16_t, max_tokens>;

struct ContextTables
{
  std::vector<std::uint16_t> table_of;  // [0..contexts)
  std::vector<Table> tables;            // one or more
};

/// Chooses tables for what was counted, such that they and what they code take few bits, and writes them.
///
/// Contexts are leaves of a tree of which each level stands for one of their three parts. Siblings that follow each other
/// share a table where that saves bits, found for each node from the leaves to the root by dynamic programming: so few
/// counts make few tables.
///
/// \param counts  [0..contexts * max_tokens) occurrences of each token in each context
/// \param tokens  of the code
[[nodiscard]] ContextTables write_tables(std::span<std::uint32_t const> counts, unsigned tokens, BitWriter& writer);

/// Reads them. Error (corrupt_input) for bits that are no tables.
[[nodiscard]] ContextTables read_tables(unsigned tokens, BitReader& reader);

}  // namespace lexikos::compress_detail
