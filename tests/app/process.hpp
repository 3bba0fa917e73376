// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

// Runs the program under test as its users do. LEXIKOS_PROGRAM, from the environment, tells where it is.

namespace process
{

struct Result
{
  int exit_code = -1;  // -1: ended by a signal
  int signal = 0;
  std::string out;
  std::string err;
};

/// A folder that goes away with its contents.
class Folder
{
 public:
  explicit Folder(std::filesystem::path const& parent = std::filesystem::temp_directory_path())
  {
    std::string name = (parent / "lexikos-test-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make " + name);
    m_path = name;
  }
  Folder(Folder const&) = delete;
  Folder& operator=(Folder const&) = delete;
  ~Folder() { std::filesystem::remove_all(m_path); }

  [[nodiscard]] std::string operator/(std::string_view name) const { return (m_path / name).string(); }
  [[nodiscard]] std::string path() const { return m_path.string(); }

  /// Names of what lies in it, hidden files too.
  [[nodiscard]] std::vector<std::string> names() const
  {
    std::vector<std::string> names;
    for (auto const& entry : std::filesystem::directory_iterator(m_path))
      names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
  }

  std::string write(std::string_view name, std::string_view bytes) const
  {
    std::ofstream(*this / name, std::ios::binary) << bytes;
    return *this / name;
  }

 private:
  std::filesystem::path m_path;
};

inline std::string read(std::string const& path)
{
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

inline std::string program()
{
  char const* const path = std::getenv("LEXIKOS_PROGRAM");
  if (path == nullptr) throw std::runtime_error("set LEXIKOS_PROGRAM to the program under test (ctest does)");
  return path;
}

/// Starts a command with standard input, output and error as the given files or descriptors.
inline pid_t start(std::vector<std::string> const& command, int in, int out, int err)
{
  std::vector<char*> arguments;
  for (auto const& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  pid_t const child = ::fork();
  if (child == 0) {
    for (int signal = 1; signal < NSIG; ++signal) ::signal(signal, SIG_DFL);  // whatever started the tests ignores
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);  // or blocks
    rlimit const no_core{0, 0};
    ::setrlimit(RLIMIT_CORE, &no_core);
    ::dup2(in, STDIN_FILENO);
    ::dup2(out, STDOUT_FILENO);
    ::dup2(err, STDERR_FILENO);
    ::execvp(arguments[0], arguments.data());
    ::_exit(127);
  }
  return child;
}

/// What the system says of a process, for the message of a test that fails.
inline std::string described(pid_t process)
{
  std::string const folder = "/proc/" + std::to_string(process);
  std::string text = read(folder + "/cmdline") + "\n" + read(folder + "/status") + "files:\n";
  std::error_code error;
  for (auto const& entry : std::filesystem::directory_iterator(folder + "/fd", error))
    text += std::filesystem::read_symlink(entry.path(), error).string() + "\n";
  return text;
}

/// Whether a child has ended, which then still has to be waited for.
inline bool has_ended(pid_t child)
{
  siginfo_t info{};
  return ::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == child;
}

/// Waits until something is so; false if it does not come to be in that time.
template <class Condition>
bool comes_true(std::chrono::seconds limit, Condition const& condition)
{
  using namespace std::chrono_literals;
  auto const end = std::chrono::steady_clock::now() + limit;
  for (std::chrono::microseconds pause = 100us; !condition();
       pause = std::min<std::chrono::microseconds>(2 * pause, 10ms))
  {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(pause);
  }
  return true;
}

/// How a child ended. One that does not end within the limit is killed, and what the system says of it goes to standard error.
inline Result wait_for(pid_t child, std::chrono::seconds limit = std::chrono::minutes(8))
{
  if (!comes_true(limit, [&] { return has_ended(child); })) {
    std::cerr << "a program did not end within " << limit.count() << " s:\n" << described(child) << std::flush;
    ::kill(child, SIGKILL);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  Result result;
  if (WIFEXITED(status)) result.exit_code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) result.signal = WTERMSIG(status);
  return result;
}

/// Runs a command to its end; standard input is a file with the given bytes.
inline Result run_command(std::vector<std::string> const& command, std::string_view input = {})
{
  Folder const folder;
  folder.write("in", input);
  int const in = ::open((folder / "in").c_str(), O_RDONLY | O_CLOEXEC);
  int const out = ::open((folder / "out").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  int const err = ::open((folder / "err").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  pid_t const child = start(command, in, out, err);
  for (int const file : {in, out, err}) ::close(file);
  Result result = wait_for(child);
  result.out = read(folder / "out");
  result.err = read(folder / "err");
  return result;
}

/// Runs the program with these arguments.
inline Result lexikos(std::vector<std::string> arguments, std::string_view input = {})
{
  arguments.insert(arguments.begin(), program());
  return run_command(arguments, input);
}

/// The least --device-memory of which a command of the program does not run out, found by trials: it differs between devices,
/// and is less than all at once takes. "60M" if none suffices.
inline std::string min_memory(std::vector<std::string> arguments)
{
  arguments.insert(arguments.end(), {"--device-memory", ""});
  for (int thousands = 4000; thousands < 60000; thousands += thousands / 4) {
    arguments.back() = std::to_string(thousands) + "k";
    if (lexikos(arguments).exit_code != 5) return arguments.back();
  }
  return "60M";
}

/// Runs a line of shell in which $lexikos is the program.
inline Result shell(std::string const& line, std::string_view input = {})
{
  return run_command({"sh", "-c", "lexikos='" + program() + "'; " + line}, input);
}

/// How many files in a folder a process has open, among them such as have no name there.
inline std::size_t open_files(pid_t process, std::string const& folder)
{
  std::size_t count = 0;
  std::error_code error;
  for (auto const& entry : std::filesystem::directory_iterator("/proc/" + std::to_string(process) + "/fd", error)) {
    auto const file = std::filesystem::read_symlink(entry.path(), error);
    count += !error && file.string().starts_with(folder + "/");
  }
  return count;
}

inline bool contains(std::string_view text, std::string_view part)
{
  return text.find(part) != std::string_view::npos;
}

/// Also of parts that overlap.
inline std::size_t count_of(std::string_view text, std::string_view part)
{
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

}  // namespace process
