// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/commands/commands.hpp"
#include "app/commands/plot/parts.hpp"
#include "app/report/dot_plot.hpp"

namespace lexikos::app
{

void add_picture_options(Command& command, PictureOptions& options, std::string const& ending)
{
  command.options.push_back(text("-o,--output", "PATH", options.output,
                                 "Where the picture goes; - for standard output. Default: FILE" + ending +
                                     ", or standard output when FILE comes from standard input"));
  command.options.push_back(text("--title", "TEXT", options.style.title, "What stands above the picture"));
  command.options.push_back(choice("--theme", "THEME", {"auto", "light", "dark"}, options.theme,
                                   "light, dark, or auto, which is what the viewer prefers. Default: auto"));
}

void add_size_options(Command& command, PictureOptions& options, std::uint64_t height)
{
  constexpr NumberRange widths{300, DotPlot::max_side}, heights{100, DotPlot::max_side};
  options.style.height = height;
  command.options.push_back(number("--width", "PIXELS", options.style.width,
                                   "Of what is drawn, within its axes, 300 to 4000. Default: 1000", widths));
  command.options.push_back(number("--height", "PIXELS", options.style.height,
                                   "Its height, 100 to 4000. Default: " + std::to_string(height), heights));
}

PictureStyle style_of(PictureOptions const& options, std::string const& title)
{
  PictureStyle style = options.style;
  if (style.title.empty()) style.title = title;
  if (options.theme == "light") style.theme = Theme::light;
  if (options.theme == "dark") style.theme = Theme::dark;
  return style;
}

Command make_plot()
{
  return {.name = "plot",
          .summary = "Draw LCP arrays, repeats, matches, and how short texts are indexed, in SVG",
          .details = "Pictures take less than 1 MB, however large the texts are.\n",
          .commands = {make_plot_lcp(), make_plot_repeats(), make_plot_dots(), make_plot_suffixes(),
                       make_plot_transform(), make_plot_search(), make_plot_wavelet()}};
}

}  // namespace lexikos::app
