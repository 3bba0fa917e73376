// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace lexikos::bench::peers
{

/// The bit array with rank and select support of ECL_wavelet. All arrays are in the device's memory, and all work is on its
/// default stream. It ends the process where it fails.
class EclBits
{
 public:
  /// Threads that may answer one query together.
  static constexpr int groups[] = {1, 2, 4, 8};

  /// \param words  bit i is bit i % 64 of word i / 64; read while the object is made
  EclBits(std::uint64_t const* words, std::size_t size);
  EclBits(EclBits const&) = delete;
  EclBits& operator=(EclBits const&) = delete;
  ~EclBits();

  /// Return when the results are there.
  void rank1(std::uint32_t const* queries, std::uint32_t* results, std::size_t n, int group) const;
  void rank1(std::uint64_t const* queries, std::uint64_t* results, std::size_t n, int group) const;
  void select1(std::uint32_t const* queries, std::uint32_t* results, std::size_t n, int group) const;
  void select1(std::uint64_t const* queries, std::uint64_t* results, std::size_t n, int group) const;

  /// Bits, counts and samples, by the sizes of its arrays.
  [[nodiscard]] std::size_t bytes(std::size_t ones) const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> m_implementation;
};

}  // namespace lexikos::bench::peers
