// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/commands/search/options.hpp"
#include "app/io/input.hpp"
#include "app/io/sequences.hpp"
#include "app/report/matches.hpp"

namespace lexikos::app
{

/// The lines of a file; a last one without an end counts.
[[nodiscard]] std::vector<std::string_view> lines_of(Input const& file, char end_of_line);

/// The patterns of the command line, those of the file, and sequences with their names; with both strands, each is followed by
/// its reverse complement, unless that is the same. The views live as long as all arguments.
/// \param reversed  receives the reverse complements
[[nodiscard]] ShownPatterns all_patterns(SearchOptions const& options, std::optional<Input> const& file,
                                         std::optional<Sequences> const& sequences, std::deque<std::string>& reversed);

/// Patterns with small letters as capital ones, as in an index of sequences.
class CapitalPatterns
{
 public:
  explicit CapitalPatterns(std::vector<std::string_view> const& patterns);
  CapitalPatterns(CapitalPatterns const&) = delete;
  CapitalPatterns& operator=(CapitalPatterns const&) = delete;

  [[nodiscard]] std::vector<std::string_view> const& views() const { return m_views; }

 private:
  std::string m_letters;
  std::vector<std::string_view> m_views;
};

}  // namespace lexikos::app
