// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What an index of documents refuses, how much memory it takes and from where, progress, and files.

#include <doctest/doctest.h>

#include <cstdint>
#include <lexikos/document_index.hpp>
#include <lexikos/search.hpp>
#include <lexikos/suffix_array.hpp>
#include <string>
#include <type_traits>
#include <vector>

#include "oracle.hpp"
#include "tests/code_of.hpp"
#include "tests/common/recording_resource.hpp"
#include "tests/file/altered_file.hpp"
#include "tests/file/scratch_folder.hpp"
#include "tests/progress.hpp"
#include "tests/spaces.hpp"
#include "tests/workspace_bounds.hpp"

namespace lexikos::tests
{

namespace
{

using Space = Kokkos::DefaultExecutionSpace;
using SomeIndex = DocumentIndex<Space::memory_space, std::uint32_t>;

template <class T>
using View = Kokkos::View<T, Space::memory_space>;

template <class Begins, class Counts>
concept HasCounts = requires(Space space, SomeIndex index, Begins begins, Counts counts)
{
  index.count_documents(space, begins, begins, counts);
};
template <class Begins>
concept HasLists = requires(Space space, SomeIndex index, Begins begins)
{
  index.list_documents(space, begins, begins);
  index.top_documents(space, begins, begins, 3);
};

static_assert(HasCounts<View<std::uint32_t const*>, View<std::uint32_t*>>);
static_assert(!HasCounts<View<std::uint64_t const*>, View<std::uint32_t*>>, "intervals are of the index's type");
static_assert(!HasCounts<View<std::uint32_t*>, View<std::uint32_t const*>>, "counts can be written");
static_assert(!HasCounts<View<std::uint32_t*>, View<std::uint64_t*>>, "counts are of 32 bits");
static_assert(HasLists<View<std::uint32_t*>>);
static_assert(!HasLists<View<std::int32_t*>>, "intervals are unsigned");

DocumentIndexOptions everything()
{
  return {.list = true, .count = true, .top = true};
}

/// A text in documents, and an index of them.
template <class ExecutionSpace, class Index = std::uint32_t>
struct Collected
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Result = DocumentIndex<MemorySpace, Index>;

  explicit Collected(std::size_t n, std::size_t length = 50)
      : text(to_view<ExecutionSpace>(texts::random(n, 4, n))), suffix_array("suffix_array", n)
  {
    lexikos::suffix_array(space, text, suffix_array);
    Numbers offsets;
    for (std::size_t p = 0; p < n; p += length) offsets.push_back(p);
    offsets.push_back(n);
    documents = documents_from_host(space, offsets, n);
  }
  [[nodiscard]] Result index(DocumentIndexOptions const& options = {}) const
  {
    return Result(space, suffix_array, documents, options);
  }

  ExecutionSpace space = own_instance<ExecutionSpace>();
  TestArray<std::uint8_t, ExecutionSpace> text;
  TestArray<Index, ExecutionSpace> suffix_array;
  Documents<MemorySpace> documents;
};

/// The intervals of `count` patterns of two letters, and of one that takes all.
template <class ExecutionSpace, class Index>
IntervalQuestions some_intervals(Collected<ExecutionSpace, Index> const& collected, std::size_t count)
{
  texts::Random next(1);
  return drawn_intervals(next, collected.text.extent(0), count);
}

template <class ExecutionSpace, class Index = std::uint32_t>
struct AskedIntervals
{
  explicit AskedIntervals(IntervalQuestions const& asked)
      : begins(to_view<ExecutionSpace>(std::vector<Index>(asked.begins.begin(), asked.begins.end()))),
        ends(to_view<ExecutionSpace>(std::vector<Index>(asked.ends.begin(), asked.ends.end()))),
        lengths(to_view<ExecutionSpace>(std::vector<std::uint64_t>(asked.size(), 3))),
        counts("counts", asked.size())
  {}

  TestArray<Index, ExecutionSpace> begins, ends;
  TestArray<std::uint64_t, ExecutionSpace> lengths;
  TestArray<std::uint32_t, ExecutionSpace> counts;
};

/// All answers, on the host.
template <class ExecutionSpace, class Index>
std::vector<std::vector<std::uint64_t>> answers(
    ExecutionSpace const& space, DocumentIndex<typename ExecutionSpace::memory_space, Index> const& index,
    AskedIntervals<ExecutionSpace, Index> const& asked)
{
  std::vector<std::vector<std::uint64_t>> all;
  auto const add = [&](auto const& view) {
    auto const values = to_vector(view);
    all.emplace_back(values.begin(), values.end());
  };
  index.count_documents(space, asked.begins, asked.ends, asked.counts);
  space.fence();
  add(asked.counts);
  auto const lists = index.list_documents(space, asked.begins, asked.ends, {.lengths = asked.lengths});
  add(lists.offsets);
  add(lists.documents);
  auto const best = index.top_documents(space, asked.begins, asked.ends, 3);
  add(best.offsets);
  add(best.documents);
  add(best.counts);
  return all;
}

template <class ExecutionSpace>
void expect_patterns()
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  ExecutionSpace const space{};
  std::string const letters =
      "abracadabra"
      "cadabra"
      ""
      "abba";
  auto const text = to_view<ExecutionSpace>(std::vector<std::uint8_t>(letters.begin(), letters.end()));
  TestArray<std::uint32_t, ExecutionSpace> const suffix_array("suffix_array", letters.size());
  lexikos::suffix_array(space, text, suffix_array);
  SuffixIndex<MemorySpace, std::uint32_t> const suffixes(space, text, suffix_array);
  auto const documents = documents_from_host(space, Numbers{0, 11, 18, 18, 22}, 22);
  DocumentIndex<MemorySpace, std::uint32_t> const index(space, suffix_array, documents, everything());
  std::vector<std::string_view> const words{"abra", "a", "ac", "xyz", "bb", ""};
  auto const patterns = patterns_from_host(space, words);
  TestArray<std::uint32_t, ExecutionSpace> const begins("begins", 6), ends("ends", 6), counts("counts", 6);
  suffixes.intervals(space, patterns.symbols, patterns.offsets, begins, ends);
  index.count_documents(space, begins, ends, counts);
  space.fence();
  // "ac" also crosses from the first document into the second, and "abra" does not
  CHECK(to_vector(counts) == std::vector<std::uint32_t>{2, 3, 1, 0, 1, 3});
  auto const lengths = to_view<ExecutionSpace>(Numbers{4, 1, 2, 3, 2, 0});
  auto const lists = index.list_documents(space, begins, ends, {.lengths = lengths, .sort = true});
  CHECK(to_vector(lists.offsets) == Numbers{0, 2, 5, 6, 6, 7, 10});
  CHECK(to_vector(lists.documents) == std::vector<std::uint32_t>{0, 1, 0, 1, 3, 0, 3, 0, 1, 3});
  auto const best = index.top_documents(space, begins, ends, 2);
  CHECK(to_vector(best.offsets) == Numbers{0, 2, 4, 5, 5, 6, 8});
  CHECK(to_vector(best.documents) == std::vector<std::uint32_t>{0, 1, 0, 1, 0, 3, 0, 1});
  CHECK(to_vector(best.counts) == Numbers{2, 1, 5, 3, 2, 1, 11, 7});
  auto const within = index.top_documents(space, begins, ends, 1, {.lengths = lengths});
  CHECK(to_vector(within.counts) == Numbers{2, 5, 1, 1, 11});
}

template <class ExecutionSpace>
void expect_errors()
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Result = DocumentIndex<MemorySpace, std::uint32_t>;
  Collected<ExecutionSpace> const collected(300);
  auto const& space = collected.space;
  AskedIntervals<ExecutionSpace> const two(some_intervals(collected, 2)), one(some_intervals(collected, 1));
  auto const wrong = std::optional(ErrorCode::invalid_argument);
  auto const other_documents = documents_from_host(space, Numbers{0, 10}, 299);
  CHECK(code_of([&] { (void)Result(space, collected.suffix_array, other_documents); }) == wrong);
  auto const index = collected.index(everything());
  CHECK(code_of([&] { index.count_documents(space, two.begins, one.ends, two.counts); }) == wrong);
  CHECK(code_of([&] { index.count_documents(space, two.begins, two.ends, one.counts); }) == wrong);
  CHECK(code_of([&] { (void)index.list_documents(space, two.begins, one.ends); }) == wrong);
  CHECK(code_of([&] { (void)index.list_documents(space, two.begins, two.ends, {.lengths = one.lengths}); }) == wrong);
  CHECK(code_of([&] { (void)index.top_documents(space, one.begins, two.ends, 2); }) == wrong);
  auto const counts_only = collected.index({.list = false, .count = true});
  CHECK(!counts_only.has_lists());
  CHECK(counts_only.has_counts());
  CHECK(!counts_only.has_top());
  CHECK(code_of([&] { (void)counts_only.list_documents(space, two.begins, two.ends); }) == wrong);
  CHECK(code_of([&] {
          counts_only.count_documents(space, two.begins, two.ends, two.counts, {.lengths = two.lengths});
        }) == wrong);
  auto const nothing = collected.index({.list = false});
  CHECK(code_of([&] { nothing.count_documents(space, two.begins, two.ends, two.counts); }) == wrong);
  CHECK(Result().size() == 0);
  Result().count_documents(space, two.begins, two.ends, two.counts);
  space.fence();
  CHECK(to_vector(two.counts) == std::vector<std::uint32_t>(two.begins.extent(0), 0));
  CHECK(to_vector(Result().list_documents(space, two.begins, two.ends).offsets) ==
        Numbers(two.begins.extent(0) + 1, 0));
  CHECK(to_vector(Result().top_documents(space, two.begins, two.ends, 4).offsets) ==
        Numbers(two.begins.extent(0) + 1, 0));
}

template <class ExecutionSpace, class Index>
void expect_memory()
{
  for (std::size_t const n : {0u, 1u, 700u, 60'000u}) {
    CAPTURE(n);
    Collected<ExecutionSpace, Index> const collected(n);
    auto const& space = collected.space;
    std::size_t const documents = collected.documents.count();
    AskedIntervals<ExecutionSpace, Index> const asked(some_intervals(collected, 30));
    std::size_t const count = asked.begins.extent(0);
    std::size_t suffixes = 0;
    for (auto const& [begin, end] : {std::pair(to_vector(asked.begins), to_vector(asked.ends))})
      for (std::size_t i = 0; i < count; ++i) {
        std::size_t const last = std::min<std::size_t>(end[i], n);
        suffixes += begin[i] < last ? last - begin[i] : 0;
      }
    auto const index = collected.index(everything()), lists = collected.index({});
    std::vector<BoundedCall> calls;
    for (int parts = 0; parts < 8; ++parts) {
      DocumentIndexOptions options{.list = (parts & 1) != 0, .count = (parts & 2) != 0, .top = (parts & 4) != 0};
      calls.push_back({"constructor " + std::to_string(parts),
                       document_index_workspace_bytes<ExecutionSpace, Index>(n, documents, options),
                       [&collected, options](Workspace* workspace) mutable {
                         options.workspace = workspace;
                         (void)collected.index(options);
                       }});
    }
    std::size_t const of_lists = list_documents_workspace_bytes<ExecutionSpace>(count, suffixes);
    std::size_t const of_top = top_documents_workspace_bytes<ExecutionSpace>(count, suffixes, 5);
    calls.push_back({"count", 0, [&](Workspace* workspace) {
                       index.count_documents(space, asked.begins, asked.ends, asked.counts, {.workspace = workspace});
                     }});
    calls.push_back({"count by lists", of_lists, [&](Workspace* workspace) {
                       lists.count_documents(space, asked.begins, asked.ends, asked.counts, {.workspace = workspace});
                     }});
    calls.push_back({"lists", of_lists, [&](Workspace* workspace) {
                       (void)index.list_documents(space, asked.begins, asked.ends,
                                                  {.sort = true, .workspace = workspace});
                     }});
    calls.push_back({"lists of lengths", of_lists, [&](Workspace* workspace) {
                       (void)index.list_documents(space, asked.begins, asked.ends,
                                                  {.lengths = asked.lengths, .sort = true, .workspace = workspace});
                     }});
    calls.push_back({"top", of_top, [&](Workspace* workspace) {
                       (void)index.top_documents(space, asked.begins, asked.ends, 5, {.workspace = workspace});
                     }});
    calls.push_back({"top by sorting", of_top, [&](Workspace* workspace) {
                       (void)lists.top_documents(space, asked.begins, asked.ends, 5,
                                                 {.lengths = asked.lengths, .workspace = workspace});
                     }});
    expect_bounds(space, calls);
    CHECK(lists.bytes() <= n * (4 + sizeof(Index)) * 23 / 20 + 200);
  }
}

template <class ExecutionSpace>
void expect_resources()
{
  Collected<ExecutionSpace> const collected(3000);
  AskedIntervals<ExecutionSpace> const asked(some_intervals(collected, 9));
  RecordingResource resource, refused;
  set_default_memory_resource(&refused);  // not to be used
  {
    Workspace workspace(resource);
    auto options = everything();
    options.workspace = &workspace;
    auto const index = collected.index(options);
    auto const& space = collected.space;
    auto const lists = index.list_documents(space, asked.begins, asked.ends, {.workspace = &workspace});
    auto const best = index.top_documents(space, asked.begins, asked.ends, 3, {.workspace = &workspace});
    workspace.release();
    std::size_t held = 0;
    for (auto const& [data, bytes] : resource.allocated) held += bytes;
    std::size_t const of_results = 8 * (lists.offsets.extent(0) + best.offsets.extent(0) + best.counts.extent(0)) +
                                   4 * (lists.documents.extent(0) + best.documents.extent(0));
    CHECK(held >= index.bytes() + of_results);
    CHECK(held <= index.bytes() + of_results + 64 * resource.allocated.size());
  }
  set_default_memory_resource(nullptr);
  CHECK(refused.count == 0);
  CHECK(resource.allocated.empty());
  CHECK(resource.wrong_sizes == 0);
}

template <class ExecutionSpace>
void expect_progress_of_builds()
{
  for (std::size_t const n : {0u, 1u, 2000u}) {
    CAPTURE(n);
    Collected<ExecutionSpace> const collected(n);
    for (int parts = 0; parts < 8; ++parts) {
      CAPTURE(parts);
      DocumentIndexOptions options{.list = (parts & 1) != 0, .count = (parts & 2) != 0, .top = (parts & 4) != 0};
      expect_progress(n == 0 ? 1 : 2, [&](Progress const& progress) {
        options.progress = progress;
        (void)collected.index(options);
      });
    }
  }
}

template <class ExecutionSpace>
void expect_files()
{
  using Result = DocumentIndex<typename ExecutionSpace::memory_space, std::uint32_t>;
  Collected<ExecutionSpace> const collected(2000);
  auto const& space = collected.space;
  AskedIntervals<ExecutionSpace> const asked(some_intervals(collected, 30));
  ScratchFolder const folder;
  for (bool const top : {false, true}) {
    auto const index = collected.index({.list = true, .count = !top, .top = top});
    FileWriter writer(folder / "file", "collection");
    index.save(space, writer, "by document");
    writer.commit();
    FileReader const file(folder / "file", "collection");
    CHECK(has_document_index(file, "by document"));
    CHECK(!has_document_index(file));
    auto const loaded = Result::load(space, file, collected.suffix_array, "by document");
    CHECK(loaded.has_lists());
    CHECK(loaded.has_counts() == !top);
    CHECK(loaded.has_top() == top);
    CHECK(answers(space, loaded, asked) == answers(space, index, asked));
    auto const corrupt = std::optional(ErrorCode::corrupt_input);
    CHECK(code_of([&] { (void)Result::load(space, file, collected.suffix_array); }) == corrupt);
    CHECK(code_of([&] {
            (void)Result::load(space, file, to_view<ExecutionSpace>(std::vector<std::uint32_t>(7, 0)), "by document");
          }) == corrupt);
    for (std::string const section : {"by document.parts", "by document.size", "by document.offsets"}) {
      CAPTURE(section);
      AlteredFile altered(folder / "file");
      auto& changed = altered.section(section);
      changed.set_entry(changed.entries() - 1, 1'000'000);
      altered.write(folder / "altered");
      CHECK(code_of([&] {
              (void)Result::load(space, FileReader(folder / "altered"), collected.suffix_array, "by document");
            }) == corrupt);
    }
  }
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("documents of patterns", ExecutionSpace, patterns)
{
  expect_patterns<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(patterns, Spaces);

TEST_CASE_TEMPLATE_DEFINE("an index of documents refuses what does not fit", ExecutionSpace, errors)
{
  expect_errors<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(errors, Spaces);

TEST_CASE_TEMPLATE_DEFINE("an index of documents takes no more memory than it says, from the resource that it is given",
                          ExecutionSpace, memory)
{
  expect_memory<ExecutionSpace, std::uint32_t>();
  expect_memory<ExecutionSpace, std::uint64_t>();
  expect_resources<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(memory, Spaces);

TEST_CASE_TEMPLATE_DEFINE("an index of documents reports its progress and can be stopped", ExecutionSpace, progress)
{
  expect_progress_of_builds<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(progress, Spaces);

TEST_CASE_TEMPLATE_DEFINE("an index of documents is loaded as it was saved", ExecutionSpace, files)
{
  expect_files<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(files, Spaces);

}  // namespace lexikos::tests
