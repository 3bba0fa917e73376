// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <lexikos/detail/wavelet_access.hpp>
#include <lexikos/detail/wavelet_code_tree.hpp>
#include <lexikos/detail/wavelet_interface.hpp>
#include <lexikos/wavelet_options.hpp>
#include <string>

namespace lexikos
{

/// A text as a level-wise wavelet tree. Leaves are the distinct symbols, in their order (WaveletShape::balanced, where codes
/// past the last power of two are shorter) or by ascending frequency (WaveletShape::huffman). A level is the symbols whose
/// leaves are below it, in the order of their leaves' ancestors, one bit each; all levels lie in one bit vector.
/// `detail::WaveletInterface` has its queries.
///
/// MemorySpace: where the structure lies. Symbol: u8, u16 or u32. Copies share their memory; capture one by value in kernels
/// of an execution space that can access the memory space. Source: "Wavelet trees on the GPU", section 5.
template <class MemorySpace, detail::WaveletSymbol Symbol>
class WaveletTree : public detail::WaveletInterface<detail::CodeTree<MemorySpace>, Symbol>
{
 public:
  using Base = detail::WaveletInterface<detail::CodeTree<MemorySpace>, Symbol>;

  /// The tree of the empty text.
  WaveletTree() = default;

  /// Builds the tree of a text, a contiguous view of rank 1 that is accessible from the execution space or lies in host
  /// memory; it is not changed. Fences.
  ///
  /// O(n) work a level. Memory in addition to text and tree: two codes a symbol (of 1, 2 or 4 bytes, depending on the number
  /// of distinct symbols), or what `options.memory_budget` allows, and the plain bits: `wavelet_workspace_bytes`.
  /// Errors: invalid_argument (a given alphabet that is not ascending or lacks a symbol of the text), not_supported (2^31
  /// distinct symbols and more), out_of_memory, cancelled.
  template <detail::ExecutionSpaceOf<MemorySpace> ExecutionSpace, detail::WaveletText<ExecutionSpace, Symbol> TextView>
  WaveletTree(ExecutionSpace const& space, TextView const& text, WaveletOptions const& options = {})
      : WaveletTree(detail::build_wavelet<Base>(space, text, options))
  {}

  /// The tree that was saved under that name, with the same symbols. All that follows from the bits and the counts of the
  /// symbols is checked, O(n) work, so that every tree that loads answers every query rightly. Fences.
  /// \param resource  where its memory comes from on devices; on the host its arrays stay in the mapped file, which they keep
  /// Errors: those of `FileReader`, corrupt_input, out_of_memory.
  template <detail::ExecutionSpaceOf<MemorySpace> ExecutionSpace>
  [[nodiscard]] static WaveletTree load(ExecutionSpace const& space, FileReader const& file,
                                        std::string const& name = "wavelet",
                                        MemoryResource& resource = default_memory_resource())
  {
    return WaveletTree(detail::WaveletFiles<ExecutionSpace, Base>::load(space, file, name, resource));
  }

 private:
  explicit WaveletTree(Base const& base) : Base(base) {}
};

}  // namespace lexikos
