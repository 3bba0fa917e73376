// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Which documents of the corpus share a window with which query documents: from events, each of which says that a document of
// the corpus has a window of a group, to pairs of documents, each counted once. Documents of the corpus come in their order.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "backends/segments.hpp"
#include "common/items_of_segments.hpp"
#include "overlap/query_index.hpp"

namespace lexikos::overlap_detail
{

/// The group of a window and the document that it is in, as a number.
struct JoinGroupAndDocument
{
  std::uint32_t const* groups;
  std::uint32_t const* positions;
  detail::DocumentQueries documents;
  std::uint64_t* keys;

  KOKKOS_FUNCTION void operator()(std::size_t x) const
  {
    keys[x] = std::uint64_t{groups[x]} << 32 | documents.document_of(positions[x]);
  }
};

/// Documents of each group, of numbers that ascend, and differ.
struct ListDocuments
{
  std::uint64_t const* keys;
  std::uint64_t count;
  std::uint64_t* offsets;
  std::uint32_t* documents;

  KOKKOS_FUNCTION void operator()(std::size_t u) const
  {
    documents[u] = static_cast<std::uint32_t>(keys[u]);
    std::uint64_t const group = keys[u] >> 32;
    if (u == 0 || keys[u - 1] >> 32 != group) offsets[group] = u;
    if (u + 1 == count) offsets[group + 1] = count;
  }
};

/// The first event of the document of the last one.
struct FindLastDocument
{
  std::uint64_t const* events;  // ascending
  std::uint64_t count;
  std::uint64_t* result;

  KOKKOS_FUNCTION void operator()(std::size_t) const
  {
    std::uint64_t const document = events[count - 1] >> 32;
    std::uint64_t low = 0, high = count - 1;
    while (low < high) {
      std::uint64_t const middle = low + (high - low) / 2;
      if (events[middle] >> 32 < document)
        low = middle + 1;
      else
        high = middle;
    }
    *result = low;
  }
};

/// How many query documents an event speaks of.
struct SizesOfEvents
{
  std::uint64_t const* events;
  std::uint64_t count;
  std::uint64_t const* group_offsets;
  std::uint64_t* sizes;  // [0..count]

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    std::uint64_t const group = i < count ? events[i] & 0xFFFFFFFF : 0;
    sizes[i] = i < count ? group_offsets[group + 1] - group_offsets[group] : 0;
  }
};

/// Where the events end that are counted next: at the end of a document, and as many as have room, but one document at least.
struct FindPart
{
  std::uint64_t const* events;
  std::uint64_t const* before;  // [0..count] pairs
  std::uint64_t begin;
  std::uint64_t count;
  std::uint64_t room;
  std::uint64_t* result;

  KOKKOS_FUNCTION void operator()(std::size_t) const
  {
    std::uint64_t low = begin, high = count;  // the most that have room
    while (low < high) {
      std::uint64_t const middle = high - (high - low) / 2;
      if (before[middle] - before[begin] <= room)
        low = middle;
      else
        high = middle - 1;
    }
    *result = low == count ? count : end_of_document(low);
  }

 private:
  /// The last end of a document up to `end`, or that of the first one.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t end_of_document(std::uint64_t end) const
  {
    std::uint64_t const first = first_of(events[end] >> 32);
    return first > begin ? first : first_of((events[begin] >> 32) + 1);
  }
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t first_of(std::uint64_t document) const
  {
    std::uint64_t low = begin, high = count;
    while (low < high) {
      std::uint64_t const middle = low + (high - low) / 2;
      if (events[middle] >> 32 < document)
        low = middle + 1;
      else
        high = middle;
    }
    return low;
  }
};

/// The pair of a query document and of one of the corpus, as a number.
struct WritePair
{
  std::uint64_t const* events;
  std::uint64_t const* before;
  std::uint64_t first;  // pairs before those that are written
  std::uint64_t const* group_offsets;
  std::uint32_t const* group_documents;
  std::uint64_t* pairs;

  KOKKOS_FUNCTION void operator()(std::size_t event, std::size_t i) const
  {
    std::uint64_t const group = events[event] & 0xFFFFFFFF;
    std::uint64_t const query = group_documents[group_offsets[group] + (i - before[event])];
    pairs[i - first] = query << 32 | events[event] >> 32;
  }
};

/// Pairs that differ, ascending, and how many documents each query document has already.
struct CountedPairs
{
  std::uint64_t const* pairs;
  std::uint64_t count;
  std::uint64_t* starts;  // of the pairs of each query document
  std::uint64_t* counts;
};

struct MarkStarts
{
  CountedPairs counted;

  KOKKOS_FUNCTION void operator()(std::size_t u) const
  {
    std::uint64_t const query = counted.pairs[u] >> 32;
    if (u == 0 || counted.pairs[u - 1] >> 32 != query) counted.starts[query] = u;
  }
};

/// Lists the first documents of each query document.
struct ListFirst
{
  CountedPairs counted;
  std::uint64_t limit;
  std::uint64_t* numbers;  // [query * limit + i]

  KOKKOS_FUNCTION void operator()(std::size_t u) const
  {
    std::uint64_t const query = counted.pairs[u] >> 32;
    std::uint64_t const i = counted.counts[query] + (u - counted.starts[query]);
    if (i < limit) numbers[query * limit + i] = counted.pairs[u] & 0xFFFFFFFF;
  }
};

struct AddCounts
{
  CountedPairs counted;

  KOKKOS_FUNCTION void operator()(std::size_t u) const
  {
    std::uint64_t const query = counted.pairs[u] >> 32;
    bool const is_last = u + 1 == counted.count || counted.pairs[u + 1] >> 32 != query;
    if (is_last) counted.counts[query] += u + 1 - counted.starts[query];
  }
};

/// Collects events, and counts pairs where there is no room for more.
template <class ExecutionSpace>
class DocumentPairs
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Numbers = Span<std::uint64_t, MemorySpace>;

 public:
  struct Limits
  {
    std::uint64_t chunk;      // events that one chunk has at most
    std::uint64_t documents;  // of the corpus
    std::uint64_t listed;     // numbers for each query document
  };

  template <class Symbol>
  DocumentPairs(Surroundings<ExecutionSpace> const& at, QueryIndex<ExecutionSpace, Symbol> const& index,
                detail::DocumentQueries const& queries, Limits const& limits)
      : m_at(at), m_limits(limits), m_groups(index.groups()), m_queries(queries.count)
  {
    list_documents(index, queries);
    m_counts = filled("lexikos::overlap::counts", m_queries);
    m_starts = filled("lexikos::overlap::starts", m_queries);
    m_numbers = filled("lexikos::overlap::numbers", m_queries * limits.listed);
    // what stays for the document that is not complete has each group once
    m_capacity = 2 * limits.chunk + m_groups;
    m_events = take(m_capacity);
    m_count = take(1);
    primitives::fill(at.space, m_count, std::uint64_t{0});
  }

  [[nodiscard]] std::uint64_t* events() const { return m_events.data(); }
  [[nodiscard]] std::uint64_t* count() const { return m_count.data(); }

  /// Before a chunk: room for its events. The last chunk's work is done.
  void make_room()
  {
    std::uint64_t const count = detail::read_back(m_at.space, m_count);
    if (count + m_limits.chunk <= m_capacity) return;
    count_pairs(count, false);
    m_at.space.fence("lexikos::overlap::make_room");
  }
  void finish() { count_pairs(detail::read_back(m_at.space, m_count), true); }

  /// Of each query document.
  [[nodiscard]] Array<std::uint64_t, MemorySpace> const& counts() const { return m_counts; }
  /// [query * listed + i]
  [[nodiscard]] Array<std::uint64_t, MemorySpace> const& numbers() const { return m_numbers; }

 private:
  template <class Symbol>
  void list_documents(QueryIndex<ExecutionSpace, Symbol> const& index, detail::DocumentQueries const& queries)
  {
    Workspace::Scope const scope(m_at.workspace);
    std::size_t const windows = index.positions().extent(0);
    primitives::DoubleBuffer<Numbers> keys{take(windows), take(windows)};
    m_at.run("lexikos::overlap::join_group_and_document", windows,
             JoinGroupAndDocument{index.groups_of_positions().data(), index.positions().data(), queries,
                                  keys.current.data()});
    auto const different = sorted_and_different(keys, m_groups);
    std::size_t const count = different.extent(0);
    m_group_offsets = m_at.template allocate<std::uint64_t>("lexikos::overlap::group_offsets", m_groups + 1);
    m_group_documents = m_at.template allocate<std::uint32_t>("lexikos::overlap::group_documents", count);
    m_at.run("lexikos::overlap::list_documents", count,
             ListDocuments{different.data(), count, m_group_offsets.data(), m_group_documents.data()});
    m_at.space.fence("lexikos::overlap::list_documents");
  }

  /// Those of the numbers that differ, ascending, in the other one of the two arrays. Their upper halves are below `bound`.
  Numbers sorted_and_different(primitives::DoubleBuffer<Numbers>& keys, std::uint64_t bound)
  {
    Workspace::Scope const scope(m_at.workspace);
    std::size_t const n = keys.current.extent(0);
    primitives::radix_sort_keys(m_at.space, keys, 0, 32 + std::bit_width(bound), m_at.workspace);
    auto const heads = m_at.workspace.template take<std::uint8_t, MemorySpace>(n);
    primitives::adjacent_heads(m_at.space, keys.current, heads);
    auto const sums = m_at.workspace.template take<std::uint64_t, MemorySpace>(n);
    primitives::inclusive_scan(m_at.space, heads, sums, primitives::Sum{}, m_at.workspace);
    std::uint64_t const count = n == 0 ? 0 : detail::read_back(m_at.space, sums, n - 1);
    auto const different = backends::subspan(keys.other, 0, count);
    if (count != 0) primitives::pack_flagged(m_at.space, keys.current, heads, different, m_at.workspace);
    m_at.space.fence("lexikos::overlap::sorted_and_different");
    return different;
  }

  /// Counts the pairs of the events, but for those of the last document unless it is complete; its events stay.
  void count_pairs(std::uint64_t count, bool is_complete)
  {
    if (count == 0) return;
    Workspace::Scope const scope(m_at.workspace);
    primitives::DoubleBuffer<Numbers> keys{backends::subspan(m_events, 0, count), take(count)};
    auto const events = sorted_and_different(keys, m_limits.documents);
    std::uint64_t end = events.extent(0);
    auto const found = take(1);
    if (!is_complete) {
      m_at.run("lexikos::overlap::find_last_document", 1, FindLastDocument{events.data(), end, found.data()});
      end = detail::read_back(m_at.space, found);
    }
    count_in_parts(events, end, found);
    keep(backends::subspan(events, end, events.extent(0)));
  }

  void count_in_parts(Numbers const& events, std::uint64_t end, Numbers const& found)
  {
    if (end == 0) return;
    auto const before = take(end + 1);
    m_at.run("lexikos::overlap::sizes_of_events", end + 1,
             SizesOfEvents{events.data(), end, m_group_offsets.data(), before.data()});
    primitives::exclusive_scan(m_at.space, before, before, primitives::Sum{}, m_at.workspace);
    for (std::uint64_t begin = 0; begin < end;) {
      m_at.run("lexikos::overlap::find_part", 1,
               FindPart{events.data(), before.data(), begin, end, m_at.tuning.pairs, found.data()});
      std::uint64_t const next = detail::read_back(m_at.space, found);
      std::uint64_t const first = detail::read_back(m_at.space, before, begin);
      std::uint64_t const last = detail::read_back(m_at.space, before, next);
      count_part(events, before, first, last);
      begin = next;
    }
  }

  /// Counts the pairs [first, last).
  void count_part(Numbers const& events, Numbers const& before, std::uint64_t first, std::uint64_t last)
  {
    Workspace::Scope const scope(m_at.workspace);
    primitives::DoubleBuffer<Numbers> pairs{take(last - first), take(last - first)};
    detail::for_each_item(m_at.space, "lexikos::overlap::write_pairs",
                          {before.data(), before.extent(0) - 1, first, last},
                          WritePair{events.data(), before.data(), first, m_group_offsets.data(),
                                    m_group_documents.data(), pairs.current.data()});
    auto const different = sorted_and_different(pairs, m_queries);
    CountedPairs const counted{different.data(), different.extent(0), m_starts.data(), m_counts.data()};
    m_at.run("lexikos::overlap::mark_starts", counted.count, MarkStarts{counted});
    if (m_limits.listed != 0)
      m_at.run("lexikos::overlap::list_first", counted.count, ListFirst{counted, m_limits.listed, m_numbers.data()});
    m_at.run("lexikos::overlap::add_counts", counted.count, AddCounts{counted});
    m_at.space.fence("lexikos::overlap::add_counts");
  }

  /// These events are the only ones then.
  void keep(Numbers const& events)
  {
    std::size_t const count = events.extent(0);
    auto const kept = backends::subspan(m_events, 0, count);
    if (count != 0 && kept.data() != events.data()) {
      auto const copy = take(count);  // they may overlap
      Kokkos::deep_copy(m_at.space, copy, events);
      Kokkos::deep_copy(m_at.space, kept, copy);
    }
    primitives::fill(m_at.space, m_count, std::uint64_t{count});
    m_at.space.fence("lexikos::overlap::keep");
  }

  [[nodiscard]] Array<std::uint64_t, MemorySpace> filled(char const* label, std::size_t n) const
  {
    auto const values = m_at.template allocate<std::uint64_t>(label, n);
    primitives::fill(m_at.space, values, std::uint64_t{0});
    return values;
  }
  [[nodiscard]] Numbers take(std::size_t n) const
  {
    return m_at.workspace.template take<std::uint64_t, MemorySpace>(n);
  }

  Surroundings<ExecutionSpace> m_at;
  Limits m_limits;
  std::size_t m_groups, m_queries;
  Array<std::uint64_t, MemorySpace> m_group_offsets;
  Array<std::uint32_t, MemorySpace> m_group_documents;
  Array<std::uint64_t, MemorySpace> m_counts, m_starts, m_numbers;
  std::uint64_t m_capacity;
  Numbers m_events, m_count;
};

}  // namespace lexikos::overlap_detail
