// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <lexikos/duplicates.hpp>
#include <lexikos/streamed_duplicates.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include "duplicates/tuning.hpp"
#include "system/works_on_host.hpp"
#include "tests/faults/arrays.hpp"
#include "tests/faults/injection.hpp"
#include "tests/texts.hpp"

namespace lexikos::tests
{

namespace
{

template <class MemorySpace>
auto values_of(TextRanges<MemorySpace> const& ranges)
{
  return std::tuple(to_vector(ranges.begins), to_vector(ranges.ends), ranges.symbols);
}

template <class ExecutionSpace, class Inputs>
void expect_streamed(Inputs const& inputs, std::vector<std::uint64_t> const& offsets)
{
  ExecutionSpace const space = smallest_instance<ExecutionSpace>();
  auto const text = texts::copies_with_mutations(900, 40, 1);
  Faults streamed(fault_name<ExecutionSpace>("streamed_duplicate_ranges", "fingerprints that collide"));
  streamed.expect(inputs, [&](Surroundings const& surroundings) {
    auto const ranges = surroundings.within([&] {
      return duplicates_detail::find_streamed<ExecutionSpace>(
          space,
          duplicates_detail::host_collection(std::span<std::uint8_t const>(text),
                                             std::span<std::uint64_t const>(offsets)),
          nullptr, {.length = 12, .align = RangeAlignment::utf8, .workspace = surroundings.workspace()},
          {.chunk_bytes = 500, .mask = 127, .max_candidates = 200, .always_copies = true});
    });
    return std::tuple(ranges.begins, ranges.ends, ranges.symbols);
  });
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("allocations that fail: duplicates", ExecutionSpace, failing_duplicates)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  ExecutionSpace const space = smallest_instance<ExecutionSpace>();
  auto const text = to_view<ExecutionSpace>(texts::copies_with_mutations(900, 40, 1));
  std::vector<std::uint64_t> const offsets{0, 300, 900};
  auto const documents = documents_from_host(space, offsets, 900);
  auto const inputs = [&] { return std::tuple(to_vector(text), to_vector(documents.offsets())); };
  auto const options_in = [&](Surroundings const& surroundings) {
    return DuplicateOptions<MemorySpace>{.length = 12,
                                         .keep = KeepDuplicates::first,
                                         .scope = DuplicateScope::across_documents,
                                         .align = RangeAlignment::utf8,
                                         .documents = documents,
                                         .workspace = surroundings.workspace()};
  };
  Faults ranges(fault_name<ExecutionSpace>("duplicate_ranges", "of one text"));
  ranges.expect(inputs, [&](Surroundings const& surroundings) {
    return values_of(surroundings.within([&] { return duplicate_ranges(space, text, options_in(surroundings)); }));
  });
  Faults of_other(fault_name<ExecutionSpace>("duplicate_ranges", "of another text"));
  of_other.expect(inputs, [&](Surroundings const& surroundings) {
    auto options = options_in(surroundings);
    options.keep = KeepDuplicates::none;
    options.scope = DuplicateScope::any;
    return values_of(surroundings.within([&] { return duplicate_ranges(space, text, text, options); }));
  });
  Faults by_fingerprints(fault_name<ExecutionSpace>("duplicate_ranges", "by fingerprints"));
  by_fingerprints.expect(inputs, [&](Surroundings const& surroundings) {
    auto options = options_in(surroundings);
    options.engine = DuplicateEngine::fingerprints;
    return values_of(surroundings.within([&] { return duplicate_ranges(space, text, options); }));
  });
  // where Kokkos makes instances of a device, it ends the program if memory fails
  if constexpr (detail::works_on_host<ExecutionSpace>) expect_streamed<ExecutionSpace>(inputs, offsets);
  Faults windows(fault_name<ExecutionSpace>("duplicate_windows", "in documents"));
  windows.expect(inputs, [&](Surroundings const& surroundings) {
    auto const found = surroundings.within([&] { return duplicate_windows(space, text, options_in(surroundings)); });
    return std::tuple(to_vector(found.positions), to_vector(found.offsets));
  });
  TextRanges<MemorySpace> const some{to_view<ExecutionSpace>(std::vector<std::uint64_t>{10, 200}),
                                     to_view<ExecutionSpace>(std::vector<std::uint64_t>{30, 400}), 220};
  Faults removal(fault_name<ExecutionSpace>("remove_ranges", "with documents"));
  removal.expect(inputs, [&](Surroundings const& surroundings) {
    auto const left = surroundings.within([&] {
      return remove_ranges(space, text, some, {.documents = documents, .workspace = surroundings.workspace()});
    });
    return std::tuple(to_vector(left.text), to_vector(left.offsets));
  });
}
TEST_CASE_TEMPLATE_APPLY(failing_duplicates, Spaces);

}  // namespace lexikos::tests
