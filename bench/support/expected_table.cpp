// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bench/support/expected_table.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace lexikos::bench
{

namespace
{

std::vector<std::string> cells(std::string const& line)
{
  std::vector<std::string> result;
  std::istringstream stream(line);
  for (std::string cell; std::getline(stream, cell, '\t');) result.push_back(cell);
  return result;
}

}  // namespace

std::vector<ExpectedText> read_expected(std::string const& path)
{
  std::ifstream file(path);
  std::string line;
  if (!std::getline(file, line)) throw std::runtime_error("cannot read " + path);
  auto const header = cells(line);
  auto const column = [&](char const* name) {
    auto const found = std::ranges::find(header, name);
    if (found == header.end()) throw std::runtime_error(path + " has no column " + name);
    return static_cast<std::size_t>(found - header.begin());
  };
  std::size_t const name = column("file");
  std::size_t const bytes = column("bytes");
  std::size_t const checksum = column("sha256_sa_u32le");
  std::vector<ExpectedText> texts;
  while (std::getline(file, line)) {
    auto row = cells(line);
    row.resize(header.size());
    bool const has_checksum = row[checksum].size() == 64;
    texts.push_back({row[name], std::stoull(row[bytes]), has_checksum ? row[checksum] : std::string()});
  }
  return texts;
}

}  // namespace lexikos::bench
