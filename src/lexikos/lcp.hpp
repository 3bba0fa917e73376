// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/suffix_array.hpp>
#include <lexikos/workspace.hpp>
#include <type_traits>

namespace lexikos
{

struct LcpOptions
{
  /// Scratch to reuse; a private one is allocated and freed when null.
  Workspace* workspace = nullptr;
};

/// Of an LCP array; all 0 for that of the empty text.
struct LcpStatistics
{
  std::uint64_t maximum = 0;  ///< length of the longest substring that occurs twice
  double mean = 0;            ///< over all n entries, of which the first is 0
};

/// Largest number of bytes that `inverse_suffix_array` takes beside its arrays: 2.5 arrays, of which u32 entries up to
/// n = 2^28 use 1.5.
template <class ExecutionSpace, class Index>
[[nodiscard]] std::size_t inverse_suffix_array_workspace_bytes(std::size_t n);

/// Largest number of bytes that `plcp_array` takes beside its arrays: on a device 1% of the text's for each byte of an
/// entry, on the host nothing.
template <class ExecutionSpace, class Index, class Symbol = std::uint8_t>
[[nodiscard]] std::size_t plcp_array_workspace_bytes(std::size_t n);

/// Largest number of bytes that `lcp_array` takes beside its arrays: one more array of n entries, and what `plcp_array`
/// takes.
template <class ExecutionSpace, class Index, class Symbol = std::uint8_t>
[[nodiscard]] std::size_t lcp_array_workspace_bytes(std::size_t n);

namespace detail
{

/// A text as its bytes: what is equal, symbol for symbol, is equal byte for byte.
template <class MemorySpace>
struct BytesOfText
{
  Span<std::uint8_t const, MemorySpace> bytes;
  unsigned symbol_bytes = 1;
};

template <class ExecutionSpace, class TextView>
BytesOfText<typename ExecutionSpace::memory_space> bytes_of(TextView const& text)
{
  using Symbol = typename TextView::non_const_value_type;
  using Bytes = Span<std::uint8_t const, typename ExecutionSpace::memory_space>;
  return {Bytes(reinterpret_cast<std::uint8_t const*>(text.data()), text.extent(0) * sizeof(Symbol)), sizeof(Symbol)};
}

template <class ExecutionSpace, class Index>
void invert_suffix_array(ExecutionSpace const& space,
                         Span<Index const, typename ExecutionSpace::memory_space> const& suffix_array,
                         Span<Index, typename ExecutionSpace::memory_space> const& inverse, Workspace* workspace);

/// inverse may be empty, for none.
template <class ExecutionSpace, class Index>
void build_plcp_array(ExecutionSpace const& space, BytesOfText<typename ExecutionSpace::memory_space> const& text,
                      Span<Index const, typename ExecutionSpace::memory_space> const& suffix_array,
                      Span<Index const, typename ExecutionSpace::memory_space> const& inverse,
                      Span<Index, typename ExecutionSpace::memory_space> const& plcp, Workspace* workspace);

/// inverse may be empty, for none.
template <class ExecutionSpace, class Index>
void build_lcp_array(ExecutionSpace const& space, BytesOfText<typename ExecutionSpace::memory_space> const& text,
                     Span<Index const, typename ExecutionSpace::memory_space> const& suffix_array,
                     Span<Index const, typename ExecutionSpace::memory_space> const& inverse,
                     Span<Index, typename ExecutionSpace::memory_space> const& lcp, Workspace* workspace);

template <class ExecutionSpace, class Index>
LcpStatistics summarise_lcp_array(ExecutionSpace const& space,
                                  Span<Index const, typename ExecutionSpace::memory_space> const& lcp);

/// Arrays over the positions of one text: contiguous, accessible, of one index type, n entries each.
template <class ExecutionSpace, class IndexView, class... IndexViews>
constexpr void require_arrays()
{
  using Index = typename IndexView::non_const_value_type;
  static_assert(Kokkos::is_execution_space_v<ExecutionSpace>, "the first argument is an execution space instance");
  static_assert(is_contiguous_rank_1<IndexView> && (is_contiguous_rank_1<IndexViews> && ...),
                "arrays are contiguous views of rank 1");
  static_assert(is_accessible<ExecutionSpace, IndexView> && (is_accessible<ExecutionSpace, IndexViews> && ...),
                "arrays are accessible from the execution space");
  static_assert(std::is_same_v<Index, std::uint32_t> || std::is_same_v<Index, std::uint64_t>,
                "arrays are of std::uint32_t or std::uint64_t");
  static_assert((std::is_same_v<Index, typename IndexViews::non_const_value_type> && ...),
                "all arrays have the same type of entries");
}

}  // namespace detail

/// The inverse of a suffix array, and of any permutation: inverse(suffix_array(i)) = i.
///
/// \param suffix_array  [0..n) a permutation of 0..n-1, which is not checked; u32 for n <= 2^32 - 2, else u64
/// \param inverse       [0..n)
/// O(n) work. Peak memory: `inverse_suffix_array_workspace_bytes`. `suffix_array` returns the inverse at no cost where it
/// is asked to. Fences. Errors: invalid_argument (sizes, index type), out_of_memory.
template <class ExecutionSpace, class IndexView, class InverseView>
void inverse_suffix_array(ExecutionSpace const& space, IndexView const& suffix_array, InverseView const& inverse,
                          LcpOptions const& options = {})
{
  using Index = typename IndexView::non_const_value_type;
  detail::require_arrays<ExecutionSpace, IndexView, InverseView>();
  detail::check_sizes<Index>(suffix_array.extent(0), inverse.extent(0), "the inverse suffix array");
  detail::invert_suffix_array<ExecutionSpace, Index>(space, detail::span_of<ExecutionSpace, Index const>(suffix_array),
                                                     detail::span_of<ExecutionSpace, Index>(inverse),
                                                     options.workspace);
}

/// The permuted LCP array: plcp(p) is the length of the longest common prefix of suffix p and the suffix before it in the
/// suffix array; 0 for the first suffix.
///
/// \param text          [0..n) symbols of any values: u8, u16, u32 or u64
/// \param suffix_array  [0..n) that of the text, which is not checked (`check_suffix_array` does); u32 for n <= 2^32 - 2
/// \param plcp          [0..n) of the suffix array's type
///
/// O(n log n) work at worst, on repetitive texts, and O(n) plus what is compared on others. plcp(p) + p never decreases, so
/// the values at every 4^k-th position bound those between, and no two comparisons of a round overlap much. Peak memory:
/// `plcp_array_workspace_bytes`. Fences. Source: Kaerkkaeinen, Manzini and Puglisi 2009 (the Phi algorithm).
/// Errors: invalid_argument (sizes, index type), out_of_memory.
template <class ExecutionSpace, class TextView, class IndexView, class PlcpView>
void plcp_array(ExecutionSpace const& space, TextView const& text, IndexView const& suffix_array, PlcpView const& plcp,
                LcpOptions const& options = {})
{
  using Index = typename IndexView::non_const_value_type;
  static_assert(detail::SymbolView<TextView, ExecutionSpace> && detail::IndexView<IndexView, ExecutionSpace>, "types");
  detail::require_arrays<ExecutionSpace, IndexView, PlcpView>();
  detail::check_sizes<Index>(text.extent(0), suffix_array.extent(0), "the suffix array");
  detail::check_sizes<Index>(text.extent(0), plcp.extent(0), "the permuted LCP array");
  detail::build_plcp_array<ExecutionSpace, Index>(space, detail::bytes_of<ExecutionSpace>(text),
                                                  detail::span_of<ExecutionSpace, Index const>(suffix_array), {},
                                                  detail::span_of<ExecutionSpace, Index>(plcp), options.workspace);
}

/// The same, sooner, from the suffix array and its inverse [0..n).
template <class ExecutionSpace, class TextView, class IndexView, class InverseView, class PlcpView>
  requires Kokkos::is_view_v<PlcpView>
void plcp_array(ExecutionSpace const& space, TextView const& text, IndexView const& suffix_array,
                InverseView const& inverse, PlcpView const& plcp, LcpOptions const& options = {})
{
  using Index = typename IndexView::non_const_value_type;
  static_assert(detail::SymbolView<TextView, ExecutionSpace> && detail::IndexView<IndexView, ExecutionSpace>, "types");
  detail::require_arrays<ExecutionSpace, IndexView, InverseView, PlcpView>();
  detail::check_sizes<Index>(text.extent(0), suffix_array.extent(0), "the suffix array");
  detail::check_sizes<Index>(text.extent(0), inverse.extent(0), "the inverse suffix array");
  detail::check_sizes<Index>(text.extent(0), plcp.extent(0), "the permuted LCP array");
  detail::build_plcp_array<ExecutionSpace, Index>(space, detail::bytes_of<ExecutionSpace>(text),
                                                  detail::span_of<ExecutionSpace, Index const>(suffix_array),
                                                  detail::span_of<ExecutionSpace, Index const>(inverse),
                                                  detail::span_of<ExecutionSpace, Index>(plcp), options.workspace);
}

/// The LCP array: lcp(i) is the length of the longest common prefix of the suffixes suffix_array(i - 1) and
/// suffix_array(i); lcp(0) = 0.
///
/// \param text          [0..n) symbols of any values: u8, u16, u32 or u64
/// \param suffix_array  [0..n) that of the text, which is not checked (`check_suffix_array` does); u32 for n <= 2^32 - 2
/// \param lcp           [0..n) of the suffix array's type
///
/// `plcp_array`, permuted. Peak memory: `lcp_array_workspace_bytes`. Fences. Errors: invalid_argument (sizes, index type),
/// out_of_memory.
template <class ExecutionSpace, class TextView, class IndexView, class LcpView>
void lcp_array(ExecutionSpace const& space, TextView const& text, IndexView const& suffix_array, LcpView const& lcp,
               LcpOptions const& options = {})
{
  using Index = typename IndexView::non_const_value_type;
  static_assert(detail::SymbolView<TextView, ExecutionSpace> && detail::IndexView<IndexView, ExecutionSpace>, "types");
  detail::require_arrays<ExecutionSpace, IndexView, LcpView>();
  detail::check_sizes<Index>(text.extent(0), suffix_array.extent(0), "the suffix array");
  detail::check_sizes<Index>(text.extent(0), lcp.extent(0), "the LCP array");
  detail::build_lcp_array<ExecutionSpace, Index>(space, detail::bytes_of<ExecutionSpace>(text),
                                                 detail::span_of<ExecutionSpace, Index const>(suffix_array), {},
                                                 detail::span_of<ExecutionSpace, Index>(lcp), options.workspace);
}

/// The same, sooner, from the suffix array and its inverse [0..n).
template <class ExecutionSpace, class TextView, class IndexView, class InverseView, class LcpView>
  requires Kokkos::is_view_v<LcpView>
void lcp_array(ExecutionSpace const& space, TextView const& text, IndexView const& suffix_array,
               InverseView const& inverse, LcpView const& lcp, LcpOptions const& options = {})
{
  using Index = typename IndexView::non_const_value_type;
  static_assert(detail::SymbolView<TextView, ExecutionSpace> && detail::IndexView<IndexView, ExecutionSpace>, "types");
  detail::require_arrays<ExecutionSpace, IndexView, InverseView, LcpView>();
  detail::check_sizes<Index>(text.extent(0), suffix_array.extent(0), "the suffix array");
  detail::check_sizes<Index>(text.extent(0), inverse.extent(0), "the inverse suffix array");
  detail::check_sizes<Index>(text.extent(0), lcp.extent(0), "the LCP array");
  detail::build_lcp_array<ExecutionSpace, Index>(space, detail::bytes_of<ExecutionSpace>(text),
                                                 detail::span_of<ExecutionSpace, Index const>(suffix_array),
                                                 detail::span_of<ExecutionSpace, Index const>(inverse),
                                                 detail::span_of<ExecutionSpace, Index>(lcp), options.workspace);
}

/// Maximum and mean of an LCP array (or a permuted one) of n entries, u32 or u64. The sum behind the mean is exact. One
/// pass, no scratch; fences.
template <class ExecutionSpace, class LcpView>
[[nodiscard]] LcpStatistics lcp_statistics(ExecutionSpace const& space, LcpView const& lcp)
{
  using Index = typename LcpView::non_const_value_type;
  detail::require_arrays<ExecutionSpace, LcpView>();
  return detail::summarise_lcp_array<ExecutionSpace, Index>(space, detail::span_of<ExecutionSpace, Index const>(lcp));
}

}  // namespace lexikos
