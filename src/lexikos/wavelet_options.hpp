// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <lexikos/workspace.hpp>
#include <type_traits>
#include <vector>

namespace lexikos
{

/// How the codes of a wavelet tree are chosen.
enum class WaveletShape
{
  balanced,  ///< all of ceil(lg sigma) bits, but shorter ones past the last power of two
  huffman    ///< as Huffman says: the fewest bits and fetches for the text as a whole
};

struct WaveletOptions
{
  /// The symbols that may occur, ascending; found by counting the text when empty. The text is counted anyhow, and an Error
  /// (invalid_argument) is thrown for a symbol that is not among them.
  std::vector<std::uint32_t> alphabet = {};
  /// Of a WaveletTree; a matrix has one shape.
  WaveletShape shape = WaveletShape::balanced;
  /// Bytes that building may take in the memory space beside the structure, and beside the text if that lies there: the
  /// text is worked on in chunks that fit. 0: as many as one chunk takes.
  std::size_t memory_budget = 0;
  /// Scratch to reuse; a private one is allocated and freed when null.
  Workspace* workspace = nullptr;
  /// When not null, receives the largest number of bytes taken at one time in the memory space: structure and scratch,
  /// not the caller's text.
  std::size_t* peak_bytes = nullptr;
  /// Called on the host, with the instance fenced, between the levels of every chunk with the fraction of the work done;
  /// return false to stop with `Error` (cancelled).
  std::function<bool(double fraction)> progress = {};
};

namespace detail
{

/// Builds from a text that kernels of the execution space can read, or not (`on_host`); compiled in the library.
template <class Structure, class ExecutionSpace>
Structure build_wavelet_from(ExecutionSpace const& space, typename Structure::SymbolType const* text, std::size_t n,
                             bool on_host, WaveletOptions const& options);

template <class Structure, class ExecutionSpace, class TextView>
Structure build_wavelet(ExecutionSpace const& space, TextView const& text, WaveletOptions const& options)
{
  static_assert(TextView::rank == 1 && !std::is_same_v<typename TextView::array_layout, Kokkos::LayoutStride>,
                "the text is a contiguous view of rank 1");
  static_assert(std::is_same_v<typename TextView::non_const_value_type, typename Structure::SymbolType>,
                "the text has the symbols of the structure");
  static_assert(Kokkos::SpaceAccessibility<ExecutionSpace, typename Structure::memory_space>::accessible,
                "the structure's memory space is accessible from the execution space");
  constexpr bool on_device = Kokkos::SpaceAccessibility<ExecutionSpace, typename TextView::memory_space>::accessible;
  constexpr bool on_host = Kokkos::SpaceAccessibility<Kokkos::HostSpace, typename TextView::memory_space>::accessible;
  static_assert(on_device || on_host, "the text is accessible from the execution space or from the host");
  return build_wavelet_from<Structure>(space, text.data(), text.extent(0), !on_device, options);
}

}  // namespace detail
}  // namespace lexikos
