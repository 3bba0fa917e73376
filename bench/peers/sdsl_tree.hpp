// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace lexikos::bench::peers
{

/// The balanced wavelet tree of SDSL for bytes, with rank_support_v5 and select_support_mcl; queries in a loop shared by
/// threads.
class SdslTree
{
 public:
  SdslTree(std::uint8_t const* text, std::size_t n);
  SdslTree(SdslTree const&) = delete;
  SdslTree& operator=(SdslTree const&) = delete;
  ~SdslTree();

  template <class Index>
  void access(Index const* positions, std::uint8_t* symbols, std::size_t n, int threads) const;
  template <class Index>
  void rank(std::uint8_t const* symbols, Index const* positions, Index* ranks, std::size_t n, int threads) const;
  template <class Index>
  void select(std::uint8_t const* symbols, Index const* occurrences, Index* positions, std::size_t n,
              int threads) const;

  [[nodiscard]] std::size_t bytes() const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> m_implementation;
};

}  // namespace lexikos::bench::peers
