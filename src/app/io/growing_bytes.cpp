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
constexpr std::size_t told_at_a_time = std::size_t{16} << 20;

}  // namespace

void GrowingBytes::make_room(std::size_t bytes)
{
  if (bytes <= room()) return;
  std::size_t const capacity = m_pages.size();
  grow_to(std::max(m_size + bytes, capacity + std::max(first_block, capacity / 2)));
}

void GrowingBytes::reserve(std::size_t bytes)
{
  if (bytes > room()) grow_to(m_size + bytes);
}

void GrowingBytes::shrink()
{
  if (m_size != 0) static_cast<void>(m_pages.resize(m_size));  // or it stays as it is
}

void GrowingBytes::on_growth(std::function<void(std::size_t)> told)
{
  m_told = std::move(told);
  m_tell_at = m_told ? m_size + told_at_a_time : std::numeric_limits<std::size_t>::max();
}

void GrowingBytes::tell()
{
  m_tell_at = m_size + told_at_a_time;
  m_told(m_size);
}

HostPages GrowingBytes::take()
{
  m_size = 0;
  return std::move(m_pages);
}

void GrowingBytes::grow_to(std::size_t capacity)
{
  std::size_t const more = capacity - m_pages.size();
  if (more > first_block) require_host_memory({{"the next block of " + m_name, more}});
  if (!m_pages.resize(capacity)) throw Failure(ExitCode::out_of_memory, "no memory for " + m_name);
}

}  // namespace lexikos::app
