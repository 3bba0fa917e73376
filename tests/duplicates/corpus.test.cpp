// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Both engines on real texts cut into documents: neither has anything in common with the other but the result.

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <lexikos/documents.hpp>
#include <lexikos/duplicates.hpp>
#include <lexikos/streamed_duplicates.hpp>
#include <span>
#include <utility>
#include <vector>

#include "tests/corpus.hpp"
#include "tests/spaces.hpp"
#include "tests/texts.hpp"

namespace lexikos::tests
{

namespace
{

/// Of documents of up to 20 000 symbols, some of them empty.
std::vector<std::uint64_t> offsets_of_documents(std::size_t n)
{
  texts::Random next(n);
  std::vector<std::uint64_t> offsets{0};
  while (offsets.back() < n)
    offsets.push_back(std::min<std::uint64_t>(n, offsets.back() + (next.below(9) == 0 ? 0 : next.below(20'000))));
  return offsets;
}

template <class ExecutionSpace>
void expect_equal_engines(std::vector<std::uint8_t> const& host_text)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  ExecutionSpace const space;
  auto const offsets = offsets_of_documents(host_text.size());
  auto const text = to_view<ExecutionSpace>(host_text);
  Workspace workspace;
  DuplicateOptions<MemorySpace> options;
  options.documents = documents_from_host(space, offsets, host_text.size());
  options.workspace = &workspace;
  struct Question
  {
    std::size_t length;
    std::size_t min_occurrences;
    KeepDuplicates keep;
    DuplicateScope scope;
  };
  for (auto const& question : std::array{Question{20, 2, KeepDuplicates::none, DuplicateScope::any},
                                         Question{50, 2, KeepDuplicates::first, DuplicateScope::across_documents},
                                         Question{100, 3, KeepDuplicates::first_of_each_document, DuplicateScope::any}})
  {
    CAPTURE(question.length);
    options.length = question.length;
    options.min_occurrences = question.min_occurrences;
    options.keep = question.keep;
    options.scope = question.scope;
    options.engine = DuplicateEngine::suffix_array;
    auto const expected = duplicate_ranges(space, text, options);
    auto const begins = to_vector(expected.begins);
    auto const ends = to_vector(expected.ends);
    CHECK((question.length > 20 || expected.symbols > 0));
    options.engine = DuplicateEngine::fingerprints;
    auto const found = duplicate_ranges(space, text, options);
    CHECK((to_vector(found.begins) == begins));
    CHECK((to_vector(found.ends) == ends));
    CHECK(found.symbols == expected.symbols);
    auto const streamed = streamed_duplicate_ranges(space, std::span(host_text), std::span(std::as_const(offsets)),
                                                    {.length = question.length,
                                                     .min_occurrences = question.min_occurrences,
                                                     .keep = question.keep,
                                                     .scope = question.scope});
    CHECK((streamed.begins == begins));
    CHECK((streamed.ends == ends));
  }
}

template <class ExecutionSpace>
void expect_corpus()
{
  corpus::for_each_text([](auto const&, auto const& text, auto const&) { expect_equal_engines<ExecutionSpace>(text); });
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("duplicates: both engines find the same in the corpus", ExecutionSpace, corpus_texts)
{
  expect_corpus<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(corpus_texts, Spaces);

}  // namespace lexikos::tests
