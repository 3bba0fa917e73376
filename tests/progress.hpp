// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <lexikos/conventions.hpp>
#include <vector>

#include "tests/code_of.hpp"

namespace lexikos::tests
{

/// What every build promises of its progress: ascending fractions that end with 1, which is reported once; and that it stops
/// at any of them with `cancelled`, after which it works again.
/// \param build  calls the build with the progress function that it is given
template <class Build>
void expect_progress(std::size_t min_reports, Build const& build)
{
  std::vector<double> fractions;
  std::size_t last = 0;  // the report that asks to stop
  Progress const progress = [&](double fraction) {
    fractions.push_back(fraction);
    return fractions.size() != last;
  };
  auto const expect_whole = [&] {
    fractions.clear();
    build(progress);
    CHECK(std::ranges::is_sorted(fractions));
    CHECK(std::ranges::count(fractions, 1.0) == 1);
    REQUIRE(!fractions.empty());
    CHECK(fractions.front() >= 0);
    CHECK(fractions.back() == 1.0);
  };
  expect_whole();
  std::size_t const reports = fractions.size();
  CHECK(reports >= min_reports);
  for (last = 1; last <= reports; ++last) {
    CAPTURE(last);
    fractions.clear();
    CHECK(code_of([&] { build(progress); }) == ErrorCode::cancelled);
    CHECK(fractions.size() == last);
  }
  last = 0;
  expect_whole();
}

}  // namespace lexikos::tests
