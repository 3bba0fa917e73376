// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The queries of 'lexikos wavelet query': words such as rank:a:100, and their answers.

#include <Kokkos_Core.hpp>
#include <charconv>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/exit_codes.hpp"

namespace lexikos::app
{

/// A query's name and what follows it.
struct WaveletQuery
{
  std::string word;
  std::string name;
  std::vector<std::uint64_t> numbers;
};

/// Symbols are numbers, or characters that are no digits. Failure (usage) for a word that is no query.
inline WaveletQuery parse_wavelet_query(std::string const& word)
{
  // of each query's numbers, which are symbols
  struct Form
  {
    char const* name;
    char const* numbers;
  };
  constexpr Form forms[] = {{"access", "i"},     {"rank", "ci"},      {"select", "ci"},
                            {"count", "ccii"},   {"quantile", "iii"}, {"next", "cii"},
                            {"previous", "cii"}, {"distinct", "ii"},  {"top", "iii"}};
  WaveletQuery query{word, {}, {}};
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= word.size();) {
    std::size_t const end = std::min(word.find(':', begin), word.size());
    parts.push_back(word.substr(begin, end - begin));
    begin = end + 1;
  }
  auto const refuse = [&](std::string const& why) { throw Failure(ExitCode::usage, "the query " + word + " " + why); };
  for (auto const& [name, numbers] : forms) {
    if (parts[0] != name) continue;
    query.name = name;
    std::string const kinds = numbers;
    if (parts.size() != kinds.size() + 1)
      refuse("has " + std::to_string(parts.size() - 1) + " numbers, not " + std::to_string(kinds.size()));
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      std::string const& part = parts[i + 1];
      std::uint64_t number = 0;
      auto const read = std::from_chars(part.data(), part.data() + part.size(), number);
      if (read.ec != std::errc{} || read.ptr != part.data() + part.size()) {
        if (kinds[i] != 'c' || part.size() != 1) refuse("has no number where it says '" + part + "'");
        number = static_cast<unsigned char>(part[0]);
      }
      query.numbers.push_back(number);
    }
    return query;
  }
  refuse("is none of access, rank, select, count, quantile, next, previous, distinct and top");
  return query;
}

/// Asks one query of a structure. Answers: a number, null for none, or a list of [symbol, count].
template <class ExecutionSpace, class Structure>
nlohmann::ordered_json answer_wavelet_query(ExecutionSpace const& space, Structure const& structure,
                                            WaveletQuery const& query)
{
  using Symbol = typename Structure::SymbolType;
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Numbers = Kokkos::View<std::uint64_t*, MemorySpace>;
  using Symbols = Kokkos::View<Symbol*, MemorySpace>;
  auto const& asked = query.numbers;
  auto const number = [&](std::size_t i) {
    Numbers const view("lexikos::app::query", 1);
    Kokkos::deep_copy(view, asked[i]);
    return view;
  };
  auto const symbol = [&](std::size_t i) {
    if (asked[i] > std::numeric_limits<Symbol>::max())
      throw Failure(ExitCode::usage, "the query " + query.word + " has a symbol beyond the text's type");
    Symbols const view("lexikos::app::query", 1);
    Kokkos::deep_copy(view, static_cast<Symbol>(asked[i]));
    return view;
  };
  auto const listed = [&](Symbols const& symbols, Numbers const& counts, std::uint64_t n) {
    auto const host_symbols = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, symbols);
    auto const host_counts = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, counts);
    auto list = nlohmann::ordered_json::array();
    for (std::uint64_t i = 0; i < n; ++i) list.push_back({host_symbols(i), host_counts(i)});
    return list;
  };
  Numbers const result("lexikos::app::answer", 1);
  auto const answer = [&](Numbers const& view) {
    space.fence("lexikos::app::wavelet_query");
    std::uint64_t value = 0;
    Kokkos::deep_copy(value, Kokkos::subview(view, 0));
    return value == not_found ? nlohmann::ordered_json() : nlohmann::ordered_json(value);
  };

  if (query.name == "access") {
    Symbols const found("lexikos::app::answer", 1);
    structure.inverse_select(space, number(0), found, result);
    if (answer(result).is_null()) return {};
    Symbol value = 0;
    Kokkos::deep_copy(value, Kokkos::subview(found, 0));
    return value;
  }
  if (query.name == "rank") structure.rank(space, symbol(0), number(1), result);
  if (query.name == "select") structure.select(space, symbol(0), number(1), result);
  if (query.name == "count") structure.range_count(space, number(0), number(1), number(2), number(3), result);
  if (query.name == "quantile") structure.range_quantile(space, number(0), number(1), number(2), result);
  if (query.name == "next") structure.range_next_value(space, symbol(0), number(1), number(2), result);
  if (query.name == "previous") structure.range_previous_value(space, symbol(0), number(1), number(2), result);
  if (query.name == "distinct") {
    Numbers const offsets("lexikos::app::answer", 2);
    std::uint64_t const n = structure.distinct_offsets(space, number(0), number(1), offsets);
    Symbols const symbols("lexikos::app::answer", n);
    Numbers const counts("lexikos::app::answer", n);
    structure.distinct(space, number(0), number(1), offsets, symbols, counts);
    space.fence("lexikos::app::wavelet_query");
    return listed(symbols, counts, n);
  }
  if (query.name == "top") {
    std::uint64_t const k = std::min(asked[2], structure.alphabet().size());
    Symbols const symbols("lexikos::app::answer", k);
    Numbers const counts("lexikos::app::answer", k);
    structure.top_k(space, number(0), number(1), k, symbols, counts, result);
    return listed(symbols, counts, answer(result));
  }
  return answer(result);
}

}  // namespace lexikos::app
