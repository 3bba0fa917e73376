// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <lexikos/search.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "tests/faults/arrays.hpp"
#include "tests/faults/injection.hpp"
#include "tests/file/scratch_folder.hpp"

namespace lexikos::tests
{

namespace
{

constexpr std::array<std::string_view, 6> patterns_to_find{"", "b", "ab", "abaab", "bb", "abaababaabaab"};

template <class ExecutionSpace, class Index>
struct IndexedText
{
  using MemorySpace = typename ExecutionSpace::memory_space;

  explicit IndexedText(texts::Text const& text)
      : arrays(text), patterns(patterns_from_host(arrays.space, patterns_to_find))
  {}

  [[nodiscard]] SuffixIndex<MemorySpace, Index> index(Workspace* workspace = nullptr) const
  {
    return {arrays.space, arrays.text, arrays.suffix_array, arrays.lcp, arrays.inverse, {.workspace = workspace}};
  }
  [[nodiscard]] auto values() const
  {
    return std::tuple(arrays.values(), to_vector(patterns.symbols), to_vector(patterns.offsets));
  }

  ArraysOfText<ExecutionSpace, Index> arrays;
  Patterns<MemorySpace> patterns;
};

template <class ExecutionSpace, class Index>
void expect_searches(IndexedText<ExecutionSpace, Index> const& text, SearchOptions options, std::string const& kind)
{
  auto const index = text.index();
  auto const& space = text.arrays.space;
  auto const& [symbols, offsets] = text.patterns;
  auto const inputs = [&] { return text.values(); };
  Faults counts(fault_name<ExecutionSpace>("SuffixIndex::count and intervals", kind));
  counts.expect(inputs, [&](Surroundings const& surroundings) {
    std::size_t const patterns = offsets.extent(0) - 1;
    auto const count = results_of<Index, ExecutionSpace>(patterns);
    auto const begins = results_of<Index, ExecutionSpace>(patterns);
    auto const ends = results_of<Index, ExecutionSpace>(patterns);
    options.workspace = surroundings.workspace();
    surroundings.within([&] {
      index.count(space, symbols, offsets, count, options);
      index.intervals(space, symbols, offsets, begins, ends, options);
      space.fence();
    });
    return std::tuple(to_vector(count), to_vector(begins), to_vector(ends));
  });
  Faults positions(fault_name<ExecutionSpace>("SuffixIndex::locate", kind));
  positions.expect(inputs, [&](Surroundings const& surroundings) {
    options.workspace = surroundings.workspace();
    auto const found = surroundings.within([&] { return index.locate(space, symbols, offsets, options); });
    return std::tuple(to_vector(found.offsets), to_vector(found.positions));
  });
}

template <class ExecutionSpace, class Index>
void expect_suffix_index()
{
  IndexedText<ExecutionSpace, Index> const text(texts::fibonacci(700));
  auto const& space = text.arrays.space;
  auto const inputs = [&] { return text.values(); };
  auto const answers = [&](auto const& index) {
    Workspace workspace(kokkos_memory_resource());
    auto const found = index.locate(space, text.patterns.symbols, text.patterns.offsets, {.workspace = &workspace});
    return std::tuple(to_vector(found.offsets), to_vector(found.positions));
  };

  Faults patterns(fault_name<ExecutionSpace>("patterns_from_host"));
  patterns.expect(inputs, [&](Surroundings const& surroundings) {
    auto const copied =
        surroundings.within([&] { return patterns_from_host(space, patterns_to_find, surroundings.resource()); });
    return std::tuple(to_vector(copied.symbols), to_vector(copied.offsets));
  });
  std::array<std::uint16_t, 3> const tokens{1, 500, 65'535};
  std::array<std::uint64_t, 3> const token_offsets{0, 2, 3};
  std::array<std::span<std::uint16_t const>, 2> const token_patterns{tokens, tokens};
  Faults patterns_of_tokens(fault_name<ExecutionSpace>("patterns_from_host", "of u16"));
  patterns_of_tokens.expect(inputs, [&](Surroundings const& surroundings) {
    auto const [lists, flat] = surroundings.within([&] {
      auto& resource = surroundings.resource();
      return std::pair(patterns_from_host<std::uint16_t>(space, token_patterns, resource),
                       patterns_from_host<std::uint16_t>(space, tokens, token_offsets, resource));
    });
    return std::tuple(to_vector(lists.symbols), to_vector(lists.offsets), to_vector(flat.symbols),
                      to_vector(flat.offsets));
  });
  Faults building(fault_name<ExecutionSpace>("SuffixIndex", type_name<Index>()));
  building.expect(inputs, [&](Surroundings const& surroundings) {
    auto const index = surroundings.within([&] { return text.index(surroundings.workspace()); });
    return std::tuple(index.table_depth(), index.table_entries(), index.alphabet_size());
  });
  expect_searches(text, {}, type_name<Index>());
  expect_searches(text, {.sort_patterns = true, .text_order = true}, type_name<Index>() + ", sorted, in text order");

  ScratchFolder const folder;
  auto const index = text.index();
  Faults saving(fault_name<ExecutionSpace>("SuffixIndex::save", type_name<Index>()));
  saving.expect(inputs, [&](Surroundings const& surroundings) {
    surroundings.within([&] {
      FileWriter file(folder / "index", suffix_index_kind, surroundings.resource());
      index.save(space, file);
      file.commit();
    });
    REQUIRE(folder.files() == 1);
    return read_bytes(folder / "index");
  });
  Faults loading(fault_name<ExecutionSpace>("SuffixIndex::load", type_name<Index>()));
  loading.expect(inputs, [&](Surroundings const& surroundings) {
    auto const file = surroundings.within([&] { return FileReader(folder / "index", suffix_index_kind); });
    using Loaded = SuffixIndex<typename ExecutionSpace::memory_space, Index>;
    auto const loaded = surroundings.within([&] { return Loaded::load(space, file, surroundings.resource()); });
    return std::tuple(answers(loaded), surroundings.within([&] { return suffix_index_width(file); }));
  });
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("allocations that fail: suffix indexes", ExecutionSpace, failing_indexes)
{
  expect_suffix_index<ExecutionSpace, std::uint32_t>();
  expect_suffix_index<ExecutionSpace, std::uint64_t>();
}
TEST_CASE_TEMPLATE_APPLY(failing_indexes, Spaces);

}  // namespace lexikos::tests
