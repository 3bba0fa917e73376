// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include <lexikos/config.hpp>

#ifdef LEXIKOS_HAVE_LIBDIVSUFSORT

#include <algorithm>
#include <numeric>

#include "backends/libdivsufsort/suffix_array.hpp"
#include "backends/targets.hpp"
#include "code_of.hpp"
#include "texts.hpp"

namespace lexikos::tests
{

template <class Index>
void check_suffix_array(texts::Text const& text)
{
  INFO("text of " << text.size());
  std::vector<Index> suffixes(text.size()), expected(text.size());
  std::iota(expected.begin(), expected.end(), Index{0});
  std::sort(expected.begin(), expected.end(), [&](Index a, Index b) {
    return std::lexicographical_compare(text.begin() + static_cast<std::ptrdiff_t>(a), text.end(),
                                        text.begin() + static_cast<std::ptrdiff_t>(b), text.end());
  });
  backends::libdivsufsort::suffix_array(text.data(), suffixes.data(), text.size());
  check_equal(suffixes, expected);
}

TEST_CASE_TEMPLATE("libdivsufsort sorts suffixes", Index, std::uint32_t, std::uint64_t)
{
  for (std::size_t const n : {0, 1, 2, 3, 4, 5, 10, 100, 1000, 4097}) {
    check_suffix_array<Index>(texts::random(n, 2, n));
    check_suffix_array<Index>(texts::random(n, 256, n));
    check_suffix_array<Index>(texts::letter(std::min<std::size_t>(n, 1000)));
    check_suffix_array<Index>(texts::fibonacci(n));
  }
}

TEST_CASE("libdivsufsort refuses a text that its indices are too narrow for")
{
  std::size_t const n = std::numeric_limits<std::uint32_t>::max();
  std::uint8_t const text = 0;
  std::uint32_t suffixes = 99;
  CHECK(code_of([&] { backends::libdivsufsort::suffix_array(&text, &suffixes, n); }) == ErrorCode::invalid_argument);
  CHECK(suffixes == 99);
}

}  // namespace lexikos::tests

#endif
