// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include <cstdint>
#include <cstdlib>
#include <lexikos/file.hpp>
#include <string>
#include <vector>

#include "tests/file/scratch_folder.hpp"
#include "tests/wavelet/structures.hpp"

// Structures that went through a file, and batches from host memory.

namespace lexikos::tests
{

namespace
{

template <class T>
using HostArray = Kokkos::View<T*, Kokkos::HostSpace>;

template <class T>
std::vector<T> values_of(HostArray<T> const& array)
{
  return {array.data(), array.data() + array.extent(0)};
}

template <class ExecutionSpace, class Structure, class Symbol>
void expect_host_batches(Structure const& structure, NaiveText<Symbol> const& naive)
{
  HostQueries<ExecutionSpace> pipeline({}, {.chunk = 100});
  detail::HostQueriesAccess::always_copy(pipeline);
  std::size_t const n = naive.text().size();
  HostArray<Symbol> const symbols("symbols", n);
  HostArray<std::uint32_t> const positions("positions", n);
  HostArray<Symbol> const accessed("accessed", n);
  HostArray<std::uint32_t> const found("found", n);
  std::vector<Symbol> expected_symbols;
  std::vector<std::uint32_t> expected_ranks;
  std::vector<std::uint32_t> expected_positions;
  for (std::size_t i = 0; i < n; ++i) {
    symbols(i) = naive.text()[i * 7 % n];
    positions(i) = static_cast<std::uint32_t>(i * 13 % n + 1);
    expected_symbols.push_back(naive.access(positions(i)));
    expected_ranks.push_back(static_cast<std::uint32_t>(naive.rank(symbols(i), positions(i))));
    expected_positions.push_back(static_cast<std::uint32_t>(naive.select(symbols(i), positions(i))));
  }
  structure.access(pipeline, positions, accessed);
  CHECK(first_difference(values_of(accessed), expected_symbols) == "");
  structure.rank(pipeline, symbols, positions, found);
  CHECK(first_difference(values_of(found), expected_ranks) == "");
  structure.select(pipeline, symbols, positions, found);
  CHECK(first_difference(values_of(found), expected_positions) == "");
}

template <class ExecutionSpace, class Symbol>
void expect_files(std::vector<Symbol> const& text, WaveletOptions const& options = {})
{
  ExecutionSpace const space{};
  NaiveText<Symbol> const naive(text);
  ScratchFolder const folder;
  for_each_structure(space, text, options, [&](auto const& structure) {
    using Structure = std::remove_cvref_t<decltype(structure)>;
    std::string const path = folder / "text.wavelet";
    FileWriter writer(path, "wavelet");
    structure.save(space, writer);
    writer.commit();
    auto const loaded = Structure::load(space, FileReader(path, "wavelet"));
    CHECK(loaded.size() == structure.size());
    CHECK(loaded.bytes() == structure.bytes());
    if (!text.empty()) expect_host_batches<ExecutionSpace>(loaded, naive);
  });
}

template <class ExecutionSpace>
void expect_files_of_all_kinds()
{
  expect_files<ExecutionSpace>(std::vector<std::uint8_t>{});
  expect_files<ExecutionSpace>(std::vector<std::uint8_t>{}, {.alphabet = {1, 2, 7}});
  expect_files<ExecutionSpace>(generated<std::uint8_t>(1000, 1, 1, Spread::uniform, 1));
  expect_files<ExecutionSpace>(generated<std::uint8_t>(5000, 200, 1, Spread::uniform, 1));
  expect_files<ExecutionSpace>(generated<std::uint16_t>(5000, 1000, 3, Spread::skewed, 1));
  expect_files<ExecutionSpace>(generated<std::uint32_t>(5000, 1u << 31, 2, Spread::uniform, 1));
  // more than a superblock, and blocks that a last symbol fills
  expect_files<ExecutionSpace>(generated<std::uint8_t>(1'572'864 + 96 * 7, 9, 3, Spread::at_end, 1));
  // symbols that do not occur
  expect_files<ExecutionSpace>(generated<std::uint8_t>(3000, 2, 5, Spread::uniform, 1),
                               {.alphabet = {0, 1, 2, 3, 4, 5, 6, 7, 200, 255}});
}

/// The text of the golden files.
std::vector<std::uint8_t> golden_text()
{
  std::string const once = "mississippi\nfoo bar\nmississippi\n";
  std::string const text = once + once + once;
  return {text.begin(), text.end()};
}

template <class ExecutionSpace>
void expect_golden_files()
{
  char const* const source = std::getenv("LEXIKOS_SOURCE_DIR");
  REQUIRE(source != nullptr);
  NaiveText<std::uint8_t> const naive(golden_text());
  std::vector<std::string> const names{"quad", "binary", "tree", "huffman"};
  std::size_t next = 0;
  for_each_structure_type<ExecutionSpace, std::uint8_t>([&](auto tag, WaveletShape) {
    std::string const path = std::string(source) + "/tests/wavelet/golden/" + names[next++] + ".wavelet";
    auto const structure = decltype(tag)::type::load(ExecutionSpace{}, FileReader(path, "wavelet"));
    REQUIRE(structure.size() == naive.text().size());
    expect_host_batches<ExecutionSpace>(structure, naive);
  });
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("wavelet structures: files and batches from the host", ExecutionSpace, wavelet_files)
{
  expect_files_of_all_kinds<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(wavelet_files, Spaces);

TEST_CASE_TEMPLATE_DEFINE("wavelet structures: files of the format's first version", ExecutionSpace, wavelet_golden)
{
  expect_golden_files<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(wavelet_golden, Spaces);

}  // namespace lexikos::tests
