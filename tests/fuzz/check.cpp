// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Both checkers of suffix arrays, and that of inverses, with any arrays: they find what the definition says.

#include <cstddef>
#include <cstdint>
#include <lexikos/check.hpp>
#include <lexikos/workspace.hpp>
#include <string>
#include <vector>

#include "tests/check/first_defect.hpp"
#include "tests/fuzz/fuzzer.hpp"
#include "tests/fuzz/suffix_order.hpp"

namespace
{

using namespace lexikos;

void expect_equal(SuffixArrayCheck const& found, SuffixArrayCheck const& expected, std::string const& what)
{
  if (found != expected) fuzz::fail(what + " says '" + to_string(found) + "', not '" + to_string(expected) + "'");
}

template <class Symbol, class Index>
void check(fuzz::Bytes const& bytes, fuzz::Numbers& numbers)
{
  static Workspace workspace;
  fuzz::Space const space;
  auto const text = fuzz::widened<Symbol>(bytes);
  std::size_t const n = text.size();
  auto array = fuzz::suffix_array_of<Index>(text);
  auto inverse = fuzz::inverse_of(array);
  auto const any_entry = [&] { return static_cast<Index>(numbers.flag() ? numbers.below(n + 1) : numbers()); };
  for (std::size_t changes = numbers.below(6); changes > 0 && n > 0; --changes) {
    auto& altered = numbers.below(4) == 0 ? inverse : array;
    std::size_t const i = numbers.below(n);
    if (numbers.flag())
      altered[i] = any_entry();
    else
      std::swap(altered[i], altered[numbers.below(n)]);
  }
  if (numbers.below(8) == 7)
    for (auto& entry : array) entry = any_entry();
  auto const expected = tests::first_defect(text, array);
  auto const texts = fuzz::span_of(text);
  auto const suffixes = fuzz::span_of(array);
  expect_equal(check_suffix_array(space, texts, suffixes, {&workspace}), expected, "the parallel checker");
  expect_equal(check_suffix_array_sequentially(texts, suffixes), expected, "the sequential checker");
  SuffixArrayCheck wrong_inverse;
  for (std::size_t i = n; i-- > 0;)
    if (array[i] >= n)
      wrong_inverse = {SuffixArrayDefect::out_of_range, i};
    else if (inverse[array[i]] != i)
      wrong_inverse = {SuffixArrayDefect::inverse, i};
  expect_equal(check_inverse_suffix_array(space, suffixes, fuzz::span_of(inverse)), wrong_inverse,
               "the checker of inverses");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
  FuzzedDataProvider input(data, size);
  auto const text = input.ConsumeBytes<std::uint8_t>(input.ConsumeIntegralInRange<std::size_t>(0, 100));
  fuzz::Numbers numbers(input);
  static constexpr void (*checks[])(fuzz::Bytes const&, fuzz::Numbers&) = {
      check<std::uint8_t, std::uint32_t>, check<std::uint8_t, std::uint64_t>, check<std::uint16_t, std::uint32_t>,
      check<std::uint32_t, std::uint64_t>, check<std::uint64_t, std::uint32_t>};
  checks[numbers.below(std::size(checks))](text, numbers);
  return 0;
}
