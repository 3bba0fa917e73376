// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Any bytes as a file of sequences, compressed or not: they are read, or refused as such. What is FASTA beyond doubt, no line
// of which could belong to FASTQ, is compared with a plain reading of its lines.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "app/failure.hpp"
#include "app/io/sequences.hpp"
#include "tests/fuzz/fuzzer.hpp"

namespace
{

using namespace lexikos;

struct Record
{
  std::string name;
  std::string symbols;
};

/// The records of a text of nothing but FASTA; none if it is anything else.
std::optional<std::vector<Record>> plain_reading(std::string const& text)
{
  std::vector<Record> records;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with('+') || line.starts_with('@') || (records.empty() && !line.starts_with('>'))) return {};
    if (line.starts_with('>')) {
      if (line.ends_with('\r')) line.pop_back();
      auto const is_wrong = [](char c) {
        return c == '\r' || c == 0x7F || (c >= 0 && c < ' ' && (c < '\t' || c > '\r'));
      };
      if (std::ranges::any_of(line, is_wrong) || line.find_first_of(" \t\v\f") == 1 || line.size() == 1) return {};
      records.push_back({line.substr(1, line.find_first_of(" \t\v\f\r") - 1), {}});
      continue;
    }
    for (char const letter : line) {
      if (letter == ' ' || (letter >= '\t' && letter <= '\r')) continue;
      if (letter <= ' ' || letter >= 127) return {};
      records.back().symbols += letter;
    }
  }
  if (records.empty()) return {};
  return records;
}

std::string difference(app::Sequences const& found, std::vector<Record> const& expected)
{
  if (found.count() != expected.size())
    return std::to_string(found.count()) + " records, not " + std::to_string(expected.size());
  for (std::size_t r = 0; r < expected.size(); ++r) {
    auto const first = found.symbols().begin() + static_cast<std::ptrdiff_t>(found.offsets()[r]);
    auto const last = found.symbols().begin() + static_cast<std::ptrdiff_t>(found.offsets()[r + 1]);
    if (found.name(r) != expected[r].name) return "a record with the name " + std::string(found.name(r));
    if (std::string(first, last) != expected[r].symbols) return "other symbols in record " + std::to_string(r);
  }
  return {};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
  static fuzz::MemoryFile const file;
  file.write(std::vector<std::uint8_t>(data, data + size));
  auto const expected = plain_reading(std::string(data, data + size));
  try {
    // by several threads now and then, as starting them takes longer than all else
    app::Sequences const found({file.path()}, {.threads = size % 8 == 0 ? 3U : 1U, .min_part = 8});
    if (expected.has_value()) fuzz::expect_none(difference(found, *expected), "sequences");
  }
  catch (app::Failure const& failure) {
    if (failure.code() != app::ExitCode::unreadable_input || expected.has_value())
      fuzz::fail(std::string("refused: ") + failure.what());
  }
  return 0;
}
