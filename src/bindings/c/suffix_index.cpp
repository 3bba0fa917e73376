// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <lexikos/suffix_array.hpp>

#include "bindings/c/search.hpp"

namespace lexikos::c
{

namespace
{

/// The arguments of an index that is made.
struct IndexArguments
{
  lexikos_array text;
  lexikos_array suffix_array;
  lexikos_array lcp;
  lexikos_array inverse;
  lexikos_suffix_index_options options;
};

template <class Symbol, class Index, class Run>
void make_suffix_index(Run& run, IndexArguments const& given, lexikos_suffix_index** handle)
{
  using Memory = typename Run::memory_space;
  bool const copies = given.options.copy != 0;
  auto const text = run.template kept<Symbol>(given.text, "the text", copies);
  SuffixIndexOptions options;
  options.table_entries = given.options.table_entries;
  options.workspace = run.workspace();
  options.progress = run.progress();
  Array<Index const, Memory> suffixes;
  if (is_given(given.suffix_array))
    suffixes = run.template kept<Index>(given.suffix_array, "the suffix array", copies);
  else {
    auto const built = detail::allocate<Index, Memory>(run.resource(), "lexikos::c::suffix_array", text.extent(0));
    SuffixArrayOptions sort;
    sort.workspace = run.workspace();
    sort.progress = part_of(run.progress(), 0, 0.9);
    suffix_array(run.space(), text, built, sort);
    options.progress = part_of(run.progress(), 0.9, 1);
    suffixes = built;
  }
  auto const lcp = run.template kept_if_given<Index>(given.lcp, "the LCP array", copies);
  auto const inverse = run.template kept_if_given<Index>(given.inverse, "the inverse suffix array", copies);
  SuffixIndex<Memory, Index, Symbol> index(run.space(), text, suffixes, lcp, inverse, options);
  auto made = std::make_unique<lexikos_suffix_index>(lexikos_suffix_index{run.handle(), {}, std::move(index)});
  *handle = made.release();
}

}  // namespace

}  // namespace lexikos::c

using namespace lexikos::c;

lexikos_status lexikos_suffix_index_create(lexikos_context* context, lexikos_array text, lexikos_array suffix_array,
                                           lexikos_array lcp_array, lexikos_array inverse,
                                           lexikos_suffix_index_options const* options, lexikos_suffix_index** index)
{
  clear(index);
  return call(context, [&](auto& run) {
    require_pointer(index, "the place of the index");
    IndexArguments const given{text, suffix_array, lcp_array, inverse,
                               options_or(options, lexikos_suffix_index_options(LEXIKOS_SUFFIX_INDEX_OPTIONS_INIT))};
    lexikos_type const type =
        is_given(suffix_array) ? suffix_array.type : index_type_for(given.options.index_type, text.size);
    with_token(text.type, "the text", [&](auto symbol) {
      with_index(type, "the suffix array", [&](auto tag) {
        make_suffix_index<typename decltype(symbol)::type, typename decltype(tag)::type>(run, given, index);
      });
    });
  });
}

void lexikos_suffix_index_free(lexikos_suffix_index* index)
{
  delete index;
}

lexikos_status lexikos_suffix_index_get_arrays(lexikos_suffix_index const* index, lexikos_suffix_index_arrays* arrays)
{
  return guarded([&] {
    require_pointer(index, "the index");
    require_pointer(arrays, "the place of the arrays");
    std::visit(
        [&](auto const& structure) {
          using Structure = std::remove_cvref_t<decltype(structure)>;
          using Memory = typename MemorySpaceOf<Structure>::type;
          using Index = lexikos::Span<typename IndexTraits<Structure>::Index const, Memory>;
          using Text = lexikos::Span<typename IndexTraits<Structure>::Symbol const, Memory>;
          *arrays = {array_of(Text(structure.text())), array_of(Index(structure.suffix_array())),
                     array_of(Index(structure.lcp())), array_of(Index(structure.inverse()))};
        },
        index->any);
  });
}

lexikos_status lexikos_suffix_index_count(lexikos_context* context, lexikos_suffix_index const* index,
                                          lexikos_array symbols, lexikos_array offsets,
                                          lexikos_search_options const* options, lexikos_array counts)
{
  return count_patterns(context, index, {symbols, offsets}, options, counts);
}

lexikos_status lexikos_suffix_index_intervals(lexikos_context* context, lexikos_suffix_index const* index,
                                              lexikos_array symbols, lexikos_array offsets,
                                              lexikos_search_options const* options, lexikos_array begins,
                                              lexikos_array ends)
{
  return find_intervals(context, index, {symbols, offsets}, options, begins, ends);
}

lexikos_status lexikos_suffix_index_locate(lexikos_context* context, lexikos_suffix_index const* index,
                                           lexikos_array symbols, lexikos_array offsets,
                                           lexikos_search_options const* options, lexikos_result** result)
{
  return locate_patterns(context, index, {symbols, offsets}, options, result);
}

lexikos_status lexikos_suffix_index_locate_intervals(lexikos_context* context, lexikos_suffix_index const* index,
                                                     lexikos_array begins, lexikos_array ends,
                                                     lexikos_search_options const* options, lexikos_result** result)
{
  return locate_intervals(context, index, begins, ends, options, result);
}

lexikos_status lexikos_suffix_index_save(lexikos_context* context, lexikos_suffix_index const* index,
                                         lexikos_documents const* documents, char const* path)
{
  return ask(context, index, [&](auto& run, auto const& structure) {
    save_index(run, structure, lexikos::suffix_index_kind, documents, path);
  });
}

lexikos_status lexikos_suffix_index_load(lexikos_context* context, char const* path, lexikos_suffix_index** index)
{
  clear(index);
  return call(context, [&](auto& run) {
    require_pointer(index, "the place of the index");
    require_pointer(path, "the path");
    lexikos::FileReader const file(path, lexikos::suffix_index_kind);
    auto const symbol_type = static_cast<lexikos_type>(lexikos::suffix_index_symbol_bytes(file));
    auto const index_type = static_cast<lexikos_type>(lexikos::suffix_index_width(file));
    with_token(symbol_type, "the text", [&](auto symbol) {
      with_index(index_type, "the suffix array", [&](auto tag) {
        using Memory = typename std::remove_cvref_t<decltype(run)>::memory_space;
        using Structure = lexikos::SuffixIndex<Memory, typename decltype(tag)::type, typename decltype(symbol)::type>;
        auto structure = Structure::load(run.space(), file, run.resource());
        auto made =
            std::make_unique<lexikos_suffix_index>(lexikos_suffix_index{run.handle(), file, std::move(structure)});
        *index = made.release();
      });
    });
  });
}
