// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Spectra, lists and comparisons of k-mers against their definition.

#include <array>

#include "tests/kmers/expect.hpp"
#include "tests/structured_texts.hpp"

namespace lexikos::tests
{

namespace
{

constexpr std::array all_letters{KmerLetters::all, KmerLetters::dna, KmerLetters::dna_upper_case};

/// Whatever can be asked about a text, drawn at random.
KmerQuestion drawn_question(texts::Text const& text, texts::Random& next, std::size_t max_k)
{
  std::size_t const n = text.size();
  KmerQuestion question{.text = text, .k = 1 + next.below(max_k), .letters = all_letters[next.below(3)]};
  question.canonical = question.letters != KmerLetters::all && next.below(2) == 0;
  if (next.below(2) == 0) {
    std::size_t const documents = 1 + next.below(5);
    question.offsets = {0, n};
    for (std::size_t d = 1; d < documents; ++d) question.offsets.push_back(next.below(n + 1));
    std::ranges::sort(question.offsets);
  }
  if (next.below(2) == 0) {
    question.first_length = next.below(n + 1);
    question.set = static_cast<KmerSet>(next.below(4));
  }
  if (next.below(2) == 0) {
    question.min_count = next.below(4);
    question.max_count = next.below(8) == 0 ? ~std::uint64_t{0} : question.min_count + next.below(3);
  }
  question.bins = std::array{0, 1, 2, 3, 5, 255, 256, 257, 300}[next.below(9)];
  return question;
}

/// A text in which some letters are others.
texts::Text spelled(texts::Text text, std::string const& letters)
{
  for (auto& c : text) c = static_cast<std::uint8_t>(letters[c % letters.size()]);
  return text;
}

/// Asks a few questions about every text of at most `length` letters.
template <class ExecutionSpace>
void expect_all_texts(std::size_t length, unsigned alphabet, std::array<std::uint8_t, 3> letters, std::uint64_t seed)
{
  texts::Random next(seed);
  std::size_t const stride = stride_of_small_cases<ExecutionSpace>();
  std::size_t number = 0;
  for (std::size_t n = 0; n <= length; ++n)
    texts::for_each_text(
        n, alphabet,
        [&](texts::Text const& text) {
          if (number++ % stride != 0) return;
          KmerExpectations<ExecutionSpace> expectations(text);
          for (std::size_t q = 0; q < 6; ++q) expectations.expect(drawn_question(text, next, n + 2));
        },
        letters);
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("k-mers of all short texts: plain, of DNA and canonical, in one text and two", ExecutionSpace,
                          all_short_texts)
{
  expect_all_texts<ExecutionSpace>(5, 3, {'a', 'b', 255}, 1);
  expect_all_texts<ExecutionSpace>(6, 3, {'A', 'T', 'N'}, 2);
  expect_all_texts<ExecutionSpace>(6, 3, {'A', 'a', 'C'}, 3);
  expect_all_texts<ExecutionSpace>(5, 3, {'C', 'G', '\n'}, 4);
}
TEST_CASE_TEMPLATE_APPLY(all_short_texts, Spaces);

TEST_CASE_TEMPLATE_DEFINE("k-mers of all texts to length 10 over two letters and 7 over three" *
                              doctest::test_suite("long"),
                          ExecutionSpace, all_texts)
{
  expect_all_texts<ExecutionSpace>(10, 2, {'A', 'C', 0}, 5);
  expect_all_texts<ExecutionSpace>(10, 2, {'G', 'c', 0}, 6);
  expect_all_texts<ExecutionSpace>(7, 3, {'A', 'T', 'C'}, 7);
  expect_all_texts<ExecutionSpace>(7, 3, {'A', 'T', 'N'}, 8);
  expect_all_texts<ExecutionSpace>(7, 3, {'T', 't', 'a'}, 9);
}
TEST_CASE_TEMPLATE_APPLY(all_texts, Spaces);

TEST_CASE_TEMPLATE_DEFINE("k-mers of long texts", ExecutionSpace, long_texts)
{
  texts::Random next(6);
  for (auto const& text : {spelled(texts::copies_with_mutations(120'000, 300, 1), "ACGT"),
                           spelled(texts::random(120'000, 256, 2), "ACGTacgtACGTNACGTAC"),
                           spelled(texts::periodic_parts(120'000, 30, 3), "GATC")})
  {
    KmerExpectations<ExecutionSpace> expectations(text);
    for (std::size_t q = 0; q < 4; ++q) expectations.expect(drawn_question(text, next, q % 2 == 0 ? 64 : 14));
  }
}
TEST_CASE_TEMPLATE_APPLY(long_texts, Spaces);

TEST_CASE_TEMPLATE_DEFINE("k-mers of one short text, with every border, k, set and kind of letters", ExecutionSpace,
                          every_question)
{
  for (std::string const letters : {"ACGTTGCAaNAC", "AAAAAAAAAAAA", "ATATATATATAT", "acgtACGTacgt"}) {
    auto const text = texts::text_of(letters);
    KmerExpectations<ExecutionSpace> expectations(text);
    std::size_t number = 0;
    auto const ask = [&](KmerQuestion const& question) {
      if (number++ % stride_of_small_cases<ExecutionSpace>() == 0) expectations.expect(question);
    };
    for (std::size_t k = 1; k <= 5; ++k)
      for (std::size_t border = 0; border <= text.size(); ++border)
        for (auto const kind : all_letters)
          for (bool const canonical : {false, true}) {
            if (canonical && kind == KmerLetters::all) continue;
            for (auto const set : {KmerSet::common, KmerSet::only_first, KmerSet::only_second, KmerSet::either})
              ask({.text = text,
                   .k = k,
                   .letters = kind,
                   .canonical = canonical,
                   .offsets = {},
                   .first_length = border,
                   .set = set});
            ask({.text = text,
                 .k = k,
                 .letters = kind,
                 .canonical = canonical,
                 .offsets = {0, border, border, text.size()}});
          }
  }
}
TEST_CASE_TEMPLATE_APPLY(every_question, Spaces);

TEST_CASE_TEMPLATE_DEFINE("k-mers of every k to 64 and beyond, canonical too", ExecutionSpace, every_k)
{
  // a copy and a reverse complement, so that long k-mers repeat on both strands
  auto text = spelled(texts::random(400, 256, 5), "ACGT");
  auto const copy = text;
  auto const reverse = reverse_complement(std::string(text.begin(), text.end()));
  text.insert(text.end(), copy.begin(), copy.begin() + 200);
  text.insert(text.end(), reverse.begin(), reverse.begin() + 250);
  auto mixed = text;
  texts::Random next(2);
  for (auto& c : mixed)
    if (next.below(60) == 0) c = static_cast<std::uint8_t>(c | 0x20);
  auto rare = text;
  for (auto& c : rare)
    if (next.below(150) == 0) c = 'N';
  auto lower = rare;
  for (auto& c : lower) c = static_cast<std::uint8_t>(c | 0x20);
  for (auto const& one : {text, mixed, rare, lower}) {
    KmerExpectations<ExecutionSpace> expectations(one);
    for (std::size_t k = 1; k <= 64; ++k)
      for (bool const canonical : {false, true})
        expectations.expect({.text = one, .k = k, .letters = KmerLetters::dna, .canonical = canonical});
    for (std::size_t const k : {65u, 100u, 849u, 850u, 851u, 1000u})
      for (auto const letters : {KmerLetters::all, KmerLetters::dna_upper_case})
        expectations.expect({.text = one, .k = k, .letters = letters});
  }
}
TEST_CASE_TEMPLATE_APPLY(every_k, Spaces);

TEST_CASE_TEMPLATE_DEFINE("k-mers of periodic, repetitive and random texts", ExecutionSpace, structured_texts)
{
  texts::Random next(3);
  for (auto const& [name, symbols] : texts::structured(1'500)) {
    CAPTURE(name);
    for (auto const& text : {symbols, spelled(symbols, "ACGT"), spelled(symbols, "ACGTacgtACGTTGCA"),
                             spelled(symbols, "ACGTTTTTTTTGTGTGTN"), spelled(symbols, "TTTTG")})
    {
      KmerExpectations<ExecutionSpace> expectations(text);
      for (std::size_t q = 0; q < 6; ++q) expectations.expect(drawn_question(text, next, q % 2 == 0 ? 64 : 12));
    }
  }
}
TEST_CASE_TEMPLATE_APPLY(structured_texts, Spaces);

TEST_CASE_TEMPLATE_DEFINE("k-mers of many short documents", ExecutionSpace, many_documents)
{
  texts::Random next(4);
  // short documents of one letter: most of a run of equal substrings crosses borders
  auto text = spelled(texts::copies_with_mutations(4'000, 40, 9), "AC");
  for (std::size_t i = 1'000; i < 3'000; ++i) text[i] = 'A';
  for (std::size_t const longest : {3u, 10u, 200u}) {
    std::vector<std::uint64_t> offsets{0};
    while (offsets.back() < text.size())
      offsets.push_back(std::min<std::uint64_t>(text.size(), offsets.back() + next.below(longest + 1)));
    KmerExpectations<ExecutionSpace> expectations(text);
    for (std::size_t const k : {1u, 2u, 3u, 8u, 31u})
      for (bool const canonical : {false, true})
        for (bool const has_two : {false, true})
          expectations.expect({.text = text,
                               .k = k,
                               .letters = KmerLetters::dna,
                               .canonical = canonical,
                               .offsets = offsets,
                               .first_length = has_two ? std::optional<std::size_t>(1'777) : std::nullopt,
                               .bins = 5'000});
  }
}
TEST_CASE_TEMPLATE_APPLY(many_documents, Spaces);

}  // namespace lexikos::tests
