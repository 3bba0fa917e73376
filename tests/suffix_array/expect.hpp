// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <doctest/doctest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/suffix_array.hpp>
#include <limits>
#include <string>
#include <vector>

#include "tests/code_of.hpp"
#include "tests/reference/sa_is.hpp"
#include "tests/spaces.hpp"
#include "tests/texts.hpp"

namespace lexikos::tests
{

/// One assertion for a whole array, with the first wrong entry in its message.
template <class View>
void expect_equal(View const& view, reference::Positions const& expected, char const* name)
{
  auto const values = to_vector(view);
  REQUIRE(values.size() == expected.size());
  auto const wrong = std::mismatch(values.begin(), values.end(), expected.begin()).first;
  if (wrong == values.end()) return;
  std::size_t const i = wrong - values.begin();
  FAIL_CHECK(name << "(" << i << ") is " << std::to_string(values[i]) << " instead of " << std::to_string(expected[i]));
}

/// A view of values that no right array has, so that an entry nobody writes is seen.
template <class ExecutionSpace, class Index>
TestArray<Index, ExecutionSpace> unwritten(std::size_t n)
{
  TestArray<Index, ExecutionSpace> view(Kokkos::view_alloc("lexikos::tests::result", Kokkos::WithoutInitializing), n);
  Kokkos::deep_copy(view, std::numeric_limits<Index>::max());
  return view;
}

/// What the internal functions take.
template <class View>
auto as_span(View const& view)
{
  return Span<typename View::value_type, typename View::memory_space>(view.data(), view.extent(0));
}

/// A text on the device and what is to come out.
template <class ExecutionSpace, class Symbol = std::uint8_t>
struct Expected
{
  explicit Expected(std::vector<Symbol> const& host_text)
      : text(to_view<ExecutionSpace>(host_text)),
        suffix_array(reference::sa_is(host_text)),
        inverse(reference::inverse_of(suffix_array))
  {}

  TestArray<Symbol, ExecutionSpace> text;
  reference::Positions suffix_array;
  reference::Positions inverse;
};

template <class Index, class ExecutionSpace, class Symbol>
void expect_without_inverse(ExecutionSpace const& space, Expected<ExecutionSpace, Symbol> const& expected,
                            SuffixArrayOptions const& options)
{
  auto const sa = unwritten<ExecutionSpace, Index>(expected.suffix_array.size());
  suffix_array(space, expected.text, sa, options);
  expect_equal(sa, expected.suffix_array, "suffix_array");
}

template <class Index, class ExecutionSpace, class Symbol>
void expect_with_inverse(ExecutionSpace const& space, Expected<ExecutionSpace, Symbol> const& expected,
                         SuffixArrayOptions const& options)
{
  auto const sa = unwritten<ExecutionSpace, Index>(expected.suffix_array.size());
  auto const inverse = unwritten<ExecutionSpace, Index>(expected.suffix_array.size());
  suffix_array(space, expected.text, sa, inverse, options);
  expect_equal(sa, expected.suffix_array, "suffix_array");
  expect_equal(inverse, expected.inverse, "inverse");
}

enum class Variants
{
  all,  ///< both index types, each with and without the inverse
  few   ///< each index type once, one of them with the inverse
};

/// Every algorithm of the space on one text; sampled prefix doubling in its low-memory way too.
template <class ExecutionSpace>
void expect_sorted(ExecutionSpace const& space, texts::Text const& text, Variants variants, Workspace& workspace)
{
  Expected<ExecutionSpace> const expected(text);
  std::vector<SuffixArrayOptions> choices;
  for (SuffixArrayAlgorithm const algorithm : suffix_array_algorithms<ExecutionSpace>())
    choices.push_back({.algorithm = algorithm, .workspace = &workspace});
  choices.push_back(
      {.algorithm = SuffixArrayAlgorithm::sampled_prefix_doubling, .workspace = &workspace, .low_memory = true});
  for (SuffixArrayOptions const& options : choices) {
    CAPTURE(std::string(to_string(options.algorithm)));
    CAPTURE(options.low_memory);
    {
      INFO("32-bit indices");
      expect_without_inverse<std::uint32_t>(space, expected, options);
      if (variants == Variants::all) expect_with_inverse<std::uint32_t>(space, expected, options);
    }
    {
      INFO("64-bit indices");
      expect_with_inverse<std::uint64_t>(space, expected, options);
      if (variants == Variants::all) expect_without_inverse<std::uint64_t>(space, expected, options);
    }
  }
}

/// Every eighth text, and those that are long, on the default instance; the others on the smallest one.
template <class ExecutionSpace>
ExecutionSpace instance_for(std::size_t n, std::size_t number)
{
  constexpr std::size_t worth_sharing = 20'000;
  return n >= worth_sharing || number % 8 == 0 ? ExecutionSpace() : smallest_instance<ExecutionSpace>();
}

template <class ExecutionSpace>
void expect_sorted(std::vector<texts::Named> const& named_texts, Variants variants)
{
  Workspace workspace;
  std::size_t number = 0;
  for (auto const& [name, text] : named_texts) {
    CAPTURE(name);
    CAPTURE(text.size());
    expect_sorted(instance_for<ExecutionSpace>(text.size(), number++), text, variants, workspace);
  }
}

}  // namespace lexikos::tests
