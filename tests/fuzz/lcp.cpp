// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// LCP arrays of small texts, and longest common extensions, by their definitions.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/lce.hpp>
#include <lexikos/lcp.hpp>
#include <lexikos/workspace.hpp>
#include <limits>
#include <string>
#include <vector>

#include "tests/first_difference.hpp"
#include "tests/fuzz/fuzzer.hpp"
#include "tests/fuzz/suffix_order.hpp"

namespace
{

using namespace lexikos;

template <class Symbol, class Index>
void check(fuzz::Bytes const& bytes, fuzz::Numbers& numbers)
{
  static Workspace workspace;
  fuzz::Space const space;
  auto const text = fuzz::widened<Symbol>(bytes);
  std::size_t const n = text.size();
  auto const suffixes = fuzz::suffix_array_of<Index>(text);
  auto const expected_inverse = fuzz::inverse_of(suffixes);
  auto const expected = fuzz::lcp_of(text, suffixes);
  std::vector<Index> inverse(n, std::numeric_limits<Index>::max());
  auto lcp = inverse;
  auto plcp = inverse;
  LcpOptions options;
  options.workspace = &workspace;
  inverse_suffix_array(space, fuzz::span_of(suffixes), fuzz::span_of(inverse), options);
  fuzz::expect_none(tests::first_difference(inverse, expected_inverse), "the inverse");
  if (numbers.flag()) {
    lcp_array(space, fuzz::span_of(text), fuzz::span_of(suffixes), fuzz::span_of(lcp), options);
    plcp_array(space, fuzz::span_of(text), fuzz::span_of(suffixes), fuzz::span_of(plcp), options);
  }
  else {
    lcp_array(space, fuzz::span_of(text), fuzz::span_of(suffixes), fuzz::span_of(inverse), fuzz::span_of(lcp), options);
    plcp_array(space, fuzz::span_of(text), fuzz::span_of(suffixes), fuzz::span_of(inverse), fuzz::span_of(plcp),
               options);
  }
  fuzz::expect_none(tests::first_difference(lcp, expected), "the LCP array");
  std::vector<Index> permuted(n);
  for (std::size_t rank = 0; rank < n; ++rank) permuted[suffixes[rank]] = expected[rank];
  fuzz::expect_none(tests::first_difference(plcp, permuted), "the permuted LCP array");
  auto const statistics = lcp_statistics(space, fuzz::span_of(lcp));
  if (n > 0 && statistics.maximum != *std::ranges::max_element(lcp)) fuzz::fail("another maximum");

  LceIndex<fuzz::MemorySpace, Index> const index(space, {fuzz::span_of(inverse), {}}, {fuzz::span_of(lcp), {}},
                                                 {&workspace, {}});
  for (int pair = 0; pair < 20; ++pair) {
    std::size_t const i = numbers.below(n + 2);
    std::size_t const j = numbers.below(n + 2);
    std::size_t length = 0;
    while (std::max(i, j) + length < n && text[i + length] == text[j + length]) ++length;
    if (index.lce(i, j) != length)
      fuzz::fail("lce(" + std::to_string(i) + ", " + std::to_string(j) + ") is " + std::to_string(index.lce(i, j)) +
                 ", not " + std::to_string(length));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
  FuzzedDataProvider input(data, size);
  auto text = input.ConsumeBytes<std::uint8_t>(input.ConsumeIntegralInRange<std::size_t>(0, 200));
  fuzz::Numbers numbers(input);
  std::size_t const period = numbers.below(2) * text.size();  // of a text that is continued
  while (period != 0 && text.size() < 256) text.push_back(text[text.size() - period]);
  static constexpr void (*checks[])(fuzz::Bytes const&, fuzz::Numbers&) = {
      check<std::uint8_t, std::uint32_t>, check<std::uint8_t, std::uint64_t>, check<std::uint16_t, std::uint32_t>,
      check<std::uint32_t, std::uint64_t>, check<std::uint64_t, std::uint32_t>};
  checks[numbers.below(std::size(checks))](text, numbers);
  return 0;
}
