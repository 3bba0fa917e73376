// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace lexikos::bench::peers
{

/// The wavelet tree of ECL_wavelet, for symbols of u8 and u16: its answers are asked for from host memory, pinned or pageable,
/// with positions of 8 bytes. It ends the process where CUDA fails, and throws std::runtime_error where memory is short.
template <class Symbol>
class EclTree
{
 public:
  /// As it lays them out. Rank asks for a position below the text's length, select for an occurrence that there is, from 1.
  struct Query
  {
    std::size_t index;
    Symbol symbol;
  };

  /// \param text      in host memory; of at least two distinct symbols
  /// \param alphabet  the text's symbols, ascending; found on the host when empty
  EclTree(Symbol const* text, std::size_t n, std::vector<Symbol> alphabet);
  EclTree(EclTree const&) = delete;
  EclTree& operator=(EclTree const&) = delete;
  ~EclTree();

  // Results are in its own pinned memory, until it is asked the same kind of query again. Where the alphabet is not
  // 0..size-1, it changes the queries: they have to be written anew for every call.
  [[nodiscard]] Symbol const* access(std::size_t* positions, std::size_t n);
  [[nodiscard]] std::size_t const* rank(Query* queries, std::size_t n);
  [[nodiscard]] std::size_t const* select(Query* queries, std::size_t n);

 private:
  struct Implementation;
  std::unique_ptr<Implementation> m_implementation;
};

}  // namespace lexikos::bench::peers
