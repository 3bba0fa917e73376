// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Documents in files, and files whose checksums are right and whose contents are not.

#include <doctest/doctest.h>

#include <cstdint>
#include <lexikos/documents.hpp>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "naive.hpp"
#include "tests/code_of.hpp"
#include "tests/file/altered_file.hpp"
#include "tests/file/scratch_folder.hpp"
#include "tests/first_difference.hpp"
#include "tests/spaces.hpp"

namespace lexikos::tests
{

namespace
{

template <class ExecutionSpace>
void save(ExecutionSpace const& space, DocumentsOf<ExecutionSpace> const& documents, std::string const& path)
{
  FileWriter file(path, "collection");
  documents.save(space, file, "records");
  file.commit();
}

template <class ExecutionSpace>
std::vector<std::uint64_t> answers(ExecutionSpace const& space, DocumentsOf<ExecutionSpace> const& documents,
                                   std::uint64_t size)
{
  std::vector<std::uint64_t> positions;
  for (std::uint64_t i = 0; i < size + 2; ++i) positions.push_back(i);
  auto const asked = to_view<ExecutionSpace>(positions);
  documents.document_of(space, asked, asked);
  space.fence();
  return to_vector(asked);
}

template <class ExecutionSpace>
void expect_the_same_documents()
{
  ExecutionSpace const space{};
  ScratchFolder const folder;
  std::size_t number = 0;
  for (auto const& collection : some_collections()) {
    CAPTURE(number);
    ++number;
    save(space, documents_from_host(space, collection.offsets, collection.size), folder / "file");
    FileReader const file(folder / "file", "collection");
    CHECK(has_documents(file, "records"));
    CHECK(!has_documents(file));
    auto const loaded = DocumentsOf<ExecutionSpace>::load(space, file, "records");
    REQUIRE(loaded.size() == collection.size);
    REQUIRE(first_difference(to_vector(loaded.offsets()), collection.offsets) == "");
    auto expected = naive_documents(collection);
    expected.resize(expected.size() + 2, not_found);
    REQUIRE(first_difference(answers(space, loaded, collection.size), expected) == "");
    CHECK(code_of([&] { (void)DocumentsOf<ExecutionSpace>::load(space, file); }) == ErrorCode::corrupt_input);
  }
  save(space, DocumentsOf<ExecutionSpace>(), folder / "file");
  CHECK(DocumentsOf<ExecutionSpace>::load(space, FileReader(folder / "file"), "records").count() == 0);
}

/// Every change is refused, or leads to documents that answer as their own offsets say.
template <class ExecutionSpace>
void expect_changes(int changes)
{
  ExecutionSpace const space{};
  ScratchFolder const folder;
  std::mt19937_64 random(1);
  Offsets const offsets = {3, 3, 5, 9, 9, 9, 20, 21};
  save(space, documents_from_host(space, offsets, 25), folder / "file");
  int refused = 0;
  for (int change = 0; change < changes; ++change) {
    AlteredFile file(folder / "file");
    std::string const what = change_at_random(file, random);
    CAPTURE(what);
    file.write(folder / "altered");
    FileReader const reader(folder / "altered", "collection");
    std::unique_ptr<DocumentsOf<ExecutionSpace>> loaded;
    auto const code = code_of([&] {
      loaded =
          std::make_unique<DocumentsOf<ExecutionSpace>>(DocumentsOf<ExecutionSpace>::load(space, reader, "records"));
    });
    refused += code.has_value();
    CHECK(code.value_or(ErrorCode::corrupt_input) == ErrorCode::corrupt_input);
    if (loaded == nullptr) continue;
    auto const own = to_vector(loaded->offsets());
    auto const found = answers(space, *loaded, 40);
    for (std::uint64_t i = 0; i < found.size(); ++i) REQUIRE(found[i] == naive_document_of(own, i));
  }
  CHECK(refused > changes / 4);
}

template <class ExecutionSpace>
void expect_impossible_contents_refused()
{
  ExecutionSpace const space{};
  ScratchFolder const folder;
  auto const code_for = [&](Offsets const& offsets, std::uint64_t size) {
    FileWriter writer(folder / "file", "collection");
    writer.add_integer("documents.size", size);
    writer.add_array("documents.offsets", offsets);
    writer.commit();
    return code_of([&] { (void)DocumentsOf<ExecutionSpace>::load(space, FileReader(folder / "file")); });
  };
  CHECK(code_for({0, 2, 5}, 5) == std::nullopt);
  CHECK(code_for({}, 0) == std::nullopt);
  CHECK(code_for({}, 5) == ErrorCode::corrupt_input);
  CHECK(code_for({0, 2, 6}, 5) == ErrorCode::corrupt_input);
  CHECK(code_for({0, 3, 2}, 5) == ErrorCode::corrupt_input);
  CHECK(code_for({6}, 5) == ErrorCode::corrupt_input);
  CHECK(code_for({0, 2, 5}, std::uint64_t{1} << 63) == ErrorCode::corrupt_input);
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("documents are loaded as they were saved", ExecutionSpace, same)
{
  expect_the_same_documents<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(same, Spaces);

TEST_CASE_TEMPLATE_DEFINE("files of documents with other contents are refused, or hold other documents", ExecutionSpace,
                          changed)
{
  expect_changes<ExecutionSpace>(1'000);
  expect_impossible_contents_refused<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(changed, Spaces);

}  // namespace lexikos::tests
