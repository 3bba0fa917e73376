// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <lexikos/document_frequencies.hpp>
#include <lexikos/document_index.hpp>
#include <lexikos/next_symbols.hpp>

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

template <class MemorySpace>
auto values_of(DocumentLists<MemorySpace> const& lists)
{
  return std::tuple(to_vector(lists.offsets), to_vector(lists.documents));
}

template <class MemorySpace>
auto values_of(DocumentCounts<MemorySpace> const& counts)
{
  return std::tuple(to_vector(counts.offsets), to_vector(counts.documents), to_vector(counts.counts));
}

/// An index, intervals, and lengths of their strings.
template <class ExecutionSpace>
struct DocumentFaults
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Index = DocumentIndex<MemorySpace, std::uint32_t>;

  DocumentFaults() : arrays(texts::random(1500, 4, 1))
  {
    documents = documents_from_host(arrays.space, std::vector<std::uint64_t>{3, 300, 301, 900, 1500}, 1500);
    index = Index(arrays.space, arrays.suffix_array, documents, {.list = true, .count = true, .top = true});
  }
  [[nodiscard]] auto inputs() const
  {
    return [this] { return std::tuple(arrays.values(), to_vector(begins), to_vector(ends), to_vector(lengths)); };
  }
  /// The bytes of the index, and its answers.
  [[nodiscard]] auto answers(Index const& some) const
  {
    return std::tuple(to_vector(some.document_array()), some.bytes(),
                      values_of(some.list_documents(arrays.space, begins, ends)),
                      values_of(some.top_documents(arrays.space, begins, ends, 2)));
  }

  ArraysOfText<ExecutionSpace, std::uint32_t> arrays;
  Documents<MemorySpace> documents;
  Index index;
  TestArray<std::uint32_t, ExecutionSpace> begins = to_view<ExecutionSpace>(std::vector<std::uint32_t>{0, 7, 500});
  TestArray<std::uint32_t, ExecutionSpace> ends = to_view<ExecutionSpace>(std::vector<std::uint32_t>{1500, 60, 900});
  TestArray<std::uint64_t, ExecutionSpace> lengths = to_view<ExecutionSpace>(std::vector<std::uint64_t>{1, 4, 60});
};

template <class ExecutionSpace>
void expect_builds(DocumentFaults<ExecutionSpace> const& given)
{
  using Index = typename DocumentFaults<ExecutionSpace>::Index;
  auto const& space = given.arrays.space;
  Faults building(fault_name<ExecutionSpace>("DocumentIndex"));
  building.expect(given.inputs(), [&](Surroundings const& surroundings) {
    auto const index = surroundings.within([&] {
      return Index(space, given.arrays.suffix_array, given.documents,
                   {.list = true, .count = true, .top = true, .workspace = surroundings.workspace()});
    });
    detail::DefaultResource const own(kokkos_memory_resource());
    return given.answers(index);
  });
  ScratchFolder const folder;
  Faults saving(fault_name<ExecutionSpace>("DocumentIndex::save"));
  saving.expect(given.inputs(), [&](Surroundings const& surroundings) {
    surroundings.within([&] {
      FileWriter file(folder / "index", "documents", surroundings.resource());
      given.index.save(space, file);
      file.commit();
    });
    return read_bytes(folder / "index");
  });
  Faults loading(fault_name<ExecutionSpace>("DocumentIndex::load"));
  loading.expect(given.inputs(), [&](Surroundings const& surroundings) {
    auto const file = surroundings.within([&] { return FileReader(folder / "index", "documents"); });
    auto const index = surroundings.within([&] {
      return Index::load(space, file, given.arrays.suffix_array, "document_index",
                         {.workspace = surroundings.workspace()});
    });
    detail::DefaultResource const own(kokkos_memory_resource());
    return given.answers(index);
  });
}

template <class ExecutionSpace>
void expect_queries(DocumentFaults<ExecutionSpace> const& given)
{
  auto const& space = given.arrays.space;
  Faults counting(fault_name<ExecutionSpace>("count_documents"));
  counting.expect(given.inputs(), [&](Surroundings const& surroundings) {
    auto const counts = results_of<std::uint32_t, ExecutionSpace>(3);
    surroundings.within([&] {
      given.index.count_documents(space, given.begins, given.ends, counts,
                                  {.lengths = given.lengths, .workspace = surroundings.workspace()});
    });
    space.fence();
    return to_vector(counts);
  });
  Faults listing(fault_name<ExecutionSpace>("list_documents"));
  listing.expect(given.inputs(), [&](Surroundings const& surroundings) {
    return values_of(surroundings.within([&] {
      return given.index.list_documents(space, given.begins, given.ends,
                                        {.sort = true, .workspace = surroundings.workspace()});
    }));
  });
  Faults top(fault_name<ExecutionSpace>("top_documents"));
  top.expect(given.inputs(), [&](Surroundings const& surroundings) {
    return values_of(surroundings.within([&] {
      return given.index.top_documents(space, given.begins, given.ends, 2, {.workspace = surroundings.workspace()});
    }));
  });
}

template <class ExecutionSpace>
void expect_frequencies(DocumentFaults<ExecutionSpace> const& given)
{
  auto const& space = given.arrays.space;
  Faults building(fault_name<ExecutionSpace>("DocumentFrequencies"));
  building.expect(given.inputs(), [&](Surroundings const& surroundings) {
    auto const frequencies = surroundings.within([&] {
      return DocumentFrequencies<typename ExecutionSpace::memory_space>(
          space, given.arrays.suffix_array, given.arrays.lcp, given.documents, {.workspace = surroundings.workspace()});
    });
    auto const counts = results_of<std::uint32_t, ExecutionSpace>(3);
    frequencies.frequency(space, given.begins, given.ends, counts);
    space.fence();
    return to_vector(counts);
  });
}

template <class ExecutionSpace>
void expect_next_symbols()
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  ArraysOfText<ExecutionSpace, std::uint32_t> const arrays(texts::random(900, 6, 2));
  auto const& space = arrays.space;
  auto const inputs = [&] { return arrays.values(); };
  Patterns<MemorySpace, std::uint8_t> const contexts{arrays.text,
                                                     to_view<ExecutionSpace>(std::vector<std::uint64_t>{0, 3, 3, 40})};
  Faults longest(fault_name<ExecutionSpace>("longest_suffixes"));
  longest.expect(inputs, [&](Surroundings const& surroundings) {
    auto const found = surroundings.within([&] {
      return longest_suffixes(space, arrays.text, arrays.suffix_array, contexts,
                              {.min_count = 2, .workspace = surroundings.workspace()});
    });
    return std::tuple(to_vector(found.lengths), to_vector(found.begins), to_vector(found.ends));
  });
  auto const found = longest_suffixes(space, arrays.text, arrays.suffix_array, contexts, {.min_count = 2});
  Faults next(fault_name<ExecutionSpace>("next_symbols"));
  next.expect(inputs, [&](Surroundings const& surroundings) {
    auto const symbols = surroundings.within([&] {
      return next_symbols(space, arrays.text, arrays.suffix_array, depths_of(found),
                          {.max_symbols = 2, .workspace = surroundings.workspace()});
    });
    return std::tuple(to_vector(symbols.offsets), to_vector(symbols.symbols), to_vector(symbols.counts));
  });
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("allocations that fail: documents of intervals", ExecutionSpace, failing_document_index)
{
  DocumentFaults<ExecutionSpace> const given;
  expect_builds(given);
  expect_queries(given);
  expect_frequencies(given);
}
TEST_CASE_TEMPLATE_APPLY(failing_document_index, Spaces);

TEST_CASE_TEMPLATE_DEFINE("allocations that fail: next symbols", ExecutionSpace, failing_next_symbols)
{
  expect_next_symbols<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(failing_next_symbols, Spaces);

}  // namespace lexikos::tests
