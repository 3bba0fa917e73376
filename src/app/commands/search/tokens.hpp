// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/failure.hpp"

namespace lexikos::app
{

/// Patterns of tokens, which are written as numbers, as the bytes of their symbols.
class TokenPatterns
{
 public:
  explicit TokenPatterns(unsigned symbol_bytes);

  /// Numbers with commas or blanks between them; none at all are the empty pattern. Failure with this code, and with the place
  /// in front, for anything else, and for a number that such symbols do not have.
  void add(std::string_view text, std::string const& place, ExitCode code);
  /// Each line of a file.
  void add_lines(std::vector<std::string_view> const& lines, std::string const& file);

  /// Valid until the next pattern is added.
  [[nodiscard]] std::vector<std::string_view> views() const;

 private:
  /// Returns what is wrong; empty if nothing is.
  [[nodiscard]] std::string append(std::string_view text);

  unsigned m_symbol_bytes;
  std::string m_bytes;
  std::vector<std::size_t> m_ends;
};

}  // namespace lexikos::app
