// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <lexikos/bit_vector.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <numeric>
#include <tuple>
#include <vector>

#include "tests/faults/arrays.hpp"
#include "tests/faults/injection.hpp"
#include "tests/file/scratch_folder.hpp"

namespace lexikos::tests
{

namespace
{

template <class ExecutionSpace>
struct BitsToBuild
{
  BitsToBuild()
  {
    texts::Random next(3);
    std::vector<std::uint64_t> packed(200);
    for (auto& word : packed) word = next() & next();
    std::vector<std::uint8_t> bytes(3'000);
    for (auto& flag : bytes) flag = next.below(3) == 0 ? 7 : 0;
    std::vector<std::uint32_t> places(500);
    for (auto& place : places) place = static_cast<std::uint32_t>(next.below(4'000));
    std::vector<std::uint32_t> queries(1'000);
    std::iota(queries.begin(), queries.end(), 0);
    words = to_view<ExecutionSpace>(packed);
    flags = to_view<ExecutionSpace>(bytes);
    positions = to_view<ExecutionSpace>(places);
    asked = to_view<ExecutionSpace>(queries);
  }

  [[nodiscard]] auto values() const
  {
    return std::tuple(to_vector(words), to_vector(flags), to_vector(positions), to_vector(asked));
  }

  ExecutionSpace space = smallest_instance<ExecutionSpace>();
  TestArray<std::uint64_t, ExecutionSpace> words;
  TestArray<std::uint8_t, ExecutionSpace> flags;
  TestArray<std::uint32_t, ExecutionSpace> positions;
  TestArray<std::uint32_t, ExecutionSpace> asked;
};

/// The answers to all batches.
template <class ExecutionSpace, class Vector>
auto answers_of(BitsToBuild<ExecutionSpace> const& bits, Surroundings const& surroundings, Vector const& vector)
{
  std::size_t const n = bits.asked.extent(0);
  auto const found = results_of<std::uint8_t, ExecutionSpace>(n);
  auto const ranks = results_of<std::uint32_t, ExecutionSpace>(n);
  auto const zeros = results_of<std::uint32_t, ExecutionSpace>(n);
  auto const places = results_of<std::uint32_t, ExecutionSpace>(n);
  auto const places0 = results_of<std::uint32_t, ExecutionSpace>(n);
  surroundings.within([&] {
    vector.access(bits.space, bits.asked, found);
    vector.rank1(bits.space, bits.asked, ranks);
    vector.rank0(bits.space, bits.asked, zeros);
    vector.select1(bits.space, bits.asked, places);
    vector.select0(bits.space, bits.asked, places0);
    bits.space.fence();
  });
  return std::tuple(to_vector(found), to_vector(ranks), to_vector(zeros), to_vector(places), to_vector(places0));
}

template <class Layout, class ExecutionSpace>
void expect_bit_vector(BitsToBuild<ExecutionSpace> const& bits, bool has_files = false)
{
  using Vector = BitVector<typename ExecutionSpace::memory_space, Layout>;
  auto const inputs = [&] { return bits.values(); };
  std::string const layout(Layout::name);
  auto const expect = [&](char const* function, auto const& build) {
    Faults faults(fault_name<ExecutionSpace>(function, layout));
    faults.expect(inputs, [&](Surroundings const& surroundings) {
      auto const vector =
          surroundings.within([&] { return build(BitVectorOptions{.workspace = surroundings.workspace()}); });
      return answers_of(bits, surroundings, vector);
    });
  };
  expect("BitVector", [&](BitVectorOptions const& options) { return Vector(bits.space, bits.words, 12'345, options); });
  expect("BitVector::from_flags",
         [&](BitVectorOptions const& options) { return Vector::from_flags(bits.space, bits.flags, options); });
  expect("BitVector::from_positions", [&](BitVectorOptions const& options) {
    return Vector::from_positions(bits.space, bits.positions, 4'000, options);
  });

  if (!has_files) return;
  ScratchFolder const folder;
  Vector const vector(bits.space, bits.words, 12'345);
  Faults saving(fault_name<ExecutionSpace>("BitVector::save", layout));
  saving.expect(inputs, [&](Surroundings const& surroundings) {
    surroundings.within([&] {
      FileWriter file(folder / "bits", "bits", surroundings.resource());
      vector.save(bits.space, file, "a vector");
      file.commit();
    });
    REQUIRE(folder.files() == 1);
    return read_bytes(folder / "bits");
  });
  Faults loading(fault_name<ExecutionSpace>("BitVector::load", layout));
  loading.expect(inputs, [&](Surroundings const& surroundings) {
    auto const loaded = surroundings.within([&] {
      FileReader const file(folder / "bits", "bits");
      return Vector::load(bits.space, file, "a vector", surroundings.resource());
    });
    return answers_of(bits, surroundings, loaded);
  });
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("allocations that fail: bit vectors", ExecutionSpace, failing_bit_vectors)
{
  BitsToBuild<ExecutionSpace> const bits;
  expect_bit_vector<bit_layouts::Interleaved32>(bits, true);
  expect_bit_vector<bit_layouts::Interleaved64>(bits);
  expect_bit_vector<bit_layouts::Compact32>(bits);
  expect_bit_vector<bit_layouts::Compact64>(bits);
  expect_bit_vector<bit_layouts::TwoLevel>(bits, true);
}
TEST_CASE_TEMPLATE_APPLY(failing_bit_vectors, Spaces);

}  // namespace lexikos::tests
