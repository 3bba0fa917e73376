// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstdint>
#include <lexikos/detail/allocate.hpp>
#include <lexikos/workspace.hpp>
#include <limits>
#include <utility>

#include "common/host_containers.hpp"

namespace lexikos::detail
{

namespace
{

constexpr std::size_t alignment = Workspace::alignment;
constexpr std::size_t lent_alignment = Workspace::lent_alignment;

/// Of more bytes than there are on any machine, nearly as many.
constexpr std::size_t aligned(std::size_t bytes)
{
  bytes = std::min(bytes, std::numeric_limits<std::size_t>::max() - alignment);
  return (bytes + alignment - 1) / alignment * alignment;
}

}  // namespace

Arena::Arena(std::string memory_space, MemoryKind kind, MemoryResource& resource)
    : m_memory_space(std::move(memory_space)), m_kind(kind), m_resource(resource)
{}

Arena::~Arena()
{
  release();
}

Arena::Block& Arena::add_block(std::size_t bytes)
{
  with_host_memory("the blocks of a workspace", [&] { m_blocks.reserve(m_blocks.size() + 1); });
  // memory spaces align to less than the workspace promises
  void* const data = allocate_bytes(m_resource, m_kind, bytes, "lexikos::workspace", alignment);
  auto const address = reinterpret_cast<std::uintptr_t>(data);
  m_blocks.push_back({data, reinterpret_cast<std::byte*>(aligned(address)), bytes, 0});
  return m_blocks.back();
}

void* Arena::take_from(Block& block, std::size_t bytes)
{
  void* data = block.data + block.used;
  block.used = std::min(block.used + aligned(bytes), block.size);
  return data;
}

void Arena::borrow(void* data, std::size_t bytes)
{
  auto const address = reinterpret_cast<std::uintptr_t>(data);
  std::size_t const before = (lent_alignment - address % lent_alignment) % lent_alignment;
  Block const block{data, static_cast<std::byte*>(data) + before, bytes > before ? bytes - before : 0, 0};
  with_host_memory("the blocks of a workspace", [&] { m_borrowed.push_back(block); });
}

void* Arena::take(std::size_t bytes)
{
  bytes = std::max<std::size_t>(bytes, 1);
  for (auto block = m_borrowed.rbegin(); block != m_borrowed.rend(); ++block)
    if (block->size - block->used >= bytes) return take_from(*block, bytes);
  bytes = aligned(bytes);
  // several blocks, which an earlier run reserved, would fragment one that does not
  if (m_taken == 0 && m_blocks.size() > 1 && !m_is_reserved) return_blocks(0);
  while (m_top < m_blocks.size() && m_blocks[m_top].size - m_blocks[m_top].used < bytes) ++m_top;
  if (m_top == m_blocks.size()) {
    add_block(m_blocks.empty() ? std::max(bytes, m_coalesced) : bytes);
    m_is_reserved = false;
  }
  m_taken += bytes;
  m_peak = std::max(m_peak, m_taken);
  m_coalesced = std::max(m_coalesced, m_taken);
  return take_from(m_blocks[m_top], bytes);
}

void Arena::reserve(std::size_t bytes)
{
  bytes = aligned(bytes);
  if (m_taken == 0) m_is_reserved = true;
  if (has_room(bytes)) return;
  // what lies after the block in use is of an earlier run, and too small
  return_blocks(m_taken == 0 ? 0 : std::min(m_top + 1, m_blocks.size()));
  add_block(bytes);
}

bool Arena::has_room(std::size_t bytes) const
{
  for (std::size_t b = m_top; b < m_blocks.size(); ++b)
    if (m_blocks[b].size - m_blocks[b].used >= bytes) return true;
  return false;
}

std::size_t Arena::borrowed_room() const
{
  std::size_t most = 0;
  for (auto const& block : m_borrowed) most = std::max(most, block.size - block.used);
  return most;
}

Arena::Mark Arena::mark() const
{
  Mark now{m_top, m_top < m_blocks.size() ? m_blocks[m_top].used : 0, m_taken};
  for (auto const& block : m_borrowed) now.lent_used.push_back(block.used);
  return now;
}

void Arena::give_back(Mark const& mark)
{
  for (std::size_t b = mark.block; b < m_blocks.size(); ++b) m_blocks[b].used = b == mark.block ? mark.used : 0;
  m_top = mark.block;
  bool const ends_run = m_taken != 0 && mark.taken == 0;
  m_taken = mark.taken;
  for (std::size_t b = 0; b < m_borrowed.size(); ++b)  // those that were lent after the mark were empty then
    m_borrowed[b].used = b < mark.lent_used.size() ? mark.lent_used[b] : 0;
  // several blocks would fragment the next run: it gets one that holds all, unless it will ask for the same blocks again
  if (!ends_run) return;
  if (m_blocks.size() > 1 && !m_is_reserved) return_blocks(0);
  m_is_reserved = false;
}

void Arena::release()
{
  return_blocks(0);
}

void Arena::return_blocks(std::size_t first)
{
  for (std::size_t b = first; b < m_blocks.size(); ++b)
    m_resource.deallocate(m_kind, m_blocks[b].allocation, m_blocks[b].size + alignment);
  m_blocks.resize(first);
  m_top = std::min(m_top, first);
}

std::size_t Arena::allocated_bytes() const
{
  std::size_t sum = 0;
  for (auto const& block : m_blocks) sum += block.size + alignment;
  return sum;
}

}  // namespace lexikos::detail

namespace lexikos
{

Workspace::Scope::Scope(Workspace& workspace) : m_workspace(workspace)
{
  detail::with_host_memory("the scope of a workspace", [&] {
    for (auto const& arena : workspace.m_arenas) m_marks.push_back(arena->mark());
  });
}

Workspace::Scope::~Scope()
{
  auto const& arenas = m_workspace.m_arenas;
  detail::Arena::Mark const empty;  // as those were that were added within the scope
  for (std::size_t a = 0; a < arenas.size(); ++a) arenas[a]->give_back(a < m_marks.size() ? m_marks[a] : empty);
}

detail::Arena& Workspace::arena(char const* memory_space, MemoryKind kind)
{
  for (auto& arena : m_arenas)
    if (arena->memory_space() == memory_space) return *arena;
  return detail::with_host_memory("the list of a workspace's memory spaces", [&]() -> detail::Arena& {
    m_arenas.push_back(std::make_unique<detail::Arena>(memory_space, kind, *m_resource));
    return *m_arenas.back();
  });
}

std::size_t Workspace::allocated_bytes() const
{
  std::size_t sum = 0;
  for (auto const& arena : m_arenas) sum += arena->allocated_bytes();
  return sum;
}

std::size_t Workspace::peak_bytes() const
{
  std::size_t sum = 0;
  for (auto const& arena : m_arenas) sum += arena->peak_bytes();
  return sum;
}

void Workspace::reset_peak()
{
  for (auto& arena : m_arenas) arena->reset_peak();
}

void Workspace::release()
{
  for (auto& arena : m_arenas) arena->release();
}

}  // namespace lexikos
