// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lexikos::app
{

/// Where the documents of a file lie, by a file of offsets: little-endian 64-bit numbers of bytes, one more than documents,
/// ascending.
struct DocumentOffsetsFile
{
  std::string path;           ///< of the offsets
  std::uint64_t text_bytes;   ///< of the file with the documents
  unsigned symbol_bytes = 1;  ///< that offsets are multiples of
  bool is_whole = false;      ///< every byte has to lie in a document
};

/// The offsets in symbols. Failure (unreadable_input), with the first one that is wrong.
[[nodiscard]] std::vector<std::uint64_t> read_document_offsets(DocumentOffsetsFile const& file);

}  // namespace lexikos::app
