// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What this folder offers to the rest of the program, which does not know Kokkos: a device to work on. The other headers
// without a source of the same name are for this folder alone.

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "app/command_line/command.hpp"

namespace lexikos::app
{

struct DeviceOptions
{
  std::string device;    ///< as in device_list, or "cuda:1" for a certain one; empty: the build's default
  unsigned threads = 0;  ///< of the host; 0: as the environment says, or all
};

void add_device_options(Command& command, DeviceOptions& options);

/// "cuda, openmp, serial": those of this build.
[[nodiscard]] std::string device_list();

/// Starts a GPU in a thread of its own while the caller reads and unpacks its input, so that a session, made later, waits that
/// much less. What fails here shows there. No GPU is started in builds for the host alone, nor for inputs that are read in no
/// time.
class DeviceStart
{
 public:
  /// Failure (unreadable_input) for a path that cannot be read, as then no session will be made; empty paths are none. Failure
  /// (usage) for what is no device.
  DeviceStart(DeviceOptions const& options, std::initializer_list<std::string> paths);
  DeviceStart(DeviceStart const&) = delete;
  DeviceStart& operator=(DeviceStart const&) = delete;
  ~DeviceStart();

 private:
  std::thread m_thread;
};

/// Kokkos, from construction to destruction, on the device that the user wants.
class Session
{
 public:
  /// The GPUs that the process starts, each of which takes its time.
  enum class Sees
  {
    its_own,  ///< the first one, unless the user wants another
    all
  };

  /// Failure (not_supported) for a device that the build or the machine lacks.
  explicit Session(DeviceOptions const& options, Sees sees = Sees::its_own);
  Session(Session const&) = delete;
  Session& operator=(Session const&) = delete;
  ~Session();

  /// "cuda", "openmp" or "serial".
  [[nodiscard]] std::string const& device() const { return m_device; }
  /// Threads of the host.
  [[nodiscard]] unsigned threads() const;

  struct Runtime;
  [[nodiscard]] Runtime& runtime() const { return *m_runtime; }

 private:
  std::string m_device;
  std::unique_ptr<Runtime> m_runtime;
};

// ----- what 'lexikos info' shows

struct DeviceFacts
{
  std::string name;
  std::string description;
  std::string processor;
  bool is_default = false;
  unsigned count = 0;
  unsigned threads = 0;
  std::size_t free_bytes = 0;
  std::size_t total_bytes = 0;
  std::vector<std::string> algorithms;
  std::vector<std::string> segmented_sorts;
};

/// All devices of this build; the session's is the default.
[[nodiscard]] std::vector<DeviceFacts> device_facts(Session const& session);

[[nodiscard]] std::string kokkos_version();
[[nodiscard]] std::string kokkos_configuration(Session const& session);

}  // namespace lexikos::app
