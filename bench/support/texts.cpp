// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bench/support/texts.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <span>
#include <stdexcept>

#include "bench/support/environment.hpp"
#include "generate/blocks.hpp"
#include "generate/dna.hpp"
#include "generate/letters.hpp"
#include "generate/periodic.hpp"
#include "generate/random.hpp"
#include "generate/random_bits.hpp"
#include "generate/runs.hpp"
#include "generate/words.hpp"

namespace lexikos::bench
{

namespace
{

using Text = std::span<std::uint8_t>;

struct Kind
{
  char const* name;
  void (*make)(Text, std::uint64_t seed);
};

/// Calls function(begin, end) for parts of [0, n), in any order, on all threads.
template <class Function>
void for_each_part(std::size_t n, Function const& function)
{
  generate::for_each_block(0, generate::block_count(n), 0, [&](std::size_t block) {
    std::size_t const begin = block * generate::block_bytes;
    function(begin, std::min(begin + generate::block_bytes, n));
  });
}

/// Words of a vocabulary of 65 536, the frequent ones far more often, with spaces between.
void words(Text text, std::uint64_t seed)
{
  for_each_part(text.size(), [&](std::size_t begin, std::size_t end) {
    generate::RandomBits bits(seed, begin / generate::block_bytes);
    for (std::size_t i = begin; i < end;) {
      std::uint64_t const range = std::uint64_t{1} << bits.below(17);
      generate::RandomBits letters(seed + 1, bits.below(range));
      for (std::uint64_t left = 2 + letters.below(9); left > 0 && i < end; --left)
        text[i++] = static_cast<std::uint8_t>('a' + std::min(letters.below(26), letters.below(26)));
      if (i < end) text[i++] = bits.below(12) == 0 ? '\n' : ' ';
    }
  });
}

/// Four quarters: DNA, words, copies of half of these with a change every 500 bytes or so, letters and digits at random.
void mixed(Text text, std::uint64_t seed)
{
  std::size_t const quarter = text.size() / 4;
  generate::dna(text.first(quarter), seed);
  Text const of_words = text.subspan(quarter, quarter);
  words(of_words, seed);
  Text const copies = text.subspan(2 * quarter, quarter);
  std::size_t const copied = std::max<std::size_t>(quarter / 2, 1);
  for_each_part(copies.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      copies[i] = generate::mix(seed ^ i) % 500 == 0 ? std::uint8_t{'#'} : of_words[i % copied];
  });
  generate::random(text.subspan(3 * quarter), seed, {.letters = generate::letters(62)});
}

constexpr std::array kinds{
    Kind{"letter", [](Text text, std::uint64_t) { generate::letter(text); }},
    Kind{"fibonacci", [](Text text, std::uint64_t) { generate::fibonacci(text); }},
    Kind{"thue-morse", [](Text text, std::uint64_t) { generate::thue_morse(text); }},
    Kind{"random", [](Text text, std::uint64_t seed) { generate::random(text, seed); }},
    Kind{"acgt", [](Text text, std::uint64_t seed) { generate::random(text, seed, {.letters = "ACGT"}); }},
    Kind{"runs", [](Text text, std::uint64_t seed) { generate::runs(text, seed); }},
    Kind{"periodic", [](Text text, std::uint64_t seed) { generate::periodic(text, seed); }},
    Kind{"dna", [](Text text, std::uint64_t seed) { generate::dna(text, seed); }},
    Kind{"words", [](Text text, std::uint64_t seed) { words(text, seed); }},
    Kind{"mixed", [](Text text, std::uint64_t seed) { mixed(text, seed); }},
};

Kind const* kind_named(std::string const& name)
{
  auto const kind = std::ranges::find_if(kinds, [&](Kind const& k) { return name == k.name; });
  return kind == kinds.end() ? nullptr : &*kind;
}

std::uint64_t number(std::string const& digits, std::string const& description)
{
  std::uint64_t value = 0;
  auto const [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || end != digits.data() + digits.size())
    throw std::invalid_argument(description + ": '" + digits + "' is not a number");
  return value;
}

// Cuts "@LENGTH", "*TIMES" or "~PERCENT" off the end of a description.
std::optional<std::uint64_t> cut_number(std::string& description, char mark)
{
  auto const place = description.rfind(mark);
  if (place == std::string::npos || description.find('/', place) != std::string::npos) return {};
  std::uint64_t const value = number(description.substr(place + 1), description);
  description.resize(place);
  return value;
}

TextSource generated(std::string const& description, std::string const& kind)
{
  std::string const rest = description.substr(kind.size() + 1);
  auto const colon = std::min(rest.find(':'), rest.size());
  TextSource source;
  source.name = description;
  source.kind = kind;
  source.period = source.size = number(rest.substr(0, colon), description);
  if (colon < rest.size()) source.seed = number(rest.substr(colon + 1), description);
  return source;
}

void read(TextSource const& source, Text text)
{
  std::ifstream file(source.path, std::ios::binary);
  file.read(reinterpret_cast<char*>(text.data()), static_cast<std::streamsize>(text.size()));
  if (!file) throw std::runtime_error("cannot read " + source.path);
}

void repeat(Text text, std::size_t period)
{
  for (std::size_t done = period; done < text.size();) {
    std::size_t const size = std::min(done, text.size() - done);  // doubles what is there
    std::memcpy(text.data() + done, text.data(), size);
    done += size;
  }
}

/// Changes symbols beyond the period into others of the period.
void change(Text text, std::size_t period, unsigned percent)
{
  for_each_part(text.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = std::max(begin, period); i < end; ++i) {
      std::uint64_t const drawn = generate::mix(i);
      if (drawn % 100 < percent) text[i] = text[generate::mix(drawn) % period];
    }
  });
}

unsigned count_symbols(Text text)
{
  std::array<std::atomic<bool>, 256> seen{};
  for_each_part(text.size(), [&](std::size_t begin, std::size_t end) {
    std::array<bool, 256> here{};
    for (std::size_t i = begin; i < end; ++i) here[text[i]] = true;
    for (std::size_t symbol = 0; symbol < here.size(); ++symbol)
      if (here[symbol]) seen[symbol].store(true, std::memory_order_relaxed);
  });
  return static_cast<unsigned>(std::ranges::count_if(seen, [](auto const& is) { return is.load(); }));
}

std::unique_ptr<LoadedText>& shelf()
{
  static std::unique_ptr<LoadedText> text;
  return text;
}

}  // namespace

TextSource text_source(std::string const& description)
{
  if (description.ends_with('!')) {
    TextSource source = text_source(description.substr(0, description.size() - 1));
    source.name += '!';
    source.is_changed = true;
    return source;
  }
  auto const colon = description.find(':');
  if (colon != std::string::npos && kind_named(description.substr(0, colon)) != nullptr)
    return generated(description, description.substr(0, colon));
  TextSource source;
  std::string path = description;
  auto const percent = cut_number(path, '~');
  auto const times = cut_number(path, '*');
  auto const length = cut_number(path, '@');
  std::error_code error;
  std::size_t const bytes = std::filesystem::file_size(path, error);
  if (error) throw std::invalid_argument(path + ": " + error.message());
  source.path = path;
  source.name = std::filesystem::path(description).filename().string();
  source.period = std::min<std::size_t>(length.value_or(bytes), bytes);
  source.size = source.period * times.value_or(1);
  source.percent_changed = static_cast<unsigned>(percent.value_or(0));
  return source;
}

std::vector<TextSource> text_sources()
{
  std::vector<TextSource> sources;
  for (auto const& description : words_of("LEXIKOS_BENCH_FILES")) sources.push_back(text_source(description));
  auto const folders = words_of("LEXIKOS_CORPUS");
  auto const names = words_of("LEXIKOS_BENCH_NAMES");
  for (auto const& folder : folders)
    for (auto const& name : names) sources.push_back(text_source(folder + "/" + name));
  if (!sources.empty()) return sources;
  for (auto const& folder : folders) {
    std::vector<std::string> paths;
    for (auto const& entry : std::filesystem::directory_iterator(folder))
      if (entry.is_regular_file()) paths.push_back(entry.path().string());
    std::ranges::sort(paths);
    for (auto const& path : paths) sources.push_back(text_source(path));
  }
  if (sources.empty())
    for (auto const* description : {"random:16777216", "dna:16777216", "letter:16777216", "fibonacci:16777216"})
      sources.push_back(text_source(description));
  return sources;
}

LoadedText& load(TextSource const& source)
{
  if (shelf() != nullptr && shelf()->source.name == source.name) return *shelf();
  unload();
  auto text = std::make_unique<LoadedText>();
  text->source = source;
  text->bytes =
      PinnedView<std::uint8_t>(Kokkos::view_alloc("lexikos::bench::text", Kokkos::WithoutInitializing), source.size);
  Text const bytes(text->bytes.data(), source.size);
  Text const period = bytes.first(std::min(source.period, bytes.size()));
  if (source.path.empty())
    kind_named(source.kind)->make(period, source.seed);
  else
    read(source, period);
  repeat(bytes, source.period);
  if (source.percent_changed != 0) change(bytes, source.period, source.percent_changed);
  if (source.is_changed && !bytes.empty()) bytes[bytes.size() / 2] ^= 1;
  text->alphabet_size = count_symbols(bytes);
  shelf() = std::move(text);
  return *shelf();
}

void unload()
{
  shelf().reset();
}

}  // namespace lexikos::bench
