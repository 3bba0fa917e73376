// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <unistd.h>

#include <bindings/python/module/interpreter.hpp>
#include <bindings/python/module/runtime.hpp>
#include <cstdio>
#include <cstdlib>
#include <lexikos/error.hpp>
#include <lexikos/memory.hpp>
#include <optional>
#include <string>
#include <type_traits>

#include "system/processors.hpp"

namespace lexikos::python
{

namespace
{

std::mutex mutex;
std::unique_ptr<Runtime>& runtime()
{
  // Never destroyed: what still runs when the process exits must not find it half gone.
  static auto* const kept = new std::unique_ptr<Runtime>;
  return *kept;
}
pid_t owner = 0;  // the process that initialised Kokkos
bool is_ours = false;
bool is_over = false;

/// Kokkos' memory, but for what is freed too late: arrays that outlive the interpreter, and those that a forked process has.
class GuardedMemory : public MemoryResource
{
 public:
  void* allocate(MemoryKind kind, std::size_t bytes, char const* label) override
  {
    return kokkos_memory_resource().allocate(kind, bytes, label);
  }
  void deallocate(MemoryKind kind, void* data, std::size_t bytes) noexcept override
  {
    if (Kokkos::is_finalized() || ::getpid() != owner) return;
    kokkos_memory_resource().deallocate(kind, data, bytes);
  }
};

void require_same_process()
{
  detail::require(!is_over, ErrorCode::not_supported, "the interpreter is exiting, and Lexikos has ended");
  detail::require(
      owner == 0 || owner == ::getpid(), ErrorCode::not_supported,
      "this process was forked from one that had used Lexikos, whose threads and devices it does not have; use "
      "it first in the new process, or start processes by multiprocessing's method \"spawn\" or "
      "\"forkserver\"");
}

/// Threads still use Kokkos, whose own objects would end, and complain, on the way out: the process ends before they do, with
/// the code that it would have had.
void end_before_kokkos()
{
#ifdef __GLIBC__
  ::on_exit(
      [](int code, void*) {
        std::fflush(nullptr);
        ::_exit(code);
      },
      nullptr);
#endif
}

}  // namespace

Runtime::Runtime(RuntimeSettings const& settings) : m_device(settings.device < 0 ? 0 : settings.device), m_host() {}

Runtime& Runtime::get(Place place)
{
  require_same_process();
  if (place.on_device) {
    detail::require(!std::is_same_v<Device, Host>, ErrorCode::not_supported,
                    "an array lies on a device, and this build of Lexikos works on the host alone");
  }
  {
    std::lock_guard const lock(mutex);
    if (runtime() != nullptr) {
      detail::require(!place.on_device || place.device == runtime()->m_device, ErrorCode::not_supported,
                      "an array lies on device " + std::to_string(place.device) +
                          ", and this process works on device " + std::to_string(runtime()->m_device) +
                          " (lexikos.initialize(device=) chooses it)");
      return *runtime();
    }
  }
  initialise({0, place.on_device ? place.device : -1});
  return get(place);
}

void Runtime::initialise(RuntimeSettings const& settings)
{
  require_same_process();
  std::lock_guard const lock(mutex);
  detail::require(settings.threads >= 0 && settings.threads <= detail::max_openmp_threads, ErrorCode::invalid_argument,
                  "threads are 0, for as many as the machine has, to " + std::to_string(detail::max_openmp_threads) +
                      ", not " + std::to_string(settings.threads));
  detail::require(runtime() == nullptr, ErrorCode::invalid_argument,
                  "Lexikos was used before: settings come before the first call");
  if (!Kokkos::is_initialized()) {
    detail::require_kokkos_environment();
    Kokkos::InitializationSettings kokkos;
    kokkos.set_disable_warnings(true);  // such as those of OMP_PROC_BIND
    if (int const threads = detail::threads_for_kokkos(settings.threads); threads > 0) kokkos.set_num_threads(threads);
    if (settings.device >= 0 && !std::is_same_v<Device, Host>) kokkos.set_device_id(settings.device);
    Kokkos::initialize(kokkos);
    is_ours = true;
  }
  static GuardedMemory memory;
  set_default_memory_resource(&memory);
  owner = ::getpid();
  runtime() = std::unique_ptr<Runtime>(new Runtime(settings));
}

bool Runtime::is_initialised()
{
  std::lock_guard const lock(mutex);
  return runtime() != nullptr;
}

void Runtime::finalise()
{
  if (owner != ::getpid()) return;
  end_interpreter();
  std::lock_guard const lock(mutex);
  is_over = true;
  if (runtime() == nullptr) return;
  if (!runtime()->retire()) return end_before_kokkos();
  if (is_ours) Kokkos::finalize();
}

bool Runtime::retire()
{
  m_mutex.lock();
  if (!m_host.mutex.try_lock()) return false;
  for (auto& [stream, instance] : m_streams) {
    if (!instance->mutex.try_lock()) return false;
    instance->space = Device();  // streams are not Kokkos' own, and may be gone before it is
  }
  return true;
}

Runtime::Instance<Device>& Runtime::on_device(std::uintptr_t stream)
{
  std::lock_guard const lock(m_mutex);
  auto& instance = m_streams[stream];
  if (instance == nullptr) {
#ifdef KOKKOS_ENABLE_CUDA
    if constexpr (std::is_same_v<Device, Kokkos::Cuda>)
      instance.reset(new Instance<Device>{Device(reinterpret_cast<cudaStream_t>(stream)), {}});
#endif
    if (instance == nullptr) instance.reset(new Instance<Device>{Device(), {}});
  }
  return *instance;
}

}  // namespace lexikos::python
