// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// A text as codes, piece by piece: what the builders of levels read. They do not know its symbols, so that they are compiled
// once for all.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/allocate.hpp>
#include <lexikos/detail/wavelet_access.hpp>
#include <lexikos/wavelet_options.hpp>
#include <lexikos/workspace.hpp>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include "backends/launch.hpp"
#include "wavelet/strips.hpp"
#include "wavelet/symbol_counts.hpp"
#include "wavelet/tuning.hpp"

namespace lexikos::wavelet_detail
{

template <class ExecutionSpace>
class CodedText
{
 public:
  using MemorySpace = typename ExecutionSpace::memory_space;

  CodedText(std::size_t size, std::size_t piece_size) : m_size(size), m_piece_size(piece_size) {}
  CodedText(CodedText const&) = delete;
  CodedText& operator=(CodedText const&) = delete;
  virtual ~CodedText() = default;

  [[nodiscard]] std::size_t size() const { return m_size; }
  /// Symbols of the longest piece that may be asked for: all, where the memory budget allows.
  [[nodiscard]] std::size_t piece_size() const { return m_piece_size; }
  /// How often each code occurs in the text.
  [[nodiscard]] std::vector<std::uint64_t> const& counts() const { return m_counts; }
  /// Bytes of a code: 1, 2 or 4.
  [[nodiscard]] unsigned code_bytes() const { return m_counts.size() <= 256 ? 1 : m_counts.size() <= 65536 ? 2 : 4; }

  /// Uses numbers[code] instead of each code; every number once.
  virtual void renumber(std::vector<std::uint32_t> numbers) = 0;
  /// The codes of a piece of the text, in `room`, or where the text is if it consists of codes. Valid until the next piece
  /// is asked for.
  /// \param room  as many codes
  [[nodiscard]] virtual void const* codes(std::size_t begin, std::size_t count, void* room) = 0;
  /// How often each code occurs in a piece. Fences.
  [[nodiscard]] virtual std::vector<std::uint64_t> counts_of_piece(std::size_t begin, std::size_t count) = 0;

 protected:
  std::vector<std::uint64_t> m_counts;

 private:
  std::size_t m_size;
  std::size_t m_piece_size;
};

/// A text of symbols, and whether it is on the host, where kernels cannot read it.
template <class Symbol>
struct SourceText
{
  Symbol const* data;
  std::size_t size;
  bool on_host;
};

/// Symbols of a piece: all, or what the budget allows, in whole strips; a few thousand at least.
template <class Symbol>
std::size_t piece_size_of(std::size_t n, bool on_host, std::size_t memory_budget)
{
  if (memory_budget == 0) return n;
  std::size_t const each = (on_host ? sizeof(Symbol) : 0) + 2 * sizeof(Symbol);
  return std::min(n, std::max(min_chunk, memory_budget / each / strip * strip));
}

/// A text where kernels can read it, piece by piece.
template <class ExecutionSpace, class Symbol>
class PiecewiseText
{
 public:
  using Piece = Span<Symbol const, typename ExecutionSpace::memory_space>;

  /// A text that kernels can read where it is, or has to be copied; then pieces are of at most `longest` symbols, for which
  /// memory is taken.
  PiecewiseText(ExecutionSpace const& space, SourceText<Symbol> const& text, std::size_t longest, Workspace& workspace)
      : m_space(space), m_text(text.data)
  {
    if (text.on_host)
      m_copy = workspace.take<Symbol, typename ExecutionSpace::memory_space>(std::min(text.size, longest));
  }

  /// Valid until the next piece is asked for.
  [[nodiscard]] Piece piece(std::size_t begin, std::size_t count)
  {
    if (m_copy.data() == nullptr) return Piece(m_text + begin, count);
    Span<Symbol, typename ExecutionSpace::memory_space> const copy(m_copy.data(), count);
    if (begin != m_begin || count != m_count)
      Kokkos::deep_copy(m_space, copy, Span<Symbol const, Kokkos::HostSpace>(m_text + begin, count));
    m_begin = begin;
    m_count = count;
    return copy;
  }

 private:
  ExecutionSpace m_space;
  Symbol const* m_text;
  Span<Symbol, typename ExecutionSpace::memory_space> m_copy;
  std::size_t m_begin = std::numeric_limits<std::size_t>::max();
  std::size_t m_count = 0;
};

template <class ExecutionSpace, class Symbol>
WaveletAlphabet<typename ExecutionSpace::memory_space, Symbol> make_alphabet(ExecutionSpace const& space,
                                                                             std::vector<Symbol> const& symbols,
                                                                             MemoryResource& resource)
{
  if (symbols.empty()) return {};
  bool const is_dense = symbols.back() == symbols.size() - 1;
  std::vector<std::uint32_t> table;
  if (!is_dense && symbols.back() < detail::WaveletAccess::max_table_entries) {
    std::uint32_t code = 0;
    for (std::uint64_t value = 0; value <= symbols.back(); ++value) {
      table.push_back(code);
      code += symbols[code] == value;
    }
  }
  return detail::WaveletAccess::alphabet(detail::copy_from_host(space, resource, "lexikos::wavelet::symbols", symbols),
                                         detail::copy_from_host(space, resource, "lexikos::wavelet::codes", table),
                                         is_dense);
}

/// codes(i) = the number of text(i): its alphabet's code, or what the table says of that.
template <class Alphabet, class TextSpan, class CodeSpan, class Numbers>
struct EncodeText
{
  Alphabet alphabet;
  TextSpan text;
  CodeSpan codes;
  Numbers numbers;  ///< empty: codes as they are

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    std::uint64_t const code = alphabet.code(text[i]);
    codes[i] = static_cast<typename CodeSpan::value_type>(numbers.extent(0) == 0 ? code : numbers[code]);
  }
};

/// A text of symbols, its alphabet, and codes.
template <class ExecutionSpace, class Symbol>
class SymbolText final : public CodedText<ExecutionSpace>
{
  using Base = CodedText<ExecutionSpace>;

 public:
  using MemorySpace = typename ExecutionSpace::memory_space;

  /// Counts the text. Takes memory for pieces that are copied. Errors: invalid_argument (a given alphabet that is not
  /// ascending or lacks a symbol), out_of_memory.
  SymbolText(ExecutionSpace const& space, SourceText<Symbol> const& text, WaveletOptions const& options,
             Workspace& workspace)
      : Base(text.size, piece_size_of<Symbol>(text.size, text.on_host, options.memory_budget)),
        m_space(space),
        m_workspace(workspace),
        m_text(space, text, this->piece_size(), workspace)
  {
    std::size_t const n = text.size;
    for (std::size_t begin = 0; begin < n; begin += this->piece_size())
      m_found = merged(m_found,
                       count_symbols(space, m_text.piece(begin, std::min(this->piece_size(), n - begin)), workspace));
    if (!options.alphabet.empty()) m_found = counts_of_alphabet(options.alphabet, m_found);
    m_alphabet = make_alphabet(space, m_found.symbols, workspace.resource());
    this->m_counts = m_found.counts;
  }

  [[nodiscard]] WaveletAlphabet<MemorySpace, Symbol> const& alphabet() const { return m_alphabet; }

  void renumber(std::vector<std::uint32_t> numbers) override
  {
    m_numbers = std::move(numbers);
    for (std::size_t code = 0; code < m_numbers.size(); ++code) this->m_counts[m_numbers[code]] = m_found.counts[code];
    m_number_table = detail::copy_from_host(m_space, m_workspace.resource(), "lexikos::wavelet::numbers", m_numbers);
  }

  [[nodiscard]] void const* codes(std::size_t begin, std::size_t count, void* room) override
  {
    switch (this->code_bytes()) {
      case 1:
        return encode(begin, count, static_cast<std::uint8_t*>(room));
      case 2:
        return encode(begin, count, static_cast<std::uint16_t*>(room));
      default:
        return encode(begin, count, static_cast<std::uint32_t*>(room));
    }
  }

  [[nodiscard]] std::vector<std::uint64_t> counts_of_piece(std::size_t begin, std::size_t count) override
  {
    auto const found = count_symbols(m_space, m_text.piece(begin, count), m_workspace);
    std::vector<std::uint64_t> counts(this->m_counts.size(), 0);
    std::size_t code = 0;
    for (std::size_t i = 0; i < found.symbols.size(); ++i) {
      while (m_found.symbols[code] != found.symbols[i]) ++code;
      counts[m_numbers.empty() ? code : m_numbers[code]] = found.counts[i];
    }
    return counts;
  }

 private:
  template <class Code>
  Code const* encode([[maybe_unused]] std::size_t begin, [[maybe_unused]] std::size_t count, Code* room)
  {
    if constexpr (sizeof(Code) <= sizeof(Symbol)) {  // there are no more codes than symbols
      auto const text = m_text.piece(begin, count);
      if constexpr (std::is_same_v<Code, Symbol>)
        if (detail::WaveletAccess::is_dense(m_alphabet) && m_numbers.empty()) return text.data();
      Span<Code, MemorySpace> const codes(room, count);
      Span<std::uint32_t const, MemorySpace> const numbers(m_number_table.data(), m_number_table.extent(0));
      Kokkos::parallel_for(
          "lexikos::wavelet::encode_text", backends::Range<ExecutionSpace>(m_space, 0, count),
          EncodeText<WaveletAlphabet<MemorySpace, Symbol>, Span<Symbol const, MemorySpace>, Span<Code, MemorySpace>,
                     Span<std::uint32_t const, MemorySpace>>{m_alphabet, text, codes, numbers});
    }
    return room;
  }

  ExecutionSpace m_space;
  Workspace& m_workspace;
  PiecewiseText<ExecutionSpace, Symbol> m_text;
  SymbolCounts<Symbol> m_found;
  WaveletAlphabet<MemorySpace, Symbol> m_alphabet;
  std::vector<std::uint32_t> m_numbers;
  Array<std::uint32_t, MemorySpace> m_number_table;
};

}  // namespace lexikos::wavelet_detail
