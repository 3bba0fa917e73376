// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <string>

#include "app/command_line/command.hpp"
#include "app/on_device/wavelet/wavelet.hpp"
#include "app/report/report.hpp"

namespace lexikos::app
{

inline constexpr std::array wavelet_structures{"quad", "binary", "tree", "huffman"};  // as WaveletStructure

/// Fields that all commands on a structure report.
void add_wavelet_facts(Report& report, WaveletFacts const& facts, WaveletKind kind);

[[nodiscard]] Command make_wavelet_build();
[[nodiscard]] Command make_wavelet_query();
[[nodiscard]] Command make_wavelet_info();

}  // namespace lexikos::app
