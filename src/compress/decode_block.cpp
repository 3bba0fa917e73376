// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <lexikos/bwt.hpp>
#include <lexikos/error.hpp>

#include "backends/launch.hpp"
#include "backends/primitives.hpp"
#include "common/read_back.hpp"
#include "compress/block.hpp"
#include "compress/checksum.hpp"
#include "compress/decode.hpp"
#include "compress/device_tables.hpp"
#include "compress/directory.hpp"
#include "system/execution_spaces.hpp"

namespace lexikos::compress_detail
{

namespace
{

/// The transform, to `bwt`.
template <class ExecutionSpace>
void decode_transform(ExecutionSpace const& space, BlockFacts const& facts,
                      Span<std::uint8_t const, typename ExecutionSpace::memory_space> const& body,
                      Span<std::uint8_t, typename ExecutionSpace::memory_space> const& bwt, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Bytes = Span<std::uint8_t const, MemorySpace>;
  Workspace::Scope const scope(workspace);
  auto const head = detail::read_all_back(space, Bytes(body.data(), facts.directory_bytes));
  std::size_t const coded_bytes = facts.body_bytes - facts.directory_bytes;
  Directory const directory = detail::with_host_memory(
      "the parts of a block", [&] { return read_directory(head, facts.symbols, coded_bytes, facts.sub_blocks); });
  DeviceTables<ExecutionSpace> const lengths(space, directory.lengths, workspace);
  DeviceTables<ExecutionSpace> const ranks(space, directory.ranks, workspace);
  auto const alphabet = copied(space, directory.alphabet, workspace);
  auto const sub_blocks = copied(space, directory.sub_blocks, workspace);
  auto const lanes = workspace.take<Lane, MemorySpace>(sub_blocks.extent(0));
  auto const is_wrong = workspace.take<std::uint32_t, MemorySpace>(1);
  primitives::fill(space, is_wrong, 0);
  Kokkos::parallel_for("lexikos::compress::decode", backends::Range<ExecutionSpace>(space, 0, sub_blocks.extent(0)),
                       DecodeSubBlocks<MemorySpace>{Bytes(body.data() + facts.directory_bytes, coded_bytes), sub_blocks,
                                                    lanes, lengths.spans(), ranks.spans(), alphabet, bwt, is_wrong});
  detail::require(detail::read_back(space, is_wrong) == 0, ErrorCode::corrupt_input, "a part of a block is damaged");
}

}  // namespace

template <class ExecutionSpace>
void decode_block(ExecutionSpace const& space, BlockFacts const& facts,
                  Span<std::uint8_t const, typename ExecutionSpace::memory_space> const& body,
                  Span<std::uint8_t, typename ExecutionSpace::memory_space> const& text, Workspace& workspace)
{
  detail::require(checksum(space, body) == facts.body_checksum, ErrorCode::corrupt_input, "a block is damaged");
  if (facts.kind == BlockKind::raw) {
    Kokkos::deep_copy(space, text, body);
  }
  else {
    decode_transform(space, facts, body, text, workspace);
    inverse_burrows_wheeler_transform(space, text, facts.primary_index, text, {.workspace = &workspace});
  }
  space.fence("lexikos::compress::decode_block");
  detail::require(
      checksum(space, Span<std::uint8_t const, typename ExecutionSpace::memory_space>(text)) == facts.text_checksum,
      ErrorCode::corrupt_input, "a block is not the text that was compressed");
}

template <class ExecutionSpace>
std::size_t decode_block_bytes(std::size_t n)
{
  return std::max(inverse_burrows_wheeler_transform_workspace_bytes<ExecutionSpace>(n),
                  most_sub_blocks(n) * (sizeof(SubBlock) + sizeof(Lane)) + (std::size_t{2} << 20));
}

#define LEXIKOS_INSTANTIATE(SPACE)                                                               \
  template void decode_block<SPACE>(SPACE const&, BlockFacts const&,                             \
                                    Span<std::uint8_t const, SPACE::memory_space> const&,        \
                                    Span<std::uint8_t, SPACE::memory_space> const&, Workspace&); \
  template std::size_t decode_block_bytes<SPACE>(std::size_t);

LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos::compress_detail
