// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Kokkos as this process uses it: initialised at the first call, finalised when the interpreter exits, refused after a fork.

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>

namespace lexikos::python
{

/// Where arrays of a device are worked on, and where those of the host are: one execution space where there is no device.
using Device = Kokkos::DefaultExecutionSpace;
using Host = Kokkos::DefaultHostExecutionSpace;

/// Where an array lies.
struct Place
{
  bool on_device = false;
  int device = 0;            ///< its number, of those that the process sees
  bool is_anywhere = false;  ///< an array of no entries

  [[nodiscard]] friend bool operator==(Place const&, Place const&) = default;
};

struct RuntimeSettings
{
  int threads = 0;  ///< of the host; 0: as OpenMP chooses
  int device = -1;  ///< -1: that of the first array that lies on one, or the first
};

class Runtime
{
 public:
  template <class Space>
  struct Instance
  {
    Space space;
    std::mutex mutex;  // an instance works for one host thread at a time
  };

  /// Initialises Kokkos unless that was done. Errors: not_supported after a fork of a process that had done it, after the end,
  /// and for arrays of a device that this process does not work on.
  static Runtime& get(Place place = {});
  /// The same with settings, which come too late once Kokkos is initialised: Error (invalid_argument).
  static void initialise(RuntimeSettings const& settings);
  static bool is_initialised();
  /// At exit. Arrays that outlive it are not freed.
  static void finalise();

  Runtime(Runtime const&) = delete;
  Runtime& operator=(Runtime const&) = delete;

  Instance<Host>& on_host() { return m_host; }
  /// \param stream  address of a CUDA stream; 0 is the default one
  Instance<Device>& on_device(std::uintptr_t stream);
  /// The number of the device that the process works on; 0 where there is none.
  [[nodiscard]] int device() const { return m_device; }

 private:
  explicit Runtime(RuntimeSettings const& settings);

  /// Takes all instances for good: a thread that comes too late stays where it is. False where a thread is at work.
  bool retire();

  int m_device = 0;
  Instance<Host> m_host;
  std::mutex m_mutex;
  std::map<std::uintptr_t, std::unique_ptr<Instance<Device>>> m_streams;
};

}  // namespace lexikos::python
