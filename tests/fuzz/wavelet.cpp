// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Wavelet structures of small texts, with options as the input says: every query.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/workspace.hpp>
#include <vector>

#include "tests/first_difference.hpp"
#include "tests/fuzz/fuzzer.hpp"
#include "tests/fuzz/wavelet_answers.hpp"
#include "tests/fuzz/wavelet_types.hpp"

namespace
{

using namespace lexikos;

template <class Structure>
void build(fuzz::Numbers& numbers, fuzz::Bytes const& bytes)
{
  using Symbol = typename Structure::SymbolType;
  static Workspace workspace;
  auto const text = numbers.flag() ? fuzz::widened<Symbol>(bytes) : std::vector<Symbol>(bytes.begin(), bytes.end());
  WaveletOptions options{.workspace = numbers.flag() ? &workspace : nullptr};
  if (numbers.flag()) options.shape = WaveletShape::huffman;
  if (numbers.flag()) options.memory_budget = numbers() + 1;
  bool const lacks_a_symbol = numbers.below(16) == 1 && !text.empty();
  if (numbers.flag() || lacks_a_symbol) {
    options.alphabet.assign(text.begin(), text.end());
    for (std::size_t more = numbers.below(4); more > 0; --more)
      options.alphabet.push_back(static_cast<Symbol>(numbers()));
    std::ranges::sort(options.alphabet);
    options.alphabet.erase(std::unique(options.alphabet.begin(), options.alphabet.end()), options.alphabet.end());
    if (lacks_a_symbol) std::erase(options.alphabet, text[numbers.below(text.size())]);
  }
  // an empty alphabet is one to be found
  bool const is_refused = lacks_a_symbol && !options.alphabet.empty();
  Structure structure;
  auto const code = fuzz::code_of([&] { structure = Structure(fuzz::Space(), fuzz::span_of(text), options); });
  if (is_refused) {
    if (code != ErrorCode::invalid_argument) fuzz::fail("a text with symbols beyond its alphabet is taken");
    return;
  }
  if (code.has_value()) fuzz::fail("a text is refused as " + std::string(to_string(*code)));
  fuzz::WaveletAnswers<Structure> const answers(structure);
  fuzz::expect_none(tests::first_difference(answers.text(), text), "the text");
  answers.check_positions();
  for (int query = 0; query < 12; ++query) answers.check_query(numbers);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
  FuzzedDataProvider input(data, size);
  auto const text = input.ConsumeBytes<std::uint8_t>(input.ConsumeIntegralInRange<std::size_t>(0, 200));
  fuzz::Numbers numbers(input);
  fuzz::with_wavelet_type(numbers, [&]<class Structure>() { build<Structure>(numbers, text); });
  return 0;
}
