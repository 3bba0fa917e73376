// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <lexikos/config.hpp>

#ifdef LEXIKOS_HAVE_MPI

#include <lexikos/distributed/index_by_range.hpp>

#include "bindings/c/distributed.hpp"
#include "bindings/c/search.hpp"

namespace lexikos::c
{

template <class Memory>
using IndexesByRangeOf = TypeList<distributed::IndexByRange<Memory, std::uint32_t, std::uint8_t>,
                                  distributed::IndexByRange<Memory, std::uint64_t, std::uint8_t>,
                                  distributed::IndexByRange<Memory, std::uint32_t, std::uint16_t>,
                                  distributed::IndexByRange<Memory, std::uint64_t, std::uint16_t>,
                                  distributed::IndexByRange<Memory, std::uint32_t, std::uint32_t>,
                                  distributed::IndexByRange<Memory, std::uint64_t, std::uint32_t>>;

}  // namespace lexikos::c

struct lexikos_index_by_range : lexikos::c::Handle
{
  lexikos::distributed::Communicator communicator;
  lexikos::c::AnyOf<lexikos::c::IndexesByRangeOf> any;
};

namespace lexikos::c
{

namespace
{

lexikos_index_by_range_options options_of(lexikos_index_by_range_options const* given)
{
  return options_or(given, lexikos_index_by_range_options(LEXIKOS_INDEX_BY_RANGE_OPTIONS_INIT));
}

/// Calls function(index type of C++) for what the call works on.
template <class Run, class Function>
void with_index_by_range(Run const&, lexikos_type symbol_type, lexikos_type index_type, Function const& function)
{
  with_token(symbol_type, "the text", [&](auto symbol) {
    with_index(index_type, "the suffix array", [&](auto index) {
      function(Tag<distributed::IndexByRange<typename Run::memory_space, typename decltype(index)::type,
                                             typename decltype(symbol)::type>>{});
    });
  });
}

template <class Structure>
using TraitsOf = IndexTraits<std::remove_cvref_t<Structure>>;

}  // namespace

}  // namespace lexikos::c

using namespace lexikos::c;

lexikos_status lexikos_index_by_range_create(lexikos_context* context, lexikos_ranks const* ranks, lexikos_array text,
                                             lexikos_array suffix_array, lexikos_index_by_range_options const* options,
                                             lexikos_index_by_range** index)
{
  return make_together(context, ranks, index, [&](auto& run, auto const& given, lexikos_index_by_range** place) {
    auto const& all = communicator_of(run, given);
    auto const asked = options_of(options);
    with_index_by_range(run, text.type, suffix_array.type, [&](auto type) {
      using Structure = typename decltype(type)::type;
      using Traits = TraitsOf<Structure>;
      auto const symbols = run.template in<typename Traits::Symbol>(text, "the text");
      auto const suffixes =
          run.template kept<typename Traits::Index>(suffix_array, "the suffix array", asked.copy != 0);
      make_index(run, all, Structure(run.space(), all, symbols, suffixes, {asked.table_entries, run.workspace()}),
                 place);
    });
  });
}

void lexikos_index_by_range_free(lexikos_index_by_range* index)
{
  delete index;
}

lexikos_status lexikos_index_by_range_get_facts(lexikos_index_by_range const* index,
                                                lexikos_index_by_range_facts* facts)
{
  return guarded([&] {
    require_pointer(index, "the index");
    require_pointer(facts, "the place of the facts");
    std::visit(
        [&](auto const& structure) {
          using Traits = TraitsOf<decltype(structure)>;
          using Memory = typename MemorySpaceOf<std::remove_cvref_t<decltype(structure)>>::type;
          *facts = {structure.size(),
                    structure.first_entry(),
                    array_of(lexikos::Span<typename Traits::Index const, Memory>(structure.suffix_array())),
                    type_of<typename Traits::Symbol>,
                    type_of<typename Traits::Index>,
                    structure.bits_of_symbol(),
                    0};
        },
        index->any);
  });
}

lexikos_status lexikos_index_by_range_count(lexikos_context* context, lexikos_index_by_range const* index,
                                            lexikos_array symbols, lexikos_array offsets,
                                            lexikos_search_options const* options, lexikos_array counts)
{
  return ask_together(context, index, [&](auto& run, auto const& structure) {
    using Traits = TraitsOf<decltype(structure)>;
    structure.count(run.space(), run.template in<typename Traits::Symbol>(symbols, "the array of symbols"),
                    run.template in<std::uint64_t>(offsets, "the array of offsets"),
                    run.template out<typename Traits::Index>(counts, "the array of counts"),
                    search_options(run, options));
  });
}

lexikos_status lexikos_index_by_range_intervals(lexikos_context* context, lexikos_index_by_range const* index,
                                                lexikos_array symbols, lexikos_array offsets,
                                                lexikos_search_options const* options, lexikos_array begins,
                                                lexikos_array ends)
{
  return ask_together(context, index, [&](auto& run, auto const& structure) {
    using Traits = TraitsOf<decltype(structure)>;
    structure.intervals(run.space(), run.template in<typename Traits::Symbol>(symbols, "the array of symbols"),
                        run.template in<std::uint64_t>(offsets, "the array of offsets"),
                        run.template out<typename Traits::Index>(begins, "the array of begins"),
                        run.template out<typename Traits::Index>(ends, "the array of ends"),
                        search_options(run, options));
  });
}

lexikos_status lexikos_index_by_range_locate(lexikos_context* context, lexikos_index_by_range const* index,
                                             lexikos_array symbols, lexikos_array offsets,
                                             lexikos_search_options const* options, lexikos_result** result)
{
  return make_together(context, index, result, [&](auto& run, auto const& given, lexikos_result** place) {
    with_structure(run, given.any, [&](auto const& structure) {
      NewResult made(run, place);
      hand_out(made,
               structure.locate(
                   run.space(),
                   run.template in<typename TraitsOf<decltype(structure)>::Symbol>(symbols, "the array of symbols"),
                   run.template in<std::uint64_t>(offsets, "the array of offsets"), search_options(run, options)));
    });
  });
}

lexikos_status lexikos_index_by_range_locate_intervals(lexikos_context* context, lexikos_index_by_range const* index,
                                                       lexikos_array begins, lexikos_array ends,
                                                       lexikos_search_options const* options, lexikos_result** result)
{
  return make_together(context, index, result, [&](auto& run, auto const& given, lexikos_result** place) {
    with_structure(run, given.any, [&](auto const& structure) {
      using Index = typename TraitsOf<decltype(structure)>::Index;
      using Given = lexikos::Span<Index const, typename std::remove_cvref_t<decltype(run)>::memory_space>;
      NewResult made(run, place);
      Given const first = run.template in<Index>(begins, "the array of begins");
      Given const last = run.template in<Index>(ends, "the array of ends");
      hand_out(made, structure.locate(run.space(), first, last, search_options(run, options)));
    });
  });
}

lexikos_status lexikos_index_by_range_extract(lexikos_context* context, lexikos_index_by_range const* index,
                                              lexikos_array begins, lexikos_array ends, lexikos_result** result)
{
  clear(result);
  return ask(context, index, [&](auto& run, auto const& structure) {
    using Index = typename TraitsOf<decltype(structure)>::Index;
    require_pointer(result, "the place of the result");
    NewResult made(run, result);
    auto const first = run.template in<Index>(begins, "the array of begins");
    auto const last = run.template in<Index>(ends, "the array of ends");
    auto const found = structure.extract(run.space(), first, last, run.resource());
    made.add(LEXIKOS_OFFSETS, found.offsets).add(LEXIKOS_SYMBOLS, found.symbols).hand_out();
  });
}

lexikos_status lexikos_index_by_range_save(lexikos_context* context, lexikos_index_by_range const* index,
                                           char const* path)
{
  return ask_together(context, index, [&](auto& run, auto const& structure) {
    require_pointer(path, "the path");
    structure.save(run.space(), path);
  });
}

lexikos_status lexikos_index_by_range_load(lexikos_context* context, lexikos_ranks const* ranks, char const* path,
                                           lexikos_index_by_range_options const* options,
                                           lexikos_index_by_range** index)
{
  return make_together(context, ranks, index, [&](auto& run, auto const& given, lexikos_index_by_range** place) {
    auto const& all = communicator_of(run, given);
    auto const asked = options_of(options);
    require_pointer(path, "the path");
    auto const width = lexikos::distributed::index_by_range_width(path);
    with_index_by_range(
        run, static_cast<lexikos_type>(width.symbol), static_cast<lexikos_type>(width.index), [&](auto type) {
          using Structure = typename decltype(type)::type;
          make_index(run, all, Structure::load(run.space(), all, path, {asked.table_entries, run.workspace()}), place);
        });
  });
}

lexikos_status lexikos_index_by_range_saved_types(char const* path, lexikos_type* index_type, lexikos_type* symbol_type)
{
  return guarded([&] {
    require_pointer(path, "the path");
    require_pointer(index_type, "the place of the index type");
    require_pointer(symbol_type, "the place of the symbol type");
    auto const width = lexikos::distributed::index_by_range_width(path);
    *index_type = static_cast<lexikos_type>(width.index);
    *symbol_type = static_cast<lexikos_type>(width.symbol);
  });
}

#endif
