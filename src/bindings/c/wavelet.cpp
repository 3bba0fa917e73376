// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <lexikos/wavelet_matrix.hpp>
#include <lexikos/wavelet_tree.hpp>

#include "bindings/c/result.hpp"

namespace lexikos::c
{

template <class Memory>
using WaveletsOf =
    TypeList<WaveletMatrix<Memory, std::uint8_t>, WaveletMatrix<Memory, std::uint16_t>,
             WaveletMatrix<Memory, std::uint32_t>, WaveletMatrix<Memory, std::uint8_t, WaveletLevels::binary>,
             WaveletMatrix<Memory, std::uint16_t, WaveletLevels::binary>,
             WaveletMatrix<Memory, std::uint32_t, WaveletLevels::binary>, WaveletTree<Memory, std::uint8_t>,
             WaveletTree<Memory, std::uint16_t>, WaveletTree<Memory, std::uint32_t>>;

}  // namespace lexikos::c

struct lexikos_wavelet : lexikos::c::Handle
{
  lexikos_wavelet_kind kind;
  lexikos::c::AnyOf<lexikos::c::WaveletsOf> any;
};

namespace lexikos::c
{

namespace
{

// As the program writes and reads them.
constexpr char const* wavelet_file_kind = "wavelet";
constexpr char const* structure_section = "structure";
constexpr char const* symbol_bytes_section = "symbol_bytes";
constexpr std::uint64_t huffman_tree = 3;  // beside the numbers of lexikos_wavelet_kind

/// Calls function(tag of a structure).
template <class Memory, class Symbol, class Function>
void with_kind(lexikos_wavelet_kind kind, Function const& function)
{
  if (kind == LEXIKOS_WAVELET_QUAD_MATRIX) return function(Tag<WaveletMatrix<Memory, Symbol>>{});
  if (kind == LEXIKOS_WAVELET_BINARY_MATRIX)
    return function(Tag<WaveletMatrix<Memory, Symbol, WaveletLevels::binary>>{});
  if (kind == LEXIKOS_WAVELET_TREE) return function(Tag<WaveletTree<Memory, Symbol>>{});
  throw Error(ErrorCode::invalid_argument, "there is no kind of wavelet structure " + std::to_string(kind));
}

template <class Run, class Structure>
void hand_out(Run const& run, lexikos_wavelet_kind kind, Structure&& structure, lexikos_wavelet** place)
{
  auto made =
      std::make_unique<lexikos_wavelet>(lexikos_wavelet{run.handle(), kind, std::forward<Structure>(structure)});
  *place = made.release();
}

/// Asks with symbols of the text, and places of one type: function(call, structure, symbol tag, index tag).
template <class Function>
lexikos_status ask_places(lexikos_context* context, lexikos_wavelet const* wavelet, lexikos_array const& places,
                          Function const& function)
{
  return ask(context, wavelet, [&](auto& run, auto const& structure) {
    using Symbol = typename std::remove_cvref_t<decltype(structure)>::SymbolType;
    with_index(places.type, "the array of places", [&](auto index) { function(run, structure, Tag<Symbol>{}, index); });
  });
}

/// Asks on ranges: function(call, structure, begins, ends, symbol tag).
template <class Function>
lexikos_status ask_ranges(lexikos_context* context, lexikos_wavelet const* wavelet, lexikos_array const& begins,
                          lexikos_array const& ends, Function const& function)
{
  return ask(context, wavelet, [&](auto& run, auto const& structure) {
    using Symbol = typename std::remove_cvref_t<decltype(structure)>::SymbolType;
    auto const first = run.template in<std::uint64_t>(begins, "the array of begins");
    auto const last = run.template in<std::uint64_t>(ends, "the array of ends");
    function(run, structure, first, last, Tag<Symbol>{});
  });
}

}  // namespace

}  // namespace lexikos::c

using namespace lexikos::c;

lexikos_status lexikos_wavelet_create(lexikos_context* context, lexikos_array text,
                                      lexikos_wavelet_options const* options, lexikos_wavelet** wavelet)
{
  clear(wavelet);
  return call(context, [&](auto& run) {
    require_pointer(wavelet, "the place of the structure");
    using Run = std::remove_cvref_t<decltype(run)>;
    auto const given = options_or(options, lexikos_wavelet_options(LEXIKOS_WAVELET_OPTIONS_INIT));
    lexikos::WaveletOptions asked;
    asked.shape = enumerated(given.shape, lexikos::WaveletShape::huffman, "the shape");
    asked.memory_budget = given.memory_budget;
    asked.workspace = run.workspace();
    asked.progress = run.progress();
    with_token(text.type, "the text", [&](auto symbol) {
      using Symbol = typename decltype(symbol)::type;
      with_kind<typename Run::memory_space, Symbol>(given.kind, [&](auto tag) {
        using Structure = typename decltype(tag)::type;
        auto const* const data = entries_of<Symbol>(text, "the text");
        if (text.memory == LEXIKOS_DEVICE_MEMORY) {
          lexikos::Span<Symbol const, typename Run::memory_space> const here(data, text.size);
          hand_out(run, given.kind, Structure(run.space(), here, asked), wavelet);
        }
        else {
          lexikos::Span<Symbol const, Kokkos::HostSpace> const on_host(data, text.size);
          hand_out(run, given.kind, Structure(run.space(), on_host, asked), wavelet);
        }
      });
    });
  });
}

void lexikos_wavelet_free(lexikos_wavelet* wavelet)
{
  delete wavelet;
}

lexikos_status lexikos_wavelet_get_facts(lexikos_wavelet const* wavelet, lexikos_wavelet_facts* facts)
{
  return guarded([&] {
    require_pointer(wavelet, "the structure");
    require_pointer(facts, "the place of the facts");
    std::visit(
        [&](auto const& structure) {
          using Structure = std::remove_cvref_t<decltype(structure)>;
          using Symbols = lexikos::Span<typename Structure::SymbolType, typename Structure::memory_space>;
          *facts = {structure.size(), structure.bytes(), structure.mean_depth(),
                    array_of(Symbols(structure.alphabet().symbols()))};
        },
        wavelet->any);
  });
}

lexikos_status lexikos_wavelet_access(lexikos_context* context, lexikos_wavelet const* wavelet, lexikos_array positions,
                                      lexikos_array symbols)
{
  return ask_places(context, wavelet, positions, [&](auto& run, auto const& structure, auto symbol, auto index) {
    auto const asked = run.template in<typename decltype(index)::type>(positions, "the array of positions");
    structure.access(run.space(), asked,
                     run.template out<typename decltype(symbol)::type>(symbols, "the array of symbols"));
  });
}

lexikos_status lexikos_wavelet_rank(lexikos_context* context, lexikos_wavelet const* wavelet, lexikos_array symbols,
                                    lexikos_array positions, lexikos_array ranks)
{
  return ask_places(context, wavelet, positions, [&](auto& run, auto const& structure, auto symbol, auto index) {
    using Index = typename decltype(index)::type;
    auto const of = run.template in<typename decltype(symbol)::type>(symbols, "the array of symbols");
    auto const asked = run.template in<Index>(positions, "the array of positions");
    structure.rank(run.space(), of, asked, run.template out<Index>(ranks, "the array of ranks"),
                   {.workspace = run.workspace()});
  });
}

lexikos_status lexikos_wavelet_select(lexikos_context* context, lexikos_wavelet const* wavelet, lexikos_array symbols,
                                      lexikos_array occurrences, lexikos_array positions)
{
  return ask_places(context, wavelet, occurrences, [&](auto& run, auto const& structure, auto symbol, auto index) {
    using Index = typename decltype(index)::type;
    auto const of = run.template in<typename decltype(symbol)::type>(symbols, "the array of symbols");
    auto const asked = run.template in<Index>(occurrences, "the array of occurrences");
    structure.select(run.space(), of, asked, run.template out<Index>(positions, "the array of positions"),
                     {.workspace = run.workspace()});
  });
}

lexikos_status lexikos_wavelet_inverse_select(lexikos_context* context, lexikos_wavelet const* wavelet,
                                              lexikos_array positions, lexikos_array symbols, lexikos_array ranks)
{
  return ask_places(context, wavelet, positions, [&](auto& run, auto const& structure, auto symbol, auto index) {
    using Index = typename decltype(index)::type;
    auto const asked = run.template in<Index>(positions, "the array of positions");
    auto const found = run.template out<typename decltype(symbol)::type>(symbols, "the array of symbols");
    structure.inverse_select(run.space(), asked, found, run.template out<Index>(ranks, "the array of ranks"));
  });
}

lexikos_status lexikos_wavelet_rank_all(lexikos_context* context, lexikos_wavelet const* wavelet,
                                        lexikos_array positions, lexikos_array ranks)
{
  return ask(context, wavelet, [&](auto& run, auto const& structure) {
    auto const asked = run.template in<std::uint64_t>(positions, "the array of positions");
    structure.rank_all(run.space(), asked, run.template out<std::uint64_t>(ranks, "the array of ranks"));
  });
}

lexikos_status lexikos_wavelet_range_count(lexikos_context* context, lexikos_wavelet const* wavelet,
                                           lexikos_array smallest, lexikos_array end_symbols, lexikos_array begins,
                                           lexikos_array ends, lexikos_array counts)
{
  return ask_ranges(context, wavelet, begins, ends,
                    [&](auto& run, auto const& structure, auto const& first, auto const& last, auto) {
                      auto const from = run.template in<std::uint64_t>(smallest, "the array of smallest symbols");
                      auto const to = run.template in<std::uint64_t>(end_symbols, "the array of end symbols");
                      structure.range_count(run.space(), from, to, first, last,
                                            run.template out<std::uint64_t>(counts, "the array of counts"));
                    });
}

lexikos_status lexikos_wavelet_range_quantile(lexikos_context* context, lexikos_wavelet const* wavelet,
                                              lexikos_array begins, lexikos_array ends, lexikos_array ks,
                                              lexikos_array symbols)
{
  return ask_ranges(context, wavelet, begins, ends,
                    [&](auto& run, auto const& structure, auto const& first, auto const& last, auto) {
                      auto const wanted = run.template in<std::uint64_t>(ks, "the array of ks");
                      structure.range_quantile(run.space(), first, last, wanted,
                                               run.template out<std::uint64_t>(symbols, "the array of symbols"));
                    });
}

lexikos_status lexikos_wavelet_range_next_value(lexikos_context* context, lexikos_wavelet const* wavelet,
                                                lexikos_array smallest, lexikos_array begins, lexikos_array ends,
                                                lexikos_array symbols)
{
  return ask_ranges(context, wavelet, begins, ends,
                    [&](auto& run, auto const& structure, auto const& first, auto const& last, auto symbol) {
                      auto const from =
                          run.template in<typename decltype(symbol)::type>(smallest, "the array of smallest symbols");
                      structure.range_next_value(run.space(), from, first, last,
                                                 run.template out<std::uint64_t>(symbols, "the array of symbols"));
                    });
}

lexikos_status lexikos_wavelet_range_previous_value(lexikos_context* context, lexikos_wavelet const* wavelet,
                                                    lexikos_array largest, lexikos_array begins, lexikos_array ends,
                                                    lexikos_array symbols)
{
  return ask_ranges(context, wavelet, begins, ends,
                    [&](auto& run, auto const& structure, auto const& first, auto const& last, auto symbol) {
                      auto const to =
                          run.template in<typename decltype(symbol)::type>(largest, "the array of largest symbols");
                      structure.range_previous_value(run.space(), to, first, last,
                                                     run.template out<std::uint64_t>(symbols, "the array of symbols"));
                    });
}

lexikos_status lexikos_wavelet_distinct(lexikos_context* context, lexikos_wavelet const* wavelet, lexikos_array begins,
                                        lexikos_array ends, lexikos_result** result)
{
  clear(result);
  return ask_ranges(
      context, wavelet, begins, ends,
      [&](auto& run, auto const& structure, auto const& first, auto const& last, auto symbol) {
        using Memory = typename std::remove_cvref_t<decltype(run)>::memory_space;
        using Symbol = typename decltype(symbol)::type;
        require_pointer(result, "the place of the result");
        NewResult made(run, result);
        auto& resource = run.resource();
        auto const offsets = lexikos::detail::allocate<std::uint64_t, Memory>(resource, "lexikos::c::distinct_offsets",
                                                                              first.extent(0) + 1);
        auto const all = structure.distinct_offsets(run.space(), first, last, offsets, {.workspace = run.workspace()});
        auto const symbols = lexikos::detail::allocate<Symbol, Memory>(resource, "lexikos::c::distinct_symbols", all);
        auto const counts =
            lexikos::detail::allocate<std::uint64_t, Memory>(resource, "lexikos::c::distinct_counts", all);
        structure.distinct(run.space(), first, last, offsets, symbols, counts);
        made.add(LEXIKOS_OFFSETS, offsets).add(LEXIKOS_SYMBOLS, symbols).add(LEXIKOS_COUNTS, counts).hand_out();
      });
}

lexikos_status lexikos_wavelet_top_k(lexikos_context* context, lexikos_wavelet const* wavelet, lexikos_array begins,
                                     lexikos_array ends, uint64_t k, lexikos_array symbols, lexikos_array counts,
                                     lexikos_array found)
{
  return ask_ranges(context, wavelet, begins, ends,
                    [&](auto& run, auto const& structure, auto const& first, auto const& last, auto symbol) {
                      auto const most =
                          run.template out<typename decltype(symbol)::type>(symbols, "the array of symbols");
                      auto const often = run.template out<std::uint64_t>(counts, "the array of counts");
                      structure.top_k(run.space(), first, last, k, most, often,
                                      run.template out<std::uint64_t>(found, "the array of found ones"));
                    });
}

lexikos_status lexikos_wavelet_save(lexikos_context* context, lexikos_wavelet const* wavelet, char const* path)
{
  return ask(context, wavelet, [&](auto& run, auto const& structure) {
    require_pointer(path, "the path");
    using Symbol = typename std::remove_cvref_t<decltype(structure)>::SymbolType;
    lexikos::FileWriter file(path, wavelet_file_kind, run.resource());
    bool const is_huffman = wavelet->kind == LEXIKOS_WAVELET_TREE && !structure.leaves_are_ordered();
    file.add_integer(structure_section, is_huffman ? huffman_tree : static_cast<std::uint64_t>(wavelet->kind));
    file.add_integer(symbol_bytes_section, sizeof(Symbol));
    structure.save(run.space(), file);
    file.commit();
  });
}

lexikos_status lexikos_wavelet_load(lexikos_context* context, char const* path, lexikos_wavelet** wavelet)
{
  clear(wavelet);
  return call(context, [&](auto& run) {
    require_pointer(wavelet, "the place of the structure");
    require_pointer(path, "the path");
    using Memory = typename std::remove_cvref_t<decltype(run)>::memory_space;
    lexikos::FileReader const file(path, wavelet_file_kind);
    auto const number = file.integer(structure_section, huffman_tree);
    auto const kind = number == huffman_tree ? LEXIKOS_WAVELET_TREE : static_cast<lexikos_wavelet_kind>(number);
    auto const bytes = file.integer(symbol_bytes_section, 4);
    if (bytes != 1 && bytes != 2 && bytes != 4) file.corrupt("symbol_bytes must be 1, 2 or 4");
    with_token(static_cast<lexikos_type>(bytes), "the text", [&](auto symbol) {
      with_kind<Memory, typename decltype(symbol)::type>(kind, [&](auto tag) {
        using Structure = typename decltype(tag)::type;
        hand_out(run, kind, Structure::load(run.space(), file, "wavelet", run.resource()), wavelet);
      });
    });
  });
}
