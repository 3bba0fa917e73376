// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// How signals end the program, and what is left of files that were being written.

#include <doctest/doctest.h>
#include <signal.h>
#include <sys/ioctl.h>

#include <chrono>
#include <cstdint>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "app/arrays.hpp"
#include "app/process.hpp"

namespace
{

using process::contains;
using process::Folder;
using process::read;
using process::shell;
using std::chrono::seconds;
using Names = std::vector<std::string>;

/// A command that waits for the end of a text, with one file in a folder open: it writes `result` there.
class Waiting
{
 public:
  Waiting(Folder const& folder, Names words) : m_folder(folder.path())
  {
    REQUIRE(::pipe2(m_ends, O_CLOEXEC) == 0);
    m_nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    words.push_back(folder / "result");
    m_child = process::start(words, m_ends[0], m_nowhere, m_nowhere);
    write(beginning);
  }
  Waiting(Waiting const&) = delete;
  Waiting& operator=(Waiting const&) = delete;
  ~Waiting()
  {
    for (int const file : {m_ends[0], m_ends[1], m_nowhere})
      if (file >= 0) ::close(file);
  }

  /// What a command reads it reads after its file is open. An open file alone may be one that another writer left, which this
  /// command is about to remove.
  void has_opened_its_file() const
  {
    process::comes_true(seconds(60), [&] { return has_read() || process::has_ended(m_child); });
    bool const waits = has_read() && process::open_files(m_child, m_folder) == 1;
    std::string const state = waits ? std::string() : process::described(m_child);
    if (!waits) ::kill(m_child, SIGKILL);
    CAPTURE(state);
    REQUIRE(waits);
  }

  void end_by(int signal)
  {
    ::kill(m_child, signal);
    CHECK(process::wait_for(m_child, seconds(60)).signal == signal);
  }
  /// The text is `beginning`, and this.
  void finish_with(std::string_view rest)
  {
    write(rest);
    ::close(std::exchange(m_ends[1], -1));
    CHECK(process::wait_for(m_child).exit_code == 0);
  }

  static constexpr std::string_view beginning = "abra";

 private:
  void write(std::string_view part) const
  {
    CHECK(::write(m_ends[1], part.data(), part.size()) == static_cast<ssize_t>(part.size()));
  }
  [[nodiscard]] bool has_read() const
  {
    int unread = -1;
    return ::ioctl(m_ends[0], FIONREAD, &unread) == 0 && unread == 0;
  }

  std::string m_folder;
  int m_ends[2];
  int m_nowhere;
  pid_t m_child;
};

std::vector<Names> writing_commands()
{
  std::string const program = process::program();
  return {{program, "sa", "-", "--isa"}, {program, "index", "-", "-o"}, {program, "wavelet", "build", "-", "-o"}};
}

/// Ends commands by a signal once each has its file open, and checks what is left. They start side by side: it is most of the
/// time.
void check_nothing_left(std::vector<Names> const& commands, int signal)
{
  CAPTURE(signal);
  std::deque<Folder> folders;
  std::deque<Waiting> started;
  for (Names const& words : commands) started.emplace_back(folders.emplace_back(), words);
  for (std::size_t i = 0; i < commands.size(); ++i) {
    CAPTURE(commands[i].back());
    started[i].has_opened_its_file();
    started[i].end_by(signal);
    CHECK(folders[i].names().empty());
  }
}

TEST_CASE("a signal ends the program as the shell expects, and nothing is left behind")
{
  for (int const signal :
       {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGXCPU, SIGABRT, SIGVTALRM, SIGKILL})
    check_nothing_left(writing_commands(), signal);
}

#ifdef LEXIKOS_WITHOUT_TMPFILE

std::string const with_names = "LD_PRELOAD=" LEXIKOS_WITHOUT_TMPFILE " ";

bool runs_with_names()
{
  bool const runs = shell(with_names + "$lexikos --version").exit_code == 0;
  if (!runs) MESSAGE("left out: this program does not let itself be given another open");
  return runs;
}

Names with_name(Names words)
{
  words.insert(words.begin(), {"env", "LD_PRELOAD=" LEXIKOS_WITHOUT_TMPFILE});
  return words;
}

TEST_CASE("where files cannot be without names until they are whole, their temporary names are removed")
{
  if (!runs_with_names()) return;
  Folder const folder;
  std::string const text = folder.write("text", "abracadabra");
  CHECK(shell(with_names + "$lexikos sa " + text + " -q").exit_code == 0);
  CHECK(shell(with_names + "$lexikos index " + text + " -q").exit_code == 0);
  CHECK(read(text + ".sa") == arrays::to_bytes(arrays::suffix_array<std::uint32_t>("abracadabra")));
  CHECK(folder.names() == Names{"text", "text.index", "text.sa"});
  auto const full = shell(with_names + "$lexikos sa " + text + " --isa /dev/full -o " + (folder / "new"));
  CHECK(full.exit_code == 4);
  CHECK(contains(full.err, "/dev/full"));
  CHECK(folder.names() == Names{"text", "text.index", "text.sa"});
  std::vector<Names> commands = writing_commands();
  for (Names& command : commands) command = with_name(command);
  for (int const signal : {SIGTERM, SIGHUP, SIGUSR1, SIGALRM, SIGXCPU, SIGABRT}) check_nothing_left(commands, signal);
}

TEST_CASE("what a killed writer leaves is removed by the next one of the same file, but not what a writer still has")
{
  if (!runs_with_names()) return;
  Names const index = with_name({process::program(), "index", "-", "-o"});
  Folder const folder;
  std::string const text = folder.write("text", "abracadabra");
  for (int i = 0; i < 3; ++i) {
    Waiting killed(folder, index);
    killed.has_opened_its_file();
    killed.end_by(SIGKILL);
    CHECK(folder.names().size() == 2);
  }
  Waiting slow(folder, index);
  slow.has_opened_its_file();
  CHECK(folder.names().size() == 2);
  CHECK(shell(with_names + "$lexikos index " + text + " -q -o " + (folder / "other")).exit_code == 0);
  CHECK(folder.names().size() == 3);
  CHECK(shell(with_names + "$lexikos index " + text + " -q -o " + (folder / "result")).exit_code == 0);
  CHECK(folder.names().size() == 4);
  CHECK(read(folder / "result") == read(folder / "other"));
  slow.finish_with("cadabrz");
  CHECK(folder.names() == Names{"other", "result", "text"});
  CHECK(read(folder / "result") != read(folder / "other"));
}

#endif

}  // namespace
