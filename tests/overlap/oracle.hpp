// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

namespace lexikos::tests
{

using Numbers = std::vector<std::uint64_t>;

/// What is expected of one query document.
struct ExpectedOverlap
{
  std::uint64_t covered = 0;
  std::uint64_t longest = 0;
  std::set<std::uint64_t> documents = {};
};

/// Documents of a text as texts of their own; without offsets it is one.
template <class Symbol>
std::vector<std::vector<Symbol>> documents_of(std::vector<Symbol> const& text, Numbers const& offsets)
{
  if (offsets.empty()) return {text};
  std::vector<std::vector<Symbol>> documents;
  for (std::size_t d = 0; d + 1 < offsets.size(); ++d)
    documents.emplace_back(text.begin() + static_cast<std::ptrdiff_t>(offsets[d]),
                           text.begin() + static_cast<std::ptrdiff_t>(offsets[d + 1]));
  return documents;
}

/// By the definitions: a dictionary of windows, and rows of the table of longest common suffixes of two documents.
template <class Symbol>
std::vector<ExpectedOverlap> expected_overlap(std::vector<std::vector<Symbol>> const& queries,
                                              std::vector<std::vector<Symbol>> const& corpus, std::size_t length)
{
  auto const window = [&](std::vector<Symbol> const& text, std::size_t i) {
    return std::vector<Symbol>(text.begin() + static_cast<std::ptrdiff_t>(i),
                               text.begin() + static_cast<std::ptrdiff_t>(i + length));
  };
  std::map<std::vector<Symbol>, std::set<std::uint64_t>> windows;
  for (std::size_t d = 0; d < corpus.size(); ++d)
    for (std::size_t i = 0; i + length <= corpus[d].size(); ++i) windows[window(corpus[d], i)].insert(d);
  std::vector<ExpectedOverlap> expected(queries.size());
  for (std::size_t q = 0; q < queries.size(); ++q) {
    auto const& query = queries[q];
    std::vector<bool> covered(query.size());
    for (std::size_t i = 0; i + length <= query.size(); ++i) {
      auto const found = windows.find(window(query, i));
      if (found == windows.end()) continue;
      std::fill_n(covered.begin() + static_cast<std::ptrdiff_t>(i), length, true);
      expected[q].documents.insert(found->second.begin(), found->second.end());
    }
    expected[q].covered = static_cast<std::uint64_t>(std::count(covered.begin(), covered.end(), true));
    std::size_t longest = 0;
    for (auto const& document : corpus) {
      std::vector<std::size_t> row(document.size() + 1);
      for (Symbol const symbol : query)
        for (std::size_t j = document.size(); j > 0; --j) {
          row[j] = document[j - 1] == symbol ? row[j - 1] + 1 : 0;
          longest = std::max(longest, row[j]);
        }
    }
    expected[q].longest = longest >= length ? longest : 0;
  }
  return expected;
}

}  // namespace lexikos::tests
