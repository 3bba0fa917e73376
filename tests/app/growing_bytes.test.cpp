// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/io/growing_bytes.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace
{

using lexikos::app::GrowingBytes;

void append(GrowingBytes& bytes, std::size_t count)
{
  bytes.make_room(count);
  std::fill_n(bytes.end(), count, std::uint8_t{'x'});
  bytes.add(count);
}

TEST_CASE("whoever is told how many bytes there are hears of it as they grow, and not of each")
{
  constexpr std::size_t part = 1'000'000;
  constexpr std::size_t max_unheard = std::size_t{32} << 20;
  GrowingBytes bytes("a text");
  append(bytes, 3 * part);
  std::vector<std::size_t> told;
  bytes.on_growth([&](std::size_t size) { told.push_back(size); });
  for (std::size_t i = 0; i < 100; ++i) {
    append(bytes, part);
    std::size_t const heard = told.empty() ? 0 : told.back();
    REQUIRE(heard <= bytes.size());
    REQUIRE(bytes.size() - heard <= max_unheard);
  }
  CHECK(!told.empty());
  CHECK(told.size() <= 10);
  CHECK(std::is_sorted(told.begin(), told.end()));
  bytes.on_growth({});
  std::size_t const times = told.size();
  append(bytes, 100 * part);
  CHECK(told.size() == times);
}

}  // namespace
