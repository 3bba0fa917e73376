// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/on_device/session/session.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <lexikos/segmented_sort.hpp>
#include <lexikos/suffix_array.hpp>
#include <sstream>
#include <system_error>

#include "app/io/input.hpp"
#include "app/io/launcher.hpp"
#include "app/on_device/session/on_device.hpp"
#include "app/report/joined.hpp"
#include "app/report/numbers_shown.hpp"
#include "system/concurrency.hpp"
#include "system/processors.hpp"
#include "system/thread_processors.hpp"

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
    std::string const why = count == 0 ? "this machine has none, or its driver does not answer"
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

/// Whether the environment has Kokkos choose among devices.
bool is_chosen_by_environment()
{
  return std::ranges::any_of(
      std::initializer_list<char const*>{"KOKKOS_DEVICE_ID", "KOKKOS_MAP_DEVICE_ID_BY", "KOKKOS_VISIBLE_DEVICES"},
      [](char const* name) { return std::getenv(name) != nullptr; });
}

/// Of several ranks each may have a GPU of its own, and whether there is a second one is asked where it is wanted.
void see_only_the_first_device(Choice const& choice)
{
  if (choice.id > 0 || launch().ranks > 1 || is_chosen_by_environment()) return;
  detail::see_only_first_device<Kokkos::DefaultExecutionSpace>();
}

}  // namespace

DeviceStart::DeviceStart(DeviceOptions const& options, std::initializer_list<std::string> paths)
{
  constexpr std::uint64_t min_bytes = 1 << 22;  // are read in a hundredth of the time that a GPU takes to start
  bool is_long = false;
  for (auto const& path : paths) {
    if (path.empty()) continue;
    Input::require_readable(path);
    is_long = is_long || Input::bytes_of(path) >= min_bytes;
  }
  Choice const choice = parse(options.device);
  if (detail::works_on_host<Kokkos::DefaultExecutionSpace> || is_chosen_by_environment() || !is_long) return;
  see_only_the_first_device(choice);
  try {
    m_thread = std::thread([id = std::max(choice.id, 0)] {
      detail::use_all_processors();
      detail::wake_device<Kokkos::DefaultExecutionSpace>(id);
    });
  }
  catch (std::system_error const&) {
    // no thread to be had: the session waits for the device instead
  }
}

DeviceStart::~DeviceStart()
{
  if (m_thread.joinable()) m_thread.join();
}

Session::Runtime::Runtime(Kokkos::InitializationSettings const& settings)
    : guard(settings), host_memory(detail::available_host_memory().free)
{
  set_default_memory_resource(&host_memory);
}

Session::Runtime::~Runtime()
{
  set_default_memory_resource(nullptr);
}

std::string device_list()
{
  std::vector<std::string> names;
  for_each_device([&](std::string_view name, auto) { names.emplace_back(name); });
  return listed(names);
}

void add_device_options(Command& command, DeviceOptions& options)
{
  std::string help = "Where to work: " + device_list();
  if (device_list().starts_with("cuda")) help += "; cuda:1 for the second GPU";
  command.options.push_back(text("--device", "NAME", options.device, help));
  command.options.push_back(
      number("-j,--threads", "N", options.threads,
             "Threads of the host, 1 to " + std::to_string(detail::max_openmp_threads) +
                 ". Default: as many as the machine has, or as KOKKOS_NUM_THREADS or OMP_NUM_THREADS says",
             {1, detail::max_openmp_threads}));
}

Session::Session(DeviceOptions const& options, Sees sees)
{
  Choice const wanted = parse(options.device);
  if (sees == Sees::its_own) see_only_the_first_device(wanted);
  Choice const choice = checked(wanted);
  m_device = choice.device;
  detail::require_kokkos_environment();
  Kokkos::InitializationSettings settings;
  settings.set_disable_warnings(true);
  if (int const threads = detail::threads_for_kokkos(static_cast<int>(options.threads)); threads > 0)
    settings.set_num_threads(threads);
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

std::vector<DeviceFacts> device_facts(Session const& session)
{
  std::vector<DeviceFacts> list;
  for_each_device([&](std::string_view name, auto tag) {
    using Space = typename decltype(tag)::type;
    auto const memory = detail::available_memory<Space>();
    DeviceFacts facts{.name = std::string(name),
                      .description = described<Space>(std::string(name)),
                      .processor = detail::device_name<Space>(),
                      .is_default = name == session.device(),
                      .count = static_cast<unsigned>(detail::device_count<Space>()),
                      .threads = static_cast<unsigned>(detail::concurrency_of(Space{})),
                      .free_bytes = memory.free,
                      .total_bytes = memory.total,
                      .algorithms = {},
                      .segmented_sorts = {}};
    for (auto const algorithm : suffix_array_algorithms<Space>()) facts.algorithms.emplace_back(to_string(algorithm));
    for (auto const sort : segmented_sorts<Space>()) facts.segmented_sorts.emplace_back(to_string(sort));
    list.push_back(std::move(facts));
  });
  return list;
}

std::string kokkos_version()
{
  return std::to_string(KOKKOS_VERSION / 10000) + "." + std::to_string(KOKKOS_VERSION / 100 % 100) + "." +
         std::to_string(KOKKOS_VERSION % 100);
}

std::string kokkos_configuration(Session const&)
{
  std::ostringstream out;
  Kokkos::print_configuration(out, true);
  return out.str();
}

}  // namespace lexikos::app
