// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/views.hpp>
#include <lexikos/error.hpp>
#include <lexikos/range_minimum.hpp>
#include <lexikos/search.hpp>

namespace lexikos
{

struct LceOptions
{
  /// The structure is allocated from its memory resource. No scratch is taken.
  Workspace* workspace = nullptr;
  /// Called between steps; on large texts, steps are divided for it.
  Progress progress = {};
};

/// Bytes of workspace that the constructor of `LceIndex` takes: none.
template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexType Index>
[[nodiscard]] constexpr std::size_t lce_index_workspace_bytes(std::size_t)
{
  return 0;
}

namespace lce_detail
{

/// The inverse suffix array and the LCP array of a text of n symbols, as plain pointers.
template <class Index>
struct Queries
{
  detail::RangeQueries<Index, Extremum::minimum> lcp;
  Index const* inverse;
  std::uint64_t n;

  /// Positions beyond the text are those of its empty suffix.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t lce(std::uint64_t i, std::uint64_t j) const
  {
    if (i >= n || j >= n) return 0;
    if (i == j) return n - i;
    std::uint64_t const a = inverse[i];
    std::uint64_t const b = inverse[j];
    if (a == b) return 0;  // only in an array that is not an inverse, such as one of a forged file
    return a < b ? lcp.best_of(a + 1, b + 1).value : lcp.best_of(b + 1, a + 1).value;
  }
};

/// lengths(q) = lce(firsts(q), seconds(q)); all of one size.
template <class ExecutionSpace, class Index>
struct Batch
{
  Span<Index const, typename ExecutionSpace::memory_space> firsts;
  Span<Index const, typename ExecutionSpace::memory_space> seconds;
  Span<Index, typename ExecutionSpace::memory_space> lengths;
};

template <class ExecutionSpace, class Index>
void answer(ExecutionSpace const& space, Queries<Index> const& queries, Batch<ExecutionSpace, Index> const& batch);

}  // namespace lce_detail

/// Longest common extensions: how many symbols the text has in common with itself from two positions on. Cheap to copy; copies
/// share the arrays, and kernels capture it by value.
///
/// The answer is the minimum of the LCP array between the ranks of the two suffixes: two reads of the inverse array and a
/// range minimum, about 12 sectors of 32 bytes, for any length. Memory: both arrays, and `range_minimum_bytes`.
template <class MemorySpace, detail::IndexType Index>
class LceIndex
{
 public:
  using Indices = Array<Index const, MemorySpace>;

  /// The index of an empty text.
  LceIndex() = default;

  /// \param inverse  [0..n) the inverse suffix array of the text, which is not checked
  /// \param lcp      [0..n) its LCP array, lcp(0) = 0
  /// Views that own their memory share it; the memory of unmanaged views must outlive this object. O(n) work; fences. Errors:
  /// invalid_argument (sizes), out_of_memory, cancelled.
  template <detail::ExecutionSpaceOf<MemorySpace> ExecutionSpace>
  LceIndex(ExecutionSpace const& space, Indices const& inverse, Indices const& lcp, LceOptions const& options = {})
  {
    detail::check_extent(lcp.extent(0), inverse.extent(0), "the LCP array");
    m_inverse = inverse;
    m_lcp = RangeMinimum<MemorySpace, Index>(space, lcp, {options.workspace, options.progress});
  }
  /// From an index that has both arrays; Error (invalid_argument) if it has not.
  template <detail::ExecutionSpaceOf<MemorySpace> ExecutionSpace>
  LceIndex(ExecutionSpace const& space, SuffixIndex<MemorySpace, Index> const& index, LceOptions const& options = {})
  {
    detail::require(index.inverse().extent(0) == index.size() && index.lcp().extent(0) == index.size(),
                    ErrorCode::invalid_argument, "the index lacks the LCP array or the inverse suffix array");
    *this = LceIndex(space, index.inverse(), index.lcp(), options);
  }

  /// n
  [[nodiscard]] KOKKOS_FUNCTION std::size_t size() const { return m_inverse.extent(0); }

  /// The largest length with text[i..i + length) = text[j..j + length). Positions of n and above are those of the empty
  /// suffix, which has 0 symbols in common with all. To be called on the device.
  [[nodiscard]] KOKKOS_FUNCTION std::size_t lce(std::size_t i, std::size_t j) const { return queries().lce(i, j); }

  /// lengths(q) = lce(firsts(q), seconds(q)), for any values. Asynchronous on the instance; lengths may be the same view as
  /// one of the others. Error (invalid_argument), before anything is written, for sizes that differ.
  template <detail::ExecutionSpaceOf<MemorySpace> ExecutionSpace, detail::ViewOf<ExecutionSpace, Index> Firsts,
            detail::ViewOf<ExecutionSpace, Index> Seconds, detail::WritableViewOf<ExecutionSpace, Index> Lengths>
  void lce(ExecutionSpace const& space, Firsts const& firsts, Seconds const& seconds, Lengths const& lengths) const
  {
    detail::check_extent(seconds.extent(0), firsts.extent(0), "the view of second positions");
    detail::check_extent(lengths.extent(0), firsts.extent(0), "the view of lengths");
    lce_detail::answer<ExecutionSpace, Index>(
        space, queries(),
        {detail::span_of<ExecutionSpace, Index const>(firsts), detail::span_of<ExecutionSpace, Index const>(seconds),
         detail::span_of<ExecutionSpace, Index>(lengths)});
  }

 private:
  [[nodiscard]] KOKKOS_FUNCTION lce_detail::Queries<Index> queries() const
  {
    return {m_lcp.queries(), m_inverse.data(), m_inverse.extent(0)};
  }

  Indices m_inverse;
  RangeMinimum<MemorySpace, Index> m_lcp;
};

}  // namespace lexikos
