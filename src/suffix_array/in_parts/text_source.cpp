// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "suffix_array/in_parts/text_source.hpp"

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <array>
#include <iterator>
#include <lexikos/detail/execution_spaces.hpp>
#include <limits>
#include <type_traits>

#include "backends/primitives.hpp"
#include "common/copy_from_host.hpp"
#include "common/host_containers.hpp"
#include "common/primitive_bytes.hpp"
#include "common/read_back.hpp"

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
SourceAlphabet find_values(SourceReader<ExecutionSpace>& reader)
{
  SourceAlphabet result;
  auto& values = result.values;
  reader.for_each_chunk([&](ExecutionSpace const& instance, detail::TextChunk const& chunk) {
    auto const found = distinct_symbols<Symbol>(reader.context(), instance, chunk);
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

using ByteCounts = std::array<std::uint64_t, 256>;

template <class Counts>
struct AddCounts
{
  Counts some;
  Counts sum;

  KOKKOS_FUNCTION void operator()(std::size_t symbol) const { sum(symbol) += some(symbol); }
};

/// How often each byte occurs in chunks that are handed to it one after the other. Workspace is taken in the caller's scope.
template <class ExecutionSpace>
class ByteCounter
{
  using Counts = Span<std::uint64_t, typename ExecutionSpace::memory_space>;

 public:
  explicit ByteCounter(Context<ExecutionSpace> const& context)
      : m_context(context),
        m_some(context.template take<std::uint64_t>(256)),
        m_sum(context.template take<std::uint64_t>(256))
  {
    Kokkos::deep_copy(context.space, m_sum, 0);
    context.space.fence("lexikos::suffix_array::byte_counter");  // others' instances add to it
  }

  void add(ExecutionSpace const& instance, detail::TextChunk const& chunk)
  {
    primitives::histogram(instance, symbols_of<std::uint8_t, ExecutionSpace>(chunk), m_some, m_context.workspace);
    Kokkos::parallel_for("lexikos::suffix_array::add_counts",
                         backends::Range<ExecutionSpace>(instance, 0, m_sum.extent(0)),
                         AddCounts<Counts>{m_some, m_sum});
  }

  /// Once all chunks are done. Fences.
  [[nodiscard]] ByteCounts counts() const
  {
    ByteCounts result;
    Kokkos::deep_copy(m_context.space, Span<std::uint64_t, Kokkos::HostSpace>(result.data(), result.size()), m_sum);
    m_context.space.fence("lexikos::suffix_array::byte_counter");
    return result;
  }

 private:
  Context<ExecutionSpace> const& m_context;
  Counts m_some;
  Counts m_sum;
};

template <class ExecutionSpace>
SourceAlphabet count_bytes_of(SourceReader<ExecutionSpace>& reader)
{
  Workspace::Scope const scope(reader.context().workspace);
  ByteCounter<ExecutionSpace> counter(reader.context());
  reader.for_each_chunk(
      [&](ExecutionSpace const& instance, detail::TextChunk const& chunk) { counter.add(instance, chunk); });
  return {alphabet_of_bytes(counter.counts(), reader.source().text.symbols), {}};
}

/// Whether all bytes that occur have a code.
bool has_all(Alphabet const& alphabet, ByteCounts const& counts)
{
  for (std::size_t byte = 0; byte < counts.size(); ++byte) {
    bool const has_code = alphabet.code[byte] < alphabet.size && alphabet.symbol[alphabet.code[byte]] == byte;
    if (counts[byte] != 0 && !has_code) return false;
  }
  return true;
}

/// The words of a chunk, which starts with one, and another of zeros, where the next chunk goes on.
template <class MemorySpace>
Span<std::uint64_t, MemorySpace> words_of_chunk(Span<std::uint64_t, MemorySpace> const& words,
                                                detail::TextChunk const& chunk, int bits)
{
  return Span<std::uint64_t, MemorySpace>(words.data() + chunk.first / 64 * bits, packed_words(chunk.count, bits));
}

/// Packs a text of bytes; of a guessed alphabet, counts them all and sets it right.
/// \return whether no byte lacked a code
template <class ExecutionSpace>
bool pack_bytes(SourceReader<ExecutionSpace>& reader, SourceAlphabet& alphabet,
                Span<std::uint64_t, typename ExecutionSpace::memory_space> const& words)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  auto const& context = reader.context();
  Workspace::Scope const scope(context.workspace);
  std::optional<ByteCounter<ExecutionSpace>> counter;
  if (alphabet.is_guessed) counter.emplace(context);
  // once: a copy for each chunk would wait for the copy of the next one
  ByteCodes<MemorySpace> const codes{detail::copy_from_host(context.space, alphabet.alphabet.code, context.workspace)};
  int const bits = alphabet.alphabet.bits;
  reader.for_each_chunk([&](ExecutionSpace const& instance, detail::TextChunk const& chunk) {
    pack_words(instance, symbols_of<std::uint8_t, ExecutionSpace>(chunk), codes, bits,
               words_of_chunk(words, chunk, bits));
    if (counter) counter->add(instance, chunk);
  });
  if (!counter) return true;
  auto const counts = counter->counts();
  Alphabet const counted = alphabet_of_bytes(counts, reader.source().text.symbols);
  bool const is_right = has_all(alphabet.alphabet, counts);
  if (is_right) {
    alphabet.alphabet.size = counted.size;
    alphabet.alphabet.entropy = counted.entropy;
  }
  else
    alphabet.alphabet = counted;
  alphabet.is_guessed = false;
  return is_right;
}

template <class Symbol, class ExecutionSpace>
void pack_values(SourceReader<ExecutionSpace>& reader, SourceAlphabet const& alphabet,
                 Span<std::uint64_t, typename ExecutionSpace::memory_space> const& words)
{
  auto const& context = reader.context();
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Key = KeyOf<Symbol>;
  Workspace::Scope const scope(context.workspace);
  auto const values = context.template take<Key>(alphabet.values.size());
  auto const on_host = detail::with_host_memory("the distinct symbols of a text", [&] {
    return std::vector<Key>(alphabet.values.begin(), alphabet.values.end());
  });
  Kokkos::deep_copy(context.space, values, Span<Key const, Kokkos::HostSpace>(on_host.data(), on_host.size()));
  context.space.fence("lexikos::suffix_array::values");
  int const bits = alphabet.alphabet.bits;
  reader.for_each_chunk([&](ExecutionSpace const& instance, detail::TextChunk const& chunk) {
    pack_words(instance, symbols_of<Symbol, ExecutionSpace>(chunk), SearchedCodes<Key, MemorySpace>{values}, bits,
               words_of_chunk(words, chunk, bits));
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
std::size_t pack_text_bytes(TextSource const& source, std::size_t distinct)
{
  std::size_t const tables = 4 * Workspace::alignment;
  if (source.text.symbol_bytes == 1) return tables + (source.copies ? find_alphabet_bytes<ExecutionSpace>(source) : 0);
  return (source.text.symbol_bytes == 8 ? 8 : 4) * distinct + tables;
}

template <class ExecutionSpace>
SourceReader<ExecutionSpace>::SourceReader(Context<ExecutionSpace> const& context, TextSource const& source,
                                           Span<std::uint8_t, detail::PinnedSpace> const& staging)
    : m_context(context), m_source(source)
{
  if (source.copies)
    m_stream.emplace(context.space,
                     typename detail::TextStream<ExecutionSpace>::Options{.chunk = source.chunk(),
                                                                          .always_copies = true,
                                                                          .resource = &context.workspace.resource(),
                                                                          .staging = staging});
}

std::optional<SourceAlphabet> guess_alphabet(TextSource const& source, std::size_t looked_at)
{
  if (!source.copies || source.text.symbol_bytes != 1) return {};
  constexpr std::size_t max_places = 256;  // a file that is mapped may have to be read at each
  std::size_t const n = source.text.symbols;
  std::size_t const places = std::min(max_places, n);
  std::size_t const stride = n / places;
  std::size_t const block = std::clamp<std::size_t>(looked_at / places, 1, stride);
  ByteCounts counts{};
  for (std::size_t first = 0; first + stride <= n; first += stride)
    for (std::size_t i = first; i < first + block; ++i) ++counts[source.text.data[i]];
  std::size_t const counted = n / stride * block;
  Alphabet alphabet = alphabet_of_bytes(counts, counted);
  if (alphabet.bits == 8) {  // others do not need more: each byte is its own code then
    for (auto& count : counts) count = std::max<std::uint64_t>(count, 1);
    alphabet = alphabet_of_bytes(counts, counted);
  }
  return SourceAlphabet{alphabet, {}, true};
}

template <class ExecutionSpace>
SourceAlphabet find_alphabet(SourceReader<ExecutionSpace>& reader)
{
  switch (reader.source().text.symbol_bytes) {
    case 1:
      return count_bytes_of(reader);
    case 2:
      return find_values<std::uint16_t>(reader);
    case 4:
      return find_values<std::uint32_t>(reader);
    default:
      return find_values<std::uint64_t>(reader);
  }
}

template <class ExecutionSpace>
bool pack_text(SourceReader<ExecutionSpace>& reader, SourceAlphabet& alphabet,
               Span<std::uint64_t, typename ExecutionSpace::memory_space> const& memory)
{
  switch (reader.source().text.symbol_bytes) {
    case 1:
      return pack_bytes(reader, alphabet, memory);
    case 2:
      pack_values<std::uint16_t>(reader, alphabet, memory);
      break;
    case 4:
      pack_values<std::uint32_t>(reader, alphabet, memory);
      break;
    default:
      pack_values<std::uint64_t>(reader, alphabet, memory);
  }
  return true;
}

#define LEXIKOS_INSTANTIATE(SPACE)                                             \
  template class SourceReader<SPACE>;                                          \
  template std::size_t find_alphabet_bytes<SPACE>(TextSource const&);          \
  template std::size_t pack_text_bytes<SPACE>(TextSource const&, std::size_t); \
  template SourceAlphabet find_alphabet(SourceReader<SPACE>&);                 \
  template bool pack_text(SourceReader<SPACE>&, SourceAlphabet&, Span<std::uint64_t, SPACE::memory_space> const&);
LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos::suffix_array_detail
