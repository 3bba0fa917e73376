// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "app/on_device/search/repeats.hpp"
#include "app/report/length_plot.hpp"
#include "app/report/svg.hpp"

namespace lexikos::app
{

/// Where the repeats of a text lie: arcs from each place of a repeat to its next one, above the length of the longest repeat
/// along the text.
class RepeatMap
{
 public:
  /// Of more, those of the longest repeats are drawn.
  static constexpr std::size_t max_arcs = 4000;

  /// From pixel to pixel: places that have the same ones are one arc, of the longest repeat there.
  struct Arc
  {
    std::uint64_t from, to;
    std::size_t length, occurrences;
  };

  /// \param n        bytes of the text, at least 1 where there are repeats
  /// \param repeats  the longest first
  /// \param pixels   along the text
  RepeatMap(std::uint64_t n, std::vector<FoundRepeat> const& repeats, std::uint64_t pixels);

  [[nodiscard]] std::vector<Arc> const& arcs() const { return m_arcs; }
  /// In SVG.
  /// \param note  a second line under the title
  [[nodiscard]] std::string svg(PictureStyle const& style, std::string const& note, LengthPlot const& lengths) const;

 private:
  std::uint64_t m_n;
  std::vector<Arc> m_arcs;
};

}  // namespace lexikos::app
