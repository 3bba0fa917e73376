// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <lexikos/error.hpp>
#include <string>
#include <string_view>

#include "app/on_device/session/host_memory_limit.hpp"
#include "app/on_device/session/session.hpp"
#include "system/device_memory.hpp"
#include "system/devices.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::app
{

struct Session::Runtime
{
  explicit Runtime(Kokkos::InitializationSettings const& settings);
  ~Runtime();

  Kokkos::ScopeGuard guard;
  HostMemoryLimit host_memory;
};

template <class ExecutionSpace>
struct SpaceTag
{
  using type = ExecutionSpace;
};

/// Calls function(name, SpaceTag) for every execution space of this build, devices before the host's.
template <class Function>
void for_each_device(Function&& function)
{
#ifdef KOKKOS_ENABLE_CUDA
  function(std::string_view("cuda"), SpaceTag<Kokkos::Cuda>{});
#endif
#ifdef KOKKOS_ENABLE_OPENMP
  function(std::string_view("openmp"), SpaceTag<Kokkos::OpenMP>{});
#endif
#ifdef KOKKOS_ENABLE_SERIAL
  function(std::string_view("serial"), SpaceTag<Kokkos::Serial>{});
#endif
}

/// The error of a run, with how much memory was left if that was the reason.
[[noreturn]] void fail(Session const& session, Error const& error);

/// Returns function(space) with an instance of the session's execution space.
template <class Result, class Function>
Result on_device(Session const& session, Function const& function)
{
  Result result{};
  try {
    for_each_device([&](std::string_view name, auto tag) {
      if (name == session.device()) result = function(typename decltype(tag)::type{});
    });
  }
  catch (Error const& error) {
    fail(session, error);
  }
  return result;
}

/// "cuda (NVIDIA H200)"
template <class ExecutionSpace>
std::string described(std::string const& device)
{
  std::string const name = detail::device_name<ExecutionSpace>();
  return name.empty() ? device : device + " (" + name + ")";
}

}  // namespace lexikos::app
