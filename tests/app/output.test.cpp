// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/io/output.hpp"

#include <doctest/doctest.h>
#include <linux/magic.h>
#include <sys/vfs.h>

#include <cstddef>
#include <cstring>
#include <string>
#include <vector>

#include "app/failure.hpp"
#include "app/process.hpp"

namespace
{

using lexikos::app::Failure;
using lexikos::app::Output;
using process::Folder;
using process::read;

TEST_CASE("a file in memory gets its room while the work goes on, and is refused before it where there is none")
{
  struct statfs status = {};
  if (::statfs("/dev/shm", &status) != 0 || status.f_type != TMPFS_MAGIC ||
      status.f_bavail * status.f_bsize < 300'000'000)
  {
    MESSAGE("left out: /dev/shm has no room for files");
    return;
  }
  Folder const folder("/dev/shm");
  std::string const block(20'000'000, 'x');
  for (std::size_t const reserved : {std::size_t{0}, block.size(), 2 * block.size(), 5 * block.size() + 1}) {
    CAPTURE(reserved);
    Output output(folder / "file");
    if (reserved > block.size())  // found before the output is known to be as long as that
      for (std::size_t expected = 1'000'000; expected < reserved; expected += 15'000'001) output.expect(expected);
    output.reserve(reserved);
    output.write(block);
    if (std::byte* const place = output.place(3))
      std::memcpy(place, "abc", 3);
    else
      output.write("abc");
    CHECK((output.place(block.size()) != nullptr) == (reserved > 3 * block.size()));
    if (reserved <= 3 * block.size()) {
      output.write(block);
      CHECK(output.place(1) == nullptr);  // whoever has left the room does not come back
    }
    output.write("def");
    output.commit();
    std::string const expected =
        block + "abc" + (reserved > 3 * block.size() ? std::string(block.size(), '\0') : block);
    CHECK(read(folder / "file") == expected + "def");
  }
  CHECK(folder.names() == std::vector<std::string>{"file"});
  {
    Output given_up(folder / "given_up");
    given_up.reserve(10 * block.size());
  }
  {
    Output shorter(folder / "shorter");  // than was expected
    shorter.expect(5 * block.size());
    shorter.write(block);
    shorter.commit();
    CHECK(read(folder / "shorter") == block);
    Output late(folder / "late");  // what is expected once there is something
    late.write("abc");
    for (std::size_t i = 1; i <= 2; ++i) {
      CHECK(late.place(1) == nullptr);
      late.expect(late.size() + block.size());
      std::byte* const place = late.place(block.size());
      REQUIRE(place != nullptr);
      std::memcpy(place, block.data(), block.size());
      late.write("def");  // beyond
      CHECK(late.size() == 3 + i * (block.size() + 3));
    }
    late.commit();
    CHECK(read(folder / "late") == "abc" + block + "def" + block + "def");
    Output unknown(folder / "unknown");
    unknown.expect(std::size_t{1} << 50);  // which shows when it is reserved
    unknown.write("abc");
    unknown.commit();
    CHECK(read(folder / "unknown") == "abc");
  }
  std::vector<std::string> const names{"file", "late", "shorter", "unknown"};
  CHECK(folder.names() == names);
  Output too_long(folder / "too_long");
  CHECK_THROWS_WITH_AS(too_long.reserve(std::size_t{1} << 50), doctest::Contains("No space left on device"), Failure);
}

}  // namespace
