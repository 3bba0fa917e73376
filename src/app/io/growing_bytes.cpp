// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/io/growing_bytes.hpp"

#include <algorithm>
#include <utility>

#include "app/failure.hpp"
#include "app/io/memory.hpp"

namespace lexikos::app
{

namespace
{

constexpr std::size_t first_block = std::size_t{1} << 20;

}  // namespace

void GrowingBytes::make_room(std::size_t bytes)
{
  if (bytes <= room()) return;
  grow_to(std::max(m_size + bytes, m_capacity + std::max(first_block, m_capacity / 2)));
}

void GrowingBytes::reserve(std::size_t bytes)
{
  if (bytes > room()) grow_to(m_size + bytes);
}

void GrowingBytes::shrink()
{
  if (m_size == 0 || m_size == m_capacity) return;
  void* const less = std::realloc(m_data.get(), m_size);
  if (less == nullptr) return;  // it stays where it is
  static_cast<void>(m_data.release());
  m_data.reset(static_cast<std::uint8_t*>(less));
  m_capacity = m_size;
}

GrowingBytes::Data GrowingBytes::take()
{
  m_size = 0;
  m_capacity = 0;
  return std::move(m_data);
}

void GrowingBytes::grow_to(std::size_t capacity)
{
  std::size_t const more = capacity - m_capacity;
  if (more > first_block) require_host_memory({{"the next block of " + m_name, more}});
  void* const grown = std::realloc(m_data.get(), capacity);
  if (grown == nullptr) throw Failure(ExitCode::out_of_memory, "no memory for " + m_name);
  static_cast<void>(m_data.release());
  m_data.reset(static_cast<std::uint8_t*>(grown));
  m_capacity = capacity;
}

}  // namespace lexikos::app
