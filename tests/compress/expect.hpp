// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <doctest/doctest.h>

#include <cstdint>
#include <lexikos/compress.hpp>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "tests/compress/format.hpp"
#include "tests/first_difference.hpp"
#include "tests/spaces.hpp"
#include "tests/texts.hpp"

namespace lexikos::tests
{

using format::Bytes;
using Host = Kokkos::DefaultHostExecutionSpace;

inline CompressOptions const small_blocks{.block_bytes = min_compression_block};

inline std::span<std::uint8_t const> span_of(Bytes const& bytes)
{
  return bytes;
}

/// Compressed by the host, as all spaces do it.
inline Bytes compressed(Bytes const& text, CompressOptions const& options = {})
{
  return compress(Kokkos::DefaultHostExecutionSpace(), span_of(text), options);
}

template <class ExecutionSpace>
Bytes compressed_array(ExecutionSpace const& space, Bytes const& text, CompressOptions const& options)
{
  TestArray<std::uint8_t, ExecutionSpace> const result("lexikos::tests::result",
                                                       compressed_bytes_bound(text.size(), options));
  std::size_t const size = compress(space, to_view<ExecutionSpace>(text), result, options);
  Bytes bytes = to_vector(result);
  bytes.resize(size);
  return bytes;
}

template <class ExecutionSpace>
Bytes decompressed_array(ExecutionSpace const& space, Bytes const& file)
{
  auto const compressed = to_view<ExecutionSpace>(file);
  TestArray<std::uint8_t, ExecutionSpace> const text("lexikos::tests::text", decompressed_bytes(space, compressed));
  REQUIRE(decompress(space, compressed, text) == text.extent(0));
  return to_vector(text);
}

/// The space makes the bytes that the host makes, as stream and as array, and of them the text.
template <class ExecutionSpace>
Bytes expect_round_trip(ExecutionSpace const& space, Bytes const& text, CompressOptions const& options = {})
{
  Bytes const expected = compressed(text, options);
  CHECK(expected.size() <= compressed_bytes_bound(text.size(), options));
  if constexpr (!std::is_same_v<ExecutionSpace, Host>)
    CHECK(first_difference(compress(space, span_of(text), options), expected) == "");
  CHECK(first_difference(compressed_array(space, text, options), expected) == "");
  CHECK(first_difference(decompress(space, span_of(expected)), text) == "");
  CHECK(first_difference(decompressed_array(space, expected), text) == "");
  return expected;
}

/// Four symbols, each by itself, of which one is frequent: what the direct codec is for.
inline Bytes skewed(std::size_t n, std::uint64_t seed)
{
  Bytes text = texts::random(n, 256, seed);
  for (auto& symbol : text) symbol = static_cast<std::uint8_t>(symbol < 160 ? 'a' : 'b' + symbol % 3);
  return text;
}

/// Symbols of which a fourth are the one before, and others are more or less frequent from stretch to stretch: what classes
/// are for.
inline Bytes few_symbols(std::size_t n, unsigned count, std::uint64_t seed)
{
  Bytes text = texts::random(n, 256, seed);
  for (std::size_t i = 0; i < n; ++i) {
    unsigned const drawn = text[i];
    unsigned const number = drawn < 64 && i > 0 ? text[i - 1] - 'a' : drawn % 8 < i / 5000 % 4 ? 0 : drawn % count;
    text[i] = static_cast<std::uint8_t>('a' + number);
  }
  return text;
}

/// A period that comes `copies` times, one symbol, and as many of them again: little but long copies, which overlap what they
/// copy.
inline Bytes long_copies(std::size_t period, std::size_t copies, std::uint64_t seed)
{
  Bytes const once = texts::random(period, 4, seed);
  Bytes half;
  for (std::size_t i = 0; i < copies; ++i) half.insert(half.end(), once.begin(), once.end());
  Bytes text = half;
  text.push_back('#');
  text.insert(text.end(), half.begin(), half.end());
  return text;
}

/// A text of eight symbols, and stretches of 100 to 355 symbols of it once more, between others.
inline Bytes rare_copies(std::size_t length, std::size_t copies, std::uint64_t seed)
{
  Bytes const once = texts::random(length, 8, seed);
  Bytes const dice = texts::random(3 * copies, 256, seed + 1);
  Bytes text = once;
  for (std::size_t i = 0; i < copies; ++i) {
    Bytes const other = texts::random(dice[3 * i], 8, seed + 2 + i);
    text.insert(text.end(), other.begin(), other.end());
    std::size_t const size = 100u + dice[3 * i + 1];
    auto const from = once.begin() + static_cast<std::ptrdiff_t>(dice[3 * i + 2] * (length - size) / 256);
    text.insert(text.end(), from, from + static_cast<std::ptrdiff_t>(size));
  }
  return text;
}

/// Versions of a text, each with a few changes of the one before: a symbol is changed, some are put in, or taken away.
inline Bytes versions(std::size_t length, std::size_t count, std::size_t changes, std::uint64_t seed)
{
  Bytes version = texts::random(length, 20, seed);
  Bytes text;
  for (std::size_t i = 0; i < count; ++i) {
    Bytes const dice = texts::random(4 * changes, 256, seed + i + 1);
    for (std::size_t k = 0; k < changes; ++k) {
      std::size_t const at = (dice[4 * k] * 256u + dice[4 * k + 1]) * version.size() / 65'536;
      auto const place = version.begin() + static_cast<std::ptrdiff_t>(at);
      std::size_t const size = std::min<std::size_t>(dice[4 * k + 2], version.size() - at);
      if (dice[4 * k + 3] % 3 == 0)
        *place = dice[4 * k + 2];
      else if (dice[4 * k + 3] % 3 == 1)
        version.insert(place, size, dice[4 * k + 3]);
      else
        version.erase(place, place + static_cast<std::ptrdiff_t>(size));
    }
    text.insert(text.end(), version.begin(), version.end());
  }
  return text;
}

/// Numbers in their order, of two bytes, the lower one first, with a zero after each byte: after the transform, symbols come in
/// a fixed order, too.
inline Bytes counted(std::size_t n)
{
  Bytes text;
  for (std::uint32_t number = 0; text.size() < n; ++number)
    for (std::uint32_t const byte : {number & 0xFF, 0u, number >> 8 & 0xFF, 0u})
      text.push_back(static_cast<std::uint8_t>(byte));
  text.resize(n);
  return text;
}

/// A text of several frames, of either form, and codecs, in few bytes.
struct Sample
{
  Bytes file;
  Bytes text;
};

inline Sample sample()
{
  Sample all;
  bool is_short = true;
  for (Bytes const& part : {texts::letter(300), skewed(2500, 3), texts::random(100, 256, 5), Bytes{},
                            texts::copies_with_mutations(4000, 200, 9), texts::runs(900, 40, 7), texts::text_of("abc"),
                            long_copies(600, 16, 3)})
  {
    Bytes const frame = is_short ? compressed(part) : format::as_long_frame(compressed(part));
    is_short = !is_short;
    all.file.insert(all.file.end(), frame.begin(), frame.end());
    all.text.insert(all.text.end(), part.begin(), part.end());
  }
  return all;
}

}  // namespace lexikos::tests
