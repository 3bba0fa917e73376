// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

namespace lexikos::bench::peers
{

/// Smallest and largest text of both versions.
constexpr std::size_t libcubwt_min_size = 16;
constexpr std::size_t libcubwt_max_size = 0x7fffffff;
/// Smallest and largest text of the inverse BWT.
constexpr std::size_t libcubwt_min_size_inverse = 128 * 1024;
constexpr std::size_t libcubwt_max_size_inverse = 1022 * std::size_t{1024 * 1024};

/// libcubwt 1.6.3, the BWT and its inverse. Device storage for texts of at most n bytes lives as long as this; all arrays are
/// in host memory, which the library copies itself. Everything throws std::runtime_error.
class Libcubwt
{
 public:
  static constexpr char const* version = "1.6.3";
  static constexpr double bytes_per_character = 20.5;

  explicit Libcubwt(std::size_t n);
  Libcubwt(Libcubwt const&) = delete;
  Libcubwt& operator=(Libcubwt const&) = delete;
  ~Libcubwt();

  /// Returns the primary index.
  std::size_t bwt(std::uint8_t const* text, std::uint8_t* bwt, std::size_t n);
  void inverse_bwt(std::uint8_t const* bwt, std::uint8_t* text, std::size_t n, std::size_t primary_index);

 private:
  void* m_storage = nullptr;
};

/// libcubwt 1.0.0, the last version that returns suffix arrays.
class Libcubwt1
{
 public:
  static constexpr char const* version = "1.0.0";
  static constexpr double bytes_per_character = 31;

  explicit Libcubwt1(std::size_t n);
  Libcubwt1(Libcubwt1 const&) = delete;
  Libcubwt1& operator=(Libcubwt1 const&) = delete;
  ~Libcubwt1();

  void suffix_array(std::uint8_t const* text, std::uint32_t* suffix_array, std::size_t n);

 private:
  void* m_storage = nullptr;
};

}  // namespace lexikos::bench::peers
