// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Texts for tests, the same on every machine.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lexikos::texts
{

using Text = std::vector<std::uint8_t>;

struct Named
{
  std::string name;
  Text text;
};

inline Text text_of(std::string_view letters)
{
  return {letters.begin(), letters.end()};
}

/// SplitMix64 (Steele, Lea and Flood 2014).
class Random
{
 public:
  explicit Random(std::uint64_t seed) : m_state(seed) {}

  std::uint64_t operator()()
  {
    std::uint64_t z = m_state += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }
  std::size_t below(std::size_t bound) { return static_cast<std::size_t>((*this)() % bound); }

 private:
  std::uint64_t m_state;
};

inline Text letter(std::size_t n, std::uint8_t c = 'a')
{
  return Text(n, c);
}

/// Symbols spread over all byte values: 0 and 255 are among them when there are at least two.
inline Text random(std::size_t n, unsigned alphabet, std::uint64_t seed)
{
  Random next(seed);
  Text text(n);
  unsigned const step = alphabet > 1 ? 255 / (alphabet - 1) : 0;
  for (auto& c : text) {
    auto const symbol = static_cast<unsigned>(next.below(alphabet));
    c = static_cast<std::uint8_t>(symbol + 1 == alphabet && alphabet > 1 ? 255 : symbol * step);
  }
  return text;
}

inline Text fibonacci(std::size_t n)
{
  std::string shorter = "b", word = "a";
  while (word.size() < n) shorter = std::exchange(word, word + shorter);
  return text_of(std::string_view(word).substr(0, n));
}

inline Text thue_morse(std::size_t n)
{
  Text text(n);
  for (std::size_t i = 1; i < n; ++i) text[i] = text[i / 2] ^ static_cast<std::uint8_t>(i & 1);
  for (auto& c : text) c = static_cast<std::uint8_t>(c + 'a');
  return text;
}

/// Runs of random letters, of 1 to `longest` letters.
inline Text runs(std::size_t n, std::size_t longest, std::uint64_t seed)
{
  Random next(seed);
  Text text;
  while (text.size() < n)
    text.insert(text.end(), 1 + next.below(longest), static_cast<std::uint8_t>('a' + next.below(3)));
  text.resize(n);
  return text;
}

/// A random word of `period` letters again and again, with one letter changed at `change` (none if that is not below n).
inline Text periodic(std::size_t n, std::size_t period, std::size_t change)
{
  Text const word = random(period, 4, period);
  Text text(n);
  for (std::size_t i = 0; i < n; ++i) text[i] = word[i % period];
  if (change < n) ++text[change];
  return text;
}

/// Stretches of random words repeated, each with a period and a length of its own; some end in a symbol that is smaller or
/// larger than all others, so that repetitions break off upwards and downwards.
inline Text periodic_parts(std::size_t n, std::size_t longest_period, std::uint64_t seed)
{
  Random next(seed);
  Text text;
  while (text.size() < n) {
    std::size_t const period = 1 + next.below(longest_period);
    Text const word = random(period, 2 + static_cast<unsigned>(next.below(3)), next());
    std::size_t const length = 1 + next.below(std::min(n, 200 * period));
    for (std::size_t i = 0; i < length; ++i) text.push_back(static_cast<std::uint8_t>(1 + word[i % period] / 2));
    if (next.below(2) == 0) text.push_back(next.below(2) == 0 ? 0 : 255);
  }
  text.resize(n);
  return text;
}

/// Every word of `order` letters over `alphabet` letters once (the greedy construction of Martin 1934: prefer the
/// largest letter), not cyclic.
inline Text de_bruijn(unsigned alphabet, unsigned order)
{
  std::size_t words = 1;
  for (unsigned k = 0; k < order; ++k) words *= alphabet;
  std::vector<bool> seen(words);
  Text text(order, 'a');
  seen[0] = true;
  for (std::size_t word = 0;;) {
    unsigned c = alphabet;
    std::size_t const shifted = word * alphabet % words;
    while (c > 0 && seen[shifted + c - 1]) --c;
    if (c == 0) return text;
    word = shifted + c - 1;
    seen[word] = true;
    text.push_back(static_cast<std::uint8_t>('a' + c - 1));
  }
}

/// A random start, and then copies of earlier stretches in which one letter of every `unchanged` or so is another.
inline Text copies_with_mutations(std::size_t n, std::size_t unchanged, std::uint64_t seed)
{
  Random next(seed);
  Text text = random(std::min<std::size_t>(n, 1000), 4, seed);
  while (text.size() < n) {
    std::size_t const from = next.below(text.size());
    std::size_t const length = std::min(1 + next.below(5000), text.size() - from);
    for (std::size_t i = 0; i < length; ++i) {
      std::uint8_t const c = text[from + i];
      text.push_back(next.below(unchanged) == 0 ? static_cast<std::uint8_t>(next.below(4) * 85) : c);
    }
  }
  text.resize(n);
  return text;
}

/// Appends `copies` copies of a random word of `length` letters, each followed by its own number in two bytes, in mixed
/// order: sorting meets `length` groups of `copies` suffixes that stay whole until the numbers are seen.
inline void append_group(Text& text, std::size_t copies, std::size_t length, std::uint64_t seed)
{
  Text word = random(length, 8, seed);
  std::vector<std::size_t> order(copies);
  for (std::size_t i = 0; i < copies; ++i) order[i] = i;
  Random next(seed);
  for (std::size_t i = copies; i > 1; --i) std::swap(order[i - 1], order[next.below(i)]);
  for (std::size_t const number : order) {
    text.insert(text.end(), word.begin(), word.end());
    text.push_back(static_cast<std::uint8_t>(number / 256));
    text.push_back(static_cast<std::uint8_t>(number % 256));
  }
}

/// The same random text several times with one letter between: all its groups have `times` suffixes.
inline Text repeated(std::size_t n, unsigned times, std::uint64_t seed)
{
  Text const once = random(n, 256, seed);
  Text text;
  for (unsigned t = 0; t < times; ++t) {
    text.insert(text.end(), once.begin(), once.end());
    text.push_back(static_cast<std::uint8_t>(t));
  }
  return text;
}

/// Calls function(text) for every text of `length` letters out of the first `alphabet` values of `letters`.
template <class Function>
void for_each_text(std::size_t length, unsigned alphabet, Function function,
                   std::array<std::uint8_t, 3> letters = {'a', 'b', 'c'})
{
  std::vector<unsigned> digits(length, 0);
  Text text(length, letters[0]);
  for (;;) {
    function(text);
    std::size_t i = length;
    while (i > 0 && digits[i - 1] + 1 == alphabet) {
      digits[--i] = 0;
      text[i] = letters[0];
    }
    if (i == 0) return;
    text[i - 1] = letters[++digits[i - 1]];
  }
}

}  // namespace lexikos::texts
