// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace lexikos::bench
{

/// A line of expected.tsv: a real text, and what its index looks like. Checksums that the table lacks are empty.
struct ExpectedText
{
  std::string name;
  std::size_t bytes = 0;
  std::string suffix_array_sha256;  ///< of the entries as little-endian u32
};

/// Columns are found by their names in the table's first line: file, bytes, sha256_sa_u32le. Throws std::runtime_error.
[[nodiscard]] std::vector<ExpectedText> read_expected(std::string const& path);

}  // namespace lexikos::bench
