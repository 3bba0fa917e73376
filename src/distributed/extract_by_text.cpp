// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every rank's ranges to all ranks, and what lies on these back.

#include <lexikos/detail/execution_spaces.hpp>
#include <lexikos/detail/scratch.hpp>
#include <lexikos/distributed/detail/extract_by_text.hpp>

#include "common/items_of_segments.hpp"
#include "distributed/call.hpp"
#include "distributed/inverse.hpp"
#include "distributed/stretch.hpp"

namespace lexikos::distributed_detail
{

namespace
{

/// Lengths of all ranges within a rank's block, and 0 after them.
template <class MemorySpace>
struct LengthHere
{
  RangesOfText<MemorySpace> ranges;
  Stretch block;

  KOKKOS_FUNCTION std::uint64_t operator()(std::size_t i) const
  {
    return i < ranges.begins.extent(0) ? block.common({ranges.begins(i), ranges.ends(i)}).length() : 0;
  }
};

/// Of a row for each rank, and an entry for each range there.
template <class MemorySpace>
struct LengthOnRanks
{
  RangesOfText<MemorySpace> ranges;
  Span<std::uint64_t, MemorySpace> firsts;  ///< of the ranks' blocks

  KOKKOS_FUNCTION std::uint64_t operator()(std::size_t row) const
  {
    std::size_t const count = ranges.begins.extent(0);
    if (count == 0) return 0;
    std::size_t const r = row / count;
    if (r + 1 >= firsts.extent(0)) return 0;
    return Stretch{firsts(r), firsts(r + 1)}.common({ranges.begins(row % count), ranges.ends(row % count)}).length();
  }
};

/// Puts what has come from rank r for range i, which is row r * count + i, to its place.
template <class MemorySpace>
struct PutArrived
{
  RangesOfText<MemorySpace> ranges;
  Span<std::uint64_t, MemorySpace> firsts;
  std::uint64_t const* sources;
  std::uint8_t const* arrived;
  SymbolsOfRanges<MemorySpace> symbols;

  KOKKOS_FUNCTION void operator()(std::size_t row, std::size_t item) const
  {
    std::size_t const count = ranges.begins.extent(0);
    std::size_t const i = row % count;
    std::uint64_t const begin = ranges.begins(i);
    std::uint64_t const before = Kokkos::max(begin, firsts(row / count)) - begin;
    std::uint64_t const to = symbols.offsets(i) + before + (item - sources[row]);
    for (unsigned b = 0; b < symbols.symbol_bytes; ++b)
      symbols.bytes[to * symbols.symbol_bytes + b] = arrived[item * symbols.symbol_bytes + b];
  }
};

template <class MemorySpace, class Index>
struct CutToShard
{
  RangesOfText<MemorySpace> ranges;
  SymbolsOfRanges<MemorySpace> symbols;
  PlaceOfShard shard;
  RangesInShard<MemorySpace, Index> out;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    std::uint64_t const begin = ranges.begins(i);
    Stretch const common = Stretch{shard.first, shard.end}.common({begin, ranges.ends(i)});
    std::uint64_t const length = common.length();
    std::uint64_t const from = length == 0 ? 0 : common.first - shard.first;
    out.begins(i) = static_cast<Index>(from);
    out.ends(i) = static_cast<Index>(from + length);
    out.sources(i) = from;
    out.offsets(i) = length;
    if (i + 1 == ranges.begins.extent(0)) out.offsets(i + 1) = 0;
    out.places(i) =
        length == 0 ? 0 : symbols.offsets(i) + (shard.first + from - Kokkos::max(begin, shard.first_of_rank));
  }
};

template <class MemorySpace, class Index>
struct PlaceSymbol
{
  RangesInShard<MemorySpace, Index> ranges;
  std::uint8_t const* text;
  std::uint64_t const* sources;
  SymbolsOfRanges<MemorySpace> symbols;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::size_t item) const
  {
    std::uint64_t const number = item - ranges.offsets(i);
    std::uint64_t const from = (sources[i] + number) * symbols.symbol_bytes;
    std::uint64_t const to = (ranges.places(i) + number) * symbols.symbol_bytes;
    for (unsigned b = 0; b < symbols.symbol_bytes; ++b) symbols.bytes[to + b] = text[from + b];
  }
};

/// The sum of all entries; each becomes that of those before it. Fences.
template <class ExecutionSpace>
std::uint64_t scanned(Context<ExecutionSpace> const& context, SpanOn<std::uint64_t, ExecutionSpace> const& lengths)
{
  primitives::exclusive_scan(context.space, lengths, lengths, primitives::Sum{}, context.workspace);
  return detail::read_back(context.space, lengths, lengths.extent(0) - 1);
}

}  // namespace

template <class ExecutionSpace>
void extract_by_text(ExecutionSpace const& space, distributed::Communicator const& ranks, std::uint64_t shards,
                     RangesOfText<typename ExecutionSpace::memory_space> const& ranges,
                     SymbolsOfRanges<typename ExecutionSpace::memory_space> const& symbols,
                     LocalSymbols<ExecutionSpace> const& local, Workspace* workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  detail::Scratch<ExecutionSpace> const scratch(space, workspace);
  Context<ExecutionSpace> const context{space, ranks, *scratch};
  std::uint64_t const width = symbols.symbol_bytes;
  auto const given = settle(context.ranks(),
                            {Function::extract_by_text, width, sizeof(std::uint64_t), {}, {ranges.size(), shards, 0}});
  Blocks const& blocks = given[1];
  std::vector<std::uint64_t> asked(context.size());
  for (std::size_t r = 0; r < asked.size(); ++r) asked[r] = given[0].extent(r);
  Routes const there = routes_to_all(asked, context.rank());
  auto const begins = context.template take<std::uint64_t>(there.received);
  auto const ends = context.template take<std::uint64_t>(there.received);
  exchange<ExecutionSpace, std::uint64_t>(context, there, ranges.begins, begins);
  exchange<ExecutionSpace, std::uint64_t>(context, there, ranges.ends, ends);

  RangesOfText<MemorySpace> const all{begins, ends};
  auto const offsets = context.template take<std::uint64_t>(there.received + 1);
  fill_by(space, "lexikos::distributed::lengths_here", offsets,
          LengthHere<MemorySpace>{all, {blocks.first(context.rank()), blocks.end(context.rank())}});
  auto const answers = context.template take<std::uint8_t>(scanned(context, offsets) * width);
  auto const firsts = on_device(context, blocks.firsts());
  auto const sources = context.template take<std::uint64_t>(context.size() * ranges.size() + 1);
  fill_by(space, "lexikos::distributed::lengths_on_ranks", sources, LengthOnRanks<MemorySpace>{ranges, firsts});
  std::uint64_t const coming = scanned(context, sources);
  auto const arrived = context.template take<std::uint8_t>(coming * width);
  if (answers.extent(0) != 0) local(all, {answers.data(), symbols.symbol_bytes, offsets}, *scratch);

  Routes back{std::vector<std::uint64_t>(asked.size()),
              std::vector<std::uint64_t>(asked.size()),
              std::vector<std::uint64_t>(asked.size()),
              std::vector<std::uint64_t>(asked.size()),
              answers.extent(0),
              arrived.extent(0)};
  auto const at = [&](auto const& of, std::uint64_t i) { return width * detail::read_back(space, of, i); };
  for (std::size_t r = 0; r < asked.size(); ++r) {
    back.send_first[r] = at(offsets, there.receive_first[r]);
    back.send_count[r] = at(offsets, there.receive_first[r] + asked[r]) - back.send_first[r];
    back.receive_first[r] = at(sources, r * ranges.size());
    back.receive_count[r] = at(sources, (r + 1) * ranges.size()) - back.receive_first[r];
  }
  exchange<ExecutionSpace, std::uint8_t>(context, back, answers, arrived);
  detail::for_each_item(space, "lexikos::distributed::put_arrived",
                        {sources.data(), context.size() * ranges.size(), 0, coming},
                        PutArrived<MemorySpace>{ranges, firsts, sources.data(), arrived.data(), symbols});
  space.fence("lexikos::distributed::extract_by_text");
}

template <class ExecutionSpace, class Index>
RangesInShard<typename ExecutionSpace::memory_space, Index> ranges_in_shard(
    ExecutionSpace const& space, PlaceOfShard const& shard,
    RangesOfText<typename ExecutionSpace::memory_space> const& ranges,
    SymbolsOfRanges<typename ExecutionSpace::memory_space> const& symbols, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  std::size_t const n = ranges.size();
  RangesInShard<MemorySpace, Index> cut{workspace.take<Index, MemorySpace>(n), workspace.take<Index, MemorySpace>(n),
                                        workspace.take<std::uint64_t, MemorySpace>(n),
                                        workspace.take<std::uint64_t, MemorySpace>(n + 1),
                                        workspace.take<std::uint64_t, MemorySpace>(n)};
  if (n == 0) return cut;
  Kokkos::parallel_for("lexikos::distributed::cut_to_shard", backends::Range<ExecutionSpace>(space, 0, n),
                       CutToShard<MemorySpace, Index>{ranges, symbols, shard, cut});
  primitives::exclusive_scan(space, cut.offsets, cut.offsets, primitives::Sum{}, workspace);
  cut.total = detail::read_back(space, cut.offsets, n);
  return cut;
}

template <class ExecutionSpace, class Index>
void place_symbols(ExecutionSpace const& space,
                   RangesInShard<typename ExecutionSpace::memory_space, Index> const& ranges,
                   detail::BytesOfText<typename ExecutionSpace::memory_space> const& text,
                   Span<std::uint64_t const, typename ExecutionSpace::memory_space> const& sources,
                   SymbolsOfRanges<typename ExecutionSpace::memory_space> const& symbols)
{
  detail::for_each_item(
      space, "lexikos::distributed::place_symbols", {ranges.offsets.data(), ranges.begins.extent(0), 0, ranges.total},
      PlaceSymbol<typename ExecutionSpace::memory_space, Index>{ranges, text.bytes.data(), sources.data(), symbols});
  space.fence("lexikos::distributed::place_symbols");
}

#define LEXIKOS_INSTANTIATE(SPACE)                                                                                     \
  template void extract_by_text(SPACE const&, distributed::Communicator const&, std::uint64_t,                         \
                                RangesOfText<SPACE::memory_space> const&, SymbolsOfRanges<SPACE::memory_space> const&, \
                                LocalSymbols<SPACE> const&, Workspace*);
LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE

#define LEXIKOS_INSTANTIATE(SPACE, INDEX)                                                                              \
  template RangesInShard<SPACE::memory_space, INDEX> ranges_in_shard(                                                  \
      SPACE const&, PlaceOfShard const&, RangesOfText<SPACE::memory_space> const&,                                     \
      SymbolsOfRanges<SPACE::memory_space> const&, Workspace&);                                                        \
  template void place_symbols(                                                                                         \
      SPACE const&, RangesInShard<SPACE::memory_space, INDEX> const&, detail::BytesOfText<SPACE::memory_space> const&, \
      Span<std::uint64_t const, SPACE::memory_space> const&, SymbolsOfRanges<SPACE::memory_space> const&);
LEXIKOS_FOR_EACH_SPACE_AND_INDEX(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos::distributed_detail
