// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "system/memory.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>
#include <string_view>

namespace lexikos::detail
{

namespace
{

constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();

// The number that follows a name at the start of a line, as in /proc/meminfo ("MemFree: 12 kB") and memory.stat.
std::size_t number_after(char const* path, std::string_view name, std::size_t otherwise)
{
  std::ifstream file(path);
  for (std::string word; file >> word; file.ignore(std::numeric_limits<std::streamsize>::max(), '\n')) {
    std::size_t number = 0;
    if (word == name) return file >> number ? number : otherwise;
  }
  return otherwise;
}

std::size_t number_in(std::filesystem::path const& path, std::size_t otherwise)
{
  std::ifstream file(path);
  std::size_t number = 0;
  return file >> number ? number : otherwise;  // "max" is not a number
}

Memory minimum(Memory const& a, Memory const& b)
{
  return {std::min(a.free, b.free), std::min(a.total, b.total)};
}

Memory of_machine()
{
  std::size_t const total = number_after("/proc/meminfo", "MemTotal:", unlimited / 1024) * 1024;
  return {number_after("/proc/meminfo", "MemAvailable:", total / 1024) * 1024, total};
}

// What one control group leaves to its members. Its usage includes cached files, which give way to other needs.
Memory of_cgroup(std::filesystem::path const& group, char const* limit_name, char const* usage_name,
                 char const* cached_name)
{
  std::size_t const limit = number_in(group / limit_name, unlimited);
  if (limit == unlimited) return {unlimited, unlimited};
  std::size_t const usage = number_in(group / usage_name, 0);
  std::string const statistics = (group / "memory.stat").string();
  std::size_t const cached = number_after(statistics.c_str(), std::string(cached_name) + "inactive_file", 0) +
                             number_after(statistics.c_str(), std::string(cached_name) + "active_file", 0);
  std::size_t const used = usage - std::min(usage, cached);
  return {limit - std::min(limit, used), limit};
}

// The limits of all groups that contain the process hold.
Memory of_cgroups(std::filesystem::path const& root, std::filesystem::path group, char const* limit, char const* usage,
                  char const* cached)
{
  Memory memory{unlimited, unlimited};
  for (group = group.relative_path(); !group.empty(); group = group.parent_path())
    memory = minimum(memory, of_cgroup(root / group, limit, usage, cached));
  return minimum(memory, of_cgroup(root, limit, usage, cached));
}

Memory of_control_groups()
{
  Memory memory{unlimited, unlimited};
  std::ifstream file("/proc/self/cgroup");
  for (std::string line; std::getline(file, line);) {  // "0::/path" of version 2, "4:memory:/path" of version 1
    auto const first = line.find(':');
    auto const second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    std::string const controllers = ',' + line.substr(first + 1, second - first - 1) + ',';
    std::string const group = line.substr(second + 1);
    if (controllers == ",,")
      memory = minimum(memory, of_cgroups("/sys/fs/cgroup", group, "memory.max", "memory.current", ""));
    else if (controllers.find(",memory,") != std::string::npos)
      memory = minimum(memory, of_cgroups("/sys/fs/cgroup/memory", group, "memory.limit_in_bytes",
                                          "memory.usage_in_bytes", "total_"));
  }
  return memory;
}

Memory of_address_space()
{
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return {unlimited, unlimited};
  auto const page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  std::size_t const used = number_in("/proc/self/statm", 0) * page;
  std::size_t const total = limit.rlim_cur;
  return {total - std::min(total, used), total};
}

}  // namespace

Memory available_host_memory()
{
  return minimum(of_machine(), minimum(of_control_groups(), of_address_space()));
}

}  // namespace lexikos::detail
