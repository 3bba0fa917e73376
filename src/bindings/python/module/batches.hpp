// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What structures that answer batches of queries share: where they lie, and results of an entry a query.

#include <bindings/python/module/arrays.hpp>
#include <cstddef>
#include <utility>

namespace lexikos::python
{

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
