// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "tests/wavelet/structures.hpp"

// Queries on ranges against sorted copies of them.

namespace lexikos::tests
{

namespace
{

using Numbers = std::vector<std::uint64_t>;

/// Ranges, some empty, reversed or beyond the text, bounds and ordinals, and all answers.
template <class Symbol>
struct RangeQuestions
{
  Numbers begins, ends, smallest, end_symbols, ks;
  std::vector<Symbol> bounds;
  Numbers counts, quantiles, nexts, previouses, offsets{0}, distinct_counts, found, top_counts, ranks;
  std::vector<Symbol> distinct_symbols, top_symbols;

  RangeQuestions(NaiveText<Symbol> const& naive, std::size_t count, std::uint64_t k, std::uint64_t seed)
  {
    std::mt19937_64 random(seed);
    std::uint64_t const n = naive.text().size();
    auto const alphabet = naive.alphabet();
    for (std::size_t q = 0; q < count; ++q) {
      std::uint64_t const begin = random() % (n + 2);
      std::uint64_t const end = q % 5 == 0 ? n + random() % 3 : begin + random() % (n - std::min(begin, n) + 2);
      begins.push_back(q % 7 == 0 ? 0 : begin);
      ends.push_back(end);
      auto const range = naive.sorted(begins.back(), ends.back());
      Symbol const a = n > 0 && q % 3 != 0 ? naive.text()[random() % n] : static_cast<Symbol>(random());
      Symbol const b = n > 0 && q % 4 != 0 ? naive.text()[random() % n] : static_cast<Symbol>(random());
      smallest.push_back(std::min(a, b));
      end_symbols.push_back(q % 6 == 0 ? std::uint64_t{std::numeric_limits<Symbol>::max()} + 1 : std::max(a, b));
      bounds.push_back(a);
      ks.push_back(random() % (range.size() + 2));
      counts.push_back(std::ranges::count_if(
          range, [&](Symbol s) { return s >= smallest.back() && std::uint64_t{s} < end_symbols.back(); }));
      quantiles.push_back(ks.back() < range.size() ? range[ks.back()] : nothing);
      auto const next = std::ranges::lower_bound(range, a);
      nexts.push_back(next == range.end() ? nothing : *next);
      auto const end_of_smaller = std::ranges::upper_bound(range, a);
      previouses.push_back(end_of_smaller == range.begin() ? nothing : *(end_of_smaller - 1));
      for (auto const& [symbol, times] : naive.distinct(begins.back(), ends.back())) {
        distinct_symbols.push_back(symbol);
        distinct_counts.push_back(times);
      }
      offsets.push_back(distinct_symbols.size());
      auto const frequent = naive.by_frequency(begins.back(), ends.back());
      found.push_back(std::min<std::uint64_t>(k, frequent.size()));
      for (std::uint64_t i = 0; i < k; ++i) {
        top_symbols.push_back(i < frequent.size() ? frequent[i].first : Symbol{0});
        top_counts.push_back(i < frequent.size() ? frequent[i].second : 0);
      }
      for (Symbol const symbol : alphabet) ranks.push_back(naive.rank(symbol, std::min(begins.back(), n)));
    }
  }
};

/// Symbols of each query in ascending order, with their counts: a tree of Huffman's shape has an order of its own.
template <class Symbol>
void sort_each(Numbers const& offsets, std::vector<Symbol>& symbols, Numbers& counts)
{
  for (std::size_t q = 0; q + 1 < offsets.size(); ++q) {
    std::vector<std::pair<Symbol, std::uint64_t>> pairs;
    for (std::uint64_t i = offsets[q]; i < offsets[q + 1]; ++i) pairs.emplace_back(symbols[i], counts[i]);
    std::ranges::sort(pairs);
    for (std::uint64_t i = offsets[q]; i < offsets[q + 1]; ++i) {
      symbols[i] = pairs[i - offsets[q]].first;
      counts[i] = pairs[i - offsets[q]].second;
    }
  }
}

template <class ExecutionSpace, class Structure, class Symbol>
void expect_ranges(ExecutionSpace const& space, Structure const& structure, NaiveText<Symbol> const& naive,
                   std::size_t count, std::uint64_t k, std::uint64_t seed)
{
  RangeQuestions<Symbol> const asked(naive, count, k, seed);
  auto const begins = to_view<ExecutionSpace>(asked.begins);
  auto const ends = to_view<ExecutionSpace>(asked.ends);
  auto const bounds = to_view<ExecutionSpace>(asked.bounds);
  TestArray<std::uint64_t, ExecutionSpace> const found("found", count);

  structure.range_count(space, to_view<ExecutionSpace>(asked.smallest), to_view<ExecutionSpace>(asked.end_symbols),
                        begins, ends, found);
  space.fence();
  CHECK(difference(found, asked.counts) == "");
  structure.range_quantile(space, begins, ends, to_view<ExecutionSpace>(asked.ks), found);
  space.fence();
  CHECK(difference(found, asked.quantiles) == "");
  structure.range_next_value(space, bounds, begins, ends, found);
  space.fence();
  CHECK(difference(found, asked.nexts) == "");
  structure.range_previous_value(space, bounds, begins, ends, found);
  space.fence();
  CHECK(difference(found, asked.previouses) == "");

  TestArray<std::uint64_t, ExecutionSpace> const offsets("offsets", count + 1);
  CHECK(structure.distinct_offsets(space, begins, ends, offsets) == asked.distinct_symbols.size());
  CHECK(difference(offsets, asked.offsets) == "");
  TestArray<Symbol, ExecutionSpace> const symbols("symbols", asked.distinct_symbols.size());
  TestArray<std::uint64_t, ExecutionSpace> const counts("counts", asked.distinct_symbols.size());
  structure.distinct(space, begins, ends, offsets, symbols, counts);
  space.fence();
  auto found_symbols = to_vector(symbols);
  auto found_counts = to_vector(counts);
  sort_each(asked.offsets, found_symbols, found_counts);
  CHECK(first_difference(found_symbols, asked.distinct_symbols) == "");
  CHECK(first_difference(found_counts, asked.distinct_counts) == "");

  TestArray<Symbol, ExecutionSpace> const top_symbols("symbols", count * k);
  TestArray<std::uint64_t, ExecutionSpace> const top_counts("counts", count * k);
  structure.top_k(space, begins, ends, k, top_symbols, top_counts, found);
  space.fence();
  CHECK(difference(found, asked.found) == "");
  CHECK(difference(top_symbols, asked.top_symbols) == "");
  CHECK(difference(top_counts, asked.top_counts) == "");

  TestArray<std::uint64_t, ExecutionSpace> const ranks("ranks", asked.ranks.size());
  structure.rank_all(space, begins, ranks);
  space.fence();
  CHECK(difference(ranks, asked.ranks) == "");
}

template <class ExecutionSpace, class Symbol>
void expect_range_queries(int rounds)
{
  auto const space = smallest_instance<ExecutionSpace>();
  std::uint64_t const most = std::numeric_limits<Symbol>::max();
  std::mt19937_64 random(sizeof(Symbol));
  for (int round = 0; round < rounds; ++round) {
    std::uint64_t const alphabet = 1 + random() % (round % 5 == 0 ? 256 : round % 2 == 0 ? 5 : 40);
    std::uint64_t const limit = most / alphabet + 1;
    std::uint64_t const step = round % 3 == 0 ? 1 : 1 + random() % limit;
    std::size_t const n = round < 40 ? static_cast<std::size_t>(round) : random() % 700;
    auto const text = generated<Symbol>(n, alphabet, step, static_cast<Spread>(random() % 4), random());
    NaiveText<Symbol> const naive(text);
    CAPTURE(n);
    CAPTURE(alphabet);
    CAPTURE(step);
    std::uint64_t const k = random() % 6;
    for_each_structure(space, text, {},
                       [&](auto const& structure) { expect_ranges(space, structure, naive, 40, k, random()); });
  }
}

/// What a user's own kernel calls.
template <class ExecutionSpace, class Matrix>
struct AskInKernel
{
  Matrix matrix;
  TestArray<std::uint64_t, ExecutionSpace> answers;

  KOKKOS_FUNCTION void operator()(std::size_t) const
  {
    answers[0] = matrix.access(3);
    answers[1] = matrix.rank('a', 11);
    answers[2] = matrix.select('a', 5);
    answers[3] = matrix.rank('z', 11);
    answers[4] = matrix.inverse_select(7).rank;
    answers[5] = matrix.range_count('a', 'c', 0, 11);
    answers[6] = matrix.range_quantile(0, 11, 10).symbol;
    std::uint8_t symbols[3];
    std::uint32_t counts[3];
    answers[7] = matrix.top_k(0, 11, 3, symbols, counts);
    answers[8] = symbols[1];
    answers[9] = matrix.distinct(4, 8, symbols, counts, 2);
    answers[10] = symbols[1];
  }
};

template <class ExecutionSpace>
void expect_queries_in_kernel()
{
  ExecutionSpace const space{};
  std::string const text = "abracadabra";
  for_each_structure(space, std::vector<std::uint8_t>(text.begin(), text.end()), {}, [&](auto const& structure) {
    using Structure = std::remove_cvref_t<decltype(structure)>;
    TestArray<std::uint64_t, ExecutionSpace> const answers("answers", 11);
    Kokkos::parallel_for("lexikos::tests::ask", Kokkos::RangePolicy<ExecutionSpace>(space, 0, 1),
                         AskInKernel<ExecutionSpace, Structure>{structure, answers});
    space.fence();
    auto found = to_vector(answers);
    // in the Huffman shape the second of three distinct symbols is any
    if (!structure.leaves_are_ordered()) found[10] = 'c';
    CHECK(first_difference(found, Numbers{'a', 5, 10, 0, 3, 7, 'r', 3, 'b', 3, 'c'}) == "");
    CHECK(structure.bytes() > 0);
  });
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("ranges: texts of u8", ExecutionSpace, ranges_u8)
{
  expect_range_queries<ExecutionSpace, std::uint8_t>(250);
}
TEST_CASE_TEMPLATE_APPLY(ranges_u8, Spaces);
TEST_CASE_TEMPLATE_DEFINE("ranges: texts of u16", ExecutionSpace, ranges_u16)
{
  expect_range_queries<ExecutionSpace, std::uint16_t>(150);
}
TEST_CASE_TEMPLATE_APPLY(ranges_u16, Spaces);
TEST_CASE_TEMPLATE_DEFINE("ranges: texts of u32", ExecutionSpace, ranges_u32)
{
  expect_range_queries<ExecutionSpace, std::uint32_t>(150);
}
TEST_CASE_TEMPLATE_APPLY(ranges_u32, Spaces);
TEST_CASE_TEMPLATE_DEFINE("ranges: queries inside a kernel", ExecutionSpace, ranges_kernel)
{
  expect_queries_in_kernel<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(ranges_kernel, Spaces);

}  // namespace lexikos::tests
