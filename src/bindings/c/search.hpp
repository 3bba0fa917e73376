// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Handles of both indexes, and what their functions share.

#include <lexikos/fm_index.hpp>
#include <lexikos/search.hpp>
#include <optional>

#include "bindings/c/documents.hpp"
#include "bindings/c/result.hpp"

namespace lexikos::c
{

template <class Memory>
using SuffixIndexesOf =
    TypeList<SuffixIndex<Memory, std::uint32_t, std::uint8_t>, SuffixIndex<Memory, std::uint64_t, std::uint8_t>,
             SuffixIndex<Memory, std::uint32_t, std::uint16_t>, SuffixIndex<Memory, std::uint64_t, std::uint16_t>,
             SuffixIndex<Memory, std::uint32_t, std::uint32_t>, SuffixIndex<Memory, std::uint64_t, std::uint32_t>>;

template <class Memory>
using FmIndexesOf =
    TypeList<FmIndex<Memory, std::uint32_t, std::uint8_t>, FmIndex<Memory, std::uint64_t, std::uint8_t>,
             FmIndex<Memory, std::uint32_t, std::uint16_t>, FmIndex<Memory, std::uint64_t, std::uint16_t>,
             FmIndex<Memory, std::uint32_t, std::uint32_t>, FmIndex<Memory, std::uint64_t, std::uint32_t>>;

}  // namespace lexikos::c

struct lexikos_suffix_index : lexikos::c::Handle
{
  std::optional<lexikos::FileReader> file;  // which arrays of the host are mapped from
  lexikos::c::AnyOf<lexikos::c::SuffixIndexesOf> any;
};

struct lexikos_fm_index : lexikos::c::Handle
{
  lexikos::c::AnyOf<lexikos::c::FmIndexesOf> any;
};

namespace lexikos::c
{

/// What an index is made of.
template <class Index>
struct IndexTraits;
template <template <class, class, class> class Type, class Memory, class IndexType, class SymbolType>
struct IndexTraits<Type<Memory, IndexType, SymbolType>>
{
  using Index = IndexType;
  using Symbol = SymbolType;
};

/// What is searched for.
struct GivenPatterns
{
  lexikos_array symbols;
  lexikos_array offsets;
};

template <class Run>
[[nodiscard]] SearchOptions search_options(Run const& run, lexikos_search_options const* given)
{
  auto const options = options_or(given, lexikos_search_options(LEXIKOS_SEARCH_OPTIONS_INIT));
  SearchOptions search;
  search.sort_patterns = options.sort_patterns != 0;
  search.text_order = options.text_order != 0;
  search.max_positions = options.max_positions;
  search.workspace = run.workspace();
  return search;
}

template <class Memory, class Index>
void hand_out(NewResult& result, Occurrences<Memory, Index> const& found)
{
  result.add(LEXIKOS_OFFSETS, found.offsets).add(LEXIKOS_POSITIONS, found.positions).hand_out();
}

template <class HandleType>
lexikos_status count_patterns(lexikos_context* context, HandleType const* index, GivenPatterns const& patterns,
                              lexikos_search_options const* options, lexikos_array const& counts)
{
  return ask(context, index, [&](auto& run, auto const& structure) {
    using Traits = IndexTraits<std::remove_cvref_t<decltype(structure)>>;
    auto const symbols = run.template in<typename Traits::Symbol>(patterns.symbols, "the array of symbols");
    auto const offsets = run.template in<std::uint64_t>(patterns.offsets, "the array of offsets");
    auto const results = run.template out<typename Traits::Index>(counts, "the array of counts");
    structure.count(run.space(), symbols, offsets, results, search_options(run, options));
  });
}

template <class HandleType>
lexikos_status find_intervals(lexikos_context* context, HandleType const* index, GivenPatterns const& patterns,
                              lexikos_search_options const* options, lexikos_array const& begins,
                              lexikos_array const& ends)
{
  return ask(context, index, [&](auto& run, auto const& structure) {
    using Traits = IndexTraits<std::remove_cvref_t<decltype(structure)>>;
    using Index = typename Traits::Index;
    auto const symbols = run.template in<typename Traits::Symbol>(patterns.symbols, "the array of symbols");
    auto const offsets = run.template in<std::uint64_t>(patterns.offsets, "the array of offsets");
    auto const first = run.template out<Index>(begins, "the array of begins");
    auto const last = run.template out<Index>(ends, "the array of ends");
    structure.intervals(run.space(), symbols, offsets, first, last, search_options(run, options));
  });
}

template <class HandleType>
lexikos_status locate_patterns(lexikos_context* context, HandleType const* index, GivenPatterns const& patterns,
                               lexikos_search_options const* options, lexikos_result** result)
{
  clear(result);
  return ask(context, index, [&](auto& run, auto const& structure) {
    using Traits = IndexTraits<std::remove_cvref_t<decltype(structure)>>;
    require_pointer(result, "the place of the result");
    NewResult made(run, result);
    auto const symbols = run.template in<typename Traits::Symbol>(patterns.symbols, "the array of symbols");
    auto const offsets = run.template in<std::uint64_t>(patterns.offsets, "the array of offsets");
    hand_out(made, structure.locate(run.space(), symbols, offsets, search_options(run, options)));
  });
}

template <class HandleType>
lexikos_status locate_intervals(lexikos_context* context, HandleType const* index, lexikos_array const& begins,
                                lexikos_array const& ends, lexikos_search_options const* options,
                                lexikos_result** result)
{
  clear(result);
  return ask(context, index, [&](auto& run, auto const& structure) {
    using Index = typename IndexTraits<std::remove_cvref_t<decltype(structure)>>::Index;
    using Given = Span<Index const, typename std::remove_cvref_t<decltype(run)>::memory_space>;
    require_pointer(result, "the place of the result");
    NewResult made(run, result);
    Given const first = run.template in<Index>(begins, "the array of begins");
    Given const last = run.template in<Index>(ends, "the array of ends");
    hand_out(made, structure.locate(run.space(), first, last, search_options(run, options)));
  });
}

/// Writes an index, and the documents of its text if there are any.
template <class Run, class Structure>
void save_index(Run& run, Structure const& structure, std::string_view kind, lexikos_documents const* documents,
                char const* path)
{
  require_pointer(path, "the path");
  FileWriter file(path, kind, run.resource());
  structure.save(run.space(), file);
  if (documents != nullptr) {
    auto const& list = documents_in<typename Run::memory_space>(*documents);
    detail::require(list.size() == structure.size(), ErrorCode::invalid_argument,
                    "the documents are those of another text than the index");
    list.save(run.space(), file, documents_section);
  }
  file.commit();
}

}  // namespace lexikos::c
