// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <lexikos/out_of_core.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <tuple>
#include <vector>

#include "system/works_on_host.hpp"
#include "tests/faults/arrays.hpp"
#include "tests/faults/injection.hpp"
#include "tests/integer_texts.hpp"
#include "tests/spaces.hpp"
#include "tests/texts.hpp"

namespace lexikos::tests
{

namespace
{

template <class T>
Span<T, Kokkos::HostSpace> host_span(std::vector<T>& values)
{
  return Span<T, Kokkos::HostSpace>(values.data(), values.size());
}

/// In parts, with all results that there are.
template <class ExecutionSpace, class Symbol>
void expect_out_of_core(Faults& faults, std::vector<Symbol> text)
{
  ExecutionSpace const space = smallest_instance<ExecutionSpace>();
  faults.expect([&] { return text; },
                [&](Surroundings const& surroundings) {
                  std::vector<std::uint64_t> array(text.size());
                  std::vector<std::uint64_t> inverse(text.size());
                  std::vector<std::uint8_t> packed(5 * text.size());
                  SuffixArrayStatistics statistics;
                  SuffixArrayOptions const options{.workspace = surroundings.workspace(),
                                                   .statistics = &statistics,
                                                   .device_bytes = std::size_t{1} << 28,
                                                   .min_parts = 3};
                  surroundings.within([&] {
                    suffix_array_out_of_core(space, host_span(text), host_span(array), host_span(inverse), options);
                    suffix_array_out_of_core(space, host_span(text), FiveByteEntries(host_span(packed)), options);
                  });
                  return std::tuple(array, inverse, packed, statistics.reason);
                });
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("allocations that fail: out of core", ExecutionSpace, failing_out_of_core)
{
  Faults faults(fault_name<ExecutionSpace>("suffix_array_out_of_core", "u64"), detail::works_on_host<ExecutionSpace>);
  expect_out_of_core<ExecutionSpace>(faults, texts::random(300, 4, 1));
  expect_out_of_core<ExecutionSpace>(faults, texts::periodic_parts(600, 20, 3));
  expect_out_of_core<ExecutionSpace>(faults, texts::random_of(texts::sparse_values<std::uint32_t>(90, 5), 400, 6));
  Faults of_transforms(fault_name<ExecutionSpace>("burrows_wheeler_transform_out_of_core"),
                       detail::works_on_host<ExecutionSpace>);
  auto text = texts::repeated(60, 5, 2);
  ExecutionSpace const space = smallest_instance<ExecutionSpace>();
  of_transforms.expect(
      [&] { return text; },
      [&](Surroundings const& surroundings) {
        texts::Text bwt(text.size());
        SuffixArrayOptions const options{
            .workspace = surroundings.workspace(), .device_bytes = std::size_t{1} << 28, .min_parts = 3};
        std::size_t const primary = surroundings.within(
            [&] { return burrows_wheeler_transform_out_of_core(space, host_span(text), host_span(bwt), options); });
        return std::tuple(bwt, primary);
      });
}
TEST_CASE_TEMPLATE_APPLY(failing_out_of_core, Spaces);

}  // namespace lexikos::tests
