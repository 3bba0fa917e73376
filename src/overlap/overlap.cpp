// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <lexikos/detail/execution_spaces.hpp>
#include <lexikos/overlap.hpp>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <array>
#include <lexikos/detail/scratch.hpp>
#include <optional>
#include <string>

#include "common/primitive_bytes.hpp"
#include "common/progress.hpp"
#include "common/text_stream.hpp"
#include "overlap/document_pairs.hpp"
#include "overlap/matcher.hpp"
#include "overlap/query_index.hpp"
#include "overlap/shares.hpp"
#include "overlap/tuning.hpp"
#include "system/works_on_host.hpp"

namespace lexikos
{

namespace overlap_detail
{

namespace
{

constexpr std::uint64_t max_queries = (std::uint64_t{1} << 31) - 2;

struct LongestDocument
{
  std::uint64_t const* offsets;

  KOKKOS_FUNCTION void operator()(std::size_t d, std::uint64_t& longest) const
  {
    std::uint64_t const length = offsets[d + 1] - offsets[d];
    if (longest < length) longest = length;
  }
};

/// Numbers in their lists, out of those that have room for as many each.
struct PackNumbers
{
  std::uint64_t const* numbers;
  std::uint64_t limit;
  std::uint64_t const* offsets;
  std::uint64_t* packed;

  KOKKOS_FUNCTION void operator()(std::size_t d) const
  {
    for (std::uint64_t i = offsets[d]; i < offsets[d + 1]; ++i) packed[i] = numbers[d * limit + (i - offsets[d])];
  }
};

struct SizesOfLists
{
  std::uint64_t const* counts;
  std::uint64_t lists;
  std::uint64_t limit;
  std::uint64_t* sizes;  // [0..lists]

  KOKKOS_FUNCTION void operator()(std::size_t d) const
  {
    sizes[d] = d >= lists ? 0 : counts[d] < limit ? counts[d] : limit;
  }
};

template <class ExecutionSpace>
[[nodiscard]] std::uint64_t chunk_of(std::uint64_t wanted, Tuning const& tuning, std::uint64_t symbol_bytes)
{
  if (wanted != 0) return wanted;
  return (detail::works_on_host<ExecutionSpace> ? tuning.host_chunk_bytes : tuning.device_chunk_bytes) / symbol_bytes;
}

template <class MemorySpace>
void require_documents(Documents<MemorySpace> const& documents, std::uint64_t size, char const* text)
{
  detail::require(documents.offsets().extent(0) == 0 || documents.size() == size, ErrorCode::invalid_argument,
                  std::string("the documents of the ") + text + " are those of a text of " +
                      std::to_string(documents.size()) + " symbols, and it has " + std::to_string(size));
}

/// One comparison of queries with a corpus.
template <class ExecutionSpace, class Symbol>
class Comparison
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Options = OverlapOptions<MemorySpace>;
  using Numbers = Array<std::uint64_t, MemorySpace>;
  using Pairs = DocumentPairs<ExecutionSpace>;

 public:
  Comparison(Surroundings<ExecutionSpace> const& at, Span<Symbol const, MemorySpace> const& queries,
             HostText const& corpus, Options const& options)
      : m_at(at),
        m_queries(queries),
        m_corpus(corpus),
        m_options(options),
        m_documents(documents_of_queries()),
        m_progress(at.space, options.progress, queries.extent(0) + corpus.symbols)
  {}

  Overlap<MemorySpace> run()
  {
    std::size_t const n = m_queries.extent(0);
    double const share = static_cast<double>(n) / static_cast<double>(std::max<std::uint64_t>(n + m_corpus.symbols, 1));
    m_fingerprints = detail::WindowFingerprints(m_options.length, m_at.tuning.fingerprint_mask);
    Progress const sorting = detail::part_of_progress(m_options.progress, 0, share);
    QueryIndex<ExecutionSpace, Symbol> const index(m_at, m_queries, m_documents, m_fingerprints, sorting);
    m_progress.add(n);
    m_covered = zeros("lexikos::overlap::covered");
    m_longest = zeros("lexikos::overlap::longest");
    if (index.groups() != 0 && m_corpus.symbols != 0)
      compare(index);
    else
      m_counts = zeros("lexikos::overlap::counts");
    Overlap<MemorySpace> result{m_covered, m_longest, m_counts, {}, {}};
    list_numbers(result);
    m_progress.finish();
    return result;
  }

 private:
  [[nodiscard]] Documents<MemorySpace> documents_of_queries() const
  {
    if (m_options.documents.offsets().extent(0) != 0) return m_options.documents;
    std::array<std::uint64_t, 2> const one{0, m_queries.extent(0)};
    return documents_from_host(m_at.space, one, m_queries.extent(0), {.workspace = &m_at.workspace});
  }

  void compare(QueryIndex<ExecutionSpace, Symbol> const& index)
  {
    auto const has_occurred = take<std::uint8_t>(index.groups());
    auto const best = take<std::uint32_t>(m_queries.extent(0));
    primitives::fill(m_at.space, has_occurred, std::uint8_t{0});
    primitives::fill(m_at.space, best, std::uint32_t{0});
    stream(index, {has_occurred.data(), best.data(), nullptr, nullptr});
    auto const queries = m_documents.queries();
    count_covered(m_at, index, has_occurred.data(), queries, m_covered.data());
    find_longest(m_at, index, best, queries, m_longest.data());
  }

  /// Takes the corpus through the device.
  void stream(QueryIndex<ExecutionSpace, Symbol> const& index, Notes notes)
  {
    Workspace::Scope const scope(m_at.workspace);
    std::uint64_t const chunk =
        std::min(chunk_of<ExecutionSpace>(m_options.chunk, m_at.tuning, sizeof(Symbol)), m_corpus.symbols);
    std::optional<Pairs> pairs;
    if (m_options.counts_documents) {
      std::uint64_t const documents = std::max<std::uint64_t>(m_options.corpus_documents.count(), 1);
      pairs.emplace(m_at, index, m_documents.queries(), typename Pairs::Limits{chunk, documents, numbers_listed()});
      notes.events = pairs->events();
      notes.count = pairs->count();
    }
    std::uint64_t const longest = longest_document();
    std::uint64_t const overlap = std::max<std::uint64_t>(longest, m_options.length) - 1;
    std::size_t const words = (chunk + 63) / 64;
    auto const candidates = take<std::uint64_t>(words);
    auto const are_left = take<std::uint8_t>(words);
    auto const any_left = take<std::uint32_t>(1);
    detail::TextStream<ExecutionSpace> stream(m_at.space, {.chunk = chunk,
                                                           .overlap = overlap,
                                                           .always_copies = m_at.tuning.always_copies,
                                                           .resource = &m_at.workspace.resource()});
    stream.for_each_chunk({m_corpus.data, m_corpus.symbols, sizeof(Symbol)},
                          [&](ExecutionSpace const& instance, detail::TextChunk const& part) {
                            if (part.first != 0) m_progress.add(chunk);  // the one before
                            if (pairs) pairs->make_room();
                            Matcher<Symbol> const matcher{index.table(),
                                                          windows_of(part),
                                                          std::min(part.count + overlap, m_corpus.symbols - part.first),
                                                          static_cast<std::uint32_t>(longest),
                                                          candidates.data(),
                                                          notes};
                            work_on(instance, matcher, {are_left.data(), any_left.data()}, candidates.data());
                          });
    if (pairs) {
      pairs->finish();
      m_counts = pairs->counts();
      m_numbers = pairs->numbers();
    }
    else {
      m_counts = zeros("lexikos::overlap::counts");
    }
  }

  /// Enqueues the work on a chunk.
  void work_on(ExecutionSpace const& instance, Matcher<Symbol> const& matcher, LeftWords const& left,
               std::uint64_t* candidates) const
  {
    using Range = backends::Range<ExecutionSpace>;
    auto const& tuning = m_at.tuning;
    std::uint64_t const count = matcher.windows.count;
    std::uint64_t const words = (count + 63) / 64;
    std::uint64_t const strip = (std::max<std::uint64_t>(tuning.strip, 2 * m_options.length) + 63) / 64 * 64;
    std::uint64_t const deep = matcher.max_length / tuning.deep_share / 64 + 1;
    primitives::fill(instance, Span<std::uint32_t, MemorySpace>(left.any, 1), std::uint32_t{0});
    Kokkos::parallel_for("lexikos::overlap::filter", Range(instance, 0, (count + strip - 1) / strip),
                         FilterStrips<Symbol>{matcher.windows, matcher.table.filter, strip, candidates});
    Kokkos::parallel_for("lexikos::overlap::match_words", Range(instance, 0, words),
                         MatchWords<Symbol>{matcher, left, tuning.budget});
    Kokkos::parallel_for("lexikos::overlap::match_left_words", Range(instance, 0, (words + deep - 1) / deep),
                         MatchLeftWords<Symbol>{matcher, left, words, deep});
  }

  [[nodiscard]] detail::ChunkWindows<Symbol> windows_of(detail::TextChunk const& part) const
  {
    auto const& documents = m_options.corpus_documents;
    bool const is_divided = documents.offsets().extent(0) != 0;
    return {reinterpret_cast<Symbol const*>(part.data),
            part.first,
            part.count,
            {documents.queries(), is_divided, m_corpus.symbols, 0},
            m_fingerprints};
  }

  [[nodiscard]] std::uint64_t longest_document() const
  {
    std::uint64_t longest = 0;
    Kokkos::parallel_reduce("lexikos::overlap::longest_document",
                            backends::Range<ExecutionSpace>(m_at.space, 0, m_documents.count()),
                            LongestDocument{m_documents.offsets().data()}, Kokkos::Max<std::uint64_t>(longest));
    m_at.space.fence("lexikos::overlap::longest_document");
    return longest;
  }

  /// For each query document, at most: there are no more documents than the corpus has.
  [[nodiscard]] std::uint64_t numbers_listed() const
  {
    return std::min<std::uint64_t>(m_options.max_documents,
                                   std::max<std::uint64_t>(m_options.corpus_documents.count(), 1));
  }

  /// The numbers of documents of the corpus, list after list.
  void list_numbers(Overlap<MemorySpace>& result) const
  {
    std::size_t const lists = m_documents.count();
    std::uint64_t const limit = m_numbers.extent(0) == 0 ? 0 : numbers_listed();
    auto const offsets = m_at.template allocate<std::uint64_t>("lexikos::overlap::offsets", lists + 1);
    m_at.run("lexikos::overlap::sizes_of_lists", lists + 1,
             SizesOfLists{m_counts.data(), lists, limit, offsets.data()});
    primitives::exclusive_scan(m_at.space, offsets, offsets, primitives::Sum{}, m_at.workspace);
    auto const numbers = m_at.template allocate<std::uint64_t>("lexikos::overlap::numbers",
                                                               detail::read_back(m_at.space, offsets, lists));
    m_at.run("lexikos::overlap::pack_numbers", lists,
             PackNumbers{m_numbers.data(), limit, offsets.data(), numbers.data()});
    m_at.space.fence("lexikos::overlap::pack_numbers");
    result.offsets = offsets;
    result.numbers = numbers;
  }

  /// For each query document.
  [[nodiscard]] Numbers zeros(char const* label) const
  {
    auto const values = m_at.template allocate<std::uint64_t>(label, m_documents.count());
    primitives::fill(m_at.space, values, std::uint64_t{0});
    return values;
  }
  template <class T>
  [[nodiscard]] Span<T, MemorySpace> take(std::size_t n) const
  {
    return m_at.workspace.template take<T, MemorySpace>(n);
  }

  Surroundings<ExecutionSpace> m_at;
  Span<Symbol const, MemorySpace> m_queries;
  HostText m_corpus;
  Options const& m_options;
  Documents<MemorySpace> m_documents;
  detail::ProgressReport<ExecutionSpace> m_progress;
  detail::WindowFingerprints m_fingerprints;
  Numbers m_covered, m_longest, m_counts, m_numbers;
};

}  // namespace

Tuning const& default_tuning()
{
  static constexpr Tuning tuning{};
  return tuning;
}

template <class ExecutionSpace, class Symbol>
Overlap<typename ExecutionSpace::memory_space> find(
    ExecutionSpace const& space, Span<Symbol const, typename ExecutionSpace::memory_space> const& queries,
    HostText const& corpus, OverlapOptions<typename ExecutionSpace::memory_space> const& options, Tuning const& tuning)
{
  detail::require(options.length >= 1, ErrorCode::invalid_argument, "a window has one symbol or more");
  detail::require(queries.extent(0) <= max_queries, ErrorCode::invalid_argument,
                  "queries have fewer than 2^31 symbols, and these " + std::to_string(queries.extent(0)));
  require_documents(options.documents, queries.extent(0), "queries");
  require_documents(options.corpus_documents, corpus.symbols, "corpus");
  detail::Scratch const scratch(space, options.workspace);
  return Comparison<ExecutionSpace, Symbol>({space, *scratch, tuning}, queries, corpus, options).run();
}

#define LEXIKOS_INSTANTIATE_FOR_SYMBOL(SPACE, SYMBOL)                                \
  template Overlap<SPACE::memory_space> find<SPACE, SYMBOL>(                         \
      SPACE const&, Span<SYMBOL const, SPACE::memory_space> const&, HostText const&, \
      OverlapOptions<SPACE::memory_space> const&, Tuning const&);
#define LEXIKOS_INSTANTIATE(SPACE)                     \
  LEXIKOS_INSTANTIATE_FOR_SYMBOL(SPACE, std::uint8_t)  \
  LEXIKOS_INSTANTIATE_FOR_SYMBOL(SPACE, std::uint16_t) \
  LEXIKOS_INSTANTIATE_FOR_SYMBOL(SPACE, std::uint32_t) \
  LEXIKOS_INSTANTIATE_FOR_SYMBOL(SPACE, std::uint64_t)

LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE
#undef LEXIKOS_INSTANTIATE_FOR_SYMBOL

}  // namespace overlap_detail

template <detail::ExecutionSpaceType ExecutionSpace, detail::SymbolType Symbol>
std::size_t overlap_workspace_bytes(std::size_t n, std::size_t chunk)
{
  using overlap_detail::Tuning;
  std::size_t const symbols =
      overlap_detail::chunk_of<ExecutionSpace>(chunk, overlap_detail::default_tuning(), sizeof(Symbol));
  std::size_t const sorting = std::max(
      suffix_array_workspace_bytes<ExecutionSpace, std::uint32_t, Symbol>(n, SuffixArrayAlgorithm::automatic, true),
      lcp_array_workspace_bytes<ExecutionSpace, std::uint32_t, Symbol>(n));
  std::size_t const groups = 48 * n + detail::sort_bytes<ExecutionSpace>(n) + detail::scan_bytes<ExecutionSpace>(n);
  std::size_t const events = 2 * symbols + n;
  std::size_t const pairs = std::max<std::size_t>(overlap_detail::default_tuning().pairs, n);
  std::size_t const counting = 8 * (2 * events + 3) + 25 * std::max(events, pairs) + 16 * pairs +
                               detail::sort_bytes<ExecutionSpace>(std::max(events, pairs)) +
                               detail::scan_bytes<ExecutionSpace>(std::max(events, pairs));
  std::size_t const streaming = symbols / 4 + counting;
  return 5 * n + std::max({sorting, groups, streaming}) + 64 * 256;
}

#define LEXIKOS_INSTANTIATE(SPACE)                                                              \
  template std::size_t overlap_workspace_bytes<SPACE, std::uint8_t>(std::size_t, std::size_t);  \
  template std::size_t overlap_workspace_bytes<SPACE, std::uint16_t>(std::size_t, std::size_t); \
  template std::size_t overlap_workspace_bytes<SPACE, std::uint32_t>(std::size_t, std::size_t); \
  template std::size_t overlap_workspace_bytes<SPACE, std::uint64_t>(std::size_t, std::size_t);

LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos
