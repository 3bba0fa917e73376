// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The texts whose windows are compared: one, or one and another after it, each in documents, in host memory or where an
// execution space works.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <array>
#include <cstdint>
#include <lexikos/detail/common_prefix.hpp>
#include <lexikos/workspace.hpp>

#include "common/text_stream.hpp"
#include "common/window_fingerprints.hpp"
#include "duplicates/groups.hpp"

namespace lexikos::duplicates_detail
{

/// Symbols of one of two texts by their positions in both. For kernels where the texts are.
struct TextPair
{
  detail::TextBytes text;
  detail::TextBytes other;

  [[nodiscard]] KOKKOS_INLINE_FUNCTION bool is_of_text(std::uint64_t position) const { return position < text.symbols; }

  /// The bytes from a position on; both texts have symbols of the same width.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION detail::BytesOf from(std::uint64_t position) const
  {
    bool const is_first = is_of_text(position);
    auto const& of = is_first ? text : other;
    std::uint64_t const p = is_first ? position : position - text.symbols;
    return {of.data + p * of.symbol_bytes, (of.symbols - p) * of.symbol_bytes};
  }

  /// Whether as many symbols from p on are those from q on; each lie in one of the texts.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION bool are_equal(std::uint64_t p, std::uint64_t q, std::uint64_t symbols) const
  {
    std::uint64_t const bytes = symbols * text.symbol_bytes;
    return detail::common_prefix(from(p), 0, from(q), 0, bytes) == bytes;
  }
};

/// Texts in chunks. `TextPlace` is the execution space where the texts are: that of the work, or one of the host.
template <class ExecutionSpace, class TextPlace>
class TextParts
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Stream = detail::TextStream<ExecutionSpace>;

 public:
  /// \param chunk    symbols
  TextParts(ExecutionSpace const& space, TextPair const& texts, Collection const& text, Collection const& other,
            typename Stream::Options const& options)
      : m_space(space),
        m_texts(texts),
        m_documents{{{text.documents, text.is_divided, text.size, 0},
                     {other.documents, other.is_divided, other.size, text.size}}},
        m_options(options),
        m_stream(space, options)
  {}

  [[nodiscard]] TextPair const& texts() const { return m_texts; }
  [[nodiscard]] std::uint64_t size() const { return m_texts.text.symbols + m_texts.other.symbols; }
  [[nodiscard]] unsigned symbol_bytes() const { return m_texts.text.symbol_bytes; }

  /// function(instance, windows) with the `ChunkWindows` of all chunks, whose positions are those in both texts.
  template <class Function>
  void for_each_chunk(detail::WindowFingerprints const& fingerprints, Function const& function)
  {
    switch (symbol_bytes()) {
      case 1:
        return for_each_chunk_of<std::uint8_t>(fingerprints, function);
      case 2:
        return for_each_chunk_of<std::uint16_t>(fingerprints, function);
      case 4:
        return for_each_chunk_of<std::uint32_t>(fingerprints, function);
      default:
        return for_each_chunk_of<std::uint64_t>(fingerprints, function);
    }
  }

 private:
  template <class Symbol, class Function>
  void for_each_chunk_of(detail::WindowFingerprints const& fingerprints, Function const& function)
  {
    for_each_chunk_of_text<Symbol>(m_texts.text, m_documents[0], fingerprints, function);
    for_each_chunk_of_text<Symbol>(m_texts.other, m_documents[1], fingerprints, function);
  }

  template <class Symbol, class Function>
  void for_each_chunk_of_text(detail::TextBytes const& text, detail::ChunkDocuments const& documents,
                              detail::WindowFingerprints const& fingerprints, Function const& function)
  {
    auto const with_windows = [&](ExecutionSpace const& instance, detail::TextChunk const& chunk) {
      function(instance,
               detail::ChunkWindows<Symbol>{reinterpret_cast<Symbol const*>(chunk.data), documents.before + chunk.first,
                                            chunk.count, documents, fingerprints});
    };
    if constexpr (std::is_same_v<typename TextPlace::memory_space, MemorySpace>) {
      if (!m_options.always_copies) {
        for (std::uint64_t first = 0; first < text.symbols; first += m_options.chunk)
          with_windows(m_space,
                       {text.data + first * text.symbol_bytes, first, std::min(m_options.chunk, text.symbols - first)});
        return;
      }
    }
    m_stream.for_each_chunk(text, with_windows);
  }

  ExecutionSpace m_space;
  TextPair m_texts;
  std::array<detail::ChunkDocuments, 2> m_documents;
  typename Stream::Options m_options;
  Stream m_stream;
};

}  // namespace lexikos::duplicates_detail
