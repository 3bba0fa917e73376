// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "app/arrays.hpp"
#include "app/process.hpp"

namespace
{

using process::contains;
using process::Folder;
using process::lexikos;
using process::read;
using Names = std::vector<std::string>;

template <class Token>
std::vector<Token> tokens(std::size_t n)
{
  std::vector<Token> made(n);
  std::uint64_t seed = n;
  for (auto& token : made) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    token = static_cast<Token>((seed >> 33) % 7 * 4'099 + (seed >> 50) % 3);
  }
  return made;
}

/// Suffixes in their order, by comparing them one by one; tokens by value, or as strings of bytes.
template <class Token>
std::vector<std::uint64_t> sorted_suffixes(std::vector<Token> const& text, bool by_bytes)
{
  std::vector<std::uint64_t> order(text.size());
  std::iota(order.begin(), order.end(), std::uint64_t{0});
  std::string const bytes = arrays::to_bytes(text);
  std::ranges::sort(order, [&](std::uint64_t p, std::uint64_t q) {
    if (by_bytes) return bytes.substr(p * sizeof(Token)) < bytes.substr(q * sizeof(Token));
    auto const at = [&](std::uint64_t i) { return text.begin() + static_cast<std::ptrdiff_t>(i); };
    return std::lexicographical_compare(at(p), text.end(), at(q), text.end());
  });
  return order;
}

/// Entries in `width` bytes each.
std::string packed(std::vector<std::uint64_t> const& entries, std::uint64_t factor, std::size_t width)
{
  std::string bytes;
  for (auto const entry : entries) {
    std::uint64_t const value = entry * factor;
    bytes.append(reinterpret_cast<char const*>(&value), width);
  }
  return bytes;
}

template <class Token>
void expect_tokens(std::string const& symbols)
{
  Folder const folder;
  for (std::size_t const n : {0u, 1u, 40u, 128u, 129u, 3'000u}) {
    CAPTURE(n);
    auto const text = tokens<Token>(n);
    std::string const file = folder.write("tokens", arrays::to_bytes(text));
    std::string const out = folder / "out";
    auto const array = [&](Names const& more) {
      Names command{"sa", file, "-q", "--symbols", symbols, "--check", "-o", out};
      command.insert(command.end(), more.begin(), more.end());
      auto const result = lexikos(command);
      CAPTURE(result.err);
      CHECK(result.exit_code == 0);
      return read(out);
    };
    auto const by_value = sorted_suffixes(text, false);
    auto const by_bytes = sorted_suffixes(text, true);
    std::size_t const bytes = n * sizeof(Token);
    std::size_t const width = bytes <= 256 ? 1 : 2;
    CHECK((array({}) == packed(by_value, 1, 4)));
    CHECK((array({"--index", "u64"}) == packed(by_value, 1, 8)));
    CHECK((array({"--scale", "byte"}) == packed(by_value, sizeof(Token), 4)));
    CHECK((array({"--order", "bytes"}) == packed(by_bytes, 1, 4)));
    CHECK((array({"--order", "bytes", "--entries", "packed", "--scale", "byte"}) ==
           packed(by_bytes, sizeof(Token), width)));
    CHECK((array({"--entries", "packed"}) == packed(by_value, 1, n <= 256 ? 1 : 2)));
  }
}

TEST_CASE("sa: tokens in the order of their values and of their bytes, entries of every form")
{
  expect_tokens<std::uint16_t>("u16");
  expect_tokens<std::uint32_t>("u32");
}

TEST_CASE("sa: packed entries of bytes, and files that are no tokens")
{
  Folder const folder;
  std::string text(300, 'a');
  for (std::size_t i = 0; i < text.size(); ++i) text[i] = static_cast<char>('a' + i * i % 11);
  std::string const file = folder.write("text", text);
  std::vector<std::uint8_t> const symbols(text.begin(), text.end());
  CHECK((lexikos({"sa", file, "-q", "--entries", "packed", "-o", "-"}).out ==
         packed(sorted_suffixes(symbols, false), 1, 2)));
  std::string const odd = folder.write("odd", "abc");
  auto const refused = lexikos({"sa", odd, "-q", "--symbols", "u16"});
  CHECK(refused.exit_code == 3);
  CHECK(contains(refused.err, "3 bytes are not symbols of 2"));
}

}  // namespace
