// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Collections for tests: texts, and ways to cut them into documents.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/reference/collection.hpp"
#include "tests/structured_texts.hpp"
#include "tests/texts.hpp"

namespace lexikos::tests
{

using Offsets = std::vector<std::uint64_t>;
using Collection = reference::CollectionText<std::uint8_t>;

/// Calls function(offsets) for every way to cut n symbols into documents in which a place between two symbols has up to
/// `most` borders, so that there are up to most - 1 empty documents, and likewise at either end.
template <class Function>
void for_each_cut(std::size_t n, std::size_t most, Function const& function)
{
  std::vector<std::size_t> borders(n + 1, 0);
  for (;;) {
    Offsets offsets = {0};
    for (std::size_t p = 0; p <= n; ++p) offsets.insert(offsets.end(), borders[p], p);
    if (n > 0 && offsets.back() != n) offsets.push_back(n);
    function(offsets);
    std::size_t p = 0;
    while (p <= n && borders[p] == most) borders[p++] = 0;
    if (p > n) return;
    ++borders[p];
  }
}

/// Documents of up to `longest` symbols; one of four is empty where there are empty ones.
inline Offsets random_cut(std::size_t n, std::size_t longest, bool with_empty, std::uint64_t seed)
{
  texts::Random next(seed);
  Offsets offsets = {0};
  if (with_empty) offsets.push_back(0);
  while (offsets.back() < n) {
    std::size_t const length = with_empty && next.below(4) == 0 ? 0 : 1 + next.below(longest);
    offsets.push_back(std::min<std::uint64_t>(n, offsets.back() + length));
  }
  if (with_empty) offsets.push_back(n);
  return offsets;
}

/// Documents of `length` symbols, the last one shorter.
inline Offsets equal_cut(std::size_t n, std::size_t length)
{
  Offsets offsets = {0};
  while (offsets.back() < n) offsets.push_back(std::min<std::uint64_t>(n, offsets.back() + length));
  return offsets;
}

struct NamedCollection
{
  std::string name;
  Collection collection;
};

/// Texts of about n symbols that are hard for doubling, each as one document, in short, medium and long ones, and in n of one
/// symbol; and documents that are all equal, or prefixes of each other.
inline std::vector<NamedCollection> structured_collections(std::size_t n)
{
  std::vector<NamedCollection> found;
  std::uint64_t seed = 0;
  for (auto const& [name, text] : texts::structured(n)) {
    std::size_t const size = text.size();
    found.push_back({name + ", one document", {text, {0, size}}});
    found.push_back({name + ", documents of one symbol", {text, equal_cut(size, 1)}});
    for (std::size_t const longest : {std::size_t{12}, std::size_t{150}, size / 3})
      found.push_back({name + ", documents of up to " + std::to_string(longest),
                       {text, random_cut(size, longest, ++seed % 2 == 0, seed)}});
  }
  texts::Text const word = texts::fibonacci(n / 10);
  texts::Text equal, prefixes;
  Offsets cut = {0};
  for (std::size_t k = 0; k < 10; ++k) {
    equal.insert(equal.end(), word.begin(), word.end());
    prefixes.insert(prefixes.end(), word.begin(),
                    word.begin() + static_cast<std::ptrdiff_t>((k * 7 % 10 + 1) * n / 100));
    cut.push_back(prefixes.size());
  }
  found.push_back({"equal documents", {equal, equal_cut(equal.size(), word.size())}});
  found.push_back({"prefixes of a document", {prefixes, cut}});
  return found;
}

}  // namespace lexikos::tests
