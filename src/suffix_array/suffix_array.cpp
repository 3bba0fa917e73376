// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Kokkos_Core.hpp>
#include <algorithm>
#include <array>
#include <lexikos/detail/execution_spaces.hpp>
#include <lexikos/suffix_array.hpp>
#include <optional>
#include <utility>

#include "common/names.hpp"
#include "common/primitive_bytes.hpp"
#include "common/suffix_order.hpp"
#include "suffix_array/algorithms/algorithms.hpp"
#include "suffix_array/algorithms/repetition.hpp"
#include "suffix_array/automatic.hpp"
#include "suffix_array/call.hpp"
#include "suffix_array/in_parts/call_in_parts.hpp"
#include "suffix_array/rounds/ranking.hpp"
#include "suffix_array/sort_run.hpp"
#include "suffix_array/text/compact_symbols.hpp"
#include "system/works_on_host.hpp"

// ----- the algorithms by name -----------------------------------------------------------------------------------------

namespace lexikos
{

namespace
{

constexpr std::array algorithm_names{
    std::pair{SuffixArrayAlgorithm::automatic, std::string_view("automatic")},
    std::pair{SuffixArrayAlgorithm::prefix_doubling, std::string_view("prefix_doubling")},
    std::pair{SuffixArrayAlgorithm::sampled_prefix_doubling, std::string_view("sampled_prefix_doubling")},
    std::pair{SuffixArrayAlgorithm::larsson_sadakane, std::string_view("larsson_sadakane")},
    std::pair{SuffixArrayAlgorithm::osipov, std::string_view("osipov")},
    std::pair{SuffixArrayAlgorithm::skew, std::string_view("skew")},
    std::pair{SuffixArrayAlgorithm::hybrid, std::string_view("hybrid")},
    std::pair{SuffixArrayAlgorithm::repetition, std::string_view("repetition")},
    std::pair{SuffixArrayAlgorithm::induced_sorting, std::string_view("induced_sorting")},
    std::pair{SuffixArrayAlgorithm::libdivsufsort, std::string_view("libdivsufsort")},
    std::pair{SuffixArrayAlgorithm::libsais, std::string_view("libsais")},
};

}  // namespace

std::string_view to_string(SuffixArrayAlgorithm algorithm) noexcept
{
  for (auto const& [value, name] : algorithm_names)
    if (value == algorithm) return name;
  return "unknown";
}

SuffixArrayAlgorithm suffix_array_algorithm(std::string_view name)
{
  for (auto const& [value, known] : algorithm_names)
    if (known == name) return value;
  throw Error(ErrorCode::invalid_argument, "no suffix array algorithm is named " + std::string(name) + "; there are " +
                                               detail::names_in(algorithm_names));
}

template <detail::ExecutionSpaceType ExecutionSpace>
std::vector<SuffixArrayAlgorithm> suffix_array_algorithms()
{
  std::vector algorithms{SuffixArrayAlgorithm::prefix_doubling,
                         SuffixArrayAlgorithm::sampled_prefix_doubling,
                         SuffixArrayAlgorithm::larsson_sadakane,
                         SuffixArrayAlgorithm::osipov,
                         SuffixArrayAlgorithm::skew,
                         SuffixArrayAlgorithm::hybrid};
  if (suffix_array_detail::has_induced_sorting<ExecutionSpace>())
    algorithms.push_back(SuffixArrayAlgorithm::induced_sorting);
  if (suffix_array_detail::has_libdivsufsort<ExecutionSpace>())
    algorithms.push_back(SuffixArrayAlgorithm::libdivsufsort);
  if (suffix_array_detail::has_libsais<ExecutionSpace>()) algorithms.push_back(SuffixArrayAlgorithm::libsais);
  return algorithms;
}

}  // namespace lexikos

// ----- sorting --------------------------------------------------------------------------------------------------------

namespace lexikos::suffix_array_detail
{

namespace
{

template <class ExecutionSpace, class Index>
Repetition required_repetition(SortRun<ExecutionSpace, Index> const& run)
{
  Repetition const found = repetition_of_text(run.context.space, run.text);
  detail::require(static_cast<bool>(found), ErrorCode::invalid_argument,
                  "the text does not repeat a word of at most " + std::to_string(max_period) + " symbols to its end");
  return found;
}

/// Takes the place of `automatic` in the statistics, with the reason. Returns the repetition that the text is, if it is to be
/// sorted as one.
/// \param scope  of the workspace; ends here unless the algorithm uses what was found out about the text
template <class ExecutionSpace, class Index>
Repetition settle_algorithm(SortRun<ExecutionSpace, Index>& run, std::optional<Workspace::Scope>& scope)
{
  auto& statistics = run.statistics();
  if (statistics.algorithm == SuffixArrayAlgorithm::repetition) return required_repetition(run);
  if (statistics.algorithm != SuffixArrayAlgorithm::automatic) return {};
  AutomaticChoice found;
  run.context.step("choose", [&] { found = choose_algorithm(run); });
  take_choice(run, found.choice, scope);
  return found.repetition;
}

template <class ExecutionSpace, class Index>
void sort_by_settled_algorithm(SortRun<ExecutionSpace, Index>& run, Repetition const& repetition)
{
  switch (run.statistics().algorithm) {
    case SuffixArrayAlgorithm::automatic:
      break;  // settle_algorithm has replaced it
    case SuffixArrayAlgorithm::prefix_doubling:
      return prefix_doubling(run);
    case SuffixArrayAlgorithm::sampled_prefix_doubling:
      return sampled_prefix_doubling(run);
    case SuffixArrayAlgorithm::larsson_sadakane:
      return larsson_sadakane(run);
    case SuffixArrayAlgorithm::osipov:
      return osipov(run);
    case SuffixArrayAlgorithm::skew:
      return skew(run);
    case SuffixArrayAlgorithm::hybrid:
      return hybrid(run);
    case SuffixArrayAlgorithm::repetition:
      return sort_repetition(run, repetition);
    case SuffixArrayAlgorithm::induced_sorting:
      return induced_sorting(run);
    case SuffixArrayAlgorithm::libdivsufsort:
      return sort_by_libdivsufsort(run);
    case SuffixArrayAlgorithm::libsais:
      return sort_by_libsais(run);
  }
}

/// Bytes of workspace at the peak of an algorithm, at most.
template <class Index>
std::size_t sort_bytes(std::size_t n, SuffixArrayAlgorithm algorithm, bool with_inverse, bool of_bytes)
{
  std::size_t most = 0;
  switch (algorithm) {
    case SuffixArrayAlgorithm::automatic:
      for (auto const one : choices_of_automatic)
        most = std::max(most, sort_bytes<Index>(n, one, with_inverse, of_bytes));
      return most;
    case SuffixArrayAlgorithm::prefix_doubling:
      return prefix_doubling_workspace_bytes<Index>(n, with_inverse);
    case SuffixArrayAlgorithm::sampled_prefix_doubling:
      return sampled_prefix_doubling_workspace_bytes<Index>(n, with_inverse);
    case SuffixArrayAlgorithm::larsson_sadakane:
      return larsson_sadakane_workspace_bytes<Index>(n, with_inverse);
    case SuffixArrayAlgorithm::osipov:
      return osipov_workspace_bytes<Index>(n, with_inverse);
    case SuffixArrayAlgorithm::skew:
      return skew_workspace_bytes<Index>(n, with_inverse);
    case SuffixArrayAlgorithm::hybrid:
      return hybrid_workspace_bytes<Index>(n, with_inverse);
    case SuffixArrayAlgorithm::repetition:
      return repetition_workspace_bytes<Index>(
          n, [](std::size_t tail) { return prefix_doubling_workspace_bytes<Index>(tail, false); });
    case SuffixArrayAlgorithm::induced_sorting:
      return induced_sorting_workspace_bytes<Index>(n, of_bytes);
    case SuffixArrayAlgorithm::libdivsufsort:
      return libdivsufsort_workspace_bytes<Index>(n);
    case SuffixArrayAlgorithm::libsais:
      return libsais_workspace_bytes<Index>(n);
  }
  return most;
}

}  // namespace

template <class ExecutionSpace, class Index>
void sort_suffixes(SortRun<ExecutionSpace, Index>& run)
{
  auto const& context = run.context;
  {
    std::optional<Workspace::Scope> scope(std::in_place, context.workspace);
    Repetition const repetition = settle_algorithm(run, scope);
    sort_by_settled_algorithm(run, repetition);
    run.packed = {};
  }
  if (!run.lacks_inverse) return;
  context.step("invert", [&] {
    invert(context, Ranking<ExecutionSpace, Index>{run.suffix_array, run.inverse}, run.options.low_memory);
  });
  context.report.progress(0);
}

#define LEXIKOS_INSTANTIATE_SORT(SPACE, INDEX) template void sort_suffixes(SortRun<SPACE, INDEX>&);
LEXIKOS_FOR_EACH_SPACE_AND_INDEX(LEXIKOS_INSTANTIATE_SORT)

}  // namespace lexikos::suffix_array_detail

// ----- what others call -----------------------------------------------------------------------------------------------

namespace lexikos
{

template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexType Index, detail::SymbolType Symbol>
std::size_t suffix_array_workspace_bytes(std::size_t n, SuffixArrayAlgorithm algorithm, bool with_inverse)
{
  using namespace suffix_array_detail;
  // a thread of the host keeps counters and write buffers of its own
  std::size_t const threads = detail::host_threads<ExecutionSpace>();
  std::size_t const sort = sort_bytes<Index>(n, algorithm, with_inverse, sizeof(Symbol) == 1) + (threads << 20);
  if (sizeof(Symbol) == 1) return sort;
  std::size_t const wider_codes = 3 * n;  // where an algorithm keeps the packed text
  return std::max(compact_symbols_bytes<Symbol, Index>(n), compact_text_bytes(n) + wider_codes + sort);
}

namespace detail
{

template <class ExecutionSpace, class Symbol, class Index>
void build_suffix_array(ExecutionSpace const& space,
                        Span<Symbol const, typename ExecutionSpace::memory_space> const& text,
                        Span<Index, typename ExecutionSpace::memory_space> const& suffix_array,
                        Span<Index, typename ExecutionSpace::memory_space> const& inverse,
                        SuffixArrayOptions const& options)
{
  using namespace suffix_array_detail;
  bool const with_inverse = inverse.extent(0) != 0;
  bool const may_choose = options.algorithm == SuffixArrayAlgorithm::automatic && has_induced_sorting<ExecutionSpace>();
  auto const least = may_choose ? SuffixArrayAlgorithm::induced_sorting : options.algorithm;
  if (sorts_in_parts(options, [&] {
        return suffix_array_workspace_bytes<ExecutionSpace, Index, Symbol>(text.extent(0), least, with_inverse);
      }))
    return static_cast<void>(sort_text_in_parts(space,
                                                {.text = suffix_array_detail::bytes_of(text),
                                                 .suffix_array = entries_of(suffix_array),
                                                 .inverse = entries_of(inverse)},
                                                options));
  Call<ExecutionSpace> call(space, options, text.extent(0));
  if (text.extent(0) != 0) {
    SortRun<ExecutionSpace, Index> run{call.context(), options, symbol_text<Index>(call.context(), text), suffix_array,
                                       inverse};
    sort_suffixes(run);
  }
  call.end();
}

template <class ExecutionSpace, class Symbol, class Index>
SuffixArrayChoice choose_suffix_array(ExecutionSpace const& space,
                                      Span<Symbol const, typename ExecutionSpace::memory_space> const& text,
                                      SuffixArrayOptions const& options)
{
  using namespace suffix_array_detail;
  if (text.extent(0) == 0) return {SuffixArrayAlgorithm::prefix_doubling, "an empty text"};
  SuffixArrayStatistics statistics;
  SuffixArrayOptions choosing;
  choosing.workspace = options.workspace;
  choosing.statistics = &statistics;
  choosing.low_memory = options.low_memory;
  choosing.device_bytes = options.device_bytes;
  Call<ExecutionSpace> const call(space, choosing, text.extent(0));
  SortRun<ExecutionSpace, Index> run{call.context(), choosing, symbol_text<Index>(call.context(), text), {}, {}};
  return choose_algorithm(run).choice;
}

template <class ExecutionSpace, class Index>
std::size_t transform_or_sort(ExecutionSpace const& space,
                              Span<std::uint8_t const, typename ExecutionSpace::memory_space> const& text,
                              Span<std::uint8_t, typename ExecutionSpace::memory_space> const& bwt,
                              Span<Index, typename ExecutionSpace::memory_space> const& suffix_array,
                              SuffixArrayOptions const& options)
{
  using namespace suffix_array_detail;
  Call<ExecutionSpace> call(space, options, text.extent(0));
  SortRun<ExecutionSpace, Index> run{
      call.context(), options, SymbolText<typename ExecutionSpace::memory_space>(text), suffix_array, {}};
  std::optional<Workspace::Scope> scope(std::in_place, run.context.workspace);
  Repetition const repetition = settle_algorithm(run, scope);
  std::size_t primary_index = 0;
  if (run.statistics().algorithm == SuffixArrayAlgorithm::sampled_prefix_doubling)
    primary_index = transform_by_samples(run, bwt);
  if (run.statistics().algorithm == SuffixArrayAlgorithm::induced_sorting)
    primary_index = transform_by_induction(run, bwt);
  if (run.statistics().algorithm == SuffixArrayAlgorithm::libsais) primary_index = transform_by_libsais(run, bwt);
  if (primary_index == 0) sort_by_settled_algorithm(run, repetition);
  call.end();
  return primary_index;
}

}  // namespace detail

#define LEXIKOS_INSTANTIATE_FOR(SPACE, SYMBOL, INDEX)                                                               \
  template std::size_t suffix_array_workspace_bytes<SPACE, INDEX, SYMBOL>(std::size_t, SuffixArrayAlgorithm, bool); \
  template void detail::build_suffix_array<SPACE, SYMBOL, INDEX>(                                                   \
      SPACE const&, Span<SYMBOL const, SPACE::memory_space> const&, Span<INDEX, SPACE::memory_space> const&,        \
      Span<INDEX, SPACE::memory_space> const&, SuffixArrayOptions const&);                                          \
  template SuffixArrayChoice detail::choose_suffix_array<SPACE, SYMBOL, INDEX>(                                     \
      SPACE const&, Span<SYMBOL const, SPACE::memory_space> const&, SuffixArrayOptions const&);
#define LEXIKOS_INSTANTIATE(SPACE, INDEX)                                                      \
  template std::size_t detail::transform_or_sort<SPACE, INDEX>(                                \
      SPACE const&, Span<std::uint8_t const, SPACE::memory_space> const&,                      \
      Span<std::uint8_t, SPACE::memory_space> const&, Span<INDEX, SPACE::memory_space> const&, \
      SuffixArrayOptions const&);                                                              \
  LEXIKOS_INSTANTIATE_FOR(SPACE, std::uint8_t, INDEX)                                          \
  LEXIKOS_INSTANTIATE_FOR(SPACE, std::uint16_t, INDEX)                                         \
  LEXIKOS_INSTANTIATE_FOR(SPACE, std::uint32_t, INDEX)                                         \
  LEXIKOS_INSTANTIATE_FOR(SPACE, std::uint64_t, INDEX)
LEXIKOS_FOR_EACH_SPACE_AND_INDEX(LEXIKOS_INSTANTIATE)

#define LEXIKOS_INSTANTIATE_SPACE(SPACE) template std::vector<SuffixArrayAlgorithm> suffix_array_algorithms<SPACE>();
LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE_SPACE)
#undef LEXIKOS_INSTANTIATE_SPACE
#undef LEXIKOS_INSTANTIATE
#undef LEXIKOS_INSTANTIATE_FOR
#undef LEXIKOS_INSTANTIATE_SORT

}  // namespace lexikos
