// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/on_device/ranks/search.hpp"

#include <lexikos/config.hpp>
#ifdef LEXIKOS_HAVE_MPI
#include <algorithm>
#include <lexikos/distributed/index_by_range.hpp>
#include <lexikos/distributed/suffix_array.hpp>

#include "app/command_line/index_width.hpp"
#include "app/on_device/ranks/files.hpp"
#include "app/on_device/ranks/search_run.hpp"
#include "app/on_device/search/pattern_intervals.hpp"
#endif

namespace lexikos::app
{

#ifndef LEXIKOS_HAVE_MPI

SearchOutcome search_on_ranks(RanksSearch const&)
{
  throw Failure(ExitCode::not_supported, "this build has no MPI");
}

#else

namespace
{

using distributed::Communicator;

/// An index by range, that is saved or built.
template <class ExecutionSpace, class Symbol, class Entry>
class RangeSource
{
 public:
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Index = distributed::IndexByRange<MemorySpace, Entry, Symbol>;

  RangeSource(ExecutionSpace const& space, World& world, RanksSearch const& request)
      : m_space(space), m_world(world), m_request(request), m_communicator(space, MPI_COMM_WORLD)
  {
    m_index = request.saved != nullptr ? Index::load(space, m_communicator, request.source) : build();
  }

  [[nodiscard]] std::uint64_t symbols() const { return m_index.size(); }

  void count(std::vector<std::uint64_t>& counts)
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
      counts.resize(count);
      for (std::size_t i = 0; i < count; ++i) counts[i] = ends[i] - begins[i];
    });
  }

  void locate(std::size_t first, std::size_t end, Matches& matches)
  {
    using Part = Span<Entry const, MemorySpace>;
    std::size_t const count = m_world.is_first() ? end - first : 0;
    auto const part_of = [&](auto const& all) { return count == 0 ? Part() : Part(all.data() + first, count); };
    auto const found = m_index.locate(m_space, part_of(m_begins), part_of(m_ends),
                                      {.text_order = true, .max_positions = m_request.limit});
    m_world.together([&] {
      if (!m_world.is_first()) return;
      matches.offsets = to_host(m_space, found.offsets);
      auto const positions = to_host(m_space, found.positions);
      matches.positions.assign(positions.begin(), positions.end());
    });
  }

  void extract(TextPlaces const& places, Matches& matches)
  {
    m_world.together([&] {
      if (!m_world.is_first()) return;
      std::vector<Entry> const begins(places.begins.begin(), places.begins.end());
      std::vector<Entry> const ends(places.ends.begin(), places.ends.end());
      OnDevice<ExecutionSpace, Entry> const device_begins(m_space, "lexikos::app::begins", begins);
      OnDevice<ExecutionSpace, Entry> const device_ends(m_space, "lexikos::app::ends", ends);
      set_around(m_space, m_index.extract(m_space, device_begins.view(), device_ends.view()), matches);
    });
  }

 private:
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

  ExecutionSpace m_space;
  World& m_world;
  RanksSearch const& m_request;
  Communicator m_communicator;
  Index m_index;
  Array<Entry, MemorySpace> m_begins, m_ends;
};

/// Bytes of an entry of the index.
std::size_t entry_bytes(World& world, RanksSearch const& request)
{
  if (request.saved != nullptr) return request.saved->entry_bytes();
  SharedInput const input(world, request.source);
  return index_bytes_for(symbols_of(request.source, input.bytes(), request.symbol_bytes), "auto");
}

SearchOutcome search_by_range(World& world, Session const& session, RanksSearch const& request)
{
  std::size_t const width = entry_bytes(world, request);
  return on_device<SearchOutcome>(session, [&](auto const& space) {
    using ExecutionSpace = std::remove_cvref_t<decltype(space)>;
    return with_index(width, [&](auto entry) {
      return with_symbol(request.symbol_bytes, [&](auto symbol) {
        using Source = RangeSource<ExecutionSpace, decltype(symbol), decltype(entry)>;
        return SearchRun<Source>(world, request, described<ExecutionSpace>(session.device())).run([&] {
          return Source(space, world, request);
        });
      });
    });
  });
}

SearchOutcome run(World& world, RanksSearch const& request)
{
  std::string words = request.source + '\n' + std::to_string(request.limit) + (request.only_counts ? "c" : "-");
  for (auto const pattern : request.patterns) words.append(pattern).append(1, '\n');
  require_same(world, words);
  std::unique_ptr<Session> session;
  world.together([&] { session = std::make_unique<Session>(request.device); });
  bool const is_by_text = request.saved != nullptr && request.saved->is_by_text();
  return is_by_text ? search_by_text(world, *session, request) : search_by_range(world, *session, request);
}

}  // namespace

SearchOutcome search_on_ranks(RanksSearch const& request)
{
  return in_world([&](World& world) { return run(world, request); });
}

#endif

}  // namespace lexikos::app
