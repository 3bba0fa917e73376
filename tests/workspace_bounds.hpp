// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <doctest/doctest.h>

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <lexikos/workspace.hpp>
#include <string>
#include <vector>

#include "kernel_recorder.hpp"

namespace lexikos::tests
{

/// A function that takes a workspace, and the bytes that it says it takes at most.
struct BoundedCall
{
  std::string name;
  std::size_t bound;
  std::function<void(Workspace*)> call;
};

/// An instance that is not the default one, on which nothing may run then.
template <class ExecutionSpace>
ExecutionSpace own_instance()
{
  return Kokkos::Experimental::partition_space(ExecutionSpace(), 1).front();
}

/// Kernels have labels of the library, by which users find them in a profile, and none runs on the default instance where the
/// call was given another. (Kokkos names its own copies; and instances of hosts have no numbers that tell them apart.)
template <class ExecutionSpace>
void expect_labels_and_instance(ExecutionSpace const& space, KernelRecorder const& recorder)
{
  using Kokkos::Tools::Experimental::device_id;
  std::uint32_t const default_instance = device_id(ExecutionSpace());
  bool const is_told_apart = device_id(space) != default_instance;
  for (auto const& [label, instance] : recorder.kernels()) {
    if (label.starts_with("Kokkos::")) continue;
    INFO(label);
    CHECK(label.starts_with("lexikos::"));
    if (is_told_apart) CHECK(instance != default_instance);
  }
}

/// Each call, on the instance that is given, stays below its bound, names its kernels and runs none elsewhere, works without a
/// workspace too, and allocates nothing when it is repeated.
template <class ExecutionSpace>
void expect_bounds(ExecutionSpace const& space, std::vector<BoundedCall> const& calls)
{
  for (auto const& [name, bound, call] : calls) {
    CAPTURE(name);
    Workspace workspace;
    {
      KernelRecorder const recorder;
      call(&workspace);
      expect_labels_and_instance(space, recorder);
    }
    CHECK(workspace.peak_bytes() <= bound);
    call(&workspace);
    std::size_t const held = workspace.allocated_bytes();
    call(&workspace);
    CHECK(workspace.allocated_bytes() == held);
    CHECK(workspace.peak_bytes() <= bound);
    call(nullptr);
  }
}

}  // namespace lexikos::tests
