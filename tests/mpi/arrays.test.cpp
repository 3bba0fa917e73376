// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What follows from a suffix array, and its checker, on drawn texts and splits.
#include <doctest/doctest.h>

#include <lexikos/distributed/bwt.hpp>
#include <lexikos/distributed/check.hpp>
#include <lexikos/distributed/lcp.hpp>

#include "distributed/tuning.hpp"
#include "tests/mpi/drawn_texts.hpp"
#include "tests/mpi/world.hpp"

namespace lexikos::tests::mpi
{

namespace
{

template <class Symbol>
std::vector<std::uint64_t> common_prefixes(std::vector<Symbol> const& text, std::vector<std::uint64_t> const& suffixes)
{
  std::vector<std::uint64_t> lengths(suffixes.size());
  for (std::size_t i = 1; i < suffixes.size(); ++i) {
    std::uint64_t const a = suffixes[i - 1];
    std::uint64_t const b = suffixes[i];
    while (std::max(a, b) + lengths[i] < text.size() && text[a + lengths[i]] == text[b + lengths[i]]) ++lengths[i];
  }
  return lengths;
}

template <class Index>
std::vector<Index> narrowed(std::vector<std::uint64_t> const& values)
{
  return {values.begin(), values.end()};
}

template <class T>
TestArray<T, Space> own_view(std::vector<T> const& all, Split const& split)
{
  return to_view<Space>(own_part(all, split));
}

template <class T>
TestArray<T, Space> result_view(Split const& split)
{
  return TestArray<T, Space>("lexikos::tests::result", split[static_cast<std::size_t>(rank())]);
}

/// An array that is not quite right, in one of the ways that checkers distinguish; perhaps in none.
template <class Index>
void spoil(std::vector<Index>& array, std::mt19937_64& random)
{
  if (array.empty()) return;
  std::size_t const i = random() % array.size();
  std::size_t const j = random() % array.size();
  switch (random() % 5) {
    case 0:
      array[i] = static_cast<Index>(array.size() + random() % 3);
      break;
    case 1:
      array[i] = array[j];
      break;
    case 2:
      std::swap(array[i], array[j]);
      break;
    case 3:
      std::swap(array[i], array[i / 2]);
      array[j] = std::numeric_limits<Index>::max();
      break;
    default:
      break;
  }
}

template <class Symbol, class Index>
void expect_arrays(std::mt19937_64& random, std::size_t n)
{
  std::vector<Symbol> const text = widened<Symbol>(draw_text(n, random));
  auto const suffixes = sorted_suffixes(text);
  auto const array = narrowed<Index>(suffixes);
  Split const text_split = draw_split(n, random);
  Split const array_split = draw_split(n, random);
  Split const inverse_split = draw_split(n, random);
  auto const& ranks = communicator(std::vector<std::size_t>{8, 100, std::size_t{1} << 30}[random() % 3]);
  distributed_detail::tuning().items_of_piece = 1 + random() % 90;
  distributed_detail::tuning().pairs_of_piece = 1 + random() % (random() % 4 == 0 ? 60 : 1000);
  distributed_detail::tuning().max_pieces = 1 + random() % 400;
  distributed_detail::tuning().words_of_pair = random() % 4 == 0 ? 0 : 1 + random() % 20;
  CAPTURE(n);
  CAPTURE(to_string(text_split));
  CAPTURE(to_string(array_split));
  auto const own_text = own_view(text, text_split);
  auto const own_array = own_view(array, array_split);

  std::vector<Index> inverse(n);
  for (std::size_t i = 0; i < n; ++i) inverse[array[i]] = static_cast<Index>(i);
  auto const inverted = result_view<Index>(inverse_split);
  distributed::inverse_suffix_array(Space(), ranks, own_array, inverted);
  REQUIRE(on_all(to_vector(inverted) == own_part(inverse, inverse_split)));

  auto const lcp = result_view<Index>(array_split);
  distributed::lcp_array(Space(), ranks, own_text, own_array, lcp);
  REQUIRE(on_all(to_vector(lcp) == own_part(narrowed<Index>(common_prefixes(text, suffixes)), array_split)));

  REQUIRE(on_all(bool(distributed::check_suffix_array(Space(), ranks, own_text, own_array))));
  auto spoilt = array;
  spoil(spoilt, random);
  auto const expected = check_suffix_array_sequentially(
      Kokkos::View<Symbol const*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(text.data(), n),
      Kokkos::View<Index const*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(spoilt.data(), n));
  auto const verdict = distributed::check_suffix_array(Space(), ranks, own_text, own_view(spoilt, array_split));
  CAPTURE(lexikos::to_string(expected));
  CAPTURE(lexikos::to_string(verdict));
  REQUIRE(on_all(verdict == expected));
  distributed_detail::tuning() = {};
}

template <class Symbol>
void expect_transform(std::mt19937_64& random, std::size_t n)
{
  std::vector<Symbol> const text = widened<Symbol>(draw_text(n, random));
  std::vector<Symbol> bwt;
  std::uint64_t primary = 0;
  if (n != 0) bwt.push_back(text.back());
  auto const suffixes = sorted_suffixes(text);
  for (std::size_t i = 0; i < n; ++i) {
    if (suffixes[i] == 0)
      primary = i + 1;
    else
      bwt.push_back(text[suffixes[i] - 1]);
  }
  Split const text_split = draw_split(n, random);
  Split const bwt_split = draw_split(n, random);
  CAPTURE(n);
  CAPTURE(to_string(text_split));
  CAPTURE(to_string(bwt_split));
  distributed::SuffixArrayOptions options;
  options.part_size = 1 + random() % 60;
  auto const result = result_view<Symbol>(bwt_split);
  std::uint64_t const index =
      distributed::burrows_wheeler_transform(Space(), communicator(1024), own_view(text, text_split), result, options);
  REQUIRE(on_all(index == primary));
  REQUIRE(on_all(to_vector(result) == own_part(bwt, bwt_split)));
}

void expect_drawn_arrays(std::uint64_t seed)
{
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  std::size_t const n = random() % 4 == 0 ? random() % 12 : random() % 300;
  switch (random() % 6) {
    case 0:
      return expect_arrays<std::uint16_t, std::uint64_t>(random, n);
    case 1:
      return expect_arrays<std::uint64_t, std::uint32_t>(random, n);
    case 2:
      return expect_transform<std::uint16_t>(random, n);
    case 3:
      return expect_transform<std::uint8_t>(random, n);
    default:
      return expect_arrays<std::uint8_t, std::uint32_t>(random, n);
  }
}

}  // namespace

TEST_CASE("inverses, LCP arrays, verdicts and transforms of drawn texts and splits")
{
  for (std::uint64_t seed = 0; seed < 80; ++seed) expect_drawn_arrays(seed);
}

TEST_CASE("an LCP array takes memory for this rank's part of the text, and not for all of it")
{
  std::mt19937_64 random(11);
  std::size_t const n = 100'000 * static_cast<std::size_t>(size());
  std::vector<std::uint8_t> text(n);
  for (std::size_t i = 0; i < n; ++i)
    text[i] = i < 30'000 || random() % 500 == 0 ? static_cast<std::uint8_t>(random()) : text[i - 30'000];
  Split const split = split_evenly(n);
  auto const own = own_view(text, split);
  TestArray<std::uint32_t, Space> const array("array", own.extent(0));
  TestArray<std::uint32_t, Space> const lcp("lcp", own.extent(0));
  distributed::suffix_array(Space(), communicator(), own, array);
  distributed_detail::tuning().items_of_piece = 1000;
  distributed_detail::tuning().pairs_of_piece = 1000;
  distributed_detail::tuning().max_pieces = 1000;
  Workspace workspace;
  LcpOptions options;
  options.workspace = &workspace;
  distributed::lcp_array(Space(), communicator(), own, array, lcp, options);
  distributed_detail::tuning() = {};
  // an entry and 8 bits of text a symbol, and what pieces take, on any number of ranks
  bool const is_staged = communicator().transport() == distributed::Transport::staged_mpi ||
                         communicator().transport() == distributed::Transport::nccl;
  std::size_t const bound = 100'000 * (4 + 1) + 200'000 + (is_staged ? 2 * 100'000 * 4 : 0);
  CAPTURE(workspace.peak_bytes());
  CAPTURE(bound);
  REQUIRE(on_all(workspace.peak_bytes() < bound));
}

TEST_CASE("a sort uses the memory of its results until they are written")
{
  std::size_t const n = 100'000 * static_cast<std::size_t>(size());
  std::mt19937_64 random(12);
  std::vector<std::uint8_t> text(n);
  for (auto& symbol : text) symbol = static_cast<std::uint8_t>(random() % 4);
  auto const own = own_view(text, split_evenly(n));
  TestArray<std::uint64_t, Space> const array("array", own.extent(0));
  TestArray<std::uint64_t, Space> const inverse("inverse", own.extent(0));
  distributed_detail::tuning().items_of_piece = 1000;
  Workspace workspace;
  distributed::SuffixArrayOptions options;
  options.workspace = &workspace;
  options.part_size = 1000;
  distributed::suffix_array(Space(), communicator(), own, array, inverse, options);
  distributed_detail::tuning() = {};
  REQUIRE(on_all(bool(distributed::check_suffix_array(Space(), communicator(), own, array))));
  CAPTURE(workspace.peak_bytes());
  bool const is_on_host =
      communicator().transport() == distributed::Transport::mpi;  // devices stage, and sort otherwise
  if (is_on_host) REQUIRE(on_all(workspace.peak_bytes() < 650'000));
}

TEST_CASE("many of them" * doctest::test_suite("long"))
{
  std::uint64_t const cases = tries_all_cases() ? 10'000 : 500 / static_cast<unsigned>(size());
  for (std::uint64_t seed = 1'000'000; seed < 1'000'000 + cases; ++seed) expect_drawn_arrays(seed);
}

}  // namespace lexikos::tests::mpi
