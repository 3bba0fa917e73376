// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <lexikos/bit_vector.hpp>
#include <string>

namespace lexikos::fuzz
{

/// The first wrong answer of a vector on the host, by the bits that it says it has; empty if there is none. Of long vectors,
/// only some positions are asked for.
template <class Bits>
std::string wrong_answer(Bits const& bits)
{
  std::size_t const n = bits.size();
  auto const differs = [](char const* query, std::size_t of, std::uint64_t found, std::uint64_t expected) {
    return std::string(query) + "(" + std::to_string(of) + ") is " + std::to_string(found) + ", not " +
           std::to_string(expected);
  };
  std::size_t const step = n / 512 + 1;
  std::size_t counts[2] = {0, 0};
  for (std::size_t i = 0; i < n; ++i) {
    std::uint8_t const bit = bits.access(i);
    if (bit > 1) return differs("access", i, bit, 0);
    if (i % step == 0) {
      auto const both = bits.access_rank1(i);
      if (bits.rank1(i) != counts[1]) return differs("rank1", i, bits.rank1(i), counts[1]);
      if (bits.rank0(i) != counts[0]) return differs("rank0", i, bits.rank0(i), counts[0]);
      if (both.bit != bit || both.rank != counts[1]) return differs("access_rank1", i, both.rank, counts[1]);
      std::size_t const k = counts[bit] + 1;
      std::size_t const found = bit == 1 ? bits.select1(k) : bits.select0(k);
      if (found != i) return differs(bit == 1 ? "select1" : "select0", k, found, i);
    }
    ++counts[bit];
  }
  if (bits.ones() != counts[1]) return differs("ones", n, bits.ones(), counts[1]);
  for (std::size_t const beyond : {n, n + 1, 2 * n + 64, ~std::size_t{0}}) {
    if (bits.access(beyond) != no_bit) return differs("access", beyond, bits.access(beyond), no_bit);
    if (bits.rank1(beyond) != counts[1]) return differs("rank1", beyond, bits.rank1(beyond), counts[1]);
    if (bits.rank0(beyond) != counts[0]) return differs("rank0", beyond, bits.rank0(beyond), counts[0]);
  }
  for (std::size_t const k : {std::size_t{0}, counts[1] + 1, ~std::size_t{0}})
    if (bits.select1(k) != not_found) return differs("select1", k, bits.select1(k), not_found);
  for (std::size_t const k : {std::size_t{0}, counts[0] + 1, ~std::size_t{0}})
    if (bits.select0(k) != not_found) return differs("select0", k, bits.select0(k), not_found);
  return {};
}

}  // namespace lexikos::fuzz
