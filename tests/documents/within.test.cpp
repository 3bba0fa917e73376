// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Occurrences within documents, against all places looked at.

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <lexikos/documents.hpp>
#include <lexikos/fm_index.hpp>
#include <lexikos/search.hpp>
#include <lexikos/suffix_array.hpp>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "naive.hpp"
#include "tests/code_of.hpp"
#include "tests/common/recording_resource.hpp"
#include "tests/first_difference.hpp"
#include "tests/spaces.hpp"
#include "tests/workspace_bounds.hpp"

namespace lexikos::tests::within
{

namespace
{

using Space = Kokkos::DefaultExecutionSpace;
template <class T>
using View = Kokkos::View<T, Space::memory_space>;

template <class Offsets>
concept HasWithin = requires(Space space, Documents<Space::memory_space> documents,
                             Occurrences<Space::memory_space, std::uint32_t> occurrences, Offsets offsets)
{
  within_documents(space, documents, occurrences, offsets);
};
static_assert(HasWithin<View<std::uint64_t*>> && HasWithin<View<std::uint64_t const*>>);
static_assert(!HasWithin<View<std::uint32_t*>>, "offsets are of 64 bits");

/// Patterns as their lengths, and where each occurs.
template <class Index>
struct Found
{
  std::vector<std::uint64_t> pattern_offsets = {0};
  std::vector<std::uint64_t> offsets = {0};
  std::vector<Index> positions;

  void add(std::uint64_t length, std::vector<Index> const& places)
  {
    pattern_offsets.push_back(pattern_offsets.back() + length);
    positions.insert(positions.end(), places.begin(), places.end());
    offsets.push_back(positions.size());
  }
};

template <class Index>
Found<Index> naive_within(Found<Index> const& all, Offsets const& documents)
{
  Found<Index> found;
  for (std::size_t p = 0; p + 1 < all.offsets.size(); ++p) {
    std::uint64_t const length = all.pattern_offsets[p + 1] - all.pattern_offsets[p];
    std::vector<Index> kept;
    for (std::uint64_t i = all.offsets[p]; i < all.offsets[p + 1]; ++i) {
      std::uint64_t const document = naive_document_of(documents, all.positions[i]);
      if (document != not_found && length <= documents[document + 1] - all.positions[i])
        kept.push_back(all.positions[i]);
    }
    found.add(length, kept);
  }
  return found;
}

template <class ExecutionSpace, class Index>
Occurrences<typename ExecutionSpace::memory_space, Index> to_occurrences(Found<Index> const& found)
{
  return {to_view<ExecutionSpace>(found.offsets), to_view<ExecutionSpace>(found.positions)};
}

/// \param all  of a text with these documents
template <class ExecutionSpace, class Index>
void expect_within(ExecutionSpace const& space, Found<Index> const& all, Collection const& collection)
{
  auto const documents = documents_from_host(space, collection.offsets, collection.size);
  auto const occurrences = to_occurrences<ExecutionSpace>(all);
  auto const found = within_documents(space, documents, occurrences, to_view<ExecutionSpace>(all.pattern_offsets));
  auto const expected = naive_within(all, collection.offsets);
  REQUIRE(first_difference(to_vector(found.offsets), expected.offsets) == "");
  REQUIRE(first_difference(to_vector(found.positions), expected.positions) == "");
  REQUIRE(first_difference(to_vector(occurrences.positions), all.positions) == "");
}

/// Patterns of all lengths at all positions, also where a text of that size has none.
template <class Index>
Found<Index> everywhere(std::uint64_t size)
{
  Found<Index> all;
  std::vector<Index> places;
  for (std::uint64_t i = 0; i < size + 2; ++i) places.push_back(static_cast<Index>(i));
  places.push_back(std::numeric_limits<Index>::max());
  for (std::uint64_t length = 0; length < size + 2; ++length) {
    all.add(length, places);
    if (length % 2 == 0) all.add(length, {});
  }
  return all;
}

template <class ExecutionSpace, class Index>
void expect_all_small()
{
  auto const space = smallest_instance<ExecutionSpace>();
  auto const all = everywhere<Index>(5);
  for (std::uint64_t a = 0; a <= 5; ++a)
    for (std::uint64_t b = a; b <= 5; ++b)
      for (std::uint64_t c = b; c <= 5; ++c)
        for (std::uint64_t d = c; d <= 5; ++d) {
          CAPTURE(a);
          CAPTURE(b);
          CAPTURE(c);
          CAPTURE(d);
          expect_within(space, all, {{a, b, c, d}, 5});
        }
  expect_within(space, all, {{0}, 5});
  expect_within(space, Found<Index>{}, {{0, 5}, 5});
}

template <class ExecutionSpace, class Index>
void expect_all_kinds()
{
  ExecutionSpace const space{};
  std::size_t number = 0;
  for (auto const& collection : some_collections()) {
    CAPTURE(number);
    texts::Random next(++number);
    Found<Index> all;
    for (std::size_t p = 0; p < 60; ++p) {
      std::vector<Index> places(next.below(4) == 0 ? 0 : next.below(p == 7 ? 9'000 : 300));
      for (auto& place : places) place = static_cast<Index>(next.below(collection.size + 3));
      all.add(next.below(3) == 0 ? next.below(2'000) : next.below(9), places);
    }
    expect_within(space, all, collection);
  }
}

std::string letters(std::size_t n, std::uint64_t seed)
{
  texts::Random next(seed);
  std::string text;
  for (std::size_t i = 0; i < n; ++i) text += "ACGT"[next.below(4)];
  return text;
}

/// Both indexes find in each document what looking at it finds.
template <class ExecutionSpace, class Index>
void expect_of_indexes()
{
  ExecutionSpace const space{};
  std::string const text = letters(3'000, 5);
  Offsets const offsets = {0, 700, 700, 703, 704, 1'500, 2'990, 3'000};
  auto const documents = documents_from_host(space, offsets, text.size());
  std::vector<std::string> patterns = {"", "A", "CG", "ACGT", text, text.substr(698, 4), text.substr(2'980, 20)};
  for (std::size_t i = 0; i < 40; ++i) patterns.push_back(letters(1 + i % 6, i));
  std::vector<std::string_view> const views(patterns.begin(), patterns.end());
  auto const batch = patterns_from_host(space, std::span<std::string_view const>(views));
  Found<Index> expected;
  for (auto const& pattern : patterns) {
    std::vector<Index> places;
    for (std::size_t d = 0; d + 1 < offsets.size(); ++d)
      for (std::size_t at = offsets[d]; at < offsets[d + 1] && at + pattern.size() <= offsets[d + 1]; ++at)
        if (text.compare(at, pattern.size(), pattern) == 0) places.push_back(static_cast<Index>(at));
    expected.add(pattern.size(), places);
  }
  auto const symbols = to_view<ExecutionSpace>(std::vector<std::uint8_t>(text.begin(), text.end()));
  TestArray<Index, ExecutionSpace> const array("suffix array", text.size());
  suffix_array(space, symbols, array);
  using MemorySpace = typename ExecutionSpace::memory_space;
  auto const expect = [&](auto const& index) {
    auto const found = within_documents(
        space, documents, index.locate(space, batch.symbols, batch.offsets, {.text_order = true}), batch.offsets);
    REQUIRE(first_difference(to_vector(found.offsets), expected.offsets) == "");
    REQUIRE(first_difference(to_vector(found.positions), expected.positions) == "");
  };
  expect(SuffixIndex<MemorySpace, Index>(space, symbols, array));
  expect(FmIndex<MemorySpace, Index>(space, symbols, {.sample_rate = 4}));
}

template <class ExecutionSpace>
void expect_errors()
{
  ExecutionSpace const space{};
  auto const documents = documents_from_host(space, Offsets{0, 2, 5}, 5);
  using Index = std::uint32_t;
  auto const code_for = [&](Found<Index> const& found) {
    return code_of([&] {
      (void)within_documents(space, documents, to_occurrences<ExecutionSpace>(found),
                             to_view<ExecutionSpace>(found.pattern_offsets));
    });
  };
  Found<Index> const right{{1, 3, 3}, {0, 1, 3}, {0, 1, 2}};
  CHECK(code_for(right) == std::nullopt);
  for (Found<Index> const& wrong :
       {Found<Index>{{}, {}, {}}, Found<Index>{{0, 1}, {0, 1, 3}, {0, 1, 2}},
        Found<Index>{{1, 0, 3}, {0, 1, 3}, {0, 1, 2}}, Found<Index>{{1, 3, 2}, {0, 1, 3}, {0, 1, 2}},
        Found<Index>{{1, 3, 3}, {1, 1, 3}, {0, 1, 2}}, Found<Index>{{1, 3, 3}, {0, 4, 3}, {0, 1, 2}},
        Found<Index>{{1, 3, 3}, {0, 1, 2}, {0, 1, 2}}, Found<Index>{{1, 3, 3}, {0, 1, 4}, {0, 1, 2}},
        Found<Index>{{0}, {0}, {0, 1}}})
  {
    CAPTURE(wrong.pattern_offsets.size());
    CHECK(code_for(wrong) == ErrorCode::invalid_argument);
  }
}

template <class ExecutionSpace>
void expect_memory()
{
  ExecutionSpace const space = own_instance<ExecutionSpace>();
  auto const all = everywhere<std::uint64_t>(100);
  auto const documents = documents_from_host(space, Offsets{0, 30, 100}, 100);
  auto const occurrences = to_occurrences<ExecutionSpace>(all);
  auto const offsets = to_view<ExecutionSpace>(all.pattern_offsets);
  expect_bounds(space, {{"within_documents", within_documents_workspace_bytes<ExecutionSpace>(all.positions.size()),
                         [&](Workspace* workspace) {
                           (void)within_documents(space, documents, occurrences, offsets, {.workspace = workspace});
                         }}});
  RecordingResource resource, refused;
  set_default_memory_resource(&refused);  // not to be used
  {
    Workspace workspace(resource);
    auto const found = within_documents(space, documents, occurrences, offsets, {.workspace = &workspace});
    workspace.release();
    CHECK(resource.allocated.size() == 2);
  }
  set_default_memory_resource(nullptr);
  CHECK(refused.count == 0);
  CHECK(resource.allocated.empty());
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("occurrences within documents: all small collections", ExecutionSpace, within_small)
{
  expect_all_small<ExecutionSpace, std::uint32_t>();
  expect_all_small<ExecutionSpace, std::uint64_t>();
}
TEST_CASE_TEMPLATE_APPLY(within_small, Spaces);

TEST_CASE_TEMPLATE_DEFINE("occurrences within documents: collections of many kinds", ExecutionSpace, within_kinds)
{
  expect_all_kinds<ExecutionSpace, std::uint32_t>();
  expect_all_kinds<ExecutionSpace, std::uint64_t>();
}
TEST_CASE_TEMPLATE_APPLY(within_kinds, Spaces);

TEST_CASE_TEMPLATE_DEFINE("occurrences within documents: those that indexes locate", ExecutionSpace, within_indexes)
{
  expect_of_indexes<ExecutionSpace, std::uint32_t>();
  expect_of_indexes<ExecutionSpace, std::uint64_t>();
}
TEST_CASE_TEMPLATE_APPLY(within_indexes, Spaces);

TEST_CASE_TEMPLATE_DEFINE("occurrences within documents: errors and memory", ExecutionSpace, within_interface)
{
  expect_errors<ExecutionSpace>();
  expect_memory<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(within_interface, Spaces);

}  // namespace lexikos::tests::within
