// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace lexikos::app
{

/// Lengths along a text, summed up for as many columns as a picture has.
class LengthPlot
{
 public:
  explicit LengthPlot(std::size_t n);

  /// The value of the next position; n of them in all.
  void add(std::size_t length);
  /// A panel of that size, its lower left corner there: both curves, and the axis of lengths.
  struct Panel
  {
    double left, bottom, width, height;
  };
  [[nodiscard]] std::string panel(Panel const& panel) const;
  /// Largest and mean length of every column over the positions of the text, logarithmic, as an SVG document.
  [[nodiscard]] std::string svg(std::string const& title) const;

 private:
  struct Column
  {
    std::size_t positions = 0;
    std::size_t largest = 0;
    double sum = 0;
  };

  std::size_t m_n;
  std::size_t m_next = 0;
  std::vector<Column> m_columns;
};

}  // namespace lexikos::app
