// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <lexikos/check.hpp>
#include <lexikos/distributed/communicator.hpp>

namespace lexikos
{

namespace distributed_detail
{

template <class ExecutionSpace, class Index>
SuffixArrayCheck check(ExecutionSpace const& space, distributed::Communicator const& ranks,
                       detail::BytesOfText<typename ExecutionSpace::memory_space> const& text,
                       Span<Index const, typename ExecutionSpace::memory_space> const& suffix_array,
                       CheckOptions const& options);

}  // namespace distributed_detail

namespace distributed
{

/// Checks exactly whether an array is the suffix array of a text, both in any parts on the ranks: the same answer as
/// `lexikos::check_suffix_array` gives for the whole, on every rank. Collective; all ranks give views of the same types.
///
/// \param text          [0..n_r) this rank's part, symbols of any values: u8, u16, u32 or u64
/// \param suffix_array  [0..k_r) this rank's part, any values; u32 or u64
/// O(n / p) work. For each entry 8 bytes go to the owner of its position, which keeps an index for it, and a request of 4
/// comes back with 8 of a symbol and an index, or 16 where one of them is wider than 32 bits. Workspace: an index a symbol of
/// the part, and 50 bytes for each of 2^22 entries, or of a 32nd of what the rank with most entries has, if that is more.
/// Errors: invalid_argument, out_of_memory, not_supported, device, as `suffix_array` has them.
template <detail::ExecutionSpaceType ExecutionSpace, detail::SymbolView<ExecutionSpace> TextView,
          detail::IndexView<ExecutionSpace> SuffixArrayView>
[[nodiscard]] SuffixArrayCheck check_suffix_array(ExecutionSpace const& space, Communicator const& ranks,
                                                  TextView const& text, SuffixArrayView const& suffix_array,
                                                  CheckOptions const& options = {})
{
  using Index = detail::ValueOf<SuffixArrayView>;
  return distributed_detail::check<ExecutionSpace, Index>(space, ranks, detail::bytes_of<ExecutionSpace>(text),
                                                          detail::span_of<ExecutionSpace, Index const>(suffix_array),
                                                          options);
}

}  // namespace distributed
}  // namespace lexikos
