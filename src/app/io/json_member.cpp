// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/io/json_member.hpp"

namespace lexikos::app
{

namespace
{

/// The quote that ends the string that starts before `begin`.
std::size_t end_of_string(std::string_view json, std::size_t begin)
{
  for (std::size_t end = json.find('"', begin);; end = json.find('"', end + 1)) {
    std::size_t escapes = 0;
    while (end - escapes > begin && json[end - escapes - 1] == '\\') ++escapes;
    if (escapes % 2 == 0) return end;
  }
}

/// The comma or bracket after the value at `at`.
std::size_t end_of_value(std::string_view json, std::size_t at)
{
  for (std::size_t depth = 0;; ++at) {
    char const c = json[at];
    if (depth == 0 && (c == ',' || c == '}')) return at;
    if (c == '"')
      at = end_of_string(json, at + 1);
    else if (c == '{' || c == '[')
      ++depth;
    else if (c == '}' || c == ']')
      --depth;
  }
}

}  // namespace

JsonString string_of_member(std::string_view object, std::size_t number)
{
  std::size_t at = object.find('{');
  for (;; --number) {
    std::size_t const key = object.find('"', at);
    at = object.find(':', end_of_string(object, key + 1)) + 1;
    if (number == 0) break;
    at = end_of_value(object, at);
  }
  std::size_t const begin = object.find('"', at) + 1;
  return {begin, end_of_string(object, begin)};
}

}  // namespace lexikos::app
