// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <lexikos/documents.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <tuple>
#include <vector>

#include "tests/faults/arrays.hpp"
#include "tests/faults/injection.hpp"
#include "tests/file/scratch_folder.hpp"

namespace lexikos::tests
{

namespace
{

/// The document of each position, and what the documents are.
template <class ExecutionSpace, class MemorySpace>
auto values_of(ExecutionSpace const& space, Documents<MemorySpace> const& documents)
{
  std::vector<std::uint32_t> positions(documents.size() + 2);
  for (std::size_t i = 0; i < positions.size(); ++i) positions[i] = static_cast<std::uint32_t>(i);
  auto const found = to_view<ExecutionSpace>(positions);
  documents.document_of(space, found, found);
  space.fence();
  return std::tuple(to_vector(found), to_vector(documents.offsets()), documents.directory_bytes());
}

template <class ExecutionSpace>
void expect_documents()
{
  auto const space = smallest_instance<ExecutionSpace>();
  using Collection = Documents<typename ExecutionSpace::memory_space>;
  std::vector<std::uint64_t> const offsets = {1, 3, 3, 8, 20, 21}, lengths = {2, 0, 5, 12, 1};
  auto const view = to_view<ExecutionSpace>(offsets);
  auto const view_of_lengths = to_view<ExecutionSpace>(lengths);
  auto const inputs = [&] { return std::tuple(to_vector(view), to_vector(view_of_lengths)); };

  Faults shared(fault_name<ExecutionSpace>("Documents"));
  shared.expect(inputs, [&](Surroundings const& surroundings) {
    return values_of(space, surroundings.within(
                                [&] { return Collection(space, view, 30, {.workspace = surroundings.workspace()}); }));
  });
  Faults copied(fault_name<ExecutionSpace>("Documents", "of a copy"));
  copied.expect(inputs, [&](Surroundings const& surroundings) {
    return values_of(space, surroundings.within([&] {
      return Collection(space, view, 30, {.copy_offsets = true, .workspace = surroundings.workspace()});
    }));
  });
  Faults from_host(fault_name<ExecutionSpace>("documents_from_host"));
  from_host.expect(inputs, [&](Surroundings const& surroundings) {
    return values_of(space, surroundings.within([&] {
      return documents_from_host(space, offsets, 30, {.workspace = surroundings.workspace()});
    }));
  });
  Faults from_lengths(fault_name<ExecutionSpace>("documents_from_lengths"));
  from_lengths.expect(inputs, [&](Surroundings const& surroundings) {
    return values_of(space, surroundings.within([&] {
      return documents_from_lengths(space, view_of_lengths, {.workspace = surroundings.workspace()});
    }));
  });

  ScratchFolder const folder;
  Collection const documents(space, view, 30);
  Faults saving(fault_name<ExecutionSpace>("Documents::save"));
  saving.expect(inputs, [&](Surroundings const& surroundings) {
    surroundings.within([&] {
      FileWriter file(folder / "documents", "documents", surroundings.resource());
      documents.save(space, file);
      file.commit();
    });
    return read_bytes(folder / "documents");
  });
  Faults loading(fault_name<ExecutionSpace>("Documents::load"));
  loading.expect(inputs, [&](Surroundings const& surroundings) {
    auto const file = surroundings.within([&] { return FileReader(folder / "documents", "documents"); });
    return values_of(space, surroundings.within(
                                [&] { return Collection::load(space, file, "documents", surroundings.resource()); }));
  });
}

template <class ExecutionSpace>
void expect_within_documents()
{
  auto const space = smallest_instance<ExecutionSpace>();
  std::vector<std::uint64_t> const document_offsets = {0, 3, 8}, lengths = {0, 2, 5}, offsets = {0, 3, 5};
  auto const documents = documents_from_host(space, document_offsets, 8);
  Occurrences<typename ExecutionSpace::memory_space, std::uint32_t> const occurrences{
      to_view<ExecutionSpace>(offsets), to_view<ExecutionSpace>(std::vector<std::uint32_t>{1, 2, 6, 3, 5})};
  auto const pattern_offsets = to_view<ExecutionSpace>(lengths);
  auto const inputs = [&] { return std::tuple(to_vector(occurrences.offsets), to_vector(occurrences.positions)); };
  Faults within(fault_name<ExecutionSpace>("within_documents"));
  within.expect(inputs, [&](Surroundings const& surroundings) {
    auto const found = surroundings.within([&] {
      return within_documents(space, documents, occurrences, pattern_offsets, {.workspace = surroundings.workspace()});
    });
    return std::tuple(to_vector(found.offsets), to_vector(found.positions));
  });
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("allocations that fail: documents", ExecutionSpace, failing_documents)
{
  expect_documents<ExecutionSpace>();
  expect_within_documents<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(failing_documents, Spaces);

}  // namespace lexikos::tests
