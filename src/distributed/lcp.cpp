// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LCP arrays, by position: the suffix before each in the array goes to the owner of its position. There the prefix that a
// suffix has in common with it is one symbol shorter than that of the suffix at the position before, where both are preceded
// by the same symbol; only for the others, the irreducible ones, symbols are compared, wherever they lie. Their lengths sum
// up to 2 n log n at most (Kaerkkaeinen, Manzini and Puglisi 2009; Kaerkkaeinen, Kempa and Piatkowski 2016).

#include <lexikos/detail/execution_spaces.hpp>
#include <lexikos/detail/scratch.hpp>
#include <lexikos/distributed/lcp.hpp>

#include "common/check_positions.hpp"
#include "common/progress.hpp"
#include "distributed/call.hpp"
#include "distributed/common_prefixes.hpp"
#include "distributed/inverse.hpp"
#include "distributed/prepare.hpp"

namespace lexikos::distributed_detail
{

namespace
{

/// Before a suffix in the array: the entry before it, or none.
template <class Index, class MemorySpace>
struct EntryBefore
{
  Span<Index const, MemorySpace> entries;  ///< of a piece
  Index before;                            ///< the piece
  KOKKOS_FUNCTION Index operator()(std::size_t i) const { return i == 0 ? before : entries(i - 1); }
};

template <class Index, class MemorySpace>
struct TakePredecessor
{
  Span<Index, MemorySpace> predecessors;
  KOKKOS_FUNCTION void operator()(std::uint32_t offset, Index predecessor) const { predecessors(offset) = predecessor; }
};

template <class Index, class MemorySpace>
struct AnswerLength
{
  Span<Index, MemorySpace> lengths;
  KOKKOS_FUNCTION Index operator()(std::uint32_t offset) const { return lengths(offset); }
};

/// Whether the predecessors of neighbouring positions are neighbours too: then the second one is reducible, if both are
/// preceded by the same symbol.
template <class Index, class MemorySpace>
struct FlagCandidate
{
  static constexpr Index none = std::numeric_limits<Index>::max();  ///< no predecessor

  Span<Index, MemorySpace> predecessors;  ///< of a piece
  Index before;                           ///< of the position before the piece; none at the block's beginning
  Span<std::uint8_t, MemorySpace> flags;

  [[nodiscard]] KOKKOS_FUNCTION Index predecessor_before(std::size_t i) const
  {
    return i == 0 ? before : predecessors(i - 1);
  }
  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    Index const last = predecessor_before(i);
    flags(i) = last != none && predecessors(i) != none && predecessors(i) == last + 1 ? 1 : 0;
  }
};

/// Where the symbol lies that precedes a candidate's predecessor.
template <class Index, class MemorySpace>
struct PlaceBefore
{
  Span<Index, MemorySpace> predecessors;
  Span<std::uint32_t, MemorySpace> candidates;
  KOKKOS_FUNCTION std::uint64_t operator()(std::size_t c) const { return predecessors(candidates(c)) - 1; }
};

template <class MemorySpace>
struct AnswerCode
{
  PackedText<MemorySpace> text;
  KOKKOS_FUNCTION std::uint32_t operator()(std::uint32_t offset) const
  {
    return static_cast<std::uint32_t>(text.symbols(offset, 1));
  }
};

/// Leaves the flags of those that are reducible.
template <class MemorySpace>
struct CheckCandidate
{
  PackedText<MemorySpace> text;
  std::size_t begin;  ///< offset of the piece in the block
  Span<std::uint32_t, MemorySpace> candidates;
  Span<std::uint32_t, MemorySpace> codes;  ///< before their predecessors
  Span<std::uint8_t, MemorySpace> flags;

  KOKKOS_FUNCTION void operator()(std::size_t c) const
  {
    std::uint32_t const i = candidates(c);
    if (text.symbols(begin + i - 1, 1) != codes(c)) flags(i) = 0;
  }
};

/// Flags what has to be compared: it is not reducible, and has a predecessor.
template <class Index, class MemorySpace>
struct FlagPair
{
  Span<Index, MemorySpace> predecessors;
  Span<std::uint8_t, MemorySpace> reducible;
  Span<std::uint8_t, MemorySpace> compared;
  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    bool const has_predecessor = predecessors(i) != std::numeric_limits<Index>::max();
    compared(i) = has_predecessor && reducible(i) == 0 ? 1 : 0;
  }
};

template <class Index, class MemorySpace>
struct MakePair
{
  Span<Index, MemorySpace> predecessors;
  Span<std::uint32_t, MemorySpace> numbers;
  std::uint64_t first;  ///< position of the piece
  SuffixPairs<MemorySpace> pairs;
  KOKKOS_FUNCTION void operator()(std::size_t k) const
  {
    pairs.first(k) = first + numbers(k);
    pairs.second(k) = predecessors(numbers(k));
    pairs.lengths(k) = 0;
  }
};

/// Where a position's common prefix ends at least: 0 for what is reducible, itself where there is no predecessor.
template <class Index, class MemorySpace>
struct PutEnd
{
  Span<Index, MemorySpace> ends;
  Span<std::uint8_t, MemorySpace> reducible;
  std::uint64_t first;
  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    ends(i) = reducible(i) != 0 ? 0 : static_cast<Index>(first + i);
  }
};

template <class Index, class MemorySpace>
struct PutEndOfPair
{
  Span<Index, MemorySpace> ends;
  Span<std::uint32_t, MemorySpace> numbers;
  SuffixPairs<MemorySpace> pairs;
  KOKKOS_FUNCTION void operator()(std::size_t k) const
  {
    ends(numbers(k)) = static_cast<Index>(pairs.first(k) + pairs.lengths(k));
  }
};

template <class Index, class MemorySpace>
struct LengthOfEnd
{
  Span<Index, MemorySpace> ends;
  std::uint64_t first;
  KOKKOS_FUNCTION Index operator()(std::size_t i) const { return static_cast<Index>(ends(i) - (first + i)); }
};

/// From predecessors to lengths, by position.
template <class ExecutionSpace, class Index>
class LengthsByPosition
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  template <class T>
  using Values = SpanOn<T, ExecutionSpace>;

 public:
  LengthsByPosition(Context<ExecutionSpace> const& context, PackedText<MemorySpace> const& text, Blocks const& blocks)
      : m_context(context),
        m_text(text),
        m_blocks(blocks),
        m_first(blocks.first(context.rank())),
        m_pieces(blocks, tuning().pairs_of_piece),
        m_compare(context, text, blocks, static_cast<std::size_t>(m_pieces.items() * tuning().words_of_pair))
  {}

  /// \param lengths  [0..n_r) the predecessors; receives the lengths
  void find(Values<Index> const& lengths) const
  {
    Index before = std::numeric_limits<Index>::max();
    for (std::size_t number = 0; number < m_pieces.size(); ++number) {
      Piece const piece = m_pieces.of(number, lengths.extent(0));
      auto const some = backends::subspan(lengths, piece.begin, piece.end);
      Index const last = some.extent(0) == 0 ? before : detail::read_back(m_context.space, some, some.extent(0) - 1);
      find_ends(some, piece.begin, before);
      before = last;
    }
    // ends ascend: where a prefix is reducible, it ends where that of the position before does
    primitives::inclusive_scan(m_context.space, lengths, lengths, primitives::Maximum{}, m_context.workspace);
    fill_by(m_context.space, "lexikos::distributed::lengths", lengths,
            LengthOfEnd<Index, MemorySpace>{lengths, m_first});
  }

 private:
  template <class Functor>
  void for_each(char const* label, std::size_t n, Functor const& functor) const
  {
    Kokkos::parallel_for(label, backends::Range<ExecutionSpace>(m_context.space, 0, n), functor);
  }

  /// Flags the reducible positions of a piece.
  void flag_reducible(Values<Index> const& predecessors, std::size_t begin, Index before,
                      Values<std::uint8_t> const& flags) const
  {
    Workspace::Scope const scope(m_context.workspace);
    std::size_t const n = predecessors.extent(0);
    for_each("lexikos::distributed::flag_candidates", n,
             FlagCandidate<Index, MemorySpace>{predecessors, before, flags});
    auto const all = m_context.template take<std::uint32_t>(n);
    auto const candidates =
        backends::subspan(all, 0, primitives::select_positions(m_context.space, flags, all, m_context.workspace));
    auto const codes = m_context.template take<std::uint32_t>(candidates.extent(0));
    look_up<std::uint32_t>(m_context, m_blocks, PlaceBefore<Index, MemorySpace>{predecessors, candidates},
                           AnswerCode<MemorySpace>{m_text}, codes);
    for_each("lexikos::distributed::check_candidates", candidates.extent(0),
             CheckCandidate<MemorySpace>{m_text, begin, candidates, codes, flags});
  }

  void find_ends(Values<Index> const& predecessors, std::size_t begin, Index before) const
  {
    Workspace::Scope const scope(m_context.workspace);
    std::size_t const n = predecessors.extent(0);
    std::uint64_t const first = m_first + begin;
    auto const reducible = m_context.template take<std::uint8_t>(n);
    flag_reducible(predecessors, begin, before, reducible);
    auto const all = m_context.template take<std::uint32_t>(n);
    auto const compared = m_context.template take<std::uint8_t>(n);
    for_each("lexikos::distributed::flag_pairs", n, FlagPair<Index, MemorySpace>{predecessors, reducible, compared});
    auto const numbers =
        backends::subspan(all, 0, primitives::select_positions(m_context.space, compared, all, m_context.workspace));
    std::size_t const count = numbers.extent(0);
    SuffixPairs<MemorySpace> const pairs{m_context.template take<std::uint64_t>(count),
                                         m_context.template take<std::uint64_t>(count),
                                         m_context.template take<std::uint64_t>(count)};
    for_each("lexikos::distributed::make_pairs", count,
             MakePair<Index, MemorySpace>{predecessors, numbers, first, pairs});
    m_compare.find(pairs);
    for_each("lexikos::distributed::put_ends", n, PutEnd<Index, MemorySpace>{predecessors, reducible, first});
    for_each("lexikos::distributed::put_ends_of_pairs", count,
             PutEndOfPair<Index, MemorySpace>{predecessors, numbers, pairs});
  }

  Context<ExecutionSpace> const& m_context;
  PackedText<MemorySpace> m_text;
  Blocks const& m_blocks;
  std::uint64_t m_first;
  Pieces m_pieces;
  CommonPrefixes<ExecutionSpace> m_compare;
};

/// The array's last entry on the ranks before this one. Collective.
template <class ExecutionSpace, class Index>
Index entry_before(Context<ExecutionSpace> const& context, Blocks const& blocks,
                   SpanOn<Index const, ExecutionSpace> const& suffix_array)
{
  std::size_t const n = suffix_array.extent(0);
  Index const mine = n == 0 ? 0 : detail::read_back(context.space, suffix_array, n - 1);
  auto const all = context.ranks().all_gather(mine);
  for (std::size_t r = context.rank(); r-- > 0;)
    if (blocks.extent(r) != 0) return all[r];
  return std::numeric_limits<Index>::max();
}

/// Of a text that is not empty.
template <class ExecutionSpace, class Index>
void lcp_of(Context<ExecutionSpace> const& context,
            detail::BytesOfText<typename ExecutionSpace::memory_space> const& text, Blocks const& blocks,
            SpanOn<Index const, ExecutionSpace> const& suffix_array, Blocks const& array_blocks,
            SpanOn<Index, ExecutionSpace> const& lcp, detail::ProgressReport<ExecutionSpace>& progress)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Entries = SpanOn<Index const, ExecutionSpace>;
  auto const lengths = context.template take<Index>(text.size());
  Index before = entry_before<ExecutionSpace, Index>(context, array_blocks, suffix_array);
  Pieces const pieces(array_blocks);
  for (std::size_t number = 0; number < pieces.size(); ++number) {
    Piece const piece = pieces.of(number, suffix_array.extent(0));
    Entries const entries = backends::subspan(suffix_array, piece.begin, piece.end);
    send_to_owner<Index>(context, blocks, entries.extent(0), entries, EntryBefore<Index, MemorySpace>{entries, before},
                         TakePredecessor<Index, MemorySpace>{lengths});
    if (piece.end > piece.begin) before = detail::read_back(context.space, suffix_array, piece.end - 1);
  }
  progress.add(1);
  {
    Workspace::Scope const scope(context.workspace);
    auto const block = pack_block(context, text);
    progress.add(1);
    LengthsByPosition<ExecutionSpace, Index>(context, block, blocks).find(lengths);
  }
  progress.add(1);
  for (std::size_t number = 0; number < pieces.size(); ++number) {
    Piece const piece = pieces.of(number, suffix_array.extent(0));
    Entries const entries = backends::subspan(suffix_array, piece.begin, piece.end);
    look_up<Index>(context, blocks, entries, AnswerLength<Index, MemorySpace>{lengths},
                   backends::subspan(lcp, piece.begin, piece.end));
  }
}

}  // namespace

template <class ExecutionSpace, class Index>
void build_inverse(ExecutionSpace const& space, distributed::Communicator const& ranks,
                   Span<Index const, typename ExecutionSpace::memory_space> const& suffix_array,
                   Span<Index, typename ExecutionSpace::memory_space> const& inverse, LcpOptions const& options)
{
  backends::mpi::together(ranks.ranks(), [&] {
    detail::Scratch<ExecutionSpace> const scratch(space, options.workspace);
    Context<ExecutionSpace> const context{space, ranks, *scratch};
    auto const blocks = settle(
        ranks.ranks(), {Function::inverse, 0, sizeof(Index), {}, {suffix_array.extent(0), inverse.extent(0), 0}});
    check_extents(blocks[1], blocks[0], "the inverse suffix array", sizeof(Index));
    detail::check_positions<Index>(space, suffix_array, blocks[0].total(), "the suffix array");
    detail::ProgressReport<ExecutionSpace> progress(space, options.progress, 1);
    invert<ExecutionSpace, Index>(context, blocks[0], suffix_array, blocks[1], inverse);
    space.fence("lexikos::distributed::inverse_suffix_array");
    progress.finish();
  });
}

template <class ExecutionSpace, class Index>
void build_lcp(ExecutionSpace const& space, distributed::Communicator const& ranks,
               detail::BytesOfText<typename ExecutionSpace::memory_space> const& text,
               Span<Index const, typename ExecutionSpace::memory_space> const& suffix_array,
               Span<Index, typename ExecutionSpace::memory_space> const& lcp, LcpOptions const& options)
{
  backends::mpi::together(ranks.ranks(), [&] {
    detail::Scratch<ExecutionSpace> const scratch(space, options.workspace);
    Context<ExecutionSpace> const context{space, ranks, *scratch};
    auto const blocks = settle(ranks.ranks(), {Function::lcp_array,
                                               text.symbol_bytes,
                                               sizeof(Index),
                                               {},
                                               {text.size(), suffix_array.extent(0), lcp.extent(0)}});
    check_extents(blocks[1], blocks[0], "the suffix array", sizeof(Index));
    detail::check_extent(lcp.extent(0), suffix_array.extent(0), "the LCP array");
    check_blocks(blocks[0]);
    detail::check_positions<Index>(space, suffix_array, blocks[0].total(), "the suffix array");
    detail::ProgressReport<ExecutionSpace> progress(space, options.progress, 4);
    if (blocks[0].total() != 0)
      lcp_of<ExecutionSpace, Index>(context, text, blocks[0], suffix_array, blocks[1], lcp, progress);
    space.fence("lexikos::distributed::lcp_array");
    progress.finish();
  });
}

#define LEXIKOS_INSTANTIATE(SPACE, INDEX)                                                                             \
  template void build_inverse(SPACE const&, distributed::Communicator const&,                                         \
                              Span<INDEX const, SPACE::memory_space> const&, Span<INDEX, SPACE::memory_space> const&, \
                              LcpOptions const&);                                                                     \
  template void build_lcp(                                                                                            \
      SPACE const&, distributed::Communicator const&, detail::BytesOfText<SPACE::memory_space> const&,                \
      Span<INDEX const, SPACE::memory_space> const&, Span<INDEX, SPACE::memory_space> const&, LcpOptions const&);
LEXIKOS_FOR_EACH_SPACE_AND_INDEX(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos::distributed_detail
