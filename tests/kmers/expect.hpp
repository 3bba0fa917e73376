// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// K-mers by their definition, as strings in a map, and the library's compared with them.

#include <doctest/doctest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/kmers.hpp>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "tests/reference/kasai.hpp"
#include "tests/reference/sa_is.hpp"
#include "tests/spaces.hpp"
#include "tests/texts.hpp"

namespace lexikos::tests
{

/// A text, or two one after the other, and which of its k-mers are meant.
struct KmerQuestion
{
  texts::Text text;
  std::size_t k = 1;
  KmerLetters letters = KmerLetters::all;
  bool canonical = false;
  std::vector<std::uint64_t> offsets = {};                     ///< of documents; none: one document
  std::optional<std::size_t> first_length = {};                ///< none: one text
  KmerSet set = KmerSet::either;                               ///< of lists
  std::uint64_t min_count = 1, max_count = ~std::uint64_t{0};  ///< of lists
  std::size_t bins = 4;
};

struct ExpectedKmer
{
  std::uint64_t position = 0;
  std::uint64_t counts[2] = {0, 0};

  [[nodiscard]] std::uint64_t sum() const { return counts[0] + counts[1]; }
};

/// What the suffix array of a question's text is; it does not depend on what is asked.
struct KmerArrays
{
  explicit KmerArrays(texts::Text const& text)
      : suffix_array(reference::sa_is(text)),
        lcp(reference::kasai(text, suffix_array)),
        ranks(reference::inverse_of(suffix_array))
  {}

  reference::Positions suffix_array, lcp, ranks;
};

inline std::string reverse_complement(std::string word)
{
  std::reverse(word.begin(), word.end());
  std::string const letters = "ACGT", complements = "TGCA";
  for (char& c : word) c = complements[letters.find(c)];
  return word;
}

/// The k-mer as which a substring counts; none if it does not.
inline std::optional<std::string> counted_as(std::string word, KmerQuestion const& question)
{
  if (question.letters == KmerLetters::all) return word;
  if (question.letters == KmerLetters::dna)
    for (char& c : word)
      if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  if (word.find_first_not_of("ACGT") != std::string::npos) return std::nullopt;
  return question.canonical ? std::min(word, reverse_complement(word)) : word;
}

/// The positions where substrings of k symbols start that cross no border.
inline std::vector<std::size_t> positions_of(KmerQuestion const& question)
{
  std::size_t const n = question.text.size();
  std::vector<std::size_t> positions;
  for (std::size_t at = 0; at < n && question.k <= n - at; ++at) {
    bool crosses = question.first_length && at < *question.first_length && at + question.k > *question.first_length;
    for (auto const border : question.offsets) crosses = crosses || (at < border && at + question.k > border);
    if (!crosses) positions.push_back(at);
  }
  return positions;
}

inline std::map<std::string, ExpectedKmer> naive_kmers(KmerQuestion const& question, KmerArrays const& arrays)
{
  std::string const letters(question.text.begin(), question.text.end());
  std::map<std::string, ExpectedKmer> spelled;
  std::size_t const border = question.first_length.value_or(letters.size());
  for (std::size_t const at : positions_of(question)) {
    auto& kmer = spelled[letters.substr(at, question.k)];
    bool const in_first = at < border;
    bool const is_better = arrays.ranks[at] < arrays.ranks[kmer.position];
    if (kmer.sum() == 0 || (in_first == (kmer.position < border) ? is_better : in_first)) kmer.position = at;
    ++kmer.counts[in_first ? 0 : 1];
  }
  std::map<std::string, ExpectedKmer> kmers;
  for (auto const& [word, kmer] : spelled) {
    auto const name = counted_as(word, question);
    if (!name) continue;
    auto& all = kmers[*name];
    all.position = all.sum() == 0 ? kmer.position : std::min(all.position, kmer.position);
    for (std::size_t t = 0; t < 2; ++t) all.counts[t] += kmer.counts[t];
  }
  return kmers;
}

inline bool is_in(KmerSet set, ExpectedKmer const& kmer)
{
  bool const first = kmer.counts[0] != 0, second = kmer.counts[1] != 0;
  return set == KmerSet::either || (set == KmerSet::common && first && second) ||
         (set == KmerSet::only_first && !second) || (set == KmerSet::only_second && !first);
}

/// A histogram of the k-mers of a set, by their counts in one of the texts.
inline std::vector<std::uint64_t> naive_histogram(std::map<std::string, ExpectedKmer> const& kmers, KmerSet set,
                                                  std::size_t of_text, std::size_t bins)
{
  std::vector<std::uint64_t> histogram(bins, 0);
  if (bins == 0) return histogram;
  for (auto const& [word, kmer] : kmers)
    if (is_in(set, kmer)) ++histogram[std::min<std::size_t>(kmer.counts[of_text], bins - 1)];
  return histogram;
}

inline KmerTotals naive_totals(std::map<std::string, ExpectedKmer> const& kmers, std::size_t of_text)
{
  KmerTotals totals;
  for (auto const& [word, kmer] : kmers) {
    auto const count = kmer.counts[of_text];
    totals.distinct += count != 0;
    totals.unique += count == 1;
    totals.all += count;
    totals.max_count = std::max(totals.max_count, count);
  }
  return totals;
}

/// The library's answers to one question after the other about a text.
template <class ExecutionSpace, class Index>
class KmersOfText
{
 public:
  using MemorySpace = typename ExecutionSpace::memory_space;

  KmersOfText(texts::Text const& text, KmerArrays const& arrays)
      : m_space(text.size() < 1'000 ? smallest_instance<ExecutionSpace>() : ExecutionSpace()),
        m_text(to_view<ExecutionSpace>(text)),
        m_suffix_array(to_view<ExecutionSpace>(widened(arrays.suffix_array))),
        m_lcp(to_view<ExecutionSpace>(widened(arrays.lcp)))
  {}

  /// What is not as it should be, for people; empty if nothing.
  std::string difference(KmerQuestion const& question, std::map<std::string, ExpectedKmer> const& expected)
  {
    auto const offsets = to_view<ExecutionSpace>(question.offsets);
    KmerOptions<MemorySpace> options{.letters = question.letters,
                                     .canonical = question.canonical,
                                     .min_count = question.min_count,
                                     .max_count = question.max_count,
                                     .text_offsets = Span<std::uint64_t const, MemorySpace>(offsets),
                                     .workspace = &m_workspace};
    std::string found =
        question.first_length ? compared(question, options, expected) : counted(question, options, expected);
    return found.empty() ? listed(question, options, expected) : found;
  }

 private:
  using Histogram = TestArray<std::uint64_t, ExecutionSpace>;

  static std::vector<Index> widened(reference::Positions const& positions)
  {
    return {positions.begin(), positions.end()};
  }

  std::string counted(KmerQuestion const& question, KmerOptions<MemorySpace> const& options,
                      std::map<std::string, ExpectedKmer> const& expected)
  {
    Histogram const histogram("histogram", question.bins);
    auto const totals = kmer_spectrum(m_space, m_text, m_suffix_array, m_lcp, question.k, histogram, options);
    if (totals != naive_totals(expected, 0)) return "other totals";
    bool const is_right = to_vector(histogram) == naive_histogram(expected, KmerSet::either, 0, question.bins);
    return is_right ? "" : "another histogram";
  }

  std::string compared(KmerQuestion const& question, KmerOptions<MemorySpace> const& options,
                       std::map<std::string, ExpectedKmer> const& expected)
  {
    Histogram const only_first("only_first", question.bins), common_in_first("common_in_first", question.bins),
        common_in_second("common_in_second", question.bins), only_second("only_second", question.bins);
    auto const totals = compare_kmers(m_space, m_text, *question.first_length, m_suffix_array, m_lcp, question.k,
                                      {only_first, common_in_first, common_in_second, only_second}, options);
    if (totals.first != naive_totals(expected, 0)) return "other totals of the first text";
    if (totals.second != naive_totals(expected, 1)) return "other totals of the second text";
    auto const size = [&](KmerSet set) {
      return static_cast<std::uint64_t>(
          std::ranges::count_if(expected, [&](auto const& kmer) { return is_in(set, kmer.second); }));
    };
    if (totals.common != size(KmerSet::common) || totals.only_first != size(KmerSet::only_first) ||
        totals.only_second != size(KmerSet::only_second))
      return "other sizes";
    auto const is_right = [&](Histogram const& histogram, KmerSet set, std::size_t of_text) {
      return to_vector(histogram) == naive_histogram(expected, set, of_text, question.bins);
    };
    if (!is_right(only_first, KmerSet::only_first, 0)) return "another histogram of only the first";
    if (!is_right(common_in_first, KmerSet::common, 0)) return "another histogram of common ones in the first";
    if (!is_right(common_in_second, KmerSet::common, 1)) return "another histogram of common ones in the second";
    return is_right(only_second, KmerSet::only_second, 1) ? "" : "another histogram of only the second";
  }

  std::string listed(KmerQuestion const& question, KmerOptions<MemorySpace> const& options,
                     std::map<std::string, ExpectedKmer> const& expected)
  {
    auto const found = question.first_length
                           ? list_compared_kmers(m_space, m_text, *question.first_length, m_suffix_array, m_lcp,
                                                 question.k, question.set, options)
                           : list_kmers(m_space, m_text, m_suffix_array, m_lcp, question.k, options);
    if (found.totals.first != naive_totals(expected, 0) || found.totals.second != naive_totals(expected, 1))
      return "other totals of the list";
    auto const positions = to_vector(found.positions), counts = to_vector(found.counts),
               others = to_vector(found.counts_in_second);
    std::size_t m = 0;
    for (auto const& [word, kmer] : expected) {
      if (!is_in(question.set, kmer) || kmer.sum() < question.min_count || kmer.sum() > question.max_count) continue;
      if (m == positions.size() || counts.size() != positions.size()) return "the list ends before " + word;
      bool const has_second = question.first_length && others.size() == positions.size();
      std::uint64_t const second = has_second ? others[m] : 0;
      std::ostringstream shown;
      if (positions[m] != kmer.position || counts[m] != kmer.counts[0] || second != kmer.counts[1]) {
        shown << word << ", entry " << m << ", is at " << positions[m] << " and occurs " << counts[m] << " + " << second
              << " times, not at " << kmer.position << " and " << kmer.counts[0] << " + " << kmer.counts[1] << " times";
        return shown.str();
      }
      ++m;
    }
    if (m != positions.size()) return "the list goes on after its last k-mer";
    return others.size() == (question.first_length ? m : 0) ? "" : "counts in a second text";
  }

  ExecutionSpace m_space;
  TestArray<std::uint8_t, ExecutionSpace> m_text;
  TestArray<Index, ExecutionSpace> m_suffix_array, m_lcp;
  Workspace m_workspace;
};

inline std::string described(KmerQuestion const& question)
{
  std::ostringstream out;
  out << "k " << question.k << ", letters " << static_cast<int>(question.letters)
      << (question.canonical ? ", canonical" : "") << ", bins " << question.bins << ", set "
      << static_cast<int>(question.set) << ", counts " << question.min_count << " to " << question.max_count
      << ", documents at";
  for (auto const border : question.offsets) out << ' ' << border;
  if (question.first_length) out << ", second text at " << *question.first_length;
  out << ", text "
      << std::string(question.text.begin(), question.text.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(
                                                                        question.text.size(), 300)));
  return out.str();
}

/// Questions about one text, with both kinds of indices.
template <class ExecutionSpace>
class KmerExpectations
{
 public:
  explicit KmerExpectations(texts::Text const& text) : m_arrays(text), m_narrow(text, m_arrays), m_wide(text, m_arrays)
  {}

  void expect(KmerQuestion const& question)
  {
    auto const expected = naive_kmers(question, m_arrays);
    std::string const narrow = m_narrow.difference(question, expected);
    std::string const wide = m_wide.difference(question, expected);
    if (narrow.empty() && wide.empty()) return;
    INFO(described(question));
    REQUIRE(narrow == "");
    REQUIRE(wide == "");
  }

 private:
  KmerArrays m_arrays;
  KmersOfText<ExecutionSpace, std::uint32_t> m_narrow;
  KmersOfText<ExecutionSpace, std::uint64_t> m_wide;
};

}  // namespace lexikos::tests
