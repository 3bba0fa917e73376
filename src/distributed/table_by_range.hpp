// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Where in a rank's range of the suffix array the suffixes lie that begin with the same symbols.

#include <algorithm>
#include <lexikos/detail/allocate.hpp>
#include <lexikos/distributed/detail/ranges.hpp>

#include "distributed/exchange.hpp"
#include "distributed/packed_suffixes.hpp"

namespace lexikos::distributed_detail
{

/// Entries [begin, end) of the range.
struct EntryRange
{
  std::uint32_t begin;
  std::uint32_t end;
};

/// The table for kernels.
template <class MemorySpace>
struct PrefixTable
{
  Span<std::uint32_t const, MemorySpace> entries;
  std::uint64_t first_code;
  int bits;  ///< of a symbol
  int depth;

  /// Of a pattern of one symbol and more. What lies between the entries returned begins with its first `depth` symbols, or
  /// ends before it has as many.
  [[nodiscard]] KOKKOS_FUNCTION EntryRange range_of(PackedPattern const& pattern) const
  {
    int const used = bits * static_cast<int>(symbols_per_word(bits));
    std::uint64_t const code = depth == 0 ? 0 : pattern.words[0] >> (used - bits * depth);
    int const missing =
        pattern.length < static_cast<std::uint64_t>(depth) ? depth - static_cast<int>(pattern.length) : 0;
    return {entries(place_of(code)), entries(place_of(code + (std::uint64_t{1} << (bits * missing))))};
  }

 private:
  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t place_of(std::uint64_t code) const
  {
    std::uint64_t const last = entries.extent(0) - 1;
    if (code <= first_code) return 0;
    return code - first_code < last ? code - first_code : last;
  }
};

template <class MemorySpace, class Index>
[[nodiscard]] PrefixTable<MemorySpace> prefix_table_of(RangeArrays<MemorySpace, Index> const& arrays)
{
  return {arrays.table, arrays.first_code, arrays.bits, arrays.depth};
}

/// The number that the first `depth` symbols of a suffix are, those beyond the end of the text being zeros.
template <class MemorySpace>
struct CodeOfSuffix
{
  PackedText<MemorySpace> text;
  int depth;

  KOKKOS_FUNCTION std::uint64_t operator()(std::uint64_t position) const
  {
    return depth == 0 ? 0 : text.symbols(position, depth);
  }
};

/// Where the code of an entry differs from that of the next one, a code ends.
template <class MemorySpace, class Index>
struct MarkEndsOfCodes
{
  CodeOfSuffix<MemorySpace> codes;
  Span<Index const, MemorySpace> suffix_array;
  std::uint64_t first_code;
  Span<std::uint32_t, MemorySpace> table;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    std::uint64_t const code = codes(suffix_array(i));
    bool const is_last = i + 1 == suffix_array.extent(0);
    if (!is_last && codes(suffix_array(i + 1)) == code) return;
    std::uint64_t const place = code - first_code + 1;
    if (place < table.extent(0)) table(place) = static_cast<std::uint32_t>(i + 1);  // beyond it in no suffix array
  }
};

/// Makes the arrays' table from this rank's range and the packed text.
/// \param wanted  entries at most, but for two
template <class ExecutionSpace, class Index>
void make_table(Context<ExecutionSpace> const& context, std::uint64_t wanted, MemoryResource& resource,
                RangeArrays<typename ExecutionSpace::memory_space, Index>& arrays)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  Span<Index const, MemorySpace> const suffix_array = arrays.suffix_array;
  std::size_t const n = suffix_array.extent(0);
  if (n == 0) return;
  Workspace::Scope const scope(context.workspace);
  int const deepest = 31 / arrays.bits;
  CodeOfSuffix<MemorySpace> code_of{packed_text_of(arrays), deepest};
  auto const ends = context.template take<std::uint64_t>(2);
  fill_by(context.space, "lexikos::distributed::codes_of_ends", ends,
          ordered(code_of, ordered(suffix_array, on_device(context, std::vector<std::uint64_t>{0, n - 1}))));
  auto const codes = detail::read_all_back(context.space, ends);
  std::uint64_t const first = std::min(codes[0], codes[1]);
  std::uint64_t const last = std::max(codes[0], codes[1]);
  auto const distinct = [&](int depth) {
    int const rest = arrays.bits * (deepest - depth);
    return (last >> rest) - (first >> rest) + 1;
  };
  arrays.depth = deepest;
  while (arrays.depth > 0 && distinct(arrays.depth) > wanted) --arrays.depth;
  arrays.first_code = first >> (arrays.bits * (deepest - arrays.depth));
  code_of.depth = arrays.depth;

  auto const table =
      detail::allocate<std::uint32_t, MemorySpace>(resource, "lexikos::distributed::table", distinct(arrays.depth) + 1);
  Span<std::uint32_t, MemorySpace> const entries = table;
  primitives::fill(context.space, entries, std::uint32_t{0});
  Kokkos::parallel_for("lexikos::distributed::mark_codes", backends::Range<ExecutionSpace>(context.space, 0, n),
                       MarkEndsOfCodes<MemorySpace, Index>{code_of, suffix_array, arrays.first_code, entries});
  primitives::inclusive_scan(context.space, entries, entries, primitives::Maximum{}, context.workspace);
  arrays.table = table;
}

}  // namespace lexikos::distributed_detail
