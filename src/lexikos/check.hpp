// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/suffix_array.hpp>
#include <lexikos/workspace.hpp>
#include <string>
#include <type_traits>

namespace lexikos
{

/// Why an array is not the suffix array of a text.
enum class SuffixArrayDefect
{
  none,
  out_of_range,  ///< suffix_array(index) is not a position of the text
  repeated,      ///< suffix_array(index) stands at a smaller index already
  first_symbol,  ///< entries index - 1 and index are out of order by their first symbols
  order,         ///< entries index - 1 and index have the same first symbol and are out of order behind it
  inverse        ///< inverse(suffix_array(index)) is not index
};

struct SuffixArrayCheck
{
  SuffixArrayDefect defect = SuffixArrayDefect::none;
  /// The first index at which the defect shows; 0 when there is none.
  std::size_t index = 0;

  [[nodiscard]] explicit operator bool() const { return defect == SuffixArrayDefect::none; }
  [[nodiscard]] friend bool operator==(SuffixArrayCheck const&, SuffixArrayCheck const&) = default;
};

/// What was found, for people, such as "entry 4 is not a position of the text".
[[nodiscard]] std::string to_string(SuffixArrayCheck const& check);

enum class SuffixArrayChecker
{
  parallel,   ///< by the inverse suffix array: O(n) work, an index a character of workspace
  sequential  ///< one pass after the other on the host, O(sigma) memory
};

namespace detail
{

template <class ExecutionSpace, class Symbol, class Index>
SuffixArrayCheck check_suffix_array(ExecutionSpace const& space,
                                    Span<Symbol const, typename ExecutionSpace::memory_space> const& text,
                                    Span<Index const, typename ExecutionSpace::memory_space> const& suffix_array,
                                    Workspace* workspace);

template <class Symbol, class Index>
SuffixArrayCheck check_suffix_array_sequentially(Symbol const* text, Index const* suffix_array, std::size_t n);

template <class ExecutionSpace, class Index>
SuffixArrayCheck check_inverse_suffix_array(
    ExecutionSpace const& space, Span<Index const, typename ExecutionSpace::memory_space> const& suffix_array,
    Span<Index const, typename ExecutionSpace::memory_space> const& inverse);

template <class IndexView>
constexpr bool has_index_values = std::is_same_v<typename IndexView::non_const_value_type, std::uint32_t> ||
                                  std::is_same_v<typename IndexView::non_const_value_type, std::uint64_t>;

}  // namespace detail

/// Tells whether an array is the suffix array of a text, exactly: no right array is refused and no wrong one accepted.
///
/// \param text          [0..n) symbols of any values: u8, u16, u32 or u64
/// \param suffix_array  [0..n) any values; Error (invalid_argument) when its length is not n
/// \param workspace     scratch to reuse, or null
/// Three conditions in this order: all entries are positions of the text; none is repeated; and for neighbours a, b either
/// T[a] < T[b], or T[a] = T[b] and rank(a + 1) < rank(b + 1), where the empty suffix ranks lowest. A defect names the
/// smallest offending index of the first condition that fails. O(n) work; n indices and 1 KiB of scratch; fences once,
/// and once more for a repeated entry. Source: Burkhardt and Kaerkkaeinen 2003, Theorem 1 of "gpu-pd" section 5.3.
template <class ExecutionSpace, class TextView, class IndexView>
[[nodiscard]] SuffixArrayCheck check_suffix_array(ExecutionSpace const& space, TextView const& text,
                                                  IndexView const& suffix_array, Workspace* workspace = nullptr)
{
  using Symbol = typename TextView::non_const_value_type;
  using Index = typename IndexView::non_const_value_type;
  static_assert(detail::is_contiguous_rank_1<TextView> && detail::is_contiguous_rank_1<IndexView>,
                "text and suffix array are contiguous views of rank 1");
  static_assert(detail::is_accessible<ExecutionSpace, TextView> && detail::is_accessible<ExecutionSpace, IndexView>,
                "text and suffix array are accessible from the execution space");
  static_assert(detail::has_symbol_values<TextView>,
                "the text is of std::uint8_t, std::uint16_t, std::uint32_t or std::uint64_t");
  static_assert(detail::has_index_values<IndexView>, "the suffix array is of std::uint32_t or std::uint64_t");
  detail::check_sizes<Index>(text.extent(0), suffix_array.extent(0), "the suffix array");
  return detail::check_suffix_array<ExecutionSpace, Symbol, Index>(
      space, detail::span_of<ExecutionSpace, Symbol const>(text),
      detail::span_of<ExecutionSpace, Index const>(suffix_array), workspace);
}

/// The same answer, found on the host, sequentially, with O(sigma) memory: three passes. A text of bytes takes O(n) work
/// and 4 KiB; one of wide symbols O(n log sigma) work and, for each distinct symbol, 24 bytes in a list that grows by
/// doubling; Error (out_of_memory) where they are not to be had. Both views are accessible from the host, and no kernel is
/// writing them. Only to tell a repeated entry of a refused array it takes n bits; where they
/// are not to be had, that entry's neighbours are called out of order instead.
///
/// As Algorithm 4 of "gpu-pd" should read: every symbol has a pointer into its bucket; scanning the array, the pointer of
/// the bucket of SA[i] - 1 moves on when it shows that suffix (before the scan, that of n - 1). All pointers reach the
/// ends of their buckets if and only if the array is right; one that does not shows the first suffix out of order.
template <class TextView, class IndexView>
[[nodiscard]] SuffixArrayCheck check_suffix_array_sequentially(TextView const& text, IndexView const& suffix_array)
{
  using Symbol = typename TextView::non_const_value_type;
  using Index = typename IndexView::non_const_value_type;
  static_assert(detail::is_contiguous_rank_1<TextView> && detail::is_contiguous_rank_1<IndexView>,
                "text and suffix array are contiguous views of rank 1");
  static_assert(detail::is_accessible<Kokkos::DefaultHostExecutionSpace, TextView> &&
                    detail::is_accessible<Kokkos::DefaultHostExecutionSpace, IndexView>,
                "text and suffix array are accessible from the host");
  static_assert(detail::has_symbol_values<TextView>,
                "the text is of std::uint8_t, std::uint16_t, std::uint32_t or std::uint64_t");
  static_assert(detail::has_index_values<IndexView>, "the suffix array is of std::uint32_t or std::uint64_t");
  detail::check_sizes<Index>(text.extent(0), suffix_array.extent(0), "the suffix array");
  return detail::check_suffix_array_sequentially<Symbol, Index>(text.data(), suffix_array.data(), text.extent(0));
}

/// Tells whether inverse(suffix_array(i)) = i for all i, and the first i where it is not. When it is, both arrays are
/// permutations of 0..n-1. Both have n entries of any values, of the same type; Error (invalid_argument) when their
/// lengths differ. O(n) work, no scratch, fences.
template <class ExecutionSpace, class IndexView, class InverseView>
[[nodiscard]] SuffixArrayCheck check_inverse_suffix_array(ExecutionSpace const& space, IndexView const& suffix_array,
                                                          InverseView const& inverse)
{
  using Index = typename IndexView::non_const_value_type;
  static_assert(detail::is_contiguous_rank_1<IndexView> && detail::is_contiguous_rank_1<InverseView>,
                "suffix array and inverse are contiguous views of rank 1");
  static_assert(detail::is_accessible<ExecutionSpace, IndexView> && detail::is_accessible<ExecutionSpace, InverseView>,
                "suffix array and inverse are accessible from the execution space");
  static_assert(detail::has_index_values<IndexView>, "the suffix array is of std::uint32_t or std::uint64_t");
  static_assert(std::is_same_v<typename InverseView::non_const_value_type, Index>,
                "suffix array and inverse have the same type of values");
  detail::check_sizes<Index>(suffix_array.extent(0), inverse.extent(0), "the inverse suffix array");
  return detail::check_inverse_suffix_array<ExecutionSpace, Index>(
      space, detail::span_of<ExecutionSpace, Index const>(suffix_array),
      detail::span_of<ExecutionSpace, Index const>(inverse));
}

}  // namespace lexikos
