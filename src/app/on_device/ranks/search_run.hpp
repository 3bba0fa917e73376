// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What searches in indexes by range and by text share: rank 0 asks, all answer, and rank 0 tells what was found.

#include <lexikos/config.hpp>
#ifdef LEXIKOS_HAVE_MPI

#include <span>
#include <utility>
#include <vector>

#include "app/on_device/ranks/search.hpp"
#include "app/on_device/ranks/world.hpp"
#include "app/on_device/session/on_device.hpp"
#include "app/on_device/session/run_on_text.hpp"

namespace lexikos::app
{

/// Ranges of a text.
struct TextPlaces
{
  std::vector<std::uint64_t> begins;
  std::vector<std::uint64_t> ends;
};

/// Source: an index of all ranks, whose members are collective. It has
///   symbols()                    of the text
///   count(counts)                how often each pattern occurs, on rank 0
///   locate(first, end, matches)  offsets and positions of these patterns, ascending, on rank 0
///   extract(places, matches)     what is there, of rank 0's places, as what is around the matches
template <class Source>
class SearchRun
{
 public:
  SearchRun(World& world, RanksSearch const& request, std::string device) : m_world(world), m_request(request)
  {
    m_outcome.device = std::move(device);
  }

  /// \param make  returns the source
  template <class Make>
  SearchOutcome run(Make const& make)
  {
    Stopwatch watch;
    Source source = make();
    m_outcome.text_size = source.symbols();
    m_outcome.index_seconds = watch.lap();
    source.count(m_counts);
    for (std::uint64_t const count : m_counts) m_outcome.occurrences += count;
    m_outcome.occurrences = m_world.ranks().all_gather(m_outcome.occurrences)[0];
    m_outcome.search_seconds = watch.lap();
    on_first([&] { m_request.on_counted(m_outcome); });
    for (std::size_t first = 0; first < m_request.patterns.size();) {
      std::size_t const end = end_of_part(first);
      static_cast<void>(watch.lap());
      Matches const matches = located(source, first, end);
      m_outcome.search_seconds += watch.lap();
      on_first([&] { m_request.on_matches(matches); });
      first = end;
    }
    on_first([&] { m_request.on_end(m_outcome); });
    return m_outcome;
  }

 private:
  /// Positions that are on the host at one time, if one pattern does not have more.
  static constexpr std::uint64_t positions_at_a_time = std::uint64_t{1} << 22;

  /// Work of rank 0, which may fail.
  template <class Work>
  void on_first(Work const& work)
  {
    m_world.together([&] {
      if (m_world.is_first()) work();
    });
  }

  /// The end of the patterns whose positions are fetched together, which rank 0 knows.
  [[nodiscard]] std::size_t end_of_part(std::size_t first)
  {
    std::size_t end = m_request.patterns.size();
    if (m_world.is_first() && !m_request.only_counts) {
      std::uint64_t positions = m_request.wanted(m_counts[first]);
      for (end = first + 1; end < m_counts.size(); ++end) {
        positions += m_request.wanted(m_counts[end]);
        if (positions > positions_at_a_time) break;
      }
    }
    return m_world.ranks().all_gather(end)[0];
  }

  [[nodiscard]] Matches located(Source& source, std::size_t first, std::size_t end)
  {
    Matches matches;
    matches.first_pattern = first;
    on_first([&] {
      matches.counts.assign(m_counts.begin() + static_cast<std::ptrdiff_t>(first),
                            m_counts.begin() + static_cast<std::ptrdiff_t>(end));
    });
    if (m_request.only_counts) return matches;
    source.locate(first, end, matches);
    TextPlaces places;
    on_first([&] { add_places(matches, places); });
    source.extract(places, matches);
    return matches;
  }

  /// Where the contexts of matches lie.
  void add_places(Matches const& matches, TextPlaces& places) const
  {
    std::uint64_t const n = m_outcome.text_size;
    for (std::size_t i = 0; i < matches.counts.size(); ++i) {
      std::uint64_t const length = m_request.length_of(matches.first_pattern + i);
      auto const [first, end] = matches.range_of(i);
      for (std::size_t k = first; k < end; ++k) {
        std::uint64_t const position = matches.positions[k];
        if (position > n || length > n - position)
          throw Failure(ExitCode::unreadable_input,
                        "cannot read " + m_request.source + ": its suffix array is not that of its text");
        auto const [begin_of_all, end_of_all] = bounds_around(position);
        places.begins.push_back(position - std::min<std::uint64_t>(position - begin_of_all, m_request.context));
        places.ends.push_back(position + std::min<std::uint64_t>(end_of_all - position, length + m_request.context));
      }
    }
  }

  /// Of the text, or of the record that has this position.
  [[nodiscard]] std::pair<std::uint64_t, std::uint64_t> bounds_around(std::uint64_t position) const
  {
    auto const* const records = m_request.records();
    if (records == nullptr) return {0, m_outcome.text_size};
    auto const record = records->place_of(position).record;
    return {records->offsets[record], records->offsets[record + 1]};
  }

  World& m_world;
  RanksSearch const& m_request;
  std::vector<std::uint64_t> m_counts;  ///< on rank 0
  SearchOutcome m_outcome;
};

/// Symbols that an index has told of, as what is around matches.
template <class ExecutionSpace, class Extracted>
void set_around(ExecutionSpace const& space, Extracted const& found, Matches& matches)
{
  auto const symbols = to_host(space, found.symbols);
  auto const* const bytes = reinterpret_cast<std::uint8_t const*>(symbols.data());
  matches.around.assign(bytes, bytes + symbols.size() * sizeof(symbols[0]));
  matches.around_offsets = to_host(space, found.offsets);
  for (auto& offset : matches.around_offsets) offset *= sizeof(symbols[0]);
}

/// In an index by text, which is saved. Its records are those of the request.
[[nodiscard]] SearchOutcome search_by_text(World& world, Session const& session, RanksSearch const& request);

}  // namespace lexikos::app

#endif
