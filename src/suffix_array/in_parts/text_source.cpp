// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "suffix_array/in_parts/text_source.hpp"

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <type_traits>

#include "backends/primitives.hpp"
#include "common/count_symbols.hpp"
#include "common/host_containers.hpp"
#include "common/primitive_bytes.hpp"
#include "common/read_back.hpp"
#include "system/execution_spaces.hpp"

namespace lexikos::suffix_array_detail
{

namespace
{

/// Symbols as the sorts take keys.
template <class Symbol>
using KeyOf = std::conditional_t<sizeof(Symbol) == 8, std::uint64_t, std::uint32_t>;

template <class From, class To>
struct CopySymbols
{
  From from;
  To to;

  KOKKOS_FUNCTION void operator()(std::size_t i) const { to(i) = from(i); }
};

/// The code of a symbol: how many of the distinct ones are smaller.
template <class Key, class MemorySpace>
struct SearchedCodes
{
  Span<Key, MemorySpace> values;

  template <class Symbol>
  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t operator()(Symbol symbol) const
  {
    std::size_t begin = 0;
    for (std::size_t size = values.extent(0); size > 1;) {
      std::size_t const half = size / 2;
      if (values(begin + half) <= symbol) begin += half;
      size -= half;
    }
    return begin;
  }
};

/// function(instance, chunk) for all chunks in their order, each done before the next.
template <class ExecutionSpace, class Function>
void for_each_chunk(Context<ExecutionSpace> const& context, TextSource const& source, Function const& function)
{
  auto const& text = source.text;
  std::size_t const chunk = source.chunk();
  if (source.copies) {
    detail::TextStream<ExecutionSpace> stream(
        context.space, {.chunk = chunk, .always_copies = true, .resource = &context.workspace.resource()});
    stream.for_each_chunk(text, function);
    return;
  }
  for (std::uint64_t first = 0; first < text.symbols; first += chunk) {
    function(context.space, detail::TextChunk{text.data + first * text.symbol_bytes, first,
                                              std::min<std::uint64_t>(chunk, text.symbols - first)});
    context.space.fence("lexikos::suffix_array::chunk");
  }
}

template <class Symbol, class ExecutionSpace>
Span<Symbol const, typename ExecutionSpace::memory_space> symbols_of(detail::TextChunk const& chunk)
{
  using Symbols = Span<Symbol const, typename ExecutionSpace::memory_space>;
  return Symbols(reinterpret_cast<Symbol const*>(chunk.data), chunk.count);
}

/// The distinct symbols of a chunk, ascending.
template <class Symbol, class ExecutionSpace>
std::vector<KeyOf<Symbol>> distinct_symbols(Context<ExecutionSpace> const& context, ExecutionSpace const& instance,
                                            detail::TextChunk const& chunk)
{
  using Key = KeyOf<Symbol>;
  using Keys = Span<Key, typename ExecutionSpace::memory_space>;
  using Symbols = Span<Symbol const, typename ExecutionSpace::memory_space>;
  Workspace::Scope const scope(context.workspace);
  primitives::DoubleBuffer<Keys> keys{context.template take<Key>(chunk.count), context.template take<Key>(chunk.count)};
  auto const offsets = context.template take<std::uint32_t>(chunk.count + 1);
  Kokkos::parallel_for("lexikos::suffix_array::copy_symbols", backends::Range<ExecutionSpace>(instance, 0, chunk.count),
                       CopySymbols<Symbols, Keys>{symbols_of<Symbol, ExecutionSpace>(chunk), keys.current});
  primitives::radix_sort_keys(instance, keys, 0, 8 * sizeof(Symbol), context.workspace);
  std::size_t const distinct =
      primitives::run_length_encode(instance, keys.current, keys.other, offsets, context.workspace);
  return detail::read_all_back(instance, first_of(keys.other, distinct));
}

template <class Symbol, class ExecutionSpace>
SourceAlphabet find_values(Context<ExecutionSpace> const& context, TextSource const& source)
{
  SourceAlphabet result;
  auto& values = result.values;
  for_each_chunk(context, source, [&](ExecutionSpace const& instance, detail::TextChunk const& chunk) {
    auto const found = distinct_symbols<Symbol>(context, instance, chunk);
    detail::with_host_memory("the distinct symbols of a text", [&] {
      std::vector<std::uint64_t> merged;
      std::set_union(values.begin(), values.end(), found.begin(), found.end(), std::back_inserter(merged));
      values = std::move(merged);
    });
  });
  detail::require(values.size() <= std::numeric_limits<std::uint32_t>::max(), ErrorCode::not_supported,
                  "a text of 2^32 distinct symbols or more");
  result.alphabet = alphabet_of_integers(static_cast<std::uint32_t>(values.size() - 1));
  return result;
}

template <class ExecutionSpace>
SourceAlphabet count_bytes_of(Context<ExecutionSpace> const& context, TextSource const& source)
{
  std::array<std::uint64_t, 256> counts{};
  for_each_chunk(context, source, [&](ExecutionSpace const& instance, detail::TextChunk const& chunk) {
    auto const of_chunk =
        detail::count_bytes(instance, symbols_of<std::uint8_t, ExecutionSpace>(chunk), context.workspace);
    for (std::size_t symbol = 0; symbol < counts.size(); ++symbol) counts[symbol] += of_chunk[symbol];
  });
  return {alphabet_of_bytes(counts, source.text.symbols), {}};
}

/// The words of a chunk, which starts with one, and another of zeros, where the next chunk goes on.
template <class MemorySpace>
Span<std::uint64_t, MemorySpace> words_of_chunk(Span<std::uint64_t, MemorySpace> const& words,
                                                detail::TextChunk const& chunk, int bits)
{
  return Span<std::uint64_t, MemorySpace>(words.data() + chunk.first / 64 * bits, packed_words(chunk.count, bits));
}

template <class Symbol, class ExecutionSpace>
void pack_values(Context<ExecutionSpace> const& context, TextSource const& source, SourceAlphabet const& alphabet,
                 Span<std::uint64_t, typename ExecutionSpace::memory_space> const& words)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Key = KeyOf<Symbol>;
  using Pack =
      PackWord<Span<Symbol const, MemorySpace>, SearchedCodes<Key, MemorySpace>, Span<std::uint64_t, MemorySpace>>;
  Workspace::Scope const scope(context.workspace);
  auto const values = context.template take<Key>(alphabet.values.size());
  auto const on_host = detail::with_host_memory("the distinct symbols of a text", [&] {
    return std::vector<Key>(alphabet.values.begin(), alphabet.values.end());
  });
  Kokkos::deep_copy(context.space, values, Span<Key const, Kokkos::HostSpace>(on_host.data(), on_host.size()));
  context.space.fence("lexikos::suffix_array::values");
  int const bits = alphabet.alphabet.bits;
  for_each_chunk(context, source, [&](ExecutionSpace const& instance, detail::TextChunk const& chunk) {
    auto const words_of = words_of_chunk(words, chunk, bits);
    Kokkos::parallel_for("lexikos::suffix_array::pack_values",
                         backends::Range<ExecutionSpace>(instance, 0, words_of.extent(0)),
                         Pack{symbols_of<Symbol, ExecutionSpace>(chunk), {values}, words_of, bits});
  });
}

}  // namespace

template <class ExecutionSpace>
std::size_t find_alphabet_bytes(TextSource const& source)
{
  std::size_t const chunk = std::min<std::size_t>(source.chunk(), source.text.symbols);
  std::size_t const padding = std::size_t{8} << 10;
  if (source.text.symbol_bytes == 1) return detail::histogram_bytes<ExecutionSpace>(256) + padding;
  std::size_t const key = source.text.symbol_bytes == 8 ? 8 : 4;
  return (2 * key + 4 + 5) * chunk + detail::sort_bytes<ExecutionSpace>(chunk) +
         detail::scan_bytes<ExecutionSpace>(chunk) + padding;
}

template <class ExecutionSpace>
SourceAlphabet find_alphabet(Context<ExecutionSpace> const& context, TextSource const& source)
{
  switch (source.text.symbol_bytes) {
    case 1:
      return count_bytes_of(context, source);
    case 2:
      return find_values<std::uint16_t>(context, source);
    case 4:
      return find_values<std::uint32_t>(context, source);
    default:
      return find_values<std::uint64_t>(context, source);
  }
}

template <class ExecutionSpace>
PackedText<typename ExecutionSpace::memory_space> pack_text(
    Context<ExecutionSpace> const& context, TextSource const& source, SourceAlphabet const& alphabet,
    Span<std::uint64_t, typename ExecutionSpace::memory_space> const& memory)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  int const bits = alphabet.alphabet.bits;
  switch (source.text.symbol_bytes) {
    case 1:
      for_each_chunk(context, source, [&](ExecutionSpace const& instance, detail::TextChunk const& chunk) {
        Workspace::Scope const scope(context.workspace);
        SymbolText<MemorySpace> const text(symbols_of<std::uint8_t, ExecutionSpace>(chunk));
        static_cast<void>(
            pack_text(instance, text, alphabet.alphabet, words_of_chunk(memory, chunk, bits), context.workspace));
      });
      break;
    case 2:
      pack_values<std::uint16_t>(context, source, alphabet, memory);
      break;
    case 4:
      pack_values<std::uint32_t>(context, source, alphabet, memory);
      break;
    default:
      pack_values<std::uint64_t>(context, source, alphabet, memory);
  }
  return {memory, source.text.symbols, bits};
}

#define LEXIKOS_INSTANTIATE(SPACE)                                                                                    \
  template std::size_t find_alphabet_bytes<SPACE>(TextSource const&);                                                 \
  template SourceAlphabet find_alphabet(Context<SPACE> const&, TextSource const&);                                    \
  template PackedText<SPACE::memory_space> pack_text(Context<SPACE> const&, TextSource const&, SourceAlphabet const&, \
                                                     Span<std::uint64_t, SPACE::memory_space> const&);
LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos::suffix_array_detail
