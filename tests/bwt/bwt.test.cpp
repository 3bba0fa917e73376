// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <lexikos/bwt.hpp>
#include <string>
#include <utility>
#include <vector>

#include "tests/code_of.hpp"
#include "tests/reference/bwt.hpp"
#include "tests/reference/naive.hpp"
#include "tests/reference/sa_is.hpp"
#include "tests/spaces.hpp"
#include "tests/structured_texts.hpp"

using namespace lexikos;
using texts::Text;

namespace
{

template <class ExecutionSpace>
using Bytes = tests::TestArray<std::uint8_t, ExecutionSpace>;

/// Forth, in both ways, and back, in place and not.
template <class ExecutionSpace>
void expect_transform(ExecutionSpace const& space, Text const& host_text, reference::Positions const& host_sa)
{
  std::size_t const n = host_text.size();
  auto const expected = reference::bwt(host_text, host_sa);
  auto const text = tests::to_view<ExecutionSpace>(host_text);
  auto const sa = tests::to_view<ExecutionSpace>(host_sa);
  auto const wide_sa = tests::to_view<ExecutionSpace>(std::vector<std::uint64_t>(host_sa.begin(), host_sa.end()));
  Workspace workspace;
  int const ways = lexikos::detail::works_on_host<ExecutionSpace> ? 5 : 4;  // the last one by induction
  for (int way = 0; way < ways; ++way) {
    CAPTURE(way);
    Bytes<ExecutionSpace> const bwt("lexikos::tests::bwt", n);
    workspace.reset_peak();
    std::size_t const primary =
        way == 0   ? burrows_wheeler_transform(space, text, bwt, {.workspace = &workspace})
        : way == 1 ? burrows_wheeler_transform(space, text, sa, bwt, {.workspace = &workspace})
        : way == 2 ? burrows_wheeler_transform(space, text, wide_sa, bwt)
                   : burrows_wheeler_transform(space, text, bwt,
                                               {.algorithm = way == 3 ? SuffixArrayAlgorithm::sampled_prefix_doubling
                                                                      : SuffixArrayAlgorithm::induced_sorting,
                                                .workspace = &workspace});
    CHECK(primary == expected.primary_index);
    CHECK(tests::to_vector(bwt) == expected.symbols);
    CHECK(workspace.peak_bytes() <= burrows_wheeler_transform_workspace_bytes<ExecutionSpace>(n));
  }
  auto const bwt = tests::to_view<ExecutionSpace>(expected.symbols);
  Bytes<ExecutionSpace> const back("lexikos::tests::back", n);
  workspace.reset_peak();
  inverse_burrows_wheeler_transform(space, bwt, expected.primary_index, back, {.workspace = &workspace});
  CHECK(tests::to_vector(back) == host_text);
  CHECK(workspace.peak_bytes() <= inverse_burrows_wheeler_transform_workspace_bytes<ExecutionSpace>(n));
  inverse_burrows_wheeler_transform(space, bwt, expected.primary_index, bwt);
  CHECK(tests::to_vector(bwt) == host_text);
}

template <class ExecutionSpace>
void expect_known()
{
  auto const text = texts::text_of("abracadabra");
  Bytes<ExecutionSpace> const bwt("lexikos::tests::bwt", 11);
  CHECK(burrows_wheeler_transform(ExecutionSpace(), tests::to_view<ExecutionSpace>(text), bwt) == 3);
  CHECK(tests::to_vector(bwt) == texts::text_of("ardrcaaaabb"));
  expect_transform(ExecutionSpace(), text, reference::naive(text));
}

template <class ExecutionSpace>
void expect_small()
{
  auto const space = tests::smallest_instance<ExecutionSpace>();
  for (std::size_t length = 0; length <= 6; ++length)
    texts::for_each_text(length, 2, [&](Text const& text) { expect_transform(space, text, reference::naive(text)); },
                         {0, 255, 7});
  for (std::size_t length = 7; length <= 300; length += length < 140 ? 1 : 37) {
    auto const text = texts::random(length, 1 + length % 5, length);
    expect_transform(space, text, reference::naive(text));
  }
}

template <class ExecutionSpace>
void expect_structured()
{
  for (std::size_t const n : {2000u, 60013u})
    for (auto const& [name, text] : texts::structured(n)) {
      CAPTURE(name);
      CAPTURE(n);
      expect_transform(ExecutionSpace(), text, reference::sa_is(text));
    }
}

/// Symbols of one bit to eight: keys with the symbol before of four bytes and of eight.
template <class ExecutionSpace>
void expect_alphabets()
{
  for (unsigned const alphabet : {1u, 2u, 3u, 4u, 5u, 8u, 9u, 16u, 17u, 32u, 33u, 64u, 65u, 128u, 129u, 256u}) {
    CAPTURE(alphabet);
    auto const text = texts::random(20'011, alphabet, alphabet);
    expect_transform(ExecutionSpace(), text, reference::sa_is(text));
  }
  auto const copies = texts::copies_with_mutations(20'011, 100, 1);  // of four letters
  expect_transform(ExecutionSpace(), copies, reference::sa_is(copies));
}

template <class ExecutionSpace>
std::string code_of(ExecutionSpace const& space, Text const& bwt, std::size_t primary, Text* text)
{
  Bytes<ExecutionSpace> const result("lexikos::tests::text", bwt.size());
  Kokkos::deep_copy(result, 77);
  std::string code = "none";
  try {
    inverse_burrows_wheeler_transform(space, tests::to_view<ExecutionSpace>(bwt), primary, result);
  }
  catch (Error const& error) {
    code = to_string(error.code());
    auto const untouched = tests::to_vector(result);
    CHECK(untouched == Text(bwt.size(), 77));
  }
  *text = tests::to_vector(result);
  return code;
}

/// Every string of a few bytes with every primary index: the text, where the oracle finds one, or an error.
template <class ExecutionSpace>
void expect_judgement()
{
  auto const space = tests::smallest_instance<ExecutionSpace>();
  std::string const corrupt(to_string(ErrorCode::corrupt_input)), invalid(to_string(ErrorCode::invalid_argument));
  Text text;
  std::size_t right = 0, wrong = 0;
  for (std::size_t length = 1; length <= 6; ++length)
    texts::for_each_text(length, length < 5 ? 3 : 2, [&](Text const& bwt) {
      for (std::size_t primary = 1; primary <= length; ++primary) {
        Text const expected = reference::inverse_bwt(bwt, primary);
        CAPTURE(primary);
        CHECK(code_of(space, bwt, primary, &text) == (expected.empty() ? corrupt : std::string("none")));
        if (!expected.empty()) CHECK(text == expected);
        ++(expected.empty() ? wrong : right);
      }
    });
  CHECK(right > 100);
  CHECK(wrong > 100);
  CHECK(code_of(space, texts::text_of("abc"), 0, &text) == invalid);
  CHECK(code_of(space, texts::text_of("abc"), 4, &text) == invalid);
  CHECK(code_of(space, {}, 1, &text) == invalid);
  CHECK(code_of(space, {}, 0, &text) == "none");
}

/// Long transforms with a symbol changed, exchanged, or with another primary index: several cycles, some without a mark.
template <class ExecutionSpace>
void expect_damage()
{
  ExecutionSpace const space{};
  std::string const corrupt(to_string(ErrorCode::corrupt_input));
  texts::Random next(41);
  Text text;
  for (auto const& [name, original] : texts::structured(9001)) {
    CAPTURE(name);
    auto const right = reference::bwt(original, reference::sa_is(original));
    for (int attempt = 0; attempt < 6; ++attempt) {
      Text damaged = right.symbols;
      std::size_t primary = right.primary_index;
      if (attempt < 2)
        ++damaged[next.below(damaged.size())];
      else if (attempt < 4)
        std::swap(damaged[next.below(damaged.size())], damaged[next.below(damaged.size())]);
      else
        primary = 1 + next.below(damaged.size());
      CAPTURE(attempt);
      Text const expected = reference::inverse_bwt(damaged, primary);
      CHECK(code_of(space, damaged, primary, &text) == (expected.empty() ? corrupt : std::string("none")));
      if (!expected.empty()) CHECK(text == expected);
    }
  }
}

/// Forth and back between parts of larger views, of which the rest stays.
template <class ExecutionSpace>
void expect_parts()
{
  ExecutionSpace const space{};
  for (auto const& [name, host_text] : texts::structured(777)) {
    CAPTURE(name);
    std::size_t const n = host_text.size();
    auto const expected = reference::bwt(host_text, reference::sa_is(host_text));
    Bytes<ExecutionSpace> const all("lexikos::tests::all", 3 * n + 10);
    Kokkos::deep_copy(all, 77);
    auto const part = [&](std::size_t begin) { return Kokkos::subview(all, std::pair(begin, begin + n)); };
    auto const text = part(1), bwt = part(n + 4), back = part(2 * n + 9);
    Kokkos::deep_copy(text, tests::to_view<ExecutionSpace>(host_text));
    CHECK(burrows_wheeler_transform(space, text, bwt) == expected.primary_index);
    inverse_burrows_wheeler_transform(space, bwt, expected.primary_index, back);
    Text wanted(3 * n + 10, 77);
    std::copy(host_text.begin(), host_text.end(), wanted.begin() + 1);
    std::copy(expected.symbols.begin(), expected.symbols.end(), wanted.begin() + static_cast<std::ptrdiff_t>(n) + 4);
    std::copy(host_text.begin(), host_text.end(), wanted.begin() + static_cast<std::ptrdiff_t>(2 * n) + 9);
    bool const is_right = tests::to_vector(all) == wanted;
    CHECK(is_right);
  }
}

template <class ExecutionSpace>
void expect_progress(SuffixArrayAlgorithm algorithm)
{
  CAPTURE(std::string(to_string(algorithm)));
  ExecutionSpace const space{};
  auto const text = tests::to_view<ExecutionSpace>(texts::copies_with_mutations(50'000, 1'000, 9));
  Bytes<ExecutionSpace> const bwt("lexikos::tests::bwt", text.extent(0));
  std::vector<double> fractions;
  std::size_t last = 0;
  auto const transform = [&] {
    return burrows_wheeler_transform(space, text, bwt, {.algorithm = algorithm, .progress = [&](double fraction) {
                                                          fractions.push_back(fraction);
                                                          return fractions.size() != last;
                                                        }});
  };
  (void)transform();
  std::size_t const calls = fractions.size();
  REQUIRE(calls >= 2);
  CHECK(std::ranges::is_sorted(fractions));
  CHECK(std::ranges::count(fractions, 1.0) == 1);
  CHECK(fractions.back() == 1.0);
  for (last = 1; last <= calls; ++last) {
    fractions.clear();
    CHECK(tests::code_of(transform) == ErrorCode::cancelled);
  }
}

template <class ExecutionSpace>
void expect_refusals()
{
  ExecutionSpace const space{};
  Bytes<ExecutionSpace> const five("lexikos::tests::five", 5), four("lexikos::tests::four", 4);
  tests::TestArray<std::uint32_t, ExecutionSpace> const array("lexikos::tests::array", 5);
  Kokkos::deep_copy(array, 3);
  CHECK(tests::code_of([&] { (void)burrows_wheeler_transform(space, five, four); }) == ErrorCode::invalid_argument);
  CHECK(tests::code_of([&] { (void)burrows_wheeler_transform(space, four, array, four); }) ==
        ErrorCode::invalid_argument);
  CHECK(tests::code_of([&] { (void)burrows_wheeler_transform(space, five, array, five); }) == ErrorCode::corrupt_input);
  CHECK(tests::code_of([&] { inverse_burrows_wheeler_transform(space, five, 1, four); }) ==
        ErrorCode::invalid_argument);
}

/// Suffix 0 twice: nothing that stands before the text is read.
template <class ExecutionSpace>
void expect_bounds()
{
  ExecutionSpace const space{};
  auto const memory = tests::to_view<ExecutionSpace>(texts::text_of("xxxxaaaaaxxxx"));
  auto const text = Kokkos::subview(memory, std::pair(4, 9));
  auto const array = tests::to_view<ExecutionSpace>(std::vector<std::uint32_t>{4, 0, 2, 0, 0});
  Bytes<ExecutionSpace> const bwt("lexikos::tests::bwt", 5);
  (void)burrows_wheeler_transform(space, text, array, bwt);
  for (auto const symbol : tests::to_vector(bwt)) CHECK((symbol == 'a' || symbol == 0));  // 0: written by none
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("BWT of abracadabra", ExecutionSpace, known)
{
  expect_known<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(known, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("BWT of small texts, and back", ExecutionSpace, small)
{
  expect_small<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(small, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("BWT of structured texts, and back", ExecutionSpace, structured)
{
  expect_structured<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(structured, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("BWT of alphabets of every width, and back", ExecutionSpace, alphabets)
{
  expect_alphabets<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(alphabets, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("inverse BWT: transforms are distinguished from other strings", ExecutionSpace, judgement)
{
  expect_judgement<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(judgement, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("inverse BWT: damaged transforms", ExecutionSpace, damage)
{
  expect_damage<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(damage, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("BWT of parts of views, and back", ExecutionSpace, parts)
{
  expect_parts<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(parts, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("BWT: sizes that do not fit are refused", ExecutionSpace, refusals)
{
  expect_refusals<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(refusals, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("BWT of arrays that are not suffix arrays: no access out of bounds", ExecutionSpace, bounds)
{
  expect_bounds<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(bounds, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("BWT tells its progress and can be stopped", ExecutionSpace, progress)
{
  for (auto const algorithm : suffix_array_algorithms<ExecutionSpace>()) expect_progress<ExecutionSpace>(algorithm);
}
TEST_CASE_TEMPLATE_APPLY(progress, tests::Spaces);
