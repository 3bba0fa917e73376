// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <lexikos/bwt.hpp>
#include <lexikos/detail/execution_spaces.hpp>
#include <lexikos/error.hpp>

#include "backends/for_each_apart.hpp"
#include "backends/for_each_by_team.hpp"
#include "backends/launch.hpp"
#include "backends/primitives.hpp"
#include "common/read_back.hpp"
#include "compress/block.hpp"
#include "compress/checksum.hpp"
#include "compress/copies.hpp"
#include "compress/decode.hpp"
#include "compress/device_tables.hpp"
#include "compress/directory.hpp"
#include "compress/symbol_classes.hpp"
#include "compress/tuning.hpp"

namespace lexikos::compress_detail
{

namespace
{

/// Sub-blocks that are coded by classes.
template <class ExecutionSpace>
void decode_classes(ExecutionSpace const& space, Directory const& directory,
                    Span<std::uint8_t const, typename ExecutionSpace::memory_space> const& coded,
                    Span<SubBlock const, typename ExecutionSpace::memory_space> const& sub_blocks,
                    Span<std::uint8_t, typename ExecutionSpace::memory_space> const& bwt,
                    Span<std::uint32_t, typename ExecutionSpace::memory_space> const& is_wrong, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  auto const count = static_cast<std::uint32_t>(directory.classed_symbols.size());
  if (count == 0) return;
  auto const decode = [&](auto const& tables) {
    using Tables = std::decay_t<decltype(tables)>;
    backends::for_each_spread<classed_sub_blocks_together>(
        "lexikos::compress::decode_classes", space, sub_blocks.extent(0),
        DecodeClasses<MemorySpace, Tables>{coded, sub_blocks, tables,
                                           ClassedSymbols(directory.classed_symbols.data(), count), bwt, is_wrong});
  };
  using OfFour = TablesOfFour<MemorySpace>;
  if (count <= OfFour::max_symbols) {
    std::vector<std::uint64_t> words;
    words.reserve(directory.symbols.table_of.size());
    for (std::uint16_t const table : directory.symbols.table_of)
      words.push_back(OfFour::word_of(directory.symbols.tables[table]));
    decode(OfFour{detail::copy_from_host(space, words, workspace)});
  }
  else
    decode(TablesOfMore<MemorySpace>{decoding_tables(space, directory.symbols, workspace)});
}

/// The transform of facts.symbols symbols, to `bwt`.
/// \param meanwhile  what the host does while the space decodes
template <class ExecutionSpace, class Meanwhile>
void decode_transform(ExecutionSpace const& space, BlockFacts const& facts,
                      Span<std::uint8_t const, typename ExecutionSpace::memory_space> const& body,
                      Span<std::uint8_t, typename ExecutionSpace::memory_space> const& bwt, Workspace& workspace,
                      Meanwhile const& meanwhile)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Bytes = Span<std::uint8_t const, MemorySpace>;
  Workspace::Scope const scope(workspace);
  auto const head = detail::read_all_back(space, Bytes(body.data(), facts.directory_bytes));
  std::size_t const coded_bytes = facts.body_bytes - facts.directory_bytes;
  Directory const directory = detail::with_host_memory("the parts of a block", [&] {
    Directory result = read_directory(head, facts.symbols, coded_bytes, facts.sub_blocks, facts.form);
    // teams take those that follow each other, and it should take a team's threads as long
    std::ranges::stable_partition(result.sub_blocks, [](SubBlock const& of) { return of.codec == Codec::runs; });
    return result;
  });
  auto const lengths = decoding_tables(space, directory.lengths, workspace);
  auto const ranks = decoding_tables(space, directory.ranks, workspace);
  auto const alphabet = detail::copy_from_host(space, directory.alphabet, workspace);
  auto const sub_blocks = detail::copy_from_host(space, directory.sub_blocks, workspace);
  auto const is_wrong = workspace.take<std::uint32_t, MemorySpace>(1);
  primitives::fill(space, is_wrong, 0);
  Bytes const coded(body.data() + facts.directory_bytes, coded_bytes);
  using Decode = DecodeSubBlocks<MemorySpace, sub_blocks_of_team<ExecutionSpace>>;
  Decode const decode{coded, sub_blocks, lengths, ranks, alphabet, bwt, is_wrong};
  backends::for_each_by_team<typename Decode::Scratch>("lexikos::compress::decode", space, decode.teams(), decode);
  decode_classes(space, directory, coded, sub_blocks, bwt, is_wrong, workspace);
  meanwhile();
  detail::require(detail::read_back(space, is_wrong) == 0, ErrorCode::corrupt_input, "a part of a block is damaged");
}

/// Text and transform have the same place.
template <class ExecutionSpace, class Meanwhile>
void decode_text(ExecutionSpace const& space, BlockFacts const& facts,
                 Span<std::uint8_t const, typename ExecutionSpace::memory_space> const& body,
                 Span<std::uint8_t, typename ExecutionSpace::memory_space> const& text, Workspace& workspace,
                 Meanwhile const& meanwhile)
{
  decode_transform(space, facts, body, text, workspace, meanwhile);
  inverse_burrows_wheeler_transform(space, text, facts.primary_index, text, {.workspace = &workspace});
}

template <class ExecutionSpace>
void decode_with_copies(ExecutionSpace const& space, BlockFacts const& facts,
                        Span<std::uint8_t const, typename ExecutionSpace::memory_space> const& body,
                        Span<std::uint8_t, typename ExecutionSpace::memory_space> const& text, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Part = Span<std::uint8_t const, MemorySpace>;
  auto const require = [](bool condition) {
    detail::require(condition, ErrorCode::corrupt_input, "the copies of a block do not fit its header");
  };
  require(body.extent(0) >= CopiesHeader::bytes);
  auto const head = detail::read_all_back(space, Part(body.data(), CopiesHeader::bytes));
  CopiesHeader const header(std::span<std::uint8_t const, CopiesHeader::bytes>(head.data(), CopiesHeader::bytes));
  std::uint64_t const size = std::uint64_t{header.table_bytes} + header.code_bytes;
  std::uint64_t const after = CopiesHeader::bytes + size;
  require(after <= body.extent(0) && facts.directory_bytes <= body.extent(0) - after);
  BlockFacts inner = facts;
  inner.symbols = header.rest;
  inner.body_bytes = body.extent(0) - after;
  require(header.rest >= 1 && header.rest <= facts.symbols / copy_rules(facts.form).rest_divisor &&
          facts.primary_index <= header.rest && facts.sub_blocks <= max_sub_blocks(header.rest));
  auto const coded = detail::read_all_back(space, Part(body.data() + CopiesHeader::bytes, size));
  Workspace::Scope const scope(workspace);
  auto const rest = best_put_back<ExecutionSpace>() == PutBack::in_order
                        ? backends::subspan(text, text.extent(0) - header.rest, text.extent(0))
                        : workspace.take<std::uint8_t, MemorySpace>(header.rest);
  std::vector<Copy> copies;
  decode_text(space, inner, Part(body.data() + after, inner.body_bytes), rest, workspace, [&] {
    copies = detail::with_host_memory("the copies of a block",
                                      [&] { return read_copies(header, coded, facts.symbols, facts.form); });
  });
  put_back(space, Part(rest), copies, text, workspace, best_put_back<ExecutionSpace>());
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
  else if (facts.kind == BlockKind::copies) {
    decode_with_copies(space, facts, body, text, workspace);
  }
  else {
    decode_text(space, facts, body, text, workspace, [] {});
  }
  space.fence("lexikos::compress::decode_block");
  detail::require(
      checksum(space, Span<std::uint8_t const, typename ExecutionSpace::memory_space>(text)) == facts.text_checksum,
      ErrorCode::corrupt_input, "a block is not the text that was compressed");
}

template <class ExecutionSpace>
std::size_t decode_block_bytes(std::size_t n)
{
  auto const of_transform = [](std::size_t symbols) {
    return std::max(inverse_burrows_wheeler_transform_workspace_bytes<ExecutionSpace>(symbols),
                    max_sub_blocks(symbols) * sizeof(SubBlock) + (std::size_t{2} << 20));
  };
  if (best_put_back<ExecutionSpace>() == PutBack::in_order) return of_transform(n);
  // the rest, and its transform, or copies and where each symbol comes from
  return n + std::max(of_transform(n), n / min_copy * sizeof(Copy) + 4 * n) + 4096;
}

#define LEXIKOS_INSTANTIATE(SPACE)                                                               \
  template void decode_block<SPACE>(SPACE const&, BlockFacts const&,                             \
                                    Span<std::uint8_t const, SPACE::memory_space> const&,        \
                                    Span<std::uint8_t, SPACE::memory_space> const&, Workspace&); \
  template std::size_t decode_block_bytes<SPACE>(std::size_t);

LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos::compress_detail
