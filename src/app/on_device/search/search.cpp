// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/on_device/search/search.hpp"

#include <algorithm>
#include <functional>
#include <lexikos/documents.hpp>
#include <lexikos/file.hpp>
#include <lexikos/fm_index.hpp>
#include <lexikos/search.hpp>

#include "app/on_device/search/documents_of_patterns.hpp"
#include "app/on_device/search/errors.hpp"
#include "app/on_device/search/indexed_text.hpp"
#include "app/on_device/search/longest_of_contexts.hpp"
#include "app/on_device/search/next_of_patterns.hpp"
#include "app/on_device/search/pattern_intervals.hpp"
#include "app/on_device/search/within_records.hpp"

namespace lexikos::app
{

namespace
{

/// Fewer patterns are found in less time than it takes to sort them.
constexpr std::size_t min_patterns_to_sort = 1024;
/// Positions, and what else patterns have, that are on the host at one time, if one pattern does not have more.
constexpr std::uint64_t items_at_a_time = std::uint64_t{1} << 22;

/// Where the patterns' suffixes are in the suffix array, on the device.
template <class MemorySpace, class Index>
struct Intervals
{
  Array<Index, MemorySpace> starts;
  Array<Index, MemorySpace> ends;
};

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
  void set_borders(Borders<MemorySpace> const& borders) { m_within.emplace(m_space, m_index, borders); }
  /// Adds what else is wanted of patterns to their matches.
  void set_addition(std::function<void(PatternIntervals<Entry> const&, Matches&)> addition)
  {
    m_addition = std::move(addition);
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

  /// Of patterns [first, end).
  [[nodiscard]] PatternIntervals<Entry> intervals_of(std::size_t first, std::size_t end) const
  {
    PatternIntervals<Entry> intervals{
        to_host(m_space, m_intervals.starts, first, end), to_host(m_space, m_intervals.ends, first, end), {}};
    for (std::size_t i = first; i < end; ++i) intervals.lengths.push_back(m_request.length_of(i));
    return intervals;
  }

  /// How many positions are fetched to show those of a pattern.
  [[nodiscard]] std::uint64_t fetched(std::size_t pattern) const
  {
    if (m_within) return m_within->fetched(pattern);
    return m_request.limit == 0 ? m_counts[pattern] : std::min<std::uint64_t>(m_counts[pattern], m_request.limit);
  }

  /// Positions, documents and symbols of a pattern that are fetched.
  [[nodiscard]] std::uint64_t items_of(std::size_t pattern) const
  {
    std::uint64_t items = m_request.only_counts ? 0 : fetched(pattern);
    if (m_addition)
      items += 1 + std::min<std::uint64_t>(m_request.top_documents, m_counts[pattern]) +
               std::min<std::uint64_t>(m_request.next_symbols, m_counts[pattern]);
    return items;
  }

  /// The end of the patterns whose items are fetched together.
  [[nodiscard]] std::size_t end_of_part(std::size_t first) const
  {
    if (m_request.only_counts && !m_addition) return m_counts.size();
    std::uint64_t items = items_of(first);
    std::size_t end = first + 1;
    while (end < m_counts.size() && items + items_of(end) <= items_at_a_time) items += items_of(end++);
    return end;
  }

  [[nodiscard]] Matches located(std::size_t first, std::size_t end) const
  {
    Matches matches;
    matches.first_pattern = first;
    matches.counts.assign(m_counts.begin() + static_cast<std::ptrdiff_t>(first),
                          m_counts.begin() + static_cast<std::ptrdiff_t>(end));
    if (m_request.longest_suffixes)
      for (std::size_t i = first; i < end; ++i) matches.suffix_lengths.push_back(m_request.length_of(i));
    if (m_addition) m_addition(intervals_of(first, end), matches);
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
  std::function<void(PatternIntervals<Entry> const&, Matches&)> m_addition;
  std::optional<WithinRecords<ExecutionSpace, Index, Entry>> m_within;
};

/// Whether documents, or records, have all of a text.
bool have_all(Records const& records, std::uint64_t text_size)
{
  return records.offsets.front() == 0 && records.offsets.back() == text_size;
}

/// Those of documents, if there are any.
template <class MemorySpace>
Borders<MemorySpace> borders_of(Documents<MemorySpace> const& documents, SearchRequest const& request,
                                std::uint64_t text_size)
{
  auto const* const records = request.records();
  if (records == nullptr || records->longest() == text_size) return {};  // one that is all of the text has none
  return {documents, have_all(*records, text_size)};
}

/// What else is wanted of patterns, beside their matches, in a suffix index. Refers to its arguments.
template <class ExecutionSpace, class Symbol, class Entry>
class Addition
{
 public:
  using MemorySpace = typename ExecutionSpace::memory_space;

  Addition(ExecutionSpace const& space, SuffixIndex<MemorySpace, Entry, Symbol> const& index,
           SearchRequest const& request, Documents<MemorySpace> const& documents, Borders<MemorySpace> const& borders)
      : m_request(request), m_next(space, index, borders)
  {
    if (request.wants_index_of_documents())
      m_documents.emplace(space, index.suffix_array(), documents, request.documents, request.index.job.show_progress);
  }

  void operator()(PatternIntervals<Entry> const& patterns, Matches& matches) const
  {
    if (m_request.documents) matches.documents = m_documents->count(patterns);
    if (m_request.top_documents != 0) matches.top = m_documents->top(patterns, m_request.top_documents);
    if (m_request.next_symbols != 0) matches.next = m_next.most_frequent(patterns, m_request.next_symbols);
  }

 private:
  SearchRequest const& m_request;
  NextOfPatterns<ExecutionSpace, Symbol, Entry> m_next;
  std::optional<DocumentsOfPatterns<ExecutionSpace, Entry>> m_documents;
};

/// The longest suffix of each pattern that the text has, by a suffix index; none by others, which are not asked.
template <class Entry, class Symbol, class ExecutionSpace, class Index>
std::vector<std::string_view> longest_suffixes_of(ExecutionSpace const& space, Index const& index,
                                                  SearchRequest const& request,
                                                  Borders<typename ExecutionSpace::memory_space> const& borders)
{
  if constexpr (std::is_same_v<Index, SuffixIndex<typename ExecutionSpace::memory_space, Entry, Symbol>>)
    return LongestOfContexts<ExecutionSpace, Symbol, Entry>(space, index, request.patterns).find(borders);
  else
    return {};
}

/// \param documents  of a saved index that has some
template <class Entry, class Symbol, class ExecutionSpace, class Index>
void search_index(ExecutionSpace const& space, Index const& index, SearchRequest const& all, SearchOutcome& outcome,
                  Documents<typename ExecutionSpace::memory_space> const& documents = {})
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  SearchRequest request = all;
  auto const borders = borders_of(documents, request, outcome.text_size);
  Stopwatch watch;
  std::vector<std::string_view> suffixes;
  if (request.longest_suffixes) {
    suffixes = longest_suffixes_of<Entry, Symbol>(space, index, request, borders);
    request.patterns = suffixes;
  }
  Search<ExecutionSpace, Index, Symbol, Entry> search(space, index, request, outcome);
  if constexpr (std::is_same_v<Index, SuffixIndex<MemorySpace, Entry>>)
    if (request.with_errors)
      return SearchWithErrors<ExecutionSpace, Entry>(space, index, request, outcome).run(borders.documents.offsets());
  if constexpr (std::is_same_v<Index, SuffixIndex<MemorySpace, Entry, Symbol>>) {
    if (request.wants_index_of_documents() || request.next_symbols != 0)
      search.set_addition(Addition<ExecutionSpace, Symbol, Entry>(space, index, request, documents, borders));
    outcome.index_seconds += watch.lap();
  }
  if (borders.exist()) search.set_borders(borders);
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
  Documents<typename ExecutionSpace::memory_space> documents;
  if (auto const* const records = request.records())
    documents = documents_from_host(run.space, records->offsets, outcome.text_size);
  search_index<Entry, Symbol>(run.space, index, request, outcome, documents);
  return outcome;
}

/// \param text_of  text_of(index) is the text that the index has on the host
/// \param needs    what it takes beside the index
template <class Index, class Symbol, class Entry, class ExecutionSpace, class TextOf>
SearchOutcome search_saved(ExecutionSpace const& space, Session const& session, SearchRequest const& request,
                           TextOf const& text_of, std::vector<MemoryNeed> needs = {})
{
  FileReader const& file = request.saved->file();
  SearchOutcome outcome;
  outcome.device = described<ExecutionSpace>(session.device());
  if constexpr (!detail::works_on_host<ExecutionSpace>) needs.push_back({"the index", file.bytes()});
  require_memory(outcome.device, detail::available_memory<ExecutionSpace>(), needs);
  Stopwatch watch;
  auto const index = [&] {
    ProgressBar const progress("loading the index", request.index.job.show_progress, ProgressBar::announced);
    return Index::load(space, file);
  }();
  outcome.text = text_of(index);
  outcome.text_size = index.size();
  Documents<typename ExecutionSpace::memory_space> documents;
  if (request.records() != nullptr) {
    documents = decltype(documents)::load(space, file, records_prefix);
    if (documents.size() != index.size()) file.corrupt("its records are those of another text");
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
        std::vector<MemoryNeed> needs;
        if (request.wants_index_of_documents())
          needs = DocumentsOfPatterns<std::decay_t<decltype(space)>, Entry>::needs(
              file.size_of(suffix_index_text_section), request.records()->count(), request.documents);
        return search_saved<Index, Symbol, Entry>(space, session, request, text_of, std::move(needs));
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
