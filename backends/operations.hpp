// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <limits>
#include <type_traits>
#include <utility>

namespace lexikos::primitives
{

/// Associative operations for reduce and scan, with their neutral elements.
struct Sum
{
  template <class A, class B>
  KOKKOS_FUNCTION constexpr std::common_type_t<A, B> operator()(A a, B b) const
  {
    return a + b;
  }
  template <class T>
  KOKKOS_FUNCTION static constexpr T identity()
  {
    return T{0};
  }
};

struct Maximum
{
  template <class A, class B>
  KOKKOS_FUNCTION constexpr std::common_type_t<A, B> operator()(A a, B b) const
  {
    return a < b ? b : a;
  }
  template <class T>
  KOKKOS_FUNCTION static constexpr T identity()
  {
    return std::numeric_limits<T>::lowest();
  }
};

struct Minimum
{
  template <class A, class B>
  KOKKOS_FUNCTION constexpr std::common_type_t<A, B> operator()(A a, B b) const
  {
    return b < a ? b : a;
  }
  template <class T>
  KOKKOS_FUNCTION static constexpr T identity()
  {
    return std::numeric_limits<T>::max();
  }
};

/// Two arrays of n values each, of which `current` holds the data and `other` is scratch of the same size. Sorts swap them
/// instead of copying; afterwards the data is in `current`, which is one or the other of the two arrays given.
template <class View>
struct DoubleBuffer
{
  View current;
  View other;

  void swap() { std::swap(current, other); }
};

template <class View>
DoubleBuffer(View, View) -> DoubleBuffer<View>;

/// How segments of a segmented sort are handled on a GPU; `automatic` looks at their lengths.
enum class SegmentStrategy
{
  automatic,  ///< size classes for short and middle segments, composite keys or one radix sort each for giants
  composite,  ///< one radix sort of (segment, key) over all
  vendor,     ///< the vendor's segmented sort
  moderngpu   ///< that library's, where it is configured
};

/// Most pairs of a segment that one team sorts by itself.
constexpr std::size_t max_pairs_of_team = 8192;

}  // namespace lexikos::primitives
