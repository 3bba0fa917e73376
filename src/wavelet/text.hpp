// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Structures of texts: the text's symbols become codes, and the codes a structure.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/wavelet_access.hpp>
#include <type_traits>

#include "common/primitive_bytes.hpp"
#include "common/progress.hpp"
#include "wavelet/build_codes.hpp"
#include "wavelet/coded_text.hpp"
#include "wavelet/levels.hpp"
#include "wavelet/quad_directory.hpp"
#include "wavelet/structures.hpp"

namespace lexikos::wavelet_detail
{

/// An upper bound of what completes levels of n codes below `codes`, with the plain bits that they are completed from.
template <class ExecutionSpace, class Codes>
std::size_t finish_bytes(std::size_t n, std::size_t codes)
{
  unsigned const bits = std::bit_width(std::max<std::size_t>(codes, 1) - 1);  // of a code, on average at most
  if constexpr (std::is_same_v<Codes, QuadCodes<ExecutionSpace>>) {
    return quad_levels_bytes<ExecutionSpace>(n, (bits + 1) / 2);
  }
  else {
    constexpr unsigned max_levels = detail::CodeTree<typename ExecutionSpace::memory_space>::max_levels;
    std::size_t const plain = bits * n + 64 * max_levels;
    std::size_t const places = codes + 2 * max_levels;
    return plain / 8 + 256 + std::max(16 * places + 2 * 256, bit_vector_workspace_bytes<ExecutionSpace>(plain));
  }
}

}  // namespace lexikos::wavelet_detail

namespace lexikos::detail
{

template <class E, class S>
S WaveletBuild<E, S>::of_text(E const& space, Symbol const* text, std::size_t n, bool on_host,
                              WaveletOptions const& options)
{
  using Codes = typename S::CodesType;
  if (std::is_same_v<Codes, wavelet_detail::TreeCodes<E>> && n == 0) {
    ProgressReport(space, options.progress, 1).finish();
    return WaveletAccess::structure<S>(Codes(), {});
  }
  wavelet_detail::BuildMemory<E> memory(space, options.workspace);
  wavelet_detail::SymbolText<E, Symbol> coded(space, {text, n, on_host}, options, memory.of_levels());
  Codes const codes = wavelet_detail::build_codes<E, Codes>(space, coded, options, memory);
  return WaveletAccess::structure<S>(codes, coded.alphabet());
}

template <class E, class S>
std::size_t WaveletBuild<E, S>::workspace_bytes(std::size_t n, std::size_t symbols, bool on_host,
                                                std::size_t memory_budget)
{
  using Codes = typename S::CodesType;
  std::size_t const piece = wavelet_detail::piece_size_of<Symbol>(n, on_host, memory_budget);
  unsigned const code_bytes = symbols <= 256 ? 1 : symbols <= 65536 ? 2 : 4;
  std::size_t const copy = on_host ? piece * sizeof(Symbol) + 256 : 0;
  std::size_t const counting = wavelet_detail::count_symbols_bytes<E, Symbol>(piece);
  std::size_t const tables = 2 * (8 * symbols + 256);
  std::size_t const levels =
      2 * (piece * code_bytes + 256) + tables + wavelet_detail::split_level_bytes<E>(piece, code_bytes);
  return copy + wavelet_detail::finish_bytes<E, Codes>(n, symbols) + levels + counting;
}

}  // namespace lexikos::detail
