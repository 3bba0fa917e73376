// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <utility>

#include "app/io/host_pages.hpp"

namespace lexikos::app
{

/// Bytes of the host's memory that grow at their end.
class GrowingBytes
{
 public:
  /// \param name  of what they are read from, for messages
  explicit GrowingBytes(std::string name) : m_name(std::move(name)) {}

  [[nodiscard]] std::span<std::uint8_t const> bytes() const { return {m_pages.data(), m_size}; }
  [[nodiscard]] std::size_t size() const { return m_size; }

  /// How many bytes may be written at end().
  [[nodiscard]] std::size_t room() const { return m_pages.size() - m_size; }
  [[nodiscard]] std::uint8_t* end() { return m_pages.data() + m_size; }
  /// So many more were written there.
  void add(std::size_t bytes)
  {
    m_size += bytes;
    if (m_size >= m_tell_at) tell();
  }
  /// Calls told(size) from now on, whenever some MiB were added.
  void on_growth(std::function<void(std::size_t)> told);

  /// Makes room for a block more, and for this many bytes. Failure (out_of_memory) before memory is taken that the machine
  /// lacks.
  void make_room(std::size_t bytes = 1);
  /// Makes room for just this many bytes, if they are more than there is.
  void reserve(std::size_t bytes);
  /// Gives unused room back.
  void shrink();

  /// The bytes; this object is empty then.
  [[nodiscard]] HostPages take();

 private:
  void grow_to(std::size_t capacity);
  void tell();

  std::string m_name;
  HostPages m_pages;
  std::size_t m_size = 0;
  std::function<void(std::size_t)> m_told;
  std::size_t m_tell_at = std::numeric_limits<std::size_t>::max();
};

}  // namespace lexikos::app
