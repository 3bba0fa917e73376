// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What people see while the program works: with standard error on a terminal.

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "app/io/sequences.hpp"
#include "app/process.hpp"

namespace
{

using process::contains;
using process::Folder;

/// Two ends of a terminal.
class Terminal
{
 public:
  Terminal() : m_master(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK))
  {
    if (m_master < 0 || ::grantpt(m_master) != 0 || ::unlockpt(m_master) != 0) return;
    m_slave = ::open(::ptsname(m_master), O_RDWR | O_NOCTTY | O_CLOEXEC);
  }
  Terminal(Terminal const&) = delete;
  Terminal& operator=(Terminal const&) = delete;
  ~Terminal()
  {
    for (int const end : {m_master, m_slave})
      if (end >= 0) ::close(end);
  }

  [[nodiscard]] bool is_open() const { return m_slave >= 0; }
  [[nodiscard]] int slave() const { return m_slave; }
  /// What was written so far.
  [[nodiscard]] std::string contents() const
  {
    std::string all;
    char block[4096];
    for (ssize_t got = 0; (got = ::read(m_master, block, sizeof block)) > 0;)
      all.append(block, static_cast<std::size_t>(got));
    return all;
  }

 private:
  int m_master;
  int m_slave = -1;
};

/// What a command that succeeds says to a terminal.
std::string said_by(std::vector<std::string> arguments)
{
  Terminal const terminal;
  REQUIRE(terminal.is_open());
  int const nowhere = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  arguments.insert(arguments.begin(), process::program());
  auto const result = process::wait_for(process::start(arguments, nowhere, nowhere, terminal.slave()));
  ::close(nowhere);
  std::string const said = terminal.contents();
  CAPTURE(said);
  CHECK(result.exit_code == 0);
  return said;
}

struct Case
{
  std::vector<std::string> arguments;
  std::vector<std::string> steps;
};

/// The command tells its steps, and is silent when asked to be.
void expect_steps(Case const& one)
{
  CAPTURE(one.arguments[0]);
  std::string const said = said_by(one.arguments);
  for (auto const& step : one.steps) CHECK_MESSAGE(contains(said, "\r\033[K" + step + " ...\r\033[K"), step);
  auto quiet = one.arguments;
  quiet.push_back("--quiet");
  CHECK(said_by(quiet).empty());
}

TEST_CASE("every long step shows its name on a terminal, and is silent when asked to be")
{
  if (!Terminal().is_open()) {
    MESSAGE("left out: this machine has no pseudo-terminals (/dev/ptmx, /dev/pts)");
    return;
  }
  Folder const folder;
  std::string const text = folder.write("text", "mississippi");
  for (Case const& one :
       {Case{{"sa", text}, {}}, Case{{"bwt", text}, {}},
        Case{{"unbwt", text + ".bwt", "-o", folder / "back"}, {"inverting the transform"}},
        Case{{"lcp", text}, {"LCP array"}},
        Case{{"lcp", text, "--permuted", "--sa", text + ".sa"}, {"checking the suffix array", "permuted LCP array"}},
        Case{{"index", text, "--lcp"}, {"LCP array", "table of prefixes"}},
        Case{{"search", text, "ss"}, {"table of prefixes"}},
        Case{{"search", text + ".index", "ss"}, {"loading the index"}},
        Case{{"repeats", text}, {"LCP array", "longest repeats", "maximal repeats"}},
        Case{{"kmers", text}, {"LCP array", "k-mers"}}, Case{{"kmers", text, "--list"}, {"LCP array", "k-mers"}}})
  {
    expect_steps(one);
  }
}

TEST_CASE("reading and matching sequences show their names on a terminal")
{
  if (!Terminal().is_open()) {
    MESSAGE("left out: this machine has no pseudo-terminals");
    return;
  }
  Folder const folder;
  std::string const file = folder.write("x.fa", ">a\nACGTACGT\n>b\nACGGT\n");
  for (Case const& one :
       {Case{{"match", file, file}, {"reading sequences", "table of prefixes", "matching"}},
        Case{{"kmers", "--fasta", file}, {"reading sequences", "LCP array", "k-mers"}},
        Case{{"index", "--fasta", file}, {"reading sequences", "table of prefixes"}},
        Case{{"search", file + ".index", "--patterns-fasta", file, "-c"}, {"reading sequences", "loading the index"}},
        Case{{"match", file + ".index", file},
             {"loading the index", "checking the suffix array", "table of prefixes", "matching"}}})
    expect_steps(one);
}

TEST_CASE("numbers are grouped on a terminal, and plain elsewhere")
{
  Folder const folder;
  std::string const text = folder.write("text", std::string(12345, 'a'));
  CHECK(contains(process::lexikos({"sa", text}).err, " 12345\n"));
  if (!Terminal().is_open()) {
    MESSAGE("left out: this machine has no pseudo-terminals (/dev/ptmx, /dev/pts)");
    return;
  }
  CHECK(contains(said_by({"sa", text}), " 12 345\r\n"));
}

}  // namespace
