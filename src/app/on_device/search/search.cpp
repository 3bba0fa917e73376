// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/on_device/search/search.hpp"

#include <algorithm>
#include <cstring>
#include <lexikos/documents.hpp>
#include <lexikos/file.hpp>
#include <lexikos/fm_index.hpp>
#include <lexikos/search.hpp>

#include "app/on_device/search/errors.hpp"
#include "app/on_device/search/indexed_text.hpp"
#include "app/on_device/search/within_records.hpp"

namespace lexikos::app
{

namespace
{

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

/// The patterns, given as the bytes of their symbols, on the device.
template <class Symbol, class ExecutionSpace>
Patterns<typename ExecutionSpace::memory_space, Symbol> patterns_on_device(ExecutionSpace const& space,
                                                                           std::span<std::string_view const> patterns)
{
  if constexpr (sizeof(Symbol) == 1) {
    return patterns_from_host(space, patterns);
  }
  else {
    std::vector<std::uint64_t> offsets{0};
    for (auto const pattern : patterns) offsets.push_back(offsets.back() + pattern.size() / sizeof(Symbol));
    std::vector<Symbol> symbols(offsets.back());
    for (std::size_t i = 0; i < patterns.size(); ++i)
      std::memcpy(symbols.data() + offsets[i], patterns[i].data(), patterns[i].size());
    return patterns_from_host<Symbol>(space, std::span<Symbol const>(symbols), offsets);
  }
}

/// Index: SuffixIndex or FmIndex, of symbols of type Symbol, with entries of type Entry.
template <class ExecutionSpace, class Index, class Symbol, class Entry>
class Search
{
 public:
  using MemorySpace = typename ExecutionSpace::memory_space;

  Search(ExecutionSpace const& space, Index const& index, SearchRequest const& request, SearchOutcome& outcome)
      : m_space(space), m_index(index), m_request(request), m_outcome(outcome)
  {}

  /// Leaves out what does not lie in one document.
  void set_documents(Documents<MemorySpace> const& documents, bool have_all)
  {
    m_within.emplace(m_space, m_index, documents, have_all);
  }

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
    auto const batch = patterns_on_device<Symbol>(m_space, m_request.patterns);
    m_intervals.starts = allocate<Entry>(m_space, "lexikos::app::starts", count);
    m_intervals.ends = allocate<Entry>(m_space, "lexikos::app::ends", count);
    m_index.intervals(m_space, batch.symbols, batch.offsets, m_intervals.starts, m_intervals.ends,
                      {.sort_patterns = count >= min_patterns_to_sort});
    auto starts = to_host(m_space, m_intervals.starts);
    auto ends = to_host(m_space, m_intervals.ends);
    m_counts.resize(count);
    if (m_within) {
      ProgressBar progress("counting within records", m_request.index.job.show_progress);
      std::vector<std::uint64_t> lengths(count);
      for (std::size_t i = 0; i < count; ++i) lengths[i] = m_request.length_of(i);
      m_within->count(std::move(lengths), std::move(starts), std::move(ends), m_request.limit, m_counts, progress);
    }
    else {
      for (std::size_t i = 0; i < count; ++i) m_counts[i] = ends[i] - starts[i];
    }
    for (std::uint64_t const occurrences : m_counts) m_outcome.occurrences += occurrences;
  }

  /// How many positions are fetched to show those of a pattern.
  [[nodiscard]] std::uint64_t fetched(std::size_t pattern) const
  {
    if (m_within) return m_within->fetched(pattern);
    return m_request.limit == 0 ? m_counts[pattern] : std::min<std::uint64_t>(m_counts[pattern], m_request.limit);
  }

  /// The end of the patterns whose positions are fetched together.
  [[nodiscard]] std::size_t end_of_part(std::size_t first) const
  {
    if (m_request.only_counts) return m_counts.size();
    std::uint64_t positions = fetched(first);
    std::size_t end = first + 1;
    while (end < m_counts.size() && positions + fetched(end) <= positions_at_a_time) positions += fetched(end++);
    return end;
  }

  [[nodiscard]] Matches located(std::size_t first, std::size_t end) const
  {
    Matches matches;
    matches.first_pattern = first;
    matches.counts.assign(m_counts.begin() + static_cast<std::ptrdiff_t>(first),
                          m_counts.begin() + static_cast<std::ptrdiff_t>(end));
    if (m_request.only_counts) return matches;
    if (m_within) {
      m_within->locate(first, end, m_request.limit, matches);
    }
    else {
      using Part = Span<Entry const, MemorySpace>;
      auto const found = m_index.locate(m_space, Part(m_intervals.starts.data() + first, end - first),
                                        Part(m_intervals.ends.data() + first, end - first),
                                        {.text_order = true, .max_positions = m_request.limit});
      matches.offsets = to_host(m_space, found.offsets);
      auto const positions = to_host(m_space, found.positions);
      matches.positions.assign(positions.begin(), positions.end());
    }
    require_within_text(matches);
    if (m_outcome.text.empty() && !matches.positions.empty()) add_contexts(matches);
    return matches;
  }

  /// What is around the matches, of an index that has no text at hand.
  void add_contexts(Matches& matches) const
  {
    std::vector<Entry> begins, ends;
    for (std::size_t i = 0; i < matches.counts.size(); ++i) {
      std::uint64_t const length = m_request.length_of(matches.first_pattern + i);
      auto const [first, end] = matches.range_of(i);
      for (std::size_t k = first; k < end; ++k) {
        std::uint64_t const position = matches.positions[k];
        auto const [first_place, end_of_places] = bounds_around(position);
        std::uint64_t const after = std::min(end_of_places - position, length + m_request.context);
        std::uint64_t const before = std::min<std::uint64_t>(position - first_place, m_request.context);
        begins.push_back(static_cast<Entry>(position - before));
        ends.push_back(static_cast<Entry>(position + after));
      }
    }
    if constexpr (requires { m_index.sample_rate(); }) {
      using Ranges = OnDevice<ExecutionSpace, Entry>;
      Ranges const device_begins(m_space, "lexikos::app::begins", begins);
      Ranges const device_ends(m_space, "lexikos::app::ends", ends);
      auto const found = m_index.extract(m_space, device_begins.view(), device_ends.view());
      matches.around = to_host(m_space, found.symbols);
      matches.around_offsets = to_host(m_space, found.offsets);
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

  /// Error (corrupt_input) unless all matches are within the text: a file with right checksums can still hold the array of
  /// another text.
  void require_within_text(Matches const& matches) const
  {
    if (m_request.saved == nullptr) return;
    std::uint64_t const n = m_outcome.text_size;
    for (std::size_t i = 0; i < matches.counts.size(); ++i) {
      std::size_t const length = m_request.length_of(matches.first_pattern + i);
      auto const [first, end] = matches.range_of(i);
      for (std::size_t k = first; k < end; ++k)
        if (matches.positions[k] >= n || length > n - matches.positions[k])
          m_request.saved->file().corrupt("its suffix array is not that of its text");
    }
  }

  ExecutionSpace const& m_space;
  Index const& m_index;
  SearchRequest const& m_request;
  SearchOutcome& m_outcome;
  Intervals<MemorySpace, Entry> m_intervals;
  std::vector<std::uint64_t> m_counts;
  std::optional<WithinRecords<ExecutionSpace, Index, Entry>> m_within;
};

/// Whether documents, or records, have all of a text.
bool have_all(Records const& records, std::uint64_t text_size)
{
  return records.offsets.front() == 0 && records.offsets.back() == text_size;
}

/// \param documents  without offsets: the text is one
template <class Entry, class Symbol, class ExecutionSpace, class Index>
void search_index(ExecutionSpace const& space, Index const& index, SearchRequest const& request, SearchOutcome& outcome,
                  Documents<typename ExecutionSpace::memory_space> const& documents = {})
{
  if constexpr (std::is_same_v<Index, SuffixIndex<typename ExecutionSpace::memory_space, Entry>>)
    if (request.with_errors)
      return SearchWithErrors<ExecutionSpace, Entry>(space, index, request, outcome).run(documents.offsets());
  Search<ExecutionSpace, Index, Symbol, Entry> search(space, index, request, outcome);
  if (documents.offsets().extent(0) != 0)
    search.set_documents(documents, have_all(*request.records(), outcome.text_size));
  search.run();
}

template <class Entry, class Symbol, class ExecutionSpace>
SearchOutcome search_text(TextRun<ExecutionSpace>& run, SearchRequest const& request)
{
  SearchOutcome outcome;
  outcome.device = run.device;
  outcome.text = request.index.job.text->bytes();
  outcome.text_size = outcome.text.size() / sizeof(Symbol);
  Stopwatch watch;
  IndexOutcome built;
  auto const index = build_index<Entry, Symbol>(run, request.index, built);
  outcome.index_seconds = watch.lap();
  search_index<Entry, Symbol>(run.space, index, request, outcome);
  return outcome;
}

/// \param text_of  text_of(index) is the text that the index has on the host
template <class Index, class Symbol, class Entry, class ExecutionSpace, class TextOf>
SearchOutcome search_saved(ExecutionSpace const& space, Session const& session, SearchRequest const& request,
                           TextOf const& text_of)
{
  FileReader const& file = request.saved->file();
  SearchOutcome outcome;
  outcome.device = described<ExecutionSpace>(session.device());
  if constexpr (!detail::works_on_host<ExecutionSpace>)
    require_memory(outcome.device, detail::available_memory<ExecutionSpace>(), {{"the index", file.bytes()}});
  Stopwatch watch;
  auto const index = [&] {
    ProgressBar const progress("loading the index", request.index.job.show_progress, ProgressBar::announced);
    return Index::load(space, file);
  }();
  outcome.text = text_of(index);
  outcome.text_size = index.size();
  Documents<typename ExecutionSpace::memory_space> documents;
  if (auto const* const records = request.records()) {
    documents = decltype(documents)::load(space, file, records_prefix);
    if (documents.size() != index.size()) file.corrupt("its records are those of another text");
    if (records->longest() == index.size()) documents = {};  // one that is all of the text has no border to cross
  }
  outcome.index_seconds = watch.lap();
  search_index<Entry, Symbol>(space, index, request, outcome, documents);
  return outcome;
}

SearchOutcome search_saved_suffixes(Session const& session, SearchRequest const& request)
{
  FileReader const& file = request.saved->file();
  std::size_t const width = suffix_index_width(file);
  return on_device<SearchOutcome>(session, [&](auto const& space) {
    return with_index(width, [&](auto entry) {
      return with_symbol(request.saved->symbol_bytes(), [&](auto symbol) {
        using Entry = decltype(entry);
        using Symbol = decltype(symbol);
        using Index = SuffixIndex<typename std::decay_t<decltype(space)>::memory_space, Entry, Symbol>;
        auto const text_of = [&](auto const&) {
          auto const text = file.array<Symbol>(suffix_index_text_section);
          return std::span(reinterpret_cast<std::uint8_t const*>(text.data()), text.extent(0) * sizeof(Symbol));
        };
        return search_saved<Index, Symbol, Entry>(space, session, request, text_of);
      });
    });
  });
}

SearchOutcome search_saved_transform(Session const& session, SearchRequest const& request)
{
  if (request.with_errors)
    throw Failure(ExitCode::not_supported,
                  request.saved->file().path() + " is an FM-index: --errors needs one of --kind suffix, or the text");
  auto const text_of = [&](auto const& index) {
    if (!request.only_counts && index.sample_rate() == 0)
      throw Failure(ExitCode::not_supported,
                    request.saved->file().path() + " only counts (it was built with --sample-rate 0): use --count");
    return std::span<std::uint8_t const>();
  };
  FmIndexWidth const width = fm_index_width(request.saved->file());
  return on_device<SearchOutcome>(session, [&](auto const& space) {
    return with_index(width.index, [&](auto entry) {
      using Entry = decltype(entry);
      using Index = FmIndex<typename std::decay_t<decltype(space)>::memory_space, Entry>;
      return search_saved<Index, std::uint8_t, Entry>(space, session, request, text_of);
    });
  });
}

}  // namespace

SearchOutcome search_patterns(Session const& session, SearchRequest const& request)
{
  if (request.saved == nullptr)
    return run_on_text<SearchOutcome>(session, request.index.job, [&](auto& run) {
      return with_index(request.index.index_bytes, [&](auto width) {
        return with_symbol(request.index.symbol_bytes,
                           [&](auto symbol) { return search_text<decltype(width), decltype(symbol)>(run, request); });
      });
    });
  return request.saved->is_fm() ? search_saved_transform(session, request) : search_saved_suffixes(session, request);
}

}  // namespace lexikos::app
