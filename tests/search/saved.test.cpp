// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include <cstdint>
#include <lexikos/search.hpp>
#include <string>
#include <vector>

#include "tests/file/scratch_folder.hpp"
#include "tests/reference/sa_is.hpp"
#include "tests/spaces.hpp"
#include "tests/texts.hpp"

using namespace lexikos;
using tests::error_of;

namespace
{

template <class ExecutionSpace, class Index>
using IndexOf = SuffixIndex<typename ExecutionSpace::memory_space, Index>;

template <class Index, class ExecutionSpace>
IndexOf<ExecutionSpace, Index> index_of(ExecutionSpace const& space, texts::Text const& text, bool with_all)
{
  auto const sa = reference::sa_is(text);
  std::vector<Index> inverse(with_all ? sa.size() : 0), lcp(inverse.size());
  for (std::size_t i = 0; i < inverse.size(); ++i) inverse[static_cast<std::size_t>(sa[i])] = static_cast<Index>(i);
  for (std::size_t i = 0; i < lcp.size(); ++i) lcp[i] = static_cast<Index>(i / 2);  // of any values
  return {space, tests::to_view<ExecutionSpace>(text),
          tests::to_view<ExecutionSpace>(std::vector<Index>(sa.begin(), sa.end())), tests::to_view<ExecutionSpace>(lcp),
          tests::to_view<ExecutionSpace>(inverse)};
}

template <class Index, class ExecutionSpace>
void save(ExecutionSpace const& space, IndexOf<ExecutionSpace, Index> const& index, std::string const& path)
{
  FileWriter file(path, suffix_index_kind);
  index.save(space, file);
  file.commit();
}

template <class Index, class ExecutionSpace>
std::vector<Index> counts_of(ExecutionSpace const& space, IndexOf<ExecutionSpace, Index> const& index)
{
  std::vector<std::string_view> const patterns = {"",  "a",  "ab", "bab", "abracadabra", "aaaaaaaaaaaaaaaa",
                                                  "z", "ba", "b"};
  auto const batch = patterns_from_host(space, std::span<std::string_view const>(patterns));
  tests::TestArray<Index, ExecutionSpace> const counts("counts", patterns.size());
  index.count(space, batch.symbols, batch.offsets, counts);
  space.fence();
  return tests::to_vector(counts);
}

template <class ExecutionSpace, class Index>
void expect_the_same_index(texts::Text const& text, bool with_all)
{
  ExecutionSpace const space{};
  tests::ScratchFolder const folder;
  auto const index = index_of<Index>(space, text, with_all);
  save<Index>(space, index, folder / "index");
  FileReader const file(folder / "index", suffix_index_kind);
  CHECK(suffix_index_width(file) == sizeof(Index));
  auto const loaded = IndexOf<ExecutionSpace, Index>::load(space, file);
  CHECK(tests::to_vector(loaded.text()) == text);
  CHECK(file.size_of(suffix_index_text_section) == text.size());
  CHECK(tests::to_vector(loaded.suffix_array()) == tests::to_vector(index.suffix_array()));
  CHECK(tests::to_vector(loaded.lcp()) == tests::to_vector(index.lcp()));
  CHECK(tests::to_vector(loaded.inverse()) == tests::to_vector(index.inverse()));
  CHECK(loaded.table_depth() == index.table_depth());
  CHECK(loaded.alphabet_size() == index.alphabet_size());
  CHECK(counts_of<Index>(space, loaded) == counts_of<Index>(space, index));
  using Other = std::conditional_t<sizeof(Index) == 4, std::uint64_t, std::uint32_t>;
  auto const caught = error_of([&] { (void)IndexOf<ExecutionSpace, Other>::load(space, file); });
  REQUIRE(caught.has_value());
  CHECK(caught->code == ErrorCode::not_supported);
}

/// A changed file is refused, or what is loaded answers as the index did.
template <class ExecutionSpace>
void expect_errors_or_intact(std::size_t changes, std::size_t truncations)
{
  ExecutionSpace const space{};
  tests::ScratchFolder const folder;
  std::string const path = folder / "index";
  auto const index = index_of<std::uint32_t>(space, texts::random(700, 3, 5), true);
  save<std::uint32_t>(space, index, path);
  auto const expected = counts_of<std::uint32_t>(space, index);
  auto const right = tests::read_bytes(path);
  texts::Random next(1);
  std::size_t refused = 0;
  auto const load_and_query = [&](tests::Bytes const& bytes) {
    tests::write_bytes(path, bytes);
    refused += error_of([&] {
                 FileReader const file(path, suffix_index_kind);
                 auto const loaded = IndexOf<ExecutionSpace, std::uint32_t>::load(space, file);
                 CHECK(counts_of<std::uint32_t>(space, loaded) == expected);
               }).has_value();
  };
  for (std::size_t i = 0; i < changes; ++i) {
    auto wrong = right;
    auto& byte = wrong[next.below(wrong.size())];
    byte = static_cast<char>(byte ^ static_cast<char>(1 + next.below(255)));
    load_and_query(wrong);
  }
  for (std::size_t i = 0; i < truncations; ++i)
    load_and_query(tests::Bytes(right.begin(), right.begin() + static_cast<std::ptrdiff_t>(next.below(right.size()))));
  CHECK(refused == changes + truncations);
}

/// Checksums that are right, of contents that are not.
template <class ExecutionSpace>
void expect_impossible_contents_refused()
{
  ExecutionSpace const space{};
  tests::ScratchFolder const folder;
  using Entries = std::vector<std::uint32_t>;
  auto const code_of = [&](Entries const& suffix_array, Entries const& table, std::uint64_t depth,
                           texts::Text const& symbols, std::uint64_t width) {
    FileWriter writer(folder / "index", suffix_index_kind);
    writer.add_integer("index_bytes", width);
    writer.add_integer("table_depth", depth);
    writer.add_array("symbols", symbols);
    writer.add_array("text", texts::text_of("abba"));
    writer.add_array("suffix_array", suffix_array);
    writer.add_array("table", table);
    writer.commit();
    FileReader const file(folder / "index", suffix_index_kind);
    auto const caught = error_of([&] { (void)IndexOf<ExecutionSpace, std::uint32_t>::load(space, file); });
    return caught ? caught->code : ErrorCode::cancelled;
  };
  auto const corrupt = ErrorCode::corrupt_input;
  CHECK(code_of({3, 0, 2, 1}, {0, 2, 4}, 1, {'a', 'b'}, 4) == ErrorCode::cancelled);
  CHECK(code_of({3, 0, 2, 4}, {0, 2, 4}, 1, {'a', 'b'}, 4) == corrupt);
  CHECK(code_of({3, 0, 2}, {0, 2, 4}, 1, {'a', 'b'}, 4) == corrupt);
  CHECK(code_of({3, 0, 2, 1}, {0, 2, 5}, 1, {'a', 'b'}, 4) == corrupt);
  CHECK(code_of({3, 0, 2, 1}, {2, 0, 4}, 1, {'a', 'b'}, 4) == corrupt);
  CHECK(code_of({3, 0, 2, 1}, {0, 2, 4}, 2, {'a', 'b'}, 4) == corrupt);
  CHECK(code_of({3, 0, 2, 1}, {0, 2, 4}, 65, {'a', 'b'}, 4) == corrupt);
  CHECK(code_of({3, 0, 2, 1}, {0, 2, 4}, 1, {'b', 'a'}, 4) == corrupt);
  CHECK(code_of({3, 0, 2, 1}, {0, 4}, 64, {'a'}, 4) == corrupt);
  CHECK(code_of({3, 0, 2, 1}, {0, 2, 4}, 1, {'a', 'b'}, 5) == corrupt);
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("indexes are loaded as they were saved", ExecutionSpace, same)
{
  for (auto const& text : {texts::Text{}, texts::text_of("a"), texts::text_of("abracadabra"),
                           texts::random(5'000, 4, 1), texts::letter(100, 0), texts::random(300, 256, 2)})
  {
    expect_the_same_index<ExecutionSpace, std::uint32_t>(text, true);
    expect_the_same_index<ExecutionSpace, std::uint64_t>(text, false);
  }
}
TEST_CASE_TEMPLATE_APPLY(same, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("changed and cut files give an error or the index", ExecutionSpace, changed)
{
  expect_errors_or_intact<ExecutionSpace>(1'000, 200);
}
TEST_CASE_TEMPLATE_APPLY(changed, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("contents that lead out of the arrays are refused", ExecutionSpace, impossible)
{
  expect_impossible_contents_refused<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(impossible, tests::Spaces);
