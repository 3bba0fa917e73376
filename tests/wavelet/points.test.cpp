// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include <cstdint>
#include <lexikos/error.hpp>
#include <limits>
#include <random>
#include <vector>

#include "tests/code_of.hpp"
#include "tests/progress.hpp"
#include "tests/wavelet/structures.hpp"

// access, rank, select and inverse select against lists of positions.

namespace lexikos::tests
{

namespace
{

/// Queries of all kinds, in and out of range, and their answers.
template <class Symbol, class Index>
struct Questions
{
  std::vector<Symbol> symbols;
  std::vector<Index> positions;
  std::vector<Index> occurrences;
  std::vector<Symbol> accessed;
  std::vector<Index> ranks;
  std::vector<Index> selected;
  std::vector<Index> own_ranks;

  static Index index_of(std::uint64_t answer)
  {
    return answer == nothing ? std::numeric_limits<Index>::max() : static_cast<Index>(answer);
  }

  Questions(NaiveText<Symbol> const& naive, std::size_t count, std::uint64_t seed)
  {
    std::mt19937_64 random(seed);
    std::size_t const n = naive.text().size();
    for (std::size_t q = 0; q < count; ++q) {
      Symbol symbol = n > 0 && q % 8 != 0 ? naive.text()[random() % n] : static_cast<Symbol>(random());
      if (q % 32 == 1) symbol = std::numeric_limits<Symbol>::max();
      std::uint64_t position = q <= n ? n - q : random() % (n + 1);
      if (q % 64 == 3) position = n + random() % 5;
      std::uint64_t const all = naive.rank(symbol, n);
      std::uint64_t const occurrence = q % 16 == 5 ? all : random() % (all + 2);
      symbols.push_back(symbol);
      positions.push_back(static_cast<Index>(position));
      occurrences.push_back(static_cast<Index>(occurrence));
      accessed.push_back(naive.access(position));
      ranks.push_back(index_of(naive.rank(symbol, position)));
      selected.push_back(index_of(naive.select(symbol, occurrence)));
      own_ranks.push_back(index_of(position < n ? naive.rank(naive.access(position), position) : nothing));
    }
  }
};

template <class Index, class ExecutionSpace, class Structure, class Symbol>
void expect_points(ExecutionSpace const& space, Structure const& structure, NaiveText<Symbol> const& naive,
                   std::size_t count, WaveletBatchOptions const& options = {})
{
  Questions<Symbol, Index> const asked(naive, count, 1);
  auto const symbols = to_view<ExecutionSpace>(asked.symbols);
  auto const positions = to_view<ExecutionSpace>(asked.positions);
  auto const occurrences = to_view<ExecutionSpace>(asked.occurrences);
  TestArray<Symbol, ExecutionSpace> const found_symbols("found", count);
  TestArray<Index, ExecutionSpace> const found("found", count);
  CHECK(structure.size() == naive.text().size());
  structure.access(space, positions, found_symbols);
  space.fence();
  CHECK(difference(found_symbols, asked.accessed) == "");
  structure.rank(space, symbols, positions, found, options);
  space.fence();
  CHECK(difference(found, asked.ranks) == "");
  structure.select(space, symbols, occurrences, found, options);
  space.fence();
  CHECK(difference(found, asked.selected) == "");
  structure.inverse_select(space, positions, found_symbols, found);
  space.fence();
  CHECK(difference(found_symbols, asked.accessed) == "");
  CHECK(difference(found, asked.own_ranks) == "");
  CHECK(difference(symbols, asked.symbols) == "");
  CHECK(difference(positions, asked.positions) == "");
}

template <class ExecutionSpace, class Symbol>
void expect_text(std::vector<Symbol> const& text, std::size_t count, WaveletOptions const& options = {})
{
  auto const space = smallest_instance<ExecutionSpace>();
  NaiveText<Symbol> const naive(text);
  for_each_structure(space, text, options,
                     [&](auto const& structure) { expect_points<std::uint32_t>(space, structure, naive, count); });
}

template <class ExecutionSpace, class Symbol>
void expect_small_texts(int rounds)
{
  std::uint64_t const most = std::numeric_limits<Symbol>::max();
  std::mt19937_64 random(sizeof(Symbol));
  for (int round = 0; round < rounds; ++round) {
    std::uint64_t const alphabet = 1 + random() % (round % 5 == 0 ? 300 : round % 2 == 0 ? 5 : 40);
    std::uint64_t const limit = most / alphabet + 1;
    std::uint64_t const step = round % 3 == 0 ? 1 : 1 + random() % limit;
    std::size_t const n = round < 130 ? static_cast<std::size_t>(round) : random() % 400;
    auto const spread = static_cast<Spread>(random() % 4);
    CAPTURE(n);
    CAPTURE(alphabet);
    CAPTURE(step);
    expect_text<ExecutionSpace>(generated<Symbol>(n, alphabet, step, spread, random()), 96);
  }
}

template <class ExecutionSpace>
void expect_sizes_around_limits()
{
  // blocks of 96 symbols, words of 64 bits, tiles of 3 072 and 6 144, groups of 64 blocks
  for (std::size_t const limit : {96u, 192u, 3072u, 6144u, 12288u})
    for (std::size_t const n : {limit - 1, limit, limit + 1}) {
      CAPTURE(n);
      expect_text<ExecutionSpace>(generated<std::uint8_t>(n, 4, 1, Spread::uniform, n), 500);
      expect_text<ExecutionSpace>(generated<std::uint16_t>(n, 300, 7, Spread::skewed, n), 500);
    }
  // above a superblock of 1 572 864 symbols
  expect_text<ExecutionSpace>(generated<std::uint8_t>(1'572'864 + 100'000, 20, 3, Spread::uniform, 1), 5000);
  expect_text<ExecutionSpace>(generated<std::uint8_t>(1'572'864 + 10, 4, 1, Spread::at_end, 1), 5000);
}

template <class ExecutionSpace>
void expect_alphabets()
{
  for (std::uint64_t const alphabet : {1u, 2u, 3u, 4u, 5u, 15u, 16u, 17u, 20u, 64u, 100u, 255u, 256u})
    for (auto const spread : {Spread::uniform, Spread::skewed, Spread::runs, Spread::at_end}) {
      CAPTURE(alphabet);
      expect_text<ExecutionSpace>(generated<std::uint8_t>(3000, alphabet, 1, spread, alphabet), 600);
    }
  for (std::uint64_t const alphabet : {257u, 1000u, 4096u, 65535u, 65536u}) {
    CAPTURE(alphabet);
    std::size_t const n = 4 * alphabet;
    expect_text<ExecutionSpace>(generated<std::uint16_t>(n, alphabet, 1, Spread::uniform, 1), 2000);
    expect_text<ExecutionSpace>(generated<std::uint32_t>(n, alphabet, 1, Spread::skewed, 2), 2000);
    expect_text<ExecutionSpace>(generated<std::uint32_t>(n, alphabet, 65521, Spread::uniform, 3), 2000);
  }
  // more than 65 536 distinct symbols
  expect_text<ExecutionSpace>(generated<std::uint32_t>(200'000, std::uint64_t{1} << 32, 1, Spread::uniform, 4), 2000);
}

template <class ExecutionSpace>
void expect_options()
{
  ExecutionSpace const space{};
  auto const text = generated<std::uint16_t>(20'000, 500, 3, Spread::skewed, 1);
  NaiveText<std::uint16_t> const naive(text);
  Workspace workspace;
  for_each_structure(space, text, {.workspace = &workspace}, [&](auto const& structure) {
    expect_points<std::uint64_t>(space, structure, naive, 3000);
    expect_points<std::uint32_t>(space, structure, naive, 3000, {.sort_by_symbol = true});
    expect_points<std::uint64_t>(space, structure, naive, 3000, {.sort_by_symbol = true, .workspace = &workspace});
    auto const copy = structure;
    expect_points<std::uint32_t>(space, copy, naive, 100);
  });
}

template <class ExecutionSpace>
void expect_chunks()
{
  for (std::size_t const n : {4096u, 4097u, 30'000u}) {
    expect_text<ExecutionSpace>(generated<std::uint8_t>(n, 100, 2, Spread::skewed, n), 1000, {.memory_budget = 1});
    expect_text<ExecutionSpace>(generated<std::uint16_t>(n, 5000, 2, Spread::uniform, n), 1000, {.memory_budget = 1});
    expect_text<ExecutionSpace>(generated<std::uint32_t>(n, 3000, 70'001, Spread::runs, n), 1000,
                                {.memory_budget = 60'000});
    expect_text<ExecutionSpace>(generated<std::uint32_t>(n, 1u << 31, 2, Spread::uniform, n), 1000,
                                {.memory_budget = 60'000});
  }
}

template <class ExecutionSpace>
void expect_given_alphabets()
{
  auto const text = generated<std::uint8_t>(3000, 20, 5, Spread::uniform, 1);
  std::vector<std::uint32_t> alphabet;
  for (std::uint32_t symbol = 0; symbol < 100; ++symbol) alphabet.push_back(symbol);
  expect_text<ExecutionSpace>(text, 500, {.alphabet = alphabet});
  expect_text<ExecutionSpace>(text, 500, {.alphabet = alphabet, .memory_budget = 1});

  ExecutionSpace const space{};
  auto const view = to_view<ExecutionSpace>(text);
  using Matrix = WaveletMatrix<typename ExecutionSpace::memory_space, std::uint8_t>;
  auto const code_with = [&](std::vector<std::uint32_t> const& symbols) {
    return code_of([&] { (void)Matrix(space, view, {.alphabet = symbols}); });
  };
  CHECK(code_with({0, 5, 5, 10}) == ErrorCode::invalid_argument);
  CHECK(code_with({0, 5, 10}) == ErrorCode::invalid_argument);
  alphabet.back() = 256;
  CHECK(code_with(alphabet) == ErrorCode::invalid_argument);
  CHECK(difference(view, text) == "");
}

/// Every level of every chunk is reported, and the run stops when it is asked to.
template <class ExecutionSpace>
void expect_progress_of_builds()
{
  auto const text = generated<std::uint8_t>(30'000, 100, 2, Spread::uniform, 3);
  ExecutionSpace const space{};
  auto const view = to_view<ExecutionSpace>(text);
  auto const empty = to_view<ExecutionSpace>(std::vector<std::uint8_t>{});
  for (std::size_t const budget : {0u, 1u})
    for_each_structure_type<ExecutionSpace, std::uint8_t>([&](auto tag, WaveletShape shape) {
      using Structure = typename decltype(tag)::type;
      expect_progress(4 * (budget == 0 ? 1u : 8u), [&](Progress const& progress) {
        (void)Structure(space, view, {.shape = shape, .memory_budget = budget, .progress = progress});
      });
      expect_progress(1, [&](Progress const& progress) {
        (void)Structure(space, empty, {.shape = shape, .memory_budget = budget, .progress = progress});
      });
    });
}

}  // namespace

template <class ExecutionSpace>
void all_small()
{
  expect_small_texts<ExecutionSpace, std::uint8_t>(400);
  expect_small_texts<ExecutionSpace, std::uint16_t>(300);
  expect_small_texts<ExecutionSpace, std::uint32_t>(300);
}

TEST_CASE_TEMPLATE_DEFINE("points: small texts", ExecutionSpace, points_small)
{
  all_small<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(points_small, Spaces);
TEST_CASE_TEMPLATE_DEFINE("points: sizes around limits", ExecutionSpace, points_sizes)
{
  expect_sizes_around_limits<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(points_sizes, Spaces);
TEST_CASE_TEMPLATE_DEFINE("points: alphabets", ExecutionSpace, points_alphabets)
{
  expect_alphabets<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(points_alphabets, Spaces);
TEST_CASE_TEMPLATE_DEFINE("points: options of batches", ExecutionSpace, points_options)
{
  expect_options<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(points_options, Spaces);
TEST_CASE_TEMPLATE_DEFINE("points: built in chunks", ExecutionSpace, points_chunks)
{
  expect_chunks<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(points_chunks, Spaces);
TEST_CASE_TEMPLATE_DEFINE("points: alphabets that are given", ExecutionSpace, points_given)
{
  expect_given_alphabets<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(points_given, Spaces);
TEST_CASE_TEMPLATE_DEFINE("points: progress of building", ExecutionSpace, points_progress)
{
  expect_progress_of_builds<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(points_progress, Spaces);

}  // namespace lexikos::tests
