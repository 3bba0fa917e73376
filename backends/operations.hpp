// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <limits>
#include <type_traits>
#include <utility>

namespace lexikos::primitives
{

/// Associative operations for reduce and scan, with their identities.
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

/// Two arrays of n values each: `current` holds the data, `other` is scratch of the same size. Sorts swap them instead of
/// copying; afterwards the data is in `current`, whichever of the two arrays that is.
template <class View>
struct DoubleBuffer
{
  View current;
  View other;

  void swap() { std::swap(current, other); }
};

template <class View>
DoubleBuffer(View, View) -> DoubleBuffer<View>;

/// Pairs of the longest segment that one team sorts by itself: what the shared memory of a block holds (cuda/tuning.hpp).
constexpr std::size_t max_pairs_of_team = 8192;

}  // namespace lexikos::primitives
