// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Files of indexes of tokens, alone and with documents.

#include <doctest/doctest.h>

#include "tests/search/token_texts.hpp"

#include <lexikos/documents.hpp>

#include "tests/file/scratch_folder.hpp"
#include "tests/first_difference.hpp"

namespace lexikos::tests
{

namespace
{

template <class ExecutionSpace, class Symbol>
std::vector<std::uint32_t> counts_of_tokens(
    ExecutionSpace const& space, SuffixIndex<typename ExecutionSpace::memory_space, std::uint32_t, Symbol> const& index,
    std::vector<Tokens<Symbol>> const& patterns)
{
  auto const batch = JoinedTokens<Symbol>(patterns).on(space);
  TestArray<std::uint32_t, ExecutionSpace> const counts("counts", patterns.size());
  index.count(space, batch.symbols, batch.offsets, counts, {.sort_patterns = true});
  space.fence();
  return to_vector(counts);
}

template <class Index, class ExecutionSpace>
void save_index(ExecutionSpace const& space, Index const& index, std::string const& path)
{
  FileWriter file(path, suffix_index_kind);
  index.save(space, file);
  file.commit();
}

template <class ExecutionSpace, class Symbol>
void expect_the_same_tokens(Tokens<Symbol> const& text, std::size_t table_entries)
{
  ExecutionSpace const space{};
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Index = SuffixIndex<MemorySpace, std::uint32_t, Symbol>;
  ScratchFolder const folder;
  IndexedTokens<ExecutionSpace, std::uint32_t, Symbol> const indexed(space, text, {.table_entries = table_entries});
  Index const index(space, indexed.text, indexed.array, indexed.array, indexed.array,  // of any values
                    {.table_entries = table_entries});
  save_index(space, index, folder / "index");
  FileReader const file(folder / "index", suffix_index_kind);
  CHECK(suffix_index_symbol_bytes(file) == sizeof(Symbol));
  CHECK(suffix_index_width(file) == 4);
  CHECK(file.size_of(suffix_index_text_section) == text.size());
  auto const loaded = Index::load(space, file);
  REQUIRE(first_difference(to_vector(loaded.text()), text) == "");
  REQUIRE(first_difference(to_vector(loaded.suffix_array()), to_vector(index.suffix_array())) == "");
  CHECK(loaded.lcp().extent(0) == text.size());
  CHECK(loaded.inverse().extent(0) == text.size());
  CHECK(loaded.table_depth() == index.table_depth());
  CHECK(loaded.table_entries() == index.table_entries());
  CHECK(loaded.alphabet_size() == index.alphabet_size());
  auto const patterns = some_token_patterns(text, 100, 1);
  REQUIRE(first_difference(counts_of_tokens<ExecutionSpace, Symbol>(space, loaded, patterns),
                           counts_of_tokens<ExecutionSpace, Symbol>(space, index, patterns)) == "");
  save_index(space, loaded, folder / "again");
  CHECK((read_bytes(folder / "index") == read_bytes(folder / "again")));
}

/// Entries or symbols of another width: both widths are told.
template <class ExecutionSpace>
void expect_other_widths_refused()
{
  ExecutionSpace const space{};
  using MemorySpace = typename ExecutionSpace::memory_space;
  ScratchFolder const folder;
  save_index(space, IndexedTokens<ExecutionSpace, std::uint32_t, std::uint16_t>(space, {1, 2}).index, folder / "u16");
  save_index(space, IndexedTokens<ExecutionSpace, std::uint32_t, std::uint8_t>(space, {1, 2}).index, folder / "u8");
  auto const expect = [&](auto index, std::string const& name, std::string const& message) {
    FileReader const file(folder / name, suffix_index_kind);
    auto const caught = error_of([&] { (void)decltype(index)::load(space, file); });
    REQUIRE(caught.has_value());
    CHECK(caught->code == ErrorCode::not_supported);
    CAPTURE(caught->message);
    CHECK(caught->message.find(message) != std::string::npos);
  };
  expect(SuffixIndex<MemorySpace, std::uint32_t>(), "u16", "symbols of 2 bytes, not of 1");
  expect(SuffixIndex<MemorySpace, std::uint32_t, std::uint32_t>(), "u16", "symbols of 2 bytes, not of 4");
  expect(SuffixIndex<MemorySpace, std::uint32_t, std::uint16_t>(), "u8", "symbols of 1 byte, not of 2");
  expect(SuffixIndex<MemorySpace, std::uint64_t, std::uint16_t>(), "u16", "entries of 4 bytes, not of 8");
}

/// A changed file is refused.
template <class ExecutionSpace>
void expect_changed_tokens_refused()
{
  ExecutionSpace const space{};
  using Symbol = std::uint32_t;
  ScratchFolder const folder;
  auto const text = texts::random_of(texts::sparse_values<Symbol>(50, 3), 300, 3);
  save_index(space, IndexedTokens<ExecutionSpace, std::uint32_t, Symbol>(space, text).index, folder / "index");
  auto const right = read_bytes(folder / "index");
  texts::Random next(1);
  for (std::size_t i = 0; i < 400; ++i) {
    auto wrong = right;
    std::size_t const at = next.below(wrong.size());
    if (i % 5 == 0)
      wrong.resize(at);
    else
      wrong[at] = static_cast<char>(wrong[at] ^ static_cast<char>(1 + next.below(255)));
    write_bytes(folder / "index", wrong);
    CAPTURE(at);
    REQUIRE(error_of([&] {
              FileReader const file(folder / "index", suffix_index_kind);
              (void)SuffixIndex<typename ExecutionSpace::memory_space, std::uint32_t, Symbol>::load(space, file);
            }).has_value());
  }
}

/// Checksums that are right, of contents that are not.
struct Forged
{
  std::uint64_t symbol_bytes = 2;
  std::uint64_t depth = 1;
  std::uint64_t smallest = 5;
  std::uint64_t largest = 6;
  Tokens<std::uint16_t> symbols = {};
  std::vector<std::uint32_t> array = {3, 0, 2, 1};
  std::vector<std::uint32_t> table = {0, 2, 4};
  bool has_symbols = false;
};

template <class ExecutionSpace>
std::optional<ErrorCode> code_of_forged(Forged const& forged)
{
  ExecutionSpace const space{};
  ScratchFolder const folder;
  FileWriter writer(folder / "index", suffix_index_kind);
  writer.add_integer("index_bytes", 4);
  writer.add_integer("symbol_bytes", forged.symbol_bytes);
  writer.add_integer("table_depth", forged.depth);
  writer.add_integer("smallest_symbol", forged.smallest);
  writer.add_integer("largest_symbol", forged.largest);
  if (forged.has_symbols) writer.add_array("symbols", forged.symbols);
  writer.add_array("text", Tokens<std::uint16_t>{5, 6, 6, 5});
  writer.add_array("suffix_array", forged.array);
  writer.add_array("table", forged.table);
  writer.commit();
  FileReader const file(folder / "index", suffix_index_kind);
  using Index = SuffixIndex<typename ExecutionSpace::memory_space, std::uint32_t, std::uint16_t>;
  std::optional<ErrorCode> code;
  auto const caught = error_of([&] {
    auto const index = Index::load(space, file);
    auto const patterns = some_token_patterns<std::uint16_t>({5, 6, 6, 5}, 100, 1);
    (void)counts_of_tokens<ExecutionSpace, std::uint16_t>(space, index, patterns);
  });
  if (caught) code = caught->code;
  return code;
}

template <class ExecutionSpace>
void expect_forged_tokens_refused()
{
  auto const code = [](Forged const& forged) { return code_of_forged<ExecutionSpace>(forged); };
  auto const corrupt = ErrorCode::corrupt_input;
  CHECK(code({}) == std::nullopt);
  CHECK(code({.symbol_bytes = 3}) == corrupt);
  CHECK(code({.depth = 2}) == corrupt);
  CHECK(code({.depth = 65}) == corrupt);
  CHECK(code({.depth = 0}) == std::nullopt);  // of groups
  CHECK(code({.largest = 7}) == corrupt);
  CHECK(code({.largest = 65'536}) == corrupt);
  CHECK(code({.smallest = 7}) == corrupt);
  CHECK(code({.array = {3, 0, 2, 4}}) == corrupt);
  CHECK(code({.array = {3, 0, 2}}) == corrupt);
  CHECK(code({.table = {0, 4}}) == corrupt);
  CHECK(code({.table = {0, 5, 4}}) == corrupt);
  CHECK(code({.table = {0, 2, 5}}) == corrupt);
  CHECK(code({.largest = 600, .symbols = {5, 6}, .has_symbols = true}) == std::nullopt);
  CHECK(code({.depth = 0, .largest = 600, .symbols = {5, 60}, .has_symbols = true}) == std::nullopt);
  CHECK(code({.largest = 600, .symbols = {6, 5}, .has_symbols = true}) == corrupt);
  CHECK(code({.largest = 600, .symbols = {5, 601}, .has_symbols = true}) == corrupt);
  CHECK(code({.largest = 600, .symbols = {5, 6, 7}, .has_symbols = true}) == corrupt);
  CHECK(code({.depth = 0, .symbols = {}, .has_symbols = true}) == corrupt);
}

/// Documents in the same file: what is found lies within one of them.
template <class ExecutionSpace>
void expect_documents_beside()
{
  ExecutionSpace const space{};
  using Symbol = std::uint32_t;
  using MemorySpace = typename ExecutionSpace::memory_space;
  auto const text = texts::random_of(texts::sparse_values<Symbol>(5, 4), 2'000, 4);
  std::vector<std::uint64_t> const offsets = {3, 3, 400, 401, 1'500, 1'500, 1'990};
  ScratchFolder const folder;
  {
    FileWriter file(folder / "index", suffix_index_kind);
    IndexedTokens<ExecutionSpace, std::uint32_t, Symbol>(space, text).index.save(space, file);
    documents_from_host(space, offsets, text.size()).save(space, file);
    file.commit();
  }
  FileReader const file(folder / "index", suffix_index_kind);
  auto const index = SuffixIndex<MemorySpace, std::uint32_t, Symbol>::load(space, file);
  auto const documents = Documents<MemorySpace>::load(space, file);
  auto const patterns = some_token_patterns(text, 200, 5);
  auto const batch = JoinedTokens<Symbol>(patterns).on(space);
  auto const found = within_documents(
      space, documents, index.locate(space, batch.symbols, batch.offsets, {.text_order = true}), batch.offsets);
  auto const ends = to_vector(found.offsets);
  auto const positions = to_vector(found.positions);
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    CAPTURE(i);
    std::vector<std::uint64_t> expected;
    for (auto const place : places_of(text, patterns[i]))
      for (std::size_t d = 0; d + 1 < offsets.size(); ++d)
        if (offsets[d] <= place && place < offsets[d + 1] && place + patterns[i].size() <= offsets[d + 1])
          expected.push_back(place);
    std::vector<std::uint64_t> const shown(positions.begin() + static_cast<std::ptrdiff_t>(ends[i]),
                                           positions.begin() + static_cast<std::ptrdiff_t>(ends[i + 1]));
    REQUIRE(first_difference(shown, expected) == "");
  }
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("indexes of tokens are loaded as they were saved", ExecutionSpace, same_tokens)
{
  for (auto const& [name, text] : some_token_texts<std::uint16_t>()) {
    CAPTURE(name);
    expect_the_same_tokens<ExecutionSpace, std::uint16_t>(text, 0);
  }
  for (auto const& [name, text] : some_token_texts<std::uint32_t>()) {
    CAPTURE(name);
    for (std::size_t const entries : {0, 10, 100'000})
      expect_the_same_tokens<ExecutionSpace, std::uint32_t>(text, entries);
  }
}
TEST_CASE_TEMPLATE_APPLY(same_tokens, Spaces);

TEST_CASE_TEMPLATE_DEFINE("indexes of tokens: other widths, changes and impossible contents are refused",
                          ExecutionSpace, refused_tokens)
{
  expect_other_widths_refused<ExecutionSpace>();
  expect_changed_tokens_refused<ExecutionSpace>();
  expect_forged_tokens_refused<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(refused_tokens, Spaces);

TEST_CASE_TEMPLATE_DEFINE("indexes of tokens: documents in the same file", ExecutionSpace, tokens_and_documents)
{
  expect_documents_beside<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(tokens_and_documents, Spaces);

}  // namespace lexikos::tests
