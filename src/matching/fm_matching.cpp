// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Matches by an FM-index: what a call needs of it, and the layout that it has.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <array>
#include <lexikos/detail/execution_spaces.hpp>
#include <lexikos/detail/scratch.hpp>
#include <lexikos/matching.hpp>

#include "backends/primitives.hpp"
#include "common/primitive_bytes.hpp"
#include "common/read_back.hpp"
#include "matching/fm_source.hpp"
#include "matching/queries.hpp"
#include "matching/tuning.hpp"

namespace lexikos
{

template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexType Index>
std::size_t fm_matching_statistics_workspace_bytes(std::size_t symbols)
{
  std::size_t const mapped = symbols + 256 + 2 * Workspace::alignment;
  std::size_t const range = 4 * Workspace::alignment + detail::scan_bytes<ExecutionSpace>(2);
  return matching_statistics_workspace_bytes<ExecutionSpace, Index>(symbols) + mapped + range;
}

namespace matching_detail
{

namespace
{

/// Which bytes stand for which symbols.
struct Letters
{
  std::array<std::uint8_t, 256> table{};  ///< `absent`, or 0, for those that match nothing
  std::optional<std::uint8_t> absent;
  bool are_themselves = true;
};

/// \param slots    of bytes in patterns, which may differ from those of the text
/// \param symbols  of the text, by slot
Letters letters_of(std::vector<std::uint32_t> const& slots, std::vector<std::uint8_t> const& symbols)
{
  std::array<bool, 256> is_of_text{};
  for (std::uint8_t const symbol : symbols) is_of_text[symbol] = true;
  Letters letters;
  for (std::size_t c = 0; c < slots.size() && !letters.absent; ++c)
    if (slots[c] == detail::absent_slot && !is_of_text[c]) letters.absent = static_cast<std::uint8_t>(c);
  for (std::size_t c = 0; c < slots.size(); ++c) {
    bool const occurs = slots[c] != detail::absent_slot;
    letters.table[c] = occurs ? symbols[slots[c]] : letters.absent.value_or(0);
    if (occurs ? letters.table[c] != c : is_of_text[c]) letters.are_themselves = false;
    if (!occurs && is_of_text[c] && !letters.absent) throw no_absent_byte();
  }
  return letters;
}

/// The text, in memory of the workspace's resource. Fences.
template <class ExecutionSpace, class Index>
Array<std::uint8_t const, typename ExecutionSpace::memory_space> text_of(
    ExecutionSpace const& space, FmIndexArrays<typename ExecutionSpace::memory_space, Index> const& arrays,
    Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  Workspace::Scope const scope(workspace);
  auto const begins = workspace.take<Index, MemorySpace>(1);
  auto const ends = workspace.take<Index, MemorySpace>(1);
  primitives::fill(space, begins, Index{0});
  primitives::fill(space, ends, static_cast<Index>(arrays.n));
  return fm_detail::FmFunctions<ExecutionSpace, Index, std::uint8_t>::extract(space, arrays, begins, ends,
                                                                              {.workspace = &workspace})
      .symbols;
}

template <class ExecutionSpace, class Index>
FmInput<typename ExecutionSpace::memory_space, Index> input_of(
    ExecutionSpace const& space, FmIndexArrays<typename ExecutionSpace::memory_space, Index> const& arrays,
    Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  auto symbols = detail::read_all_back(space, arrays.alphabet.symbols);
  auto const letters = letters_of(detail::read_all_back(space, arrays.alphabet.slots), symbols);
  Span<std::uint8_t const, MemorySpace> table;
  if (!letters.are_themselves) {
    auto const taken = workspace.take<std::uint8_t, MemorySpace>(letters.table.size());
    Kokkos::deep_copy(space, taken,
                      Span<std::uint8_t const, Kokkos::HostSpace>(letters.table.data(), letters.table.size()));
    space.fence("lexikos::matching::letters");
    table = taken;
  }
  return {arrays, text_of<ExecutionSpace, Index>(space, arrays, workspace), std::move(symbols), letters.absent, table};
}

/// What is wrong is said before anything is done.
template <class ExecutionSpace, class Index, class Options>
void check_input(ExecutionSpace const& space, FmIndexArrays<typename ExecutionSpace::memory_space, Index> const& arrays,
                 QuerySpans<typename ExecutionSpace::memory_space> const& queries, Options const& options)
{
  detail::require(arrays.is_built(), ErrorCode::invalid_argument, "the index was not built");
  detail::require(arrays.rate != 0, ErrorCode::invalid_argument,
                  "the index has no places of suffixes, without which there are no matches");
  static_cast<void>(detail::check_offsets(space, queries.offsets, queries.symbols.extent(0), "query"));
  static_cast<void>(check_documents(space, options.text_offsets, arrays.n));
}

Tuning tuned(Tuning tuning)
{
  tuning.max_head = std::min(tuning.max_head, tuning.fm_max_head);
  return tuning;
}

}  // namespace

template <class ExecutionSpace, class Index>
void find_statistics_by_fm(ExecutionSpace const& space,
                           FmIndexArrays<typename ExecutionSpace::memory_space, Index> const& arrays,
                           QuerySpans<typename ExecutionSpace::memory_space> const& queries,
                           StatisticsOutput<typename ExecutionSpace::memory_space, Index> const& output,
                           MatchingStatisticsOptions<typename ExecutionSpace::memory_space> options,
                           Tuning const& tuning)
{
  check_input<ExecutionSpace, Index>(space, arrays, queries, options);
  detail::Scratch const scratch(space, options.workspace);
  options.workspace = &*scratch;
  auto const input = input_of<ExecutionSpace, Index>(space, arrays, *scratch);
  arrays.with_steps_for_kernel([&](auto const& steps) {
    find_statistics_by_steps(space, input, steps, queries, output, options, tuned(tuning));
  });
}

template <class ExecutionSpace, class Index>
Matches<typename ExecutionSpace::memory_space, Index> find_by_fm(
    ExecutionSpace const& space, FmIndexArrays<typename ExecutionSpace::memory_space, Index> const& arrays,
    QuerySpans<typename ExecutionSpace::memory_space> const& queries,
    MatchOptions<typename ExecutionSpace::memory_space> options, Tuning const& tuning)
{
  check_input<ExecutionSpace, Index>(space, arrays, queries, options);
  detail::Scratch const scratch(space, options.workspace);
  options.workspace = &*scratch;
  auto const input = input_of<ExecutionSpace, Index>(space, arrays, *scratch);
  return arrays.with_steps_for_kernel(
      [&](auto const& steps) { return find_by_steps(space, input, steps, queries, options, tuned(tuning)); });
}

#define LEXIKOS_INSTANTIATE(SPACE, INDEX)                                                                           \
  template void find_statistics_by_fm<SPACE, INDEX>(SPACE const&, FmIndexArrays<SPACE::memory_space, INDEX> const&, \
                                                    QuerySpans<SPACE::memory_space> const&,                         \
                                                    StatisticsOutput<SPACE::memory_space, INDEX> const&,            \
                                                    MatchingStatisticsOptions<SPACE::memory_space>, Tuning const&); \
  template Matches<SPACE::memory_space, INDEX> find_by_fm<SPACE, INDEX>(                                            \
      SPACE const&, FmIndexArrays<SPACE::memory_space, INDEX> const&, QuerySpans<SPACE::memory_space> const&,       \
      MatchOptions<SPACE::memory_space>, Tuning const&);

LEXIKOS_FOR_EACH_SPACE_AND_INDEX(LEXIKOS_INSTANTIATE)

#undef LEXIKOS_INSTANTIATE

}  // namespace matching_detail

#define LEXIKOS_INSTANTIATE(SPACE)                                                                \
  template std::size_t fm_matching_statistics_workspace_bytes<SPACE, std::uint32_t>(std::size_t); \
  template std::size_t fm_matching_statistics_workspace_bytes<SPACE, std::uint64_t>(std::size_t);

LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)

#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos
