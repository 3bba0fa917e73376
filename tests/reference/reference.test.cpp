// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include "tests/reference/approximate.hpp"
#include "tests/reference/dc3.hpp"
#include "tests/reference/larsson_sadakane.hpp"
#include "tests/reference/manber_myers.hpp"
#include "tests/reference/naive.hpp"
#include "tests/reference/sa_is.hpp"
#include "tests/texts.hpp"

using namespace lexikos;
using reference::Positions;
using reference::Symbols;

namespace
{

texts::Text const abracadabra = texts::text_of("abracadabra");
Positions const abracadabra_sa = {10, 7, 0, 3, 5, 8, 1, 4, 6, 9, 2};

/// The V[I[i]] of the paper's example 3.1.
Positions numbers_in_order(reference::LarssonSadakane const& sorter)
{
  Positions numbers;
  for (auto const s : sorter.suffix_array()) numbers.push_back(sorter.group_numbers()[s]);
  return numbers;
}

void expect_all(texts::Text const& text, Positions const& expected)
{
  CHECK(reference::manber_myers(text) == expected);
  CHECK(reference::larsson_sadakane(text) == expected);
  CHECK(reference::dc3(text) == expected);
  CHECK(reference::sa_is(text) == expected);
}

}  // namespace

TEST_CASE("Manber-Myers follows the trace of gpu-pd, section 3.1.1")
{
  reference::ManberMyers sorter(abracadabra);
  CHECK(sorter.suffix_array() == Positions{11, 0, 3, 5, 7, 10, 1, 8, 4, 6, 2, 9});
  sorter.stage();
  CHECK(sorter.suffix_array() == Positions{11, 10, 0, 7, 3, 5, 1, 8, 4, 6, 2, 9});
  sorter.stage();
  CHECK(sorter.suffix_array() == Positions{11, 10, 0, 7, 3, 5, 8, 1, 4, 6, 9, 2});
  CHECK_FALSE(sorter.sorted());
  sorter.stage();
  CHECK(sorter.suffix_array() == Positions{11, 10, 7, 0, 3, 5, 8, 1, 4, 6, 9, 2});
  CHECK(sorter.sorted());
}

TEST_CASE("Larsson-Sadakane follows the trace of gpu-pd, example 3.1")
{
  reference::LarssonSadakane sorter(abracadabra);
  CHECK(sorter.suffix_array() == Positions{11, 0, 3, 5, 7, 10, 1, 8, 4, 6, 2, 9});
  CHECK(numbers_in_order(sorter) == Positions{0, 5, 5, 5, 5, 5, 7, 7, 8, 9, 11, 11});
  sorter.stage();
  CHECK(sorter.suffix_array() == Positions{11, 10, 0, 7, 3, 5, 1, 8, 4, 6, 2, 9});
  CHECK(numbers_in_order(sorter) == Positions{0, 1, 3, 3, 4, 5, 7, 7, 8, 9, 11, 11});
  sorter.stage();
  CHECK(sorter.suffix_array() == Positions{11, 10, 0, 7, 3, 5, 8, 1, 4, 6, 9, 2});
  CHECK(numbers_in_order(sorter) == Positions{0, 1, 3, 3, 4, 5, 6, 7, 8, 9, 10, 11});
  CHECK_FALSE(sorter.sorted());
  sorter.stage();
  CHECK(sorter.suffix_array() == Positions{11, 10, 7, 0, 3, 5, 8, 1, 4, 6, 9, 2});
  CHECK(sorter.sorted());
}

TEST_CASE("DC3 follows the trace of gpu-pd, section 3.2")
{
  reference::Dc3Trace trace;
  CHECK(reference::dc3(abracadabra, &trace) == abracadabra_sa);
  CHECK(trace.names == Symbols{4, 5, 2, 1, 6, 3, 4});
  CHECK(trace.sample == Positions{10, 7, 5, 8, 1, 4, 2});
}

TEST_CASE("SA-IS follows the trace of gpu-pd, section 3.3")
{
  reference::SaIsTrace trace;
  CHECK(reference::sa_is(abracadabra, &trace) == abracadabra_sa);
  CHECK(trace.lms == Positions{3, 5, 7, 11});
  CHECK(trace.names == Symbols{2, 3, 1, 0});
}

TEST_CASE("all references agree on all short texts")
{
  for (std::size_t n = 0; n <= 12; ++n)
    texts::for_each_text(n, 2, [](texts::Text const& text) { expect_all(text, reference::naive(text)); });
  for (std::size_t n = 0; n <= 8; ++n)
    texts::for_each_text(n, 3, [](texts::Text const& text) { expect_all(text, reference::naive(text)); });
}

TEST_CASE("all references agree on longer texts")
{
  for (std::size_t n = 1000; n < 1003; ++n) {
    CAPTURE(n);
    for (unsigned const alphabet : {1u, 2u, 3u, 4u, 26u, 255u, 256u}) {
      CAPTURE(alphabet);
      texts::Text const text = texts::random(n, alphabet, n);
      expect_all(text, reference::naive(text));
    }
    for (auto const& text : {texts::fibonacci(n), texts::thue_morse(n), texts::runs(n, 60, n),
                             texts::periodic(n, 7, 500), texts::copies_with_mutations(n, 50, n)})
      expect_all(text, reference::naive(text));
  }
  texts::Text const long_text = texts::copies_with_mutations(50'000, 3'000, 1);
  expect_all(long_text, reference::sa_is(long_text));
}

TEST_CASE("the distances to substrings that end at a place are the least of all starts")
{
  for (std::size_t length = 0; length <= 6; ++length)
    texts::for_each_text(length, 2, [](texts::Text const& text) {
      for (std::size_t m = 1; m <= 4; ++m)
        texts::for_each_text(m, 2, [&](texts::Text const& pattern) {
          auto const distances = reference::least_edit_distances(text, pattern);
          for (std::size_t p = 0; p < text.size(); ++p) {
            std::uint64_t least = pattern.size() + 1;
            for (std::size_t start = 0; start <= p; ++start) {
              texts::Text const part(text.begin() + static_cast<std::ptrdiff_t>(start),
                                     text.begin() + static_cast<std::ptrdiff_t>(p) + 1);
              least = std::min(least, reference::edit_distance(part, pattern));
            }
            REQUIRE(distances[p] == least);
          }
        });
    });
}
