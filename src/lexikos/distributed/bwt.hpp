// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <lexikos/distributed/suffix_array.hpp>

namespace lexikos
{

namespace distributed_detail
{

template <class ExecutionSpace, class Symbol>
std::uint64_t transform(ExecutionSpace const& space, distributed::Communicator const& ranks,
                        Span<Symbol const, typename ExecutionSpace::memory_space> const& text,
                        Span<Symbol, typename ExecutionSpace::memory_space> const& bwt,
                        distributed::SuffixArrayOptions const& options);

}  // namespace distributed_detail

namespace distributed
{

/// The Burrows-Wheeler transform of a text whose parts lie on the ranks; what it is, `lexikos::burrows_wheeler_transform` says.
/// Collective; all ranks give views of the same types.
///
/// \param text  [0..n_r) this rank's part, symbols of u8, u16 or u32, in any parts
/// \param bwt   [0..k_r) receives symbols K_r .. K_r + k_r - 1 of the transform, K_r being the sum of the extents on the ranks
///              before; together as many as the text has. Does not overlap the text
/// \return      the primary index, on every rank
///
/// As `suffix_array`, whose options, memory and errors it shares; but no positions travel, and there is no array: the last
/// sort sends a symbol in place of each position, and its result is the transform.
template <detail::ExecutionSpaceType ExecutionSpace, detail::SymbolView<ExecutionSpace> TextView,
          detail::WritableViewOf<ExecutionSpace, detail::ValueOf<TextView>> BwtView>
  requires(sizeof(detail::ValueOf<TextView>) <= sizeof(std::uint32_t))
[[nodiscard]] std::uint64_t burrows_wheeler_transform(ExecutionSpace const& space, Communicator const& ranks,
                                                      TextView const& text, BwtView const& bwt,
                                                      SuffixArrayOptions const& options = {})
{
  using Symbol = detail::ValueOf<TextView>;
  return distributed_detail::transform<ExecutionSpace, Symbol>(space, ranks,
                                                               detail::span_of<ExecutionSpace, Symbol const>(text),
                                                               detail::span_of<ExecutionSpace, Symbol>(bwt), options);
}

}  // namespace distributed
}  // namespace lexikos
