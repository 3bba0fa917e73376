// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <lexikos/config.hpp>

#ifdef LEXIKOS_HAVE_MPI

#include <algorithm>
#include <array>
#include <lexikos/distributed/index_by_text.hpp>
#include <tuple>

#include "backends/mpi/ranks.hpp"
#include "bindings/c/distributed.hpp"
#include "bindings/c/fm_options.hpp"
#include "bindings/c/search.hpp"

namespace lexikos::c
{

template <class List>
struct ByText;
template <class... LocalIndexes>
struct ByText<TypeList<LocalIndexes...>>
{
  using type = TypeList<distributed::IndexByText<LocalIndexes>...>;
};

template <class First, class Second>
struct BothLists;
template <class... First, class... Second>
struct BothLists<TypeList<First...>, TypeList<Second...>>
{
  using type = TypeList<First..., Second...>;
};

template <class Memory>
using IndexesByTextOf = typename ByText<typename BothLists<SuffixIndexesOf<Memory>, FmIndexesOf<Memory>>::type>::type;

template <class LocalIndex>
struct MemorySpaceOf<distributed::IndexByText<LocalIndex>>
{
  using type = typename distributed::IndexByText<LocalIndex>::MemorySpace;
};

}  // namespace lexikos::c

struct lexikos_index_by_text : lexikos::c::Handle
{
  lexikos::distributed::Communicator communicator;
  lexikos::c::AnyOf<lexikos::c::IndexesByTextOf> any;
};

namespace lexikos::c
{

namespace
{

using distributed::IndexByText;

/// What indexes of a rank are.
struct LocalTypes
{
  lexikos_type symbol;
  lexikos_type index;
  bool is_fm;
};

/// The same on all ranks: wide enough for the largest part and what follows it. Collective.
lexikos_type index_type_of_parts(distributed::Communicator const& communicator, LocalTypes const& asked,
                                 std::uint64_t extent, std::uint64_t longest_pattern)
{
  auto& ranks = communicator.ranks();
  std::vector<std::uint64_t> total{extent};
  ranks.sum(total);
  std::uint64_t const largest = ranks.largest(extent);
  std::uint64_t const most = std::min(total.front(), largest + std::min(longest_pattern, total.front()));
  auto const types = ranks.all_gather(std::array<std::int32_t, 2>{asked.index, asked.is_fm ? 1 : 0});
  if (std::any_of(types.begin(), types.end(), [&](auto const& type) { return type != types.front(); }))
    throw Error(ErrorCode::invalid_argument, "ranks build indexes of different types");
  return index_type_for(asked.index, most);
}

/// Calls function(index type of C++) for what the call works on.
template <class Run, class Function>
void with_index_by_text(Run const&, LocalTypes const& types, Function const& function)
{
  using Memory = typename Run::memory_space;
  with_token(types.symbol, "the text", [&](auto symbol) {
    with_index(types.index, "the index", [&](auto index) {
      using Symbol = typename decltype(symbol)::type;
      using Index = typename decltype(index)::type;
      if (types.is_fm)
        function(Tag<IndexByText<FmIndex<Memory, Index, Symbol>>>{});
      else
        function(Tag<IndexByText<SuffixIndex<Memory, Index, Symbol>>>{});
    });
  });
}

template <class Run>
SuffixIndexOptions suffix_options(Run const& run, lexikos_suffix_index_options const& given)
{
  SuffixIndexOptions options;
  options.table_entries = given.table_entries;
  options.workspace = run.workspace();
  options.progress = run.progress();
  return options;
}

/// The arguments of an index that is made; options of the other kind are not looked at.
struct TextArguments
{
  lexikos_array text;
  std::uint64_t longest_pattern;
  std::tuple<SuffixIndexOptions, FmIndexOptions> options;
};

template <class Run>
void make_index_by_text(Run& run, distributed::Communicator const& ranks, TextArguments const& given, LocalTypes types,
                        lexikos_index_by_text** index)
{
  with_token(given.text.type, "the text", [&](auto symbol) {
    static_cast<void>(entries_of<typename decltype(symbol)::type>(given.text, "the text"));  // its size is one
  });
  types.index = index_type_of_parts(ranks, types, given.text.size, given.longest_pattern);
  with_index_by_text(run, types, [&](auto type) {
    using Structure = typename decltype(type)::type;
    auto const text = run.template in<typename Structure::Symbol>(given.text, "the text");
    make_index(run, ranks,
               Structure(run.space(), ranks, text, given.longest_pattern,
                         std::get<typename Structure::Options>(given.options)),
               index);
  });
}

}  // namespace

}  // namespace lexikos::c

using namespace lexikos::c;

lexikos_status lexikos_index_by_text_create(lexikos_context* context, lexikos_ranks const* ranks, lexikos_array text,
                                            uint64_t longest_pattern, lexikos_suffix_index_options const* options,
                                            lexikos_index_by_text** index)
{
  return make_together(context, ranks, index, [&](auto& run, auto const& given, lexikos_index_by_text** place) {
    auto const asked = options_or(options, lexikos_suffix_index_options(LEXIKOS_SUFFIX_INDEX_OPTIONS_INIT));
    make_index_by_text(run, communicator_of(run, given),
                       {text, longest_pattern, {suffix_options(run, asked), lexikos::FmIndexOptions{}}},
                       {text.type, asked.index_type, false}, place);
  });
}

lexikos_status lexikos_index_by_text_create_fm(lexikos_context* context, lexikos_ranks const* ranks, lexikos_array text,
                                               uint64_t longest_pattern, lexikos_fm_index_options const* options,
                                               lexikos_index_by_text** index)
{
  return make_together(context, ranks, index, [&](auto& run, auto const& given, lexikos_index_by_text** place) {
    auto const asked = fm_options_of(options);
    make_index_by_text(run, communicator_of(run, given),
                       {text, longest_pattern, {lexikos::SuffixIndexOptions{}, fm_options(run, asked)}},
                       {text.type, asked.index_type, true}, place);
  });
}

void lexikos_index_by_text_free(lexikos_index_by_text* index)
{
  delete index;
}

lexikos_status lexikos_index_by_text_get_facts(lexikos_index_by_text const* index, lexikos_index_by_text_facts* facts)
{
  return guarded([&] {
    require_pointer(index, "the index");
    require_pointer(facts, "the place of the facts");
    std::visit(
        [&](auto const& structure) {
          using Structure = std::remove_cvref_t<decltype(structure)>;
          constexpr bool is_fm = std::is_same_v<typename Structure::Options, lexikos::FmIndexOptions>;
          *facts = {structure.size(),
                    structure.longest_pattern(),
                    structure.shards(),
                    type_of<typename Structure::Symbol>,
                    type_of<typename Structure::Entry>,
                    is_fm ? 1 : 0,
                    0};
        },
        index->any);
  });
}

lexikos_status lexikos_index_by_text_get_part(lexikos_index_by_text const* index, uint64_t shard, uint64_t* first,
                                              uint64_t* extent)
{
  return guarded([&] {
    require_pointer(index, "the index");
    require_pointer(first, "the place of the first symbol");
    require_pointer(extent, "the place of the extent");
    std::visit(
        [&](auto const& structure) {
          lexikos::detail::require(shard < structure.shards(), lexikos::ErrorCode::invalid_argument,
                                   "the rank has no shard " + std::to_string(shard));
          auto const part = structure.part_of_shard(shard);
          *first = part.first;
          *extent = part.extent;
        },
        index->any);
  });
}

lexikos_status lexikos_index_by_text_count(lexikos_context* context, lexikos_index_by_text const* index,
                                           lexikos_array symbols, lexikos_array offsets,
                                           lexikos_search_options const* options, lexikos_array counts)
{
  return ask_together(context, index, [&](auto& run, auto const& structure) {
    using Symbol = typename std::remove_cvref_t<decltype(structure)>::Symbol;
    structure.count(run.space(), run.template in<Symbol>(symbols, "the array of symbols"),
                    run.template in<std::uint64_t>(offsets, "the array of offsets"),
                    run.template out<std::uint64_t>(counts, "the array of counts"), search_options(run, options));
  });
}

lexikos_status lexikos_index_by_text_locate(lexikos_context* context, lexikos_index_by_text const* index,
                                            lexikos_array symbols, lexikos_array offsets,
                                            lexikos_search_options const* options, lexikos_result** result)
{
  return make_together(context, index, result, [&](auto& run, auto const& given, lexikos_result** place) {
    with_structure(run, given.any, [&](auto const& structure) {
      using Symbol = typename std::remove_cvref_t<decltype(structure)>::Symbol;
      NewResult made(run, place);
      hand_out(made, structure.locate(run.space(), run.template in<Symbol>(symbols, "the array of symbols"),
                                      run.template in<std::uint64_t>(offsets, "the array of offsets"),
                                      search_options(run, options)));
    });
  });
}

lexikos_status lexikos_index_by_text_extract(lexikos_context* context, lexikos_index_by_text const* index,
                                             lexikos_array begins, lexikos_array ends, lexikos_result** result)
{
  return make_together(context, index, result, [&](auto& run, auto const& given, lexikos_result** place) {
    with_structure(run, given.any, [&](auto const& structure) {
      NewResult made(run, place);
      auto const found =
          structure.extract(run.space(), run.template in<std::uint64_t>(begins, "the array of begins"),
                            run.template in<std::uint64_t>(ends, "the array of ends"), search_options(run, nullptr));
      made.add(LEXIKOS_OFFSETS, found.offsets).add(LEXIKOS_SYMBOLS, found.symbols).hand_out();
    });
  });
}

lexikos_status lexikos_index_by_text_save(lexikos_context* context, lexikos_index_by_text const* index,
                                          char const* path)
{
  return ask_together(context, index, [&](auto& run, auto const& structure) {
    require_pointer(path, "the path");
    structure.save(run.space(), path);
  });
}

lexikos_status lexikos_index_by_text_load(lexikos_context* context, lexikos_ranks const* ranks, char const* path,
                                          lexikos_index_by_text** index)
{
  return make_together(context, ranks, index, [&](auto& run, auto const& given, lexikos_index_by_text** place) {
    auto const& all = communicator_of(run, given);
    require_pointer(path, "the path");
    auto const facts = lexikos::distributed::index_by_text_facts(path);
    LocalTypes const types{static_cast<lexikos_type>(facts.symbol), static_cast<lexikos_type>(facts.index),
                           facts.is_fm};
    with_index_by_text(run, types, [&](auto type) {
      using Structure = typename decltype(type)::type;
      make_index(run, all, Structure::load(run.space(), all, path, run.resource()), place);
    });
  });
}

lexikos_status lexikos_index_by_text_saved_facts(char const* path, lexikos_index_by_text_facts* facts)
{
  return guarded([&] {
    require_pointer(path, "the path");
    require_pointer(facts, "the place of the facts");
    auto const found = lexikos::distributed::index_by_text_facts(path);
    *facts = {found.size,
              found.longest_pattern,
              lexikos::distributed::folder_facts(path).shards,
              static_cast<lexikos_type>(found.symbol),
              static_cast<lexikos_type>(found.index),
              found.is_fm ? 1 : 0,
              0};
  });
}

#endif
