// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// A text of any symbols that is packed chunk by chunk, so that only its packed form has to lie where the sort works.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
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
  bool is_guessed = false;            ///< from a part of the text: there may be others, and the entropy is the part's
};

/// Bytes of workspace that counting symbols takes, and that packing takes beside its result; and of the copies of chunks.
template <class ExecutionSpace>
[[nodiscard]] std::size_t find_alphabet_bytes(TextSource const& source);
template <class ExecutionSpace>
[[nodiscard]] std::size_t pack_text_bytes(TextSource const& source, std::size_t distinct);
[[nodiscard]] inline std::size_t source_copy_bytes(TextSource const& source)
{
  return source.copies ? detail::chunks_of_stream * source.chunk_bytes : 0;
}

/// A text that is looked at chunk by chunk, once or several times; its buffers live as long as this.
template <class ExecutionSpace>
class SourceReader
{
 public:
  /// \param staging  pinned memory for chunks_of_stream chunks, which it else takes where it has to
  SourceReader(Context<ExecutionSpace> const& context, TextSource const& source,
               Span<std::uint8_t, detail::PinnedSpace> const& staging);

  /// function(instance, chunk) for all chunks in their order, each done before the next. Fences.
  template <class Function>
  void for_each_chunk(Function const& function)
  {
    auto const& text = m_source.text;
    if (m_stream) return m_stream->for_each_chunk(text, function);
    std::size_t const chunk = m_source.chunk();
    for (std::uint64_t first = 0; first < text.symbols; first += chunk) {
      function(m_context.space, detail::TextChunk{text.data + first * text.symbol_bytes, first,
                                                  std::min<std::uint64_t>(chunk, text.symbols - first)});
      m_context.space.fence("lexikos::suffix_array::chunk");
    }
  }

  [[nodiscard]] Context<ExecutionSpace> const& context() const { return m_context; }
  [[nodiscard]] TextSource const& source() const { return m_source; }

 private:
  Context<ExecutionSpace> const& m_context;
  TextSource m_source;
  std::optional<detail::TextStream<ExecutionSpace>> m_stream;  ///< where chunks are copied
};

/// What can be packed with before all symbols were counted: a text of bytes that has to be copied is copied once then. Looks at
/// `looked_at` of them. Nothing for other texts.
[[nodiscard]] std::optional<SourceAlphabet> guess_alphabet(TextSource const& source, std::size_t looked_at);

/// Counts the symbols, of which there is at least one. Fences. Error (not_supported) for 2^32 distinct symbols and more.
template <class ExecutionSpace>
[[nodiscard]] SourceAlphabet find_alphabet(SourceReader<ExecutionSpace>& reader);

/// Packs the text. A guessed alphabet becomes that of the text; where it lacked a symbol, nothing was packed. Fences.
/// \param memory  packed_words(n, bits) words
/// \return whether the text is packed
template <class ExecutionSpace>
[[nodiscard]] bool pack_text(SourceReader<ExecutionSpace>& reader, SourceAlphabet& alphabet,
                             Span<std::uint64_t, typename ExecutionSpace::memory_space> const& memory);

}  // namespace lexikos::suffix_array_detail
