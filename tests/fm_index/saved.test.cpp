// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <lexikos/fm_index.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "common/counting_resource.hpp"
#include "system/works_on_host.hpp"
#include "tests/code_of.hpp"
#include "tests/file/altered_file.hpp"
#include "tests/file/scratch_folder.hpp"
#include "tests/fm_index/oracle.hpp"
#include "tests/spaces.hpp"
#include "tests/texts.hpp"

namespace lexikos::tests
{

namespace
{

template <class ExecutionSpace, class Index, class Symbol = std::uint8_t>
using IndexOf = FmIndex<typename ExecutionSpace::memory_space, Index, Symbol>;

template <class Index, class ExecutionSpace>
void save(ExecutionSpace const& space, Index const& index, std::string const& path)
{
  FileWriter file(path, fm_index_kind);
  index.save(space, file);
  file.commit();
}

std::vector<FmIndexOptions> some_options()
{
  return {{},
          {.sample_rate = 0, .table_entries = 1},
          {.sample_rate = 1, .keep_text = true, .table_entries = 70},
          {.sample_rate = 4, .keep_text = true},
          {.sample_rate = 8, .keep_text = true, .table_entries = 1'000},
          {.sample_rate = 16, .shape = WaveletShape::huffman}};
}

texts::Text with_runs(std::size_t n)
{
  auto text = texts::random(n, 4, 3);
  for (std::size_t at = 100; at + 30 < n; at += 200)
    std::fill_n(text.begin() + static_cast<std::ptrdiff_t>(at), 1 + at % 29, std::uint8_t{'N'});
  return text;
}

template <class ExecutionSpace, class Index, class Symbol>
void expect_the_same_index(Word<Symbol> const& text, Symbol absent)
{
  ExecutionSpace const space{};
  ScratchFolder const folder;
  FmChecks<ExecutionSpace, Index, Symbol> const checks(space, text);
  auto const words = patterns_of<Symbol>(text, 80, absent, 4);
  for (auto const& options : some_options()) {
    CAPTURE(text.size());
    CAPTURE(options.sample_rate);
    IndexOf<ExecutionSpace, Index, Symbol> const index(space, to_view<ExecutionSpace>(text), options);
    save(space, index, folder / "index");
    FileReader const file(folder / "index", fm_index_kind);
    CHECK(fm_index_width(file).index == sizeof(Index));
    CHECK(fm_index_width(file).symbol == sizeof(Symbol));
    detail::CountingResource memory;
    auto const loaded = IndexOf<ExecutionSpace, Index, Symbol>::load(space, file, memory);
    CHECK(loaded.bytes() == index.bytes());
    if constexpr (detail::works_on_host<ExecutionSpace>) {  // its large arrays stay in the file
      auto const& arrays = loaded.arrays();
      std::size_t const mapped = arrays.places.extent(0) * sizeof(Index) + arrays.table.extent(0) * 2 * sizeof(Index);
      CHECK(memory.bytes(MemoryKind::host) + mapped <= loaded.bytes());
    }
    CHECK(std::string(loaded.layout()) == index.layout());
    CHECK(loaded.table_depth() == index.table_depth());
    CHECK(loaded.sample_rate() == index.sample_rate());
    checks.expect_answers(loaded, words);
    if (loaded.keeps_text() || loaded.sample_rate() != 0) checks.expect_extracted(loaded, 20, 1);
    using Other = std::conditional_t<sizeof(Index) == 4, std::uint64_t, std::uint32_t>;
    using OtherSymbol = std::conditional_t<sizeof(Symbol) == 1, std::uint16_t, std::uint8_t>;
    CHECK(code_of([&] { (void)IndexOf<ExecutionSpace, Other, Symbol>::load(space, file); }) ==
          ErrorCode::not_supported);
    CHECK(code_of([&] { (void)IndexOf<ExecutionSpace, Index, OtherSymbol>::load(space, file); }) ==
          ErrorCode::not_supported);
  }
}

/// Asks everything, of an index that answers anything.
template <class ExecutionSpace>
void ask(ExecutionSpace const& space, IndexOf<ExecutionSpace, std::uint32_t> const& index,
         std::vector<Word<std::uint8_t>> const& words)
{
  auto const batch = batch_of<ExecutionSpace>(words);
  TestArray<std::uint32_t, ExecutionSpace> const counts("counts", words.size());
  index.count(space, batch.symbols, batch.offsets, counts);
  if (index.sample_rate() != 0) (void)index.locate(space, batch.symbols, batch.offsets, {.max_positions = 50});
  std::vector<std::uint32_t> const begins{0, 10, 200}, ends{~0u, 90, 300};
  if (index.keeps_text() || index.sample_rate() != 0)
    (void)index.extract(space, to_view<ExecutionSpace>(begins), to_view<ExecutionSpace>(ends));
  space.fence();
}

/// Values of every section are changed, with checksums made right again: the index is refused, or answers something, within
/// its arrays (which the bounds checks and sanitizers of other builds see).
template <class ExecutionSpace>
void expect_no_harm(texts::Text const& text, FmIndexOptions const& options, std::size_t changes)
{
  ExecutionSpace const space{};
  ScratchFolder const folder;
  std::string const path = folder / "index";
  using Fm = IndexOf<ExecutionSpace, std::uint32_t>;
  save(space, Fm(space, to_view<ExecutionSpace>(text), options), path);
  AlteredFile const right(path);
  auto const words = patterns_of<std::uint8_t>(text, 40, '!', 6);
  texts::Random next(9);
  std::size_t refused = 0;
  for (std::size_t i = 0; i < changes; ++i) {
    AlteredFile wrong = right;
    auto& section = wrong.sections()[i % wrong.sections().size()];
    bool const is_integer = section.value == FileValue::integer;
    std::uint64_t const small = next.below(is_integer ? 300 : text.size() + 3);
    if (section.entries() != 0) section.set_entry(next.below(section.entries()), next.below(2) == 0 ? small : next());
    write_bytes(path, wrong.bytes());
    auto const code = code_of([&] { ask(space, Fm::load(space, FileReader(path, fm_index_kind)), words); });
    CAPTURE(section.name);
    if (code.has_value()) {
      ++refused;
      bool const is_told = *code == ErrorCode::corrupt_input || *code == ErrorCode::not_supported ||
                           *code == ErrorCode::invalid_argument || *code == ErrorCode::out_of_memory;
      REQUIRE(is_told);
    }
  }
  CHECK(refused > changes / 4);
}

/// Two bits can name four symbols, of which a text may have fewer.
template <class ExecutionSpace>
void expect_digits_of_symbols()
{
  ExecutionSpace const space{};
  ScratchFolder const folder;
  std::string const path = folder / "index";
  using Fm = IndexOf<ExecutionSpace, std::uint32_t>;
  save(space, Fm(space, to_view<ExecutionSpace>(texts::random(300, 3, 1)), {.sample_rate = 1, .keep_text = true}),
       path);
  AlteredFile file(path);
  file.section("text_words").data[40] = 0xFF;
  write_bytes(path, file.bytes());
  CHECK(code_of([&] { (void)Fm::load(space, FileReader(path, fm_index_kind)); }) == ErrorCode::corrupt_input);
}

/// A fifth symbol is in runs, or nowhere.
template <class ExecutionSpace>
void expect_runs_of_symbols()
{
  ExecutionSpace const space{};
  ScratchFolder const folder;
  std::string const path = folder / "index";
  using Fm = IndexOf<ExecutionSpace, std::uint32_t>;
  save(space, Fm(space, to_view<ExecutionSpace>(with_runs(500)), {.sample_rate = 0}), path);
  AlteredFile file(path);
  file.section("runs").resize(0);
  write_bytes(path, file.bytes());
  CHECK(code_of([&] { (void)Fm::load(space, FileReader(path, fm_index_kind)); }) == ErrorCode::corrupt_input);
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("FM-indexes are loaded as they were saved", ExecutionSpace, fm_saved)
{
  for (auto const& text : {texts::Text{}, texts::text_of("a"), texts::text_of("abracadabra"),
                           texts::random(2'000, 4, 1), with_runs(2'000), texts::random(700, 256, 2)})
    expect_the_same_index<ExecutionSpace, std::uint32_t, std::uint8_t>(text, '!');
  expect_the_same_index<ExecutionSpace, std::uint64_t, std::uint8_t>(with_runs(1'000), '!');
  Word<std::uint32_t> wide(600);
  texts::Random next(5);
  for (auto& symbol : wide) symbol = static_cast<std::uint32_t>(1'000'000 * next.below(40));
  expect_the_same_index<ExecutionSpace, std::uint32_t, std::uint32_t>(wide, 17u);
}
TEST_CASE_TEMPLATE_APPLY(fm_saved, Spaces);

TEST_CASE_TEMPLATE_DEFINE("an FM-index that was not built is not saved", ExecutionSpace, fm_unbuilt)
{
  ScratchFolder const folder;
  CHECK(code_of([&] { save(ExecutionSpace{}, IndexOf<ExecutionSpace, std::uint32_t>(), folder / "index"); }) ==
        ErrorCode::invalid_argument);
  CHECK(folder.files() == 0);
}
TEST_CASE_TEMPLATE_APPLY(fm_unbuilt, Spaces);

TEST_CASE_TEMPLATE_DEFINE("digits of no symbol are refused", ExecutionSpace, fm_digits)
{
  expect_digits_of_symbols<ExecutionSpace>();
  expect_runs_of_symbols<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(fm_digits, Spaces);

TEST_CASE_TEMPLATE_DEFINE("forged FM-indexes do no harm", ExecutionSpace, fm_forged)
{
  for (auto const& options : some_options()) {
    CAPTURE(options.sample_rate);
    expect_no_harm<ExecutionSpace>(with_runs(900), options, 250);
    expect_no_harm<ExecutionSpace>(texts::random(500, 60, 4), options, 150);
  }
}
TEST_CASE_TEMPLATE_APPLY(fm_forged, Spaces);

}  // namespace lexikos::tests
