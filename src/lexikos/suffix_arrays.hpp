// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Suffix arrays of many texts in one call, each of which is sorted by itself.
//
//     lexikos::Documents<Memory> const documents(space, offsets, texts.extent(0));
//     lexikos::suffix_arrays(space, texts, documents, arrays);  // of text d: arrays [offsets(d), offsets(d + 1))

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/views.hpp>
#include <lexikos/documents.hpp>
#include <lexikos/suffix_array.hpp>

namespace lexikos
{

namespace suffix_array_detail
{

template <class ExecutionSpace, class Symbol, class Index>
void build_suffix_arrays(ExecutionSpace const& space,
                         Span<Symbol const, typename ExecutionSpace::memory_space> const& texts,
                         Documents<typename ExecutionSpace::memory_space> const& documents,
                         Span<Index, typename ExecutionSpace::memory_space> const& arrays,
                         SuffixArrayOptions const& options);

}  // namespace suffix_array_detail

/// Largest number of bytes that `suffix_arrays` takes beside texts and results.
/// \param n        symbols of all texts
/// \param longest  symbols of the longest one
/// On hosts 12 bytes a symbol of the longest text for each thread, 28 for wide symbols, but of no more than 2^20 symbols; of a
/// longer text what `suffix_array_workspace_bytes` says. On devices, and by `prefix_doubling`, what that says of n symbols.
template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexType Index, detail::SymbolType Symbol = std::uint8_t>
[[nodiscard]] std::size_t suffix_arrays_workspace_bytes(
    std::size_t n, std::size_t longest, SuffixArrayAlgorithm algorithm = SuffixArrayAlgorithm::automatic);

/// Sorts the suffixes of each text of a collection by themselves, as `suffix_array` would one text after the other: entries
/// [offsets(d), offsets(d + 1)) are the suffix array of text d alone, with positions within it, from 0 on. (The other
/// `suffix_array` of documents makes one array of all of their suffixes.)
///
/// \param space      where to run; work is done on this instance, which is fenced before the function returns
/// \param texts      [0..n) symbols of all texts, one text after the other, of any values: u8, u16, u32 or u64
/// \param documents  the texts; every position lies in one, so that the first begins at 0 and the last ends at n. They may be
///                   empty
/// \param arrays     [0..n) receives the arrays, one after the other; u32 for n <= 2^32 - 2, else u64. Does not overlap the
/// texts
///
/// On hosts each thread sorts a text by induction, and then the next one that nobody has begun: O(n) work, and for wide symbols
/// a sort of them, or a table, in each text. Texts of more than 2^20 symbols are sorted before, one after the other, by all
/// threads and as `suffix_array` chooses. On devices all texts are sorted at once by prefix doubling, of which the first keys
/// begin with the number of the text: O(n log n) work, and as many rounds as the longest string takes that a text has twice.
///
/// Of the options, `algorithm` is `automatic`, `induced_sorting` (hosts) or `prefix_doubling`; `low_memory`, `device_bytes` and
/// what follows it have no effect. Peak memory: `suffix_arrays_workspace_bytes`.
///
/// Errors: invalid_argument (sizes, index type, documents of other texts or that leave out positions), not_supported (other
/// algorithms; by prefix doubling 2^32 distinct symbols and more, or so many texts that a key of 64 bits has no room for their
/// number, a symbol and two bits), out_of_memory, cancelled; the contents of the results are undefined after the last two.
template <detail::ExecutionSpaceType ExecutionSpace, detail::SymbolView<ExecutionSpace> TextView,
          detail::WritableIndexView<ExecutionSpace> IndexView>
void suffix_arrays(ExecutionSpace const& space, TextView const& texts,
                   Documents<typename ExecutionSpace::memory_space> const& documents, IndexView const& arrays,
                   SuffixArrayOptions const& options = {})
{
  using Symbol = detail::ValueOf<TextView>;
  using Index = detail::ValueOf<IndexView>;
  detail::check_sizes<Index>(texts.extent(0), arrays.extent(0), "the suffix arrays");
  suffix_array_detail::build_suffix_arrays<ExecutionSpace, Symbol, Index>(
      space, detail::span_of<ExecutionSpace, Symbol const>(texts), documents,
      detail::span_of<ExecutionSpace, Index>(arrays), options);
}

}  // namespace lexikos
