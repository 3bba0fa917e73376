// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What comes next: the symbols that follow the occurrences of a string, and how often, and the longest end of a context that
// occurs at all. With both, a text is a language model of contexts of any length (Liu et al. 2024, infini-gram).
//
//     auto const found = lexikos::longest_suffixes(space, tokens, suffix_array, contexts);
//     auto const next = lexikos::next_symbols(space, tokens, suffix_array, lexikos::depths_of(found), {.max_symbols = 10});

#include <Kokkos_Core.hpp>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/views.hpp>
#include <lexikos/memory.hpp>
#include <lexikos/patterns.hpp>
#include <lexikos/workspace.hpp>

namespace lexikos
{

/// Intervals [begins(i), ends(i)) of a suffix array, whose suffixes have their first depths(i) symbols in common.
template <class MemorySpace, detail::IndexType Index>
struct DeepIntervals
{
  Span<Index const, MemorySpace> begins;
  Span<Index const, MemorySpace> ends;
  Span<std::uint64_t const, MemorySpace> depths;
};

struct NextSymbolsOptions
{
  /// Most symbols of an interval: the most frequent ones, the most frequent first and the smaller of equally frequent ones. 0:
  /// all, ascending.
  std::size_t max_symbols = 0;
  /// Scratch to reuse; a private one is allocated and freed when null. Results are allocated from its memory resource.
  Workspace* workspace = nullptr;
};

/// Symbols of intervals, each once, and how often each occurs: those of interval i at offsets(i) .. offsets(i + 1) - 1.
template <class MemorySpace, class Symbol>
struct NextSymbols
{
  Array<std::uint64_t, MemorySpace> offsets;  ///< one more than there are intervals
  Array<Symbol, MemorySpace> symbols;
  Array<std::uint64_t, MemorySpace> counts;
};

struct LongestSuffixesOptions
{
  /// Occurrences that a suffix must have in the text; 0 counts as 1.
  std::uint64_t min_count = 1;
  /// Of which resource results are allocated; no scratch is taken.
  Workspace* workspace = nullptr;
};

/// Of each context the length of a suffix, and the interval of the suffixes of the text that start with it.
template <class MemorySpace, class Index>
struct LongestSuffixes
{
  Array<std::uint64_t, MemorySpace> lengths;
  Array<Index, MemorySpace> begins;
  Array<Index, MemorySpace> ends;
};

/// The intervals of the longest suffixes, for `next_symbols`. They must outlive the result.
template <class MemorySpace, detail::IndexType Index>
[[nodiscard]] DeepIntervals<MemorySpace, Index> depths_of(LongestSuffixes<MemorySpace, Index> const& found)
{
  return {found.begins, found.ends, found.lengths};
}

/// Largest number of bytes of workspace that `next_symbols` takes for intervals of this many suffixes altogether, which are
/// followed by this many distinct symbols, summed over the intervals: two numbers an interval and one for each 256 suffixes, of
/// which there are no more than 2^22; with `max_symbols` about 60 bytes a symbol.
template <detail::ExecutionSpaceType ExecutionSpace>
[[nodiscard]] std::size_t next_symbols_workspace_bytes(std::size_t intervals, std::size_t suffixes, std::size_t symbols,
                                                       NextSymbolsOptions const& options = {});

/// Bytes of workspace that `longest_suffixes` takes: none.
template <detail::ExecutionSpaceType ExecutionSpace>
[[nodiscard]] constexpr std::size_t longest_suffixes_workspace_bytes(std::size_t)
{
  return 0;
}

namespace next_symbols_detail
{

struct Tuning;
/// What all public calls use; tests pass their own.
[[nodiscard]] Tuning const& default_tuning();

/// A text and its suffix array.
template <class ExecutionSpace, class Symbol, class Index>
struct SortedText
{
  Span<Symbol const, typename ExecutionSpace::memory_space> text;
  Span<Index const, typename ExecutionSpace::memory_space> suffix_array;
};

template <class ExecutionSpace, class Symbol, class Index>
NextSymbols<typename ExecutionSpace::memory_space, Symbol> next(
    ExecutionSpace const& space, SortedText<ExecutionSpace, Symbol, Index> const& sorted,
    DeepIntervals<typename ExecutionSpace::memory_space, Index> const& intervals, NextSymbolsOptions const& options,
    Tuning const& tuning);

template <class ExecutionSpace, class Symbol, class Index>
LongestSuffixes<typename ExecutionSpace::memory_space, Index> longest(
    ExecutionSpace const& space, SortedText<ExecutionSpace, Symbol, Index> const& sorted,
    Span<Symbol const, typename ExecutionSpace::memory_space> const& symbols,
    Span<std::uint64_t const, typename ExecutionSpace::memory_space> const& offsets,
    LongestSuffixesOptions const& options);

template <class T>
concept Symbol = std::same_as<T, std::uint8_t> || std::same_as<T, std::uint16_t> || std::same_as<T, std::uint32_t>;

template <class View, class ExecutionSpace>
concept TextView = detail::SymbolView<View, ExecutionSpace> && Symbol<detail::ValueOf<View>>;

}  // namespace next_symbols_detail

/// For each interval, the symbols at suffix_array(r) + depth for the r in it, each with how often it occurs there. A suffix of
/// no more than `depth` symbols is followed by none; where the text is a collection, the end of a document is no end. Unique.
///
/// \param text          [0..n) of u8, u16 or u32
/// \param suffix_array  [0..n) of u32 or u64, of that text; entries are not checked, and those of n and above have no symbols
/// \param intervals     of any values: cut at n, and empty where reversed. Where their suffixes have not the first `depth`
///                      symbols in common, and so are not sorted by the next one, the result means nothing
/// As equal symbols are neighbours, steps that double and then halve find the end of each run of them: a symbol that occurs z
/// times takes 2 log2(z) + 2 steps, of one sector of the suffix array and one of the text, and twice that, as runs are counted
/// and then written. Long intervals are divided among threads in parts of 256 suffixes or more. Allocates the result; fences.
/// Workspace: `next_symbols_workspace_bytes`. Errors: invalid_argument (sizes, index type), out_of_memory.
template <detail::ExecutionSpaceType ExecutionSpace, next_symbols_detail::TextView<ExecutionSpace> Text,
          detail::IndexView<ExecutionSpace> Indices>
[[nodiscard]] NextSymbols<typename ExecutionSpace::memory_space, detail::ValueOf<Text>> next_symbols(
    ExecutionSpace const& space, Text const& text, Indices const& suffix_array,
    DeepIntervals<typename ExecutionSpace::memory_space, detail::ValueOf<Indices>> const& intervals,
    NextSymbolsOptions const& options = {})
{
  using Symbol = detail::ValueOf<Text>;
  using Index = detail::ValueOf<Indices>;
  detail::check_sizes<Index>(text.extent(0), suffix_array.extent(0), "the suffix array");
  detail::check_extent(intervals.ends.extent(0), intervals.begins.extent(0), "the view of ends");
  detail::check_extent(intervals.depths.extent(0), intervals.begins.extent(0), "the view of depths");
  return next_symbols_detail::next<ExecutionSpace, Symbol, Index>(
      space,
      {detail::span_of<ExecutionSpace, Symbol const>(text), detail::span_of<ExecutionSpace, Index const>(suffix_array)},
      intervals, options, next_symbols_detail::default_tuning());
}

/// For each context, its longest suffix that occurs in the text, `min_count` times or more, and where: the interval of the
/// suffix array that starts with it. The empty suffix always counts as occurring, with the interval [0, n). Unique.
///
/// \param text          [0..n) of u8, u16 or u32
/// \param suffix_array  [0..n) of u32 or u64, of that text, whose entries are below n; they are not checked
/// \param contexts      symbols as those of the text; offsets ascend, and none is above the number of symbols
/// As a suffix of a suffix that occurs occurs too, steps that double from one symbol on, and then halve, find the length m in
/// 2 log2(m) + 2 binary searches (Manber and Myers 1993, section 3, without tables), each of log2(n) steps of one sector of
/// the suffix array and mostly one of the text. A context a thread. Allocates the result; fences. Errors: invalid_argument
/// (sizes, index type, with the first context whose offsets are wrong), out_of_memory.
template <detail::ExecutionSpaceType ExecutionSpace, next_symbols_detail::TextView<ExecutionSpace> Text,
          detail::IndexView<ExecutionSpace> Indices>
[[nodiscard]] LongestSuffixes<typename ExecutionSpace::memory_space, detail::ValueOf<Indices>> longest_suffixes(
    ExecutionSpace const& space, Text const& text, Indices const& suffix_array,
    Patterns<typename ExecutionSpace::memory_space, detail::ValueOf<Text>> const& contexts,
    LongestSuffixesOptions const& options = {})
{
  using Symbol = detail::ValueOf<Text>;
  using Index = detail::ValueOf<Indices>;
  detail::check_sizes<Index>(text.extent(0), suffix_array.extent(0), "the suffix array");
  return next_symbols_detail::longest<ExecutionSpace, Symbol, Index>(
      space,
      {detail::span_of<ExecutionSpace, Symbol const>(text), detail::span_of<ExecutionSpace, Index const>(suffix_array)},
      contexts.symbols, contexts.offsets, options);
}

}  // namespace lexikos
