// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "app/io/records.hpp"
#include "app/report/svg.hpp"

namespace lexikos::app
{

/// The matches of two texts, or collections of sequences, as strokes in a rectangle: a picture of bounded size, whatever their
/// number, that does not depend on their order. Matches that begin and end on the same pixels are one stroke; if there are too
/// many, the longest are drawn.
class DotPlot
{
 public:
  static constexpr std::size_t max_strokes = 20'000;  ///< which take less than 1 MB
  static constexpr std::uint64_t max_side = 4000;     ///< pixels

  /// What an axis shows; its records have to outlive the plot.
  struct Axis
  {
    std::string title;
    Records records;
  };
  /// Positions in the records of an axis, one after the other.
  struct Match
  {
    std::uint64_t x;  ///< where it starts on the horizontal axis
    std::uint64_t y;  ///< and on the vertical one, from where it falls if it is reversed, and rises otherwise
    std::uint64_t length;
    bool reversed;
  };

  /// Whether reverse complements are among the matches, which the picture then tells.
  enum class Strands
  {
    one,
    both
  };

  DotPlot(Axis x, Axis y, PictureStyle style = {.title = {}, .height = 1000}, Strands strands = Strands::both)
      : m_x(std::move(x)), m_y(std::move(y)), m_style(std::move(style)), m_strands(strands == Strands::both)
  {}

  /// Takes memory for four times the strokes that are drawn, at most.
  void add(Match const& match);
  [[nodiscard]] std::string svg() const;

 private:
  /// The pixels of a stroke, as a number, and the longest match there.
  struct Stroke
  {
    std::uint64_t pixels;
    std::uint64_t length;
  };

  [[nodiscard]] std::vector<Stroke> longest() const;
  void prune();

  Axis m_x, m_y;
  PictureStyle m_style;
  bool m_strands;
  std::uint64_t m_matches = 0;
  std::unordered_map<std::uint64_t, std::uint64_t> m_lengths;  // of strokes
  Stroke m_last = {0, 0};                                      // that can be drawn; length 0: any can
};

}  // namespace lexikos::app
