// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "app/io/records.hpp"
#include "app/on_device/search/saved_index.hpp"
#include "app/on_device/session/session.hpp"

namespace lexikos::app
{

/// As the library's `MatchKind` has them.
enum class WantedMatches
{
  maximal,
  supermaximal,
  unique_in_text,
  unique_in_both
};

/// The matches of some queries that follow each other, in columns, sorted by query, strand, and position in the query.
struct FoundMatches
{
  std::size_t first_query = 0;
  std::vector<std::uint64_t> offsets;         ///< of the queries in the columns; one more than they are
  std::vector<std::uint64_t> text_positions;  ///< in the reference's records, one after the other
  std::vector<std::uint64_t> query_positions;
  std::vector<std::uint64_t> lengths;
  std::vector<std::uint8_t> reversed;      ///< 1 on the reverse strand
  std::vector<std::uint64_t> occurrences;  ///< of supermaximal matches; else empty
  std::vector<std::uint64_t> capped;       ///< queries, from 0 within these, of which places were left out

  [[nodiscard]] std::size_t queries() const { return offsets.size() - 1; }
  [[nodiscard]] std::size_t size() const { return lengths.size(); }
};

struct MatchRequest
{
  Records reference;
  std::span<std::uint8_t const> text = {};  ///< the reference's symbols, with capital letters; of a saved index none
  SavedIndex const* saved = nullptr;        ///< of the reference, of kind suffix; null: there is a text
  Records queries = {};
  std::span<std::uint8_t const> query_symbols = {};  ///< with capital letters
  /// Queries that are longer are matched in pieces of this many symbols, in bounded memory: what lies across their borders
  /// is found as two matches that overlap, and may be found twice. 0: all at once.
  std::uint64_t piece_symbols = 0;
  WantedMatches kind = WantedMatches::unique_in_text;
  std::size_t min_length = 20;
  std::size_t min_occurrences = 1;
  std::size_t max_occurrences = 0;
  bool forward = true;
  bool reverse = false;
  bool only_acgt = false;
  std::size_t index_bytes = 4;  ///< for a text
  bool show_progress = false;
  std::function<void(FoundMatches const&)> on_matches = {};  ///< called for all queries in their order, some at a time
};

struct MatchOutcome
{
  std::string device;
  std::uint64_t matches = 0;
  std::uint64_t capped_queries = 0;
  double index_seconds = 0;
  double match_seconds = 0;
};

[[nodiscard]] MatchOutcome match_sequences(Session const& session, MatchRequest const& request);

}  // namespace lexikos::app
