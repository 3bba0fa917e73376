// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <lexikos/approximate_search.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>

#include "tests/faults/arrays.hpp"
#include "tests/faults/injection.hpp"

namespace lexikos::tests
{

namespace
{

// one is looked up, capped where there is a cap, the others are scanned for: one in a word of bits, one in several
constexpr std::array<std::string_view, 4> patterns_with_errors{
    "abaababaabaababaababaabaababaabaab", "", "bba",
    "abaababaabaababaababaabaababaabaababaababaabaababaababaabaababaababaabaababaababaabaababaabaab"};

template <class ExecutionSpace, class Index>
void expect_approximate_search()
{
  ArraysOfText<ExecutionSpace, Index> const arrays(texts::fibonacci(300));
  auto const& space = arrays.space;
  SuffixIndex<typename ExecutionSpace::memory_space, Index> const index(space, arrays.text, arrays.suffix_array);
  auto const patterns = patterns_from_host(space, patterns_with_errors);
  auto const& [symbols, offsets] = patterns;
  auto const inputs = [&] { return std::tuple(arrays.values(), to_vector(symbols), to_vector(offsets)); };
  for (auto const model : {ErrorModel::hamming, ErrorModel::edit})
    for (std::size_t const candidates : {0u, 3u}) {
      std::string const name = std::to_string(static_cast<int>(model)) + " " + std::to_string(candidates);
      Faults faults(fault_name<ExecutionSpace>("approximate_search", name + " " + type_name<Index>()));
      faults.expect(inputs, [&](Surroundings const& surroundings) {
        auto const found = surroundings.within([&] {
          return approximate_search(
              space, index, symbols, offsets,
              {.model = model, .max_candidates = candidates, .workspace = surroundings.workspace()});
        });
        return std::tuple(to_vector(found.ends), to_vector(found.distances), to_vector(found.offsets),
                          to_vector(found.capped_patterns));
      });
    }
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("allocations that fail: search with errors", ExecutionSpace, failing_approximate_search)
{
  expect_approximate_search<ExecutionSpace, std::uint32_t>();
  expect_approximate_search<ExecutionSpace, std::uint64_t>();
}
TEST_CASE_TEMPLATE_APPLY(failing_approximate_search, Spaces);

}  // namespace lexikos::tests
