// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/on_device/search/kmers.hpp"

#include <algorithm>
#include <lexikos/kmers.hpp>
#include <lexikos/lcp.hpp>

#include "app/on_device/suffix_array/sort_options.hpp"

namespace lexikos::app
{

namespace
{

constexpr std::size_t kmers_at_a_time = std::size_t{1} << 20;

KmerSet set_named(std::string const& name)
{
  if (name == "common") return KmerSet::common;
  if (name == "first") return KmerSet::only_first;
  return name == "second" ? KmerSet::only_second : KmerSet::either;
}

KmerTotalsOfText in_report(KmerTotals const& totals)
{
  return {totals.distinct, totals.unique, totals.all, totals.max_count};
}

/// What k-mers are found in: two texts one after the other, and records whose borders no k-mer crosses.
template <class ExecutionSpace>
struct TextsOfKmers
{
  using MemorySpace = typename ExecutionSpace::memory_space;

  Array<std::uint8_t, MemorySpace> joined;
  Span<std::uint8_t const, MemorySpace> symbols;
  OnDevice<ExecutionSpace, std::uint64_t> offsets;
};

template <class ExecutionSpace, class Index>
class KmersOfTexts
{
 public:
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Indices = Array<Index, MemorySpace>;

  KmersOfTexts(TextRun<ExecutionSpace>& run, KmersRequest const& request)
      : m_run(run), m_request(request), m_size(run.n + (request.second != nullptr ? request.second->bytes().size() : 0))
  {}

  KmersOutcome find()
  {
    m_outcome.device = m_run.device;
    require_memory();
    load();
    Stopwatch watch;
    Indices inverse = sort();
    m_outcome.sort_seconds = watch.lap();
    build_lcp(inverse);
    m_outcome.lcp_seconds = watch.lap();
    inverse = {};
    m_run.workspace.release();
    m_request.bins != 0 ? count() : list();
    m_outcome.kmers_seconds = watch.lap();
    return std::move(m_outcome);
  }

 private:
  /// What k-mers take of any text; canonical ones take more, which depends on the text.
  void require_memory() const
  {
    std::size_t const array = m_size * sizeof(Index);
    std::size_t const lcp = lcp_array_workspace_bytes<ExecutionSpace, Index>(m_size);
    std::size_t const sorting = m_run.template sorting_bytes<Index>(m_run.algorithm(m_request.sort.algorithm), true);
    std::size_t const kmers = kmer_spectrum_workspace_bytes<ExecutionSpace, Index>(m_size, m_request.bins);
    std::vector<MemoryNeed> needs{{"suffix and LCP array", 2 * array},
                                  {"the workspace", std::max(array + std::max(sorting, lcp), kmers)}};
    if (m_request.second != nullptr) needs.insert(needs.begin(), {"both texts", m_size});
    m_run.require_memory(needs);
  }

  void load()
  {
    m_run.load();
    m_texts.offsets = {m_run.space, "lexikos::app::records", m_request.offsets};
    if (m_request.second == nullptr) {
      m_texts.symbols = m_run.text();
      return;
    }
    auto const first = m_request.job.text->bytes(), second = m_request.second->bytes();
    m_texts.joined = m_run.template array<std::uint8_t>("lexikos::app::texts", m_size);
    copy_to(m_run.space, m_texts.joined.data(), first.data(), first.size());
    copy_to(m_run.space, m_texts.joined.data() + first.size(), second.data(), second.size());
    m_texts.symbols = m_texts.joined;
  }

  /// Returns the inverse.
  [[nodiscard]] Indices sort()
  {
    m_suffix_array = m_run.template array<Index>("lexikos::app::suffix_array", m_size);
    Indices const inverse = m_run.template array<Index>("lexikos::app::inverse", m_size);
    m_lcp = m_run.template array<Index>("lexikos::app::lcp", m_size);
    auto options = suffix_array_options(m_run, m_request.sort);
    ProgressBar progress = m_run.bar("sorting suffixes");
    options.workspace = &m_run.workspace;
    options.progress = progress.updates();
    suffix_array(m_run.space, m_texts.symbols, m_suffix_array, Span<Index, MemorySpace>(inverse), options);
    return inverse;
  }

  void build_lcp(Indices const& inverse)
  {
    auto progress = m_run.announced("LCP array");
    lcp_array(m_run.space, m_texts.symbols, m_suffix_array, inverse, Span<Index, MemorySpace>(m_lcp),
              {.workspace = &m_run.workspace, .progress = progress.updates()});
  }

  [[nodiscard]] KmerOptions<MemorySpace> options(ProgressBar& progress)
  {
    return {.letters = m_request.is_dna ? KmerLetters::dna : KmerLetters::all,
            .canonical = m_request.canonical,
            .min_count = m_request.min_count,
            .max_count = m_request.max_count,
            .text_offsets = m_texts.offsets.view(),
            .workspace = &m_run.workspace,
            .progress = progress.updates()};
  }

  void count()
  {
    std::size_t const bins = m_request.bins;
    auto progress = m_run.announced("k-mers");
    if (m_request.second == nullptr) {
      auto const histogram = m_run.template array<std::uint64_t>("lexikos::app::histogram", bins);
      KmerComparison found;
      found.first = kmer_spectrum(m_run.space, m_texts.symbols, m_suffix_array, m_lcp, m_request.k,
                                  Span<std::uint64_t, MemorySpace>(histogram), options(progress));
      report(found);
      m_outcome.histograms = {to_host(m_run.space, histogram)};
      return;
    }
    auto const histograms = m_run.template array<std::uint64_t>("lexikos::app::histograms", 4 * bins);
    auto const part = [&](std::size_t i) {
      return Span<std::uint64_t, MemorySpace>(histograms.data() + i * bins, bins);
    };
    report(compare_kmers(m_run.space, m_texts.symbols, m_run.n, m_suffix_array, m_lcp, m_request.k,
                         {part(0), part(1), part(2), part(3)}, options(progress)));
    for (std::size_t i = 0; i < 4; ++i)
      m_outcome.histograms.push_back(to_host(m_run.space, histograms, i * bins, (i + 1) * bins));
  }

  void report(KmerComparison const& compared)
  {
    m_outcome.first = in_report(compared.first);
    m_outcome.second = in_report(compared.second);
    m_outcome.common = compared.common;
    m_outcome.only_first = compared.only_first;
    m_outcome.only_second = compared.only_second;
  }

  void list()
  {
    auto const kmers = listed();
    report(kmers.totals);
    for_each_block(m_run.space, kmers.positions, kmers_at_a_time, [&](std::vector<Index> const& block, std::size_t at) {
      FoundKmers found;
      found.positions.assign(block.begin(), block.end());
      found.counts = part_of(kmers.counts, at, block.size());
      if (m_request.second != nullptr) found.counts_in_second = part_of(kmers.counts_in_second, at, block.size());
      m_request.on_kmers(found);
    });
  }

  [[nodiscard]] auto listed()
  {
    auto progress = m_run.announced("k-mers");
    return m_request.second == nullptr
               ? list_kmers(m_run.space, m_texts.symbols, m_suffix_array, m_lcp, m_request.k, options(progress))
               : list_compared_kmers(m_run.space, m_texts.symbols, m_run.n, m_suffix_array, m_lcp, m_request.k,
                                     set_named(m_request.set), options(progress));
  }

  [[nodiscard]] std::vector<std::uint64_t> part_of(Indices const& array, std::size_t first, std::size_t size) const
  {
    auto const part = to_host(m_run.space, array, first, first + size);
    return {part.begin(), part.end()};
  }

  TextRun<ExecutionSpace>& m_run;
  KmersRequest const& m_request;
  std::size_t m_size;  ///< bytes of both texts
  TextsOfKmers<ExecutionSpace> m_texts;
  Indices m_suffix_array, m_lcp;
  KmersOutcome m_outcome;
};

}  // namespace

KmersOutcome find_kmers(Session const& session, KmersRequest const& request)
{
  return run_on_text<KmersOutcome>(session, request.job, [&](auto& run) {
    return with_index(request.index_bytes, [&](auto index) {
      using ExecutionSpace = std::remove_cvref_t<decltype(run.space)>;
      return KmersOfTexts<ExecutionSpace, decltype(index)>(run, request).find();
    });
  });
}

}  // namespace lexikos::app
