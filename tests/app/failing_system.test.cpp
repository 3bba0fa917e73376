// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Calls of the system that fail, one after the other: the program is run with its first write failing, then with its second,
// until it needs no more of them.

#include <doctest/doctest.h>

#include <algorithm>
#include <cerrno>
#include <iostream>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "app/process.hpp"

namespace
{

using Strings = std::vector<std::string>;

constexpr int short_count = -1;  // not an error, but less than was asked for

struct SystemFault
{
  std::string function;
  int error = 0;
  std::vector<int> exit_codes = {};  ///< of which the program ends with one, 0 where it can do without the call
  bool named_files = false;          ///< on a file system that has no files without names
};

/// All that a program may meet which reads and writes files.
std::vector<SystemFault> all_system_faults()
{
  return {{"write", ENOSPC, {4}},
          {"write", EIO, {4}},
          {"write", EINTR, {0}},
          {"write", short_count, {0}},
          {"read", EIO, {3}},
          {"read", EINTR, {0}},
          {"read", short_count, {0}},
          {"open", EACCES, {3}},
          {"open", ENFILE, {3}},
          {"tmpfile", EOPNOTSUPP, {0}},
          {"create", ENOSPC, {4}, true},
          {"create", EEXIST, {0}, true},
          {"fchmod", EPERM, {4}},
          {"fallocate", ENOSPC, {4}},
          {"fallocate", EOPNOTSUPP, {0}},
          {"mmap", ENODEV, {0, 3}},
          {"mmap", ENOMEM, {0, 3}},
          {"lseek", EIO, {3, 4}},
          {"fsync", EIO, {4}},
          {"linkat", EIO, {4}},
          {"linkat", EEXIST, {0}},
          {"rename", EIO, {4}},
          {"rename", EIO, {4}, true},
          {"close", EIO, {4}},
          {"close", EIO, {4}, true},
          {"close_input", EIO, {0}}};
}

/// A use of the program, with what it reads and writes named as in a folder.
struct Use
{
  std::string name;
  Strings arguments;       ///< names of files in braces: {text}
  Strings outputs = {};    ///< files
  std::string input = {};  ///< standard input
};

std::vector<Use> all_uses()
{
  return {{"sa", {"sa", "{text}", "-o", "{new}"}, {"new"}},
          {"sa with the inverse", {"sa", "{text}", "-o", "{new}", "--isa", "{isa}"}, {"new", "isa"}},
          {"sa of a stream", {"sa", "-", "-o", "-"}, {}, "abracadabra"},
          {"bwt", {"bwt", "{text}", "-o", "{new}"}, {"new", "new.primary"}},
          {"unbwt", {"unbwt", "{text.bwt}", "-o", "{new}"}, {"new"}},
          {"lcp", {"lcp", "{text}", "--sa", "{text.sa}", "-o", "{new}"}, {"new"}},
          {"check", {"check", "{text}", "{text.sa}"}},
          {"repeats", {"repeats", "{text}", "-o", "{new}", "--positions", "{positions}"}, {"new", "positions"}},
          {"kmers", {"kmers", "{text}", "{text.sa}", "-k4", "--list", "-o", "{new}"}, {"new"}},
          {"dedup", {"dedup", "{text}", "-k5", "-o", "{new}", "--ranges", "{ranges}"}, {"new", "ranges"}},
          {"dedup with a picture",
           {"dedup", "{text}", "-k5", "--ranges", "{ranges}", "--plot", "{new}"},
           {"new", "ranges"}},
          {"plot lcp", {"plot", "lcp", "{text}", "--sa", "{text.sa}", "-o", "{new}"}, {"new"}},
          {"plot repeats", {"plot", "repeats", "{text}", "-o", "{new}"}, {"new"}},
          {"plot dots", {"plot", "dots", "{text}", "{text.sa}", "-o", "{new}"}, {"new"}},
          {"plot search", {"plot", "search", "{short}", "abra", "-o", "{new}"}, {"new"}},
          {"plot wavelet", {"plot", "wavelet", "{short}", "-o", "{new}"}, {"new"}},
          {"overlap", {"overlap", "{text}", "{text.sa}", "-k4", "-o", "{new}"}, {"new"}},
          {"index", {"index", "{text}", "-o", "{new}"}, {"new"}},
          {"search", {"search", "{text.index}", "abra"}},
          {"compress", {"compress", "-f", "{text}", "-o", "{new}"}, {"new"}},
          {"decompress", {"decompress", "-f", "{text.lkz}", "-o", "{new}"}, {"new"}},
          {"wavelet build", {"wavelet", "build", "{text}", "-o", "{new}"}, {"new"}},
          {"wavelet query", {"wavelet", "query", "{text.wavelet}", "access:3", "rank:a:8"}},
          {"generate", {"generate", "random", "500", "-o", "{new}"}, {"new"}}};
}

/// Runs the program on files of a folder, on a system on which calls fail.
class FailingSystem
{
 public:
  FailingSystem()
  {
    std::string text;
    for (int i = 0; i < 60; ++i) text += "abracadabra" + std::to_string(i);
    std::string const path = m_folder.write("text", text);
    m_folder.write("short", "abracadabra");
    for (Strings const& command : {Strings{"sa", path}, Strings{"bwt", path}, Strings{"index", path},
                                   Strings{"wavelet", "build", path}, Strings{"compress", path}})
    {
      Strings quiet = command;
      quiet.push_back("-q");
      REQUIRE(process::lexikos(quiet).exit_code == 0);
    }
    m_given = contents();
  }

  /// Whether the program can be given another C library's functions, which those that are built with a sanitizer cannot.
  [[nodiscard]] bool works() const { return run({"version", {"--version"}}, {}, 0).exit_code == 0; }

  /// Runs the program until the call is made no more. Returns how often it failed.
  std::size_t expect(Use const& use, SystemFault const& fault)
  {
    CAPTURE(use.name);
    CAPTURE(fault.function);
    CAPTURE(fault.error);
    std::size_t failures = 0;
    for (bool const exists : {false, true}) {
      CAPTURE(exists);
      auto const& [before, expected, after] = outcome(use, exists);
      for (std::size_t number = 1;; ++number) {
        CAPTURE(number);
        prepare(use, exists);
        auto const result = run(use, fault, number);
        CAPTURE(result.err);
        if (!std::filesystem::exists(m_marks / "seen")) {
          REQUIRE(result.exit_code == 0);
          break;
        }
        ++failures;
        REQUIRE(std::ranges::find(fault.exit_codes, result.exit_code) != fault.exit_codes.end());
        if (result.exit_code == 0) {
          REQUIRE(result.out == expected.out);
          REQUIRE(contents() == after);
        }
        else {
          REQUIRE(result.err.starts_with(result.exit_code == 3 ? "lexikos: cannot read " : "lexikos: cannot write "));
          for (auto const& [name, bytes] : contents()) {  // complete, or as it was
            CAPTURE(name);
            REQUIRE(after.contains(name));
            REQUIRE((bytes == after.at(name) || (before.contains(name) && bytes == before.at(name))));
          }
        }
      }
      if (use.outputs.empty()) break;
    }
    return failures;
  }

 private:
  using Contents = std::map<std::string, std::string>;

  /// Of a use on a system on which nothing fails.
  struct Outcome
  {
    Contents before;
    process::Result result;
    Contents after;
  };

  Outcome const& outcome(Use const& use, bool exists)
  {
    auto const [found, is_new] = m_outcomes.try_emplace({use.name, exists});
    if (is_new) {
      prepare(use, exists);
      found->second.before = contents();
      found->second.result = run(use, {}, 0);
      REQUIRE(found->second.result.exit_code == 0);
      found->second.after = contents();
    }
    return found->second;
  }

  [[nodiscard]] Contents contents() const
  {
    Contents contents;
    for (auto const& name : m_folder.names()) contents[name] = process::read(m_folder / name);
    return contents;
  }

  /// Puts the folder into the state that the program is to find.
  void prepare(Use const& use, bool outputs_exist) const
  {
    for (auto const& name : m_folder.names())
      if (!m_given.contains(name)) std::filesystem::remove(m_folder / name);
    if (outputs_exist)
      for (auto const& name : use.outputs) m_folder.write(name, "what was there before");
    std::filesystem::remove(m_marks / "seen");
  }

  [[nodiscard]] process::Result run(Use const& use, SystemFault const& fault, std::size_t number) const
  {
    std::string const modules =
        std::string(fault.named_files ? LEXIKOS_WITHOUT_TMPFILE " " : "") + LEXIKOS_FAILING_SYSTEM;
    std::string const paths = (std::filesystem::temp_directory_path() / "lexikos-test-").string();
    Strings command{"env", "LD_PRELOAD=" + modules, "OMP_NUM_THREADS=1",
                    "LEXIKOS_FAULT=" + (number == 0 ? "none" : fault.function) + " " + std::to_string(number) + " " +
                        std::to_string(fault.error) + " " + paths + " " + (m_marks / "seen"),
                    process::program()};
    for (std::string const& argument : use.arguments)
      command.push_back(argument.starts_with('{') ? m_folder / argument.substr(1, argument.size() - 2) : argument);
    if (use.name != "version") command.push_back("-q");
    return process::run_command(command, use.input);
  }

  process::Folder m_folder;
  process::Folder m_marks;
  Contents m_given;
  std::map<std::pair<std::string, bool>, Outcome> m_outcomes;
};

/// Each use with each fault, and a line for the log of what failed how often.
void expect_failing_system(std::vector<Use> const& uses)
{
#if defined(LEXIKOS_FAILING_SYSTEM) && defined(LEXIKOS_WITHOUT_TMPFILE)
  FailingSystem system;
  if (!system.works()) {
    MESSAGE("left out: this program does not let itself be given functions of another library");
    return;
  }
  for (Use const& use : uses) {
    std::map<std::string, std::size_t> failures;
    for (SystemFault const& fault : all_system_faults()) failures[fault.function] += system.expect(use, fault);
    std::cout << "faults: lexikos " << use.name << ':';
    for (auto const& [function, count] : failures)
      if (count > 0) std::cout << ' ' << count << " of " << function;
    std::cout << " failed, one after the other\n";
  }
#else
  static_cast<void>(uses);
  MESSAGE("left out: built without the libraries that this needs");
#endif
}

TEST_CASE("calls of the system that fail: files and standard output")
{
  auto uses = all_uses();
  std::erase_if(uses, [](Use const& use) { return use.name != "index" && use.name != "sa of a stream"; });
  expect_failing_system(uses);
}

TEST_CASE("calls of the system that fail: all commands" * doctest::test_suite("long"))
{
  expect_failing_system(all_uses());
}

}  // namespace
