// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// How many symbols two suffixes have in common, neither of which need be on this rank: those of both are fetched from their
// owners, for many pairs at a time, in chunks that double as long as they are equal.

#include <Kokkos_BitManipulation.hpp>

#include "common/items_of_segments.hpp"
#include "distributed/lookup.hpp"
#include "suffix_array/text/packed_text.hpp"

namespace lexikos::distributed_detail
{

using suffix_array_detail::PackedText;

/// Pairs of suffixes, and how many of their first symbols are known to be equal.
template <class MemorySpace>
struct SuffixPairs
{
  Span<std::uint64_t, MemorySpace> first;
  Span<std::uint64_t, MemorySpace> second;
  Span<std::uint64_t, MemorySpace> lengths;
};

/// What is asked for in a round: request a is of the a-th listed pair's first suffix, and m + a of its second.
template <class MemorySpace>
struct ChunkRequests
{
  SuffixPairs<MemorySpace> pairs;
  Span<std::uint32_t, MemorySpace> active;
  BlocksOnDevice<MemorySpace> blocks;
  std::uint64_t most;  ///< symbols of a chunk

  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t total() const { return blocks.firsts(blocks.firsts.extent(0) - 1); }
  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t start(std::size_t request) const
  {
    std::size_t const m = active.extent(0);
    std::uint32_t const pair = active(request % m);
    return (request < m ? pairs.first(pair) : pairs.second(pair)) + pairs.lengths(pair);
  }
  /// Up to the end of the block; 0 at the end of the text.
  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t room(std::size_t request) const
  {
    std::uint64_t const position = start(request);
    return position < total() ? blocks.firsts(blocks.owner(position) + 1) - position : 0;
  }
  /// Symbols of a pair's chunks, which both lie in one block each.
  [[nodiscard]] KOKKOS_FUNCTION std::uint32_t symbols(std::size_t request) const
  {
    std::size_t const a = request % active.extent(0);
    return static_cast<std::uint32_t>(Kokkos::min(Kokkos::min(room(a), room(active.extent(0) + a)), most));
  }
  /// Where it lies; chunks of no symbols are asked of nobody in particular.
  KOKKOS_FUNCTION std::uint64_t operator()(std::size_t request) const
  {
    return Kokkos::min(start(request), total() - 1);
  }
};

template <class MemorySpace>
struct SymbolsOfRequest
{
  ChunkRequests<MemorySpace> requests;
  KOKKOS_FUNCTION std::uint32_t operator()(std::size_t request) const { return requests.symbols(request); }
};

/// Words of chunks, and 0 behind the last.
template <class Symbols>
struct WordsOfChunk
{
  Symbols symbols;
  std::size_t count;
  std::uint32_t per_word;
  KOKKOS_FUNCTION std::uint64_t operator()(std::size_t i) const
  {
    return i < count ? (symbols(i) + per_word - 1) / per_word : 0;
  }
};

/// The w-th word of what was asked for, from its highest bit on.
template <class MemorySpace>
struct CopyChunk
{
  PackedText<MemorySpace> text;
  std::uint32_t const* offsets;
  std::uint32_t const* symbols;
  std::uint64_t const* places;
  std::uint64_t* words;

  KOKKOS_FUNCTION void operator()(std::size_t request, std::size_t w) const
  {
    auto const per_word = static_cast<std::uint64_t>(64 / text.bits);
    std::uint64_t const done = (w - places[request]) * per_word;
    int const count = static_cast<int>(Kokkos::min(symbols[request] - done, per_word));
    words[w] = text.symbols(offsets[request] + done, count) << (64 - count * text.bits);
  }
};

/// Lengthens a pair's common prefix by its chunks; flags(a) = 1 where these are equal and there is more.
template <class MemorySpace>
struct CompareChunks
{
  ChunkRequests<MemorySpace> requests;
  Span<std::uint64_t, MemorySpace> places;  ///< of each request's words
  Span<std::uint64_t, MemorySpace> words;
  Span<std::uint8_t, MemorySpace> flags;
  int bits;

  KOKKOS_FUNCTION void operator()(std::size_t a) const
  {
    std::size_t const m = requests.active.extent(0);
    auto const per_word = static_cast<std::uint32_t>(64 / bits);
    std::uint32_t const symbols = requests.symbols(a);
    std::uint64_t equal = 0;
    for (std::uint64_t w = 0; equal < symbols; ++w) {
      std::uint64_t const differ = words(places(a) + w) ^ words(places(m + a) + w);
      equal +=
          differ == 0 ? per_word : static_cast<std::uint64_t>(Kokkos::Experimental::countl_zero_builtin(differ) / bits);
      if (differ != 0) break;
    }
    bool const is_equal = equal >= symbols;
    std::uint64_t& length = requests.pairs.lengths(requests.active(a));
    length += is_equal ? symbols : equal;
    bool const is_at_end = requests.start(a) >= requests.total() || requests.start(m + a) >= requests.total();
    flags(a) = is_equal && !is_at_end ? 1 : 0;
  }
};

/// Compares pairs to the end. Collective; one object a batch of pairs.
template <class ExecutionSpace>
class CommonPrefixes
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  template <class T>
  using Values = SpanOn<T, ExecutionSpace>;

 public:
  /// \param text    this rank's block
  /// \param blocks  of the text, which is not empty
  /// \param words   of chunks that are fetched at a time, about: those of a rank's pairs have one each at least
  CommonPrefixes(Context<ExecutionSpace> const& context, PackedText<MemorySpace> const& text, Blocks const& blocks,
                 std::size_t words)
      : m_context(context),
        m_text(text),
        m_per_word(static_cast<std::uint32_t>(64 / text.bits)),
        m_blocks(on_device(context, blocks)),
        m_words(words)
  {}

  /// Takes lengths to what the pairs have in common. Scratch: 80 bytes a pair, and the chunks, there and here.
  void find(SuffixPairs<MemorySpace> const& pairs) const
  {
    Workspace::Scope const scope(m_context.workspace);
    std::size_t left = pairs.first.extent(0);
    auto active = m_context.template take<std::uint32_t>(left);
    auto next = m_context.template take<std::uint32_t>(left);
    primitives::iota(m_context.space, active);
    for (std::uint64_t words = 1; is_any(left); words *= 2) {
      auto const listed = backends::subspan(active, 0, left);
      std::uint64_t const most = Kokkos::max<std::uint64_t>(1, Kokkos::min<std::uint64_t>(words, m_words / (left + 1)));
      left = round({pairs, listed, m_blocks, most * m_per_word}, next);
      std::swap(active, next);
    }
  }

 private:
  [[nodiscard]] bool is_any(std::size_t mine) const
  {
    auto const all = m_context.ranks().all_gather(static_cast<std::uint64_t>(mine));
    return std::any_of(all.begin(), all.end(), [](std::uint64_t count) { return count != 0; });
  }

  /// Offsets of words; in the caller's scope.
  template <class Symbols>
  [[nodiscard]] Values<std::uint64_t> places_of(Symbols const& symbols, std::size_t count) const
  {
    auto const places = m_context.template take<std::uint64_t>(count + 1);
    fill_by(m_context.space, "lexikos::distributed::words_of_chunks", places,
            WordsOfChunk<Symbols>{symbols, count, m_per_word});
    primitives::exclusive_scan(m_context.space, places, places, primitives::Sum{}, m_context.workspace);
    return places;
  }

  /// Of the words of each rank's requests.
  [[nodiscard]] std::vector<std::uint64_t> words_of_ranks(Values<std::uint64_t> const& places,
                                                          std::vector<std::uint64_t> const& firsts,
                                                          std::vector<std::uint64_t> const& counts) const
  {
    std::vector<std::uint64_t> words(counts.size());
    for (std::size_t r = 0; r < counts.size(); ++r)
      if (counts[r] != 0)
        words[r] = detail::read_back(m_context.space, places, firsts[r] + counts[r]) -
                   detail::read_back(m_context.space, places, firsts[r]);
    return words;
  }

  /// Lists the pairs that may have more in common in `next`. Returns how many there are.
  [[nodiscard]] std::size_t round(ChunkRequests<MemorySpace> const& requests, Values<std::uint32_t> const& next) const
  {
    ExecutionSpace const& space = m_context.space;
    Workspace::Scope const scope(m_context.workspace);
    std::size_t const n = 2 * requests.active.extent(0);
    SymbolsOfRequest<MemorySpace> const symbols{requests};
    auto const places = m_context.template take<std::uint64_t>(n);
    auto const parts =
        partition(m_context, n, m_context.size(), OwnerOf<decltype(requests), MemorySpace>{requests, m_blocks});
    Routes const there = make_routes(m_context.ranks(), parts.counts);
    auto const sent_places = places_of(ordered(symbols, parts.order), n);
    primitives::scatter(space, parts.order, backends::subspan(sent_places, 0, n), places);
    auto const words = m_context.template take<std::uint64_t>(detail::read_back(space, sent_places, n));
    {
      Workspace::Scope const answering(m_context.workspace);
      auto const offsets = m_context.template take<std::uint32_t>(there.received);
      auto const asked = m_context.template take<std::uint32_t>(there.received);
      transfer(m_context, there, parts.order, OffsetInBlock<decltype(requests), MemorySpace>{requests, m_blocks},
               offsets);
      transfer(m_context, there, parts.order, symbols, asked);
      answer(there, offsets, asked, words, words_of_ranks(sent_places, there.send_first, there.send_count));
    }
    std::size_t const m = requests.active.extent(0);
    auto const flags = m_context.template take<std::uint8_t>(m);
    Kokkos::parallel_for("lexikos::distributed::compare_chunks", backends::Range<ExecutionSpace>(space, 0, m),
                         CompareChunks<MemorySpace>{requests, places, words, flags, m_text.bits});
    auto const numbers = m_context.template take<std::uint32_t>(m);
    std::size_t const left = primitives::select_positions(space, flags, numbers, m_context.workspace);
    primitives::gather(space, backends::subspan(numbers, 0, left), requests.active, backends::subspan(next, 0, left));
    return left;
  }

  /// Sends the words of what others have asked for, and receives those of this rank's requests.
  void answer(Routes const& there, Values<std::uint32_t> const& offsets, Values<std::uint32_t> const& asked,
              Values<std::uint64_t> const& words, std::vector<std::uint64_t> const& expected) const
  {
    auto const places = places_of(asked, there.received);
    auto const found =
        m_context.template take<std::uint64_t>(detail::read_back(m_context.space, places, there.received));
    detail::for_each_item(m_context.space, "lexikos::distributed::copy_chunks",
                          {places.data(), there.received, 0, found.extent(0)},
                          CopyChunk<MemorySpace>{m_text, offsets.data(), asked.data(), places.data(), found.data()});
    Routes routes{std::vector<std::uint64_t>(m_context.size()),
                  words_of_ranks(places, there.receive_first, there.receive_count),
                  std::vector<std::uint64_t>(m_context.size()),
                  expected,
                  found.extent(0),
                  words.extent(0)};
    for (std::size_t r = 1; r < m_context.size(); ++r) {
      routes.send_first[r] = routes.send_first[r - 1] + routes.send_count[r - 1];
      routes.receive_first[r] = routes.receive_first[r - 1] + routes.receive_count[r - 1];
    }
    exchange<ExecutionSpace, std::uint64_t>(m_context, routes, found, words);
  }

  Context<ExecutionSpace> const& m_context;
  PackedText<MemorySpace> m_text;
  std::uint32_t m_per_word;
  BlocksOnDevice<MemorySpace> m_blocks;
  std::size_t m_words;
};

}  // namespace lexikos::distributed_detail
