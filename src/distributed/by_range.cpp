// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "distributed/by_range.hpp"

#include <lexikos/detail/execution_spaces.hpp>
#include <lexikos/detail/scratch.hpp>

#include "common/items_of_segments.hpp"
#include "common/pattern_offsets.hpp"
#include "common/sort_positions.hpp"
#include "common/wanted_positions.hpp"
#include "distributed/build_by_range.hpp"
#include "distributed/call.hpp"

namespace lexikos::distributed_detail
{

namespace
{

template <class ExecutionSpace, class Index>
class FindByRange
{
  using MemorySpace = typename ExecutionSpace::memory_space;

 public:
  FindByRange(Context<ExecutionSpace> const& context, RangeArrays<MemorySpace, Index> const& arrays)
      : m_context(context), m_arrays(arrays), m_text(packed_text_of(arrays))
  {}

  /// Patterns [begin, end) of all. Collective.
  void find(detail::BytesOfText<MemorySpace> const& symbols, SpanOn<std::uint64_t const, ExecutionSpace> const& offsets,
            search_detail::IntervalOutput<MemorySpace, Index> const& output, Piece const& piece) const
  {
    ExecutionSpace const& space = m_context.space;
    Workspace::Scope const scope(m_context.workspace);
    std::size_t const count = piece.end - piece.begin;
    auto const some = backends::subspan(offsets, piece.begin, piece.end + 1);
    PatternLengths<MemorySpace> const lengths = lengths_of({some}, count);
    PackedPatterns<MemorySpace> patterns{lengths, places_of(lengths), {}};
    patterns.words = m_context.template take<std::uint64_t>(read_place(patterns.places, count));
    OwnersOfPatterns<MemorySpace> const owners{m_context.template take<std::uint32_t>(count),
                                               m_context.template take<std::uint32_t>(count)};
    Kokkos::parallel_for("lexikos::distributed::pack_patterns", backends::Range<ExecutionSpace>(space, 0, count),
                         PackPattern<MemorySpace, Index>{
                             {symbols.bytes, symbols.symbol_bytes,
                              m_arrays.codes.extent(0) == 0 ? nullptr : m_arrays.codes.data(), m_arrays.largest},
                             some,
                             patterns,
                             {m_text, m_arrays.n, m_arrays.splitters.data()},
                             m_arrays.splitters.extent(0),
                             m_arrays.owners,
                             static_cast<std::uint32_t>(m_context.size()),
                             owners});
    auto const divided_memory = m_context.template take<std::uint32_t>(count);
    std::size_t const divided_count =
        primitives::select_positions(space, flags_of_divided(owners), divided_memory, m_context.workspace);
    Requests<MemorySpace> const requests{owners, backends::subspan(divided_memory, 0, divided_count)};
    auto const places = places_by_part(m_context, count + divided_count, m_context.size() + 1, requests);
    auto const answers = ask(requests, patterns, places);
    auto const blocks = on_device(m_context, Blocks::of(m_arrays.firsts));
    Kokkos::parallel_for(
        "lexikos::distributed::take_intervals", backends::Range<ExecutionSpace>(space, 0, count),
        TakeInterval<MemorySpace, Index>{owners, blocks, {answers, places.place}, output, piece.begin});
    Kokkos::parallel_for(
        "lexikos::distributed::take_divided", backends::Range<ExecutionSpace>(space, 0, divided_count),
        TakeDividedInterval<MemorySpace, Index>{requests, blocks, {answers, places.place}, output, piece.begin});
  }

 private:
  /// In the caller's scope.
  [[nodiscard]] SpanOn<std::uint8_t, ExecutionSpace> flags_of_divided(OwnersOfPatterns<MemorySpace> const& owners) const
  {
    auto const flags = m_context.template take<std::uint8_t>(owners.lower.extent(0));
    fill_by(m_context.space, "lexikos::distributed::is_divided", flags, IsDivided<MemorySpace>{owners});
    return flags;
  }

  /// In the caller's scope. Collective: whether they are all the same, all ranks want to know.
  [[nodiscard]] PatternLengths<MemorySpace> lengths_of(LengthBetween<MemorySpace> const& lengths,
                                                       std::size_t count) const
  {
    constexpr std::uint64_t none = std::uint64_t{1} << 62;  // longer than any
    typename ShortestAndLongest<MemorySpace>::Result own{none, 0};
    if (count != 0)
      Kokkos::parallel_reduce("lexikos::distributed::shortest_and_longest",
                              backends::Range<ExecutionSpace>(m_context.space, 0, count),
                              ShortestAndLongest<MemorySpace>{lengths}, Kokkos::MinMax<std::uint64_t>(own));
    std::uint64_t const longest = m_context.ranks().largest(own.max_val);
    std::uint64_t const shortest = none - m_context.ranks().largest(none - own.min_val);
    if (shortest >= longest) return {true, longest, {}};
    auto const listed = m_context.template take<std::uint64_t>(count);
    fill_by(m_context.space, "lexikos::distributed::lengths", listed, lengths);
    return {false, 0, listed};
  }

  /// In the caller's scope.
  [[nodiscard]] WordOffsets<MemorySpace> places_of(PatternLengths<MemorySpace> const& lengths) const
  {
    std::uint64_t const per_word = symbols_per_word(m_arrays.bits);
    if (lengths.are_same) return {true, (lengths.same + per_word - 1) / per_word, {}};
    auto const offsets = m_context.template take<std::uint64_t>(lengths.listed.extent(0) + 1);
    fill_by(m_context.space, "lexikos::distributed::words_of_patterns", offsets,
            WordsOfPattern<MemorySpace>{lengths.listed, per_word});
    primitives::exclusive_scan(m_context.space, offsets, offsets, primitives::Sum{}, m_context.workspace);
    return {false, 0, offsets};
  }

  [[nodiscard]] std::uint64_t read_place(WordOffsets<MemorySpace> const& places, std::size_t i) const
  {
    return places.are_even ? i * places.words_each : detail::read_back(m_context.space, places.listed, i);
  }

  /// Answers of all requests that are sent, in their places; in the caller's scope. Nobody is asked for what comes last.
  [[nodiscard]] SpanOn<BoundsInRange, ExecutionSpace> ask(Requests<MemorySpace> const& requests,
                                                          PackedPatterns<MemorySpace> const& patterns,
                                                          Places<ExecutionSpace> const& places) const
  {
    ExecutionSpace const& space = m_context.space;
    auto const sent_counts = std::vector<std::uint64_t>(places.counts.begin(), places.counts.end() - 1);
    Routes const there = make_routes(m_context.ranks(), sent_counts);
    auto const back = m_context.template take<BoundsInRange>(there.sent);
    Workspace::Scope const scope(m_context.workspace);
    auto const [sent_lengths, received_lengths] = send_lengths(there, places, requests, patterns.lengths);
    PackedPatterns<MemorySpace> sent{sent_lengths, places_of(sent_lengths), {}};
    sent.words = m_context.template take<std::uint64_t>(read_place(sent.places, there.sent));
    Kokkos::parallel_for("lexikos::distributed::copy_words",
                         backends::Range<ExecutionSpace>(space, 0, places.place.extent(0)),
                         CopyWordsOfRequest<MemorySpace>{requests, patterns, places.place, there.sent, sent});
    Routes const routes = make_routes(m_context.ranks(), words_for_ranks(there, sent.places));
    PackedPatterns<MemorySpace> received{received_lengths, places_of(received_lengths), {}};
    received.words = m_context.template take<std::uint64_t>(routes.received);
    exchange<ExecutionSpace, std::uint64_t>(m_context, routes, sent.words, received.words);

    auto const found = m_context.template take<BoundsInRange>(there.received);
    fill_by(space, "lexikos::distributed::bounds", found,
            AnswerBounds<MemorySpace, Index>{{m_text, m_arrays.n, m_arrays.suffix_array.data()},
                                             m_arrays.suffix_array.extent(0),
                                             prefix_table_of(m_arrays),
                                             received});
    exchange<ExecutionSpace, BoundsInRange>(m_context, reversed(there), found, back);
    return back;
  }

  /// Of the requests that go along the routes, and of those that come; in the caller's scope. Collective.
  [[nodiscard]] std::pair<PatternLengths<MemorySpace>, PatternLengths<MemorySpace>> send_lengths(
      Routes const& there, Places<ExecutionSpace> const& places, Requests<MemorySpace> const& requests,
      PatternLengths<MemorySpace> const& lengths) const
  {
    if (lengths.are_same) return {lengths, lengths};
    auto const sent = m_context.template take<std::uint64_t>(there.sent);
    put(m_context.space, places, LengthOfRequest<MemorySpace>{requests, lengths}, sent);
    auto const received = m_context.template take<std::uint64_t>(there.received);
    exchange<ExecutionSpace, std::uint64_t>(m_context, there, sent, received);
    return {{false, 0, sent}, {false, 0, received}};
  }

  /// How many words of the requests go to each rank.
  [[nodiscard]] std::vector<std::uint64_t> words_for_ranks(Routes const& there,
                                                           WordOffsets<MemorySpace> const& places) const
  {
    std::vector<std::uint64_t> first_requests = there.send_first;
    first_requests.push_back(there.sent);
    std::vector<std::uint64_t> first = first_requests;
    if (places.are_even) {
      for (std::uint64_t& place : first) place *= places.words_each;
    }
    else {
      auto const firsts = m_context.template take<std::uint64_t>(first.size());
      fill_by(m_context.space, "lexikos::distributed::words_for_ranks", firsts,
              ordered(places, on_device(m_context, first_requests)));
      first = detail::read_all_back(m_context.space, firsts);
    }
    std::vector<std::uint64_t> counts(first.size() - 1);
    for (std::size_t r = 0; r < counts.size(); ++r) counts[r] = first[r + 1] - first[r];
    return counts;
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
                                               {options.table_entries, 0, 0},
                                               {text.size(), suffix_array.extent(0), 0}});
    check_extents(blocks[1], blocks[0], "the suffix array", sizeof(Index));
    check_blocks(blocks[0]);
    check_blocks(blocks[1]);
    arrays.suffix_array = suffix_array;
    BuildByRange<ExecutionSpace, Index> const build(context, scratch.resource());
    build.pack(text, blocks[0], arrays);
    build.direct(blocks[1], options, arrays);
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
    Pieces const pieces(blocks[0], tuning().items_of_piece, tuning().max_pieces_of_patterns);
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
        {begins.data(), ends.data(), nullptr, count, arrays.n, detail::limit_of_positions(options.max_positions)},
        offsets, *scratch);
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
                            packed_text_of(arrays), arrays.codes.extent(0) == 0 ? nullptr : arrays.codes.data(),
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
