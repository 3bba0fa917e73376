// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Kokkos_Core.hpp>
#include <algorithm>
#include <lexikos/detail/execution_spaces.hpp>
#include <lexikos/detail/scratch.hpp>
#include <lexikos/duplicates.hpp>
#include <string>

#include "common/primitive_bytes.hpp"
#include "common/progress.hpp"
#include "duplicates/by_fingerprints.hpp"
#include "duplicates/groups.hpp"
#include "duplicates/ranges.hpp"
#include "duplicates/request.hpp"
#include "duplicates/rule.hpp"
#include "duplicates/tuning.hpp"
#include "duplicates/windows_found.hpp"

namespace lexikos
{

namespace duplicates_detail
{

namespace
{

// units of work of a run, of which the suffix array takes most
constexpr std::size_t all_work = 10;
constexpr std::size_t sorting_work = 8;
constexpr std::size_t groups_work = 1;

/// A text, and another one whose windows it may have.
template <class ExecutionSpace>
struct Texts
{
  TextOf<ExecutionSpace> text;
  TextOf<ExecutionSpace> other = {};
  bool has_other = false;

  [[nodiscard]] std::size_t size() const { return text.size() + other.size(); }
};

template <class ExecutionSpace>
Windows windows_of(Texts<ExecutionSpace> const& texts, OptionsOf<ExecutionSpace> const& options)
{
  auto const& text = texts.text;
  check_options(options, text.symbol_bytes, texts.has_other);
  return {text.bytes.data(),
          texts.size(),
          text.symbol_bytes,
          options.length,
          collection_of(text.size(), options.documents),
          collection_of(texts.other.size(), options.other_documents)};
}

/// One search, with positions of one width.
template <class ExecutionSpace, class Index>
class Search
{
  using MemorySpace = typename ExecutionSpace::memory_space;

 public:
  Search(ExecutionSpace const& space, Texts<ExecutionSpace> const& texts, OptionsOf<ExecutionSpace> const& options,
         Workspace& workspace)
      : m_space(space),
        m_text(texts.text),
        m_options(options),
        m_windows(windows_of<ExecutionSpace>(texts, options)),
        m_rule(rule_of(options, texts.has_other)),
        m_workspace(workspace),
        m_progress(space, options.progress, all_work)
  {
    if (texts.has_other) join(texts);
  }

  [[nodiscard]] TextRanges<MemorySpace> ranges()
  {
    auto const bits = m_workspace.take<std::uint64_t, MemorySpace>((m_windows.text.size + 63) / 64);
    primitives::fill(m_space, bits, std::uint64_t{0});
    {
      Workspace::Scope const scope(m_workspace);
      auto const groups = sorted_groups();
      auto const judged = judge(m_space, m_windows, groups, m_rule, m_workspace);
      detail::for_each_item(m_space, "lexikos::duplicates::mark_removed", items_of(groups),
                            MarkRemoved<Index>{judged, bits.data()});
      m_space.fence("lexikos::duplicates::mark_removed");
    }
    m_progress.add(groups_work);
    auto const result = ranges_of_bits(m_space, m_windows, bits, m_options.align, m_workspace);
    m_progress.finish();
    return result;
  }

  [[nodiscard]] DuplicateWindows<MemorySpace> windows()
  {
    auto const groups = sorted_groups();
    Rule rule = m_rule;
    rule.keep = KeepDuplicates::first;  // so that windows are in order
    auto const judged = judge(m_space, m_windows, groups, rule, m_workspace);
    m_progress.add(groups_work);
    auto const found = windows_found<ExecutionSpace, Index>(m_space, groups, judged, m_windows.n, m_workspace);
    m_progress.finish();
    return found;
  }

 private:
  using GroupsFound = Groups<MemorySpace, Index>;

  /// Both texts, one after the other.
  void join(Texts<ExecutionSpace> const& texts)
  {
    auto const& first = texts.text.bytes;
    auto const& second = texts.other.bytes;
    std::size_t const border = first.extent(0);
    auto const joined = m_workspace.take<std::uint8_t, MemorySpace>(border + second.extent(0));
    Kokkos::deep_copy(m_space, backends::subspan(joined, 0, border), first);
    Kokkos::deep_copy(m_space, backends::subspan(joined, border, joined.extent(0)), second);
    m_text.bytes = joined;
    m_windows.bytes = joined.data();
  }

  static detail::SegmentItems items_of(GroupsFound const& groups)
  {
    return {groups.offsets.data(), groups.count(), 0, groups.positions.extent(0)};
  }

  /// The groups of the text, in the order of its suffix array.
  GroupsFound sorted_groups()
  {
    if (m_windows.length > m_windows.n) return {};
    auto const suffix_array = m_workspace.take<Index, MemorySpace>(m_windows.n);
    detail::with_symbols(m_text, [&](auto const& symbols) {
      lexikos::suffix_array(
          m_space, symbols, suffix_array,
          {.algorithm = m_options.algorithm,
           .workspace = &m_workspace,
           .progress = detail::part_of_progress(m_options.progress, 0, double{sorting_work} / double{all_work}),
           .low_memory = m_options.low_memory,
           .segmented_sort = m_options.segmented_sort});
    });
    m_progress.add(sorting_work);
    return find_groups(m_space, m_windows, suffix_array, m_workspace);
  }

  ExecutionSpace const& m_space;
  TextOf<ExecutionSpace> m_text;  // whose suffix array is built
  OptionsOf<ExecutionSpace> const& m_options;
  Windows m_windows;
  Rule m_rule;
  Workspace& m_workspace;
  detail::ProgressReport<ExecutionSpace> m_progress;
};

/// function(search) with the positions' width that the text needs.
template <class ExecutionSpace, class Function>
auto with_search(ExecutionSpace const& space, Texts<ExecutionSpace> const& texts,
                 OptionsOf<ExecutionSpace> const& options, Tuning const& tuning, Function const& function)
{
  detail::Scratch const scratch(space, options.workspace);
  if (texts.size() <= tuning.max_narrow)
    return function(Search<ExecutionSpace, std::uint32_t>(space, texts, options, *scratch));
  return function(Search<ExecutionSpace, std::uint64_t>(space, texts, options, *scratch));
}

/// The other engine.
template <class ExecutionSpace>
TextRanges<typename ExecutionSpace::memory_space> ranges_by_fingerprints(ExecutionSpace const& space,
                                                                         Texts<ExecutionSpace> const& texts,
                                                                         OptionsOf<ExecutionSpace> const& options,
                                                                         FingerprintTuning const& tuning)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  Windows const windows = windows_of<ExecutionSpace>(texts, options);
  auto const bytes_of = [](TextOf<ExecutionSpace> const& text) {
    return detail::TextBytes{text.bytes.data(), text.size(), text.symbol_bytes};
  };
  detail::Scratch const scratch(space, options.workspace);
  detail::ProgressReport<ExecutionSpace> progress(space, options.progress, 1);
  auto const bits = scratch->template take<std::uint64_t, MemorySpace>((windows.text.size + 63) / 64);
  primitives::fill(space, bits, std::uint64_t{0});
  mark_by_fingerprints(space,
                       {{bytes_of(texts.text), bytes_of(texts.other)},
                        windows,
                        rule_of(options, texts.has_other),
                        options.max_bytes,
                        options.progress,
                        options.statistics},
                       tuning, bits, *scratch);
  auto const result = ranges_of_bits(space, windows, bits, options.align, *scratch);
  progress.finish();
  return result;
}

/// Beside the suffix array.
template <class ExecutionSpace, class Index>
std::size_t groups_bytes(std::size_t n)
{
  std::size_t const members = n * (2 + sizeof(Index) + 1 + sizeof(std::uint64_t));
  std::size_t const sort = n * (sizeof(Index) + sizeof(std::uint32_t)) +
                           detail::segmented_sort_bytes<ExecutionSpace>(n, 2 * sizeof(Index), n);
  std::size_t const judged = n * (1 + sizeof(std::uint64_t)) + detail::scan_bytes<ExecutionSpace>(n);
  return members + std::max(sort, judged) + windows_found_bytes<ExecutionSpace, Index>(n);
}

template <class ExecutionSpace, class Index, class Symbol>
std::size_t workspace_bytes(std::size_t n)
{
  std::size_t const sorting =
      std::max(suffix_array_workspace_bytes<ExecutionSpace, Index, Symbol>(n), groups_bytes<ExecutionSpace, Index>(n));
  std::size_t const ranges =
      2 * (n / 64 + 2) * sizeof(std::uint64_t) + detail::scan_bytes<ExecutionSpace>(n / 64 + 2) + n;
  return (n / 64 + 1) * sizeof(std::uint64_t) + std::max(n * sizeof(Index) + sorting, ranges) + 24 * 256;
}

}  // namespace

Tuning const& default_tuning()
{
  static constexpr Tuning tuning{};
  return tuning;
}

template <class ExecutionSpace>
TextRanges<typename ExecutionSpace::memory_space> find_ranges(ExecutionSpace const& space,
                                                              TextOf<ExecutionSpace> const& text,
                                                              OptionsOf<ExecutionSpace> const& options,
                                                              Tuning const& tuning)
{
  if (options.engine == DuplicateEngine::fingerprints)
    return ranges_by_fingerprints<ExecutionSpace>(space, {text}, options, tuning.fingerprints);
  return with_search<ExecutionSpace>(space, {text}, options, tuning, [](auto search) { return search.ranges(); });
}

template <class ExecutionSpace>
TextRanges<typename ExecutionSpace::memory_space> find_ranges_of_other(ExecutionSpace const& space,
                                                                       TextOf<ExecutionSpace> const& text,
                                                                       TextOf<ExecutionSpace> const& other,
                                                                       OptionsOf<ExecutionSpace> const& options,
                                                                       Tuning const& tuning)
{
  if (options.engine == DuplicateEngine::fingerprints)
    return ranges_by_fingerprints<ExecutionSpace>(space, {text, other, true}, options, tuning.fingerprints);
  return with_search<ExecutionSpace>(space, {text, other, true}, options, tuning,
                                     [](auto search) { return search.ranges(); });
}

template <class ExecutionSpace>
DuplicateWindows<typename ExecutionSpace::memory_space> find_windows(ExecutionSpace const& space,
                                                                     TextOf<ExecutionSpace> const& text,
                                                                     OptionsOf<ExecutionSpace> const& options,
                                                                     Tuning const& tuning)
{
  return with_search<ExecutionSpace>(space, {text}, options, tuning, [](auto search) { return search.windows(); });
}

#define LEXIKOS_INSTANTIATE(SPACE)                                                                       \
  template TextRanges<SPACE::memory_space> find_ranges<SPACE>(SPACE const&, TextOf<SPACE> const&,        \
                                                              OptionsOf<SPACE> const&, Tuning const&);   \
  template TextRanges<SPACE::memory_space> find_ranges_of_other<SPACE>(                                  \
      SPACE const&, TextOf<SPACE> const&, TextOf<SPACE> const&, OptionsOf<SPACE> const&, Tuning const&); \
  template DuplicateWindows<SPACE::memory_space> find_windows<SPACE>(SPACE const&, TextOf<SPACE> const&, \
                                                                     OptionsOf<SPACE> const&, Tuning const&);

LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE

}  // namespace duplicates_detail

template <detail::ExecutionSpaceType ExecutionSpace, detail::SymbolType Symbol>
std::size_t duplicates_workspace_bytes(std::size_t n)
{
  if (n <= duplicates_detail::Tuning{}.max_narrow)
    return duplicates_detail::workspace_bytes<ExecutionSpace, std::uint32_t, Symbol>(n);
  return duplicates_detail::workspace_bytes<ExecutionSpace, std::uint64_t, Symbol>(n);
}

#define LEXIKOS_INSTANTIATE(SPACE)                                                    \
  template std::size_t duplicates_workspace_bytes<SPACE, std::uint8_t>(std::size_t);  \
  template std::size_t duplicates_workspace_bytes<SPACE, std::uint16_t>(std::size_t); \
  template std::size_t duplicates_workspace_bytes<SPACE, std::uint32_t>(std::size_t); \
  template std::size_t duplicates_workspace_bytes<SPACE, std::uint64_t>(std::size_t);

LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos
