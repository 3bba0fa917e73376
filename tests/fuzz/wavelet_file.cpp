// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Files of wavelet structures whose contents are altered: they are refused, or the structures answer every query rightly for
// the text that they have.

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "tests/fuzz/altered_files.hpp"
#include "tests/fuzz/fuzzer.hpp"
#include "tests/fuzz/wavelet_answers.hpp"
#include "tests/fuzz/wavelet_types.hpp"

namespace
{

using namespace lexikos;

/// Symbols that are compared one by one: copies of one symbol take no memory, so that a file may have any number of them.
constexpr std::size_t max_text = 1 << 20;

std::vector<fuzz::Bytes> texts()
{
  std::vector<fuzz::Bytes> made;
  for (std::string_view const text :
       {"", "a", "aaaaaaaaaaaa", "ab", "mississippi", "the quick brown fox jumps over the lazy dog"})
    made.emplace_back(text.begin(), text.end());
  for (unsigned const alphabet : {2u, 5u, 17u, 200u}) {
    fuzz::Bytes text(90 * (alphabet % 3 + 1));
    for (unsigned i = 0; i < text.size(); ++i) text[i] = static_cast<std::uint8_t>(i * i / 7 % alphabet);
    made.push_back(text);
  }
  return made;
}

template <class Structure>
std::vector<tests::AlteredFile> saved_structures()
{
  using Symbol = typename Structure::SymbolType;
  std::vector<tests::AlteredFile> saved;
  fuzz::Space const space;
  for (auto const& bytes : texts())
    for (auto const shape : {WaveletShape::balanced, WaveletShape::huffman})
      for (bool const is_wide : {false, true}) {
        auto const text = is_wide ? fuzz::widened<Symbol>(bytes) : std::vector<Symbol>(bytes.begin(), bytes.end());
        saved.push_back(fuzz::saved_file("wavelet", [&](FileWriter& file) {
          Structure(space, fuzz::span_of(text), {.shape = shape}).save(space, file);
        }));
      }
  return saved;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
  FuzzedDataProvider input(data, size);
  fuzz::Numbers numbers(input);
  fuzz::with_wavelet_type(numbers, [&]<class Structure>() {
    static std::vector<tests::AlteredFile> const files = saved_structures<Structure>();
    fuzz::load_altered(
        files, "wavelet", numbers, [](FileReader const& file) { return Structure::load(fuzz::Space(), file); },
        [&](Structure const& structure) {
          if (structure.size() <= max_text) fuzz::check_answers(structure, numbers);
        });
  });
  return 0;
}
