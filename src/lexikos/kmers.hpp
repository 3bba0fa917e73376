// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The k-mers of a text, or of two: the substrings of k symbols, how often each occurs, and which both texts have.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/conventions.hpp>
#include <lexikos/detail/bytes_of_text.hpp>
#include <lexikos/detail/views.hpp>
#include <lexikos/error.hpp>
#include <lexikos/workspace.hpp>
#include <limits>
#include <string>

namespace lexikos
{

/// Which symbols a k-mer may have; those with any other do not count.
enum class KmerLetters
{
  all,            ///< any symbols
  dna,            ///< A, C, G and T, of either case, which is the same letter
  dna_upper_case  ///< A, C, G and T of upper case alone
};

template <class MemorySpace>
struct KmerOptions
{
  KmerLetters letters = KmerLetters::all;
  /// A k-mer and its reverse complement are one, of which the lexicographically smaller is its canonical form. Only of DNA.
  bool canonical = false;
  /// Of lists: only k-mers that occur this often, in both texts together where there are two.
  std::uint64_t min_count = 1;
  std::uint64_t max_count = std::numeric_limits<std::uint64_t>::max();
  /// Where documents start, ascending, from 0 to n: [0..documents]. No k-mer crosses from one into the next. Of no entries: one
  /// document.
  Span<std::uint64_t const, MemorySpace> text_offsets = {};
  /// Scratch to reuse; a private one is allocated and freed when null. Results are allocated from its memory resource.
  Workspace* workspace = nullptr;
  /// Called between steps; on large texts, steps are divided for it.
  Progress progress = {};
};

/// The k-mers of a text, all in all.
struct KmerTotals
{
  std::uint64_t distinct = 0;   ///< different ones
  std::uint64_t unique = 0;     ///< of these, those that occur once
  std::uint64_t all = 0;        ///< occurrences
  std::uint64_t max_count = 0;  ///< occurrences of the most frequent

  friend bool operator==(KmerTotals const&, KmerTotals const&) = default;
};

/// The k-mers of two texts, all in all.
struct KmerComparison
{
  KmerTotals first;               ///< of the first text
  KmerTotals second;              ///< of the second text
  std::uint64_t common = 0;       ///< distinct k-mers that both have
  std::uint64_t only_first = 0;   ///< that only the first has
  std::uint64_t only_second = 0;  ///< that only the second has

  friend bool operator==(KmerComparison const&, KmerComparison const&) = default;
};

/// Of two texts, the k-mers that are meant.
enum class KmerSet
{
  common,
  only_first,
  only_second,
  either  ///< all of both
};

/// Distinct k-mers: the m-th is text[positions(m)..positions(m) + k), or its reverse complement if they are canonical.
template <class MemorySpace, class Index>
struct Kmers
{
  Array<Index, MemorySpace> positions;         ///< of the first text if it is there
  Array<Index, MemorySpace> counts;            ///< occurrences, of two texts in the first
  Array<Index, MemorySpace> counts_in_second;  ///< of two texts; else of no entries
  KmerComparison totals;  ///< of all k-mers, also those that are not listed; of one text, which is the first
};

/// Histograms of the k-mers of two texts, all four with as many bins, each as of `kmer_spectrum`. The spectrum of the first
/// text is the sum of its two.
template <class MemorySpace>
struct KmerSpectra
{
  using Histogram = Span<std::uint64_t, MemorySpace>;

  Histogram only_first;        ///< (c): k-mers that the first text has c times and the second does not have
  Histogram common_in_first;   ///< (c): k-mers that both have, the first c times
  Histogram common_in_second;  ///< (c): k-mers that both have, the second c times
  Histogram only_second;       ///< (c): k-mers that the second text has c times and the first does not have
};

/// Most bins of a histogram.
inline constexpr std::size_t max_kmer_bins = 65'536;

/// Largest number of bytes that `kmer_spectrum` of a text of n symbols takes beside its arrays. With u32 indices 13.5n, and
/// 17.5n with documents; of canonical k-mers, and of DNA in both cases, 34n, of which 10n are for the rare text whose k-mers
/// all are reverse complements of canonical ones.
template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexType Index>
[[nodiscard]] std::size_t kmer_spectrum_workspace_bytes(
    std::size_t n, std::size_t bins, KmerOptions<typename ExecutionSpace::memory_space> const& options = {});

/// The same of `list_kmers`: as much.
template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexType Index>
[[nodiscard]] std::size_t list_kmers_workspace_bytes(
    std::size_t n, KmerOptions<typename ExecutionSpace::memory_space> const& options = {});

/// The same of `compare_kmers`: 4n more than `kmer_spectrum` with documents.
template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexType Index>
[[nodiscard]] std::size_t compare_kmers_workspace_bytes(
    std::size_t n, std::size_t bins, KmerOptions<typename ExecutionSpace::memory_space> const& options = {});

/// The same of `list_compared_kmers`: as much as `compare_kmers`.
template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexType Index>
[[nodiscard]] std::size_t list_compared_kmers_workspace_bytes(
    std::size_t n, KmerOptions<typename ExecutionSpace::memory_space> const& options = {});

namespace kmers_detail
{

/// What k-mers are found from.
template <class ExecutionSpace, class Index>
struct Source
{
  using MemorySpace = typename ExecutionSpace::memory_space;

  detail::BytesOfText<MemorySpace> text;
  Span<Index const, MemorySpace> suffix_array;
  Span<Index const, MemorySpace> lcp;
  std::size_t k = 0;
  bool has_two_texts = false;
  std::size_t border = 0;  ///< where the second text starts

  [[nodiscard]] std::size_t size() const { return suffix_array.extent(0); }
};

template <class ExecutionSpace>
using Options = KmerOptions<typename ExecutionSpace::memory_space>;

template <class ExecutionSpace, class Index>
KmerTotals spectrum(ExecutionSpace const& space, Source<ExecutionSpace, Index> const& source,
                    Span<std::uint64_t, typename ExecutionSpace::memory_space> const& histogram,
                    Options<ExecutionSpace> const& options);

template <class ExecutionSpace, class Index>
KmerComparison compare(ExecutionSpace const& space, Source<ExecutionSpace, Index> const& source,
                       KmerSpectra<typename ExecutionSpace::memory_space> const& spectra,
                       Options<ExecutionSpace> const& options);

/// \param set  of two texts
template <class ExecutionSpace, class Index>
Kmers<typename ExecutionSpace::memory_space, Index> list(ExecutionSpace const& space,
                                                         Source<ExecutionSpace, Index> const& source, KmerSet set,
                                                         Options<ExecutionSpace> const& options);

template <class ExecutionSpace, class TextView, class SuffixArrayView, class LcpView>
Source<ExecutionSpace, detail::ValueOf<SuffixArrayView>> source_of(TextView const& text,
                                                                   SuffixArrayView const& suffix_array,
                                                                   LcpView const& lcp, std::size_t k)
{
  using Index = detail::ValueOf<SuffixArrayView>;
  detail::check_sizes<Index>(text.extent(0), suffix_array.extent(0), "the suffix array");
  detail::check_sizes<Index>(text.extent(0), lcp.extent(0), "the LCP array");
  return {detail::bytes_of<ExecutionSpace>(text), detail::span_of<ExecutionSpace, Index const>(suffix_array),
          detail::span_of<ExecutionSpace, Index const>(lcp), k};
}

/// Of two texts, one after the other.
template <class ExecutionSpace, class TextView, class SuffixArrayView, class LcpView>
Source<ExecutionSpace, detail::ValueOf<SuffixArrayView>> source_of(TextView const& texts, std::size_t first_length,
                                                                   SuffixArrayView const& suffix_array,
                                                                   LcpView const& lcp, std::size_t k)
{
  detail::require(first_length <= texts.extent(0), ErrorCode::invalid_argument,
                  "the first text of " + std::to_string(first_length) + " symbols is longer than both together, " +
                      std::to_string(texts.extent(0)));
  auto source = source_of<ExecutionSpace>(texts, suffix_array, lcp, k);
  source.has_two_texts = true;
  source.border = first_length;
  return source;
}

}  // namespace kmers_detail

/// How many distinct k-mers a text has of each number of occurrences: its k-mer spectrum.
///
/// \param space         where to run
/// \param text          [0..n) u8, u16, u32 or u64; u8 for DNA. Without `letters`, only its length is looked at
/// \param suffix_array  [0..n) of the text, which is not checked; u32 or u64
/// \param lcp           [0..n) its LCP array, lcp(0) = 0
/// \param k             symbols of a k-mer, 1 or more; at most 64 for `canonical` and for `KmerLetters::dna`
/// \param histogram     [0..bins) receives at c how many distinct k-mers occur exactly c times, and in its last entry how many
///                      occur that often or more; histogram(0) = 0 where there are two bins. At most `max_kmer_bins`; with
///                      none, only the totals are found
///
/// A run of entries lcp(r) >= k is the occurrences of one k-mer. O(n) work: with u32 indices some 40 bytes a symbol in
/// sequence, and one random read of 32 bytes for each distinct k-mer if some letters are not of DNA; with documents 60 bytes,
/// and one random read a symbol. Canonical k-mers are packed, 2 bits a letter: those that are less than their reverse
/// complements are in order already, the others are sorted by radix sort in one pass over their keys (k <= 32) or two, and both
/// are merged: some three random reads of a k-mer in the text for each distinct one. DNA in two cases costs the same, and all
/// of it is sorted.
///
/// Workspace: `kmer_spectrum_workspace_bytes`. Fences. Errors: invalid_argument (sizes, index type, k, bins, documents,
/// `canonical` without DNA, DNA in symbols that are not bytes), out_of_memory, cancelled.
template <detail::ExecutionSpaceType ExecutionSpace, detail::SymbolView<ExecutionSpace> TextView,
          detail::IndexView<ExecutionSpace> SuffixArrayView,
          detail::ViewOf<ExecutionSpace, detail::ValueOf<SuffixArrayView>> LcpView,
          detail::WritableViewOf<ExecutionSpace, std::uint64_t> HistogramView>
KmerTotals kmer_spectrum(ExecutionSpace const& space, TextView const& text, SuffixArrayView const& suffix_array,
                         LcpView const& lcp, std::size_t k, HistogramView const& histogram,
                         KmerOptions<typename ExecutionSpace::memory_space> const& options = {})
{
  return kmers_detail::spectrum(space, kmers_detail::source_of<ExecutionSpace>(text, suffix_array, lcp, k),
                                detail::span_of<ExecutionSpace, std::uint64_t>(histogram), options);
}

/// The distinct k-mers of a text that occur `min_count` to `max_count` times, in lexicographic order (of canonical forms, if
/// they are canonical), each with one of its positions and its number of occurrences. Unique ones are those of max_count 1.
///
/// The position is that of the smallest suffix that starts with the k-mer, not the first in the text; where a k-mer occurs in
/// both cases or on both strands, the smallest such position of the spellings. It is the same from run to run.
///
/// Arguments, work and errors as of `kmer_spectrum`. Workspace: `list_kmers_workspace_bytes`; the result is allocated from the
/// workspace's memory resource. Fences.
template <detail::ExecutionSpaceType ExecutionSpace, detail::SymbolView<ExecutionSpace> TextView,
          detail::IndexView<ExecutionSpace> SuffixArrayView,
          detail::ViewOf<ExecutionSpace, detail::ValueOf<SuffixArrayView>> LcpView>
[[nodiscard]] Kmers<typename ExecutionSpace::memory_space, detail::ValueOf<SuffixArrayView>> list_kmers(
    ExecutionSpace const& space, TextView const& text, SuffixArrayView const& suffix_array, LcpView const& lcp,
    std::size_t k, KmerOptions<typename ExecutionSpace::memory_space> const& options = {})
{
  return kmers_detail::list(space, kmers_detail::source_of<ExecutionSpace>(text, suffix_array, lcp, k), KmerSet::either,
                            options);
}

/// Compares the k-mers of two texts, from the arrays of the two written one after the other, with nothing between: no symbol
/// has to be free to separate them, and no k-mer crosses the border.
///
/// \param texts         [0..n) the first text, then the second
/// \param first_length  symbols of the first text, at most n
/// \param suffix_array  [0..n) of both texts together, n the sum of their lengths; u32 or u64
/// \param lcp           [0..n) its LCP array
/// \param spectra       views of equal sizes, which receive the histograms; of no entries if only sizes are wanted
///
/// One pass over the joint arrays counts each k-mer on both sides, for any alphabet, and canonical ones are merged with both
/// counts: no list of either text is made, and no hash of a k-mer, so that counts are exact. `text_offsets` are those of both
/// texts together. Else as `kmer_spectrum`; workspace: `compare_kmers_workspace_bytes`.
template <detail::ExecutionSpaceType ExecutionSpace, detail::SymbolView<ExecutionSpace> TextView,
          detail::IndexView<ExecutionSpace> SuffixArrayView,
          detail::ViewOf<ExecutionSpace, detail::ValueOf<SuffixArrayView>> LcpView>
KmerComparison compare_kmers(ExecutionSpace const& space, TextView const& texts, std::size_t first_length,
                             SuffixArrayView const& suffix_array, LcpView const& lcp, std::size_t k,
                             KmerSpectra<typename ExecutionSpace::memory_space> const& spectra = {},
                             KmerOptions<typename ExecutionSpace::memory_space> const& options = {})
{
  std::size_t const bins = spectra.only_first.extent(0);
  detail::check_extent(spectra.common_in_first.extent(0), bins, "the histogram of common k-mers in the first text");
  detail::check_extent(spectra.common_in_second.extent(0), bins, "the histogram of common k-mers in the second text");
  detail::check_extent(spectra.only_second.extent(0), bins, "the histogram of k-mers that only the second text has");
  return kmers_detail::compare(
      space, kmers_detail::source_of<ExecutionSpace>(texts, first_length, suffix_array, lcp, k), spectra, options);
}

/// The distinct k-mers of two texts that both have, that only one has, or all; as `list_kmers`, with occurrences in each.
/// Arguments as of `compare_kmers`; workspace: `list_compared_kmers_workspace_bytes`.
template <detail::ExecutionSpaceType ExecutionSpace, detail::SymbolView<ExecutionSpace> TextView,
          detail::IndexView<ExecutionSpace> SuffixArrayView,
          detail::ViewOf<ExecutionSpace, detail::ValueOf<SuffixArrayView>> LcpView>
[[nodiscard]] Kmers<typename ExecutionSpace::memory_space, detail::ValueOf<SuffixArrayView>> list_compared_kmers(
    ExecutionSpace const& space, TextView const& texts, std::size_t first_length, SuffixArrayView const& suffix_array,
    LcpView const& lcp, std::size_t k, KmerSet set,
    KmerOptions<typename ExecutionSpace::memory_space> const& options = {})
{
  return kmers_detail::list(space, kmers_detail::source_of<ExecutionSpace>(texts, first_length, suffix_array, lcp, k),
                            set, options);
}

}  // namespace lexikos
