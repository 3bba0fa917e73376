// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/approximate_search.hpp>
#include <lexikos/search.hpp>
#include <vector>

#include "app/on_device/search/search.hpp"
#include "app/on_device/session/run_on_text.hpp"
#include "app/on_device/session/transfer.hpp"
#include "app/report/matched_length.hpp"
#include "app/report/progress_bar.hpp"
#include "app/report/utf8.hpp"

namespace lexikos::app
{

/// Ends that are on the host at one time, if one pattern does not have more.
constexpr std::uint64_t ends_at_a_time = std::uint64_t{1} << 22;

/// Patterns with errors in a suffix index, whose text is at hand.
template <class ExecutionSpace, class Entry>
class SearchWithErrors
{
 public:
  using MemorySpace = typename ExecutionSpace::memory_space;

  SearchWithErrors(ExecutionSpace const& space, SuffixIndex<MemorySpace, Entry> const& index,
                   SearchRequest const& request, SearchOutcome& outcome)
      : m_space(space), m_index(index), m_request(request), m_outcome(outcome)
  {}

  /// \param offsets  of documents, whose borders no occurrence crosses; none: the text is one
  void run(Span<std::uint64_t const, MemorySpace> const& offsets)
  {
    Stopwatch watch;
    find(offsets);
    m_outcome.search_seconds = watch.lap();
    if (m_request.on_counted) m_request.on_counted(m_outcome);
    for (std::size_t first = 0, end = 0; first < m_request.patterns.size(); first = end) {
      end = end_of_part(first);
      static_cast<void>(watch.lap());
      Matches const matches = fetched(first, end);
      m_outcome.search_seconds += watch.lap();
      if (m_request.on_matches) m_request.on_matches(matches);
    }
  }

 private:
  void find(Span<std::uint64_t const, MemorySpace> const& offsets)
  {
    ProgressBar progress("searching", m_request.index.job.show_progress);
    auto const batch = patterns_from_host(m_space, m_request.patterns);
    m_found = approximate_search(m_space, m_index, batch.symbols, batch.offsets,
                                 {.model = m_request.is_edit ? ErrorModel::edit : ErrorModel::hamming,
                                  .max_errors = m_request.max_errors,
                                  .text_offsets = offsets,
                                  .progress = progress.updates()});
    m_offsets = to_host(m_space, m_found.offsets);
    m_outcome.occurrences = m_found.size();
  }

  [[nodiscard]] std::uint64_t count_of(std::size_t pattern) const
  {
    return m_offsets[pattern + 1] - m_offsets[pattern];
  }

  [[nodiscard]] std::uint64_t shown(std::size_t pattern) const
  {
    return m_request.limit == 0 ? count_of(pattern) : std::min<std::uint64_t>(count_of(pattern), m_request.limit);
  }

  /// The end of the patterns whose ends are fetched together.
  [[nodiscard]] std::size_t end_of_part(std::size_t first) const
  {
    std::size_t end = first + 1;
    while (end < m_request.patterns.size() && m_offsets[end + 1] - m_offsets[first] <= ends_at_a_time) ++end;
    return end;
  }

  [[nodiscard]] Matches fetched(std::size_t first, std::size_t end) const
  {
    Matches matches;
    matches.first_pattern = first;
    for (std::size_t i = first; i < end; ++i) matches.counts.push_back(count_of(i));
    if (m_request.only_counts) return matches;
    std::uint64_t const begin = m_offsets[first];
    std::uint64_t const last = end == first + 1 ? begin + shown(first) : m_offsets[end];
    auto const ends = to_host(m_space, m_found.ends, begin, last);
    auto const distances = to_host(m_space, m_found.distances, begin, last);
    matches.offsets.push_back(0);
    for (std::size_t i = first; i < end; ++i) {
      for (std::uint64_t k = m_offsets[i] - begin; k < m_offsets[i] - begin + shown(i); ++k)
        add(matches, m_request.patterns[i], ends[k], distances[k]);
      matches.offsets.push_back(matches.positions.size());
    }
    return matches;
  }

  void add(Matches& matches, std::string_view pattern, std::uint64_t end, unsigned distance) const
  {
    std::uint64_t const length =
        m_request.is_edit ? matched_length(as_text(m_outcome.text).substr(0, end), pattern, distance) : pattern.size();
    matches.positions.push_back(end - length);
    matches.lengths.push_back(length);
    matches.distances.push_back(distance);
  }

  ExecutionSpace const& m_space;
  SuffixIndex<MemorySpace, Entry> const& m_index;
  SearchRequest const& m_request;
  SearchOutcome& m_outcome;
  ApproximateOccurrences<MemorySpace, Entry> m_found;
  std::vector<std::uint64_t> m_offsets;
};

}  // namespace lexikos::app
