// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// From the ranks of the samples to the order of all suffixes: by the symbols on which the distance to the sample depends, and
// then by the sample's rank. No two suffixes have the same key, so splitters balance any text. Suffixes too short for a window
// have a rank by their length, below all samples': what zeros fill up is shorter, and comes first.
//
// It is done in parts. A part takes one range of keys of every destination, and not one of all keys: so all ranks receive
// about as much in each, whatever the text. How many suffixes each range has is counted before, so that every part's place
// in the result is known, and sorted entries go where the caller wants them at once.

#include "distributed/report.hpp"
#include "distributed/sample_ranks.hpp"
#include "distributed/stretch.hpp"

namespace lexikos::distributed_detail
{

template <class MemorySpace>
struct KeyOfSuffix
{
  LocalText<MemorySpace> text;
  SampleRanks<MemorySpace> ranks;

  [[nodiscard]] KOKKOS_FUNCTION int context_words() const { return text.plan.context_bits() <= 64 ? 1 : 2; }
  /// The symbols of the context: all in one word, or as many as fit, and the rest.
  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t context(std::size_t offset, int word) const
  {
    int const all = static_cast<int>(text.plan.context());
    if (context_words() == 1) return text.symbols(offset, all);
    int const most = text.plan.symbols_per_word();
    return word == 0 ? text.symbols(offset, most) : text.symbols(offset + static_cast<std::size_t>(most), all - most);
  }
  [[nodiscard]] int context_bits(int word) const
  {
    int const all = text.plan.context_bits();
    if (context_words() == 1) return all;
    int const most = text.plan.symbols_per_word() * text.plan.bits;
    return word == 0 ? most : all - most;
  }
  [[nodiscard]] KOKKOS_FUNCTION std::uint32_t rank(std::size_t offset) const
  {
    if (!text.has_window(offset)) return static_cast<std::uint32_t>(text.plan.n - 1 - (text.first + offset));
    return ranks(text, offset) + static_cast<std::uint32_t>(text.plan.context() - 1);
  }
  [[nodiscard]] int rank_bits() const { return bits_for(ranks.total + text.plan.context()); }

  KOKKOS_FUNCTION SortKey operator()(std::size_t offset) const
  {
    SortKey key;
    int const words = context_words();
    for (int k = 0; k < words; ++k) key.words[k] = context(offset, k);
    key.words[words] = rank(offset);
    return key;
  }
};

template <class MemorySpace>
struct ContextWord
{
  KeyOfSuffix<MemorySpace> keys;
  int word;
  KOKKOS_FUNCTION std::uint64_t operator()(std::size_t offset) const { return keys.context(offset, word); }
};

template <class MemorySpace>
struct RankOfSuffix
{
  KeyOfSuffix<MemorySpace> keys;
  KOKKOS_FUNCTION std::uint32_t operator()(std::size_t offset) const { return keys.rank(offset); }
};

/// Ranges of one part together, by destination.
template <class Ranges>
struct PartAndDestination
{
  Ranges ranges;
  std::uint32_t parts;
  std::uint32_t destinations;

  KOKKOS_FUNCTION std::uint32_t operator()(std::size_t i) const
  {
    std::uint32_t const range = ranges(i);
    return range % parts * destinations + range / parts;
  }
};

template <class ExecutionSpace>
class LastSort
{
  using MemorySpace = typename ExecutionSpace::memory_space;

 public:
  /// Counts. Collective; the memory is the caller's scope's.
  LastSort(Context<ExecutionSpace> const& context, KeyOfSuffix<MemorySpace> const& keys, Blocks const& blocks,
           std::size_t parts, SplitterTuning const& tuning, Report& report);

  [[nodiscard]] std::size_t parts() const { return m_parts; }
  /// What a destination sorts in a part, of the sorted suffixes.
  [[nodiscard]] Stretch stretch(std::size_t destination, std::size_t part) const
  {
    std::size_t const range = destination * m_parts + part;
    return {m_starts[range], m_starts[range + 1]};
  }
  [[nodiscard]] RangeOf<KeyOfSuffix<MemorySpace>, MemorySpace> ranges() const { return {m_keys, m_splitters}; }

  /// What has come for a part, and its order.
  template <class Sent>
  struct Part
  {
    Routes routes;
    SpanOn<Sent, ExecutionSpace> received;
    SpanOn<std::uint32_t, ExecutionSpace> order;
  };

  /// Sorts a part. column(offset) of each suffix travels with its key, and is a Sent. Collective; the memory is the caller's
  /// scope's.
  /// \param sought  where not null: receives the place of this key among the sorted, if it is there
  template <class Sent, class Column>
  [[nodiscard]] Part<Sent> sort(std::size_t part, Column const& column, SortKey const* sought = nullptr,
                                std::uint64_t* place = nullptr);

 private:
  template <class Word>
  [[nodiscard]] auto receive_context(Routes const& routes, SpanOn<std::uint32_t, ExecutionSpace> const& listed,
                                     int word);

  Context<ExecutionSpace> const& m_context;
  KeyOfSuffix<MemorySpace> m_keys;
  std::size_t m_parts;
  Span<SortKey, MemorySpace> m_splitters;
  Partition<ExecutionSpace> m_list;
  std::vector<std::uint64_t> m_starts;       // of each range among all suffixes
  std::vector<std::uint64_t> m_list_starts;  // of each (part, destination) in the list
};

template <class ExecutionSpace>
LastSort<ExecutionSpace>::LastSort(Context<ExecutionSpace> const& context, KeyOfSuffix<MemorySpace> const& keys,
                                   Blocks const& blocks, std::size_t parts, SplitterTuning const& tuning,
                                   Report& report)
    : m_context(context), m_keys(keys), m_parts(parts)
{
  std::size_t const ranks = context.size();
  std::size_t const ranges = ranks * parts;
  report.begin("splitters");
  m_splitters = find_splitters(context, keys, blocks, ranges, tuning);
  report.begin("last sort");
  using Ranges = RangeOf<KeyOfSuffix<MemorySpace>, MemorySpace>;
  auto const order = context.template take<std::uint32_t>(blocks.extent(context.rank()));
  {
    LentResults<ExecutionSpace> const lent(context);
    m_list = partition_into(context, order, ranges,
                            PartAndDestination<Ranges>{this->ranges(), static_cast<std::uint32_t>(parts),
                                                       static_cast<std::uint32_t>(ranks)});
  }
  m_list_starts.resize(ranges + 1);
  for (std::size_t i = 0; i < ranges; ++i) m_list_starts[i + 1] = m_list_starts[i] + m_list.counts[i];
  std::vector<std::uint64_t> totals = m_list.counts;
  context.ranks().sum(totals);
  m_starts.resize(ranges + 1);
  std::uint64_t most = 0;
  for (std::size_t d = 0; d < ranks; ++d) {
    for (std::size_t j = 0; j < parts; ++j)
      m_starts[d * parts + j + 1] = m_starts[d * parts + j] + totals[j * ranks + d];
    most = std::max(most, m_starts[(d + 1) * parts] - m_starts[d * parts]);
  }
  if (blocks.total() != 0)
    report.last_sort(parts,
                     static_cast<double>(most) * static_cast<double>(ranks) / static_cast<double>(blocks.total()));
}

template <class ExecutionSpace>
template <class Word>
auto LastSort<ExecutionSpace>::receive_context(Routes const& routes,
                                               SpanOn<std::uint32_t, ExecutionSpace> const& listed, int word)
{
  auto const received = m_context.template take<Word>(routes.received);
  transfer(m_context, routes, listed, ContextWord<MemorySpace>{m_keys, word}, received);
  return received;
}

/// The place of the one key that is sought, by its words.
template <class Word, class MemorySpace>
struct FindKey
{
  Span<std::uint32_t, MemorySpace> order;
  Span<Word, MemorySpace> contexts[2];
  Span<std::uint32_t, MemorySpace> ranks;
  int words;
  SortKey sought;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::uint64_t& place) const
  {
    std::size_t const item = order(i);
    bool is_it = ranks(item) == sought.words[words];
    for (int k = 0; k < words; ++k) is_it = is_it && contexts[k](item) == sought.words[k];
    if (is_it) place = i;
  }
};

template <class ExecutionSpace>
template <class Sent, class Column>
typename LastSort<ExecutionSpace>::template Part<Sent> LastSort<ExecutionSpace>::sort(std::size_t part,
                                                                                      Column const& column,
                                                                                      SortKey const* sought,
                                                                                      std::uint64_t* place)
{
  std::size_t const ranks = m_context.size();
  auto const begin = m_list.counts.begin() + static_cast<std::ptrdiff_t>(part * ranks);
  Part<Sent> result;
  result.routes = make_routes(m_context.ranks(), {begin, begin + static_cast<std::ptrdiff_t>(ranks)});
  std::size_t const n = result.routes.received;
  result.received = m_context.template take<Sent>(n);
  result.order = m_context.template take<std::uint32_t>(n);
  auto const listed = backends::subspan(m_list.order, m_list_starts[part * ranks], m_list_starts[(part + 1) * ranks]);

  Workspace::Scope const scope(m_context.workspace);
  transfer(m_context, result.routes, listed, column, result.received);
  auto const received_ranks = m_context.template take<std::uint32_t>(n);
  transfer(m_context, result.routes, listed, RankOfSuffix<MemorySpace>{m_keys}, received_ranks);
  primitives::iota(m_context.space, result.order);
  order_by(m_context, result.order, received_ranks, m_keys.rank_bits());
  auto const order_by_context = [&]<class Word>(Word) {
    FindKey<Word, MemorySpace> find{result.order, {}, received_ranks, m_keys.context_words(), {}};
    for (int k = find.words - 1; k >= 0; --k) {
      find.contexts[k] = receive_context<Word>(result.routes, listed, k);
      order_by(m_context, result.order, find.contexts[k], m_keys.context_bits(k));
    }
    if (sought == nullptr) return;
    find.sought = *sought;
    Kokkos::parallel_reduce("lexikos::distributed::find_key", backends::Range<ExecutionSpace>(m_context.space, 0, n),
                            find, Kokkos::Min<std::uint64_t>(*place));
  };
  if (m_keys.text.plan.context_bits() <= 32)
    order_by_context(std::uint32_t{});
  else
    order_by_context(std::uint64_t{});
  return result;
}

/// Puts sorted values where they belong in the result: a stretch of it from every rank.
/// \param stretches  of each rank: where its values go
/// \param values     this rank's
/// \param result     this rank's block of the result
/// Collective; fences.
template <class ExecutionSpace, class T>
void deliver(Context<ExecutionSpace> const& context, std::vector<Stretch> const& stretches, Blocks const& blocks,
             SpanOn<T, ExecutionSpace> const& values, SpanOn<T, ExecutionSpace> const& result)
{
  std::size_t const ranks = context.size();
  Routes routes{std::vector<std::uint64_t>(ranks), std::vector<std::uint64_t>(ranks), std::vector<std::uint64_t>(ranks),
                std::vector<std::uint64_t>(ranks)};
  auto const common = [&](Stretch const& stretch, std::size_t block) {
    return stretch.common({blocks.first(block), blocks.end(block)});
  };
  std::size_t const own = context.rank();
  for (std::size_t r = 0; r < ranks; ++r) {
    Stretch const sent = common(stretches[own], r);
    if (sent.length() != 0) {
      routes.send_first[r] = sent.first - stretches[own].first;
      routes.send_count[r] = sent.length();
    }
    Stretch const received = common(stretches[r], own);
    if (received.length() != 0) {
      routes.receive_first[r] = received.first - blocks.first(own);
      routes.receive_count[r] = received.length();
    }
  }
  exchange<ExecutionSpace, T>(context, routes, values, result);
}

inline void check_options(distributed::SuffixArrayOptions const& options)
{
  detail::require(options.max_parts >= 1 && options.max_parts <= 4096 && options.part_size >= 1,
                  ErrorCode::invalid_argument, "the last sort is done in 1 to 4096 parts, of one suffix at least");
}

/// In how many parts the last sort is done, of so many suffixes at most on a rank.
[[nodiscard]] inline std::size_t parts_of_last_sort(Blocks const& blocks,
                                                    distributed::SuffixArrayOptions const& options)
{
  std::uint64_t most = 0;
  for (std::size_t r = 0; r < blocks.size(); ++r) most = std::max(most, blocks.extent(r));
  std::size_t const possible = std::max<std::size_t>(1, 65536 / blocks.size());  // ranges that a partition tells apart
  return std::clamp<std::size_t>((most + options.part_size - 1) / options.part_size, 1,
                                 std::min(options.max_parts, possible));
}

}  // namespace lexikos::distributed_detail
