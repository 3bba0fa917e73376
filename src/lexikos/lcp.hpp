// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/conventions.hpp>
#include <lexikos/detail/bytes_of_text.hpp>
#include <lexikos/detail/views.hpp>
#include <lexikos/workspace.hpp>

namespace lexikos
{

struct LcpOptions
{
  /// Scratch to reuse; a private one is allocated and freed when null.
  Workspace* workspace = nullptr;
  /// Called between steps; on large texts, steps are divided for it.
  Progress progress = {};
};

/// Statistics of an LCP array; all 0 for that of the empty text.
struct LcpStatistics
{
  std::uint64_t maximum = 0;  ///< length of the longest substring that occurs twice
  double mean = 0;            ///< over all n entries, of which the first is 0
};

/// Largest number of bytes that `inverse_suffix_array` takes beside its arrays: 2.5 arrays; up to n = 2^28, u32 entries take
/// 1.5.
template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexType Index>
[[nodiscard]] std::size_t inverse_suffix_array_workspace_bytes(std::size_t n);

/// Largest number of bytes that `plcp_array` takes beside its arrays: on a device 1% of the text's bytes for each byte of an
/// entry, on the host nothing.
template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexType Index, detail::SymbolType Symbol = std::uint8_t>
[[nodiscard]] std::size_t plcp_array_workspace_bytes(std::size_t n);

/// Largest number of bytes that `lcp_array` takes beside its arrays: one more array of n entries, and the bytes of
/// `plcp_array`.
template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexType Index, detail::SymbolType Symbol = std::uint8_t>
[[nodiscard]] std::size_t lcp_array_workspace_bytes(std::size_t n);

namespace lcp_detail
{

template <class ExecutionSpace, class Index>
using Indices = Span<Index, typename ExecutionSpace::memory_space>;

/// The suffix array of a text, with or without its inverse.
template <class ExecutionSpace, class Index>
struct Suffixes
{
  Indices<ExecutionSpace, Index const> array;
  Indices<ExecutionSpace, Index const> inverse;  ///< empty if there is none
};

template <class ExecutionSpace, class Index>
void build_inverse(ExecutionSpace const& space, Indices<ExecutionSpace, Index const> const& suffix_array,
                   Indices<ExecutionSpace, Index> const& inverse, LcpOptions const& options);

template <class ExecutionSpace, class Index>
void build_plcp(ExecutionSpace const& space, detail::BytesOfText<typename ExecutionSpace::memory_space> const& text,
                Suffixes<ExecutionSpace, Index> const& suffixes, Indices<ExecutionSpace, Index> const& plcp,
                LcpOptions const& options);

template <class ExecutionSpace, class Index>
void build_lcp(ExecutionSpace const& space, detail::BytesOfText<typename ExecutionSpace::memory_space> const& text,
               Suffixes<ExecutionSpace, Index> const& suffixes, Indices<ExecutionSpace, Index> const& lcp,
               LcpOptions const& options);

template <class ExecutionSpace, class Index>
[[nodiscard]] LcpStatistics summarise(ExecutionSpace const& space, Indices<ExecutionSpace, Index const> const& lcp);

}  // namespace lcp_detail

/// Inverts a suffix array, or any permutation: inverse(suffix_array(i)) = i.
///
/// \param suffix_array  [0..n) a permutation of 0..n-1, which is not checked; u32 for n <= 2^32 - 2, else u64
/// \param inverse       [0..n) of the same type; not the same array
/// O(n) work. Peak memory: `inverse_suffix_array_workspace_bytes`. `suffix_array` returns the inverse at no cost if it is given
/// a view for it. Fences. Errors: invalid_argument (sizes, index type), out_of_memory, cancelled.
template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexView<ExecutionSpace> SuffixArrayView,
          detail::WritableViewOf<ExecutionSpace, detail::ValueOf<SuffixArrayView>> InverseView>
void inverse_suffix_array(ExecutionSpace const& space, SuffixArrayView const& suffix_array, InverseView const& inverse,
                          LcpOptions const& options = {})
{
  using Index = detail::ValueOf<SuffixArrayView>;
  detail::check_sizes<Index>(suffix_array.extent(0), inverse.extent(0), "the inverse suffix array");
  lcp_detail::build_inverse<ExecutionSpace, Index>(space, detail::span_of<ExecutionSpace, Index const>(suffix_array),
                                                   detail::span_of<ExecutionSpace, Index>(inverse), options);
}

/// The permuted LCP array: plcp(p) is the length of the longest common prefix of suffix p and the suffix before it in the
/// suffix array; 0 for the first suffix.
///
/// \param text          [0..n) symbols of any values: u8, u16, u32 or u64
/// \param suffix_array  [0..n) of the text; not checked (`check_suffix_array` does that); u32 for n <= 2^32 - 2, else u64
/// \param plcp          [0..n) of the suffix array's type; not the same array
///
/// O(n log n) work at worst, on repetitive texts, and O(n) plus the symbols compared on others. plcp(p) + p never decreases, so
/// the values at every 4^k-th position bound those between, and no two comparisons of a round overlap much. Peak memory:
/// `plcp_array_workspace_bytes`. Fences. Source: Kaerkkaeinen, Manzini and Puglisi 2009 (the Phi algorithm).
/// Errors: invalid_argument (sizes, index type), out_of_memory, cancelled; the result is undefined after the last two.
template <detail::ExecutionSpaceType ExecutionSpace, detail::SymbolView<ExecutionSpace> TextView,
          detail::IndexView<ExecutionSpace> SuffixArrayView,
          detail::WritableViewOf<ExecutionSpace, detail::ValueOf<SuffixArrayView>> PlcpView>
void plcp_array(ExecutionSpace const& space, TextView const& text, SuffixArrayView const& suffix_array,
                PlcpView const& plcp, LcpOptions const& options = {})
{
  using Index = detail::ValueOf<SuffixArrayView>;
  detail::check_sizes<Index>(text.extent(0), suffix_array.extent(0), "the suffix array");
  detail::check_sizes<Index>(text.extent(0), plcp.extent(0), "the permuted LCP array");
  lcp_detail::build_plcp<ExecutionSpace, Index>(space, detail::bytes_of<ExecutionSpace>(text),
                                                {detail::span_of<ExecutionSpace, Index const>(suffix_array), {}},
                                                detail::span_of<ExecutionSpace, Index>(plcp), options);
}

/// The same, faster on devices, from the suffix array and its inverse [0..n), which is not checked either.
template <detail::ExecutionSpaceType ExecutionSpace, detail::SymbolView<ExecutionSpace> TextView,
          detail::IndexView<ExecutionSpace> SuffixArrayView,
          detail::ViewOf<ExecutionSpace, detail::ValueOf<SuffixArrayView>> InverseView,
          detail::WritableViewOf<ExecutionSpace, detail::ValueOf<SuffixArrayView>> PlcpView>
void plcp_array(ExecutionSpace const& space, TextView const& text, SuffixArrayView const& suffix_array,
                InverseView const& inverse, PlcpView const& plcp, LcpOptions const& options = {})
{
  using Index = detail::ValueOf<SuffixArrayView>;
  detail::check_sizes<Index>(text.extent(0), suffix_array.extent(0), "the suffix array");
  detail::check_sizes<Index>(text.extent(0), inverse.extent(0), "the inverse suffix array");
  detail::check_sizes<Index>(text.extent(0), plcp.extent(0), "the permuted LCP array");
  lcp_detail::build_plcp<ExecutionSpace, Index>(space, detail::bytes_of<ExecutionSpace>(text),
                                                {detail::span_of<ExecutionSpace, Index const>(suffix_array),
                                                 detail::span_of<ExecutionSpace, Index const>(inverse)},
                                                detail::span_of<ExecutionSpace, Index>(plcp), options);
}

/// The LCP array: lcp(i) is the length of the longest common prefix of the suffixes suffix_array(i - 1) and
/// suffix_array(i); lcp(0) = 0.
///
/// \param text          [0..n) symbols of any values: u8, u16, u32 or u64
/// \param suffix_array  [0..n) of the text; not checked (`check_suffix_array` does that); u32 for n <= 2^32 - 2, else u64
/// \param lcp           [0..n) of the suffix array's type; not the same array
///
/// `plcp_array`, permuted. Peak memory: `lcp_array_workspace_bytes`. Fences. Errors as for `plcp_array`.
template <detail::ExecutionSpaceType ExecutionSpace, detail::SymbolView<ExecutionSpace> TextView,
          detail::IndexView<ExecutionSpace> SuffixArrayView,
          detail::WritableViewOf<ExecutionSpace, detail::ValueOf<SuffixArrayView>> LcpView>
void lcp_array(ExecutionSpace const& space, TextView const& text, SuffixArrayView const& suffix_array,
               LcpView const& lcp, LcpOptions const& options = {})
{
  using Index = detail::ValueOf<SuffixArrayView>;
  detail::check_sizes<Index>(text.extent(0), suffix_array.extent(0), "the suffix array");
  detail::check_sizes<Index>(text.extent(0), lcp.extent(0), "the LCP array");
  lcp_detail::build_lcp<ExecutionSpace, Index>(space, detail::bytes_of<ExecutionSpace>(text),
                                               {detail::span_of<ExecutionSpace, Index const>(suffix_array), {}},
                                               detail::span_of<ExecutionSpace, Index>(lcp), options);
}

/// The same, faster on devices, from the suffix array and its inverse [0..n), which is not checked either.
template <detail::ExecutionSpaceType ExecutionSpace, detail::SymbolView<ExecutionSpace> TextView,
          detail::IndexView<ExecutionSpace> SuffixArrayView,
          detail::ViewOf<ExecutionSpace, detail::ValueOf<SuffixArrayView>> InverseView,
          detail::WritableViewOf<ExecutionSpace, detail::ValueOf<SuffixArrayView>> LcpView>
void lcp_array(ExecutionSpace const& space, TextView const& text, SuffixArrayView const& suffix_array,
               InverseView const& inverse, LcpView const& lcp, LcpOptions const& options = {})
{
  using Index = detail::ValueOf<SuffixArrayView>;
  detail::check_sizes<Index>(text.extent(0), suffix_array.extent(0), "the suffix array");
  detail::check_sizes<Index>(text.extent(0), inverse.extent(0), "the inverse suffix array");
  detail::check_sizes<Index>(text.extent(0), lcp.extent(0), "the LCP array");
  lcp_detail::build_lcp<ExecutionSpace, Index>(space, detail::bytes_of<ExecutionSpace>(text),
                                               {detail::span_of<ExecutionSpace, Index const>(suffix_array),
                                                detail::span_of<ExecutionSpace, Index const>(inverse)},
                                               detail::span_of<ExecutionSpace, Index>(lcp), options);
}

/// Maximum and mean of an LCP array (or a permuted one) of n entries, u32 or u64. The mean is that of an exact sum. One
/// pass, no scratch; fences.
template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexView<ExecutionSpace> LcpView>
[[nodiscard]] LcpStatistics lcp_statistics(ExecutionSpace const& space, LcpView const& lcp)
{
  using Index = detail::ValueOf<LcpView>;
  return lcp_detail::summarise<ExecutionSpace, Index>(space, detail::span_of<ExecutionSpace, Index const>(lcp));
}

}  // namespace lexikos
