// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include <lexikos/distributed/suffix_array.hpp>

#include "distributed/prepare.hpp"
#include "tests/mpi/drawn_texts.hpp"
#include "tests/mpi/world.hpp"

namespace lexikos::tests::mpi
{

namespace
{

/// What else is drawn for a text.
struct Case
{
  Split text, array, inverse;
  std::size_t piece_bytes = 0;
  distributed::SuffixArrayOptions options;
  bool equal_splitters = false;
};

Case draw_case(std::size_t n, std::mt19937_64& random)
{
  Case drawn{draw_split(n, random), draw_split(n, random), draw_split(n, random), 0, {}, false};
  drawn.piece_bytes = std::vector<std::size_t>{8, 100, 1024, std::size_t{1} << 30}[random() % 4];
  drawn.options.max_parts = std::vector<std::size_t>{1, 2, 7, 64}[random() % 4];
  drawn.options.part_size = 1 + random() % 60;
  drawn.equal_splitters = random() % 10 == 0;
  return drawn;
}

template <class Symbol, class Index>
void expect_suffix_array(std::vector<std::uint64_t> const& letters, Case const& drawn)
{
  std::vector<Symbol> const text = widened<Symbol>(letters);
  std::vector<std::uint64_t> const expected = sorted_suffixes(text);
  std::vector<Index> const array(expected.begin(), expected.end());
  std::vector<Index> inverse(array.size());
  for (std::size_t i = 0; i < array.size(); ++i) inverse[array[i]] = static_cast<Index>(i);
  CAPTURE(text.size());
  CAPTURE(sizeof(Symbol));
  CAPTURE(to_string(drawn.text));
  CAPTURE(to_string(drawn.array));

  distributed_detail::tuning().splitters.equal = drawn.equal_splitters;
  auto const own = to_view<Space>(own_part(text, drawn.text));
  TestArray<Index, Space> const result("result", drawn.array[static_cast<std::size_t>(rank())]);
  TestArray<Index, Space> const inverted("inverted", drawn.inverse[static_cast<std::size_t>(rank())]);
  auto const& ranks = communicator(drawn.piece_bytes);
  distributed::suffix_array(Space(), ranks, own, result, inverted, drawn.options);
  bool const is_right = to_vector(result) == own_part(array, drawn.array);
  REQUIRE(on_all(is_right));
  REQUIRE(on_all(to_vector(inverted) == own_part(inverse, drawn.inverse)));
  REQUIRE(on_all(to_vector(own) == own_part(text, drawn.text)));
  distributed_detail::tuning().splitters.equal = false;
}

void expect_drawn(std::uint64_t seed)
{
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  std::size_t const n = random() % 4 == 0 ? random() % 12 : random() % 400;
  auto const letters = draw_text(n, random);
  Case const drawn = draw_case(n, random);
  switch (random() % 8) {
    case 0:
      return expect_suffix_array<std::uint16_t, std::uint32_t>(letters, drawn);
    case 1:
      return expect_suffix_array<std::uint32_t, std::uint32_t>(letters, drawn);
    case 2:
      return expect_suffix_array<std::uint64_t, std::uint64_t>(letters, drawn);
    case 3:
      return expect_suffix_array<std::uint8_t, std::uint64_t>(letters, drawn);
    default:
      return expect_suffix_array<std::uint8_t, std::uint32_t>(letters, drawn);
  }
}

}  // namespace

TEST_CASE("suffix arrays of drawn texts, splits and transports")
{
  std::uint64_t const cases = 150;
  for (std::uint64_t seed = 0; seed < cases; ++seed) expect_drawn(seed);
}

TEST_CASE("thousands of them" * doctest::test_suite("long"))
{
  std::uint64_t const cases = tries_all_cases() ? 20'000 : 1'600 / static_cast<unsigned>(size());
  for (std::uint64_t seed = 1'000'000; seed < 1'000'000 + cases; ++seed) expect_drawn(seed);
}

}  // namespace lexikos::tests::mpi
