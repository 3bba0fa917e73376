// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Lengths of segments: random about a mean, mixed, or those that a suffix sorter meets.

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include "backends/primitives.hpp"
#include "bench/primitives/data.hpp"
#include "bench/support/texts.hpp"
#include "generate/random_bits.hpp"

namespace lexikos::bench
{

/// Offsets of segments that cover n items; lengths come from draw(), the last is cut.
template <class Draw>
std::vector<std::uint32_t> make_offsets(std::size_t n, Draw const& draw)
{
  std::vector<std::uint32_t> offsets{0};
  for (std::size_t end = 0; end < n;) {
    end = std::min<std::size_t>(n, end + draw());
    offsets.push_back(static_cast<std::uint32_t>(end));
  }
  return offsets;
}

/// Lengths uniform in 1..2 mean - 1.
inline std::vector<std::uint32_t> offsets_about(std::size_t n, std::size_t mean)
{
  generate::RandomBits bits(mean);
  return make_offsets(n, [&] { return 1 + bits.below(2 * mean - 1); });
}

/// Lengths from 1 to 65 535 such that each octave has about as many items: all sizes at once.
inline std::vector<std::uint32_t> mixed_offsets(std::size_t n)
{
  generate::RandomBits bits(1);
  return make_offsets(n, [&] {
    unsigned octave = 0;  // a segment of the next octave is twice as long and half as likely
    while (octave < 15 && bits() % 2 == 0) ++octave;
    return (std::uint64_t{1} << octave) + bits.below(std::uint64_t{1} << octave);
  });
}

template <class Text, class Codes, class Keys>
struct FillPrefixes
{
  Text text;
  Codes codes;
  int width;
  Keys keys;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    std::size_t const n = text.extent(0);
    std::size_t const symbols = 64 / width;
    std::uint64_t key = 0;
    for (std::size_t s = 0; s < symbols; ++s) key = (key << width) | (i + s < n ? codes(text(i + s)) : 0U);
    keys(i) = key;
  }
};

/// keys(i) = the first symbols of suffix i, `width` bits each, as many as fit 64 bits; zeros after the text's end.
template <class ExecutionSpace, class Text, class Codes, class Keys>
void fill_prefixes(ExecutionSpace const& space, Text const& text, Codes const& codes, int width, Keys const& keys)
{
  Kokkos::parallel_for("lexikos::bench::fill_prefixes", Range<ExecutionSpace>(space, 0, text.extent(0)),
                       FillPrefixes<Text, Codes, Keys>{text, codes, width, keys});
}

/// Offsets of the groups of suffixes that agree in their first symbols, as many as 64 bits hold, where a group has two
/// suffixes or more: what the first round of prefix doubling sorts.
template <class ExecutionSpace>
std::vector<std::uint32_t> first_groups(ExecutionSpace const& space, LoadedText const& loaded)
{
  std::size_t const n = loaded.size();
  auto const text = make_array<std::uint8_t>(space, n);
  Kokkos::deep_copy(space, text, loaded.bytes);
  Kokkos::View<std::uint8_t[256], typename ExecutionSpace::memory_space> const codes("lexikos::bench::codes");
  auto const host_codes = Kokkos::create_mirror_view(codes);
  std::array<bool, 256> seen{};
  for (std::size_t i = 0; i < n; ++i) seen[loaded.bytes(i)] = true;
  std::uint8_t next = 0;
  for (std::size_t c = 0; c < 256; ++c) host_codes(c) = seen[c] ? next++ : 0;
  Kokkos::deep_copy(space, codes, host_codes);

  Workspace workspace;
  int const width = std::max<int>(1, std::bit_width(loaded.alphabet_size - 1));
  auto const keys = make_array<std::uint64_t>(space, n);
  auto const other = make_array<std::uint64_t>(space, n);
  fill_prefixes(space, text, codes, width, keys);
  primitives::DoubleBuffer buffer{keys, other};
  primitives::radix_sort_keys(space, buffer, 0, 64, workspace);
  auto const offsets = make_array<std::uint32_t>(space, n + 1);
  std::size_t const runs = primitives::run_length_encode(space, buffer.current, buffer.other, offsets, workspace);
  auto const ends = Kokkos::create_mirror_view_and_copy(
      Kokkos::HostSpace(), Kokkos::subview(offsets, std::make_pair(std::size_t{0}, runs + 1)));
  std::vector<std::uint32_t> groups{0};
  for (std::size_t r = 0; r < runs; ++r)
    if (ends(r + 1) - ends(r) > 1) groups.push_back(groups.back() + ends(r + 1) - ends(r));
  return groups;
}

}  // namespace lexikos::bench
