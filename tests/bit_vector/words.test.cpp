// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include <cstdint>
#include <lexikos/detail/words.hpp>
#include <lexikos/memory.hpp>
#include <random>
#include <string>
#include <vector>

#include "spaces.hpp"

namespace lexikos::tests
{

namespace
{

/// The 8 bytes from data[at] on, zeros beyond the last.
std::uint64_t bytes_from(std::vector<std::uint8_t> const& data, std::size_t at)
{
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < 8 && at + i < data.size(); ++i) word |= std::uint64_t{data[at + i]} << (8 * i);
  return word;
}

/// For every start in the data: whether a whole word can be read, that word, the padded word, and how many words in a row
/// are as they should be.
template <class Space>
struct ReadWords
{
  Span<std::uint8_t const, typename Space::memory_space> data;
  Span<std::uint64_t, typename Space::memory_space> results;

  KOKKOS_FUNCTION void operator()(std::size_t at) const
  {
    std::uint64_t const size = data.extent(0);
    std::uint64_t whole = 0;
    bool const is_whole = detail::load_word(data.data(), at, size, whole);
    std::uint64_t const padded = detail::load_padded_word(data.data(), at, size);
    results(4 * at) = is_whole ? 1 : 0;
    results(4 * at + 1) = is_whole ? whole : padded;
    results(4 * at + 2) = padded;
    results(4 * at + 3) = 0;
    if (at < detail::UnalignedWords::reads_before() || at + detail::UnalignedWords::reads_after() > size) return;
    detail::UnalignedWords words(data.data() + at);
    std::uint64_t sum = 0;
    for (std::size_t k = at; k + detail::UnalignedWords::reads_after() <= size; k += 8) {
      std::uint64_t expected = 0;
      for (std::size_t i = 0; i < 8; ++i) expected |= std::uint64_t{data(k + i)} << (8 * i);
      sum += words.next() ^ expected;
    }
    results(4 * at + 3) = sum;
  }
};

/// Ones of a word and where each of them is.
struct FindOnes
{
  std::uint64_t word;

  [[nodiscard]] std::string first_difference() const
  {
    unsigned k = 0;
    for (unsigned bit = 0; bit < 64; ++bit) {
      if ((word >> bit & 1) == 0) continue;
      if (detail::select_in_word(word, k) != bit) return "one " + std::to_string(k) + " of " + std::to_string(word);
      ++k;
    }
    return detail::ones_in(word) == k ? "" : "ones in " + std::to_string(word);
  }
};

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("words from any address", Space, words_of_bytes)
{
  auto const space = smallest_instance<Space>();
  std::mt19937_64 random(1);
  for (std::size_t const size : {1, 7, 8, 9, 15, 16, 17, 31, 64, 100})
    for (std::size_t start = 0; start < 8; ++start) {
      CAPTURE(size);
      CAPTURE(start);
      std::vector<std::uint8_t> bytes(start + size);
      for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random());
      auto const all = to_view<Space>(bytes);
      std::vector<std::uint8_t> const data(bytes.begin() + static_cast<std::ptrdiff_t>(start), bytes.end());
      TestArray<std::uint64_t, Space> const results("results", 4 * size);
      Kokkos::parallel_for(
          "lexikos::tests::read_words", Kokkos::RangePolicy<Space, Kokkos::IndexType<std::size_t>>(space, 0, size),
          ReadWords<Space>{Span<std::uint8_t const, typename Space::memory_space>(all.data() + start, size),
                           Span<std::uint64_t, typename Space::memory_space>(results.data(), results.extent(0))});
      auto const found = to_vector(results);
      for (std::size_t at = 0; at < size; ++at) {
        CAPTURE(at);
        if (at + 8 > size) REQUIRE(found[4 * at] == 0);
        if (at >= 7 && at + 16 <= size) REQUIRE(found[4 * at] == 1);
        REQUIRE(found[4 * at + 1] == bytes_from(data, at));
        REQUIRE(found[4 * at + 2] == bytes_from(data, at));
        REQUIRE(found[4 * at + 3] == 0);
      }
    }
}
TEST_CASE_TEMPLATE_APPLY(words_of_bytes, Spaces);

TEST_CASE("ones of words")
{
  std::mt19937_64 random(2);
  CHECK(FindOnes{0}.first_difference().empty());
  CHECK(FindOnes{~std::uint64_t{0}}.first_difference().empty());
  for (int i = 0; i < 1000; ++i) REQUIRE(FindOnes{random() & random()}.first_difference() == "");
  for (int n = -2; n < 70; ++n)
    REQUIRE(detail::ones_in(detail::low_bits(n)) == static_cast<unsigned>(n < 0 ? 0 : n > 64 ? 64 : n));
  CHECK(detail::runs_on_host());
}

}  // namespace lexikos::tests
