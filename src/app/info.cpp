// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <CLI/CLI.hpp>
#include <git_commit.hpp>
#include <lexikos/config.hpp>
#include <lexikos/suffix_array.hpp>
#include <lexikos/version.hpp>
#include <memory>
#include <sstream>

#include "app/command.hpp"
#include "app/device.hpp"
#include "app/report.hpp"

namespace lexikos::app
{

namespace
{

struct InfoOptions
{
  bool json = false;
  DeviceOptions device;
};

std::string kokkos_version()
{
  return std::to_string(KOKKOS_VERSION / 10000) + "." + std::to_string(KOKKOS_VERSION / 100 % 100) + "." +
         std::to_string(KOKKOS_VERSION % 100);
}

std::string kokkos_configuration()
{
  std::ostringstream out;
  Kokkos::print_configuration(out, true);
  return out.str();
}

void add_optional_parts(Report& report)
{
#ifdef LEXIKOS_HAVE_LIBDIVSUFSORT
  constexpr bool libdivsufsort = true;
#else
  constexpr bool libdivsufsort = false;
#endif
#ifdef LEXIKOS_HAVE_KOKKOS_KERNELS
  constexpr bool kokkos_kernels = true;
#else
  constexpr bool kokkos_kernels = false;
#endif
#ifdef LEXIKOS_HAVE_MODERNGPU
  constexpr bool moderngpu = true;
#else
  constexpr bool moderngpu = false;
#endif
  for (auto const& [name, in] : {std::pair("libdivsufsort", libdivsufsort), std::pair("kokkos_kernels", kokkos_kernels),
                                 std::pair("moderngpu", moderngpu)})
    report.add(name, in, name, in ? "yes" : "no");
}

void add_devices(Report& report, std::string const& chosen)
{
  auto devices = nlohmann::ordered_json::array();
  for_each_device([&](std::string_view name, auto tag) {
    using Space = typename decltype(tag)::type;
    auto const memory = detail::available_memory<Space>();
    auto algorithms = nlohmann::ordered_json::array();
    std::string list;
    for (auto const algorithm : suffix_array_algorithms<Space>()) {
      algorithms.push_back(to_string(algorithm));
      list += (list.empty() ? "" : ", ") + std::string(to_string(algorithm));
    }
    bool const is_default = name == chosen;
    devices.push_back({{"name", name},
                       {"default", is_default},
                       {"processor", detail::device_name<Space>()},
                       {"count", detail::device_count<Space>()},
                       {"threads", Space{}.concurrency()},
                       {"free_bytes", memory.free},
                       {"total_bytes", memory.total},
                       {"algorithms", algorithms}});
    report.add("devices", devices, "device", described<Space>(std::string(name)) + (is_default ? ", the default" : ""));
    report.add("devices", devices, "  concurrency", std::to_string(Space{}.concurrency()));
    report.add("devices", devices, "  bytes free", grouped(memory.free) + " of " + grouped(memory.total));
    report.add("devices", devices, "  algorithms", list);
  });
}

ExitCode run(InfoOptions const& options)
{
  Session const session(options.device);
  Report report;
  report.add("version", LEXIKOS_VERSION_STRING, "lexikos", LEXIKOS_VERSION_STRING);
  report.add("commit", LEXIKOS_GIT_COMMIT, "commit", LEXIKOS_GIT_COMMIT);
  report.add("kokkos", kokkos_version(), "kokkos", kokkos_version());
  add_optional_parts(report);
  add_devices(report, session.device());
  std::string const configuration = kokkos_configuration();
  report.add("kokkos_configuration", configuration);
  if (options.json) {
    report.print_json(stdout);
    return ExitCode::ok;
  }
  report.print_table(stdout);
  std::printf("\nKokkos' configuration\n%s", configuration.c_str());
  return ExitCode::ok;
}

}  // namespace

Command make_info(CLI::App& program)
{
  auto options = std::make_shared<InfoOptions>();
  CLI::App* const app = program.add_subcommand("info", "Tell what this build and this machine have");
  app->add_flag("--json", options->json, "As one JSON object");
  add_device_options(*app, options->device);
  app->footer(std::string(exit_codes_help));
  return {app, [options] { return run(*options); }};
}

}  // namespace lexikos::app
