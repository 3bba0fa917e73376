// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <lexikos/detail/binary_levels.hpp>
#include <lexikos/detail/quad_levels.hpp>
#include <lexikos/detail/wavelet_access.hpp>
#include <lexikos/detail/wavelet_code_matrix.hpp>
#include <lexikos/detail/wavelet_interface.hpp>
#include <lexikos/wavelet_options.hpp>
#include <string>
#include <type_traits>

namespace lexikos
{

namespace detail
{

template <class MemorySpace, WaveletLevels levels>
using CodeMatrixOf =
    CodeMatrix<std::conditional_t<levels == WaveletLevels::quad, QuadLevels<MemorySpace>, BinaryLevels<MemorySpace>>>;

}  // namespace detail

/// A text as a wavelet matrix: its symbols' codes digit by digit, each level sorted stably by the digits above it.
/// `detail::WaveletInterface` has its queries.
///
/// MemorySpace: where the structure lies. Symbol: u8, u16 or u32. Copies share their memory; capture one by value in kernels
/// of an execution space that can access the memory space.
/// Sources: Claude, Navarro and Ordonez 2015 (the matrix); section 5 of "Wavelet trees on the GPU" calls for it.
template <class MemorySpace, detail::WaveletSymbol Symbol, WaveletLevels levels = WaveletLevels::quad>
class WaveletMatrix : public detail::WaveletInterface<detail::CodeMatrixOf<MemorySpace, levels>, Symbol>
{
 public:
  using Base = detail::WaveletInterface<detail::CodeMatrixOf<MemorySpace, levels>, Symbol>;

  /// The matrix of the empty text.
  WaveletMatrix() = default;

  /// Builds the matrix of a text, a contiguous view of rank 1 that is accessible from the execution space or lies in host
  /// memory; it is not changed. Fences.
  ///
  /// O(n log sigma / bits of a level) work. Memory in addition to text and matrix: two codes a symbol (of 1, 2 or 4 bytes,
  /// depending on the number of distinct symbols), or what `options.memory_budget` allows, and with binary levels their
  /// plain bits: `wavelet_workspace_bytes`.
  /// Errors: invalid_argument (a given alphabet that is not ascending or lacks a symbol of the text), out_of_memory,
  /// cancelled.
  template <detail::ExecutionSpaceOf<MemorySpace> ExecutionSpace, detail::WaveletText<ExecutionSpace, Symbol> TextView>
  WaveletMatrix(ExecutionSpace const& space, TextView const& text, WaveletOptions const& options = {})
      : WaveletMatrix(detail::build_wavelet<Base>(space, text, options))
  {}

  /// The matrix that was saved under that name, with the same symbols and levels. All that follows from the digits is
  /// checked, O(n) work, so that every matrix that loads answers every query rightly. Fences.
  /// \param resource  where its memory comes from on devices; on the host its arrays stay in the mapped file, which they keep
  /// Errors: those of `FileReader`, corrupt_input, invalid_argument (other levels), out_of_memory.
  template <detail::ExecutionSpaceOf<MemorySpace> ExecutionSpace>
  [[nodiscard]] static WaveletMatrix load(ExecutionSpace const& space, FileReader const& file,
                                          std::string const& name = "wavelet",
                                          MemoryResource& resource = default_memory_resource())
  {
    return WaveletMatrix(detail::WaveletFiles<ExecutionSpace, Base>::load(space, file, name, resource));
  }

 private:
  explicit WaveletMatrix(Base const& base) : Base(base) {}
};

}  // namespace lexikos
