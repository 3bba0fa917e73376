// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the signatures refuse, how much workspace is taken, progress, and the smallest positions of repeats.

#include <algorithm>
#include <functional>
#include <lexikos/range_minimum.hpp>
#include <lexikos/repeated_substrings.hpp>
#include <string>
#include <vector>

#include "tests/longest_repeats/expect.hpp"
#include "tests/progress.hpp"
#include "tests/workspace_bounds.hpp"

using namespace lexikos;

namespace
{

using Space = Kokkos::DefaultExecutionSpace;

template <class T>
using View = Kokkos::View<T, Space::memory_space>;

template <class Arrays, class Results, class Offsets>
concept HasRepeats = requires(Space space, Arrays in, Results out, Offsets offsets)
{
  longest_repeats(space, in, in, out, out);
  count_longest_repeats(space, in, in, offsets, out);
  list_longest_repeats(space, in, in, offsets, out);
  left_bounded_repeats(space, in, in, out);
  useful_repeats(space, in, in, out, out);
  repeat_walks(space, in, in);
  longest_repeated_substrings(space, in, out, out);
  longest_common_substring(space, std::size_t{0}, in, in);
};

template <class Arrays, class Results>
concept HasLongestRepeats = requires(Space space, Arrays in, Results out)
{
  longest_repeats(space, in, in, out, out);
};

template <class Inverse, class Lcp>
concept HasWalks = requires(Space space, Inverse inverse, Lcp lcp)
{
  repeat_walks(space, inverse, lcp);
};

template <class Arrays, class Results, class Offsets>
concept HasCount = requires(Space space, Arrays in, Results out, Offsets offsets)
{
  count_longest_repeats(space, in, in, offsets, out);
};

template <class Text, class Arrays, class Results>
concept HasMaximal = requires(Space space, Text text, Arrays in, Results out)
{
  maximal_repeats(space, text, in, in, out, out, out);
};

using Array32 = View<std::uint32_t*>;
using Array64 = View<std::uint64_t*>;
using Const32 = View<std::uint32_t const*>;

static_assert(HasRepeats<Const32, Array32, Array64>);
static_assert(HasRepeats<Array64, Array64, Array64>);
template <class Index>
concept HasSize = requires
{
  useful_repeats_workspace_bytes<Space, Index>(1);
};
static_assert(HasSize<std::uint64_t>);
static_assert(!HasSize<std::uint16_t>, "arrays are of 32 or 64 bits");
static_assert(!HasLongestRepeats<Array32, Array64>, "results have the type of the arrays");
static_assert(!HasLongestRepeats<Array32, Const32>, "results can be written");
static_assert(!HasLongestRepeats<View<std::uint16_t*>, View<std::uint16_t*>>, "arrays are of 32 or 64 bits");
static_assert(!HasWalks<Array32, Array64>, "arrays have one type");
static_assert(!HasCount<Array32, Array32, Array32>, "offsets are of 64 bits");
static_assert(HasMaximal<View<std::uint16_t const*>, Const32, Array32>);
static_assert(!HasMaximal<View<char*>, Array32, Array32>, "texts are of unsigned integers");
static_assert(!HasMaximal<View<std::uint8_t*>, Array32, Array64>, "results have the type of the arrays");

/// All functions of both headers, on one text.
template <class ExecutionSpace, class Index>
class Calls
{
 public:
  explicit Calls(texts::Text const& text)
      : m_arrays(tests::TextArrays<Index>(text)),
        m_text(tests::to_view<ExecutionSpace>(text)),
        m_starts("starts", text.size()),
        m_lengths("lengths", text.size()),
        m_others("others", text.size()),
        m_offsets("offsets", text.size() + 1)
  {
    auto const total = count_longest_repeats(m_space, m_arrays.isa, m_arrays.lcp, m_offsets, m_lengths);
    m_all = tests::TestArray<Index, ExecutionSpace>("all", total);
  }

  struct Options
  {
    LongestRepeatsAlgorithm algorithm;
    Workspace* workspace;
    Progress progress;
  };

  struct Function
  {
    std::string name;
    std::size_t bound;
    std::function<void(Options const&)> call;
  };

  [[nodiscard]] std::vector<Function> with_algorithm(LongestRepeatsAlgorithm algorithm) const
  {
    std::size_t const bound = longest_repeats_workspace_bytes<ExecutionSpace, Index>(n(), algorithm);
    auto const of = [](Options const& o) {
      return LongestRepeatsOptions{.algorithm = o.algorithm, .workspace = o.workspace, .progress = o.progress};
    };
    return {{"longest_repeats", bound,
             [this, of](Options const& o) {
               longest_repeats(m_space, m_arrays.isa, m_arrays.lcp, m_starts, m_lengths, of(o));
               m_space.fence();
             }},
            {"count_longest_repeats", bound,
             [this, of](Options const& o) {
               (void)count_longest_repeats(m_space, m_arrays.isa, m_arrays.lcp, m_offsets, m_lengths, of(o));
             }},
            {"list_longest_repeats", bound, [this, of](Options const& o) {
               list_longest_repeats(m_space, m_arrays.isa, m_arrays.lcp, m_offsets, m_all, of(o));
             }}};
  }

  [[nodiscard]] std::vector<Function> others() const
  {
    auto const of = [](Options const& o) { return RepeatsOptions{.workspace = o.workspace, .progress = o.progress}; };
    return {{"useful_repeats", useful_repeats_workspace_bytes<ExecutionSpace, Index>(n()),
             [this, of](Options const& o) {
               (void)useful_repeats(m_space, m_arrays.isa, m_arrays.lcp, m_starts, m_lengths, of(o));
             }},
            {"repeat_walks", repeat_walks_workspace_bytes<ExecutionSpace, Index>(n()),
             [this, of](Options const& o) { (void)repeat_walks(m_space, m_arrays.isa, m_arrays.lcp, of(o)); }},
            {"maximal_repeats", maximal_repeats_workspace_bytes<ExecutionSpace, Index>(n()),
             [this](Options const& o) {
               (void)maximal_repeats(m_space, m_text, m_arrays.sa, m_arrays.lcp, m_starts, m_others, m_lengths,
                                     {.workspace = o.workspace, .progress = o.progress});
             }},
            {"longest_repeated_substrings", longest_repeated_substrings_workspace_bytes<ExecutionSpace, Index>(n()),
             [this, of](Options const& o) {
               (void)longest_repeated_substrings(m_space, m_arrays.lcp, m_starts, m_others, of(o));
             }},
            {"longest_common_substring", longest_common_substring_workspace_bytes<ExecutionSpace, Index>(n()),
             [this, of](Options const& o) {
               (void)longest_common_substring(m_space, n() / 2, m_arrays.sa, m_arrays.lcp, of(o));
             }}};
  }

  [[nodiscard]] ExecutionSpace const& space() const { return m_space; }

 private:
  [[nodiscard]] std::size_t n() const { return m_text.extent(0); }

  ExecutionSpace m_space = tests::own_instance<ExecutionSpace>();
  tests::DeviceArrays<ExecutionSpace, Index> m_arrays;
  tests::TestArray<std::uint8_t, ExecutionSpace> m_text;
  tests::TestArray<Index, ExecutionSpace> m_starts, m_lengths, m_others, m_all;
  tests::TestArray<std::uint64_t, ExecutionSpace> m_offsets;
};

template <class ExecutionSpace, class Index>
void expect_workspace_bounds()
{
  for (std::size_t const n : {1u, 33u, 1'000u, 70'000u}) {
    CAPTURE(n);
    Calls<ExecutionSpace, Index> const calls(texts::copies_with_mutations(n, 300, 9));
    std::vector<tests::BoundedCall> bounded;
    auto const add = [&](auto const& functions, LongestRepeatsAlgorithm algorithm) {
      for (auto const& [name, bound, call] : functions)
        bounded.push_back(
            {name + " " + std::string(to_string(algorithm)), bound, [algorithm, call](Workspace* workspace) {
               call({algorithm, workspace, {}});
             }});
    };
    for (auto const algorithm : tests::repeat_algorithms) add(calls.with_algorithm(algorithm), algorithm);
    add(calls.others(), LongestRepeatsAlgorithm::automatic);
    tests::expect_bounds(calls.space(), bounded);
  }
}

template <class ExecutionSpace>
void expect_all_progress()
{
  for (std::size_t const n : {0u, 1u, 3'000u, 300'000u}) {
    CAPTURE(n);
    Calls<ExecutionSpace, std::uint32_t> const calls(texts::copies_with_mutations(n, 1'000, 3));
    auto const expect = [&](auto const& function, LongestRepeatsAlgorithm algorithm) {
      CAPTURE(function.name);
      tests::expect_progress(n < 2 ? 1 : 2, [&](Progress const& progress) {
        function.call({algorithm, nullptr, progress});
      });
    };
    for (auto const algorithm : tests::repeat_algorithms) {
      if (n > 10'000 && algorithm != LongestRepeatsAlgorithm::bounded) continue;
      for (auto const& function : calls.with_algorithm(algorithm)) expect(function, algorithm);
    }
    for (auto const& function : calls.others()) expect(function, LongestRepeatsAlgorithm::automatic);
  }
}

/// The first ten positions of each maximal repeat, by range minima over the suffix array. On a text of one letter, the
/// intervals of all repeats together have a quadratic length.
template <class ExecutionSpace, class Index>
void expect_smallest_positions(texts::Text const& text)
{
  ExecutionSpace const space{};
  constexpr std::size_t k = 10;
  tests::TextArrays<Index> const arrays(text);
  tests::DeviceArrays<ExecutionSpace, Index> const device(arrays);
  auto const device_text = tests::to_view<ExecutionSpace>(text);
  tests::TestArray<Index, ExecutionSpace> const none("none", 0);
  std::size_t const count = maximal_repeats(space, device_text, device.sa, device.lcp, none, none, none);
  tests::TestArray<Index, ExecutionSpace> const begins("begins", count), ends("ends", count), lengths("lengths", count),
      positions("positions", k * count);
  (void)maximal_repeats(space, device_text, device.sa, device.lcp, begins, ends, lengths);
  RangeMinimum<typename ExecutionSpace::memory_space, Index> const smallest(space, device.sa);
  smallest.best_values(space, begins, ends, k, positions);
  space.fence();
  auto const b = tests::to_vector(begins), e = tests::to_vector(ends), found = tests::to_vector(positions);
  for (std::size_t m = 0; m < count; ++m) {
    std::vector<Index> expected(arrays.sa.begin() + static_cast<std::ptrdiff_t>(b[m]),
                                arrays.sa.begin() + static_cast<std::ptrdiff_t>(e[m]));
    auto const wanted = static_cast<std::ptrdiff_t>(std::min(k, expected.size()));
    std::partial_sort(expected.begin(), expected.begin() + wanted, expected.end());
    expected.resize(static_cast<std::size_t>(wanted));
    expected.resize(k, static_cast<Index>(-1));
    auto const first = found.begin() + static_cast<std::ptrdiff_t>(k * m);
    CAPTURE(m);
    REQUIRE(tests::first_difference(std::vector<Index>(first, first + static_cast<std::ptrdiff_t>(k)), expected) == "");
  }
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("functions on repeats take no more workspace than they say", ExecutionSpace, bounds)
{
  expect_workspace_bounds<ExecutionSpace, std::uint32_t>();
  expect_workspace_bounds<ExecutionSpace, std::uint64_t>();
}
TEST_CASE_TEMPLATE_APPLY(bounds, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("functions on repeats report their progress and can be stopped", ExecutionSpace, progress)
{
  expect_all_progress<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(progress, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("smallest positions of maximal repeats", ExecutionSpace, smallest)
{
  for (auto const& text : {texts::Text{}, texts::text_of("mississippi"), texts::letter(1'000), texts::fibonacci(700),
                           texts::random(2'000, 3, 4), texts::runs(1'000, 60, 2)})
  {
    expect_smallest_positions<ExecutionSpace, std::uint32_t>(text);
    expect_smallest_positions<ExecutionSpace, std::uint64_t>(text);
  }
}
TEST_CASE_TEMPLATE_APPLY(smallest, tests::Spaces);
