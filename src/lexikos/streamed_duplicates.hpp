// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Exact duplicates of texts in host memory, or in mapped files, of any size: on devices that are smaller, and beyond 2^32
// symbols.
//
//     lexikos::StreamedDuplicateOptions const options{.length = 100, .max_bytes = std::size_t{8} << 30};
//     auto const ranges = lexikos::streamed_duplicate_ranges(space, text, offsets, options);  // std::span of both

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/conventions.hpp>
#include <lexikos/detail/views.hpp>
#include <lexikos/duplicates.hpp>
#include <lexikos/workspace.hpp>
#include <span>
#include <vector>

namespace lexikos
{

struct StreamedDuplicateOptions
{
  // as in `DuplicateOptions`
  std::size_t length = 100;
  std::size_t min_occurrences = 0;
  KeepDuplicates keep = KeepDuplicates::none;
  DuplicateScope scope = DuplicateScope::any;
  RangeAlignment align = RangeAlignment::symbol;

  /// Most bytes that are taken where the space works, beside documents, a bit a symbol of the text, and, at the end, two more
  /// and the result: with less, the text is read more often. 0: 24 a symbol, or three quarters of what is free if that is less.
  std::size_t max_bytes = 0;
  /// Scratch to reuse; a private one is allocated and freed when null.
  Workspace* workspace = nullptr;
  /// Receives what was done.
  FingerprintStatistics* statistics = nullptr;
  /// Called between chunks.
  Progress progress = {};
};

/// Parts of a text, ascending and disjoint: [begins[i], ends[i]), none of them empty.
struct HostTextRanges
{
  std::vector<std::uint64_t> begins;
  std::vector<std::uint64_t> ends;
  std::uint64_t symbols = 0;  ///< of all of them

  [[nodiscard]] std::size_t size() const { return begins.size(); }
};

namespace duplicates_detail
{

struct FingerprintTuning;
/// What all public calls use; tests pass their own.
[[nodiscard]] FingerprintTuning const& default_fingerprint_tuning();

/// A text on the host, as bytes, and where its documents lie; without offsets it is one.
struct HostCollection
{
  void const* symbols = nullptr;
  std::uint64_t size = 0;
  unsigned symbol_bytes = 1;
  std::span<std::uint64_t const> offsets = {};
};

template <detail::SymbolType Symbol>
HostCollection host_collection(std::span<Symbol const> text, std::span<std::uint64_t const> offsets)
{
  return {text.data(), text.size(), sizeof(Symbol), offsets};
}

/// \param other  null: there is none
template <class ExecutionSpace>
HostTextRanges find_streamed(ExecutionSpace const& space, HostCollection const& text, HostCollection const* other,
                             StreamedDuplicateOptions const& options, FingerprintTuning const& tuning);

}  // namespace duplicates_detail

/// The parts of a text that are duplicates, as `duplicate_ranges` finds them.
///
/// \param text     in host memory that the caller does not change meanwhile; mapped files are read in the order of the text
/// \param offsets  of its documents, as in `Documents`; empty: it is one document
///
/// Windows are found by fingerprints of 64 bits, in slices of these: each slice reads the text once, in chunks that are copied
/// to the device while others are worked on, and lists the windows whose fingerprint two may have, by a table of counters of
/// two bits, which was filled while the slice before was listed. Equal fingerprints are told from equal windows by comparing
/// these, on the host if the space does not work there: windows of a repeat that overlap are compared as one, and what was
/// found equal for the slice before is not compared again. So the result is exact, and depends neither on the memory nor on the
/// device. Work: a pass a slice, one before them, and a sort of the windows of each; slices are as many as it takes for their
/// windows to fit in memory. A window so frequent that its positions alone do not fit takes three passes of its own. On the
/// device: `max_bytes`, 12 bytes a document, 1 bit a symbol and at the end 3; on the host 16 bytes a range, and beside a device
/// up to 48 for 1 024 symbols. Fences. Errors: invalid_argument (length 0, offsets that do not ascend or pass the end,
/// alignment of wide symbols), out_of_memory (also where `max_bytes` is less than it takes for any text, with the number),
/// cancelled. Sources: Karp and Rabin 1987 (fingerprints); Lee et al. 2022, section 4.1 (the definition).
template <detail::ExecutionSpaceType ExecutionSpace, detail::SymbolType Symbol>
[[nodiscard]] HostTextRanges streamed_duplicate_ranges(ExecutionSpace const& space, std::span<Symbol const> text,
                                                       std::span<std::uint64_t const> offsets,
                                                       StreamedDuplicateOptions const& options = {})
{
  return duplicates_detail::find_streamed<ExecutionSpace>(space, duplicates_detail::host_collection(text, offsets),
                                                          nullptr, options,
                                                          duplicates_detail::default_fingerprint_tuning());
}

/// The parts of a text that another one has too, as `duplicate_ranges` of two texts. Otherwise the same.
template <detail::ExecutionSpaceType ExecutionSpace, detail::SymbolType Symbol>
[[nodiscard]] HostTextRanges streamed_duplicate_ranges(ExecutionSpace const& space, std::span<Symbol const> text,
                                                       std::span<std::uint64_t const> offsets,
                                                       std::span<Symbol const> other,
                                                       std::span<std::uint64_t const> other_offsets,
                                                       StreamedDuplicateOptions const& options = {})
{
  auto const other_collection = duplicates_detail::host_collection(other, other_offsets);
  return duplicates_detail::find_streamed<ExecutionSpace>(space, duplicates_detail::host_collection(text, offsets),
                                                          &other_collection, options,
                                                          duplicates_detail::default_fingerprint_tuning());
}

}  // namespace lexikos
