// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Indexes of texts in host memory that are sorted in parts.

#include <doctest/doctest.h>

#include <cstdint>
#include <lexikos/fm_index.hpp>
#include <lexikos/out_of_core.hpp>
#include <string>
#include <vector>

#include "tests/code_of.hpp"
#include "tests/fm_index/oracle.hpp"
#include "tests/fm_index/texts_and_options.hpp"
#include "tests/spaces.hpp"

namespace lexikos::tests
{

namespace
{

using HostText = Span<std::uint8_t const, Kokkos::HostSpace>;

HostText host_text(texts::Text const& text)
{
  return HostText(text.data(), text.size());
}

std::vector<texts::Named> texts_for_parts()
{
  return {{"empty", {}},
          {"one symbol", texts::text_of("x")},
          {"one letter", texts::letter(300)},
          {"Fibonacci", texts::fibonacci(700)},
          {"four symbols", texts::random(5'000, 4, 2)},
          {"bytes", texts::random(1'000, 256, 3)},
          {"genome", genome(3'000, 6)}};
}

/// Texts and options, each option with some of the texts.
template <class ExecutionSpace, class Index>
void expect_texts()
{
  ExecutionSpace const space = smallest_instance<ExecutionSpace>();
  using Fm = FmIndex<typename ExecutionSpace::memory_space, Index>;
  auto const all = all_options();
  std::uint64_t drawn = 0;
  for (auto const& [name, text] : texts_for_parts()) {
    FmChecks<ExecutionSpace, Index, std::uint8_t> const checks(space, text);
    auto const words = patterns_of<std::uint8_t>(text, 60, '!', drawn);
    for (std::size_t k = 0; k < 7; ++k) {
      auto const& [option, options] = all[drawn++ % all.size()];
      CAPTURE(name);
      CAPTURE(option);
      Fm const index = Fm::out_of_core(space, host_text(text), options);
      CHECK(index.size() == text.size());
      checks.expect_answers(index, words);
      if (index.keeps_text() || index.sample_rate() != 0) checks.expect_extracted(index, 30, drawn);
    }
  }
}

/// A text that is sorted in many parts, in the memory that the limit says; a smaller limit is refused.
template <class ExecutionSpace>
void expect_limited_memory()
{
  ExecutionSpace const space{};
  using Fm = FmIndex<typename ExecutionSpace::memory_space, std::uint32_t>;
  auto const text = genome(60'000, 9);
  std::size_t const held = text.size() + text.size() / 8 * 4 + 8;
  std::size_t const bytes = out_of_core_bytes<ExecutionSpace>({.symbols = text.size(), .distinct_symbols = 20}) + held;
  FmIndexOptions options{.letters = FmLetters::dna, .device_bytes = bytes};
  Fm const index = Fm::out_of_core(space, host_text(text), options);
  auto const folded = capitals(text);
  FmChecks<ExecutionSpace, std::uint32_t, std::uint8_t> const checks(space, folded);
  auto words = patterns_of<std::uint8_t>(text, 60, '!', 12);
  for (auto& word : words) word = capitals(word);
  checks.expect_answers(index, words);
  checks.expect_extracted(index, 40, 1);
  for (std::size_t const too_few : {held / 2, held + 1'000}) {
    options.device_bytes = too_few;
    CHECK(code_of([&] { static_cast<void>(Fm::out_of_core(space, host_text(text), options)); }) ==
          ErrorCode::out_of_memory);
  }
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("FM-indexes of texts in host memory answer as sorted suffixes do", ExecutionSpace, of_host)
{
  expect_texts<ExecutionSpace, std::uint32_t>();
  expect_texts<ExecutionSpace, std::uint64_t>();
}
TEST_CASE_TEMPLATE_APPLY(of_host, Spaces);

TEST_CASE_TEMPLATE_DEFINE("FM-indexes of texts in host memory keep within a limit", ExecutionSpace, in_limit)
{
  expect_limited_memory<ExecutionSpace>();
  FmIndexOptions wrong{.sample_rate = 3};
  texts::Text const text = texts::text_of("abracadabra");
  using Fm = FmIndex<typename ExecutionSpace::memory_space, std::uint32_t>;
  CHECK(code_of([&] { static_cast<void>(Fm::out_of_core(ExecutionSpace(), host_text(text), wrong)); }) ==
        ErrorCode::invalid_argument);
  wrong = {.algorithm = SuffixArrayAlgorithm::skew};
  CHECK(code_of([&] { static_cast<void>(Fm::out_of_core(ExecutionSpace(), host_text(text), wrong)); }) ==
        ErrorCode::not_supported);
}
TEST_CASE_TEMPLATE_APPLY(in_limit, Spaces);

}  // namespace lexikos::tests
