// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "app/io/records.hpp"

namespace lexikos::app
{

/// The matches of two collections of sequences as strokes in a square: a picture of bounded size, whatever their number, that
/// does not depend on their order. Matches that begin and end on the same pixels are one stroke; if there are too many, the
/// longest are drawn.
class DotPlot
{
 public:
  static constexpr std::size_t max_strokes = 20'000;

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

  DotPlot(Axis x, Axis y) : m_x(std::move(x)), m_y(std::move(y)) {}

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
  std::uint64_t m_matches = 0;
  std::unordered_map<std::uint64_t, std::uint64_t> m_lengths;  // of strokes
  Stroke m_last = {0, 0};                                      // that can be drawn; length 0: any can
};

}  // namespace lexikos::app
