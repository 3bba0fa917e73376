// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/bytes_of_text.hpp>
#include <lexikos/detail/views.hpp>
#include <lexikos/workspace.hpp>
#include <string>

namespace lexikos
{

/// Why an array is not the suffix array of a text.
enum class SuffixArrayDefect
{
  none,
  out_of_range,  ///< suffix_array(index) is not a position of the text
  repeated,      ///< suffix_array(index) occurs at a smaller index already
  first_symbol,  ///< entries index - 1 and index are out of order by their first symbols
  order,         ///< entries index - 1 and index have the same first symbol and are out of order after it
  inverse        ///< inverse(suffix_array(index)) is not index
};

struct SuffixArrayCheck
{
  SuffixArrayDefect defect = SuffixArrayDefect::none;
  /// The first index at which the defect shows; 0 if there is none.
  std::size_t index = 0;

  [[nodiscard]] explicit operator bool() const { return defect == SuffixArrayDefect::none; }
  [[nodiscard]] friend bool operator==(SuffixArrayCheck const&, SuffixArrayCheck const&) = default;
};

/// A sentence for people, such as "entry 4 is not a position of the text".
[[nodiscard]] std::string to_string(SuffixArrayCheck const& check);

enum class SuffixArrayChecker
{
  parallel,   ///< by the inverse suffix array: O(n) work, an index a character of workspace
  sequential  ///< one pass after the other on the host, O(sigma) memory
};

struct CheckOptions
{
  /// Scratch to reuse; a private one is allocated and freed when null.
  Workspace* workspace = nullptr;
};

/// Largest number of bytes that `check_suffix_array` takes beside its arrays: n indices and 1 KiB.
template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexType Index>
[[nodiscard]] constexpr std::size_t check_suffix_array_workspace_bytes(std::size_t n)
{
  return n * sizeof(Index) + 1024;
}

namespace check_detail
{

template <class ExecutionSpace, class Index>
SuffixArrayCheck check_in_parallel(ExecutionSpace const& space,
                                   detail::BytesOfText<typename ExecutionSpace::memory_space> const& text,
                                   Span<Index const, typename ExecutionSpace::memory_space> const& suffix_array,
                                   CheckOptions const& options);

template <class Symbol, class Index>
SuffixArrayCheck check_sequentially(Symbol const* text, Index const* suffix_array, std::size_t n);

template <class ExecutionSpace, class Index>
SuffixArrayCheck check_inverse(ExecutionSpace const& space,
                               Span<Index const, typename ExecutionSpace::memory_space> const& suffix_array,
                               Span<Index const, typename ExecutionSpace::memory_space> const& inverse);

}  // namespace check_detail

/// Checks exactly whether an array is the suffix array of a text: it refuses no correct array and accepts no wrong one.
///
/// \param text          [0..n) symbols of any values: u8, u16, u32 or u64
/// \param suffix_array  [0..n) any values; u32 or u64
/// Three conditions in this order: all entries are positions of the text; none is repeated; and for neighbours a, b either
/// T[a] < T[b], or T[a] = T[b] and rank(a + 1) < rank(b + 1), where the empty suffix ranks lowest. A defect names the
/// smallest offending index of the first condition that fails. O(n) work; workspace: `check_suffix_array_workspace_bytes`;
/// fences once, and once more for a repeated entry. Source: Burkhardt and Kaerkkaeinen 2003, Theorem 1 of "gpu-pd" section
/// 5.3. Errors: invalid_argument (sizes, index type), out_of_memory.
template <detail::ExecutionSpaceType ExecutionSpace, detail::SymbolView<ExecutionSpace> TextView,
          detail::IndexView<ExecutionSpace> SuffixArrayView>
[[nodiscard]] SuffixArrayCheck check_suffix_array(ExecutionSpace const& space, TextView const& text,
                                                  SuffixArrayView const& suffix_array, CheckOptions const& options = {})
{
  using Index = detail::ValueOf<SuffixArrayView>;
  detail::check_sizes<Index>(text.extent(0), suffix_array.extent(0), "the suffix array");
  return check_detail::check_in_parallel<ExecutionSpace, Index>(
      space, detail::bytes_of<ExecutionSpace>(text), detail::span_of<ExecutionSpace, Index const>(suffix_array),
      options);
}

/// The same answer, found on the host, sequentially, with O(sigma) memory: three passes. A text of bytes takes O(n) work
/// and 4 KiB; one of wide symbols O(n log sigma) work and, for each distinct symbol, 24 bytes in a list that grows by
/// doubling. Both views are accessible from the host, and no kernel is writing them. To name a repeated entry of an array that
/// it refuses, it takes n bits; if they are not available, it calls that entry's neighbours out of order instead. Errors:
/// invalid_argument (sizes, index type), out_of_memory.
///
/// As Algorithm 4 of "gpu-pd" should read: every symbol has a pointer into its bucket; scanning the array, the pointer of
/// the bucket of SA[i] - 1 moves on when it shows that suffix (before the scan, that of n - 1). All pointers reach the
/// ends of their buckets if and only if the array is right; one that does not shows the first suffix out of order.
template <detail::SymbolView<Kokkos::DefaultHostExecutionSpace> TextView,
          detail::IndexView<Kokkos::DefaultHostExecutionSpace> SuffixArrayView>
[[nodiscard]] SuffixArrayCheck check_suffix_array_sequentially(TextView const& text,
                                                               SuffixArrayView const& suffix_array)
{
  using Symbol = detail::ValueOf<TextView>;
  using Index = detail::ValueOf<SuffixArrayView>;
  detail::check_sizes<Index>(text.extent(0), suffix_array.extent(0), "the suffix array");
  return check_detail::check_sequentially<Symbol, Index>(text.data(), suffix_array.data(), text.extent(0));
}

/// Checks whether inverse(suffix_array(i)) = i for all i, and names the first i where it is not. If it is, both arrays are
/// permutations of 0..n-1. Both have n entries of any values, of the same type. O(n) work, no scratch, fences. Error:
/// invalid_argument (sizes, index type).
template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexView<ExecutionSpace> SuffixArrayView,
          detail::ViewOf<ExecutionSpace, detail::ValueOf<SuffixArrayView>> InverseView>
[[nodiscard]] SuffixArrayCheck check_inverse_suffix_array(ExecutionSpace const& space,
                                                          SuffixArrayView const& suffix_array,
                                                          InverseView const& inverse)
{
  using Index = detail::ValueOf<SuffixArrayView>;
  detail::check_sizes<Index>(suffix_array.extent(0), inverse.extent(0), "the inverse suffix array");
  return check_detail::check_inverse<ExecutionSpace, Index>(space,
                                                            detail::span_of<ExecutionSpace, Index const>(suffix_array),
                                                            detail::span_of<ExecutionSpace, Index const>(inverse));
}

}  // namespace lexikos
