// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Options of FM-indexes, of one process or of several ranks.

#include <lexikos/fm_index.hpp>

#include "bindings/c/algorithms.hpp"
#include "bindings/c/call.hpp"

namespace lexikos::c
{

[[nodiscard]] inline lexikos_fm_index_options fm_options_of(lexikos_fm_index_options const* given)
{
  return options_or(given, lexikos_fm_index_options(LEXIKOS_FM_INDEX_OPTIONS_INIT));
}

template <class Run>
[[nodiscard]] FmIndexOptions fm_options(Run const& run, lexikos_fm_index_options const& given)
{
  FmIndexOptions options;
  options.sample_rate = given.sample_rate;
  options.keep_text = given.keep_text != 0;
  options.table_entries = given.table_entries;
  options.shape = enumerated(given.shape, WaveletShape::huffman, "the shape");
  options.letters = given.dna != 0 ? FmLetters::dna : FmLetters::all;
  options.match_others = given.match_others != 0;
  options.algorithm = algorithm_of(given.algorithm);
  options.low_memory = given.low_memory != 0;
  options.device_bytes = given.device_bytes;
  options.workspace = run.workspace();
  options.progress = run.progress();
  return options;
}

}  // namespace lexikos::c
