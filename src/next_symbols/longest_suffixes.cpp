// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The longest suffix of a context that occurs in a text.

#include <Kokkos_Core.hpp>
#include <lexikos/detail/allocate.hpp>
#include <lexikos/detail/execution_spaces.hpp>
#include <lexikos/detail/suffix_search.hpp>
#include <lexikos/next_symbols.hpp>

#include "backends/launch.hpp"
#include "common/pattern_offsets.hpp"

namespace lexikos
{

namespace next_symbols_detail
{

namespace
{

/// A text of n symbols and its suffix array, without a table.
template <class Symbol, class Index>
struct SortedSuffixes
{
  using Pattern = detail::PatternSymbols<Symbol>;

  Symbol const* text;
  Index const* suffix_array;
  std::uint64_t n;

  /// As `compare_suffix`.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION detail::SuffixComparison compare(std::uint64_t p, Pattern const& pattern,
                                                                        std::uint64_t common) const
  {
    return detail::compare_suffix(detail::SuffixText<Symbol>{text, n}, p, pattern, common);
  }
  [[nodiscard]] KOKKOS_INLINE_FUNCTION bool starts_with(std::uint64_t r, Pattern const& pattern) const
  {
    return compare(suffix_array[r], pattern, 0).length == pattern.length;
  }
};

/// One context per thread.
template <class Symbol, class Index>
struct FindLongestSuffix
{
  SortedSuffixes<Symbol, Index> suffixes;
  Symbol const* symbols;
  std::uint64_t size;  // of all contexts
  std::uint64_t const* offsets;
  std::uint64_t min_count;  // 1 or more
  std::uint64_t* lengths;
  Index* begins;
  Index* ends;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    std::uint64_t const end = offsets[i + 1];
    std::uint64_t const longest = end - offsets[i];
    std::uint64_t const n = suffixes.n;
    std::uint64_t occurs = 0;           // a length that does
    std::uint64_t fails = longest + 1;  // a length that does not, or is too long
    std::uint64_t first = 0;            // suffix of the length that occurs
    bool grows = true;
    for (std::uint64_t step = 1; fails - occurs > 1;) {
      grows = grows && step < fails - occurs;
      std::uint64_t const length = occurs + (grows ? step : (fails - occurs) / 2);
      auto const pattern = suffix(end, length);
      std::uint64_t const found = detail::place_of_pattern(suffixes, 0, n, 0, pattern).entry;
      if (found < n && min_count <= n - found && suffixes.starts_with(found + (min_count - 1), pattern)) {
        occurs = length;
        first = found;
        step *= 2;
      }
      else {
        fails = length;
        grows = false;
      }
    }
    lengths[i] = occurs;
    begins[i] = static_cast<Index>(first);
    ends[i] = static_cast<Index>(occurs == 0 ? n : detail::end_of_pattern(suffixes, first, n, 0, suffix(end, occurs)));
  }

 private:
  [[nodiscard]] KOKKOS_INLINE_FUNCTION detail::PatternSymbols<Symbol> suffix(std::uint64_t end,
                                                                             std::uint64_t length) const
  {
    return {symbols, size, end - length, length};
  }
};

}  // namespace

template <class ExecutionSpace, class Symbol, class Index>
LongestSuffixes<typename ExecutionSpace::memory_space, Index> longest(
    ExecutionSpace const& space, SortedText<ExecutionSpace, Symbol, Index> const& sorted,
    Span<Symbol const, typename ExecutionSpace::memory_space> const& symbols,
    Span<std::uint64_t const, typename ExecutionSpace::memory_space> const& offsets,
    LongestSuffixesOptions const& options)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  detail::require(offsets.extent(0) > 0, ErrorCode::invalid_argument,
                  "the view of offsets is empty; it has one entry more than there are contexts");
  detail::check_pattern_offsets(space, offsets, symbols.extent(0));
  std::size_t const count = offsets.extent(0) - 1;
  auto& resource = options.workspace != nullptr ? options.workspace->resource() : default_memory_resource();
  LongestSuffixes<MemorySpace, Index> found;
  found.lengths = detail::allocate<std::uint64_t, MemorySpace>(resource, "lexikos::next_symbols::lengths", count);
  found.begins = detail::allocate<Index, MemorySpace>(resource, "lexikos::next_symbols::begins", count);
  found.ends = detail::allocate<Index, MemorySpace>(resource, "lexikos::next_symbols::ends", count);
  Kokkos::parallel_for(
      "lexikos::next_symbols::longest_suffixes", backends::Range<ExecutionSpace>(space, 0, count),
      FindLongestSuffix<Symbol, Index>{{sorted.text.data(), sorted.suffix_array.data(), sorted.text.extent(0)},
                                       symbols.data(),
                                       symbols.extent(0),
                                       offsets.data(),
                                       options.min_count == 0 ? 1 : options.min_count,
                                       found.lengths.data(),
                                       found.begins.data(),
                                       found.ends.data()});
  space.fence("lexikos::next_symbols::longest_suffixes");
  return found;
}

#define LEXIKOS_INSTANTIATE_LONGEST(SPACE, SYMBOL, INDEX)                                                    \
  template LongestSuffixes<SPACE::memory_space, INDEX> longest<SPACE, SYMBOL, INDEX>(                        \
      SPACE const&, SortedText<SPACE, SYMBOL, INDEX> const&, Span<SYMBOL const, SPACE::memory_space> const&, \
      Span<std::uint64_t const, SPACE::memory_space> const&, LongestSuffixesOptions const&);
#define LEXIKOS_INSTANTIATE(SPACE, INDEX)                  \
  LEXIKOS_INSTANTIATE_LONGEST(SPACE, std::uint8_t, INDEX)  \
  LEXIKOS_INSTANTIATE_LONGEST(SPACE, std::uint16_t, INDEX) \
  LEXIKOS_INSTANTIATE_LONGEST(SPACE, std::uint32_t, INDEX)

LEXIKOS_FOR_EACH_SPACE_AND_INDEX(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE
#undef LEXIKOS_INSTANTIATE_LONGEST

}  // namespace next_symbols_detail

}  // namespace lexikos
