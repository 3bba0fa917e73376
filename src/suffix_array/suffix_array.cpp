// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Kokkos_Core.hpp>
#include <algorithm>
#include <array>
#include <lexikos/config.hpp>
#include <lexikos/suffix_array.hpp>
#include <utility>

#include "suffix_array/algorithms.hpp"
#include "suffix_array/algorithms/repetition.hpp"
#include "suffix_array/automatic.hpp"
#include "suffix_array/range.hpp"
#include "suffix_array/sort_run.hpp"
#include "suffix_array/steps.hpp"
#include "suffix_array/text/compact_symbols.hpp"
#include "system/execution_spaces.hpp"
#include "system/works_on_host.hpp"
#ifdef LEXIKOS_HAVE_LIBDIVSUFSORT
#include "backends/libdivsufsort/suffix_array.hpp"
#endif

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
    std::pair{SuffixArrayAlgorithm::libdivsufsort, std::string_view("libdivsufsort")},
};

template <class ExecutionSpace>
constexpr bool has_libdivsufsort()
{
#ifdef LEXIKOS_HAVE_LIBDIVSUFSORT
  return detail::works_on_host<ExecutionSpace>;
#else
  return false;
#endif
}

template <class ExecutionSpace, class Arrays>
void invert(ExecutionSpace const& space, Arrays const& suffix_array, Arrays const& inverse)
{
  using Index = typename Arrays::value_type;
  Kokkos::parallel_for(
      "lexikos::suffix_array::invert", suffix_array_detail::range(space, suffix_array.extent(0)),
      KOKKOS_LAMBDA(std::int64_t i) { inverse(suffix_array(i)) = static_cast<Index>(i); });
}

template <class ExecutionSpace, class Symbol, class Index>
void sort_by_libdivsufsort(suffix_array_detail::SortRun<ExecutionSpace, Symbol, Index> const& run)
{
#ifdef LEXIKOS_HAVE_LIBDIVSUFSORT
  if constexpr (has_libdivsufsort<ExecutionSpace>()) {
    detail::require(sizeof(Symbol) == 1, ErrorCode::not_supported,
                    "libdivsufsort sorts texts of up to 256 distinct symbols; this one has " +
                        std::to_string(run.statistics.alphabet_size));
    suffix_array_detail::Steps<ExecutionSpace> step(run.space, &run.statistics);
    std::size_t const n = run.text.extent(0);
    auto const* const bytes = reinterpret_cast<std::uint8_t const*>(run.text.data());
    suffix_array_detail::report_progress(run.options, n, n);
    run.space.fence("lexikos::suffix_array::libdivsufsort");  // it reads and writes outside of the instance
    step("libdivsufsort", [&] { backends::libdivsufsort::suffix_array(bytes, run.suffix_array.data(), n); });
    if (run.wants_inverse()) step("invert", [&] { invert(run.space, run.suffix_array, run.inverse); });
    suffix_array_detail::report_progress(run.options, 0, n);
    return;
  }
#endif
  throw Error(ErrorCode::not_supported,
              "libdivsufsort is not in this build for " + std::string(ExecutionSpace::name()));
}

/// Takes the place of `automatic` in the statistics, with the reason. Returns the repetition that `automatic` found the text
/// to be, if it is one.
template <class ExecutionSpace, class Symbol, class Index>
suffix_array_detail::Repetition choose(suffix_array_detail::SortRun<ExecutionSpace, Symbol, Index> const& run)
{
  auto& statistics = run.statistics;
  if (statistics.algorithm != SuffixArrayAlgorithm::automatic) return {};
  bool const may_use_libdivsufsort = sizeof(Symbol) == 1 && has_libdivsufsort<ExecutionSpace>();
  auto const choice = suffix_array_detail::choose_algorithm(run, may_use_libdivsufsort);
  statistics.algorithm = choice.algorithm;
  statistics.reason = choice.reason;
  return choice.repetition;
}

template <class ExecutionSpace, class Symbol, class Index>
void sort(suffix_array_detail::SortRun<ExecutionSpace, Symbol, Index> const& run)
{
  if (auto const repetition = choose(run); repetition.period != 0)
    return suffix_array_detail::sort_repetition(run, repetition, [](auto const& tail) { sort(tail); });
  switch (run.statistics.algorithm) {
    case SuffixArrayAlgorithm::automatic:
      break;  // is none
    case SuffixArrayAlgorithm::prefix_doubling:
      return suffix_array_detail::prefix_doubling(run);
    case SuffixArrayAlgorithm::sampled_prefix_doubling:
      return suffix_array_detail::sampled_prefix_doubling(run);
    case SuffixArrayAlgorithm::larsson_sadakane:
      return suffix_array_detail::larsson_sadakane(run);
    case SuffixArrayAlgorithm::osipov:
      return suffix_array_detail::osipov(run);
    case SuffixArrayAlgorithm::skew:
      return suffix_array_detail::skew(run);
    case SuffixArrayAlgorithm::hybrid:
      return suffix_array_detail::hybrid(run);
    case SuffixArrayAlgorithm::libdivsufsort:
      return sort_by_libdivsufsort(run);
  }
}

template <class ExecutionSpace, class Symbol, class Index, class TextView>
auto with_text(suffix_array_detail::SortRun<ExecutionSpace, Symbol, Index> const& run, TextView const& text)
{
  return suffix_array_detail::SortRun<ExecutionSpace, typename TextView::non_const_value_type, Index>{
      run.space, text, run.suffix_array, run.inverse, run.options, run.statistics, run.workspace};
}

/// Texts of wide symbols are sorted as texts of their numbers.
template <class ExecutionSpace, class Symbol, class Index>
void sort_any(suffix_array_detail::SortRun<ExecutionSpace, Symbol, Index> const& run)
{
  if constexpr (sizeof(Symbol) == 1) {
    sort(run);
  }
  else {
    Workspace::Scope scope(run.workspace);
    suffix_array_detail::Steps<ExecutionSpace> step(run.space, &run.statistics);
    suffix_array_detail::CompactText<typename ExecutionSpace::memory_space> text;
    step("compact", [&] { text = suffix_array_detail::compact_symbols<Index>(run.space, run.text, run.workspace); });
    run.statistics.alphabet_size = text.alphabet_size;
    if (text.bytes.data() != nullptr)
      sort(with_text(run, text.bytes));
    else
      sort(with_text(run, text.integers));
  }
}

/// Bytes of workspace at the peak of an algorithm, at most.
template <class ExecutionSpace, class Index>
std::size_t sort_bytes(std::size_t n, SuffixArrayAlgorithm algorithm, bool with_inverse)
{
  // its indices are signed: beyond 2^31 libdivsufsort needs an array of its own, which does not come from the workspace
  bool const own_array = sizeof(Index) == 4 && n > std::numeric_limits<std::int32_t>::max();
  std::size_t most = 0;
  switch (algorithm) {
    case SuffixArrayAlgorithm::automatic:
      for (auto const one : suffix_array_detail::choices_of_automatic)
        most = std::max(most, sort_bytes<ExecutionSpace, Index>(n, one, with_inverse));
      return most;
    case SuffixArrayAlgorithm::prefix_doubling:
      return suffix_array_detail::prefix_doubling_workspace_bytes<Index>(n, with_inverse);
    case SuffixArrayAlgorithm::sampled_prefix_doubling:
      return suffix_array_detail::sampled_prefix_doubling_workspace_bytes<Index>(n, with_inverse);
    case SuffixArrayAlgorithm::larsson_sadakane:
      return suffix_array_detail::larsson_sadakane_workspace_bytes<Index>(n, with_inverse);
    case SuffixArrayAlgorithm::osipov:
      return suffix_array_detail::osipov_workspace_bytes<Index>(n, with_inverse);
    case SuffixArrayAlgorithm::skew:
      return suffix_array_detail::skew_workspace_bytes<Index>(n, with_inverse);
    case SuffixArrayAlgorithm::hybrid:
      return suffix_array_detail::hybrid_workspace_bytes<Index>(n, with_inverse);
    case SuffixArrayAlgorithm::libdivsufsort:
      return own_array ? sizeof(std::int64_t) * n : 0;
  }
  return most;
}

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
  throw Error(ErrorCode::invalid_argument, "no suffix array algorithm is named " + std::string(name));
}

template <class ExecutionSpace>
std::vector<SuffixArrayAlgorithm> suffix_array_algorithms()
{
  std::vector algorithms{SuffixArrayAlgorithm::prefix_doubling,
                         SuffixArrayAlgorithm::sampled_prefix_doubling,
                         SuffixArrayAlgorithm::larsson_sadakane,
                         SuffixArrayAlgorithm::osipov,
                         SuffixArrayAlgorithm::skew,
                         SuffixArrayAlgorithm::hybrid};
  if (has_libdivsufsort<ExecutionSpace>()) algorithms.push_back(SuffixArrayAlgorithm::libdivsufsort);
  return algorithms;
}

template <class ExecutionSpace, class Index, class Symbol>
std::size_t suffix_array_workspace_bytes(std::size_t n, SuffixArrayAlgorithm algorithm, bool with_inverse)
{
  // a thread of the host keeps counters and write buffers of its own
  constexpr bool on_host = detail::works_on_host<ExecutionSpace>;
  std::size_t const threads = on_host && algorithm != SuffixArrayAlgorithm::libdivsufsort
                                  ? static_cast<std::size_t>(ExecutionSpace().concurrency())
                                  : 0;
  std::size_t const sort = sort_bytes<ExecutionSpace, Index>(n, algorithm, with_inverse) + (threads << 20);
  if (sizeof(Symbol) == 1) return sort;
  std::size_t const wider_codes = 3 * n;  // where an algorithm keeps the packed text
  return std::max(suffix_array_detail::compact_symbols_bytes<Symbol, Index>(n),
                  suffix_array_detail::compact_text_bytes(n) + wider_codes + sort);
}

namespace detail
{

namespace
{

/// What a call is told and tells, with memory of its own where the caller gave none.
struct Call
{
  explicit Call(SuffixArrayOptions const& options)
      : statistics(options.statistics != nullptr ? *options.statistics : own_statistics),
        workspace(options.workspace != nullptr ? *options.workspace : own_workspace)
  {
    bool const time_steps = statistics.time_steps;
    statistics = {};
    statistics.time_steps = time_steps;
    statistics.algorithm = options.algorithm;
    workspace.reset_peak();
  }

  void end()
  {
    statistics.workspace_bytes = workspace.peak_bytes();
    statistics.seconds = timer.seconds();
  }

  Kokkos::Timer timer;
  SuffixArrayStatistics own_statistics;
  Workspace own_workspace;
  SuffixArrayStatistics& statistics;
  Workspace& workspace;
};

}  // namespace

template <class ExecutionSpace, class Symbol, class Index>
void build_suffix_array(ExecutionSpace const& space,
                        Span<Symbol const, typename ExecutionSpace::memory_space> const& text,
                        Span<Index, typename ExecutionSpace::memory_space> const& suffix_array,
                        Span<Index, typename ExecutionSpace::memory_space> const& inverse,
                        SuffixArrayOptions const& options)
{
  Call call(options);
  suffix_array_detail::SortRun<ExecutionSpace, Symbol, Index> const run{
      space, text, suffix_array, inverse, options, call.statistics, call.workspace};
  if (text.extent(0) != 0) sort_any(run);
  space.fence("lexikos::suffix_array");
  call.end();
}

template <class ExecutionSpace, class Index>
std::size_t transform_without_array(ExecutionSpace const& space,
                                    Span<std::uint8_t const, typename ExecutionSpace::memory_space> const& text,
                                    Span<std::uint8_t, typename ExecutionSpace::memory_space> const& bwt,
                                    SuffixArrayOptions const& options)
{
  Call call(options);
  Workspace::Scope const scope(call.workspace);
  std::size_t const n = text.extent(0);
  suffix_array_detail::SortRun<ExecutionSpace, std::uint8_t, Index> run{space,           text,          {}, {}, options,
                                                                        call.statistics, call.workspace};
  (void)choose(run);
  if (call.statistics.algorithm != SuffixArrayAlgorithm::sampled_prefix_doubling) return 0;
  run.suffix_array = call.workspace.take<Index, typename ExecutionSpace::memory_space>(n);
  std::size_t const primary_index = suffix_array_detail::transform_by_samples(run, bwt);
  space.fence("lexikos::bwt");
  call.end();
  return primary_index;
}

}  // namespace detail

#define LEXIKOS_INSTANTIATE_FOR(SPACE, SYMBOL, INDEX)                                                               \
  template std::size_t suffix_array_workspace_bytes<SPACE, INDEX, SYMBOL>(std::size_t, SuffixArrayAlgorithm, bool); \
  template void detail::build_suffix_array<SPACE, SYMBOL, INDEX>(                                                   \
      SPACE const&, Span<SYMBOL const, SPACE::memory_space> const&, Span<INDEX, SPACE::memory_space> const&,        \
      Span<INDEX, SPACE::memory_space> const&, SuffixArrayOptions const&);
#define LEXIKOS_INSTANTIATE_SYMBOL(SPACE, SYMBOL)       \
  LEXIKOS_INSTANTIATE_FOR(SPACE, SYMBOL, std::uint32_t) \
  LEXIKOS_INSTANTIATE_FOR(SPACE, SYMBOL, std::uint64_t)
#define LEXIKOS_INSTANTIATE_TRANSFORM(SPACE, INDEX)                       \
  template std::size_t detail::transform_without_array<SPACE, INDEX>(     \
      SPACE const&, Span<std::uint8_t const, SPACE::memory_space> const&, \
      Span<std::uint8_t, SPACE::memory_space> const&, SuffixArrayOptions const&);
#define LEXIKOS_INSTANTIATE(SPACE)                                             \
  template std::vector<SuffixArrayAlgorithm> suffix_array_algorithms<SPACE>(); \
  LEXIKOS_INSTANTIATE_TRANSFORM(SPACE, std::uint32_t)                          \
  LEXIKOS_INSTANTIATE_TRANSFORM(SPACE, std::uint64_t)                          \
  LEXIKOS_INSTANTIATE_SYMBOL(SPACE, std::uint8_t)                              \
  LEXIKOS_INSTANTIATE_SYMBOL(SPACE, std::uint16_t)                             \
  LEXIKOS_INSTANTIATE_SYMBOL(SPACE, std::uint32_t)                             \
  LEXIKOS_INSTANTIATE_SYMBOL(SPACE, std::uint64_t)

LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)

}  // namespace lexikos
