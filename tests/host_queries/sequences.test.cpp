// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Queries of host memory that are sequences, and patterns.

#include <doctest/doctest.h>

#include <cstdint>
#include <lexikos/fm_index.hpp>
#include <lexikos/host_queries.hpp>
#include <lexikos/search.hpp>
#include <lexikos/suffix_array.hpp>
#include <numeric>
#include <vector>

#include "code_of.hpp"
#include "spaces.hpp"
#include "system/host_memory.hpp"
#include "texts.hpp"

namespace lexikos::tests
{

namespace
{

template <class T>
using HostSpan = Span<T, Kokkos::HostSpace>;

/// 1 000 times the number of items, and their sum; the largest value for items that lie beyond those of the chunk.
struct SumOfSequence
{
  std::uint16_t const* items;
  std::uint64_t count;
  std::uint64_t const* offsets;
  std::uint64_t* results;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    results[i] = offsets[i + 1] <= count ? 1'000 * (offsets[i + 1] - offsets[i]) : ~std::uint64_t{0};
    for (std::uint64_t j = offsets[i]; j < offsets[i + 1] && j < count; ++j) results[i] += items[j];
  }
};

template <class Space>
HostQueries<Space> pipeline_of(std::size_t chunk, bool always_copy)
{
  HostQueries<Space> pipeline(smallest_instance<Space>(), {.chunk = chunk});
  if (always_copy) detail::HostQueriesAccess::always_copy(pipeline);
  return pipeline;
}

template <class Space>
void ask(HostQueries<Space>& pipeline, std::size_t n, typename HostQueries<Space>::Sequences const& sequences,
         std::uint64_t* sums)
{
  pipeline.run(n, sequences, {{sums, sizeof(std::uint64_t)}},
               [](Space const& instance, std::size_t count, typename HostQueries<Space>::SequenceChunk const& chunk,
                  std::vector<void*> const& out) {
                 Kokkos::parallel_for("lexikos::tests::sums",
                                      Kokkos::RangePolicy<Space, Kokkos::IndexType<std::size_t>>(instance, 0, count),
                                      SumOfSequence{static_cast<std::uint16_t const*>(chunk.data), chunk.items,
                                                    chunk.offsets, static_cast<std::uint64_t*>(out[0])});
               });
}

/// Lengths 0 to 6, in turn; the first sequence does not start with the first item.
std::vector<std::uint64_t> uneven_offsets(std::size_t n)
{
  std::vector<std::uint64_t> offsets{5};
  for (std::size_t i = 0; i < n; ++i) offsets.push_back(offsets.back() + (i * i + i / 3) % 7);
  return offsets;
}

template <class Space>
void expect_sums(HostQueries<Space>& pipeline, std::size_t n, bool is_pinned, std::size_t length)
{
  auto const offsets = uneven_offsets(n);
  std::size_t const size = length != 0 ? n * length : offsets.back() + 3;
  Kokkos::View<std::uint16_t*, detail::PinnedSpace> const pinned("items", size);
  std::vector<std::uint16_t> pageable(size);
  std::iota(pageable.begin(), pageable.end(), std::uint16_t{3});
  std::iota(pinned.data(), pinned.data() + size, std::uint16_t{3});
  std::vector<std::uint64_t> sums(n, 77);
  ask<Space>(pipeline, n,
             {is_pinned ? pinned.data() : pageable.data(), size, 2, length != 0 ? nullptr : offsets.data(), length},
             sums.data());
  for (std::size_t i = 0; i < n; ++i) {
    CAPTURE(i);
    std::size_t const begin = length != 0 ? i * length : offsets[i];
    std::size_t const end = length != 0 ? begin + length : offsets[i + 1];
    std::uint64_t sum = 1'000 * (end - begin);
    for (std::size_t j = begin; j < end; ++j) sum += pageable[j];
    REQUIRE(sums[i] == sum);
  }
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("sequences of host memory, in chunks and in place", Space, host_sequences)
{
  for (std::size_t const chunk : {0, 1, 10, 64})
    for (bool const always_copy : {false, true}) {
      auto pipeline = pipeline_of<Space>(chunk, always_copy);
      for (std::size_t const n : {0, 1, 9, 10, 11, 29, 30, 31, 200})
        for (bool const is_pinned : {false, true})
          for (std::size_t const length : {0, 1, 4, 20}) {
            CAPTURE(chunk);
            CAPTURE(always_copy);
            CAPTURE(n);
            CAPTURE(is_pinned);
            CAPTURE(length);
            expect_sums(pipeline, n, is_pinned, length);
          }
    }
}
TEST_CASE_TEMPLATE_APPLY(host_sequences, Spaces);

TEST_CASE_TEMPLATE_DEFINE("sequences of host memory: long ones make chunks of fewer", Space, long_host_sequences)
{
  auto pipeline = pipeline_of<Space>(0, true);
  std::size_t const n = 40;
  std::size_t const length = 2'000'000;  // 4 MB each
  std::vector<std::uint16_t> const items(n * length, 1);
  std::vector<std::uint64_t> sums(n);
  ask<Space>(pipeline, n, {items.data(), items.size(), 2, nullptr, length}, sums.data());
  CHECK(sums == std::vector<std::uint64_t>(n, 1'001 * length));
  CHECK(pipeline.bytes() <= 6 * (std::size_t{65} << 20));  // of 3 chunks, on both sides
}
TEST_CASE_TEMPLATE_APPLY(long_host_sequences, Spaces);

TEST_CASE_TEMPLATE_DEFINE("sequences of host memory: what does not fit", Space, wrong_host_sequences)
{
  for (bool const always_copy : {false, true}) {
    auto pipeline = pipeline_of<Space>(3, always_copy);
    std::vector<std::uint16_t> const items(10);
    std::vector<std::uint64_t> sums(5, 77);
    auto const code = [&](std::vector<std::uint64_t> const& offsets) {
      return code_of([&] {
        ask<Space>(pipeline, offsets.size() - 1, {items.data(), items.size(), 2, offsets.data()}, sums.data());
      });
    };
    CHECK(code({0, 3, 2, 10}) == ErrorCode::invalid_argument);
    CHECK(code({0, 3, 4, 11}) == ErrorCode::invalid_argument);
    CHECK(code({11, 3, 4, 10}) == ErrorCode::invalid_argument);
    for (std::size_t const length : {1, 3, 4, 5})
      CHECK(code_of([&] {
              ask<Space>(pipeline, 5, {items.data(), items.size(), 2, nullptr, length}, sums.data());
            }) == ErrorCode::invalid_argument);
    CHECK(code_of([&] {
            ask<Space>(pipeline, 5, {items.data(), items.size(), 2, nullptr, 0}, sums.data());
          }) == ErrorCode::invalid_argument);
    CHECK(sums == std::vector<std::uint64_t>(5, 77));
    ask<Space>(pipeline, 5, {items.data(), items.size(), 2, nullptr, 2}, sums.data());
    CHECK(sums == std::vector<std::uint64_t>(5, 2'000));
  }
}
TEST_CASE_TEMPLATE_APPLY(wrong_host_sequences, Spaces);

namespace
{

template <class Space, class Index, class TextIndex>
void expect_host_patterns(Space const& space, TextIndex const& index, texts::Text const& text)
{
  std::size_t const length = 5;
  std::vector<std::uint64_t> offsets = uneven_offsets(400);
  for (bool const always_copy : {false, true})
    for (bool const are_equal : {false, true}) {
      CAPTURE(always_copy);
      CAPTURE(are_equal);
      HostPatterns<> patterns{text, offsets};
      if (are_equal) patterns = {std::span(text).first(text.size() / length * length), {}, length};
      std::size_t const n = patterns.size();
      std::vector<std::uint64_t> given(n + 1);
      for (std::size_t i = 0; i <= n; ++i) given[i] = are_equal ? i * length : offsets[i];
      TestArray<Index, Space> const begins("begins", n), ends("ends", n), counts("counts", n);
      index.intervals(space, to_view<Space>(text), to_view<Space>(given), begins, ends);
      index.count(space, to_view<Space>(text), to_view<Space>(given), counts);
      auto pipeline = pipeline_of<Space>(37, always_copy);
      std::vector<Index> some_begins(n), some_ends(n), some_counts(n);
      index.count(pipeline, patterns, HostSpan<Index>(some_counts.data(), n));
      index.intervals(pipeline, patterns, HostSpan<Index>(some_begins.data(), n), HostSpan<Index>(some_ends.data(), n));
      CHECK((some_counts == to_vector(counts)));
      CHECK((some_begins == to_vector(begins)));
      CHECK((some_ends == to_vector(ends)));
      CHECK(code_of([&] { index.count(pipeline, patterns, HostSpan<Index>(some_counts.data(), n - 1)); }) ==
            ErrorCode::invalid_argument);
      CHECK(code_of([&] {
              index.count(pipeline, HostPatterns<>{text, {}, 3}, HostSpan<Index>(some_counts.data(), n));
            }) == ErrorCode::invalid_argument);
    }
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("patterns of host memory, in a suffix array and an FM-index", Space, host_patterns)
{
  auto const space = smallest_instance<Space>();
  auto const text = texts::copies_with_mutations(2'000, 40, 3);
  auto const symbols = to_view<Space>(text);
  TestArray<std::uint32_t, Space> const suffixes("suffixes", text.size());
  suffix_array(space, symbols, suffixes);
  expect_host_patterns<Space, std::uint32_t>(
      space,
      SuffixIndex<typename Space::memory_space, std::uint32_t>(
          space, Array<std::uint8_t const, typename Space::memory_space>(symbols),
          Array<std::uint32_t const, typename Space::memory_space>(suffixes)),
      text);
  expect_host_patterns<Space, std::uint32_t>(
      space, FmIndex<typename Space::memory_space, std::uint32_t>(space, symbols, suffixes), text);
}
TEST_CASE_TEMPLATE_APPLY(host_patterns, Spaces);

}  // namespace lexikos::tests
