// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/workspace.hpp>
#include <type_traits>

#include "backends/launch.hpp"
#include "backends/primitives.hpp"
#include "system/works_on_host.hpp"
#include "wavelet/tiles.hpp"

namespace lexikos::wavelet_detail
{

template <class ExecutionSpace, class Functor>
void launch_tiles(ExecutionSpace const& space, char const* label, std::uint64_t tiles, int team_size,
                  std::size_t scratch, Functor const& functor)
{
  using Policy = Kokkos::TeamPolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>;
  Kokkos::parallel_for(
      label,
      Policy(space, static_cast<int>(tiles), team_size).set_scratch_size(0, Kokkos::PerTeam(static_cast<int>(scratch))),
      functor);
}

/// Writes the digits of a level of n symbols to the sink, and, if `next` is not null, moves the symbols to their places in
/// the next level, of which those below `keep` are kept. `covered` >= n positions are written to the sink, zeros from n on.
/// Scratch: 12 bytes for each digit and tile.
template <class ExecutionSpace, class Code, class Splitter, class Sink>
void split_level(ExecutionSpace const& space, Code const* codes, std::uint64_t n, std::uint64_t covered,
                 Splitter const& splitter, Sink const& sink, Code* next, std::uint64_t keep, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Pass = LevelPass<MemorySpace, Code, Splitter, Sink>;
  Workspace::Scope const scope(workspace);
  std::uint64_t const tiles = (covered + Pass::tile - 1) / Pass::tile;
  if (tiles == 0) return;
  Pass pass{codes, n, splitter, sink, tiles, {}, {}, next, keep};
  std::size_t const scan_scratch = scan_bytes<Pass::strips>();
  if (next != nullptr) {
    std::size_t const entries = Pass::radix * tiles;
    pass.counts = workspace.take<std::uint32_t, MemorySpace>(entries);
    auto const scanned = workspace.take<std::uint64_t, MemorySpace>(entries);
    pass.scanned = scanned;
    if constexpr (detail::works_on_host<ExecutionSpace>)
      Kokkos::parallel_for("lexikos::wavelet::count_digits", backends::Range<ExecutionSpace>(space, 0, tiles),
                           CountTileAlone<Pass>{pass});
    else
      launch_tiles(space, "lexikos::wavelet::count_digits", tiles, Pass::strips, scan_scratch + 64,
                   CountTile<ExecutionSpace, Pass>{pass});
    primitives::exclusive_scan(space, pass.counts, scanned, primitives::Sum{}, workspace);
  }
  if constexpr (detail::works_on_host<ExecutionSpace>)
    Kokkos::parallel_for("lexikos::wavelet::split_level", backends::Range<ExecutionSpace>(space, 0, tiles),
                         MoveTileAlone<Pass>{pass});
  else
    launch_tiles(space, "lexikos::wavelet::split_level", tiles, Pass::strips,
                 next == nullptr ? 64 : scan_scratch + Pass::tile * sizeof(Code) + 64,
                 MoveTile<ExecutionSpace, Pass>{pass});
}

/// Adds the digits of n symbols of a level to the sink, the i-th at position i + shifts(code).
template <class ExecutionSpace, class Code, class Splitter, class Sink>
struct DepositDigits
{
  Code const* codes;
  std::uint64_t n;
  Span<std::int64_t const, typename ExecutionSpace::memory_space> shifts;
  Splitter splitter;
  Sink sink;

  KOKKOS_FUNCTION void operator()(std::size_t number) const
  {
    std::uint64_t const begin = number * strip;
    std::uint64_t const end = n - begin < strip ? n : begin + strip;
    StripBits bits;
    std::uint64_t word = ~std::uint64_t{0};
    for (std::uint64_t i = begin; i < end; ++i) {
      Code const code = codes[i];
      std::uint64_t const place = i + static_cast<std::uint64_t>(shifts[code]);
      if (place / strip != word) {
        if (i > begin) sink.add(word, bits);
        bits = {};
        word = place / strip;
      }
      unsigned const digit = splitter.digit(code);
      bits.high |= (digit >> 1) << place % strip;
      bits.low |= (digit & 1) << place % strip;
    }
    sink.add(word, bits);
  }
};

template <class ExecutionSpace, class Code, class Splitter, class Sink>
void deposit_level(ExecutionSpace const& space, Code const* codes, std::uint64_t n,
                   Span<std::int64_t const, typename ExecutionSpace::memory_space> const& shifts,
                   Splitter const& splitter, Sink const& sink)
{
  Kokkos::parallel_for("lexikos::wavelet::deposit_level",
                       backends::Range<ExecutionSpace>(space, 0, (n + strip - 1) / strip),
                       DepositDigits<ExecutionSpace, Code, Splitter, Sink>{codes, n, shifts, splitter, sink});
}

/// codes(i) = the number of text(i): its alphabet's code, or what the table says of that.
template <class Alphabet, class TextSpan, class CodeSpan, class Numbers>
struct EncodeText
{
  Alphabet alphabet;
  TextSpan text;
  CodeSpan codes;
  Numbers numbers;  ///< empty: codes as they are

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    std::uint64_t const code = alphabet.code(text[i]);
    codes[i] = static_cast<typename CodeSpan::value_type>(numbers.extent(0) == 0 ? code : numbers[code]);
  }
};

template <class ExecutionSpace, class Alphabet, class TextSpan, class CodeSpan, class Numbers>
void encode_text(ExecutionSpace const& space, Alphabet const& alphabet, TextSpan const& text, CodeSpan const& codes,
                 Numbers const& numbers)
{
  Kokkos::parallel_for("lexikos::wavelet::encode_text", backends::Range<ExecutionSpace>(space, 0, text.extent(0)),
                       EncodeText<Alphabet, TextSpan, CodeSpan, Numbers>{alphabet, text, codes, numbers});
}

}  // namespace lexikos::wavelet_detail
