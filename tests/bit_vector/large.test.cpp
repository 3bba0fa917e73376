// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include <cstdlib>
#include <utility>

#include "generate/random_bits.hpp"
#include "naive.hpp"
#include "system/device_memory.hpp"
#include "tests/code_of.hpp"

// Vectors of 2^32 + 100 bits, which kernels make and check. They run when the environment variable LEXIKOS_LARGE_TESTS is
// set and the memory is there.

namespace lexikos::tests
{

constexpr std::size_t large_size = (std::size_t{1} << 32) + 100;

/// Random words from `solid_until` on, all ones before.
struct MakeLargeWords
{
  std::uint64_t* words;
  std::size_t solid_until;

  KOKKOS_FUNCTION void operator()(std::size_t w) const
  {
    words[w] = w < solid_until ? ~std::uint64_t{0} : generate::mix(w) & generate::mix(~w);
  }
};

/// Finds the first word at whose start a query is wrong; together with rank1(0) = 0 all ranks there are right if none is.
template <class Bits>
struct FindWrongWord
{
  Bits bits;
  std::uint64_t const* words;

  KOKKOS_FUNCTION void operator()(std::size_t w, std::size_t& first) const
  {
    std::size_t const begin = 64 * w;
    std::size_t const end = begin + 64 < bits.size() ? begin + 64 : bits.size();
    std::uint64_t const word = words[w] & detail::low_bits(static_cast<int>(end - begin));
    std::size_t const before = bits.rank1(begin);
    bool right = bits.rank1(end) == before + detail::ones_in(word) && bits.rank0(begin) == begin - before;
    std::size_t const inside = begin + generate::mix(w) % (end - begin);
    bool const one = ((word >> (inside - begin)) & 1) != 0;
    std::size_t const rank = before + detail::ones_in(word & detail::low_bits(static_cast<int>(inside - begin)));
    right = right && bits.access(inside) == (one ? 1 : 0) && bits.rank1(inside) == rank;
    right = right && (one ? bits.select1(rank + 1) : bits.select0(inside - rank + 1)) == inside;
    if (!right && w < first) first = w;
  }
};

TEST_CASE_TEMPLATE_DEFINE("bit vectors beyond 2^32 bits", T, bit_vector_large)
{
  using Space = typename T::Space;
  using Range = Kokkos::RangePolicy<Space, Kokkos::IndexType<std::size_t>>;
  char const* const wanted = std::getenv("LEXIKOS_LARGE_TESTS");
  if (wanted == nullptr || *wanted == '\0' || std::string(wanted) == "0") return;
  if (detail::available_memory<Space>().free < large_size / 8 * 3) {
    MESSAGE("not enough memory: left out");
    return;
  }
  Space const space;
  std::size_t const n = (large_size + 63) / 64;
  TestArray<std::uint64_t, Space> const words(Kokkos::view_alloc("words", Kokkos::WithoutInitializing), n);
  for (std::size_t const solid_until : {std::size_t{0}, n / 16 * 15}) {
    Kokkos::parallel_for("lexikos::tests::make", Range(space, 0, n), MakeLargeWords{words.data(), solid_until});
    BitVector<typename Space::memory_space, typename T::Layout> const bits(space, words, large_size);
    auto const span = bits.span();
    std::size_t first_wrong = 0;
    Kokkos::parallel_reduce("lexikos::tests::check", Range(space, 0, n),
                            FindWrongWord<std::remove_const_t<decltype(span)>>{span, words.data()},
                            Kokkos::Min<std::size_t>(first_wrong));
    CHECK(first_wrong == std::numeric_limits<std::size_t>::max());
    TestArray<std::uint64_t, Space> const ends =
        to_view<Space>(std::vector<std::uint64_t>{0, large_size, large_size + 1});
    TestArray<std::uint64_t, Space> const found("found", 3);
    bits.rank1(space, ends, found);
    CHECK(to_vector(found) == std::vector<std::uint64_t>{0, bits.ones(), bits.ones()});
    bits.select1(space, to_view<Space>(std::vector<std::uint64_t>{0, bits.ones() + 1, bits.ones() + 2}), found);
    CHECK(to_vector(found) == std::vector<std::uint64_t>{not_found, not_found, not_found});
    // positions of u32 are positions, but their ranks need 64 bits
    auto const narrow = to_view<Space>(std::vector<std::uint32_t>{0, 0xfffffffeu, 0xffffffffu});
    TestArray<std::uint32_t, Space> const narrow_found("narrow_found", 3);
    CHECK(code_of([&] { bits.rank1(space, narrow, narrow_found); }) == ErrorCode::invalid_argument);
    CHECK(code_of([&] { bits.select0(space, narrow, narrow_found); }) == ErrorCode::invalid_argument);
    TestArray<std::uint8_t, Space> const accessed("accessed", 3);
    bits.access(space, narrow, accessed);
    auto const last_words = to_vector(Kokkos::subview(words, std::pair((large_size - 100) / 64 - 1, n)));
    auto const first = static_cast<std::uint8_t>(to_vector(Kokkos::subview(words, std::pair(0, 1)))[0] & 1);
    CHECK(to_vector(accessed) == std::vector<std::uint8_t>{first, static_cast<std::uint8_t>(last_words[0] >> 62 & 1),
                                                           static_cast<std::uint8_t>(last_words[0] >> 63)});
  }
}
TEST_CASE_TEMPLATE_APPLY(bit_vector_large, Cases);

}  // namespace lexikos::tests
