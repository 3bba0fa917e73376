// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What indexes of texts on several ranks have in common, in builds with MPI.

#include <bindings/python/module/ranks.hpp>
#include <bindings/python/module/text_index.hpp>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace lexikos::python
{

/// What both indexes answer. All but `facts` is collective.
class IndexOfRanks
{
 public:
  virtual ~IndexOfRanks() = default;

  /// By name: size, index_bytes, symbol_bytes, and others.
  [[nodiscard]] virtual nb::dict facts() const = 0;
  /// counts
  virtual Columns count(Call const&, Strings const&) const = 0;
  /// offsets, positions
  virtual Columns locate(Call const&, Strings const&, LocateOptions const&) const = 0;
  /// symbols, offsets
  virtual Columns extract(Call const&, In const& begins, In const& ends) const = 0;
  virtual void save(Call const&, std::string const& path) const = 0;
  /// Gives back what it has: it is of no use any more.
  virtual void close() = 0;
};

inline SearchOptions search_options(LocateOptions const& wanted)
{
  SearchOptions options;
  options.text_order = wanted.text_order;
  options.max_positions = wanted.max_positions;
  return options;
}

/// \param Base       a class that derives from `IndexOfRanks`
/// \param Structure  of the library, in the memory of the space
template <class Base, class Space, class Structure>
class OfRanks : public Base
{
 public:
  void close() override
  {
    m_structure = {};
    m_ranks.reset();
  }

 protected:
  OfRanks(Place place, distributed::Communicator const& ranks, Structure structure)
      : m_place(place), m_ranks(ranks), m_structure(std::move(structure))
  {}

  [[nodiscard]] Place place() const { return m_place; }
  [[nodiscard]] Structure const& structure() const { return m_structure; }

  void require_open() const
  {
    detail::require(m_ranks.has_value(), ErrorCode::invalid_argument, "the index was closed");
  }
  /// function(space) on all ranks: what one of them cannot do, all refuse.
  template <class Function>
  void run(Call const& call, Function const& function) const
  {
    require_open();
    call.run_on<Space>(m_place,
                       [&](Space const& space) { distributed_detail::together(*m_ranks, [&] { function(space); }); });
  }
  /// The same with two arrays, which lie where the index does.
  template <class Function>
  void run(Call const& call, In const& first, In const& second, Function const& function) const
  {
    run(call, [&](Space const& space) {
      static_cast<void>(Call::common_place({m_place, first.place(), second.place()}));
      function(space);
    });
  }

 private:
  Place m_place;
  std::optional<distributed::Communicator> m_ranks;
  Structure m_structure;
};

/// What is made on all ranks by make(space, communicator), a pointer, or on none.
template <class Base, class Make>
std::unique_ptr<Base> made_together(Ranks const& ranks, Call const& call, std::initializer_list<Place> places,
                                    Make const& make)
{
  std::unique_ptr<Base> made;
  ranks.run(call, {}, [&](auto const& space, distributed::Communicator const& all) {
    distributed_detail::together(all, [&] {
      for (auto const& each : places) static_cast<void>(Call::common_place({ranks.place(), each}));
      made = make(space, all);
    });
  });
  return made;
}

}  // namespace lexikos::python
