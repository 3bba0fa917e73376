// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <doctest/doctest.h>

#include <cstddef>
#include <lexikos/check.hpp>
#include <ostream>
#include <vector>

#include "tests/check/first_defect.hpp"
#include "tests/texts.hpp"

namespace lexikos
{

inline std::ostream& operator<<(std::ostream& out, SuffixArrayCheck const& check)
{
  return out << to_string(check);
}

}  // namespace lexikos

namespace lexikos::tests
{

/// All arrays of n values below `bound`, one after the other.
template <class Index>
std::vector<Index> all_arrays(std::size_t n, std::size_t bound)
{
  std::size_t count = 1;
  for (std::size_t i = 0; i < n; ++i) count *= bound;
  std::vector<Index> arrays;
  arrays.reserve(count * n);
  for (std::size_t k = 0; k < count; ++k) {
    std::size_t digits = k;
    for (std::size_t i = 0; i < n; ++i, digits /= bound) arrays.push_back(static_cast<Index>(digits % bound));
  }
  return arrays;
}

}  // namespace lexikos::tests
