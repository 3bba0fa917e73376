// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What leaves the ranks, against what src/distributed/README.md says that it is: more is a regression that needs no network to
// be seen.
#include <doctest/doctest.h>

#include <lexikos/distributed/bwt.hpp>
#include <lexikos/distributed/check.hpp>
#include <lexikos/distributed/lcp.hpp>
#include <map>

#include "tests/mpi/drawn_texts.hpp"
#include "tests/mpi/world.hpp"

namespace lexikos::tests::mpi
{

namespace
{

using Statistics = distributed::SuffixArrayStatistics;

/// Bytes that all ranks have sent, by step.
std::map<std::string, double> sent_by_all(Statistics const& statistics)
{
  std::map<std::string, double> bytes;
  for (char const* const name : {"samples", "requests", "rounds", "updates", "last sort", "inverse"}) {
    std::uint64_t mine = 0;
    for (auto const& step : statistics.steps)
      if (step.name == name) mine = step.bytes_sent;
    std::uint64_t all = 0;
    MPI_Allreduce(&mine, &all, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    bytes[name] = static_cast<double>(all);
  }
  return bytes;
}

/// \param at_most  only: less is as good
void expect_bytes(double seen, double formula, bool at_most = false)
{
  double const p = size();
  double const expected = formula * (p - 1) / p;
  CAPTURE(seen);
  CAPTURE(expected);
  // and the counts and borders of each collective, which are few bytes whatever the text
  CHECK(seen <= 1.1 * expected + 3000 * p * p);
  if (!at_most) CHECK(seen >= 0.9 * expected);
}

double sum_of_unsorted(Statistics const& statistics)
{
  double sum = 0;
  for (auto const left : statistics.unsorted) sum += static_cast<double>(left);
  return sum;
}

Statistics sort_evenly(std::vector<std::uint8_t> const& text)
{
  Split const split = split_evenly(text.size());
  auto const own = to_view<Space>(own_part(text, split));
  TestArray<std::uint32_t, Space> const array("array", own.extent(0));
  TestArray<std::uint32_t, Space> const inverse("inverse", own.extent(0));
  Statistics statistics;
  distributed::SuffixArrayOptions options;
  options.statistics = &statistics;
  distributed::suffix_array(Space(), communicator(), own, array, inverse, options);
  REQUIRE(on_all(bool(distributed::check_suffix_array(Space(), communicator(), own, array))));
  return statistics;
}

/// \param words          of the first sort
/// \param context_bytes  of a suffix in the last sort
void expect_traffic(std::vector<std::uint8_t> const& text, int words, int context_bytes)
{
  Statistics const statistics = sort_evenly(text);
  auto const bytes = sent_by_all(statistics);
  auto const n = static_cast<double>(text.size());
  auto const samples = static_cast<double>(statistics.sampled);
  double const unsorted = sum_of_unsorted(statistics);
  expect_bytes(bytes.at("samples"), samples * (8 * words + 4 + 8));
  expect_bytes(bytes.at("requests"), unsorted * (4 + 4));
  expect_bytes(bytes.at("rounds"), unsorted * 16, true);
  expect_bytes(bytes.at("updates"), unsorted * 8, true);
  // the last 4 are what the fullest rank has too much, which goes to others
  double const surplus = statistics.imbalance_of_suffixes - 1;
  expect_bytes(bytes.at("last sort"), n * (context_bytes + 4 + 4), false);
  CHECK(surplus < 0.4);
  expect_bytes(bytes.at("inverse"), n * 8);
}

}  // namespace

TEST_CASE("what a sort sends is what its formulas say")
{
  std::mt19937_64 random(5);
  std::vector<std::uint8_t> dna(200'000);
  for (auto& letter : dna) letter = "acgt"[random() % 4];
  SUBCASE("DNA, one word")
  {
    expect_traffic(dna, 1, 4);
  }
  SUBCASE("bytes, three words and two of context")
  {
    for (auto& letter : dna) letter = static_cast<std::uint8_t>(random());
    expect_traffic(dna, 3, 16);
  }
  SUBCASE("copies, which take rounds")
  {
    for (std::size_t i = 50'000; i + 50 < dna.size(); i += 1 + random() % 4000) dna[i] = 'a';
    for (std::size_t i = 50'000; i < dna.size(); ++i)
      if (random() % 3000 != 0) dna[i] = dna[i - 50'000];
    expect_traffic(dna, 1, 4);
  }
}

TEST_CASE("what an LCP array sends is what its formula says")
{
  std::mt19937_64 random(11);
  std::vector<std::uint8_t> dna(200'000);
  for (auto& letter : dna) letter = "acgt"[random() % 4];
  Split const split = split_evenly(dna.size());
  auto const own = to_view<Space>(own_part(dna, split));
  TestArray<std::uint32_t, Space> const array("array", own.extent(0));
  TestArray<std::uint32_t, Space> const lcp("lcp", own.extent(0));
  distributed::suffix_array(Space(), communicator(), own, array);
  auto const lcp_bytes = [&] {
    std::uint64_t const before = communicator().ranks().traffic().sent;
    distributed::lcp_array(Space(), communicator(), own, array, lcp);
    std::uint64_t const mine = communicator().ranks().traffic().sent - before;
    std::uint64_t all = 0;
    MPI_Allreduce(&mine, &all, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    return static_cast<double>(all);
  };
  // a word has 32 symbols, which tell any two suffixes of such a text apart
  double const n = static_cast<double>(dna.size());
  auto const suffixes = sorted_suffixes(dna);
  std::vector<std::uint64_t> before(dna.size(), dna.size());
  for (std::size_t i = 1; i < suffixes.size(); ++i) before[suffixes[i]] = suffixes[i - 1];
  double candidates = 0, reducible = 0;
  for (std::size_t i = 1; i < dna.size(); ++i)
    if (before[i - 1] != dna.size() && before[i] == before[i - 1] + 1) {
      ++candidates;
      if (dna[i - 1] == dna[before[i] - 1]) ++reducible;
    }
  expect_bytes(lcp_bytes(), n * (4 + 4 + 4 + 4) + candidates * (4 + 4) + (n - reducible) * (4 + 8));
}

TEST_CASE("statistics tell what was done")
{
  std::mt19937_64 random(7);
  std::vector<std::uint8_t> text(30'000);
  for (auto& letter : text) letter = static_cast<std::uint8_t>(random() % 4);
  Statistics const statistics = sort_evenly(text);
  CHECK(statistics.alphabet_size == 4);
  CHECK(statistics.window + 1 >= 12);
  CHECK(statistics.context >= statistics.window);
  CHECK(statistics.first_depth == 32);
  CHECK(statistics.sampled > text.size() / 10);
  CHECK(statistics.sampled < text.size() / 4);
  CHECK(statistics.parts == 1);
  CHECK(statistics.workspace_bytes > 0);
  CHECK(statistics.seconds > 0);
  CHECK(!statistics.unsorted.empty());
  CHECK(statistics.unsorted.back() == 0);
  CHECK((size() == 1) == (statistics.bytes_sent() == 0));
  CHECK(statistics.imbalance_of_samples >= 1);
}

}  // namespace lexikos::tests::mpi
