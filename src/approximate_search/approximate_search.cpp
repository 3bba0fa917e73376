// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Kokkos_Core.hpp>
#include <algorithm>
#include <lexikos/approximate_search.hpp>
#include <lexikos/detail/allocate.hpp>
#include <lexikos/detail/execution_spaces.hpp>
#include <lexikos/detail/scratch.hpp>
#include <limits>
#include <string>

#include "approximate_search/found.hpp"
#include "approximate_search/scanned_search.hpp"
#include "approximate_search/seeded_search.hpp"
#include "approximate_search/tuning.hpp"
#include "common/primitive_bytes.hpp"
#include "common/query_batch.hpp"

namespace lexikos
{

namespace approximate_search_detail
{

Tuning const& default_tuning()
{
  static constexpr Tuning tuning{};
  return tuning;
}

namespace
{

template <class MemorySpace>
Rules rules_of(std::uint64_t n, ApproximateSearchOptions<MemorySpace> const& options, Tuning const& tuning)
{
  Errors const errors = errors_of(options.model, options.max_errors);
  // shorter ones have no symbol that all occurrences of a window contain, or an empty piece
  auto const min_length = static_cast<std::uint64_t>(std::max(2 * errors.slack, errors.most) + 1);
  std::uint64_t const column_word = errors.slack != 0 ? 64 : std::numeric_limits<std::uint64_t>::max();
  return {n, min_length, options.max_candidates, column_word, tuning};
}

/// One call of `approximate_search`.
template <class ExecutionSpace, class Index>
class Search
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Result = ApproximateOccurrences<MemorySpace, Index>;

 public:
  Search(ExecutionSpace const& space, detail::SuffixIntervals<Index> const& suffixes, ComparedText const& compared,
         Rules const& rules, Workspace& workspace)
      : m_space(space),
        m_suffixes(suffixes),
        m_compared(compared),
        m_rules(rules),
        m_workspace(workspace),
        m_table{take<std::uint64_t>(1), take<std::uint64_t>(1), take<std::uint8_t>(0), take<std::uint8_t>(0)}
  {}

  [[nodiscard]] Result run(bool is_possible, Progress const& on_progress)
  {
    detail::ProgressReport<ExecutionSpace> progress(m_space, on_progress, 2 * m_compared.patterns.count + 1);
    primitives::fill(m_space, m_table.starts, std::uint64_t{0});
    primitives::fill(m_space, m_table.counts, std::uint64_t{0});
    primitives::fill(m_space, m_table.is_capped, std::uint8_t{0});
    FoundEnds<MemorySpace, Index> found;
    if (is_possible) {
      SeededSearch<ExecutionSpace, Index>(m_space, m_suffixes, m_compared, m_rules, m_table, m_workspace)
          .run(found, progress);
      ScannedSearch<ExecutionSpace, Index>(m_space, m_compared, m_rules.tuning, m_table, m_workspace)
          .run(found, progress);
    }
    auto result = ordered(found);
    progress.finish();
    return result;
  }

 private:
  Result ordered(FoundEnds<MemorySpace, Index> const& found)
  {
    std::size_t const count = m_compared.patterns.count;
    Result result;
    result.offsets = allocate<std::uint64_t>("lexikos::approximate_search::offsets", count + 1);
    Span<std::uint64_t, MemorySpace> const offsets(result.offsets.data(), count + 1);
    primitives::exclusive_scan(m_space, m_table.counts, offsets, primitives::Sum{}, m_workspace);
    result.ends = allocate<Index>("lexikos::approximate_search::ends", found.size);
    result.distances = allocate<std::uint8_t>("lexikos::approximate_search::distances", found.size);
    detail::for_each_item(m_space, "lexikos::approximate_search::order", {offsets.data(), count, 0, found.size},
                          OrderEnds<Index>{m_table.starts.data(), offsets.data(), found.ends.data(),
                                           found.distances.data(), result.ends.data(), result.distances.data()});
    auto const numbers = m_workspace.take<Index, MemorySpace>(count);
    std::size_t const capped = primitives::select_positions(m_space, m_table.is_capped, numbers, m_workspace);
    result.capped_patterns = allocate<Index>("lexikos::approximate_search::capped_patterns", capped);
    if (capped != 0) Kokkos::deep_copy(m_space, result.capped_patterns, backends::subspan(numbers, 0, capped));
    m_space.fence("lexikos::approximate_search");
    return result;
  }

  /// An entry a pattern, and some more.
  template <class T>
  Span<T, MemorySpace> take(std::size_t more)
  {
    return m_workspace.take<T, MemorySpace>(m_compared.patterns.count + more);
  }
  template <class T>
  Array<T, MemorySpace> allocate(char const* label, std::size_t n)
  {
    return detail::allocate<T, MemorySpace>(m_workspace.resource(), label, n);
  }

  ExecutionSpace const& m_space;
  detail::SuffixIntervals<Index> const& m_suffixes;
  ComparedText const& m_compared;
  Rules const& m_rules;
  Workspace& m_workspace;
  PatternTable<MemorySpace> m_table;
};

}  // namespace

template <class ExecutionSpace, class Index>
ApproximateOccurrences<typename ExecutionSpace::memory_space, Index> search(
    ExecutionSpace const& space, detail::SuffixIntervals<Index> const& suffixes,
    search_detail::PatternSpans<typename ExecutionSpace::memory_space> const& patterns,
    ApproximateSearchOptions<typename ExecutionSpace::memory_space> const& options, Tuning const& tuning)
{
  detail::require(suffixes.table != nullptr, ErrorCode::invalid_argument, "the index was not built");
  detail::require(options.max_errors <= max_search_errors, ErrorCode::invalid_argument,
                  std::to_string(options.max_errors) + " errors are more than the " +
                      std::to_string(max_search_errors) + " that can be searched with");
  auto const checked = detail::check_queries(space, patterns);
  auto const documents = detail::check_documents(space, options.text_offsets, suffixes.n);
  constexpr std::uint64_t most = std::numeric_limits<Index>::max() - 1;
  detail::require(checked.longest <= most, ErrorCode::invalid_argument,
                  "a pattern of " + std::to_string(checked.longest) + " symbols needs a wider index type");
  detail::require(checked.reader.count <= most, ErrorCode::invalid_argument,
                  std::to_string(checked.reader.count) + " patterns need a wider index type");
  detail::Scratch const scratch(space, options.workspace);
  ComparedText const compared{
      {suffixes.text, suffixes.n}, documents, checked.reader, errors_of(options.model, options.max_errors)};
  Rules const rules = rules_of(suffixes.n, options, tuning);
  return Search<ExecutionSpace, Index>(space, suffixes, compared, rules, *scratch)
      .run(suffixes.n != 0 && checked.longest != 0, options.progress);
}

namespace
{

/// Of a scan for patterns of at most `shape.longest` symbols, of which fewer at once may take more than all.
template <class ExecutionSpace>
std::size_t scan_workspace_bytes(std::size_t n, std::size_t patterns, ScanShape const& shape, Tuning const& tuning)
{
  auto const within = [](std::size_t one, std::size_t count, std::size_t most) {
    return std::max(one, std::min(one * count, most));
  };
  std::size_t const threads = std::min<std::size_t>(patterns * (n / tuning.min_chunk + 1), tuning.scan_threads);
  return (threads + 1) * sizeof(std::uint64_t) + detail::scan_bytes<ExecutionSpace>(threads + 1) +
         within(shape.table_bytes(), patterns, tuning.scan_bytes) +
         within(shape.column_bytes(), threads, tuning.scan_bytes);
}

}  // namespace

#define LEXIKOS_INSTANTIATE(SPACE, INDEX)                                                                           \
  template ApproximateOccurrences<SPACE::memory_space, INDEX> search<SPACE, INDEX>(                                 \
      SPACE const&, detail::SuffixIntervals<INDEX> const&, search_detail::PatternSpans<SPACE::memory_space> const&, \
      ApproximateSearchOptions<SPACE::memory_space> const&, Tuning const&);

LEXIKOS_FOR_EACH_SPACE_AND_INDEX(LEXIKOS_INSTANTIATE)

#undef LEXIKOS_INSTANTIATE

}  // namespace approximate_search_detail

template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexType Index>
std::size_t approximate_search_workspace_bytes(
    std::size_t n, std::size_t patterns, std::size_t longest,
    ApproximateSearchOptions<typename ExecutionSpace::memory_space> const& options)
{
  using namespace approximate_search_detail;
  Tuning const tuning;
  constexpr std::size_t word = sizeof(std::uint64_t);
  std::size_t const table = (patterns + 1) * (2 * word + 2);
  std::size_t const batch =
      std::min<std::uint64_t>(patterns, SeededSearch<ExecutionSpace, Index>::max_batch(n, tuning));
  std::size_t const pieces = batch * (options.max_errors + 1);
  bool const are_few = n != 0 && pieces <= tuning.batch_candidates / n;
  std::size_t const candidates = are_few ? pieces * n : tuning.batch_candidates;
  std::size_t const intervals = pieces * sizeof(Index) + (pieces + 1) * word;
  std::size_t const compared = (candidates + 1) * (3 * word + 4 + 1);
  std::size_t const seeded =
      intervals + std::max(detail::scan_bytes<ExecutionSpace>(pieces + 1),
                           compared + std::max(detail::scan_bytes<ExecutionSpace>(candidates + 1),
                                               detail::sort_bytes<ExecutionSpace>(candidates)));
  ScanShape const shape{options.model == ErrorModel::edit && options.max_errors != 0, longest};
  std::size_t const scanned = detail::scan_bytes<ExecutionSpace>(patterns + 1) + patterns * 2 * word +
                              scan_workspace_bytes<ExecutionSpace>(n, patterns, shape, tuning);
  return table + std::max(seeded, scanned) + 20 * Workspace::alignment;
}

#define LEXIKOS_INSTANTIATE(SPACE, INDEX)                                \
  template std::size_t approximate_search_workspace_bytes<SPACE, INDEX>( \
      std::size_t, std::size_t, std::size_t, ApproximateSearchOptions<SPACE::memory_space> const&);

LEXIKOS_FOR_EACH_SPACE_AND_INDEX(LEXIKOS_INSTANTIATE)

#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos
