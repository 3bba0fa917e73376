// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What structures that answer batches of queries share: where they lie, and results of an entry a query.

#include <bindings/python/module/arrays.hpp>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>

namespace lexikos::python
{

/// How many results ranges have that have k each, of up to 8 bytes. Error (out_of_memory) where no memory has so many.
[[nodiscard]] inline std::size_t results_of_ranges(std::size_t ranges, std::size_t k)
{
  constexpr std::size_t most = std::numeric_limits<std::size_t>::max() / sizeof(std::uint64_t);
  detail::require(ranges == 0 || k <= most / ranges, ErrorCode::out_of_memory,
                  "no memory for " + std::to_string(k) + " results of each of " + std::to_string(ranges) + " ranges");
  return ranges * k;
}

/// A structure of the library on an execution space.
template <class Space, class Structure>
class Placed
{
 protected:
  Placed(Place place, Structure structure) : m_place(place), m_structure(std::move(structure)) {}
  ~Placed() = default;

  /// A column of n entries that function(array) fills.
  template <class T, class Function>
  [[nodiscard]] Column filled(Space const& space, std::size_t n, Function&& function) const
  {
    auto const found = room<T>(space, n);
    function(found);
    return column(found, m_place);
  }

  /// function(space) where the structure lies.
  template <class Function>
  [[nodiscard]] auto run(Call const& call, Function&& function) const
  {
    return call.template run_on<Space>(m_place, function);
  }

  /// function(space, Type<Index>) there, for the type of the indices that were given.
  template <class Function>
  [[nodiscard]] auto run_by_index(Call const& call, In const& indices, Function&& function) const
  {
    return run(call, [&](Space const& space) {
      return with_index(indices.bytes(), [&](auto type) { return function(space, type); });
    });
  }

  Place m_place;
  Structure m_structure;
};

}  // namespace lexikos::python
