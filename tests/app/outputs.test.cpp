// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Where results go, what is never replaced, and that nothing is left behind.

#include <doctest/doctest.h>
#include <signal.h>
#include <sys/stat.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "app/arrays.hpp"
#include "app/process.hpp"

namespace
{

using process::contains;
using process::Folder;
using process::lexikos;
using process::read;
using process::Result;
using process::shell;
using std::chrono::seconds;
using Names = std::vector<std::string>;

std::string array_of(std::string_view text)
{
  return arrays::to_bytes(arrays::suffix_array<std::uint32_t>(text));
}

void check_refused(Result const& result, int exit_code, std::string_view message)
{
  CAPTURE(result.err);
  CHECK(result.exit_code == exit_code);
  CHECK(result.err.starts_with("lexikos: "));
  CHECK_MESSAGE(contains(result.err, message), message);
}

/// A command that waits for a text, with one file in a folder open: it writes `result` there.
class Waiting
{
 public:
  Waiting(Folder const& folder, Names words)
  {
    REQUIRE(::pipe2(m_ends, O_CLOEXEC) == 0);
    m_nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    words.push_back(folder / "result");
    m_child = process::start(words, m_ends[0], m_nowhere, m_nowhere);
    auto const has_opened = [&] { return process::open_files(m_child, folder.path()) == 1; };
    process::comes_true(seconds(60), [&] { return has_opened() || process::has_ended(m_child); });
    bool const waits = has_opened();
    std::string const state = waits ? std::string() : process::described(m_child);
    if (!waits) ::kill(m_child, SIGKILL);
    CAPTURE(state);
    REQUIRE(waits);
  }
  Waiting(Waiting const&) = delete;
  Waiting& operator=(Waiting const&) = delete;
  ~Waiting()
  {
    for (int const file : {m_ends[0], m_ends[1], m_nowhere})
      if (file >= 0) ::close(file);
  }

  void end_by(int signal)
  {
    ::kill(m_child, signal);
    CHECK(process::wait_for(m_child, seconds(60)).signal == signal);
  }
  void finish_with(std::string_view text)
  {
    CHECK(::write(m_ends[1], text.data(), text.size()) == static_cast<ssize_t>(text.size()));
    ::close(std::exchange(m_ends[1], -1));
    CHECK(process::wait_for(m_child).exit_code == 0);
  }

 private:
  int m_ends[2];
  int m_nowhere;
  pid_t m_child;
};

/// Ends a command that has a file open by a signal, and checks what is left.
void check_nothing_left(Names const& words, int signal)
{
  CAPTURE(signal);
  CAPTURE(words.back());
  Folder const folder;
  Waiting(folder, words).end_by(signal);
  CHECK(folder.names().empty());
}

std::vector<Names> writing_commands()
{
  std::string const program = process::program();
  return {{program, "sa", "-", "--isa"}, {program, "index", "-", "-o"}, {program, "wavelet", "build", "-", "-o"}};
}

TEST_CASE("a signal ends the program as the shell expects, and nothing is left behind")
{
  for (int const signal :
       {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGXCPU, SIGABRT, SIGVTALRM, SIGKILL})
    for (Names const& command : writing_commands()) check_nothing_left(command, signal);
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
  CHECK(read(text + ".sa") == array_of("abracadabra"));
  CHECK(folder.names() == Names{"text", "text.index", "text.sa"});
  check_refused(shell(with_names + "$lexikos sa " + text + " --isa /dev/full -o " + (folder / "new")), 4, "/dev/full");
  CHECK(folder.names() == Names{"text", "text.index", "text.sa"});
  for (int const signal : {SIGTERM, SIGHUP, SIGUSR1, SIGALRM, SIGXCPU, SIGABRT})
    for (Names const& command : writing_commands()) check_nothing_left(with_name(command), signal);
}

TEST_CASE("what a killed writer leaves is removed by the next one of the same file, but not what a writer still has")
{
  if (!runs_with_names()) return;
  Names const index = with_name({process::program(), "index", "-", "-o"});
  Folder const folder;
  std::string const text = folder.write("text", "abracadabra");
  for (int i = 0; i < 3; ++i) {
    Waiting(folder, index).end_by(SIGKILL);
    CHECK(folder.names().size() == 2);
  }
  Waiting slow(folder, index);
  CHECK(folder.names().size() == 2);
  CHECK(shell(with_names + "$lexikos index " + text + " -q -o " + (folder / "other")).exit_code == 0);
  CHECK(folder.names().size() == 3);
  CHECK(shell(with_names + "$lexikos index " + text + " -q -o " + (folder / "result")).exit_code == 0);
  CHECK(folder.names().size() == 4);
  CHECK(read(folder / "result") == read(folder / "other"));
  slow.finish_with("abracadabrz");
  CHECK(folder.names() == Names{"other", "result", "text"});
  CHECK(read(folder / "result") != read(folder / "other"));
}

#endif

TEST_CASE("standard output that is lost is an error, whatever was to go there")
{
  Folder const folder;
  std::string const text = folder.write("text", "abracadabra");
  REQUIRE(lexikos({"sa", text, "--quiet"}).exit_code == 0);
  REQUIRE(lexikos({"wavelet", "build", text, "--quiet"}).exit_code == 0);
  for (std::string const& command :
       {std::string("--help"), std::string("-V"), std::string("help json"), std::string("sa --help"),
        std::string("info"), std::string("info --json"), "check " + text + " " + text + ".sa", "sa " + text + " -o -",
        "sa " + text + " --json -o /dev/null", "bwt " + text + " -o - --quiet", "search " + text + " a",
        "search " + text + " a --json", "repeats " + text, "plot lcp -o - " + text, "kmers -k4 " + text,
        "wavelet info " + text + ".wavelet", "wavelet query " + text + ".wavelet access:0",
        "wavelet query " + text + ".wavelet access:0 --json", std::string("generate random 10")})
    for (std::string const where : {" >/dev/full", " >&-"}) {
      CAPTURE(command);
      CAPTURE(where);
      auto const result = shell("$lexikos " + command + where);
      CHECK(result.exit_code == 4);
      CHECK(contains(result.err, "lexikos: cannot write standard output: "));
    }
}

TEST_CASE("a reader that goes away ends the program in silence, by SIGPIPE")
{
  Folder const folder;
  for (std::string const command : {"generate letter 9M", "search $text '' --limit 0"}) {
    CAPTURE(command);
    std::string const text = folder.write("text", std::string(100000, 'a'));
    std::string const run = "text=" + text + "; { $lexikos " + command + " --quiet; echo $? >" + (folder / "code");
    auto const result = shell(run + "; } | head -c 10");
    CHECK(result.out.size() == 10);
    CHECK(result.err.empty());
    CHECK(read(folder / "code") == std::to_string(128 + SIGPIPE) + "\n");
    auto const ignored = shell("trap '' PIPE; " + run + "; } | head -c 10");
    CHECK(contains(ignored.err, "cannot write standard output: Broken pipe"));
    CHECK(read(folder / "code") == "4\n");
  }
}

TEST_CASE("no input is replaced, through whatever name it is reached")
{
  Folder const folder;
  std::string const text = folder.write("text", "abc");
  std::filesystem::create_symlink(text, folder / "link");
  std::filesystem::create_hard_link(text, folder / "twin");
  for (std::string const& name : {text, folder / "link", folder / "twin", folder.path() + "/./text"}) {
    CAPTURE(name);
    check_refused(lexikos({"sa", text, "-o", name}), 2, "would replace the input " + text);
    check_refused(lexikos({"index", text, "-o", name}), 2, "would replace the input");
    check_refused(lexikos({"generate", "markov", "9", "--from", text, "-o", name}), 2, "would replace the input");
    check_refused(shell("$lexikos sa - -o " + name + " <" + text), 2, name + " would replace the input\n");
    check_refused(shell("$lexikos sa " + text + " -o - >>" + name), 2, "standard output would replace the input");
  }
  check_refused(lexikos({"repeats", text, "--svg", folder / "x", "--positions", folder.path() + "//x"}), 2,
                "two results cannot go to the same place");
  check_refused(shell("$lexikos sa " + text + " -o - --isa " + (folder / "y") + " >" + (folder / "y")), 2,
                "two results cannot go to the same place");
  CHECK(read(text) == "abc");
  CHECK(lexikos({"sa", text, "-o", "/dev/null", "--isa", "/dev/null"}).exit_code == 0);
}

TEST_CASE("paths that the system does not resolve are unreadable, not all the same file")
{
  std::string path = ".";
  for (int i = 0; i < 3000; ++i) path += "/d";
  check_refused(lexikos({"sa", path + "/f"}), 3, "File name too long");
  check_refused(lexikos({"sa", path + "/f", "-o", "/dev/null"}), 3, "File name too long");
  Folder const folder;
  std::string const text = folder.write("text", "abc");
  check_refused(lexikos({"sa", text, "-o", path + "/a", "--isa", path + "/b"}), 4, "File name too long");
  std::filesystem::create_directory(folder / "closed");
  std::filesystem::permissions(folder / "closed", std::filesystem::perms::none);
  if (::access((folder / "closed").c_str(), X_OK) != 0) {  // root may enter
    check_refused(lexikos({"sa", folder / "closed/text"}), 3, "Permission denied");
    check_refused(lexikos({"sa", text, "-o", folder / "closed/a", "--isa", folder / "closed/b"}), 4,
                  "Permission denied");
  }
  std::filesystem::permissions(folder / "closed", std::filesystem::perms::owner_all);
}

TEST_CASE("a link without a target is followed as others are")
{
  Folder const folder;
  std::string const text = folder.write("text", "abracadabra");
  std::filesystem::create_symlink("nowhere", folder / "link");
  std::filesystem::create_symlink("link", folder / "second");
  CHECK(lexikos({"sa", text, "-o", folder / "second", "--quiet"}).exit_code == 0);
  CHECK(std::filesystem::is_symlink(folder / "link"));
  CHECK(std::filesystem::is_symlink(folder / "second"));
  CHECK(read(folder / "nowhere") == array_of("abracadabra"));
  std::filesystem::create_symlink(folder / "absolute", folder / "third");
  CHECK(lexikos({"index", text, "-o", folder / "third", "--quiet"}).exit_code == 0);
  CHECK(lexikos({"search", folder / "absolute", "abra", "-c", "-q"}).out == "2\tabra\n");
  std::filesystem::create_symlink("loop", folder / "loop");
  CHECK(lexikos({"sa", text, "-o", folder / "loop"}).exit_code == 4);
  CHECK(folder.names() == Names{"absolute", "link", "loop", "nowhere", "second", "text", "third"});
}

TEST_CASE("beside a device or a pipe goes no result")
{
  for (Names const& command : {Names{"sa"}, Names{"lcp"}, Names{"bwt"}, Names{"unbwt", "--primary-index", "0"},
                               Names{"index"}, Names{"wavelet", "build"}})
    for (std::string const input : {"/dev/null", "/dev/stdin", "/proc/version"}) {
      CAPTURE(command[0]);
      CAPTURE(input);
      Names words = command;
      words.push_back(input);
      check_refused(lexikos(words), 2, input + " is not a regular file, beside which the result could go");
    }
  CHECK(lexikos({"sa", "/dev/null", "-o", "-", "--quiet"}).exit_code == 0);
  Folder const folder;
  std::string const pipe = folder / "pipe";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  check_refused(lexikos({"sa", pipe}), 2, "--output");
  CHECK(shell("printf abc >" + pipe + " & $lexikos sa " + pipe + " -o - --quiet").out == array_of("abc"));
}

TEST_CASE("beside a file in /dev/shm goes a result as beside any other")
{
  if (::access("/dev/shm", W_OK) != 0) {
    MESSAGE("left out: there is no /dev/shm to write to");
    return;
  }
  Folder const folder("/dev/shm");
  std::string const text = folder.write("text", "abracadabra");
  CHECK(lexikos({"sa", text, "--quiet"}).exit_code == 0);
  CHECK(read(text + ".sa") == array_of("abracadabra"));
}

TEST_CASE("a pipe without a reader is waited for, but not without a word")
{
  Folder const folder;
  std::string const text = folder.write("text", "abc");
  std::string const pipe = folder / "pipe";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  auto const result = shell("$lexikos sa " + text + " --quiet -o " + pipe + " & sleep 0.5; cat " + pipe + "; wait");
  CHECK(result.out == array_of("abc"));
  CHECK(contains(result.err, "lexikos: waiting for a reader of " + pipe + "\n"));
  auto const prompt = shell("cat " + pipe + " & sleep 0.5; $lexikos sa " + text + " --quiet -o " + pipe + "; wait");
  CHECK(prompt.out == array_of("abc"));
  CHECK(prompt.err.empty());
}

TEST_CASE("the table says where the output went")
{
  Folder const folder;
  std::string const text = folder.write("text", "abc");
  CHECK(contains(lexikos({"sa", text, "--isa", folder / "inverse"}).err, folder / "inverse\n"));
  CHECK(contains(lexikos({"sa", text, "-o", "-"}).err, "standard output\n"));
  CHECK(contains(lexikos({"lcp", text}).err, text + ".lcp\n"));
  CHECK(contains(lexikos({"bwt", text}).err, text + ".bwt.primary\n"));
  CHECK(contains(lexikos({"unbwt", text + ".bwt", "-o", folder / "back"}).err, folder / "back\n"));
  CHECK(contains(lexikos({"index", text}).err, text + ".index\n"));
  CHECK(contains(lexikos({"wavelet", "build", text}).err, text + ".wavelet\n"));
  CHECK(contains(lexikos({"repeats", text, "--svg", folder / "a.svg"}).err, folder / "a.svg\n"));
  CHECK_FALSE(contains(lexikos({"sa", text, "--algorithm", "prefix_doubling"}).err, "rounds  0"));
}

}  // namespace
