// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/on_device/search/repeats.hpp"

#include <algorithm>
#include <lexikos/lcp.hpp>
#include <lexikos/longest_repeats.hpp>
#include <lexikos/range_minimum.hpp>
#include <lexikos/repeated_substrings.hpp>

#include "app/io/text_writer.hpp"
#include "app/on_device/suffix_array/sort_of_documents.hpp"
#include "app/on_device/suffix_array/sort_options.hpp"

namespace lexikos::app
{

namespace
{

constexpr std::size_t block_entries = std::size_t{1} << 22;
constexpr std::size_t repeats_at_a_time = std::size_t{1} << 16;

template <class ExecutionSpace, class Index>
class RepeatsOfText
{
 public:
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Indices = Array<Index, MemorySpace>;

  RepeatsOfText(TextRun<ExecutionSpace>& run, RepeatsRequest const& request)
      : m_run(run), m_request(request), m_algorithm(longest_repeats_algorithm(request.algorithm))
  {}

  RepeatsOutcome find()
  {
    m_outcome.device = m_run.device;
    require_memory();
    if (m_request.positions != nullptr && !m_request.tsv) m_request.positions->reserve(2 * m_run.n * sizeof(Index));
    m_run.load();
    Stopwatch watch;
    sort();
    m_outcome.sort_seconds = watch.lap();
    build_lcp();
    m_outcome.lcp_seconds = watch.lap();
    m_run.workspace.release();
    find_positions();
    static_cast<void>(watch.lap());
    find_top();
    m_outcome.maximal_seconds = watch.lap();
    return std::move(m_outcome);
  }

 private:
  [[nodiscard]] bool is_one() const { return m_request.offsets.empty(); }

  void require_memory() const
  {
    std::size_t const n = m_run.n;
    std::size_t const array = n * sizeof(Index);
    // starts and lengths come when the workspace of the steps before them is free again
    std::size_t const repeats = 2 * array + longest_repeats_workspace_bytes<ExecutionSpace, Index>(n, m_algorithm);
    std::size_t const lcp = lcp_array_workspace_bytes<ExecutionSpace, Index>(n);
    std::size_t const sorting = m_run.template sorting_bytes<Index>(m_run.algorithm(m_request.sort.algorithm), true);
    m_run.require_memory({{"suffix, inverse and LCP array", 3 * array},
                          {"the symbols before suffixes", is_one() ? 0 : n * sizeof(std::uint32_t)},
                          {"the workspace", std::max({sorting, lcp, repeats})}});
  }

  void sort()
  {
    m_suffix_array = m_run.template array<Index>("lexikos::app::suffix_array", m_run.n);
    m_inverse = m_run.template array<Index>("lexikos::app::inverse", m_run.n);
    m_lcp = m_run.template array<Index>("lexikos::app::lcp", m_run.n);
    auto const options = suffix_array_options(m_run, m_request.sort);
    if (is_one())
      m_run.sort(m_suffix_array, m_inverse, options);
    else
      sort_of_documents(m_run, m_run.text(), m_request.offsets, m_suffix_array, m_inverse, options);
  }

  void build_lcp()
  {
    auto const progress = m_run.announced("LCP array");
    Span<Index, MemorySpace> const lcp(m_lcp);
    LcpOptions const options{.workspace = &m_run.workspace};
    if (is_one())
      lcp_array(m_run.space, m_run.text(), m_suffix_array, m_inverse, lcp, options);
    else
      lcp_array(m_run.space, m_run.text(), documents_from_host(m_run.space, m_request.offsets, m_run.n),
                Span<Index const, MemorySpace>(m_suffix_array), lcp, options);
    auto const statistics = lcp_statistics(m_run.space, m_lcp);
    m_outcome.longest = static_cast<std::size_t>(statistics.maximum);
    m_outcome.mean_lcp = statistics.mean;
  }

  /// The longest repeat at each position.
  void find_positions()
  {
    std::size_t const n = m_run.n;
    auto const starts = m_run.template array<Index>("lexikos::app::starts", n);
    auto const lengths = m_run.template array<Index>("lexikos::app::lengths", n);
    {
      auto const progress = m_run.announced("longest repeats");
      LongestRepeatsStatistics statistics;
      longest_repeats(m_run.space, m_inverse, m_lcp, starts, lengths,
                      {.algorithm = m_algorithm, .statistics = &statistics});
      m_outcome.repeats_seconds = statistics.seconds;
    }
    double sum = 0;
    for_each_block(m_run.space, lengths, block_entries, [&](std::vector<Index> const& block, std::size_t) {
      for (Index const length : block) {
        sum += static_cast<double>(length);
        m_outcome.covered += length != 0;
        if (m_request.plot != nullptr) m_request.plot->add(length);
      }
    });
    m_outcome.mean_length = n == 0 ? 0 : sum / static_cast<double>(n);
    if (m_request.positions == nullptr) return;
    if (m_request.tsv) return write_lines(starts, lengths);
    write(m_run.space, starts, *m_request.positions);
    write(m_run.space, lengths, *m_request.positions);
  }

  void write_lines(Indices const& starts, Indices const& lengths) const
  {
    TextWriter out(*m_request.positions);
    out << "position\tstart\tlength\n";
    for_each_block(m_run.space, starts, block_entries, [&](std::vector<Index> const& start, std::size_t first) {
      auto const length = to_host(m_run.space, lengths, first, first + start.size());
      for (std::size_t i = 0; i < start.size(); ++i)
        out << first + i << '\t' << std::uint64_t{start[i]} << '\t' << std::uint64_t{length[i]} << '\n';
    });
    out.flush();
  }

  /// A maximal repeat: an interval of the suffix array.
  struct Repeat
  {
    Index begin = 0;
    Index end = 0;
    std::size_t length = 0;

    [[nodiscard]] std::size_t occurrences() const { return end - begin; }
  };

  /// The longest of the maximal repeats that the user wants to see.
  void find_top()
  {
    auto const progress = m_run.announced("maximal repeats");
    m_outcome.maximal = count(m_request.min_length);
    std::size_t const wanted = std::min(m_request.top, m_outcome.maximal);
    if (wanted == 0) return;
    auto repeats = list(length_of(wanted));
    std::ranges::stable_sort(repeats, [](Repeat const& a, Repeat const& b) {
      return a.length != b.length ? a.length > b.length : a.occurrences() > b.occurrences();
    });
    repeats.resize(wanted);

    RangeMinimum<MemorySpace, Index> const minima(m_run.space, m_suffix_array, {.workspace = &m_run.workspace});
    for (std::size_t first = 0; first < wanted; first += repeats_at_a_time)
      add_to_top(minima, std::span(repeats).subspan(first, std::min(repeats_at_a_time, wanted - first)));
  }

  /// With the first positions of each, which are the smallest entries of its interval.
  void add_to_top(RangeMinimum<MemorySpace, Index> const& minima, std::span<Repeat const> repeats)
  {
    std::vector<Index> begins, ends;
    for (auto const& repeat : repeats) {
      begins.push_back(repeat.begin);
      ends.push_back(repeat.end);
    }
    OnDevice<ExecutionSpace, Index> const first(m_run.space, "lexikos::app::begins", begins);
    OnDevice<ExecutionSpace, Index> const last(m_run.space, "lexikos::app::ends", ends);
    std::size_t const max_positions = m_request.max_positions;
    auto const smallest = m_run.template array<Index>("lexikos::app::positions", max_positions * repeats.size());
    minima.best_values(m_run.space, first.view(), last.view(), max_positions, smallest,
                       {.workspace = &m_run.workspace});
    auto const positions = to_host(m_run.space, smallest);
    for (std::size_t i = 0; i < repeats.size(); ++i) {
      auto const start = positions.begin() + static_cast<std::ptrdiff_t>(i * max_positions);
      auto const size = static_cast<std::ptrdiff_t>(std::min(max_positions, repeats[i].occurrences()));
      m_outcome.top.push_back({repeats[i].length, repeats[i].occurrences(), {start, start + size}});
    }
  }

  [[nodiscard]] std::size_t count(std::size_t min_length)
  {
    Indices const none;
    return find_maximal(min_length, none, none, none);
  }

  /// Of all repeats, or where there is no room for them their number.
  [[nodiscard]] std::size_t find_maximal(std::size_t min_length, Indices const& begins, Indices const& ends,
                                         Indices const& lengths)
  {
    MaximalRepeatsOptions const options{min_length, m_request.min_occurrences, &m_run.workspace};
    if (is_one())
      return maximal_repeats(m_run.space, m_run.text(), m_suffix_array, m_lcp, begins, ends, lengths, options);
    if (m_before.view().extent(0) == 0) mark_ends();
    return maximal_repeats(m_run.space, m_before.view(), m_suffix_array, m_lcp, begins, ends, lengths, options);
  }

  /// Of the text, maximal repeats are told the symbols before suffixes. What comes before the first of a document is the
  /// last of another one, which becomes a symbol that there is once.
  void mark_ends()
  {
    auto const text = m_request.job.text->bytes();
    std::vector<std::uint32_t> symbols(text.begin(), text.end());
    std::uint32_t next = 256;
    for (std::size_t d = 1; d < m_request.offsets.size(); ++d)
      if (m_request.offsets[d] != m_request.offsets[d - 1]) symbols[m_request.offsets[d] - 1] = next++;
    m_symbols_before = std::move(symbols);
    m_before = {m_run.space, "lexikos::app::before", m_symbols_before};
  }

  /// The largest length that as many repeats as are wanted reach, so that no more are listed than need be.
  [[nodiscard]] std::size_t length_of(std::size_t wanted)
  {
    std::size_t low = m_request.min_length, high = m_outcome.longest + 1;  // enough reach low, too few high
    while (low + 1 < high) {
      std::size_t const middle = low + (high - low) / 2;
      (count(middle) >= wanted ? low : high) = middle;
    }
    return low;
  }

  [[nodiscard]] std::vector<Repeat> list(std::size_t min_length)
  {
    std::size_t const size = count(min_length);
    auto const begins = m_run.template array<Index>("lexikos::app::begins", size);
    auto const ends = m_run.template array<Index>("lexikos::app::ends", size);
    auto const lengths = m_run.template array<Index>("lexikos::app::repeat_lengths", size);
    static_cast<void>(find_maximal(min_length, begins, ends, lengths));
    auto const begin = to_host(m_run.space, begins);
    auto const end = to_host(m_run.space, ends);
    auto const length = to_host(m_run.space, lengths);
    std::vector<Repeat> repeats(size);
    for (std::size_t i = 0; i < size; ++i) repeats[i] = {begin[i], end[i], length[i]};
    return repeats;
  }

  TextRun<ExecutionSpace>& m_run;
  RepeatsRequest const& m_request;
  LongestRepeatsAlgorithm m_algorithm;
  Indices m_suffix_array, m_inverse, m_lcp;
  std::vector<std::uint32_t> m_symbols_before;  // of documents: see mark_ends
  OnDevice<ExecutionSpace, std::uint32_t> m_before;
  RepeatsOutcome m_outcome;
};

}  // namespace

void require_known_repeats_algorithm(std::string const& name)
{
  static_cast<void>(longest_repeats_algorithm(name));
}

RepeatsOutcome find_repeats(Session const& session, RepeatsRequest const& request)
{
  return run_on_text<RepeatsOutcome>(session, request.job, [&](auto& run) {
    return with_index(request.index_bytes, [&](auto index) {
      using ExecutionSpace = std::remove_cvref_t<decltype(run.space)>;
      return RepeatsOfText<ExecutionSpace, decltype(index)>(run, request).find();
    });
  });
}

}  // namespace lexikos::app
