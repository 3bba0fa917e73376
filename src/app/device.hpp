// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/exit_codes.hpp"
#include "app/memory.hpp"
#include "system/devices.hpp"

namespace CLI
{
class App;
}

namespace lexikos::app
{

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

/// "cuda, openmp, serial": those of this build.
std::string device_list();

struct DeviceOptions
{
  std::string device;  ///< as in device_list, or "cuda:1" for a certain one; empty: the build's default
  int threads = 0;     ///< of the host; 0: Kokkos' choice
};

void add_device_options(CLI::App& app, DeviceOptions& options);

/// Kokkos, from construction to destruction, on the device that the user wants.
class Session
{
 public:
  /// Failure (not_supported) for a device that the build or the machine lacks.
  explicit Session(DeviceOptions const& options);

  /// "cuda", "openmp" or "serial".
  [[nodiscard]] std::string const& device() const { return m_device; }

  /// Returns function(space) with an instance of the device's execution space. All branches return `Result`.
  template <class Result, class Function>
  Result on_device(Function&& function) const
  {
    Result result{};
    for_each_device([&](std::string_view name, auto tag) {
      if (name == m_device) result = function(typename decltype(tag)::type{});
    });
    return result;
  }

 private:
  std::string m_device;
  std::unique_ptr<Kokkos::ScopeGuard> m_guard;
};

/// "cuda (NVIDIA H200)"
template <class ExecutionSpace>
std::string described(std::string const& device)
{
  std::string const name = detail::device_name<ExecutionSpace>();
  return name.empty() ? device : device + " (" + name + ")";
}

/// What does not happen when memory was found to suffice before, unless others take it meanwhile.
template <class View>
View allocate(char const* label, std::size_t n)
{
  try {
    return View(Kokkos::view_alloc(std::string(label), Kokkos::WithoutInitializing), n);
  }
  catch (std::exception const&) {  // Kokkos throws types of its own, which differ between its versions
    throw Failure(ExitCode::out_of_memory,
                  "cannot allocate " + std::to_string(n * sizeof(typename View::value_type)) + " bytes for " + label);
  }
}

}  // namespace lexikos::app
