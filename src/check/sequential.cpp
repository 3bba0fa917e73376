// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The checker with O(sigma) memory: "gpu-pd", section 5.3, Algorithm 4, corrected. As printed that one skips SA[i] = 1,
// which refuses right arrays, and without the skip accepts [1, 1] for "aa".
//
// For every symbol c the array lists the suffixes cX in a bucket, and, scanned from the left, passes their remainders X
// in the same order (after the empty remainder, which is below all). So a pointer into each bucket moves on whenever its
// entry's remainder is passed. A bucket whose pointer does not reach the end stops at the first entry whose remainder does
// not come after that of the entry before. All pointers reach the end only if every position v < n - 1 occurs at most as
// often as v + 1, and n - 1 once: with n entries, the array is then a permutation, and sorted.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <lexikos/check.hpp>
#include <new>
#include <vector>

#include "common/host_containers.hpp"

namespace lexikos::check_detail
{

namespace
{

struct Bucket
{
  std::size_t next = 0;  ///< the first entry whose remainder has not been passed yet
  std::size_t end = 0;
};

/// The buckets of all symbols; a symbol that does not occur has an empty one. They are added in the order of their symbols.
template <class Symbol>
class Buckets
{
 public:
  void add(Symbol symbol, Bucket const& bucket) { m_buckets.push_back({symbol, bucket}); }

  [[nodiscard]] Bucket* find(Symbol symbol)
  {
    auto const found = std::ranges::lower_bound(m_buckets, symbol, {}, &Entry::symbol);
    return found != m_buckets.end() && found->symbol == symbol ? &found->bucket : nullptr;
  }

  template <class Function>
  void for_each(Function function) const
  {
    for (Entry const& entry : m_buckets) function(entry.bucket);
  }

 private:
  struct Entry
  {
    Symbol symbol;
    Bucket bucket;
  };

  std::vector<Entry> m_buckets;
};

template <>
class Buckets<std::uint8_t>
{
 public:
  void add(std::uint8_t symbol, Bucket const& bucket) { m_buckets[symbol] = bucket; }
  [[nodiscard]] Bucket* find(std::uint8_t symbol) { return &m_buckets[symbol]; }

  template <class Function>
  void for_each(Function function) const
  {
    for (Bucket const& bucket : m_buckets) function(bucket);
  }

 private:
  std::array<Bucket, 256> m_buckets{};
};

template <class Index>
std::size_t first_out_of_range(Index const* sa, std::size_t n)
{
  std::size_t i = 0;
  while (i < n && sa[i] < n) ++i;
  return i;
}

/// The buckets of the longest prefix of the array whose first symbols ascend; returns its length.
template <class Symbol, class Index>
std::size_t find_buckets(Symbol const* text, Index const* sa, std::size_t n, Buckets<Symbol>& buckets)
{
  for (std::size_t begin = 0, end = 0; begin < n; begin = end) {
    Symbol const c = text[sa[begin]];
    if (begin > 0 && text[sa[begin - 1]] > c) return begin;
    do ++end;
    while (end < n && text[sa[end]] == c);
    buckets.add(c, {begin, end});
  }
  return n;
}

/// The first entry of a bucket that is out of order, or `none`.
template <class Symbol, class Index>
std::size_t first_out_of_order(Symbol const* text, Index const* sa, std::size_t n, Buckets<Symbol>& buckets,
                               std::size_t none)
{
  auto pass = [&](std::size_t position) {
    Bucket* const bucket = buckets.find(text[position]);
    if (bucket != nullptr && bucket->next < bucket->end && sa[bucket->next] == position) ++bucket->next;
  };
  pass(n - 1);  // its remainder is empty
  for (std::size_t i = 0; i < n; ++i)
    if (sa[i] > 0) pass(sa[i] - 1);
  std::size_t first = none;
  buckets.for_each([&](Bucket const& bucket) {
    if (bucket.next < bucket.end) first = std::min(first, bucket.next);
  });
  return first;
}

/// The first entry that occurs at a smaller index already, or n. Takes n bits; without them nothing is found.
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

template <class Symbol, class Index>
SuffixArrayCheck check_sequentially(Symbol const* text, Index const* suffix_array, std::size_t n)
{
  if (n == 0) return {};
  std::size_t const outside = first_out_of_range(suffix_array, n);
  if (outside < n) return {SuffixArrayDefect::out_of_range, outside};

  Buckets<Symbol> buckets;
  std::size_t const ascending = detail::with_host_memory("the buckets of a text's symbols",
                                                         [&] { return find_buckets(text, suffix_array, n, buckets); });
  std::size_t const disorder = first_out_of_order(text, suffix_array, n, buckets, ascending);
  if (disorder == n) return {};

  std::size_t const repeated = first_repeated(suffix_array, n);
  if (repeated < n) return {SuffixArrayDefect::repeated, repeated};
  return {disorder == ascending ? SuffixArrayDefect::first_symbol : SuffixArrayDefect::order, disorder};
}

#define LEXIKOS_INSTANTIATE(SYMBOL)                                                               \
  template SuffixArrayCheck check_sequentially(SYMBOL const*, std::uint32_t const*, std::size_t); \
  template SuffixArrayCheck check_sequentially(SYMBOL const*, std::uint64_t const*, std::size_t);

LEXIKOS_INSTANTIATE(std::uint8_t)
LEXIKOS_INSTANTIATE(std::uint16_t)
LEXIKOS_INSTANTIATE(std::uint32_t)
LEXIKOS_INSTANTIATE(std::uint64_t)

#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos::check_detail
