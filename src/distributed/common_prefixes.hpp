// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// How many symbols two suffixes have in common, neither of which need be on this rank: what is not here is fetched from its
// owner, for many pairs at a time, in chunks that grow fourfold as long as they are equal.

#include <Kokkos_BitManipulation.hpp>

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

/// What is compared next: side a is of the a-th listed pair's first suffix, and m + a of its second. Each begins after what
/// is known to be equal.
template <class MemorySpace>
struct SidesOfPairs
{
  SuffixPairs<MemorySpace> pairs;
  Span<std::uint32_t, MemorySpace> active;
  BlocksOnDevice<MemorySpace> blocks;
  std::uint64_t own_first;  ///< position of this rank's block
  std::uint64_t own_end;

  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t total() const { return blocks.firsts(blocks.firsts.extent(0) - 1); }
  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t start(std::size_t side) const
  {
    std::size_t const m = active.extent(0);
    std::uint32_t const pair = active(side % m);
    return (side < m ? pairs.first(pair) : pairs.second(pair)) + pairs.lengths(pair);
  }
  [[nodiscard]] KOKKOS_FUNCTION bool is_here(std::uint64_t position) const
  {
    return position >= own_first && position < own_end;
  }
  /// Symbols up to the end of the block that has a position; 0 at the end of the text.
  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t room(std::uint64_t position) const
  {
    if (is_here(position)) return own_end - position;
    return position < total() ? blocks.firsts(blocks.owner(position) + 1) - position : 0;
  }
};

/// What has to be fetched.
template <class MemorySpace>
struct FlagElsewhere
{
  SidesOfPairs<MemorySpace> sides;
  Span<std::uint8_t, MemorySpace> flags;

  KOKKOS_FUNCTION void operator()(std::size_t side) const
  {
    std::uint64_t const position = sides.start(side);
    flags(side) = position < sides.total() && !sides.is_here(position) ? 1 : 0;
  }
};

/// Where the listed sides begin.
template <class MemorySpace>
struct PlaceOfSide
{
  SidesOfPairs<MemorySpace> sides;
  Span<std::uint32_t, MemorySpace> listed;
  KOKKOS_FUNCTION std::uint64_t operator()(std::size_t k) const { return sides.start(listed(k)); }
};

/// Word w of the chunk that begins at an offset, from its highest bit on; zeros after the end of the block.
template <class MemorySpace>
KOKKOS_FUNCTION std::uint64_t word_of_chunk(PackedText<MemorySpace> const& text, std::uint64_t offset, std::uint64_t w)
{
  auto const per_word = static_cast<std::uint64_t>(64 / text.bits);
  std::uint64_t const begin = offset + w * per_word;
  if (begin >= text.n) return 0;
  int const count = static_cast<int>(Kokkos::min<std::uint64_t>(text.n - begin, per_word));
  return text.symbols(begin, count) << (64 - count * text.bits);
}

/// Chunks that others have asked for.
template <class MemorySpace>
struct AnswerChunk
{
  PackedText<MemorySpace> text;
  Span<std::uint32_t, MemorySpace> offsets;
  std::uint64_t words;  ///< of a chunk
  KOKKOS_FUNCTION std::uint64_t operator()(std::size_t i) const
  {
    return word_of_chunk(text, offsets(i / words), i % words);
  }
};

/// Lengthens a pair's common prefix by what is here of both; flags(a) = 1 where that is equal and there is more.
template <class MemorySpace>
struct CompareSides
{
  SidesOfPairs<MemorySpace> sides;
  PackedText<MemorySpace> text;
  Span<std::uint32_t, MemorySpace> places;
  Span<std::uint64_t, MemorySpace> fetched;
  Span<std::uint8_t, MemorySpace> flags;
  std::uint64_t words;       ///< of what was fetched for a side
  std::uint64_t words_here;  ///< that are compared where both suffixes are here

  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t word(std::size_t side, std::uint64_t position, std::uint64_t w) const
  {
    if (sides.is_here(position)) return word_of_chunk(text, position - sides.own_first, w);
    return fetched(places(side) * words + w);
  }

  KOKKOS_FUNCTION void operator()(std::size_t a) const
  {
    std::size_t const m = sides.active.extent(0);
    std::uint64_t const first = sides.start(a);
    std::uint64_t const second = sides.start(m + a);
    bool const are_here = sides.is_here(first) && sides.is_here(second);
    auto const per_word = static_cast<std::uint64_t>(64 / text.bits);
    std::uint64_t const most = (are_here ? words_here : words) * per_word;
    std::uint64_t const symbols = Kokkos::min(Kokkos::min(sides.room(first), sides.room(second)), most);
    std::uint64_t equal = 0;
    for (std::uint64_t w = 0; equal < symbols; ++w) {
      std::uint64_t const differ = word(a, first, w) ^ word(m + a, second, w);
      equal += differ == 0 ? per_word
                           : static_cast<std::uint64_t>(Kokkos::Experimental::countl_zero_builtin(differ) / text.bits);
      if (differ != 0) break;
    }
    bool const is_equal = equal >= symbols;
    sides.pairs.lengths(sides.active(a)) += is_equal ? symbols : equal;
    flags(a) = is_equal && first + symbols < sides.total() && second + symbols < sides.total() ? 1 : 0;
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
        m_own_first(blocks.first(context.rank())),
        m_own_end(blocks.end(context.rank())),
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
    std::uint64_t max_left = largest(left);
    for (std::uint64_t words = 1; max_left != 0; words *= 4) {
      auto const listed = backends::subspan(active, 0, left);
      std::uint64_t const most = std::clamp<std::uint64_t>(m_words / (max_left + 1), 1, words);
      left = round({pairs, listed, m_blocks, m_own_first, m_own_end}, most, next);
      max_left = largest(left);
      std::swap(active, next);
    }
  }

 private:
  /// Of all ranks: a chunk has as many words on each, so that nobody need be told.
  [[nodiscard]] std::uint64_t largest(std::size_t mine) const
  {
    auto const all = m_context.ranks().all_gather(static_cast<std::uint64_t>(mine));
    return *std::max_element(all.begin(), all.end());
  }

  template <class Functor>
  void for_each(char const* label, std::size_t n, Functor const& functor) const
  {
    Kokkos::parallel_for(label, backends::Range<ExecutionSpace>(m_context.space, 0, n), functor);
  }

  /// \param words  of a chunk
  /// Lists the pairs that may have more in common in `next`. Returns how many there are.
  [[nodiscard]] std::size_t round(SidesOfPairs<MemorySpace> const& sides, std::uint64_t words,
                                  Values<std::uint32_t> const& next) const
  {
    ExecutionSpace const& space = m_context.space;
    Workspace::Scope const scope(m_context.workspace);
    std::size_t const m = sides.active.extent(0);
    auto const flags = m_context.template take<std::uint8_t>(2 * m);
    auto const places = m_context.template take<std::uint32_t>(2 * m);
    for_each("lexikos::distributed::flag_elsewhere", 2 * m, FlagElsewhere<MemorySpace>{sides, flags});
    auto const numbers = m_context.template take<std::uint32_t>(2 * m);
    auto const listed =
        backends::subspan(numbers, 0, primitives::select_positions(space, flags, numbers, m_context.workspace));
    auto const fetched = m_context.template take<std::uint64_t>(listed.extent(0) * words);
    fetch(sides, listed, words, fetched, places);

    auto const equal = backends::subspan(flags, 0, m);
    for_each("lexikos::distributed::compare_sides", m,
             CompareSides<MemorySpace>{sides, m_text, places, fetched, equal, words, Kokkos::max(words, words_here)});
    std::size_t const left = primitives::select_positions(space, equal, numbers, m_context.workspace);
    primitives::gather(space, backends::subspan(numbers, 0, left), sides.active, backends::subspan(next, 0, left));
    return left;
  }

  /// Fetches a chunk for each of the listed sides, in an order of their owners, and says which is whose.
  void fetch(SidesOfPairs<MemorySpace> const& sides, Values<std::uint32_t> const& listed, std::uint64_t words,
             Values<std::uint64_t> const& fetched, Values<std::uint32_t> const& places) const
  {
    Workspace::Scope const scope(m_context.workspace);
    using Positions = PlaceOfSide<MemorySpace>;
    Positions const positions{sides, listed};
    auto const by_owner = places_by_part(m_context, listed.extent(0), m_context.size(),
                                         OwnerOf<Positions, MemorySpace>{positions, m_blocks});
    Routes routes = make_routes(m_context.ranks(), by_owner.counts);
    auto const offsets = m_context.template take<std::uint32_t>(routes.received);
    transfer(m_context, routes, by_owner, OffsetInBlock<Positions, MemorySpace>{positions, m_blocks}, offsets);
    auto const answers = m_context.template take<std::uint64_t>(routes.received * words);
    fill_by(m_context.space, "lexikos::distributed::answer_chunks", answers,
            AnswerChunk<MemorySpace>{m_text, offsets, words});
    for (auto* const list : {&routes.send_first, &routes.send_count, &routes.receive_first, &routes.receive_count})
      for (auto& entries : *list) entries *= words;
    routes.sent *= words;
    routes.received *= words;
    exchange<ExecutionSpace, std::uint64_t>(m_context, reversed(routes), answers, fetched);
    primitives::scatter(m_context.space, listed, by_owner.place, places);
  }

  /// What one thread compares at most where that takes no rounds.
  static constexpr std::uint64_t words_here = 64;

  Context<ExecutionSpace> const& m_context;
  PackedText<MemorySpace> m_text;
  std::uint64_t m_own_first;
  std::uint64_t m_own_end;
  BlocksOnDevice<MemorySpace> m_blocks;
  std::size_t m_words;
};

}  // namespace lexikos::distributed_detail
