// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What the compressed format is written in: numbers, bits, words of rANS, and tables of frequencies. Of the decoder in
// format.hpp.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

namespace lexikos::tests::format
{

using Bytes = std::vector<std::uint8_t>;

struct Refused : std::runtime_error
{
  using std::runtime_error::runtime_error;
};

inline void expect(bool condition, char const* what)
{
  if (!condition) throw Refused(what);
}

inline std::uint64_t number(Bytes const& data, std::size_t at, unsigned bytes)
{
  expect(at + bytes <= data.size(), "the file ends");
  std::uint64_t value = 0;
  for (unsigned i = bytes; i-- > 0;) value = value << 8 | data[at + i];
  return value;
}

// ----- bits and words ---------------------------------------------------------------------------------------------------

struct Bits
{
  Bytes const& data;
  std::size_t next;
  std::size_t end;

  std::uint32_t take(unsigned count)
  {
    std::uint32_t value = 0;
    for (unsigned i = 0; i < count; ++i, ++next) {
      expect(next < end, "bits end");
      value |= (data[next / 8] >> next % 8 & 1u) << i;
    }
    return value;
  }
  std::uint32_t sized()
  {
    unsigned const k = take(5);
    return (1u << k) + take(k);
  }
  std::uint32_t gamma()
  {
    unsigned k = 0;
    while (take(1) == 0) expect(++k < 32, "gamma");
    return (1u << k) + take(k);
  }
};

struct Words
{
  Bytes const& data;
  std::size_t next;
  std::size_t end;
  std::uint32_t state = 0;

  Words(Bytes const& bytes, std::size_t begin, std::size_t size) : data(bytes), next(begin), end(begin + size)
  {
    state = word();
    state |= word() << 16;
    expect(state >= 65536, "state");
  }
  std::uint32_t word()
  {
    expect(next + 2 <= end, "words end");
    next += 2;
    return static_cast<std::uint32_t>(number(data, next - 2, 2));
  }
  [[nodiscard]] std::uint32_t place(unsigned t) const { return state % (1u << t); }
  void take(std::uint32_t below, std::uint32_t frequency, unsigned t)
  {
    state = frequency * (state >> t) + place(t) - below;
    if (state < 65536) state = state << 16 | word();
  }
  std::uint32_t raw(unsigned k)
  {
    std::uint32_t value = 0;
    while (k > 0) {
      unsigned const now = k % 12 != 0 ? k % 12 : 12;
      std::uint32_t const part = place(now);
      take(part, 1, now);
      value = value << now | part;
      k -= now;
    }
    return value;
  }
  std::uint32_t uniform(std::uint32_t m)
  {
    std::uint32_t v = 0;
    while (4096 * (v + 1) / m <= place(12)) ++v;
    take(4096 * v / m, 4096 * (v + 1) / m - 4096 * v / m, 12);
    return v;
  }
  /// A symbol of frequencies.
  template <class Frequencies>
  std::uint32_t symbol(Frequencies const& frequencies, unsigned t)
  {
    std::uint32_t below = 0;
    std::uint32_t s = 0;
    while (below + frequencies[s] <= place(t)) below += frequencies[s++];
    take(below, frequencies[s], t);
    return s;
  }
  void expect_end() const { expect(state == 65536 && next == end, "something is left of a sub-block"); }
};

// ----- tables -----------------------------------------------------------------------------------------------------------

using Frequencies = std::vector<std::uint32_t>;

struct Tables
{
  std::vector<Frequencies> of_context = std::vector<Frequencies>(2048);
  std::vector<unsigned> classes = std::vector<unsigned>(64, 0);
  unsigned precision = 0;

  void read(Bits& bits, unsigned tokens)
  {
    precision = bits.take(3);
    read_node(bits, tokens, 0, 2048);
  }

 private:
  void read_node(Bits& bits, unsigned tokens, std::size_t begin, std::size_t leaves)
  {
    std::size_t const children = leaves == 2048 ? 32 : 8;
    std::size_t const size = leaves / children;
    std::size_t first = 0;
    for (std::size_t child = 0; child < children; ++child) {
      if (child + 1 < children && bits.take(1) == 0) continue;
      if (first == child && size > 1 && bits.take(1) == 1)
        read_node(bits, tokens, begin + child * size, size);
      else
        std::fill_n(of_context.begin() + static_cast<std::ptrdiff_t>(begin + first * size), (child + 1 - first) * size,
                    read_table(bits, tokens));
      first = child + 1;
    }
  }
  Frequencies read_table(Bits& bits, unsigned tokens)
  {
    unsigned const count = bits.take(6) + 1;
    expect(count <= tokens, "tokens");
    Frequencies weights(tokens, 0);
    std::uint64_t sum = 0;
    for (unsigned t = 0; t < count; ++t) {
      int const g = static_cast<int>(bits.gamma());
      int const k = static_cast<int>(classes[t]) + (g % 2 == 0 ? g / 2 : -(g - 1) / 2);
      expect(k >= 0 && k <= 13, "class");
      classes[t] = static_cast<unsigned>(k);
      if (k == 0) continue;
      unsigned const more = std::min(static_cast<unsigned>(k) - 1, precision);
      weights[t] = ((1u << more) + bits.take(more)) << (static_cast<unsigned>(k) - 1 - more);
      sum += weights[t];
    }
    std::fill(classes.begin() + count, classes.end(), 0u);
    expect(weights[count - 1] != 0, "last weight");
    std::uint32_t total = 0;
    for (auto& weight : weights) {
      if (weight != 0)
        weight = std::max<std::uint32_t>(1, static_cast<std::uint32_t>(4096 * std::uint64_t{weight} / sum));
      total += weight;
    }
    *std::max_element(weights.begin(), weights.end()) += 4096 - total;
    return weights;
  }
};

inline std::uint32_t value(Words& words, std::uint32_t token, unsigned exact, unsigned more)
{
  if (token < 1u << exact) return token;
  std::uint32_t const q = token - (1u << exact);
  unsigned const h = exact + (q >> more);
  return (((1u << more) + q % (1u << more)) << (h - more)) + words.raw(h - more);
}

}  // namespace lexikos::tests::format
