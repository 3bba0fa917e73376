// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The Burrows-Wheeler transform of a collection, and back.
//
//     lexikos::burrows_wheeler_transform(space, text, documents, bwt, {.terminator = '$'});         // bwt: n + documents
//     lexikos::inverse_burrows_wheeler_transform(space, bwt, text, offsets, {.terminator = '$'});   // both come back
//
// Each document ends with an end symbol of its own, smaller than any symbol and than those of later documents. So the rows are
// first the d ends, in the order of the documents, and then the n suffixes as `suffix_array` (document_suffix_array.hpp) orders
// them. The symbol before a document's first is an end symbol too; all of these are written as one value, the terminator.
// This is the transform of BCR (Bauer, Cox and Rosone 2013) and of ropebwt (Li 2014) in the order of the input.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/conventions.hpp>
#include <lexikos/detail/views.hpp>
#include <lexikos/documents.hpp>
#include <lexikos/suffix_array.hpp>
#include <lexikos/workspace.hpp>

namespace lexikos
{

/// The members mean what those of the same names in `SuffixArrayOptions` mean.
struct DocumentBwtOptions
{
  /// What stands for the ends of documents: a value of the symbols' type that does not occur in the text.
  std::uint64_t terminator = 0;
  /// Scratch to reuse; a private one is allocated and freed when null.
  Workspace* workspace = nullptr;
  /// Of the suffix array; filled when not null.
  SuffixArrayStatistics* statistics = nullptr;
  bool time_steps = false;
  Progress progress = {};
  SegmentedSort segmented_sort = SegmentedSort::automatic;
};

struct InverseDocumentBwtOptions
{
  /// As of the transform.
  std::uint64_t terminator = 0;
  /// Scratch to reuse; a private one is allocated and freed when null.
  Workspace* workspace = nullptr;
  /// Called between steps.
  Progress progress = {};
};

/// Largest number of bytes that `burrows_wheeler_transform` from a collection of n symbols takes beside text and result: those
/// of the suffix array, and of building it.
template <detail::ExecutionSpaceType ExecutionSpace, detail::SymbolType Symbol = std::uint8_t>
[[nodiscard]] std::size_t burrows_wheeler_transform_workspace_bytes(std::size_t n, std::size_t documents);

/// Largest number of bytes that `inverse_burrows_wheeler_transform` takes beside its input and results for n symbols: up to
/// n + documents = 2^32 - 2, 5.2 a row for bytes, 16.2 for wider symbols, and 32 a document; beyond, 9.3, 24.3 and 64; and what
/// sorting the symbols takes.
template <detail::ExecutionSpaceType ExecutionSpace, detail::SymbolType Symbol = std::uint8_t>
[[nodiscard]] std::size_t inverse_burrows_wheeler_transform_workspace_bytes(std::size_t n, std::size_t documents);

namespace bwt_detail
{

template <class ExecutionSpace, class Symbol>
void transform_documents(ExecutionSpace const& space,
                         Span<Symbol const, typename ExecutionSpace::memory_space> const& text,
                         Documents<typename ExecutionSpace::memory_space> const& documents,
                         Span<Symbol, typename ExecutionSpace::memory_space> const& bwt,
                         DocumentBwtOptions const& options);

template <class ExecutionSpace, class Symbol, class Index>
void transform_documents_by_array(ExecutionSpace const& space,
                                  Span<Symbol const, typename ExecutionSpace::memory_space> const& text,
                                  Documents<typename ExecutionSpace::memory_space> const& documents,
                                  Span<Index const, typename ExecutionSpace::memory_space> const& suffix_array,
                                  Span<Symbol, typename ExecutionSpace::memory_space> const& bwt,
                                  DocumentBwtOptions const& options);

template <class ExecutionSpace, class Symbol>
void invert_documents(ExecutionSpace const& space, Span<Symbol const, typename ExecutionSpace::memory_space> const& bwt,
                      Span<Symbol, typename ExecutionSpace::memory_space> const& text,
                      Span<std::uint64_t, typename ExecutionSpace::memory_space> const& offsets,
                      InverseDocumentBwtOptions const& options);

}  // namespace bwt_detail

/// The transform of a collection: for each of the d documents its last symbol, then for each suffix, in their order, the symbol
/// before it; the terminator where a document begins, or is empty.
///
/// \param text       [0..n) symbols of u8, u16 or u32
/// \param documents  of the text; every position lies in one, so that the first begins at 0 and the last ends at n. They may
///                   be empty
/// \param bwt        [0..n + d) receives the symbols; does not overlap the text
///
/// The work is that of `suffix_array` of the collection. What follows is, for each row, a random read of the text, and of the
/// tables of documents, 12 bytes a document: two or three sectors of 32 bytes, where they are not in a cache. Peak memory:
/// `burrows_wheeler_transform_workspace_bytes`. Fences. Errors: invalid_argument (sizes; documents of another text or that
/// leave out positions; a terminator that the symbols' type does not have or that the text has, with its first place),
/// not_supported, out_of_memory, cancelled; the contents of the result are undefined after the last two. Where the text has
/// all values of its type, there is no terminator: transform it as a text of a wider one.
template <detail::ExecutionSpaceType ExecutionSpace, detail::SymbolView<ExecutionSpace> TextView,
          detail::WritableViewOf<ExecutionSpace, detail::ValueOf<TextView>> BwtView>
  requires(sizeof(detail::ValueOf<TextView>) <= sizeof(std::uint32_t))
void burrows_wheeler_transform(ExecutionSpace const& space, TextView const& text,
                               Documents<typename ExecutionSpace::memory_space> const& documents, BwtView const& bwt,
                               DocumentBwtOptions const& options = {})
{
  using Symbol = detail::ValueOf<TextView>;
  detail::check_extent(bwt.extent(0), text.extent(0) + documents.count(), "the BWT");
  bwt_detail::transform_documents<ExecutionSpace, Symbol>(space, detail::span_of<ExecutionSpace, Symbol const>(text),
                                                          documents, detail::span_of<ExecutionSpace, Symbol>(bwt),
                                                          options);
}

/// The same from the suffix array of the collection, if it is at hand.
///
/// \param suffix_array  [0..n) of text and documents, which is not checked; u32 for n <= 2^32 - 2, else u64
///
/// Of the options only terminator, workspace and progress count; a few bytes of workspace. Errors: invalid_argument, also for
/// the index type, out_of_memory, cancelled.
template <detail::ExecutionSpaceType ExecutionSpace, detail::SymbolView<ExecutionSpace> TextView,
          detail::IndexView<ExecutionSpace> SuffixArrayView,
          detail::WritableViewOf<ExecutionSpace, detail::ValueOf<TextView>> BwtView>
  requires(sizeof(detail::ValueOf<TextView>) <= sizeof(std::uint32_t))
void burrows_wheeler_transform(ExecutionSpace const& space, TextView const& text,
                               Documents<typename ExecutionSpace::memory_space> const& documents,
                               SuffixArrayView const& suffix_array, BwtView const& bwt,
                               DocumentBwtOptions const& options = {})
{
  using Index = detail::ValueOf<SuffixArrayView>;
  using Symbol = detail::ValueOf<TextView>;
  detail::check_sizes<Index>(text.extent(0), suffix_array.extent(0), "the suffix array");
  detail::check_extent(bwt.extent(0), text.extent(0) + documents.count(), "the BWT");
  bwt_detail::transform_documents_by_array<ExecutionSpace, Symbol, Index>(
      space, detail::span_of<ExecutionSpace, Symbol const>(text), documents,
      detail::span_of<ExecutionSpace, Index const>(suffix_array), detail::span_of<ExecutionSpace, Symbol>(bwt),
      options);
}

/// The documents of a transform, in their order.
///
/// \param bwt      [0..n + d) the symbols, as `burrows_wheeler_transform` of a collection returns them
/// \param text     [0..n) receives the documents, one after the other; does not overlap the transform
/// \param offsets  [0..d] receives where they begin, and n: what `Documents` is built of. As many documents as the transform
///                 has terminators
///
/// The k-th row that begins with a symbol leads to that symbol's k-th occurrence in the transform, and so from the first symbol
/// of a document to its end, whose row says which document it is. Walks that way start at one row of 128 and at every
/// document's first symbol, and list ranking tells to which document and place they belong, whatever the lengths of the
/// documents; they are walked twice, first to tell their lengths: two random reads a symbol, of a sector each, and a third for
/// symbols wider than bytes. A stable sort of the symbols comes before. Peak memory:
/// `inverse_burrows_wheeler_transform_workspace_bytes`. Fences. Errors: invalid_argument (sizes, a terminator that the
/// symbols' type does not have), corrupt_input (not d terminators, or no collection has this transform), out_of_memory,
/// cancelled. The text is not written before corrupt_input, the offsets may be.
template <detail::ExecutionSpaceType ExecutionSpace, detail::SymbolView<ExecutionSpace> BwtView,
          detail::WritableViewOf<ExecutionSpace, detail::ValueOf<BwtView>> TextView,
          detail::WritableViewOf<ExecutionSpace, std::uint64_t> OffsetsView>
  requires(sizeof(detail::ValueOf<BwtView>) <= sizeof(std::uint32_t))
void inverse_burrows_wheeler_transform(ExecutionSpace const& space, BwtView const& bwt, TextView const& text,
                                       OffsetsView const& offsets, InverseDocumentBwtOptions const& options = {})
{
  using Symbol = detail::ValueOf<BwtView>;
  detail::require(offsets.extent(0) > 0, ErrorCode::invalid_argument,
                  "the view of offsets is empty; it has one entry more than there are documents");
  detail::check_extent(text.extent(0) + offsets.extent(0) - 1, bwt.extent(0), "the text, with an end a document,");
  bwt_detail::invert_documents<ExecutionSpace, Symbol>(
      space, detail::span_of<ExecutionSpace, Symbol const>(bwt), detail::span_of<ExecutionSpace, Symbol>(text),
      detail::span_of<ExecutionSpace, std::uint64_t>(offsets), options);
}

}  // namespace lexikos
