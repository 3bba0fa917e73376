// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The reader of FASTA and FASTQ where the machine has little memory.

#include <doctest/doctest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <fstream>
#include <string>

#include "app/failure.hpp"
#include "app/io/sequences.hpp"
#include "app/process.hpp"

namespace
{

using lexikos::app::ExitCode;
using lexikos::app::Failure;
using lexikos::app::Sequences;
using process::Folder;

/// Bytes of addresses that this process has.
std::size_t address_space()
{
  std::size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

/// Runs a function in a process that may have so many bytes more than this one; what it returned, or -1.
template <class Function>
int with_more_memory(std::size_t bytes, Function const& function)
{
  pid_t const child = ::fork();
  if (child == 0) {
    rlimit const limit{address_space() + bytes, address_space() + bytes};
    ::setrlimit(RLIMIT_AS, &limit);
    ::_exit(function());
  }
  return process::wait_for(child).exit_code;
}

TEST_CASE("sequences: too little memory is a failure, wherever it is missing")
{
  if (address_space() > std::size_t{1} << 40) {
    MESSAGE("left out: a sanitizer has taken all addresses");
    return;
  }
  Folder const folder;
  std::size_t const n = 10'000'000;
  std::string const plain = folder.write("plain", ">a\n" + std::string(n, 'A') + "\n"),
                    compressed =
                        folder.write("compressed", process::run_command({"gzip", "-nc"}, process::read(plain)).out),
                    reads = folder.write("reads", "@a\n" + std::string(n, 'A') + "\n+\n" + std::string(n, '!') + "\n");
  auto const code_of = [&](std::string const& path) {
    return [&path] {
      try {
        Sequences const sequences({path});
      }
      catch (Failure const& failure) {
        return static_cast<int>(failure.code());
      }
      return 0;
    };
  };
  for (auto const& path : {plain, compressed, reads}) {
    CAPTURE(path);
    int succeeded = 0;
    for (std::size_t mebibytes = 0; mebibytes < 200; mebibytes += 4) {
      int const code = with_more_memory(mebibytes << 20, code_of(path));
      CAPTURE(mebibytes);
      bool const is_right = code == 0 || (succeeded == 0 && code == static_cast<int>(ExitCode::out_of_memory));
      CHECK(is_right);
      succeeded += code == 0;
    }
    CHECK(succeeded > 5);
    CHECK(succeeded < 48);
  }
}

}  // namespace
