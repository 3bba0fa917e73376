// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Long patterns by a table of samples, which devices alone search so.

#include <lexikos/fm_index.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "fm_index/packed_pattern.hpp"
#include "fm_index/sampled_search.hpp"
#include "system/works_on_host.hpp"
#include "tests/fm_index/oracle.hpp"
#include "tests/fm_index/texts_and_options.hpp"
#include "tests/spaces.hpp"
#include "tests/texts.hpp"

namespace lexikos::tests
{

namespace
{

/// A genome with copies of its parts, repeats of short words and of one letter.
texts::Text repetitive_genome(std::size_t n, std::uint64_t seed)
{
  auto text = capitals(genome(n, seed));
  texts::Random next(seed);
  auto const put = [&](std::size_t from, std::size_t to, std::size_t length, std::size_t changes) {
    for (std::size_t i = 0; i < length && to + i < n; ++i)
      text[to + i] = next.below(1000) < changes ? text[next.below(n)] : text[from + i];
  };
  for (std::size_t copy = 0; copy < n / 200; ++copy) {
    std::size_t const to = next.below(n), length = 20 + next.below(300);
    if (copy % 4 == 0)
      put(to, std::min(to + 1 + next.below(12), n), length, 3);
    else
      put(next.below(n - 400), to, length, 20);
  }
  std::fill_n(text.begin() + static_cast<std::ptrdiff_t>(n / 2), n / 40, std::uint8_t{'A'});
  return text;
}

template <class Arrays, class MemorySpace, class Index>
auto search_of(Arrays const& arrays, detail::FmSamples<MemorySpace, Index> const& samples)
{
  return fm_detail::SampledSearch<decltype(arrays.text), detail::FmSamples<MemorySpace, Index>, Index>{samples,
                                                                                                       arrays.text};
}

/// Hosts search otherwise, and so are asked here for what devices do. \param most  of the words that are to be searched for
template <class Index>
void expect_counted_by_samples(FmIndex<Kokkos::HostSpace, Index> const& index, texts::Text const& text,
                               std::vector<Word<std::uint8_t>> const& words, std::size_t most)
{
  auto const& arrays = index.arrays();
  auto const samples = arrays.samples();
  auto const* const slots = arrays.alphabet.slots.data();
  auto const search = search_of(arrays, samples);
  std::size_t left = 0;
  for (auto const& word : words) {
    detail::BytePattern const pattern{slots, word.data(), word.size(),
                                      0,     word.size(), detail::BytePattern::has_dna_in(slots)};
    fm_detail::SampledCandidates found{};
    if (word.size() < fm_detail::sampled_from(samples) || !search.look_up(pattern, found)) {
      ++left;
      continue;
    }
    std::size_t expected = 0;
    for (auto at = text.begin();; ++at, ++expected) {
      at = std::search(at, text.end(), word.begin(), word.end());
      if (at == text.end()) break;
    }
    CAPTURE(std::string(word.begin(), word.end()));
    REQUIRE(search.count(pattern, found) == expected);
    fm_detail::PackedPattern packed{};
    if (word.size() <= fm_detail::PackedPattern::most && packed.take(pattern))
      REQUIRE(search.count(packed, found) == expected);
  }
  CHECK(left < most);
}

/// Long patterns of texts whose samples have a table.
template <class ExecutionSpace, class Index>
void expect_found_by_samples(std::size_t n, std::size_t count)
{
  ExecutionSpace const space{};
  auto const text = repetitive_genome(n, 17);
  FmChecks<ExecutionSpace, Index, std::uint8_t> const checks(space, text);
  texts::Random next(5);
  std::vector<Word<std::uint8_t>> words;
  while (words.size() < count) {
    std::size_t const length = 10 + next.below(next.below(5) == 0 ? 250 : 90);
    std::size_t const begin = next.below(20) == 0 ? next.below(2) * (n - length) : next.below(n - length + 1);
    auto const first = text.begin() + static_cast<std::ptrdiff_t>(begin);
    words.emplace_back(first, first + static_cast<std::ptrdiff_t>(length));
    if (next.below(3) == 0) words.back()[next.below(length)] = static_cast<std::uint8_t>("ACGTN!"[next.below(6)]);
  }
  for (std::uint32_t const rate : {2u, 4u, 8u}) {
    CAPTURE(rate);
    FmIndex<typename ExecutionSpace::memory_space, Index> const index(
        space, to_view<ExecutionSpace>(text), {.sample_rate = rate, .keep_text = true, .table_entries = n / 4});
    CHECK(index.arrays().sample_depth != 0);
    checks.expect_answers(index, words);
    if constexpr (detail::works_on_host<ExecutionSpace>) expect_counted_by_samples(index, text, words, 2 * count / 3);
  }
}

/// Patterns in registers are compared with a text at any place, on hosts too, whose searches do so otherwise.
void expect_packed_patterns_compared()
{
  using Space = Kokkos::DefaultHostExecutionSpace;
  constexpr std::uint32_t rate = 8;
  auto text = texts::random(700, 4, 9);
  for (auto& symbol : text) symbol = static_cast<std::uint8_t>("ACGT"[symbol % 4]);
  FmIndex<Kokkos::HostSpace, std::uint32_t> const index(
      Space{}, to_view<Space>(text), {.sample_rate = rate, .keep_text = true, .table_entries = text.size()});
  auto const& arrays = index.arrays();
  auto const samples = arrays.samples();
  auto const search = search_of(arrays, samples);
  texts::Random next(4);
  for (std::uint64_t const length : {31u, 32u, 33u, 64u, 100u, 128u, 129u, 160u})
    for (std::uint32_t sample = 0; sample < arrays.places.extent(0); ++sample) {
      std::uint32_t const before = static_cast<std::uint32_t>(next.below(rate));
      std::uint32_t const place = samples.places[sample];
      if (place < before || place - before + length > text.size()) continue;
      CAPTURE(length);
      CAPTURE(place - before);
      texts::Text pattern(text.begin() + place - before, text.begin() + place - before + length);
      fm_detail::SampledCandidates found{};
      found.begins[before] = sample;
      found.counts = 1u << 4 * before;
      found.count = 1;
      auto const count = [&] {
        fm_detail::PackedPattern packed{};
        detail::BytePattern const bytes{arrays.alphabet.slots.data(), pattern.data(), length, 0, length, true};
        REQUIRE(packed.take(bytes));
        return search.count(packed, found);
      };
      REQUIRE(count() == 1);
      auto& changed = pattern[next.below(length)];
      changed = changed == 'A' ? 'C' : 'A';
      REQUIRE(count() == 0);
    }
}

/// Every string's samples beside their definition, in blocks of any counts.
void expect_blocks_of_samples()
{
  texts::Random next(3);
  for (unsigned const most : {1u, 2u, 3u, 15u, 16u, 16u, 16u}) {
    std::vector<std::uint32_t> counts(56);
    for (auto& one : counts) one = static_cast<std::uint32_t>(next.below(most));
    bool const is_told = next.below(2) == 0;
    detail::SampleBlock block{{is_told ? 123 : 123 | detail::SampleBlock::not_told}};
    for (std::size_t s = 0; s < counts.size(); ++s) block.words[1 + s / 8] |= counts[s] << 4 * (s % 8);
    std::uint32_t before = 123;
    for (std::uint32_t s = 0; s < counts.size(); ++s) {
      CAPTURE(s);
      auto const range = block.range(s);
      REQUIRE(range.is_told == is_told);
      REQUIRE(range.begin == before);
      REQUIRE(range.count == counts[s]);
      before += counts[s];
    }
    CHECK(block.before() + block.samples() == before);
  }
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("long patterns by a table of samples", ExecutionSpace, fm_samples)
{
  expect_blocks_of_samples();
  expect_packed_patterns_compared();
  expect_found_by_samples<ExecutionSpace, std::uint32_t>(6'000, 1'500);
  expect_found_by_samples<ExecutionSpace, std::uint64_t>(600, 300);
}
TEST_CASE_TEMPLATE_APPLY(fm_samples, Spaces);

}  // namespace lexikos::tests
