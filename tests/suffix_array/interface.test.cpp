// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The interface of suffix_array: views of every kind, options, statistics, errors, instances.

#include <doctest/doctest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <lexikos/suffix_array.hpp>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "system/works_on_host.hpp"
#include "tests/suffix_array/expect.hpp"

using namespace lexikos;
using Algorithm = SuffixArrayAlgorithm;

namespace
{

using tests::code_of;

template <class View>
auto part(View const& view, std::size_t begin, std::size_t end)
{
  return Kokkos::subview(view, std::pair(begin, end));
}

/// Parts of larger views, a text of constants, at odd addresses; what lies around the results stays as it was.
template <class ExecutionSpace, class Index>
void expect_sub_views(std::size_t offset)
{
  ExecutionSpace const space{};
  texts::Text const text = texts::copies_with_mutations(5'000, 100, offset);
  std::size_t const n = text.size();
  tests::Expected<ExecutionSpace> const expected(text);
  texts::Text padded(offset + n + 9, 'A');
  std::copy(text.begin(), text.end(), padded.begin() + static_cast<std::ptrdiff_t>(offset));
  Kokkos::View<std::uint8_t const*, typename ExecutionSpace::memory_space> const all_text =
      tests::to_view<ExecutionSpace>(padded);
  for (Algorithm const algorithm : suffix_array_algorithms<ExecutionSpace>()) {
    CAPTURE(std::string(to_string(algorithm)));
    auto const all_sa = tests::unwritten<ExecutionSpace, Index>(offset + n + 9);
    auto const all_inverse = tests::unwritten<ExecutionSpace, Index>(offset + n + 9);
    auto const sa = part(all_sa, offset, offset + n);
    // the inverse is a view of another type than the array
    Span<Index, typename ExecutionSpace::memory_space> const inverse(all_inverse.data() + offset, n);
    suffix_array(space, part(all_text, offset, offset + n), sa, inverse, {.algorithm = algorithm});
    tests::expect_equal(sa, expected.suffix_array, "suffix_array");
    tests::expect_equal(part(all_inverse, offset, offset + n), expected.inverse, "inverse");
    for (auto const& around : {tests::to_vector(all_sa), tests::to_vector(all_inverse)}) {
      auto const untouched = [](Index value) { return value == std::numeric_limits<Index>::max(); };
      CHECK(std::all_of(around.begin(), around.begin() + static_cast<std::ptrdiff_t>(offset), untouched));
      CHECK(std::all_of(around.begin() + static_cast<std::ptrdiff_t>(offset + n), around.end(), untouched));
    }
  }
}

/// Views that own nothing, and no options.
template <class ExecutionSpace>
void expect_spans()
{
  ExecutionSpace const space{};
  texts::Text const text = texts::random(1'000, 5, 1);
  tests::Expected<ExecutionSpace> const expected(text);
  auto const sa = tests::unwritten<ExecutionSpace, std::uint32_t>(text.size());
  auto const inverse = tests::unwritten<ExecutionSpace, std::uint32_t>(text.size());
  Span<std::uint32_t, typename ExecutionSpace::memory_space> const sa_span(sa.data(), sa.extent(0));
  Span<std::uint32_t, typename ExecutionSpace::memory_space> const inverse_span(inverse.data(), inverse.extent(0));
  suffix_array(space,
               Span<std::uint8_t const, typename ExecutionSpace::memory_space>(expected.text.data(), text.size()),
               sa_span, inverse_span);
  tests::expect_equal(sa, expected.suffix_array, "suffix_array");
  tests::expect_equal(inverse, expected.inverse, "inverse");
}

/// Those that sort by rounds, which statistics tell of.
template <class ExecutionSpace>
std::vector<Algorithm> algorithms_of_rounds()
{
  auto algorithms = suffix_array_algorithms<ExecutionSpace>();
  std::erase(algorithms, Algorithm::libdivsufsort);
  std::erase(algorithms, Algorithm::induced_sorting);
  return algorithms;
}

/// Whatever ran before: the same text again takes nothing more, a shorter one neither, and all is given back.
template <class ExecutionSpace, class Index>
void expect_workspace_is_reused(Algorithm algorithm)
{
  ExecutionSpace const space{};
  Workspace workspace;
  SuffixArrayStatistics statistics;
  SuffixArrayOptions const options{.algorithm = algorithm, .workspace = &workspace, .statistics = &statistics};
  tests::Expected<ExecutionSpace> const large(texts::copies_with_mutations(100'000, 1'000, 1));
  tests::Expected<ExecutionSpace> const small(texts::random(3'000, 4, 1));
  tests::expect_without_inverse<Index>(space, large, options);
  tests::expect_without_inverse<Index>(space, large, options);
  std::size_t const peak = statistics.workspace_bytes;
  std::size_t const held = workspace.allocated_bytes();
  tests::expect_without_inverse<Index>(space, large, options);
  CHECK(statistics.workspace_bytes == peak);
  CHECK(workspace.allocated_bytes() == held);
  tests::expect_with_inverse<Index>(space, small, options);
  CHECK(statistics.workspace_bytes <= peak);
  CHECK(workspace.allocated_bytes() == held);
  tests::expect_without_inverse<Index>(space, large, options);
  CHECK(statistics.workspace_bytes == peak);
  CHECK(workspace.allocated_bytes() == held);
  workspace.reset_peak();
  CHECK(workspace.peak_bytes() == 0);
}

template <class ExecutionSpace, class Index>
void expect_workspace_is_bounded(texts::Named const& named, Algorithm algorithm, bool with_inverse)
{
  CAPTURE(named.name);
  CAPTURE(with_inverse);
  CAPTURE(std::string(to_string(algorithm)));
  ExecutionSpace const space{};
  Workspace workspace;
  SuffixArrayStatistics statistics;
  SuffixArrayOptions const options{.algorithm = algorithm, .workspace = &workspace, .statistics = &statistics};
  tests::Expected<ExecutionSpace> const expected(named.text);
  if (with_inverse)
    tests::expect_with_inverse<Index>(space, expected, options);
  else
    tests::expect_without_inverse<Index>(space, expected, options);
  std::size_t const bound =
      suffix_array_workspace_bytes<ExecutionSpace, Index>(named.text.size(), algorithm, with_inverse);
  CHECK(statistics.workspace_bytes <= bound);
  CHECK(workspace.peak_bytes() == statistics.workspace_bytes);
}

/// Beside both arrays, where no more than a fifth of the suffixes is sampled.
template <class ExecutionSpace>
void expect_low_memory(texts::Named const& named)
{
  CAPTURE(named.name);
  ExecutionSpace const space{};
  auto const text = tests::to_view<ExecutionSpace>(named.text);
  std::size_t const n = named.text.size();
  auto const sa = tests::unwritten<ExecutionSpace, std::uint32_t>(n);
  auto const inverse = tests::unwritten<ExecutionSpace, std::uint32_t>(n);
  SuffixArrayStatistics statistics;
  SuffixArrayOptions const options{
      .algorithm = Algorithm::sampled_prefix_doubling, .statistics = &statistics, .low_memory = true};
  suffix_array(space, text, sa, inverse, options);
  CHECK(statistics.sampled <= n / 5);
  std::size_t const counters = detail::works_on_host<ExecutionSpace> ? 0 : std::size_t{8} << 20;
  CHECK(statistics.workspace_bytes < 4 * n + counters);
}

template <class ExecutionSpace>
void expect_statistics(texts::Named const& named, Algorithm algorithm)
{
  CAPTURE(named.name);
  CAPTURE(std::string(to_string(algorithm)));
  ExecutionSpace const space{};
  tests::Expected<ExecutionSpace> const expected(named.text);
  auto symbols = named.text;
  std::sort(symbols.begin(), symbols.end());
  auto const alphabet = std::unique(symbols.begin(), symbols.end()) - symbols.begin();

  SuffixArrayStatistics statistics;
  statistics.unsorted = {1, 2, 3};  // of a run before
  statistics.steps = {{"another", 1.0}};
  SuffixArrayOptions const options{.algorithm = algorithm, .statistics = &statistics};
  tests::expect_without_inverse<std::uint32_t>(space, expected, options);
  CHECK(statistics.algorithm == algorithm);
  CHECK(statistics.alphabet_size == alphabet);
  CHECK(statistics.first_depth >= (algorithm == Algorithm::prefix_doubling ? 8 : 6));
  CHECK(statistics.steps.empty());
  CHECK(statistics.seconds > 0);
  REQUIRE_FALSE(statistics.unsorted.empty());
  CHECK(statistics.unsorted.front() < named.text.size());
  CHECK(statistics.unsorted.back() == 0);
  // in every round the unsorted suffix nearest to the end finds its place at least
  CHECK(std::adjacent_find(statistics.unsorted.begin(), statistics.unsorted.end(), std::less_equal{}) ==
        statistics.unsorted.end());
  CHECK(statistics.rounds() == statistics.unsorted.size() - 1);

  auto const untimed = statistics;
  auto timed = options;
  timed.time_steps = true;
  tests::expect_with_inverse<std::uint32_t>(space, expected, timed);
  // later counts may depend on the order of equal suffixes, which no run promises
  CHECK(statistics.unsorted.front() == untimed.unsorted.front());
  CHECK(statistics.first_depth == untimed.first_depth);
  REQUIRE_FALSE(statistics.steps.empty());
  double sum = 0;
  for (auto const& step : statistics.steps) {
    CHECK(step.seconds >= 0);
    CHECK(std::count_if(statistics.steps.begin(), statistics.steps.end(),
                        [&](auto const& other) { return other.name == step.name; }) == 1);
    sum += step.seconds;
  }
  CHECK(sum <= statistics.seconds);
}

std::vector<texts::Named> texts_with_rounds()
{
  return {{"copies", texts::copies_with_mutations(50'000, 1'000, 9)},
          {"one letter", texts::letter(20'000)},
          {"Fibonacci", texts::fibonacci(30'000)},
          {"repeated", texts::repeated(10'000, 3, 1)}};
}

template <class ExecutionSpace>
void expect_progress(Algorithm algorithm)
{
  CAPTURE(std::string(to_string(algorithm)));
  ExecutionSpace const space{};
  for (auto const& named : texts_with_rounds()) {
    CAPTURE(named.name);
    tests::Expected<ExecutionSpace> const expected(named.text);
    std::vector<double> fractions;
    SuffixArrayOptions options{.algorithm = algorithm};
    options.progress = [&](double fraction) {
      fractions.push_back(fraction);
      return true;
    };
    tests::expect_without_inverse<std::uint32_t>(space, expected, options);
    REQUIRE_FALSE(fractions.empty());
    CHECK(std::is_sorted(fractions.begin(), fractions.end()));
    CHECK(fractions.front() >= 0);
    CHECK(fractions.back() == 1.0);
    CHECK(std::ranges::count(fractions, 1.0) == 1);

    // stopped at every step in turn; the same workspace serves afterwards
    Workspace workspace;
    options.workspace = &workspace;
    for (std::size_t stop = 0; stop < fractions.size(); ++stop) {
      std::size_t calls = 0;
      options.progress = [&](double) { return calls++ < stop; };
      auto const sa = tests::unwritten<ExecutionSpace, std::uint32_t>(named.text.size());
      CHECK(code_of([&] { suffix_array(space, expected.text, sa, options); }) == ErrorCode::cancelled);
      CHECK(calls == stop + 1);
      workspace.reset_peak();
      CHECK(workspace.peak_bytes() == 0);
    }
    options.progress = {};
    tests::expect_without_inverse<std::uint32_t>(space, expected, options);
  }
}

template <class ExecutionSpace>
void expect_refusals()
{
  ExecutionSpace const space{};
  tests::TestArray<std::uint8_t, ExecutionSpace> const text("text", 10);
  auto const right = tests::unwritten<ExecutionSpace, std::uint32_t>(10);
  for (std::size_t const n : {0u, 9u, 11u}) {
    auto const wrong = tests::unwritten<ExecutionSpace, std::uint32_t>(n);
    CHECK(code_of([&] { suffix_array(space, text, wrong); }) == ErrorCode::invalid_argument);
    CHECK(code_of([&] { suffix_array(space, text, wrong, right); }) == ErrorCode::invalid_argument);
    CHECK(code_of([&] { suffix_array(space, text, right, wrong); }) == ErrorCode::invalid_argument);
  }
  auto const algorithms = suffix_array_algorithms<ExecutionSpace>();
  bool const has_libdivsufsort =
      std::find(algorithms.begin(), algorithms.end(), Algorithm::libdivsufsort) != algorithms.end();
  if (!detail::works_on_host<ExecutionSpace>) CHECK_FALSE(has_libdivsufsort);
  if (!has_libdivsufsort) {
    SuffixArrayOptions const options{.algorithm = Algorithm::libdivsufsort};
    CHECK(code_of([&] { suffix_array(space, text, right, options); }) == ErrorCode::not_supported);
  }
  auto const untouched = tests::to_vector(right);
  CHECK(std::count(untouched.begin(), untouched.end(), 0xFFFFFFFFu) == 10);
}

/// Extents alone decide, before any memory is touched: there is none behind these views.
template <class ExecutionSpace>
void expect_too_long_texts_to_be_refused()
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  ExecutionSpace const space{};
  for (std::size_t const n : {std::size_t{0xFFFFFFFF}, std::size_t{1} << 32, std::size_t{1} << 40}) {
    CAPTURE(n);
    Span<std::uint8_t const, MemorySpace> const text(nullptr, n);
    Span<std::uint32_t, MemorySpace> const sa(nullptr, n);
    CHECK(code_of([&] { suffix_array(space, text, sa); }) == ErrorCode::invalid_argument);
    CHECK(code_of([&] { suffix_array(space, text, sa, sa); }) == ErrorCode::invalid_argument);
    // an index type that would do, but another length
    Span<std::uint64_t, MemorySpace> const shorter(nullptr, n - 1);
    CHECK(code_of([&] { suffix_array(space, text, shorter); }) == ErrorCode::invalid_argument);
  }
}

template <class ExecutionSpace>
void expect_instances()
{
  ExecutionSpace const space{};
  std::vector<ExecutionSpace> instances =
      Kokkos::Experimental::partition_space(space, std::vector<int>(space.concurrency() > 1 ? 2 : 1, 1));
#ifdef KOKKOS_ENABLE_OPENMP
  if constexpr (std::is_same_v<ExecutionSpace, Kokkos::OpenMP>) instances.emplace_back(1);  // of one thread
#endif
  instances.emplace_back();
  tests::Expected<ExecutionSpace> const first(texts::copies_with_mutations(20'000, 300, 1));
  tests::Expected<ExecutionSpace> const second(texts::fibonacci(20'000));
  for (auto const& instance : instances) {
    tests::expect_with_inverse<std::uint32_t>(instance, first, {});
    tests::expect_without_inverse<std::uint64_t>(instance, second, {});
  }
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("suffix_array takes sub-views", ExecutionSpace, sub_views)
{
  for (std::size_t const offset : {1u, 2u, 3u, 7u, 64u}) {
    CAPTURE(offset);
    expect_sub_views<ExecutionSpace, std::uint32_t>(offset);
    expect_sub_views<ExecutionSpace, std::uint64_t>(offset);
  }
  expect_spans<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(sub_views, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("suffix_array reuses a workspace", ExecutionSpace, workspaces)
{
  for (Algorithm const algorithm : suffix_array_algorithms<ExecutionSpace>()) {
    expect_workspace_is_reused<ExecutionSpace, std::uint32_t>(algorithm);
    expect_workspace_is_reused<ExecutionSpace, std::uint64_t>(algorithm);
  }
}
TEST_CASE_TEMPLATE_APPLY(workspaces, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("suffix_array takes no more workspace than it says" * doctest::test_suite("long"),
                          ExecutionSpace, bounds)
{
  std::vector<texts::Named> named = texts_with_rounds();
  named.push_back({"empty", {}});
  named.push_back({"one symbol", texts::letter(1)});
  named.push_back({"random", texts::random(100'000, 256, 1)});
  named.push_back({"one letter, long", texts::letter(1'000'000)});
  named.push_back({"repeated, long", texts::repeated(250'000, 4, 1)});
  named.push_back({"four long groups", texts::periodic(400'000, 4, 400'000)});
  named.push_back({"three times, long", texts::periodic(600'000, 200'000, 600'000)});
  for (auto const& text : named)
    for (Algorithm const algorithm : suffix_array_algorithms<ExecutionSpace>())
      for (bool const with_inverse : {false, true}) {
        expect_workspace_is_bounded<ExecutionSpace, std::uint32_t>(text, algorithm, with_inverse);
        expect_workspace_is_bounded<ExecutionSpace, std::uint64_t>(text, algorithm, with_inverse);
      }
}
TEST_CASE_TEMPLATE_APPLY(bounds, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("suffix_array takes as little memory as it says", ExecutionSpace, low_memory)
{
  // so long that a device would scatter by blocks, and that what each thread of the host takes does not matter
  std::size_t const n = detail::works_on_host<ExecutionSpace>
                            ? static_cast<std::size_t>(ExecutionSpace().concurrency()) << 19
                            : std::size_t{1} << 24;
  expect_low_memory<ExecutionSpace>({"DNA", texts::random(n, 4, 1)});
  expect_low_memory<ExecutionSpace>({"bytes", texts::random(n, 256, 2)});
  expect_low_memory<ExecutionSpace>({"copies", texts::copies_with_mutations(n, 10'000, 3)});
}
TEST_CASE_TEMPLATE_APPLY(low_memory, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("suffix_array tells what it did", ExecutionSpace, tells)
{
  for (auto const& named : texts_with_rounds())
    for (Algorithm const algorithm : algorithms_of_rounds<ExecutionSpace>())
      if (algorithm != Algorithm::skew)  // has levels instead
        expect_statistics<ExecutionSpace>(named, algorithm);
}
TEST_CASE_TEMPLATE_APPLY(tells, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("suffix_array tells its progress and can be stopped", ExecutionSpace, progress)
{
  for (Algorithm const algorithm : suffix_array_algorithms<ExecutionSpace>())
    expect_progress<ExecutionSpace>(algorithm);
}
TEST_CASE_TEMPLATE_APPLY(progress, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("suffix_array refuses what does not fit together", ExecutionSpace, refusals)
{
  expect_refusals<ExecutionSpace>();
  expect_too_long_texts_to_be_refused<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(refusals, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("suffix_array runs on one instance after the other", ExecutionSpace, instances)
{
  expect_instances<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(instances, tests::Spaces);

TEST_CASE("libdivsufsort says what it takes beside text and array")
{
  using Host = Kokkos::DefaultHostExecutionSpace;
  constexpr std::size_t beyond = std::size_t{1} << 31;
  std::size_t const little =
      (std::size_t{1} << 20) * (1 + static_cast<std::size_t>(Host().concurrency()));  // the choice of `automatic`
  CHECK(suffix_array_workspace_bytes<Host, std::uint32_t>(beyond - 1, Algorithm::libdivsufsort) <= little);
  CHECK(suffix_array_workspace_bytes<Host, std::uint32_t>(beyond, Algorithm::libdivsufsort) >= 8 * beyond);
  CHECK(suffix_array_workspace_bytes<Host, std::uint32_t>(beyond, Algorithm::libdivsufsort) <= 8 * beyond + little);
  CHECK(suffix_array_workspace_bytes<Host, std::uint64_t>(beyond, Algorithm::libdivsufsort) <= little);
}

TEST_CASE("algorithms have names")
{
  for (Algorithm const algorithm :
       {Algorithm::automatic, Algorithm::prefix_doubling, Algorithm::sampled_prefix_doubling,
        Algorithm::larsson_sadakane, Algorithm::osipov, Algorithm::skew, Algorithm::hybrid, Algorithm::induced_sorting,
        Algorithm::libdivsufsort})
    CHECK(suffix_array_algorithm(to_string(algorithm)) == algorithm);
  CHECK(code_of([] { (void)suffix_array_algorithm("bubble_sort"); }) == ErrorCode::invalid_argument);
  CHECK(code_of([] { (void)suffix_array_algorithm(""); }) == ErrorCode::invalid_argument);
}
