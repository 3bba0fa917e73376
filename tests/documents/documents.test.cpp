// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The document of every position, against documents that look at all of them.

#include <doctest/doctest.h>

#include <cstdint>
#include <lexikos/documents.hpp>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "naive.hpp"
#include "tests/code_of.hpp"
#include "tests/first_difference.hpp"
#include "tests/spaces.hpp"

namespace lexikos::tests
{

namespace
{

/// 0..size and a few beyond, where no document is.
std::vector<std::uint64_t> positions_of(std::uint64_t size)
{
  std::vector<std::uint64_t> positions;
  for (std::uint64_t i = 0; i < size + 3; ++i) positions.push_back(i);
  for (std::uint64_t const far : {std::uint64_t{1} << 32, std::uint64_t{1} << 63, not_found - 1, not_found})
    positions.push_back(far);
  return positions;
}

/// What a kernel of a user asks: the bounds of the document of each position, and those of each document.
template <class MemorySpace>
struct AskBounds
{
  Documents<MemorySpace> documents;
  Span<std::uint64_t const, MemorySpace> positions;
  Span<std::uint64_t, MemorySpace> found;  // document, its bounds as of the position, the same as of the document

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    DocumentBounds const bounds = documents.bounds_of(positions(i));
    found(5 * i) = documents.document_of(positions(i));
    found(5 * i + 1) = bounds.document == found(5 * i) ? bounds.begin : 77;
    found(5 * i + 2) = bounds.document == found(5 * i) ? bounds.end : 77;
    found(5 * i + 3) = documents.begin(found(5 * i));
    found(5 * i + 4) = documents.end(found(5 * i));
  }
};

template <class ExecutionSpace>
std::vector<std::uint64_t> ask_bounds(ExecutionSpace const& space, DocumentsOf<ExecutionSpace> const& documents,
                                      std::vector<std::uint64_t> const& positions)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  auto const asked = to_view<ExecutionSpace>(positions);
  TestArray<std::uint64_t, ExecutionSpace> const found("found", 5 * positions.size());
  Kokkos::parallel_for("lexikos::tests::ask_bounds", Kokkos::RangePolicy<ExecutionSpace>(space, 0, positions.size()),
                       AskBounds<MemorySpace>{documents, asked, found});
  space.fence();
  return to_vector(found);
}

template <class Position, class Document, class ExecutionSpace>
void expect_batch(ExecutionSpace const& space, DocumentsOf<ExecutionSpace> const& documents,
                  std::vector<std::uint64_t> const& positions, std::vector<std::uint64_t> const& expected)
{
  auto const asked = to_view<ExecutionSpace>(std::vector<Position>(positions.begin(), positions.end()));
  TestArray<Document, ExecutionSpace> const found("found", positions.size());
  documents.document_of(space, asked, found);
  space.fence();
  REQUIRE(first_difference(to_vector(found), std::vector<Document>(expected.begin(), expected.end())) == "");
  if constexpr (std::is_same_v<Position, Document>) {
    documents.document_of(space, asked, asked);  // in place
    space.fence();
    REQUIRE(first_difference(to_vector(asked), to_vector(found)) == "");
  }
}

/// All answers for all positions.
template <class ExecutionSpace>
void expect_answers(ExecutionSpace const& space, DocumentsOf<ExecutionSpace> const& documents,
                    Collection const& collection)
{
  REQUIRE(documents.count() == collection.offsets.size() - 1);
  REQUIRE(documents.size() == collection.size);
  auto positions = positions_of(collection.size);
  auto expected = naive_documents(collection);
  expected.resize(positions.size(), not_found);
  std::vector<std::uint64_t> bounds;
  for (auto const d : expected) {
    bool const none = d == not_found;
    std::uint64_t const begin = none ? not_found : collection.offsets[d];
    std::uint64_t const end = none ? not_found : collection.offsets[d + 1];
    bounds.insert(bounds.end(), {d, begin, end, begin, end});
  }
  REQUIRE(first_difference(ask_bounds(space, documents, positions), bounds) == "");
  expect_batch<std::uint64_t, std::uint64_t>(space, documents, positions, expected);
  expect_batch<std::uint64_t, std::uint32_t>(space, documents, positions, expected);
  positions.resize(collection.size);  // in 32 bits, those beyond would be others
  expected.resize(collection.size);
  positions.push_back(std::numeric_limits<std::uint32_t>::max());
  expected.push_back(not_found);
  expect_batch<std::uint32_t, std::uint64_t>(space, documents, positions, expected);
  expect_batch<std::uint32_t, std::uint32_t>(space, documents, positions, expected);
}

/// Of every d: begin(d) and end(d), also of empty documents, and beyond the last.
template <class MemorySpace>
struct ReadBounds
{
  Documents<MemorySpace> documents;
  Span<std::uint64_t, MemorySpace> found;

  KOKKOS_FUNCTION void operator()(std::size_t d) const
  {
    found(2 * d) = documents.begin(d);
    found(2 * d + 1) = documents.end(d);
  }
};

template <class ExecutionSpace>
void expect_bounds_of_all(ExecutionSpace const& space, Collection const& collection)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  auto const documents = documents_from_host(space, collection.offsets, collection.size);
  std::size_t const count = documents.count();
  TestArray<std::uint64_t, ExecutionSpace> const found("found", 2 * count + 4);
  Kokkos::parallel_for("lexikos::tests::read_bounds", Kokkos::RangePolicy<ExecutionSpace>(space, 0, count + 2),
                       ReadBounds<MemorySpace>{documents, found});
  space.fence();
  Offsets expected;
  for (std::size_t d = 0; d < count; ++d)
    expected.insert(expected.end(), {collection.offsets[d], collection.offsets[d + 1]});
  expected.resize(2 * count + 4, not_found);
  REQUIRE(first_difference(to_vector(found), expected) == "");
}

std::string listed(Offsets const& offsets)
{
  std::string list;
  for (auto const offset : offsets) list += std::to_string(offset) + ' ';
  return list;
}

/// Calls function(offsets) for all that ascend within [0, size].
template <class Function>
void for_each_collection(std::size_t count, std::uint64_t size, Function const& function)
{
  Offsets offsets(count + 1, 0);
  for (;;) {
    function(offsets);
    std::size_t i = offsets.size();
    while (i > 0 && offsets[i - 1] == size) --i;
    if (i == 0) return;
    std::uint64_t const next = offsets[i - 1] + 1;
    for (std::size_t j = i - 1; j < offsets.size(); ++j) offsets[j] = next;
  }
}

/// All collections of few documents in short texts, with directories of all sizes.
template <class ExecutionSpace>
void expect_all_small()
{
  auto const space = smallest_instance<ExecutionSpace>();
  std::size_t seen = 0;
  for (std::size_t count = 0; count <= 4; ++count)
    for_each_collection(count, 6, [&](Offsets const& offsets) {
      CAPTURE(listed(offsets));
      auto const positions = positions_of(6);
      std::vector<std::uint64_t> expected;
      for (auto const position : positions) expected.push_back(naive_document_of(offsets, position));
      auto const asked = to_view<ExecutionSpace>(positions);
      TestArray<std::uint64_t, ExecutionSpace> const found("found", positions.size());
      for (std::size_t const entries : {0, 1, 2, 3, 100}) {
        CAPTURE(entries);
        auto const documents = documents_from_host(space, offsets, 6, {.directory_entries = entries});
        documents.document_of(space, asked, found);
        space.fence();
        REQUIRE(first_difference(to_vector(found), expected) == "");
      }
      ++seen;
    });
  CHECK(seen == 7 + 28 + 84 + 210 + 462);  // (6 + count + 1) over (count + 1)
}

template <class ExecutionSpace>
void expect_all_kinds()
{
  ExecutionSpace const space{};
  std::size_t number = 0;
  for (auto const& collection : some_collections()) {
    CAPTURE(number);
    ++number;
    auto const view = to_view<ExecutionSpace>(collection.offsets);
    expect_answers(space, DocumentsOf<ExecutionSpace>(space, view, collection.size), collection);
    expect_bounds_of_all(space, collection);
    if (collection.size > 10'000 && number % 4 != 0) continue;
    for (std::size_t const entries : {1u, 17u, 5'000u})
      expect_answers(space,
                     documents_from_host(space, collection.offsets, collection.size, {.directory_entries = entries}),
                     collection);
  }
}

template <class ExecutionSpace, class Length>
void expect_lengths()
{
  ExecutionSpace const space{};
  std::size_t number = 0;
  for (auto const& collection : some_collections()) {
    CAPTURE(number);
    ++number;
    std::vector<Length> lengths;
    Collection moved{{0}, 0};
    for (std::size_t d = 0; d + 1 < collection.offsets.size(); ++d) {
      lengths.push_back(static_cast<Length>(collection.offsets[d + 1] - collection.offsets[d]));
      moved.offsets.push_back(moved.offsets.back() + lengths.back());
    }
    moved.size = moved.offsets.back();
    auto const documents = documents_from_lengths(space, to_view<ExecutionSpace>(lengths));
    REQUIRE(first_difference(to_vector(documents.offsets()), moved.offsets) == "");
    expect_answers(space, documents, moved);
  }
}

/// Positions and sizes beyond 2^32, and up to the largest.
template <class ExecutionSpace>
void expect_large_positions()
{
  ExecutionSpace const space{};
  std::uint64_t const largest = (std::uint64_t{1} << 63) - 1;
  for (std::uint64_t const end : {std::uint64_t{5'000'000'000}, largest}) {
    Offsets const offsets = {7, end / 3, end / 3, end / 2, end - 1, end};
    std::vector<std::uint64_t> positions = {0, not_found}, expected;
    for (auto const offset : offsets)
      for (std::uint64_t const around : {offset - 1, offset, offset + 1}) positions.push_back(around);
    for (auto const position : positions) expected.push_back(naive_document_of(offsets, position));
    for (std::size_t const entries : {0, 1, 3, 1'000}) {
      CAPTURE(end);
      CAPTURE(entries);
      auto const documents = documents_from_host(space, offsets, end, {.directory_entries = entries});
      expect_batch<std::uint64_t, std::uint64_t>(space, documents, positions, expected);
    }
  }
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("documents of all positions in all small collections", ExecutionSpace, small)
{
  expect_all_small<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(small, Spaces);

TEST_CASE_TEMPLATE_DEFINE("documents of all positions in collections of many kinds", ExecutionSpace, kinds)
{
  expect_all_kinds<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(kinds, Spaces);

TEST_CASE_TEMPLATE_DEFINE("documents from lengths", ExecutionSpace, lengths)
{
  expect_lengths<ExecutionSpace, std::uint32_t>();
  expect_lengths<ExecutionSpace, std::uint64_t>();
}
TEST_CASE_TEMPLATE_APPLY(lengths, Spaces);

TEST_CASE_TEMPLATE_DEFINE("documents of texts of more than 2^32 symbols", ExecutionSpace, large)
{
  expect_large_positions<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(large, Spaces);

TEST_CASE_TEMPLATE_DEFINE("no documents answer too", ExecutionSpace, none)
{
  ExecutionSpace const space{};
  DocumentsOf<ExecutionSpace> const documents;
  CHECK(documents.count() == 0);
  CHECK(documents.size() == 0);
  CHECK(documents.offsets().extent(0) == 0);
  CHECK(documents.directory_bytes() == 0);
  CHECK(to_vector(to_view<ExecutionSpace>(ask_bounds(space, documents, {0, 1, not_found}))) ==
        std::vector<std::uint64_t>(15, not_found));
}
TEST_CASE_TEMPLATE_APPLY(none, Spaces);

}  // namespace lexikos::tests
