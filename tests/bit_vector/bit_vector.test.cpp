// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include "naive.hpp"

namespace lexikos::tests
{

TEST_CASE_TEMPLATE_DEFINE("rank, select and access of sizes around every limit", T, bit_vector_sizes)
{
  using Space = typename T::Space;
  using Layout = typename T::Layout;
  auto const space = smallest_instance<Space>();
  std::mt19937_64 random(1);
  std::size_t const block = Layout::block_bits;
  for (std::size_t const limit : {std::size_t{0}, std::size_t{64}, block, 2 * block, 256 * block})
    for (std::size_t size = limit < 2 ? 0 : limit - 2; size <= limit + 2; ++size)
      for (double const density : {0.0, 0.1, 0.5, 1.0}) check_all<Layout>(space, random_flags(size, density, random));
}
TEST_CASE_TEMPLATE_APPLY(bit_vector_sizes, Cases);

TEST_CASE_TEMPLATE_DEFINE("thousands of generated vectors", T, bit_vector_generated)
{
  using Layout = typename T::Layout;
  auto const space = smallest_instance<typename T::Space>();
  std::mt19937_64 random(2);
  for (int run = 0; run < 400; ++run) {
    auto const size = static_cast<std::size_t>(random() % 1500);
    double const density = static_cast<double>(random() % 101) / 100;
    // runs of equal bits, half of the time
    auto flags = random_flags(size, density, random);
    if (run % 2 == 0)
      for (std::size_t i = 1; i < size; ++i)
        if (random() % 50 != 0) flags[i] = flags[i - 1];
    check_all<Layout>(space, flags);
  }
}
TEST_CASE_TEMPLATE_APPLY(bit_vector_generated, Cases);

TEST_CASE_TEMPLATE_DEFINE("99 of 100 ones at the end", T, bit_vector_adversarial)
{
  using Layout = typename T::Layout;
  auto const space = smallest_instance<typename T::Space>();
  std::mt19937_64 random(3);
  std::size_t const size = 150'000;
  for (double const fill : {0.1, 0.5, 0.9})
    for (bool const at_the_start : {false, true}) {
      auto const solid = static_cast<std::size_t>(0.99 * fill * size);
      auto flags = random_flags(size, 0.01 * fill * size / static_cast<double>(size - solid), random);
      std::fill(flags.end() - static_cast<std::ptrdiff_t>(solid), flags.end(), 1);
      if (at_the_start) std::reverse(flags.begin(), flags.end());
      check_all<Layout>(space, flags);
      for (auto& flag : flags) flag = !flag;
      check_all<Layout>(space, flags);
    }
}
TEST_CASE_TEMPLATE_APPLY(bit_vector_adversarial, Cases);

TEST_CASE_TEMPLATE_DEFINE("a few ones, far apart", T, bit_vector_sparse)
{
  using Layout = typename T::Layout;
  auto const space = smallest_instance<typename T::Space>();
  std::vector<std::uint8_t> flags(300'000, 0);
  check_all<Layout>(space, flags);
  flags[0] = flags[299'999] = 1;
  check_all<Layout>(space, flags);
  for (std::size_t i = 5; i < flags.size(); i = 2 * i + 1) flags[i] = 1;
  check_all<Layout>(space, flags);
}
TEST_CASE_TEMPLATE_APPLY(bit_vector_sparse, Cases);

}  // namespace lexikos::tests
