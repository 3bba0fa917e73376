// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <lexikos/duplicates.hpp>
#include <lexikos/overlap.hpp>
#include <lexikos/streamed_duplicates.hpp>

#include "bindings/c/documents.hpp"
#include "bindings/c/result.hpp"

namespace lexikos::c
{

namespace
{

lexikos_duplicate_options options_of(lexikos_duplicate_options const* given)
{
  return options_or(given, lexikos_duplicate_options(LEXIKOS_DUPLICATE_OPTIONS_INIT));
}

/// What both kinds of search have.
template <class Options>
void take_common(Options& options, lexikos_duplicate_options const& given)
{
  options.length = given.length;
  options.min_occurrences = given.min_occurrences;
  options.keep = enumerated(given.keep, KeepDuplicates::first_of_each_document, "what is kept");
  options.scope = given.across_documents != 0 ? DuplicateScope::across_documents : DuplicateScope::any;
  options.align = given.align_utf8 != 0 ? RangeAlignment::utf8 : RangeAlignment::symbol;
  options.max_bytes = given.max_bytes;
}

template <class Run>
auto duplicate_options(Run const& run, lexikos_duplicate_options const* given, lexikos_documents const* documents,
                       lexikos_documents const* other_documents)
{
  using Memory = typename Run::memory_space;
  auto const asked = options_of(given);
  DuplicateOptions<Memory> options;
  take_common(options, asked);
  options.documents = documents_if_given<Memory>(documents);
  options.other_documents = documents_if_given<Memory>(other_documents);
  options.engine = asked.by_fingerprints != 0 ? DuplicateEngine::fingerprints : DuplicateEngine::automatic;
  options.workspace = run.workspace();
  options.progress = run.progress();
  return options;
}

template <class Memory>
void hand_out(NewResult& result, TextRanges<Memory> const& ranges)
{
  result.add(LEXIKOS_BEGINS, ranges.begins).add(LEXIKOS_ENDS, ranges.ends).hand_out();
}

Array<std::uint64_t, Kokkos::HostSpace> copied(MemoryResource& resource, std::vector<std::uint64_t> const& values)
{
  auto const copy = detail::allocate<std::uint64_t, Kokkos::HostSpace>(resource, "lexikos::c::result", values.size());
  std::copy(values.begin(), values.end(), copy.data());
  return copy;
}

template <class T>
std::span<T const> host_span(lexikos_array const& array, char const* name)
{
  if (!is_given(array)) return {};
  auto const span = on_host<T const>(array, name);
  return {span.data(), span.extent(0)};
}

}  // namespace

}  // namespace lexikos::c

using namespace lexikos::c;

lexikos_status lexikos_duplicate_ranges(lexikos_context* context, lexikos_array text,
                                        lexikos_documents const* documents, lexikos_duplicate_options const* options,
                                        lexikos_result** result)
{
  return call(context, [&](auto& run) {
    clear(result, "the place of the result");
    with_symbol(text.type, "the text", [&](auto symbol) {
      NewResult made(run, result);
      auto const symbols = run.template in<typename decltype(symbol)::type>(text, "the text");
      hand_out(made,
               lexikos::duplicate_ranges(run.space(), symbols, duplicate_options(run, options, documents, nullptr)));
    });
  });
}

lexikos_status lexikos_duplicate_ranges_of_other(lexikos_context* context, lexikos_array text,
                                                 lexikos_documents const* documents, lexikos_array other,
                                                 lexikos_documents const* other_documents,
                                                 lexikos_duplicate_options const* options, lexikos_result** result)
{
  return call(context, [&](auto& run) {
    clear(result, "the place of the result");
    with_symbol(text.type, "the text", [&](auto symbol) {
      using Symbol = typename decltype(symbol)::type;
      NewResult made(run, result);
      auto const symbols = run.template in<Symbol>(text, "the text");
      auto const others = run.template in<Symbol>(other, "the other text");
      hand_out(made, lexikos::duplicate_ranges(run.space(), symbols, others,
                                               duplicate_options(run, options, documents, other_documents)));
    });
  });
}

lexikos_status lexikos_duplicate_windows(lexikos_context* context, lexikos_array text,
                                         lexikos_documents const* documents, lexikos_duplicate_options const* options,
                                         lexikos_result** result)
{
  return call(context, [&](auto& run) {
    clear(result, "the place of the result");
    with_symbol(text.type, "the text", [&](auto symbol) {
      NewResult made(run, result);
      auto const symbols = run.template in<typename decltype(symbol)::type>(text, "the text");
      auto const found =
          lexikos::duplicate_windows(run.space(), symbols, duplicate_options(run, options, documents, nullptr));
      made.add(LEXIKOS_POSITIONS, found.positions).add(LEXIKOS_OFFSETS, found.offsets).hand_out();
    });
  });
}

lexikos_status lexikos_remove_ranges(lexikos_context* context, lexikos_array text, lexikos_documents const* documents,
                                     lexikos_array begins, lexikos_array ends, lexikos_result** result)
{
  return call(context, [&](auto& run) {
    clear(result, "the place of the result");
    using Memory = typename std::remove_cvref_t<decltype(run)>::memory_space;
    with_symbol(text.type, "the text", [&](auto symbol) {
      NewResult made(run, result);
      auto const symbols = run.template in<typename decltype(symbol)::type>(text, "the text");
      lexikos::TextRanges<Memory> ranges;
      ranges.begins = {run.template in<std::uint64_t>(begins, "the array of begins"), {}};
      ranges.ends = {run.template in<std::uint64_t>(ends, "the array of ends"), {}};
      lexikos::RemoveRangesOptions<Memory> options;
      options.documents = documents_if_given<Memory>(documents);
      options.workspace = run.workspace();
      auto const rest = lexikos::remove_ranges(run.space(), symbols, ranges, options);
      made.add(LEXIKOS_SYMBOLS, rest.text).add(LEXIKOS_OFFSETS, rest.offsets).hand_out();
    });
  });
}

lexikos_status lexikos_streamed_duplicate_ranges(lexikos_context* context, lexikos_array text, lexikos_array offsets,
                                                 lexikos_array other, lexikos_array other_offsets,
                                                 lexikos_duplicate_options const* options, lexikos_result** result)
{
  return call(context, [&](auto& run) {
    clear(result, "the place of the result");
    lexikos::StreamedDuplicateOptions asked;
    take_common(asked, options_of(options));
    asked.workspace = run.workspace();
    asked.progress = run.progress();
    auto const places = host_span<std::uint64_t>(offsets, "the array of offsets");
    with_symbol(text.type, "the text", [&](auto symbol) {
      using Symbol = typename decltype(symbol)::type;
      NewResult made(run, result);
      auto const symbols = host_span<Symbol>(text, "the text");
      auto const found = is_given(other)
                             ? lexikos::streamed_duplicate_ranges(
                                   run.space(), symbols, places, host_span<Symbol>(other, "the other text"),
                                   host_span<std::uint64_t>(other_offsets, "the other array of offsets"), asked)
                             : lexikos::streamed_duplicate_ranges(run.space(), symbols, places, asked);
      made.add(LEXIKOS_BEGINS, copied(run.resource(), found.begins))
          .add(LEXIKOS_ENDS, copied(run.resource(), found.ends))
          .hand_out();
    });
  });
}

lexikos_status lexikos_overlap(lexikos_context* context, lexikos_array queries, lexikos_documents const* documents,
                               lexikos_array corpus, lexikos_documents const* corpus_documents,
                               lexikos_overlap_options const* options, lexikos_result** result)
{
  return call(context, [&](auto& run) {
    clear(result, "the place of the result");
    using Memory = typename std::remove_cvref_t<decltype(run)>::memory_space;
    auto const given = options_or(options, lexikos_overlap_options(LEXIKOS_OVERLAP_OPTIONS_INIT));
    lexikos::OverlapOptions<Memory> asked;
    asked.length = given.length;
    asked.documents = documents_if_given<Memory>(documents);
    asked.corpus_documents = documents_if_given<Memory>(corpus_documents);
    asked.counts_documents = given.skip_counts == 0;
    asked.max_documents = given.max_documents;
    asked.chunk = given.chunk;
    asked.workspace = run.workspace();
    asked.progress = run.progress();
    with_symbol(queries.type, "the queries", [&](auto symbol) {
      using Symbol = typename decltype(symbol)::type;
      NewResult made(run, result);
      auto const symbols = run.template in<Symbol>(queries, "the queries");
      auto const found = lexikos::overlap(run.space(), symbols, host_span<Symbol>(corpus, "the corpus"), asked);
      made.add(LEXIKOS_COVERED, found.covered)
          .add(LEXIKOS_LONGEST, found.longest)
          .add(LEXIKOS_CORPUS_DOCUMENTS, found.corpus_documents)
          .add(LEXIKOS_DOCUMENTS, found.numbers)
          .add(LEXIKOS_OFFSETS, found.offsets)
          .hand_out();
    });
  });
}
