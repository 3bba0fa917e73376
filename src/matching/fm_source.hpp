// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Matches by an FM-index.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/fm_index.hpp>
#include <lexikos/matching.hpp>
#include <optional>
#include <vector>

#include "backends/launch.hpp"
#include "backends/primitives.hpp"
#include "matching/fm_suffixes.hpp"
#include "matching/queries.hpp"
#include "matching/statistics.hpp"

namespace lexikos::matching_detail
{

/// What a call reads beside the index.
template <class MemorySpace, class Index>
struct FmInput
{
  FmIndexArrays<MemorySpace, Index> const& arrays;
  Array<std::uint8_t const, MemorySpace> text;
  std::vector<std::uint8_t> symbols;              ///< of the text, by slot
  std::optional<std::uint8_t> absent;             ///< a byte that the text lacks, and that no symbol of it stands for
  Span<std::uint8_t const, MemorySpace> letters;  ///< as `SymbolMap`; empty: themselves
};

/// The steps of the layouts.
template <class MemorySpace>
using DenseSteps =
    detail::FmSteps<detail::DenseRanks<detail::QuadLevels<MemorySpace>, detail::FmExceptions<MemorySpace>>>;
template <class MemorySpace>
using MatrixSteps = detail::FmSteps<detail::WaveletRanks<detail::CodeMatrixOf<MemorySpace, WaveletLevels::quad>>>;
template <class MemorySpace>
using TreeSteps = detail::FmSteps<detail::WaveletRanks<detail::CodeTree<MemorySpace>>>;

/// As `SuffixArraySource`. Keeps a reference to the input.
template <class ExecutionSpace, class Index, class Ranks>
class FmSource
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Indices = Span<Index, MemorySpace>;

 public:
  using Suffixes = FmSuffixes<Ranks, MemorySpace, Index>;

  FmSource(FmInput<MemorySpace, Index> const& input, detail::FmSteps<Ranks> const& steps, Tuning const& tuning)
      : m_input(input),
        m_suffixes{input.text.data(),
                   input.arrays.n,
                   {steps, input.arrays.rows_of_strings()},
                   input.arrays.samples(),
                   input.arrays.alphabet.slots.data(),
                   tuning.max_located,
                   tuning.min_compared}
  {}

  [[nodiscard]] Suffixes const& suffixes() const { return m_suffixes; }
  [[nodiscard]] std::uint64_t depth() const { return m_input.arrays.table_depth; }
  [[nodiscard]] std::vector<std::uint8_t> const& symbols(ExecutionSpace const&) const { return m_input.symbols; }
  [[nodiscard]] std::uint8_t const* letters() const { return m_input.letters.data(); }

  [[nodiscard]] std::uint8_t absent_byte(ExecutionSpace const&) const
  {
    if (!m_input.absent) throw no_absent_byte();
    return *m_input.absent;
  }

  void rank_document_starts(ExecutionSpace const& space, Documents const& documents, Indices const& ranks) const
  {
    auto const& steps = m_suffixes.search.steps;
    primitives::fill(space, ranks, static_cast<Index>(documents.are_several() ? steps.n : steps.primary - 1));
    if (!documents.are_several()) return;
    Kokkos::parallel_for(
        "lexikos::matching::document_starts",
        backends::Range<ExecutionSpace>(space, 0, static_cast<std::size_t>(steps.n) + 1),
        RankStartsBeforeSample<Ranks, MemorySpace, Index>{steps, m_suffixes.samples, documents, ranks.data()});
  }

  [[nodiscard]] Occurrences<MemorySpace, Index> locate(ExecutionSpace const& space, Indices const& begins,
                                                       Indices const& ends, Workspace& workspace) const
  {
    return fm_detail::FmFunctions<ExecutionSpace, Index, std::uint8_t>::locate_intervals(
        space, m_input.arrays, begins, ends, {.text_order = true, .workspace = &workspace});
  }

  struct Continued
  {
    NoContinuation kernel;
  };
  [[nodiscard]] bool has_continuation() const { return false; }
  [[nodiscard]] Continued continuation(ExecutionSpace const&, bool, Workspace&) const { return {}; }

 private:
  FmInput<MemorySpace, Index> const& m_input;
  Suffixes m_suffixes;
};

// Compiled for each layout in a source of its own.

template <class ExecutionSpace, class Index, class Ranks>
void find_statistics_by_steps(ExecutionSpace const& space,
                              FmInput<typename ExecutionSpace::memory_space, Index> const& input,
                              detail::FmSteps<Ranks> const& steps,
                              QuerySpans<typename ExecutionSpace::memory_space> const& queries,
                              StatisticsOutput<typename ExecutionSpace::memory_space, Index> const& output,
                              MatchingStatisticsOptions<typename ExecutionSpace::memory_space> const& options,
                              Tuning const& tuning);

template <class ExecutionSpace, class Index, class Ranks>
Matches<typename ExecutionSpace::memory_space, Index> find_by_steps(
    ExecutionSpace const& space, FmInput<typename ExecutionSpace::memory_space, Index> const& input,
    detail::FmSteps<Ranks> const& steps, QuerySpans<typename ExecutionSpace::memory_space> const& queries,
    MatchOptions<typename ExecutionSpace::memory_space> const& options, Tuning const& tuning);

}  // namespace lexikos::matching_detail
