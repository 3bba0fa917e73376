// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Files of bit vectors whose contents are altered: they are refused, or the vectors answer rightly for the bits they have.

#include <cstdint>
#include <lexikos/bit_vector.hpp>
#include <string>
#include <vector>

#include "tests/fuzz/altered_files.hpp"
#include "tests/fuzz/bit_answers.hpp"
#include "tests/fuzz/fuzzer.hpp"

namespace
{

using namespace lexikos;

/// Vectors of no bits, of one block, of several, and some that have more blocks than a group.
std::vector<fuzz::Bytes> const& flags()
{
  static std::vector<fuzz::Bytes> const all = [] {
    std::vector<fuzz::Bytes> made;
    for (std::size_t const size : {0, 1, 64, 230, 1000, 1024, 5000, 60'000})
      for (std::size_t const period : {0, 1, 3, 700}) {
        fuzz::Bytes bits(size);
        for (std::size_t i = 0; i < size; ++i) bits[i] = period != 0 && (i % period == 0 || i / 40 % 9 == 0);
        made.push_back(bits);
      }
    return made;
  }();
  return all;
}

template <class Layout>
void attack(fuzz::Numbers& numbers)
{
  using Vector = BitVector<fuzz::MemorySpace, Layout>;
  static fuzz::Space const space;
  static std::vector<tests::AlteredFile> const files = [] {
    std::vector<tests::AlteredFile> saved;
    for (auto const& bits : flags())
      saved.push_back(fuzz::saved_file(
          "bits", [&](FileWriter& file) { Vector::from_flags(space, fuzz::span_of(bits)).save(space, file, "bits"); }));
    return saved;
  }();
  fuzz::load_altered(
      files, "bits", numbers, [](FileReader const& file) { return Vector::load(space, file, "bits"); },
      [](Vector const& vector) { fuzz::expect_none(fuzz::wrong_answer(vector.span()), "a loaded vector"); });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
  FuzzedDataProvider input(data, size);
  fuzz::Numbers numbers(input);
  static constexpr void (*attacks[])(fuzz::Numbers&) = {
      attack<bit_layouts::Interleaved32>, attack<bit_layouts::Interleaved64>, attack<bit_layouts::Compact32>,
      attack<bit_layouts::Compact64>, attack<bit_layouts::TwoLevel>};
  attacks[numbers.below(std::size(attacks))](numbers);
  return 0;
}
