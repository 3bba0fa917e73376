// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// A text of any symbols that is packed chunk by chunk, so that only its packed form has to lie where the sort works.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/text_stream.hpp"
#include "suffix_array/context.hpp"
#include "suffix_array/text/alphabet.hpp"
#include "suffix_array/text/packed_text.hpp"

namespace lexikos::suffix_array_detail
{

/// Where a text is, and in what chunks it is looked at.
struct TextSource
{
  detail::TextBytes text;       ///< symbols of 1, 2, 4 or 8 bytes
  bool copies = false;          ///< chunks go to the memory of the execution space; else the text is there
  std::size_t chunk_bytes = 0;  ///< of a chunk, at least 512

  /// Symbols of a chunk: whole words of packed text, however many bits a code has.
  [[nodiscard]] std::size_t chunk() const { return chunk_bytes / text.symbol_bytes / 64 * 64; }
};

/// A text's alphabet; of symbols wider than a byte with the distinct ones, in host memory.
struct SourceAlphabet
{
  Alphabet alphabet;
  std::vector<std::uint64_t> values;  ///< ascending; the code of values[i] is i; empty for bytes
};

/// Bytes of workspace that counting symbols takes, and that packing takes beside its result; and of the copies of chunks.
template <class ExecutionSpace>
[[nodiscard]] std::size_t find_alphabet_bytes(TextSource const& source);
[[nodiscard]] inline std::size_t pack_text_bytes(TextSource const& source, std::size_t distinct)
{
  std::size_t const tables = 4 * Workspace::alignment;
  return source.text.symbol_bytes == 1 ? tables : (source.text.symbol_bytes == 8 ? 8 : 4) * distinct + tables;
}
[[nodiscard]] inline std::size_t source_copy_bytes(TextSource const& source)
{
  return source.copies ? detail::chunks_of_stream * source.chunk_bytes : 0;
}

/// Counts the symbols, of which there is at least one. Fences. Error (not_supported) for 2^32 distinct symbols and more.
template <class ExecutionSpace>
[[nodiscard]] SourceAlphabet find_alphabet(Context<ExecutionSpace> const& context, TextSource const& source);

/// Packs the text. Fences.
/// \param memory  packed_words(n, bits) words
template <class ExecutionSpace>
[[nodiscard]] PackedText<typename ExecutionSpace::memory_space> pack_text(
    Context<ExecutionSpace> const& context, TextSource const& source, SourceAlphabet const& alphabet,
    Span<std::uint64_t, typename ExecutionSpace::memory_space> const& memory);

}  // namespace lexikos::suffix_array_detail
