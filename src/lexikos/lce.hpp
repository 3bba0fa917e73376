// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/range_minimum.hpp>
#include <lexikos/search.hpp>
#include <lexikos/suffix_array.hpp>
#include <string>
#include <type_traits>

namespace lexikos
{

namespace detail
{

/// The inverse suffix array and the LCP array of a text of n symbols, as plain pointers.
template <class Index>
struct LceQueries
{
  RangeQueries<Index, Extremum::minimum> lcp;
  Index const* inverse;
  std::uint64_t n;

  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t lce(std::uint64_t i, std::uint64_t j) const
  {
    if (i == j) return n - i;
    if (i == n || j == n) return 0;
    std::uint64_t const a = inverse[i];
    std::uint64_t const b = inverse[j];
    return a < b ? lcp.best_of(a + 1, b + 1).value : lcp.best_of(b + 1, a + 1).value;
  }
};

template <class ExecutionSpace, class Index>
void query_lce(ExecutionSpace const& space, LceQueries<Index> const& queries,
               Span<Index const, typename ExecutionSpace::memory_space> const& firsts,
               Span<Index const, typename ExecutionSpace::memory_space> const& seconds,
               Span<Index, typename ExecutionSpace::memory_space> const& lengths);

}  // namespace detail

/// Longest common extensions: how far the text agrees with itself from two positions on. Cheap to copy; copies share the
/// arrays, and kernels capture it by value.
///
/// It is the minimum of the LCP array between the ranks of the two suffixes: two reads of the inverse array and a range
/// minimum, about 12 sectors of 32 bytes, for any length. Memory: both arrays, and what `RangeMinimum` takes.
template <class MemorySpace, class Index>
class LceIndex
{
 public:
  using Indices = Array<Index const, MemorySpace>;

  /// Of an empty text.
  LceIndex() = default;

  /// \param inverse  [0..n) the inverse suffix array of the text
  /// \param lcp      [0..n) its LCP array, lcp(0) = 0
  /// Views that own their memory share it; that of others must outlive this object. O(n) work; fences. Errors:
  /// invalid_argument, out_of_memory.
  template <class ExecutionSpace>
  LceIndex(ExecutionSpace const& space, Indices const& inverse, Indices const& lcp)
  {
    detail::require(inverse.extent(0) == lcp.extent(0), ErrorCode::invalid_argument,
                    "the inverse suffix array has " + std::to_string(inverse.extent(0)) + " entries, the LCP array " +
                        std::to_string(lcp.extent(0)));
    m_inverse = inverse;
    m_lcp = RangeMinimum<MemorySpace, Index>(space, lcp);
  }
  /// Of an index that has both; Error (invalid_argument) of one that has not.
  template <class ExecutionSpace>
  LceIndex(ExecutionSpace const& space, SuffixIndex<MemorySpace, Index> const& index)
      : LceIndex(space, index.inverse(), index.lcp())
  {
    detail::require(m_inverse.extent(0) == index.size(), ErrorCode::invalid_argument,
                    "the index has no LCP array and no inverse suffix array");
  }

  /// n
  [[nodiscard]] KOKKOS_FUNCTION std::size_t size() const { return m_inverse.extent(0); }

  /// The largest length with text[i..i + length) = text[j..j + length), for i, j <= n; the empty suffix, n, has 0 in common
  /// with all. To be called on the device.
  [[nodiscard]] KOKKOS_FUNCTION std::size_t lce(std::size_t i, std::size_t j) const
  {
    KOKKOS_ASSERT(i <= size() && j <= size());
    return queries().lce(i, j);
  }

  /// lengths(q) = lce(firsts(q), seconds(q)). Error (invalid_argument), before anything is written, for a position above n
  /// and for sizes that differ. Fences for that check.
  template <class ExecutionSpace, class Firsts, class Seconds, class Lengths>
  void lce(ExecutionSpace const& space, Firsts const& firsts, Seconds const& seconds, Lengths const& lengths) const
  {
    static_assert(std::is_same_v<typename ExecutionSpace::memory_space, MemorySpace>,
                  "the execution space works in the index's memory space");
    static_assert(std::is_same_v<typename Firsts::non_const_value_type, Index> &&
                      std::is_same_v<typename Seconds::non_const_value_type, Index> &&
                      std::is_same_v<typename Lengths::value_type, Index>,
                  "positions and lengths have the type of the index' entries");
    static_assert(detail::is_contiguous_rank_1<Firsts> && detail::is_contiguous_rank_1<Seconds> &&
                      detail::is_contiguous_rank_1<Lengths>,
                  "positions and lengths are contiguous views of rank 1");
    static_assert(detail::is_accessible<ExecutionSpace, Firsts> && detail::is_accessible<ExecutionSpace, Seconds> &&
                      detail::is_accessible<ExecutionSpace, Lengths>,
                  "positions and lengths are accessible from the execution space");
    detail::require(firsts.extent(0) == seconds.extent(0) && firsts.extent(0) == lengths.extent(0),
                    ErrorCode::invalid_argument, "there are as many first positions as second ones and as lengths");
    detail::query_lce<ExecutionSpace, Index>(space, queries(), detail::span_of<ExecutionSpace, Index const>(firsts),
                                             detail::span_of<ExecutionSpace, Index const>(seconds),
                                             detail::span_of<ExecutionSpace, Index>(lengths));
  }

 private:
  [[nodiscard]] KOKKOS_FUNCTION detail::LceQueries<Index> queries() const
  {
    return {m_lcp.queries(), m_inverse.data(), m_inverse.extent(0)};
  }

  Indices m_inverse;
  RangeMinimum<MemorySpace, Index> m_lcp;
};

}  // namespace lexikos
