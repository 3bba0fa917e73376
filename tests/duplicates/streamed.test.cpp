// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <lexikos/streamed_duplicates.hpp>

#include <algorithm>
#include <span>
#include <string>

#include "tests/code_of.hpp"
#include "tests/duplicates/expect.hpp"

namespace lexikos::tests
{

namespace
{

using Bytes = std::span<std::uint8_t const>;
using Offsets = std::span<std::uint64_t const>;

/// The least memory that a search takes, as its refusal of one byte says.
template <class ExecutionSpace>
std::size_t min_bytes(texts::Text const& text, std::size_t length)
{
  try {
    static_cast<void>(
        streamed_duplicate_ranges(ExecutionSpace(), Bytes(text), Offsets(), {.length = length, .max_bytes = 1}));
  }
  catch (Error const& error) {
    CHECK(error.code() == ErrorCode::out_of_memory);
    std::string const message = error.what();
    auto const number = message.find("takes ");
    REQUIRE(number != std::string::npos);
    return std::stoull(message.substr(number + 6));
  }
  return 0;
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("streamed duplicates: memory, and what was done with it", ExecutionSpace, memory)
{
  auto const text = texts::copies_with_mutations(60'000, 700, 5);
  std::size_t const n = text.size();
  constexpr std::size_t length = 40;
  ExecutionSpace const space;
  auto const expected = streamed_duplicate_ranges(space, Bytes(text), Offsets(), {.length = length});
  REQUIRE(expected.size() > 10);
  std::size_t const least = min_bytes<ExecutionSpace>(text, length);
  REQUIRE(least > 0);
  std::uint64_t passes_before = 0;
  for (std::size_t const max_bytes : {least + 40 * n, least + 2 * n, least + 20'000}) {
    CAPTURE(max_bytes);
    Workspace workspace;
    FingerprintStatistics statistics;
    auto const ranges = streamed_duplicate_ranges(
        space, Bytes(text), Offsets(),
        {.length = length, .max_bytes = max_bytes, .workspace = &workspace, .statistics = &statistics});
    CHECK(ranges.begins == expected.begins);
    CHECK(ranges.ends == expected.ends);
    CHECK(ranges.symbols == expected.symbols);
    CHECK(workspace.peak_bytes() <= max_bytes + 3 * n / 8 + 4096);
    CHECK(statistics.passes >= statistics.slices + 1);
    CHECK(statistics.passes <= 2 * statistics.slices + 1);
    CHECK(statistics.passes >= passes_before);
    CHECK(statistics.collisions == 0);
    passes_before = statistics.passes;
  }
  CHECK(passes_before > 10);
}
TEST_CASE_TEMPLATE_APPLY(memory, Spaces);

TEST_CASE_TEMPLATE_DEFINE("streamed duplicates: fingerprints that collide, and windows that do not fit", ExecutionSpace,
                          collisions)
{
  auto const text = texts::copies_with_mutations(700, 100, 7);
  ExecutionSpace const space;
  auto const find = [&](texts::Text const& symbols, duplicates_detail::FingerprintTuning const& tuning,
                        FingerprintStatistics& statistics) {
    return duplicates_detail::find_streamed<ExecutionSpace>(
        space, duplicates_detail::host_collection(Bytes(symbols), Offsets()), nullptr,
        {.length = 12, .statistics = &statistics}, tuning);
  };
  FingerprintStatistics statistics;
  auto const expected = find(text, {}, statistics);
  CHECK(statistics.collisions == 0);
  CHECK(statistics.frequent_windows == 0);
  CHECK(find(text, {.mask = 31}, statistics).begins == expected.begins);
  CHECK(statistics.collisions > 10);
  CHECK(find(text, {.mask = 1, .max_candidates = 100}, statistics).ends == expected.ends);
  CHECK(statistics.frequent_windows == 2);

  auto const letters = texts::letter(1'000);
  auto const all = find(letters, {.max_candidates = 64}, statistics);
  CHECK(statistics.frequent_windows == 1);
  CHECK((all.begins == Positions{0}));
  CHECK((all.ends == Positions{1'000}));
}
TEST_CASE_TEMPLATE_APPLY(collisions, Spaces);

TEST_CASE_TEMPLATE_DEFINE("streamed duplicates: progress and errors", ExecutionSpace, streamed_errors)
{
  ExecutionSpace const space;
  auto const text = texts::copies_with_mutations(20'000, 300, 1);
  std::vector<double> told;
  StreamedDuplicateOptions options{.length = 20, .progress = [&](double fraction) {
                                     told.push_back(fraction);
                                     return true;
                                   }};
  auto const ranges = duplicates_detail::find_streamed<ExecutionSpace>(
      space, duplicates_detail::host_collection(Bytes(text), Offsets()), nullptr, options,
      {.chunk_bytes = 1'000, .max_candidates = 500});
  CHECK(ranges.size() > 0);
  REQUIRE(told.size() > 20);
  CHECK(std::is_sorted(told.begin(), told.end()));
  CHECK(told.back() == 1);
  CHECK(std::count(told.begin(), told.end(), 1.) == 1);

  auto const code = [&](StreamedDuplicateOptions const& wrong, Positions const& offsets = {}) {
    return code_of([&] { static_cast<void>(streamed_duplicate_ranges(space, Bytes(text), Offsets(offsets), wrong)); });
  };
  CHECK(code({.length = 20, .progress = [](double) { return false; }}) == ErrorCode::cancelled);
  CHECK(code({.length = 0}) == ErrorCode::invalid_argument);
  CHECK(code({}, {0, 30'000}) == ErrorCode::invalid_argument);
  CHECK(code({}, {0, 30, 20}) == ErrorCode::invalid_argument);
  CHECK(code({.max_bytes = 1'000}) == ErrorCode::out_of_memory);
  CHECK(code({.length = 30'000}) == std::nullopt);
  std::vector<std::uint16_t> const wide(50);
  CHECK(code_of([&] {
          static_cast<void>(streamed_duplicate_ranges(space, std::span<std::uint16_t const>(wide), Offsets(),
                                                      {.align = RangeAlignment::utf8}));
        }) == ErrorCode::invalid_argument);
  CHECK(code_of([&] {
          static_cast<void>(streamed_duplicate_ranges(space, Bytes(text), Offsets(), Bytes(text), Offsets(),
                                                      {.keep = KeepDuplicates::first}));
        }) == ErrorCode::invalid_argument);
}
TEST_CASE_TEMPLATE_APPLY(streamed_errors, Spaces);

}  // namespace lexikos::tests
