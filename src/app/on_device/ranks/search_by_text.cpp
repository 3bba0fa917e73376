// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <lexikos/config.hpp>
#ifdef LEXIKOS_HAVE_MPI
#include <deque>
#include <lexikos/distributed/index_by_text.hpp>

#include "app/on_device/ranks/search_run.hpp"
#include "app/on_device/search/pattern_intervals.hpp"
#include "app/on_device/search/within_records.hpp"

namespace lexikos::app
{

namespace
{

using distributed::Communicator;

/// Adds lists that follow each other to those of some patterns, of each as many items as are wanted.
class PositionsOfPatterns
{
 public:
  PositionsOfPatterns(std::size_t patterns, std::size_t limit) : m_lists(patterns), m_limit(limit) {}

  /// Of each pattern [offsets[i], offsets[i + 1]) of the positions, counted from `first`.
  template <class Offsets, class Positions>
  void add(Offsets const& offsets, Positions const& positions, std::uint64_t first)
  {
    for (std::size_t i = 0; i < m_lists.size(); ++i)
      for (std::uint64_t k = offsets[i]; k < offsets[i + 1]; ++k) {
        if (m_limit != 0 && m_lists[i].size() == m_limit) break;
        m_lists[i].push_back(first + positions[k]);
      }
  }

  [[nodiscard]] std::vector<std::uint64_t> offsets() const
  {
    std::vector<std::uint64_t> offsets{0};
    for (auto const& list : m_lists) offsets.push_back(offsets.back() + list.size());
    return offsets;
  }
  [[nodiscard]] std::vector<std::uint64_t> positions() const
  {
    std::vector<std::uint64_t> all;
    for (auto const& list : m_lists) all.insert(all.end(), list.begin(), list.end());
    return all;
  }

 private:
  std::vector<std::vector<std::uint64_t>> m_lists;
  std::size_t m_limit;
};

/// An index by text. Where it has documents, or records, of which several parts are made, every rank counts and locates
/// what lies in one of those in its own parts.
template <class ExecutionSpace, class LocalIndex>
class TextSource
{
 public:
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Index = distributed::IndexByText<LocalIndex>;
  using Symbol = typename Index::Symbol;
  using Entry = typename Index::Entry;

  TextSource(ExecutionSpace const& space, World& world, RanksSearch const& request)
      : m_space(space), m_world(world), m_request(request)
  {
    m_index = Index::load(space, Communicator(space, MPI_COMM_WORLD), request.source);
    auto const* const records = request.records();
    m_has_borders = records != nullptr && records->longest() != m_index.size();
    m_world.together([&] {
      if (!m_request.only_counts) require_places();
      if (!m_has_borders) return;
      for (std::size_t s = 0; s < m_index.shards(); ++s)
        m_within.emplace_back(m_space, m_index.shard(s), borders_of(*records, s));
    });
  }

  [[nodiscard]] std::uint64_t symbols() const { return m_index.size(); }

  void count(std::vector<std::uint64_t>& counts)
  {
    if (m_has_borders) return count_within(counts);
    auto const batch = patterns(0, m_request.patterns.size());
    Array<std::uint64_t, MemorySpace> found;
    std::size_t const count = m_world.is_first() ? m_request.patterns.size() : 0;
    m_world.together([&] { found = allocate<std::uint64_t>(m_space, "lexikos::app::counts", count); });
    m_index.count(m_space, batch.symbols, batch.offsets, Span<std::uint64_t, MemorySpace>(found));
    m_world.together([&] { counts = to_host(m_space, found); });
  }

  void locate(std::size_t first, std::size_t end, Matches& matches)
  {
    if (m_has_borders) return locate_within(first, end, matches);
    auto const batch = patterns(first, end);
    auto const found = m_index.locate(m_space, batch.symbols, batch.offsets, {.max_positions = m_request.limit});
    m_world.together([&] {
      if (!m_world.is_first()) return;
      matches.offsets = to_host(m_space, found.offsets);
      matches.positions = to_host(m_space, found.positions);
    });
  }

  void extract(TextPlaces const& places, Matches& matches)
  {
    using Places = OnDevice<ExecutionSpace, std::uint64_t>;
    Places begins, ends;
    m_world.together([&] {
      begins = Places(m_space, "lexikos::app::begins", places.begins);
      ends = Places(m_space, "lexikos::app::ends", places.ends);
    });
    auto const found = m_index.extract(m_space, begins.view(), ends.view());
    m_world.together([&] {
      if (m_world.is_first()) set_around(m_space, found, matches);
    });
  }

 private:
  using Within = WithinRecords<ExecutionSpace, LocalIndex, Entry>;

  /// Those of rank 0, which all ranks are asked for, and none of others.
  [[nodiscard]] Patterns<MemorySpace, Symbol> patterns(std::size_t first, std::size_t end)
  {
    Patterns<MemorySpace, Symbol> batch;
    m_world.together([&] {
      std::size_t const count = m_world.is_first() ? end - first : 0;
      batch = patterns_on_device<Symbol>(m_space, m_request.patterns.subspan(first, count));
    });
    return batch;
  }

  void require_places() const
  {
    if constexpr (requires(LocalIndex const& index) { index.sample_rate(); })
      for (std::size_t s = 0; s < m_index.shards(); ++s)
        if (m_index.shard(s).sample_rate() == 0)
          throw Failure(ExitCode::not_supported,
                        m_request.source + " only counts (it was built with --sample-rate 0): use --count");
  }

  /// Of a part, whose ends are those of documents.
  [[nodiscard]] Borders<MemorySpace> borders_of(Records const& records, std::size_t shard) const
  {
    auto const part = m_index.part_of_shard(shard);
    auto const begin = std::lower_bound(records.offsets.begin(), records.offsets.end(), part.first);
    auto const end = std::upper_bound(begin, records.offsets.end(), part.first + part.extent);
    std::vector<std::uint64_t> offsets(begin, end);
    bool const is_first = part.first == 0 || part.first >= records.size();
    if (!is_first && (offsets.empty() || offsets.front() != part.first))
      m_request.saved->manifest().corrupt("its parts do not end with documents");
    for (auto& offset : offsets) offset -= part.first;
    if (offsets.empty()) offsets.push_back(0);
    bool const have_all = offsets.front() == 0 && offsets.back() == part.extent;
    return {documents_from_host(m_space, offsets, part.extent), have_all};
  }

  void count_within(std::vector<std::uint64_t>& counts)
  {
    std::size_t const count = m_request.patterns.size();
    std::vector<std::uint64_t> sums(count);
    m_world.together([&] {
      auto const batch = patterns_on_device<Symbol>(m_space, m_request.patterns);
      auto const begins = allocate<Entry>(m_space, "lexikos::app::begins", count);
      auto const ends = allocate<Entry>(m_space, "lexikos::app::ends", count);
      std::vector<std::uint64_t> lengths(count);
      for (std::size_t i = 0; i < count; ++i) lengths[i] = m_request.length_of(i);
      ProgressBar progress("counting within records", m_request.show_progress && m_world.is_first());
      for (std::size_t s = 0; s < m_index.shards(); ++s) {
        m_index.shard(s).intervals(m_space, batch.symbols, batch.offsets, Span<Entry, MemorySpace>(begins),
                                   Span<Entry, MemorySpace>(ends));
        std::vector<std::uint64_t> in_shard(count);
        m_within[s].count(lengths, to_host(m_space, begins), to_host(m_space, ends), m_request.limit, in_shard,
                          progress);
        for (std::size_t i = 0; i < count; ++i) sums[i] += in_shard[i];
      }
    });
    m_world.ranks().sum(sums);
    if (m_world.is_first()) counts = std::move(sums);
  }

  void locate_within(std::size_t first, std::size_t end, Matches& matches)
  {
    std::size_t const count = end - first;
    std::vector<std::uint64_t> offsets, positions;
    m_world.together([&] {
      PositionsOfPatterns own(count, m_request.limit);
      for (std::size_t s = 0; s < m_within.size(); ++s) {
        Matches found;
        m_within[s].locate(first, end, m_request.limit, found);
        own.add(found.offsets, found.positions, m_index.part_of_shard(s).first);
      }
      offsets = own.offsets();
      positions = own.positions();
    });
    auto const all_offsets = m_world.to_first(offsets);
    auto const all_positions = m_world.to_first(positions);
    m_world.together([&] {
      if (!m_world.is_first()) return;
      PositionsOfPatterns all(count, m_request.limit);
      for (std::size_t r = 0; r < all_offsets.size(); ++r) all.add(all_offsets[r], all_positions[r], 0);
      matches.offsets = all.offsets();
      matches.positions = all.positions();
    });
  }

  ExecutionSpace m_space;
  World& m_world;
  RanksSearch const& m_request;
  Index m_index;
  bool m_has_borders = false;
  std::deque<Within> m_within;  ///< of each part here
};

}  // namespace

SearchOutcome search_by_text(World& world, Session const& session, RanksSearch const& request)
{
  return on_device<SearchOutcome>(session, [&](auto const& space) {
    using ExecutionSpace = std::remove_cvref_t<decltype(space)>;
    using MemorySpace = typename ExecutionSpace::memory_space;
    auto const search = [&](auto local) {
      using Source = TextSource<ExecutionSpace, typename decltype(local)::type>;
      return SearchRun<Source>(world, request, described<ExecutionSpace>(session.device())).run([&] {
        return Source(space, world, request);
      });
    };
    return with_index(request.saved->entry_bytes(), [&](auto entry) {
      using Entry = decltype(entry);
      if (request.saved->is_fm()) return search(std::type_identity<FmIndex<MemorySpace, Entry>>{});
      return with_symbol(request.symbol_bytes, [&](auto symbol) {
        return search(std::type_identity<SuffixIndex<MemorySpace, Entry, decltype(symbol)>>{});
      });
    });
  });
}

}  // namespace lexikos::app

#endif
