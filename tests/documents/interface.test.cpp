// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What documents refuse, how much memory they take and from where, and progress.

#include <doctest/doctest.h>

#include <cstdint>
#include <lexikos/documents.hpp>
#include <limits>
#include <string>
#include <vector>

#include "naive.hpp"
#include "system/works_on_host.hpp"
#include "tests/code_of.hpp"
#include "tests/common/recording_resource.hpp"
#include "tests/file/scratch_folder.hpp"
#include "tests/progress.hpp"
#include "tests/spaces.hpp"
#include "tests/workspace_bounds.hpp"

namespace lexikos::tests
{

namespace
{

using Space = Kokkos::DefaultExecutionSpace;
using SomeDocuments = Documents<Space::memory_space>;

template <class T>
using View = Kokkos::View<T, Space::memory_space>;

template <class Positions, class Results>
concept HasBatch = requires(Space space, SomeDocuments documents, Positions positions, Results results)
{
  documents.document_of(space, positions, results);
};

template <class Lengths>
concept HasLengths = requires(Space space, Lengths lengths)
{
  documents_from_lengths(space, lengths);
};

static_assert(HasBatch<View<std::uint32_t const*>, View<std::uint64_t*>>);
static_assert(HasBatch<View<std::uint64_t*>, View<std::uint32_t*>>);
static_assert(!HasBatch<View<std::int64_t*>, View<std::uint64_t*>>, "positions are unsigned");
static_assert(!HasBatch<View<std::uint16_t*>, View<std::uint64_t*>>, "positions are of 32 or 64 bits");
static_assert(!HasBatch<View<std::uint64_t*>, View<std::uint16_t*>>, "results are of 32 or 64 bits");
static_assert(!HasBatch<View<std::uint64_t*>, View<std::uint64_t const*>>, "results can be written");
static_assert(HasLengths<View<std::uint32_t const*>> && HasLengths<View<std::uint64_t*>>);
static_assert(!HasLengths<View<std::uint16_t*>>, "lengths are of 32 or 64 bits");
static_assert(std::is_constructible_v<SomeDocuments, Space, View<std::uint64_t*>, std::uint64_t>);
static_assert(!std::is_constructible_v<SomeDocuments, Space, View<std::uint32_t*>, std::uint64_t>,
              "offsets are of 64 bits");

/// Offsets of documents of `length` symbols each.
Offsets equal_lengths(std::size_t count, std::uint64_t length)
{
  Offsets offsets;
  for (std::size_t d = 0; d <= count; ++d) offsets.push_back(d * length);
  return offsets;
}

/// What the constructor says of offsets, and that the copy from the host says the same.
template <class ExecutionSpace>
std::string error_for(Offsets const& offsets, std::uint64_t size)
{
  ExecutionSpace const space{};
  auto const view = to_view<ExecutionSpace>(offsets);
  auto const caught = error_of([&] { DocumentsOf<ExecutionSpace>(space, view, size); });
  auto const of_host = error_of([&] { (void)documents_from_host(space, offsets, size); });
  if (!caught.has_value()) return of_host.has_value() ? "only from the host" : "none";
  CHECK(caught->code == ErrorCode::invalid_argument);
  REQUIRE(of_host.has_value());
  CHECK(of_host->message == caught->message);
  return caught->message;
}

template <class ExecutionSpace>
void expect_errors()
{
  auto const error = error_for<ExecutionSpace>;
  CHECK(error({0, 2, 2, 5}, 5) == "none");
  CHECK(error({1, 2, 2, 5}, 9) == "none");
  CHECK(error({}, 0) == "the view of offsets is empty; it has one entry more than there are documents");
  CHECK(error({0, 2, 6}, 5) == "offset 2 of the documents is 6, beyond the text of 5 symbols");
  CHECK(error({6}, 5) == "offset 0 of the documents is 6, beyond the text of 5 symbols");
  CHECK(error({0, 3, 2, 1}, 5) == "offset 2 of the documents is 2, below the one before it, 3");
  CHECK(error({0, 9, 2, 5}, 5) == "offset 1 of the documents is 9, beyond the text of 5 symbols");
  CHECK(error({0, not_found, 5}, 5) ==
        "offset 1 of the documents is 18446744073709551615, beyond the text of 5 symbols");  // -1 of Arrow
  CHECK(error({0}, std::uint64_t{1} << 63) == "a text of 9223372036854775808 symbols is too long for documents");
  auto many = equal_lengths(100'000, 3);
  many[77'777] = 1;
  many[88'888] = 1;
  CHECK(error(many, 300'000) == "offset 77777 of the documents is 1, below the one before it, 233328");

  ExecutionSpace const space{};
  TestArray<std::uint64_t, ExecutionSpace> const one("one", 1), two("two", 2);
  auto const documents = documents_from_host(space, Offsets{0, 2}, 2);
  CHECK(code_of([&] { documents.document_of(space, one, two); }) == ErrorCode::invalid_argument);
}

template <class ExecutionSpace>
void expect_errors_of_lengths()
{
  ExecutionSpace const space{};
  std::uint64_t const half = std::uint64_t{1} << 62;
  auto const error = [&](std::vector<std::uint64_t> const& lengths) {
    auto const caught = error_of([&] { (void)documents_from_lengths(space, to_view<ExecutionSpace>(lengths)); });
    if (caught.has_value()) CHECK(caught->code == ErrorCode::invalid_argument);
    return caught.has_value() ? caught->message : "none";
  };
  CHECK(error({}) == "none");
  CHECK(error({half, half - 1}) == "none");
  CHECK(error({half, half}) == "the lengths of documents 0 to 1 add up to 2^63 or more");
  CHECK(error({1, not_found, 1, 1}) == "the lengths of documents 0 to 1 add up to 2^63 or more");
  CHECK(error({5, half, half, half, half}) == "the lengths of documents 0 to 2 add up to 2^63 or more");
}

/// Views that own their memory are kept; copies do not see what becomes of the original.
template <class ExecutionSpace>
void expect_sharing()
{
  ExecutionSpace const space{};
  auto view = to_view<ExecutionSpace>(Offsets{0, 2, 5});
  DocumentsOf<ExecutionSpace> const shared(space, view, 5), copied(space, view, 5, {.copy_offsets = true});
  CHECK(shared.offsets().data() == view.data());
  CHECK(copied.offsets().data() != view.data());
  Kokkos::deep_copy(view, 3);
  CHECK(to_vector(copied.offsets()) == Offsets{0, 2, 5});
  CHECK(to_vector(shared.offsets()) == Offsets{3, 3, 3});
  std::size_t const uses = static_cast<std::size_t>(view.use_count());
  auto const another = shared;
  CHECK(another.offsets().data() == view.data());
  CHECK(uses == 2);
}

template <class ExecutionSpace>
void expect_memory()
{
  ExecutionSpace const space = own_instance<ExecutionSpace>();
  for (std::size_t const count : {0u, 1u, 1'000u, 200'000u}) {
    CAPTURE(count);
    auto const offsets = to_view<ExecutionSpace>(equal_lengths(count, 5));
    auto const lengths = to_view<ExecutionSpace>(std::vector<std::uint32_t>(count, 5));
    expect_bounds(
        space,
        {{"constructor", documents_workspace_bytes<ExecutionSpace>(count),
          [&](Workspace* workspace) {
            DocumentsOf<ExecutionSpace>(space, offsets, 5 * count, {.workspace = workspace});
          }},
         {"from lengths", documents_from_lengths_workspace_bytes<ExecutionSpace>(count),
          [&](Workspace* workspace) { (void)documents_from_lengths(space, lengths, {.workspace = workspace}); }}});
    for (std::size_t const entries : {0u, 1u, 10u, 1'000'000u}) {
      DocumentsOf<ExecutionSpace> const documents(space, offsets, 5 * count, {.directory_entries = entries});
      CHECK(documents.directory_bytes() <= documents_bytes(count, {.directory_entries = entries}));
      CHECK(documents.directory_bytes() <= 4 * (5 * count + 1));
    }
    CHECK(documents_bytes(count) <= 4 * count + 8);
  }
}

template <class ExecutionSpace>
void expect_resources()
{
  ExecutionSpace const space{};
  auto const offsets = equal_lengths(1'000, 3);
  auto const view = to_view<ExecutionSpace>(offsets);
  auto const lengths = to_view<ExecutionSpace>(std::vector<std::uint64_t>(1'000, 3));
  ScratchFolder const folder;
  RecordingResource resource, refused;
  set_default_memory_resource(&refused);  // not to be used
  {
    Workspace workspace(resource);
    DocumentsOf<ExecutionSpace> const shared(space, view, 3'000, {.workspace = &workspace});
    CHECK(resource.allocated.size() == 1);
    DocumentsOf<ExecutionSpace> const copied(space, view, 3'000, {.copy_offsets = true, .workspace = &workspace});
    CHECK(resource.allocated.size() == 3);
    auto const from_host = documents_from_host(space, offsets, 3'000, {.workspace = &workspace});
    CHECK(resource.allocated.size() == 5);
    auto const from_lengths = documents_from_lengths(space, lengths, {.workspace = &workspace});
    workspace.release();
    CHECK(resource.allocated.size() == 7);
    FileWriter file(folder / "documents", "documents", resource);
    shared.save(space, file);
    file.commit();
    auto const loaded =
        DocumentsOf<ExecutionSpace>::load(space, FileReader(folder / "documents"), "documents", resource);
    bool const is_mapped = detail::works_on_host<ExecutionSpace>;  // the offsets stay in the file
    CHECK(resource.allocated.size() == (is_mapped ? 8 : 9));
  }
  set_default_memory_resource(nullptr);
  CHECK(refused.count == 0);
  CHECK(resource.allocated.empty());
  CHECK(resource.wrong_sizes == 0);
  EmptyResource empty;
  Workspace workspace(empty);
  CHECK(code_of([&] { DocumentsOf<ExecutionSpace>(space, view, 3'000, {.workspace = &workspace}); }) ==
        ErrorCode::out_of_memory);
}

template <class ExecutionSpace>
void expect_progress_of_builds()
{
  ExecutionSpace const space{};
  for (std::size_t const count : {0u, 1u, 1'000u, 1'100'000u}) {
    CAPTURE(count);
    auto const offsets = to_view<ExecutionSpace>(equal_lengths(count, 2));
    auto const lengths = to_view<ExecutionSpace>(std::vector<std::uint32_t>(count, 2));
    std::size_t const min_reports = count < 10'000 ? 2 : 9;
    expect_progress(min_reports, [&](Progress const& progress) {
      DocumentsOf<ExecutionSpace>(space, offsets, 2 * count, {.progress = progress});
    });
    expect_progress(min_reports, [&](Progress const& progress) {
      (void)documents_from_lengths(space, lengths, {.progress = progress});
    });
  }
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("wrong offsets are refused, and the first is named", ExecutionSpace, errors)
{
  expect_errors<ExecutionSpace>();
  expect_errors_of_lengths<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(errors, Spaces);

TEST_CASE_TEMPLATE_DEFINE("offsets are shared or copied", ExecutionSpace, sharing)
{
  expect_sharing<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(sharing, Spaces);

TEST_CASE_TEMPLATE_DEFINE("documents take no more memory than they say, from the resource that they are given",
                          ExecutionSpace, memory)
{
  expect_memory<ExecutionSpace>();
  expect_resources<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(memory, Spaces);

TEST_CASE_TEMPLATE_DEFINE("documents report their progress and can be stopped", ExecutionSpace, progress)
{
  expect_progress_of_builds<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(progress, Spaces);

}  // namespace lexikos::tests
