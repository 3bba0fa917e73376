// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bench/support/sha256.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace lexikos::bench
{

namespace
{

[[noreturn]] void fail(char const* what)
{
  throw std::system_error(errno, std::generic_category(), what);
}

struct Pipe
{
  std::array<int, 2> ends{-1, -1};  // to read from, to write to

  Pipe()
  {
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) fail("pipe");
  }
  ~Pipe()
  {
    for (int const end : ends)
      if (end >= 0) ::close(end);
  }
  int keep(int which) { return std::exchange(ends.at(static_cast<std::size_t>(which)), -1); }
};

}  // namespace

Sha256::Sha256()
{
  Pipe input;
  Pipe output;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input.ends[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output.ends[1], STDOUT_FILENO);
  std::array<char, 10> name{"sha256sum"};
  std::array<char*, 2> arguments{name.data(), nullptr};
  int const status = ::posix_spawnp(&m_process, name.data(), &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (status != 0) throw std::system_error(status, std::generic_category(), "sha256sum");
  m_input = input.keep(1);
  m_output = output.keep(0);
}

Sha256::~Sha256()
{
  close_input();
  if (m_output >= 0) ::close(m_output);
  if (m_process > 0) ::waitpid(m_process, nullptr, 0);
}

void Sha256::close_input()
{
  if (m_input >= 0) ::close(std::exchange(m_input, -1));
}

void Sha256::add(void const* data, std::size_t bytes)
{
  auto const* next = static_cast<char const*>(data);
  while (bytes > 0) {
    ssize_t const written = ::write(m_input, next, std::min<std::size_t>(bytes, std::size_t{1} << 30));
    if (written < 0 && errno != EINTR) fail("sha256sum");
    if (written < 0) continue;
    next += written;
    bytes -= static_cast<std::size_t>(written);
  }
}

std::string Sha256::digest()
{
  close_input();
  std::string answer;
  std::array<char, 128> block{};
  for (ssize_t size = 0; (size = ::read(m_output, block.data(), block.size())) != 0;) {
    if (size < 0 && errno != EINTR) fail("sha256sum");
    if (size > 0) answer.append(block.data(), static_cast<std::size_t>(size));
  }
  if (answer.size() < 64) throw std::runtime_error("sha256sum gives no answer");
  return answer.substr(0, 64);
}

}  // namespace lexikos::bench
