// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include <bit>
#include <cstdint>
#include <limits>

#include "suffix_array/rounds/chains.hpp"

namespace lexikos::tests
{

using suffix_array_detail::chain_order;
using suffix_array_detail::ChainOrder;

TEST_CASE("chain order: places and positions are each other's inverse, chains backwards")
{
  for (std::size_t const n : {1, 2, 7, 12, 100})
    for (std::size_t distance = 1; distance <= n; ++distance) {
      ChainOrder const order = chain_order<std::uint32_t>(n, distance, {1, n});
      REQUIRE(order.distance == distance);
      REQUIRE(order.size() >= n);
      for (std::size_t position = 0; position < n; ++position) {
        CHECK(order.position(order.place(position)) == position);
        if (position + distance < n) CHECK(order.place(position) == order.place(position + distance) + 1);
      }
    }
}

TEST_CASE("chain order: no chains without a distance, or with one that the groups do not reach")
{
  CHECK(chain_order<std::uint32_t>(1000, 0, {1, 64}).distance == 0);
  CHECK(chain_order<std::uint32_t>(1000, 65, {1, 64}).distance == 0);
}

TEST_CASE("chain order: a multiple of a distance that is too short")
{
  CHECK(chain_order<std::uint32_t>(1000, 3, {5, 64}).distance == 6);
  CHECK(chain_order<std::uint32_t>(1000, 3, {5, 5}).distance == 0);
}

TEST_CASE("chain order: links and ranks share 64 bits, places fit the index")
{
  constexpr std::size_t most = std::numeric_limits<std::uint32_t>::max() - 1;
  ChainOrder const order = chain_order<std::uint32_t>(most, 1, {1, 64});
  CHECK(order.distance > 1);
  CHECK(std::bit_width(2 * order.length) + std::bit_width(most) <= 64);
  // a block of a third of the text, three times: its places would reach beyond 2^32
  constexpr std::size_t n = 4'000'000'000;
  CHECK(chain_order<std::uint32_t>(n, n / 3, {1, std::size_t{1} << 31}).distance == 0);
  CHECK(chain_order<std::uint64_t>(n, n / 3, {1, std::size_t{1} << 31}).distance == n / 3);
}

}  // namespace lexikos::tests
