// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The index of the queries: groups of equal windows by their fingerprints, the suffixes in their order, and range minima of
// their LCP array.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/allocate.hpp>
#include <lexikos/documents.hpp>
#include <lexikos/lcp.hpp>
#include <lexikos/range_minimum.hpp>
#include <lexikos/suffix_array.hpp>
#include <lexikos/workspace.hpp>

#include "backends/launch.hpp"
#include "backends/primitives.hpp"
#include "common/read_back.hpp"
#include "common/window_fingerprints.hpp"
#include "overlap/query_table.hpp"
#include "overlap/tuning.hpp"

namespace lexikos::overlap_detail
{

/// heads[r] = 1 unless the suffixes r - 1 and r start with the same window's symbols.
struct MarkRuns
{
  std::uint32_t const* lcp;
  std::uint64_t length;
  std::uint8_t* heads;

  KOKKOS_FUNCTION void operator()(std::size_t r) const { heads[r] = r == 0 || lcp[r] < length ? 1 : 0; }
};

/// fits[r] = 1 if the suffix starts with a window, which lies in a document; counts them.
struct MarkWindows
{
  std::uint32_t const* suffixes;
  detail::DocumentQueries documents;
  std::uint64_t length;
  std::uint8_t* fits;

  KOKKOS_FUNCTION void operator()(std::size_t r, std::uint64_t& count) const
  {
    std::uint64_t const p = suffixes[r];
    auto const bounds = documents.bounds_of(p);
    bool const is_window = bounds.document != not_found && bounds.end - p >= length;
    fits[r] = is_window ? 1 : 0;
    count += is_window ? 1 : 0;
  }
};

struct LessOne
{
  KOKKOS_FUNCTION std::uint32_t operator()(std::uint32_t value) const { return value - 1; }
};

/// Windows and their groups.
struct Members
{
  std::uint32_t const* positions;  // of windows, group after group
  std::uint32_t const* groups;     // of each of them
  std::uint32_t const* firsts;     // the first window of each group
};

/// have_left[g] = 0 unless the same symbol comes before all windows of the group, within their documents.
template <class Symbol>
struct CompareLefts
{
  Symbol const* text;
  detail::DocumentQueries documents;
  Members members;
  std::uint8_t* have_left;

  KOKKOS_FUNCTION void operator()(std::size_t x) const
  {
    std::uint32_t const group = members.groups[x];
    std::uint32_t const p = members.positions[x];
    std::uint32_t const first = members.positions[members.firsts[group]];
    bool const is_same = p != 0 && first != 0 && documents.bounds_of(p).begin != p && text[p - 1] == text[first - 1];
    if (!is_same) have_left[group] = 0;  // by several threads at a time, with the same value
  }
};

template <class Symbol>
struct FingerprintGroups
{
  Symbol const* text;
  detail::WindowFingerprints fingerprints;
  Members members;
  std::uint64_t* keys;
  std::uint32_t* order;

  KOKKOS_FUNCTION void operator()(std::size_t g) const
  {
    keys[g] = fingerprints.fingerprint(fingerprints.first(text + members.positions[members.firsts[g]]));
    order[g] = static_cast<std::uint32_t>(g);
  }
};

template <class Symbol>
struct WriteGroups
{
  Symbol const* text;
  Members members;
  std::uint64_t const* keys;
  std::uint32_t const* order;
  std::uint8_t const* have_left;
  std::uint32_t const* inverse;
  std::uint32_t const* runs;        // of each rank, from 1
  std::uint32_t const* run_starts;  // [0..runs]
  WindowGroup* groups;

  KOKKOS_FUNCTION void operator()(std::size_t e) const
  {
    std::uint32_t const number = order[e];
    std::uint32_t const position = members.positions[members.firsts[number]];
    std::uint32_t const run = runs[inverse[position]] - 1;
    bool const has_left = have_left[number] != 0;
    groups[e] = {keys[e],
                 has_left ? std::uint64_t{text[position - 1]} : 0,
                 position,
                 run_starts[run],
                 run_starts[run + 1] - run_starts[run],
                 number | (has_left ? WindowGroup::left_flag : 0)};
  }
};

/// offsets[b] = how many fingerprints lie in buckets before b; one call a group, and one more.
struct FillBuckets
{
  WindowGroup const* groups;
  std::uint64_t count;
  FingerprintBuckets buckets;
  std::uint32_t* offsets;

  KOKKOS_FUNCTION void operator()(std::size_t e) const
  {
    std::uint64_t const first = e == 0 ? 0 : buckets.bucket_of(groups[e - 1].fingerprint) + 1;
    std::uint64_t const last = e == count ? std::uint64_t{1} << buckets.bits : buckets.bucket_of(groups[e].fingerprint);
    for (std::uint64_t b = first; b <= last; ++b) offsets[b] = static_cast<std::uint32_t>(e);
  }
};

struct AddToFilter
{
  WindowGroup const* groups;
  FingerprintFilter filter;

  KOKKOS_FUNCTION void operator()(std::size_t e) const
  {
    std::uint64_t const fingerprint = groups[e].fingerprint;
    Kokkos::atomic_or(filter.word_of(fingerprint), FingerprintFilter::bits_of(fingerprint));
  }
};

/// What all parts of a search share.
template <class ExecutionSpace>
struct Surroundings
{
  ExecutionSpace space;
  Workspace& workspace;
  Tuning const& tuning;

  template <class T>
  [[nodiscard]] Array<T, typename ExecutionSpace::memory_space> allocate(char const* label, std::size_t n) const
  {
    return detail::allocate<T, typename ExecutionSpace::memory_space>(workspace.resource(), label, n);
  }
  template <class Functor>
  void run(char const* label, std::size_t n, Functor const& functor) const
  {
    Kokkos::parallel_for(label, backends::Range<ExecutionSpace>(space, 0, n), functor);
  }
};

/// The queries, their documents and their windows.
template <class ExecutionSpace, class Symbol>
class QueryIndex
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  template <class T>
  using Values = Array<T, MemorySpace>;

 public:
  using Queries = Span<Symbol const, MemorySpace>;

  QueryIndex(Surroundings<ExecutionSpace> const& surroundings, Queries const& text,
             Documents<MemorySpace> const& documents, detail::WindowFingerprints const& fingerprints,
             Progress const& progress)
      : m_at(surroundings), m_text(text), m_documents(documents.queries()), m_fingerprints(fingerprints)
  {
    if (fingerprints.length() > size()) return;
    sort(progress);
    Workspace::Scope const scope(m_at.workspace);
    find_groups();
  }

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(m_text.extent(0)); }
  /// Distinct windows.
  [[nodiscard]] std::size_t groups() const { return m_groups.extent(0); }
  /// Where windows start, group after group, and the group of each.
  [[nodiscard]] Values<std::uint32_t> const& positions() const { return m_positions; }
  [[nodiscard]] Values<std::uint32_t> const& groups_of_positions() const { return m_groups_of_positions; }

  [[nodiscard]] SortedSuffixes<Symbol> suffixes() const
  {
    return {m_text.data(), size(), m_suffixes.data(), m_inverse.data(), m_lcp.queries()};
  }
  [[nodiscard]] QueryTable<Symbol> table() const
  {
    return {suffixes(), m_groups.data(), m_fingerprints.length(), buckets(), filter()};
  }

 private:
  void sort(Progress const& progress)
  {
    std::size_t const n = size();
    m_suffixes = m_at.template allocate<std::uint32_t>("lexikos::overlap::suffixes", n);
    m_inverse = m_at.template allocate<std::uint32_t>("lexikos::overlap::inverse", n);
    auto const lcp = m_at.template allocate<std::uint32_t>("lexikos::overlap::lcp", n);
    Span<std::uint32_t, MemorySpace> const inverse = m_inverse;
    lexikos::suffix_array(m_at.space, m_text, m_suffixes, inverse,
                          {.workspace = &m_at.workspace, .progress = progress});
    lexikos::lcp_array(m_at.space, m_text, m_suffixes, m_inverse, lcp, {.workspace = &m_at.workspace});
    m_lcp = RangeMinimum<MemorySpace, std::uint32_t>(m_at.space, lcp, {.workspace = &m_at.workspace});
  }

  void find_groups()
  {
    std::size_t const n = size();
    auto const heads = take<std::uint8_t>(n);
    auto const runs = take<std::uint32_t>(n);
    m_at.run("lexikos::overlap::mark_runs", n, MarkRuns{m_lcp.array().data(), m_fingerprints.length(), heads.data()});
    primitives::inclusive_scan(m_at.space, heads, runs, primitives::Sum{}, m_at.workspace);
    std::uint32_t const run_count = detail::read_back(m_at.space, runs, n - 1);
    auto const run_starts = take<std::uint32_t>(run_count + 1);
    primitives::pack_positions(m_at.space, heads, backends::subspan(run_starts, 0, run_count), m_at.workspace);
    primitives::fill(m_at.space, backends::subspan(run_starts, run_count, run_count + 1), size());
    if (!list_windows(runs)) return;
    group_windows(runs, run_starts);
  }

  /// The windows in the order of the suffixes, and to which run of suffixes they belong; whether there are any.
  bool list_windows(Span<std::uint32_t, MemorySpace> const& runs)
  {
    std::size_t const n = size();
    auto const fits = take<std::uint8_t>(n);
    std::uint64_t count = 0;
    Kokkos::parallel_reduce("lexikos::overlap::mark_windows", backends::Range<ExecutionSpace>(m_at.space, 0, n),
                            MarkWindows{m_suffixes.data(), m_documents, m_fingerprints.length(), fits.data()}, count);
    m_at.space.fence("lexikos::overlap::mark_windows");
    if (count == 0) return false;
    m_positions = m_at.template allocate<std::uint32_t>("lexikos::overlap::positions", count);
    m_groups_of_positions = m_at.template allocate<std::uint32_t>("lexikos::overlap::groups_of_positions", count);
    primitives::pack_flagged(m_at.space, m_suffixes, fits, m_positions, m_at.workspace);
    primitives::pack_flagged(m_at.space, runs, fits, m_groups_of_positions, m_at.workspace);
    return true;
  }

  void group_windows(Span<std::uint32_t, MemorySpace> const& runs, Span<std::uint32_t, MemorySpace> const& run_starts)
  {
    std::size_t const count = m_positions.extent(0);
    auto const heads = take<std::uint8_t>(count);
    primitives::adjacent_heads(m_at.space, m_groups_of_positions, heads);
    primitives::inclusive_scan(m_at.space, heads, m_groups_of_positions, primitives::Sum{}, m_at.workspace);
    std::size_t const groups = detail::read_back(m_at.space, m_groups_of_positions, count - 1);
    primitives::transform(m_at.space, "lexikos::overlap::number_groups", m_groups_of_positions, m_groups_of_positions,
                          LessOne{});
    auto const firsts = take<std::uint32_t>(groups);
    primitives::pack_positions(m_at.space, heads, firsts, m_at.workspace);
    Members const members{m_positions.data(), m_groups_of_positions.data(), firsts.data()};
    auto const have_left = take<std::uint8_t>(groups);
    primitives::fill(m_at.space, have_left, std::uint8_t{1});
    m_at.run("lexikos::overlap::compare_lefts", count,
             CompareLefts<Symbol>{m_text.data(), m_documents, members, have_left.data()});

    primitives::DoubleBuffer keys{take<std::uint64_t>(groups), take<std::uint64_t>(groups)};
    primitives::DoubleBuffer order{take<std::uint32_t>(groups), take<std::uint32_t>(groups)};
    m_at.run(
        "lexikos::overlap::fingerprint_groups", groups,
        FingerprintGroups<Symbol>{m_text.data(), m_fingerprints, members, keys.current.data(), order.current.data()});
    primitives::radix_sort_pairs(m_at.space, keys, order, 0, 64, m_at.workspace);
    m_groups = m_at.template allocate<WindowGroup>("lexikos::overlap::groups", groups);
    m_at.run("lexikos::overlap::write_groups", groups,
             WriteGroups<Symbol>{m_text.data(), members, keys.current.data(), order.current.data(), have_left.data(),
                                 m_inverse.data(), runs.data(), run_starts.data(), m_groups.data()});
    fill_buckets();
    fill_filter();
    m_at.space.fence("lexikos::overlap::groups");
  }

  void fill_buckets()
  {
    m_bucket_bits = static_cast<unsigned>(std::bit_width(groups())) - 1;
    m_buckets =
        m_at.template allocate<std::uint32_t>("lexikos::overlap::buckets", (std::size_t{1} << m_bucket_bits) + 1);
    m_at.run("lexikos::overlap::fill_buckets", groups() + 1,
             FillBuckets{m_groups.data(), groups(), buckets(), m_buckets.data()});
  }

  void fill_filter()
  {
    std::uint64_t const bits = std::min(m_at.tuning.max_filter_bits, groups() * m_at.tuning.filter_bits);
    m_filter = m_at.template allocate<std::uint64_t>("lexikos::overlap::filter",
                                                     std::bit_floor(std::max<std::uint64_t>(bits / 64, 1)));
    primitives::fill(m_at.space, m_filter, std::uint64_t{0});
    m_at.run("lexikos::overlap::fill_filter", groups(), AddToFilter{m_groups.data(), filter()});
  }

  [[nodiscard]] FingerprintBuckets buckets() const { return {m_buckets.data(), m_bucket_bits}; }
  [[nodiscard]] FingerprintFilter filter() const { return {m_filter.data(), m_filter.extent(0) - 1}; }

  template <class T>
  [[nodiscard]] Span<T, MemorySpace> take(std::size_t n) const
  {
    return m_at.workspace.template take<T, MemorySpace>(n);
  }

  Surroundings<ExecutionSpace> m_at;
  Queries m_text;
  detail::DocumentQueries m_documents;
  detail::WindowFingerprints m_fingerprints;
  Values<std::uint32_t> m_suffixes, m_inverse;
  RangeMinimum<MemorySpace, std::uint32_t> m_lcp;
  Values<std::uint32_t> m_positions, m_groups_of_positions;
  Values<WindowGroup> m_groups;
  Values<std::uint32_t> m_buckets;
  unsigned m_bucket_bits = 0;
  Values<std::uint64_t> m_filter;
};

}  // namespace lexikos::overlap_detail
