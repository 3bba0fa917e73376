// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <lexikos/check.hpp>
#include <lexikos/distributed/communicator.hpp>

namespace lexikos
{

namespace distributed_detail
{

template <class ExecutionSpace, class Symbol, class Index>
SuffixArrayCheck check(ExecutionSpace const& space, distributed::Communicator const& ranks,
                       Span<Symbol const, typename ExecutionSpace::memory_space> const& text,
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
/// comes back with a symbol and an index. Workspace: an index a symbol of the part, and 50 bytes for each of 2^22 entries.
/// Errors: invalid_argument, out_of_memory, not_supported, device, as `suffix_array` has them.
template <detail::ExecutionSpaceType ExecutionSpace, detail::SymbolView<ExecutionSpace> TextView,
          detail::IndexView<ExecutionSpace> SuffixArrayView>
[[nodiscard]] SuffixArrayCheck check_suffix_array(ExecutionSpace const& space, Communicator const& ranks,
                                                  TextView const& text, SuffixArrayView const& suffix_array,
                                                  CheckOptions const& options = {})
{
  using Symbol = detail::ValueOf<TextView>;
  using Index = detail::ValueOf<SuffixArrayView>;
  return distributed_detail::check<ExecutionSpace, Symbol, Index>(
      space, ranks, detail::span_of<ExecutionSpace, Symbol const>(text),
      detail::span_of<ExecutionSpace, Index const>(suffix_array), options);
}

}  // namespace distributed
}  // namespace lexikos
