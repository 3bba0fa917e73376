// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

// Arrays as files hold them.

namespace arrays
{

template <class Index>
std::vector<Index> from_bytes(std::string const& bytes)
{
  std::vector<Index> values(bytes.size() / sizeof(Index));
  std::memcpy(values.data(), bytes.data(), values.size() * sizeof(Index));
  return values;
}

template <class Index>
std::string to_bytes(std::vector<Index> const& values)
{
  return {reinterpret_cast<char const*>(values.data()), values.size() * sizeof(Index)};
}

template <class Index>
std::vector<Index> suffix_array(std::string_view text)
{
  std::vector<Index> result(text.size());
  std::iota(result.begin(), result.end(), Index{0});
  std::sort(result.begin(), result.end(), [&](Index a, Index b) { return text.substr(a) < text.substr(b); });
  return result;
}

template <class Index>
std::vector<Index> inverse(std::vector<Index> const& values)
{
  std::vector<Index> result(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) result[values[i]] = static_cast<Index>(i);
  return result;
}

}  // namespace arrays
