// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "app/on_device/search/rows_of_text.hpp"
#include "app/report/svg.hpp"

namespace lexikos::app
{

/// Pictures, in SVG, of the sorted suffixes of a short text. Rows are those of all suffixes; the empty one is the first.
class RowsPlot
{
 public:
  /// All are kept by reference. rows: of the text
  RowsPlot(std::span<std::uint8_t const> text, RowsOfText const& rows, PictureStyle const& style);

  /// The suffix array, the LCP array, and the suffixes themselves; what each has in common with the one above it is shaded.
  [[nodiscard]] std::string suffixes() const;
  /// The transform beside the first symbols of the suffixes, with a line from each symbol to the row that starts with it: of
  /// the same symbols, no two cross. Runs of the transform are shaded.
  [[nodiscard]] std::string transform() const;
  /// How an FM-index finds the pattern: the rows of each of its ends, and how those of the next one follow from them.
  /// \param pattern  that of `rows`
  [[nodiscard]] std::string search(std::string const& pattern) const;

 private:
  [[nodiscard]] std::size_t count() const { return m_text.size() + 1; }
  /// Where a row's suffix starts.
  [[nodiscard]] std::size_t position(std::size_t row) const;
  /// What comes before it; nothing before the whole text.
  [[nodiscard]] std::span<std::uint8_t const> before(std::size_t row) const;
  /// The row of the suffix that is one symbol longer.
  [[nodiscard]] std::size_t row_of_longer(std::size_t row) const;
  /// The rows of the last k symbols of the pattern, from the first to before the second.
  [[nodiscard]] std::pair<std::size_t, std::size_t> rows_of_step(std::size_t k) const;

  [[nodiscard]] std::string head(double width, std::string const& note) const;
  /// Of a suffix no more symbols than `most`.
  [[nodiscard]] std::string suffix_at(double x, double y, std::size_t row, std::size_t most) const;
  [[nodiscard]] std::string step(std::string const& pattern, std::size_t k, double x) const;

  std::span<std::uint8_t const> m_text;
  RowsOfText const& m_rows;
  PictureStyle const& m_style;
  std::vector<std::size_t> m_row_of_position;
};

}  // namespace lexikos::app
