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
  auto const column = [&](char const* name, bool is_required) {
    auto const found = std::ranges::find(header, name);
    if (found == header.end() && is_required) throw std::runtime_error(path + " has no column " + name);
    return static_cast<std::size_t>(found - header.begin());
  };
  std::size_t const name = column("file", true);
  std::size_t const bytes = column("bytes", true);
  std::size_t const suffix_array = column("sha256_sa_u32le", true);
  std::size_t const lcp = column("sha256_lcp_u32le", false);
  std::size_t const bwt = column("sha256_bwt", false);
  std::size_t const primary = column("bwt_primary_index", false);
  std::size_t const maximum = column("max_lcp", false);
  std::vector<ExpectedText> texts;
  while (std::getline(file, line)) {
    auto row = cells(line);
    row.resize(header.size() + 1);  // the last cell is that of columns that the table lacks
    auto const checksum = [&](std::size_t c) { return row[c].size() == 64 ? row[c] : std::string(); };
    auto const number = [&](std::size_t c) {
      return row[c].empty() || row[c] == "-" ? 0 : static_cast<std::size_t>(std::stoull(row[c]));
    };
    texts.push_back({row[name], number(bytes), checksum(suffix_array), checksum(lcp), checksum(bwt), number(primary),
                     number(maximum)});
  }
  return texts;
}

}  // namespace lexikos::bench
