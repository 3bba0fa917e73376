// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The reader of FASTA and FASTQ, on files that are written here from records that are known.

#include <doctest/doctest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "app/failure.hpp"
#include "app/io/sequences.hpp"
#include "app/process.hpp"

namespace
{

using lexikos::app::ExitCode;
using lexikos::app::Failure;
using lexikos::app::SequenceOptions;
using lexikos::app::Sequences;
using process::contains;
using process::Folder;

struct Record
{
  std::string name;
  std::string symbols;

  bool operator==(Record const&) const = default;
};
using Records = std::vector<Record>;

Records records_of(Sequences const& sequences)
{
  REQUIRE(sequences.offsets().size() == sequences.count() + 1);
  REQUIRE(sequences.offsets().front() == 0);
  REQUIRE(sequences.offsets().back() == sequences.symbols().size());
  Records records;
  for (std::size_t r = 0; r < sequences.count(); ++r) {
    auto const* const symbols = reinterpret_cast<char const*>(sequences.symbols().data());
    records.push_back({std::string(sequences.name(r)),
                       std::string(symbols + sequences.offsets()[r], symbols + sequences.offsets()[r + 1])});
  }
  return records;
}

/// Where two lists differ first, for people; empty if they are equal.
std::string first_difference(Records const& found, Records const& expected)
{
  for (std::size_t r = 0; r < std::min(found.size(), expected.size()); ++r)
    if (found[r] != expected[r])
      return "record " + std::to_string(r) + " is " + found[r].name + ' ' + found[r].symbols + ", not " +
             expected[r].name + ' ' + expected[r].symbols;
  if (found.size() == expected.size()) return {};
  return std::to_string(found.size()) + " records, not " + std::to_string(expected.size());
}

struct Caught
{
  ExitCode code{};
  std::string message;
};

/// What reading files says; no records if it fails, no failure if it goes well.
struct Reading
{
  Records records;
  std::optional<Caught> failure;
};

Reading read_files(std::vector<std::string> const& paths, SequenceOptions const& options = {})
{
  try {
    return {records_of(Sequences(paths, options)), std::nullopt};
  }
  catch (Failure const& failure) {
    return {{}, Caught{failure.code(), failure.what()}};
  }
}

/// Reads files line by line, many records at a time, and these by several threads, and checks that all say the same.
Reading read_in_all_ways(std::vector<std::string> const& paths)
{
  Reading const at_a_time = read_files(paths);
  Reading const by_threads = read_files(paths, {.threads = 5, .min_part = 8});
  Reading const by_one_thread = read_files(paths, {.threads = 1});  // also the file is read by it
  Reading const by_lines =
      read_files(paths, {.both_strands = true});  // a record is turned over before the next is read
  Records forward;
  for (std::size_t r = 0; r < by_lines.records.size(); r += 2) forward.push_back(by_lines.records[r]);
  for (auto const* other : {&at_a_time, &by_threads, &by_one_thread}) {
    CHECK(first_difference(other->records, forward) == "");
    CHECK(other->failure.value_or(Caught{}).message == by_lines.failure.value_or(Caught{}).message);
  }
  return at_a_time;
}

/// The same without a copy of the records.
std::optional<Caught> failure_of(std::vector<std::string> const& paths)
{
  try {
    Sequences const sequences(paths);
  }
  catch (Failure const& failure) {
    return Caught{failure.code(), failure.what()};
  }
  return std::nullopt;
}

}  // namespace

namespace
{

Records read_text(std::string_view text)
{
  Folder const folder;
  auto const reading = read_in_all_ways({folder.write("file", text)});
  REQUIRE(!reading.failure.has_value());
  return reading.records;
}

std::string gzip(std::string_view text)
{
  return process::run_command({"gzip", "-nc"}, text).out;
}

/// What reading a file of these bytes says, which ends with `reason`.
void expect_refusal(std::string_view bytes, std::string const& reason)
{
  Folder const folder;
  std::string const path = folder.write("file", bytes);
  auto const caught = read_in_all_ways({path}).failure;
  CAPTURE(reason);
  REQUIRE(caught.has_value());
  CHECK(caught->code == ExitCode::unreadable_input);
  CHECK(caught->message == "cannot read " + path + ": " + reason);
}

/// How records are written.
struct Format
{
  bool is_fastq;
  bool has_final_newline;
  std::string newline;
  std::size_t line;  // symbols of a line
  bool has_empty_lines;
};

std::string lines_of(std::string const& symbols, Format const& format)
{
  std::string text;
  for (std::size_t i = 0; i < symbols.size(); i += format.line)
    text += symbols.substr(i, format.line) + format.newline + (format.has_empty_lines ? format.newline : "");
  return text;
}

std::string written(Records const& records, Format const& format, std::mt19937_64& random)
{
  std::string text;
  for (auto const& record : records) {
    text += (format.is_fastq ? '@' : '>') + record.name;
    if (random() % 2 == 0) text += random() % 2 == 0 ? " a comment > of @ words" : "\ttab";
    text += format.newline;
    if (!format.is_fastq) {
      text += lines_of(record.symbols, format);
      continue;
    }
    Format one_line = format;  // of which readers of FASTQ are sure
    one_line.line = record.symbols.size() + 1;
    one_line.has_empty_lines = false;
    std::string qualities = record.symbols;
    for (auto& quality : qualities) quality = static_cast<char>('!' + random() % 94);  // among them >, @ and +
    text += record.symbols + format.newline + "+" + (random() % 2 == 0 ? record.name : "") + format.newline +
            qualities + format.newline;
  }
  if (!format.has_final_newline && !records.back().symbols.empty())
    text.resize(text.size() - format.newline.size() * (format.has_empty_lines && !format.is_fastq ? 2 : 1));
  return text;
}

Records random_records(std::mt19937_64& random, std::size_t count, std::size_t longest, bool with_empty)
{
  static constexpr std::string_view letters = "ACGTNacgtn*-RYKM";
  Records records;
  for (std::size_t r = 0; r < count; ++r) {
    Record record{"r" + std::to_string(random() % 1000) + (random() % 3 == 0 ? "|x>y@z" : ""), {}};
    std::size_t const length = with_empty && random() % 5 == 0 ? 0 : 1 + random() % longest;
    for (std::size_t i = 0; i < length; ++i) record.symbols += letters[random() % letters.size()];
    records.push_back(record);
  }
  return records;
}

TEST_CASE("sequences: FASTA and FASTQ in all shapes, plain and compressed")
{
  std::mt19937_64 random(1);
  int number = 0;
  for (bool const is_fastq : {false, true})
    for (bool const has_final_newline : {true, false})
      for (std::string const newline : {"\n", "\r\n"})
        for (std::size_t const line : {1, 7, 60, 100'000})
          for (bool const has_empty_lines : {false, true}) {
            CAPTURE(number);
            Format const format{is_fastq, has_final_newline, newline, line, has_empty_lines};
            auto const records = random_records(random, 1 + random() % 40, line == 1 ? 50 : 3'000, !is_fastq);
            std::string const text = written(records, format, random);
            CHECK(first_difference(read_text(text), records) == "");
            if (number++ % 4 == 0) CHECK(first_difference(read_text(gzip(text)), records) == "");
          }
}

TEST_CASE("sequences: records longer than the blocks that files are read in")
{
  std::mt19937_64 random(2);
  for (std::size_t const longest : {16'384u, 100'000u, 3'000'000u}) {
    auto const records = random_records(random, 5, longest, false);
    for (bool const is_fastq : {false, true}) {
      CAPTURE(longest);
      CAPTURE(is_fastq);
      std::string const text = written(records, {is_fastq, true, "\n", 80, false}, random);
      CHECK(first_difference(read_text(text), records) == "");
    }
  }
  Records many;
  for (int r = 0; r < 50'000; ++r) many.push_back({"read" + std::to_string(r), std::string(r % 7, 'A')});
  CHECK(first_difference(read_text(written(many, {false, true, "\n", 80, false}, random)), many) == "");
}

TEST_CASE("sequences: records without symbols, blanks, and lines of either kind")
{
  CHECK(read_text(">a\nAC\n") == Records{{"a", "AC"}});
  CHECK(read_text(">a\n>b\n\n>c") == Records{{"a", ""}, {"b", ""}, {"c", ""}});
  CHECK(read_text("\n \r\n>a b\nA C\t\nG \n\n  T") == Records{{"a", "ACGT"}});
  CHECK(read_text(">a\r\n\r\nAC\r\n\r\n>b\r\n\r\n") == Records{{"a", "AC"}, {"b", ""}});
  CHECK(read_text("@a\nAC\nGT\n+\n!!\n!!\n>b\nAC\n") == Records{{"a", "ACGT"}, {"b", "AC"}});
  CHECK(read_text("@a\n\n+\n\n@b\nA\n+\n@\n") == Records{{"a", ""}, {"b", "A"}});
  CHECK(read_text(">p|x description\nMKV*\nacgtUu.-\n") == Records{{"p|x", "MKV*acgtUu.-"}});
}

TEST_CASE("sequences: several files, standard input, members of a gzip file")
{
  Folder const folder;
  std::string const first = folder.write("first", ">a\nAC\n"), second = folder.write("second", "@b\nGT\n+\n!!"),
                    third = folder.write("third", gzip(">c\nAA") + gzip("CC\n>d\nT\n"));
  Records const expected = {{"a", "AC"}, {"b", "GT"}, {"c", "AACC"}, {"d", "T"}};
  CHECK(first_difference(records_of(Sequences({first, second, third})), expected) == "");
  CHECK(Sequences({}).count() == 0);
  CHECK(Sequences({}).symbols().empty());

  int const before = ::dup(STDIN_FILENO), in = ::open(third.c_str(), O_RDONLY | O_CLOEXEC);
  ::dup2(in, STDIN_FILENO);
  auto const records = records_of(Sequences({first, "-"}));
  auto const again = failure_of({"-"});
  ::dup2(before, STDIN_FILENO);
  ::close(before);
  ::close(in);
  CHECK(records == Records{{"a", "AC"}, {"c", "AACC"}, {"d", "T"}});
  REQUIRE(again.has_value());
  CHECK(again->message == "cannot read standard input: it has no records");
}

TEST_CASE("sequences: what is refused, and what is said of it")
{
  auto const neither = [](std::string const& byte, std::string const& place) {
    return "it is neither FASTA nor FASTQ, whose records start with '>' and '@': it starts with the byte " + byte +
           " at byte " + place;
  };
  expect_refusal("ACGT\n", neither("0x41", "0"));
  expect_refusal("\n ACGT\n>a\nACGT\n", neither("0x41", "2"));
  expect_refusal(gzip("ACGT\n>a\nACGT\n"), neither("0x41", "0"));
  expect_refusal(std::string(3, '\0'), neither("0x00", "0"));
  expect_refusal("", "it has no records");
  expect_refusal("\n\n", "it has no records");
  expect_refusal(gzip(""), "it has no records");
}

TEST_CASE("sequences: records that are damaged, with their number, name and byte")
{
  expect_refusal(">\nAC\n", "record 1, from byte 0 on, has no name, at byte 0");
  expect_refusal(">a\nAC\n> comment\nGT\n", "record 2, from byte 6 on, has no name, at byte 6");
  expect_refusal("@a\nAC\n+\n!!\n@b\nACGT\n+\n!!!",
                 "record 2 (b), from byte 11 on, ends too early: it has 4 symbols and 3 qualities, at byte 24");
  expect_refusal("@a\nAC\n+\n!!\n@b\nACGT\n+",
                 "record 2 (b), from byte 11 on, ends too early: it has 4 symbols and 0 qualities, at byte 20");
  expect_refusal("@a\nAC\n+\n!!!\n@b\nAC\n+\n!!\n",
                 "record 1 (a), from byte 0 on, has 2 symbols and 3 qualities, at byte 12");
  expect_refusal("@a\r\nAC\r\n+\r\n!!!\r\n", "record 1 (a), from byte 0 on, has 2 symbols and 3 qualities, at byte 16");
  // what a lenient reader would leave out
  expect_refusal("@a\nAC\n+\n!!\n!!\n@b\nAC\n+\n!!\n",
                 "record 1 (a), from byte 0 on, is followed by what starts no record, the byte 0x21, at byte 11");
  expect_refusal("@a\nAC\n@b\nAC\n+\n!!\n",
                 "record 1 (a), from byte 0 on, ends without qualities, of which it has no line '+', at byte 6");
  expect_refusal("@a\nAC\n",
                 "record 1 (a), from byte 0 on, ends without qualities, of which it has no line '+', at byte 6");
  expect_refusal("@a\nAC\n+\n!\x01\n",
                 "record 1 (a), from byte 0 on, has the byte 0x01 among its qualities, at byte 9");
  expect_refusal(">a\nAC\n+\n",
                 "record 1 (a), from byte 0 on, has a line that starts with '+', as those of FASTQ, at byte 6");
  expect_refusal(">a\nAC\n>b\nACG\xC3\xA4\n", "record 2 (b), from byte 6 on, has the byte 0xC3, at byte 12");
  expect_refusal(std::string(">a\nA\0C\n", 7), "record 1 (a), from byte 0 on, has the byte 0x00, at byte 4");
  expect_refusal(std::string(">a\0b\nAC\n", 8),
                 "record 1 (a), from byte 0 on, has the byte 0x00 in its first line, at byte 2");
  expect_refusal(">a\n\x7F", "record 1 (a), from byte 0 on, has the byte 0x7F, at byte 3");
  expect_refusal(">a\rAC\r>b\rGT\r",
                 "record 1 (a), from byte 0 on, goes on after a CR: lines end in LF or CR LF, at byte 3");
  expect_refusal(gzip(">a\nAC\n>b\nAC\x01\n"), "record 2 (b), from byte 6 on, has the byte 0x01, at byte 11");
  std::string const many_blocks = ">a\n" + std::string(10'000'000, 'A') + "\n";
  expect_refusal(many_blocks + ">b\nAC\x01\n",
                 "record 2 (b), from byte 10000004 on, has the byte 0x01, at byte 10000009");
}

TEST_CASE("sequences: compressed files that are cut off or damaged")
{
  std::mt19937_64 random(3);
  auto const records = random_records(random, 30, 3'000, true);
  std::string const text = written(records, {false, true, "\n", 60, false}, random);
  std::string const right = gzip(text);
  Folder const folder;
  std::string const path = folder / "file";
  for (std::size_t size = 18; size < right.size(); size += 1 + random() % 97) {
    CAPTURE(size);
    folder.write("file", right.substr(0, size));
    auto const caught = failure_of({path});
    REQUIRE(caught.has_value());
    CHECK(caught->code == ExitCode::unreadable_input);
    CHECK(contains(caught->message,
                   ": its compressed data is cut off (at byte " + std::to_string(size) + " of the file, after "));
    CHECK(caught->message.starts_with("cannot read " + path + ": "));
  }
  for (int change = 0; change < 300; ++change) {
    std::string wrong = right;
    std::size_t const at = 10 + random() % (right.size() - 10);  // after the header of the file
    wrong[at] = static_cast<char>(wrong[at] ^ static_cast<char>(1 + random() % 255));
    CAPTURE(at);
    folder.write("file", wrong);
    auto const caught = failure_of({path});
    REQUIRE(caught.has_value());
    CHECK(caught->code == ExitCode::unreadable_input);
  }
}

TEST_CASE("sequences: any bytes are read or refused")
{
  std::mt19937_64 random(4);
  Folder const folder;
  std::string const path = folder / "file";
  static constexpr std::string_view bytes = ">@+\n\r ACGT!\t>@\n\n";
  int refused = 0;
  for (int i = 0; i < 3'000; ++i) {
    std::string text(1, i % 2 == 0 ? '>' : '@');
    for (std::size_t size = random() % 40; text.size() < size;) text += bytes[random() % bytes.size()];
    CAPTURE(text);
    folder.write("file", text);
    auto const caught = read_in_all_ways({path}).failure;
    refused += caught.has_value();
    if (caught.has_value()) CHECK(caught->code == ExitCode::unreadable_input);
  }
  CHECK(refused > 100);
  CHECK(refused < 2'900);
}

/// A record in one of the shapes that a reader of many at a time has to leave to that of lines, or to take.
std::string shaped_record(std::mt19937_64& random)
{
  std::string const letters(1 + random() % 9, "ACGT@>+"[random() % 4]), name = "r" + std::to_string(random() % 100);
  std::string const qualities(letters.size(), "!@+>I"[random() % 5]);
  switch (random() % 12) {
    case 0:
      return ">" + name + "\n" + letters + " \n" + letters + "\n";
    case 1:
      return ">" + name + "\r\n" + letters + "\r\n";
    case 2:
      return ">" + name + " x\ty\n" + letters + "\n\n" + letters + letters + "\n";
    case 3:
      return ">" + name + "\n";
    case 4:
      return "@" + name + "\n" + letters + "\n" + letters + "\n+\n" + qualities + "\n" + qualities + "\n";
    case 5:
      return "@" + name + "\r\n" + letters + "\r\n+" + name + "\r\n" + qualities + "\r\n";
    case 6:
      return "@" + name + "\n\n+\n\n";
    case 7:
      return "@" + name + " @\n" + letters + "\n+@\n" + qualities + "\n\n";
    case 8:
    case 9:
      return ">" + name + "\n" + letters + "\n" + letters + "\n";
    default:
      return "@" + name + "\n" + letters + "\n+\n" + qualities + "\n";
  }
}

TEST_CASE("sequences: records of all shapes among each other, and such with a byte changed or left out")
{
  std::mt19937_64 random(5);
  Folder const folder;
  std::string const path = folder / "file";
  int refused = 0, read = 0;
  for (int i = 0; i < 2'000; ++i) {
    std::string text;
    for (std::size_t r = 1 + random() % 12; r > 0; --r) text += shaped_record(random);
    std::size_t const at = random() % text.size();
    if (i % 4 == 1) text[at] = static_cast<char>(random() % 256);
    if (i % 4 == 2) text.erase(at, 1);
    if (i % 4 == 3) text.resize(at);
    CAPTURE(text);
    folder.write("file", text);
    auto const reading = read_in_all_ways({path});
    if (i % 4 == 0) CHECK(!reading.failure.has_value());
    ++(reading.failure.has_value() ? refused : read);
  }
  CHECK(refused > 200);
  CHECK(read > 800);
}

TEST_CASE("sequences: files that the system does not let be read")
{
  Folder const folder;
  auto const missing = failure_of({folder / "missing"});
  REQUIRE(missing.has_value());
  CHECK(missing->code == ExitCode::unreadable_input);
  CHECK(missing->message == "cannot read " + (folder / "missing") + ": No such file or directory");
  auto const directory = failure_of({folder.path()});
  REQUIRE(directory.has_value());
  CHECK(directory->message == "cannot read " + folder.path() + ": it is a directory");
}

}  // namespace
