// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <lexikos/overlap.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <tuple>
#include <vector>

#include "overlap/tuning.hpp"
#include "system/works_on_host.hpp"
#include "tests/faults/arrays.hpp"
#include "tests/faults/injection.hpp"
#include "tests/texts.hpp"

namespace lexikos::tests
{

TEST_CASE_TEMPLATE_DEFINE("allocations that fail: overlap", ExecutionSpace, failing_overlap)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  ExecutionSpace const space = smallest_instance<ExecutionSpace>();
  auto const all = texts::copies_with_mutations(900, 40, 1);
  auto const text = to_view<ExecutionSpace>(texts::Text(all.begin(), all.begin() + 300));
  auto const documents = documents_from_host(space, std::vector<std::uint64_t>{0, 100, 300}, 300);
  auto const corpus_documents = documents_from_host(space, std::vector<std::uint64_t>{0, 300, 900}, 900);
  auto const inputs = [&] { return std::tuple(to_vector(text), to_vector(documents.offsets()), all); };
  Faults faults(fault_name<ExecutionSpace>("overlap", "in documents"), detail::works_on_host<ExecutionSpace>);
  faults.expect(inputs, [&](Surroundings const& surroundings) {
    overlap_detail::Tuning const tuning{.pairs = 8, .always_copies = true};
    auto const found = surroundings.within([&] {
      return overlap_detail::find<ExecutionSpace, std::uint8_t>(
          space, detail::span_of<ExecutionSpace, std::uint8_t const>(text), {all.data(), all.size()},
          OverlapOptions<MemorySpace>{.length = 12,
                                      .documents = documents,
                                      .corpus_documents = corpus_documents,
                                      .max_documents = 2,
                                      .chunk = 200,
                                      .workspace = surroundings.workspace()},
          tuning);
    });
    return std::tuple(to_vector(found.covered), to_vector(found.longest), to_vector(found.corpus_documents),
                      to_vector(found.numbers), to_vector(found.offsets));
  });
}
TEST_CASE_TEMPLATE_APPLY(failing_overlap, Spaces);

}  // namespace lexikos::tests
