// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What indexes of texts are asked by Python, whichever they are: `SuffixIndex` and `FmIndex` have the same queries.

#include <bindings/python/module/arrays.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/matching.hpp>
#include <lexikos/search.hpp>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

namespace lexikos::python
{

/// Patterns, or queries, as Python gives them.
struct Strings
{
  In symbols;
  In offsets;
};

struct LocateOptions
{
  bool text_order = false;
  std::size_t max_positions = 0;
};

struct FindMatchesOptions
{
  std::string kind;
  std::size_t min_length = 0;
  std::size_t min_occurrences = 0;
  std::size_t max_occurrences = 0;
  std::string strands;
  bool only_acgt = false;
};

template <class MemorySpace>
MatchOptions<MemorySpace> match_options(FindMatchesOptions const& given)
{
  MatchOptions<MemorySpace> options;
  options.kind = choice<MatchKind>(given.kind, {"maximal", "supermaximal", "unique_in_text", "unique_in_both"});
  options.min_length = given.min_length;
  options.min_occurrences = given.min_occurrences;
  options.max_occurrences = given.max_occurrences;
  options.strands = choice<Strands>(given.strands, {"forward", "reverse_complement", "both"});
  options.only_acgt = given.only_acgt;
  return options;
}

template <class MemorySpace, class Index>
Columns columns(Matches<MemorySpace, Index> const& found, Place place)
{
  return {column(found.text_positions, place), column(found.queries, place),       column(found.query_positions, place),
          column(found.lengths, place),        column(found.reversed, place),      column(found.occurrences, place),
          column(found.offsets, place),        column(found.capped_queries, place)};
}

class TextIndex
{
 public:
  virtual ~TextIndex() = default;

  [[nodiscard]] virtual std::size_t size() const = 0;
  [[nodiscard]] virtual unsigned index_bytes() const = 0;
  [[nodiscard]] virtual unsigned symbol_bytes() const = 0;
  [[nodiscard]] Place place() const { return m_place; }

  /// counts
  virtual Columns count(Call const&, Strings const&) const = 0;
  /// begins, ends
  virtual Columns intervals(Call const&, Strings const&) const = 0;
  /// offsets, positions
  virtual Columns locate(Call const&, Strings const&, LocateOptions const&) const = 0;
  virtual Columns locate_intervals(Call const&, In const& begins, In const& ends, LocateOptions const&) const = 0;
  /// lengths, positions
  virtual Columns matching_statistics(Call const&, Strings const&, In const& text_offsets) const = 0;
  /// as `columns`
  virtual Columns find_matches(Call const&, Strings const&, In const& text_offsets,
                               FindMatchesOptions const&) const = 0;
  virtual void save(Call const&, std::string const& path) const = 0;

 protected:
  explicit TextIndex(Place place) : m_place(place) {}

 private:
  Place m_place;
};

/// \param Base       a class that derives from `TextIndex`
/// \param Structure  of the library, in the memory of the space
template <class Base, class Space, class Structure, class IndexOfIt, class SymbolOfIt>
class TextIndexOf : public Base
{
 public:
  using MemorySpace = typename Space::memory_space;
  using Index = IndexOfIt;
  using Symbol = SymbolOfIt;

  [[nodiscard]] std::size_t size() const override { return m_structure.size(); }
  [[nodiscard]] unsigned index_bytes() const override { return sizeof(Index); }
  [[nodiscard]] unsigned symbol_bytes() const override { return sizeof(Symbol); }

  Columns count(Call const& call, Strings const& given) const override
  {
    return run(call, given, [&](Space const& space) -> Columns {
      auto const counts = room<Index>(space, search_detail::pattern_count(given.offsets.size()));
      m_structure.count(space, span<Symbol const>(space, given.symbols),
                        span<std::uint64_t const>(space, given.offsets), counts, sorted(given));
      return {column(counts, this->place())};
    });
  }

  Columns intervals(Call const& call, Strings const& given) const override
  {
    return run(call, given, [&](Space const& space) -> Columns {
      std::size_t const n = search_detail::pattern_count(given.offsets.size());
      auto const begins = room<Index>(space, n);
      auto const ends = room<Index>(space, n);
      m_structure.intervals(space, span<Symbol const>(space, given.symbols),
                            span<std::uint64_t const>(space, given.offsets), begins, ends, sorted(given));
      return {column(begins, this->place()), column(ends, this->place())};
    });
  }

  Columns locate(Call const& call, Strings const& given, LocateOptions const& wanted) const override
  {
    return run(call, given, [&](Space const& space) -> Columns {
      auto options = sorted(given);
      options.text_order = wanted.text_order;
      options.max_positions = wanted.max_positions;
      return columns_of(m_structure.locate(space, span<Symbol const>(space, given.symbols),
                                           span<std::uint64_t const>(space, given.offsets), options));
    });
  }

  Columns locate_intervals(Call const& call, In const& begins, In const& ends,
                           LocateOptions const& wanted) const override
  {
    return run(call, {begins, ends}, [&](Space const& space) -> Columns {
      SearchOptions options;
      options.text_order = wanted.text_order;
      options.max_positions = wanted.max_positions;
      return columns_of(
          m_structure.locate(space, span<Index const>(space, begins), span<Index const>(space, ends), options));
    });
  }

  Columns matching_statistics(Call const& call, Strings const& given, In const& text_offsets) const override
  {
    if constexpr (std::is_same_v<Symbol, std::uint8_t>)
      return run(call, given, [&](Space const& space) -> Columns {
        MatchingStatisticsOptions<MemorySpace> options;
        options.text_offsets = span<std::uint64_t const>(space, text_offsets);
        options.progress = call.progress();
        auto const lengths = room<Index>(space, given.symbols.size());
        auto const positions = room<Index>(space, given.symbols.size());
        lexikos::matching_statistics(space, m_structure, span<Symbol const>(space, given.symbols),
                                     span<std::uint64_t const>(space, given.offsets), lengths, positions, options);
        return {column(lengths, this->place()), column(positions, this->place())};
      });
    else
      throw Error(ErrorCode::not_supported, "matches of tokens: texts of bytes have them");
  }

  Columns find_matches(Call const& call, Strings const& given, In const& text_offsets,
                       FindMatchesOptions const& wanted) const override
  {
    if constexpr (std::is_same_v<Symbol, std::uint8_t>)
      return run(call, given, [&](Space const& space) -> Columns {
        auto options = match_options<MemorySpace>(wanted);
        options.text_offsets = span<std::uint64_t const>(space, text_offsets);
        options.progress = call.progress();
        return columns(lexikos::find_matches(space, m_structure, span<Symbol const>(space, given.symbols),
                                             span<std::uint64_t const>(space, given.offsets), options),
                       this->place());
      });
    else
      throw Error(ErrorCode::not_supported, "matches of tokens: texts of bytes have them");
  }

 protected:
  TextIndexOf(Place place, Structure structure) : Base(place), m_structure(std::move(structure)) {}

  [[nodiscard]] Structure const& structure() const { return m_structure; }

  /// On the space of the index, where the strings have to lie too.
  template <class Function>
  auto run(Call const& call, Strings const& given, Function&& function) const
  {
    (void)Call::common_place({this->place(), given.symbols.place(), given.offsets.place()});
    return call.run_on<Space>(this->place(), function);
  }

 private:
  /// Many patterns are looked up in their order.
  static SearchOptions sorted(Strings const& given)
  {
    SearchOptions options;
    options.sort_patterns = given.offsets.size() > 4096;
    return options;
  }

  Columns columns_of(Occurrences<MemorySpace, Index> const& found) const
  {
    return {column(found.offsets, this->place()), column(found.positions, this->place())};
  }

  Structure m_structure;
};

inline FindMatchesOptions find_matches_options(nb::dict const& given)
{
  FindMatchesOptions options;
  options.kind = option<std::string>(given, "kind");
  options.min_length = option<std::size_t>(given, "min_length");
  options.min_occurrences = option<std::size_t>(given, "min_occurrences");
  options.max_occurrences = option<std::size_t>(given, "max_occurrences");
  options.strands = option<std::string>(given, "strands");
  options.only_acgt = option<bool>(given, "only_acgt");
  return options;
}

/// The queries of `TextIndex`, for a class of Python.
template <class Class>
void define_queries(Class& type)
{
  using namespace nb::literals;
  type.def_prop_ro("size", &TextIndex::size)
      .def_prop_ro("index_bytes", &TextIndex::index_bytes)
      .def_prop_ro("symbol_bytes", &TextIndex::symbol_bytes)
      .def(
          "count",
          [](TextIndex const& index, nb::handle symbols, nb::handle offsets, std::uintptr_t stream) {
            return to_python(index.count(Call(stream, nb::none()), {In(symbols), In(offsets)}).front());
          },
          "symbols"_a, "offsets"_a, "stream"_a)
      .def(
          "intervals",
          [](TextIndex const& index, nb::handle symbols, nb::handle offsets, std::uintptr_t stream) {
            return to_python(index.intervals(Call(stream, nb::none()), {In(symbols), In(offsets)}));
          },
          "symbols"_a, "offsets"_a, "stream"_a)
      .def(
          "locate",
          [](TextIndex const& index, nb::handle symbols, nb::handle offsets, bool text_order, std::size_t max_positions,
             std::uintptr_t stream) {
            return to_python(
                index.locate(Call(stream, nb::none()), {In(symbols), In(offsets)}, {text_order, max_positions}));
          },
          "symbols"_a, "offsets"_a, "text_order"_a, "max_positions"_a, "stream"_a)
      .def(
          "locate_intervals",
          [](TextIndex const& index, nb::handle begins, nb::handle ends, bool text_order, std::size_t max_positions,
             std::uintptr_t stream) {
            return to_python(
                index.locate_intervals(Call(stream, nb::none()), In(begins), In(ends), {text_order, max_positions}));
          },
          "begins"_a, "ends"_a, "text_order"_a, "max_positions"_a, "stream"_a)
      .def(
          "matching_statistics",
          [](TextIndex const& index, nb::handle symbols, nb::handle offsets, nb::handle text_offsets,
             std::uintptr_t stream, nb::object progress) {
            return to_python(index.matching_statistics(Call(stream, std::move(progress)), {In(symbols), In(offsets)},
                                                       In(text_offsets)));
          },
          "symbols"_a, "offsets"_a, "text_offsets"_a.none(), "stream"_a, "progress"_a.none())
      .def(
          "find_matches",
          [](TextIndex const& index, nb::handle symbols, nb::handle offsets, nb::handle text_offsets,
             nb::dict const& options, std::uintptr_t stream, nb::object progress) {
            return to_python(index.find_matches(Call(stream, std::move(progress)), {In(symbols), In(offsets)},
                                                In(text_offsets), find_matches_options(options)));
          },
          "symbols"_a, "offsets"_a, "text_offsets"_a.none(), "options"_a, "stream"_a, "progress"_a.none())
      .def(
          "save",
          [](TextIndex const& index, nb::bytes const& path, std::uintptr_t stream) {
            index.save(Call(stream, nb::none()), path_of(path));
          },
          "path"_a, "stream"_a);
}

}  // namespace lexikos::python
