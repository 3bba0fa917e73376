// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <string_view>

namespace lexikos::app
{

/// Where a string lies within JSON, between its quotes.
struct JsonString
{
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// The value of a member of an object, which is a string.
///
/// \param object  valid JSON of one object that has that member
/// \param number  of the member, from 0
[[nodiscard]] JsonString string_of_member(std::string_view object, std::size_t number);

}  // namespace lexikos::app
