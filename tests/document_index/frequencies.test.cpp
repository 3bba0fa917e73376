// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Document frequencies of strings, against an oracle that looks at every suffix.

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <lexikos/document_frequencies.hpp>
#include <type_traits>
#include <vector>

#include "oracle.hpp"
#include "tests/code_of.hpp"
#include "tests/progress.hpp"
#include "tests/spaces.hpp"
#include "tests/structured_texts.hpp"
#include "tests/workspace_bounds.hpp"

namespace lexikos::tests
{

namespace
{

using Space = Kokkos::DefaultExecutionSpace;
using SomeFrequencies = DocumentFrequencies<Space::memory_space>;
template <class T>
using View = Kokkos::View<T, Space::memory_space>;

template <class Begins, class Counts>
concept HasFrequency = requires(Space space, SomeFrequencies frequencies, Begins begins, Counts counts)
{
  frequencies.frequency(space, begins, begins, counts);
};
static_assert(HasFrequency<View<std::uint32_t const*>, View<std::uint32_t*>>);
static_assert(HasFrequency<View<std::uint64_t*>, View<std::uint32_t*>>);
static_assert(!HasFrequency<View<std::uint32_t*>, View<std::uint64_t*>>, "counts are of 32 bits");
static_assert(!HasFrequency<View<std::uint16_t*>, View<std::uint32_t*>>, "places are of 32 or 64 bits");

/// lcp[i] of the suffixes i - 1 and i.
Numbers naive_lcp(std::vector<std::uint8_t> const& text, Numbers const& suffix_array)
{
  Numbers lcp(text.size(), 0);
  for (std::size_t i = 1; i < text.size(); ++i) {
    std::size_t const p = suffix_array[i - 1], q = suffix_array[i];
    while (std::max(p, q) + lcp[i] < text.size() && text[p + lcp[i]] == text[q + lcp[i]]) ++lcp[i];
  }
  return lcp;
}

/// The intervals of strings that the suffixes around rank r have in common.
IntervalQuestions strings_around(Numbers const& lcp, std::vector<std::size_t> const& ranks)
{
  IntervalQuestions asked;
  for (std::size_t const r : ranks) {
    std::uint64_t begin = r, end = r + 1;
    asked.add(begin, end);  // the suffix itself, if no other starts with it
    if (end < lcp.size() && begin < lcp.size()) {
      std::uint64_t depth = std::max(lcp[begin], lcp[end]);
      while (true) {
        while (begin > 0 && lcp[begin] >= depth) --begin;
        while (end < lcp.size() && lcp[end] >= depth) ++end;
        asked.add(begin, end);
        if (begin == 0 && end == lcp.size()) break;
        depth = std::max(begin > 0 ? lcp[begin] : 0, end < lcp.size() ? lcp[end] : 0);
      }
    }
  }
  asked.add(0, lcp.size());
  asked.add(0, lcp.size() + 3);
  asked.add(lcp.size(), lcp.size() + 1);
  asked.add(lcp.size() + 2, 0);
  asked.add(2, 2);
  return asked;
}

/// What a kernel of a user asks.
template <class MemorySpace, class Index>
struct AskFrequency
{
  DocumentFrequencies<MemorySpace> frequencies;
  Span<Index const, MemorySpace> begins, ends;
  Span<std::uint32_t, MemorySpace> counts;

  KOKKOS_FUNCTION void operator()(std::size_t i) const { counts(i) = frequencies.frequency(begins(i), ends(i)); }
};

template <class ExecutionSpace, class Index>
void expect_frequencies(ExecutionSpace const& space, std::vector<std::uint8_t> const& text, Numbers const& offsets,
                        std::vector<std::size_t> const& ranks)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  INFO("text of " << text.size() << " symbols in " << offsets.size() << " - 1 documents from " << offsets[0]);
  DocumentOracle const oracle(text, offsets);
  auto const lcp = naive_lcp(text, oracle.suffix_array());
  auto const as_view = [](Numbers const& numbers) {
    return to_view<ExecutionSpace>(std::vector<Index>(numbers.begin(), numbers.end()));
  };
  DocumentFrequencies<MemorySpace> const frequencies(space, as_view(oracle.suffix_array()), as_view(lcp),
                                                     documents_from_host(space, offsets, text.size()));
  REQUIRE(frequencies.size() == text.size());
  auto const asked = strings_around(lcp, ranks);
  auto const begins = as_view(asked.begins), ends = as_view(asked.ends);
  TestArray<std::uint32_t, ExecutionSpace> const counts("counts", asked.size()), of_kernel("of_kernel", asked.size());
  frequencies.frequency(space, begins, ends, counts);
  Kokkos::parallel_for("lexikos::tests::ask_frequency", Kokkos::RangePolicy<ExecutionSpace>(space, 0, asked.size()),
                       AskFrequency<MemorySpace, Index>{frequencies, begins, ends, of_kernel});
  space.fence();
  auto const found = to_vector(counts);
  REQUIRE(found == to_vector(of_kernel));
  for (std::size_t i = 0; i < asked.size(); ++i) {
    INFO("[" << asked.begins[i] << ", " << asked.ends[i] << ")");
    REQUIRE(found[i] == oracle.documents(asked, i).size());
  }
}

std::vector<std::size_t> all_ranks(std::size_t n)
{
  std::vector<std::size_t> ranks(n);
  for (std::size_t r = 0; r < n; ++r) ranks[r] = r;
  return ranks;
}

template <class ExecutionSpace>
void expect_frequencies_in_small()
{
  auto const space = smallest_instance<ExecutionSpace>();
  texts::Random next(1);
  std::size_t number = 0;
  for (std::size_t length = 0; length <= 7; ++length)
    texts::for_each_text(length, 2, [&](texts::Text const& text) {
      if (number++ % stride_of_small_cases<ExecutionSpace>() != 0) return;
      for (std::size_t const mean_length : {1u, 2u, 4u})
        expect_frequencies<ExecutionSpace, std::uint32_t>(space, text, drawn_documents(next, length, mean_length),
                                                          all_ranks(length));
    });
}

template <class ExecutionSpace, class Index>
void expect_frequencies_in_structured()
{
  ExecutionSpace const space{};
  texts::Random next(3);
  for (auto const& [name, text] : texts::structured(1500)) {
    CAPTURE(name);
    auto const offsets = drawn_documents(next, text.size(), next.below(3) == 0 ? 300 : 10);
    std::vector<std::size_t> ranks;
    for (int i = 0; i < 3; ++i) ranks.push_back(next.below(text.size()));
    expect_frequencies<ExecutionSpace, Index>(space, text, offsets, ranks);
  }
}

template <class ExecutionSpace>
void expect_interface_of_frequencies()
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Result = DocumentFrequencies<MemorySpace>;
  ExecutionSpace const space = own_instance<ExecutionSpace>();
  auto const wrong = std::optional(ErrorCode::invalid_argument);
  for (std::uint64_t const n : {0u, 1u, 5'000u}) {
    CAPTURE(n);
    auto const text = texts::random(n, 4, n);
    DocumentOracle const oracle(text, {0, n});
    auto const suffix_array = to_view<ExecutionSpace>(oracle.suffix_array());
    auto const lcp = to_view<ExecutionSpace>(naive_lcp(text, oracle.suffix_array()));
    auto const longer = to_view<ExecutionSpace>(Numbers(n + 1, 0));
    auto const documents = documents_from_host(space, Numbers{0, n / 2, n}, n);
    CHECK(code_of([&] { (void)Result(space, suffix_array, longer, documents); }) == wrong);
    CHECK(code_of([&] { (void)Result(space, longer, longer, documents); }) == wrong);
    expect_bounds(
        space,
        {{"constructor", document_frequencies_workspace_bytes<ExecutionSpace, std::uint64_t>(n),
          [&](Workspace* workspace) { (void)Result(space, suffix_array, lcp, documents, {.workspace = workspace}); }}});
    expect_progress(3, [&](Progress const& progress) {
      (void)Result(space, suffix_array, lcp, documents, {.progress = progress});
    });
    Result const frequencies(space, suffix_array, lcp, documents);
    CHECK(frequencies.bytes() == 4 * (n + 1));
    TestArray<std::uint32_t, ExecutionSpace> const one("one", n), two("two", n + 1);
    CHECK(code_of([&] { frequencies.frequency(space, suffix_array, longer, one); }) == wrong);
    CHECK(code_of([&] { frequencies.frequency(space, suffix_array, suffix_array, two); }) == wrong);
    Result().frequency(space, suffix_array, suffix_array, one);
    space.fence();
    CHECK(to_vector(one) == std::vector<std::uint32_t>(n, 0));
  }
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("document frequencies of all strings of all small texts", ExecutionSpace, small_frequencies)
{
  expect_frequencies_in_small<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(small_frequencies, Spaces);

TEST_CASE_TEMPLATE_DEFINE("document frequencies of strings of structured texts", ExecutionSpace, structured_frequencies)
{
  expect_frequencies_in_structured<ExecutionSpace, std::uint32_t>();
  expect_frequencies_in_structured<ExecutionSpace, std::uint64_t>();
}
TEST_CASE_TEMPLATE_APPLY(structured_frequencies, Spaces);

TEST_CASE_TEMPLATE_DEFINE("document frequencies: errors, memory, progress", ExecutionSpace, interface_of_frequencies)
{
  expect_interface_of_frequencies<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(interface_of_frequencies, Spaces);

}  // namespace lexikos::tests
