// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/on_device/session/session.hpp"

#include <algorithm>
#include <charconv>
#include <lexikos/suffix_array.hpp>

#include "app/on_device/session/on_device.hpp"
#include "app/report/numbers_shown.hpp"
#ifdef KOKKOS_ENABLE_OPENMP
#include <omp.h>
#endif

namespace lexikos::app
{

namespace
{

struct Choice
{
  std::string device;
  int id = -1;  // -1: Kokkos chooses
};

Choice parse(std::string const& text)
{
  auto const colon = text.find(':');
  Choice choice{text.substr(0, colon), -1};
  if (colon == std::string::npos) return choice;
  auto const [end, error] = std::from_chars(text.data() + colon + 1, text.data() + text.size(), choice.id);
  if (error != std::errc() || end != text.data() + text.size() || choice.id < 0)
    throw Failure(ExitCode::usage, "--device " + text + ": a number follows the colon, as in cuda:1");
  return choice;
}

// Kokkos would end the process if a device is missing, so that is found out first.
Choice checked(Choice choice)
{
  bool found = false;
  for_each_device([&](std::string_view name, auto tag) {
    using Space = typename decltype(tag)::type;
    if (choice.device.empty() && std::is_same_v<Space, Kokkos::DefaultExecutionSpace>) choice.device = name;
    bool const chosen = choice.device == name;
    found = found || chosen;
    int const count = detail::device_count<Space>();
    std::string const why = count == 0 ? "there is none on this machine, or its driver does not answer"
                                       : "this machine has " + std::to_string(count);
    if ((chosen && choice.id >= count) || count == 0)
      throw Failure(ExitCode::not_supported, "no such device: " + std::string(name) +
                                                 (chosen && choice.id >= 0 ? ":" + std::to_string(choice.id) : "") +
                                                 " (" + why + (chosen ? ")" : "; this build cannot start without it)"));
  });
  if (!found)
    throw Failure(ExitCode::not_supported,
                  "no such device: " + choice.device + " (this build has " + device_list() + ")");
  return choice;
}

/// 0 leaves it to Kokkos, which does not see how many it has room for.
unsigned threads_for(DeviceOptions const& options)
{
#ifdef KOKKOS_ENABLE_OPENMP
  if (options.threads == 0 && omp_get_max_threads() > static_cast<int>(max_host_threads)) return max_host_threads;
#endif
  return options.threads;
}

}  // namespace

Session::Runtime::Runtime(Kokkos::InitializationSettings const& settings)
    : guard(settings), host_memory(detail::available_host_memory().free)
{
  set_default_memory_resource(&host_memory);
}

Session::Runtime::~Runtime()
{
  set_default_memory_resource(nullptr);
}

void* HostMemoryLimit::allocate(MemoryKind kind, std::size_t bytes, char const* label)
{
  void* data = nullptr;
  try {
    data = try_to_allocate(kind, bytes, label);
  }
  catch (std::exception const&) {
    // Kokkos throws types of its own, which differ between its versions
  }
  if (data == nullptr) m_left_at_failure = kind == MemoryKind::device ? std::nullopt : std::optional(m_left.load());
  return data;
}

void* HostMemoryLimit::try_to_allocate(MemoryKind kind, std::size_t bytes, char const* label)
{
  MemoryResource& source = kokkos_memory_resource();
  if (kind == MemoryKind::device) return source.allocate(kind, bytes, label);
  if (bytes > m_left.load()) return nullptr;
  void* const data = source.allocate(kind, bytes, label);
  if (data != nullptr) set_aside(bytes);
  return data;
}

void HostMemoryLimit::set_aside(std::size_t bytes)
{
  std::size_t left = m_left.load();
  while (!m_left.compare_exchange_weak(left, left - std::min(left, bytes))) {
  }
}

void HostMemoryLimit::deallocate(MemoryKind kind, void* data, std::size_t bytes) noexcept
{
  kokkos_memory_resource().deallocate(kind, data, bytes);
  if (kind != MemoryKind::device) m_left += bytes;
}

std::string device_list()
{
  std::string list;
  for_each_device([&](std::string_view name, auto) { list += (list.empty() ? "" : ", ") + std::string(name); });
  return list;
}

void add_device_options(Command& command, DeviceOptions& options)
{
  std::string help = "Where to work: " + device_list();
  if (device_list().starts_with("cuda")) help += "; cuda:1 for the second GPU";
  command.options.push_back(text("--device", "NAME", options.device, help));
  command.options.push_back(number("-j,--threads", "N", options.threads,
                                   "Threads of the host, 1 to " + std::to_string(max_host_threads) +
                                       ". Default: OMP_NUM_THREADS, or as many as the machine has",
                                   {1, max_host_threads}));
}

Session::Session(DeviceOptions const& options)
{
  Choice const choice = checked(parse(options.device));
  m_device = choice.device;
  Kokkos::InitializationSettings settings;
  settings.set_disable_warnings(true);
  if (unsigned const threads = threads_for(options); threads > 0) settings.set_num_threads(static_cast<int>(threads));
  if (choice.id >= 0 && choice.device == "cuda") settings.set_device_id(choice.id);
  m_runtime = std::make_unique<Runtime>(settings);
}

Session::~Session() = default;

unsigned Session::threads() const
{
  return static_cast<unsigned>(Kokkos::num_threads());
}

void fail(Session const& session, Error const& error)
{
  if (error.code() != ErrorCode::out_of_memory) throw error;
  auto const left = session.runtime().host_memory.left_at_failure();
  throw Failure(ExitCode::out_of_memory,
                "not enough memory: " + error.message() +
                    (left ? "; " + in_message(*left) + " bytes were left on the host" : std::string()));
}

}  // namespace lexikos::app
