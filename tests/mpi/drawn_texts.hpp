// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <vector>

namespace lexikos::tests::mpi
{

/// A text of n symbols below 256 in one of many ways: random over few or many letters, periodic, in runs, of copies,
/// Fibonacci's, one letter.
inline std::vector<std::uint64_t> draw_text(std::size_t n, std::mt19937_64& random)
{
  std::vector<std::uint64_t> text(n);
  std::uint64_t const letters = std::vector<std::uint64_t>{1, 2, 3, 4, 20, 256}[random() % 6];
  auto const letter = [&] { return random() % letters; };
  switch (random() % 6) {
    case 0:
    case 1:
      for (auto& symbol : text) symbol = letter();
      break;
    case 2: {
      std::size_t const period = 1 + random() % 40;
      for (std::size_t i = 0; i < n; ++i) text[i] = i < period ? letter() : text[i - period];
      if (n != 0 && random() % 2 == 0) text[random() % n] = random() % 3;
      break;
    }
    case 3:
      for (std::size_t i = 0; i < n;) {
        std::uint64_t const symbol = letter();
        for (std::size_t run = 1 + random() % 60; run > 0 && i < n; --run) text[i++] = symbol;
      }
      break;
    case 4: {
      std::size_t const first = 1 + random() % 50;
      for (std::size_t i = 0; i < n;) {
        std::size_t const from = i < first ? n : random() % i;
        for (std::size_t length = 1 + random() % 80; length > 0 && i < n; --length, ++i)
          text[i] = from == n ? letter() : text[from + random() % 80 % (i - from)];
      }
      break;
    }
    default: {
      std::string a = "a";
      std::string b = "ab";
      while (b.size() < n) {
        std::string const next = b + a;
        a = b;
        b = next;
      }
      for (std::size_t i = 0; i < n; ++i) text[i] = static_cast<unsigned char>(b[i]);
    }
  }
  return text;
}

/// The same text in symbols of another width, which compare alike, over all of the type's range.
template <class Symbol>
std::vector<Symbol> widened(std::vector<std::uint64_t> const& text)
{
  auto const unit = static_cast<Symbol>(std::uint64_t{0x0101010101010101u});
  std::vector<Symbol> wide;
  for (auto const symbol : text) wide.push_back(static_cast<Symbol>(symbol * unit));
  return wide;
}

/// By the definition.
template <class Symbol>
std::vector<std::uint64_t> sorted_suffixes(std::vector<Symbol> const& text)
{
  std::vector<std::uint64_t> suffixes(text.size());
  std::iota(suffixes.begin(), suffixes.end(), std::uint64_t{0});
  std::sort(suffixes.begin(), suffixes.end(), [&](std::uint64_t a, std::uint64_t b) {
    return std::lexicographical_compare(text.begin() + static_cast<std::ptrdiff_t>(a), text.end(),
                                        text.begin() + static_cast<std::ptrdiff_t>(b), text.end());
  });
  return suffixes;
}

}  // namespace lexikos::tests::mpi
