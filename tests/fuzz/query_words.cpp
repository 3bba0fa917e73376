// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Words that users type: queries of wavelets, and numbers. They are refused as a wrong use, or mean what they say.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "app/command_line/numbers.hpp"
#include "app/commands/wavelet/query_words.hpp"
#include "app/failure.hpp"
#include "app/report/utf8.hpp"
#include "tests/fuzz/fuzzer.hpp"

namespace
{

using namespace lexikos;

void check_query(std::string const& word)
{
  try {
    auto const query = app::parse_wavelet_query(word);
    std::string const kinds = app::number_kinds(query.name);
    if (query.word != word) fuzz::fail("another word");
    if (query.numbers.size() != kinds.size()) fuzz::fail("a query of other numbers");
    // written as numbers, it is the same query
    std::string again = word.substr(0, word.find(':'));
    for (auto const number : query.numbers) again += ":" + std::to_string(number);
    auto const numeric = app::parse_wavelet_query(again);
    if (numeric.name != query.name || numeric.numbers != query.numbers) fuzz::fail(word + " is not " + again);
    if (query.has_wide_character) {
      bool is_wide = false;
      for (std::size_t i = 0; i < kinds.size(); ++i)
        is_wide = is_wide || (kinds[i] == 'c' && query.numbers[i] >= 0x80 && query.numbers[i] <= 0x10FFFF);
      if (!is_wide) fuzz::fail(word + " has no wide character");
    }
  }
  catch (app::Failure const& failure) {
    if (failure.code() != app::ExitCode::usage)
      fuzz::fail(std::string("refused for another reason: ") + failure.what());
  }
}

/// The value that digits and a unit have, if it fits 64 bits.
bool value_of(std::string_view text, std::uint64_t& value)
{
  std::size_t digits = 0;
  unsigned __int128 number = 0;
  unsigned __int128 const end = static_cast<unsigned __int128>(1) << 64;
  for (; digits < text.size() && text[digits] >= '0' && text[digits] <= '9'; ++digits)
    if (number < end) number = number * 10 + static_cast<unsigned>(text[digits] - '0');
  auto unit = text.substr(digits);
  if (digits == 0) return false;
  if (!unit.empty()) {
    std::string_view const letters = "kmgtpKMGTP";
    std::size_t const found = letters.find(unit[0]);
    if (found == std::string_view::npos || (unit.size() > 1 && unit.substr(1) != "i")) return false;
    for (std::size_t power = 0; power <= found % 5 && number < end; ++power) number *= unit.size() > 1 ? 1024 : 1000;
  }
  value = static_cast<std::uint64_t>(number);
  return number < end;
}

void check_number(std::string const& word)
{
  std::uint64_t expected = 0;
  std::uint64_t number = 77;
  bool const is_number = value_of(word, expected);
  auto const refusal = app::read_number(word, {}, number);
  if (refusal.empty() != is_number)
    fuzz::fail("'" + word + "' is " + (is_number ? "a number: " : "no number ") + refusal);
  if (number != (is_number ? expected : 77)) fuzz::fail(word + " is not " + std::to_string(number));
}

void check_text(std::string const& text)
{
  for (char const c : app::escaped(text))
    if (c < 0x20 || c > 0x7E) fuzz::fail("an escaped text is not printable");
  if (app::is_utf8(text) && !app::is_utf8(app::xml_escaped(text))) fuzz::fail("an escaped text is not UTF-8");
  for (char const c : app::xml_escaped(text))
    if (c == '<' || c == 0) fuzz::fail("an escaped text has markup");
  if (app::base64(text).size() != (text.size() + 2) / 3 * 4) fuzz::fail("base64 of another length");
  std::size_t at = 0;
  while (at < text.size()) {
    std::size_t const size = app::utf8_character(std::string_view(text).substr(at));
    if (size > 4 || at + size > text.size()) fuzz::fail("a character is longer than the text");
    if (size == 0) break;
    at += size;
  }
  if (app::is_utf8(text) != (at == text.size())) fuzz::fail("a text of characters is not UTF-8");
  auto const whole = app::whole_characters(text);
  if (whole.size() > text.size() || text.size() - whole.size() > 6) fuzz::fail("a piece lost more than two characters");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
  if (size == 0) return 0;
  std::string const word(data + 1, data + size);
  switch (data[0] % 4) {
    case 0:
      check_number(word);
      break;
    case 1:
      check_text(word);
      break;
    default:
      check_query(word);
  }
  return 0;
}
