// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <lexikos/detail/execution_spaces.hpp>
#include <lexikos/detail/scratch.hpp>
#include <lexikos/distributed/suffix_array.hpp>

#include "distributed/call.hpp"
#include "distributed/inverse.hpp"
#include "distributed/prepare.hpp"

namespace lexikos::distributed_detail
{

namespace
{

template <class MemorySpace, class Index>
struct EntryOfArrival
{
  Arrivals<MemorySpace> arrivals;
  Span<std::uint32_t, MemorySpace> offsets;
  KOKKOS_FUNCTION Index operator()(std::size_t item) const
  {
    return static_cast<Index>(arrivals.base_of(item) + offsets(item));
  }
};

/// The suffixes of one part, to where they belong in the array.
template <class ExecutionSpace, class Index>
void sort_part(Context<ExecutionSpace> const& context, LastSort<ExecutionSpace>& last_sort, std::size_t part,
               Blocks const& blocks, Blocks const& array_blocks, SpanOn<Index, ExecutionSpace> const& suffix_array)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  Workspace::Scope const scope(context.workspace);
  auto const sorted = last_sort.template sort<std::uint32_t>(part, Identity{});
  EntryOfArrival<MemorySpace, Index> const entry{arrivals(context, sorted.routes, blocks.firsts()), sorted.received};
  auto const entries = context.template take<Index>(sorted.order.extent(0));
  fill_by(context.space, "lexikos::distributed::entries", entries, ordered(entry, sorted.order));
  std::vector<Stretch> stretches;
  for (std::size_t r = 0; r < context.size(); ++r) stretches.push_back(last_sort.stretch(r, part));
  deliver<ExecutionSpace, Index>(context, stretches, array_blocks, entries, suffix_array);
}

/// All suffixes of a text that is not empty.
template <class ExecutionSpace, class Index>
void sort_suffixes(Context<ExecutionSpace> const& context,
                   detail::BytesOfText<typename ExecutionSpace::memory_space> const& text, Blocks const& blocks,
                   Blocks const& array_blocks, SpanOn<Index, ExecutionSpace> const& suffix_array,
                   distributed::SuffixArrayOptions const& options, Report& report)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  Workspace::Scope const scope(context.workspace);
  report.progress(0);
  auto const local = prepare_text(context, text, blocks, report);
  report.progress(0.05);
  auto const ranks = sort_samples(context, local, blocks, tuning().splitters, report);
  LastSort<ExecutionSpace> last_sort(context, KeyOfSuffix<MemorySpace>{local, ranks}, blocks,
                                     parts_of_last_sort(blocks, options), tuning().splitters, report);
  // From here on the suffix array is written; an inverse is not.
  LentResults<ExecutionSpace> const lent(
      Context<ExecutionSpace>{context.space, context.communicator, context.workspace, {context.unwritten[1]}});
  for (std::size_t part = 0; part < last_sort.parts(); ++part) {
    sort_part<ExecutionSpace, Index>(context, last_sort, part, blocks, array_blocks, suffix_array);
    report.progress(0.4 + 0.6 * static_cast<double>(part + 1) / static_cast<double>(last_sort.parts() + 1));
  }
}

}  // namespace

template <class ExecutionSpace, class Index>
void build_suffix_array(ExecutionSpace const& space, distributed::Communicator const& ranks,
                        detail::BytesOfText<typename ExecutionSpace::memory_space> const& text,
                        Span<Index, typename ExecutionSpace::memory_space> const& suffix_array,
                        Span<Index, typename ExecutionSpace::memory_space> const* inverse,
                        distributed::SuffixArrayOptions const& options)
{
  backends::mpi::together(ranks.ranks(), [&] {
    detail::Scratch<ExecutionSpace> const scratch(space, options.workspace);
    scratch->reset_peak();
    Context<ExecutionSpace> const context{
        space,
        ranks,
        *scratch,
        {bytes_of_result(suffix_array),
         inverse != nullptr ? bytes_of_result(*inverse) : SpanOn<std::byte, ExecutionSpace>()}};
    Report report(ranks.ranks(), options.statistics, options.progress);
    report.begin("agreement");
    auto const blocks = settle(
        ranks.ranks(), {Function::suffix_array,
                        text.symbol_bytes,
                        sizeof(Index),
                        {options.max_parts, options.part_size, inverse != nullptr},
                        {text.size(), suffix_array.extent(0), inverse != nullptr ? inverse->extent(0) : text.size()}});
    check_extents(blocks[1], blocks[0], "the suffix array", sizeof(Index));
    check_extents(blocks[2], blocks[0], "the inverse suffix array", sizeof(Index));
    check_options(options);
    check_blocks(blocks[0]);
    if (blocks[0].total() != 0) {
      sort_suffixes<ExecutionSpace, Index>(context, text, blocks[0], blocks[1], suffix_array, options, report);
      if (inverse != nullptr) {
        report.begin("inverse");
        invert<ExecutionSpace, Index>(context, blocks[1], suffix_array, blocks[2], *inverse);
      }
    }
    space.fence("lexikos::distributed::suffix_array");
    report.finish(scratch->peak_bytes());
    report.progress(1);
  });
}

#define LEXIKOS_INSTANTIATE(SPACE, INDEX)                                                                            \
  template void build_suffix_array(SPACE const&, distributed::Communicator const&,                                   \
                                   detail::BytesOfText<SPACE::memory_space> const&,                                  \
                                   Span<INDEX, SPACE::memory_space> const&, Span<INDEX, SPACE::memory_space> const*, \
                                   distributed::SuffixArrayOptions const&);
LEXIKOS_FOR_EACH_SPACE_AND_INDEX(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos::distributed_detail
