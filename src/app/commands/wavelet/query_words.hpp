// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The queries of 'lexikos wavelet query': words such as rank:a:100, and their answers.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace lexikos::app
{

struct WaveletQuery
{
  enum class Name
  {
    access,
    rank,
    select,
    count,
    quantile,
    next,
    previous,
    distinct,
    top
  };

  std::string word;
  Name name = Name::access;
  std::vector<std::uint64_t> numbers;  ///< that follow the name; of a character its code point
  bool has_wide_character = false;     ///< one that is several bytes of a text of bytes
};

struct WaveletAnswer
{
  enum class Kind
  {
    none,
    number,
    list
  };

  Kind kind = Kind::none;
  std::uint64_t number = 0;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> list;  ///< symbols, and how often each occurs
};

/// Failure (usage) for a word that is not a query.
[[nodiscard]] WaveletQuery parse_wavelet_query(std::string const& word);

/// Which of a query's numbers are symbols ('c'; others are 'i').
[[nodiscard]] char const* number_kinds(WaveletQuery::Name name);

/// Explains the queries.
extern char const* const wavelet_queries_help;

}  // namespace lexikos::app
