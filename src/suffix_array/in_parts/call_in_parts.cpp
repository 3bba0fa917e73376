// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "suffix_array/in_parts/call_in_parts.hpp"

#include <Kokkos_Core.hpp>
#include <bit>
#include <lexikos/detail/execution_spaces.hpp>
#include <lexikos/out_of_core.hpp>
#include <string>

#include "suffix_array/call.hpp"
#include "system/device_memory.hpp"

namespace lexikos
{

namespace suffix_array_detail
{

template <class ExecutionSpace>
std::size_t sort_text_in_parts(ExecutionSpace const& space, PartsJob job, SuffixArrayOptions const& options)
{
  detail::require(options.algorithm == SuffixArrayAlgorithm::automatic ||
                      options.algorithm == SuffixArrayAlgorithm::sampled_prefix_doubling,
                  ErrorCode::not_supported, std::string(to_string(options.algorithm)) + " does not sort in parts");
  Call<ExecutionSpace> call(space, options, job.text.symbols);
  job.bytes = options.device_bytes;
  job.parts = options.min_parts;
  auto& statistics = call.context().report.statistics();
  statistics.algorithm = SuffixArrayAlgorithm::sampled_prefix_doubling;
  std::size_t const result = job.text.symbols == 0 ? 0 : sort_in_parts(call.context(), job);
  if (options.algorithm == SuffixArrayAlgorithm::automatic)
    statistics.reason = "in " + std::to_string(statistics.parts) + (statistics.parts == 1 ? " part" : " parts") +
                        ", for which packed text and samples alone stay in memory";
  call.end();
  return result;
}

namespace
{

/// Whether text, results and any algorithm's scratch find room on the device.
template <class ExecutionSpace, class Symbol, class Index>
bool fits_at_once(std::size_t n, bool with_inverse, SuffixArrayOptions const& options)
{
  std::size_t const limit =
      options.device_bytes != 0 ? options.device_bytes : detail::available_memory<ExecutionSpace>().free / 16 * 15;
  std::size_t const arrays = sizeof(Symbol) + (with_inverse ? 2 : 1) * sizeof(Index);
  std::size_t const workspace =
      suffix_array_workspace_bytes<ExecutionSpace, Index, Symbol>(n, options.algorithm, with_inverse);
  return n <= limit / arrays && arrays * n + workspace <= limit;
}

}  // namespace

}  // namespace suffix_array_detail

namespace detail
{

template <class ExecutionSpace>
void sort_out_of_core(ExecutionSpace const& space, HostText const& text, HostEntries const& suffix_array,
                      HostEntries const& inverse, SuffixArrayOptions const& options)
{
  using namespace suffix_array_detail;
  auto const entries = [](HostEntries const& array) {
    return EntryArray{static_cast<std::uint8_t*>(array.data), array.entry_bytes};
  };
  static_cast<void>(
      sort_text_in_parts(space,
                         {.text = {static_cast<std::uint8_t const*>(text.data), text.symbols, text.symbol_bytes},
                          .is_on_host = !works_on_host<ExecutionSpace>,
                          .suffix_array = entries(suffix_array),
                          .inverse = entries(inverse)},
                         options));
}

template <class ExecutionSpace>
std::size_t transform_out_of_core(ExecutionSpace const& space, Span<std::uint8_t const, Kokkos::HostSpace> const& text,
                                  Span<std::uint8_t, Kokkos::HostSpace> const& bwt, SuffixArrayOptions const& options)
{
  using namespace suffix_array_detail;
  return sort_text_in_parts(
      space,
      {.text = suffix_array_detail::bytes_of(text), .is_on_host = !works_on_host<ExecutionSpace>, .bwt = bwt.data()},
      options);
}

template <class ExecutionSpace, class Index>
std::size_t transform_and_sample(ExecutionSpace const& space, Span<std::uint8_t const, Kokkos::HostSpace> const& text,
                                 TransformOnDevice<ExecutionSpace, Index> const& to, SuffixArrayOptions const& options)
{
  using namespace suffix_array_detail;
  return sort_text_in_parts(space,
                            {.text = suffix_array_detail::bytes_of(text),
                             .is_on_host = !works_on_host<ExecutionSpace>,
                             .keeps_results = true,
                             .bwt = to.bwt.data(),
                             .ranks = {entries_of(to.ranks), to.rate}},
                            options);
}

template <class ExecutionSpace, class Symbol, class Index>
void sort_host_text(ExecutionSpace const& space, Span<Symbol const, Kokkos::HostSpace> const& text,
                    Span<Index, Kokkos::HostSpace> const& suffix_array, Span<Index, Kokkos::HostSpace> const& inverse,
                    SuffixArrayOptions const& options)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  std::size_t const n = text.extent(0);
  bool const may_be_in_parts = options.algorithm == SuffixArrayAlgorithm::automatic ||
                               options.algorithm == SuffixArrayAlgorithm::sampled_prefix_doubling;
  bool const with_inverse = inverse.extent(0) != 0;
  if (may_be_in_parts && !suffix_array_detail::fits_at_once<ExecutionSpace, Symbol, Index>(n, with_inverse, options)) {
    auto const entries = [](Span<Index, Kokkos::HostSpace> const& array) {
      return HostEntries{array.data(), static_cast<unsigned>(sizeof(Index))};
    };
    return sort_out_of_core(space, {text.data(), n, static_cast<unsigned>(sizeof(Symbol))}, entries(suffix_array),
                            entries(inverse), options);
  }
  MemoryResource& resource = options.workspace != nullptr ? options.workspace->resource() : default_memory_resource();
  auto const near_text = allocate<Symbol, MemorySpace>(resource, "lexikos::text", n);
  auto const near_array = allocate<Index, MemorySpace>(resource, "lexikos::suffix_array", n);
  auto const near_inverse = allocate<Index, MemorySpace>(resource, "lexikos::inverse", inverse.extent(0));
  Kokkos::deep_copy(space, near_text, text);
  SuffixArrayOptions at_once = options;
  at_once.device_bytes = 0;  // counted already
  build_suffix_array<ExecutionSpace, Symbol, Index>(space, Span<Symbol const, MemorySpace>(near_text.data(), n),
                                                    near_array, near_inverse, at_once);
  Kokkos::deep_copy(space, suffix_array, near_array);
  if (with_inverse) Kokkos::deep_copy(space, inverse, near_inverse);
  space.fence("lexikos::suffix_array::to_host");
}

}  // namespace detail

template <detail::ExecutionSpaceType ExecutionSpace>
std::size_t out_of_core_bytes(OutOfCoreSize const& size)
{
  using namespace suffix_array_detail;
  detail::require(std::has_single_bit(size.symbol_bytes) && size.symbol_bytes <= 8, ErrorCode::invalid_argument,
                  "symbols have 1, 2, 4 or 8 bytes, not " + std::to_string(size.symbol_bytes));
  PartsJob job;
  job.text = {nullptr, size.symbols, size.symbol_bytes};
  job.is_on_host = !detail::works_on_host<ExecutionSpace>;
  std::uint8_t any = 0;
  if (size.with_inverse) job.inverse = {&any, 8};
  std::size_t const samples = size.samples != 0 ? size.samples : size.symbols / 5;
  return sort_in_parts_bytes<ExecutionSpace>(job, size.distinct_symbols, samples);
}

#define LEXIKOS_INSTANTIATE_FOR(SPACE, SYMBOL, INDEX)                                                    \
  template void detail::sort_host_text<SPACE, SYMBOL, INDEX>(                                            \
      SPACE const&, Span<SYMBOL const, Kokkos::HostSpace> const&, Span<INDEX, Kokkos::HostSpace> const&, \
      Span<INDEX, Kokkos::HostSpace> const&, SuffixArrayOptions const&);
#define LEXIKOS_INSTANTIATE_FOR_INDEX(SPACE, INDEX)                                                                   \
  template std::size_t detail::transform_and_sample(SPACE const&, Span<std::uint8_t const, Kokkos::HostSpace> const&, \
                                                    TransformOnDevice<SPACE, INDEX> const&,                           \
                                                    SuffixArrayOptions const&);                                       \
  LEXIKOS_INSTANTIATE_FOR(SPACE, std::uint8_t, INDEX)                                                                 \
  LEXIKOS_INSTANTIATE_FOR(SPACE, std::uint16_t, INDEX)                                                                \
  LEXIKOS_INSTANTIATE_FOR(SPACE, std::uint32_t, INDEX)                                                                \
  LEXIKOS_INSTANTIATE_FOR(SPACE, std::uint64_t, INDEX)
LEXIKOS_FOR_EACH_SPACE_AND_INDEX(LEXIKOS_INSTANTIATE_FOR_INDEX)

#define LEXIKOS_INSTANTIATE(SPACE)                                                                                     \
  template std::size_t suffix_array_detail::sort_text_in_parts(SPACE const&, suffix_array_detail::PartsJob,            \
                                                               SuffixArrayOptions const&);                             \
  template void detail::sort_out_of_core(SPACE const&, detail::HostText const&, detail::HostEntries const&,            \
                                         detail::HostEntries const&, SuffixArrayOptions const&);                       \
  template std::size_t detail::transform_out_of_core(SPACE const&, Span<std::uint8_t const, Kokkos::HostSpace> const&, \
                                                     Span<std::uint8_t, Kokkos::HostSpace> const&,                     \
                                                     SuffixArrayOptions const&);                                       \
  template std::size_t out_of_core_bytes<SPACE>(OutOfCoreSize const&);
LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE
#undef LEXIKOS_INSTANTIATE_FOR_INDEX
#undef LEXIKOS_INSTANTIATE_FOR

}  // namespace lexikos
