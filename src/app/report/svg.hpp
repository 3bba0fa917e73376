// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace lexikos::app
{

// What all pictures are drawn with. Coordinates are pixels, of which y grows downwards.

/// Dark on white, light on black, or as whoever shows the picture prefers.
enum class Theme
{
  automatic,
  light,
  dark
};

/// What a user chooses of a picture: the size is that of what is drawn, around which axes and words take what they need.
struct PictureStyle
{
  std::string title;
  std::uint64_t width = 1000;
  std::uint64_t height = 400;
  Theme theme = Theme::automatic;
};

/// The start of a document, with its background. Colours are written for white, of these: white, black, #cccccc, and
/// #08519c, #9ecae1, #238b45 and #cb181d; where it is dark, each becomes another.
[[nodiscard]] std::string svg_head(double width, double height, Theme theme = Theme::automatic);

/// A coordinate, to a tenth.
[[nodiscard]] std::string pixels(double coordinate);
/// Text that is XML already; anchor: start, middle or end.
[[nodiscard]] std::string text_at(double x, double y, std::string_view anchor, std::string_view text);
/// The same, reading upwards, with its middle there.
[[nodiscard]] std::string upright_at(double x, double y, std::string_view text);

/// As XML, with an ellipsis in its middle where it would be wider than that.
[[nodiscard]] std::string fitted(std::string_view text, double width);
/// How wide a text is, about.
[[nodiscard]] double width_of(std::string_view text);

/// Of 1, 2 or 5 times a power of ten, the least by which n has no more than as many ticks.
[[nodiscard]] std::uint64_t distance_of_ticks(std::uint64_t n, std::uint64_t most);
/// "200 k"
[[nodiscard]] std::string with_unit(std::uint64_t number);

/// The axis below what is drawn: marks, numbers, and a line of words.
struct HorizontalAxis
{
  double left;
  double y;  ///< of the axis
  double width;
};
/// Positions from 0 to n.
[[nodiscard]] std::string axis_of_positions(HorizontalAxis const& axis, std::uint64_t n, std::string_view words);

}  // namespace lexikos::app
