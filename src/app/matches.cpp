// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/matches.hpp"

#include <algorithm>
#include <cinttypes>

#include "app/exit_codes.hpp"
#include "app/report.hpp"

namespace lexikos::app
{

namespace
{

/// Control characters, which would move the cursor, as points.
std::string printable(std::span<std::uint8_t const> bytes)
{
  std::string text(bytes.begin(), bytes.end());
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return c < 0x20 || c == 0x7F; }, '.');
  return text;
}

std::string printable(std::string const& text)
{
  return printable(std::span(reinterpret_cast<std::uint8_t const*>(text.data()), text.size()));
}

struct Context
{
  std::span<std::uint8_t const> before;
  std::span<std::uint8_t const> match;
  std::span<std::uint8_t const> after;
};

Context context_of(MatchLayout const& layout, std::uint64_t position, std::size_t length)
{
  std::size_t const begin = static_cast<std::size_t>(position);
  std::size_t const end = begin + length;
  std::size_t const before = std::min(begin, layout.context);
  std::size_t const after = std::min(layout.text.size() - end, layout.context);
  return {layout.text.subspan(begin - before, before), layout.text.subspan(begin, length),
          layout.text.subspan(end, after)};
}

void check(bool written)
{
  if (!written) throw Failure(ExitCode::unwritable_output, "cannot write the matches");
}

std::string bytes_of(std::span<std::uint8_t const> bytes)
{
  return {bytes.begin(), bytes.end()};
}

}  // namespace

std::uint64_t Matches::total() const
{
  std::uint64_t sum = 0;
  for (auto const count : counts) sum += count;
  return sum;
}

std::span<std::uint64_t const> Matches::positions_of(std::size_t pattern) const
{
  if (offsets.empty()) return {};
  return std::span(positions).subspan(offsets[pattern], offsets[pattern + 1] - offsets[pattern]);
}

void print_matches(std::FILE* file, std::vector<std::string> const& patterns, Matches const& matches,
                   MatchLayout const& layout)
{
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    check(std::fprintf(file, "%" PRIu64 "\t%s\n", matches.counts[i], printable(patterns[i]).c_str()) >= 0);
    if (layout.only_counts) continue;
    for (auto const position : matches.positions_of(i)) {
      Context const context = context_of(layout, position, patterns[i].size());
      check(std::fprintf(file, "  %12" PRIu64 "  %s[%s]%s\n", position, printable(context.before).c_str(),
                         printable(context.match).c_str(), printable(context.after).c_str()) >= 0);
    }
    std::uint64_t const shown = matches.positions_of(i).size();
    if (shown < matches.counts[i])
      check(std::fprintf(file, "  and %s more\n", grouped(matches.counts[i] - shown).c_str()) >= 0);
  }
  check(std::fflush(file) == 0);
}

nlohmann::ordered_json to_json(std::vector<std::string> const& patterns, Matches const& matches,
                               MatchLayout const& layout)
{
  auto list = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    nlohmann::ordered_json entry;
    entry["pattern"] = patterns[i];
    entry["count"] = matches.counts[i];
    if (!layout.only_counts) {
      auto found = nlohmann::ordered_json::array();
      for (auto const position : matches.positions_of(i)) {
        Context const context = context_of(layout, position, patterns[i].size());
        found.push_back(
            {{"position", position}, {"before", bytes_of(context.before)}, {"after", bytes_of(context.after)}});
      }
      entry["matches"] = found;
    }
    list.push_back(entry);
  }
  return list;
}

}  // namespace lexikos::app
