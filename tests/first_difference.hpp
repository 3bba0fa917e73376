// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>
#include <sstream>
#include <string>
#include <vector>

namespace lexikos::tests
{

/// Where two sequences differ first, for people; empty if they are equal: CHECK(first_difference(found, expected) == "").
template <class Found, class Expected>
std::string first_difference(Found const& found, Expected const& expected)
{
  std::ostringstream out;
  std::size_t const n = std::min<std::size_t>(found.size(), expected.size());
  for (std::size_t i = 0; i < n; ++i) {
    if (found[i] == expected[i]) continue;
    out << "entry " << i << " of " << expected.size() << " is " << +found[i] << ", not " << +expected[i];
    return out.str();
  }
  if (found.size() != expected.size()) out << found.size() << " entries, not " << expected.size();
  return out.str();
}

}  // namespace lexikos::tests
