// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "app/report/report.hpp"
#include "generate/letters.hpp"

namespace lexikos::app
{

/// What the user of 'lexikos generate' wants.
struct GenerateOptions
{
  std::string kind;
  std::size_t n = 0;
  std::uint64_t seed = 0;
  std::string output = "-";
  unsigned alphabet = 26;
  std::string letters;  // if has_letters
  bool has_letters = false;
  std::uint64_t mean = 16;
  std::size_t period = 1000;
  bool change = false;
  unsigned repeats = 50;
  std::string from;
  unsigned order = 3;
  unsigned threads = 0;
  ReportOptions report;

  [[nodiscard]] std::string all_letters() const { return has_letters ? letters : generate::letters(alphabet); }
};

struct GeneratedKind
{
  char const* name;
  char const* description;
  void (*make)(std::span<std::uint8_t> text, GenerateOptions const& options);
};

[[nodiscard]] std::span<GeneratedKind const> generated_kinds();
/// Failure (usage) for a name of none.
[[nodiscard]] GeneratedKind const& generated_kind(std::string const& name);

}  // namespace lexikos::app
