// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace lexikos::bench::peers
{

/// The bit vector of SDSL with rank_support_v5 and, if wanted, select_support_mcl; queries in a loop shared by threads.
class SdslBits
{
 public:
  /// \param words  bit i is bit i % 64 of word i / 64
  SdslBits(std::uint64_t const* words, std::size_t size, bool with_select);
  SdslBits(SdslBits const&) = delete;
  SdslBits& operator=(SdslBits const&) = delete;
  ~SdslBits();

  void access(std::uint64_t const* queries, std::uint64_t* results, std::size_t n, int threads) const;
  void rank1(std::uint64_t const* queries, std::uint64_t* results, std::size_t n, int threads) const;
  void select1(std::uint64_t const* queries, std::uint64_t* results, std::size_t n, int threads) const;

  /// Bits and supports.
  [[nodiscard]] std::size_t bytes() const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> m_implementation;
};

}  // namespace lexikos::bench::peers
