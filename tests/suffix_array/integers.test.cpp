// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Suffix arrays of texts of u16, u32 and u64.

#include <doctest/doctest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/check.hpp>
#include <lexikos/suffix_array.hpp>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "suffix_array/text/first_sort.hpp"
#include "tests/integer_texts.hpp"
#include "tests/suffix_array/expect.hpp"
#include "tests/suffix_array/test_context.hpp"

using namespace lexikos;
using Algorithm = SuffixArrayAlgorithm;
using tests::code_of;

namespace
{

/// Every algorithm of the space on one text of `alphabet` distinct symbols, with the workspace that was promised.
template <class ExecutionSpace, class Symbol>
void expect_sorted(std::vector<Symbol> const& text, std::size_t alphabet)
{
  CAPTURE(text.size());
  CAPTURE(alphabet);
  auto const space = tests::instance_for<ExecutionSpace>(text.size(), alphabet);
  tests::Expected<ExecutionSpace, Symbol> const expected(text);
  for (Algorithm const algorithm : suffix_array_algorithms<ExecutionSpace>()) {
    CAPTURE(std::string(to_string(algorithm)));
    Workspace workspace;
    SuffixArrayStatistics statistics;
    SuffixArrayOptions const options{.algorithm = algorithm, .workspace = &workspace, .statistics = &statistics};
    if (algorithm == Algorithm::libdivsufsort && alphabet > 256) {
      auto const sa = tests::unwritten<ExecutionSpace, std::uint32_t>(text.size());
      CHECK(code_of([&] { suffix_array(space, expected.text, sa, options); }) == ErrorCode::not_supported);
      CHECK(code_of([&] { suffix_array(space, expected.text, sa, sa, options); }) == ErrorCode::not_supported);
      continue;
    }
    auto const expect_run = [&]<class Index>(Index, bool with_inverse) {
      CAPTURE(sizeof(Index));
      CAPTURE(with_inverse);
      if (with_inverse)
        tests::expect_with_inverse<Index>(space, expected, options);
      else
        tests::expect_without_inverse<Index>(space, expected, options);
      CHECK(statistics.alphabet_size == alphabet);
      CHECK(statistics.workspace_bytes <=
            suffix_array_workspace_bytes<ExecutionSpace, Index, Symbol>(text.size(), algorithm, with_inverse));
    };
    for (bool const with_inverse : {false, true}) {
      expect_run(std::uint32_t{}, with_inverse);
      expect_run(std::uint64_t{}, with_inverse);
    }
    workspace.reset_peak();
    CHECK(workspace.peak_bytes() == 0);
  }
}

/// As many distinct symbols as there are limits to pass: of bytes, of u16, and of numbers that a key holds.
template <class ExecutionSpace, class Symbol>
void expect_alphabets()
{
  CAPTURE(sizeof(Symbol));
  for (std::size_t const alphabet : {1u, 2u, 3u, 255u, 256u, 257u, 65'535u, 65'536u, 65'537u, 200'000u}) {
    if (alphabet - 1 > std::numeric_limits<Symbol>::max()) continue;
    auto const last = static_cast<Symbol>(std::numeric_limits<Symbol>::max() - (alphabet - 1));
    for (std::size_t const n : {alphabet, 3 * alphabet + 1'000}) {
      expect_sorted<ExecutionSpace>(texts::random_of(texts::sparse_values<Symbol>(alphabet, n), n, n), alphabet);
      expect_sorted<ExecutionSpace>(texts::random_of(texts::dense_values<Symbol>(alphabet, 0), n, n), alphabet);
      expect_sorted<ExecutionSpace>(texts::random_of(texts::dense_values<Symbol>(alphabet, last), n, n), alphabet);
    }
  }
}

/// Symbols as far apart as a table of numbers reaches, and one further.
template <class ExecutionSpace, class Symbol>
void expect_ranges()
{
  for (std::size_t const n : {10u, 70'000u})
    for (std::uint64_t const range : {65'534u, 65'535u, 65'536u, 65'537u, 69'998u, 69'999u, 70'000u, 70'001u}) {
      CAPTURE(range);
      for (auto const first : {Symbol{0}, static_cast<Symbol>(std::numeric_limits<Symbol>::max() - range)})
        expect_sorted<ExecutionSpace>(
            texts::random_of<Symbol>({first, static_cast<Symbol>(first + 1), static_cast<Symbol>(first + range)}, n, n),
            3);
    }
}

/// The smallest texts, and repetitive ones of few and of many symbols.
template <class ExecutionSpace, class Symbol>
void expect_structures()
{
  constexpr Symbol largest = std::numeric_limits<Symbol>::max();
  expect_sorted<ExecutionSpace, Symbol>({0}, 1);
  expect_sorted<ExecutionSpace, Symbol>({largest}, 1);
  expect_sorted<ExecutionSpace, Symbol>({0, largest}, 2);
  expect_sorted<ExecutionSpace, Symbol>({largest, 0}, 2);
  expect_sorted<ExecutionSpace>(std::vector<Symbol>(5'000, largest), 1);
  auto const values = texts::sparse_values<Symbol>(256, 1);
  expect_sorted<ExecutionSpace>(texts::replaced(texts::fibonacci(20'000), values), 2);
  auto const once = texts::random_of(texts::sparse_values<Symbol>(1'000, 2), 5'000, 2);
  std::vector<Symbol> thrice;
  for (int k = 0; k < 3; ++k) thrice.insert(thrice.end(), once.begin(), once.end());
  expect_sorted<ExecutionSpace>(thrice, 1'000);
}

/// Parts of larger views, a text of constants, and no options.
template <class ExecutionSpace, class Symbol>
void expect_sub_views()
{
  ExecutionSpace const space{};
  for (std::size_t const alphabet : {200u, 1'000u}) {
    std::vector<Symbol> const text = texts::random_of(texts::sparse_values<Symbol>(alphabet, 4), 3'000, 4);
    tests::Expected<ExecutionSpace, Symbol> const expected(text);
    std::vector<Symbol> padded(3, 7);
    padded.insert(padded.end(), text.begin(), text.end());
    padded.push_back(7);
    Kokkos::View<Symbol const*, typename ExecutionSpace::memory_space> const all_text =
        tests::to_view<ExecutionSpace>(padded);
    auto const all_sa = tests::unwritten<ExecutionSpace, std::uint32_t>(text.size() + 1);
    auto const sa = Kokkos::subview(all_sa, std::pair<std::size_t, std::size_t>(1, text.size() + 1));
    suffix_array(space, Kokkos::subview(all_text, std::pair<std::size_t, std::size_t>(3, 3 + text.size())), sa);
    tests::expect_equal(sa, expected.suffix_array, "suffix_array");
    CHECK(tests::to_vector(all_sa).front() == std::numeric_limits<std::uint32_t>::max());
    CHECK(tests::to_vector(expected.text) == text);
  }
}

template <class ExecutionSpace, class Symbol>
void expect_refusals()
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  ExecutionSpace const space{};
  tests::TestArray<Symbol, ExecutionSpace> const text("text", 10);
  auto const right = tests::unwritten<ExecutionSpace, std::uint32_t>(10);
  auto const wrong = tests::unwritten<ExecutionSpace, std::uint32_t>(9);
  CHECK(code_of([&] { suffix_array(space, text, wrong); }) == ErrorCode::invalid_argument);
  CHECK(code_of([&] { suffix_array(space, text, wrong, right); }) == ErrorCode::invalid_argument);
  CHECK(code_of([&] { suffix_array(space, text, right, wrong); }) == ErrorCode::invalid_argument);
  // extents alone decide: there is no memory behind these
  Span<Symbol const, MemorySpace> const long_text(nullptr, 0xFFFFFFFF);
  Span<std::uint32_t, MemorySpace> const long_sa(nullptr, 0xFFFFFFFF);
  CHECK(code_of([&] { suffix_array(space, long_text, long_sa); }) == ErrorCode::invalid_argument);
  tests::TestArray<Symbol, ExecutionSpace> const empty("text", 0);
  suffix_array(space, empty, tests::unwritten<ExecutionSpace, std::uint32_t>(0));
}

/// The bits of `count` numbers from the first of a text on, as one number.
std::uint64_t key_of(std::vector<std::uint32_t> const& text, std::size_t position, int count, int bits)
{
  std::uint64_t key = 0;
  for (int k = 0; k < count; ++k, ++position) key = key << bits | (position < text.size() ? text[position] : 0);
  return key;
}

/// Numbers of every width, which no text of a test's size has as its alphabet.
template <class ExecutionSpace>
void expect_packed_numbers(int bits)
{
  CAPTURE(bits);
  using MemorySpace = typename ExecutionSpace::memory_space;
  ExecutionSpace const space{};
  Workspace workspace;
  // 2^32 symbols are one more than there may be
  std::uint32_t const size = bits < 32 ? std::uint32_t{1} << bits : std::numeric_limits<std::uint32_t>::max();
  std::size_t const n = 200;
  texts::Random next(static_cast<std::uint64_t>(bits));
  std::vector<std::uint32_t> text(n);
  for (auto& c : text) c = static_cast<std::uint32_t>(next.below(size));
  text[next.below(n)] = size - 1;

  auto const device_text = tests::to_view<ExecutionSpace>(text);
  auto const alphabet = suffix_array_detail::find_alphabet(space, tests::as_text(device_text), workspace);
  REQUIRE(alphabet.bits == bits);
  CHECK(alphabet.size == size);
  Workspace::Scope scope(workspace);
  auto const words = suffix_array_detail::max_packed_words(n, 32);
  auto const packed = suffix_array_detail::pack_text(space, tests::as_text(device_text), alphabet,
                                                     workspace.take<std::uint64_t, MemorySpace>(words), workspace);
  CHECK(packed.symbols_per_key() == 64 / bits);
  tests::TestArray<std::uint64_t, ExecutionSpace> const keys("keys", n);
  tests::TestArray<std::uint32_t, ExecutionSpace> const suffixes("suffixes", n);
  suffix_array_detail::first_keys(space, packed, suffix_array_detail::AllSuffixes{packed.n}, keys, suffixes);
  space.fence();
  auto const found = tests::to_vector(keys);
  for (std::size_t p = 0; p < n; ++p) CHECK(found[n - 1 - p] == key_of(text, p, 64 / bits, bits));
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("suffix arrays of integers over alphabets of every size" * doctest::test_suite("long"),
                          ExecutionSpace, integer_alphabets)
{
  expect_alphabets<ExecutionSpace, std::uint16_t>();
  expect_alphabets<ExecutionSpace, std::uint32_t>();
  expect_alphabets<ExecutionSpace, std::uint64_t>();
}
TEST_CASE_TEMPLATE_APPLY(integer_alphabets, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("suffix arrays of integers as far apart as a table reaches" * doctest::test_suite("long"),
                          ExecutionSpace, ranges)
{
  expect_ranges<ExecutionSpace, std::uint32_t>();
  expect_ranges<ExecutionSpace, std::uint64_t>();
}
TEST_CASE_TEMPLATE_APPLY(ranges, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("suffix arrays of integers with structure", ExecutionSpace, structures)
{
  expect_structures<ExecutionSpace, std::uint16_t>();
  expect_structures<ExecutionSpace, std::uint32_t>();
  expect_structures<ExecutionSpace, std::uint64_t>();
}
TEST_CASE_TEMPLATE_APPLY(structures, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("suffix_array takes views of integers", ExecutionSpace, integer_views)
{
  expect_sub_views<ExecutionSpace, std::uint16_t>();
  expect_sub_views<ExecutionSpace, std::uint32_t>();
  expect_sub_views<ExecutionSpace, std::uint64_t>();
}
TEST_CASE_TEMPLATE_APPLY(integer_views, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("suffix_array refuses integers that do not fit together", ExecutionSpace, integer_refusals)
{
  expect_refusals<ExecutionSpace, std::uint16_t>();
  expect_refusals<ExecutionSpace, std::uint32_t>();
  expect_refusals<ExecutionSpace, std::uint64_t>();
}
TEST_CASE_TEMPLATE_APPLY(integer_refusals, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("numbers of every width are packed", ExecutionSpace, packed_numbers)
{
  for (int bits = 1; bits <= 32; ++bits) expect_packed_numbers<ExecutionSpace>(bits);
}
TEST_CASE_TEMPLATE_APPLY(packed_numbers, tests::Spaces);
