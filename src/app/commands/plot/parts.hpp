// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "app/command_line/command.hpp"
#include "app/report/svg.hpp"

namespace lexikos::app
{

/// What a user says of any picture.
struct PictureOptions
{
  std::string output;
  std::string theme = "auto";
  PictureStyle style;
};

void add_picture_options(Command& command, PictureOptions& options, std::string const& ending);
/// Of pictures whose size does not follow from the text.
/// \param height  in pixels, if the user says nothing
void add_size_options(Command& command, PictureOptions& options, std::uint64_t height);

/// What the user wants, with that title if no other is wanted.
[[nodiscard]] PictureStyle style_of(PictureOptions const& options, std::string const& title);

[[nodiscard]] Command make_plot_lcp();
[[nodiscard]] Command make_plot_repeats();
[[nodiscard]] Command make_plot_dots();
[[nodiscard]] Command make_plot_suffixes();
[[nodiscard]] Command make_plot_transform();
[[nodiscard]] Command make_plot_search();
[[nodiscard]] Command make_plot_wavelet();

}  // namespace lexikos::app
