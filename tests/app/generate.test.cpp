// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "generate/blocks.hpp"
#include "generate/dna.hpp"
#include "generate/geometric.hpp"
#include "generate/letters.hpp"
#include "generate/markov.hpp"
#include "generate/periodic.hpp"
#include "generate/random.hpp"
#include "generate/runs.hpp"
#include "generate/words.hpp"

namespace
{

namespace generate = lexikos::generate;
using Text = std::vector<std::uint8_t>;
using Make = std::function<void(std::span<std::uint8_t> text, std::uint64_t seed, unsigned threads)>;

constexpr std::string_view sample = "the quick brown fox jumps over the lazy dog and the other dog over there";

generate::MarkovModel model_of(std::string_view text, unsigned order)
{
  return generate::MarkovModel({reinterpret_cast<std::uint8_t const*>(text.data()), text.size()}, order);
}

struct Kind
{
  std::string name;
  bool seeded;
  std::uint64_t hash;  // of long_size bytes with seed 1
  Make make;
};

constexpr std::size_t long_size = 3 * generate::block_bytes + 17;

std::vector<Kind> kinds()
{
  return {
      {"random", true, 0xa91b153128ecb2f8,
       [](auto text, auto seed, auto threads) { generate::random(text, seed, {.threads = threads}); }},
      {"random, all bytes", true, 0x7e05675a2ce5f3c6,
       [](auto text, auto seed, auto threads) {
         generate::random(text, seed, {.letters = generate::letters(256), .threads = threads});
       }},
      {"letter", false, 0x2456b936d716ce47,
       [](auto text, auto, auto threads) { generate::letter(text, 'x', threads); }},
      {"fibonacci", false, 0x66f543bb22a69904, [](auto text, auto, auto) { generate::fibonacci(text); }},
      {"thue-morse", false, 0x0097fc2831e0e6a5,
       [](auto text, auto, auto threads) { generate::thue_morse(text, threads); }},
      {"runs", true, 0x8df4a6a219ca8317,
       [](auto text, auto seed, auto threads) { generate::runs(text, seed, {.threads = threads}); }},
      {"runs longer than blocks", true, 0xf9d729322d76a192,
       [](auto text, auto seed, auto threads) { generate::runs(text, seed, {.mean = 2000000, .threads = threads}); }},
      {"periodic", true, 0xde317e7f63b6e12c,
       [](auto text, auto seed, auto threads) { generate::periodic(text, seed, {.threads = threads}); }},
      {"dna", true, 0x26e85b9bd50e5f34,
       [](auto text, auto seed, auto threads) { generate::dna(text, seed, {.threads = threads}); }},
      {"markov", true, 0x4227da7b9d56cae3,
       [](auto text, auto seed, auto threads) { model_of(sample, 2).generate(text, seed, threads); }},
  };
}

Text made(Make const& make, std::size_t n, std::uint64_t seed, unsigned threads)
{
  Text text(n, 0xee);
  make(text, seed, threads);
  return text;
}

std::string as_string(Text const& text)
{
  return {text.begin(), text.end()};
}

/// The first position at which one text differs from the start of another; the length of the first where none does.
template <class Other>
std::size_t agreement(Text const& text, Other const& other, std::size_t begin = 0)
{
  std::size_t i = 0;
  while (begin + i < text.size() && text[begin + i] == static_cast<std::uint8_t>(other[i])) ++i;
  return begin + i;
}

std::uint64_t fnv1a(Text const& text)
{
  std::uint64_t hash = 0xcbf29ce484222325;
  for (std::uint8_t const byte : text) hash = (hash ^ byte) * 0x100000001b3;
  return hash;
}

std::vector<std::size_t> run_lengths(Text const& text)
{
  std::vector<std::size_t> lengths;
  for (std::size_t i = 0; i < text.size(); ++i)
    if (i == 0 || text[i] != text[i - 1])
      lengths.push_back(1);
    else
      ++lengths.back();
  return lengths;
}

std::string reverse_complement(std::string_view word)
{
  std::string result(word.rbegin(), word.rend());
  for (char& base : result) base = base == 'A' ? 'T' : base == 'C' ? 'G' : base == 'G' ? 'C' : 'A';
  return result;
}

TEST_CASE("generate: the bytes do not depend on the number of threads, nor on the machine")
{
  for (auto const& kind : kinds()) {
    CAPTURE(kind.name);
    Text const one = made(kind.make, long_size, 1, 1);
    CHECK(agreement(made(kind.make, long_size, 1, 3), one) == long_size);
    CHECK(agreement(made(kind.make, long_size, 1, 0), one) == long_size);
    CHECK(fnv1a(one) == kind.hash);
  }
}

TEST_CASE("generate: a shorter text is the beginning of a longer one, down to the empty text")
{
  for (auto const& kind : kinds()) {
    CAPTURE(kind.name);
    Text const whole = made(kind.make, long_size, 1, 2);
    for (std::size_t const n : {std::size_t{0}, std::size_t{1}, std::size_t{2}, std::size_t{12345},
                                generate::block_bytes, generate::block_bytes + 1, long_size - 1})
    {
      CAPTURE(n);
      Text const part = made(kind.make, n, 1, 2);
      CHECK(agreement(part, whole) == n);
    }
  }
}

TEST_CASE("generate: another seed gives another text where the kind is random")
{
  for (auto const& kind : kinds()) {
    CAPTURE(kind.name);
    CHECK((made(kind.make, long_size, 1, 2) != made(kind.make, long_size, 3, 2)) == kind.seeded);
  }
}

TEST_CASE("generate: blocks beyond 2^32 bytes have streams and positions of their own")
{
  CHECK(generate::block_count(0) == 0);
  CHECK(generate::block_count(std::size_t{1} << 33) == std::size_t{1} << 13);
  CHECK(generate::block_count((std::size_t{1} << 33) + 1) == (std::size_t{1} << 13) + 1);
}

TEST_CASE("letters")
{
  CHECK(generate::letters(4) == "abcd");
  CHECK(generate::letters(94).front() == '!');
  CHECK(generate::letters(94).back() == '~');
  CHECK(generate::letters(256).size() == 256);
  CHECK(generate::letters(256).front() == '\0');
  CHECK(static_cast<unsigned char>(generate::letters(256).back()) == 255);
}

TEST_CASE("fibonacci: known prefix and recurrence")
{
  Text text(1'000'000);
  generate::fibonacci(text);
  CHECK(as_string(text).substr(0, 34) == "abaababaabaababaababaabaababaabaab");
  // word(k + 1) = word(k) word(k - 1): the fixed point of a -> ab, b -> a
  std::string image;
  for (std::size_t i = 0; image.size() < text.size(); ++i) image += text[i] == 'a' ? "ab" : "a";
  CHECK(agreement(text, image) == text.size());
}

TEST_CASE("thue_morse: known prefix, and the parity of positions")
{
  Text text(long_size);
  generate::thue_morse(text);
  CHECK(as_string(text).substr(0, 32) == "abbabaabbaababbabaababbaabbabaab");
  std::size_t right = 0;  // up to the first that is not
  while (right < text.size() && text[right] == 'a' + std::popcount(right) % 2) ++right;
  CHECK(right == text.size());
}

TEST_CASE("random: every letter comes as often as the others")
{
  for (unsigned const size : {1U, 2U, 3U, 26U, 100U, 256U}) {
    CAPTURE(size);
    std::string const letters = generate::letters(size);
    Text text(2'000'000);
    generate::random(text, 7, {.letters = letters});
    std::map<std::uint8_t, std::size_t> counts;
    for (std::uint8_t const symbol : text) ++counts[symbol];
    CHECK(counts.size() == size);
    double const expected = static_cast<double>(text.size()) / size;
    for (auto const& [symbol, count] : counts) {
      CHECK(letters.find(static_cast<char>(symbol)) != std::string::npos);
      CHECK(static_cast<double>(count) == doctest::Approx(expected).epsilon(0.06));  // beyond 5 standard deviations
    }
  }
}

TEST_CASE("geometric: mean and the share of each length")
{
  for (std::uint64_t const mean : {1U, 2U, 3U, 16U, 1000U}) {
    CAPTURE(mean);
    generate::Geometric const geometric(mean);
    generate::RandomBits bits(mean);
    constexpr int draws = 200'000;
    double sum = 0;
    std::uint64_t shortest = mean;
    std::array<double, 5> counts{};
    for (int i = 0; i < draws; ++i) {
      std::uint64_t const length = geometric(bits);
      shortest = std::min(shortest, length);
      sum += static_cast<double>(length);
      if (length < counts.size()) ++counts[length];
    }
    CHECK(shortest >= 1);
    CHECK(sum / draws == doctest::Approx(static_cast<double>(mean)).epsilon(0.01));
    double const p = 1.0 / static_cast<double>(mean);
    double share = p;
    for (std::size_t length = 1; length < counts.size(); ++length, share *= 1 - p)
      CHECK(counts[length] / draws == doctest::Approx(share).epsilon(0.01).scale(0.1));
  }
}

TEST_CASE("runs: lengths are geometric, also across blocks")
{
  Text text(4'000'000);
  generate::runs(text, 5, {.letters = "ACGT", .mean = 8});
  auto const lengths = run_lengths(text);
  double const mean = static_cast<double>(text.size()) / static_cast<double>(lengths.size());
  CHECK(mean == doctest::Approx(8).epsilon(0.02));
  double const ones = static_cast<double>(std::ranges::count(lengths, 1U)) / static_cast<double>(lengths.size());
  CHECK(ones == doctest::Approx(1.0 / 8).epsilon(0.02));

  generate::runs(text, 5, {.letters = "ACGT", .mean = 1});
  CHECK(std::ranges::adjacent_find(text) == text.end());

  generate::runs(text, 5, {.letters = "x", .mean = 3});
  CHECK(run_lengths(text).size() == 1);

  // runs longer than a block, cut by none of its borders more often than elsewhere
  Text longer(64 * generate::block_bytes);
  generate::runs(longer, 5, {.mean = 4 * generate::block_bytes});
  for (std::size_t i = generate::block_bytes; i < longer.size(); i += generate::block_bytes) {
    CAPTURE(i);
    CHECK(longer[i] == longer[i - 1]);
  }
  CHECK(run_lengths(longer).size() >= 5);
  CHECK(run_lengths(longer).size() <= 40);
}

TEST_CASE("periodic: the period, and one change in the middle")
{
  for (std::size_t const period : {1U, 2U, 1000U, 3'000'001U}) {
    CAPTURE(period);
    Text text(long_size);
    generate::periodic(text, 9, {.letters = "ab", .period = period});
    CHECK(agreement(text, text, period) == text.size());
    Text changed(text.size());
    generate::periodic(changed, 9, {.letters = "ab", .period = period, .change = true});
    CHECK(text[text.size() / 2] != changed[text.size() / 2]);
    changed[text.size() / 2] = text[text.size() / 2];
    CHECK(agreement(text, changed) == text.size());
  }
}

TEST_CASE("dna: four letters, and as many repeats as asked for")
{
  constexpr std::size_t word = 32;
  auto const repeated_share = [&](unsigned repeats, bool reverse) {
    Text text(300'000);
    generate::dna(text, 11, {.repeats = repeats});
    CHECK(std::ranges::all_of(
        text, [](std::uint8_t base) { return base == 'A' || base == 'C' || base == 'G' || base == 'T'; }));
    std::string const all = as_string(text);
    std::set<std::string, std::less<>> seen;
    std::size_t repeated = 0;
    std::size_t const half = all.size() / 2;
    for (std::size_t i = 0; i < half; ++i) {
      std::string_view const here = std::string_view(all).substr(i, word);
      seen.insert(reverse ? reverse_complement(here) : std::string(here));
    }
    for (std::size_t i = half; i + word <= all.size(); ++i)
      repeated += seen.contains(std::string_view(all).substr(i, word));
    return static_cast<double>(repeated) / static_cast<double>(half);
  };
  CHECK(repeated_share(0, false) == 0);
  CHECK(repeated_share(90, false) > 0.3);
  CHECK(repeated_share(90, true) > 0.05);
  CHECK(repeated_share(30, false) < repeated_share(90, false));
}

TEST_CASE("markov: every word of order + 1 bytes occurs in the sample, as often")
{
  for (unsigned const order : {0U, 1U, 3U, 7U}) {
    CAPTURE(order);
    auto const model = model_of(sample, order);
    CHECK(model.order() == order);
    Text text(generate::block_bytes);  // one walk
    model.generate(text, 4);
    std::string const circle = std::string(sample) + std::string(sample.substr(0, order));
    std::set<std::string> words;
    for (std::size_t i = 0; i < sample.size(); ++i) words.insert(circle.substr(i, order + 1));
    std::string const all = as_string(text);
    std::size_t first_strange = 0;
    while (first_strange + order < all.size() && words.contains(all.substr(first_strange, order + 1))) ++first_strange;
    CHECK(first_strange + order == all.size());
    double const share = static_cast<double>(std::ranges::count(sample, 'e')) / static_cast<double>(sample.size());
    CHECK(static_cast<double>(std::ranges::count(all, 'e')) / static_cast<double>(all.size()) ==
          doctest::Approx(share).epsilon(0.05));
  }
}

TEST_CASE("markov: samples of one byte, shorter than the order, and none")
{
  Text text(100);
  model_of("x", 5).generate(text, 1);
  CHECK(as_string(text) == std::string(100, 'x'));
  model_of("ab", 5).generate(text, 1);
  CHECK(std::ranges::adjacent_find(text) == text.end());
  CHECK_THROWS_AS(model_of("", 1), std::invalid_argument);
  CHECK_THROWS_AS(model_of("x", 8), std::invalid_argument);
}

}  // namespace
