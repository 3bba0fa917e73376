// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bench/support/streamed_check.hpp"

#include <doctest/doctest.h>

#include <numeric>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace lexikos::bench
{

namespace
{

using Space = Kokkos::DefaultExecutionSpace;

std::vector<std::uint64_t> sorted_suffixes(std::string_view text)
{
  std::vector<std::uint64_t> suffixes(text.size());
  std::iota(suffixes.begin(), suffixes.end(), std::uint64_t{0});
  std::ranges::sort(suffixes, [&](auto a, auto b) { return text.substr(a) < text.substr(b); });
  return suffixes;
}

/// Whether they pass for the suffix array of the text, as entries of so many bytes.
bool pass(std::string const& text, std::vector<std::uint64_t> const& entries, unsigned entry_bytes)
{
  std::vector<std::uint8_t> bytes;
  for (std::uint64_t const entry : entries)
    for (unsigned b = 0; b < entry_bytes; ++b) bytes.push_back(static_cast<std::uint8_t>(entry >> (8 * b)));
  Kokkos::View<std::uint8_t*, Space::memory_space> const far("text", text.size());
  auto const host = Kokkos::create_mirror_view(far);
  std::copy(text.begin(), text.end(), host.data());
  Kokkos::deep_copy(far, host);
  try {
    return require_right_streamed(Space(), far, bytes.data(), entry_bytes, true) == 0;
  }
  catch (std::runtime_error const& error) {
    CHECK(std::string_view(error.what()).substr(0, 5) == "WRONG");
    return false;
  }
}

std::vector<std::string> texts()
{
  std::string const letters(3000, 'a');  // neighbours agree in more symbols than one thread compares
  std::string pairs;
  for (int i = 0; i < 2500; ++i) pairs += "ab";
  std::mt19937_64 random(1);
  std::string drawn;
  for (int i = 0; i < 2000; ++i) drawn += static_cast<char>('a' + random() % 3);
  return {"a", "ba", letters, pairs, drawn, drawn + drawn + "b", letters + "b" + letters};
}

TEST_CASE("a streamed check lets suffix arrays pass, and nothing else")
{
  for (std::string const& text : texts()) {
    auto const right = sorted_suffixes(text);
    for (unsigned const entry_bytes : {4U, 5U, 8U}) CHECK(pass(text, right, entry_bytes));
    if (text.size() < 2) continue;
    std::mt19937_64 random(text.size());
    for (int repeat = 0; repeat < 20; ++repeat) {
      auto swapped = right;
      std::size_t const i = random() % (text.size() - 1);
      std::swap(swapped[i], swapped[i + 1]);
      CHECK_FALSE(pass(text, swapped, 8));
    }
    auto twice = right;
    twice[text.size() / 2] = twice[text.size() / 2 - 1];
    CHECK_FALSE(pass(text, twice, 8));
    auto beyond = right;
    beyond.back() = text.size();
    CHECK_FALSE(pass(text, beyond, 8));
  }
}

}  // namespace

}  // namespace lexikos::bench
