// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/on_device/session/session.hpp"

namespace lexikos::app
{

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
};

/// All devices of this build; the session's is the default.
[[nodiscard]] std::vector<DeviceFacts> device_facts(Session const& session);

[[nodiscard]] std::string kokkos_version();
[[nodiscard]] std::string kokkos_configuration(Session const& session);

}  // namespace lexikos::app
