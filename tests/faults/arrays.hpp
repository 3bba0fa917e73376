// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <lexikos/lcp.hpp>
#include <lexikos/suffix_array.hpp>
#include <tuple>
#include <vector>

#include "tests/spaces.hpp"
#include "tests/texts.hpp"

namespace lexikos::tests
{

/// A text and all arrays of it, as calls under test read them.
template <class ExecutionSpace, class Index, class Symbol = std::uint8_t>
struct ArraysOfText
{
  explicit ArraysOfText(std::vector<Symbol> const& symbols)
      : text(to_view<ExecutionSpace>(symbols)),
        suffix_array("suffix_array", symbols.size()),
        inverse("inverse", symbols.size()),
        lcp("lcp", symbols.size())
  {
    lexikos::suffix_array(space, text, suffix_array, inverse);
    lcp_array(space, text, suffix_array, inverse, lcp);
  }

  [[nodiscard]] std::size_t size() const { return text.extent(0); }
  /// Copies, to be compared.
  [[nodiscard]] auto values() const
  {
    return std::tuple(to_vector(text), to_vector(suffix_array), to_vector(inverse), to_vector(lcp));
  }

  ExecutionSpace space = smallest_instance<ExecutionSpace>();
  TestArray<Symbol, ExecutionSpace> text;
  TestArray<Index, ExecutionSpace> suffix_array;
  TestArray<Index, ExecutionSpace> inverse;
  TestArray<Index, ExecutionSpace> lcp;
};

/// Results of n entries, to be written.
template <class T, class ExecutionSpace>
TestArray<T, ExecutionSpace> results_of(std::size_t n)
{
  return TestArray<T, ExecutionSpace>("lexikos::tests::results", n);
}

/// "function kind on space", for the log.
template <class ExecutionSpace>
std::string fault_name(std::string const& function, std::string const& kind = {})
{
  return function + (kind.empty() ? "" : " " + kind) + " on " + ExecutionSpace::name();
}

/// "u8", "u16", "u32" or "u64".
template <class T>
std::string type_name()
{
  return std::string("u").append(std::to_string(8 * sizeof(T)));
}

}  // namespace lexikos::tests
