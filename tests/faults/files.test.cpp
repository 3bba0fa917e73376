// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Calls of the system that fail, one after the other, in the writer and the reader of files.

#include <lexikos/file.hpp>

#include <doctest/doctest.h>

#include <cerrno>
#include <cstdint>
#include <iostream>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/failing_system.hpp"
#include "tests/file/scratch_folder.hpp"

namespace lexikos::tests
{

namespace
{

/// A fault and what a call ends with, nothing where it succeeds.
struct FileFault
{
  std::string function;
  int error;
  std::optional<ErrorCode> code;
};

/// Calls while one more call of the system fails. Returns how often one did.
/// \param prepare  called before each
/// \param check    check(error of the call, which may be none) is called after each
template <class Prepare, class Call, class Check>
std::size_t repeat_with(FileFault const& fault, ScratchFolder const& folder, Prepare const& prepare, Call const& call,
                        Check const& check)
{
  CAPTURE(fault.function);
  CAPTURE(fault.error);
  for (std::size_t number = 1;; ++number) {
    CAPTURE(number);
    prepare();
    failing_system::fail({fault.function, number, fault.error, folder / ""});
    auto const error = error_of(call);
    bool const failed = failing_system::state.has_failed;
    failing_system::fail({});
    std::optional<ErrorCode> const code = error ? std::optional(error->code) : std::nullopt;
    REQUIRE(code == (failed ? fault.code : std::nullopt));
    check(code);
    if (!failed) return number - 1;
  }
}

std::vector<std::uint32_t> numbers_to_write()
{
  std::vector<std::uint32_t> numbers(1'000);
  std::iota(numbers.begin(), numbers.end(), 7);
  return numbers;
}

void write_numbers(std::string const& path)
{
  FileWriter file(path, "numbers");
  file.add_integer("first", 7);
  file.add_array("numbers", numbers_to_write());
  file.commit();
}

void expect_failing_writes(FileFault const& fault, bool exists)
{
  ScratchFolder const folder;
  std::string const path = folder / "file";
  write_numbers(path);
  Bytes const expected = read_bytes(path);
  Bytes const old{'o', 'l', 'd'};
  auto const prepare = [&] { exists ? write_bytes(path, old) : static_cast<void>(std::filesystem::remove(path)); };
  auto const check = [&](std::optional<ErrorCode> code) {
    REQUIRE(folder.files() == (code && !exists ? 0 : 1));
    if (folder.files() == 1) REQUIRE((read_bytes(path) == (code ? old : expected)));
  };
  std::size_t const count = repeat_with(
      fault, folder, prepare, [&] { write_numbers(path); }, check);
  std::cout << "faults: FileWriter: " << count << " calls of " << fault.function << " failed with " << fault.error
            << ", one after the other\n";
}

void expect_failing_reads(FileFault const& fault)
{
  ScratchFolder const folder;
  std::string const path = folder / "file";
  write_numbers(path);
  auto const read = [&] {
    bool const is_one = is_lexikos_file(path);
    FileReader const file(path, "numbers");
    auto const numbers = file.array<std::uint32_t>("numbers", 1'000);
    if (!is_one || file.integer("first") != 7 || numbers(999) != 1'006) throw std::runtime_error("wrong data");
  };
  std::size_t const count = repeat_with(
      fault, folder, [] {}, read, [](std::optional<ErrorCode>) {});
  std::cout << "faults: FileReader: " << count << " calls of " << fault.function << " failed with " << fault.error
            << ", one after the other\n";
}

}  // namespace

TEST_CASE("calls of the system that fail: files that are written")
{
  auto const unwritable = ErrorCode::unwritable_file;
  for (bool const exists : {false, true}) {
    CAPTURE(exists);
    for (FileFault const& fault :
         {FileFault{"tmpfile", EOPNOTSUPP, std::nullopt}, FileFault{"write", ENOSPC, unwritable},
          FileFault{"write", EIO, unwritable}, FileFault{"write", EINTR, std::nullopt},
          FileFault{"write", failing_system::short_count, std::nullopt}, FileFault{"lseek", EIO, unwritable},
          FileFault{"fsync", EIO, unwritable}, FileFault{"fchmod", EPERM, unwritable},
          FileFault{"linkat", EDQUOT, unwritable}, FileFault{"linkat", EEXIST, std::nullopt},
          FileFault{"rename", EIO, unwritable}, FileFault{"close", EIO, unwritable}})
      expect_failing_writes(fault, exists);
  }
}

TEST_CASE("calls of the system that fail: files that are read")
{
  for (FileFault const& fault :
       {FileFault{"open", EACCES, ErrorCode::unreadable_file}, FileFault{"open", EMFILE, ErrorCode::unreadable_file},
        FileFault{"read", EIO, ErrorCode::unreadable_file}, FileFault{"read", EINTR, std::nullopt},
        FileFault{"read", failing_system::short_count, std::nullopt},
        FileFault{"mmap", ENODEV, ErrorCode::unreadable_file}, FileFault{"mmap", ENOMEM, ErrorCode::unreadable_file},
        FileFault{"close_input", EIO, std::nullopt}})
    expect_failing_reads(fault);
}

}  // namespace lexikos::tests
