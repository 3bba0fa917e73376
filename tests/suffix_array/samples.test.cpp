// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Synchronizing sets, and the suffix array that follows from their order, in one part and in several.

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "common/copy_from_host.hpp"
#include "suffix_array/samples/suffixes_by_samples.hpp"
#include "suffix_array/samples/transform_by_samples.hpp"
#include "tests/reference/bwt.hpp"
#include "tests/suffix_array/expect.hpp"
#include "tests/suffix_array/sampled_text.hpp"

namespace lexikos::tests
{

using namespace suffix_array_detail;
using texts::Text;

std::vector<Text> texts_to_sample()
{
  return {texts::random(5'000, 2, 1),
          texts::random(5'000, 4, 2),
          texts::random(5'000, 26, 3),
          texts::random(5'000, 200, 4),
          texts::letter(1'000),
          texts::fibonacci(5'000),
          texts::runs(5'000, 60, 5),
          texts::periodic(5'000, 7, 2'500),
          texts::random(40, 4, 6),
          texts::random(17, 2, 7),
          texts::letter(3),
          texts::copies_with_mutations(5'000, 200, 8)};
}

template <class ExecutionSpace>
void expect_synchronized(Text const& text, bool small)
{
  ExecutionSpace const space{};
  Workspace workspace;
  auto const sampled = sampled_text(space, text, small, workspace);
  std::size_t const context = sampled.distances.sampling.context();
  auto const distances = distances_of<ExecutionSpace>(sampled);
  REQUIRE(distances.size() == (text.size() < context ? 0 : text.size() - context + 1));
  std::vector<std::pair<std::string, std::size_t>> by_context;
  for (std::size_t i = 0; i < distances.size(); ++i) {
    CHECK(distances[i] < static_cast<std::size_t>(sampled.distances.sampling.window));
    if (i > 0) CHECK(i - 1 + distances[i - 1] <= i + distances[i]);
    by_context.emplace_back(std::string(text.begin() + i, text.begin() + i + context), distances[i]);
  }
  std::sort(by_context.begin(), by_context.end());
  for (std::size_t i = 1; i < by_context.size(); ++i)
    if (by_context[i].first == by_context[i - 1].first) CHECK(by_context[i].second == by_context[i - 1].second);
}

template <class Key, class ExecutionSpace>
void expect_sorted_by_samples(Text const& text, std::size_t parts, bool small = false)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  ExecutionSpace const space{};
  Workspace workspace;
  auto const sampled = sampled_text(space, text, small, workspace);
  auto const distances = distances_of<ExecutionSpace>(sampled);
  auto const expected = reference::sa_is(text);
  auto array = samples_among<std::uint32_t>(expected, distances);
  std::size_t const samples = array.size();
  array.resize(text.size());
  auto const suffix_array = to_view<ExecutionSpace>(array);
  auto const other = unwritten<ExecutionSpace, std::uint32_t>(text.size());
  TestContext<ExecutionSpace> const context(workspace, space);
  Span<std::uint32_t, MemorySpace> const result(suffix_array.data(), text.size());
  sort_by_samples<Key>(*context, sampled, Span<std::uint32_t, MemorySpace>(suffix_array.data(), samples), result,
                       Span<std::uint32_t, MemorySpace>(other.data(), text.size()), parts);
  space.fence();
  expect_equal(suffix_array, expected, "suffix_array");
}

/// The transform from the sorted samples, in parts.
template <class Key, class ExecutionSpace>
void expect_transform_from_samples(Text const& text, std::size_t parts)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  ExecutionSpace const space{};
  Workspace workspace;
  auto const sampled = sampled_text(space, text, false, workspace, sampling_for_transform);
  CHECK(KeysWithSymbolBefore<MemorySpace>{sampled}.bits() <= static_cast<int>(8 * sizeof(Key)));
  auto const distances = distances_of<ExecutionSpace>(sampled);
  auto const sorted = reference::sa_is(text);
  auto const array = samples_among<std::uint32_t>(sorted, distances);
  auto const samples = to_view<ExecutionSpace>(array);
  auto const alphabet = find_alphabet(space, as_text(to_view<ExecutionSpace>(text)), workspace);
  auto const symbols = detail::copy_from_host(space, alphabet.symbol, workspace);
  TestArray<std::uint8_t, ExecutionSpace> const bwt("lexikos::tests::bwt", text.size());
  TestContext<ExecutionSpace> const context(workspace, space);
  std::size_t const rank =
      transform_from_samples<Key>(*context, sampled, Span<std::uint32_t, MemorySpace>(samples.data(), array.size()),
                                  symbols, Span<std::uint8_t, MemorySpace>(bwt.data(), text.size()), parts);
  space.fence();
  auto found = to_vector(bwt);
  found[0] = text.back();  // the empty suffix's, which is the caller's
  auto const expected = reference::bwt(text, sorted);
  CHECK(rank + 1 == expected.primary_index);
  CHECK(found == expected.symbols);
}

TEST_CASE_TEMPLATE_DEFINE("samples lie where the symbols from a position on say", ExecutionSpace, synchronized)
{
  for (Text const& text : texts_to_sample())
    for (bool const small : {false, true}) expect_synchronized<ExecutionSpace>(text, small);
}
TEST_CASE_TEMPLATE_APPLY(synchronized, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("suffix arrays from sorted samples, in parts", ExecutionSpace, in_parts)
{
  for (Text const& text : texts_to_sample())
    for (std::size_t const parts : {1u, 2u, 3u, 7u, 100u}) {
      CAPTURE(text.size());
      CAPTURE(parts);
      expect_sorted_by_samples<std::uint64_t, ExecutionSpace>(text, parts);
      expect_sorted_by_samples<std::uint64_t, ExecutionSpace>(text, parts, true);
    }
  for (std::size_t const parts : {1u, 3u})
    expect_sorted_by_samples<std::uint32_t, ExecutionSpace>(texts::random(5'000, 4, 9), parts);
}
TEST_CASE_TEMPLATE_APPLY(in_parts, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("Burrows-Wheeler transforms from sorted samples, in parts", ExecutionSpace,
                          transform_in_parts)
{
  for (Text const& text : texts_to_sample())
    for (std::size_t const parts : {1u, 2u, 7u}) {
      CAPTURE(text.size());
      CAPTURE(parts);
      expect_transform_from_samples<std::uint64_t, ExecutionSpace>(text, parts);
    }
  for (unsigned const alphabet : {2u, 3u, 4u})
    for (std::size_t const parts : {1u, 3u}) {
      CAPTURE(alphabet);
      CAPTURE(parts);
      expect_transform_from_samples<std::uint32_t, ExecutionSpace>(texts::random(5'000, alphabet, 9), parts);
    }
}
TEST_CASE_TEMPLATE_APPLY(transform_in_parts, tests::Spaces);

}  // namespace lexikos::tests
