// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LCP arrays with the packed text on every rank: what is compared is local, and only predecessors and lengths travel.

#include <Kokkos_BitManipulation.hpp>
#include <lexikos/detail/scratch.hpp>
#include <lexikos/distributed/lcp.hpp>

#include "common/progress.hpp"
#include "distributed/call.hpp"
#include "distributed/inverse.hpp"
#include "distributed/prepare.hpp"
#include "system/execution_spaces.hpp"

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

/// Compares suffixes at every 4^k-th offset of the block with their predecessors, those at coarser levels being done. From
/// one position to the next the length falls by one at most, so what is left and right bounds it.
template <class Index, class MemorySpace>
struct CompareLevel
{
  static constexpr Index none = std::numeric_limits<Index>::max();  ///< no predecessor

  PackedText<MemorySpace> text;
  Span<Index, MemorySpace> lengths;  ///< in place of the predecessors, where they are done
  std::uint64_t first;               ///< position of the block
  std::size_t stride;
  bool is_coarsest;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    std::size_t offset = i * stride;
    std::uint64_t least = 0;
    std::uint64_t most = ~std::uint64_t{0};
    if (!is_coarsest) {
      std::size_t const group = i / 3 * 4 * stride;  // of a coarser level, which is known
      offset = group + (i % 3 + 1) * stride;
      if (offset >= lengths.extent(0)) return;
      std::uint64_t const known = lengths(group);
      least = known > offset - group ? known - (offset - group) : 0;
      std::size_t const next = group + 4 * stride;
      if (next < lengths.extent(0)) most = lengths(next) + (next - offset);
    }
    Index const predecessor = lengths(offset);
    lengths(offset) = predecessor == none ? 0 : static_cast<Index>(common(first + offset, predecessor, least, most));
  }

 private:
  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t common(std::uint64_t a, std::uint64_t b, std::uint64_t least,
                                                     std::uint64_t most) const
  {
    int const count = 64 / text.bits;
    std::uint64_t const until_end = text.n - (a < b ? b : a);
    if (until_end < most) most = until_end;
    std::uint64_t length = least;
    while (length < most) {
      std::uint64_t const differ = text.symbols(a + length, count) ^ text.symbols(b + length, count);
      if (differ != 0) {
        int const equal_bits = Kokkos::Experimental::countl_zero_builtin(differ) - (64 - count * text.bits);
        length += static_cast<std::uint64_t>(equal_bits / text.bits);
        break;
      }
      length += static_cast<std::uint64_t>(count);
    }
    return length < most ? length : most;
  }
};

/// From predecessors to lengths, in place.
template <class ExecutionSpace, class Index>
void compare(ExecutionSpace const& space, PackedText<typename ExecutionSpace::memory_space> const& text,
             std::uint64_t first, SpanOn<Index, ExecutionSpace> const& lengths)
{
  using Compare = CompareLevel<Index, typename ExecutionSpace::memory_space>;
  std::size_t const n = lengths.extent(0);
  if (n == 0) return;
  std::size_t stride = 1;
  while (stride < n / 4 + 1) stride *= 4;
  Kokkos::parallel_for("lexikos::distributed::compare_coarsest",
                       backends::Range<ExecutionSpace>(space, 0, (n + stride - 1) / stride),
                       Compare{text, lengths, first, stride, true});
  for (stride /= 4; stride > 0; stride /= 4) {
    std::size_t const groups = (n + 4 * stride - 1) / (4 * stride);
    Kokkos::parallel_for("lexikos::distributed::compare", backends::Range<ExecutionSpace>(space, 0, 3 * groups),
                         Compare{text, lengths, first, stride, false});
  }
}

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
  for (std::size_t number = 0; number < pieces_of(array_blocks); ++number) {
    Piece const piece(number, suffix_array.extent(0));
    Entries const entries = backends::subspan(suffix_array, piece.begin, piece.end);
    send_to_owner<Index>(context, blocks, entries.extent(0), entries, EntryBefore<Index, MemorySpace>{entries, before},
                         TakePredecessor<Index, MemorySpace>{lengths});
    if (piece.end > piece.begin) before = detail::read_back(context.space, suffix_array, piece.end - 1);
  }
  progress.add(1);
  {
    Workspace::Scope const scope(context.workspace);
    auto const whole = gather_text(context, text, blocks);
    progress.add(1);
    compare<ExecutionSpace, Index>(context.space, whole, blocks.first(context.rank()), lengths);
  }
  progress.add(1);
  for (std::size_t number = 0; number < pieces_of(array_blocks); ++number) {
    Piece const piece(number, suffix_array.extent(0));
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
