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
  std::size_t const n = std::min<std::size_t>(found.size(), expected.size());
  std::size_t i = 0;
  while (i < n && found[i] == expected[i]) ++i;
  if (i == n && found.size() == expected.size()) return {};
  std::ostringstream out;
  if (i < n)
    out << "entry " << i << " of " << expected.size() << " is " << +found[i] << ", not " << +expected[i];
  else
    out << found.size() << " entries, not " << expected.size();
  return out.str();
}

}  // namespace lexikos::tests
