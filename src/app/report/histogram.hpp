// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "app/report/svg.hpp"

namespace lexikos::app
{

/// How often values occur, in bins of which there are at most 500, however large the values are, and a picture of that.
class Histogram
{
 public:
  enum class Scale
  {
    /// Values below 16 have bins of their own; from there on, 8 bins share what lies between powers of two.
    logarithmic,
    linear  ///< bins of one width, 1 if that is enough
  };
  /// Values [from, to).
  struct Bin
  {
    std::uint64_t from, to, count;
  };
  struct Axes
  {
    Scale counts = Scale::logarithmic;
    std::string values;  ///< what they are, in words
  };

  /// \param scale  of the values
  explicit Histogram(Scale scale = Scale::logarithmic) : m_scale(scale) {}

  /// Empties it for values up to the largest, which has to come first.
  void start(std::uint64_t largest);
  void add(std::uint64_t value) { ++m_counts[bin_of(value)]; }

  /// From 0 to the largest value.
  [[nodiscard]] std::vector<Bin> bins() const;
  /// Bars as high as a value of the bin occurs on average, in SVG.
  /// \param note  a second line under the title
  [[nodiscard]] std::string svg(PictureStyle const& style, std::string const& note, Axes const& axes) const;

 private:
  [[nodiscard]] std::size_t bin_of(std::uint64_t value) const;
  [[nodiscard]] std::uint64_t start_of(std::size_t bin) const;
  [[nodiscard]] double place_of(double value) const;

  Scale m_scale;
  std::uint64_t m_largest = 0;
  std::uint64_t m_width = 1;  // of linear bins
  std::vector<std::uint64_t> m_counts = std::vector<std::uint64_t>(1);
};

}  // namespace lexikos::app
