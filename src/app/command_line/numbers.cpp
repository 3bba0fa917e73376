// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/command_line/numbers.hpp"

#include <charconv>

#include "app/report/joined.hpp"

namespace lexikos::app
{

namespace
{

/// 1000 for "k", 1024 * 1024 for "Mi"; 0 for what is not a unit.
std::uint64_t factor_of(std::string_view unit)
{
  constexpr std::string_view prefixes = "KMGTP";
  if (unit.empty()) return 1;
  std::uint64_t const base = unit.size() == 2 && unit[1] == 'i' ? 1024 : 1000;
  if (unit.size() > (base == 1024 ? 2 : 1)) return 0;
  auto const prefix = prefixes.find(static_cast<char>(unit[0] & ~0x20));
  if (prefix == std::string_view::npos) return 0;
  std::uint64_t factor = base;
  for (std::size_t i = 0; i < prefix; ++i) factor *= base;
  return factor;
}

std::string in_range(NumberRange const& range)
{
  constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();
  if (range.most == unlimited && range.least == 0) return "below 2^64";
  if (range.most == unlimited) return std::to_string(range.least) + " or more";
  return std::to_string(range.least) + " to " + std::to_string(range.most);
}

}  // namespace

std::string read_number(std::string_view text, NumberRange const& range, std::uint64_t& number)
{
  std::string const quoted = joined({"'", text, "'"});
  std::uint64_t digits = 0;
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), digits);
  std::uint64_t const factor = factor_of({end, static_cast<std::size_t>(text.data() + text.size() - end)});
  if (error == std::errc::invalid_argument || factor == 0) return quoted + " is not a number, such as 3000, 3k or 2Gi";
  bool const is_too_large =
      error == std::errc::result_out_of_range || digits > std::numeric_limits<std::uint64_t>::max() / factor;
  if (is_too_large || digits * factor < range.least || digits * factor > range.most)
    return quoted + " is out of range: " + in_range(range);
  number = digits * factor;
  return {};
}

}  // namespace lexikos::app
