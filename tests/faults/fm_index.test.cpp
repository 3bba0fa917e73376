// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <lexikos/fm_index.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "tests/faults/arrays.hpp"
#include "tests/faults/injection.hpp"
#include "tests/file/scratch_folder.hpp"

namespace lexikos::tests
{

namespace
{

struct NamedOptions
{
  std::string name;
  FmIndexOptions options;
};

std::vector<NamedOptions> kinds_of_indexes()
{
  return {{"rate 8", {}},
          {"rate 2 and text", {.sample_rate = 2, .keep_text = true, .table_entries = 400}},
          {"letters of DNA", {.sample_rate = 4, .letters = FmLetters::dna}},
          {"counts only", {.sample_rate = 0}}};
}

/// Two letters and, now and then, others.
texts::Text text_with_runs()
{
  auto text = texts::fibonacci(400);
  for (std::size_t at = 30; at < text.size(); at += 70) text[at] = static_cast<std::uint8_t>('N' + at % 4);
  return text;
}

template <class ExecutionSpace>
void expect_fm_index(texts::Text const& text, std::string const& symbols)
{
  using Fm = FmIndex<typename ExecutionSpace::memory_space, std::uint32_t>;
  ArraysOfText<ExecutionSpace, std::uint32_t> const arrays(text);
  auto const& space = arrays.space;
  std::vector<std::string_view> const words{"", "b", "ab", "abaab", "bb", "abaababaabaab", "aNa"};
  auto const patterns = patterns_from_host(space, words);
  auto const begins = to_view<ExecutionSpace>(std::vector<std::uint32_t>{3, 50, 399});
  auto const ends = to_view<ExecutionSpace>(std::vector<std::uint32_t>{9, 250, 500});
  auto const inputs = [&] {
    return std::tuple(arrays.values(), to_vector(patterns.symbols), to_vector(patterns.offsets));
  };
  for (auto const& named : kinds_of_indexes()) {
    std::string const kind = symbols + ", " + named.name;
    auto options = named.options;
    auto const answers = [&](Fm const& index) {
      auto const counts = results_of<std::uint32_t, ExecutionSpace>(words.size());
      Workspace workspace(kokkos_memory_resource());
      index.count(space, patterns.symbols, patterns.offsets, counts, {.workspace = &workspace});
      return to_vector(counts);
    };
    Faults building(fault_name<ExecutionSpace>("FmIndex", kind));
    building.expect(inputs, [&](Surroundings const& surroundings) {
      options.workspace = surroundings.workspace();
      auto const index = surroundings.within([&] { return Fm(space, arrays.text, options); });
      return std::tuple(index.bytes(), answers(index));
    });
    options.workspace = nullptr;
    Fm const index(space, arrays.text, options);
    Faults counting(fault_name<ExecutionSpace>("FmIndex::count and intervals", kind));
    counting.expect(inputs, [&](Surroundings const& surroundings) {
      auto const counts = results_of<std::uint32_t, ExecutionSpace>(words.size());
      auto const firsts = results_of<std::uint32_t, ExecutionSpace>(words.size());
      auto const lasts = results_of<std::uint32_t, ExecutionSpace>(words.size());
      SearchOptions const asking{.sort_patterns = true, .workspace = surroundings.workspace()};
      surroundings.within([&] {
        index.count(space, patterns.symbols, patterns.offsets, counts, asking);
        index.intervals(space, patterns.symbols, patterns.offsets, firsts, lasts, asking);
        space.fence();
      });
      return std::tuple(to_vector(counts), to_vector(firsts), to_vector(lasts));
    });
    if (index.sample_rate() != 0) {
      Faults locating(fault_name<ExecutionSpace>("FmIndex::locate and extract", kind));
      locating.expect(inputs, [&](Surroundings const& surroundings) {
        SearchOptions const asking{.text_order = true, .workspace = surroundings.workspace()};
        auto const found =
            surroundings.within([&] { return index.locate(space, patterns.symbols, patterns.offsets, asking); });
        auto const stretches = surroundings.within([&] { return index.extract(space, begins, ends, asking); });
        return std::tuple(to_vector(found.offsets), to_vector(found.positions), to_vector(stretches.symbols));
      });
    }
    ScratchFolder const folder;
    Faults saving(fault_name<ExecutionSpace>("FmIndex::save", kind));
    saving.expect(inputs, [&](Surroundings const& surroundings) {
      surroundings.within([&] {
        FileWriter file(folder / "index", fm_index_kind, surroundings.resource());
        index.save(space, file);
        file.commit();
      });
      return read_bytes(folder / "index");
    });
    Faults loading(fault_name<ExecutionSpace>("FmIndex::load", kind));
    loading.expect(inputs, [&](Surroundings const& surroundings) {
      auto const file = surroundings.within([&] { return FileReader(folder / "index", fm_index_kind); });
      auto const loaded = surroundings.within([&] { return Fm::load(space, file, surroundings.resource()); });
      return std::tuple(loaded.bytes(), answers(loaded));
    });
  }
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("allocations that fail: FM-indexes", ExecutionSpace, failing_fm_indexes)
{
  expect_fm_index<ExecutionSpace>(text_with_runs(), "runs");
  expect_fm_index<ExecutionSpace>(texts::random(300, 60, 1), "bytes");
}
TEST_CASE_TEMPLATE_APPLY(failing_fm_indexes, Spaces);

}  // namespace lexikos::tests
