// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "app/process.hpp"

namespace
{

using process::contains;
using process::Folder;
using process::lexikos;
using process::read;
using process::Result;
using process::shell;
using Names = std::vector<std::string>;

std::string words(std::size_t n)
{
  std::string text;
  for (std::size_t i = 0; text.size() < n; ++i)
    text += "word " + std::to_string(i * i % 977) + (i % 9 == 0 ? "\n" : ", ");
  return text.substr(0, n);
}

/// The program under a name of its links.
process::Result linked(std::string const& name, std::vector<std::string> arguments, std::string_view input = {})
{
  Folder const folder;
  std::filesystem::create_symlink(process::program(), folder / name);
  arguments.insert(arguments.begin(), folder / name);
  return process::run_command(arguments, input);
}

TEST_CASE("lexikos compress, decompress, test and list")
{
  Folder const folder;
  std::string const text = words(100'000);
  std::string const a = folder.write("a", text);
  std::string const b = folder.write("b", "");
  auto const made = lexikos({"compress", a, b, "-v"});
  CAPTURE(made.err);
  CHECK(made.exit_code == 0);
  CHECK(made.out.empty());
  CHECK(contains(made.err, "100000 bytes, compressed "));
  CHECK(folder.names() == Names{"a", "a.lkz", "b", "b.lkz"});
  CHECK(read(a + ".lkz").size() < text.size() / 4);
  CHECK(lexikos({"test", a + ".lkz", b + ".lkz"}).exit_code == 0);
  auto const list = lexikos({"list", a + ".lkz", b + ".lkz"});
  CHECK(list.exit_code == 0);
  CHECK(contains(list.out, "uncompressed"));
  CHECK(contains(list.out, " 100000 "));
  auto const streamed = lexikos({"list"}, read(a + ".lkz"));
  CHECK(streamed.exit_code == 0);
  CHECK(contains(streamed.out, " 100000 "));
  CHECK(contains(streamed.out, " " + std::to_string(read(a + ".lkz").size()) + " "));
  CHECK(lexikos({"list", "/dev/zero"}).exit_code == 3);
  std::filesystem::remove(a);
  CHECK(lexikos({"decompress", a + ".lkz"}).exit_code == 0);
  CHECK(read(a) == text);
  CHECK(lexikos({"decompress", a + ".lkz", "-o", folder / "other"}).exit_code == 0);
  CHECK(read(folder / "other") == text);
  CHECK(lexikos({"decompress", "--rm", "-f", a + ".lkz"}).exit_code == 0);
  CHECK(folder.names() == Names{"a", "b", "b.lkz", "other"});
  CHECK(lexikos({"compress", "-c", a}).out == lexikos({"compress", "-1"}, text).out);
}

TEST_CASE("lkz, unlkz and lkzcat: streams, options and codes as bzip2 has them")
{
  Folder const folder;
  std::string const text = words(200'000);
  std::string const file = folder.write("file", text);
  auto const made = linked("lkz", {"-9k", file});
  CAPTURE(made.err);
  CHECK(made.exit_code == 0);
  std::string const packed = file + ".lkz";
  CHECK(linked("lkz", {"-b", "64Ki", "-T2", "-c", file}).out.size() > read(packed).size());
  CHECK(linked("lkz", {"-t", packed}).exit_code == 0);
  CHECK(contains(linked("lkz", {"-l", packed}).out, " 200000 "));
  CHECK(linked("lkzcat", {packed, packed}).out == text + text);
  CHECK(linked("lkz", {"-dc", packed}).out == text);
  CHECK(linked("unlkz", {}, read(packed)).out == text);
  CHECK(linked("lkz", {"-d"}, linked("lkz", {}, text).out).out == text);
  CHECK(linked("lkz", {"-t"}, read(packed) + read(packed)).exit_code == 0);

  std::string damaged = read(packed);
  damaged[damaged.size() / 2] = static_cast<char>(damaged[damaged.size() / 2] ^ 4);
  std::string const broken = folder.write("broken.lkz", damaged);
  auto const refused = linked("lkz", {"-d", broken, packed, "-f"});
  CHECK(refused.exit_code == 2);
  CHECK(contains(refused.err, "broken.lkz"));
  CHECK_FALSE(std::filesystem::exists(folder / "broken"));
  CHECK(linked("lkz", {"-t", broken}).exit_code == 2);
  CHECK(lexikos({"test", broken}).exit_code == 3);
  CHECK(linked("lkz", {"-t"}, "this is no such file").exit_code == 2);
  for (std::size_t const at : {read(packed).size() - 1, read(packed).size() - 50})
  {  // in the index, which texts do without
    CAPTURE(at);
    damaged = read(packed);
    damaged[at] = static_cast<char>(damaged[at] ^ 4);
    CHECK((linked("lkz", {"-dc"}, damaged).out == text));
    Result const tested = linked("lkz", {"-t"}, read(packed) + damaged);
    CHECK(tested.exit_code == 2);
    CHECK(contains(tested.err, "the index after frame 2 is damaged or missing"));
    CHECK(linked("lkz", {"-t"}, damaged.substr(0, at)).exit_code == 2);
  }
  CHECK(linked("lkz", {"--no-such-option"}).exit_code == 1);
  CHECK(linked("lkz", {folder / "absent"}).exit_code == 1);
  CHECK(lexikos({"compress", folder / "absent"}).exit_code == 3);
}

TEST_CASE("lexikos compress: files that are there, names, links and folders")
{
  Folder const folder;
  std::string const file = folder.write("file", words(5000));
  auto const expect = [&](Names const& arguments, int code, std::string_view message) {
    auto const result = lexikos(arguments);
    CAPTURE(result.err);
    CHECK(result.exit_code == code);
    CHECK_MESSAGE(contains(result.err, message), message);
  };
  folder.write("file.lkz", "mine");
  expect({"compress", file}, 4, "exists");
  CHECK(read(file + ".lkz") == "mine");
  expect({"compress", "-f", file}, 0, "");
  expect({"compress", file + ".lkz"}, 2, "compressed already");
  expect({"decompress", file}, 2, "does not end with .lkz");
  expect({"compress", folder.path()}, 3, "folder");
  expect({"compress", file, "-f", "-o", file}, 2, "replace");
  expect({"compress", file, file, "-o", folder / "x"}, 2, "several");
  expect({"compress", file, "-c", "-o", folder / "x"}, 2, "exclude");
  expect({"compress", file, "-b", "1k"}, 2, "out of range");
  std::filesystem::create_symlink(file, folder / "link");
  expect({"compress", folder / "link"}, 3, "link");
  expect({"compress", "-f", folder / "link"}, 0, "");
  expect({"decompress", "-M", "1000", "-c", file + ".lkz"}, 5, "allowed");
  expect({"compress", "-M", "1000", "-c", file}, 5, "allowed");
  // one that fails does not keep others from what they are
  expect({"compress", "-f", folder / "absent", file}, 3, "absent");
  expect({"compress", "-c", file, "-o", "/dev/full"}, 2, "exclude");
  expect({"compress", file, "-f", "-o", "/dev/full"}, 4, "/dev/full");
  CHECK(folder.names() == Names{"file", "file.lkz", "link", "link.lkz"});
}

TEST_CASE("lexikos compress: no file appears through a link without --force")
{
  Folder const folder;
  std::string const file = folder.write("file", words(5000));
  REQUIRE(lexikos({"compress", file, "-o", folder / "a.lkz"}).exit_code == 0);
  std::filesystem::create_symlink("victim", folder / "a");
  std::filesystem::create_symlink("victim", folder / "file.lkz");
  for (Names const& arguments : {Names{"decompress", folder / "a.lkz"}, Names{"compress", file}}) {
    auto const refused = lexikos(arguments);
    CHECK(refused.exit_code == 4);
    CHECK(contains(refused.err, "it is a link, which --force follows"));
  }
  CHECK(folder.names() == Names{"a", "a.lkz", "file", "file.lkz"});
  CHECK(lexikos({"decompress", "-f", folder / "a.lkz"}).exit_code == 0);
  CHECK(read(folder / "victim") == read(file));
}

TEST_CASE("lexikos compress: --rm removes no file whose result is not kept, and nothing but files")
{
  Folder const folder;
  std::string const file = folder.write("file", words(5000));
  REQUIRE(lexikos({"compress", file}).exit_code == 0);
  CHECK(lexikos({"decompress", "--rm", "-f", file + ".lkz", "-o", "/dev/null"}).exit_code == 0);
  CHECK(lexikos({"compress", "--rm", "-f", file, "-o", "/dev/null"}).exit_code == 0);
  CHECK(lexikos({"compress", "--rm", "-c", file}).exit_code == 0);
  CHECK(folder.names() == Names{"file", "file.lkz"});
  std::string const pipe = folder / "pipe";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  CHECK(shell("cat '" + file + "' > '" + pipe + "' & $lexikos compress --rm -f '" + pipe + "' -o '" +
              (folder / "of_pipe") + "'; wait")
            .exit_code == 0);
  CHECK(folder.names() == Names{"file", "file.lkz", "of_pipe", "pipe"});
  CHECK(lexikos({"decompress", "-c", folder / "of_pipe"}).out == read(file));
}

TEST_CASE("lexikos compress: files that change while they are read")
{
  Folder const folder;
  std::string const file = folder.write("file", words(100'000)), pipe = folder / "pipe";
  std::string const before = read(file);
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  // the program, which knows the size by then, waits for a reader of the pipe
  auto const compress_and = [&](std::string const& change) {
    std::filesystem::remove(folder / "err");  // of the call before, which waited too
    return shell("cd '" + folder.path() +
                 "'; $lexikos compress -f file -o pipe 2> err & until grep -qs waiting err; do sleep 0.02; done; " +
                 change + "; cat pipe > result; wait $!");
  };
  auto const grown = compress_and("echo more >> file");
  CAPTURE(read(folder / "err"));
  CHECK(grown.exit_code == 0);
  CHECK(lexikos({"decompress", "-c"}, read(folder / "result")).out == before);
  auto const shrunk = compress_and("truncate -s 1000 file");
  CHECK(shrunk.exit_code == 3);
  CHECK(contains(read(folder / "err"), "file: it became shorter meanwhile"));
}

TEST_CASE("lexikos compress: mode and times go with a file")
{
  Folder const folder;
  std::string const file = folder.write("file", words(5000));
  REQUIRE(::chmod(file.c_str(), 0640) == 0);
  std::array<timespec, 2> const times{timespec{1'000'000'000, 0}, timespec{1'100'000'000, 5}};
  REQUIRE(::utimensat(AT_FDCWD, file.c_str(), times.data(), 0) == 0);
  auto const expect_same = [&](std::string const& path) {
    struct stat status = {};
    REQUIRE(::stat(path.c_str(), &status) == 0);
    CHECK((status.st_mode & 07777) == 0640);
    CHECK(status.st_mtim.tv_sec == 1'100'000'000);
    CHECK(status.st_mtim.tv_nsec == 5);
  };
  REQUIRE(lexikos({"compress", "--rm", file}).exit_code == 0);
  CHECK(folder.names() == Names{"file.lkz"});
  expect_same(file + ".lkz");
  REQUIRE(lexikos({"decompress", file + ".lkz"}).exit_code == 0);
  expect_same(file);
}

}  // namespace
