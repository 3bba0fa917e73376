// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "app/command_line/command.hpp"

namespace lexikos::app
{

// One subcommand each: a file with its options, its help, and what to do once they are parsed. A new one is such a file, a
// line here and one in main.cpp; what works on a device is in app/on_device.

[[nodiscard]] Command make_sa();
[[nodiscard]] Command make_check();
[[nodiscard]] Command make_lcp();
[[nodiscard]] Command make_bwt();
[[nodiscard]] Command make_unbwt();
[[nodiscard]] Command make_index();
[[nodiscard]] Command make_search();
[[nodiscard]] Command make_match();
[[nodiscard]] Command make_repeats();
[[nodiscard]] Command make_kmers();
[[nodiscard]] Command make_plot();
[[nodiscard]] Command make_dedup();
[[nodiscard]] Command make_overlap();
[[nodiscard]] Command make_wavelet();
[[nodiscard]] Command make_compress();
[[nodiscard]] Command make_decompress();
[[nodiscard]] Command make_test();
[[nodiscard]] Command make_list();
[[nodiscard]] Command make_info();
[[nodiscard]] Command make_generate();

/// The program itself, where it is called by the name of a link: lkz, unlkz (lkz -d) or lkzcat (lkz -dc).
[[nodiscard]] Command make_lkz(std::string const& name);

}  // namespace lexikos::app
