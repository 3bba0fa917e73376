// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <lexikos/detail/execution_spaces.hpp>
#include <lexikos/detail/scratch.hpp>
#include <lexikos/distributed/bwt.hpp>

#include "distributed/call.hpp"
#include "distributed/inverse.hpp"
#include "distributed/prepare.hpp"

namespace lexikos::distributed_detail
{

namespace
{

/// The symbol before a suffix; that of the block's first suffix lies on another rank.
template <class Symbol, class MemorySpace>
struct PrecedingSymbol
{
  Span<Symbol const, MemorySpace> text;
  Symbol before_block;
  KOKKOS_FUNCTION Symbol operator()(std::size_t offset) const { return offset == 0 ? before_block : text(offset - 1); }
};

/// The i-th of sorted symbols without the one at `left_out`.
template <class Symbol, class MemorySpace>
struct SymbolLeftIn
{
  Span<Symbol, MemorySpace> received;
  Span<std::uint32_t, MemorySpace> order;
  std::uint64_t left_out;
  KOKKOS_FUNCTION Symbol operator()(std::size_t i) const { return received(order(i < left_out ? i : i + 1)); }
};

/// Where the whole text will come among the suffixes.
struct WholeText
{
  SortKey key;
  std::uint64_t range = 0;
};

template <class Ranges>
struct FindWholeText
{
  Ranges ranges;
  KOKKOS_FUNCTION WholeText operator()(std::size_t) const { return {ranges.keys(0), ranges(0)}; }
};

/// The key of the suffix at 0 and its range, which its owner tells all. Collective.
template <class ExecutionSpace>
WholeText find_whole_text(Context<ExecutionSpace> const& context, LastSort<ExecutionSpace> const& last_sort,
                          Blocks const& blocks)
{
  WholeText mine;
  std::size_t const owner = blocks.owner(0);
  if (owner == context.rank()) {
    Workspace::Scope const scope(context.workspace);
    auto const found = context.template take<WholeText>(1);
    fill_by(context.space, "lexikos::distributed::whole_text", found,
            FindWholeText<decltype(last_sort.ranges())>{last_sort.ranges()});
    mine = detail::read_back(context.space, found);
  }
  return context.ranks().all_gather(mine)[owner];
}

/// The last symbols of all blocks, from which every rank knows the one before its own, and the last of the text.
template <class Symbol>
struct LastSymbols
{
  Symbol before_block{};
  Symbol of_text{};
};

template <class ExecutionSpace, class Symbol>
LastSymbols<Symbol> last_symbols(Context<ExecutionSpace> const& context,
                                 SpanOn<Symbol const, ExecutionSpace> const& text, Blocks const& blocks)
{
  Symbol const mine = text.extent(0) == 0 ? Symbol{} : detail::read_back(context.space, text, text.extent(0) - 1);
  auto const all = context.ranks().all_gather(mine);
  LastSymbols<Symbol> last;
  for (std::size_t r = 0; r < all.size(); ++r) {
    if (blocks.extent(r) == 0) continue;
    if (r < context.rank()) last.before_block = all[r];
    last.of_text = all[r];
  }
  return last;
}

/// Row 0 is that of the empty suffix, so rows are one behind the sorted suffixes, up to the whole text's, which is left out.
Stretch rows_of(Stretch const& sorted, std::size_t range, WholeText const& whole)
{
  std::uint64_t const before = range <= whole.range ? 1 : 0;
  std::uint64_t const after = range < whole.range ? 1 : 0;
  return {sorted.first + before, sorted.end + after};
}

/// The transform of a text that is not empty. Returns the primary index.
template <class ExecutionSpace, class Symbol>
std::uint64_t sort_and_transform(Context<ExecutionSpace> const& context,
                                 SpanOn<Symbol const, ExecutionSpace> const& text, Blocks const& blocks,
                                 Blocks const& bwt_blocks, SpanOn<Symbol, ExecutionSpace> const& bwt,
                                 distributed::SuffixArrayOptions const& options, Report& report)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  Workspace::Scope const scope(context.workspace);
  report.progress(0);
  auto const local = prepare_text(context, detail::bytes_of<ExecutionSpace>(text), blocks, report);
  auto const last = last_symbols<ExecutionSpace, Symbol>(context, text, blocks);
  report.progress(0.05);
  auto const ranks = sort_samples(context, local, blocks, tuning().splitters, report);
  LastSort<ExecutionSpace> last_sort(context, KeyOfSuffix<MemorySpace>{local, ranks}, blocks,
                                     parts_of_last_sort(blocks, options), tuning().splitters, report);
  WholeText const whole = find_whole_text(context, last_sort, blocks);
  std::size_t const parts = last_sort.parts();
  std::uint64_t primary = 0;
  for (std::size_t part = 0; part < parts; ++part) {
    Workspace::Scope const part_scope(context.workspace);
    bool const has_whole = whole.range == context.rank() * parts + part;
    std::uint64_t place = ~std::uint64_t{0};
    auto const sorted = last_sort.template sort<Symbol>(
        part, PrecedingSymbol<Symbol, MemorySpace>{text, last.before_block}, has_whole ? &whole.key : nullptr, &place);
    std::size_t const n = sorted.order.extent(0);
    auto const symbols = context.template take<Symbol>(has_whole ? n - 1 : n);
    fill_by(context.space, "lexikos::distributed::transform", symbols,
            SymbolLeftIn<Symbol, MemorySpace>{sorted.received, sorted.order, has_whole ? place : n});
    if (has_whole) primary = last_sort.stretch(context.rank(), part).first + place + 1;
    std::vector<Stretch> rows;
    for (std::size_t r = 0; r < context.size(); ++r)
      rows.push_back(rows_of(last_sort.stretch(r, part), r * parts + part, whole));
    deliver<ExecutionSpace, Symbol>(context, rows, bwt_blocks, symbols, bwt);
    report.progress(0.4 + 0.6 * static_cast<double>(part + 1) / static_cast<double>(parts + 1));
  }
  if (bwt_blocks.owner(0) == context.rank())
    Kokkos::deep_copy(context.space, backends::subspan(bwt, 0, 1), last.of_text);
  std::uint64_t sum = 0;
  for (auto const mine : context.ranks().all_gather(primary)) sum += mine;
  return sum;
}

}  // namespace

template <class ExecutionSpace, class Symbol>
std::uint64_t transform(ExecutionSpace const& space, distributed::Communicator const& ranks,
                        Span<Symbol const, typename ExecutionSpace::memory_space> const& text,
                        Span<Symbol, typename ExecutionSpace::memory_space> const& bwt,
                        distributed::SuffixArrayOptions const& options)
{
  std::uint64_t primary = 0;
  backends::mpi::together(ranks.ranks(), [&] {
    detail::Scratch<ExecutionSpace> const scratch(space, options.workspace);
    scratch->reset_peak();
    Context<ExecutionSpace> const context{space, ranks, *scratch};
    Report report(ranks.ranks(), options.statistics, options.progress);
    report.begin("agreement");
    auto const blocks = settle(ranks.ranks(), {Function::transform,
                                               sizeof(Symbol),
                                               0,
                                               {options.max_parts, options.part_size, 0},
                                               {text.extent(0), bwt.extent(0), 0}});
    check_extents(blocks[1], blocks[0], "the BWT");
    check_options(options);
    check_blocks(blocks[0]);
    if (blocks[0].total() != 0)
      primary = sort_and_transform<ExecutionSpace, Symbol>(context, text, blocks[0], blocks[1], bwt, options, report);
    space.fence("lexikos::distributed::transform");
    report.finish(scratch->peak_bytes());
    report.progress(1);
  });
  return primary;
}

#define LEXIKOS_INSTANTIATE_SYMBOL(SPACE, SYMBOL)                                  \
  template std::uint64_t transform(SPACE const&, distributed::Communicator const&, \
                                   Span<SYMBOL const, SPACE::memory_space> const&, \
                                   Span<SYMBOL, SPACE::memory_space> const&, distributed::SuffixArrayOptions const&);
#define LEXIKOS_INSTANTIATE(SPACE)                 \
  LEXIKOS_INSTANTIATE_SYMBOL(SPACE, std::uint8_t)  \
  LEXIKOS_INSTANTIATE_SYMBOL(SPACE, std::uint16_t) \
  LEXIKOS_INSTANTIATE_SYMBOL(SPACE, std::uint32_t)
LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE
#undef LEXIKOS_INSTANTIATE_SYMBOL

}  // namespace lexikos::distributed_detail
