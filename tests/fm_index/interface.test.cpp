// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <lexikos/fm_index.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

#include "tests/code_of.hpp"
#include "tests/fm_index/oracle.hpp"
#include "tests/fm_index/texts_and_options.hpp"
#include "tests/progress.hpp"
#include "tests/spaces.hpp"
#include "tests/texts.hpp"
#include "tests/workspace_bounds.hpp"

namespace lexikos::tests
{

namespace
{

template <class ExecutionSpace>
void expect_errors()
{
  ExecutionSpace const space{};
  using Fm = FmIndex<typename ExecutionSpace::memory_space, std::uint32_t>;
  auto const text = to_view<ExecutionSpace>(texts::text_of("abracadabra"));
  auto const error = [&](FmIndexOptions const& options) { return code_of([&] { Fm(space, text, options); }); };
  CHECK(error({.sample_rate = 3}) == ErrorCode::invalid_argument);
  CHECK(error({.sample_rate = 24}) == ErrorCode::invalid_argument);
  CHECK(error({}) == std::nullopt);
  TestArray<std::uint32_t, ExecutionSpace> const array("array", 11), short_array("array", 10);
  CHECK(code_of([&] { Fm(space, text, short_array); }) == ErrorCode::invalid_argument);
  CHECK(code_of([&] { Fm(space, text, array, {.letters = FmLetters::dna}); }) == ErrorCode::invalid_argument);
  CHECK(code_of([&] { (void)Fm::from_bwt(space, text, 12, array); }) == ErrorCode::invalid_argument);
  CHECK(code_of([&] { (void)Fm::from_bwt(space, text, 0, array); }) == ErrorCode::invalid_argument);
  CHECK(code_of([&] { Fm(space, text, array); }) == ErrorCode::corrupt_input);  // 0, eleven times
  CHECK(code_of([&] { (void)Fm::from_bwt(space, text, 3, array); }) == ErrorCode::corrupt_input);
  auto const none = Kokkos::subview(array, std::pair(0, 0));
  CHECK(code_of([&] { (void)Fm::from_bwt(space, text, 3, none); }) == ErrorCode::invalid_argument);
  using Wide = FmIndex<typename ExecutionSpace::memory_space, std::uint32_t, std::uint16_t>;
  auto const wide = to_view<ExecutionSpace>(std::vector<std::uint16_t>{1, 2});
  CHECK(code_of([&] { Wide(space, wide, {.letters = FmLetters::dna}); }) == ErrorCode::invalid_argument);

  Fm const index(space, text, {.sample_rate = 0});
  auto const offsets = to_view<ExecutionSpace>(std::vector<std::uint64_t>{0, 2, 11});
  TestArray<std::uint32_t, ExecutionSpace> const two("counts", 2), three("counts", 3);
  auto const count = [&](Fm const& asked, auto const& places, auto const& results) {
    return code_of([&] {
      asked.count(space, text, places, results);
      space.fence();
    });
  };
  CHECK(count(index, offsets, two) == std::nullopt);
  CHECK(count(index, offsets, three) == ErrorCode::invalid_argument);
  CHECK(count(Fm(), offsets, two) == ErrorCode::invalid_argument);
  for (auto const& wrong : {std::vector<std::uint64_t>{0, 12, 11}, {0, 5, 12}, {3, 2, 5}})
    CHECK(count(index, to_view<ExecutionSpace>(wrong), two) == ErrorCode::invalid_argument);
  CHECK(code_of([&] { (void)index.locate(space, text, offsets); }) == ErrorCode::not_supported);
  CHECK(code_of([&] { (void)index.locate(space, two, two); }) == ErrorCode::not_supported);
  CHECK(code_of([&] { (void)index.extract(space, two, two); }) == ErrorCode::not_supported);
  CHECK(code_of([&] { (void)index.extract(space, two, three); }) == ErrorCode::invalid_argument);
}

template <class ExecutionSpace, class Symbol>
void expect_bounded_workspace(Word<Symbol> const& text)
{
  ExecutionSpace const space = own_instance<ExecutionSpace>();
  using Fm = FmIndex<typename ExecutionSpace::memory_space, std::uint32_t, Symbol>;
  auto const view = to_view<ExecutionSpace>(text);
  std::vector<BoundedCall> calls;
  for (auto const& named : all_options())
    calls.push_back({named.name,
                     fm_index_workspace_bytes<ExecutionSpace, std::uint32_t, Symbol>(text.size(), named.options),
                     [&, options = named.options](Workspace* workspace) mutable {
                       options.workspace = workspace;
                       Fm(space, view, options);
                     }});
  auto const words = patterns_of<Symbol>(text, 500, Symbol{33}, 5);
  auto const batch = batch_of<ExecutionSpace>(words);
  Fm const index(space, view);
  TestArray<std::uint32_t, ExecutionSpace> const counts("counts", words.size());
  for (bool const sort : {false, true})
    calls.push_back({"count",
                     fm_count_workspace_bytes<ExecutionSpace, Symbol>(words.size(), batch.symbols.extent(0),
                                                                      {.sort_patterns = sort}),
                     [&, sort](Workspace* workspace) {
                       index.count(space, batch.symbols, batch.offsets, counts,
                                   {.sort_patterns = sort, .workspace = workspace});
                     }});
  expect_bounds(space, calls);
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("wrong arguments of FM-indexes", ExecutionSpace, fm_errors)
{
  expect_errors<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(fm_errors, Spaces);

TEST_CASE_TEMPLATE_DEFINE("the workspace of FM-indexes is bounded", ExecutionSpace, fm_workspace)
{
  expect_bounded_workspace<ExecutionSpace, std::uint8_t>(texts::random(40'000, 4, 1));
  expect_bounded_workspace<ExecutionSpace, std::uint8_t>(texts::random(40'000, 200, 1));
  expect_bounded_workspace<ExecutionSpace, std::uint8_t>(genome(40'000, 1));
  expect_bounded_workspace<ExecutionSpace, std::uint8_t>({});
  texts::Random next(2);
  std::vector<std::uint16_t> wide(20'000);
  for (auto& symbol : wide) symbol = static_cast<std::uint16_t>(next.below(1'000));
  expect_bounded_workspace<ExecutionSpace, std::uint16_t>(wide);
}
TEST_CASE_TEMPLATE_APPLY(fm_workspace, Spaces);

TEST_CASE_TEMPLATE_DEFINE("building an FM-index reports its progress", ExecutionSpace, fm_progress)
{
  ExecutionSpace const space{};
  for (std::uint32_t const rate : {0u, 8u}) {
    auto const text = to_view<ExecutionSpace>(texts::random(5'000, 4, 1));
    expect_progress(3, [&](Progress const& progress) {
      FmIndex<typename ExecutionSpace::memory_space, std::uint32_t>(space, text,
                                                                    {.sample_rate = rate, .progress = progress});
    });
  }
}
TEST_CASE_TEMPLATE_APPLY(fm_progress, Spaces);

}  // namespace lexikos::tests
