// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// FM-indexes of any text, with any options, beside its sorted suffixes; and files of indexes whose contents are altered: they
// are refused, or all queries end, within the arrays of the index.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/fm_index.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "tests/fuzz/altered_files.hpp"
#include "tests/fuzz/fuzzer.hpp"
#include "tests/fuzz/suffix_order.hpp"

namespace
{

using namespace lexikos;
using fuzz::MemorySpace;
using Fm = FmIndex<MemorySpace, std::uint32_t>;

FmIndexOptions options_of(fuzz::Numbers& numbers)
{
  std::size_t const rate_log = numbers.below(9);
  return {.sample_rate = rate_log == 8 ? 0u : 1u << rate_log,
          .keep_text = numbers.flag(),
          .table_entries = numbers.below(200),
          .shape = numbers.flag() ? WaveletShape::huffman : WaveletShape::balanced,
          .letters = numbers.flag() ? FmLetters::dna : FmLetters::all};
}

std::uint8_t folded(std::uint8_t symbol, FmLetters letters)
{
  bool const is_small = std::string_view("acgt").find(static_cast<char>(symbol)) != std::string_view::npos;
  return letters == FmLetters::dna && is_small ? static_cast<std::uint8_t>(symbol - 32) : symbol;
}

/// Stretches of a text, some of them altered, one after the other.
struct Batch
{
  std::vector<std::uint8_t> symbols;
  std::vector<std::uint64_t> offsets{0};

  Batch(fuzz::Bytes const& text, fuzz::Numbers& numbers)
  {
    for (int pattern = 0; pattern < 8; ++pattern) {
      std::size_t const begin = numbers.below(text.size() + 1);
      std::size_t const length = numbers.below(20);
      for (std::size_t i = begin; i < text.size() && i < begin + length; ++i) symbols.push_back(text[i]);
      if (numbers.below(4) == 0) symbols.push_back(static_cast<std::uint8_t>(numbers()));
      offsets.push_back(symbols.size());
    }
  }

  [[nodiscard]] std::string_view word(std::size_t i) const
  {
    return {reinterpret_cast<char const*>(symbols.data()) + offsets[i], offsets[i + 1] - offsets[i]};
  }
};

void compare(fuzz::Bytes text, fuzz::Numbers& numbers)
{
  static Workspace workspace;
  fuzz::Space const space;
  auto options = options_of(numbers);
  options.workspace = &workspace;
  Fm const index(space, fuzz::span_of(text), options);
  Batch const batch(text, numbers);
  std::vector<std::uint32_t> counts(batch.offsets.size() - 1);
  SearchOptions const asking{.sort_patterns = numbers.flag(), .text_order = true, .workspace = &workspace};
  index.count(space, fuzz::span_of(batch.symbols), fuzz::span_of(batch.offsets),
              Span<std::uint32_t, MemorySpace>(counts.data(), counts.size()), asking);
  for (auto& symbol : text) symbol = folded(symbol, options.letters);
  std::string_view const whole(reinterpret_cast<char const*>(text.data()), text.size());
  std::vector<std::uint32_t> positions;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    std::string word(batch.word(i));
    for (auto& symbol : word) symbol = static_cast<char>(folded(static_cast<std::uint8_t>(symbol), options.letters));
    std::size_t const before = positions.size();
    for (auto at = whole.find(word); at < whole.size(); at = whole.find(word, at + 1))
      positions.push_back(static_cast<std::uint32_t>(at));
    if (counts[i] != positions.size() - before) fuzz::fail("a count is not the number of occurrences");
  }
  if (options.sample_rate == 0) return;
  auto const found = index.locate(space, fuzz::span_of(batch.symbols), fuzz::span_of(batch.offsets), asking);
  bool const are_equal = std::equal(positions.begin(), positions.end(), found.positions.data(),
                                    found.positions.data() + found.positions.extent(0));
  if (!are_equal) fuzz::fail("positions are not those of the occurrences");
  std::vector<std::uint32_t> const begins{0}, ends{static_cast<std::uint32_t>(text.size())};
  auto const copy = index.extract(space, fuzz::span_of(begins), fuzz::span_of(ends), asking);
  if (!std::equal(text.begin(), text.end(), copy.symbols.data(), copy.symbols.data() + copy.symbols.extent(0)))
    fuzz::fail("what is extracted is not the text");
}

std::vector<tests::AlteredFile> saved_indexes()
{
  std::vector<tests::AlteredFile> saved;
  fuzz::Space const space;
  std::string const genome = "ACGTTGCANNNNNACGTTAGCNNRACGATTAGCATTTAGACCAGTNACGTACGATAGACCATTACCAGGGATTTACCAGAT";
  for (std::string_view const text :
       {std::string_view(), std::string_view("a"), std::string_view("mississippi"),
        std::string_view("abracadabra abracadabra, the quick brown fox"), std::string_view(genome)})
    for (FmIndexOptions const& options :
         {FmIndexOptions{}, FmIndexOptions{.sample_rate = 1, .keep_text = true},
          FmIndexOptions{.sample_rate = 2, .keep_text = true, .table_entries = 30, .shape = WaveletShape::huffman},
          FmIndexOptions{.sample_rate = 0, .letters = FmLetters::dna}})
    {
      fuzz::Bytes const bytes(text.begin(), text.end());
      Fm const index(space, fuzz::span_of(bytes), options);
      saved.push_back(fuzz::saved_file(fm_index_kind, [&](FileWriter& file) { index.save(space, file); }));
    }
  return saved;
}

void ask(Fm const& index, fuzz::Numbers& numbers)
{
  static Workspace workspace;
  fuzz::Space const space;
  Batch const batch({'A', 'C', 'N', 'N', 'i', 's', 's', 'a', 'b', 'r'}, numbers);
  SearchOptions const asking{.max_positions = numbers.below(3) * 10, .workspace = &workspace};
  std::vector<std::uint32_t> counts(batch.offsets.size() - 1);
  index.count(space, fuzz::span_of(batch.symbols), fuzz::span_of(batch.offsets),
              Span<std::uint32_t, MemorySpace>(counts.data(), counts.size()), asking);
  if (index.sample_rate() != 0)
    (void)index.locate(space, fuzz::span_of(batch.symbols), fuzz::span_of(batch.offsets), asking);
  std::vector<std::uint32_t> const begins{0, 3}, ends{~0u, 70};
  if (index.sample_rate() != 0 || index.keeps_text())
    (void)index.extract(space, fuzz::span_of(begins), fuzz::span_of(ends), asking);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
  FuzzedDataProvider input(data, size);
  fuzz::Numbers numbers(input);
  if (numbers.flag()) {
    static std::vector<tests::AlteredFile> const files = saved_indexes();
    fuzz::load_altered(
        files, fm_index_kind, numbers, [](FileReader const& file) { return Fm::load(fuzz::Space(), file); },
        [&](Fm const& index) { ask(index, numbers); });
    return 0;
  }
  std::size_t const alphabet = 1 + numbers.below(40);
  fuzz::Bytes text(numbers.below(200));
  for (auto& symbol : text) symbol = static_cast<std::uint8_t>('A' + numbers.below(alphabet));
  compare(text, numbers);
  return 0;
}
