// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Files of earlier versions (README.md beside this file) still load, and answer as they did.

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <lexikos/bit_vector.hpp>
#include <lexikos/detail/binary_levels.hpp>
#include <lexikos/lce.hpp>
#include <lexikos/search.hpp>
#include <lexikos/wavelet_matrix.hpp>
#include <lexikos/wavelet_tree.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "tests/first_difference.hpp"
#include "tests/reference/kasai.hpp"
#include "tests/reference/naive.hpp"
#include "tests/spaces.hpp"
#include "tests/texts.hpp"

using namespace lexikos;

namespace
{

std::string golden(std::string const& name)
{
  char const* const root = std::getenv("LEXIKOS_SOURCE_DIR");
  return std::string(root != nullptr ? root : ".") + "/tests/golden/" + name;
}

texts::Text golden_text()
{
  std::ifstream file(golden("text"), std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// ----- indexes -----------------------------------------------------------------------------------------------------------

/// All strings of up to six bytes of the text, and some that it lacks.
std::vector<std::string> patterns_of(std::string_view text)
{
  std::vector<std::string> patterns = {"", "mississippis", "zz", "abracadabra abracadabra", std::string(text) + "x"};
  for (std::size_t begin = 0; begin < text.size(); ++begin)
    for (std::size_t length = 1; length <= 6; ++length) patterns.emplace_back(text.substr(begin, length));
  return patterns;
}

std::size_t occurrences(std::string_view text, std::string_view pattern)
{
  std::size_t count = 0;
  for (auto at = text.find(pattern); at < text.size(); at = text.find(pattern, at + 1)) ++count;
  return count;
}

template <class ExecutionSpace, class Index>
void expect_index(std::string const& name, bool has_all)
{
  CAPTURE(name);
  ExecutionSpace const space{};
  using MemorySpace = typename ExecutionSpace::memory_space;
  auto const text = golden_text();
  auto const sa = reference::naive(text);
  FileReader const file(golden(name), suffix_index_kind);
  REQUIRE(suffix_index_width(file) == sizeof(Index));
  auto const index = SuffixIndex<MemorySpace, Index>::load(space, file);
  CHECK(tests::first_difference(tests::to_vector(index.text()), text) == "");
  CHECK(tests::first_difference(tests::to_vector(index.suffix_array()), sa) == "");
  CHECK(index.lcp().extent(0) == (has_all ? text.size() : 0));
  CHECK(index.inverse().extent(0) == (has_all ? text.size() : 0));
  if (has_all) {
    CHECK(tests::first_difference(tests::to_vector(index.lcp()), reference::kasai(text, sa)) == "");
    CHECK(tests::first_difference(tests::to_vector(index.inverse()), reference::inverse_of(sa)) == "");
    CHECK(LceIndex<MemorySpace, Index>(space, index).size() == text.size());
  }
  std::string_view const letters(reinterpret_cast<char const*>(text.data()), text.size());
  auto const patterns = patterns_of(letters);
  std::vector<std::string_view> const views(patterns.begin(), patterns.end());
  auto const batch = patterns_from_host(space, std::span<std::string_view const>(views));
  tests::TestArray<Index, ExecutionSpace> const counts("counts", patterns.size());
  index.count(space, batch.symbols, batch.offsets, counts);
  space.fence();
  auto const found = tests::to_vector(counts);
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    CAPTURE(patterns[i]);
    REQUIRE(found[i] == (patterns[i].empty() ? letters.size() : occurrences(letters, patterns[i])));
  }
}

// ----- bit vectors -------------------------------------------------------------------------------------------------------

template <class ExecutionSpace, class Layout>
void expect_bits()
{
  std::string const layout = Layout::name;
  CAPTURE(layout);
  ExecutionSpace const space{};
  constexpr std::size_t n = 9'001;
  std::vector<std::uint8_t> flags(n);
  std::array<std::vector<std::uint32_t>, 2> places, ranks;  // of zeros and of ones
  for (std::size_t i = 0; i < n; ++i) {
    flags[i] = (i * i + i / 3) % 7 < 3 || (i > 3'000 && i < 3'600);
    for (std::size_t const bit : {0u, 1u}) ranks[bit].push_back(static_cast<std::uint32_t>(places[bit].size()));
    places[flags[i]].push_back(static_cast<std::uint32_t>(i));
  }
  FileReader const file(golden("bits_" + layout));
  auto const bits = BitVector<typename ExecutionSpace::memory_space, Layout>::load(space, file, "bits");
  REQUIRE(bits.size() == n);
  CHECK(bits.ones() == places[1].size());
  using Array = tests::TestArray<std::uint32_t, ExecutionSpace>;
  auto const numbers = [](std::size_t first, std::size_t count) {
    std::vector<std::uint32_t> values(count);
    for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<std::uint32_t>(first + i);
    return tests::to_view<ExecutionSpace>(values);
  };
  auto const positions = numbers(0, n);
  tests::TestArray<std::uint8_t, ExecutionSpace> const found_bits("bits", n);
  bits.access(space, positions, found_bits);
  Array const ones_before("ones_before", n), zeros_before("zeros_before", n);
  bits.rank1(space, positions, ones_before);
  bits.rank0(space, positions, zeros_before);
  Array const ones("ones", places[1].size()), zeros("zeros", places[0].size());
  bits.select1(space, numbers(1, places[1].size()), ones);
  bits.select0(space, numbers(1, places[0].size()), zeros);
  space.fence();
  CHECK(tests::first_difference(tests::to_vector(found_bits), flags) == "");
  CHECK(tests::first_difference(tests::to_vector(ones_before), ranks[1]) == "");
  CHECK(tests::first_difference(tests::to_vector(zeros_before), ranks[0]) == "");
  CHECK(tests::first_difference(tests::to_vector(ones), places[1]) == "");
  CHECK(tests::first_difference(tests::to_vector(zeros), places[0]) == "");
}

// ----- wavelet structures ------------------------------------------------------------------------------------------------

template <class Structure, class ExecutionSpace>
void expect_wavelet(std::string const& name)
{
  CAPTURE(name);
  ExecutionSpace const space{};
  auto const text = golden_text();
  std::size_t const n = text.size();
  std::vector<std::uint32_t> positions, ranks, occurrences;
  std::array<std::uint32_t, 256> before{};
  for (std::size_t i = 0; i < n; ++i) {
    positions.push_back(static_cast<std::uint32_t>(i));
    ranks.push_back(before[text[i]]);
    occurrences.push_back(++before[text[i]]);
  }
  FileReader const file(golden(name), "wavelet");
  auto const structure = Structure::load(space, file);
  REQUIRE(structure.size() == n);
  auto const symbols = tests::to_view<ExecutionSpace>(text);
  auto const places = tests::to_view<ExecutionSpace>(positions);
  auto const wanted = tests::to_view<ExecutionSpace>(occurrences);
  tests::TestArray<std::uint8_t, ExecutionSpace> const found_symbols("symbols", n);
  tests::TestArray<std::uint32_t, ExecutionSpace> const found_ranks("ranks", n), found_places("places", n);
  structure.access(space, places, found_symbols);
  structure.rank(space, symbols, places, found_ranks);
  structure.select(space, symbols, wanted, found_places);
  space.fence();
  CHECK(tests::first_difference(tests::to_vector(found_symbols), text) == "");
  CHECK(tests::first_difference(tests::to_vector(found_ranks), ranks) == "");
  CHECK(tests::first_difference(tests::to_vector(found_places), positions) == "");
}

template <class MemorySpace>
using BinaryMatrix = WaveletMatrix<MemorySpace, std::uint8_t, WaveletLevels::binary>;

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("indexes of earlier versions load", ExecutionSpace, indexes)
{
  expect_index<ExecutionSpace, std::uint32_t>("index_u32", true);
  expect_index<ExecutionSpace, std::uint64_t>("index_u64", true);
  expect_index<ExecutionSpace, std::uint32_t>("index_u32_plain", false);
}
TEST_CASE_TEMPLATE_APPLY(indexes, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("bit vectors of earlier versions load", ExecutionSpace, bits)
{
  expect_bits<ExecutionSpace, bit_layouts::Interleaved32>();
  expect_bits<ExecutionSpace, bit_layouts::Interleaved64>();
  expect_bits<ExecutionSpace, bit_layouts::Compact32>();
  expect_bits<ExecutionSpace, bit_layouts::Compact64>();
  expect_bits<ExecutionSpace, bit_layouts::TwoLevel>();
}
TEST_CASE_TEMPLATE_APPLY(bits, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("wavelet structures of earlier versions load", ExecutionSpace, wavelets)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  expect_wavelet<WaveletMatrix<MemorySpace, std::uint8_t>, ExecutionSpace>("wavelet_quad");
  expect_wavelet<BinaryMatrix<MemorySpace>, ExecutionSpace>("wavelet_binary");
  expect_wavelet<WaveletTree<MemorySpace, std::uint8_t>, ExecutionSpace>("wavelet_tree");
  expect_wavelet<WaveletTree<MemorySpace, std::uint8_t>, ExecutionSpace>("wavelet_huffman");
}
TEST_CASE_TEMPLATE_APPLY(wavelets, tests::Spaces);
