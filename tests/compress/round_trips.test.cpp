// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Texts come back, in every space from the same bytes, and a decoder that shares nothing with the library reads these.

#include <doctest/doctest.h>

#include "compress/copies.hpp"
#include "compress/directory.hpp"
#include "compress/symbol_classes.hpp"
#include "tests/compress/expect.hpp"
#include "tests/corpus.hpp"
#include "tests/structured_texts.hpp"

using namespace lexikos;
using tests::Bytes;
using tests::small_blocks;

namespace
{

/// All texts of a length over three symbols: as they are, and often enough to be worth a transform.
template <class ExecutionSpace>
void expect_all_texts(std::size_t length, std::size_t stride)
{
  auto const space = tests::smallest_instance<ExecutionSpace>();
  std::size_t all = 1;
  for (std::size_t i = 0; i < length; ++i) all *= 3;
  for (std::size_t number = 0; number < all; number += stride) {
    Bytes text;
    for (std::size_t rest = number; text.size() < length; rest /= 3) text.push_back("\0a\xFF"[rest % 3]);
    CAPTURE(text);
    Bytes const file = compress(space, tests::span_of(text));
    CHECK(decompress(space, tests::span_of(file)) == text);
    if (text.empty()) continue;
    Bytes many;
    for (std::size_t i = 0; i < 300 + number % 7; ++i) many.push_back(text[i % length]);
    Bytes const other = compress(space, tests::span_of(many));
    CHECK(decompress(space, tests::span_of(other)) == many);
  }
}

template <class ExecutionSpace>
void expect_structured()
{
  ExecutionSpace const space{};
  for (std::size_t const n : {60u, 20'000u})
    for (auto const& [name, text] : texts::structured(n)) {
      CAPTURE(name);
      CAPTURE(n);
      tests::expect_round_trip(space, text);
    }
}

/// Blocks have 2^16 symbols here, and sub-blocks of small blocks at most 2^16 runs.
template <class ExecutionSpace>
void expect_borders()
{
  ExecutionSpace const space{};
  for (std::size_t const n : {0u, 1u, 2u, 3u, 48u, 49u, 4096u, 4097u, 65'535u, 65'536u, 65'537u, 131'073u}) {
    CAPTURE(n);
    tests::expect_round_trip(space, texts::random(n, 3, n), small_blocks);
  }
  for (std::size_t const n : {65'536u, 66'000u, 140'000u}) {  // nearly as many runs
    CAPTURE(n);
    tests::expect_round_trip(space, texts::random(n, 200, n));
  }
}

/// Texts of long copies: one of many versions, with blocks that are longer than a segment in which copies are sought and
/// shorter; a period; and one whose rest is noise.
template <class ExecutionSpace>
void expect_copies()
{
  ExecutionSpace const space{};
  tests::expect_round_trip(space, tests::versions(20'000, 40, 6, 31));
  tests::expect_round_trip(space, tests::versions(4'000, 40, 2, 33), small_blocks);
  tests::expect_round_trip(space, tests::long_copies(5000, 60, 35));
  // rare ones, also such as follow each other's copies, and across segments in which copies are sought
  for (std::size_t const length : {3'000u, 20'000u, 600'000u}) {
    Bytes const rare = tests::rare_copies(length, length / 100, length);
    tests::expect_round_trip(space, rare);
    tests::expect_round_trip(space, rare, small_blocks);
    Bytes twice = rare;
    twice.insert(twice.end(), rare.begin() + static_cast<std::ptrdiff_t>(length / 3), rare.end());
    tests::expect_round_trip(space, twice);
  }
  Bytes const noise = texts::random(40'000, 256, 37);
  Bytes text;
  for (unsigned i = 0; i < 9; ++i) text.insert(text.end(), noise.begin(), noise.end() - i);
  tests::expect_round_trip(space, text);
}

/// Copies that overlap what they copy and each other's sources, of which none are long.
std::vector<compress_detail::Copy> any_copies(std::size_t n, std::uint64_t seed)
{
  std::vector<compress_detail::Copy> copies;
  Bytes const dice = texts::random(n, 256, seed);
  std::uint32_t copied = 0;
  for (std::size_t i = 0, end = 0;; ++i) {
    std::size_t const begin = std::max<std::size_t>(1, end + dice[3 * i] % 16);
    std::size_t const length = 1 + dice[3 * i + 1];
    if (begin + length > n) return copies;
    copies.push_back({static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(length),
                      static_cast<std::uint32_t>(1 + dice[3 * i + 2] * begin / 256), copied});
    copied += static_cast<std::uint32_t>(length);
    end = begin + length;
  }
}

/// Both ways to put copies back, whichever is the space's.
template <class ExecutionSpace>
void expect_put_back()
{
  using compress_detail::PutBack;
  using Place = Span<std::uint8_t, typename ExecutionSpace::memory_space>;
  using View = Span<std::uint8_t const, typename ExecutionSpace::memory_space>;
  ExecutionSpace const space{};
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    CAPTURE(seed);
    std::size_t const n = 300 + 1500 * seed;
    auto const copies = any_copies(n, seed);
    Bytes const rest = texts::random(compress_detail::rest_of(n, copies), 256, seed + 100);
    Bytes expected;
    std::size_t taken = 0;
    for (auto const& copy : copies) {
      while (expected.size() < copy.begin) expected.push_back(rest[taken++]);
      for (std::uint32_t i = 0; i < copy.length; ++i) expected.push_back(expected[expected.size() - copy.distance]);
    }
    while (expected.size() < n) expected.push_back(rest[taken++]);
    auto const on_device = tests::to_view<ExecutionSpace>(rest);
    for (PutBack const how : {PutBack::in_order, PutBack::by_rounds}) {
      tests::TestArray<std::uint8_t, ExecutionSpace> const text("lexikos::tests::text", n);
      Workspace workspace;
      compress_detail::put_back(space, View(on_device.data(), on_device.extent(0)), copies, Place(text.data(), n),
                                workspace, how);
      CHECK(tests::first_difference(tests::to_vector(text), expected) == "");
    }
    if (compress_detail::best_put_back<ExecutionSpace>() == PutBack::by_rounds || copies.empty()) continue;
    // the rest at the end of the text
    tests::TestArray<std::uint8_t, ExecutionSpace> const text("lexikos::tests::text", n);
    std::uint8_t* const place = text.data() + (n - rest.size());
    std::copy(rest.begin(), rest.end(), place);
    Workspace workspace;
    compress_detail::put_back(space, View(place, rest.size()), copies, Place(text.data(), n), workspace,
                              PutBack::in_order);
    CHECK(tests::first_difference(tests::to_vector(text), expected) == "");
  }
}

/// And 2^22 symbols.
template <class ExecutionSpace>
void expect_long_runs()
{
  ExecutionSpace const space{};
  for (std::size_t const n :
       {(std::size_t{1} << 22) - 1, std::size_t{1} << 22, (std::size_t{1} << 22) + 1, std::size_t{9} << 20})
  {
    CAPTURE(n);
    tests::expect_round_trip(space, texts::letter(n));
    Bytes mixed = texts::letter(n);
    mixed[n / 2] = 'b';
    mixed.back() = 'c';
    tests::expect_round_trip(space, mixed);
  }
}

/// The independent decoder agrees; returns the codecs that it met.
tests::format::Codecs expect_decoded(Bytes const& text, CompressOptions const& options = {})
{
  tests::format::Codecs codecs{};
  CHECK(tests::first_difference(tests::format::decode(tests::compressed(text, options), codecs), text) == "");
  return codecs;
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("compression: all short texts", ExecutionSpace, short_texts)
{
  for (std::size_t length = 0; length <= 4; ++length) expect_all_texts<ExecutionSpace>(length, 1);
}
TEST_CASE_TEMPLATE_APPLY(short_texts, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("compression: structured texts", ExecutionSpace, structured_texts)
{
  expect_structured<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(structured_texts, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("compression: borders of blocks and sub-blocks", ExecutionSpace, borders)
{
  expect_borders<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(borders, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("compression: long copies", ExecutionSpace, long_copies)
{
  expect_copies<ExecutionSpace>();
  expect_put_back<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(long_copies, tests::Spaces);

TEST_CASE("compression: a decoder of the description alone")
{
  tests::format::Codecs met{};
  auto const add = [&](tests::format::Codecs const& codecs) {
    for (std::size_t i = 0; i < met.size(); ++i) met[i] += codecs[i];
  };
  for (std::size_t const n : {100u, 70'000u})
    for (auto const& [name, text] : texts::structured(n + 16)) {
      CAPTURE(name);
      CAPTURE(n);
      add(expect_decoded(text, small_blocks));
    }
  // where one part is noise, and the rest is not
  Bytes noise = texts::random(140'000, 256, 3);
  Bytes const rest = texts::copies_with_mutations(300'000, 500, 5);
  noise.insert(noise.end(), rest.begin(), rest.end());
  add(expect_decoded(noise));
  add(expect_decoded(tests::skewed(30'000, 3)));
  for (std::size_t const n : {100u, 1'000u, 150'000u}) add(expect_decoded(tests::counted(n)));
  CHECK(tests::compressed(tests::counted(150'000)).size() < 2'000);
  add(expect_decoded(tests::versions(20'000, 40, 6, 31)));
  add(expect_decoded(tests::versions(4'000, 40, 2, 33), small_blocks));
  add(expect_decoded(tests::long_copies(600, 16, 3)));
  auto const of_rare = expect_decoded(tests::rare_copies(60'000, 300, 3));
  CHECK(of_rare.back() > 0);
  add(of_rare);
  for (std::size_t const codec : {1u, 2u, 3u, 5u}) CHECK(met[codec] > 0);
}

TEST_CASE_TEMPLATE_DEFINE("compression: texts of few symbols", ExecutionSpace, few_symbols)
{
  ExecutionSpace const space{};
  auto const expect_classes = [&](Bytes const& text, CompressOptions const& options = {}) {
    auto const codecs = expect_decoded(text, options);
    CHECK(codecs[4] > 0);
    tests::expect_round_trip(space, text, options);
    return codecs;
  };
  for (unsigned const count : {2u, 3u, 4u, 5u, 8u, 9u, 16u}) {
    CAPTURE(count);
    expect_classes(tests::few_symbols(60'000, count, count));
  }
  // whole pieces and segments, and parts of them
  for (std::size_t const n : {32'768u, 32'769u, 33'791u, 33'793u, 49'151u, 49'152u, 65'536u, 140'000u}) {
    CAPTURE(n);
    expect_classes(tests::few_symbols(n, 4, n));
    expect_classes(tests::few_symbols(n, 4, n), small_blocks);
  }
  CHECK(expect_decoded(tests::few_symbols(32'767, 4, 3))[4] == 0);
  CHECK(expect_decoded(tests::few_symbols(60'000, 17, 3))[4] == 0);
  // pieces with another symbol, between such as have none; and two texts in one
  Bytes text = tests::few_symbols(400'000, 4, 7);
  for (std::size_t const at : {0u, 150'000u, 399'999u}) text[at] = 'N';
  auto const codecs = expect_classes(text);
  CHECK(codecs[2] + codecs[3] > 0);
  Bytes const other = texts::copies_with_mutations(60'000, 500, 5);
  text.insert(text.begin(), other.begin(), other.end());
  CHECK(expect_classes(text)[3] > 0);
  // copies, of whose rest the transform has few symbols
  Bytes const part = tests::few_symbols(40'000, 4, 9);
  Bytes many;
  for (unsigned i = 0; i < 9; ++i) many.insert(many.end(), part.begin(), part.end() - i);
  CHECK(expect_classes(many).back() > 0);
}
TEST_CASE_TEMPLATE_APPLY(few_symbols, tests::Spaces);

TEST_CASE("compression: symbols that their tables take for rare are stored")
{
  constexpr std::uint32_t n = 3000;
  // of two tokens, the one that all symbols are has 1 of 4096
  std::vector<compress_detail::CodedSymbol> coded_symbols;
  for (unsigned context = 0; context < compress_detail::contexts; ++context) {
    coded_symbols.push_back(compress_detail::CodedSymbol::of(0, 1));
    coded_symbols.push_back(compress_detail::CodedSymbol::of(1, 4095));
  }
  Bytes const bwt(n, 'a');
  Bytes const tokens(256, 0);
  Bytes const class_of(3, 5);
  Bytes coded(n, 'x');
  std::vector<compress_detail::SubBlock> sub_blocks(1);
  sub_blocks[0].symbols = n;
  sub_blocks[0].codec = compress_detail::Codec::classes;
  auto const view = []<class T>(std::vector<T> const& values) {
    return Span<T const, Kokkos::HostSpace>(values.data(), values.size());
  };
  compress_detail::EncodeClasses<Kokkos::HostSpace> const encode{
      view(bwt),
      Span<compress_detail::SubBlock, Kokkos::HostSpace>(sub_blocks.data(), 1),
      view(tokens),
      view(class_of),
      view(coded_symbols),
      2,
      Span<std::uint8_t, Kokkos::HostSpace>(coded.data(), n)};
  encode(0);
  CHECK(sub_blocks[0].bytes == 0);
  CHECK(coded == bwt);

  compress_detail::Directory directory;
  directory.classed_symbols = {'a', 'b'};
  directory.sub_blocks = sub_blocks;
  compress_detail::BitWriter writer;
  compress_detail::write_sub_blocks(directory, writer);
  CHECK(directory.sub_blocks[0].codec == compress_detail::Codec::stored);
  CHECK(directory.sub_blocks[0].bytes == n);
  CHECK(directory.coded_bytes == n);
}

TEST_CASE_TEMPLATE_DEFINE("compression: symbols that come in their order", ExecutionSpace, counted_texts)
{
  ExecutionSpace const space{};
  for (std::size_t const n : {600u, 30'000u, 300'000u})
    tests::expect_round_trip(space, tests::counted(n), small_blocks);
}
TEST_CASE_TEMPLATE_APPLY(counted_texts, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("compression: frames about as long as short ones may be", ExecutionSpace, short_frames)
{
  ExecutionSpace const space{};
  for (std::size_t const n : {1u, 4095u, 4096u, 4097u, 65'536u}) {
    CAPTURE(n);
    Bytes const noise = texts::random(n, 256, 3);
    Bytes const file = tests::expect_round_trip(space, noise, small_blocks);
    CHECK((file.size() < n + 60) == (n <= 4096));
    CHECK(compressed_contents(tests::span_of(file)).blocks.size() == 1);
    tests::expect_round_trip(space, texts::letter(n), small_blocks);
  }
}
TEST_CASE_TEMPLATE_APPLY(short_frames, tests::Spaces);

TEST_CASE("compression: every number of threads, and every order of blocks, makes the same bytes")
{
  Bytes const text = texts::copies_with_mutations(700'000, 400, 21);
  Bytes const expected = tests::compressed_array(Kokkos::DefaultHostExecutionSpace(), text, small_blocks);
  CHECK(tests::first_difference(tests::compressed(text, small_blocks), expected) == "");
#ifdef KOKKOS_ENABLE_OPENMP
  for (int const threads : {1, 2, 3}) {
    if (threads > Kokkos::OpenMP().concurrency()) continue;
    CHECK(tests::first_difference(compress(Kokkos::OpenMP(threads), tests::span_of(text), small_blocks), expected) ==
          "");
  }
#endif
}

TEST_CASE("compression: real texts")
{
  corpus::for_each_text([](auto const&, Bytes const& text, auto const&) {
    Bytes const file = tests::compressed(text);
    CHECK(tests::first_difference(decompress(Kokkos::DefaultHostExecutionSpace(), tests::span_of(file)), text) == "");
  });
}

TEST_SUITE_BEGIN("long");

TEST_CASE_TEMPLATE_DEFINE("compression: all texts to length 8", ExecutionSpace, longer_texts)
{
  for (std::size_t length = 5; length <= 8; ++length)
    expect_all_texts<ExecutionSpace>(length, length < 7 ? 1 : 3 * tests::stride_of_small_cases<ExecutionSpace>());
}
TEST_CASE_TEMPLATE_APPLY(longer_texts, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("compression: runs of more symbols than a sub-block has", ExecutionSpace, long_runs)
{
  expect_long_runs<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(long_runs, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("compression: more segments than are counted for tables", ExecutionSpace, many_segments)
{
  ExecutionSpace const space{};
  Bytes text = tests::few_symbols(17'000'000, 4, 3);
  // a symbol of too few segments
  std::fill_n(text.begin() + 5'000'000, 3, std::uint8_t{'e'});
  tests::expect_round_trip(space, text);
}
TEST_CASE_TEMPLATE_APPLY(many_segments, tests::Spaces);

TEST_SUITE_END();
