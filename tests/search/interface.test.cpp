// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the signatures refuse, how much memory is taken and from where, and progress.

#include <doctest/doctest.h>

#include <cstdint>
#include <lexikos/search.hpp>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "tests/code_of.hpp"
#include "tests/common/recording_resource.hpp"
#include "tests/file/scratch_folder.hpp"
#include "tests/progress.hpp"
#include "tests/reference/sa_is.hpp"
#include "tests/spaces.hpp"
#include "tests/texts.hpp"
#include "tests/workspace_bounds.hpp"

using namespace lexikos;

namespace
{

using Space = Kokkos::DefaultExecutionSpace;
using Index32 = SuffixIndex<Space::memory_space, std::uint32_t>;

template <class T>
using View = Kokkos::View<T, Space::memory_space>;

template <class Symbols, class Offsets, class Results>
concept HasBatches = requires(Space space, Index32 index, Symbols symbols, Offsets offsets, Results results)
{
  index.count(space, symbols, offsets, results);
  index.intervals(space, symbols, offsets, results, results);
  index.locate(space, symbols, offsets);
  index.locate(space, results, results);
};

template <class Symbols, class Offsets, class Results>
concept HasCount = requires(Space space, Index32 index, Symbols symbols, Offsets offsets, Results results)
{
  index.count(space, symbols, offsets, results);
};

template <class Symbols, class Offsets, class Results>
concept HasIntervals = requires(Space space, Index32 index, Symbols symbols, Offsets offsets, Results results)
{
  index.intervals(space, symbols, offsets, results, results);
};

template <class First, class Second>
concept HasLocate = requires(Space space, Index32 index, First first, Second second)
{
  index.locate(space, first, second);
};

using Bytes = View<std::uint8_t const*>;
using Array32 = View<std::uint32_t*>;
using Array64 = View<std::uint64_t*>;

static_assert(HasBatches<Bytes, Array64, Array32>);
static_assert(!HasCount<View<char const*>, Array64, Array32>, "patterns are of std::uint8_t");
static_assert(!HasCount<Bytes, Array32, Array32>, "offsets are of std::uint64_t");
static_assert(!HasCount<Bytes, Array64, Array64>, "results have the type of the index");
static_assert(!HasCount<Bytes, Array64, View<std::uint32_t const*>>, "results can be written");
static_assert(!HasIntervals<Bytes, Array64, Array64>, "results have the type of the index");
static_assert(!HasIntervals<Bytes, Array64, View<std::uint32_t const*>>, "results can be written");
static_assert(!HasLocate<Array64, Array64>, "intervals have the type of the index");
static_assert(!HasLocate<Array32, Array64>, "intervals have the type of the index");
static_assert(!std::is_constructible_v<Index32, Space, View<std::uint16_t*>, Array32>, "texts are of bytes");
static_assert(!std::is_constructible_v<Index32, Space, Bytes, Array64>, "the suffix array is as wide as the index");

template <class ExecutionSpace, class Index>
struct Input
{
  using MemorySpace = typename ExecutionSpace::memory_space;

  explicit Input(std::size_t n)
  {
    auto const host_text = texts::copies_with_mutations(n, 100, n);
    auto const sa = reference::sa_is(host_text);
    text = tests::to_view<ExecutionSpace>(host_text);
    array = tests::to_view<ExecutionSpace>(std::vector<Index>(sa.begin(), sa.end()));
    index = SuffixIndex<MemorySpace, Index>(ExecutionSpace(), text, array);
    texts::Random next(n);
    std::vector<std::string> strings;
    for (std::size_t i = 0; i < 20'000; ++i) {
      auto const begin = host_text.begin() + static_cast<std::ptrdiff_t>(next.below(n));
      strings.emplace_back(begin, begin + std::min<std::ptrdiff_t>(host_text.end() - begin, 1 + i % 12));
    }
    std::vector<std::string_view> const views(strings.begin(), strings.end());
    patterns = patterns_from_host(ExecutionSpace(), std::span<std::string_view const>(views));
  }

  tests::TestArray<std::uint8_t, ExecutionSpace> text;
  tests::TestArray<Index, ExecutionSpace> array;
  SuffixIndex<MemorySpace, Index> index;
  Patterns<MemorySpace> patterns;
};

template <class ExecutionSpace, class Index>
void expect_workspace_bounds(std::size_t n)
{
  CAPTURE(n);
  ExecutionSpace const space = tests::own_instance<ExecutionSpace>();
  Input<ExecutionSpace, Index> const in(n);
  std::size_t const count = in.patterns.offsets.extent(0) - 1;
  tests::TestArray<Index, ExecutionSpace> const counts("counts", count), ends("ends", count);
  tests::expect_bounds(space, {{"SuffixIndex", suffix_index_workspace_bytes<ExecutionSpace, Index>(n),
                                [&](Workspace* workspace) {
                                  SuffixIndex<typename ExecutionSpace::memory_space, Index> const index(
                                      space, in.text, in.array, {.workspace = workspace});
                                }},
                               {"SuffixIndex with a long table",
                                suffix_index_workspace_bytes<ExecutionSpace, Index>(n, {.table_entries = 10 * n}),
                                [&](Workspace* workspace) {
                                  SuffixIndex<typename ExecutionSpace::memory_space, Index> const index(
                                      space, in.text, in.array, {.table_entries = 10 * n, .workspace = workspace});
                                }}});
  for (bool const is_sorted : {false, true}) {
    CAPTURE(is_sorted);
    SearchOptions const options{.sort_patterns = is_sorted, .text_order = is_sorted, .max_positions = 30};
    auto const with = [&](Workspace* workspace) {
      auto copy = options;
      copy.workspace = workspace;
      return copy;
    };
    std::size_t const total =
        in.index.locate(space, in.patterns.symbols, in.patterns.offsets, options).positions.extent(0);
    tests::expect_bounds(
        space, {{"count", count_workspace_bytes<ExecutionSpace>(count, options),
                 [&](Workspace* workspace) {
                   in.index.count(space, in.patterns.symbols, in.patterns.offsets, counts, with(workspace));
                 }},
                {"intervals", count_workspace_bytes<ExecutionSpace>(count, options),
                 [&](Workspace* workspace) {
                   in.index.intervals(space, in.patterns.symbols, in.patterns.offsets, counts, ends, with(workspace));
                 }},
                {"locate", locate_workspace_bytes<ExecutionSpace, Index>(count, total, options),
                 [&](Workspace* workspace) {
                   (void)in.index.locate(space, in.patterns.symbols, in.patterns.offsets, with(workspace));
                 }},
                {"locate of intervals", locate_workspace_bytes<ExecutionSpace, Index>(count, total, options),
                 [&](Workspace* workspace) { (void)in.index.locate(space, counts, ends, with(workspace)); }}});
    space.fence();
  }
}

/// Table, digits, results and loaded arrays come from the resource that was given, and go back to it.
template <class ExecutionSpace>
void expect_resources()
{
  ExecutionSpace const space{};
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Index = SuffixIndex<MemorySpace, std::uint32_t>;
  Input<ExecutionSpace, std::uint32_t> const in(1'000);
  tests::ScratchFolder const folder;
  {
    FileWriter file(folder / "index", suffix_index_kind);
    in.index.save(space, file);
    file.commit();
  }
  tests::RecordingResource resource, refused;
  set_default_memory_resource(&refused);  // not to be used
  {
    Workspace workspace(resource);
    Index const index(space, in.text, in.array, {.workspace = &workspace});
    workspace.release();
    CHECK(resource.allocated.size() == 2);
    auto const found = index.locate(space, in.patterns.symbols, in.patterns.offsets, {.workspace = &workspace});
    workspace.release();
    CHECK(resource.allocated.size() == 4);
    FileReader const file(folder / "index");
    auto const loaded = Index::load(space, file, resource);
    CHECK(resource.allocated.size() >= 5);
    std::vector<std::string_view> const some = {"a", "ab"};
    auto const patterns = patterns_from_host(space, std::span<std::string_view const>(some), resource);
    CHECK(resource.allocated.size() >= 7);
  }
  set_default_memory_resource(nullptr);
  CHECK(refused.count == 0);
  CHECK(resource.allocated.empty());
  CHECK(resource.wrong_sizes == 0);
  tests::EmptyResource empty;
  Workspace workspace(empty);
  auto const code_of = [](auto const& call) { return tests::code_of(call); };
  CHECK(code_of([&] { Index(space, in.text, in.array, {.workspace = &workspace}); }) == ErrorCode::out_of_memory);
  std::size_t const largest = std::numeric_limits<std::size_t>::max();
  CHECK(code_of([&] { Index(space, in.text, in.array, {.table_entries = largest}); }) == ErrorCode::out_of_memory);
  CHECK(code_of([&] { (void)Index::load(space, FileReader(folder / "index"), empty); }) == ErrorCode::out_of_memory);
  CHECK(code_of([&] {
          (void)in.index.locate(space, in.patterns.symbols, in.patterns.offsets, {.workspace = &workspace});
        }) == ErrorCode::out_of_memory);
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("searches take no more workspace than they say", ExecutionSpace, bounds)
{
  for (std::size_t const n : {1u, 100u, 50'000u}) expect_workspace_bounds<ExecutionSpace, std::uint32_t>(n);
  expect_workspace_bounds<ExecutionSpace, std::uint64_t>(10'000);
}
TEST_CASE_TEMPLATE_APPLY(bounds, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("searches allocate from the resource that they are given", ExecutionSpace, resources)
{
  expect_resources<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(resources, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("indexes report their progress and can be stopped", ExecutionSpace, progress)
{
  ExecutionSpace const space{};
  using Index = SuffixIndex<typename ExecutionSpace::memory_space, std::uint32_t>;
  for (std::size_t const n : {1u, 1'000u, 200'000u}) {
    CAPTURE(n);
    Input<ExecutionSpace, std::uint32_t> const in(n);
    tests::expect_progress(n < 10'000 ? 3 : 10, [&](Progress const& progress) {
      Index const index(space, in.text, in.array, {.progress = progress});
      CHECK(index.table_entries() == in.index.table_entries());
    });
  }
  tests::TestArray<std::uint8_t, ExecutionSpace> const no_text("text", 0);
  tests::TestArray<std::uint32_t, ExecutionSpace> const no_array("array", 0);
  tests::expect_progress(
      1, [&](Progress const& progress) { Index const index(space, no_text, no_array, {.progress = progress}); });
}
TEST_CASE_TEMPLATE_APPLY(progress, tests::Spaces);
