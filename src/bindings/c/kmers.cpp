// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <lexikos/kmers.hpp>

#include "bindings/c/result.hpp"

namespace lexikos::c
{

namespace
{

/// What k-mers are found from.
struct GivenText
{
  lexikos_array text;
  lexikos_array suffix_array;
  lexikos_array lcp;
};

template <class Run>
auto kmer_options(Run& run, lexikos_kmer_options const* options)
{
  auto const given = options_or(options, lexikos_kmer_options(LEXIKOS_KMER_OPTIONS_INIT));
  KmerOptions<typename Run::memory_space> asked;
  asked.letters = enumerated(given.letters, KmerLetters::dna_upper_case, "the letters");
  asked.canonical = given.canonical != 0;
  asked.min_count = given.min_count;
  asked.max_count = given.max_count;
  asked.text_offsets = run.template in_if_given<std::uint64_t>(given.text_offsets, "the array of text offsets");
  asked.workspace = run.workspace();
  asked.progress = run.progress();
  return asked;
}

/// Calls function(call, text, suffix array, lcp).
template <class Function>
lexikos_status of_text(lexikos_context* context, GivenText const& given, Function const& function)
{
  return call(context, [&](auto& run) {
    with_symbol(given.text.type, "the text", [&](auto symbol) {
      with_index(given.suffix_array.type, "the suffix array", [&](auto tag) {
        using Index = typename decltype(tag)::type;
        auto const text = run.template in<typename decltype(symbol)::type>(given.text, "the text");
        auto const suffixes = run.template in<Index>(given.suffix_array, "the suffix array");
        auto const lcp = run.template in<Index>(given.lcp, "the LCP array");
        function(run, text, suffixes, lcp);
      });
    });
  });
}

lexikos_kmer_totals totals_of(KmerTotals const& totals)
{
  return {totals.distinct, totals.unique, totals.all, totals.max_count};
}

lexikos_kmer_comparison comparison_of(KmerComparison const& found)
{
  return {totals_of(found.first), totals_of(found.second), found.common, found.only_first, found.only_second};
}

template <class Memory, class Index>
void hand_out(NewResult& result, Kmers<Memory, Index> const& found)
{
  result.add(LEXIKOS_POSITIONS, found.positions)
      .add(LEXIKOS_COUNTS, found.counts)
      .add(LEXIKOS_COUNTS_IN_SECOND, found.counts_in_second)
      .hand_out();
}

}  // namespace

}  // namespace lexikos::c

using namespace lexikos::c;

lexikos_status lexikos_kmer_spectrum(lexikos_context* context, lexikos_array text, lexikos_array suffix_array,
                                     lexikos_array lcp, uint64_t k, lexikos_kmer_options const* options,
                                     lexikos_array histogram, lexikos_kmer_totals* totals)
{
  return of_text(context, {text, suffix_array, lcp},
                 [&](auto& run, auto const& symbols, auto const& suffixes, auto const& lengths) {
                   require_pointer(totals, "the place of the totals");
                   auto const bins = run.template out_if_given<std::uint64_t>(histogram, "the histogram");
                   *totals = totals_of(lexikos::kmer_spectrum(run.space(), symbols, suffixes, lengths, k, bins,
                                                              kmer_options(run, options)));
                 });
}

lexikos_status lexikos_list_kmers(lexikos_context* context, lexikos_array text, lexikos_array suffix_array,
                                  lexikos_array lcp, uint64_t k, lexikos_kmer_options const* options,
                                  lexikos_kmer_totals* totals, lexikos_result** result)
{
  clear(result);
  return of_text(context, {text, suffix_array, lcp},
                 [&](auto& run, auto const& symbols, auto const& suffixes, auto const& lengths) {
                   require_pointer(result, "the place of the result");
                   require_pointer(totals, "the place of the totals");
                   NewResult made(run, result);
                   auto const found =
                       lexikos::list_kmers(run.space(), symbols, suffixes, lengths, k, kmer_options(run, options));
                   *totals = totals_of(found.totals.first);
                   hand_out(made, found);
                 });
}

lexikos_status lexikos_compare_kmers(lexikos_context* context, lexikos_array texts, uint64_t first_length,
                                     lexikos_array suffix_array, lexikos_array lcp, uint64_t k,
                                     lexikos_kmer_options const* options, lexikos_kmer_spectra const* spectra,
                                     lexikos_kmer_comparison* comparison)
{
  return of_text(context, {texts, suffix_array, lcp},
                 [&](auto& run, auto const& symbols, auto const& suffixes, auto const& lengths) {
                   require_pointer(comparison, "the place of the comparison");
                   lexikos::KmerSpectra<typename std::remove_cvref_t<decltype(run)>::memory_space> bins;
                   if (spectra != nullptr) {
                     char const* const name = "a histogram";
                     bins = {run.template out_if_given<std::uint64_t>(spectra->only_first, name),
                             run.template out_if_given<std::uint64_t>(spectra->common_in_first, name),
                             run.template out_if_given<std::uint64_t>(spectra->common_in_second, name),
                             run.template out_if_given<std::uint64_t>(spectra->only_second, name)};
                   }
                   *comparison = comparison_of(lexikos::compare_kmers(run.space(), symbols, first_length, suffixes,
                                                                      lengths, k, bins, kmer_options(run, options)));
                 });
}

lexikos_status lexikos_list_compared_kmers(lexikos_context* context, lexikos_array texts, uint64_t first_length,
                                           lexikos_array suffix_array, lexikos_array lcp, uint64_t k,
                                           lexikos_kmer_set set, lexikos_kmer_options const* options,
                                           lexikos_kmer_comparison* comparison, lexikos_result** result)
{
  clear(result);
  return of_text(context, {texts, suffix_array, lcp},
                 [&](auto& run, auto const& symbols, auto const& suffixes, auto const& lengths) {
                   require_pointer(result, "the place of the result");
                   require_pointer(comparison, "the place of the comparison");
                   NewResult made(run, result);
                   auto const wanted = enumerated(set, lexikos::KmerSet::either, "the set of k-mers");
                   auto const found = lexikos::list_compared_kmers(run.space(), symbols, first_length, suffixes,
                                                                   lengths, k, wanted, kmer_options(run, options));
                   *comparison = comparison_of(found.totals);
                   hand_out(made, found);
                 });
}
