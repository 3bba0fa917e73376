// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bindings/c/fm_options.hpp"
#include "bindings/c/search.hpp"

namespace lexikos::c
{

namespace
{

/// Calls function(tag of symbols, tag of indices).
template <class Function>
void with_types(lexikos_array const& text, lexikos_array const& suffix_array, lexikos_type wanted,
                Function const& function)
{
  lexikos_type const type = is_given(suffix_array) ? suffix_array.type : index_type_for(wanted, text.size);
  with_token(text.type, "the text",
             [&](auto symbol) { with_index(type, "the suffix array", [&](auto index) { function(symbol, index); }); });
}

}  // namespace

}  // namespace lexikos::c

using namespace lexikos::c;

lexikos_status lexikos_fm_index_create(lexikos_context* context, lexikos_array text, lexikos_array suffix_array,
                                       lexikos_fm_index_options const* options, lexikos_fm_index** index)
{
  clear(index);
  return call(context, [&](auto& run) {
    require_pointer(index, "the place of the index");
    auto const given = fm_options_of(options);
    with_types(text, suffix_array, given.index_type, [&](auto symbol, auto tag) {
      using Symbol = typename decltype(symbol)::type;
      using Index = typename decltype(tag)::type;
      using Structure = lexikos::FmIndex<typename std::remove_cvref_t<decltype(run)>::memory_space, Index, Symbol>;
      auto const symbols = run.template in<Symbol>(text, "the text");
      if (!is_given(suffix_array)) {
        lexikos::detail::check_sizes<Index>(symbols.extent(0), symbols.extent(0), "the suffix array");
        return make_handle(run, Structure(run.space(), symbols, fm_options(run, given)), index);
      }
      auto const suffixes = run.template in<Index>(suffix_array, "the suffix array");
      make_handle(run, Structure(run.space(), symbols, suffixes, fm_options(run, given)), index);
    });
  });
}

lexikos_status lexikos_fm_index_from_bwt(lexikos_context* context, lexikos_array bwt, uint64_t primary_index,
                                         lexikos_array suffix_array, lexikos_fm_index_options const* options,
                                         lexikos_fm_index** index)
{
  clear(index);
  return call(context, [&](auto& run) {
    require_pointer(index, "the place of the index");
    auto const given = fm_options_of(options);
    with_types(bwt, suffix_array, given.index_type, [&](auto symbol, auto tag) {
      using Symbol = typename decltype(symbol)::type;
      using Index = typename decltype(tag)::type;
      using Structure = lexikos::FmIndex<typename std::remove_cvref_t<decltype(run)>::memory_space, Index, Symbol>;
      auto const symbols = run.template in<Symbol>(bwt, "the transform");
      auto const suffixes = run.template in_if_given<Index>(suffix_array, "the suffix array");
      make_handle(run, Structure::from_bwt(run.space(), symbols, primary_index, suffixes, fm_options(run, given)),
                  index);
    });
  });
}

lexikos_status lexikos_fm_index_out_of_core(lexikos_context* context, lexikos_array text,
                                            lexikos_fm_index_options const* options, lexikos_fm_index** index)
{
  clear(index);
  return call(context, [&](auto& run) {
    require_pointer(index, "the place of the index");
    auto const given = fm_options_of(options);
    auto const symbols = on_host<std::uint8_t const>(text, "the text");
    with_index(index_type_for(given.index_type, text.size), "the index", [&](auto tag) {
      using Index = typename decltype(tag)::type;
      using Structure = lexikos::FmIndex<typename std::remove_cvref_t<decltype(run)>::memory_space, Index>;
      make_handle(run, Structure::out_of_core(run.space(), symbols, fm_options(run, given)), index);
    });
  });
}

void lexikos_fm_index_free(lexikos_fm_index* index)
{
  delete index;
}

lexikos_status lexikos_fm_index_get_facts(lexikos_fm_index const* index, lexikos_fm_index_facts* facts)
{
  return guarded([&] {
    require_pointer(index, "the index");
    require_pointer(facts, "the place of the facts");
    std::visit(
        [&](auto const& structure) {
          using Traits = IndexTraits<std::remove_cvref_t<decltype(structure)>>;
          *facts = {structure.size(),
                    structure.bytes(),
                    structure.table_entries(),
                    structure.alphabet_size(),
                    structure.sample_rate(),
                    structure.keeps_text() ? 1 : 0,
                    type_of<typename Traits::Symbol>,
                    type_of<typename Traits::Index>,
                    0};
        },
        index->any);
  });
}

lexikos_status lexikos_fm_index_count(lexikos_context* context, lexikos_fm_index const* index, lexikos_array symbols,
                                      lexikos_array offsets, lexikos_search_options const* options,
                                      lexikos_array counts)
{
  return count_patterns(context, index, {symbols, offsets}, options, counts);
}

lexikos_status lexikos_fm_index_intervals(lexikos_context* context, lexikos_fm_index const* index,
                                          lexikos_array symbols, lexikos_array offsets,
                                          lexikos_search_options const* options, lexikos_array begins,
                                          lexikos_array ends)
{
  return find_intervals(context, index, {symbols, offsets}, options, begins, ends);
}

lexikos_status lexikos_fm_index_locate(lexikos_context* context, lexikos_fm_index const* index, lexikos_array symbols,
                                       lexikos_array offsets, lexikos_search_options const* options,
                                       lexikos_result** result)
{
  return locate_patterns(context, index, {symbols, offsets}, options, result);
}

lexikos_status lexikos_fm_index_locate_intervals(lexikos_context* context, lexikos_fm_index const* index,
                                                 lexikos_array begins, lexikos_array ends,
                                                 lexikos_search_options const* options, lexikos_result** result)
{
  return locate_intervals(context, index, begins, ends, options, result);
}

lexikos_status lexikos_fm_index_extract(lexikos_context* context, lexikos_fm_index const* index, lexikos_array begins,
                                        lexikos_array ends, lexikos_result** result)
{
  clear(result);
  return ask(context, index, [&](auto& run, auto const& structure) {
    using Index = typename IndexTraits<std::remove_cvref_t<decltype(structure)>>::Index;
    require_pointer(result, "the place of the result");
    NewResult made(run, result);
    auto const first = run.template in<Index>(begins, "the array of begins");
    auto const last = run.template in<Index>(ends, "the array of ends");
    auto const found = structure.extract(run.space(), first, last, search_options(run, nullptr));
    made.add(LEXIKOS_OFFSETS, found.offsets).add(LEXIKOS_SYMBOLS, found.symbols).hand_out();
  });
}

lexikos_status lexikos_fm_index_save(lexikos_context* context, lexikos_fm_index const* index,
                                     lexikos_documents const* documents, char const* path)
{
  return ask(context, index, [&](auto& run, auto const& structure) {
    save_index(run, structure, lexikos::fm_index_kind, documents, path);
  });
}

lexikos_status lexikos_fm_index_load(lexikos_context* context, char const* path, lexikos_fm_index** index)
{
  clear(index);
  return call(context, [&](auto& run) {
    require_pointer(index, "the place of the index");
    require_pointer(path, "the path");
    lexikos::FileReader const file(path, lexikos::fm_index_kind);
    auto const width = lexikos::fm_index_width(file);
    with_token(static_cast<lexikos_type>(width.symbol), "the text", [&](auto symbol) {
      with_index(static_cast<lexikos_type>(width.index), "the suffix array", [&](auto tag) {
        using Memory = typename std::remove_cvref_t<decltype(run)>::memory_space;
        using Structure = lexikos::FmIndex<Memory, typename decltype(tag)::type, typename decltype(symbol)::type>;
        make_handle(run, Structure::load(run.space(), file, run.resource()), index);
      });
    });
  });
}
