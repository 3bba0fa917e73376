// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bindings/c/duplicates.hpp"

#include <lexikos/duplicates.hpp>
#include <lexikos/overlap.hpp>

#include "bindings/c/documents.hpp"

namespace lexikos::c
{

namespace
{

template <class Run>
auto duplicate_options(Run const& run, lexikos_duplicate_options const* given, lexikos_documents const* documents,
                       lexikos_documents const* other_documents)
{
  using Memory = typename Run::memory_space;
  auto const asked = duplicate_options_of(given);
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

}  // namespace

}  // namespace lexikos::c

using namespace lexikos::c;

lexikos_status lexikos_duplicate_ranges(lexikos_context* context, lexikos_array text,
                                        lexikos_documents const* documents, lexikos_duplicate_options const* options,
                                        lexikos_result** result)
{
  clear(result);
  return call(context, [&](auto& run) {
    require_pointer(result, "the place of the result");
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
  clear(result);
  return call(context, [&](auto& run) {
    require_pointer(result, "the place of the result");
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
  clear(result);
  return call(context, [&](auto& run) {
    require_pointer(result, "the place of the result");
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
  clear(result);
  return call(context, [&](auto& run) {
    require_pointer(result, "the place of the result");
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
  clear(result);
  return call(context, [&](auto& run) {
    require_pointer(result, "the place of the result");
    streamed_duplicates(run, {text, offsets, other, other_offsets}, options, result, [&](auto const&... arguments) {
      return lexikos::streamed_duplicate_ranges(run.space(), arguments...);
    });
  });
}

lexikos_status lexikos_overlap(lexikos_context* context, lexikos_array queries, lexikos_documents const* documents,
                               lexikos_array corpus, lexikos_documents const* corpus_documents,
                               lexikos_overlap_options const* options, lexikos_result** result)
{
  clear(result);
  return call(context, [&](auto& run) {
    require_pointer(result, "the place of the result");
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
