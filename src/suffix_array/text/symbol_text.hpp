// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <lexikos/memory.hpp>
#include <type_traits>

namespace lexikos::suffix_array_detail
{

/// The text that a sorter is given: bytes of any values, or integers numbered 0..sigma-1, all of which occur. One of the two
/// views is null.
template <class MemorySpace>
class SymbolText
{
 public:
  SymbolText() = default;
  explicit SymbolText(Span<std::uint8_t const, MemorySpace> const& bytes) : m_bytes(bytes) {}
  explicit SymbolText(Span<std::uint32_t const, MemorySpace> const& integers) : m_integers(integers), m_has_bytes(false)
  {}

  [[nodiscard]] std::size_t size() const { return m_has_bytes ? m_bytes.extent(0) : m_integers.extent(0); }
  [[nodiscard]] bool has_bytes() const { return m_has_bytes; }
  [[nodiscard]] std::size_t symbol_bits() const { return m_has_bytes ? 8 : 32; }

  /// Of a text of bytes.
  [[nodiscard]] Span<std::uint8_t const, MemorySpace> const& bytes() const { return m_bytes; }
  /// Of another one.
  [[nodiscard]] Span<std::uint32_t const, MemorySpace> const& integers() const { return m_integers; }

  /// function(view of the symbols); both calls return the same type.
  template <class Function>
  auto visit(Function const& function) const
  {
    return m_has_bytes ? function(m_bytes) : function(m_integers);
  }

  /// The suffix that begins at a position.
  [[nodiscard]] SymbolText suffix(std::size_t position) const
  {
    std::size_t const length = size() - position;
    if (m_has_bytes) return SymbolText(Span<std::uint8_t const, MemorySpace>(m_bytes.data() + position, length));
    return SymbolText(Span<std::uint32_t const, MemorySpace>(m_integers.data() + position, length));
  }

 private:
  Span<std::uint8_t const, MemorySpace> m_bytes;
  Span<std::uint32_t const, MemorySpace> m_integers;
  bool m_has_bytes = true;
};

}  // namespace lexikos::suffix_array_detail
