// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What every test of a primitive runs for: each execution space that Kokkos has, with its backend and with the portable one.

#include <algorithm>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "backends/primitives.hpp"
#include "spaces.hpp"

namespace lexikos::tests
{

#define LEXIKOS_FORWARD(scope, function)                           \
  template <class... Arguments>                                    \
  static auto function(Arguments&&... arguments)                   \
  {                                                                \
    return scope::function(std::forward<Arguments>(arguments)...); \
  }
#define LEXIKOS_FORWARD_ALL(scope)             \
  LEXIKOS_FORWARD(scope, fill)                 \
  LEXIKOS_FORWARD(scope, iota)                 \
  LEXIKOS_FORWARD(scope, transform)            \
  LEXIKOS_FORWARD(scope, gather)               \
  LEXIKOS_FORWARD(scope, scatter)              \
  LEXIKOS_FORWARD(scope, scatter_blocked)      \
  LEXIKOS_FORWARD(scope, reduce)               \
  LEXIKOS_FORWARD(scope, histogram)            \
  LEXIKOS_FORWARD(scope, exclusive_scan)       \
  LEXIKOS_FORWARD(scope, inclusive_scan)       \
  LEXIKOS_FORWARD(scope, select_positions)     \
  LEXIKOS_FORWARD(scope, pack_flagged)         \
  LEXIKOS_FORWARD(scope, pack_positions)       \
  LEXIKOS_FORWARD(scope, radix_sort_keys)      \
  LEXIKOS_FORWARD(scope, radix_sort_pairs)     \
  LEXIKOS_FORWARD(scope, segmented_sort_pairs) \
  LEXIKOS_FORWARD(scope, sort_listed_segments) \
  LEXIKOS_FORWARD(scope, merge)                \
  LEXIKOS_FORWARD(scope, adjacent_heads)       \
  LEXIKOS_FORWARD(scope, run_length_encode)    \
  LEXIKOS_FORWARD(scope, for_each_in_segments) \
  LEXIKOS_FORWARD(scope, symbol_order)

/// What algorithms call: the backend of the execution space.
struct Dispatched
{
  LEXIKOS_FORWARD_ALL(lexikos::primitives)
};

struct Portable
{
  LEXIKOS_FORWARD_ALL(lexikos::backends::kokkos)
};

#undef LEXIKOS_FORWARD_ALL
#undef LEXIKOS_FORWARD

template <class Primitives_, class ExecutionSpace_>
struct Target
{
  using Primitives = Primitives_;
  using ExecutionSpace = ExecutionSpace_;
};

template <class... ExecutionSpaces>
std::tuple<Target<Dispatched, ExecutionSpaces>...> dispatched(std::tuple<ExecutionSpaces...> const&);

/// Where dispatch ends at the portable backend, it is tested by that.
template <class ExecutionSpace>
using PortableBeside = std::conditional_t<backends::backend_of<ExecutionSpace>() == backends::Backend::portable,
                                          std::tuple<>, std::tuple<Target<Portable, ExecutionSpace>>>;

template <class... ExecutionSpaces>
auto portable_beside(std::tuple<ExecutionSpaces...> const&)
{
  return std::tuple_cat(PortableBeside<ExecutionSpaces>{}...);
}

using Targets = decltype(std::tuple_cat(dispatched(std::declval<Spaces>()), portable_beside(std::declval<Spaces>())));

/// An instance and its workspace, from which nothing may be taken any more at the end.
template <class Target_>
struct Setup
{
  using Primitives = typename Target_::Primitives;
  using ExecutionSpace = typename Target_::ExecutionSpace;

  ExecutionSpace space;
  Workspace workspace;

  Setup() = default;
  Setup(Setup const&) = delete;
  Setup& operator=(Setup const&) = delete;
  ~Setup()
  {
    space.fence();
    workspace.reset_peak();
    CHECK(workspace.peak_bytes() == 0);
  }

  /// The values on the device, after room for `offset` more: so they can be misaligned as badly as their type allows.
  template <class T>
  Span<T, typename ExecutionSpace::memory_space> copy(TestArray<T, ExecutionSpace>& storage,
                                                      std::vector<T> const& values, std::size_t offset) const
  {
    std::vector<T> padded(offset, T{});
    padded.insert(padded.end(), values.begin(), values.end());
    storage = to_view<ExecutionSpace>(padded);
    return Span<T, typename ExecutionSpace::memory_space>(storage.data() + offset, values.size());
  }
};

/// A sentence, or nothing for equal vectors.
template <class T>
std::string first_difference(std::vector<T> const& actual, std::vector<T> const& expected)
{
  if (actual.size() != expected.size())
    return "there are " + std::to_string(actual.size()) + " entries instead of " + std::to_string(expected.size());
  auto const [a, e] = std::mismatch(actual.begin(), actual.end(), expected.begin());
  if (a == actual.end()) return {};
  return "entry " + std::to_string(a - actual.begin()) + " of " + std::to_string(actual.size()) + " is " +
         std::to_string(*a) + " instead of " + std::to_string(*e);
}

template <class T>
void check_equal(std::vector<T> const& actual, std::vector<T> const& expected)
{
  std::string const wrong = first_difference(actual, expected);
  if (!wrong.empty()) FAIL_CHECK(wrong);
}

/// The first n entries of a view as a vector.
template <class View>
auto to_vector(View const& view, std::size_t n)
{
  auto values = to_vector(view);
  values.resize(n);
  return values;
}

}  // namespace lexikos::tests
