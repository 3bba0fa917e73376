// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "distributed/by_range.hpp"

#include <lexikos/detail/scratch.hpp>

#include "common/pattern_offsets.hpp"
#include "common/sort_positions.hpp"
#include "common/wanted_positions.hpp"
#include "distributed/build_by_range.hpp"
#include "distributed/call.hpp"
#include "system/execution_spaces.hpp"

namespace lexikos::distributed_detail
{

namespace
{

/// The text for kernels, which do not write it.
template <class MemorySpace, class Index>
PackedText<MemorySpace> text_of(RangeArrays<MemorySpace, Index> const& arrays)
{
  PackedText<MemorySpace> text;
  text.words =
      Span<std::uint64_t, MemorySpace>(const_cast<std::uint64_t*>(arrays.words.data()), arrays.words.extent(0));
  text.n = arrays.n;
  text.bits = arrays.bits;
  return text;
}

template <class ExecutionSpace, class Index>
class FindByRange
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Words = SpanOn<std::uint64_t, ExecutionSpace>;

 public:
  FindByRange(Context<ExecutionSpace> const& context, RangeArrays<MemorySpace, Index> const& arrays)
      : m_context(context), m_arrays(arrays), m_text(text_of(arrays))
  {}

  /// Patterns [begin, end) of all. Collective.
  void find(detail::BytesOfText<MemorySpace> const& symbols, SpanOn<std::uint64_t const, ExecutionSpace> const& offsets,
            search_detail::IntervalOutput<MemorySpace, Index> const& output, Piece const& piece) const
  {
    ExecutionSpace const& space = m_context.space;
    Workspace::Scope const scope(m_context.workspace);
    std::size_t const count = piece.end - piece.begin;
    auto const some = backends::subspan(offsets, piece.begin, piece.end + 1);
    auto const lengths = m_context.template take<std::uint64_t>(count);
    fill_by(space, "lexikos::distributed::lengths", lengths, LengthBetween<MemorySpace>{some});
    auto const word_offsets = offsets_of_words(lengths);
    auto const words = m_context.template take<std::uint64_t>(detail::read_back(space, word_offsets, count));
    CodeOfPatterns<MemorySpace> const codes{SymbolAt<MemorySpace>(symbols),
                                            m_arrays.codes.extent(0) == 0 ? nullptr : m_arrays.codes.data(),
                                            m_arrays.largest};
    Kokkos::parallel_for("lexikos::distributed::pack_patterns", backends::Range<ExecutionSpace>(space, 0, count),
                         PackPattern<MemorySpace>{codes, some, m_arrays.bits, word_offsets, words, lengths});
    auto const slots = m_context.template take<std::uint32_t>(2 * count);
    Kokkos::parallel_for("lexikos::distributed::find_slots", backends::Range<ExecutionSpace>(space, 0, count),
                         FindSlots<MemorySpace, Index>{{m_text, m_arrays.n, m_arrays.directory.data()},
                                                       m_arrays.directory.extent(0),
                                                       word_offsets,
                                                       words,
                                                       lengths,
                                                       slots});
    RankOfRequest<MemorySpace> const requests{slots, all_slots(), on_device(m_context, Blocks::of(m_arrays.firsts))};
    auto const answers = m_context.template take<BoundsInSlot>(2 * count);
    ask(requests, word_offsets, words, lengths, answers);
    Kokkos::parallel_for("lexikos::distributed::take_intervals", backends::Range<ExecutionSpace>(space, 0, count),
                         TakeInterval<MemorySpace, Index>{requests, answers, output, piece.begin});
  }

 private:
  [[nodiscard]] Slots<MemorySpace> all_slots() const
  {
    return {Span<std::uint64_t const, MemorySpace>(m_arrays.directory_entries)};
  }

  /// One more than there are patterns; in the caller's scope.
  [[nodiscard]] Words offsets_of_words(Words const& lengths) const
  {
    auto const offsets = m_context.template take<std::uint64_t>(lengths.extent(0) + 1);
    fill_by(m_context.space, "lexikos::distributed::words_of_patterns", offsets,
            WordsOfPattern<MemorySpace>{lengths, static_cast<std::uint64_t>(64 / m_arrays.bits)});
    primitives::exclusive_scan(m_context.space, offsets, offsets, primitives::Sum{}, m_context.workspace);
    return offsets;
  }

  /// answers(t) of all requests that are sent.
  void ask(RankOfRequest<MemorySpace> const& requests, Words const& word_offsets, Words const& words,
           Words const& lengths, SpanOn<BoundsInSlot, ExecutionSpace> const& answers) const
  {
    ExecutionSpace const& space = m_context.space;
    std::size_t const ranks = m_context.size();
    Workspace::Scope const scope(m_context.workspace);
    auto parts = partition(m_context, requests.requests.extent(0), ranks + 1, requests);
    parts.counts.resize(ranks);
    Routes const there = make_routes(m_context.ranks(), parts.counts);
    auto const order = backends::subspan(parts.order, 0, there.sent);
    auto const slots = m_context.template take<std::uint32_t>(there.received);
    auto const all_lengths = m_context.template take<std::uint64_t>(there.received);
    transfer(m_context, there, order, requests.requests, slots);
    transfer(m_context, there, order, LengthOfRequest<MemorySpace>{lengths}, all_lengths);

    auto const sent_lengths = m_context.template take<std::uint64_t>(there.sent);
    fill_by(space, "lexikos::distributed::sent_lengths", sent_lengths,
            ordered(LengthOfRequest<MemorySpace>{lengths}, order));
    auto const places = offsets_of_words(sent_lengths);
    auto const sent = m_context.template take<std::uint64_t>(detail::read_back(space, places, there.sent));
    detail::for_each_item(
        space, "lexikos::distributed::words_of_requests", {places.data(), there.sent, 0, sent.extent(0)},
        CopyWordsOfRequest<MemorySpace>{order.data(), word_offsets.data(), words.data(), places.data(), sent.data()});
    std::vector<std::uint64_t> counts(ranks);
    for (std::size_t r = 0; r < ranks; ++r)
      counts[r] = detail::read_back(space, places, there.send_first[r] + there.send_count[r]) -
                  detail::read_back(space, places, there.send_first[r]);
    Routes const routes = make_routes(m_context.ranks(), counts);
    auto const all_words = m_context.template take<std::uint64_t>(routes.received);
    exchange<ExecutionSpace, std::uint64_t>(m_context, routes, sent, all_words);

    std::uint64_t const first = m_arrays.firsts[m_context.rank()];
    auto const found = m_context.template take<BoundsInSlot>(there.received);
    fill_by(space, "lexikos::distributed::bounds", found,
            AnswerBounds<MemorySpace, Index>{{m_text, m_arrays.n, m_arrays.suffix_array.data()},
                                             first,
                                             all_slots(),
                                             slots,
                                             offsets_of_words(all_lengths),
                                             all_words,
                                             all_lengths});
    auto const back = m_context.template take<BoundsInSlot>(there.sent);
    exchange<ExecutionSpace, BoundsInSlot>(m_context, reversed(there), found, back);
    primitives::scatter(space, order, back, answers);
  }

  Context<ExecutionSpace> const& m_context;
  RangeArrays<MemorySpace, Index> const& m_arrays;
  PackedText<MemorySpace> m_text;
};

/// The entries of intervals, one after the other.
template <class Index, class MemorySpace>
struct EntryOfInterval
{
  Span<Index const, MemorySpace> begins;
  Span<std::uint64_t, MemorySpace> offsets;
  std::uint64_t first;  ///< of the piece

  KOKKOS_FUNCTION std::uint64_t operator()(std::size_t i) const
  {
    std::size_t const interval = last_not_above(offsets, first + i);
    return begins(interval) + (first + i - offsets(interval));
  }
};

template <class Index, class MemorySpace>
struct AnswerSuffix
{
  Span<Index const, MemorySpace> suffix_array;
  KOKKOS_FUNCTION Index operator()(std::uint32_t offset) const { return suffix_array(offset); }
};

template <class Index, class MemorySpace>
struct LengthOfRange
{
  Span<Index const, MemorySpace> begins;
  Span<Index const, MemorySpace> ends;
  std::uint64_t n;
  KOKKOS_FUNCTION std::uint64_t operator()(std::size_t i) const
  {
    if (i >= begins.extent(0)) return 0;
    std::uint64_t const end = Kokkos::min<std::uint64_t>(ends(i), n);
    return begins(i) < end ? end - begins(i) : 0;
  }
};

template <class Index, class MemorySpace>
struct CopySymbol
{
  PackedText<MemorySpace> text;
  std::uint32_t const* codes;  ///< of bytes; null: symbols are codes
  unsigned symbol_bytes;
  Index const* begins;
  std::uint64_t const* offsets;
  std::uint8_t* out;

  KOKKOS_FUNCTION void operator()(std::size_t range, std::size_t i) const
  {
    std::uint64_t symbol = text.symbols(begins[range] + (i - offsets[range]), 1);
    if (codes != nullptr) {
      std::uint64_t byte = symbol;  // its code is not above it
      while (byte < 255 && codes[byte] != symbol) ++byte;
      symbol = byte;
    }
    for (unsigned b = 0; b < symbol_bytes; ++b)
      out[i * symbol_bytes + b] = static_cast<std::uint8_t>(symbol >> (8 * b));
  }
};

}  // namespace

template <class ExecutionSpace, class Index>
RangeArrays<typename ExecutionSpace::memory_space, Index> index_by_range(
    ExecutionSpace const& space, distributed::Communicator const& ranks,
    detail::BytesOfText<typename ExecutionSpace::memory_space> const& text,
    Array<Index const, typename ExecutionSpace::memory_space> const& suffix_array,
    distributed::IndexByRangeOptions const& options)
{
  RangeArrays<typename ExecutionSpace::memory_space, Index> arrays;
  backends::mpi::together(ranks.ranks(), [&] {
    detail::Scratch<ExecutionSpace> const scratch(space, options.workspace);
    Context<ExecutionSpace> const context{space, ranks, *scratch};
    auto const blocks = settle(ranks.ranks(), {Function::index_by_range,
                                               text.symbol_bytes,
                                               sizeof(Index),
                                               {options.directory_entries, 0, 0},
                                               {text.size(), suffix_array.extent(0), 0}});
    check_extents(blocks[1], blocks[0], "the suffix array", sizeof(Index));
    check_blocks(blocks[0]);
    check_blocks(blocks[1]);
    detail::require(options.directory_entries > 0, ErrorCode::invalid_argument, "a directory has one entry at least");
    arrays.suffix_array = suffix_array;
    BuildByRange<ExecutionSpace, Index> const build(context, scratch.resource());
    build.pack(text, blocks[0], arrays);
    build.make_directory(blocks[1], options.directory_entries, arrays);
    space.fence("lexikos::distributed::index_by_range");
  });
  return arrays;
}

template <class ExecutionSpace, class Index>
void find_by_range(ExecutionSpace const& space, distributed::Communicator const& ranks,
                   RangeArrays<typename ExecutionSpace::memory_space, Index> const& arrays,
                   detail::BytesOfText<typename ExecutionSpace::memory_space> const& symbols,
                   Span<std::uint64_t const, typename ExecutionSpace::memory_space> const& offsets,
                   search_detail::IntervalOutput<typename ExecutionSpace::memory_space, Index> const& output,
                   SearchOptions const& options)
{
  backends::mpi::together(ranks.ranks(), [&] {
    detail::Scratch<ExecutionSpace> const scratch(space, options.workspace);
    Context<ExecutionSpace> const context{space, ranks, *scratch};
    std::size_t const count = search_detail::pattern_count(offsets.extent(0));
    bool const has_counts = output.counts.extent(0) == count && output.begins.extent(0) == 0;
    bool const has_bounds = output.begins.extent(0) == count && output.ends.extent(0) == count;
    detail::require(has_counts || has_bounds, ErrorCode::invalid_argument,
                    "a view of results does not have an entry for each of " + std::to_string(count) + " patterns");
    auto const blocks =
        settle(ranks.ranks(), {Function::find_by_range, symbols.symbol_bytes, sizeof(Index), {}, {count, 0, 0}});
    detail::check_pattern_offsets(space, offsets, symbols.size());
    FindByRange<ExecutionSpace, Index> const find(context, arrays);
    Pieces const pieces(blocks[0]);
    for (std::size_t number = 0; number < pieces.size(); ++number)
      find.find(symbols, offsets, output, pieces.of(number, count));
    space.fence("lexikos::distributed::find_by_range");
  });
}

template <class ExecutionSpace, class Index>
Occurrences<typename ExecutionSpace::memory_space, Index> locate_by_range(
    ExecutionSpace const& space, distributed::Communicator const& ranks,
    RangeArrays<typename ExecutionSpace::memory_space, Index> const& arrays,
    Span<Index const, typename ExecutionSpace::memory_space> const& begins,
    Span<Index const, typename ExecutionSpace::memory_space> const& ends, SearchOptions const& options)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  Occurrences<MemorySpace, Index> found;
  backends::mpi::together(ranks.ranks(), [&] {
    detail::Scratch<ExecutionSpace> const scratch(space, options.workspace);
    Context<ExecutionSpace> const context{space, ranks, *scratch};
    std::size_t const count = begins.extent(0);
    detail::check_extent(ends.extent(0), count, "the view of ends");
    static_cast<void>(settle(
        ranks.ranks(),
        {Function::locate_by_range, 0, sizeof(Index), {options.max_positions, options.text_order, 0}, {count, 0, 0}}));
    found.offsets =
        detail::allocate<std::uint64_t, MemorySpace>(scratch.resource(), "lexikos::distributed::offsets", count + 1);
    Span<std::uint64_t, MemorySpace> const offsets = found.offsets;
    std::uint64_t const total = detail::offsets_of_wanted<ExecutionSpace, Index>(
        space, "lexikos::distributed::wanted",
        {begins.data(), ends.data(), nullptr, count, arrays.n, detail::most_positions(options.max_positions)}, offsets,
        *scratch);
    found.positions =
        detail::allocate<Index, MemorySpace>(scratch.resource(), "lexikos::distributed::positions", total);
    Span<Index, MemorySpace> const positions = found.positions;
    Blocks const totals(context.ranks().all_gather(total));
    Pieces const pieces(totals);
    for (std::size_t number = 0; number < pieces.size(); ++number) {
      Piece const piece = pieces.of(number, total);
      look_up<Index>(
          context, Blocks::of(arrays.firsts), EntryOfInterval<Index, MemorySpace>{begins, offsets, piece.begin},
          AnswerSuffix<Index, MemorySpace>{arrays.suffix_array}, backends::subspan(positions, piece.begin, piece.end));
    }
    if (options.text_order) detail::sort_positions(space, offsets, positions, arrays.n, *scratch);
    space.fence("lexikos::distributed::locate_by_range");
  });
  return found;
}

template <class ExecutionSpace, class Index>
std::uint64_t offsets_of_ranges(ExecutionSpace const& space, std::uint64_t n,
                                Span<Index const, typename ExecutionSpace::memory_space> const& begins,
                                Span<Index const, typename ExecutionSpace::memory_space> const& ends,
                                Span<std::uint64_t, typename ExecutionSpace::memory_space> const& offsets)
{
  Workspace workspace;
  fill_by(space, "lexikos::distributed::ranges", offsets,
          LengthOfRange<Index, typename ExecutionSpace::memory_space>{begins, ends, n});
  primitives::exclusive_scan(space, offsets, offsets, primitives::Sum{}, workspace);
  return detail::read_back(space, offsets, begins.extent(0));
}

template <class ExecutionSpace, class Index>
void copy_ranges(ExecutionSpace const& space, RangeArrays<typename ExecutionSpace::memory_space, Index> const& arrays,
                 Span<Index const, typename ExecutionSpace::memory_space> const& begins,
                 Span<std::uint64_t const, typename ExecutionSpace::memory_space> const& offsets, std::uint64_t total,
                 std::uint8_t* symbols)
{
  detail::for_each_item(space, "lexikos::distributed::copy_ranges", {offsets.data(), begins.extent(0), 0, total},
                        CopySymbol<Index, typename ExecutionSpace::memory_space>{
                            text_of(arrays), arrays.codes.extent(0) == 0 ? nullptr : arrays.codes.data(),
                            arrays.symbol_bytes, begins.data(), offsets.data(), symbols});
  space.fence("lexikos::distributed::extract");
}

#define LEXIKOS_INSTANTIATE(SPACE, INDEX)                                                                     \
  template RangeArrays<SPACE::memory_space, INDEX> index_by_range(                                            \
      SPACE const&, distributed::Communicator const&, detail::BytesOfText<SPACE::memory_space> const&,        \
      Array<INDEX const, SPACE::memory_space> const&, distributed::IndexByRangeOptions const&);               \
  template void find_by_range(                                                                                \
      SPACE const&, distributed::Communicator const&, RangeArrays<SPACE::memory_space, INDEX> const&,         \
      detail::BytesOfText<SPACE::memory_space> const&, Span<std::uint64_t const, SPACE::memory_space> const&, \
      search_detail::IntervalOutput<SPACE::memory_space, INDEX> const&, SearchOptions const&);                \
  template Occurrences<SPACE::memory_space, INDEX> locate_by_range(                                           \
      SPACE const&, distributed::Communicator const&, RangeArrays<SPACE::memory_space, INDEX> const&,         \
      Span<INDEX const, SPACE::memory_space> const&, Span<INDEX const, SPACE::memory_space> const&,           \
      SearchOptions const&);                                                                                  \
  template std::uint64_t offsets_of_ranges<SPACE, INDEX>(                                                     \
      SPACE const&, std::uint64_t, Span<INDEX const, SPACE::memory_space> const&,                             \
      Span<INDEX const, SPACE::memory_space> const&, Span<std::uint64_t, SPACE::memory_space> const&);        \
  template void copy_ranges(SPACE const&, RangeArrays<SPACE::memory_space, INDEX> const&,                     \
                            Span<INDEX const, SPACE::memory_space> const&,                                    \
                            Span<std::uint64_t const, SPACE::memory_space> const&, std::uint64_t, std::uint8_t*);
LEXIKOS_FOR_EACH_SPACE_AND_INDEX(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos::distributed_detail
