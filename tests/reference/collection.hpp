// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Arrays of collections, in two ways that share nothing: by the definition, and as the arrays of a text in which an end symbol
// of its own follows each document.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "kasai.hpp"
#include "sa_is.hpp"
#include "types.hpp"

namespace lexikos::reference
{

/// Documents one after the other: document d is [offsets[d], offsets[d + 1]).
template <class Symbol>
struct CollectionText
{
  std::vector<Symbol> symbols;
  std::vector<std::uint64_t> offsets;

  [[nodiscard]] std::size_t documents() const { return offsets.size() - 1; }
};

template <class Symbol>
struct CollectionArrays
{
  Positions suffix_array;
  Positions lcp;
  std::vector<Symbol> bwt;
};

/// Positions sorted by the strings that reach to the ends of their documents, then by document.
template <class Symbol>
CollectionArrays<Symbol> arrays_by_definition(CollectionText<Symbol> const& collection, Symbol terminator)
{
  auto const& [text, offsets] = collection;
  std::vector<std::size_t> begins(text.size()), ends(text.size());
  for (std::size_t d = 0; d < collection.documents(); ++d)
    for (std::size_t p = offsets[d]; p < offsets[d + 1]; ++p) {
      begins[p] = offsets[d];
      ends[p] = offsets[d + 1];
    }
  auto const string = [&](std::uint32_t p) {
    return std::vector<Symbol>(text.begin() + p, text.begin() + static_cast<std::ptrdiff_t>(ends[p]));
  };
  CollectionArrays<Symbol> arrays;
  std::vector<std::pair<std::vector<Symbol>, std::uint32_t>> suffixes;
  for (std::uint32_t p = 0; p < text.size(); ++p) suffixes.emplace_back(string(p), p);
  std::sort(suffixes.begin(), suffixes.end());
  for (std::size_t d = 0; d < collection.documents(); ++d)
    arrays.bwt.push_back(offsets[d] == offsets[d + 1] ? terminator : text[offsets[d + 1] - 1]);
  for (std::size_t i = 0; i < suffixes.size(); ++i) {
    auto const& [symbols, p] = suffixes[i];
    arrays.suffix_array.push_back(p);
    std::size_t common = 0;
    if (i > 0) {
      auto const& before = suffixes[i - 1].first;
      while (common < symbols.size() && common < before.size() && symbols[common] == before[common]) ++common;
    }
    arrays.lcp.push_back(static_cast<std::uint32_t>(common));
    arrays.bwt.push_back(p == begins[p] ? terminator : text[p - 1]);
  }
  return arrays;
}

/// The same by SA-IS and Kasai's algorithm, of the text with ends. O(n + documents).
template <class Symbol>
CollectionArrays<Symbol> arrays_by_ends(CollectionText<Symbol> const& collection, Symbol terminator)
{
  auto const& [text, offsets] = collection;
  std::size_t const d = collection.documents();
  std::vector<std::uint64_t> with_ends;
  Positions positions;  // of the text; an end has that of its document's end
  for (std::size_t k = 0; k < d; ++k) {
    for (std::size_t p = offsets[k]; p < offsets[k + 1]; ++p) {
      with_ends.push_back(d + text[p]);
      positions.push_back(static_cast<std::uint32_t>(p));
    }
    with_ends.push_back(k);
    positions.push_back(static_cast<std::uint32_t>(offsets[k + 1]));
  }
  CollectionArrays<Symbol> arrays;
  if (with_ends.empty()) return arrays;
  Positions const rows = sa_is(with_ends);
  Positions const lcp = kasai(with_ends, rows);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    bool const is_first = rows[r] == 0 || with_ends[rows[r] - 1] < d;
    arrays.bwt.push_back(is_first ? terminator : static_cast<Symbol>(with_ends[rows[r] - 1] - d));
    if (r < d) continue;
    arrays.suffix_array.push_back(positions[rows[r]]);
    arrays.lcp.push_back(lcp[r]);
  }
  return arrays;
}

}  // namespace lexikos::reference
