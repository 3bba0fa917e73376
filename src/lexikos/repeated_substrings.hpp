// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The repeats of a text as intervals of its suffix array: the longest, the maximal ones, and the longest common substring
// of two texts.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/conventions.hpp>
#include <lexikos/detail/bytes_of_text.hpp>
#include <lexikos/detail/views.hpp>
#include <lexikos/error.hpp>
#include <lexikos/longest_repeats.hpp>
#include <lexikos/workspace.hpp>
#include <string>

namespace lexikos
{

struct MaximalRepeatsOptions
{
  std::size_t min_length = 1;       ///< symbols of a repeat, at least; 0 counts as 1
  std::size_t min_occurrences = 2;  ///< at least; below 2 counts as 2
  /// Scratch to reuse; a private one is allocated and freed when null.
  Workspace* workspace = nullptr;
  /// Called between steps; on large texts, steps are divided for it.
  Progress progress = {};
};

struct LongestRepeatedSubstrings
{
  std::size_t length = 0;  ///< of the longest repeats; 0 if every symbol occurs once
  std::size_t count = 0;   ///< distinct substrings of that length that occur twice or more
};

struct LongestCommonSubstring
{
  std::size_t length = 0;  ///< 0 if the texts have no symbol in common; then the positions are 0 too
  std::size_t first = 0;   ///< where it starts in the first text: the smallest position of any longest one
  std::size_t second = 0;  ///< the smallest position in the second text of that same substring
};

/// Largest number of bytes that `maximal_repeats` of n positions takes beside inputs and results: with u32 indices 13.5n, and
/// on a device about 1 MiB.
template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexType Index>
[[nodiscard]] std::size_t maximal_repeats_workspace_bytes(std::size_t n);

/// The same of `longest_repeated_substrings`: 5n with u32 indices.
template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexType Index>
[[nodiscard]] std::size_t longest_repeated_substrings_workspace_bytes(std::size_t n);

/// The same of `longest_common_substring`: 12.5n with u32 indices.
template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexType Index>
[[nodiscard]] std::size_t longest_common_substring_workspace_bytes(std::size_t n);

namespace longest_repeats_detail
{

/// A text and its suffix array and LCP array.
template <class ExecutionSpace, class Index>
struct TextInOrder
{
  detail::BytesOfText<typename ExecutionSpace::memory_space> text;
  IndexSpan<ExecutionSpace, Index const> suffix_array;
  IndexSpan<ExecutionSpace, Index const> lcp;
};

/// Room for intervals of the suffix array and, perhaps, their lengths.
template <class ExecutionSpace, class Index>
struct IntervalRoom
{
  IndexSpan<ExecutionSpace, Index> begins;
  IndexSpan<ExecutionSpace, Index> ends;
  IndexSpan<ExecutionSpace, Index> lengths;
};

template <class ExecutionSpace, class Index>
std::size_t find_maximal(ExecutionSpace const& space, TextInOrder<ExecutionSpace, Index> const& text,
                         IntervalRoom<ExecutionSpace, Index> const& room, MaximalRepeatsOptions const& options);

template <class ExecutionSpace, class Index>
LongestRepeatedSubstrings find_longest_repeated(ExecutionSpace const& space,
                                                IndexSpan<ExecutionSpace, Index const> const& lcp,
                                                IntervalRoom<ExecutionSpace, Index> const& room,
                                                RepeatsOptions const& options);

template <class ExecutionSpace, class Index>
LongestCommonSubstring find_longest_common(ExecutionSpace const& space, std::size_t border,
                                           IndexSpan<ExecutionSpace, Index const> const& suffix_array,
                                           IndexSpan<ExecutionSpace, Index const> const& lcp,
                                           RepeatsOptions const& options);

}  // namespace longest_repeats_detail

/// The maximal repeats of a text: the substrings that occur twice or more and cannot be extended to either side without
/// losing an occurrence. An occurrence at an end of the text counts as one that is followed, or preceded, by a symbol of its
/// own.
///
/// \param space         where to run
/// \param text          [0..n) u8, u16, u32 or u64
/// \param suffix_array  [0..n) of the text, which is not checked; u32 or u64
/// \param lcp           [0..n) its LCP array, lcp(0) = 0
/// \param begins, ends  [0..capacity) receive the interval of each: it occurs at suffix_array(begins(m)), ...,
///                      suffix_array(ends(m) - 1), which is ends(m) - begins(m) times
/// \param lengths       [0..capacity) receive its length
///
/// Returns their number, at most n - 1; as many as the views hold are written, in ascending order of the first rank at which
/// two neighbours have just that substring in common (lcp(r) = length, begins < r < ends). Call with empty views to count.
/// O(n log n) work for any text (n random accesses to the text); workspace: `maximal_repeats_workspace_bytes`; fences. The
/// smallest positions of each, whatever their number, are found by `RangeMinimum::best_values` over the suffix array.
/// The intervals are those of the suffix tree's inner nodes (Abouelhoda, Kurtz and Ohlebusch 2004), each found by itself
/// through nearest smaller values of the LCP array; one is left-maximal if not all suffixes in it follow the same symbol.
/// Results overlap no input. Errors: invalid_argument (sizes, index type), out_of_memory, cancelled.
template <detail::ExecutionSpaceType ExecutionSpace, detail::SymbolView<ExecutionSpace> TextView,
          detail::IndexView<ExecutionSpace> SuffixArrayView,
          detail::ViewOf<ExecutionSpace, detail::ValueOf<SuffixArrayView>> LcpView,
          detail::WritableViewOf<ExecutionSpace, detail::ValueOf<SuffixArrayView>> BeginView,
          detail::WritableViewOf<ExecutionSpace, detail::ValueOf<SuffixArrayView>> EndView,
          detail::WritableViewOf<ExecutionSpace, detail::ValueOf<SuffixArrayView>> LengthView>
[[nodiscard]] std::size_t maximal_repeats(ExecutionSpace const& space, TextView const& text,
                                          SuffixArrayView const& suffix_array, LcpView const& lcp,
                                          BeginView const& begins, EndView const& ends, LengthView const& lengths,
                                          MaximalRepeatsOptions const& options = {})
{
  using Index = detail::ValueOf<SuffixArrayView>;
  detail::check_sizes<Index>(text.extent(0), suffix_array.extent(0), "the suffix array");
  detail::check_sizes<Index>(text.extent(0), lcp.extent(0), "the LCP array");
  detail::check_extent(ends.extent(0), begins.extent(0), "the view of ends");
  detail::check_extent(lengths.extent(0), begins.extent(0), "the view of lengths");
  return longest_repeats_detail::find_maximal<ExecutionSpace, Index>(
      space,
      {detail::bytes_of<ExecutionSpace>(text), detail::span_of<ExecutionSpace, Index const>(suffix_array),
       detail::span_of<ExecutionSpace, Index const>(lcp)},
      {detail::span_of<ExecutionSpace, Index>(begins), detail::span_of<ExecutionSpace, Index>(ends),
       detail::span_of<ExecutionSpace, Index>(lengths)},
      options);
}

/// The longest substrings that occur twice or more, all distinct ones.
///
/// \param lcp           [0..n) LCP array of a text, lcp(0) = 0; u32 or u64
/// \param begins, ends  [0..capacity) receive the interval of each in the suffix array, as for `maximal_repeats`; as many
///                      as the views hold are written, in lexicographic order of the substrings
///
/// O(n) work; workspace: `longest_repeated_substrings_workspace_bytes`; fences. Errors as for `maximal_repeats`.
template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexView<ExecutionSpace> LcpView,
          detail::WritableViewOf<ExecutionSpace, detail::ValueOf<LcpView>> BeginView,
          detail::WritableViewOf<ExecutionSpace, detail::ValueOf<LcpView>> EndView>
[[nodiscard]] LongestRepeatedSubstrings longest_repeated_substrings(ExecutionSpace const& space, LcpView const& lcp,
                                                                    BeginView const& begins, EndView const& ends,
                                                                    RepeatsOptions const& options = {})
{
  using Index = detail::ValueOf<LcpView>;
  detail::check_sizes<Index>(lcp.extent(0), lcp.extent(0), "the LCP array");
  detail::check_extent(ends.extent(0), begins.extent(0), "the view of ends");
  return longest_repeats_detail::find_longest_repeated<ExecutionSpace, Index>(
      space, detail::span_of<ExecutionSpace, Index const>(lcp),
      {detail::span_of<ExecutionSpace, Index>(begins), detail::span_of<ExecutionSpace, Index>(ends), {}}, options);
}

/// The longest substring that two texts have in common, from the arrays of the two texts written one after the other, with
/// nothing between: no symbol has to be free to separate them.
///
/// \param first_length  symbols of the first text, at most n
/// \param suffix_array  [0..n) of both texts together, n the sum of their lengths; u32 or u64
/// \param lcp           [0..n) its LCP array, lcp(0) = 0
///
/// A suffix of the first text has most in common with the nearest suffixes of the second on either side in the suffix array;
/// of that, what lies before the border counts. O(n log n) work for any texts; workspace:
/// `longest_common_substring_workspace_bytes`; fences. Errors as for `maximal_repeats`.
template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexView<ExecutionSpace> SuffixArrayView,
          detail::ViewOf<ExecutionSpace, detail::ValueOf<SuffixArrayView>> LcpView>
[[nodiscard]] LongestCommonSubstring longest_common_substring(ExecutionSpace const& space, std::size_t first_length,
                                                              SuffixArrayView const& suffix_array, LcpView const& lcp,
                                                              RepeatsOptions const& options = {})
{
  using Index = detail::ValueOf<SuffixArrayView>;
  detail::check_sizes<Index>(suffix_array.extent(0), lcp.extent(0), "the LCP array");
  detail::require(first_length <= suffix_array.extent(0), ErrorCode::invalid_argument,
                  "the first text of " + std::to_string(first_length) + " symbols is longer than both together, " +
                      std::to_string(suffix_array.extent(0)));
  return longest_repeats_detail::find_longest_common<ExecutionSpace, Index>(
      space, first_length, detail::span_of<ExecutionSpace, Index const>(suffix_array),
      detail::span_of<ExecutionSpace, Index const>(lcp), options);
}

}  // namespace lexikos
