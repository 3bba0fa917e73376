// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <lexikos/detail/allocate.hpp>
#include <lexikos/memory.hpp>
#include <span>
#include <vector>

#include "app/io/output.hpp"
#include "common/staged_copies.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::app
{

/// Host memory through which larger data go to and from a device, in two pieces.
constexpr std::size_t staging_bytes = std::size_t{32} << 20;

/// An array of the program. Error (out_of_memory) if there is no room for it, which `require_memory` found before unless
/// others took it meanwhile.
template <class T, class ExecutionSpace>
Array<T, typename ExecutionSpace::memory_space> allocate(ExecutionSpace const&, char const* label, std::size_t n)
{
  return detail::allocate<T, typename ExecutionSpace::memory_space>(default_memory_resource(), label, n);
}

// ----- bytes between the host and the memory that an execution space works in; they are compiled in transfer.cpp, once a
// space, and return when the bytes are there

template <class ExecutionSpace>
void copy_to(ExecutionSpace const& space, void* to, void const* host, std::size_t bytes);
template <class ExecutionSpace>
void copy_from(ExecutionSpace const& space, void* host, void const* from, std::size_t bytes);

/// Writes what an execution space works on to an output, in blocks where that is on a device.
template <class ExecutionSpace>
class WriterOfSpace
{
 public:
  WriterOfSpace(ExecutionSpace const& space, Output& output)
      : m_space(space),
        m_output(output),
        m_staged(space, staging_bytes / 2, "lexikos::app::staging", default_memory_resource())
  {}

  void write(void const* data, std::size_t bytes);
  template <class View>
  void write(View const& view)
  {
    write(view.data(), view.extent(0) * sizeof(typename View::value_type));
  }

 private:
  void write_from_host(unsigned char const* data, std::size_t bytes);

  ExecutionSpace m_space;
  Output& m_output;
  detail::StagedCopies<ExecutionSpace> m_staged;
};

/// Host data as the execution space can read them: the data themselves where that is possible, else a copy.
template <class ExecutionSpace, class T>
class OnDevice
{
 public:
  using MemorySpace = typename ExecutionSpace::memory_space;

  OnDevice() = default;
  OnDevice(ExecutionSpace const& space, char const* label, std::span<T const> host)
  {
    if constexpr (detail::works_on_host<ExecutionSpace>) {
      m_span = Span<T const, MemorySpace>(host.data(), host.size());
    }
    else {
      m_copy = allocate<T>(space, label, host.size());
      copy_to(space, m_copy.data(), host.data(), host.size_bytes());
      m_span = Span<T const, MemorySpace>(m_copy.data(), m_copy.extent(0));
    }
  }

  [[nodiscard]] Span<T const, MemorySpace> const& view() const { return m_span; }

 private:
  Array<T, MemorySpace> m_copy;
  Span<T const, MemorySpace> m_span;
};

/// Some entries of a view, on the host.
template <class ExecutionSpace, class View>
std::vector<typename View::non_const_value_type> to_host(ExecutionSpace const& space, View const& view,
                                                         std::size_t begin, std::size_t end)
{
  std::vector<typename View::non_const_value_type> values(end - begin);
  copy_from(space, values.data(), view.data() + begin, values.size() * sizeof(values[0]));
  return values;
}
template <class ExecutionSpace, class View>
std::vector<typename View::non_const_value_type> to_host(ExecutionSpace const& space, View const& view)
{
  return to_host(space, view, 0, view.extent(0));
}

template <class ExecutionSpace, class View>
void write(ExecutionSpace const& space, View const& view, Output& output)
{
  WriterOfSpace<ExecutionSpace>(space, output).write(view);
}

/// Calls function(values, first) for a view's entries, a block at a time, on the host.
template <class ExecutionSpace, class View, class Function>
void for_each_block(ExecutionSpace const& space, View const& view, std::size_t block, Function const& function)
{
  for (std::size_t first = 0; first < view.extent(0); first += block)
    function(to_host(space, view, first, std::min(view.extent(0), first + block)), first);
}

}  // namespace lexikos::app
