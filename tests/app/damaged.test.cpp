// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Compressed files that are damaged, cut off, or say what is not so: an error that names the file, the record and the byte.

#include <doctest/doctest.h>

#include <cstdint>
#include <optional>
#include <random>
#include <string>

#include "app/compressed.hpp"
#include "app/failure.hpp"
#include "app/io/decompressed.hpp"
#include "app/io/sequences.hpp"
#include "app/process.hpp"

namespace damaged_tests
{

namespace
{

using lexikos::app::Decompressed;
using lexikos::app::ExitCode;
using lexikos::app::Failure;
using lexikos::app::Sequences;
using process::contains;
using process::Folder;

/// Records of DNA, in lines.
std::string some_fasta(std::size_t bytes)
{
  std::mt19937_64 random(1);
  std::string text;
  for (int r = 0; text.size() < bytes; ++r) {
    text += ">record" + std::to_string(r) + "\n";
    for (int line = 0; line < 200; ++line) {
      for (int i = 0; i < 60; ++i) text += "ACGT"[random() % 4];
      text += '\n';
    }
  }
  return text;
}

std::string some_fastq(std::size_t bytes)
{
  std::mt19937_64 random(1);
  std::string text;
  for (int r = 0; text.size() < bytes; ++r) {
    text += "@read" + std::to_string(r) + "\n";
    for (int i = 0; i < 150; ++i) text += "ACGT"[random() % 4];
    text += "\n+\n" + std::string(150, 'F') + "\n";
  }
  return text;
}

struct Caught
{
  ExitCode code;
  std::string message;
};

template <class Read>
std::optional<Caught> failure_of(Read const& read)
{
  try {
    read();
  }
  catch (Failure const& failure) {
    return Caught{failure.code(), failure.what()};
  }
  return std::nullopt;
}

/// Reads a file of these bytes as bytes and as sequences, by one thread and by three, and expects this of each message.
void expect_refusal(std::string const& bytes, std::string const& reason)
{
  Folder const folder;
  std::string const path = folder.write("file", bytes);
  CAPTURE(reason);
  for (unsigned const threads : {1u, 3u}) {
    for (auto const& caught : {failure_of([&] { Decompressed const text(path, false, false, threads); }),
                               failure_of([&] { Sequences const records({path}, {.threads = threads}); })})
    {
      REQUIRE(caught.has_value());
      CAPTURE(caught->message);
      CHECK(caught->code == ExitCode::unreadable_input);
      CHECK(caught->message.starts_with("cannot read " + path + ": "));
      CHECK(contains(caught->message, reason));
      CHECK(contains(caught->message, " (at byte "));
    }
  }
}

/// Both readings of it.
void expect_text(std::string const& bytes, std::string const& text)
{
  Folder const folder;
  std::string const path = folder.write("file", bytes);
  for (unsigned const threads : {1u, 3u}) {
    Decompressed const read(path, false, false, threads);
    std::string const found(read.bytes().begin(), read.bytes().end());
    CHECK((found == text));
    if (text.empty()) continue;
    std::string const plain = folder.write("plain", text);
    Sequences const records({path}, {.threads = threads}), expected({plain});
    CHECK(records.count() == expected.count());
    CHECK(std::ranges::equal(records.symbols(), expected.symbols()));
  }
}

std::string changed(std::string bytes, std::size_t at, char difference = 1)
{
  bytes[at] = static_cast<char>(bytes[at] ^ difference);
  return bytes;
}

constexpr char const* is_cut = "its compressed data is cut off";
constexpr char const* is_damaged = "its compressed data is damaged: ";

}  // namespace

#ifdef LEXIKOS_HAVE_ZLIB

TEST_CASE("damaged files: gzip")
{
  using compressed::gzip;
  std::string const text = some_fasta(60'000), file = gzip(text);
  expect_text(file, text);
  expect_text(gzip("") + file + gzip("") + std::string(700, '\0'), text);
  expect_text(gzip(text.substr(0, 100)) + gzip("") + gzip(text.substr(100)), text);
  expect_text(gzip(""), "");

  for (std::size_t const bytes : {std::size_t{3}, std::size_t{9}, file.size() / 2, file.size() - 8, file.size() - 1})
    expect_refusal(file.substr(0, bytes), is_cut);
  expect_refusal(file + gzip(text).substr(0, 300), is_cut);
  expect_refusal(changed(file, file.size() - 8), std::string(is_damaged) + "incorrect data check");
  expect_refusal(changed(file, file.size() - 4), std::string(is_damaged) + "incorrect length check");
  expect_refusal(changed(file, file.size() / 2, 0x55), is_damaged);
  expect_refusal(file + "garbage", std::string(is_damaged) + "what follows it is not gzip's");
  expect_refusal(file + std::string(10, '\0') + "garbage", std::string(is_damaged) + "what follows it is not gzip's");
  expect_refusal(file + '\x1F', std::string(is_damaged) + "what follows it is not gzip's");
}

TEST_CASE("damaged files: bgzip")
{
  using compressed::bgzip;
  using compressed::bgzip_block;
  std::string const text = some_fasta(400'000), file = bgzip(text), end = bgzip_block("");
  expect_text(file, text);
  expect_text(end, "");
  expect_text(bgzip(text.substr(0, 5'000)) + bgzip(text.substr(5'000)), text);
  expect_text(bgzip_block("") + bgzip_block(text.substr(0, 7)) + compressed::gzip(text.substr(7)), text);

  expect_text(file + std::string(1000, '\0'), text);
  expect_refusal(file + std::string(1000, '\0') + "x", std::string(is_damaged) + "what follows it is not gzip's");
  expect_refusal(bgzip(text, false) + std::string(1000, '\0'), is_damaged);
  std::size_t const first = bgzip_block(text.substr(0, 65'280)).size();
  expect_refusal(bgzip(text, false), std::string(is_cut) + ": the empty block is missing");
  for (std::size_t const bytes :
       {first - 1, first + 1, first + 17, first + 25, file.size() - end.size() - 1, file.size() - 1})
    expect_refusal(file.substr(0, bytes), is_cut);
  std::string const wrong_block = "a block of bgzip is not of the size, or has not the checksum, that it says";
  expect_refusal(changed(file, first - 8), wrong_block + " (at byte 0 of the file, after 0 of");
  expect_refusal(changed(file, first - 3), wrong_block);
  expect_refusal(changed(file, first + 3'000, 0x55),
                 wrong_block + " (at byte " + std::to_string(first) + " of the file, after 65280");
  // of the blocks that are decompressed at a time, which come to 4 MiB, the first
  std::string const longer = some_fastq(9'000'000);
  std::size_t const before = bgzip(longer.substr(0, 64 * 65'280), false).size();
  std::size_t const damaged = bgzip_block(longer.substr(64 * 65'280, 65'280)).size();
  expect_refusal(changed(bgzip(longer), before + damaged - 8),
                 wrong_block + " (at byte " + std::to_string(before) + " of the file, after 4177920");
  expect_refusal(changed(file, first - 2), is_damaged);  // larger than any block
  expect_refusal(changed(file, 17, 0x20), is_damaged);   // a block of another size
  expect_refusal(file + "garbage that is longer than a header",
                 std::string(is_damaged) + "what follows it is not gzip's");
  expect_refusal(file + compressed::gzip(text).substr(0, 300), is_cut);
}

#endif

#ifdef LEXIKOS_HAVE_ZSTD

TEST_CASE("damaged files: zstd")
{
  using compressed::zstd;
  std::string const text = some_fasta(60'000), file = zstd(text);
  std::string const skippable = std::string("\x50\x2A\x4D\x18\x04\0\0\0abcd", 12);
  expect_text(file, text);
  expect_text(zstd("") + zstd(text.substr(0, 999)) + zstd(text.substr(999)), text);
  expect_text(skippable + file + skippable, text);
  expect_text(zstd(""), "");

  for (std::size_t const bytes : {std::size_t{5}, file.size() / 2, file.size() - 4, file.size() - 1})
    expect_refusal(file.substr(0, bytes), is_cut);
  expect_refusal(changed(file, file.size() - 1), std::string(is_damaged) + "Restored data doesn't match checksum");
  expect_refusal(changed(file, file.size() / 2, 0x55), is_damaged);
  expect_refusal(file + "garbage", is_damaged);
  expect_refusal(changed(file, 6), is_damaged);  // the size of its content
  std::string const small = zstd(">a\nACGT\n");
  expect_refusal(changed(small, 5), is_damaged);
}

#endif

TEST_CASE("damaged files: texts of several blocks, of which one is read while another is used")
{
  std::string const text = some_fasta(std::size_t{10} << 20);
#ifdef LEXIKOS_HAVE_ZLIB
  expect_text(compressed::bgzip(text), text);
#endif
#ifdef LEXIKOS_HAVE_ZSTD
  std::string const file = compressed::zstd(text);
  expect_text(file, text);
  expect_refusal(changed(file, file.size() - 1), is_damaged);
  expect_refusal(changed(file, file.size() - 1), " of the file, after 10");
  expect_refusal(file.substr(0, file.size() / 2), is_cut);
#endif
}

TEST_CASE("damaged files: what the program says")
{
#ifdef LEXIKOS_HAVE_ZLIB
  Folder const folder;
  std::string const text = some_fasta(60'000), file = compressed::gzip(text);
  std::string const cut = folder.write("cut.gz", file.substr(0, file.size() - 100));
  std::string const damaged = folder.write("damaged.gz", changed(file, file.size() - 8));
  for (std::vector<std::string> const& command : {std::vector<std::string>{"sa", cut},
                                                  {"bwt", cut},
                                                  {"repeats", cut},
                                                  {"index", "--format", "auto", damaged},
                                                  {"search", damaged, "ACGT"},
                                                  {"wavelet", "build", damaged},
                                                  {"kmers", "-k4", "--format", "fasta", cut},
                                                  {"info", damaged},
                                                  {"match", cut, cut},
                                                  {"overlap", cut, cut}})
  {
    CAPTURE(command[0]);
    auto const result = process::lexikos(command);
    CAPTURE(result.err);
    CHECK(result.exit_code == 3);
    CHECK(result.err.starts_with("lexikos: cannot read " + (contains(result.err, cut) ? cut : damaged) + ": "));
    CHECK(contains(result.err, "compressed data is "));
  }
  auto const records = process::lexikos({"kmers", "-k4", "--fasta", cut});
  CHECK(contains(records.err, ": record "));
  CHECK(contains(records.err, "(record"));
  CHECK(folder.names() == std::vector<std::string>{"cut.gz", "damaged.gz"});
#endif
}

}  // namespace damaged_tests
