// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include <cstdint>
#include <cstdlib>
#include <lexikos/file.hpp>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "naive.hpp"
#include "tests/code_of.hpp"
#include "tests/file/altered_file.hpp"
#include "tests/first_difference.hpp"

// Files with right checksums and wrong contents: they are refused, or every query ends, within the memory of the vector.

namespace lexikos::tests
{

namespace
{

/// Sums the answers to all queries of a position and an ordinal.
template <class Bits>
struct AskBits
{
  Bits bits;

  KOKKOS_FUNCTION void operator()(std::size_t q, std::uint64_t& sum) const
  {
    std::uint64_t const i = q < 100 ? q : bits.size() / 97 * (q % 97) + q / 97;
    sum += bits.access(i) + bits.rank0(i) + bits.rank1(i) + bits.access_rank1(i).rank + bits.select0(i) +
           bits.select1(i) + bits.select1(bits.ones() - q) + bits.select0(bits.zeros() - q);
  }
};

template <class Space, class Vector>
std::uint64_t ask_bits(Space const& space, Vector const& bits)
{
  std::uint64_t sum = 0;
  Kokkos::parallel_reduce("lexikos::tests::ask_bits", Kokkos::RangePolicy<Space>(space, 0, 400),
                          AskBits<typename Vector::Base>{bits.span()}, sum);
  return sum;
}

template <class Space, class Vector>
std::vector<std::uint8_t> bits_of(Space const& space, Vector const& vector)
{
  std::vector<std::uint32_t> positions(vector.size());
  for (std::size_t i = 0; i < positions.size(); ++i) positions[i] = static_cast<std::uint32_t>(i);
  TestArray<std::uint8_t, Space> const bits("bits", vector.size());
  vector.access(space, to_view<Space>(positions), bits);
  space.fence();
  return to_vector(bits);
}

template <class Layout, class Space>
void expect_changes(Space const& space, std::vector<std::uint8_t> const& flags, int changes, std::uint64_t seed)
{
  using Vector = BitVector<typename Space::memory_space, Layout>;
  std::mt19937_64 random(seed);
  ScratchFolder const folder;
  auto const built = Vector::from_flags(space, to_view<Space>(flags));
  {
    FileWriter file(folder / "built", "bits");
    built.save(space, file, "bits");
    file.commit();
  }
  for (int change = 0; change < changes; ++change) {
    AlteredFile file(folder / "built");
    std::string const what = change_at_random(file, random);
    CAPTURE(what);
    file.write(folder / "altered");
    FileReader const reader(folder / "altered", "bits");
    std::unique_ptr<Vector> loaded;
    auto const code = code_of([&] { loaded = std::make_unique<Vector>(Vector::load(space, reader, "bits")); });
    bool const is_refused = code == ErrorCode::corrupt_input || code == ErrorCode::invalid_argument;
    CHECK((is_refused || !code.has_value()));
    // what loads is a vector, though not always the one that was built
    if (loaded != nullptr) {
      (void)ask_bits(space, *loaded);
      check_queries(space, *loaded, Naive(bits_of(space, *loaded)), all_queries<std::uint64_t>(loaded->size()));
    }
  }
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("bit vectors in files whose checksums are right: wrong contents are refused", T,
                          bit_vector_attacks)
{
  using Space = typename T::Space;
  using Vector = BitVector<typename Space::memory_space, typename T::Layout>;
  auto const space = smallest_instance<Space>();
  std::mt19937_64 random(1);
  ScratchFolder const folder;
  auto const built = Vector::from_flags(space, to_view<Space>(random_flags(5000, 0.3, random)));
  FileWriter file(folder / "built", "bits");
  built.save(space, file, "bits");
  file.commit();
  auto const code_after = [&](auto const& change) {
    AlteredFile altered(folder / "built");
    change(altered);
    altered.write(folder / "altered");
    FileReader const reader(folder / "altered", "bits");
    return code_of([&] { (void)Vector::load(space, reader, "bits"); });
  };
  CHECK(!code_after([](AlteredFile&) {}).has_value());
  CHECK(code_after([](AlteredFile& f) { f.section("bits.ones").integer *= 2; }) == ErrorCode::corrupt_input);
  CHECK(code_after([](AlteredFile& f) { f.section("bits.ones").integer = 0; }) == ErrorCode::corrupt_input);
  CHECK(code_after([](AlteredFile& f) { f.section("bits.size").integer -= 1; }) == ErrorCode::corrupt_input);
  CHECK(code_after([](AlteredFile& f) { f.section("bits.size").integer = ~std::uint64_t{0}; }) ==
        ErrorCode::corrupt_input);
  CHECK(code_after([](AlteredFile& f) { f.section("bits.words").resize(0); }) == ErrorCode::corrupt_input);
  // every single bit that is flipped is seen, or is not read by any query
  std::size_t const words = AlteredFile(folder / "built").section("bits.words").entries();
  std::uint64_t const answers = ask_bits(space, built);
  for (std::size_t w = 0; w < words; ++w) {
    CAPTURE(w);
    AlteredFile altered(folder / "built");
    auto& section = altered.section("bits.words");
    section.set_entry(w, section.entry(w) ^ std::uint64_t{1} << random() % 64);
    altered.write(folder / "altered");
    FileReader const reader(folder / "altered", "bits");
    std::unique_ptr<Vector> loaded;
    auto const code = code_of([&] { loaded = std::make_unique<Vector>(Vector::load(space, reader, "bits")); });
    if (loaded == nullptr)
      CHECK(code == ErrorCode::corrupt_input);
    else
      CHECK(ask_bits(space, *loaded) == answers);
  }
}
TEST_CASE_TEMPLATE_APPLY(bit_vector_attacks, Cases);

TEST_CASE_TEMPLATE_DEFINE("bit vectors in files whose checksums are right: random changes of all sections", T,
                          bit_vector_changes)
{
  using Layout = typename T::Layout;
  auto const space = smallest_instance<typename T::Space>();
  std::mt19937_64 random(2);
  expect_changes<Layout>(space, random_flags(10'000, 0.5, random), 150, 1);
  expect_changes<Layout>(space, random_flags(3 * Layout::block_bits, 1, random), 50, 2);
  expect_changes<Layout>(space, random_flags(1, 0, random), 50, 3);
  expect_changes<Layout>(space, {}, 30, 4);
}
TEST_CASE_TEMPLATE_APPLY(bit_vector_changes, Cases);

TEST_CASE_TEMPLATE_DEFINE("bit vectors in a file of the format's first version", T, bit_vector_golden)
{
  using Space = typename T::Space;
  using Layout = typename T::Layout;
  char const* const source = std::getenv("LEXIKOS_SOURCE_DIR");
  REQUIRE(source != nullptr);
  FileReader const file(std::string(source) + "/tests/bit_vector/golden/bits", "bits");
  std::vector<std::uint8_t> flags(3000);
  for (std::size_t i = 0; i < flags.size(); ++i) flags[i] = i % 7 == 0 || i % 31 < 3 ? 1 : 0;
  Space const space;
  auto const bits = BitVector<typename Space::memory_space, Layout>::load(space, file, Layout::name);
  check_queries(space, bits, Naive(flags), all_queries<std::uint64_t>(flags.size()));
}
TEST_CASE_TEMPLATE_APPLY(bit_vector_golden, Cases);

}  // namespace lexikos::tests
