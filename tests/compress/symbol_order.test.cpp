// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The order of symbols against a plain list.
#include "compress/symbol_order.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <vector>

namespace
{

using lexikos::compress_detail::SymbolOrder;
using Symbols = std::vector<std::uint8_t>;

Symbols contents(SymbolOrder const& order, std::size_t count)
{
  Symbols result(count);
  order.copy_to(result.data(), static_cast<std::uint32_t>(count));
  return result;
}

TEST_CASE("compression: symbols move to the front of their order, new ones from behind")
{
  std::mt19937 random(5);
  for (unsigned const alphabet : {1u, 2u, 7u, 8u, 9u, 16u, 17u, 100u, 255u, 256u}) {
    CAPTURE(alphabet);
    std::array<std::uint64_t, SymbolOrder::max_words> words;
    words.fill(0x4142434445464748u);  // what was there before is no symbol of the list
    SymbolOrder order(words.data());
    Symbols list;
    for (int step = 0; step < 5000; ++step) {
      // 0 is a symbol too, which words have where there is none yet
      auto const some = std::min(random() % alphabet, random() % alphabet);
      auto const symbol = static_cast<std::uint8_t>((step % 16 == 0 ? step / 16 % alphabet : some) * 37);
      auto const at = std::find(list.begin(), list.end(), symbol);
      auto const rank = static_cast<std::uint32_t>(at - list.begin());
      REQUIRE(order.move_to_front(symbol, static_cast<std::uint32_t>(list.size())) == rank);
      if (at != list.end()) list.erase(at);
      list.insert(list.begin(), symbol);
      REQUIRE(contents(order, list.size()) == list);
    }
    CHECK(list.size() == alphabet);
  }
}

TEST_CASE("compression: symbols move from the front of their order")
{
  std::mt19937 random(6);
  for (unsigned const count : {2u, 7u, 8u, 9u, 16u, 17u, 100u, 255u, 256u}) {
    CAPTURE(count);
    Symbols list(count);
    for (unsigned i = 0; i < count; ++i) list[i] = static_cast<std::uint8_t>(i * 37);
    std::array<std::uint64_t, SymbolOrder::max_words> words{};
    SymbolOrder order(words.data());
    order.assign(list.data(), count);
    for (int step = 0; step < 5000; ++step) {
      REQUIRE(order.first() == list[0]);
      REQUIRE(order.second() == list[1]);
      auto const rank = static_cast<std::uint32_t>(random() % count);
      order.move_from_front(rank);
      std::rotate(list.begin(), list.begin() + 1, list.begin() + rank + 1);
      REQUIRE(contents(order, count) == list);
    }
  }
}

}  // namespace
