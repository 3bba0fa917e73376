// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What texts have in common with a much larger corpus: which share of each query document lies in strings that occur there, how
// long the longest one is, and in which documents of the corpus they are. The queries are indexed; the corpus streams through
// the device from host memory, or from a mapped file.
//
//     lexikos::OverlapOptions<Memory> options{.length = 13, .documents = documents, .corpus_documents = corpus_documents};
//     auto const found = lexikos::overlap(space, queries, std::span<std::uint16_t const>(corpus), options);
//     ... found.covered(d), found.longest(d), found.corpus_documents(d)

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/conventions.hpp>
#include <lexikos/detail/bytes_of_text.hpp>
#include <lexikos/detail/views.hpp>
#include <lexikos/documents.hpp>
#include <lexikos/memory.hpp>
#include <lexikos/workspace.hpp>
#include <span>

namespace lexikos
{

template <class MemorySpace>
struct OverlapOptions
{
  std::size_t length = 13;  ///< k: symbols of a window, 1 or more
  /// Of the queries. Windows and matches do not cross their borders. The default: the queries are one document.
  Documents<MemorySpace> documents = {};
  /// Of the corpus, likewise.
  Documents<MemorySpace> corpus_documents = {};
  /// Whether documents of the corpus are counted.
  bool counts_documents = true;
  /// Of how many documents of the corpus the numbers are listed for each query document, the first of them.
  std::size_t max_documents = 0;
  /// Symbols of the corpus that are on the device at a time; 0: 32 MiB of them, on hosts 4 MiB.
  std::size_t chunk = 0;
  /// Scratch to reuse; a private one is allocated and freed when null. Results are allocated from its memory resource.
  Workspace* workspace = nullptr;
  /// Called between steps and chunks.
  Progress progress = {};
};

/// What a corpus has of each query document d.
template <class MemorySpace>
struct Overlap
{
  /// Symbols of d that lie in windows which occur in a document of the corpus.
  Array<std::uint64_t const, MemorySpace> covered;
  /// Symbols of the longest string of d that occurs in a document of the corpus; 0 if it is shorter than a window.
  Array<std::uint64_t const, MemorySpace> longest;
  /// How many documents of the corpus have a window of d; 0 for all if they are not counted.
  Array<std::uint64_t const, MemorySpace> corpus_documents;
  /// The first of them, ascending: numbers(offsets(d) .. offsets(d + 1) - 1).
  Array<std::uint64_t const, MemorySpace> numbers;
  Array<std::uint64_t const, MemorySpace> offsets;
};

/// Largest number of bytes of workspace that `overlap` takes for queries of n symbols: what sorts them, or 48 bytes a symbol,
/// or, if that is more, some 80 for each symbol of a chunk, most of them only where nearly all windows are found; `chunk` as in
/// the options.
template <detail::ExecutionSpaceType ExecutionSpace, detail::SymbolType Symbol = std::uint8_t>
[[nodiscard]] std::size_t overlap_workspace_bytes(std::size_t n, std::size_t chunk = 0);

namespace overlap_detail
{

struct Tuning;
/// What all public calls use; tests pass their own.
[[nodiscard]] Tuning const& default_tuning();

/// A text in host memory.
struct HostText
{
  std::uint8_t const* data;
  std::uint64_t symbols;
};

template <class ExecutionSpace, class Symbol>
Overlap<typename ExecutionSpace::memory_space> find(
    ExecutionSpace const& space, Span<Symbol const, typename ExecutionSpace::memory_space> const& queries,
    HostText const& corpus, OverlapOptions<typename ExecutionSpace::memory_space> const& options, Tuning const& tuning);

}  // namespace overlap_detail

/// Compares each document of the queries with all documents of a corpus: by windows of k symbols, and beyond them.
///
/// \param queries  u8, u16, u32 or u64 symbols, fewer than 2^31
/// \param corpus   any number of symbols of the same type, in host memory or a mapped file; it is read once, from its beginning
///
/// Exact, unique, and the same for every chunk and device. The queries get a suffix array, an LCP array with range minima, and
/// a table of the fingerprints of their windows: some 75 bytes a symbol, beside the workspace. Of the corpus, three chunks are
/// on the device, with as many symbols more as the longest query document has.
///
/// A window of the corpus takes a rolling fingerprint (two products modulo 2^61 - 1) and a look at a filter, 8 bytes, of at
/// most 32 MB, which stays in a device's cache; about one in a hundred of those that no query has goes on, and those that one
/// has. These take four more reads of 32 bytes, in which both windows are compared. Longer matches are sought only where not
/// all places in the queries go on to the left as the corpus does: what they have in common is then part of a longer string,
/// found at the place before. A match goes on from the one before it, and among the suffixes where the queries branch: O(log^2
/// n) steps for a place of the corpus, besides the symbols by which its match reaches farther, whatever the texts repeat.
/// Documents are counted at these places too, once for a window and a document: O(d log d) work for d pairs of documents that
/// share such a window.
///
/// Fences. Work O(corpus log^2 n) at worst, and O(corpus) where few windows occur. Source of the fingerprints: Karp and Rabin
/// 1987. Errors: invalid_argument (length 0, too many queries, documents of another text), out_of_memory, cancelled.
template <detail::ExecutionSpaceType ExecutionSpace, detail::SymbolView<ExecutionSpace> QueryView>
[[nodiscard]] Overlap<typename ExecutionSpace::memory_space> overlap(
    ExecutionSpace const& space, QueryView const& queries, std::span<detail::ValueOf<QueryView> const> corpus,
    OverlapOptions<typename ExecutionSpace::memory_space> const& options = {})
{
  using Symbol = detail::ValueOf<QueryView>;
  return overlap_detail::find<ExecutionSpace, Symbol>(
      space, detail::span_of<ExecutionSpace, Symbol const>(queries),
      {reinterpret_cast<std::uint8_t const*>(corpus.data()), corpus.size()}, options, overlap_detail::default_tuning());
}

}  // namespace lexikos
