// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Inputs of the benchmarks of primitives, made on the execution space, and what tells whether an output is right.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "backends/unit.hpp"
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

template <class ExecutionSpace>
auto range(ExecutionSpace const& space, std::size_t n)
{
  return Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>(space, 0, static_cast<std::int64_t>(n));
}

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

/// view(i) = key_of(i, bits).
template <class ExecutionSpace, class View, class Unit = backends::ThisUnit>
void fill_random(ExecutionSpace const& space, View const& view, int bits)
{
  using T = typename View::value_type;
  Kokkos::parallel_for(
      "lexikos::bench::fill_random", range(space, view.extent(0)),
      KOKKOS_LAMBDA(std::int64_t i) { view(i) = key_of<T>(static_cast<std::uint64_t>(i), bits); });
}

/// keys(i) = key_of(i, bits), values(i) = i: so that a sorted pair tells where it was.
template <class ExecutionSpace, class Keys, class Values, class Unit = backends::ThisUnit>
void fill_pairs(ExecutionSpace const& space, Keys const& keys, Values const& values, int bits)
{
  using Key = typename Keys::value_type;
  using Value = typename Values::value_type;
  Kokkos::parallel_for(
      "lexikos::bench::fill_pairs", range(space, keys.extent(0)), KOKKOS_LAMBDA(std::int64_t i) {
        keys(i) = key_of<Key>(static_cast<std::uint64_t>(i), bits);
        values(i) = static_cast<Value>(i);
      });
}

/// view(i) = permuted(i, bits), of 2^bits entries.
template <class ExecutionSpace, class View, class Unit = backends::ThisUnit>
void fill_permutation(ExecutionSpace const& space, View const& view, int bits)
{
  using T = typename View::value_type;
  Kokkos::parallel_for(
      "lexikos::bench::fill_permutation", range(space, view.extent(0)),
      KOKKOS_LAMBDA(std::int64_t i) { view(i) = static_cast<T>(permuted(static_cast<std::uint64_t>(i), bits)); });
}

/// view(i) = first + i * step.
template <class ExecutionSpace, class View, class Unit = backends::ThisUnit>
void fill_ascending(ExecutionSpace const& space, View const& view, std::size_t step, std::size_t first)
{
  using T = typename View::value_type;
  Kokkos::parallel_for(
      "lexikos::bench::fill_ascending", range(space, view.extent(0)),
      KOKKOS_LAMBDA(std::int64_t i) { view(i) = static_cast<T>(first + static_cast<std::size_t>(i) * step); });
}

/// A fingerprint that does not know the order: equal for permutations of each other.
template <class ExecutionSpace, class View, class Unit = backends::ThisUnit>
std::uint64_t unordered_fingerprint(ExecutionSpace const& space, View const& view)
{
  std::uint64_t result = 0;
  Kokkos::parallel_reduce(
      "lexikos::bench::unordered_fingerprint", range(space, view.extent(0)),
      KOKKOS_LAMBDA(std::int64_t i, std::uint64_t & sum) { sum += generate::mix(view(i)); }, result);
  return result;
}

/// How many entries are smaller than the one before.
template <class ExecutionSpace, class Keys, class Unit = backends::ThisUnit>
std::size_t count_descents(ExecutionSpace const& space, Keys const& keys)
{
  std::size_t count = 0;
  Kokkos::parallel_reduce(
      "lexikos::bench::count_descents", range(space, keys.extent(0)),
      KOKKOS_LAMBDA(std::int64_t i, std::size_t & sum) { sum += i > 0 && keys(i) < keys(i - 1) ? 1 : 0; }, count);
  return count;
}

/// How many pairs are not those of fill_pairs, or not stably sorted.
template <class ExecutionSpace, class Keys, class Values, class Unit = backends::ThisUnit>
std::size_t count_misplaced(ExecutionSpace const& space, Keys const& keys, Values const& values, int bits)
{
  using Key = typename Keys::value_type;
  std::size_t count = 0;
  Kokkos::parallel_reduce(
      "lexikos::bench::count_misplaced", range(space, keys.extent(0)),
      KOKKOS_LAMBDA(std::int64_t i, std::size_t & sum) {
        bool wrong = keys(i) != key_of<Key>(values(i), bits);
        wrong = wrong || (i > 0 && keys(i) < keys(i - 1));
        wrong = wrong || (i > 0 && keys(i) == keys(i - 1) && values(i) <= values(i - 1));
        sum += wrong ? 1 : 0;
      },
      count);
  return count;
}

inline void require(bool right, char const* what)
{
  if (!right) throw std::runtime_error(std::string("WRONG: ") + what);
}

}  // namespace lexikos::bench
