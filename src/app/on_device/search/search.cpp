// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/on_device/search/search.hpp"

#include <algorithm>
#include <lexikos/file.hpp>
#include <lexikos/search.hpp>

#include "app/on_device/search/indexed_text.hpp"

namespace lexikos::app
{

namespace
{

constexpr char const* text_section = "text";

/// Fewer patterns are found in less time than it takes to sort them.
constexpr std::size_t min_patterns_to_sort = 1024;
/// Positions that are on the host at one time, if one pattern does not have more.
constexpr std::uint64_t positions_at_a_time = std::uint64_t{1} << 22;

/// Where the patterns' suffixes are in the suffix array, on the device.
template <class MemorySpace, class Index>
struct Intervals
{
  Array<Index, MemorySpace> starts;
  Array<Index, MemorySpace> ends;
};

template <class ExecutionSpace, class Index>
class Search
{
 public:
  using MemorySpace = typename ExecutionSpace::memory_space;

  Search(ExecutionSpace const& space, SuffixIndex<MemorySpace, Index> const& index, SearchRequest const& request,
         SearchOutcome& outcome)
      : m_space(space), m_index(index), m_request(request), m_outcome(outcome)
  {}

  void run()
  {
    Stopwatch watch;
    count();
    m_outcome.search_seconds = watch.lap();
    if (m_request.on_counted) m_request.on_counted(m_outcome);
    for (std::size_t first = 0, end = 0; first < m_counts.size(); first = end) {
      end = end_of_part(first);
      static_cast<void>(watch.lap());
      Matches const matches = located(first, end);
      m_outcome.search_seconds += watch.lap();
      if (m_request.on_matches) m_request.on_matches(matches);
    }
  }

 private:
  void count()
  {
    std::size_t const count = m_request.patterns.size();
    auto const batch = patterns_from_host(m_space, m_request.patterns);
    m_intervals.starts = allocate<Index>(m_space, "lexikos::app::starts", count);
    m_intervals.ends = allocate<Index>(m_space, "lexikos::app::ends", count);
    m_index.intervals(m_space, batch.symbols, batch.offsets, m_intervals.starts, m_intervals.ends,
                      {.sort_patterns = count >= min_patterns_to_sort});
    auto const starts = to_host(m_space, m_intervals.starts);
    auto const ends = to_host(m_space, m_intervals.ends);
    m_counts.resize(count);
    for (std::size_t i = 0; i < count; ++i) m_outcome.occurrences += m_counts[i] = ends[i] - starts[i];
  }

  [[nodiscard]] std::uint64_t shown(std::size_t pattern) const
  {
    return m_request.limit == 0 ? m_counts[pattern] : std::min<std::uint64_t>(m_counts[pattern], m_request.limit);
  }

  /// The end of the patterns whose positions are fetched together.
  [[nodiscard]] std::size_t end_of_part(std::size_t first) const
  {
    if (m_request.only_counts) return m_counts.size();
    std::uint64_t positions = shown(first);
    std::size_t end = first + 1;
    while (end < m_counts.size() && positions + shown(end) <= positions_at_a_time) positions += shown(end++);
    return end;
  }

  [[nodiscard]] Matches located(std::size_t first, std::size_t end) const
  {
    Matches matches;
    matches.first_pattern = first;
    matches.counts.assign(m_counts.begin() + static_cast<std::ptrdiff_t>(first),
                          m_counts.begin() + static_cast<std::ptrdiff_t>(end));
    if (m_request.only_counts) return matches;
    using Part = Span<Index const, MemorySpace>;
    auto const found = m_index.locate(m_space, Part(m_intervals.starts.data() + first, end - first),
                                      Part(m_intervals.ends.data() + first, end - first),
                                      {.text_order = true, .max_positions = m_request.limit});
    matches.offsets = to_host(m_space, found.offsets);
    auto const positions = to_host(m_space, found.positions);
    matches.positions.assign(positions.begin(), positions.end());
    require_within_text(matches);
    return matches;
  }

  /// Error (corrupt_input) unless all matches are within the text: a file with right checksums can still hold the array of
  /// another text.
  void require_within_text(Matches const& matches) const
  {
    if (m_request.saved == nullptr) return;
    std::size_t const n = m_outcome.text.size();
    for (std::size_t i = 0; i < matches.counts.size(); ++i) {
      std::size_t const length = m_request.patterns[matches.first_pattern + i].size();
      for (auto const position : matches.positions_of(i))
        if (position >= n || length > n - position)
          m_request.saved->file().corrupt("its suffix array is not that of its text");
    }
  }

  ExecutionSpace const& m_space;
  SuffixIndex<MemorySpace, Index> const& m_index;
  SearchRequest const& m_request;
  SearchOutcome& m_outcome;
  Intervals<MemorySpace, Index> m_intervals;
  std::vector<std::uint64_t> m_counts;
};

template <class Index, class ExecutionSpace>
SearchOutcome search_text(TextRun<ExecutionSpace>& run, SearchRequest const& request)
{
  SearchOutcome outcome;
  outcome.device = run.device;
  outcome.text = request.index.job.text->bytes();
  Stopwatch watch;
  IndexOutcome built;
  auto const index = build_index<Index>(run, request.index, built);
  outcome.index_seconds = watch.lap();
  Search(run.space, index, request, outcome).run();
  return outcome;
}

template <class Index, class ExecutionSpace>
SearchOutcome search_saved(ExecutionSpace const& space, Session const& session, SearchRequest const& request)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  FileReader const& file = request.saved->file();
  SearchOutcome outcome;
  outcome.device = described<ExecutionSpace>(session.device());
  if constexpr (!detail::works_on_host<ExecutionSpace>)
    require_memory(outcome.device, detail::available_memory<ExecutionSpace>(), {{"the index", file.bytes()}});
  Stopwatch watch;
  auto const index = [&] {
    ProgressBar const progress("loading the index", request.index.job.show_progress, ProgressBar::announced);
    return SuffixIndex<MemorySpace, Index>::load(space, file);
  }();
  auto const text = file.array<std::uint8_t>(text_section);
  outcome.text = {text.data(), text.extent(0)};
  outcome.index_seconds = watch.lap();
  Search(space, index, request, outcome).run();
  return outcome;
}

}  // namespace

bool is_saved_file(std::string const& path)
{
  return is_lexikos_file(path);
}

SavedIndex::SavedIndex(std::string const& path) : m_file(std::make_unique<FileReader>(path, suffix_index_kind)) {}

SavedIndex::~SavedIndex() = default;

SearchOutcome search_patterns(Session const& session, SearchRequest const& request)
{
  if (request.saved == nullptr)
    return run_on_text<SearchOutcome>(session, request.index.job, [&](auto& run) {
      return with_index(request.index.index_bytes,
                        [&](auto width) { return search_text<decltype(width)>(run, request); });
    });
  std::size_t const width = suffix_index_width(request.saved->file());
  return on_device<SearchOutcome>(session, [&](auto const& space) {
    return with_index(width, [&](auto index) { return search_saved<decltype(index)>(space, session, request); });
  });
}

}  // namespace lexikos::app
