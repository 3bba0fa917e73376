// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Documents by looking at all of them, and collections for tests.

#include <cstddef>
#include <cstdint>
#include <lexikos/documents.hpp>
#include <vector>

#include "tests/texts.hpp"

namespace lexikos::tests
{

template <class ExecutionSpace>
using DocumentsOf = Documents<typename ExecutionSpace::memory_space>;

using Offsets = std::vector<std::uint64_t>;

/// Offsets beside a text of a number of symbols.
struct Collection
{
  Offsets offsets;
  std::uint64_t size;
};

inline std::uint64_t naive_document_of(Offsets const& offsets, std::uint64_t position)
{
  for (std::size_t d = 0; d + 1 < offsets.size(); ++d)
    if (offsets[d] <= position && position < offsets[d + 1]) return d;
  return not_found;
}

/// The same for all positions of [0, size), by writing every document over its own.
inline std::vector<std::uint64_t> naive_documents(Collection const& collection)
{
  std::vector<std::uint64_t> documents(collection.size, not_found);
  for (std::size_t d = 0; d + 1 < collection.offsets.size(); ++d)
    for (std::uint64_t i = collection.offsets[d]; i < collection.offsets[d + 1]; ++i) documents[i] = d;
  return documents;
}

/// Lengths of many kinds: alike, mixed, with crowds of empty ones, a long one among short ones; some collections start above
/// 0 and end below the size of the text.
inline std::vector<Collection> some_collections()
{
  std::vector<Collection> collections = {{{0}, 0}, {{0}, 5}, {{3}, 5}, {{5}, 5}, {{0, 0}, 0}, {{0, 5}, 5}, {{2, 4}, 9}};
  texts::Random next(1);
  for (std::uint64_t const longest : {1u, 2u, 7u, 100u, 3'000u})
    for (std::uint64_t const empty_of_eight : {0u, 3u, 7u})
      for (bool const is_part : {false, true}) {
        Collection collection{{is_part ? 1 + next.below(500) : 0}, 0};
        while (collection.offsets.size() < 400) {
          std::uint64_t const length = next.below(8) < empty_of_eight ? 0 : 1 + next.below(longest);
          collection.offsets.push_back(collection.offsets.back() + length);
        }
        collection.size = collection.offsets.back() + (is_part ? next.below(700) : 0);
        collections.push_back(collection);
      }
  Collection crowded{{}, 1'000'000};  // all short ones in one place, between two long ones
  crowded.offsets.push_back(0);
  for (std::uint64_t d = 0; d < 3'000; ++d) crowded.offsets.push_back(500'000 + d / 3);
  crowded.offsets.push_back(1'000'000);
  collections.push_back(crowded);
  return collections;
}

}  // namespace lexikos::tests
