// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
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

/// Numbers of 4 or 8 bytes, on the host.
class NumberColumn
{
 public:
  NumberColumn() = default;
  explicit NumberColumn(std::uint32_t const* numbers) : m_narrow(numbers) {}
  explicit NumberColumn(std::uint64_t const* numbers) : m_wide(numbers) {}

  [[nodiscard]] std::uint64_t operator[](std::size_t i) const { return m_narrow != nullptr ? m_narrow[i] : m_wide[i]; }
  [[nodiscard]] bool empty() const { return m_narrow == nullptr && m_wide == nullptr; }

 private:
  std::uint32_t const* m_narrow = nullptr;
  std::uint64_t const* m_wide = nullptr;
};

/// Some matches of a strand of a query, or of several, one after the other.
struct MatchColumns
{
  NumberColumn text_positions;   ///< in the reference's records, one after the other
  NumberColumn query_positions;  ///< on the strand, without what was skipped of it
  NumberColumn lengths;
  NumberColumn occurrences;  ///< of supermaximal matches; else empty
};

/// The matches of some queries that follow each other, sorted by query, strand, and position in the query.
struct FoundMatches
{
  static constexpr std::size_t max_at_a_time = std::size_t{1} << 22;

  std::size_t first_query = 0;
  /// Of the strands, the forward and the reverse one of each query, in the matches: one more than they are.
  std::vector<std::uint64_t> offsets;
  std::vector<std::uint64_t> capped;  ///< queries, from 0 within these, of which places were left out
  /// Symbols of a query before what was searched of it, on each strand.
  std::array<std::uint64_t, 2> skipped = {0, 0};
  /// Brings matches begin .. end - 1, `max_at_a_time` at most, to the host, until the next are.
  std::function<MatchColumns(std::size_t begin, std::size_t end)> columns = {};

  [[nodiscard]] std::size_t size() const { return offsets.back(); }
};

struct MatchRequest
{
  Records reference;
  std::span<std::uint8_t const> text = {};  ///< the reference's symbols, with capital letters; of a saved index none
  /// Of the reference, whose checks were begun; null: there is a text.
  SavedIndex* saved = nullptr;
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
  double write_seconds = 0;  ///< in `on_matches`
};

/// Failure (out_of_memory) where the index that `match_sequences` makes of a text does not fit: before the text is read.
void require_memory_to_match(Session const& session, std::uint64_t symbols, std::size_t index_bytes);
/// Begins to check what `match_sequences` reads of an index, while the caller does something else.
void begin_checks(SavedIndex& index);
[[nodiscard]] MatchOutcome match_sequences(Session const& session, MatchRequest const& request);

}  // namespace lexikos::app
