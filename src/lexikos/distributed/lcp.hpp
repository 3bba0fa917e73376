// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <lexikos/distributed/communicator.hpp>
#include <lexikos/lcp.hpp>

namespace lexikos
{

namespace distributed_detail
{

template <class ExecutionSpace, class Index>
void build_inverse(ExecutionSpace const& space, distributed::Communicator const& ranks,
                   Span<Index const, typename ExecutionSpace::memory_space> const& suffix_array,
                   Span<Index, typename ExecutionSpace::memory_space> const& inverse, LcpOptions const& options);

template <class ExecutionSpace, class Index>
void build_lcp(ExecutionSpace const& space, distributed::Communicator const& ranks,
               detail::BytesOfText<typename ExecutionSpace::memory_space> const& text,
               Span<Index const, typename ExecutionSpace::memory_space> const& suffix_array,
               Span<Index, typename ExecutionSpace::memory_space> const& lcp, LcpOptions const& options);

}  // namespace distributed_detail

namespace distributed
{

/// Inverts a suffix array, or any permutation, whose parts lie on the ranks: inverse(suffix_array(i)) = i. Collective.
///
/// \param suffix_array  [0..k_r) this rank's part of a permutation of 0..n-1, of which is checked only that entries are below
/// n;
///                      u32 for n <= 2^32 - 2, else u64
/// \param inverse       [0..i_r) this rank's part of the inverse, of the same type; parts are of any extents
/// O(n / p) work; 8 bytes for each entry travel. Workspace: 40 bytes for each of 2^22 entries, or of a 32nd of what the rank
/// with most entries has, if that is more. Fences. Errors:
/// invalid_argument, out_of_memory, not_supported (2^32 - 1 entries and more on a rank), cancelled, device, on every rank or on
/// none.
template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexView<ExecutionSpace> SuffixArrayView,
          detail::WritableViewOf<ExecutionSpace, detail::ValueOf<SuffixArrayView>> InverseView>
void inverse_suffix_array(ExecutionSpace const& space, Communicator const& ranks, SuffixArrayView const& suffix_array,
                          InverseView const& inverse, LcpOptions const& options = {})
{
  using Index = detail::ValueOf<SuffixArrayView>;
  distributed_detail::build_inverse<ExecutionSpace, Index>(space, ranks,
                                                           detail::span_of<ExecutionSpace, Index const>(suffix_array),
                                                           detail::span_of<ExecutionSpace, Index>(inverse), options);
}

/// The LCP array of a text whose parts lie on the ranks: lcp(i) is the length of the longest common prefix of the suffixes
/// suffix_array(i - 1) and suffix_array(i); lcp(0) = 0. Collective; all ranks give views of the same types.
///
/// \param text          [0..n_r) this rank's part, symbols of any values: u8, u16, u32 or u64
/// \param suffix_array  [0..k_r) this rank's part of the text's array; checked is only that entries are positions
///                      (`check_suffix_array` checks all)
/// \param lcp           [0..k_r) as many entries as the rank has of the suffix array, of its type
///
/// The suffix before each goes to the owner of its position (4 bytes and an index), and the length comes back (4 and an
/// index). At the owner, positions whose length follows from that of the position before ask for one symbol to know it (4
/// and 4 bytes); for the others symbols are compared: those of both suffixes are fetched from their owners, in chunks that
/// double from 64 bits on (8 bytes, and the symbols, packed). O((n log n) / p) symbols are compared at most, in
/// O(log(longest)) rounds as long as a rank's chunks fit 32 bytes for each position that is looked at, and else as many
/// as these take.
///
/// Memory of a rank, which holds nothing of the size of the whole text: an index and b / 8 bytes for each of its symbols, b
/// being the bits of a symbol (4 bytes more for those wider than a byte); 50 bytes for each of 2^22 entries, or 150 for
/// each of 2^20 pairs and their chunks, or of a 32nd of what the rank with most has, if that is more; and what others ask of it
/// at one time, all of it in the worst case. Fences. Errors as for `inverse_suffix_array`. Sources: Kaerkkaeinen, Manzini and
/// Puglisi 2009, sections 3 and 4; Kaerkkaeinen, Kempa and Piatkowski 2016 for the bound on the sum of irreducible lengths.
template <detail::ExecutionSpaceType ExecutionSpace, detail::SymbolView<ExecutionSpace> TextView,
          detail::IndexView<ExecutionSpace> SuffixArrayView,
          detail::WritableViewOf<ExecutionSpace, detail::ValueOf<SuffixArrayView>> LcpView>
void lcp_array(ExecutionSpace const& space, Communicator const& ranks, TextView const& text,
               SuffixArrayView const& suffix_array, LcpView const& lcp, LcpOptions const& options = {})
{
  using Index = detail::ValueOf<SuffixArrayView>;
  distributed_detail::build_lcp<ExecutionSpace, Index>(space, ranks, detail::bytes_of<ExecutionSpace>(text),
                                                       detail::span_of<ExecutionSpace, Index const>(suffix_array),
                                                       detail::span_of<ExecutionSpace, Index>(lcp), options);
}

}  // namespace distributed
}  // namespace lexikos
