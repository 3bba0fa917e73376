// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bench/support/texts.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <span>
#include <stdexcept>

#include "bench/support/environment.hpp"
#include "generate/dna.hpp"
#include "generate/letters.hpp"
#include "generate/periodic.hpp"
#include "generate/random.hpp"
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

constexpr std::array kinds{
    Kind{"letter", [](Text text, std::uint64_t) { generate::letter(text); }},
    Kind{"fibonacci", [](Text text, std::uint64_t) { generate::fibonacci(text); }},
    Kind{"thue-morse", [](Text text, std::uint64_t) { generate::thue_morse(text); }},
    Kind{"random", [](Text text, std::uint64_t seed) { generate::random(text, seed); }},
    Kind{"acgt", [](Text text, std::uint64_t seed) { generate::random(text, seed, {.letters = "ACGT"}); }},
    Kind{"runs", [](Text text, std::uint64_t seed) { generate::runs(text, seed); }},
    Kind{"periodic", [](Text text, std::uint64_t seed) { generate::periodic(text, seed); }},
    Kind{"dna", [](Text text, std::uint64_t seed) { generate::dna(text, seed); }},
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

// Cuts "@LENGTH" or "*TIMES" off the end of a description.
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

unsigned count_symbols(Text text)
{
  std::array<bool, 256> seen{};
  for (std::uint8_t const symbol : text) seen[symbol] = true;
  return static_cast<unsigned>(std::ranges::count(seen, true));
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
  auto const times = cut_number(path, '*');
  auto const length = cut_number(path, '@');
  std::error_code error;
  std::size_t const bytes = std::filesystem::file_size(path, error);
  if (error) throw std::invalid_argument(path + ": " + error.message());
  source.path = path;
  source.name = std::filesystem::path(description).filename().string();
  source.period = std::min<std::size_t>(length.value_or(bytes), bytes);
  source.size = source.period * times.value_or(1);
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
