// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The parts of the LCP array's construction that texts of tests would reach on devices only, or never.

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <lexikos/detail/views.hpp>
#include <string>
#include <vector>

#include "src/lcp/plcp.hpp"
#include "tests/first_difference.hpp"
#include "tests/reference/kasai.hpp"
#include "tests/reference/sa_is.hpp"
#include "tests/spaces.hpp"
#include "tests/structured_texts.hpp"

using namespace lexikos;

namespace
{

/// Every alignment, length and place of the first difference; words as a device reads them, and as the host does.
std::string first_wrong_mismatch()
{
  std::vector<std::uint64_t> storage(12);
  auto* const bytes = reinterpret_cast<std::uint8_t*>(storage.data());
  auto const described = [](auto const&... numbers) { return ((std::to_string(numbers) + " ") + ...); };
  for (std::size_t offset = 0; offset < 8; ++offset)
    for (std::size_t size : {1u, 7u, 16u, 17u, 40u, 61u}) {
      for (std::size_t i = 0; i < 96; ++i)
        bytes[i] = static_cast<std::uint8_t>(i < offset || i >= offset + size ? i : 7);
      for (std::size_t odd = 0; odd <= size; ++odd) {
        std::uint8_t* const text = bytes + offset;
        if (odd < size) text[odd] = 9;
        lcp_detail::SuffixBytes const suffixes{text, size};
        for (std::size_t a = 0; a < size; ++a)
          for (std::size_t b = 0; b < size; ++b) {
            if (a == b) continue;
            std::size_t const end = size - std::max(a, b);
            for (std::size_t begin = 0; begin <= end; begin += 3) {
              std::size_t expected = begin;
              while (expected < end && text[a + expected] == text[b + expected]) ++expected;
              // words come to the first difference, or to where single bytes have to go on
              bool is_right = suffixes.mismatch(a, b, begin, end) == expected;
              for (bool const aligned : {false, true}) {
                std::size_t const k = suffixes.skip_words(a, b, begin, end, aligned);
                is_right = is_right && k <= expected && (k == expected || k + (aligned ? 16 : 8) > end);
              }
              if (!is_right) return described(offset, size, odd, a, b, begin);
            }
          }
        if (odd < size) text[odd] = 7;
      }
    }
  return "";
}

/// What stands in the view is Phi before the call, and the permuted LCP array after it.
template <class ExecutionSpace, class Text, class Plcp>
void run_levels(Text const& text, Plcp const& plcp, lcp_detail::ComparisonBudget const& budget, Workspace& workspace)
{
  ExecutionSpace const space{};
  Progress const nobody;
  detail::ProgressReport<ExecutionSpace> progress(space, nobody, 0);
  lcp_detail::plcp_by_levels<ExecutionSpace, std::uint32_t>(space, {{text.data(), text.extent(0)}, 0},
                                                            detail::span_of<ExecutionSpace, std::uint32_t>(plcp),
                                                            budget, workspace, progress);
  space.fence();
}

template <class ExecutionSpace>
void expect_plcp(texts::Text const& host_text, lcp_detail::ComparisonBudget const& budget)
{
  auto const host_sa = reference::sa_is(host_text);
  auto const lcp = reference::kasai(host_text, host_sa);
  std::vector<std::uint32_t> phi(lcp.size()), expected(lcp.size());
  for (std::size_t i = 0; i < lcp.size(); ++i) {
    phi[host_sa[i]] = i == 0 ? lcp_detail::no_phi<std::uint32_t> : host_sa[i - 1];
    expected[host_sa[i]] = lcp[i];
  }
  auto const text = tests::to_view<ExecutionSpace>(host_text);
  auto const plcp = tests::to_view<ExecutionSpace>(phi);
  Workspace workspace;
  run_levels<ExecutionSpace>(text, plcp, budget, workspace);
  CHECK(tests::first_difference(tests::to_vector(plcp), expected) == "");
  CHECK(workspace.peak_bytes() <= lcp_detail::plcp_by_levels_bytes<std::uint32_t>(phi.size(), 1, budget));
}

template <class ExecutionSpace>
void expect_long_comparisons()
{
  for (auto const& [name, text] : texts::structured(5000))
    for (lcp_detail::ComparisonBudget const budget :
         {lcp_detail::ComparisonBudget{1, 1}, lcp_detail::ComparisonBudget{8, 64}, lcp_detail::ComparisonBudget{16, 16},
          lcp_detail::ComparisonBudget{64, lcp_detail::ComparisonBudget::unlimited}, lcp_detail::ComparisonBudget{}})
    {
      CAPTURE(name);
      CAPTURE(budget.thread);
      CAPTURE(budget.team);
      expect_plcp<ExecutionSpace>(text, budget);
    }
}

/// Phi of an array that is not a suffix array: accesses stay in bounds all the same, and the run ends.
template <class ExecutionSpace>
void expect_bounds()
{
  std::size_t const n = 3000;
  texts::Text const host_text = texts::letter(n);
  texts::Random next(5);
  std::vector<std::uint32_t> phi(n);
  for (auto& p : phi) p = static_cast<std::uint32_t>(next.below(2) == 0 ? next.below(n) : n + next.below(n << 19));
  auto const text = tests::to_view<ExecutionSpace>(host_text);
  for (lcp_detail::ComparisonBudget const budget :
       {lcp_detail::ComparisonBudget{8, 64}, lcp_detail::ComparisonBudget{}}) {
    CAPTURE(budget.thread);
    auto const plcp = tests::to_view<ExecutionSpace>(phi);
    Workspace workspace;
    run_levels<ExecutionSpace>(text, plcp, budget, workspace);
    auto const result = tests::to_vector(plcp);
    for (std::size_t p = 0; p < n; ++p) {
      CAPTURE(p);
      REQUIRE(result[p] <= n - p);
    }
  }
}

}  // namespace

TEST_CASE("mismatch: every alignment, length and place of the first difference")
{
  CHECK(first_wrong_mismatch() == "");
}

TEST_CASE_TEMPLATE_DEFINE("long comparisons: by teams, by all teams, and by threads again", ExecutionSpace, comparisons)
{
  expect_long_comparisons<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(comparisons, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("arrays that are not suffix arrays lead to no access out of bounds", ExecutionSpace,
                          foreign_arrays)
{
  expect_bounds<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(foreign_arrays, tests::Spaces);
