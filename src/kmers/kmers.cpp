// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Kokkos_Core.hpp>
#include <algorithm>
#include <lexikos/detail/allocate.hpp>
#include <lexikos/detail/execution_spaces.hpp>
#include <lexikos/detail/scratch.hpp>
#include <lexikos/kmers.hpp>
#include <string>

#include "backends/launch.hpp"
#include "backends/primitives.hpp"
#include "common/primitive_bytes.hpp"
#include "common/progress.hpp"
#include "kmers/canonical.hpp"
#include "kmers/rows.hpp"
#include "kmers/totals.hpp"

namespace lexikos
{

namespace kmers_detail
{

namespace
{

/// Of rows, of those that are merged, and of what takes `more` after them.
template <class ExecutionSpace, class Index>
std::size_t all_rows_bytes(std::size_t n, std::size_t texts, Options<ExecutionSpace> const& options, std::size_t more)
{
  bool const is_divided = texts == 2 || options.text_offsets.extent(0) > 2;
  bool const is_merged = options.canonical || options.letters == KmerLetters::dna;
  std::size_t const merge = is_merged ? merge_spellings_bytes<ExecutionSpace, Index>(n, texts, more) : 0;
  return std::max(find_rows_bytes<ExecutionSpace, Index>(n, texts, is_divided),
                  rows_bytes<Index>(n, texts) + std::max(merge, more));
}

template <class ExecutionSpace, class Index>
std::size_t list_bytes(std::size_t n, std::size_t texts, Options<ExecutionSpace> const& options)
{
  std::size_t const filter = n + n * sizeof(Index) + 512 + detail::scan_bytes<ExecutionSpace>(n);
  return all_rows_bytes<ExecutionSpace, Index>(n, texts, options, filter);
}

template <class ExecutionSpace, class Index>
void check(ExecutionSpace const& space, Source<ExecutionSpace, Index> const& source,
           Options<ExecutionSpace> const& options)
{
  auto const require = [](bool condition, std::string const& message) {
    detail::require(condition, ErrorCode::invalid_argument, message);
  };
  bool const is_dna = options.letters != KmerLetters::all;
  require(source.k >= 1, "a k-mer has one symbol or more");
  require(is_dna || !options.canonical, "only k-mers of DNA have reverse complements");
  require(!is_dna || source.text.symbol_bytes == 1, "letters of DNA are bytes");
  bool const is_packed = options.canonical || options.letters == KmerLetters::dna;
  require(!is_packed || source.k <= max_packed, "k is " + std::to_string(source.k) + ", and at most " +
                                                    std::to_string(max_packed) +
                                                    " for canonical k-mers and for DNA of either case");
  check_offsets(space, options.text_offsets, source.size());
}

void check_bins(std::size_t bins)
{
  detail::require(bins <= max_kmer_bins, ErrorCode::invalid_argument,
                  "a histogram of " + std::to_string(bins) + " bins; there can be " + std::to_string(max_kmer_bins));
}

/// Units of work of all steps.
template <class ExecutionSpace, class Index>
std::size_t work_of(Source<ExecutionSpace, Index> const& source, Options<ExecutionSpace> const& options)
{
  return (options.canonical ? 16 : 8) * std::max<std::size_t>(source.size(), 1);
}

template <class ExecutionSpace, class Index>
Rows<Index, typename ExecutionSpace::memory_space> all_rows(ExecutionSpace const& space,
                                                            Source<ExecutionSpace, Index> const& source,
                                                            Options<ExecutionSpace> const& options,
                                                            detail::ProgressReport<ExecutionSpace>& progress,
                                                            Workspace& workspace)
{
  if (source.k > source.size()) return {};
  auto const rows = find_rows(space, source, options, progress, workspace);
  if (!options.canonical && rows.is_folded) return rows;
  KmerReader const reader{source.text.bytes.data(), source.size(), source.k, options.canonical};
  return merge_spellings(space, reader, rows, progress, workspace);
}

/// out(i) = in(rows(i)), in an array of its own.
template <class ExecutionSpace, class Index>
Array<Index, typename ExecutionSpace::memory_space> gathered(
    ExecutionSpace const& space, Span<Index, typename ExecutionSpace::memory_space> const& rows,
    Span<Index, typename ExecutionSpace::memory_space> const& in, MemoryResource& resource, char const* label)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  auto const out = detail::allocate<Index, MemorySpace>(resource, label, rows.extent(0));
  primitives::gather(space, rows, in, Span<Index, MemorySpace>(out));
  return out;
}

}  // namespace

template <class ExecutionSpace, class Index>
KmerTotals spectrum(ExecutionSpace const& space, Source<ExecutionSpace, Index> const& source,
                    Span<std::uint64_t, typename ExecutionSpace::memory_space> const& histogram,
                    Options<ExecutionSpace> const& options)
{
  check<ExecutionSpace, Index>(space, source, options);
  check_bins(histogram.extent(0));
  detail::Scratch const scratch(space, options.workspace);
  detail::ProgressReport progress(space, options.progress, work_of<ExecutionSpace, Index>(source, options));
  auto const rows = all_rows<ExecutionSpace, Index>(space, source, options, progress, *scratch);
  auto const totals = totals_of<ExecutionSpace, Index>(space, rows).first;
  fill_histogram<ExecutionSpace, Index>(space, rows, {histogram, KmerSet::either, false, totals.distinct}, *scratch);
  space.fence("lexikos::kmers::spectrum");
  progress.finish();
  return totals;
}

template <class ExecutionSpace, class Index>
KmerComparison compare(ExecutionSpace const& space, Source<ExecutionSpace, Index> const& source,
                       KmerSpectra<typename ExecutionSpace::memory_space> const& spectra,
                       Options<ExecutionSpace> const& options)
{
  check<ExecutionSpace, Index>(space, source, options);
  check_bins(spectra.only_first.extent(0));
  detail::Scratch const scratch(space, options.workspace);
  detail::ProgressReport progress(space, options.progress, work_of<ExecutionSpace, Index>(source, options));
  auto const rows = all_rows<ExecutionSpace, Index>(space, source, options, progress, *scratch);
  auto const totals = totals_of<ExecutionSpace, Index>(space, rows);
  auto const fill = [&](auto const& histogram, KmerSet set, bool of_second, std::uint64_t members) {
    fill_histogram<ExecutionSpace, Index>(space, rows, {histogram, set, of_second, members}, *scratch);
  };
  fill(spectra.only_first, KmerSet::only_first, false, totals.only_first);
  fill(spectra.common_in_first, KmerSet::common, false, totals.common);
  fill(spectra.common_in_second, KmerSet::common, true, totals.common);
  fill(spectra.only_second, KmerSet::only_second, true, totals.only_second);
  space.fence("lexikos::kmers::compare");
  progress.finish();
  return totals;
}

template <class ExecutionSpace, class Index>
Kmers<typename ExecutionSpace::memory_space, Index> list(ExecutionSpace const& space,
                                                         Source<ExecutionSpace, Index> const& source, KmerSet set,
                                                         Options<ExecutionSpace> const& options)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  check<ExecutionSpace, Index>(space, source, options);
  detail::Scratch const scratch(space, options.workspace);
  detail::ProgressReport progress(space, options.progress, work_of<ExecutionSpace, Index>(source, options));
  auto const rows = all_rows<ExecutionSpace, Index>(space, source, options, progress, *scratch);
  auto const flags = scratch->template take<std::uint8_t, MemorySpace>(rows.size);
  auto const wanted = scratch->template take<Index, MemorySpace>(rows.size);
  Kokkos::parallel_for("lexikos::kmers::mark_wanted", backends::Range<ExecutionSpace>(space, 0, rows.size),
                       MarkWanted<Index>{counts_of(rows), set, options.min_count, options.max_count, flags.data()});
  std::size_t const count = primitives::select_positions(space, flags, wanted, *scratch);
  auto const chosen = backends::subspan(wanted, 0, count);
  auto& resource = scratch.resource();
  Kmers<MemorySpace, Index> kmers;
  kmers.totals = totals_of<ExecutionSpace, Index>(space, rows);
  kmers.positions =
      gathered<ExecutionSpace, Index>(space, chosen, rows.positions, resource, "lexikos::kmers::positions");
  kmers.counts = gathered<ExecutionSpace, Index>(space, chosen, rows.counts(0), resource, "lexikos::kmers::counts");
  if (source.has_two_texts)
    kmers.counts_in_second =
        gathered<ExecutionSpace, Index>(space, chosen, rows.counts(1), resource, "lexikos::kmers::counts_in_second");
  space.fence("lexikos::kmers::list");
  progress.finish();
  return kmers;
}

}  // namespace kmers_detail

template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexType Index>
std::size_t kmer_spectrum_workspace_bytes(std::size_t n, std::size_t bins,
                                          KmerOptions<typename ExecutionSpace::memory_space> const& options)
{
  return kmers_detail::all_rows_bytes<ExecutionSpace, Index>(
      n, 1, options, kmers_detail::fill_histogram_bytes<ExecutionSpace, Index>(n, bins));
}

template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexType Index>
std::size_t list_kmers_workspace_bytes(std::size_t n, KmerOptions<typename ExecutionSpace::memory_space> const& options)
{
  return kmers_detail::list_bytes<ExecutionSpace, Index>(n, 1, options);
}

template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexType Index>
std::size_t compare_kmers_workspace_bytes(std::size_t n, std::size_t bins,
                                          KmerOptions<typename ExecutionSpace::memory_space> const& options)
{
  return kmers_detail::all_rows_bytes<ExecutionSpace, Index>(
      n, 2, options, kmers_detail::fill_histogram_bytes<ExecutionSpace, Index>(n, bins));
}

template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexType Index>
std::size_t list_compared_kmers_workspace_bytes(std::size_t n,
                                                KmerOptions<typename ExecutionSpace::memory_space> const& options)
{
  return kmers_detail::list_bytes<ExecutionSpace, Index>(n, 2, options);
}

#define LEXIKOS_INSTANTIATE(SPACE, INDEX)                                                                              \
  template KmerTotals kmers_detail::spectrum<SPACE, INDEX>(SPACE const&, kmers_detail::Source<SPACE, INDEX> const&,    \
                                                           Span<std::uint64_t, SPACE::memory_space> const&,            \
                                                           KmerOptions<SPACE::memory_space> const&);                   \
  template KmerComparison kmers_detail::compare<SPACE, INDEX>(SPACE const&, kmers_detail::Source<SPACE, INDEX> const&, \
                                                              KmerSpectra<SPACE::memory_space> const&,                 \
                                                              KmerOptions<SPACE::memory_space> const&);                \
  template Kmers<SPACE::memory_space, INDEX> kmers_detail::list<SPACE, INDEX>(                                         \
      SPACE const&, kmers_detail::Source<SPACE, INDEX> const&, KmerSet, KmerOptions<SPACE::memory_space> const&);      \
  template std::size_t kmer_spectrum_workspace_bytes<SPACE, INDEX>(std::size_t, std::size_t,                           \
                                                                   KmerOptions<SPACE::memory_space> const&);           \
  template std::size_t list_kmers_workspace_bytes<SPACE, INDEX>(std::size_t, KmerOptions<SPACE::memory_space> const&); \
  template std::size_t compare_kmers_workspace_bytes<SPACE, INDEX>(std::size_t, std::size_t,                           \
                                                                   KmerOptions<SPACE::memory_space> const&);           \
  template std::size_t list_compared_kmers_workspace_bytes<SPACE, INDEX>(std::size_t,                                  \
                                                                         KmerOptions<SPACE::memory_space> const&);

LEXIKOS_FOR_EACH_SPACE_AND_INDEX(LEXIKOS_INSTANTIATE)

#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos
