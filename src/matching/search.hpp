// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// One call of `find_matches` or `matching_statistics`, by a source of matches: an index on the host. `SuffixArraySource` says
// what a source has to know.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <array>
#include <bit>
#include <lexikos/detail/scratch.hpp>
#include <lexikos/matching.hpp>
#include <limits>
#include <string>

#include "matching/columns.hpp"
#include "matching/find_maximal.hpp"
#include "matching/find_supermaximal.hpp"
#include "matching/result.hpp"
#include "matching/run_statistics.hpp"
#include "matching/tuning.hpp"

namespace lexikos::matching_detail
{

constexpr std::uint64_t any_number = std::numeric_limits<std::uint64_t>::max();

/// How maximal matches are found. Strides stay so short that a batch has whole windows, and its places fit their keys.
/// \param wanted  whose seed is found
/// \param depth   symbols that the index looks up at once
inline MaximalRule maximal_rule(MaximalRule wanted, std::uint64_t depth, std::uint64_t n, Tuning const& tuning)
{
  std::uint64_t const min_length = wanted.min_length;
  std::uint64_t const automatic = std::max<std::uint64_t>(depth, (min_length + 1) / 2);
  std::uint64_t seed =
      std::clamp<std::uint64_t>(tuning.seed_length != 0 ? tuning.seed_length : automatic, 1, min_length);
  int const text_bits = static_cast<int>(std::bit_width(n));
  std::uint64_t const longest =
      std::max<std::uint64_t>(1, std::min(tuning.batch_symbols, std::uint64_t{1} << std::min(62, 62 - text_bits)));
  if (min_length - seed + 1 > longest) seed = min_length + 1 - longest;
  wanted.seed = seed;
  wanted.max_alone = std::max<std::uint64_t>(tuning.max_alone, 1);
  return wanted;
}

/// The matches of queries, strand by strand.
template <class ExecutionSpace, class Source>
class Search
{
  using Suffixes = typename Source::Suffixes;
  using Index = typename Suffixes::Entry;
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Range = backends::Range<ExecutionSpace>;
  using Strand = StrandMatches<MemorySpace, Index>;
  using Queries = CheckedQueries<MemorySpace>;

 public:
  /// \param capped  [0..queries) zeros; becomes 1 where `max_occurrences` leaves places out
  Search(ExecutionSpace const& space, Source const& source, Queries const& queries,
         MatchOptions<MemorySpace> const& options, Tuning const& tuning, Span<std::uint8_t, MemorySpace> const& capped,
         Workspace& workspace)
      : m_space(space),
        m_source(source),
        m_text{source.suffixes(), check_documents(space, options.text_offsets, source.suffixes().n)},
        m_queries(queries),
        m_options(options),
        m_tuning(tuning),
        m_workspace(workspace),
        m_min_length(std::max<std::uint64_t>(options.min_length, 1)),
        m_min_occurrences(std::max<std::uint64_t>(options.min_occurrences, 1)),
        m_max_occurrences(options.max_occurrences != 0 ? options.max_occurrences : any_number),
        m_capped(capped)
  {}

  /// Units of progress of a call.
  [[nodiscard]] std::size_t work() const
  {
    std::size_t const strands = m_options.strands == Strands::both ? 2 : 1;
    return strands * (is_maximal() ? m_queries.symbols() : statistics_work(m_queries.symbols()) + m_queries.symbols());
  }

  /// Forward and reverse.
  [[nodiscard]] std::array<Strand, 2> run(detail::ProgressReport<ExecutionSpace>& progress)
  {
    std::array<Strand, 2> found;
    bool const are_possible =
        m_text.suffixes.n != 0 && m_queries.symbols() != 0 && !(is_unique() && m_min_occurrences > 1);
    for (std::size_t s = 0; s < 2 && are_possible; ++s) {
      Strands const other = s == 0 ? Strands::reverse_complement : Strands::forward;
      if (m_options.strands != other) found[s] = search_strand(s == 1, progress);
    }
    return found;
  }

 private:
  [[nodiscard]] bool is_maximal() const { return m_options.kind == MatchKind::maximal; }
  [[nodiscard]] bool is_unique() const
  {
    return m_options.kind == MatchKind::unique_in_text || m_options.kind == MatchKind::unique_in_both;
  }

  Strand search_strand(bool is_reversed, detail::ProgressReport<ExecutionSpace>& progress)
  {
    Workspace::Scope const scope(m_workspace);
    auto queries = m_queries;
    bool const drops_symbols = is_reversed || m_options.only_acgt;
    if (drops_symbols || m_source.letters() != nullptr) {
      std::uint8_t const nothing = drops_symbols ? m_source.absent_byte(m_space) : std::uint8_t{0};
      queries = queries_of_strand(m_space, m_queries, {nothing, is_reversed, m_options.only_acgt, m_source.letters()},
                                  m_workspace);
    }
    auto const rows = is_maximal() ? find_maximal(queries, progress) : find_supermaximal(queries, progress);
    auto strand = decode<ExecutionSpace, Index>(m_space, queries.reader, rows, m_workspace.resource());
    if (m_options.kind == MatchKind::unique_in_both)
      keep_unique_in_both(m_space, queries.reader.count, m_text.suffixes.n, strand, m_workspace);
    m_space.fence("lexikos::matching::strand");  // frees what was found on the way
    return strand;
  }

  Rows<MemorySpace, Index> find_maximal(Queries const& queries, detail::ProgressReport<ExecutionSpace>& progress)
  {
    auto const rule = maximal_rule({m_min_length, m_min_occurrences, m_max_occurrences, 0, 0}, m_source.depth(),
                                   m_text.suffixes.n, m_tuning);
    MaximalFinder<ExecutionSpace, Source> finder(m_space, m_source, {m_text, queries.reader, rule}, m_capped.data(),
                                                 m_tuning, m_workspace);
    return finder.find(queries, progress);
  }

  Rows<MemorySpace, Index> find_supermaximal(Queries const& queries, detail::ProgressReport<ExecutionSpace>& progress)
  {
    auto const lengths = m_workspace.take<Index, MemorySpace>(queries.last);
    Places<Suffixes> const places{m_text,         queries.reader, queries.first, queries.last, m_min_occurrences,
                                  lengths.data(), nullptr,        m_tuning};
    run_statistics(m_space, m_source, places, progress, m_workspace);
    SupermaximalFinder<ExecutionSpace, Source> finder(
        m_space, m_source, m_text, {{is_unique(), m_max_occurrences}, m_min_length, m_tuning.max_head, m_capped.data()},
        m_workspace);
    return finder.find(queries, lengths, progress, m_tuning);
  }

  ExecutionSpace const& m_space;
  Source const& m_source;
  IndexedText<Suffixes> m_text;
  Queries const& m_queries;
  MatchOptions<MemorySpace> const& m_options;
  Tuning const& m_tuning;
  Workspace& m_workspace;
  std::uint64_t m_min_length;
  std::uint64_t m_min_occurrences;
  std::uint64_t m_max_occurrences;
  Span<std::uint8_t, MemorySpace> m_capped;
};

template <class ExecutionSpace, class Source>
void find_statistics_by(
    ExecutionSpace const& space, Source const& source, QuerySpans<typename ExecutionSpace::memory_space> const& queries,
    StatisticsOutput<typename ExecutionSpace::memory_space, typename Source::Suffixes::Entry> const& output,
    MatchingStatisticsOptions<typename ExecutionSpace::memory_space> const& options, Tuning const& tuning)
{
  using Index = typename Source::Suffixes::Entry;
  auto checked = check_queries(space, queries);
  auto const documents = check_documents(space, options.text_offsets, source.suffixes().n);
  detail::Scratch const scratch(space, options.workspace);
  detail::ProgressReport<ExecutionSpace> progress(space, options.progress, statistics_work(checked.symbols()) + 1);
  if (checked.symbols() != queries.symbols.extent(0)) {
    primitives::fill(space, output.lengths, Index{0});
    if (output.positions.data() != nullptr)
      primitives::fill(space, output.positions, std::numeric_limits<Index>::max());
  }
  if (source.letters() != nullptr)
    checked = queries_of_strand(space, checked, {0, false, false, source.letters()}, *scratch);
  run_statistics(space, source,
                 Places<typename Source::Suffixes>{{source.suffixes(), documents},
                                                   checked.reader,
                                                   checked.first,
                                                   checked.last,
                                                   1,
                                                   output.lengths.data(),
                                                   output.positions.data(),
                                                   tuning},
                 progress, *scratch);
  space.fence("lexikos::matching_statistics");
  progress.finish();
}

template <class ExecutionSpace, class Source>
Matches<typename ExecutionSpace::memory_space, typename Source::Suffixes::Entry> find_by(
    ExecutionSpace const& space, Source const& source, QuerySpans<typename ExecutionSpace::memory_space> const& queries,
    MatchOptions<typename ExecutionSpace::memory_space> const& options, Tuning const& tuning)
{
  using Index = typename Source::Suffixes::Entry;
  auto const checked = check_queries(space, queries);
  constexpr std::uint64_t most = std::numeric_limits<Index>::max() - 1;
  detail::require(checked.longest <= most, ErrorCode::invalid_argument,
                  "a query of " + std::to_string(checked.longest) + " symbols needs a wider index type");
  detail::require(checked.reader.count <= most, ErrorCode::invalid_argument,
                  std::to_string(checked.reader.count) + " queries need a wider index type");
  detail::Scratch const scratch(space, options.workspace);
  auto const capped = zeros<ExecutionSpace>(space, checked.reader.count, *scratch);
  Search<ExecutionSpace, Source> search(space, source, checked, options, tuning, capped, *scratch);
  detail::ProgressReport<ExecutionSpace> progress(space, options.progress, search.work() + checked.symbols());
  auto const strands = search.run(progress);
  auto matches = columns_of<ExecutionSpace, Index>(space, checked, options, strands, capped, *scratch);
  progress.finish();
  return matches;
}

}  // namespace lexikos::matching_detail
