// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The constants of batches from host memory. bench_bit_vector and bench_wavelet measure them by LEXIKOS_BENCH_HOST_QUERIES.

#include <cstddef>

namespace lexikos::host_queries_detail
{

/// Chunks in flight: one is copied to the device, one is answered, one is copied back.
constexpr int slots = 3;

/// Queries of a chunk, unless the caller says how many: an eighth of the batch within these bounds. Smaller chunks would wait
/// for launches, larger ones would overlap too little. Not measured one by one.
constexpr std::size_t min_chunk = std::size_t{1} << 16;
constexpr std::size_t max_chunk = std::size_t{1} << 21;

/// Bytes of a chunk of sequences, unless the caller says how many they are: as many as 2^21 queries of 32 bytes have.
constexpr std::size_t max_sequence_bytes = std::size_t{64} << 20;

/// Where arrays of a buffer start, in bytes: what an allocation on a device is aligned to.
constexpr std::size_t alignment = 256;

}  // namespace lexikos::host_queries_detail
