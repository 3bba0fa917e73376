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
/// \param suffix_array  [0..k_r) this rank's part of a permutation of 0..n-1, which is not checked; u32 for n <= 2^32 - 2, else
///                      u64
/// \param inverse       [0..i_r) this rank's part of the inverse, of the same type; parts are of any extents
/// O(n / p) work; 8 bytes for each entry travel. Workspace: 40 bytes for each of 2^22 entries. Fences. Errors:
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
/// \param suffix_array  [0..k_r) this rank's part of the text's array; not checked (`check_suffix_array` does that)
/// \param lcp           [0..k_r) as many entries as the rank has of the suffix array, of its type
///
/// Every rank holds the whole text, in as few bits a symbol as its alphabet needs: n b / 8 bytes, twice for a while, which
/// is the bound on the texts it is for. The suffix before each goes to the owner of its position (4 bytes and an index),
/// which compares, and answers requests of 4 bytes by an index. O(n log n / p) work at worst and O(n / p) plus the symbols
/// compared on other texts, as `lexikos::plcp_array`. Workspace: the whole text, an index a symbol of the part, and 50
/// bytes for each of 2^22 entries. Fences. Errors as for `inverse_suffix_array`. Source: Kaerkkaeinen, Manzini and Puglisi 2009.
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
