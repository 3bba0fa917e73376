// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Exact duplicates of texts that all ranks can read, which share the work: of collections that take one device too long.

#include <lexikos/distributed/communicator.hpp>
#include <lexikos/streamed_duplicates.hpp>

namespace lexikos
{

namespace distributed_detail
{

template <class ExecutionSpace>
HostTextRanges find_duplicates(ExecutionSpace const& space, distributed::Communicator const& ranks,
                               duplicates_detail::HostCollection const& text,
                               duplicates_detail::HostCollection const* other, StreamedDuplicateOptions const& options,
                               duplicates_detail::FingerprintTuning const& tuning);

}  // namespace distributed_detail

namespace distributed
{

/// The parts of a text that are duplicates, as `lexikos::streamed_duplicate_ranges` finds them, on every rank. Collective.
///
/// \param text     all of it, the same on every rank: ranks of one host share a mapped file. Its extent is compared, its
/// symbols
///                 are not: of texts that differ the result is without meaning
/// \param offsets  of its documents, the same on every rank; empty: it is one document
///
/// Each rank goes through an equal share of the fingerprints, in slices that fit in its memory, and reads the whole text twice
/// a slice: p ranks have p times the memory for slices. A bit a symbol travels, once. Options may differ in `max_bytes`,
/// workspace, statistics and progress, which are a rank's own. Memory as `lexikos::streamed_duplicate_ranges`, and on the host
/// 32 MiB at most besides.
/// Errors: those of `lexikos::streamed_duplicate_ranges`, and invalid_argument where ranks give different arguments, on every
/// rank or on none. Sources: as there.
template <detail::ExecutionSpaceType ExecutionSpace, detail::SymbolType Symbol>
[[nodiscard]] HostTextRanges streamed_duplicate_ranges(ExecutionSpace const& space, Communicator const& ranks,
                                                       std::span<Symbol const> text,
                                                       std::span<std::uint64_t const> offsets,
                                                       StreamedDuplicateOptions const& options = {})
{
  return distributed_detail::find_duplicates<ExecutionSpace>(space, ranks,
                                                             duplicates_detail::host_collection(text, offsets), nullptr,
                                                             options, duplicates_detail::default_fingerprint_tuning());
}

/// The parts of a text that another one has too, both of them on every rank. Otherwise the same. Collective.
template <detail::ExecutionSpaceType ExecutionSpace, detail::SymbolType Symbol>
[[nodiscard]] HostTextRanges streamed_duplicate_ranges(ExecutionSpace const& space, Communicator const& ranks,
                                                       std::span<Symbol const> text,
                                                       std::span<std::uint64_t const> offsets,
                                                       std::span<Symbol const> other,
                                                       std::span<std::uint64_t const> other_offsets,
                                                       StreamedDuplicateOptions const& options = {})
{
  auto const other_collection = duplicates_detail::host_collection(other, other_offsets);
  return distributed_detail::find_duplicates<ExecutionSpace>(
      space, ranks, duplicates_detail::host_collection(text, offsets), &other_collection, options,
      duplicates_detail::default_fingerprint_tuning());
}

}  // namespace distributed
}  // namespace lexikos
