// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Inputs of the benchmarks of primitives, and checks of their outputs, computed on the execution space.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "backends/launch.hpp"
#include "bench/support/environment.hpp"
#include "bench/support/fingerprint.hpp"

namespace lexikos::bench
{

template <class T, class ExecutionSpace>
using Array = Kokkos::View<T*, typename ExecutionSpace::memory_space>;

template <class T, class ExecutionSpace>
Array<T, ExecutionSpace> make_array(ExecutionSpace const&, std::size_t n)
{
  return Array<T, ExecutionSpace>(Kokkos::view_alloc("lexikos::bench::array", Kokkos::WithoutInitializing), n);
}

using backends::Range;

/// Items of an input: LEXIKOS_BENCH_ITEMS, or 10^8.
inline std::size_t item_count()
{
  return static_cast<std::size_t>(number_of("LEXIKOS_BENCH_ITEMS", 1e8));
}

/// The i-th of random keys below 2^bits, 1 <= bits <= 64.
template <class Key>
KOKKOS_INLINE_FUNCTION Key key_of(std::uint64_t i, int bits)
{
  return static_cast<Key>(generate::mix(i) >> (64 - bits));
}

/// A permutation of 0..2^bits - 1 without a pattern that a cache could use.
KOKKOS_INLINE_FUNCTION std::uint64_t permuted(std::uint64_t x, int bits)
{
  std::uint64_t const mask = (std::uint64_t{1} << bits) - 1;
  for (int round = 0; round < 3; ++round) {
    x = (x * 0x9e3779b97f4a7c15) & mask;  // odd, so a bijection
    x ^= x >> (bits / 2 + 1);
  }
  return x;
}

template <class View>
struct FillRandom
{
  View view;
  int bits;

  KOKKOS_FUNCTION void operator()(std::size_t i) const { view(i) = key_of<typename View::value_type>(i, bits); }
};

/// view(i) = key_of(i, bits).
template <class ExecutionSpace, class View>
void fill_random(ExecutionSpace const& space, View const& view, int bits)
{
  Kokkos::parallel_for("lexikos::bench::fill_random", Range<ExecutionSpace>(space, 0, view.extent(0)),
                       FillRandom<View>{view, bits});
}

template <class Keys, class Values>
struct FillPairs
{
  Keys keys;
  Values values;
  int bits;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    keys(i) = key_of<typename Keys::value_type>(i, bits);
    values(i) = static_cast<typename Values::value_type>(i);
  }
};

/// keys(i) = key_of(i, bits), values(i) = i: a sorted pair shows where it was.
template <class ExecutionSpace, class Keys, class Values>
void fill_pairs(ExecutionSpace const& space, Keys const& keys, Values const& values, int bits)
{
  Kokkos::parallel_for("lexikos::bench::fill_pairs", Range<ExecutionSpace>(space, 0, keys.extent(0)),
                       FillPairs<Keys, Values>{keys, values, bits});
}

template <class View>
struct FillPermutation
{
  View view;
  int bits;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    view(i) = static_cast<typename View::value_type>(permuted(i, bits));
  }
};

/// view(i) = permuted(i, bits), of 2^bits entries.
template <class ExecutionSpace, class View>
void fill_permutation(ExecutionSpace const& space, View const& view, int bits)
{
  Kokkos::parallel_for("lexikos::bench::fill_permutation", Range<ExecutionSpace>(space, 0, view.extent(0)),
                       FillPermutation<View>{view, bits});
}

template <class View>
struct FillAscending
{
  View view;
  std::size_t step;
  std::size_t first;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    view(i) = static_cast<typename View::value_type>(first + i * step);
  }
};

/// view(i) = first + i * step.
template <class ExecutionSpace, class View>
void fill_ascending(ExecutionSpace const& space, View const& view, std::size_t step, std::size_t first)
{
  Kokkos::parallel_for("lexikos::bench::fill_ascending", Range<ExecutionSpace>(space, 0, view.extent(0)),
                       FillAscending<View>{view, step, first});
}

template <class View>
struct AddMixed
{
  View view;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::uint64_t& sum) const { sum += generate::mix(view(i)); }
};

/// A fingerprint that does not depend on the order: equal for permutations of each other.
template <class ExecutionSpace, class View>
std::uint64_t unordered_fingerprint(ExecutionSpace const& space, View const& view)
{
  std::uint64_t result = 0;
  Kokkos::parallel_reduce("lexikos::bench::unordered_fingerprint", Range<ExecutionSpace>(space, 0, view.extent(0)),
                          AddMixed<View>{view}, result);
  return result;
}

template <class Keys>
struct CountDescents
{
  Keys keys;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::size_t& sum) const
  {
    sum += i > 0 && keys(i) < keys(i - 1) ? 1 : 0;
  }
};

/// The number of entries that are smaller than the one before.
template <class ExecutionSpace, class Keys>
std::size_t count_descents(ExecutionSpace const& space, Keys const& keys)
{
  std::size_t count = 0;
  Kokkos::parallel_reduce("lexikos::bench::count_descents", Range<ExecutionSpace>(space, 0, keys.extent(0)),
                          CountDescents<Keys>{keys}, count);
  return count;
}

template <class Keys, class Values>
struct CountMisplaced
{
  Keys keys;
  Values values;
  int bits;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::size_t& sum) const
  {
    bool wrong = keys(i) != key_of<typename Keys::value_type>(values(i), bits);
    wrong = wrong || (i > 0 && keys(i) < keys(i - 1));
    wrong = wrong || (i > 0 && keys(i) == keys(i - 1) && values(i) <= values(i - 1));
    sum += wrong ? 1 : 0;
  }
};

/// The number of pairs that are not those of fill_pairs, or not stably sorted.
template <class ExecutionSpace, class Keys, class Values>
std::size_t count_misplaced(ExecutionSpace const& space, Keys const& keys, Values const& values, int bits)
{
  std::size_t count = 0;
  Kokkos::parallel_reduce("lexikos::bench::count_misplaced", Range<ExecutionSpace>(space, 0, keys.extent(0)),
                          CountMisplaced<Keys, Values>{keys, values, bits}, count);
  return count;
}

inline void require(bool right, char const* what)
{
  if (!right) throw std::runtime_error(std::string("WRONG: ") + what);
}

}  // namespace lexikos::bench
