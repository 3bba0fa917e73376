// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>
#include <sys/stat.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/arrays.hpp"
#include "app/process.hpp"

namespace
{

using process::contains;
using process::Folder;
using process::lexikos;
using process::read;

std::vector<std::string> sorted_texts()
{
  std::string every_byte;
  for (int i = 0; i < 1024; ++i) every_byte.push_back(static_cast<char>(i * 7));
  using namespace std::string_literals;
  return {"a",
          "abracadabra",
          "mississippi",
          std::string(5000, 'a'),
          std::string(300, '\0'),
          std::string(300, '\xff'),
          "\0\xff\0\0\xff\xff\0"s,
          "\xff\0"s,
          every_byte};
}

TEST_CASE("lexikos sa: the array, its inverse, and the checker, on every kind of bytes")
{
  for (auto const& bytes : sorted_texts()) {
    CAPTURE(bytes.size());
    Folder const folder;
    std::string const text = folder.write("text", bytes);
    auto const built = lexikos({"sa", text, "--isa", folder / "isa", "--check"});
    CAPTURE(built.err);
    CHECK(built.exit_code == 0);
    CHECK(built.out.empty());
    auto const expected = arrays::suffix_array<std::uint32_t>(bytes);
    CHECK(read(text + ".sa") == arrays::to_bytes(expected));
    CHECK(read(folder / "isa") == arrays::to_bytes(arrays::inverse(expected)));
    CHECK(folder.names() == std::vector<std::string>{"isa", "text", "text.sa"});
    CHECK(lexikos({"check", text, text + ".sa"}).exit_code == 0);
    CHECK(lexikos({"check", text, text + ".sa", "--sequential"}).exit_code == 0);
  }
}

TEST_CASE("lexikos sa --index u64: entries of 64 bits, which check recognises")
{
  for (auto const& bytes : sorted_texts()) {
    CAPTURE(bytes.size());
    Folder const folder;
    std::string const text = folder.write("text", bytes);
    CHECK(lexikos({"sa", text, "--index", "u64", "-o", folder / "array", "--isa", folder / "isa"}).exit_code == 0);
    auto const expected = arrays::suffix_array<std::uint64_t>(bytes);
    CHECK(read(folder / "array") == arrays::to_bytes(expected));
    CHECK(read(folder / "isa") == arrays::to_bytes(arrays::inverse(expected)));
    CHECK(lexikos({"check", text, folder / "array"}).exit_code == 0);
    CHECK(lexikos({"check", text, folder / "array", "--sequential"}).exit_code == 0);
  }
}

TEST_CASE("lexikos sa: an empty text has an empty array")
{
  Folder const folder;
  std::string const text = folder.write("empty", "");
  auto const built = lexikos({"sa", text, "--check", "--isa", folder / "isa", "--json"});
  CAPTURE(built.err);
  CHECK(built.exit_code == 0);
  auto const json = nlohmann::json::parse(built.out);
  CHECK(json["bytes"] == 0);
  CHECK(json["checked"] == true);
  CHECK(folder.names() == std::vector<std::string>{"empty", "empty.sa", "isa"});
  CHECK(read(text + ".sa").empty());
  CHECK(read(folder / "isa").empty());
  CHECK(lexikos({"check", text, text + ".sa"}).exit_code == 0);
  CHECK(lexikos({"check", text, text + ".sa", "--sequential"}).exit_code == 0);
  auto const streamed = lexikos({"sa", "-", "--quiet"});
  CHECK(streamed.exit_code == 0);
  CHECK(streamed.out.empty());
}

TEST_CASE("lexikos sa: standard input and output, redirected and through pipes")
{
  std::string const bytes = "how can a clam cram in a clean cream can";
  std::string const expected = arrays::to_bytes(arrays::suffix_array<std::uint32_t>(bytes));
  auto const redirected = lexikos({"sa", "-"}, bytes);
  CHECK(redirected.exit_code == 0);
  CHECK(redirected.out == expected);
  CHECK(contains(redirected.err, "seconds"));
  CHECK(process::shell("cat | $lexikos sa - --quiet | cat", bytes).out == expected);

  Folder const folder;
  std::string const text = folder.write("text", bytes);
  CHECK(lexikos({"sa", text, "--output", "-", "--quiet"}).out == expected);
  CHECK(lexikos({"sa", text, "--output", "/dev/null", "--isa", "-", "--quiet"}).out ==
        arrays::to_bytes(arrays::inverse(arrays::suffix_array<std::uint32_t>(bytes))));
  CHECK(process::shell("$lexikos sa - --quiet <" + text + " | $lexikos check " + text + " -").exit_code == 0);
  CHECK(folder.names() == std::vector<std::string>{"text"});

  // larger than the first block of a stream
  auto const large = process::shell("$lexikos generate random 3000001 1 | $lexikos sa - --check --json -o /dev/null");
  CHECK(large.exit_code == 0);
  CHECK(nlohmann::json::parse(large.out)["bytes"] == 3000001);
}

TEST_CASE("lexikos sa: the table on standard error, JSON on standard output, silence on demand")
{
  Folder const folder;
  std::string const text = folder.write("text", "abracadabra");
  auto const table = lexikos({"sa", text, "--check"});
  CHECK(table.out.empty());
  for (auto const* row : {"bytes", "alphabet", "algorithm", "seconds", "checked", "output"})
    CHECK_MESSAGE(contains(table.err, row), row);
  CHECK(contains(table.err, text + ".sa\n"));
  for (auto const* row : {"MB/s", "peak bytes/character"}) CHECK_FALSE(contains(table.err, row));  // of eleven bytes
  CHECK_FALSE(contains(table.err, "\r"));  // no progress bar where there is no terminal

  auto const json = nlohmann::json::parse(lexikos({"sa", text, "--check", "--json", "--steps"}).out);
  CHECK(json["text"] == text);
  CHECK(json["bytes"] == 11);
  CHECK(json["alphabet"] == 5);
  CHECK_FALSE(json["algorithm"] == "automatic");  // but what that chose
  CHECK_FALSE(json["reason"].get<std::string>().empty());
  CHECK(json["index"] == "u32");
  CHECK(json["rounds"].is_number_unsigned());
  CHECK(json["seconds"].get<double>() > 0);
  CHECK(json["mb_per_s"].get<double>() > 0);
  CHECK(json["peak_bytes_per_character"].get<double>() >= 5);
  CHECK(json["checked"] == true);
  CHECK(json["output"] == text + ".sa");
  CHECK(json["steps"].is_object());

  auto const not_checked = nlohmann::json::parse(lexikos({"sa", text, "--json"}).out);
  CHECK(not_checked["checked"] == false);

  auto const to_output = lexikos({"sa", text, "--json", "--output", "-"});
  CHECK(to_output.out == arrays::to_bytes(arrays::suffix_array<std::uint32_t>("abracadabra")));
  CHECK(nlohmann::json::parse(to_output.err)["bytes"] == 11);

  auto const quiet = lexikos({"sa", text, "--quiet"});
  CHECK(quiet.exit_code == 0);
  CHECK((quiet.out + quiet.err).empty());
}

TEST_CASE("lexikos sa: every algorithm and device of the build gives the same array")
{
  Folder const folder;
  std::string bytes;
  for (int i = 0; i < 20000; ++i) bytes += static_cast<char>('a' + i * i % 7 % 3);
  std::string const text = folder.write("text", bytes);
  std::string const expected = arrays::to_bytes(arrays::suffix_array<std::uint32_t>(bytes));
  auto const info = nlohmann::json::parse(lexikos({"info", "--json"}).out);
  for (auto const& device : info["devices"])
    for (auto const& algorithm : device["algorithms"]) {
      auto const name = device["name"].get<std::string>();
      CAPTURE(name);
      CHECK(lexikos({"sa", text, "--device", name, "--algorithm", algorithm.get<std::string>(), "-o", "-", "--quiet"})
                .out == expected);
    }
  auto const threads = lexikos({"sa", text, "--threads", "1", "--json"});
  CHECK(nlohmann::json::parse(threads.out)["threads"] == 1);
}

TEST_CASE("lexikos sa: files that are there already keep their permissions, and links their targets")
{
  Folder const folder;
  std::string const text = folder.write("text", "abracadabra");
  std::string const old =
      folder.write("old", "something longer than the array that replaces it, to see that nothing of it stays");
  ::chmod(old.c_str(), 0640);
  std::filesystem::create_symlink(old, folder / "link");
  CHECK(lexikos({"sa", text, "-o", folder / "link"}).exit_code == 0);
  CHECK(std::filesystem::is_symlink(folder / "link"));
  CHECK(read(old) == arrays::to_bytes(arrays::suffix_array<std::uint32_t>("abracadabra")));
  struct stat status = {};
  ::stat(old.c_str(), &status);
  CHECK((status.st_mode & 0777) == 0640);
  CHECK(process::shell("umask 027; $lexikos sa " + text + " --quiet -o " + (folder / "new")).exit_code == 0);
  ::stat((folder / "new").c_str(), &status);
  CHECK((status.st_mode & 0777) == 0640);
}

}  // namespace
