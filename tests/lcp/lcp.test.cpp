// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <lexikos/lcp.hpp>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "tests/code_of.hpp"
#include "tests/first_difference.hpp"
#include "tests/reference/kasai.hpp"
#include "tests/reference/naive.hpp"
#include "tests/reference/sa_is.hpp"
#include "tests/spaces.hpp"
#include "tests/structured_texts.hpp"

using namespace lexikos;

namespace
{

template <class To, class From>
std::vector<To> converted(std::vector<From> const& values)
{
  return {values.begin(), values.end()};
}

/// plcp(sa(i)) = lcp(i).
reference::Positions permuted(reference::Positions const& lcp, reference::Positions const& sa)
{
  reference::Positions plcp(lcp.size());
  for (std::size_t i = 0; i < lcp.size(); ++i) plcp[sa[i]] = lcp[i];
  return plcp;
}

/// All functions, with and without the inverse, on one text whose suffix array is known.
template <class ExecutionSpace, class Symbol, class Index>
void expect_arrays(ExecutionSpace const& space, std::vector<Symbol> const& host_text,
                   reference::Positions const& host_sa)
{
  using Arrays = tests::TestArray<Index, ExecutionSpace>;
  std::size_t const n = host_text.size();
  auto const lcp = reference::kasai(host_text, host_sa);
  auto const expected = converted<Index>(lcp);
  auto const expected_plcp = converted<Index>(permuted(lcp, host_sa));
  auto const text = tests::to_view<ExecutionSpace>(host_text);
  auto const sa = tests::to_view<ExecutionSpace>(converted<Index>(host_sa));
  Workspace workspace;
  LcpOptions const options{.workspace = &workspace};

  Arrays const inverse("lexikos::tests::inverse", n);
  inverse_suffix_array(space, sa, inverse, options);
  CHECK(tests::first_difference(tests::to_vector(inverse), converted<Index>(reference::inverse_of(host_sa))) == "");
  CHECK(workspace.peak_bytes() <= inverse_suffix_array_workspace_bytes<ExecutionSpace, Index>(n));

  for (bool const with_inverse : {false, true}) {
    CAPTURE(with_inverse);
    Arrays const result("lexikos::tests::result", n);
    workspace.reset_peak();
    with_inverse ? plcp_array(space, text, sa, inverse, result, options) : plcp_array(space, text, sa, result, options);
    CHECK(tests::first_difference(tests::to_vector(result), expected_plcp) == "");
    CHECK(workspace.peak_bytes() <= plcp_array_workspace_bytes<ExecutionSpace, Index, Symbol>(n));
    with_inverse ? lcp_array(space, text, sa, inverse, result, options) : lcp_array(space, text, sa, result, options);
    CHECK(tests::first_difference(tests::to_vector(result), expected) == "");
    CHECK(workspace.peak_bytes() <= lcp_array_workspace_bytes<ExecutionSpace, Index, Symbol>(n));
    auto const statistics = lcp_statistics(space, result);
    CHECK(statistics.maximum == (n == 0 ? 0 : *std::max_element(expected.begin(), expected.end())));
    double const sum = std::accumulate(expected.begin(), expected.end(), 0.0);
    CHECK(statistics.mean == doctest::Approx(n == 0 ? 0 : sum / static_cast<double>(n)));
  }
}

template <class ExecutionSpace>
void expect_structured()
{
  for (std::size_t const n : {1000u, 20011u})
    for (auto const& [name, text] : texts::structured(n)) {
      CAPTURE(name);
      CAPTURE(n);
      expect_arrays<ExecutionSpace, std::uint8_t, std::uint32_t>(ExecutionSpace(), text, reference::sa_is(text));
      if (n == 1000) expect_arrays<ExecutionSpace, std::uint8_t, std::uint64_t>({}, text, reference::sa_is(text));
    }
}

template <class ExecutionSpace>
void expect_small()
{
  auto const space = tests::smallest_instance<ExecutionSpace>();
  for (std::size_t length = 0; length <= 7; ++length)
    texts::for_each_text(length, 2, [&](texts::Text const& text) {
      expect_arrays<ExecutionSpace, std::uint8_t, std::uint32_t>(space, text, reference::naive(text));
    });
  for (std::size_t length = 8; length <= 70; ++length) {
    auto const text = texts::random(length, 2, length);
    expect_arrays<ExecutionSpace, std::uint8_t, std::uint64_t>(space, text, reference::naive(text));
  }
}

template <class ExecutionSpace, class Symbol>
void expect_wide_symbols()
{
  // values that differ in one byte only, the lowest and the highest of a symbol
  auto const widest = static_cast<Symbol>(Symbol{1} << (8 * sizeof(Symbol) - 1));
  for (Symbol const step : {Symbol{1}, widest})
    for (auto const& [name, letters] : texts::structured(600)) {
      CAPTURE(name);
      std::vector<Symbol> text(letters.size());
      for (std::size_t i = 0; i < text.size(); ++i)
        text[i] = static_cast<Symbol>(step == 1 ? letters[i] : (letters[i] & 1) * step);
      expect_arrays<ExecutionSpace, Symbol, std::uint32_t>(ExecutionSpace(), text, reference::naive(text));
    }
}

/// The text starts anywhere within a word, and what lies around it would lengthen every match; the arrays are parts too.
template <class ExecutionSpace>
void expect_parts()
{
  ExecutionSpace const space{};
  for (auto const& [name, host_text] : texts::structured(777)) {
    std::size_t const n = host_text.size();
    auto const host_sa = reference::sa_is(host_text);
    auto const expected = converted<std::uint32_t>(reference::kasai(host_text, host_sa));
    for (std::size_t place = 1; place < 9; ++place) {
      CAPTURE(name);
      CAPTURE(place);
      texts::Text around(n + 16, host_text.back());
      std::copy(host_text.begin(), host_text.end(), around.begin() + static_cast<std::ptrdiff_t>(place));
      auto const part = [&](auto const& view) { return Kokkos::subview(view, std::pair(place, place + n)); };
      auto const text = part(tests::to_view<ExecutionSpace>(around));
      std::vector<std::uint32_t> entries(n + 16);
      std::copy(host_sa.begin(), host_sa.end(), entries.begin() + static_cast<std::ptrdiff_t>(place));
      auto const sa = part(tests::to_view<ExecutionSpace>(entries));
      tests::TestArray<std::uint32_t, ExecutionSpace> const lcp("lexikos::tests::lcp", n + 16);
      Kokkos::deep_copy(lcp, 77);
      lcp_array(space, text, sa, part(lcp));
      auto const found = tests::to_vector(lcp);
      CHECK(std::equal(expected.begin(), expected.end(), found.begin() + static_cast<std::ptrdiff_t>(place)));
      CHECK(found[place - 1] == 77);
      CHECK(found[place + n] == 77);
    }
  }
}

template <class ExecutionSpace>
void expect_refusals()
{
  ExecutionSpace const space{};
  tests::TestArray<std::uint8_t, ExecutionSpace> const text("lexikos::tests::text", 5);
  tests::TestArray<std::uint32_t, ExecutionSpace> const five("lexikos::tests::five", 5),
      four("lexikos::tests::four", 4);
  auto const refused = ErrorCode::invalid_argument;
  CHECK(tests::code_of([&] { inverse_suffix_array(space, five, four); }) == refused);
  CHECK(tests::code_of([&] { plcp_array(space, text, four, five); }) == refused);
  CHECK(tests::code_of([&] { plcp_array(space, text, five, four); }) == refused);
  CHECK(tests::code_of([&] { lcp_array(space, text, five, four, five); }) == refused);
  CHECK(tests::code_of([&] { lcp_array(space, text, five, four); }) == refused);
}

/// Sums that pass 2^32 and, for entries of 64 bits, 2^64.
template <class ExecutionSpace>
void expect_large_sums()
{
  ExecutionSpace const space{};
  std::uint32_t const large = 0xfffffff0u;
  auto const narrow = lcp_statistics(space, tests::to_view<ExecutionSpace>(std::vector<std::uint32_t>(1000, large)));
  CHECK(narrow.maximum == large);
  CHECK(narrow.mean == static_cast<double>(large));
  std::uint64_t const larger = std::uint64_t{1} << 62;
  auto const wide = lcp_statistics(space, tests::to_view<ExecutionSpace>(std::vector<std::uint64_t>(64, larger)));
  CHECK(wide.maximum == larger);
  CHECK(wide.mean == static_cast<double>(larger));
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("LCP arrays of structured texts", ExecutionSpace, structured)
{
  expect_structured<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(structured, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("LCP arrays of all small texts", ExecutionSpace, small)
{
  expect_small<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(small, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("LCP arrays of texts of wide symbols", ExecutionSpace, wide)
{
  expect_wide_symbols<ExecutionSpace, std::uint16_t>();
  expect_wide_symbols<ExecutionSpace, std::uint32_t>();
  expect_wide_symbols<ExecutionSpace, std::uint64_t>();
}
TEST_CASE_TEMPLATE_APPLY(wide, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("LCP arrays of texts that are parts of views", ExecutionSpace, parts)
{
  expect_parts<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(parts, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("LCP arrays: sizes that do not fit are refused", ExecutionSpace, refusals)
{
  expect_refusals<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(refusals, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("LCP statistics do not overflow", ExecutionSpace, sums)
{
  expect_large_sums<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(sums, tests::Spaces);
