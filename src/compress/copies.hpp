// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Long parts of a text that it has before: these are taken out before the transform, which is then that of the rest (FORMAT.md,
// "Copies"), where a text has little else, or where they do not come often. Runs of a transform tell of each copy several times
// what its length and distance tell once, but of what comes often they tell hardly anything; and less is left to sort.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/memory.hpp>
#include <lexikos/workspace.hpp>
#include <span>
#include <vector>

#include "compress/block.hpp"

namespace lexikos::compress_detail
{

/// text[begin, begin + length) = text[begin - distance, ...), symbol by symbol: it may overlap what it copies.
struct Copy
{
  std::uint32_t begin;
  std::uint32_t length;
  std::uint32_t distance;
  std::uint32_t copied;  ///< symbols of all copies before
};

/// What a block may have of them. The rest has a symbol or more.
struct CopyRules
{
  std::uint32_t min_length;
  std::size_t rest_divisor;  ///< of the text's symbols, for the most that the rest has
};
constexpr CopyRules copy_rules(DirectoryForm form)
{
  return form == DirectoryForm::classes ? CopyRules{64, 1} : CopyRules{256, 4};
}
constexpr std::uint32_t min_copy = copy_rules(DirectoryForm::classes).min_length;
/// The shortest that the encoder takes out. Of shorter ones, those of proteins would still be worth it, those of English not.
constexpr std::uint32_t min_chosen_copy = 96;

/// Copies of a text, ascending, none of which overlaps another.
struct FoundCopies
{
  std::vector<Copy> copies;
  bool are_most = false;  ///< of the text, of which a fourth or less is left; else they do not come often
};

/// Places that their next symbols choose, one of 32, are sorted by these; each one's copy is sought at the last place before
/// that has the same (the sampling of long-range matching, as in rsync and rzip; Bentley and McIlroy 1999), in segments of the
/// text at the same time. Work O(n) and a sort of n / 32 numbers. Fences.
template <class ExecutionSpace>
[[nodiscard]] FoundCopies find_copies(ExecutionSpace const& space,
                                      Span<std::uint8_t const, typename ExecutionSpace::memory_space> const& text,
                                      Workspace& workspace);

/// Bytes of workspace that it takes, at most.
[[nodiscard]] std::size_t find_copies_bytes(std::size_t n);

/// The symbols of a text of n that no copy has.
[[nodiscard]] inline std::size_t rest_of(std::size_t n, std::span<Copy const> copies)
{
  return copies.empty() ? n : n - copies.back().copied - copies.back().length;
}

/// rest = the symbols that no copy has, in their order.
template <class ExecutionSpace>
void take_rest(ExecutionSpace const& space, Span<std::uint8_t const, typename ExecutionSpace::memory_space> const& text,
               Span<Copy const, typename ExecutionSpace::memory_space> const& copies,
               Span<std::uint8_t, typename ExecutionSpace::memory_space> const& rest);

/// In order, which is the fastest for one thread of a host; or by following the distances of all copied symbols at the same
/// time, by twice as many in each round, where there are many threads. The latter takes 4 bytes for each of them.
enum class PutBack : std::uint8_t
{
  in_order,
  by_rounds
};

/// What a space does: in_order in memory of hosts.
template <class ExecutionSpace>
[[nodiscard]] PutBack best_put_back();

/// The inverse: a text of rest and copies. In order, the rest may lie at the text's end. Fences.
template <class ExecutionSpace>
void put_back(ExecutionSpace const& space, Span<std::uint8_t const, typename ExecutionSpace::memory_space> const& rest,
              std::vector<Copy> const& copies, Span<std::uint8_t, typename ExecutionSpace::memory_space> const& text,
              Workspace& workspace, PutBack how);

/// As they are written, in few bits. \param copies  one or more
[[nodiscard]] std::vector<std::uint8_t> written(std::span<Copy const> copies, std::size_t rest, DirectoryForm form);

/// What comes first of what was written: how much more follows.
struct CopiesHeader
{
  static constexpr std::size_t bytes = 16;

  explicit CopiesHeader(std::span<std::uint8_t const, bytes> data);

  std::uint32_t rest;
  std::uint32_t copies;
  std::uint32_t table_bytes;
  std::uint32_t code_bytes;
};

/// Reads what follows the header. Error (corrupt_input) for what are no copies of a text of n symbols.
[[nodiscard]] std::vector<Copy> read_copies(CopiesHeader const& header, std::span<std::uint8_t const> data,
                                            std::size_t n, DirectoryForm form);

}  // namespace lexikos::compress_detail
