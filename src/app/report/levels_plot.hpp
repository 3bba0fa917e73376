// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "app/on_device/wavelet/levels.hpp"
#include "app/report/svg.hpp"

namespace lexikos::app
{

/// The wavelet matrix of a short text, in SVG: on each level the bits of its symbols' codes, those with 0 going before those
/// with 1 to the next level, in their order; and the way of one symbol's occurrences, which lie together in the end.
[[nodiscard]] std::string levels_plot(std::span<std::uint8_t const> text, LevelsOfText const& levels,
                                      std::uint8_t symbol, PictureStyle const& style);

}  // namespace lexikos::app
