// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The checker with O(sigma) memory: "gpu-pd", section 5.3, Algorithm 4, corrected. As printed that one skips SA[i] = 1,
// which refuses right arrays, and without the skip accepts [1, 1] for "aa".
//
// For every symbol c the array lists the suffixes cX in a bucket, and, scanned from the left, passes their remainders X
// in the same order (after the empty remainder, which is below all). So a pointer into each bucket moves on whenever its
// entry's remainder is passed. A bucket whose pointer does not reach the end stops at the first entry whose remainder is
// not behind that of the entry before. All pointers reach the end only if every position v < n - 1 stands at most as
// often as v + 1, and n - 1 once: with n entries, the array is then a permutation, and sorted.

#include <array>
#include <cstddef>
#include <cstdint>
#include <lexikos/check.hpp>
#include <new>
#include <vector>

namespace lexikos::check
{

namespace
{

constexpr std::size_t symbols = 256;

struct Buckets
{
  std::array<std::size_t, symbols> next{};  ///< the first entry whose remainder was not passed yet
  std::array<std::size_t, symbols> end{};
};

template <class Index>
std::size_t first_out_of_range(Index const* sa, std::size_t n)
{
  std::size_t i = 0;
  while (i < n && sa[i] < n) ++i;
  return i;
}

/// The buckets of the longest prefix of the array whose first symbols ascend; returns its length.
template <class Index>
std::size_t find_buckets(std::uint8_t const* text, Index const* sa, std::size_t n, Buckets& buckets)
{
  for (std::size_t i = 0; i < n; ++i) {
    std::uint8_t const c = text[sa[i]];
    if (i == 0 || text[sa[i - 1]] != c) {
      if (i > 0 && text[sa[i - 1]] > c) return i;
      buckets.next[c] = i;
    }
    buckets.end[c] = i + 1;
  }
  return n;
}

/// The first entry of a bucket that is out of order, or `none`.
template <class Index>
std::size_t first_out_of_order(std::uint8_t const* text, Index const* sa, std::size_t n, Buckets& buckets,
                               std::size_t none)
{
  auto pass = [&](std::size_t position) {
    std::uint8_t const c = text[position];
    std::size_t& next = buckets.next[c];
    if (next < buckets.end[c] && sa[next] == position) ++next;
  };
  pass(n - 1);  // its remainder is empty
  for (std::size_t i = 0; i < n; ++i)
    if (sa[i] > 0) pass(sa[i] - 1);
  std::size_t first = none;
  for (std::size_t c = 0; c < symbols; ++c)
    if (buckets.next[c] < buckets.end[c] && buckets.next[c] < first) first = buckets.next[c];
  return first;
}

/// The first entry that stands at a smaller index already, or n. Takes n bits; without them nothing is found.
template <class Index>
std::size_t first_repeated(Index const* sa, std::size_t n)
try {
  std::vector<bool> seen(n);
  for (std::size_t i = 0; i < n; ++i) {
    if (seen[sa[i]]) return i;
    seen[sa[i]] = true;
  }
  return n;
}
catch (std::bad_alloc const&) {
  return n;
}

}  // namespace
}  // namespace lexikos::check

namespace lexikos::detail
{

template <class Index>
SuffixArrayCheck check_suffix_array_sequentially(std::uint8_t const* text, Index const* suffix_array, std::size_t n)
{
  if (n == 0) return {};
  std::size_t const outside = check::first_out_of_range(suffix_array, n);
  if (outside < n) return {SuffixArrayDefect::out_of_range, outside};

  check::Buckets buckets;
  std::size_t const ascending = check::find_buckets(text, suffix_array, n, buckets);
  std::size_t const disorder = check::first_out_of_order(text, suffix_array, n, buckets, ascending);
  if (disorder == n) return {};

  std::size_t const repeated = check::first_repeated(suffix_array, n);
  if (repeated < n) return {SuffixArrayDefect::repeated, repeated};
  return {disorder == ascending ? SuffixArrayDefect::first_symbol : SuffixArrayDefect::order, disorder};
}

template SuffixArrayCheck check_suffix_array_sequentially<std::uint32_t>(std::uint8_t const*, std::uint32_t const*,
                                                                         std::size_t);
template SuffixArrayCheck check_suffix_array_sequentially<std::uint64_t>(std::uint8_t const*, std::uint64_t const*,
                                                                         std::size_t);

}  // namespace lexikos::detail
