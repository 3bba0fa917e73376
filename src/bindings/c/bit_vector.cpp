// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <lexikos/bit_vector.hpp>

#include "bindings/c/call.hpp"

namespace lexikos::c
{

template <class Memory>
using BitVectorsOf = TypeList<BitVector<Memory, bit_layouts::Interleaved32>,
                              BitVector<Memory, bit_layouts::Interleaved64>, BitVector<Memory, bit_layouts::Compact32>,
                              BitVector<Memory, bit_layouts::Compact64>, BitVector<Memory, bit_layouts::TwoLevel>>;

}  // namespace lexikos::c

struct lexikos_bit_vector : lexikos::c::Handle
{
  lexikos::c::AnyOf<lexikos::c::BitVectorsOf> any;
};

namespace lexikos::c
{

namespace
{

constexpr char const* bits_file_kind = "bit_vector";
constexpr char const* bits_section = "bits";
constexpr char const* layout_section = "layout";

/// Calls function(tag of a layout).
template <class Function>
void with_layout(std::int64_t layout, Function const& function)
{
  if (layout == LEXIKOS_INTERLEAVED32) return function(Tag<bit_layouts::Interleaved32>{});
  if (layout == LEXIKOS_INTERLEAVED64) return function(Tag<bit_layouts::Interleaved64>{});
  if (layout == LEXIKOS_COMPACT32) return function(Tag<bit_layouts::Compact32>{});
  if (layout == LEXIKOS_COMPACT64) return function(Tag<bit_layouts::Compact64>{});
  if (layout == LEXIKOS_TWO_LEVEL) return function(Tag<bit_layouts::TwoLevel>{});
  throw Error(ErrorCode::invalid_argument, "there is no layout " + std::to_string(layout));
}

template <class Layout>
std::uint64_t number_of_layout()
{
  std::uint64_t number = LEXIKOS_INTERLEAVED32;
  for (std::uint64_t i = LEXIKOS_INTERLEAVED32; i <= LEXIKOS_TWO_LEVEL; ++i)
    with_layout(static_cast<std::int64_t>(i), [&](auto tag) {
      if (std::is_same_v<typename decltype(tag)::type, Layout>) number = i;
    });
  return number;
}

template <class Run, class Layout>
using BitsOf = BitVector<typename std::remove_cvref_t<Run>::memory_space, typename Layout::type>;

void check_value(std::int32_t value)
{
  if (value != 0 && value != 1) throw Error(ErrorCode::invalid_argument, "a bit is 0 or 1");
}

/// Answers queries in one type by function(bits, space, queries, results).
template <class Function>
lexikos_status answer(lexikos_context* context, lexikos_bit_vector const* bits, lexikos_array const& queries,
                      lexikos_array const& results, Function const& function)
{
  return ask(context, bits, [&](auto& run, auto const& vector) {
    with_index(queries.type, "the array of queries", [&](auto tag) {
      using Index = typename decltype(tag)::type;
      auto const asked = run.template in<Index>(queries, "the array of queries");
      auto const answers = run.template out<Index>(results, "the array of results");
      function(vector, run.space(), asked, answers);
    });
  });
}

}  // namespace

}  // namespace lexikos::c

using namespace lexikos::c;

lexikos_status lexikos_bit_vector_create(lexikos_context* context, lexikos_array words, uint64_t size,
                                         lexikos_bit_layout layout, lexikos_bit_vector** bits)
{
  clear(bits);
  return call(context, [&](auto& run) {
    require_pointer(bits, "the place of the bit vector");
    with_layout(layout, [&](auto tag) {
      auto const given = run.template in<std::uint64_t>(words, "the array of words");
      make_handle(
          run, BitsOf<decltype(run), decltype(tag)>(run.space(), given, size, {run.workspace(), run.progress()}), bits);
    });
  });
}

lexikos_status lexikos_bit_vector_from_flags(lexikos_context* context, lexikos_array flags, lexikos_bit_layout layout,
                                             lexikos_bit_vector** bits)
{
  clear(bits);
  return call(context, [&](auto& run) {
    require_pointer(bits, "the place of the bit vector");
    with_layout(layout, [&](auto tag) {
      using Bits = BitsOf<decltype(run), decltype(tag)>;
      auto const given = run.template in<std::uint8_t>(flags, "the array of flags");
      make_handle(run, Bits::from_flags(run.space(), given, {run.workspace(), run.progress()}), bits);
    });
  });
}

lexikos_status lexikos_bit_vector_from_positions(lexikos_context* context, lexikos_array positions, uint64_t size,
                                                 lexikos_bit_layout layout, lexikos_bit_vector** bits)
{
  clear(bits);
  return call(context, [&](auto& run) {
    require_pointer(bits, "the place of the bit vector");
    with_layout(layout, [&](auto tag) {
      with_index(positions.type, "the array of positions", [&](auto index) {
        using Bits = BitsOf<decltype(run), decltype(tag)>;
        auto const given = run.template in<typename decltype(index)::type>(positions, "the array of positions");
        make_handle(run, Bits::from_positions(run.space(), given, size, {run.workspace(), run.progress()}), bits);
      });
    });
  });
}

void lexikos_bit_vector_free(lexikos_bit_vector* bits)
{
  delete bits;
}

lexikos_status lexikos_bit_vector_get(lexikos_bit_vector const* bits, uint64_t* size, uint64_t* ones, uint64_t* bytes)
{
  return guarded([&] {
    require_pointer(bits, "the bit vector");
    std::visit(
        [&](auto const& vector) {
          if (size != nullptr) *size = vector.size();
          if (ones != nullptr) *ones = vector.ones();
          if (bytes != nullptr) *bytes = vector.bytes();
        },
        bits->any);
  });
}

lexikos_status lexikos_bit_vector_access(lexikos_context* context, lexikos_bit_vector const* bits,
                                         lexikos_array positions, lexikos_array results)
{
  return ask(context, bits, [&](auto& run, auto const& vector) {
    with_index(positions.type, "the array of positions", [&](auto tag) {
      auto const asked = run.template in<typename decltype(tag)::type>(positions, "the array of positions");
      vector.access(run.space(), asked, run.template out<std::uint8_t>(results, "the array of results"));
    });
  });
}

lexikos_status lexikos_bit_vector_rank(lexikos_context* context, lexikos_bit_vector const* bits, int32_t value,
                                       lexikos_array positions, lexikos_array results)
{
  return answer(context, bits, positions, results,
                [&](auto const& vector, auto const& space, auto const& asked, auto const& answers) {
                  check_value(value);
                  if (value == 0)
                    vector.rank0(space, asked, answers);
                  else
                    vector.rank1(space, asked, answers);
                });
}

lexikos_status lexikos_bit_vector_select(lexikos_context* context, lexikos_bit_vector const* bits, int32_t value,
                                         lexikos_array ordinals, lexikos_array results)
{
  return answer(context, bits, ordinals, results,
                [&](auto const& vector, auto const& space, auto const& asked, auto const& answers) {
                  check_value(value);
                  if (value == 0)
                    vector.select0(space, asked, answers);
                  else
                    vector.select1(space, asked, answers);
                });
}

lexikos_status lexikos_bit_vector_save(lexikos_context* context, lexikos_bit_vector const* bits, char const* path)
{
  return ask(context, bits, [&](auto& run, auto const& vector) {
    require_pointer(path, "the path");
    lexikos::FileWriter file(path, bits_file_kind, run.resource());
    file.add_integer(layout_section, number_of_layout<typename std::remove_cvref_t<decltype(vector)>::layout>());
    vector.save(run.space(), file, bits_section);
    file.commit();
  });
}

lexikos_status lexikos_bit_vector_load(lexikos_context* context, char const* path, lexikos_bit_vector** bits)
{
  clear(bits);
  return call(context, [&](auto& run) {
    require_pointer(bits, "the place of the bit vector");
    require_pointer(path, "the path");
    lexikos::FileReader const file(path, bits_file_kind);
    auto const layout = file.integer(layout_section, LEXIKOS_TWO_LEVEL);
    with_layout(static_cast<std::int64_t>(layout), [&](auto tag) {
      make_handle(run, BitsOf<decltype(run), decltype(tag)>::load(run.space(), file, bits_section, run.resource()),
                  bits);
    });
  });
}
