// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Bit vectors against the naive vector: every query, one by one and in batches.

#include <algorithm>
#include <cstdint>
#include <lexikos/bit_vector.hpp>
#include <limits>
#include <random>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "spaces.hpp"

namespace lexikos::tests
{

template <class Space_, class Layout_>
struct Case
{
  using Space = Space_;
  using Layout = Layout_;
};

using Layouts = std::tuple<bit_layouts::Interleaved32, bit_layouts::Interleaved64, bit_layouts::Compact32,
                           bit_layouts::Compact64, bit_layouts::TwoLevel>;

template <class Space, class... Layout>
auto cases_of(std::tuple<Layout...>) -> std::tuple<Case<Space, Layout>...>;

template <class... Space>
auto all_cases(std::tuple<Space...>) -> decltype(std::tuple_cat(cases_of<Space>(Layouts{})...));

using Cases = decltype(all_cases(Spaces{}));

/// The naive vector: positions of ones and zeros, and counts before every position.
struct Naive
{
  std::vector<std::uint8_t> bits;
  std::vector<std::uint64_t> ones_before;
  std::vector<std::uint64_t> positions[2];

  explicit Naive(std::vector<std::uint8_t> const& flags) : bits(flags), ones_before(flags.size() + 1, 0)
  {
    for (std::size_t i = 0; i < bits.size(); ++i) {
      ones_before[i + 1] = ones_before[i] + bits[i];
      positions[bits[i]].push_back(i);
    }
  }

  std::uint64_t rank1(std::uint64_t i) const { return ones_before[std::min<std::uint64_t>(i, bits.size())]; }
  std::uint64_t rank0(std::uint64_t i) const { return std::min<std::uint64_t>(i, bits.size()) - rank1(i); }
  std::uint64_t select(int bit, std::uint64_t k) const
  {
    return k == 0 || k > positions[bit].size() ? not_found : positions[bit][k - 1];
  }
  std::uint8_t access(std::uint64_t i) const { return i < bits.size() ? bits[i] : no_bit; }

  std::vector<std::uint64_t> words() const
  {
    std::vector<std::uint64_t> packed((bits.size() + 63) / 64, 0);
    for (std::size_t i = 0; i < bits.size(); ++i) packed[i / 64] |= std::uint64_t{bits[i]} << (i % 64);
    return packed;
  }
};

template <class Index, class Space, class Bits>
void check_queries(Space const& space, Bits const& bits, Naive const& naive, std::vector<Index> const& queries)
{
  auto const asked = to_view<Space>(queries);
  TestArray<Index, Space> const found("found", queries.size());
  TestArray<std::uint8_t, Space> const found_bits("found_bits", queries.size());
  auto const compare = [&](char const* what, auto const& answer) {
    auto const answers = to_vector(found);
    for (std::size_t q = 0; q < queries.size(); ++q)
      if (answers[q] != static_cast<Index>(answer(queries[q]))) {
        FAIL_CHECK(what << "(" << queries[q] << ") is " << answers[q] << ", not " << answer(queries[q]) << " of "
                        << naive.bits.size());
        return;
      }
  };
  bits.rank1(space, asked, found);
  compare("rank1", [&](std::uint64_t q) { return naive.rank1(q); });
  bits.rank0(space, asked, found);
  compare("rank0", [&](std::uint64_t q) { return naive.rank0(q); });
  bits.select1(space, asked, found);
  compare("select1", [&](std::uint64_t q) { return naive.select(1, q); });
  bits.select0(space, asked, found);
  compare("select0", [&](std::uint64_t q) { return naive.select(0, q); });
  bits.access(space, asked, found_bits);
  auto const answers = to_vector(found_bits);
  for (std::size_t q = 0; q < queries.size(); ++q)
    if (answers[q] != naive.access(queries[q])) {
      FAIL_CHECK("access(" << queries[q] << ") is " << int(answers[q]) << " of " << naive.bits.size());
      return;
    }
}

template <class Index>
std::vector<Index> all_queries(std::size_t size)
{
  std::vector<Index> queries(size + 3);
  for (std::size_t q = 0; q < queries.size(); ++q) queries[q] = static_cast<Index>(q);
  queries.push_back(std::numeric_limits<Index>::max());
  queries.push_back(std::numeric_limits<Index>::max() / 2);
  return queries;
}

template <class Layout, class Space>
void check_all(Space const& space, std::vector<std::uint8_t> const& flags)
{
  Naive const naive(flags);
  BitVector<typename Space::memory_space, Layout> const bits(space, to_view<Space>(naive.words()), flags.size());
  CHECK(bits.size() == flags.size());
  CHECK(bits.ones() == naive.positions[1].size());
  check_queries(space, bits, naive, all_queries<std::uint32_t>(flags.size()));
  check_queries(space, bits, naive, all_queries<std::uint64_t>(flags.size()));
}

inline std::vector<std::uint8_t> random_flags(std::size_t size, double density, std::mt19937_64& random)
{
  std::bernoulli_distribution one(density);
  std::vector<std::uint8_t> flags(size);
  for (auto& flag : flags) flag = one(random);
  return flags;
}

}  // namespace lexikos::tests
