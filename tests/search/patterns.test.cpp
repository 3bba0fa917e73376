// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Patterns of symbols of all widths, from the host.

#include <doctest/doctest.h>

#include <cstdint>
#include <lexikos/patterns.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "tests/code_of.hpp"
#include "tests/common/recording_resource.hpp"
#include "tests/file/scratch_folder.hpp"
#include "tests/first_difference.hpp"
#include "tests/spaces.hpp"
#include "tests/texts.hpp"

using namespace lexikos;

namespace
{

template <class Symbol>
using Lists = std::vector<std::vector<Symbol>>;

/// Patterns of 0 to 20 symbols of all values, and none at all.
template <class Symbol>
std::vector<Lists<Symbol>> some_lists()
{
  texts::Random next(sizeof(Symbol));
  std::vector<Lists<Symbol>> all = {{}, {{}}, {{}, {}}, {{static_cast<Symbol>(~Symbol{0})}, {}, {0, 1}}};
  all.emplace_back();
  for (std::size_t i = 0; i < 3'000; ++i) {
    std::vector<Symbol> pattern(next.below(21));
    for (auto& symbol : pattern) symbol = static_cast<Symbol>(next());
    all.back().push_back(pattern);
  }
  return all;
}

template <class Symbol, class ExecutionSpace>
void expect_patterns(Patterns<typename ExecutionSpace::memory_space, Symbol> const& found,
                     Lists<Symbol> const& expected)
{
  std::vector<std::uint64_t> offsets = {0};
  std::vector<Symbol> symbols;
  for (auto const& pattern : expected) {
    symbols.insert(symbols.end(), pattern.begin(), pattern.end());
    offsets.push_back(symbols.size());
  }
  REQUIRE(tests::first_difference(tests::to_vector(found.symbols), symbols) == "");
  REQUIRE(tests::first_difference(tests::to_vector(found.offsets), offsets) == "");
}

template <class ExecutionSpace, class Symbol>
void expect_all_copies()
{
  ExecutionSpace const space{};
  for (auto const& lists : some_lists<Symbol>()) {
    std::vector<std::span<Symbol const>> const spans(lists.begin(), lists.end());
    expect_patterns<Symbol, ExecutionSpace>(patterns_from_host<Symbol>(space, spans), lists);
    expect_patterns<Symbol, ExecutionSpace>(patterns_from_host(space, std::span<std::span<Symbol const> const>(spans)),
                                            lists);
    std::vector<std::uint64_t> offsets = {0};
    std::vector<Symbol> symbols;
    for (auto const& pattern : lists) {
      symbols.insert(symbols.end(), pattern.begin(), pattern.end());
      offsets.push_back(symbols.size());
    }
    expect_patterns<Symbol, ExecutionSpace>(patterns_from_host<Symbol>(space, symbols, offsets), lists);
  }
}

template <class ExecutionSpace>
void expect_errors_of_offsets()
{
  ExecutionSpace const space{};
  std::vector<std::uint16_t> const symbols = {1, 2, 3, 4, 5};
  auto const error = [&](std::vector<std::uint64_t> const& offsets) {
    auto const caught = tests::error_of([&] { (void)patterns_from_host<std::uint16_t>(space, symbols, offsets); });
    if (caught.has_value()) CHECK(caught->code == ErrorCode::invalid_argument);
    return caught.has_value() ? caught->message : "none";
  };
  CHECK(error({0}) == "none");
  CHECK(error({2, 2, 4}) == "none");
  CHECK(error({}) == "there are no offsets; there is one more than there are patterns");
  CHECK(error({0, 3, 2, 9}) == "offset 2 of the patterns is 2, below the one before it, 3");
  CHECK(error({0, 3, 6}) == "offset 2 of the patterns is 6, beyond the 5 symbols of all patterns");
  CHECK(error({6}) == "offset 0 of the patterns is 6, beyond the 5 symbols of all patterns");
}

template <class ExecutionSpace>
void expect_given_resource()
{
  ExecutionSpace const space{};
  tests::RecordingResource resource, refused;
  std::vector<std::uint32_t> const tokens = {7, 8, 9};
  std::vector<std::uint64_t> const offsets = {0, 1, 3};
  std::vector<std::span<std::uint32_t const>> const spans = {tokens, tokens};
  set_default_memory_resource(&refused);  // not to be used
  {
    auto const flat = patterns_from_host<std::uint32_t>(space, tokens, offsets, resource);
    CHECK(resource.allocated.size() == 2);
    auto const lists = patterns_from_host<std::uint32_t>(space, spans, resource);
    CHECK(resource.allocated.size() == 4);
  }
  set_default_memory_resource(nullptr);
  CHECK(refused.count == 0);
  CHECK(resource.allocated.empty());
  tests::EmptyResource empty;
  CHECK(tests::code_of([&] { (void)patterns_from_host<std::uint32_t>(space, spans, empty); }) ==
        ErrorCode::out_of_memory);
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("patterns of symbols of all widths", ExecutionSpace, widths)
{
  expect_all_copies<ExecutionSpace, std::uint8_t>();
  expect_all_copies<ExecutionSpace, std::uint16_t>();
  expect_all_copies<ExecutionSpace, std::uint32_t>();
  expect_all_copies<ExecutionSpace, std::uint64_t>();
}
TEST_CASE_TEMPLATE_APPLY(widths, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("strings are patterns of bytes", ExecutionSpace, strings)
{
  ExecutionSpace const space{};
  std::vector<std::string_view> const views = {"ab", "", "\xFFz", std::string_view("\0", 1)};
  expect_patterns<std::uint8_t, ExecutionSpace>(patterns_from_host(space, std::span<std::string_view const>(views)),
                                                {{'a', 'b'}, {}, {255, 'z'}, {0}});
}
TEST_CASE_TEMPLATE_APPLY(strings, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("offsets of patterns that are wrong, and where memory comes from", ExecutionSpace, offsets)
{
  expect_errors_of_offsets<ExecutionSpace>();
  expect_given_resource<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(offsets, tests::Spaces);
