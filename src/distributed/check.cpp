// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The three conditions of lexikos/check.hpp, one after the other: each as soon as all ranks have found that the one before
// holds, since it relies on that.

#include <lexikos/detail/execution_spaces.hpp>
#include <lexikos/detail/scratch.hpp>
#include <lexikos/distributed/check.hpp>

#include "distributed/call.hpp"
#include "distributed/inverse.hpp"
#include "distributed/symbol_codes.hpp"

namespace lexikos::distributed_detail
{

namespace
{

// A defect and where it shows as one number, so that the smallest of all ranks is the first: index * 8 + defect.
constexpr std::uint64_t no_finding = ~std::uint64_t{0};

KOKKOS_INLINE_FUNCTION std::uint64_t finding(std::uint64_t index, SuffixArrayDefect defect)
{
  return index * 8 + static_cast<std::uint64_t>(defect);
}

template <class Index, class MemorySpace>
struct FindOutOfRange
{
  Span<Index const, MemorySpace> entries;
  std::uint64_t n;
  std::uint64_t first;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::uint64_t& found) const
  {
    if (entries(i) >= n) found = Kokkos::min(found, finding(first + i, SuffixArrayDefect::out_of_range));
  }
};

/// Takes the ranks of positions, the smallest for each, and finds those that are not.
template <class Index, class MemorySpace>
struct TakeSmallestRank
{
  Span<std::uint32_t, MemorySpace> offsets;
  Span<std::uint32_t, MemorySpace> numbers;
  Arrivals<MemorySpace> arrivals;
  Span<Index, MemorySpace> inverse;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::uint64_t& found) const
  {
    auto const rank = static_cast<Index>(arrivals.base_of(i) + numbers(i));
    Index const before = Kokkos::atomic_fetch_min(&inverse(offsets(i)), rank);
    if (before == std::numeric_limits<Index>::max()) return;
    found = Kokkos::min(found, finding(before < rank ? rank : before, SuffixArrayDefect::repeated));
  }
};

/// What the order of two suffixes follows from: the first symbol, and the rank of the suffix after it, from 1; 0 for the
/// empty one.
template <class Symbol, class Index>
struct FirstAndRest
{
  Index rest;
  Symbol first;
};

template <class Symbol, class Index, class MemorySpace>
struct AnswerFirstAndRest
{
  SymbolAt<MemorySpace> text;
  Span<Index, MemorySpace> inverse;
  Index rest_of_last;  ///< of the block

  KOKKOS_FUNCTION FirstAndRest<Symbol, Index> operator()(std::uint32_t offset) const
  {
    Index const rest = offset + 1 < inverse.extent(0) ? static_cast<Index>(inverse(offset + 1) + 1) : rest_of_last;
    return {rest, static_cast<Symbol>(text(offset))};
  }
};

template <class Symbol, class Index>
KOKKOS_FUNCTION std::uint64_t compare(FirstAndRest<Symbol, Index> const& a, FirstAndRest<Symbol, Index> const& b,
                                      std::uint64_t index)
{
  if (a.first < b.first) return no_finding;
  if (b.first < a.first) return finding(index, SuffixArrayDefect::first_symbol);
  return a.rest < b.rest ? no_finding : finding(index, SuffixArrayDefect::order);
}

template <class Symbol, class Index, class MemorySpace>
struct FindDisorder
{
  Span<FirstAndRest<Symbol, Index>, MemorySpace> suffixes;
  std::uint64_t first;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::uint64_t& found) const
  {
    if (i != 0) found = Kokkos::min(found, compare(suffixes(i - 1), suffixes(i), first + i));
  }
};

template <class ExecutionSpace, class Functor>
std::uint64_t smallest(ExecutionSpace const& space, char const* label, std::size_t n, Functor const& functor)
{
  std::uint64_t found = no_finding;
  Kokkos::parallel_reduce(label, backends::Range<ExecutionSpace>(space, 0, n), functor,
                          Kokkos::Min<std::uint64_t>(found));
  return found;
}

/// One check of a text and an array in blocks.
/// \tparam Symbol  holds a symbol
template <class ExecutionSpace, class Symbol, class Index>
class Check
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Suffix = FirstAndRest<Symbol, Index>;
  using Entries = SpanOn<Index const, ExecutionSpace>;

 public:
  Check(Context<ExecutionSpace> const& context, detail::BytesOfText<MemorySpace> const& text, Blocks const& text_blocks,
        Entries const& array, Blocks const& array_blocks)
      : m_context(context), m_text(text), m_text_blocks(text_blocks), m_array(array), m_array_blocks(array_blocks)
  {}

  std::uint64_t run()
  {
    std::uint64_t const first = m_array_blocks.first(m_context.rank());
    std::uint64_t found =
        first_of_all(smallest(m_context.space, "lexikos::distributed::check_range", m_array.extent(0),
                              FindOutOfRange<Index, MemorySpace>{m_array, m_text_blocks.total(), first}));
    if (found != no_finding) return found;
    m_inverse = m_context.template take<Index>(m_text.size());
    Kokkos::deep_copy(m_context.space, m_inverse, std::numeric_limits<Index>::max());
    found = first_of_all(find_repeated());
    return found != no_finding ? found : first_of_all(find_disorder());
  }

 private:
  std::uint64_t first_of_all(std::uint64_t mine)
  {
    auto const all = m_context.ranks().all_gather(mine);
    return *std::min_element(all.begin(), all.end());
  }

  std::uint64_t find_repeated();
  std::uint64_t find_disorder();
  Index rest_of_last();

  Context<ExecutionSpace> const& m_context;
  detail::BytesOfText<MemorySpace> m_text;
  Blocks const& m_text_blocks;
  Entries m_array;
  Blocks const& m_array_blocks;
  SpanOn<Index, ExecutionSpace> m_inverse;
};

template <class ExecutionSpace, class Symbol, class Index>
std::uint64_t Check<ExecutionSpace, Symbol, Index>::find_repeated()
{
  std::uint64_t found = no_finding;
  for_each_rank_of_position<ExecutionSpace, Index>(
      m_context, m_array_blocks, m_array, m_text_blocks, [&](auto const& received) {
        found = std::min(
            found, smallest(m_context.space, "lexikos::distributed::check_permutation", received.offsets.extent(0),
                            TakeSmallestRank<Index, MemorySpace>{received.offsets, received.numbers, received.arrivals,
                                                                 m_inverse}));
      });
  return found;
}

/// The rank of the suffix after the block, from 1, which the next block that is not empty has; 0 at the end of the text.
template <class ExecutionSpace, class Symbol, class Index>
Index Check<ExecutionSpace, Symbol, Index>::rest_of_last()
{
  Index const mine = m_text.size() == 0 ? 0 : static_cast<Index>(detail::read_back(m_context.space, m_inverse) + 1);
  auto const all = m_context.ranks().all_gather(mine);
  for (std::size_t r = m_context.rank() + 1; r < all.size(); ++r)
    if (m_text_blocks.extent(r) != 0) return all[r];
  return 0;
}

template <class ExecutionSpace, class Symbol, class Index>
std::uint64_t Check<ExecutionSpace, Symbol, Index>::find_disorder()
{
  struct Ends
  {
    Suffix first, last;
    std::uint64_t has = 0;
  };
  AnswerFirstAndRest<Symbol, Index, MemorySpace> const answer{SymbolAt<MemorySpace>(m_text), m_inverse, rest_of_last()};
  std::uint64_t const first = m_array_blocks.first(m_context.rank());
  std::uint64_t found = no_finding;
  Ends mine{};
  Pieces const pieces(m_array_blocks);
  for (std::size_t number = 0; number < pieces.size(); ++number) {
    Workspace::Scope const scope(m_context.workspace);
    Piece const piece = pieces.of(number, m_array.extent(0));
    Entries const entries = backends::subspan(m_array, piece.begin, piece.end);
    std::size_t const n = entries.extent(0);
    auto const suffixes = m_context.template take<Suffix>(n);
    look_up<Suffix>(m_context, m_text_blocks, entries, answer, suffixes);
    found = std::min(found, smallest(m_context.space, "lexikos::distributed::check_order", n,
                                     FindDisorder<Symbol, Index, MemorySpace>{suffixes, first + piece.begin}));
    if (n == 0) continue;
    Suffix const begin = detail::read_back(m_context.space, suffixes);
    if (mine.has != 0)
      found = std::min(found, compare(mine.last, begin, first + piece.begin));
    else
      mine.first = begin;
    mine.last = detail::read_back(m_context.space, suffixes, n - 1);
    mine.has = 1;
  }
  auto const all = m_context.ranks().all_gather(mine);
  for (std::size_t r = m_context.rank(); mine.has != 0 && r-- > 0;) {
    if (all[r].has == 0) continue;
    return std::min(found, compare(all[r].last, mine.first, first));
  }
  return found;
}

}  // namespace

template <class ExecutionSpace, class Index>
SuffixArrayCheck check(ExecutionSpace const& space, distributed::Communicator const& ranks,
                       detail::BytesOfText<typename ExecutionSpace::memory_space> const& text,
                       Span<Index const, typename ExecutionSpace::memory_space> const& suffix_array,
                       CheckOptions const& options)
{
  SuffixArrayCheck result;
  backends::mpi::together(ranks.ranks(), [&] {
    detail::Scratch<ExecutionSpace> const scratch(space, options.workspace);
    Context<ExecutionSpace> const context{space, ranks, *scratch};
    auto const blocks =
        settle(ranks.ranks(),
               {Function::check, text.symbol_bytes, sizeof(Index), {}, {text.size(), suffix_array.extent(0), 0}});
    check_extents(blocks[1], blocks[0], "the suffix array", sizeof(Index));
    check_blocks(blocks[0]);
    auto const run_of = [&](auto symbol) {
      return Check<ExecutionSpace, decltype(symbol), Index>(context, text, blocks[0], suffix_array, blocks[1]).run();
    };
    std::uint64_t found = 0;
    if constexpr (sizeof(Index) == sizeof(std::uint64_t))
      found = run_of(std::uint64_t{});
    else
      found = text.symbol_bytes <= sizeof(Index) ? run_of(Index{}) : run_of(std::uint64_t{});
    if (found != no_finding) result = {static_cast<SuffixArrayDefect>(found % 8), static_cast<std::size_t>(found / 8)};
  });
  return result;
}

#define LEXIKOS_INSTANTIATE(SPACE, INDEX)                                          \
  template SuffixArrayCheck check(SPACE const&, distributed::Communicator const&,  \
                                  detail::BytesOfText<SPACE::memory_space> const&, \
                                  Span<INDEX const, SPACE::memory_space> const&, CheckOptions const&);
LEXIKOS_FOR_EACH_SPACE_AND_INDEX(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos::distributed_detail
