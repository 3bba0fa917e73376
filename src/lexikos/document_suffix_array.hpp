// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Suffix and LCP arrays of collections, in which suffixes end with their documents.
//
//     lexikos::Documents<Memory> const documents(space, offsets, text.extent(0));
//     lexikos::suffix_array(space, text, documents, suffixes);
//     lexikos::lcp_array(space, text, documents, suffixes, lcp);
//
// The order is that of a text with an end symbol after each document, all of which are smaller than any symbol, and the first
// document's the smallest, the second's the second, and so on. No such symbols are stored, and the arrays have no entries for
// them: they are permutations of the text's positions. libsais_gsa (libsais, Grebnov) has the same order, with entries for the
// ends.

#include <Kokkos_Core.hpp>
#include <concepts>
#include <lexikos/detail/bytes_of_text.hpp>
#include <lexikos/detail/views.hpp>
#include <lexikos/documents.hpp>
#include <lexikos/lcp.hpp>
#include <lexikos/suffix_array.hpp>

namespace lexikos
{

namespace suffix_array_detail
{

template <class ExecutionSpace, class Symbol, class Index>
void build_of_documents(ExecutionSpace const& space,
                        Span<Symbol const, typename ExecutionSpace::memory_space> const& text,
                        Documents<typename ExecutionSpace::memory_space> const& documents,
                        Span<Index, typename ExecutionSpace::memory_space> const& suffix_array,
                        Span<Index, typename ExecutionSpace::memory_space> const& inverse,
                        SuffixArrayOptions const& options);

}  // namespace suffix_array_detail

namespace lcp_detail
{

template <class ExecutionSpace, class Index>
void build_plcp_of_documents(ExecutionSpace const& space,
                             detail::BytesOfText<typename ExecutionSpace::memory_space> const& text,
                             Documents<typename ExecutionSpace::memory_space> const& documents,
                             Indices<ExecutionSpace, Index const> const& suffix_array,
                             Indices<ExecutionSpace, Index> const& plcp, LcpOptions const& options);

template <class ExecutionSpace, class Index>
void build_lcp_of_documents(ExecutionSpace const& space,
                            detail::BytesOfText<typename ExecutionSpace::memory_space> const& text,
                            Documents<typename ExecutionSpace::memory_space> const& documents,
                            Indices<ExecutionSpace, Index const> const& suffix_array,
                            Indices<ExecutionSpace, Index> const& lcp, LcpOptions const& options);

}  // namespace lcp_detail

/// Largest number of bytes that `suffix_array` of a collection takes beside text, documents and results, for n symbols in that
/// many documents, whatever the algorithm.
template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexType Index, detail::SymbolType Symbol = std::uint8_t>
[[nodiscard]] std::size_t document_suffix_array_workspace_bytes(std::size_t n, std::size_t documents,
                                                                bool with_inverse = false);

/// Sorts the suffixes of a collection: the suffix at a position reaches to the end of the document of that position. Suffix p
/// precedes suffix q if its symbols are a proper prefix of the other's, or smaller where both differ first; or if all are
/// equal, and its document comes first. The result is unique; of a single document it is the suffix array of the text.
///
/// \param space         where to run; work is done on this instance, which is fenced before the function returns
/// \param text          [0..n) symbols of any values: u8, u16, u32 or u64
/// \param documents     of the text; every position lies in one, so that the first begins at 0 and the last ends at n. They
///                      may be empty
/// \param suffix_array  [0..n) receives the positions; u32 for n <= 2^32 - 2, else u64. Does not overlap the text
///
/// Prefix doubling, whatever the lengths of the documents: O(n log n) work at worst; as many rounds as doubling takes from the
/// first sort to the longest string of which there are two, at most log2 of the longest document's length. The first sort
/// compares as many symbols as fit 64 bits with their number: 7 bytes, 29 letters of DNA, and the rounds are those of
/// `SuffixArrayAlgorithm::prefix_doubling`; what is read besides is the document of each position, once and in the order of the
/// text. Memory: 45 bytes a symbol at most with u32, 20 to 32 typically, and more for wide symbols.
///
/// Bytes with so few documents that each of them can end with a symbol of its own, as the chromosomes of a genome can
/// (documents and distinct bytes are at most 256 together), are sorted as that text is, by what `automatic` chooses for it:
/// mostly faster, and with less memory: with u32 10 to 12 bytes a symbol typically on hosts of few threads, 25 on devices. A
/// single document is sorted as a text is. Of the options, `algorithm` is `automatic` or `prefix_doubling`. Peak memory:
/// `document_suffix_array_workspace_bytes`.
///
/// Errors: invalid_argument (sizes, index type, documents of another text or that leave out positions), not_supported (other
/// algorithms; 2^32 distinct symbols and more), out_of_memory, cancelled; the contents of the results are undefined after the
/// last two.
template <detail::ExecutionSpaceType ExecutionSpace, detail::SymbolView<ExecutionSpace> TextView,
          detail::WritableIndexView<ExecutionSpace> IndexView>
void suffix_array(ExecutionSpace const& space, TextView const& text,
                  Documents<typename ExecutionSpace::memory_space> const& documents, IndexView const& suffix_array,
                  SuffixArrayOptions const& options = {})
{
  using Symbol = detail::ValueOf<TextView>;
  using Index = detail::ValueOf<IndexView>;
  detail::check_sizes<Index>(text.extent(0), suffix_array.extent(0), "the suffix array");
  suffix_array_detail::build_of_documents<ExecutionSpace, Symbol, Index>(
      space, detail::span_of<ExecutionSpace, Symbol const>(text), documents,
      detail::span_of<ExecutionSpace, Index>(suffix_array), {}, options);
}

/// The same, and the inverse suffix array of the same run: inverse(suffix_array(i)) = i. It is a by-product and costs no
/// time; without it, its memory comes from the workspace. The arrays do not overlap, and have entries of one type.
template <detail::ExecutionSpaceType ExecutionSpace, detail::SymbolView<ExecutionSpace> TextView,
          detail::WritableIndexView<ExecutionSpace> IndexView, detail::WritableIndexView<ExecutionSpace> InverseView>
  requires std::same_as<detail::ValueOf<IndexView>, detail::ValueOf<InverseView>>
void suffix_array(ExecutionSpace const& space, TextView const& text,
                  Documents<typename ExecutionSpace::memory_space> const& documents, IndexView const& suffix_array,
                  InverseView const& inverse, SuffixArrayOptions const& options = {})
{
  using Symbol = detail::ValueOf<TextView>;
  using Index = detail::ValueOf<IndexView>;
  detail::check_sizes<Index>(text.extent(0), suffix_array.extent(0), "the suffix array");
  detail::check_sizes<Index>(text.extent(0), inverse.extent(0), "the inverse suffix array");
  suffix_array_detail::build_of_documents<ExecutionSpace, Symbol, Index>(
      space, detail::span_of<ExecutionSpace, Symbol const>(text), documents,
      detail::span_of<ExecutionSpace, Index>(suffix_array), detail::span_of<ExecutionSpace, Index>(inverse), options);
}

/// The permuted LCP array of a collection: plcp(p) is the length of the longest common prefix of suffix p and the suffix before
/// it in the suffix array, neither of which goes on after the end of its document; 0 for the first suffix.
///
/// \param text          [0..n) symbols of any values: u8, u16, u32 or u64
/// \param documents     of the text, as of `suffix_array`
/// \param suffix_array  [0..n) of text and documents, which is not checked; u32 for n <= 2^32 - 2, else u64
/// \param plcp          [0..n) of the suffix array's type; not the same array
///
/// As `plcp_array` of a text, with the same bound of memory: plcp(p) + p never decreases, not even from one document to the
/// next. Beside what that reads, the documents of both suffixes are looked up, that of p in the order of the text and that of
/// the other at random: two or three sectors of 32 bytes a symbol, of tables of 12 bytes a document. Fences. Errors:
/// invalid_argument (sizes, index type, documents of another text or that leave out positions), out_of_memory, cancelled; the
/// result is undefined after the last two.
template <detail::ExecutionSpaceType ExecutionSpace, detail::SymbolView<ExecutionSpace> TextView,
          detail::IndexView<ExecutionSpace> SuffixArrayView,
          detail::WritableViewOf<ExecutionSpace, detail::ValueOf<SuffixArrayView>> PlcpView>
void plcp_array(ExecutionSpace const& space, TextView const& text,
                Documents<typename ExecutionSpace::memory_space> const& documents, SuffixArrayView const& suffix_array,
                PlcpView const& plcp, LcpOptions const& options = {})
{
  using Index = detail::ValueOf<SuffixArrayView>;
  detail::check_sizes<Index>(text.extent(0), suffix_array.extent(0), "the suffix array");
  detail::check_sizes<Index>(text.extent(0), plcp.extent(0), "the permuted LCP array");
  lcp_detail::build_plcp_of_documents<ExecutionSpace, Index>(space, detail::bytes_of<ExecutionSpace>(text), documents,
                                                             detail::span_of<ExecutionSpace, Index const>(suffix_array),
                                                             detail::span_of<ExecutionSpace, Index>(plcp), options);
}

/// The LCP array of a collection: lcp(i) is the length of the longest common prefix of the suffixes suffix_array(i - 1) and
/// suffix_array(i) within their documents; lcp(0) = 0. `plcp_array` of the collection, permuted. Peak memory:
/// `lcp_array_workspace_bytes`. Fences. Errors as for `plcp_array`.
template <detail::ExecutionSpaceType ExecutionSpace, detail::SymbolView<ExecutionSpace> TextView,
          detail::IndexView<ExecutionSpace> SuffixArrayView,
          detail::WritableViewOf<ExecutionSpace, detail::ValueOf<SuffixArrayView>> LcpView>
void lcp_array(ExecutionSpace const& space, TextView const& text,
               Documents<typename ExecutionSpace::memory_space> const& documents, SuffixArrayView const& suffix_array,
               LcpView const& lcp, LcpOptions const& options = {})
{
  using Index = detail::ValueOf<SuffixArrayView>;
  detail::check_sizes<Index>(text.extent(0), suffix_array.extent(0), "the suffix array");
  detail::check_sizes<Index>(text.extent(0), lcp.extent(0), "the LCP array");
  lcp_detail::build_lcp_of_documents<ExecutionSpace, Index>(space, detail::bytes_of<ExecutionSpace>(text), documents,
                                                            detail::span_of<ExecutionSpace, Index const>(suffix_array),
                                                            detail::span_of<ExecutionSpace, Index>(lcp), options);
}

}  // namespace lexikos
