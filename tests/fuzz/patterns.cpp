// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Any file of patterns, searched for in any small text: the patterns are its lines, and they are found where they occur.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <lexikos/search.hpp>
#include <lexikos/workspace.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/commands/search/patterns.hpp"
#include "tests/first_difference.hpp"
#include "tests/fuzz/fuzzer.hpp"
#include "tests/fuzz/suffix_order.hpp"

namespace
{

using namespace lexikos;
using fuzz::MemorySpace;

/// What standard error is told meanwhile is lost.
class Quiet
{
 public:
  Quiet() : m_error(stderr)
  {
    static std::FILE* const nowhere = std::fopen("/dev/null", "w");
    stderr = nowhere;
  }
  Quiet(Quiet const&) = delete;
  Quiet& operator=(Quiet const&) = delete;
  ~Quiet() { stderr = m_error; }

 private:
  std::FILE* m_error;
};

/// The lines of a file, without a CR that ends all that are finished.
std::vector<std::string> lines_of(std::string const& file, char end_of_line)
{
  std::vector<std::string> lines(1);
  for (char const symbol : file)
    if (symbol == end_of_line)
      lines.emplace_back();
    else
      lines.back() += symbol;
  std::size_t const finished = lines.size() - 1;
  bool const has_returns = end_of_line == '\n' && finished > 0 &&
                           std::all_of(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(finished),
                                       [](auto const& line) { return line.ends_with('\r'); });
  for (std::size_t i = 0; i < finished && has_returns; ++i) lines[i].pop_back();
  if (lines.back().empty()) lines.pop_back();
  return lines;
}

std::vector<std::uint64_t> occurrences(std::string_view text, std::string_view pattern)
{
  std::vector<std::uint64_t> found;
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text.substr(i).starts_with(pattern)) found.push_back(i);
  return found;
}

template <class Index>
void search(fuzz::Bytes const& text, std::vector<std::string_view> const& patterns, fuzz::Numbers& numbers)
{
  static Workspace workspace;
  fuzz::Space const space;
  auto const suffixes = fuzz::suffix_array_of<Index>(text);
  SuffixIndex<MemorySpace, Index> const index(
      space, {fuzz::span_of(text), {}}, {fuzz::span_of(suffixes), {}},
      {.table_entries = numbers.below(1000), .workspace = &workspace, .progress = {}});
  auto const batch = patterns_from_host(space, std::span<std::string_view const>(patterns));
  SearchOptions const options{.sort_patterns = numbers.flag(),
                              .text_order = numbers.flag(),
                              .max_positions = numbers.below(4),
                              .workspace = &workspace};
  std::vector<Index> counts(patterns.size());
  index.count(space, batch.symbols, batch.offsets, fuzz::span_of(counts), options);
  auto const found = index.locate(space, batch.symbols, batch.offsets, options);
  std::string_view const as_string(reinterpret_cast<char const*>(text.data()), text.size());
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    auto const what = "pattern " + std::to_string(i);
    auto const expected = occurrences(as_string, patterns[i]);
    std::size_t const wanted =
        options.max_positions == 0 ? expected.size() : std::min(options.max_positions, expected.size());
    if (counts[i] != expected.size())
      fuzz::fail(what + " is counted " + std::to_string(counts[i]) + " times, not " + std::to_string(expected.size()));
    auto const* const symbols = reinterpret_cast<std::uint8_t const*>(patterns[i].data());
    auto const interval = index.interval(Span<std::uint8_t const, MemorySpace>(symbols, patterns[i].size()));
    if (interval.count() != expected.size()) fuzz::fail(what + " has another interval alone than in a batch");
    std::vector<std::uint64_t> ranked(wanted);
    for (std::size_t r = 0; r < wanted; ++r) ranked[r] = suffixes[interval.begin + r];
    std::vector<std::uint64_t> positions(found.positions.data() + found.offsets(i),
                                         found.positions.data() + found.offsets(i + 1));
    if (options.text_order) std::ranges::sort(ranked);
    fuzz::expect_none(tests::first_difference(positions, ranked), "positions of " + what);
    if (wanted < expected.size()) continue;
    std::ranges::sort(positions);
    fuzz::expect_none(tests::first_difference(positions, expected), "all positions of " + what);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
  static fuzz::MemoryFile const file;
  FuzzedDataProvider input(data, size);
  auto const text = input.ConsumeBytes<std::uint8_t>(input.ConsumeIntegralInRange<std::size_t>(0, 150));
  bool const is_wide = input.ConsumeBool();
  app::SearchOptions options;
  options.ends_in_zero = input.ConsumeBool();
  std::string const contents = input.ConsumeRandomLengthString(150);
  fuzz::Numbers numbers(input);
  file.write(std::vector<char>(contents.begin(), contents.end()));
  std::optional<app::Input> const pattern_file(std::in_place, file.path());
  std::deque<std::string> reversed;  // patterns, of which there are none
  auto const patterns = [&] {
    Quiet const quiet;
    return app::all_patterns(options, pattern_file, std::nullopt, reversed).patterns;
  }();
  auto const lines = lines_of(contents, options.ends_in_zero ? '\0' : '\n');
  if (patterns.size() != lines.size())
    fuzz::fail(std::to_string(patterns.size()) + " patterns of " + std::to_string(lines.size()) + " lines");
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (patterns[i] != lines[i]) fuzz::fail("pattern " + std::to_string(i) + " is not its line");
  if (is_wide)
    search<std::uint64_t>(text, patterns, numbers);
  else
    search<std::uint32_t>(text, patterns, numbers);
  return 0;
}
