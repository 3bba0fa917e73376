// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/on_device/session/transfer.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <lexikos/detail/execution_spaces.hpp>
#include <span>

#include "common/copy_by_threads.hpp"
#include "common/copy_to_space.hpp"

namespace lexikos::app
{

namespace
{

template <class MemorySpace>
using Bytes = Span<unsigned char, MemorySpace>;
template <class MemorySpace>
using ConstBytes = Span<unsigned char const, MemorySpace>;

[[maybe_unused]] unsigned char* bytes_at(void* data, std::size_t offset)
{
  return static_cast<unsigned char*>(data) + offset;
}

[[maybe_unused]] unsigned char const* bytes_at(void const* data, std::size_t offset)
{
  return static_cast<unsigned char const*>(data) + offset;
}

void copy_on_host(unsigned char* to, unsigned char const* from, std::size_t bytes)
{
  detail::copy_by_threads<detail::ReadAgain::late>(detail::half_of_threads(), reinterpret_cast<std::byte*>(to),
                                                   reinterpret_cast<std::byte const*>(from), bytes);
}

}  // namespace

template <class ExecutionSpace>
void copy_to(ExecutionSpace const& space, void* to, void const* host, std::size_t bytes)
{
  detail::copy_to_space(space, to, host, bytes, default_memory_resource());
}

template <class ExecutionSpace>
void copy_from(ExecutionSpace const& space, void* host, void const* from, std::size_t bytes)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  if constexpr (detail::works_on_host<ExecutionSpace>) {
    space.fence("lexikos::app::copy_from");
    if (bytes > 0) std::memcpy(host, from, bytes);
  }
  else {
    Kokkos::deep_copy(space, Bytes<Kokkos::HostSpace>(bytes_at(host, 0), bytes),
                      ConstBytes<MemorySpace>(bytes_at(from, 0), bytes));
    space.fence("lexikos::app::copy_from");
  }
}

template <class ExecutionSpace>
void WriterOfSpace<ExecutionSpace>::write(void const* data, std::size_t bytes)
{
  if constexpr (detail::works_on_host<ExecutionSpace>) {
    m_space.fence("lexikos::app::write");
    write_from_host(bytes_at(data, 0), bytes);
  }
  else {
    m_staged.read_from(ConstBytes<typename ExecutionSpace::memory_space>(bytes_at(data, 0), bytes),
                       [&](std::span<std::uint8_t const> piece) { write_from_host(piece.data(), piece.size()); });
  }
}

/// By all threads where the output lies in memory.
template <class ExecutionSpace>
void WriterOfSpace<ExecutionSpace>::write_from_host(unsigned char const* data, std::size_t bytes)
{
  if (auto* const place = reinterpret_cast<unsigned char*>(m_output.place(bytes)))
    copy_on_host(place, data, bytes);
  else
    m_output.write(data, bytes);
}

#define LEXIKOS_INSTANTIATE(SPACE)                                               \
  template void copy_to<SPACE>(SPACE const&, void*, void const*, std::size_t);   \
  template void copy_from<SPACE>(SPACE const&, void*, void const*, std::size_t); \
  template class WriterOfSpace<SPACE>;
LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos::app
