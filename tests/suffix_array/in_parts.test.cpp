// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Suffix arrays, inverses and transforms in parts: in place and through buffers, with few parts and many, and within limits of
// memory.

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <lexikos/out_of_core.hpp>
#include <limits>
#include <string>
#include <vector>

#include "common/counting_resource.hpp"
#include "suffix_array/in_parts/sort_in_parts.hpp"
#include "tests/code_of.hpp"
#include "tests/integer_texts.hpp"
#include "tests/reference/bwt.hpp"
#include "tests/reference/sa_is.hpp"
#include "tests/spaces.hpp"
#include "tests/suffix_array/test_context.hpp"
#include "tests/texts.hpp"
#include "tests/workspace_bounds.hpp"

namespace lexikos::tests
{

using namespace suffix_array_detail;

namespace
{

/// How a text is sorted in parts.
struct WayInParts
{
  std::size_t parts;
  bool through_buffers;  ///< of a device always
  bool wide_positions;
  int low_bits;
  unsigned entry_bytes;
  bool with_inverse;
};

constexpr WayInParts ways_in_parts[] = {
    {1, false, false, 32, 4, true}, {1, true, true, 32, 8, false},   {2, true, false, 10, 5, false},
    {7, true, true, 12, 5, true},   {7, false, false, 32, 8, false}, {64, true, false, 11, 4, true},
    {64, false, true, 32, 8, true}, {64, true, true, 32, 8, false},  {1, true, true, 10, 8, false},
};

/// As many entries as a host array has room for, and what is in it.
class HostEntryArray
{
 public:
  HostEntryArray(std::size_t n, unsigned entry_bytes) : m_bytes(n * entry_bytes, 0xAB), m_entry_bytes(entry_bytes) {}

  [[nodiscard]] EntryArray entries() { return {m_bytes.data(), m_entry_bytes}; }
  [[nodiscard]] reference::Positions positions() const
  {
    reference::Positions result(m_bytes.size() / m_entry_bytes);
    for (std::size_t i = 0; i < result.size(); ++i) {
      std::uint64_t value = 0;
      for (unsigned b = m_entry_bytes; b-- > 0;) value = value << 8 | m_bytes[i * m_entry_bytes + b];
      result[i] = static_cast<reference::Positions::value_type>(value);
    }
    return result;
  }

 private:
  std::vector<std::uint8_t> m_bytes;
  unsigned m_entry_bytes;
};

Tuning tuning_of(WayInParts const& way, Tuning tuning)
{
  if (way.wide_positions) tuning.min_length_of_wide_positions = 0;
  tuning.low_position_bits = way.low_bits;
  tuning.looked_at_to_guess = 0;  // a few hundred symbols
  return tuning;
}

template <class Symbol>
detail::TextBytes bytes_of_text(std::vector<Symbol> const& text)
{
  return {reinterpret_cast<std::uint8_t const*>(text.data()), text.size(), sizeof(Symbol)};
}

template <class ExecutionSpace>
bool passes_buffers(WayInParts const& way)
{
  return way.through_buffers || !detail::works_on_host<ExecutionSpace>;
}

template <class ExecutionSpace, class Symbol>
void expect_in_parts(ExecutionSpace const& instance, std::vector<Symbol> const& text,
                     reference::Positions const& expected, WayInParts const& way)
{
  CAPTURE(way.parts);
  CAPTURE(way.through_buffers);
  CAPTURE(way.entry_bytes);
  std::size_t const n = text.size();
  Workspace workspace;
  TestContext<ExecutionSpace> const context(workspace, instance, tuning_of(way, Tuning::of<ExecutionSpace>()), {}, n);
  HostEntryArray array(n, way.entry_bytes);
  HostEntryArray inverse(n, way.entry_bytes);
  PartsJob job{.text = bytes_of_text(text),
               .is_on_host = passes_buffers<ExecutionSpace>(way),
               .suffix_array = array.entries(),
               .bytes = std::size_t{1} << 28,
               .parts = way.parts};
  if (way.with_inverse) job.inverse = inverse.entries();
  CHECK(sort_in_parts(*context, job) == 0);
  CHECK(array.positions() == expected);
  if (way.with_inverse) CHECK(inverse.positions() == reference::inverse_of(expected));
  CHECK(context.statistics.parts >= std::min<std::size_t>(way.parts, n / 200));
}

template <class ExecutionSpace>
void expect_transform_in_parts(ExecutionSpace const& instance, texts::Text const& text,
                               reference::Positions const& suffix_array, WayInParts const& way)
{
  CAPTURE(way.parts);
  auto const expected = reference::bwt(text, suffix_array);
  Workspace workspace;
  TestContext<ExecutionSpace> const context(workspace, instance, tuning_of(way, Tuning::of<ExecutionSpace>()), {},
                                            text.size());
  texts::Text bwt(text.size());
  CHECK(sort_in_parts(*context, {.text = bytes_of_text(text),
                                 .is_on_host = passes_buffers<ExecutionSpace>(way),
                                 .bwt = bwt.data(),
                                 .bytes = std::size_t{1} << 28,
                                 .parts = way.parts}) == expected.primary_index);
  CHECK(bwt == expected.symbols);
}

template <class ExecutionSpace, class Symbol>
void expect_in_parts(std::vector<Symbol> const& text)
{
  CAPTURE(text.size());
  auto const expected = reference::sa_is(text);
  for (WayInParts const& way : ways_in_parts) {
    // threads would only wait for each other, but for one way
    ExecutionSpace const instance = way.parts == 2 ? ExecutionSpace() : smallest_instance<ExecutionSpace>();
    expect_in_parts(instance, text, expected, way);
    if constexpr (sizeof(Symbol) == 1) expect_transform_in_parts(instance, text, expected, way);
  }
}

/// Texts of many kinds: of random symbols, repetitive, periodic, of one letter, short; with symbols that their beginning lacks,
/// which are as many as codes of as many bits have, or more, or smaller than the others.
std::vector<texts::Text> texts_in_parts()
{
  auto const with_late = [](texts::Text text, std::initializer_list<std::uint8_t> symbols) {
    for (std::uint8_t const symbol : symbols) text.insert(text.end() - 100, symbol);
    return text;
  };
  return {with_late(texts::random(5'000, 3, 9), {200}),
          with_late(texts::random(5'000, 4, 10), {100}),
          with_late(texts::random(5'000, 100, 11), {1, 255}),
          with_late(texts::random(5'000, 150, 12), {251, 254}),
          with_late(texts::letter(5'000), {0, 1, 2, 255}),
          texts::random(9'000, 4, 1),
          texts::random(6'000, 200, 2),
          texts::letter(3'000),
          texts::fibonacci(4'000),
          texts::periodic(4'000, 7, 2'000),
          texts::copies_with_mutations(9'000, 900, 3),
          texts::periodic_parts(4'000, 40, 4),
          texts::runs(4'000, 900, 5),
          texts::repeated(150, 40, 6),
          texts::random(300, 2, 7),
          texts::random(17, 3, 8),
          texts::letter(2),
          texts::letter(1)};
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("suffix arrays and transforms in parts", ExecutionSpace, sorts_in_parts)
{
  for (auto const& text : texts_in_parts()) expect_in_parts<ExecutionSpace>(text);
}
TEST_CASE_TEMPLATE_APPLY(sorts_in_parts, Spaces);

TEST_CASE_TEMPLATE_DEFINE("suffix arrays in parts, of wide symbols", ExecutionSpace, wide_symbols_in_parts)
{
  expect_in_parts<ExecutionSpace>(texts::random_of(texts::sparse_values<std::uint16_t>(900, 1), 5'000, 1));
  expect_in_parts<ExecutionSpace>(texts::random_of(texts::sparse_values<std::uint32_t>(5'000, 2), 5'000, 2));
  expect_in_parts<ExecutionSpace>(texts::random_of(texts::sparse_values<std::uint64_t>(12, 3), 5'000, 3));
  expect_in_parts<ExecutionSpace>(
      texts::replaced(texts::copies_with_mutations(5'000, 900, 4), texts::sparse_values<std::uint32_t>(256, 5)));
  expect_in_parts<ExecutionSpace>(std::vector<std::uint64_t>(500, std::numeric_limits<std::uint64_t>::max()));
}
TEST_CASE_TEMPLATE_APPLY(wide_symbols_in_parts, Spaces);

TEST_CASE_TEMPLATE_DEFINE("suffix arrays in parts: samples of samples", ExecutionSpace, ranked_samples_in_parts)
{
  auto const text = texts::repeated(700, 30, 1);
  auto const expected = reference::sa_is(text);
  HostEntryArray array(text.size(), 4);
  Workspace workspace;
  auto tuning = Tuning::of<ExecutionSpace>();
  tuning.min_unsorted_to_sample_ranks = 1;
  tuning.min_rounds_foretold = 0;
  TestContext<ExecutionSpace> const context(workspace, {}, tuning, {}, text.size());
  static_cast<void>(sort_in_parts(*context, {.text = bytes_of_text(text),
                                             .is_on_host = true,
                                             .suffix_array = array.entries(),
                                             .bytes = std::size_t{1} << 28,
                                             .parts = 3}));
  CHECK(array.positions() == expected);
}
TEST_CASE_TEMPLATE_APPLY(ranked_samples_in_parts, Spaces);

TEST_CASE_TEMPLATE_DEFINE("sorts in parts stay within their limit, or are refused before anything is written",
                          ExecutionSpace, limits_of_parts)
{
  // A device's primitives take some megabytes whatever they do: parts of short texts would be little beside that.
  constexpr bool works_on_host = detail::works_on_host<ExecutionSpace>;
  std::size_t const largest = std::size_t{works_on_host ? 4 : 48} << 20;
  std::size_t const scale = works_on_host ? 1 : 10;
  std::size_t max_parts = 0;
  for (auto const& text : {texts::random(scale * 60'000, 4, 1), texts::letter(scale * 20'000),
                           texts::copies_with_mutations(scale * 40'000, 500, 2), texts::random(scale * 40'000, 100, 3)})
  {
    auto const expected = reference::sa_is(text);
    bool refused = false;
    std::size_t sorted = 0;
    for (std::size_t limit = largest; !refused; limit -= limit / 6) {
      CAPTURE(limit);
      CAPTURE(text.size());
      detail::CountingResource resource(default_memory_resource());
      HostEntryArray array(text.size(), 5);
      HostEntryArray const untouched = array;
      {
        Workspace workspace(resource);
        TestContext<ExecutionSpace> const context(workspace, {}, Tuning::of<ExecutionSpace>(), {}, text.size());
        auto const code = code_of([&] {
          static_cast<void>(sort_in_parts(*context, {.text = bytes_of_text(text),
                                                     .is_on_host = !detail::works_on_host<ExecutionSpace>,
                                                     .suffix_array = array.entries(),
                                                     .bytes = limit}));
        });
        refused = code.has_value();
        if (refused) CHECK(code == ErrorCode::out_of_memory);
        max_parts = std::max(max_parts, context.statistics.parts);
      }
      CHECK(resource.peak_bytes(memory_kind<typename ExecutionSpace::memory_space>()) <=
            limit + 4 * Workspace::alignment);
      CHECK(array.positions() == (refused ? untouched.positions() : expected));
      sorted += refused ? 0 : 1;
    }
    CHECK(sorted > 1);
  }
  CHECK(max_parts > 2);
}
TEST_CASE_TEMPLATE_APPLY(limits_of_parts, Spaces);

namespace
{

template <class T>
Span<T, Kokkos::HostSpace> span_on_host(std::vector<T>& values)
{
  return Span<T, Kokkos::HostSpace>(values.data(), values.size());
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("out of core: limits that suffice, in little workspace", ExecutionSpace, bounded_out_of_core)
{
  ExecutionSpace const space = own_instance<ExecutionSpace>();
  auto text = texts::random(80'000, 50, 1);
  auto tokens = texts::random_of(texts::sparse_values<std::uint32_t>(700, 2), 30'000, 3);
  auto const expected = reference::sa_is(text);
  std::vector<std::uint32_t> array(text.size());
  std::vector<std::uint32_t> inverse(text.size());
  std::vector<std::uint64_t> of_tokens(tokens.size());
  std::size_t const bound =
      out_of_core_bytes<ExecutionSpace>({.symbols = text.size(), .distinct_symbols = 50, .with_inverse = true});
  std::size_t const bound_of_tokens = out_of_core_bytes<ExecutionSpace>(
      {.symbols = tokens.size(), .symbol_bytes = 4, .distinct_symbols = 700, .samples = tokens.size() / 3});
  expect_bounds(space, {{"bytes, with the inverse", bound,
                         [&](Workspace* workspace) {
                           suffix_array_out_of_core(space, span_on_host(text), span_on_host(array),
                                                    span_on_host(inverse),
                                                    {.workspace = workspace, .device_bytes = bound});
                           CHECK(reference::Positions(array.begin(), array.end()) == expected);
                         }},
                        {"tokens", bound_of_tokens, [&](Workspace* workspace) {
                           suffix_array_out_of_core(space, span_on_host(tokens), span_on_host(of_tokens),
                                                    {.workspace = workspace, .device_bytes = bound_of_tokens});
                         }}});
  auto const sorted_tokens = reference::sa_is(tokens);
  CHECK(std::equal(of_tokens.begin(), of_tokens.end(), sorted_tokens.begin(), sorted_tokens.end()));
}
TEST_CASE_TEMPLATE_APPLY(bounded_out_of_core, Spaces);

TEST_CASE_TEMPLATE_DEFINE("out of core: symbols have 1, 2, 4 or 8 bytes", ExecutionSpace, widths_out_of_core)
{
  for (unsigned const bytes : {0u, 3u, 16u})
    CHECK(code_of([&] { (void)out_of_core_bytes<ExecutionSpace>({.symbols = 1000, .symbol_bytes = bytes}); }) ==
          ErrorCode::invalid_argument);
}
TEST_CASE_TEMPLATE_APPLY(widths_out_of_core, Spaces);

TEST_CASE_TEMPLATE_DEFINE("out of core: runs that their caller stops, and wrong arguments", ExecutionSpace,
                          stopped_out_of_core)
{
  ExecutionSpace const space{};
  auto text = texts::random(9'000, 4, 1);
  std::vector<std::uint32_t> array(text.size());
  Workspace workspace;
  std::size_t calls = 0;
  std::size_t last = 0;
  SuffixArrayOptions options{.workspace = &workspace, .device_bytes = std::size_t{1} << 28, .min_parts = 5};
  options.progress = [&](double fraction) {
    CHECK(fraction >= 0);
    CHECK(fraction <= 1);
    return ++calls != last;
  };
  auto const sort = [&] { suffix_array_out_of_core(space, span_on_host(text), span_on_host(array), options); };
  sort();
  std::size_t const all_calls = calls;
  CHECK(all_calls > 5);
  for (std::size_t const stop : {std::size_t{1}, all_calls / 2, all_calls}) {
    calls = 0;
    last = stop;
    CHECK(code_of(sort) == ErrorCode::cancelled);
    CHECK(calls == stop);
  }
  options = {.algorithm = SuffixArrayAlgorithm::skew};
  CHECK(code_of(sort) == ErrorCode::not_supported);
  options = {};
  array.pop_back();
  CHECK(code_of(sort) == ErrorCode::invalid_argument);
  std::vector<std::uint8_t> bytes(5 * text.size() + 1);
  CHECK(code_of([&] { FiveByteEntries{span_on_host(bytes)}; }) == ErrorCode::invalid_argument);
  text.clear();
  array.clear();
  sort();
  CHECK(burrows_wheeler_transform_out_of_core(space, span_on_host(text), span_on_host(text)) == 0);
}
TEST_CASE_TEMPLATE_APPLY(stopped_out_of_core, Spaces);

TEST_CASE_TEMPLATE_DEFINE("a limit of the device's memory turns a sort into parts, and host text is sorted either way",
                          ExecutionSpace, limited)
{
  ExecutionSpace const space{};
  auto text = texts::copies_with_mutations(40'000, 700, 9);
  auto const expected = reference::sa_is(text);
  auto const near = to_view<ExecutionSpace>(text);
  TestArray<std::uint64_t, ExecutionSpace> const array("array", text.size());
  TestArray<std::uint64_t, ExecutionSpace> const inverse("inverse", text.size());
  std::size_t const bound = suffix_array_workspace_bytes<ExecutionSpace, std::uint64_t>(text.size());
  for (auto const algorithm : {SuffixArrayAlgorithm::automatic, SuffixArrayAlgorithm::sampled_prefix_doubling})
    for (std::size_t const limit : {std::size_t{0}, bound, bound / 2}) {
      SuffixArrayStatistics statistics;
      suffix_array(space, near, array, inverse,
                   {.algorithm = algorithm, .statistics = &statistics, .device_bytes = limit});
      auto const found = to_vector(array);
      CHECK(std::equal(found.begin(), found.end(), expected.begin(), expected.end()));
      // half of it is enough to sort by induction, where that is possible
      bool const may_induce = detail::works_on_host<ExecutionSpace> && algorithm == SuffixArrayAlgorithm::automatic;
      CHECK((statistics.parts != 0) == (limit == bound / 2 && !may_induce));
      CHECK(statistics.workspace_bytes <= std::max(limit, limit == 0 ? bound : 0));
    }
  std::vector<std::uint32_t> on_host(text.size());
  std::vector<std::uint32_t> inverse_on_host(text.size());
  for (std::size_t const limit : {std::size_t{0}, std::size_t{detail::works_on_host<ExecutionSpace> ? 3 : 8} << 20}) {
    std::fill(on_host.begin(), on_host.end(), 0);
    detail::sort_host_text<ExecutionSpace, std::uint8_t, std::uint32_t>(
        space, Span<std::uint8_t const, Kokkos::HostSpace>(text.data(), text.size()), span_on_host(on_host),
        span_on_host(inverse_on_host), {.device_bytes = limit});
    CHECK(reference::Positions(on_host.begin(), on_host.end()) == expected);
    auto const expected_inverse = reference::inverse_of(expected);
    CHECK(std::equal(inverse_on_host.begin(), inverse_on_host.end(), expected_inverse.begin()));
  }
}
TEST_CASE_TEMPLATE_APPLY(limited, Spaces);

}  // namespace lexikos::tests
