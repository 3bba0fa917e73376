// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

namespace lexikos::tests
{

/// Records the kernels that start while it lives, as a profiling tool sees them: those of Kokkos' patterns, on all threads. One
/// at a time.
class KernelRecorder
{
 public:
  struct Kernel
  {
    std::string label;
    std::uint32_t
        instance;  ///< number of the instance, with its kind of device (Kokkos::Tools::Experimental::device_id)
  };

  KernelRecorder()
  {
    recorded().kernels.clear();
    watch(record);
  }
  KernelRecorder(KernelRecorder const&) = delete;
  KernelRecorder& operator=(KernelRecorder const&) = delete;
  ~KernelRecorder() { watch(nullptr); }

  [[nodiscard]] std::vector<Kernel> kernels() const
  {
    std::lock_guard const lock(recorded().mutex);
    return recorded().kernels;
  }

 private:
  struct Recorded
  {
    std::mutex mutex;
    std::vector<Kernel> kernels;
  };

  /// Static, since callbacks are plain functions.
  static Recorded& recorded()
  {
    static Recorded recorded;
    return recorded;
  }

  static void record(char const* label, std::uint32_t instance, std::uint64_t*)
  {
    std::lock_guard const lock(recorded().mutex);
    recorded().kernels.push_back({label, instance});
  }

  static void watch(Kokkos_Profiling_beginFunction callback)
  {
    Kokkos::Tools::Experimental::set_begin_parallel_for_callback(callback);
    Kokkos::Tools::Experimental::set_begin_parallel_reduce_callback(callback);
    Kokkos::Tools::Experimental::set_begin_parallel_scan_callback(callback);
  }
};

}  // namespace lexikos::tests
