// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <lexikos/longest_repeats.hpp>
#include <lexikos/repeated_substrings.hpp>

#include "bindings/c/call.hpp"

namespace lexikos::c
{

namespace
{

template <class Run>
LongestRepeatsOptions longest_options(Run const& run, lexikos_repeats_algorithm algorithm)
{
  LongestRepeatsOptions options;
  options.algorithm = enumerated(algorithm, LongestRepeatsAlgorithm::compact, "the algorithm");
  options.workspace = run.workspace();
  options.progress = run.progress();
  return options;
}

/// Calls function(call, inverse, lcp, tag of their type).
template <class Function>
lexikos_status of_arrays(lexikos_context* context, lexikos_array const& inverse, lexikos_array const& lcp,
                         Function const& function)
{
  return call(context, [&](auto& run) {
    with_index(inverse.type, "the inverse suffix array", [&](auto tag) {
      using Index = typename decltype(tag)::type;
      auto const ranks = run.template in<Index>(inverse, "the inverse suffix array");
      auto const lengths = run.template in<Index>(lcp, "the LCP array");
      function(run, ranks, lengths, tag);
    });
  });
}

lexikos_walk_steps steps_of(RepeatWalkSteps const& steps)
{
  return {steps.minimum, steps.maximum, steps.mean};
}

}  // namespace

}  // namespace lexikos::c

using namespace lexikos::c;

lexikos_status lexikos_longest_repeats(lexikos_context* context, lexikos_array inverse, lexikos_array lcp,
                                       lexikos_repeats_algorithm algorithm, lexikos_array starts, lexikos_array lengths)
{
  return of_arrays(context, inverse, lcp, [&](auto& run, auto const& ranks, auto const& array, auto tag) {
    using Index = typename decltype(tag)::type;
    auto const begins = run.template out<Index>(starts, "the array of starts");
    auto const sizes = run.template out<Index>(lengths, "the array of lengths");
    lexikos::longest_repeats(run.space(), ranks, array, begins, sizes, longest_options(run, algorithm));
  });
}

lexikos_status lexikos_count_longest_repeats(lexikos_context* context, lexikos_array inverse, lexikos_array lcp,
                                             lexikos_repeats_algorithm algorithm, lexikos_array offsets,
                                             lexikos_array lengths, uint64_t* count)
{
  return of_arrays(context, inverse, lcp, [&](auto& run, auto const& ranks, auto const& array, auto tag) {
    require_pointer(count, "the place of the count");
    auto const places = run.template out<std::uint64_t>(offsets, "the array of offsets");
    auto const sizes = run.template out<typename decltype(tag)::type>(lengths, "the array of lengths");
    *count = lexikos::count_longest_repeats(run.space(), ranks, array, places, sizes, longest_options(run, algorithm));
  });
}

lexikos_status lexikos_list_longest_repeats(lexikos_context* context, lexikos_array inverse, lexikos_array lcp,
                                            lexikos_repeats_algorithm algorithm, lexikos_array offsets,
                                            lexikos_array starts)
{
  return of_arrays(context, inverse, lcp, [&](auto& run, auto const& ranks, auto const& array, auto tag) {
    auto const places = run.template in<std::uint64_t>(offsets, "the array of offsets");
    auto const begins = run.template out<typename decltype(tag)::type>(starts, "the array of starts");
    lexikos::list_longest_repeats(run.space(), ranks, array, places, begins, longest_options(run, algorithm));
  });
}

lexikos_status lexikos_left_bounded_repeats(lexikos_context* context, lexikos_array inverse, lexikos_array lcp,
                                            lexikos_array lengths)
{
  return of_arrays(context, inverse, lcp, [&](auto& run, auto const& ranks, auto const& array, auto tag) {
    auto const sizes = run.template out<typename decltype(tag)::type>(lengths, "the array of lengths");
    lexikos::left_bounded_repeats(run.space(), ranks, array, sizes);
  });
}

lexikos_status lexikos_useful_repeats(lexikos_context* context, lexikos_array inverse, lexikos_array lcp,
                                      lexikos_array starts, lexikos_array lengths, uint64_t* count)
{
  return of_arrays(context, inverse, lcp, [&](auto& run, auto const& ranks, auto const& array, auto tag) {
    using Index = typename decltype(tag)::type;
    require_pointer(count, "the place of the count");
    auto const begins = run.template out<Index>(starts, "the array of starts");
    auto const sizes = run.template out<Index>(lengths, "the array of lengths");
    *count = lexikos::useful_repeats(run.space(), ranks, array, begins, sizes, {run.workspace(), run.progress()});
  });
}

lexikos_status lexikos_repeat_walks(lexikos_context* context, lexikos_array inverse, lexikos_array lcp,
                                    lexikos_walks* walks)
{
  return of_arrays(context, inverse, lcp, [&](auto& run, auto const& ranks, auto const& array, auto) {
    require_pointer(walks, "the place of the walks");
    auto const found = lexikos::repeat_walks(run.space(), ranks, array, {run.workspace(), run.progress()});
    *walks = {steps_of(found.raw), steps_of(found.compact), found.useful};
  });
}

lexikos_status lexikos_maximal_repeats(lexikos_context* context, lexikos_array text, lexikos_array suffix_array,
                                       lexikos_array lcp, uint64_t min_length, uint64_t min_occurrences,
                                       lexikos_array begins, lexikos_array ends, lexikos_array lengths, uint64_t* count)
{
  return of_arrays(context, suffix_array, lcp, [&](auto& run, auto const& suffixes, auto const& array, auto tag) {
    require_pointer(count, "the place of the count");
    lexikos::MaximalRepeatsOptions options;
    options.min_length = min_length;
    options.min_occurrences = min_occurrences;
    options.workspace = run.workspace();
    options.progress = run.progress();
    with_symbol(text.type, "the text", [&](auto symbol) {
      using Index = typename decltype(tag)::type;
      auto const symbols = run.template in<typename decltype(symbol)::type>(text, "the text");
      auto const first = run.template out_if_given<Index>(begins, "the array of begins");
      auto const last = run.template out_if_given<Index>(ends, "the array of ends");
      auto const sizes = run.template out_if_given<Index>(lengths, "the array of lengths");
      *count = lexikos::maximal_repeats(run.space(), symbols, suffixes, array, first, last, sizes, options);
    });
  });
}

lexikos_status lexikos_longest_repeated_substrings(lexikos_context* context, lexikos_array lcp, lexikos_array begins,
                                                   lexikos_array ends, uint64_t* length, uint64_t* count)
{
  return call(context, [&](auto& run) {
    require_pointer(length, "the place of the length");
    require_pointer(count, "the place of the count");
    with_index(lcp.type, "the LCP array", [&](auto tag) {
      using Index = typename decltype(tag)::type;
      auto const array = run.template in<Index>(lcp, "the LCP array");
      auto const first = run.template out_if_given<Index>(begins, "the array of begins");
      auto const last = run.template out_if_given<Index>(ends, "the array of ends");
      auto const found =
          lexikos::longest_repeated_substrings(run.space(), array, first, last, {run.workspace(), run.progress()});
      *length = found.length;
      *count = found.count;
    });
  });
}

lexikos_status lexikos_longest_common_substring(lexikos_context* context, uint64_t first_length,
                                                lexikos_array suffix_array, lexikos_array lcp,
                                                lexikos_common_substring* substring)
{
  return of_arrays(context, suffix_array, lcp, [&](auto& run, auto const& suffixes, auto const& array, auto) {
    require_pointer(substring, "the place of the substring");
    auto const found = lexikos::longest_common_substring(run.space(), first_length, suffixes, array,
                                                         {run.workspace(), run.progress()});
    *substring = {found.length, found.first, found.second};
  });
}
