// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Suffix arrays, inverses and transforms of texts that are larger than the memory in which the work is done: packed text and
// samples lie there; the text comes chunk by chunk, and results leave part by part. Sampled prefix doubling otherwise
// (algorithms/sampled_prefix_doubling.cpp), with samples by number.

#include <cstddef>

#include "suffix_array/context.hpp"
#include "suffix_array/in_parts/sinks.hpp"
#include "suffix_array/in_parts/text_source.hpp"

namespace lexikos::suffix_array_detail
{

struct PartsJob
{
  detail::TextBytes text;  ///< one symbol or more
  /// Text and results are in host memory, and pass through buffers to where the execution space works, even if that is there.
  bool is_on_host = false;
  bool keeps_results = false;  ///< the text alone is in host memory, results stay where the execution space works
  EntryArray suffix_array = {};
  EntryArray inverse = {};      ///< beside the suffix array; or not wanted
  std::uint8_t* bwt = nullptr;  ///< [0..n) in place of both; of a text of bytes
  SampledRanks ranks = {};      ///< beside the transform, where the execution space works; or not wanted
  std::size_t bytes = 0;        ///< of memory that may be taken where the execution space works; 0: what is available
  std::size_t parts = 1;        ///< at least

  [[nodiscard]] bool writes_to_host() const { return is_on_host && !keeps_results; }
};

/// Returns the rank of the text's first suffix in the transform, which has the empty suffix too; 0 for a suffix array.
/// Errors: out_of_memory, with the bytes needed; not_supported (2^36 symbols, 2^32 - 1 samples, 2^32 distinct symbols and
/// more); cancelled. Fences.
template <class ExecutionSpace>
std::size_t sort_in_parts(Context<ExecutionSpace> const& context, PartsJob const& job);

/// The bytes that suffice for texts of so many symbols and distinct symbols, of which at most so many positions are sampled.
template <class ExecutionSpace>
[[nodiscard]] std::size_t sort_in_parts_bytes(PartsJob const& job, std::size_t alphabet_size, std::size_t samples);

}  // namespace lexikos::suffix_array_detail
