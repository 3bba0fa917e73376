// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/on_device/search/match.hpp"

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <array>
#include <lexikos/check.hpp>
#include <lexikos/file.hpp>
#include <lexikos/fm_index.hpp>
#include <lexikos/matching.hpp>
#include <lexikos/suffix_array.hpp>
#include <string_view>
#include <type_traits>

#include "app/on_device/session/run_on_text.hpp"
#include "common/file_arrays.hpp"
#include "system/host_memory.hpp"

namespace lexikos::app
{

namespace
{

/// Symbols of queries that are matched at a time, if one query does not have more.
constexpr std::uint64_t symbols_at_a_time = std::uint64_t{1} << 26;

MatchKind kind_of(WantedMatches wanted)
{
  switch (wanted) {
    case WantedMatches::maximal:
      return MatchKind::maximal;
    case WantedMatches::supermaximal:
      return MatchKind::supermaximal;
    case WantedMatches::unique_in_text:
      return MatchKind::unique_in_text;
    default:
      return MatchKind::unique_in_both;
  }
}

Strands strands_of(MatchRequest const& request)
{
  if (!request.reverse) return Strands::forward;
  return request.forward ? Strands::both : Strands::reverse_complement;
}

/// What a text of n symbols and its index take, where it works.
std::vector<MemoryNeed> needs_of(std::size_t n, std::size_t entry_bytes, bool is_mapped)
{
  return {{"the reference", is_mapped ? 0 : n},
          {"the suffix array", is_mapped ? 0 : n * entry_bytes},
          {"the table of prefixes", n * entry_bytes / 2}};
}

/// Where the matches of each strand of each query begin.
struct StrandOffsets
{
  std::uint64_t const* offsets;  // of queries
  std::uint8_t const* reversed;  // of matches; null: all are of the same strand
  bool has_forward;
  std::uint64_t* of_strands;

  KOKKOS_FUNCTION void operator()(std::size_t query) const
  {
    std::uint64_t const begin = offsets[query], end = offsets[query + 1];
    std::uint64_t first_reversed = has_forward ? end : begin, least = begin;
    while (reversed != nullptr && least < first_reversed) {
      std::uint64_t const middle = least + (first_reversed - least) / 2;
      if (reversed[middle] != 0)
        first_reversed = middle;
      else
        least = middle + 1;
    }
    if (query == 0) of_strands[0] = begin;
    of_strands[2 * query + 1] = first_reversed;
    of_strands[2 * query + 2] = end;
  }
};

/// Brings columns to the host, a part at a time, where they are not there anyhow.
template <class ExecutionSpace, class Entry>
class ColumnReader
{
  using MemorySpace = typename ExecutionSpace::memory_space;

 public:
  ColumnReader(ExecutionSpace const& space, lexikos::Matches<MemorySpace, Entry> const& matches)
      : m_space(space), m_matches(matches)
  {}

  MatchColumns operator()(std::size_t begin, std::size_t end)
  {
    return {read(m_matches.text_positions, m_blocks[0], begin, end),
            read(m_matches.query_positions, m_blocks[1], begin, end), read(m_matches.lengths, m_blocks[2], begin, end),
            read(m_matches.occurrences, m_blocks[3], begin, end)};
  }

 private:
  using Block = Array<Entry, detail::PinnedSpace>;

  NumberColumn read(Array<Entry, MemorySpace> const& column, Block& block, std::size_t begin, std::size_t end)
  {
    if (column.extent(0) == 0) return {};
    if constexpr (detail::works_on_host<ExecutionSpace>) return NumberColumn(column.data() + begin);
    if (block.extent(0) == 0)
      block = detail::allocate<Entry, detail::PinnedSpace>(default_memory_resource(), "lexikos::app::matches",
                                                           std::min(column.extent(0), FoundMatches::max_at_a_time));
    copy_from(m_space, block.data(), column.data() + begin, (end - begin) * sizeof(Entry));
    return NumberColumn(block.data());
  }

  ExecutionSpace m_space;
  lexikos::Matches<MemorySpace, Entry> const& m_matches;
  std::array<Block, 4> m_blocks;
};

/// Index: SuffixIndex, or FmIndex of a file.
template <class ExecutionSpace, class Entry, class Index>
class MatchRun
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Bytes = OnDevice<ExecutionSpace, std::uint8_t>;
  using Offsets = OnDevice<ExecutionSpace, std::uint64_t>;
  using Suffixes = SuffixIndex<MemorySpace, Entry>;
  static constexpr bool is_fm = !std::is_same_v<Index, Suffixes>;

 public:
  MatchRun(ExecutionSpace const& space, MatchRequest const& request, MatchOutcome& outcome)
      : m_space(space), m_request(request), m_outcome(outcome)
  {}

  void run()
  {
    require_room();
    Stopwatch watch;
    m_starts = Offsets(m_space, "lexikos::app::records", m_request.reference.offsets);
    prepare_index();
    m_outcome.index_seconds = watch.lap();
    std::size_t const queries = m_request.queries.count();
    for (std::size_t first = 0, end = 0; first < queries; first = end) {
      end = end_of_part(first);
      auto const offsets = m_request.queries.offsets;
      std::uint64_t const piece = m_request.piece_symbols, last = offsets[end];
      if (piece == 0 || last - offsets[first] <= piece) {
        match({first, end, offsets[first], last});
        continue;
      }
      // each piece ends with all but one symbol of a match that may start in the next one
      std::uint64_t const shared = std::min<std::uint64_t>(m_request.min_length - 1, last);
      for (std::uint64_t begin = offsets[first]; begin < last; begin += piece)
        match({first, end, begin, std::min(last, begin + piece + shared)});
    }
  }

 private:
  void require_room() const
  {
    std::size_t const n = m_request.reference.size();
    bool const is_mapped = detail::works_on_host<ExecutionSpace> && m_request.saved != nullptr;
    if constexpr (is_fm)
      return require_memory(m_outcome.device, detail::available_memory<ExecutionSpace>(),
                            {{"the index", is_mapped ? 0 : m_request.saved->file().bytes()}, {"its text", n}});
    std::vector<MemoryNeed> needs = needs_of(n, sizeof(Entry), is_mapped);
    if (m_request.saved != nullptr) needs.push_back({"to check the index", n * sizeof(Entry)});
    require_memory(m_outcome.device, detail::available_memory<ExecutionSpace>(), needs);
  }

  void prepare_index()
  {
    if constexpr (is_fm)
      load_transformed();
    else
      m_index = m_request.saved != nullptr ? load_suffixes() : build_suffixes();
  }

  void load_transformed()
  {
    FileReader const& file = m_request.saved->file();
    ProgressBar const progress("loading the index", m_request.show_progress, ProgressBar::announced);
    m_index = Index::load(m_space, file);
    if (m_index.size() != m_request.reference.size()) file.corrupt("its records are those of another text");
    if (m_index.sample_rate() == 0)
      throw Failure(ExitCode::not_supported, file.path() + " only counts (it was built with --sample-rate 0)");
  }

  Suffixes load_suffixes()
  {
    FileReader const& file = m_request.saved->file();
    std::size_t const n = m_request.reference.size();
    if (file.size_of(suffix_index_text_section) != n) file.corrupt("its records are those of another text");
    file.require_size(suffix_index_array_section, n);
    typename Suffixes::Text text;
    typename Suffixes::Indices array;
    {
      ProgressBar const progress("loading the index", m_request.show_progress, ProgressBar::announced);
      text = section<std::uint8_t>(suffix_index_text_section);
      array = section<Entry>(suffix_index_array_section);
      m_request.saved->wait_for_checks();
    }
    {
      ProgressBar const progress("checking the suffix array", m_request.show_progress, ProgressBar::announced);
      if (!check_suffix_array(m_space, text, array, {.workspace = &m_workspace}))
        file.corrupt("its suffix array is not that of its text");
    }
    m_workspace.release();
    return with_table(text, array);
  }

  template <class T>
  [[nodiscard]] Array<T const, MemorySpace> section(std::string_view name) const
  {
    FileReader const& file = m_request.saved->file();
    auto const values = file.template unchecked_array<T>(name);
    return detail::array_of_file(m_space, file, default_memory_resource(), "lexikos::app::index",
                                 std::span<T const>(values.data(), values.extent(0)));
  }

  Suffixes build_suffixes()
  {
    m_text = Bytes(m_space, "lexikos::app::reference", m_request.text);
    auto const array = allocate<Entry>(m_space, "lexikos::app::suffix_array", m_request.text.size());
    {
      ProgressBar progress("sorting suffixes", m_request.show_progress);
      suffix_array(m_space, m_text.view(), array, {.workspace = &m_workspace, .progress = progress.updates()});
    }
    m_workspace.release();
    return with_table(typename Suffixes::Text(m_text.view(), {}), array);
  }

  /// Searches from both ends of a match rely on the table and on the array: neither is taken from a file unseen.
  Suffixes with_table(typename Suffixes::Text const& text, typename Suffixes::Indices const& array)
  {
    ProgressBar progress("table of prefixes", m_request.show_progress, ProgressBar::announced);
    return Suffixes(m_space, text, array, {.workspace = &m_workspace, .progress = progress.updates()});
  }

  /// Queries that follow each other, and their symbols; of one query it may be some.
  struct Part
  {
    std::size_t first, end;
    std::uint64_t first_symbol, end_symbol;
  };

  [[nodiscard]] std::size_t end_of_part(std::size_t first) const
  {
    auto const offsets = m_request.queries.offsets;
    std::uint64_t const most = m_request.piece_symbols != 0 ? m_request.piece_symbols : symbols_at_a_time;
    std::size_t end = first + 1;
    while (end < m_request.queries.count() && offsets[end + 1] - offsets[first] <= most) ++end;
    return end;
  }

  void match(Part const& part)
  {
    Stopwatch watch;
    auto const matches = matches_of(part);
    ColumnReader<ExecutionSpace, Entry> reader(m_space, matches);
    auto const offsets = m_request.queries.offsets;
    FoundMatches const found{.first_query = part.first,
                             .offsets = strand_offsets_of(matches),
                             .capped = widened(matches.capped_queries),
                             // of a piece: from the start of its query, or of its reverse complement
                             .skipped = {part.first_symbol - offsets[part.first], offsets[part.end] - part.end_symbol},
                             .columns = [&reader](std::size_t begin, std::size_t end) { return reader(begin, end); }};
    m_outcome.match_seconds += watch.lap();
    m_outcome.matches += found.size();
    m_outcome.capped_queries += found.capped.size();
    m_request.on_matches(found);
    m_outcome.write_seconds += watch.lap();
  }

  [[nodiscard]] std::vector<std::uint64_t> strand_offsets_of(lexikos::Matches<MemorySpace, Entry> const& matches) const
  {
    std::size_t const queries = matches.offsets.extent(0) - 1;
    auto const offsets = allocate<std::uint64_t>(m_space, "lexikos::app::strands", 2 * queries + 1);
    Kokkos::parallel_for(
        "lexikos::app::strands",
        Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::size_t>>(m_space, 0, queries),
        StrandOffsets{matches.offsets.data(), matches.reversed.data(), m_request.forward, offsets.data()});
    return to_host(m_space, offsets);
  }

  [[nodiscard]] lexikos::Matches<MemorySpace, Entry> matches_of(Part const& part)
  {
    auto const all = m_request.queries.offsets;
    auto const letters = m_request.query_symbols.subspan(part.first_symbol, part.end_symbol - part.first_symbol);
    std::vector<std::uint64_t> offsets(all.begin() + static_cast<std::ptrdiff_t>(part.first),
                                       all.begin() + static_cast<std::ptrdiff_t>(part.end + 1));
    for (auto& offset : offsets) offset = std::clamp(offset, part.first_symbol, part.end_symbol) - part.first_symbol;
    Bytes const symbols(m_space, "lexikos::app::queries", letters);
    Offsets const starts(m_space, "lexikos::app::offsets", offsets);
    ProgressBar progress("matching", m_request.show_progress, ProgressBar::announced);
    auto const share_of = [all](std::uint64_t symbol) {
      return static_cast<double>(symbol) / static_cast<double>(std::max<std::uint64_t>(all.back(), 1));
    };
    auto const update = [&progress, begin = share_of(part.first_symbol),
                         end = share_of(part.end_symbol)](double fraction) {
      progress.update(begin + fraction * (end - begin));
      return true;
    };
    return find_matches(m_space, m_index, symbols.view(), starts.view(),
                        MatchOptions<MemorySpace>{.kind = kind_of(m_request.kind),
                                                  .min_length = m_request.min_length,
                                                  .min_occurrences = m_request.min_occurrences,
                                                  .max_occurrences = m_request.max_occurrences,
                                                  .strands = strands_of(m_request),
                                                  .only_acgt = m_request.only_acgt,
                                                  .text_offsets = m_starts.view(),
                                                  .workspace = &m_workspace,
                                                  .progress = update});
  }

  [[nodiscard]] std::vector<std::uint64_t> widened(Array<Entry, MemorySpace> const& column) const
  {
    auto const values = to_host(m_space, column);
    return {values.begin(), values.end()};
  }

  ExecutionSpace const& m_space;
  MatchRequest const& m_request;
  MatchOutcome& m_outcome;
  Workspace m_workspace;
  Bytes m_text;
  Offsets m_starts;
  Index m_index;
};

}  // namespace

void begin_checks(SavedIndex& index)
{
  if (!index.is_fm()) index.begin_checks({suffix_index_text_section, suffix_index_array_section});
}

void require_memory_to_match(Session const& session, std::uint64_t symbols, std::size_t index_bytes)
{
  static_cast<void>(on_device<bool>(session, [&](auto const& space) {
    using ExecutionSpace = std::remove_cvref_t<decltype(space)>;
    require_memory(described<ExecutionSpace>(session.device()), detail::available_memory<ExecutionSpace>(),
                   needs_of(symbols, index_bytes, false));
    return true;
  }));
}

MatchOutcome match_sequences(Session const& session, MatchRequest const& request)
{
  SavedIndex const* const saved = request.saved;
  bool const is_fm = saved != nullptr && saved->is_fm();
  std::size_t const width = is_fm              ? fm_index_width(saved->file()).index
                            : saved != nullptr ? suffix_index_width(saved->file())
                                               : request.index_bytes;
  return on_device<MatchOutcome>(session, [&](auto const& space) {
    using ExecutionSpace = std::decay_t<decltype(space)>;
    using MemorySpace = typename ExecutionSpace::memory_space;
    return with_index(width, [&](auto entry) {
      using Entry = decltype(entry);
      MatchOutcome outcome;
      outcome.device = described<ExecutionSpace>(session.device());
      if (is_fm)
        MatchRun<ExecutionSpace, Entry, FmIndex<MemorySpace, Entry>>(space, request, outcome).run();
      else
        MatchRun<ExecutionSpace, Entry, SuffixIndex<MemorySpace, Entry>>(space, request, outcome).run();
      return outcome;
    });
  });
}

}  // namespace lexikos::app
