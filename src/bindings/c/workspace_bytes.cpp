// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <lexikos/approximate_search.hpp>
#include <lexikos/bit_vector.hpp>
#include <lexikos/bwt.hpp>
#include <lexikos/check.hpp>
#include <lexikos/compress.hpp>
#include <lexikos/document_bwt.hpp>
#include <lexikos/document_frequencies.hpp>
#include <lexikos/document_index.hpp>
#include <lexikos/document_suffix_array.hpp>
#include <lexikos/documents.hpp>
#include <lexikos/duplicates.hpp>
#include <lexikos/fm_index.hpp>
#include <lexikos/kmers.hpp>
#include <lexikos/lcp.hpp>
#include <lexikos/longest_repeats.hpp>
#include <lexikos/matching.hpp>
#include <lexikos/next_symbols.hpp>
#include <lexikos/out_of_core.hpp>
#include <lexikos/overlap.hpp>
#include <lexikos/range_minimum.hpp>
#include <lexikos/repeated_substrings.hpp>
#include <lexikos/search.hpp>
#include <lexikos/suffix_array.hpp>
#include <lexikos/wavelet_matrix.hpp>
#include <lexikos/wavelet_tree.hpp>

#include "bindings/c/algorithms.hpp"
#include "bindings/c/call.hpp"

namespace lexikos::c
{

namespace
{

/// Of operations on the symbols of a text. Returns whether the operation is one of them.
template <class Space, class Index, class Symbol>
bool of_symbols(lexikos_operation operation, lexikos_sizes const& sizes, std::uint64_t& bytes)
{
  auto const n = sizes.n;
  switch (operation) {
    case LEXIKOS_FOR_SUFFIX_ARRAY:
      bytes = sizes.items != 0
                  ? document_suffix_array_workspace_bytes<Space, Index, Symbol>(n, sizes.items, sizes.with_inverse != 0)
                  : suffix_array_workspace_bytes<Space, Index, Symbol>(n, algorithm_of(sizes.algorithm),
                                                                       sizes.with_inverse != 0);
      return true;
    case LEXIKOS_FOR_PLCP_ARRAY:
      bytes = plcp_array_workspace_bytes<Space, Index, Symbol>(n);
      return true;
    case LEXIKOS_FOR_LCP_ARRAY:
      bytes = lcp_array_workspace_bytes<Space, Index, Symbol>(n);
      return true;
    case LEXIKOS_FOR_DUPLICATES:
      bytes = duplicates_workspace_bytes<Space, Symbol>(n);
      return true;
    case LEXIKOS_FOR_OVERLAP:
      bytes = overlap_workspace_bytes<Space, Symbol>(n, sizes.k);
      return true;
    default:
      return false;
  }
}

/// The most that an index takes with any combination of options.
template <class Space, class Index, class Symbol>
std::uint64_t bytes_for_fm_index(std::uint64_t n, SuffixArrayAlgorithm algorithm)
{
  std::uint64_t bytes = 0;
  for (std::uint32_t const sample_rate : {0, 1, 8})
    for (bool const keep_text : {false, true})
      for (auto const shape : {WaveletShape::balanced, WaveletShape::huffman})
        for (auto const letters : {FmLetters::all, FmLetters::dna}) {
          FmIndexOptions options;
          options.sample_rate = sample_rate;
          options.keep_text = keep_text;
          options.shape = shape;
          options.letters = letters;
          options.algorithm = algorithm;
          bytes = std::max<std::uint64_t>(bytes, fm_index_workspace_bytes<Space, Index, Symbol>(n, options));
        }
  return bytes;
}

/// Of those of which symbols are u8, u16 or u32.
template <class Space, class Index, class Symbol>
bool of_tokens(lexikos_operation operation, lexikos_sizes const& sizes, std::uint64_t& bytes)
{
  using Memory = typename Space::memory_space;
  auto const n = sizes.n;
  SearchOptions sorted;
  sorted.sort_patterns = true;
  constexpr bool on_host = !detail::works_on_host<Space>;  // the larger, where there are two cases
  switch (operation) {
    case LEXIKOS_FOR_SUFFIX_INDEX:
      bytes = suffix_index_workspace_bytes<Space, Index, Symbol>(n);
      return true;
    case LEXIKOS_FOR_FM_INDEX:
      bytes = bytes_for_fm_index<Space, Index, Symbol>(n, algorithm_of(sizes.algorithm));
      return true;
    case LEXIKOS_FOR_FM_INDEX_COUNT:
      bytes = fm_count_workspace_bytes<Space, Symbol>(sizes.items, sizes.symbols, sorted);
      return true;
    case LEXIKOS_FOR_WAVELET:
      bytes = std::max({wavelet_workspace_bytes<Space, WaveletMatrix<Memory, Symbol>>(n, sizes.symbols, on_host),
                        wavelet_workspace_bytes<Space, WaveletMatrix<Memory, Symbol, WaveletLevels::binary>>(
                            n, sizes.symbols, on_host),
                        wavelet_workspace_bytes<Space, WaveletTree<Memory, Symbol>>(n, sizes.symbols, on_host)});
      return true;
    case LEXIKOS_FOR_BURROWS_WHEELER_TRANSFORM:
      bytes = sizes.items != 0 ? burrows_wheeler_transform_workspace_bytes<Space, Symbol>(n, sizes.items)
                               : burrows_wheeler_transform_workspace_bytes<Space>(n, algorithm_of(sizes.algorithm));
      return true;
    case LEXIKOS_FOR_INVERSE_BURROWS_WHEELER_TRANSFORM:
      bytes = sizes.items != 0 ? inverse_burrows_wheeler_transform_workspace_bytes<Space, Symbol>(n, sizes.items)
                               : inverse_burrows_wheeler_transform_workspace_bytes<Space>(n);
      return true;
    default:
      return false;
  }
}

template <class Space, class Index>
std::uint64_t bytes_for_kmers(std::uint64_t n)
{
  using Memory = typename Space::memory_space;
  std::uint64_t const start = 0;  // of one document; only the size of this array is looked at
  std::uint64_t bytes = 0;
  for (auto const letters : {KmerLetters::all, KmerLetters::dna, KmerLetters::dna_upper_case})
    for (bool const canonical : {false, letters != KmerLetters::all})
      for (std::size_t const documents : {0, 1}) {
        KmerOptions<Memory> options;
        options.letters = letters;
        options.canonical = canonical;
        options.text_offsets = Span<std::uint64_t const, Memory>(&start, documents);
        bytes = std::max<std::uint64_t>({bytes, kmer_spectrum_workspace_bytes<Space, Index>(n, max_kmer_bins, options),
                                         list_kmers_workspace_bytes<Space, Index>(n, options),
                                         compare_kmers_workspace_bytes<Space, Index>(n, max_kmer_bins, options),
                                         list_compared_kmers_workspace_bytes<Space, Index>(n, options)});
      }
  return bytes;
}

/// Of repeats and k-mers.
template <class Space, class Index>
bool of_repeats(lexikos_operation operation, lexikos_sizes const& sizes, std::uint64_t& bytes)
{
  auto const n = sizes.n;
  switch (operation) {
    case LEXIKOS_FOR_KMERS:
      bytes = bytes_for_kmers<Space, Index>(n);
      return true;
    case LEXIKOS_FOR_LONGEST_REPEATS:
      bytes = longest_repeats_workspace_bytes<Space, Index>(
          n, enumerated(sizes.algorithm, LongestRepeatsAlgorithm::compact, "the algorithm"));
      return true;
    case LEXIKOS_FOR_USEFUL_REPEATS:
      bytes = useful_repeats_workspace_bytes<Space, Index>(n);
      return true;
    case LEXIKOS_FOR_REPEAT_WALKS:
      bytes = repeat_walks_workspace_bytes<Space, Index>(n);
      return true;
    case LEXIKOS_FOR_MAXIMAL_REPEATS:
      bytes = maximal_repeats_workspace_bytes<Space, Index>(n);
      return true;
    case LEXIKOS_FOR_LONGEST_REPEATED_SUBSTRINGS:
      bytes = longest_repeated_substrings_workspace_bytes<Space, Index>(n);
      return true;
    case LEXIKOS_FOR_LONGEST_COMMON_SUBSTRING:
      bytes = longest_common_substring_workspace_bytes<Space, Index>(n);
      return true;
    default:
      return false;
  }
}

/// Of collections and searches.
template <class Space, class Index>
bool of_searches(lexikos_operation operation, lexikos_sizes const& sizes, std::uint64_t& bytes)
{
  auto const n = sizes.n;
  SearchOptions all;
  all.sort_patterns = true;
  all.text_order = true;
  NextSymbolsOptions next;
  next.max_symbols = 1;
  ApproximateSearchOptions<typename Space::memory_space> hamming;
  hamming.max_errors = max_search_errors;
  auto edit = hamming;
  edit.model = ErrorModel::edit;
  DocumentIndexOptions parts;
  parts.count = parts.top = true;
  switch (operation) {
    case LEXIKOS_FOR_SUFFIX_INDEX_COUNT:
      bytes = count_workspace_bytes<Space>(sizes.items, all);
      return true;
    case LEXIKOS_FOR_SUFFIX_INDEX_LOCATE:
      bytes = locate_workspace_bytes<Space, Index>(sizes.items, sizes.results, all);
      return true;
    case LEXIKOS_FOR_MATCHING_STATISTICS:
      bytes = n == 0
                  ? matching_statistics_workspace_bytes<Space, Index>(sizes.symbols)
                  : matching_statistics_workspace_bytes<Space, Index>(sizes.symbols, n, algorithm_of(sizes.algorithm));
      return true;
    case LEXIKOS_FOR_FM_MATCHING_STATISTICS:
      bytes = fm_matching_statistics_workspace_bytes<Space, Index>(sizes.symbols);
      return true;
    case LEXIKOS_FOR_APPROXIMATE_SEARCH:
      bytes = std::max(approximate_search_workspace_bytes<Space, Index>(n, sizes.items, sizes.k, hamming),
                       approximate_search_workspace_bytes<Space, Index>(n, sizes.items, sizes.k, edit));
      return true;
    case LEXIKOS_FOR_DOCUMENT_INDEX:
      bytes = document_index_workspace_bytes<Space, Index>(n, sizes.items, parts);
      return true;
    case LEXIKOS_FOR_LIST_DOCUMENTS:
      bytes = list_documents_workspace_bytes<Space>(sizes.items, sizes.results);
      return true;
    case LEXIKOS_FOR_TOP_DOCUMENTS:
      bytes = top_documents_workspace_bytes<Space>(sizes.items, sizes.results, sizes.k);
      return true;
    case LEXIKOS_FOR_DOCUMENT_FREQUENCIES:
      bytes = document_frequencies_workspace_bytes<Space, Index>(n);
      return true;
    case LEXIKOS_FOR_NEXT_SYMBOLS:
      bytes = next_symbols_workspace_bytes<Space>(sizes.items, sizes.results, sizes.symbols, next);
      return true;
    default:
      return false;
  }
}

/// Of the rest that has no symbols.
template <class Space, class Index>
bool of_arrays(lexikos_operation operation, lexikos_sizes const& sizes, std::uint64_t& bytes)
{
  auto const n = sizes.n;
  switch (operation) {
    case LEXIKOS_FOR_INVERSE_SUFFIX_ARRAY:
      bytes = inverse_suffix_array_workspace_bytes<Space, Index>(n);
      return true;
    case LEXIKOS_FOR_CHECK_SUFFIX_ARRAY:
      bytes = check_suffix_array_workspace_bytes<Space, Index>(n);
      return true;
    case LEXIKOS_FOR_DOCUMENTS:
      bytes = std::max(documents_workspace_bytes<Space>(sizes.items),
                       documents_from_lengths_workspace_bytes<Space>(sizes.items));
      return true;
    case LEXIKOS_FOR_WITHIN_DOCUMENTS:
      bytes = within_documents_workspace_bytes<Space>(sizes.results);
      return true;
    case LEXIKOS_FOR_REMOVE_RANGES:
      bytes = remove_ranges_workspace_bytes<Space>(sizes.items);
      return true;
    case LEXIKOS_FOR_BEST_VALUES:
      bytes = best_values_workspace_bytes<Space, Index>(sizes.items, sizes.k);
      return true;
    case LEXIKOS_FOR_BIT_VECTOR:
      bytes = std::max({bit_vector_packing_workspace_bytes<Space, bit_layouts::Interleaved32>(n),
                        bit_vector_packing_workspace_bytes<Space, bit_layouts::Interleaved64>(n),
                        bit_vector_packing_workspace_bytes<Space, bit_layouts::Compact32>(n),
                        bit_vector_packing_workspace_bytes<Space, bit_layouts::Compact64>(n),
                        bit_vector_packing_workspace_bytes<Space, bit_layouts::TwoLevel>(n)});
      return true;
    case LEXIKOS_FOR_WAVELET_BATCH:
      bytes = wavelet_batch_workspace_bytes<Space>(sizes.items);
      return true;
    case LEXIKOS_FOR_SUFFIX_ARRAY_OUT_OF_CORE: {
      auto const symbol_bytes = static_cast<unsigned>(sizes.symbol_type);
      auto const distinct = sizes.symbols == 0 ? 256 : sizes.symbols;
      bytes = out_of_core_bytes<Space>({n, symbol_bytes, distinct, sizes.results, sizes.with_inverse != 0});
      return true;
    }
    case LEXIKOS_FOR_COMPRESS:
      bytes = compress_workspace_bytes<Space>(n);
      return true;
    case LEXIKOS_FOR_DECOMPRESS:
      bytes = decompress_workspace_bytes<Space>(n);
      return true;
    default:
      return false;
  }
}

/// Error (invalid_argument) for sizes that no machine has, whose bytes 64 bits may not count.
void require_countable(lexikos_sizes const& sizes)
{
  constexpr std::uint64_t most = std::uint64_t{1} << 40;
  constexpr std::uint64_t most_together = std::uint64_t{1} << 48;
  if (std::max({sizes.n, sizes.items, sizes.symbols, sizes.results, sizes.k}) > most ||
      (sizes.k != 0 && sizes.items > most_together / sizes.k))
    throw Error(ErrorCode::invalid_argument, "sizes are at most 2^40, and items times k at most 2^48");
}

template <class Space, class Index>
std::uint64_t bytes_for(lexikos_operation operation, lexikos_sizes const& sizes)
{
  std::uint64_t bytes = 0;
  if (of_arrays<Space, Index>(operation, sizes, bytes) || of_repeats<Space, Index>(operation, sizes, bytes) ||
      of_searches<Space, Index>(operation, sizes, bytes))
    return bytes;
  bool const found = with_symbol(sizes.symbol_type, "the text", [&](auto symbol) {
    using Symbol = typename decltype(symbol)::type;
    if (of_symbols<Space, Index, Symbol>(operation, sizes, bytes)) return true;
    if constexpr (sizeof(Symbol) < sizeof(std::uint64_t))
      return of_tokens<Space, Index, Symbol>(operation, sizes, bytes);
    else
      return false;
  });
  if (!found)
    throw Error(ErrorCode::invalid_argument,
                "there is no operation " + std::to_string(operation) + ", or not for this type of symbols");
  return bytes;
}

}  // namespace

}  // namespace lexikos::c

lexikos_status lexikos_workspace_bytes(lexikos_context const* context, lexikos_operation operation,
                                       lexikos_sizes const* sizes, uint64_t* bytes)
{
  using namespace lexikos::c;
  return guarded([&] {
    require_pointer(context, "the context");
    require_pointer(bytes, "the place of the bytes");
    auto const asked = options_or(sizes, lexikos_sizes(LEXIKOS_SIZES_INIT));
    require_countable(asked);
    std::visit(
        [&](auto const& space) {
          using Space = std::remove_cvref_t<decltype(space)>;
          with_index(asked.index_type, "the index",
                     [&](auto tag) { *bytes = bytes_for<Space, typename decltype(tag)::type>(operation, asked); });
        },
        context->space);
  });
}
