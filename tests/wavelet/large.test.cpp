// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include <cstdint>
#include <cstdlib>
#include <string>

#include "backends/launch.hpp"
#include "system/device_memory.hpp"
#include "tests/code_of.hpp"
#include "tests/wavelet/structures.hpp"

// A text of more than 2^32 symbols, made and compared where the structure lies. It runs when the environment variable
// LEXIKOS_LARGE_TESTS is set and the memory is there.

namespace lexikos::tests
{

namespace
{

constexpr std::size_t beyond_32_bits = (std::size_t{1} << 32) + 100;

KOKKOS_INLINE_FUNCTION std::uint64_t spread(std::uint64_t i)
{
  i = (i ^ (i >> 33)) * 0xFF51AFD7ED558CCDu;
  i = (i ^ (i >> 33)) * 0xC4CEB9FE1A85EC53u;
  return i ^ (i >> 33);
}

/// Symbols of which 3 stands in the last eighth only.
template <class Text>
struct FillText
{
  Text text;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    auto const symbol = static_cast<std::uint8_t>(spread(i) % 20);
    text(i) = i < beyond_32_bits / 8 * 7 && symbol == 3 ? 7 : symbol;
  }
};

/// Finds the first position whose queries are wrong.
template <class Structure, class Text>
struct FindWrong
{
  Structure structure;
  Text text;

  KOKKOS_FUNCTION void operator()(std::size_t q, std::uint64_t& first) const
  {
    std::uint64_t const i = q < 200 ? beyond_32_bits - 1 - q : spread(q) % beyond_32_bits;
    std::uint8_t const symbol = text(i);
    auto const own = structure.inverse_select(i);
    std::uint64_t const rank = structure.rank(symbol, i);
    bool const is_right = structure.access(i) == symbol && own.symbol == symbol && own.rank == rank &&
                          structure.rank(symbol, i + 1) == rank + 1 && structure.select(symbol, rank + 1) == i;
    if (!is_right && i < first) first = i;
  }
};

template <class ExecutionSpace, class Structure, class Text>
void expect_large(ExecutionSpace const& space, Text const& text)
{
  Structure const structure(space, text);
  std::uint64_t first_wrong = 0;
  Kokkos::parallel_reduce("lexikos::tests::find_wrong", backends::Range<ExecutionSpace>(space, 0, std::size_t{1} << 20),
                          FindWrong<Structure, Text>{structure, text}, Kokkos::Min<std::uint64_t>(first_wrong));
  CHECK(first_wrong == nothing);
  std::uint64_t all = 0;
  // results of 32 bits cannot hold every position
  TestArray<std::uint32_t, ExecutionSpace> const narrow("narrow", 1);
  TestArray<std::uint8_t, ExecutionSpace> const symbol("symbol", 1);
  CHECK(code_of([&] { structure.rank(space, symbol, narrow, narrow); }) == ErrorCode::invalid_argument);
  TestArray<std::uint64_t, ExecutionSpace> const ends("ends", 1);
  TestArray<std::uint64_t, ExecutionSpace> const ranks("ranks", 20);
  Kokkos::deep_copy(ends, beyond_32_bits);
  structure.rank_all(space, ends, ranks);
  space.fence();
  for (auto const rank : to_vector(ranks)) all += rank;
  CHECK(all == beyond_32_bits);
}

template <class ExecutionSpace>
void expect_large_texts()
{
  char const* const wanted = std::getenv("LEXIKOS_LARGE_TESTS");
  if (wanted == nullptr || *wanted == '\0' || std::string(wanted) == "0") return;
  if (6 * beyond_32_bits > detail::available_memory<ExecutionSpace>().free) {
    MESSAGE("needs " << 6 * beyond_32_bits << " bytes: left out");
    return;
  }
  ExecutionSpace const space{};
  TestArray<std::uint8_t, ExecutionSpace> const text(
      Kokkos::view_alloc(space, "lexikos::tests::text", Kokkos::WithoutInitializing), beyond_32_bits);
  Kokkos::parallel_for("lexikos::tests::fill_text", backends::Range<ExecutionSpace>(space, 0, beyond_32_bits),
                       FillText<TestArray<std::uint8_t, ExecutionSpace>>{text});
  using MemorySpace = typename ExecutionSpace::memory_space;
  expect_large<ExecutionSpace, WaveletMatrix<MemorySpace, std::uint8_t>>(space, text);
  expect_large<ExecutionSpace, WaveletMatrix<MemorySpace, std::uint8_t, WaveletLevels::binary>>(space, text);
  expect_large<ExecutionSpace, WaveletTree<MemorySpace, std::uint8_t>>(space, text);
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("wavelet structures: more than 2^32 symbols", ExecutionSpace, wavelet_large)
{
  expect_large_texts<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(wavelet_large, Spaces);

}  // namespace lexikos::tests
