// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The ranks of all samples among each other: a first sort by their first symbols, then rounds over those that are not in their
// place yet, in which each asks for the rank of the suffix that begins where its known symbols end.
//
// The rank of a sample is the number of samples that are in groups before its own. So it stays when a group is divided, but
// for those that move up within it, and it is final for a sample that is alone.

#include <lexikos/detail/allocate.hpp>

#include "distributed/report.hpp"
#include "distributed/sample_groups.hpp"

namespace lexikos::distributed_detail
{

/// The ranks of all samples, which are made and refined by `SampleSort`.
template <class ExecutionSpace>
class SampleSort
{
  using MemorySpace = typename ExecutionSpace::memory_space;

 public:
  SampleSort(Context<ExecutionSpace> const& context, LocalText<MemorySpace> const& text, Blocks const& blocks,
             SplitterTuning const& tuning, Report& report)
      : m_context(context), m_text(text), m_blocks(blocks), m_tuning(tuning), m_report(report)
  {}

  /// Collective. The memory is the caller's scope's.
  [[nodiscard]] SampleRanks<MemorySpace> run();

 private:
  /// What a sort leaves: items in their order, in groups.
  struct Sorted
  {
    NewRanks<MemorySpace> ranks;
    Span<std::uint64_t, MemorySpace> positions;
    Span<std::uint8_t, MemorySpace> heads;  ///< one more than items
  };

  void sort_first();
  void sort_again(std::uint64_t distance);
  template <class Groups>
  SortedPart find_heads(Groups const& groups, Span<std::uint8_t, MemorySpace> const& heads, std::size_t n);
  void finish(Sorted const& sorted);
  void gather_following_ranks();
  void note_balance(Blocks const& items);

  Context<ExecutionSpace> const& m_context;
  LocalText<MemorySpace> const& m_text;
  Blocks const& m_blocks;
  SplitterTuning m_tuning;
  Report& m_report;
  SampleRanks<MemorySpace> m_ranks;
  UnsortedList<ExecutionSpace> m_list;
};

template <class ExecutionSpace>
SampleRanks<typename ExecutionSpace::memory_space> SampleSort<ExecutionSpace>::run()
{
  m_report.begin("samples");
  m_ranks.numbers = number_samples(m_context, m_text);
  m_ranks.ranks = m_context.template take<std::uint32_t>(m_ranks.numbers.count);
  m_ranks.following = m_context.template take<std::uint32_t>(m_text.plan.left_halo());
  sort_first();
  std::uint64_t depth = m_text.plan.first_depth();
  std::uint64_t const context = m_text.plan.context();
  for (;;) {
    gather_following_ranks();
    std::uint64_t left = 0;
    for (auto const size : m_context.ranks().all_gather(static_cast<std::uint64_t>(m_list.size()))) left += size;
    m_report.unsorted(m_ranks.total, left);
    if (left == 0) return m_ranks;
    sort_again(depth - context);
    depth += depth - context;
  }
}

template <class ExecutionSpace>
void SampleSort<ExecutionSpace>::note_balance(Blocks const& items)
{
  if (items.total() == 0) return;
  std::uint64_t most = 0;
  for (std::size_t r = 0; r < items.size(); ++r) most = std::max(most, items.extent(r));
  m_report.imbalance_of_samples(static_cast<double>(most) * static_cast<double>(items.size()) /
                                static_cast<double>(items.total()));
}

template <class ExecutionSpace>
template <class Groups>
SortedPart SampleSort<ExecutionSpace>::find_heads(Groups const& groups, Span<std::uint8_t, MemorySpace> const& heads,
                                                  std::size_t n)
{
  SortedPart const part = find_borders(m_context, groups, n);
  Kokkos::parallel_for("lexikos::distributed::heads", backends::Range<ExecutionSpace>(m_context.space, 0, n + 1),
                       FindHeads<Groups, Span<std::uint8_t, MemorySpace>>{groups, heads, part.has_before,
                                                                          part.has_after, part.before, part.after});
  return part;
}

template <class ExecutionSpace>
void SampleSort<ExecutionSpace>::sort_first()
{
  Workspace::Scope const scope(m_context.workspace);
  LentResults<ExecutionSpace> const lent(m_context);
  auto const& space = m_context.space;
  std::size_t const m = m_ranks.numbers.count;
  Plan const& plan = m_text.plan;
  Blocks const counts(m_context.ranks().all_gather(static_cast<std::uint64_t>(m)));
  m_ranks.total = counts.total();
  detail::require(m_ranks.total + plan.context() <= max_items, ErrorCode::not_supported,
                  "the windows choose 2^32 samples and more");

  auto const samples = m_context.template take<std::uint32_t>(m);
  Kokkos::parallel_for("lexikos::distributed::list_samples",
                       backends::Range<ExecutionSpace>(space, 0, m_ranks.numbers.bits.extent(0)),
                       ListSamples<MemorySpace>{m_ranks.numbers, samples});
  SamplesBackwards<MemorySpace> const backwards{samples};
  KeyOfSample<MemorySpace> const keys{m_text, backwards};
  m_report.begin("splitters");
  auto const splitters = find_splitters(m_context, keys, counts, m_context.size(), m_tuning);
  m_report.begin("samples");
  auto const parts = partition(m_context, m, m_context.size(), RangeOf<decltype(keys), MemorySpace>{keys, splitters});
  // Of samples with equal symbols the shorter one comes first, which lies after: so ranks and blocks arrive backwards.
  Routes const routes = make_routes(m_context.ranks(), parts.counts, Arrival::descending);
  std::size_t const n = routes.received;

  GroupOfSorted<MemorySpace> groups;
  groups.plan = plan;
  groups.positions = m_context.template take<std::uint64_t>(n);
  groups.order = m_context.template take<std::uint32_t>(n);
  auto const heads = m_context.template take<std::uint8_t>(n + 1);
  auto const starts = m_context.template take<std::uint32_t>(n);
  for (int k = 0; k < plan.key_words; ++k) {
    groups.words[k] = m_context.template take<std::uint64_t>(n);
    transfer(m_context, routes, parts.order, WordOfSample<MemorySpace>{keys, k}, groups.words[k]);
  }
  {
    Workspace::Scope const offsets_scope(m_context.workspace);
    auto const offsets = m_context.template take<std::uint32_t>(n);
    transfer(m_context, routes, parts.order, backwards, offsets);
    fill_by(space, "lexikos::distributed::positions", groups.positions,
            PositionOfArrival<decltype(offsets), MemorySpace>{
                offsets, arrivals(m_context, routes, m_blocks.firsts(), Arrival::descending)});
  }
  primitives::iota(space, groups.order);
  for (int k = plan.key_words - 1; k >= 0; --k)
    order_by(m_context, groups.order, groups.words[k], plan.symbols_per_word() * plan.bits);

  SortedPart const part = find_heads(groups, heads, n);
  note_balance(part.items);
  Sorted sorted;
  sorted.heads = heads;
  Kokkos::parallel_for("lexikos::distributed::starts", backends::Range<ExecutionSpace>(space, 0, n),
                       StartOfGroup<decltype(heads), decltype(starts)>{heads, starts, part.first});
  spread_starts(m_context, starts, sorted.ranks.carried);
  sorted.ranks.order = groups.order;
  sorted.ranks.starts = starts;
  sorted.positions = groups.positions;
  finish(sorted);
}

template <class ExecutionSpace>
void SampleSort<ExecutionSpace>::sort_again(std::uint64_t distance)
{
  Workspace::Scope const scope(m_context.workspace);
  LentResults<ExecutionSpace> const lent(m_context);
  auto const& space = m_context.space;
  m_report.begin("requests");
  Blocks const counts(m_context.ranks().all_gather(static_cast<std::uint64_t>(m_list.size())));
  GroupAndKey<MemorySpace> items{m_list.groups, m_context.template take<std::uint32_t>(m_list.size()),
                                 counts.first(m_context.rank())};
  Span<std::uint64_t, MemorySpace> const listed = m_list.positions;
  look_up<std::uint32_t>(m_context, m_blocks, PositionAtDepth<decltype(listed)>{listed, distance},
                         AnswerRank<MemorySpace>{m_text, m_ranks}, items.keys);

  m_report.begin("splitters");
  auto const splitters = find_splitters(m_context, items, counts, m_context.size(), m_tuning);
  m_report.begin("rounds");
  auto const parts =
      partition(m_context, m_list.size(), m_context.size(), RangeOf<decltype(items), MemorySpace>{items, splitters});
  Routes const routes = make_routes(m_context.ranks(), parts.counts);
  std::size_t const n = routes.received;
  Sorted sorted;
  sorted.ranks.pairs = m_context.template take<std::uint64_t>(n);
  sorted.positions = m_context.template take<std::uint64_t>(n);
  sorted.ranks.order = m_context.template take<std::uint32_t>(n);
  sorted.ranks.starts = m_context.template take<std::uint32_t>(n);
  sorted.ranks.old_starts = m_context.template take<std::uint32_t>(n);
  sorted.heads = m_context.template take<std::uint8_t>(n + 1);
  transfer(m_context, routes, parts.order, PairOf<MemorySpace>{items}, sorted.ranks.pairs);
  transfer(m_context, routes, parts.order, listed, sorted.positions);
  primitives::iota(space, sorted.ranks.order);
  order_by(m_context, sorted.ranks.order, sorted.ranks.pairs, 32 + bits_for(m_ranks.total));

  GroupOfPair<MemorySpace> const groups{sorted.ranks.pairs, sorted.ranks.order};
  SortedPart const part = find_heads(groups, sorted.heads, n);
  note_balance(part.items);
  using Heads = Span<std::uint8_t, MemorySpace>;
  using Starts = Span<std::uint32_t, MemorySpace>;
  Kokkos::parallel_for("lexikos::distributed::starts", backends::Range<ExecutionSpace>(space, 0, n),
                       StartOfGroup<Heads, Starts>{sorted.heads, sorted.ranks.starts, part.first});
  Kokkos::parallel_for("lexikos::distributed::old_starts", backends::Range<ExecutionSpace>(space, 0, n),
                       StartOfOldGroup<Span<std::uint64_t, MemorySpace>, Starts, Starts>{
                           sorted.ranks.pairs, sorted.ranks.order, sorted.ranks.old_starts, part.first, part.has_before,
                           part.before.words[0]});
  spread_starts(m_context, sorted.ranks.starts, sorted.ranks.carried);
  spread_starts(m_context, sorted.ranks.old_starts, sorted.ranks.old_carried);
  m_report.begin("updates");
  finish(sorted);
}

/// Sends changed ranks to the samples' owners, and lists what is not in its place yet.
template <class ExecutionSpace>
void SampleSort<ExecutionSpace>::finish(Sorted const& sorted)
{
  auto const& space = m_context.space;
  std::size_t const n = sorted.ranks.order.extent(0);
  auto const changed = m_context.template take<std::uint8_t>(n);
  auto const unsorted = m_context.template take<std::uint8_t>(n);
  Kokkos::parallel_for("lexikos::distributed::flag_rest", backends::Range<ExecutionSpace>(space, 0, n),
                       FlagRest<MemorySpace>{sorted.ranks, sorted.heads, changed, unsorted});
  std::size_t const left = count_flags(space, unsorted);
  std::size_t const to_tell = count_flags(space, changed);
  auto const positions = ordered(sorted.positions, sorted.ranks.order);
  {
    Workspace::Scope const scope(m_context.workspace);
    auto const told = m_context.template take<std::uint32_t>(to_tell);
    primitives::pack_positions(space, changed, told, m_context.workspace);
    send_to_owner<std::uint32_t>(m_context, m_blocks, to_tell, ordered(positions, told), ordered(sorted.ranks, told),
                                 SetRank<MemorySpace>{m_ranks.numbers, m_ranks.ranks});
  }
  auto& resource = m_context.workspace.resource();
  m_list = {};  // before the next one is allocated
  UnsortedList<ExecutionSpace> list{
      detail::allocate<std::uint32_t, MemorySpace>(resource, "lexikos::distributed::groups", left),
      detail::allocate<std::uint64_t, MemorySpace>(resource, "lexikos::distributed::positions", left)};
  auto const places = m_context.template take<std::uint32_t>(left);
  primitives::pack_positions(space, unsorted, places, m_context.workspace);
  fill_by(space, "lexikos::distributed::list_groups", Span<std::uint32_t, MemorySpace>(list.groups),
          ordered(sorted.ranks, places));
  fill_by(space, "lexikos::distributed::list_positions", Span<std::uint64_t, MemorySpace>(list.positions),
          ordered(positions, places));
  space.fence("lexikos::distributed::listed");
  m_list = std::move(list);
}

template <class ExecutionSpace>
void SampleSort<ExecutionSpace>::gather_following_ranks()
{
  std::size_t const most = m_text.plan.left_halo();
  if (most == 0) return;
  std::vector<std::uint32_t> own;
  {
    Workspace::Scope const scope(m_context.workspace);
    auto const mine = m_context.template take<std::uint32_t>(most);
    fill_by(m_context.space, "lexikos::distributed::first_ranks", mine, RankAtOffset<MemorySpace>{m_text, m_ranks});
    own = detail::read_all_back(m_context.space, mine);
  }
  std::vector<std::uint32_t> all(most * m_context.size());
  m_context.ranks().all_gather(own.data(), most * sizeof(std::uint32_t), all.data());
  std::vector<std::uint32_t> following;
  for (std::size_t r = m_context.rank() + 1; r < m_context.size() && following.size() < most; ++r)
    for (std::size_t i = 0; i < m_blocks.extent(r) && i < most && following.size() < most; ++i)
      following.push_back(all[r * most + i]);
  following.resize(most);
  Kokkos::deep_copy(m_context.space, m_ranks.following,
                    Span<std::uint32_t const, Kokkos::HostSpace>(following.data(), following.size()));
  m_context.space.fence("lexikos::distributed::following_ranks");
}

}  // namespace lexikos::distributed_detail
