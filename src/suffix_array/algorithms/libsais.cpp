// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// libsais (Grebnov): induced sorting on hosts.

#include <cstring>
#include <lexikos/config.hpp>
#include <lexikos/detail/execution_spaces.hpp>
#include <limits>
#include <string>

#include "common/invert.hpp"
#include "suffix_array/algorithms/algorithms.hpp"
#include "system/concurrency.hpp"
#include "system/works_on_host.hpp"
#ifdef LEXIKOS_HAVE_LIBSAIS
#include "backends/libsais/suffix_array.hpp"
#endif

namespace lexikos::suffix_array_detail
{

template <class ExecutionSpace>
bool has_libsais()
{
#ifdef LEXIKOS_HAVE_LIBSAIS
  return detail::works_on_host<ExecutionSpace>;
#else
  return false;
#endif
}

/// Nothing but for `automatic`, which counts symbols. Its indices are signed: beyond 2^31 it needs an array of its own, which
/// does not come from the workspace.
template <class Index>
std::size_t libsais_workspace_bytes(std::size_t n)
{
  bool const needs_own_array = sizeof(Index) == 4 && n > std::numeric_limits<std::int32_t>::max();
  return (needs_own_array ? sizeof(std::int64_t) * n : 0) + (std::size_t{1} << 16);
}

#ifdef LEXIKOS_HAVE_LIBSAIS
namespace
{

/// A text of numbers is a copy of the caller's, made for this sort: libsais changes and restores it.
template <class Index>
void sort_numbers(Span<std::uint32_t const, Kokkos::HostSpace> const& numbers, std::size_t alphabet, Index* array,
                  int threads)
{
  std::size_t const n = numbers.extent(0);
  detail::require(n <= backends::libsais::max_with_32_bits, ErrorCode::not_supported,
                  "libsais sorts texts of more than 256 distinct symbols where they are shorter than 2^31");
  auto* const text = const_cast<std::uint32_t*>(numbers.data());
  if constexpr (sizeof(Index) == sizeof(std::uint32_t)) {
    backends::libsais::suffix_array(text, alphabet, array, n, threads);
  }
  else {
    // in the upper half, so that widening from the front reads every position before it is overwritten
    auto* const narrow = reinterpret_cast<std::byte*>(array) + n * sizeof(std::uint32_t);
    backends::libsais::suffix_array(text, alphabet, reinterpret_cast<std::uint32_t*>(narrow), n, threads);
    for (std::size_t i = 0; i < n; ++i) {
      std::uint32_t position = 0;
      std::memcpy(&position, narrow + i * sizeof(position), sizeof(position));
      array[i] = position;
    }
  }
}

}  // namespace
#endif

template <class ExecutionSpace, class Index>
void sort_by_libsais([[maybe_unused]] SortRun<ExecutionSpace, Index>& run)
{
  detail::require(has_libsais<ExecutionSpace>(), ErrorCode::not_supported,
                  "libsais is not in this build for " + std::string(ExecutionSpace::name()));
#ifdef LEXIKOS_HAVE_LIBSAIS
  if constexpr (detail::works_on_host<ExecutionSpace>) {
    auto const& context = run.context;
    context.report.all_unsorted();
    context.space.fence("lexikos::suffix_array::libsais");  // it reads and writes outside of the instance
    int const threads = detail::concurrency_of(context.space);
    context.step("libsais", [&] {
      if (run.text.has_bytes())
        backends::libsais::suffix_array(run.text.bytes().data(), run.suffix_array.data(), run.size(), threads);
      else
        sort_numbers(run.text.integers(), run.statistics().alphabet_size, run.suffix_array.data(), threads);
    });
    if (run.wants_inverse())
      context.step("invert", [&] { detail::invert(context.space, run.suffix_array, run.inverse); });
    context.report.progress(0);
  }
#endif
}

template <class ExecutionSpace, class Index>
std::size_t transform_by_libsais([[maybe_unused]] SortRun<ExecutionSpace, Index>& run,
                                 [[maybe_unused]] Span<std::uint8_t, typename ExecutionSpace::memory_space> const& bwt)
{
  std::size_t primary_index = 0;
#ifdef LEXIKOS_HAVE_LIBSAIS
  if constexpr (detail::works_on_host<ExecutionSpace> && sizeof(Index) == sizeof(std::uint32_t)) {
    auto const& context = run.context;
    if (run.size() > backends::libsais::max_with_32_bits) return 0;
    context.report.all_unsorted();
    context.space.fence("lexikos::suffix_array::libsais");
    context.step("libsais", [&] {
      primary_index =
          backends::libsais::burrows_wheeler_transform(run.text.bytes().data(), bwt.data(), run.suffix_array.data(),
                                                       run.size(), detail::concurrency_of(context.space));
    });
    context.report.progress(0);
  }
#endif
  return primary_index;
}

#define LEXIKOS_INSTANTIATE(SPACE, INDEX)                \
  template void sort_by_libsais(SortRun<SPACE, INDEX>&); \
  template std::size_t transform_by_libsais(SortRun<SPACE, INDEX>&, Span<std::uint8_t, SPACE::memory_space> const&);
LEXIKOS_FOR_EACH_SPACE_AND_INDEX(LEXIKOS_INSTANTIATE)
#define LEXIKOS_INSTANTIATE_SPACE(SPACE) template bool has_libsais<SPACE>();
LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE_SPACE)
template std::size_t libsais_workspace_bytes<std::uint32_t>(std::size_t);
template std::size_t libsais_workspace_bytes<std::uint64_t>(std::size_t);
#undef LEXIKOS_INSTANTIATE_SPACE
#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos::suffix_array_detail
