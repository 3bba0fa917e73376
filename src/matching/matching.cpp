// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Kokkos_Core.hpp>
#include <algorithm>
#include <array>
#include <bit>
#include <lexikos/detail/scratch.hpp>
#include <lexikos/matching.hpp>
#include <limits>
#include <string>

#include "common/primitive_bytes.hpp"
#include "matching/columns.hpp"
#include "matching/find_maximal.hpp"
#include "matching/find_supermaximal.hpp"
#include "matching/run_statistics.hpp"
#include "matching/tuning.hpp"
#include "system/execution_spaces.hpp"

namespace lexikos
{

template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexType Index>
std::size_t matching_statistics_workspace_bytes(std::size_t symbols)
{
  std::size_t const chunks = symbols / matching_detail::Tuning{}.chunk + 1;
  return chunks * (4 * sizeof(std::uint64_t) + 1) + 5 * 256 + detail::scan_bytes<ExecutionSpace>(chunks);
}

namespace matching_detail
{

Tuning const& default_tuning()
{
  static constexpr Tuning tuning{};
  return tuning;
}

namespace
{

constexpr std::uint64_t any_number = std::numeric_limits<std::uint64_t>::max();

template <class Index>
void require_built(detail::SuffixIntervals<Index> const& suffixes)
{
  detail::require(suffixes.table != nullptr, ErrorCode::invalid_argument, "the index was not built");
}

/// How maximal matches are found. Strides stay so short that a batch has whole windows, and its places fit their keys.
template <class Index>
MaximalRule maximal_rule(detail::SuffixIntervals<Index> const& suffixes, std::uint64_t min_length,
                         std::uint64_t min_occurrences, std::uint64_t max_occurrences, Tuning const& tuning)
{
  std::uint64_t const automatic = std::max<std::uint64_t>(suffixes.depth, (min_length + 1) / 2);
  std::uint64_t seed =
      std::clamp<std::uint64_t>(tuning.seed_length != 0 ? tuning.seed_length : automatic, 1, min_length);
  int const text_bits = static_cast<int>(std::bit_width(suffixes.n));
  std::uint64_t const longest =
      std::max<std::uint64_t>(1, std::min(tuning.batch_symbols, std::uint64_t{1} << std::min(62, 62 - text_bits)));
  if (min_length - seed + 1 > longest) seed = min_length + 1 - longest;
  return {min_length, min_occurrences, max_occurrences, seed, std::max<std::uint64_t>(tuning.max_alone, 1)};
}

/// One call of `find_matches`.
template <class ExecutionSpace, class Index>
class Search
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Range = backends::Range<ExecutionSpace>;
  using Strand = StrandMatches<MemorySpace, Index>;
  using Queries = CheckedQueries<MemorySpace>;

 public:
  Search(ExecutionSpace const& space, IndexArrays<MemorySpace, Index> const& index, Queries const& queries,
         MatchOptions<MemorySpace> const& options, Tuning const& tuning, Workspace& workspace)
      : m_space(space),
        m_index(index),
        m_text{index.suffixes, check_documents(space, options.text_offsets, index.suffixes.n)},
        m_queries(queries),
        m_options(options),
        m_tuning(tuning),
        m_workspace(workspace),
        m_min_length(std::max<std::uint64_t>(options.min_length, 1)),
        m_min_occurrences(std::max<std::uint64_t>(options.min_occurrences, 1)),
        m_max_occurrences(options.max_occurrences != 0 ? options.max_occurrences : any_number)
  {}

  [[nodiscard]] Matches<MemorySpace, Index> run()
  {
    std::uint64_t const symbols = m_queries.symbols();
    std::size_t const strands = m_options.strands == Strands::both ? 2 : 1;
    std::size_t const work = is_maximal() ? symbols : statistics_work(symbols) + symbols;
    detail::ProgressReport<ExecutionSpace> progress(m_space, m_options.progress, strands * work + symbols);
    m_capped = m_workspace.take<std::uint8_t, MemorySpace>(m_queries.reader.count);
    primitives::fill(m_space, m_capped, std::uint8_t{0});
    std::array<Strand, 2> found;
    bool const are_possible = m_index.suffixes.n != 0 && symbols != 0 && !(is_unique() && m_min_occurrences > 1);
    for (std::size_t s = 0; s < 2 && are_possible; ++s) {
      Strands const other = s == 0 ? Strands::reverse_complement : Strands::forward;
      if (m_options.strands != other) found[s] = search_strand(s == 1, progress);
    }
    auto matches = columns(found);
    progress.finish();
    return matches;
  }

 private:
  [[nodiscard]] bool is_maximal() const { return m_options.kind == MatchKind::maximal; }
  [[nodiscard]] bool is_unique() const
  {
    return m_options.kind == MatchKind::unique_in_text || m_options.kind == MatchKind::unique_in_both;
  }

  Strand search_strand(bool is_reversed, detail::ProgressReport<ExecutionSpace>& progress)
  {
    Workspace::Scope const scope(m_workspace);
    auto queries = m_queries;
    if (is_reversed || m_options.only_acgt)
      queries =
          queries_of_strand(m_space, m_queries, m_text.suffixes, {0, is_reversed, m_options.only_acgt}, m_workspace);
    auto const rows = is_maximal() ? find_maximal(queries, progress) : find_supermaximal(queries, progress);
    auto strand = decode<ExecutionSpace, Index>(m_space, queries.reader, rows, m_workspace.resource());
    if (m_options.kind == MatchKind::unique_in_both)
      keep_unique_in_both(m_space, queries.reader.count, m_text.suffixes.n, strand, m_workspace);
    m_space.fence("lexikos::matching::strand");  // frees what was found on the way
    return strand;
  }

  Rows<MemorySpace, Index> find_maximal(Queries const& queries, detail::ProgressReport<ExecutionSpace>& progress)
  {
    auto const rule = maximal_rule(m_text.suffixes, m_min_length, m_min_occurrences, m_max_occurrences, m_tuning);
    MaximalFinder<ExecutionSpace, Index> finder(m_space, {m_text, queries.reader, rule}, m_capped.data(), m_tuning,
                                                m_workspace);
    return finder.find(queries, progress);
  }

  Rows<MemorySpace, Index> find_supermaximal(Queries const& queries, detail::ProgressReport<ExecutionSpace>& progress)
  {
    auto const lengths = m_workspace.take<Index, MemorySpace>(queries.last);
    Places<Index> const places{m_text,         queries.reader, queries.first, queries.last, m_min_occurrences,
                               lengths.data(), nullptr,        m_tuning};
    run_statistics<ExecutionSpace, Index>(m_space, m_index, places, progress, m_workspace);
    SupermaximalFinder<ExecutionSpace, Index> finder(
        m_space, m_text, m_index.suffix_array,
        {{is_unique(), m_max_occurrences}, m_min_length, m_tuning.max_head, m_capped.data()}, m_workspace);
    return finder.find(queries, lengths, progress, m_tuning);
  }

  /// The result.
  Matches<MemorySpace, Index> columns(std::array<Strand, 2> const& strands)
  {
    std::size_t const count = m_queries.reader.count;
    std::size_t const size = strands[0].size + strands[1].size;
    bool const both = m_options.strands == Strands::both;
    Matches<MemorySpace, Index> result;
    auto const column = [&](char const* label) { return allocate<Index>(label, size); };
    result.text_positions = column("lexikos::matching::text_positions");
    result.queries = column("lexikos::matching::queries");
    result.query_positions = column("lexikos::matching::query_positions");
    result.lengths = column("lexikos::matching::lengths");
    if (both) result.reversed = allocate<std::uint8_t>("lexikos::matching::reversed", size);
    if (m_options.kind == MatchKind::supermaximal) result.occurrences = column("lexikos::matching::occurrences");
    result.offsets = allocate<std::uint64_t>("lexikos::matching::offsets", count + 1);
    primitives::fill(m_space, result.offsets, std::uint64_t{0});

    std::array<Span<std::uint64_t, MemorySpace>, 2> offsets;
    for (std::size_t s = 0; s < 2; ++s) {
      offsets[s] = m_workspace.take<std::uint64_t, MemorySpace>(count + 1);
      Kokkos::parallel_for(
          "lexikos::matching::offsets", Range(m_space, 0, count + 1),
          AddOffsets<Index>{strands[s].queries.data(), strands[s].size, offsets[s].data(), result.offsets.data()});
    }
    ResultColumns<Index> const pointers{result.text_positions.data(),  result.queries.data(),
                                        result.query_positions.data(), result.lengths.data(),
                                        result.reversed.data(),        result.occurrences.data()};
    for (std::size_t s = 0; s < 2; ++s) {
      Strand const& strand = strands[s];
      Kokkos::parallel_for(
          "lexikos::matching::write", Range(m_space, 0, strand.size),
          WriteMatch<Index>{pointers, strand.symbols.data(), strand.queries.data(), strand.text_positions.data(),
                            strand.lengths.data(), strand.occurrences.data(), m_queries.reader.offsets,
                            both ? offsets[1 - s].data() : nullptr, s == 1});
    }
    result.capped_queries = capped_queries();
    m_space.fence("lexikos::matching::write");
    return result;
  }

  Array<Index, MemorySpace> capped_queries()
  {
    auto const numbers = m_workspace.take<Index, MemorySpace>(m_capped.extent(0));
    std::size_t const capped = primitives::select_positions(m_space, m_capped, numbers, m_workspace);
    auto const queries = allocate<Index>("lexikos::matching::capped_queries", capped);
    if (capped != 0) Kokkos::deep_copy(m_space, queries, backends::subspan(numbers, 0, capped));
    return queries;
  }

  template <class T>
  Array<T, MemorySpace> allocate(char const* label, std::size_t n)
  {
    return detail::allocate<T, MemorySpace>(m_workspace.resource(), label, n);
  }

  ExecutionSpace const& m_space;
  IndexArrays<MemorySpace, Index> const& m_index;
  IndexedText<Index> m_text;
  Queries const& m_queries;
  MatchOptions<MemorySpace> const& m_options;
  Tuning const& m_tuning;
  Workspace& m_workspace;
  std::uint64_t m_min_length;
  std::uint64_t m_min_occurrences;
  std::uint64_t m_max_occurrences;
  Span<std::uint8_t, MemorySpace> m_capped;
};

}  // namespace

template <class ExecutionSpace, class Index>
void find_statistics(ExecutionSpace const& space,
                     IndexArrays<typename ExecutionSpace::memory_space, Index> const& index,
                     QuerySpans<typename ExecutionSpace::memory_space> const& queries,
                     StatisticsOutput<typename ExecutionSpace::memory_space, Index> const& output,
                     MatchingStatisticsOptions<typename ExecutionSpace::memory_space> const& options,
                     Tuning const& tuning)
{
  require_built(index.suffixes);
  auto const checked = check_queries(space, queries);
  auto const documents = check_documents(space, options.text_offsets, index.suffixes.n);
  detail::Scratch const scratch(space, options.workspace);
  detail::ProgressReport<ExecutionSpace> progress(space, options.progress, statistics_work(checked.symbols()) + 1);
  if (checked.symbols() != queries.symbols.extent(0)) {
    primitives::fill(space, output.lengths, Index{0});
    if (output.positions.data() != nullptr)
      primitives::fill(space, output.positions, std::numeric_limits<Index>::max());
  }
  run_statistics<ExecutionSpace, Index>(space, index,
                                        {{index.suffixes, documents},
                                         checked.reader,
                                         checked.first,
                                         checked.last,
                                         1,
                                         output.lengths.data(),
                                         output.positions.data(),
                                         tuning},
                                        progress, *scratch);
  space.fence("lexikos::matching_statistics");
  progress.finish();
}

template <class ExecutionSpace, class Index>
Matches<typename ExecutionSpace::memory_space, Index> find(
    ExecutionSpace const& space, IndexArrays<typename ExecutionSpace::memory_space, Index> const& index,
    QuerySpans<typename ExecutionSpace::memory_space> const& queries,
    MatchOptions<typename ExecutionSpace::memory_space> const& options, Tuning const& tuning)
{
  require_built(index.suffixes);
  auto const checked = check_queries(space, queries);
  constexpr std::uint64_t most = std::numeric_limits<Index>::max() - 1;
  detail::require(checked.longest <= most, ErrorCode::invalid_argument,
                  "a query of " + std::to_string(checked.longest) + " symbols needs a wider index type");
  detail::require(checked.reader.count <= most, ErrorCode::invalid_argument,
                  std::to_string(checked.reader.count) + " queries need a wider index type");
  detail::Scratch const scratch(space, options.workspace);
  return Search<ExecutionSpace, Index>(space, index, checked, options, tuning, *scratch).run();
}

#define LEXIKOS_INSTANTIATE_INDEX(SPACE, INDEX)                                                                      \
  template void find_statistics<SPACE, INDEX>(SPACE const&, IndexArrays<SPACE::memory_space, INDEX> const&,          \
                                              QuerySpans<SPACE::memory_space> const&,                                \
                                              StatisticsOutput<SPACE::memory_space, INDEX> const&,                   \
                                              MatchingStatisticsOptions<SPACE::memory_space> const&, Tuning const&); \
  template Matches<SPACE::memory_space, INDEX> find<SPACE, INDEX>(                                                   \
      SPACE const&, IndexArrays<SPACE::memory_space, INDEX> const&, QuerySpans<SPACE::memory_space> const&,          \
      MatchOptions<SPACE::memory_space> const&, Tuning const&);
#define LEXIKOS_INSTANTIATE(SPACE)                \
  LEXIKOS_INSTANTIATE_INDEX(SPACE, std::uint32_t) \
  LEXIKOS_INSTANTIATE_INDEX(SPACE, std::uint64_t)

LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)

#undef LEXIKOS_INSTANTIATE
#undef LEXIKOS_INSTANTIATE_INDEX

}  // namespace matching_detail

#define LEXIKOS_INSTANTIATE(SPACE)                                                             \
  template std::size_t matching_statistics_workspace_bytes<SPACE, std::uint32_t>(std::size_t); \
  template std::size_t matching_statistics_workspace_bytes<SPACE, std::uint64_t>(std::size_t);

LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)

#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos
