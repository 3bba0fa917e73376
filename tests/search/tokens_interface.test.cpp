// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What indexes of tokens promise beside their answers: workspace, progress, and where memory comes from.

#include <doctest/doctest.h>

#include "tests/search/token_texts.hpp"

#include "tests/code_of.hpp"
#include "tests/common/recording_resource.hpp"
#include "tests/progress.hpp"
#include "tests/workspace_bounds.hpp"

namespace lexikos::tests
{

namespace
{

/// Texts of n tokens whose tables are of distances and of lists.
template <class Symbol>
std::vector<Tokens<Symbol>> dense_and_sparse(std::size_t n)
{
  return {texts::random_of(texts::dense_values<Symbol>(std::max<std::size_t>(n / 4, 1), 3), n, 1),
          texts::random_of(texts::sparse_values<Symbol>(std::max<std::size_t>(n / 3, 1), 2), n, 2),
          texts::random_of(texts::sparse_values<Symbol>(n, 3), n, 3)};
}

template <class ExecutionSpace, class Index, class Symbol>
void expect_bounds_of_tokens(std::size_t n)
{
  CAPTURE(n);
  ExecutionSpace const space = own_instance<ExecutionSpace>();
  using MemorySpace = typename ExecutionSpace::memory_space;
  for (auto const& text : dense_and_sparse<Symbol>(n)) {
    IndexedTokens<ExecutionSpace, Index, Symbol> const in(space, text);
    auto const patterns = some_token_patterns(text, 20'000, n);
    auto const batch = JoinedTokens<Symbol>(patterns).on(space);
    TestArray<Index, ExecutionSpace> const counts("counts", patterns.size());
    SearchOptions const sorted{.sort_patterns = true};
    std::size_t const total = in.index.locate(space, batch.symbols, batch.offsets).positions.extent(0);
    std::vector<BoundedCall> calls;
    for (std::size_t const entries : {std::size_t{0}, 10 * n, std::size_t{1}})
      calls.push_back({"SuffixIndex, " + std::to_string(entries),
                       suffix_index_workspace_bytes<ExecutionSpace, Index, Symbol>(n, {.table_entries = entries}),
                       [&, entries](Workspace* workspace) {
                         SuffixIndex<MemorySpace, Index, Symbol> const index(
                             space, in.text, in.array, {.table_entries = entries, .workspace = workspace});
                       }});
    calls.push_back(
        {"count", count_workspace_bytes<ExecutionSpace>(patterns.size(), sorted), [&](Workspace* workspace) {
           in.index.count(space, batch.symbols, batch.offsets, counts, {.sort_patterns = true, .workspace = workspace});
         }});
    calls.push_back({"locate", locate_workspace_bytes<ExecutionSpace, Index>(patterns.size(), total, sorted),
                     [&](Workspace* workspace) {
                       (void)in.index.locate(space, batch.symbols, batch.offsets,
                                             {.sort_patterns = true, .workspace = workspace});
                     }});
    expect_bounds(space, calls);
    space.fence();
  }
}

template <class ExecutionSpace>
void expect_resources_of_tokens()
{
  ExecutionSpace const space{};
  using Symbol = std::uint32_t;
  using Index = SuffixIndex<typename ExecutionSpace::memory_space, std::uint32_t, Symbol>;
  for (auto const& text : dense_and_sparse<Symbol>(600)) {
    IndexedTokens<ExecutionSpace, std::uint32_t, Symbol> const in(space, text);
    RecordingResource resource, refused;
    set_default_memory_resource(&refused);  // not to be used
    {
      Workspace workspace(resource);
      Index const index(space, in.text, in.array, {.workspace = &workspace});
      workspace.release();
      CHECK(resource.allocated.size() >= 1);
      CHECK(resource.allocated.size() <= 2);
    }
    set_default_memory_resource(nullptr);
    CHECK(refused.count == 0);
    CHECK(resource.allocated.empty());
    CHECK(resource.wrong_sizes == 0);
    EmptyResource empty;
    Workspace workspace(empty);
    CHECK(code_of([&] { Index(space, in.text, in.array, {.workspace = &workspace}); }) == ErrorCode::out_of_memory);
  }
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("tokens: no more workspace than they say", ExecutionSpace, token_bounds)
{
  for (std::size_t const n : {1u, 100u, 50'000u})
    expect_bounds_of_tokens<ExecutionSpace, std::uint32_t, std::uint32_t>(n);
  expect_bounds_of_tokens<ExecutionSpace, std::uint64_t, std::uint16_t>(10'000);
}
TEST_CASE_TEMPLATE_APPLY(token_bounds, Spaces);

TEST_CASE_TEMPLATE_DEFINE("tokens: memory of the resource that is given", ExecutionSpace, token_resources)
{
  expect_resources_of_tokens<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(token_resources, Spaces);

TEST_CASE_TEMPLATE_DEFINE("tokens: indexes report their progress and can be stopped", ExecutionSpace, token_progress)
{
  ExecutionSpace const space{};
  using Symbol = std::uint32_t;
  using Index = SuffixIndex<typename ExecutionSpace::memory_space, std::uint32_t, Symbol>;
  for (std::size_t const n : {1u, 1'000u, 300'000u})
    for (auto const& text : dense_and_sparse<Symbol>(n)) {
      CAPTURE(n);
      IndexedTokens<ExecutionSpace, std::uint32_t, Symbol> const in(space, text);
      expect_progress(n < 10'000 ? 3 : 10, [&](Progress const& progress) {
        Index const index(space, in.text, in.array, {.progress = progress});
        CHECK(index.table_entries() == in.index.table_entries());
      });
    }
  IndexedTokens<ExecutionSpace, std::uint32_t, Symbol> const none(space, {});
  expect_progress(
      1, [&](Progress const& progress) { Index const index(space, none.text, none.array, {.progress = progress}); });
}
TEST_CASE_TEMPLATE_APPLY(token_progress, Spaces);

}  // namespace lexikos::tests
