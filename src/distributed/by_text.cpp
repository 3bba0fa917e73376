// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every rank's patterns to all ranks, in pieces, and what these answer back.

#include <lexikos/detail/execution_spaces.hpp>
#include <lexikos/detail/scratch.hpp>
#include <lexikos/distributed/detail/shards.hpp>

#include "common/items_of_segments.hpp"
#include "common/pattern_offsets.hpp"
#include "common/wanted_positions.hpp"
#include "distributed/call.hpp"
#include "distributed/inverse.hpp"

namespace lexikos::distributed_detail
{

namespace
{

template <class MemorySpace>
struct LengthOfPattern
{
  Span<std::uint64_t const, MemorySpace> offsets;
  std::uint64_t first = 0;

  KOKKOS_FUNCTION std::uint64_t operator()(std::size_t i) const { return offsets(first + i + 1) - offsets(first + i); }
  KOKKOS_FUNCTION void operator()(std::size_t i, std::uint64_t& longest) const
  {
    longest = Kokkos::max(longest, (*this)(i));
  }
};

/// counts(i) = what all ranks have told, each in a row of its own.
template <class MemorySpace>
struct SumOfRows
{
  Span<std::uint64_t, MemorySpace> rows;
  std::size_t count;
  std::size_t ranks;

  KOKKOS_FUNCTION std::uint64_t operator()(std::size_t i) const
  {
    std::uint64_t sum = 0;
    for (std::size_t r = 0; r < ranks; ++r) sum += rows(r * count + i);
    return sum;
  }
};

template <class MemorySpace>
struct AtMost
{
  Span<std::uint64_t, MemorySpace> counts;
  std::uint64_t most;
  KOKKOS_FUNCTION std::uint64_t operator()(std::size_t i) const
  {
    return i + 1 < counts.extent(0) ? Kokkos::min(counts(i), most) : 0;
  }
};

/// Leaves of each row what is wanted of it, those of lower ranks first, and says where it goes.
template <class MemorySpace>
struct WantOfRows
{
  Span<std::uint64_t, MemorySpace> rows;
  Span<std::uint64_t, MemorySpace> places;
  Span<std::uint64_t, MemorySpace> offsets;  ///< of the piece's results
  std::size_t ranks;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    std::size_t const count = offsets.extent(0) - 1;
    std::uint64_t place = offsets(i);
    for (std::size_t r = 0; r < ranks; ++r) {
      std::uint64_t const wanted = Kokkos::min(rows(r * count + i), offsets(i + 1) - place);
      rows(r * count + i) = wanted;
      places(r * count + i) = place;
      place += wanted;
    }
  }
};

/// Entry i of a list, and 0 for the one after it, which a scan makes the sum of all.
template <class MemorySpace>
struct AndZero
{
  Span<std::uint64_t, MemorySpace> values;
  KOKKOS_FUNCTION std::uint64_t operator()(std::size_t i) const { return i < values.extent(0) ? values(i) : 0; }
};

template <class MemorySpace>
struct TakeArrived
{
  std::uint64_t const* arrived;
  std::uint64_t const* sources;
  std::uint64_t const* places;
  std::uint64_t* positions;

  KOKKOS_FUNCTION void operator()(std::size_t row, std::size_t i) const
  {
    positions[places[row] + (i - sources[row])] = arrived[i];
  }
};

/// Offsets of lists with these sizes, one more than there are. Returns their end; fences.
template <class ExecutionSpace>
std::uint64_t offsets_of(Context<ExecutionSpace> const& context, SpanOn<std::uint64_t, ExecutionSpace> const& sizes,
                         SpanOn<std::uint64_t, ExecutionSpace> const& offsets)
{
  fill_by(context.space, "lexikos::distributed::sizes", offsets, AndZero<typename ExecutionSpace::memory_space>{sizes});
  primitives::exclusive_scan(context.space, offsets, offsets, primitives::Sum{}, context.workspace);
  return detail::read_back(context.space, offsets, sizes.extent(0));
}

/// The patterns of a batch on all ranks, of which each is asked by its rank and answered by all.
template <class ExecutionSpace>
class AskAll
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  template <class T>
  using Values = SpanOn<T, ExecutionSpace>;

 public:
  AskAll(Context<ExecutionSpace> const& context, Batch<MemorySpace> const& batch,
         LocalAnswers<ExecutionSpace> const& answers, Blocks const& batches)
      : m_context(context), m_batch(batch), m_answers(answers), m_batches(batches), m_pieces(batches)
  {}

  void count(Values<std::uint64_t> const& counts) const
  {
    for (std::size_t number = 0; number < m_pieces.size(); ++number) {
      Workspace::Scope const scope(m_context.workspace);
      Asked const asked = ask(number);
      Piece const piece = m_pieces.of(number, m_batch.size());
      fill_by(m_context.space, "lexikos::distributed::sum_of_counts", backends::subspan(counts, piece.begin, piece.end),
              SumOfRows<MemorySpace>{asked.rows, asked.own, m_context.size()});
    }
  }

  /// \param offsets    of the positions of the batch's patterns, as many as are wanted
  void locate(Values<std::uint64_t> const& offsets, Values<std::uint64_t> const& positions) const
  {
    for (std::size_t number = 0; number < m_pieces.size(); ++number) {
      Workspace::Scope const scope(m_context.workspace);
      Asked asked = ask(number);
      Piece const piece = m_pieces.of(number, m_batch.size());
      locate_piece(asked, backends::subspan(offsets, piece.begin, piece.end + 1), positions);
    }
  }

 private:
  /// A piece of the batches of all ranks, and how often its patterns occur.
  struct Asked
  {
    Routes there;                ///< of patterns, from each rank to all
    Batch<MemorySpace> all;      ///< in the order of the ranks
    std::size_t own = 0;         ///< patterns
    Values<std::uint64_t> rows;  ///< of each rank, counts of this rank's patterns
  };

  /// Where answers go: each rank's to it, in whose array the rows of ranks follow each other.
  [[nodiscard]] Routes back(Asked const& asked) const
  {
    Routes routes{asked.there.receive_first, asked.there.receive_count, {}, {}, asked.there.received, 0};
    for (std::size_t r = 0; r < m_context.size(); ++r) routes.receive_first.push_back(r * asked.own);
    routes.receive_count.assign(m_context.size(), asked.own);
    routes.received = m_context.size() * asked.own;
    return routes;
  }

  [[nodiscard]] Asked ask(std::size_t number) const
  {
    Asked asked = gather(number);
    std::size_t const total = asked.there.received;
    asked.rows = m_context.template take<std::uint64_t>(m_context.size() * asked.own);
    Workspace::Scope const scope(m_context.workspace);
    auto const counts = m_context.template take<std::uint64_t>(total);
    if (total != 0) m_answers.count(asked.all, counts, m_context.workspace);
    exchange<ExecutionSpace, std::uint64_t>(m_context, back(asked), counts, asked.rows);
    return asked;
  }

  [[nodiscard]] Asked gather(std::size_t number) const
  {
    ExecutionSpace const& space = m_context.space;
    Asked asked;
    std::vector<std::uint64_t> patterns(m_context.size());
    for (std::size_t r = 0; r < patterns.size(); ++r) {
      Piece const piece = m_pieces.of(number, m_batches.extent(r));
      patterns[r] = piece.end - piece.begin;
    }
    Piece const piece = m_pieces.of(number, m_batch.size());
    asked.own = piece.end - piece.begin;
    bool const has_any = asked.own != 0;
    std::uint64_t const first = has_any ? detail::read_back(space, m_batch.offsets, piece.begin) : 0;
    std::uint64_t const end = has_any ? detail::read_back(space, m_batch.offsets, piece.end) : 0;
    std::uint64_t const width = m_batch.symbols.symbol_bytes;

    asked.there = routes_to_all(patterns, m_context.rank());
    auto const offsets = m_context.template take<std::uint64_t>(asked.there.received + 1);
    Routes const symbols = routes_to_all(m_context.ranks().all_gather((end - first) * width), m_context.rank());
    auto const bytes = m_context.template take<std::uint8_t>(symbols.received);
    Workspace::Scope const scope(m_context.workspace);
    auto const lengths = m_context.template take<std::uint64_t>(asked.own);
    auto const all_lengths = m_context.template take<std::uint64_t>(asked.there.received);
    fill_by(space, "lexikos::distributed::lengths", lengths,
            LengthOfPattern<MemorySpace>{m_batch.offsets, piece.begin});
    exchange<ExecutionSpace, std::uint64_t>(m_context, asked.there, lengths, all_lengths);
    static_cast<void>(offsets_of(m_context, all_lengths, offsets));
    exchange<ExecutionSpace, std::uint8_t>(m_context, symbols,
                                           backends::subspan(m_batch.symbols.bytes, first * width, end * width), bytes);
    asked.all = {{bytes, m_batch.symbols.symbol_bytes}, offsets};
    return asked;
  }

  void locate_piece(Asked const& asked, Values<std::uint64_t> const& offsets,
                    Values<std::uint64_t> const& positions) const
  {
    ExecutionSpace const& space = m_context.space;
    std::size_t const ranks = m_context.size();
    auto const places = m_context.template take<std::uint64_t>(asked.rows.extent(0));
    Kokkos::parallel_for("lexikos::distributed::want_of_rows", backends::Range<ExecutionSpace>(space, 0, asked.own),
                         WantOfRows<MemorySpace>{asked.rows, places, offsets, ranks});
    std::size_t const total = asked.there.received;
    auto const left = m_context.template take<std::uint64_t>(total);
    exchange<ExecutionSpace, std::uint64_t>(m_context, reversed(back(asked)), asked.rows, left);

    auto const firsts = m_context.template take<std::uint64_t>(total + 1);
    auto const found = m_context.template take<std::uint64_t>(offsets_of(m_context, left, firsts));
    auto const sources = m_context.template take<std::uint64_t>(asked.rows.extent(0) + 1);
    std::uint64_t const coming = offsets_of(m_context, asked.rows, sources);
    Routes routes{std::vector<std::uint64_t>(ranks),
                  std::vector<std::uint64_t>(ranks),
                  std::vector<std::uint64_t>(ranks),
                  std::vector<std::uint64_t>(ranks),
                  found.extent(0),
                  coming};
    for (std::size_t r = 0; r < ranks; ++r) {
      std::uint64_t const begin = asked.there.receive_first[r];
      routes.send_first[r] = detail::read_back(space, firsts, begin);
      routes.send_count[r] =
          detail::read_back(space, firsts, begin + asked.there.receive_count[r]) - routes.send_first[r];
      routes.receive_first[r] = detail::read_back(space, sources, r * asked.own);
      routes.receive_count[r] = detail::read_back(space, sources, (r + 1) * asked.own) - routes.receive_first[r];
    }
    auto const arrived = m_context.template take<std::uint64_t>(coming);
    {
      Workspace::Scope const scope(m_context.workspace);
      auto const own_places = m_context.template take<std::uint64_t>(total);
      Kokkos::deep_copy(space, own_places, backends::subspan(firsts, 0, total));
      if (total != 0) m_answers.locate(asked.all, {left, own_places, found}, m_context.workspace);
    }
    exchange<ExecutionSpace, std::uint64_t>(m_context, routes, found, arrived);
    detail::for_each_item(space, "lexikos::distributed::take_positions",
                          {sources.data(), asked.rows.extent(0), 0, coming},
                          TakeArrived<MemorySpace>{arrived.data(), sources.data(), places.data(), positions.data()});
  }

  Context<ExecutionSpace> const& m_context;
  Batch<MemorySpace> const& m_batch;
  LocalAnswers<ExecutionSpace> const& m_answers;
  Blocks m_batches;
  Pieces m_pieces;
};

/// What a call on a batch begins with. Returns how many patterns each rank has. Collective.
template <class ExecutionSpace>
Blocks settle_batch(Context<ExecutionSpace> const& context, Function function,
                    Batch<typename ExecutionSpace::memory_space> const& batch, std::uint64_t longest_pattern,
                    SearchOptions const& options)
{
  auto const blocks = settle(context.ranks(), {function,
                                               batch.symbols.symbol_bytes,
                                               sizeof(std::uint64_t),
                                               {longest_pattern, options.max_positions, 0},
                                               {batch.size(), 0, 0}});
  detail::check_pattern_offsets(context.space, batch.offsets, batch.symbols.size());
  std::uint64_t longest = 0;
  Kokkos::parallel_reduce(
      "lexikos::distributed::longest_pattern", backends::Range<ExecutionSpace>(context.space, 0, batch.size()),
      LengthOfPattern<typename ExecutionSpace::memory_space>{batch.offsets, 0}, Kokkos::Max<std::uint64_t>(longest));
  detail::require(longest_pattern == 0 || batch.size() == 0 || longest <= longest_pattern, ErrorCode::invalid_argument,
                  "a pattern of " + std::to_string(longest) + " symbols, for an index of patterns of up to " +
                      std::to_string(longest_pattern));
  return blocks[0];
}

}  // namespace

PartOfText part_of_text(distributed::Communicator const& ranks, std::uint64_t extent, unsigned symbol_bytes,
                        std::uint64_t longest_pattern)
{
  auto const blocks =
      settle(ranks.ranks(), {Function::index_by_text, symbol_bytes, 0, {longest_pattern, 0, 0}, {extent, 0, 0}})[0];
  PartOfText part;
  auto const rank = static_cast<std::size_t>(ranks.rank());
  part.first = blocks.first(rank);
  part.extent = extent;
  part.total = blocks.total();
  if (extent != 0 && longest_pattern != 0)
    part.after = std::min<std::uint64_t>(longest_pattern - 1, part.total - blocks.end(rank));
  return part;
}

template <class ExecutionSpace>
void copy_with_overlap(ExecutionSpace const& space, distributed::Communicator const& ranks, PartOfText const& part,
                       detail::BytesOfText<typename ExecutionSpace::memory_space> const& own, std::uint8_t* local)
{
  using Bytes = SpanOn<std::uint8_t, ExecutionSpace>;
  Workspace workspace;
  Context<ExecutionSpace> const context{space, ranks, workspace};
  auto const parts = context.ranks().all_gather(part);
  std::size_t const self = context.rank();
  std::uint64_t const width = own.symbol_bytes;
  Kokkos::deep_copy(space, Bytes(local, part.extent * width), own.bytes);
  // symbols of part `from` that are in the overlap of part `to`, which they are the first of
  auto const shared = [&](std::size_t to, std::size_t from) -> std::uint64_t {
    std::uint64_t const end = parts[to].first + parts[to].extent + parts[to].after;
    bool const is_after = from > to && end > parts[from].first;
    return is_after ? std::min(parts[from].extent, end - parts[from].first) * width : 0;
  };
  Routes routes{std::vector<std::uint64_t>(parts.size()),
                std::vector<std::uint64_t>(parts.size()),
                std::vector<std::uint64_t>(parts.size()),
                std::vector<std::uint64_t>(parts.size()),
                own.bytes.extent(0),
                part.after * width};
  for (std::size_t r = 0; r < parts.size(); ++r) {
    routes.send_count[r] = shared(r, self);
    routes.receive_count[r] = shared(self, r);
    if (routes.receive_count[r] != 0) routes.receive_first[r] = (parts[r].first - part.first - part.extent) * width;
  }
  exchange<ExecutionSpace, std::uint8_t>(context, routes, own.bytes,
                                         Bytes(local + part.extent * width, part.after * width));
  space.fence("lexikos::distributed::overlap");
}

template <class ExecutionSpace>
void count_by_text(ExecutionSpace const& space, distributed::Communicator const& ranks,
                   Batch<typename ExecutionSpace::memory_space> const& batch, std::uint64_t longest_pattern,
                   LocalAnswers<ExecutionSpace> const& answers,
                   Span<std::uint64_t, typename ExecutionSpace::memory_space> const& counts,
                   SearchOptions const& options)
{
  backends::mpi::together(ranks.ranks(), [&] {
    detail::Scratch<ExecutionSpace> const scratch(space, options.workspace);
    Context<ExecutionSpace> const context{space, ranks, *scratch};
    detail::check_extent(counts.extent(0), batch.size(), "the view of counts");
    Blocks const batches = settle_batch(context, Function::count_by_text, batch, longest_pattern, options);
    AskAll<ExecutionSpace>(context, batch, answers, batches).count(counts);
    space.fence("lexikos::distributed::count_by_text");
  });
}

template <class ExecutionSpace>
Occurrences<typename ExecutionSpace::memory_space, std::uint64_t> locate_by_text(
    ExecutionSpace const& space, distributed::Communicator const& ranks,
    Batch<typename ExecutionSpace::memory_space> const& batch, std::uint64_t longest_pattern,
    LocalAnswers<ExecutionSpace> const& answers, SearchOptions const& options)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  Occurrences<MemorySpace, std::uint64_t> found;
  backends::mpi::together(ranks.ranks(), [&] {
    detail::Scratch<ExecutionSpace> const scratch(space, options.workspace);
    Context<ExecutionSpace> const context{space, ranks, *scratch};
    Blocks const batches = settle_batch(context, Function::locate_by_text, batch, longest_pattern, options);
    std::size_t const count = batch.size();
    found.offsets =
        detail::allocate<std::uint64_t, MemorySpace>(scratch.resource(), "lexikos::distributed::offsets", count + 1);
    Span<std::uint64_t, MemorySpace> const offsets = found.offsets;
    AskAll<ExecutionSpace> const ask(context, batch, answers, batches);
    ask.count(backends::subspan(offsets, 0, count));
    fill_by(space, "lexikos::distributed::wanted", offsets,
            AtMost<MemorySpace>{offsets, detail::limit_of_positions(options.max_positions)});
    primitives::exclusive_scan(space, offsets, offsets, primitives::Sum{}, *scratch);
    std::uint64_t const total = detail::read_back(space, offsets, count);
    found.positions =
        detail::allocate<std::uint64_t, MemorySpace>(scratch.resource(), "lexikos::distributed::positions", total);
    ask.locate(offsets, found.positions);
    space.fence("lexikos::distributed::locate_by_text");
  });
  return found;
}

#define LEXIKOS_INSTANTIATE(SPACE)                                                                               \
  template void copy_with_overlap(SPACE const&, distributed::Communicator const&, PartOfText const&,             \
                                  detail::BytesOfText<SPACE::memory_space> const&, std::uint8_t*);               \
  template void count_by_text(SPACE const&, distributed::Communicator const&, Batch<SPACE::memory_space> const&, \
                              std::uint64_t, LocalAnswers<SPACE> const&,                                         \
                              Span<std::uint64_t, SPACE::memory_space> const&, SearchOptions const&);            \
  template Occurrences<SPACE::memory_space, std::uint64_t> locate_by_text(                                       \
      SPACE const&, distributed::Communicator const&, Batch<SPACE::memory_space> const&, std::uint64_t,          \
      LocalAnswers<SPACE> const&, SearchOptions const&);
LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos::distributed_detail
