// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/on_device/session/machine.hpp"

#include <lexikos/suffix_array.hpp>
#include <sstream>

#include "app/on_device/session/on_device.hpp"

namespace lexikos::app
{

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
                      .threads = static_cast<unsigned>(Space{}.concurrency()),
                      .free_bytes = memory.free,
                      .total_bytes = memory.total,
                      .algorithms = {}};
    for (auto const algorithm : suffix_array_algorithms<Space>()) facts.algorithms.emplace_back(to_string(algorithm));
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
