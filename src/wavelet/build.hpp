// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The builder of trees and matrices: counts the text, chooses codes, and writes level after level. A text that exceeds the
// budget is read twice, in chunks: first all are counted, so that it is known where every node begins in its level; then
// each chunk is taken through the levels by itself and its digits are added where those of earlier chunks end.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <lexikos/error.hpp>
#include <lexikos/wavelet_options.hpp>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "wavelet/counted_text.hpp"
#include "wavelet/partition.hpp"
#include "wavelet/plans.hpp"

namespace lexikos::wavelet_detail
{

/// Symbols of a chunk: all, or what the budget allows, in whole strips; a few thousand at least.
template <class Symbol>
std::size_t chunk_size(std::size_t n, bool on_host, WaveletOptions const& options)
{
  if (options.memory_budget == 0) return n;
  std::size_t const each = (on_host ? sizeof(Symbol) : 0) + 2 * sizeof(Symbol);
  std::size_t const smallest = std::size_t{1} << 12;
  return std::min(n, std::max(smallest, options.memory_budget / each / strip * strip));
}

/// A text that is being built from: where its pieces are, its alphabet, and scratch, which goes back to the memory space
/// with `release`, unless it is the caller's workspace.
template <class ExecutionSpace, class Symbol>
class BuildRun
{
 public:
  using MemorySpace = typename ExecutionSpace::memory_space;

  /// Counts the text.
  BuildRun(ExecutionSpace const& space, Symbol const* text, std::size_t n, bool on_host, WaveletOptions const& options)
      : m_space(space),
        m_workspace(options.workspace != nullptr ? *options.workspace : m_own),
        m_scope(std::in_place, m_workspace),
        m_chunk(chunk_size<Symbol>(n, on_host, options)),
        m_text(space, text, n, on_host, m_chunk, m_workspace),
        m_progress(options.progress)
  {
    m_workspace.reset_peak();
    for (std::size_t begin = 0; begin < n; begin += m_chunk)
      m_found = merged(m_found, count_symbols(space, m_text.piece(begin, std::min(m_chunk, n - begin)), m_workspace));
    if (!options.alphabet.empty()) m_found = counts_of_alphabet(options.alphabet, m_found);
    m_alphabet = make_alphabet(space, m_found.symbols);
    m_counts = m_found.counts;
  }

  /// Uses numbers instead of the alphabet's codes: numbers[code], each once.
  void renumber(std::vector<std::uint32_t> numbers)
  {
    m_numbers = std::move(numbers);
    for (std::size_t code = 0; code < m_numbers.size(); ++code) m_counts[m_numbers[code]] = m_found.counts[code];
  }

  /// Gives the scratch back. Returns the largest number of bytes that were taken.
  std::size_t release()
  {
    m_scope.reset();
    m_space.fence("lexikos::wavelet::levels");
    std::size_t const peak = m_workspace.peak_bytes();
    m_own.release();
    return peak;
  }

  /// Of `all` levels, those of each chunk counted, so many are written. Throws Error (cancelled) when the caller wants to stop.
  void wrote(std::size_t levels, std::size_t all) const
  {
    if (!m_progress) return;
    m_space.fence("lexikos::wavelet::progress");
    lexikos::detail::require(m_progress(static_cast<double>(levels) / static_cast<double>(all)), ErrorCode::cancelled,
                             "the caller stopped the building of a wavelet structure");
  }

  [[nodiscard]] ExecutionSpace const& space() const { return m_space; }
  [[nodiscard]] Workspace& workspace() { return m_workspace; }
  [[nodiscard]] PiecewiseText<ExecutionSpace, Symbol>& text() { return m_text; }
  [[nodiscard]] std::size_t chunk() const { return m_chunk; }
  [[nodiscard]] WaveletAlphabet<MemorySpace, Symbol> const& alphabet() const { return m_alphabet; }
  [[nodiscard]] std::vector<Symbol> const& symbols() const { return m_found.symbols; }
  [[nodiscard]] std::vector<std::uint32_t> const& numbers() const { return m_numbers; }
  /// How often each number occurs, and each of the alphabet's codes.
  [[nodiscard]] std::vector<std::uint64_t> const& counts() const { return m_counts; }
  [[nodiscard]] std::vector<std::uint64_t> const& counts_of_codes() const { return m_found.counts; }

 private:
  ExecutionSpace m_space;
  Workspace m_own;
  Workspace& m_workspace;
  std::optional<Workspace::Scope> m_scope;
  std::size_t m_chunk;
  PiecewiseText<ExecutionSpace, Symbol> m_text;
  SymbolCounts<Symbol> m_found;
  WaveletAlphabet<MemorySpace, Symbol> m_alphabet;
  std::vector<std::uint32_t> m_numbers;
  std::vector<std::uint64_t> m_counts;
  std::function<bool(double)> m_progress;
};

/// The text's codes: the text itself where symbols are their codes, else a copy in `a`.
template <class Code, class ExecutionSpace, class Symbol>
Code const* codes_of(BuildRun<ExecutionSpace, Symbol>& run,
                     Span<Symbol const, typename ExecutionSpace::memory_space> const& text,
                     Span<Code, typename ExecutionSpace::memory_space> const& a)
{
  if constexpr (std::is_same_v<Code, Symbol>)
    if (run.alphabet().is_dense() && run.numbers().empty()) return text.data();
  auto const numbers =
      detail::copy_from_host(run.space(), default_memory_resource(), "lexikos::wavelet::numbers", run.numbers());
  Span<Code, typename ExecutionSpace::memory_space> const codes(a.data(), text.extent(0));
  encode_text(run.space(), run.alphabet(), text, codes,
              Span<std::uint32_t const, typename ExecutionSpace::memory_space>(numbers.data(), numbers.extent(0)));
  if (numbers.extent(0) != 0) run.space().fence("lexikos::wavelet::numbers");
  return codes.data();
}

template <class Code, class ExecutionSpace, class Symbol, class Plan>
void build_whole(BuildRun<ExecutionSpace, Symbol>& run, Plan const& plan)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  Workspace::Scope const scope(run.workspace());
  std::size_t const n = run.text().size();
  auto const a = run.workspace().template take<Code, MemorySpace>(n);
  auto const b = plan.levels() > 1 ? run.workspace().template take<Code, MemorySpace>(n) : a;
  auto const layout = plan.layout(run.counts());
  Code const* codes = codes_of<Code>(run, run.text().piece(0, n), a);
  for (unsigned level = 0; level < plan.levels(); ++level) {
    Workspace::Scope const level_scope(run.workspace());
    bool const is_last = level + 1 == plan.levels();
    Code* const next = is_last ? nullptr : codes == a.data() ? b.data() : a.data();
    // positions behind the last one get zeros: as many as a block of any kind has
    std::uint64_t const size = layout.size_of_level(level);
    split_level(run.space(), codes, size, size + QuadBlock::digits,
                plan.splitter(run.space(), level, layout, run.workspace()), plan.sink(level), next,
                is_last ? 0 : layout.size_of_level(level + 1), run.workspace());
    codes = next;
    run.wrote(level + 1, plan.levels());
  }
}

/// Counts of the numbers in a piece of the text.
template <class ExecutionSpace, class Symbol>
std::vector<std::uint64_t> counts_of_piece(BuildRun<ExecutionSpace, Symbol>& run,
                                           Span<Symbol const, typename ExecutionSpace::memory_space> const& piece)
{
  auto const found = count_symbols(run.space(), piece, run.workspace());
  std::vector<std::uint64_t> counts(run.counts().size(), 0);
  std::size_t code = 0;
  for (std::size_t i = 0; i < found.symbols.size(); ++i) {
    while (run.symbols()[code] != found.symbols[i]) ++code;
    counts[run.numbers().empty() ? code : run.numbers()[code]] = found.counts[i];
  }
  return counts;
}

inline std::vector<std::uint64_t> sums_before(std::vector<std::uint64_t> const& counts)
{
  std::vector<std::uint64_t> sums(counts.size() + 1, 0);
  for (std::size_t i = 0; i < counts.size(); ++i) sums[i + 1] = sums[i] + counts[i];
  return sums;
}

/// How far the symbols of every code are, in a level, from their places in the chunk's level: those of its node in all the
/// text begin elsewhere, and there are those of earlier chunks before them.
inline std::vector<std::int64_t> shifts_of_chunk(std::vector<CodeRange> const& ranges,
                                                 std::vector<std::uint64_t> const& all,
                                                 std::vector<std::uint64_t> const& earlier,
                                                 std::vector<std::uint64_t> const& chunk)
{
  std::vector<std::int64_t> shifts(all.size() - 1, 0);
  std::uint64_t begin = 0;
  std::uint64_t begin_in_chunk = 0;
  for (auto const& [first, last] : ranges) {
    std::uint64_t const shift = begin + (earlier[last] - earlier[first]) - begin_in_chunk;
    for (std::uint64_t code = first; code < last; ++code) shifts[code] = static_cast<std::int64_t>(shift);
    begin += all[last] - all[first];
    begin_in_chunk += chunk[last] - chunk[first];
  }
  return shifts;
}

template <class Code, class ExecutionSpace, class Symbol, class Plan>
void build_in_chunks(BuildRun<ExecutionSpace, Symbol>& run, Plan const& plan)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  Workspace::Scope const scope(run.workspace());
  std::size_t const n = run.text().size();
  auto const a = run.workspace().template take<Code, MemorySpace>(run.chunk());
  auto const b = run.workspace().template take<Code, MemorySpace>(run.chunk());
  auto const all = sums_before(run.counts());
  std::vector<std::uint64_t> earlier(run.counts().size(), 0);
  for (std::size_t begin = 0; begin < n; begin += run.chunk()) {
    auto const piece = run.text().piece(begin, std::min(run.chunk(), n - begin));
    auto const counts = counts_of_piece(run, piece);
    auto const layout = plan.layout(counts);
    Code const* codes = codes_of<Code>(run, piece, a);
    for (unsigned level = 0; level < plan.levels(); ++level) {
      Workspace::Scope const level_scope(run.workspace());
      bool const is_last = level + 1 == plan.levels();
      Code* const next = is_last ? nullptr : codes == a.data() ? b.data() : a.data();
      std::uint64_t const size = layout.size_of_level(level);
      auto const splitter = plan.splitter(run.space(), level, layout, run.workspace());
      auto const shifts =
          detail::copy_from_host(run.space(), default_memory_resource(), "lexikos::wavelet::shifts",
                                 shifts_of_chunk(plan.ranges(level), all, sums_before(earlier), sums_before(counts)));
      deposit_level(run.space(), codes, size, Span<std::int64_t const, MemorySpace>(shifts.data(), shifts.extent(0)),
                    splitter, plan.sink(level));
      if (!is_last)
        split_level(run.space(), codes, size, size, splitter, NoSink{}, next, layout.size_of_level(level + 1),
                    run.workspace());
      run.space().fence("lexikos::wavelet::chunk");  // the shifts are freed
      codes = next;
      run.wrote(begin / run.chunk() * plan.levels() + level + 1, (n + run.chunk() - 1) / run.chunk() * plan.levels());
    }
    for (std::size_t code = 0; code < counts.size(); ++code) earlier[code] += counts[code];
  }
}

/// Writes all levels.
template <class Code, class ExecutionSpace, class Symbol, class Plan>
void build_levels(BuildRun<ExecutionSpace, Symbol>& run, Plan const& plan)
{
  if (run.chunk() >= run.text().size())
    build_whole<Code>(run, plan);
  else
    build_in_chunks<Code>(run, plan);
}

/// With codes as narrow as the alphabet allows.
template <class ExecutionSpace, class Symbol, class Plan>
void build_levels(BuildRun<ExecutionSpace, Symbol>& run, Plan const& plan)
{
  if (plan.levels() == 0) return;
  std::size_t const alphabet = run.symbols().size();
  if (alphabet <= 256) return build_levels<std::uint8_t>(run, plan);
  if constexpr (sizeof(Symbol) > 1)
    if (alphabet <= 65536) return build_levels<std::uint16_t>(run, plan);
  if constexpr (sizeof(Symbol) > 2) build_levels<std::uint32_t>(run, plan);
}

}  // namespace lexikos::wavelet_detail
