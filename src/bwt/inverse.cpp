// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Kokkos_Core.hpp>
#include <algorithm>
#include <bit>
#include <cstdint>
#include <lexikos/bwt.hpp>
#include <lexikos/detail/execution_spaces.hpp>
#include <lexikos/detail/scratch.hpp>
#include <string>
#include <utility>

#include "backends/launch.hpp"
#include "backends/primitives.hpp"
#include "bwt/index_width.hpp"
#include "bwt/rows.hpp"
#include "bwt/walks.hpp"
#include "common/progress.hpp"
#include "common/read_back.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::bwt_detail
{

namespace
{

template <class Index, class MemorySpace>
struct Walks
{
  Slots<Index, MemorySpace> slots;
  Span<Link<Index>, MemorySpace> links;
  Span<Link<Index>, MemorySpace> other_links;
  Span<Index, MemorySpace> lengths;
};

template <class Index, class ExecutionSpace>
Walks<Index, typename ExecutionSpace::memory_space> take_walks(ExecutionSpace const& space, std::size_t n,
                                                               std::size_t count, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Pools = Slots<Index, MemorySpace>;
  std::size_t const capacity = Pools::capacity_for(n);
  std::size_t const pooled = capacity * Pools::pools;
  Walks<Index, MemorySpace> const walks{
      {workspace.take<std::uint64_t, MemorySpace>((count + pooled) * slot_words),
       workspace.take<Index, MemorySpace>(pooled), workspace.take<Index, MemorySpace>(pooled),
       workspace.take<std::uint64_t, MemorySpace>(Pools::pools * Pools::counter_stride), count, capacity},
      workspace.take<Link<Index>, MemorySpace>(count + 1),
      workspace.take<Link<Index>, MemorySpace>(count + 1),
      workspace.take<Index, MemorySpace>(count)};
  primitives::fill(space, walks.slots.owners, static_cast<Index>(count));
  primitives::fill(space, walks.slots.used, 0);
  Kokkos::deep_copy(space, Span<Link<Index>, MemorySpace>(walks.links.data() + count, 1),
                    Link<Index>{static_cast<Index>(count), 0});
  return walks;
}

/// Bytes of that, rounded up.
template <class Index>
std::size_t walks_bytes(std::size_t n)
{
  using Pools = Slots<Index, Kokkos::HostSpace>;
  std::size_t const count = n / (std::size_t{1} << Marks<Index>::bits) + 2;
  std::size_t const pooled = Pools::capacity_for(n) * Pools::pools;
  return (count + pooled) * slot_symbols + 2 * pooled * sizeof(Index) + 2 * count * sizeof(Link<Index>) +
         count * sizeof(Index) + Pools::pools * Pools::counter_stride * 8 + 8 * 256;
}

template <class Index, class ExecutionSpace, class AnyRows>
void walk_rows(ExecutionSpace const& space, AnyRows const& rows,
               Walks<Index, typename ExecutionSpace::memory_space> const& walks)
{
  constexpr int lanes = walks_per_thread<ExecutionSpace>;
  std::size_t const workers = workers_for(space, walks.slots.walks);
  Kokkos::parallel_for("lexikos::bwt::walk", backends::Range<ExecutionSpace>(space, 0, workers),
                       Walk<AnyRows, Index, typename ExecutionSpace::memory_space, lanes>{
                           rows, walks.slots, walks.links, walks.lengths, workers});
}

template <class Index, class ExecutionSpace>
void walk_all(ExecutionSpace const& space, Rows<Index, typename ExecutionSpace::memory_space> const& rows,
              Walks<Index, typename ExecutionSpace::memory_space> const& walks)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  if constexpr (detail::works_on_host<ExecutionSpace> && sizeof(Index) == sizeof(std::uint32_t))
    if (rows.order.extent(0) <= PackedRows<MemorySpace>::most)
      return walk_rows<Index>(space, pack_rows(space, rows), walks);
  walk_rows<Index>(space, rows, walks);
}

/// Ranks the list of walks, and returns its first link, which then has the end of the list and the number of its symbols.
template <class Index, class ExecutionSpace>
Link<Index> rank_walks(ExecutionSpace const& space, Walks<Index, typename ExecutionSpace::memory_space>& walks,
                       std::size_t first)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  std::size_t const links = walks.slots.walks + 1;
  int const rounds = static_cast<int>(std::bit_width(walks.slots.walks));
  for (int round = 0; round < rounds; ++round) {
    Kokkos::parallel_for("lexikos::bwt::rank_walks", backends::Range<ExecutionSpace>(space, 0, links),
                         Jump<Index, MemorySpace>{walks.links, walks.other_links});
    std::swap(walks.links, walks.other_links);
  }
  return detail::read_back(space, walks.links, first);
}

template <class Index, class ExecutionSpace>
void copy_symbols(ExecutionSpace const& space, Walks<Index, typename ExecutionSpace::memory_space> const& walks,
                  Span<std::uint8_t, typename ExecutionSpace::memory_space> const& text)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  Places<Index, MemorySpace> const places{walks.slots, walks.links, walks.lengths, text.extent(0)};
  std::size_t const slots = walks.slots.words.extent(0) / slot_words;
  auto const* const symbols = reinterpret_cast<std::uint8_t const*>(walks.slots.words.data());
  if constexpr (detail::works_on_host<ExecutionSpace>)
    Kokkos::parallel_for("lexikos::bwt::copy", backends::Range<ExecutionSpace>(space, 0, slots),
                         CopySlot<Index, MemorySpace>{places, symbols, text});
  else
    Kokkos::parallel_for("lexikos::bwt::copy", backends::Range<ExecutionSpace>(space, 0, slots * slot_symbols),
                         CopySymbol<Index, MemorySpace>{places, symbols, text});
}

// Units of work of a symbol, as progress counts them.
constexpr std::size_t rows_work = 2;
constexpr std::size_t walk_work = 6;
constexpr std::size_t rank_work = 1;
constexpr std::size_t copy_work = 1;
constexpr std::size_t work_of_all = rows_work + walk_work + rank_work + copy_work;

template <class Index, class ExecutionSpace>
void invert_with(ExecutionSpace const& space,
                 Span<std::uint8_t const, typename ExecutionSpace::memory_space> const& bwt, std::size_t primary_index,
                 Span<std::uint8_t, typename ExecutionSpace::memory_space> const& text, Workspace& workspace,
                 detail::ProgressReport<ExecutionSpace>& progress)
{
  std::size_t const n = bwt.extent(0);
  auto const rows = make_rows<Index>(space, bwt, primary_index, workspace);
  progress.add(rows_work * n);
  std::size_t const count = rows.marks.count();
  auto walks = take_walks<Index>(space, n, count, workspace);
  walk_all<Index>(space, rows, walks);
  progress.add(walk_work * n);
  auto const all = rank_walks<Index>(space, walks, Marks<Index>::group(rows.marks.first));
  // a cycle apart from the text's leaves rows, and walks, that its list does not reach
  detail::require(all.next == count && all.symbols == n, ErrorCode::corrupt_input,
                  "no text has this Burrows-Wheeler transform with the primary index " + std::to_string(primary_index));
  progress.add(rank_work * n);
  copy_symbols<Index>(space, walks, text);
  space.fence("lexikos::bwt::inverse");
}

}  // namespace

template <class ExecutionSpace>
void invert(ExecutionSpace const& space, Span<std::uint8_t const, typename ExecutionSpace::memory_space> const& bwt,
            std::size_t primary_index, Span<std::uint8_t, typename ExecutionSpace::memory_space> const& text,
            InverseBwtOptions const& options)
{
  std::size_t const n = bwt.extent(0);
  detail::require(n == 0 ? primary_index == 0 : primary_index >= 1 && primary_index <= n, ErrorCode::invalid_argument,
                  "the primary index of a text of " + std::to_string(n) + " symbols is " +
                      (n == 0 ? "0" : "1 to " + std::to_string(n)) + ", not " + std::to_string(primary_index));
  detail::Scratch const scratch(space, options.workspace);
  detail::ProgressReport progress(space, options.progress, work_of_all * n);
  if (n != 0) {
    if (has_narrow_index(n))
      invert_with<std::uint32_t>(space, bwt, primary_index, text, *scratch, progress);
    else
      invert_with<std::uint64_t>(space, bwt, primary_index, text, *scratch, progress);
  }
  progress.finish();
}

}  // namespace lexikos::bwt_detail

namespace lexikos
{

template <detail::ExecutionSpaceType ExecutionSpace>
std::size_t inverse_burrows_wheeler_transform_workspace_bytes(std::size_t n)
{
  std::size_t const sorting = bwt_detail::symbol_order_bytes<ExecutionSpace>(n);
  bool const is_narrow = bwt_detail::has_narrow_index(n);
  std::size_t const rows = n * (is_narrow ? 4 : 8) + (std::size_t{1} << 15);
  std::size_t const walks =
      is_narrow ? bwt_detail::walks_bytes<std::uint32_t>(n) : bwt_detail::walks_bytes<std::uint64_t>(n);
  return rows + std::max(sorting, walks);
}

#define LEXIKOS_INSTANTIATE(SPACE)                                                                            \
  template std::size_t inverse_burrows_wheeler_transform_workspace_bytes<SPACE>(std::size_t);                 \
  template void bwt_detail::invert<SPACE>(SPACE const&, Span<std::uint8_t const, SPACE::memory_space> const&, \
                                          std::size_t, Span<std::uint8_t, SPACE::memory_space> const&,        \
                                          InverseBwtOptions const&);

LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos
