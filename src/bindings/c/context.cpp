// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bindings/c/context.hpp"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <lexikos/suffix_array.hpp>
#include <limits>
#include <mutex>

#include "bindings/c/result.hpp"
#include "system/devices.hpp"
#include "system/processors.hpp"

#ifdef KOKKOS_ENABLE_CUDA
#include <Kokkos_Core.hpp>
#endif

namespace lexikos::c
{

namespace
{

std::atomic<std::int64_t> live_handles{0};
std::atomic<bool> began_runtime{false};
std::mutex runtime_mutex;

/// At the end of the process, where nothing that it holds is in use.
void end_runtime()
{
  if (live_handles.load() == 0 && Kokkos::is_initialized() && !Kokkos::is_finalized()) Kokkos::finalize();
}

void begin_runtime(lexikos_runtime_options const& options)
{
  if (Kokkos::is_finalized()) throw Error(ErrorCode::invalid_argument, "the runtime has ended, and cannot begin again");
  if (detail::device_count<DeviceSpace>() == 0)  // Kokkos would end the process
    throw Error(ErrorCode::not_supported, "this machine has no device for this build, or its driver does not answer");
  if (options.threads > detail::max_openmp_threads)
    throw Error(ErrorCode::invalid_argument, "no more than " + std::to_string(detail::max_openmp_threads) + " threads");
  if (options.threads < 0 || options.device_id < -1)
    throw Error(ErrorCode::invalid_argument, "negative threads, or a negative device");
  if (options.device_id >= detail::device_count<DeviceSpace>())
    throw Error(ErrorCode::not_supported, "this machine has no device " + std::to_string(options.device_id));
  detail::require_kokkos_environment();
  Kokkos::InitializationSettings settings;
  settings.set_disable_warnings(true);
  if (int const threads = detail::threads_for_kokkos(options.threads); threads > 0) settings.set_num_threads(threads);
  if (options.device_id >= 0 && has_gpu) settings.set_device_id(options.device_id);
  Kokkos::initialize(settings);
  began_runtime = true;
  std::atexit(end_runtime);  // NOLINT(cert-err33-c): where it fails, the system takes back what the process had
}

/// The caller's functions as the library knows them.
class CallersMemory final : public MemoryResource
{
 public:
  explicit CallersMemory(lexikos_context_options const& options) : m_options(options) {}

  void* allocate(MemoryKind kind, std::size_t bytes, char const*) override
  {
    return m_options.allocate(m_options.user, number_of(kind), bytes);
  }
  void deallocate(MemoryKind kind, void* data, std::size_t bytes) noexcept override
  {
    m_options.deallocate(m_options.user, number_of(kind), data, bytes);
  }

 private:
  static lexikos_memory number_of(MemoryKind kind)
  {
    if (kind == MemoryKind::device) return LEXIKOS_DEVICE_MEMORY;
    return kind == MemoryKind::pinned ? LEXIKOS_PINNED_MEMORY : LEXIKOS_HOST_MEMORY;
  }

  lexikos_context_options m_options;
};

std::shared_ptr<MemoryResource> memory_of(lexikos_context_options const& options)
{
  if ((options.allocate == nullptr) != (options.deallocate == nullptr))
    throw Error(ErrorCode::invalid_argument, "one of allocate and deallocate is NULL");
  if (options.allocate != nullptr) return std::make_shared<CallersMemory>(options);
  return {&kokkos_memory_resource(), [](MemoryResource*) {}};
}

AnySpace space_of(lexikos_context_options const& options)
{
  if (options.device < LEXIKOS_DEFAULT_DEVICE || options.device > LEXIKOS_GPU_DEVICE)
    throw Error(ErrorCode::invalid_argument, "there is no device " + std::to_string(options.device));
  if (options.device == LEXIKOS_HOST_DEVICE || !has_gpu) {
    if (options.device == LEXIKOS_GPU_DEVICE)
      throw Error(ErrorCode::not_supported, "this build works on the host alone");
    if (options.stream != nullptr) throw Error(ErrorCode::not_supported, "a context of the host has no stream");
    return HostSpace{};
  }
#ifdef KOKKOS_ENABLE_CUDA
  if (options.stream != nullptr) return Kokkos::Cuda(static_cast<cudaStream_t>(options.stream));
#endif
  if (options.stream != nullptr) throw Error(ErrorCode::not_supported, "this build takes no streams");
  return DeviceSpace{};
}

}  // namespace

Live::Live()
{
  ++live_handles;
}

Live::Live(Live const&)
{
  ++live_handles;
}

Live::~Live()
{
  --live_handles;
}

}  // namespace lexikos::c

lexikos_array const& lexikos_result::column(lexikos_column name) const
{
  for (auto const& found : columns)
    if (found.name == name) return found.array;
  throw lexikos::Error(lexikos::ErrorCode::invalid_argument, "the result has no column " + std::to_string(name));
}

using namespace lexikos::c;
using lexikos::Error;
using lexikos::ErrorCode;

lexikos_status lexikos_initialize(lexikos_runtime_options const* options)
{
  return guarded([&] {
    std::lock_guard const lock(runtime_mutex);
    if (Kokkos::is_initialized() && !Kokkos::is_finalized())
      throw Error(ErrorCode::invalid_argument, "the runtime runs already");
    begin_runtime(options_or(options, lexikos_runtime_options(LEXIKOS_RUNTIME_OPTIONS_INIT)));
  });
}

int32_t lexikos_is_initialized(void)
{
  return Kokkos::is_initialized() && !Kokkos::is_finalized() ? 1 : 0;
}

lexikos_status lexikos_finalize(void)
{
  return guarded([&] {
    std::lock_guard const lock(runtime_mutex);
    if (!began_runtime || Kokkos::is_finalized()) return;
    if (auto const handles = live_handles.load(); handles != 0)
      throw Error(ErrorCode::invalid_argument, std::to_string(handles) + " handles have not been freed");
    Kokkos::finalize();
  });
}

lexikos_status lexikos_context_create(lexikos_context_options const* options, lexikos_context** context)
{
  clear(context);
  return guarded([&] {
    require_pointer(context, "the place of the context");
    auto const asked = options_or(options, lexikos_context_options(LEXIKOS_CONTEXT_OPTIONS_INIT));
    auto const memory = memory_of(asked);
    {
      std::lock_guard const lock(runtime_mutex);
      if (!Kokkos::is_initialized()) begin_runtime(LEXIKOS_RUNTIME_OPTIONS_INIT);
    }
    *context = std::make_unique<lexikos_context>(space_of(asked), memory).release();
  });
}

void lexikos_context_free(lexikos_context* context)
{
  delete context;
}

lexikos_status lexikos_context_device(lexikos_context const* context, lexikos_device* device, char const** name)
{
  return guarded([&] {
    require_pointer(context, "the context");
    std::visit(
        [&](auto const& space) {
          using Space = std::remove_cvref_t<decltype(space)>;
          if (device != nullptr)
            *device = lexikos::detail::works_on_host<Space> ? LEXIKOS_HOST_DEVICE : LEXIKOS_GPU_DEVICE;
          if (name != nullptr) *name = Space::name();
        },
        context->space);
  });
}

lexikos_status lexikos_context_set_progress(lexikos_context* context, lexikos_progress_function progress, void* user)
{
  return guarded([&] {
    require_pointer(context, "the context");
    context->progress = {};
    if (progress != nullptr)
      context->progress = [progress, user](double fraction) { return progress(user, fraction) == 0; };
  });
}

lexikos_status lexikos_context_workspace(lexikos_context const* context, uint64_t* held, uint64_t* peak)
{
  return guarded([&] {
    require_pointer(context, "the context");
    if (held != nullptr) *held = context->workspace.allocated_bytes();
    if (peak != nullptr) *peak = context->workspace.peak_bytes();
  });
}

lexikos_status lexikos_context_reset_peak(lexikos_context* context)
{
  return guarded([&] {
    require_pointer(context, "the context");
    context->workspace.reset_peak();
  });
}

lexikos_status lexikos_context_reserve(lexikos_context* context, uint64_t bytes)
{
  return call(context, [&](auto& run) {
    using Run = std::remove_cvref_t<decltype(run)>;
    context->workspace.template reserve<typename Run::memory_space>(bytes);
  });
}

lexikos_status lexikos_context_release(lexikos_context* context)
{
  return call(context, [&](auto&) { context->workspace.release(); });
}

lexikos_status lexikos_copy(lexikos_context* context, lexikos_array from, lexikos_array to)
{
  return call(context, [&](auto& run) {
    if (from.type != to.type) throw Error(ErrorCode::invalid_argument, "arrays of different types");
    lexikos::detail::check_extent(to.size, from.size, "the array that is copied to");
    with_symbol(from.type, "the array", [&](auto tag) {
      using T = typename decltype(tag)::type;
      using Run = std::remove_cvref_t<decltype(run)>;
      using Device = typename Run::memory_space;
      T const* const source = entries_of<T>(from, "the array that is copied");
      T* const target = entries_of<T>(to, "the array that is copied to");
      auto const size = from.size;
      bool const reads_device = from.memory == LEXIKOS_DEVICE_MEMORY;
      bool const writes_device = to.memory == LEXIKOS_DEVICE_MEMORY;
      lexikos::Span<T const, Kokkos::HostSpace> const host_source(source, size);
      lexikos::Span<T, Kokkos::HostSpace> const host_target(target, size);
      lexikos::Span<T const, Device> const device_source(source, size);
      lexikos::Span<T, Device> const device_target(target, size);
      if (reads_device && writes_device)
        Kokkos::deep_copy(run.space(), device_target, device_source);
      else if (reads_device)
        Kokkos::deep_copy(run.space(), host_target, device_source);
      else if (writes_device)
        Kokkos::deep_copy(run.space(), device_target, host_source);
      else
        std::copy_n(source, size, target);
    });
  });
}

lexikos_status lexikos_result_column(lexikos_result const* result, lexikos_column column, lexikos_array* array)
{
  return guarded([&] {
    require_pointer(result, "the result");
    require_pointer(array, "the place of the array");
    *array = result->column(column);
  });
}

void lexikos_result_free(lexikos_result* result)
{
  delete result;
}
