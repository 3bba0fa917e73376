// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/on_device/ranks/search.hpp"

#include <lexikos/config.hpp>
#include <lexikos/file.hpp>
#ifdef LEXIKOS_HAVE_MPI
#include <algorithm>
#include <lexikos/distributed/index_by_range.hpp>
#include <lexikos/distributed/suffix_array.hpp>

#include "app/command_line/index_width.hpp"
#include "app/on_device/ranks/files.hpp"
#include "app/on_device/search/pattern_intervals.hpp"
#include "app/on_device/session/run_on_text.hpp"
#endif

namespace lexikos::app
{

bool is_index_of_ranks(std::string const& path)
{
  return is_lexikos_file(path + "/manifest");
}

#ifndef LEXIKOS_HAVE_MPI

unsigned symbol_bytes_of_ranks_index(std::string const& path)
{
  throw Failure(ExitCode::not_supported, path + " is an index of several ranks, and this build has no MPI");
}

SearchOutcome search_on_ranks(RanksSearch const&)
{
  throw Failure(ExitCode::not_supported, "this build has no MPI");
}

#else

namespace
{

using distributed::Communicator;

/// Positions that are on the host at one time, if one pattern does not have more.
constexpr std::uint64_t positions_at_a_time = std::uint64_t{1} << 22;

/// Patterns of rank 0 in an index of all.
template <class ExecutionSpace, class Symbol, class Entry>
class SearchRun
{
 public:
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Index = distributed::IndexByRange<MemorySpace, Entry, Symbol>;

  SearchRun(ExecutionSpace const& space, Session const& session, World& world, RanksSearch const& request)
      : m_space(space), m_world(world), m_request(request), m_communicator(space, MPI_COMM_WORLD)
  {
    m_outcome.device = described<ExecutionSpace>(session.device());
  }

  SearchOutcome run()
  {
    Stopwatch watch;
    m_index = m_request.is_saved ? Index::load(m_space, m_communicator, m_request.source) : build();
    m_outcome.text_size = m_index.size();
    m_outcome.index_seconds = watch.lap();
    count();
    m_outcome.search_seconds = watch.lap();
    on_first([&] { m_request.on_counted(m_outcome); });
    for (std::size_t first = 0; first < m_request.patterns.size();) {
      std::size_t const end = end_of_part(first);
      static_cast<void>(watch.lap());
      Matches const matches = located(first, end);
      m_outcome.search_seconds += watch.lap();
      on_first([&] { m_request.on_matches(matches); });
      first = end;
    }
    on_first([&] { m_request.on_end(m_outcome); });
    return m_outcome;
  }

 private:
  /// Work of rank 0, which may fail.
  template <class Work>
  void on_first(Work const& work)
  {
    m_world.together([&] {
      if (m_world.is_first()) work();
    });
  }

  [[nodiscard]] Index build()
  {
    SharedInput const input(m_world, m_request.source);
    std::uint64_t const n = input.bytes() / sizeof(Symbol);
    auto const part = distributed::part_of(n, m_communicator.rank(), m_communicator.size());
    Array<Symbol, MemorySpace> text;
    Array<Entry, MemorySpace> suffix_array;
    m_world.together([&] {
      text = allocate<Symbol>(m_space, "lexikos::app::text", part.extent);
      suffix_array = allocate<Entry>(m_space, "lexikos::app::suffix_array", part.extent);
      input.read(m_space, part.first, Span<Symbol, MemorySpace>(text));
    });
    ProgressBar bar("sorting suffixes", m_request.show_progress && m_world.is_first());
    distributed::SuffixArrayOptions options;
    options.progress = bar.updates();
    distributed::suffix_array(m_space, m_communicator, text, Span<Entry, MemorySpace>(suffix_array), options);
    return Index(m_space, m_communicator, text, suffix_array);
  }

  void count()
  {
    std::size_t const count = m_world.is_first() ? m_request.patterns.size() : 0;
    Patterns<MemorySpace, Symbol> batch;
    m_world.together([&] {
      batch = patterns_on_device<Symbol>(m_space, m_request.patterns.first(count));
      m_begins = allocate<Entry>(m_space, "lexikos::app::begins", count);
      m_ends = allocate<Entry>(m_space, "lexikos::app::ends", count);
    });
    m_index.intervals(m_space, batch.symbols, batch.offsets, Span<Entry, MemorySpace>(m_begins),
                      Span<Entry, MemorySpace>(m_ends));
    m_world.together([&] {
      auto const begins = to_host(m_space, m_begins);
      auto const ends = to_host(m_space, m_ends);
      m_counts.resize(count);
      for (std::size_t i = 0; i < count; ++i) m_outcome.occurrences += m_counts[i] = ends[i] - begins[i];
    });
    m_outcome.occurrences = m_world.ranks().all_gather(m_outcome.occurrences)[0];
  }

  /// The end of the patterns whose positions are fetched together, which rank 0 knows.
  [[nodiscard]] std::size_t end_of_part(std::size_t first)
  {
    std::size_t end = m_request.patterns.size();
    if (m_world.is_first() && !m_request.only_counts) {
      std::uint64_t positions = wanted(first);
      for (end = first + 1; end < m_counts.size() && positions + wanted(end) <= positions_at_a_time; ++end)
        positions += wanted(end);
    }
    return m_world.ranks().all_gather(end)[0];
  }
  [[nodiscard]] std::uint64_t wanted(std::size_t pattern) const
  {
    return m_request.limit == 0 ? m_counts[pattern] : std::min<std::uint64_t>(m_counts[pattern], m_request.limit);
  }

  [[nodiscard]] Matches located(std::size_t first, std::size_t end)
  {
    Matches matches;
    matches.first_pattern = first;
    on_first([&] {
      matches.counts.assign(m_counts.begin() + static_cast<std::ptrdiff_t>(first),
                            m_counts.begin() + static_cast<std::ptrdiff_t>(end));
    });
    if (m_request.only_counts) return matches;
    using Part = Span<Entry const, MemorySpace>;
    std::size_t const count = m_world.is_first() ? end - first : 0;
    auto const part_of = [&](auto const& all) { return count == 0 ? Part() : Part(all.data() + first, count); };
    auto const found = m_index.locate(m_space, part_of(m_begins), part_of(m_ends),
                                      {.text_order = true, .max_positions = m_request.limit});
    on_first([&] {
      matches.offsets = to_host(m_space, found.offsets);
      auto const positions = to_host(m_space, found.positions);
      matches.positions.assign(positions.begin(), positions.end());
      add_contexts(matches);
    });
    return matches;
  }

  void add_contexts(Matches& matches) const
  {
    std::uint64_t const n = m_outcome.text_size;
    std::vector<Entry> begins, ends;
    for (std::size_t i = 0; i < matches.counts.size(); ++i) {
      std::uint64_t const length = m_request.patterns[matches.first_pattern + i].size() / sizeof(Symbol);
      auto const [first, end] = matches.range_of(i);
      for (std::size_t k = first; k < end; ++k) {
        std::uint64_t const position = matches.positions[k];
        if (length > n - position)
          throw Failure(ExitCode::unreadable_input,
                        "cannot read " + m_request.source + ": its suffix array is not that of its text");
        begins.push_back(static_cast<Entry>(position - std::min<std::uint64_t>(position, m_request.context)));
        ends.push_back(
            static_cast<Entry>(position + std::min<std::uint64_t>(n - position, length + m_request.context)));
      }
    }
    OnDevice<ExecutionSpace, Entry> const device_begins(m_space, "lexikos::app::begins", begins);
    OnDevice<ExecutionSpace, Entry> const device_ends(m_space, "lexikos::app::ends", ends);
    auto const found = m_index.extract(m_space, device_begins.view(), device_ends.view());
    auto const symbols = to_host(m_space, found.symbols);
    auto const* const bytes = reinterpret_cast<std::uint8_t const*>(symbols.data());
    matches.around.assign(bytes, bytes + symbols.size() * sizeof(Symbol));
    matches.around_offsets = to_host(m_space, found.offsets);
    for (auto& offset : matches.around_offsets) offset *= sizeof(Symbol);
  }

  ExecutionSpace m_space;
  World& m_world;
  RanksSearch const& m_request;
  Communicator m_communicator;
  Index m_index;
  Array<Entry, MemorySpace> m_begins, m_ends;
  std::vector<std::uint64_t> m_counts;  ///< on rank 0
  SearchOutcome m_outcome;
};

/// Bytes of an entry of the index.
std::size_t entry_bytes(World& world, RanksSearch const& request)
{
  std::size_t bytes = 0;
  if (request.is_saved) {
    world.together([&] { bytes = distributed::index_by_range_width(request.source).index; });
    return bytes;
  }
  SharedInput const input(world, request.source);
  if (input.bytes() % request.symbol_bytes != 0)
    throw Failure(ExitCode::unreadable_input,
                  request.source + " does not end with a symbol of " + std::to_string(request.symbol_bytes) + " bytes");
  return index_bytes_for(input.bytes() / request.symbol_bytes, "auto");
}

SearchOutcome run(World& world, RanksSearch const& request)
{
  std::string words = request.source + '\n' + std::to_string(request.limit) + (request.only_counts ? "c" : "-");
  for (auto const pattern : request.patterns) words.append(pattern).append(1, '\n');
  require_same(world, words);
  std::size_t const width = entry_bytes(world, request);
  std::unique_ptr<Session> session;
  world.together([&] { session = std::make_unique<Session>(request.device); });
  return on_device<SearchOutcome>(*session, [&](auto const& space) {
    using ExecutionSpace = std::remove_cvref_t<decltype(space)>;
    return with_index(width, [&](auto entry) {
      using Entry = decltype(entry);
      return with_symbol(request.symbol_bytes, [&](auto symbol) {
        return SearchRun<ExecutionSpace, decltype(symbol), Entry>(space, *session, world, request).run();
      });
    });
  });
}

}  // namespace

unsigned symbol_bytes_of_ranks_index(std::string const& path)
{
  return static_cast<unsigned>(distributed::index_by_range_width(path).symbol);
}

SearchOutcome search_on_ranks(RanksSearch const& request)
{
  return in_world([&](World& world) { return run(world, request); });
}

#endif

}  // namespace lexikos::app
