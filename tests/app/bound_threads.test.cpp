// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "app/process.hpp"

namespace
{

/// "0-3": the processors that a process or thread may use, given its folder of /proc.
std::string processors_of(std::filesystem::path const& folder)
{
  std::string const key = "Cpus_allowed_list:\t";
  std::ifstream file(folder / "status");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with(key)) return line.substr(key.size());
  return {};
}

/// Whether a thread of the process other than its first may use these.
bool has_thread_on(pid_t process, std::string const& processors)
{
  std::error_code error;
  for (auto const& task : std::filesystem::directory_iterator("/proc/" + std::to_string(process) + "/task", error))
    if (task.path().filename() != std::to_string(process) && processors_of(task.path()) == processors) return true;
  return false;
}

TEST_CASE("threads of the program use all processors, also where OpenMP has bound the first one (OMP_PROC_BIND)")
{
  std::string const all = processors_of("/proc/self");
  if (all.find_first_of(",-") == std::string::npos) {
    MESSAGE("left out: there is one processor");
    return;
  }
  int const nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  pid_t const child = process::start({"env", "OMP_PROC_BIND=spread", "OMP_PLACES=cores", process::program(), "generate",
                                      "dna", "1Gi", "--threads", "2", "-o", "/dev/null"},
                                     nothing, nothing, nothing);
  ::close(nothing);
  auto const end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  bool is_found = false;
  while (!is_found && std::chrono::steady_clock::now() < end) {
    is_found = has_thread_on(child, all);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  ::kill(child, SIGKILL);
  process::wait_for(child);
  CHECK(is_found);
}

}  // namespace
