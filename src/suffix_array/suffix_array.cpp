// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Kokkos_Core.hpp>
#include <array>
#include <lexikos/config.hpp>
#include <lexikos/suffix_array.hpp>
#include <utility>

#include "backends/execution_spaces.hpp"
#include "suffix_array/algorithms.hpp"
#include "suffix_array/range.hpp"
#include "suffix_array/sort_run.hpp"
#include "suffix_array/steps.hpp"
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
    std::pair{SuffixArrayAlgorithm::skew, std::string_view("skew")},
    std::pair{SuffixArrayAlgorithm::hybrid, std::string_view("hybrid")},
    std::pair{SuffixArrayAlgorithm::libdivsufsort, std::string_view("libdivsufsort")},
};

template <class ExecutionSpace>
constexpr bool has_libdivsufsort()
{
#ifdef LEXIKOS_HAVE_LIBDIVSUFSORT
  return Kokkos::SpaceAccessibility<Kokkos::HostSpace, typename ExecutionSpace::memory_space>::accessible;
#else
  return false;
#endif
}

template <class ExecutionSpace>
SuffixArrayAlgorithm chosen(SuffixArrayAlgorithm algorithm)
{
  if (algorithm != SuffixArrayAlgorithm::automatic) return algorithm;
  return SuffixArrayAlgorithm::prefix_doubling;
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
    suffix_array_detail::Steps<ExecutionSpace> step(run.space, &run.statistics);
    std::size_t const n = run.text.extent(0);
    run.space.fence("lexikos::suffix_array::libdivsufsort");  // it reads and writes outside of the instance
    step("libdivsufsort", [&] { backends::libdivsufsort::suffix_array(run.text.data(), run.suffix_array.data(), n); });
    if (run.wants_inverse()) step("invert", [&] { invert(run.space, run.suffix_array, run.inverse); });
    return;
  }
#endif
  throw Error(ErrorCode::not_supported,
              "libdivsufsort is not in this build for " + std::string(ExecutionSpace::name()));
}

template <class ExecutionSpace, class Symbol, class Index>
void sort(SuffixArrayAlgorithm algorithm, suffix_array_detail::SortRun<ExecutionSpace, Symbol, Index> const& run)
{
  switch (algorithm) {
    case SuffixArrayAlgorithm::automatic:
      break;  // chosen before
    case SuffixArrayAlgorithm::prefix_doubling:
      return suffix_array_detail::prefix_doubling(run);
    case SuffixArrayAlgorithm::skew:
      return suffix_array_detail::skew(run);
    case SuffixArrayAlgorithm::hybrid:
      return suffix_array_detail::hybrid(run);
    case SuffixArrayAlgorithm::libdivsufsort:
      return sort_by_libdivsufsort(run);
  }
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
  std::vector algorithms{SuffixArrayAlgorithm::prefix_doubling, SuffixArrayAlgorithm::skew,
                         SuffixArrayAlgorithm::hybrid};
  if (has_libdivsufsort<ExecutionSpace>()) algorithms.push_back(SuffixArrayAlgorithm::libdivsufsort);
  return algorithms;
}

template <class ExecutionSpace, class Index>
std::size_t suffix_array_workspace_bytes(std::size_t n, SuffixArrayAlgorithm algorithm, bool with_inverse)
{
  switch (chosen<ExecutionSpace>(algorithm)) {
    case SuffixArrayAlgorithm::skew:
      return suffix_array_detail::skew_workspace_bytes<Index>(n, with_inverse);
    case SuffixArrayAlgorithm::hybrid:
      return suffix_array_detail::hybrid_workspace_bytes<Index>(n, with_inverse);
    case SuffixArrayAlgorithm::libdivsufsort: {
      // its indices are signed: beyond 2^31 it needs an array of its own, which does not come from the workspace
      bool const own_array = sizeof(Index) == 4 && n > std::numeric_limits<std::int32_t>::max();
      return own_array ? sizeof(std::int64_t) * n : 0;
    }
    default:
      return suffix_array_detail::prefix_doubling_workspace_bytes<Index>(n, with_inverse);
  }
}

namespace detail
{

template <class ExecutionSpace, class Index>
void build_suffix_array(ExecutionSpace const& space,
                        Span<std::uint8_t const, typename ExecutionSpace::memory_space> const& text,
                        Span<Index, typename ExecutionSpace::memory_space> const& suffix_array,
                        Span<Index, typename ExecutionSpace::memory_space> const& inverse,
                        SuffixArrayOptions const& options)
{
  Kokkos::Timer timer;
  SuffixArrayStatistics unseen;
  SuffixArrayStatistics& statistics = options.statistics != nullptr ? *options.statistics : unseen;
  bool const time_steps = statistics.time_steps;
  statistics = {};
  statistics.time_steps = time_steps;
  statistics.algorithm = chosen<ExecutionSpace>(options.algorithm);
  Workspace own_workspace;
  Workspace& workspace = options.workspace != nullptr ? *options.workspace : own_workspace;
  workspace.reset_peak();
  suffix_array_detail::SortRun<ExecutionSpace, std::uint8_t, Index> const run{
      space, text, suffix_array, inverse, options, statistics, workspace};
  if (text.extent(0) != 0) sort(statistics.algorithm, run);
  space.fence("lexikos::suffix_array");
  statistics.workspace_bytes = workspace.peak_bytes();
  statistics.seconds = timer.seconds();
}

}  // namespace detail

#define LEXIKOS_INSTANTIATE_FOR(ExecutionSpace, Index)                                                               \
  template std::size_t suffix_array_workspace_bytes<ExecutionSpace, Index>(std::size_t, SuffixArrayAlgorithm, bool); \
  template void detail::build_suffix_array<ExecutionSpace, Index>(                                                   \
      ExecutionSpace const&, Span<std::uint8_t const, ExecutionSpace::memory_space> const&,                          \
      Span<Index, ExecutionSpace::memory_space> const&, Span<Index, ExecutionSpace::memory_space> const&,            \
      SuffixArrayOptions const&);
#define LEXIKOS_INSTANTIATE(ExecutionSpace)                                             \
  template std::vector<SuffixArrayAlgorithm> suffix_array_algorithms<ExecutionSpace>(); \
  LEXIKOS_INSTANTIATE_FOR(ExecutionSpace, std::uint32_t)                                \
  LEXIKOS_INSTANTIATE_FOR(ExecutionSpace, std::uint64_t)

LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)

}  // namespace lexikos
