// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// A block of a text, from its symbols to what is written, and back.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/conventions.hpp>
#include <lexikos/workspace.hpp>

namespace lexikos::compress_detail
{

enum class BlockKind : std::uint8_t
{
  raw = 0,          ///< the text itself
  transformed = 1,  ///< its transform, coded
  copies = 2        ///< copies of the text, and the transform of its rest
};

/// What a directory has. Each form has what the one before it lacks.
enum class DirectoryForm : std::uint8_t
{
  long_alphabet = 0,  ///< of files that were written before alphabets were told by stretches
  stretches = 1,
  classes = 2  ///< symbols that are coded by classes, and their tables, or none; copies are as short as 64 symbols
};

/// Sub-blocks that a block of n symbols has, at most, so that what decoding takes follows from n.
constexpr std::size_t max_sub_blocks(std::size_t n)
{
  return n / 4096 + 1;
}

/// What its header tells of a block's body.
struct BlockFacts
{
  BlockKind kind = BlockKind::raw;
  std::uint64_t symbols = 0;        // of the text
  std::uint64_t primary_index = 0;  // of its transform, or of that of its rest
  std::uint64_t body_bytes = 0;
  std::uint32_t directory_bytes = 0;  // of these
  std::uint32_t sub_blocks = 0;
  std::uint64_t body_checksum = 0;
  std::uint64_t text_checksum = 0;
  DirectoryForm form = DirectoryForm::stretches;
};

/// \param text  [0..n), 0 < n <= max_block_bytes
/// \param body  [0..n) receives the body, which is never longer
/// Fences. Errors of `burrows_wheeler_transform`.
template <class ExecutionSpace>
[[nodiscard]] BlockFacts encode_block(ExecutionSpace const& space,
                                      Span<std::uint8_t const, typename ExecutionSpace::memory_space> const& text,
                                      Span<std::uint8_t, typename ExecutionSpace::memory_space> const& body,
                                      Workspace& workspace, Progress const& progress = {});

/// \param body  [0..facts.body_bytes)
/// \param text  [0..facts.symbols) receives the text, which has the checksum of the facts
/// Fences. Error (corrupt_input) for anything that `encode_block` does not make.
template <class ExecutionSpace>
void decode_block(ExecutionSpace const& space, BlockFacts const& facts,
                  Span<std::uint8_t const, typename ExecutionSpace::memory_space> const& body,
                  Span<std::uint8_t, typename ExecutionSpace::memory_space> const& text, Workspace& workspace);

/// Bytes of workspace that these take for n symbols, at most; beside text and body.
template <class ExecutionSpace>
[[nodiscard]] std::size_t encode_block_bytes(std::size_t n);
template <class ExecutionSpace>
[[nodiscard]] std::size_t decode_block_bytes(std::size_t n);

}  // namespace lexikos::compress_detail
