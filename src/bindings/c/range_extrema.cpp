// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <lexikos/lce.hpp>
#include <lexikos/range_minimum.hpp>

#include "bindings/c/call.hpp"

namespace lexikos::c
{

template <class Memory, class Value, Extremum extremum>
struct MemorySpaceOf<SparseTableExtremum<Memory, Value, extremum>>
{
  using type = Memory;
};

template <class Memory>
using ExtremaOf = TypeList<RangeMinimum<Memory, std::uint32_t>, RangeMinimum<Memory, std::uint64_t>,
                           RangeMaximum<Memory, std::uint32_t>, RangeMaximum<Memory, std::uint64_t>>;
template <class Memory>
using LceIndexesOf = TypeList<LceIndex<Memory, std::uint32_t>, LceIndex<Memory, std::uint64_t>>;

}  // namespace lexikos::c

struct lexikos_range_extrema : lexikos::c::Handle
{
  lexikos::c::AnyOf<lexikos::c::ExtremaOf> any;
};

struct lexikos_lce : lexikos::c::Handle
{
  lexikos::c::AnyOf<lexikos::c::LceIndexesOf> any;
};

namespace lexikos::c
{

namespace
{

template <class Structure>
struct ValueTypeOf;
template <class Memory, class Value, Extremum extremum>
struct ValueTypeOf<SparseTableExtremum<Memory, Value, extremum>>
{
  using type = Value;
};
template <class Memory, class Index>
struct ValueTypeOf<LceIndex<Memory, Index>>
{
  using type = Index;
};

}  // namespace

}  // namespace lexikos::c

using namespace lexikos::c;

lexikos_status lexikos_range_extrema_create(lexikos_context* context, lexikos_array values, int32_t maxima,
                                            int32_t copy, lexikos_range_extrema** extrema)
{
  clear(extrema);
  return call(context, [&](auto& run) {
    require_pointer(extrema, "the place of the extrema");
    with_index(values.type, "the array of values", [&](auto tag) {
      using Value = typename decltype(tag)::type;
      using Memory = typename std::remove_cvref_t<decltype(run)>::memory_space;
      auto const given = run.template kept<Value>(values, "the array of values", copy != 0);
      lexikos::RangeMinimumOptions const options{run.workspace(), run.progress()};
      if (maxima == 0)
        make_handle(run, lexikos::RangeMinimum<Memory, Value>(run.space(), given, options), extrema);
      else
        make_handle(run, lexikos::RangeMaximum<Memory, Value>(run.space(), given, options), extrema);
    });
  });
}

void lexikos_range_extrema_free(lexikos_range_extrema* extrema)
{
  delete extrema;
}

lexikos_status lexikos_range_extrema_values(lexikos_context* context, lexikos_range_extrema const* extrema,
                                            lexikos_array begins, lexikos_array ends, lexikos_array extrema_of)
{
  return ask(context, extrema, [&](auto& run, auto const& structure) {
    using Value = typename ValueTypeOf<std::remove_cvref_t<decltype(structure)>>::type;
    with_index(begins.type, "the array of begins", [&](auto tag) {
      using Place = typename decltype(tag)::type;
      auto const first = run.template in<Place>(begins, "the array of begins");
      auto const last = run.template in<Place>(ends, "the array of ends");
      structure.values(run.space(), first, last, run.template out<Value>(extrema_of, "the array of extrema"));
    });
  });
}

lexikos_status lexikos_range_extrema_positions(lexikos_context* context, lexikos_range_extrema const* extrema,
                                               lexikos_array begins, lexikos_array ends, lexikos_array positions)
{
  return ask(context, extrema, [&](auto& run, auto const& structure) {
    with_index(begins.type, "the array of begins", [&](auto tag) {
      using Place = typename decltype(tag)::type;
      auto const first = run.template in<Place>(begins, "the array of begins");
      auto const last = run.template in<Place>(ends, "the array of ends");
      structure.positions(run.space(), first, last, run.template out<Place>(positions, "the array of positions"));
    });
  });
}

lexikos_status lexikos_range_extrema_best_values(lexikos_context* context, lexikos_range_extrema const* extrema,
                                                 lexikos_array begins, lexikos_array ends, uint64_t k,
                                                 lexikos_array best)
{
  return ask(context, extrema, [&](auto& run, auto const& structure) {
    using Value = typename ValueTypeOf<std::remove_cvref_t<decltype(structure)>>::type;
    auto const first = run.template in<Value>(begins, "the array of begins");
    auto const last = run.template in<Value>(ends, "the array of ends");
    structure.best_values(run.space(), first, last, k, run.template out<Value>(best, "the array of best values"),
                          {run.workspace()});
  });
}

lexikos_status lexikos_lce_create(lexikos_context* context, lexikos_array inverse, lexikos_array lcp_array,
                                  int32_t copy, lexikos_lce** lce)
{
  clear(lce);
  return call(context, [&](auto& run) {
    require_pointer(lce, "the place of the index");
    with_index(inverse.type, "the inverse suffix array", [&](auto tag) {
      using Index = typename decltype(tag)::type;
      using Structure = lexikos::LceIndex<typename std::remove_cvref_t<decltype(run)>::memory_space, Index>;
      auto const ranks = run.template kept<Index>(inverse, "the inverse suffix array", copy != 0);
      auto const lengths = run.template kept<Index>(lcp_array, "the LCP array", copy != 0);
      make_handle(run, Structure(run.space(), ranks, lengths, {run.workspace(), run.progress()}), lce);
    });
  });
}

void lexikos_lce_free(lexikos_lce* lce)
{
  delete lce;
}

lexikos_status lexikos_lce_lengths(lexikos_context* context, lexikos_lce const* lce, lexikos_array firsts,
                                   lexikos_array seconds, lexikos_array lengths)
{
  return ask(context, lce, [&](auto& run, auto const& structure) {
    using Index = typename ValueTypeOf<std::remove_cvref_t<decltype(structure)>>::type;
    auto const one = run.template in<Index>(firsts, "the array of first positions");
    auto const other = run.template in<Index>(seconds, "the array of second positions");
    structure.lce(run.space(), one, other, run.template out<Index>(lengths, "the array of lengths"));
  });
}
