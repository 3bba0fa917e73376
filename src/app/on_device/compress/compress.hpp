// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "app/on_device/session/session.hpp"

namespace lexikos::app
{

/// A stream that is compressed or decompressed to another.
struct CompressionRequest
{
  std::function<std::size_t(std::span<std::uint8_t>)> source;
  std::function<void(std::span<std::uint8_t const>)> sink;
  std::optional<std::uint64_t> text_bytes;  ///< if known
  int level = 6;
  std::size_t block_bytes = 0;  ///< 0: as the level says
  std::size_t max_bytes = 0;    ///< of memory; 0: no limit
  bool compare_index = false;   ///< when decompressing
  std::function<bool(double)> progress;
};

struct CompressionOutcome
{
  std::uint64_t text_bytes = 0;
  std::uint64_t compressed_bytes = 0;
};

[[nodiscard]] CompressionOutcome compress_stream(Session const& session, CompressionRequest const& request);
[[nodiscard]] CompressionOutcome decompress_stream(Session const& session, CompressionRequest const& request);

/// What 'list' shows of a file.
struct CompressedFacts
{
  std::uint64_t frames = 0;
  std::uint64_t blocks = 0;
  std::uint64_t text_bytes = 0;
  std::uint64_t largest_block = 0;
};

[[nodiscard]] CompressedFacts compressed_facts(std::span<std::uint8_t const> file);
/// The same of what the function reads, up to its end.
[[nodiscard]] CompressedFacts compressed_facts(std::function<std::size_t(std::span<std::uint8_t>)> const& read);

/// Whether it begins as what 'compress' writes.
[[nodiscard]] bool is_compressed(std::span<std::uint8_t const> file);

}  // namespace lexikos::app
