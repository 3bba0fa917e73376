// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The arrays of the paper, walk steps, parts of views, errors, real texts.

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <lexikos/lcp.hpp>
#include <lexikos/repeated_substrings.hpp>
#include <lexikos/suffix_array.hpp>
#include <utility>

#include "tests/code_of.hpp"
#include "tests/longest_repeats/expect.hpp"

using namespace lexikos;

namespace
{

/// Raw and compact arrays, and the steps over them, by their definitions.
template <class ExecutionSpace, class Index>
void expect_left_bounded(texts::Text const& text)
{
  ExecutionSpace const space{};
  std::size_t const n = text.size();
  tests::DeviceArrays<ExecutionSpace, Index> const arrays{tests::TextArrays<Index>(text)};
  auto const expected = tests::naive_repeats(text).left_bounded;
  tests::TestArray<Index, ExecutionSpace> const raw("raw", n), starts("starts", n), lengths("lengths", n);
  left_bounded_repeats(space, arrays.isa, arrays.lcp, raw);
  space.fence();
  CHECK(tests::first_difference(tests::to_vector(raw), expected) == "");

  std::vector<std::size_t> useful;  // a repeat is useless if another contains it
  for (std::size_t i = 0; i < n; ++i) {
    bool contained = expected[i] == 0;
    for (std::size_t j = 0; j < n; ++j)
      contained |= j != i && j <= i && j + expected[j] >= i + expected[i] && expected[j] > expected[i];
    if (!contained) useful.push_back(i);
  }
  REQUIRE(useful_repeats(space, arrays.isa, arrays.lcp, starts, lengths) == useful.size());
  auto const s = tests::to_vector(starts), l = tests::to_vector(lengths);
  for (std::size_t u = 0; u < useful.size(); ++u) {
    CAPTURE(u);
    REQUIRE(s[u] == useful[u]);
    REQUIRE(l[u] == expected[useful[u]]);
  }

  auto const steps_over = [&](auto const& list) {
    RepeatWalkSteps steps{static_cast<std::uint64_t>(-1), 0, 0};
    std::uint64_t sum = 0;
    for (std::size_t k = 0; k < n; ++k) {
      std::uint64_t covering = 0;
      for (std::size_t const i : list) covering += i <= k && k < i + expected[i];
      steps.minimum = std::min(steps.minimum, covering);
      steps.maximum = std::max(steps.maximum, covering);
      sum += covering;
    }
    steps.mean = static_cast<double>(sum) / static_cast<double>(n);
    return steps;
  };
  std::vector<std::size_t> every(n);
  for (std::size_t i = 0; i < n; ++i) every[i] = i;
  auto const walks = repeat_walks(space, arrays.isa, arrays.lcp);
  CHECK(walks.useful == useful.size());
  auto const expect_steps = [](RepeatWalkSteps const& found, RepeatWalkSteps const& wanted) {
    CHECK(found.minimum == wanted.minimum);
    CHECK(found.maximum == wanted.maximum);
    CHECK(found.mean == doctest::Approx(wanted.mean));
  };
  expect_steps(walks.raw, steps_over(every));
  expect_steps(walks.compact, steps_over(useful));
}

/// Results in parts of larger views; what lies around them stays.
template <class ExecutionSpace, class Index>
void expect_parts()
{
  ExecutionSpace const space{};
  auto const text = texts::copies_with_mutations(20'000, 300, 9);
  std::size_t const n = text.size();
  tests::DeviceArrays<ExecutionSpace, Index> const arrays{tests::TextArrays<Index>(text)};
  std::vector<Index> starts, lengths;
  auto const inverse = tests::to_vector(arrays.isa), lcp = tests::to_vector(arrays.lcp);
  reference::leftmost_longest_repeats(inverse.data(), lcp.data(), n, [&](auto, std::size_t start, std::size_t length) {
    starts.push_back(static_cast<Index>(start));
    lengths.push_back(static_cast<Index>(length));
  });
  for (auto const algorithm : tests::repeat_algorithms) {
    CAPTURE(std::string(to_string(algorithm)));
    tests::TestArray<Index, ExecutionSpace> const all("all", 2 * n + 3);
    Kokkos::deep_copy(all, static_cast<Index>(77));
    auto const part = [&](std::size_t begin) { return Kokkos::subview(all, std::pair(begin, begin + n)); };
    Workspace workspace;
    LongestRepeatsStatistics statistics;
    longest_repeats(space, arrays.isa, arrays.lcp, part(1), part(n + 2),
                    {.algorithm = algorithm, .workspace = &workspace, .statistics = &statistics});
    auto const found = tests::to_vector(all);
    auto const found_at = [&](std::size_t begin) {
      auto const first = found.begin() + static_cast<std::ptrdiff_t>(begin);
      return std::vector<Index>(first, first + static_cast<std::ptrdiff_t>(n));
    };
    CHECK(tests::first_difference(found_at(1), starts) == "");
    CHECK(tests::first_difference(found_at(n + 2), lengths) == "");
    for (std::size_t const around : {std::size_t{0}, n + 1, 2 * n + 2}) CHECK(found[around] == 77);
    CHECK(workspace.peak_bytes() >= n * sizeof(Index));
    CHECK(workspace.peak_bytes() <= longest_repeats_workspace_bytes<ExecutionSpace, Index>(n, algorithm));
    CHECK(statistics.algorithm != LongestRepeatsAlgorithm::automatic);
    CHECK(statistics.seconds > 0);
  }
}

template <class ExecutionSpace>
void expect_errors_and_empty()
{
  ExecutionSpace const space{};
  using View = tests::TestArray<std::uint32_t, ExecutionSpace>;
  using Offsets = tests::TestArray<std::uint64_t, ExecutionSpace>;
  View const three("three", 3), two("two", 2), empty("empty", 0);
  Offsets const four("four", 4);
  auto const refused = [&](auto const& call) { CHECK(tests::code_of(call) == ErrorCode::invalid_argument); };
  refused([&] { longest_repeats(space, three, two, three, three); });
  refused([&] { longest_repeats(space, three, three, two, three); });
  refused([&] { longest_repeats(space, three, three, three, two); });
  refused([&] { (void)count_longest_repeats(space, three, three, Offsets("three", 3), three); });
  refused([&] { list_longest_repeats(space, three, three, four, two); });
  refused([&] { (void)useful_repeats(space, three, three, two, three); });
  refused([&] { (void)repeat_walks(space, three, two); });
  refused([&] { (void)longest_common_substring(space, 4, three, three); });
  refused([&] { (void)longest_repeated_substrings(space, three, two, three); });
  refused([&] { (void)longest_repeats_algorithm("fast"); });
  View const six("six", 6);
  refused([&] { (void)maximal_repeats(space, three, three, two, six, six, six); });
  refused([&] { (void)maximal_repeats(space, three, two, three, six, six, six); });
  refused([&] { (void)maximal_repeats(space, three, three, three, six, two, six); });
  refused([&] { (void)maximal_repeats(space, three, three, three, six, six, two); });
  refused([&] { (void)longest_common_substring(space, 1, three, two); });
  refused([&] { left_bounded_repeats(space, three, two, three); });
  CHECK(longest_repeats_algorithm("compact") == LongestRepeatsAlgorithm::compact);

  longest_repeats(space, empty, empty, empty, empty);
  Offsets const one("one", 1);
  CHECK(count_longest_repeats(space, empty, empty, one, empty) == 0);
  list_longest_repeats(space, empty, empty, one, empty);
  CHECK(useful_repeats(space, empty, empty, empty, empty) == 0);
  CHECK(repeat_walks(space, empty, empty).useful == 0);
  CHECK(longest_repeated_substrings(space, empty, empty, empty).count == 0);
  CHECK(longest_common_substring(space, 0, empty, empty).length == 0);
}

/// The first bytes of a packed text of the corpus; empty where it is not there.
texts::Text prefix_of(std::string const& name, std::size_t bytes)
{
  namespace fs = std::filesystem;
  char const* const folder = std::getenv("LEXIKOS_CORPUS");
  char const* const root = std::getenv("LEXIKOS_SOURCE_DIR");
  fs::path const corpus =
      folder != nullptr ? fs::path(folder) : fs::path(root != nullptr ? root : ".") / ".." / "shared" / "corpus";
  fs::path const packed = corpus / (name + ".xz");
  if (!fs::exists(packed)) return {};
  std::FILE* const pipe = popen(("xz -dc '" + packed.string() + "' 2> /dev/null").c_str(), "r");
  if (pipe == nullptr) return {};
  texts::Text text(bytes);
  text.resize(std::fread(text.data(), 1, bytes, pipe));
  pclose(pipe);
  return text;
}

template <class ExecutionSpace>
void expect_real_text(std::string const& name)
{
  auto const text = prefix_of(name, 400'000);
  if (text.empty()) {
    MESSAGE("skipped: there is no " << name << ".xz; set LEXIKOS_CORPUS");
    return;
  }
  ExecutionSpace const space{};
  std::size_t const n = text.size();
  auto const device_text = tests::to_view<ExecutionSpace>(text);
  tests::TestArray<std::uint32_t, ExecutionSpace> const sa("sa", n), isa("isa", n), lcp("lcp", n), starts("starts", n),
      lengths("lengths", n);
  suffix_array(space, device_text, sa, isa);
  lcp_array(space, device_text, sa, isa, lcp);
  std::vector<std::uint32_t> expected_starts, expected_lengths;
  auto const inverse = tests::to_vector(isa), common = tests::to_vector(lcp);
  reference::leftmost_longest_repeats(inverse.data(), common.data(), n,
                                      [&](auto, std::size_t start, std::size_t length) {
                                        expected_starts.push_back(static_cast<std::uint32_t>(start));
                                        expected_lengths.push_back(static_cast<std::uint32_t>(length));
                                      });
  for (auto const algorithm : tests::repeat_algorithms) {
    longest_repeats(space, isa, lcp, starts, lengths, {.algorithm = algorithm});
    CHECK(tests::first_difference(tests::to_vector(starts), expected_starts) == "");
    CHECK(tests::first_difference(tests::to_vector(lengths), expected_lengths) == "");
  }
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("raw and compact arrays, and the walks over them", ExecutionSpace, left_bounded)
{
  for (auto const& text : {texts::text_of("mississippi"), texts::letter(50), texts::random(300, 4, 1),
                           texts::random(300, 256, 2), texts::fibonacci(400), texts::periodic(300, 9, 200)})
  {
    expect_left_bounded<ExecutionSpace, std::uint32_t>(text);
    expect_left_bounded<ExecutionSpace, std::uint64_t>(text);
  }
}
TEST_CASE_TEMPLATE_APPLY(left_bounded, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("longest repeats in parts of views", ExecutionSpace, parts)
{
  expect_parts<ExecutionSpace, std::uint32_t>();
  expect_parts<ExecutionSpace, std::uint64_t>();
}
TEST_CASE_TEMPLATE_APPLY(parts, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("wrong sizes are refused, empty texts are not", ExecutionSpace, errors)
{
  expect_errors_and_empty<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(errors, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("prefixes of real texts", ExecutionSpace, real)
{
  for (auto const* const name : {"E.coli", "bible.txt", "proteins"}) expect_real_text<ExecutionSpace>(name);
}
TEST_CASE_TEMPLATE_APPLY(real, tests::Spaces);
