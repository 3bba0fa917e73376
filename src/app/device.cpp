// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/device.hpp"

#include <CLI/CLI.hpp>
#include <charconv>

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
    throw Failure(ExitCode::usage, "--device " + text + ": a number is to follow the colon, as in cuda:1");
  return choice;
}

// Kokkos would end the process where a device is missing, so that is found out before.
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

}  // namespace

std::string device_list()
{
  std::string list;
  for_each_device([&](std::string_view name, auto) { list += (list.empty() ? "" : ", ") + std::string(name); });
  return list;
}

void add_device_options(CLI::App& app, DeviceOptions& options)
{
  app.add_option("--device", options.device, "Where to work: " + device_list() + "; cuda:1 for the second GPU")
      ->type_name("NAME");
  app.add_option("--threads", options.threads, "Threads of the host; default: OMP_NUM_THREADS, else all")
      ->check(CLI::Range(1, 1 << 16))
      ->type_name("N");
}

Session::Session(DeviceOptions const& options)
{
  Choice const choice = checked(parse(options.device));
  m_device = choice.device;
  Kokkos::InitializationSettings settings;
  settings.set_disable_warnings(true);
  if (options.threads > 0) settings.set_num_threads(options.threads);
  if (choice.id >= 0 && choice.device == "cuda") settings.set_device_id(choice.id);
  m_guard = std::make_unique<Kokkos::ScopeGuard>(settings);
}

}  // namespace lexikos::app
