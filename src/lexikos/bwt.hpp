// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/conventions.hpp>
#include <lexikos/detail/views.hpp>
#include <lexikos/suffix_array.hpp>
#include <lexikos/workspace.hpp>

namespace lexikos
{

/// The members mean what those of the same names in `SuffixArrayOptions` mean.
struct BwtOptions
{
  SuffixArrayAlgorithm algorithm = SuffixArrayAlgorithm::automatic;
  /// Scratch to reuse; a private one is allocated and freed when null.
  Workspace* workspace = nullptr;
  /// Of the suffix array; filled when not null.
  SuffixArrayStatistics* statistics = nullptr;
  bool time_steps = false;
  Progress progress = {};
  bool low_memory = false;
  SegmentedSort segmented_sort = SegmentedSort::automatic;
  /// On hosts: of all scratch, the array's included. Devices have `burrows_wheeler_transform_out_of_core`.
  std::size_t device_bytes = 0;
};

struct InverseBwtOptions
{
  /// Scratch to reuse; a private one is allocated and freed when null.
  Workspace* workspace = nullptr;
  /// Called between steps.
  Progress progress = {};
};

/// Largest number of bytes that `burrows_wheeler_transform` from a text of n bytes takes beside text and result: those of
/// the suffix array, and of building it.
template <detail::ExecutionSpaceType ExecutionSpace>
[[nodiscard]] std::size_t burrows_wheeler_transform_workspace_bytes(
    std::size_t n, SuffixArrayAlgorithm algorithm = SuffixArrayAlgorithm::automatic);

/// Largest number of bytes that `inverse_burrows_wheeler_transform` takes beside its input and result: 6n up to
/// n = 2^32 - 2 and 10n beyond; on a device not less than 4n and 10 bytes for each of the first 2^22 symbols.
template <detail::ExecutionSpaceType ExecutionSpace>
[[nodiscard]] std::size_t inverse_burrows_wheeler_transform_workspace_bytes(std::size_t n);

namespace bwt_detail
{

template <class ExecutionSpace>
std::size_t transform(ExecutionSpace const& space,
                      Span<std::uint8_t const, typename ExecutionSpace::memory_space> const& text,
                      Span<std::uint8_t, typename ExecutionSpace::memory_space> const& bwt, BwtOptions const& options);

template <class ExecutionSpace, class Symbol, class Index>
std::size_t transform_by_array(ExecutionSpace const& space,
                               Span<Symbol const, typename ExecutionSpace::memory_space> const& text,
                               Span<Index const, typename ExecutionSpace::memory_space> const& suffix_array,
                               Span<Symbol, typename ExecutionSpace::memory_space> const& bwt,
                               BwtOptions const& options);

template <class ExecutionSpace>
void invert(ExecutionSpace const& space, Span<std::uint8_t const, typename ExecutionSpace::memory_space> const& bwt,
            std::size_t primary_index, Span<std::uint8_t, typename ExecutionSpace::memory_space> const& text,
            InverseBwtOptions const& options);

}  // namespace bwt_detail

/// The Burrows-Wheeler transform of a text: the symbols that precede its n + 1 suffixes, in the order of the suffixes, the
/// empty one included. The suffix that is the whole text has no symbol before it and is left out. So the first symbol of the
/// transform is the last of the text.
///
/// \param text  [0..n) bytes of any values
/// \param bwt   [0..n) receives the symbols; does not overlap the text
/// \return      the primary index: the rank of the whole text among the n + 1 suffixes; 1..n, and 0 for an empty text
///
/// Work as of `suffix_array`. Sampled prefix doubling computes it without a suffix array, in less time than that takes, where
/// sixteen symbols or fewer, and one more, fit 64 bits; induced sorting (up to n = 2^31 - 1) and libsais write it while they
/// induce, in scratch of an array's size; otherwise the array is followed by a random read per symbol. Peak
/// memory: `burrows_wheeler_transform_workspace_bytes`. Fences. Source: Burrows and Wheeler 1994, section 4.
/// Errors: invalid_argument (sizes), not_supported (algorithm), out_of_memory, cancelled; the contents of the result are
/// undefined after the last three.
template <detail::ExecutionSpaceType ExecutionSpace, detail::ViewOf<ExecutionSpace, std::uint8_t> TextView,
          detail::WritableViewOf<ExecutionSpace, std::uint8_t> BwtView>
[[nodiscard]] std::size_t burrows_wheeler_transform(ExecutionSpace const& space, TextView const& text,
                                                    BwtView const& bwt, BwtOptions const& options = {})
{
  detail::check_extent(bwt.extent(0), text.extent(0), "the BWT");
  return bwt_detail::transform<ExecutionSpace>(space, detail::span_of<ExecutionSpace, std::uint8_t const>(text),
                                               detail::span_of<ExecutionSpace, std::uint8_t>(bwt), options);
}

/// The same from a suffix array that is at hand, of a text of u8, u16 or u32: one random read per symbol.
///
/// \param suffix_array  [0..n) of the text; not checked (`check_suffix_array` does that); u32 for n <= 2^32 - 2, else u64
///
/// Of the options only the workspace counts, from which a few bytes are taken. Errors: invalid_argument (sizes, index type),
/// corrupt_input (an array without an entry 0), out_of_memory.
template <detail::ExecutionSpaceType ExecutionSpace, detail::SymbolView<ExecutionSpace> TextView,
          detail::IndexView<ExecutionSpace> SuffixArrayView,
          detail::WritableViewOf<ExecutionSpace, detail::ValueOf<TextView>> BwtView>
  requires(sizeof(detail::ValueOf<TextView>) <= sizeof(std::uint32_t))
[[nodiscard]] std::size_t burrows_wheeler_transform(ExecutionSpace const& space, TextView const& text,
                                                    SuffixArrayView const& suffix_array, BwtView const& bwt,
                                                    BwtOptions const& options = {})
{
  using Index = detail::ValueOf<SuffixArrayView>;
  using Symbol = detail::ValueOf<TextView>;
  detail::check_sizes<Index>(text.extent(0), suffix_array.extent(0), "the suffix array");
  detail::check_sizes<Index>(text.extent(0), bwt.extent(0), "the BWT");
  return bwt_detail::transform_by_array<ExecutionSpace, Symbol, Index>(
      space, detail::span_of<ExecutionSpace, Symbol const>(text),
      detail::span_of<ExecutionSpace, Index const>(suffix_array), detail::span_of<ExecutionSpace, Symbol>(bwt),
      options);
}

/// The text of a Burrows-Wheeler transform.
///
/// \param bwt            [0..n) the symbols, as `burrows_wheeler_transform` returns them
/// \param primary_index  what it returned
/// \param text           [0..n) receives the text; may be the same view as bwt
///
/// O(n) work and one random read a symbol, by walks along the text from many rows at once, which are put in their order by
/// list ranking; O(log n) kernels. Peak memory: `inverse_burrows_wheeler_transform_workspace_bytes`. Fences.
/// Errors, before the text is written: invalid_argument (sizes; a primary index out of 1..n, or not 0 for an empty text),
/// corrupt_input (no text has this transform with this primary index), out_of_memory, cancelled (by the last report, after it
/// is written). With a wrong primary index, a transform may be that of another text, which is then returned.
template <detail::ExecutionSpaceType ExecutionSpace, detail::ViewOf<ExecutionSpace, std::uint8_t> BwtView,
          detail::WritableViewOf<ExecutionSpace, std::uint8_t> TextView>
void inverse_burrows_wheeler_transform(ExecutionSpace const& space, BwtView const& bwt, std::size_t primary_index,
                                       TextView const& text, InverseBwtOptions const& options = {})
{
  detail::check_extent(text.extent(0), bwt.extent(0), "the text");
  bwt_detail::invert<ExecutionSpace>(space, detail::span_of<ExecutionSpace, std::uint8_t const>(bwt), primary_index,
                                     detail::span_of<ExecutionSpace, std::uint8_t>(text), options);
}

}  // namespace lexikos
