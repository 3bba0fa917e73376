// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Suffix arrays of many texts: on hosts one text a thread, by induced sorting (batch/short_texts.hpp); on devices as one sort
// by prefix doubling (algorithms/prefix_doubling.cpp), of which the first keys begin with the text's number.

#include <lexikos/detail/execution_spaces.hpp>
#include <lexikos/suffix_arrays.hpp>

#include <algorithm>
#include <atomic>
#include <span>
#include <string>

#include "backends/launch.hpp"
#include "common/primitive_bytes.hpp"
#include "common/whole_collection.hpp"
#include "suffix_array/algorithms/algorithms.hpp"
#include "suffix_array/batch/short_texts.hpp"
#include "suffix_array/call.hpp"
#include "suffix_array/rounds/doubling.hpp"
#include "suffix_array/text/document_keys.hpp"
#include "system/concurrency.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::suffix_array_detail
{

namespace
{

template <class ExecutionSpace>
void settle_algorithm_of_batch(SuffixArrayStatistics& statistics)
{
  bool const on_host = detail::works_on_host<ExecutionSpace>;
  if (statistics.algorithm == SuffixArrayAlgorithm::automatic) {
    statistics.algorithm = on_host ? SuffixArrayAlgorithm::induced_sorting : SuffixArrayAlgorithm::prefix_doubling;
    statistics.reason = on_host ? "each thread sorts a text at a time" : "one sort of all texts";
  }
  bool const is_known = statistics.algorithm == SuffixArrayAlgorithm::prefix_doubling ||
                        (on_host && statistics.algorithm == SuffixArrayAlgorithm::induced_sorting);
  detail::require(
      is_known, ErrorCode::not_supported,
      std::string(to_string(statistics.algorithm)) + " does not sort many texts on " + ExecutionSpace::name());
}

// ----- at once

template <class Index, class MemorySpace>
struct CountFromBegin
{
  detail::DocumentQueries documents;
  Span<Index, MemorySpace> arrays;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    arrays(i) -= static_cast<Index>(documents.bounds_of(i).begin);  // entries of a text lie where its symbols do
  }
};

template <class ExecutionSpace, class Index>
void sort_at_once(SortRun<ExecutionSpace, Index>& run, detail::DocumentQueries const& documents)
{
  auto const& context = run.context;
  {
    Workspace::Scope const scope(context.workspace);
    auto rounds = sort_first_symbols_of_documents(run, documents, DocumentOrder::by_document);
    finish_by_doubling(rounds, SuccessorAtDepth{});
  }
  Kokkos::parallel_for("lexikos::suffix_array::count_from_begin",
                       backends::Range<ExecutionSpace>(context.space, 0, run.size()),
                       CountFromBegin<Index, typename ExecutionSpace::memory_space>{documents, run.suffix_array});
}

// ----- one text a thread

/// Symbols of the texts between two reports of progress, at least, for each thread.
constexpr std::size_t symbols_between_reports = std::size_t{1} << 22;

/// All arguments of a call on a host.
template <class ExecutionSpace, class Symbol, class Index>
class TextsOfHost
{
 public:
  TextsOfHost(Context<ExecutionSpace> const& context, std::span<std::uint64_t const> offsets, Symbol const* symbols,
              Index* arrays)
      : m_context(context), m_offsets(offsets), m_symbols(symbols), m_arrays(arrays)
  {}

  /// One after the other. Returns the bytes of workspace at the peak.
  std::size_t sort_long_texts(SuffixArrayAlgorithm algorithm)
  {
    using MemorySpace = typename ExecutionSpace::memory_space;
    std::size_t peak = 0;
    for (std::size_t d = 0; d < count(); ++d) {
      if (!is_long(d)) continue;
      SuffixArrayStatistics statistics;
      build_one(Span<Symbol const, MemorySpace>(m_symbols + m_offsets[d], length(d)),
                Span<Index, MemorySpace>(m_arrays + m_offsets[d], length(d)), algorithm, statistics);
      peak = std::max(peak, statistics.workspace_bytes);
      sorted(length(d));
    }
    return peak;
  }

  void sort_short_texts()
  {
    std::size_t longest = 0;
    for (std::size_t d = 0; d < count(); ++d)
      if (!is_long(d)) longest = std::max(longest, length(d));
    if (longest == 0) return;
    std::size_t const threads = std::min<std::size_t>(detail::concurrency_of(m_context.space), count());
    std::size_t const words = batch::scratch_bytes<Symbol>(longest) / sizeof(std::uint64_t);
    Workspace::Scope const scope(m_context.workspace);
    auto const scratch = m_context.template take<std::uint64_t>(threads * words);
    for (std::size_t begin = 0, end = 0; begin < count(); begin = end) {
      std::size_t symbols = 0;
      for (; end < count() && symbols < threads * symbols_between_reports; ++end)
        if (!is_long(end)) symbols += length(end);
      sort_some(begin, end, threads, scratch);
      if (symbols != 0) sorted(symbols);
    }
  }

 private:
  [[nodiscard]] std::size_t count() const { return m_offsets.size() - 1; }
  [[nodiscard]] std::size_t length(std::size_t d) const { return m_offsets[d + 1] - m_offsets[d]; }
  [[nodiscard]] bool is_long(std::size_t d) const { return length(d) > batch::max_of_short_text; }

  void sorted(std::size_t symbols)
  {
    m_sorted += symbols;
    m_context.report.known(m_sorted);
  }

  template <class Text, class Array>
  void build_one(Text const& text, Array const& array, SuffixArrayAlgorithm algorithm,
                 SuffixArrayStatistics& statistics) const
  {
    SuffixArrayOptions options;
    options.algorithm = algorithm;
    options.workspace = &m_context.workspace;
    options.statistics = &statistics;
    suffix_array(m_context.space, text, array, options);
  }

  /// Texts [begin, end), by threads that take the next one as soon as they can.
  template <class Words>
  void sort_some(std::size_t begin, std::size_t end, std::size_t threads, Words const& scratch) const
  {
    std::atomic<std::size_t> next{begin};
    std::size_t const words = scratch.extent(0) / threads;
    auto const sort = [&](std::size_t thread) {
      auto const own = std::as_writable_bytes(std::span(scratch.data() + thread * words, words));
      for (std::size_t d = next++; d < end; d = next++)
        if (!is_long(d))
          batch::sort_short_text(std::span(m_symbols + m_offsets[d], length(d)), m_arrays + m_offsets[d], own);
    };
    if (threads == 1) return sort(0);
    Kokkos::parallel_for("lexikos::suffix_array::sort_short_texts",
                         backends::Range<ExecutionSpace>(m_context.space, 0, threads), sort);
    m_context.space.fence("lexikos::suffix_array::sort_short_texts");
  }

  Context<ExecutionSpace> const& m_context;
  std::span<std::uint64_t const> m_offsets;
  Symbol const* m_symbols;
  Index* m_arrays;
  std::size_t m_sorted = 0;
};

}  // namespace

template <class ExecutionSpace, class Symbol, class Index>
void build_suffix_arrays(ExecutionSpace const& space,
                         Span<Symbol const, typename ExecutionSpace::memory_space> const& texts,
                         Documents<typename ExecutionSpace::memory_space> const& documents,
                         Span<Index, typename ExecutionSpace::memory_space> const& arrays,
                         SuffixArrayOptions const& options)
{
  std::size_t const n = texts.extent(0);
  detail::require_whole_collection(space, documents, n);
  Call<ExecutionSpace> call(space, options, n);
  auto const& context = call.context();
  auto& statistics = context.report.statistics();
  settle_algorithm_of_batch<ExecutionSpace>(statistics);
  detail::DocumentQueries const queries = documents.queries();
  std::size_t peak_of_long_texts = 0;
  if (n != 0 && statistics.algorithm == SuffixArrayAlgorithm::prefix_doubling) {
    SortRun<ExecutionSpace, Index> run{context, options, symbol_text<Index>(context, texts), arrays, {}};
    sort_at_once(run, queries);
  }
  else if constexpr (detail::works_on_host<ExecutionSpace>) {
    if (n != 0) {
      space.fence("lexikos::suffix_arrays");  // texts are read, and arrays written, outside of the instance
      context.report.all_unsorted();
      TextsOfHost<ExecutionSpace, Symbol, Index> sort(context, {queries.offsets, queries.count + 1}, texts.data(),
                                                      arrays.data());
      peak_of_long_texts = sort.sort_long_texts(options.algorithm);
      context.step("sort short texts", [&] { sort.sort_short_texts(); });
    }
  }
  call.end();
  statistics.workspace_bytes = std::max(statistics.workspace_bytes, peak_of_long_texts);
}

}  // namespace lexikos::suffix_array_detail

namespace lexikos
{

template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexType Index, detail::SymbolType Symbol>
std::size_t suffix_arrays_workspace_bytes(std::size_t n, std::size_t longest, SuffixArrayAlgorithm algorithm)
{
  using namespace suffix_array_detail;
  if (!detail::works_on_host<ExecutionSpace> || algorithm == SuffixArrayAlgorithm::prefix_doubling)
    return suffix_array_workspace_bytes<ExecutionSpace, Index, Symbol>(n, SuffixArrayAlgorithm::prefix_doubling);
  std::size_t const threads = detail::host_threads<ExecutionSpace>();
  std::size_t const bytes =
      threads * batch::scratch_bytes<Symbol>(std::min(longest, batch::max_of_short_text)) + Workspace::alignment;
  if (longest <= batch::max_of_short_text) return bytes;
  return std::max(bytes, suffix_array_workspace_bytes<ExecutionSpace, Index, Symbol>(longest, algorithm));
}

#define LEXIKOS_INSTANTIATE_FOR(SPACE, SYMBOL, INDEX)                                                      \
  template std::size_t suffix_arrays_workspace_bytes<SPACE, INDEX, SYMBOL>(std::size_t, std::size_t,       \
                                                                           SuffixArrayAlgorithm);          \
  template void suffix_array_detail::build_suffix_arrays<SPACE, SYMBOL, INDEX>(                            \
      SPACE const&, Span<SYMBOL const, SPACE::memory_space> const&, Documents<SPACE::memory_space> const&, \
      Span<INDEX, SPACE::memory_space> const&, SuffixArrayOptions const&);
#define LEXIKOS_INSTANTIATE(SPACE, INDEX)              \
  LEXIKOS_INSTANTIATE_FOR(SPACE, std::uint8_t, INDEX)  \
  LEXIKOS_INSTANTIATE_FOR(SPACE, std::uint16_t, INDEX) \
  LEXIKOS_INSTANTIATE_FOR(SPACE, std::uint32_t, INDEX) \
  LEXIKOS_INSTANTIATE_FOR(SPACE, std::uint64_t, INDEX)
LEXIKOS_FOR_EACH_SPACE_AND_INDEX(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE
#undef LEXIKOS_INSTANTIATE_FOR

}  // namespace lexikos
