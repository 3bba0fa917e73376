// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <lexikos/document_frequencies.hpp>
#include <lexikos/document_index.hpp>
#include <lexikos/next_symbols.hpp>

#include "bindings/c/documents.hpp"
#include "bindings/c/result.hpp"

namespace lexikos::c
{

template <class Memory>
using DocumentIndexesOf = TypeList<DocumentIndex<Memory, std::uint32_t>, DocumentIndex<Memory, std::uint64_t>>;
template <class Memory>
using DocumentFrequenciesOf = TypeList<DocumentFrequencies<Memory>>;

}  // namespace lexikos::c

struct lexikos_document_index : lexikos::c::Handle
{
  lexikos::c::AnyOf<lexikos::c::DocumentIndexesOf> any;
};

struct lexikos_document_frequencies : lexikos::c::Handle
{
  lexikos::c::AnyOf<lexikos::c::DocumentFrequenciesOf> any;
};

namespace lexikos::c
{

namespace
{

template <class Structure>
struct SuffixTypeOf;
template <class Memory, class Index>
struct SuffixTypeOf<DocumentIndex<Memory, Index>>
{
  using type = Index;
};

template <class Run>
auto query_options(Run& run, lexikos_document_query_options const* options)
{
  auto const given = options_or(options, lexikos_document_query_options(LEXIKOS_DOCUMENT_QUERY_OPTIONS_INIT));
  DocumentQueryOptions<typename Run::memory_space> query;
  query.lengths = run.template in_if_given<std::uint64_t>(given.lengths, "the array of lengths");
  query.max_documents = given.max_documents;
  query.sort = given.sort != 0;
  query.workspace = run.workspace();
  return query;
}

/// Calls function(call, index, begins, ends).
template <class Function>
lexikos_status ask_intervals(lexikos_context* context, lexikos_document_index const* index, lexikos_array const& begins,
                             lexikos_array const& ends, Function const& function)
{
  return ask(context, index, [&](auto& run, auto const& structure) {
    using Index = typename SuffixTypeOf<std::remove_cvref_t<decltype(structure)>>::type;
    auto const first = run.template in<Index>(begins, "the array of begins");
    auto const last = run.template in<Index>(ends, "the array of ends");
    function(run, structure, first, last);
  });
}

}  // namespace

}  // namespace lexikos::c

using namespace lexikos::c;
using lexikos::Error;
using lexikos::ErrorCode;

lexikos_status lexikos_documents_create(lexikos_context* context, lexikos_array offsets, uint64_t size,
                                        lexikos_documents** documents)
{
  clear(documents);
  return call(context, [&](auto& run) {
    require_pointer(documents, "the place of the documents");
    using Memory = typename std::remove_cvref_t<decltype(run)>::memory_space;
    auto const places = run.template in<std::uint64_t>(offsets, "the array of offsets");
    lexikos::DocumentsOptions options;
    options.copy_offsets = true;
    options.workspace = run.workspace();
    options.progress = run.progress();
    lexikos::Array<std::uint64_t const, Memory> const given(places, {});
    make_handle(run, lexikos::Documents<Memory>(run.space(), given, size, options), documents);
  });
}

lexikos_status lexikos_documents_from_lengths(lexikos_context* context, lexikos_array lengths,
                                              lexikos_documents** documents)
{
  clear(documents);
  return call(context, [&](auto& run) {
    require_pointer(documents, "the place of the documents");
    lexikos::DocumentsOptions options;
    options.workspace = run.workspace();
    options.progress = run.progress();
    with_index(lengths.type, "the array of lengths", [&](auto tag) {
      auto const given = run.template in<typename decltype(tag)::type>(lengths, "the array of lengths");
      make_handle(run, lexikos::documents_from_lengths(run.space(), given, options), documents);
    });
  });
}

lexikos_status lexikos_documents_load(lexikos_context* context, char const* path, lexikos_documents** documents)
{
  clear(documents);
  return call(context, [&](auto& run) {
    require_pointer(documents, "the place of the documents");
    require_pointer(path, "the path");
    lexikos::FileReader const file(path);
    using Memory = typename std::remove_cvref_t<decltype(run)>::memory_space;
    make_handle(run, lexikos::Documents<Memory>::load(run.space(), file, documents_section, run.resource()), documents);
  });
}

void lexikos_documents_free(lexikos_documents* documents)
{
  delete documents;
}

lexikos_status lexikos_documents_get(lexikos_documents const* documents, uint64_t* count, uint64_t* size,
                                     lexikos_array* offsets)
{
  return guarded([&] {
    require_pointer(documents, "the documents");
    std::visit(
        [&](auto const& list) {
          using Memory = typename MemorySpaceOf<std::remove_cvref_t<decltype(list)>>::type;
          if (count != nullptr) *count = list.count();
          if (size != nullptr) *size = list.size();
          if (offsets != nullptr) *offsets = array_of(lexikos::Span<std::uint64_t const, Memory>(list.offsets()));
        },
        documents->any);
  });
}

lexikos_status lexikos_documents_document_of(lexikos_context* context, lexikos_documents const* documents,
                                             lexikos_array positions, lexikos_array documents_of)
{
  return ask(context, documents, [&](auto& run, auto const& list) {
    with_index(positions.type, "the array of positions", [&](auto position) {
      with_index(documents_of.type, "the array of documents", [&](auto document) {
        auto const asked = run.template in<typename decltype(position)::type>(positions, "the array of positions");
        auto const found = run.template out<typename decltype(document)::type>(documents_of, "the array of documents");
        list.document_of(run.space(), asked, found);
      });
    });
  });
}

lexikos_status lexikos_within_documents(lexikos_context* context, lexikos_documents const* documents,
                                        lexikos_result const* occurrences, lexikos_array pattern_offsets,
                                        lexikos_result** result)
{
  clear(result);
  return ask(context, documents, [&](auto& run, auto const& list) {
    require_pointer(result, "the place of the result");
    require_pointer(occurrences, "the occurrences");
    auto const& positions = occurrences->column(LEXIKOS_POSITIONS);
    auto const& offsets = occurrences->column(LEXIKOS_OFFSETS);
    with_index(positions.type, "the column of positions", [&](auto tag) {
      using Index = typename decltype(tag)::type;
      using Memory = typename std::remove_cvref_t<decltype(run)>::memory_space;
      if (!lexikos::detail::works_on_host<Memory> && positions.memory != LEXIKOS_DEVICE_MEMORY)
        throw Error(ErrorCode::invalid_argument, "the occurrences were found by a context of another device");
      NewResult made(run, result);
      lexikos::Occurrences<Memory, Index> found;  // is not written to
      found.offsets = {run.template out<std::uint64_t>(offsets, "the column of offsets"), {}};
      found.positions = {run.template out<Index>(positions, "the column of positions"), {}};
      auto const places = run.template in<std::uint64_t>(pattern_offsets, "the array of pattern offsets");
      auto const within = lexikos::within_documents(run.space(), list, found, places, {run.workspace()});
      made.add(LEXIKOS_OFFSETS, within.offsets).add(LEXIKOS_POSITIONS, within.positions).hand_out();
    });
  });
}

lexikos_status lexikos_document_index_create(lexikos_context* context, lexikos_array suffix_array,
                                             lexikos_documents const* documents,
                                             lexikos_document_index_options const* options,
                                             lexikos_document_index** index)
{
  clear(index);
  return ask(context, documents, [&](auto& run, auto const& list) {
    require_pointer(index, "the place of the index");
    auto const given = options_or(options, lexikos_document_index_options(LEXIKOS_DOCUMENT_INDEX_OPTIONS_INIT));
    lexikos::DocumentIndexOptions parts;
    parts.list = given.list != 0;
    parts.count = given.count != 0;
    parts.top = given.top != 0;
    parts.workspace = run.workspace();
    parts.progress = run.progress();
    with_index(suffix_array.type, "the suffix array", [&](auto tag) {
      using Index = typename decltype(tag)::type;
      using Structure = lexikos::DocumentIndex<typename std::remove_cvref_t<decltype(run)>::memory_space, Index>;
      auto const suffixes = run.template kept<Index>(suffix_array, "the suffix array", given.copy != 0);
      make_handle(run, Structure(run.space(), suffixes, list, parts), index);
    });
  });
}

void lexikos_document_index_free(lexikos_document_index* index)
{
  delete index;
}

lexikos_status lexikos_document_index_get(lexikos_document_index const* index, uint64_t* bytes,
                                          lexikos_array* document_array)
{
  return guarded([&] {
    require_pointer(index, "the index");
    std::visit(
        [&](auto const& structure) {
          using Memory = typename MemorySpaceOf<std::remove_cvref_t<decltype(structure)>>::type;
          if (bytes != nullptr) *bytes = structure.bytes();
          if (document_array != nullptr)
            *document_array = array_of(lexikos::Span<std::uint32_t const, Memory>(structure.document_array()));
        },
        index->any);
  });
}

lexikos_status lexikos_document_index_count(lexikos_context* context, lexikos_document_index const* index,
                                            lexikos_array begins, lexikos_array ends,
                                            lexikos_document_query_options const* options, lexikos_array counts)
{
  return ask_intervals(context, index, begins, ends, [&](auto& run, auto const& structure, auto first, auto last) {
    auto const results = run.template out<std::uint32_t>(counts, "the array of counts");
    structure.count_documents(run.space(), first, last, results, query_options(run, options));
  });
}

lexikos_status lexikos_document_index_list(lexikos_context* context, lexikos_document_index const* index,
                                           lexikos_array begins, lexikos_array ends,
                                           lexikos_document_query_options const* options, lexikos_result** result)
{
  clear(result);
  return ask_intervals(context, index, begins, ends, [&](auto& run, auto const& structure, auto first, auto last) {
    require_pointer(result, "the place of the result");
    NewResult made(run, result);
    auto const found = structure.list_documents(run.space(), first, last, query_options(run, options));
    made.add(LEXIKOS_OFFSETS, found.offsets).add(LEXIKOS_DOCUMENTS, found.documents).hand_out();
  });
}

lexikos_status lexikos_document_index_top(lexikos_context* context, lexikos_document_index const* index,
                                          lexikos_array begins, lexikos_array ends, uint64_t k,
                                          lexikos_document_query_options const* options, lexikos_result** result)
{
  clear(result);
  return ask_intervals(context, index, begins, ends, [&](auto& run, auto const& structure, auto first, auto last) {
    require_pointer(result, "the place of the result");
    NewResult made(run, result);
    auto const found = structure.top_documents(run.space(), first, last, k, query_options(run, options));
    made.add(LEXIKOS_OFFSETS, found.offsets)
        .add(LEXIKOS_DOCUMENTS, found.documents)
        .add(LEXIKOS_COUNTS, found.counts)
        .hand_out();
  });
}

lexikos_status lexikos_document_frequencies_create(lexikos_context* context, lexikos_array suffix_array,
                                                   lexikos_array lcp, lexikos_documents const* documents,
                                                   lexikos_document_frequencies** frequencies)
{
  clear(frequencies);
  return ask(context, documents, [&](auto& run, auto const& list) {
    require_pointer(frequencies, "the place of the frequencies");
    using Memory = typename std::remove_cvref_t<decltype(run)>::memory_space;
    with_index(suffix_array.type, "the suffix array", [&](auto tag) {
      using Index = typename decltype(tag)::type;
      auto const suffixes = run.template in<Index>(suffix_array, "the suffix array");
      auto const lengths = run.template in<Index>(lcp, "the LCP array");
      lexikos::DocumentFrequenciesOptions options;
      options.workspace = run.workspace();
      options.progress = run.progress();
      make_handle(run, lexikos::DocumentFrequencies<Memory>(run.space(), suffixes, lengths, list, options),
                  frequencies);
    });
  });
}

void lexikos_document_frequencies_free(lexikos_document_frequencies* frequencies)
{
  delete frequencies;
}

lexikos_status lexikos_document_frequencies_count(lexikos_context* context,
                                                  lexikos_document_frequencies const* frequencies, lexikos_array begins,
                                                  lexikos_array ends, lexikos_array counts)
{
  return ask(context, frequencies, [&](auto& run, auto const& structure) {
    with_index(begins.type, "the array of begins", [&](auto tag) {
      using Place = typename decltype(tag)::type;
      auto const first = run.template in<Place>(begins, "the array of begins");
      auto const last = run.template in<Place>(ends, "the array of ends");
      structure.frequency(run.space(), first, last, run.template out<std::uint32_t>(counts, "the array of counts"));
    });
  });
}

lexikos_status lexikos_next_symbols(lexikos_context* context, lexikos_array text, lexikos_array suffix_array,
                                    lexikos_array begins, lexikos_array ends, lexikos_array depths,
                                    uint64_t max_symbols, lexikos_result** result)
{
  clear(result);
  return call(context, [&](auto& run) {
    require_pointer(result, "the place of the result");
    with_token(text.type, "the text", [&](auto symbol) {
      with_index(suffix_array.type, "the suffix array", [&](auto tag) {
        using Index = typename decltype(tag)::type;
        using Memory = typename std::remove_cvref_t<decltype(run)>::memory_space;
        NewResult made(run, result);
        auto const symbols = run.template in<typename decltype(symbol)::type>(text, "the text");
        auto const suffixes = run.template in<Index>(suffix_array, "the suffix array");
        lexikos::DeepIntervals<Memory, Index> const intervals{
            run.template in<Index>(begins, "the array of begins"), run.template in<Index>(ends, "the array of ends"),
            run.template in<std::uint64_t>(depths, "the array of depths")};
        lexikos::NextSymbolsOptions options;
        options.max_symbols = max_symbols;
        options.workspace = run.workspace();
        auto const found = lexikos::next_symbols(run.space(), symbols, suffixes, intervals, options);
        made.add(LEXIKOS_OFFSETS, found.offsets)
            .add(LEXIKOS_SYMBOLS, found.symbols)
            .add(LEXIKOS_COUNTS, found.counts)
            .hand_out();
      });
    });
  });
}

lexikos_status lexikos_longest_suffixes(lexikos_context* context, lexikos_array text, lexikos_array suffix_array,
                                        lexikos_array symbols, lexikos_array offsets, uint64_t min_count,
                                        lexikos_result** result)
{
  clear(result);
  return call(context, [&](auto& run) {
    require_pointer(result, "the place of the result");
    with_token(text.type, "the text", [&](auto symbol) {
      with_index(suffix_array.type, "the suffix array", [&](auto tag) {
        using Symbol = typename decltype(symbol)::type;
        using Memory = typename std::remove_cvref_t<decltype(run)>::memory_space;
        NewResult made(run, result);
        auto const searched = run.template in<Symbol>(text, "the text");
        auto const suffixes = run.template in<typename decltype(tag)::type>(suffix_array, "the suffix array");
        lexikos::Patterns<Memory, Symbol> const contexts{
            {run.template in<Symbol>(symbols, "the array of symbols"), {}},
            {run.template in<std::uint64_t>(offsets, "the array of offsets"), {}}};
        lexikos::LongestSuffixesOptions options;
        options.min_count = min_count;
        options.workspace = run.workspace();
        auto const found = lexikos::longest_suffixes(run.space(), searched, suffixes, contexts, options);
        made.add(LEXIKOS_LENGTHS, found.lengths)
            .add(LEXIKOS_BEGINS, found.begins)
            .add(LEXIKOS_ENDS, found.ends)
            .hand_out();
      });
    });
  });
}
