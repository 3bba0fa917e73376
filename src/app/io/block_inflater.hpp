// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <memory>
#include <span>

namespace lexikos::app
{

/// Decompresses blocks of deflate whose sizes are known: by libdeflate where this build has it, which takes half the time, or
/// by zlib. One thread at a time.
class BlockInflater
{
 public:
  /// std::bad_alloc
  BlockInflater();
  BlockInflater(BlockInflater const&) = delete;
  BlockInflater& operator=(BlockInflater const&) = delete;
  ~BlockInflater();

  /// Fills `to`; false for a block that is damaged, or of another size.
  [[nodiscard]] bool inflate(std::span<std::uint8_t const> from, std::span<std::uint8_t> to);
  [[nodiscard]] static std::uint32_t checksum(std::span<std::uint8_t const> bytes);

 private:
  struct State;
  std::unique_ptr<State> m_state;
};

}  // namespace lexikos::app
