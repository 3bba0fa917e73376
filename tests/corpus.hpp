// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Real texts, and checksums of what follows from them that were made by another program.
//
// LEXIKOS_CORPUS        folder with expected.tsv and the texts, packed (NAME.xz) or not; by default shared/corpus beside
//                       the project's root. Without it the tests say so and pass.
// LEXIKOS_CORPUS_TEXTS  names of texts, separated by commas, or "all"; by default the three smallest.

#include <doctest/doctest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <system_error>
#include <vector>

namespace lexikos::corpus
{

namespace fs = std::filesystem;

/// A row of the table: column name to value.
using Row = std::map<std::string, std::string>;

inline std::string environment(char const* name)
{
  char const* const value = std::getenv(name);
  return value != nullptr ? value : "";
}

inline fs::path corpus_folder()
{
  if (std::string const folder = environment("LEXIKOS_CORPUS"); !folder.empty()) return folder;
  std::string root = environment("LEXIKOS_SOURCE_DIR");
#ifdef LEXIKOS_SOURCE_DIR
  if (root.empty()) root = LEXIKOS_SOURCE_DIR;
#endif
  return fs::path(root.empty() ? "." : root) / ".." / "shared" / "corpus";
}

inline std::vector<std::string> split(std::string const& line, char separator)
{
  std::vector<std::string> parts;
  std::istringstream stream(line);
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  return parts;
}

inline std::vector<Row> read_table(fs::path const& file)
{
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  auto const names = split(line, '\t');
  std::vector<Row> rows;
  while (std::getline(in, line)) {
    auto const values = split(line, '\t');
    Row row;
    for (std::size_t c = 0; c < names.size() && c < values.size(); ++c) row[names[c]] = values[c];
    rows.push_back(row);
  }
  return rows;
}

/// The rows asked for, the smallest first. Texts of gigabytes, which have no checksums of arrays, only by name.
inline std::vector<Row> chosen(std::vector<Row> rows)
{
  std::sort(rows.begin(), rows.end(),
            [](Row const& a, Row const& b) { return std::stoull(a.at("bytes")) < std::stoull(b.at("bytes")); });
  std::string const asked = environment("LEXIKOS_CORPUS_TEXTS");
  auto const names = split(asked, ',');
  std::erase_if(rows, [&](Row const& row) {
    if (!asked.empty() && asked != "all") return std::find(names.begin(), names.end(), row.at("file")) == names.end();
    return row.at("sha256_sa_u32le") == "-";
  });
  if (asked.empty()) rows.resize(std::min<std::size_t>(rows.size(), 3));
  return rows;
}

inline std::string quoted(fs::path const& path)
{
  std::string quoted = "'";
  for (char const c : path.string()) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

/// SHA-256 of the bytes, by the program sha256sum. The table's are of little-endian integers, which these machines have.
inline std::string sha256(void const* data, std::size_t bytes, fs::path const& scratch)
{
  fs::path const result = scratch / "sha256";
  std::FILE* const pipe = popen(("sha256sum > " + quoted(result)).c_str(), "w");
  REQUIRE(pipe != nullptr);
  bool const written = std::fwrite(data, 1, bytes, pipe) == bytes;
  bool const ended = pclose(pipe) == 0;
  REQUIRE((written && ended));
  std::string sum;
  std::ifstream(result) >> sum;
  return sum;
}

/// A folder that goes when the test ends, however it ends.
class Scratch
{
 public:
  Scratch()
  {
    std::string pattern = (fs::temp_directory_path() / "lexikos-corpus-XXXXXX").string();
    REQUIRE(mkdtemp(pattern.data()) != nullptr);
    m_folder = pattern;
  }
  Scratch(Scratch const&) = delete;
  Scratch& operator=(Scratch const&) = delete;
  ~Scratch()
  {
    std::error_code ignored;
    fs::remove_all(m_folder, ignored);
  }

  [[nodiscard]] fs::path const& folder() const { return m_folder; }

 private:
  fs::path m_folder;
};

/// Where the text lies, after unpacking it into the scratch folder if it is packed; empty if it is not there, or if no xz
/// is there to unpack it.
inline fs::path find_text(fs::path const& corpus, std::string const& name, fs::path const& scratch)
{
  if (fs::exists(corpus / name)) return corpus / name;
  fs::path const packed = corpus / (name + ".xz");
  if (!fs::exists(packed) || std::system("xz --version > /dev/null 2>&1") != 0) return {};
  REQUIRE(std::system(("xz -dc " + quoted(packed) + " > " + quoted(scratch / "text")).c_str()) == 0);
  return scratch / "text";
}

inline std::vector<std::uint8_t> read_text(fs::path const& file, Row const& row, fs::path const& scratch)
{
  std::ifstream in(file, std::ios::binary);
  std::vector<std::uint8_t> text(std::stoull(row.at("bytes")));
  in.read(reinterpret_cast<char*>(text.data()), static_cast<std::streamsize>(text.size()));
  REQUIRE(static_cast<std::size_t>(in.gcount()) == text.size());
  REQUIRE(sha256(text.data(), text.size(), scratch) == row.at("sha256_text"));
  return text;
}

/// Calls expect(row, text, scratch folder) for every text asked for that is there.
template <class Expect>
void for_each_text(Expect const& expect)
{
  fs::path const corpus = corpus_folder();
  fs::path const table = corpus / "expected.tsv";
  if (!fs::exists(table)) {
    MESSAGE("skipped: there is no " << table.string() << "; set LEXIKOS_CORPUS");
    return;
  }
  Scratch const scratch;
  auto const rows = chosen(read_table(table));
  CHECK_FALSE(rows.empty());
  for (Row const& row : rows) {
    CAPTURE(row.at("file"));
    fs::path const file = find_text(corpus, row.at("file"), scratch.folder());
    if (file.empty())
      MESSAGE("skipped: " << corpus.string() << " has no " << row.at("file") << ", and no " << row.at("file")
                          << ".xz with an xz program to unpack it");
    else
      expect(row, read_text(file, row, scratch.folder()), scratch.folder());
  }
}

}  // namespace lexikos::corpus
