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
  std::string lcp_sha256;           ///< likewise
  std::string bwt_sha256;
  std::size_t primary_index = 0;  ///< with bwt_sha256
  std::size_t maximum_lcp = 0;    ///< with lcp_sha256
};

/// Columns are found by their names in the table's first line: file, bytes, sha256_sa_u32le; and, where it has them,
/// max_lcp, sha256_lcp_u32le, bwt_primary_index, sha256_bwt. Throws std::runtime_error.
[[nodiscard]] std::vector<ExpectedText> read_expected(std::string const& path);

}  // namespace lexikos::bench
