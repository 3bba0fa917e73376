// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/commands/wavelet/query_words.hpp"

#include <charconv>
#include <optional>
#include <string_view>

#include "app/failure.hpp"
#include "app/report/utf8.hpp"

namespace lexikos::app
{

namespace
{

struct Form
{
  std::string_view name;
  char const* numbers;  // c: a symbol, i: a position or a count
};

constexpr Form forms[] = {{"access", "i"},     {"rank", "ci"},      {"select", "ci"},
                          {"count", "ccii"},   {"quantile", "iii"}, {"next", "cii"},
                          {"previous", "cii"}, {"distinct", "ii"},  {"top", "iii"}};

std::uint32_t code_point(std::string_view character)
{
  auto const byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(character[i])); };
  if (character.size() == 1) return byte(0);
  std::uint32_t code = byte(0) & (0x7FU >> character.size());
  for (std::size_t i = 1; i < character.size(); ++i) code = code << 6 | (byte(i) & 0x3F);
  return code;
}

/// The bytes at the start of a text that are one character; a byte that is not UTF-8 is one.
std::size_t character_size(std::string_view text)
{
  std::size_t const size = utf8_character(text);
  return size == 0 && !text.empty() ? 1 : size;
}

/// The end of the first part of a query: the next colon, but not the one of "=:".
std::size_t end_of_part(std::string_view text)
{
  bool const is_written_colon = text.starts_with("=:") && (text.size() == 2 || text[2] == ':');
  return is_written_colon ? 2 : std::min(text.find(':'), text.size());
}

std::vector<std::string_view> parts_of(std::string_view word)
{
  std::vector<std::string_view> parts;
  for (;;) {
    std::size_t const end = parts.empty() ? std::min(word.find(':'), word.size()) : end_of_part(word);
    parts.push_back(word.substr(0, end));
    if (end == word.size()) return parts;
    word.remove_prefix(end + 1);
  }
}

std::optional<std::uint64_t> number_of(std::string_view part)
{
  bool const is_hexadecimal = part.starts_with("0x");
  if (is_hexadecimal) part.remove_prefix(2);
  std::uint64_t number = 0;
  auto const read = std::from_chars(part.data(), part.data() + part.size(), number, is_hexadecimal ? 16 : 10);
  if (read.ec != std::errc{} || read.ptr != part.data() + part.size()) return std::nullopt;
  return number;
}

/// A character, after '=' or alone; nothing for what is not one.
std::string_view character_of(std::string_view part)
{
  if (part.size() > 1 && part[0] == '=') part.remove_prefix(1);
  return !part.empty() && character_size(part) == part.size() ? part : std::string_view();
}

}  // namespace

char const* number_kinds(WaveletQuery::Name name)
{
  return forms[static_cast<std::size_t>(name)].numbers;
}

WaveletQuery parse_wavelet_query(std::string const& word)
{
  auto const refuse = [&](std::string const& why) { throw Failure(ExitCode::usage, "the query " + word + " " + why); };
  auto const parts = parts_of(word);
  std::size_t form = 0;
  while (form < std::size(forms) && forms[form].name != parts[0]) ++form;
  if (form == std::size(forms))
    refuse("is not one of access, rank, select, count, quantile, next, previous, distinct and top");
  WaveletQuery query{word, static_cast<WaveletQuery::Name>(form), {}};
  std::string_view const kinds = forms[form].numbers;
  if (parts.size() != kinds.size() + 1)
    refuse("has " + std::to_string(parts.size() - 1) + " numbers, not " + std::to_string(kinds.size()));
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    std::string_view const part = parts[i + 1];
    if (auto const number = number_of(part)) {
      query.numbers.push_back(*number);
      continue;
    }
    std::string_view const character = kinds[i] == 'c' ? character_of(part) : std::string_view();
    if (character.empty()) refuse("has no number where it says '" + std::string(part) + "'");
    query.numbers.push_back(code_point(character));
    query.has_wide_character = query.has_wide_character || character.size() > 1;
  }
  return query;
}

char const* const wavelet_queries_help = R"(Queries:
  access:I           the symbol at position I; none beyond the text
  rank:C:I           how often C occurs before position I; in all of the text for
                     I beyond it
  select:C:K         the position of the K-th C, K from 1; none if there are fewer
  count:A:B:I:J      how many symbols of [I, J) are at least A and below B; what
                     of [I, J) is beyond the text counts as empty
  quantile:I:J:K     the K-th smallest symbol of [I, J), K from 0; none for K
                     beyond the range
  next:C:I:J         the smallest symbol of [I, J) that is not below C, or none
  previous:C:I:J     the largest symbol of [I, J) that is not above C, or none
  distinct:I:J       the symbols of [I, J) and how often each occurs, as a list of
                     [symbol, count]
  top:I:J:K          the same of the K most frequent symbols of [I, J)

Positions count from 0. A symbol C, A or B is a number (97, 0x61), a character
that is not a digit (a), or = and any character (=a, =1, =:), whose code point is
meant. Symbols in answers are numbers. Answers go to standard output, a line
for each query: the query, a tab, and the answer.
)";

}  // namespace lexikos::app
