// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The one table of inputs that every primitive is tested with.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <string>
#include <vector>

#include "texts.hpp"

namespace lexikos::tests
{

using texts::Random;

/// Around the limits of warps, blocks and tiles.
inline std::vector<std::size_t> const& small_sizes()
{
  static std::vector<std::size_t> const sizes = {0,    1,    2,    3,    31,   32,   33,    255,   256,  257,
                                                 1023, 1024, 1025, 4095, 4096, 4097, 65535, 65536, 65537};
  return sizes;
}

constexpr std::size_t large_size = 1'000'003;

template <class T>
struct Case
{
  std::string name;
  std::vector<T> values;
};

enum class Shape
{
  all_equal,
  sorted,
  reversed,
  random,
  few_values,
  skewed
};

inline char const* to_string(Shape shape)
{
  switch (shape) {
    case Shape::all_equal:
      return "all equal";
    case Shape::sorted:
      return "sorted";
    case Shape::reversed:
      return "reversed";
    case Shape::random:
      return "random";
    case Shape::few_values:
      return "few values";
    default:
      return "skewed";
  }
}

/// n values below 2^bits.
template <class T>
std::vector<T> make_values(Shape shape, std::size_t n, int bits = std::numeric_limits<T>::digits)
{
  Random random(n + 1);
  std::uint64_t const mask = ~std::uint64_t{0} >> (64 - bits);
  std::vector<T> values(n);
  for (std::size_t i = 0; i < n; ++i) {
    std::uint64_t value = random();
    switch (shape) {
      case Shape::all_equal:
        value = 0x5A5A5A5A5A5A5A5A;
        break;
      case Shape::few_values:
        value = (value % 3) * 0x2491249124912491;
        break;
      case Shape::skewed:
        value = value % 10 < 9 ? 7 : random() & random() & random();
        break;
      default:
        break;
    }
    values[i] = static_cast<T>(value & mask);
  }
  if (shape == Shape::sorted || shape == Shape::reversed) std::sort(values.begin(), values.end());
  if (shape == Shape::reversed) std::reverse(values.begin(), values.end());
  return values;
}

constexpr Shape shapes[] = {Shape::all_equal, Shape::sorted,     Shape::reversed,
                            Shape::random,    Shape::few_values, Shape::skewed};

/// Calls test(case) for every size and shape, but each size below 4 095, of which there are many, only with two shapes, in
/// turn.
template <class T, class Test>
void for_each_case(Test const& test, int bits = std::numeric_limits<T>::digits)
{
  std::size_t turn = 0;
  for (std::size_t const n : small_sizes()) {
    ++turn;
    for (std::size_t s = 0; s < std::size(shapes); ++s)
      if (n >= 4095 || s % 3 == turn % 3)
        test(Case<T>{std::to_string(n) + " " + to_string(shapes[s]), make_values<T>(shapes[s], n, bits)});
  }
  for (Shape const shape : {Shape::random, Shape::skewed})
    test(Case<T>{std::to_string(large_size) + " " + to_string(shape), make_values<T>(shape, large_size, bits)});
}

/// A permutation of [0..n).
template <class T>
std::vector<T> make_permutation(std::size_t n, std::uint64_t seed)
{
  Random random(seed);
  std::vector<T> permutation(n);
  for (std::size_t i = 0; i < n; ++i) permutation[i] = static_cast<T>(i);
  for (std::size_t i = n; i > 1; --i) std::swap(permutation[i - 1], permutation[random.below(i)]);
  return permutation;
}

/// Random flags, of which about flagged_of_256 / 256 are not 0.
inline std::vector<std::uint8_t> make_flags(std::size_t n, unsigned flagged_of_256)
{
  Random random(n + flagged_of_256);
  std::vector<std::uint8_t> flags(n);
  for (auto& flag : flags)
    flag = random.below(256) < flagged_of_256 ? static_cast<std::uint8_t>(1 + random.below(255)) : std::uint8_t{0};
  return flags;
}

/// Offsets of segments that cover [0..offsets.back()).
template <class Offset>
struct Segments
{
  std::string name;
  std::vector<Offset> offsets;

  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(offsets.back()); }
};

/// Appends segments until they cover `total` items or more.
template <class Offset, class NextLength>
Segments<Offset> make_segments(std::string name, std::size_t total, NextLength const& next_length)
{
  Segments<Offset> segments{std::move(name), {Offset{0}}};
  while (segments.size() < total)
    segments.offsets.push_back(static_cast<Offset>(segments.offsets.back() + next_length()));
  return segments;
}

/// The distributions of segment lengths that every segmented primitive is tested with.
template <class Offset>
std::vector<Segments<Offset>> segment_cases()
{
  Random random(7);
  std::vector<std::size_t> const limits = {1,    2,    3,    4,    5,     8,     9,     16,    17,    20,   21,
                                           31,   32,   33,   63,   64,    65,    127,   128,   129,   255,  256,
                                           257,  511,  512,  513,  1023,  1024,  1025,  2047,  2048,  2049, 4095,
                                           4096, 4097, 8192, 8193, 16383, 16384, 16385, 65535, 65536, 65537};
  std::size_t next = 0;
  std::vector<Segments<Offset>> cases;
  cases.push_back({"no segment", {0}});
  cases.push_back({"one empty segment", {0, 0}});
  cases.push_back({"one segment of one", {0, 1}});
  cases.push_back({"empty ones around one of two", {0, 0, 0, 2, 2, 2}});
  cases.push_back(make_segments<Offset>("all pairs", 50'002, [] { return 2; }));
  cases.push_back(make_segments<Offset>("mixed 1 to 100", 50'000, [&] { return 1 + random.below(100); }));
  cases.push_back(make_segments<Offset>("0 to 3", 20'000, [&] { return random.below(4); }));
  cases.push_back(make_segments<Offset>("one giant", 100'000, [] { return 100'000; }));
  cases.push_back(make_segments<Offset>("giants among pairs", 250'000, [&] {
    return random.below(2000) == 0 ? 66'000 + random.below(30'000) : std::size_t{2};
  }));
  cases.push_back(make_segments<Offset>("geometric", 150'000, [&] {
    return std::size_t{1} << std::min<int>(17, __builtin_ctzll(random() | (1u << 17)));
  }));
  cases.push_back(make_segments<Offset>("around every limit", 310'000, [&] { return limits[next++ % limits.size()]; }));
  return cases;
}

}  // namespace lexikos::tests
