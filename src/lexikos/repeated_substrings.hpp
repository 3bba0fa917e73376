// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The repeats of a text as intervals of its suffix array: the longest, the maximal ones, and the longest common substring
// of two texts.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/error.hpp>
#include <lexikos/longest_repeats.hpp>
#include <lexikos/suffix_array.hpp>
#include <lexikos/workspace.hpp>
#include <string>
#include <type_traits>

namespace lexikos
{

struct MaximalRepeatsOptions
{
  std::size_t minimum_length = 1;       ///< symbols of a repeat, at least; 0 counts as 1
  std::size_t minimum_occurrences = 2;  ///< at least; below 2 counts as 2
  /// Scratch to reuse; a private one is allocated and freed when null.
  Workspace* workspace = nullptr;
};

struct LongestRepeatedSubstrings
{
  std::size_t length = 0;  ///< of the longest repeats; 0 when every symbol stands once
  std::size_t count = 0;   ///< distinct substrings of that length that occur twice or more
};

struct LongestCommonSubstring
{
  std::size_t length = 0;  ///< 0 when the texts share no symbol; then the positions are 0 too
  std::size_t first = 0;   ///< where it begins in the first text: the smallest position of any longest one
  std::size_t second = 0;  ///< the smallest position in the second text of that same substring
};

namespace detail
{

template <class ExecutionSpace, class Symbol, class Index>
std::size_t find_maximal_repeats(ExecutionSpace const& space,
                                 Span<Symbol const, typename ExecutionSpace::memory_space> const& text,
                                 Span<Index const, typename ExecutionSpace::memory_space> const& suffix_array,
                                 Span<Index const, typename ExecutionSpace::memory_space> const& lcp,
                                 Span<Index, typename ExecutionSpace::memory_space> const& begins,
                                 Span<Index, typename ExecutionSpace::memory_space> const& ends,
                                 Span<Index, typename ExecutionSpace::memory_space> const& lengths,
                                 MaximalRepeatsOptions const& options);

template <class ExecutionSpace, class Index>
LongestRepeatedSubstrings find_longest_repeated_substrings(
    ExecutionSpace const& space, Span<Index const, typename ExecutionSpace::memory_space> const& lcp,
    Span<Index, typename ExecutionSpace::memory_space> const& begins,
    Span<Index, typename ExecutionSpace::memory_space> const& ends, Workspace* workspace);

template <class ExecutionSpace, class Index>
LongestCommonSubstring find_longest_common_substring(
    ExecutionSpace const& space, std::size_t border,
    Span<Index const, typename ExecutionSpace::memory_space> const& suffix_array,
    Span<Index const, typename ExecutionSpace::memory_space> const& lcp, Workspace* workspace);

inline void check_same_capacity(std::size_t begins, std::size_t other)
{
  require(begins == other, ErrorCode::invalid_argument,
          "views for results have room for " + std::to_string(begins) + " and " + std::to_string(other) +
              " of them, not for as many");
}

}  // namespace detail

/// The maximal repeats of a text: those substrings that occur twice or more, and that cannot be extended to either side
/// without losing an occurrence. An occurrence at an end of the text counts as one that is followed, or preceded, by a symbol
/// of its own.
///
/// \param space         where to run
/// \param text          [0..n) u8, u16, u32 or u64
/// \param suffix_array  [0..n) of the text, which is not checked; u32 or u64
/// \param lcp           [0..n) its LCP array, lcp(0) = 0
/// \param begins, ends  [0..capacity) receive the interval of each: it occurs at suffix_array(begins(m)), ...,
///                      suffix_array(ends(m) - 1), which is ends(m) - begins(m) times
/// \param lengths       [0..capacity) receive its length
///
/// Returns how many there are, at most n - 1; as many as the views hold are written, in ascending order of the first rank at
/// which two neighbours have just that substring in common (lcp(r) = length, begins < r < ends). Call with empty views to
/// count. O(n log n) work for any text (n random accesses to the text); scratch: 13.5 bytes an entry with u32; fences.
/// The intervals are those of the suffix tree's inner nodes (Abouelhoda, Kurtz and Ohlebusch 2004), each found by itself
/// through nearest smaller values of the LCP array; one is left-maximal if not all suffixes in it follow the same symbol.
/// Errors: invalid_argument (sizes, index type), out_of_memory.
template <class ExecutionSpace, class TextView, class ArrayView, class LcpView, class BeginView, class EndView,
          class LengthView>
[[nodiscard]] std::size_t maximal_repeats(ExecutionSpace const& space, TextView const& text,
                                          ArrayView const& suffix_array, LcpView const& lcp, BeginView const& begins,
                                          EndView const& ends, LengthView const& lengths,
                                          MaximalRepeatsOptions const& options = {})
{
  using Symbol = typename TextView::non_const_value_type;
  using Index = typename ArrayView::non_const_value_type;
  static_assert(detail::SymbolView<TextView, ExecutionSpace> && detail::IndexView<ArrayView, ExecutionSpace>, "types");
  detail::require_repeat_types<ExecutionSpace, ArrayView, LcpView, BeginView, EndView, LengthView>();
  detail::check_sizes<Index>(text.extent(0), suffix_array.extent(0), "the suffix array");
  detail::check_sizes<Index>(text.extent(0), lcp.extent(0), "the LCP array");
  detail::check_same_capacity(begins.extent(0), ends.extent(0));
  detail::check_same_capacity(begins.extent(0), lengths.extent(0));
  return detail::find_maximal_repeats<ExecutionSpace, Symbol, Index>(
      space, detail::span_of<ExecutionSpace, Symbol const>(text),
      detail::span_of<ExecutionSpace, Index const>(suffix_array), detail::span_of<ExecutionSpace, Index const>(lcp),
      detail::span_of<ExecutionSpace, Index>(begins), detail::span_of<ExecutionSpace, Index>(ends),
      detail::span_of<ExecutionSpace, Index>(lengths), options);
}

/// The longest substrings that occur twice or more, all distinct ones.
///
/// \param lcp           [0..n) LCP array of a text, lcp(0) = 0; u32 or u64
/// \param begins, ends  [0..capacity) receive the interval of each in the suffix array, as for `maximal_repeats`; as many
///                      as the views hold are written, in lexicographic order of the substrings
///
/// O(n) work; scratch: an index and a byte an entry; fences. Errors as for `maximal_repeats`.
template <class ExecutionSpace, class LcpView, class BeginView, class EndView>
[[nodiscard]] LongestRepeatedSubstrings longest_repeated_substrings(ExecutionSpace const& space, LcpView const& lcp,
                                                                    BeginView const& begins, EndView const& ends,
                                                                    Workspace* workspace = nullptr)
{
  using Index = typename LcpView::non_const_value_type;
  detail::require_repeat_types<ExecutionSpace, LcpView, BeginView, EndView>();
  detail::check_sizes<Index>(lcp.extent(0), lcp.extent(0), "the LCP array");
  detail::check_same_capacity(begins.extent(0), ends.extent(0));
  return detail::find_longest_repeated_substrings<ExecutionSpace, Index>(
      space, detail::span_of<ExecutionSpace, Index const>(lcp), detail::span_of<ExecutionSpace, Index>(begins),
      detail::span_of<ExecutionSpace, Index>(ends), workspace);
}

/// The longest substring that two texts have in common, from the arrays of the one written behind the other, with nothing
/// between: no symbol has to be free to separate them.
///
/// \param first_length  symbols of the first text, at most n
/// \param suffix_array  [0..n) of both texts together, n the sum of their lengths; u32 or u64
/// \param lcp           [0..n) its LCP array, lcp(0) = 0
///
/// For each suffix of the first text the nearest suffixes of the second on either side in the suffix array have most in
/// common with it, of which what lies before the border counts. O(n log n) work for any texts; scratch: 12.5 bytes an entry
/// with u32; fences. Errors: invalid_argument (sizes), out_of_memory.
template <class ExecutionSpace, class ArrayView, class LcpView>
[[nodiscard]] LongestCommonSubstring longest_common_substring(ExecutionSpace const& space, std::size_t first_length,
                                                              ArrayView const& suffix_array, LcpView const& lcp,
                                                              Workspace* workspace = nullptr)
{
  using Index = typename ArrayView::non_const_value_type;
  detail::require_repeat_types<ExecutionSpace, ArrayView, LcpView>();
  detail::check_sizes<Index>(suffix_array.extent(0), lcp.extent(0), "the LCP array");
  detail::require(first_length <= suffix_array.extent(0), ErrorCode::invalid_argument,
                  "the first text of " + std::to_string(first_length) + " symbols is longer than both together, " +
                      std::to_string(suffix_array.extent(0)));
  return detail::find_longest_common_substring<ExecutionSpace, Index>(
      space, first_length, detail::span_of<ExecutionSpace, Index const>(suffix_array),
      detail::span_of<ExecutionSpace, Index const>(lcp), workspace);
}

}  // namespace lexikos
