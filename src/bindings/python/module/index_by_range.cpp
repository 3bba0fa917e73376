// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Search by ranges of a suffix array that lies on several ranks, in builds with MPI; and what both indexes of ranks answer.

#include <bindings/python/module/bindings.hpp>
#include <lexikos/config.hpp>

#ifdef LEXIKOS_HAVE_MPI

#include <bindings/python/module/index_of_ranks.hpp>
#include <lexikos/distributed/index_by_range.hpp>

namespace lexikos::python
{

namespace
{

using distributed::Communicator;

class AnyIndexByRange : public IndexOfRanks
{
 public:
  /// The entries of this rank, of an index that was loaded: others lie in memory that Python keeps.
  [[nodiscard]] virtual Column suffix_array() const = 0;
  /// begins, ends
  virtual Columns intervals(Call const&, Strings const&) const = 0;
  virtual Columns locate_intervals(Call const&, In const& begins, In const& ends, LocateOptions const&) const = 0;
};

template <class Space, class Index, class Symbol>
class IndexByRangeOf final
    : public OfRanks<AnyIndexByRange, Space, distributed::IndexByRange<typename Space::memory_space, Index, Symbol>>
{
 public:
  using MemorySpace = typename Space::memory_space;
  using Structure = distributed::IndexByRange<MemorySpace, Index, Symbol>;
  using Base = OfRanks<AnyIndexByRange, Space, Structure>;

  IndexByRangeOf(Place place, Communicator const& ranks, Structure structure) : Base(place, ranks, std::move(structure))
  {}

  [[nodiscard]] nb::dict facts() const override
  {
    nb::dict result;
    result["size"] = this->structure().size();
    result["index_bytes"] = sizeof(Index);
    result["symbol_bytes"] = sizeof(Symbol);
    result["first_entry"] = this->structure().first_entry();
    return result;
  }

  [[nodiscard]] Column suffix_array() const override { return column(this->structure().suffix_array(), this->place()); }

  Columns count(Call const& call, Strings const& given) const override
  {
    Columns found;
    this->run(call, given.symbols, given.offsets, [&](Space const& space) {
      auto const counts = room<Index>(space, search_detail::pattern_count(given.offsets.size()));
      this->structure().count(space, span<Symbol const>(space, given.symbols),
                              span<std::uint64_t const>(space, given.offsets), counts);
      found = {column(counts, this->place())};
    });
    return found;
  }

  Columns intervals(Call const& call, Strings const& given) const override
  {
    Columns found;
    this->run(call, given.symbols, given.offsets, [&](Space const& space) {
      std::size_t const n = search_detail::pattern_count(given.offsets.size());
      auto const begins = room<Index>(space, n);
      auto const ends = room<Index>(space, n);
      this->structure().intervals(space, span<Symbol const>(space, given.symbols),
                                  span<std::uint64_t const>(space, given.offsets), begins, ends);
      found = {column(begins, this->place()), column(ends, this->place())};
    });
    return found;
  }

  Columns locate(Call const& call, Strings const& given, LocateOptions const& wanted) const override
  {
    Columns found;
    this->run(call, given.symbols, given.offsets, [&](Space const& space) {
      found =
          columns_of(this->structure().locate(space, span<Symbol const>(space, given.symbols),
                                              span<std::uint64_t const>(space, given.offsets), search_options(wanted)));
    });
    return found;
  }

  Columns locate_intervals(Call const& call, In const& begins, In const& ends,
                           LocateOptions const& wanted) const override
  {
    Columns found;
    this->run(call, begins, ends, [&](Space const& space) {
      found = columns_of(this->structure().locate(space, span<Index const>(space, begins),
                                                  span<Index const>(space, ends), search_options(wanted)));
    });
    return found;
  }

  /// Not collective: the text is here.
  Columns extract(Call const& call, In const& begins, In const& ends) const override
  {
    this->require_open();
    static_cast<void>(Call::common_place({this->place(), begins.place(), ends.place()}));
    return call.run_on<Space>(this->place(), [&](Space const& space) -> Columns {
      auto const found =
          this->structure().extract(space, span<Index const>(space, begins), span<Index const>(space, ends));
      return {column(found.symbols, this->place()), column(found.offsets, this->place())};
    });
  }

  void save(Call const& call, std::string const& path) const override
  {
    this->run(call, [&](Space const& space) { this->structure().save(space, path); });
  }

 private:
  Columns columns_of(Occurrences<MemorySpace, Index> const& found) const
  {
    return {column(found.offsets, this->place()), column(found.positions, this->place())};
  }
};

std::unique_ptr<AnyIndexByRange> index_by_range(Ranks const& ranks, nb::handle given_text, nb::handle given_array,
                                                std::size_t table_entries, std::uintptr_t stream)
{
  In const text(given_text);
  In const array(given_array);
  Call const call(stream, nb::none());
  return made_together<AnyIndexByRange>(
      ranks, call, {text.place(), array.place()},
      [&](auto const& space, Communicator const& all) -> std::unique_ptr<AnyIndexByRange> {
        using Space = std::decay_t<decltype(space)>;
        return with_narrow_symbol(text.bytes(), [&](auto symbol) {
          return with_index(array.bytes(), [&](auto index) -> std::unique_ptr<AnyIndexByRange> {
            using Index = typename decltype(index)::type;
            using Symbol = typename decltype(symbol)::type;
            using Structure = distributed::IndexByRange<typename Space::memory_space, Index, Symbol>;
            typename Structure::Indices const entries(span<Index const>(space, array));
            return std::make_unique<IndexByRangeOf<Space, Index, Symbol>>(
                ranks.place(), all,
                Structure(space, all, span<Symbol const>(space, text), entries, {table_entries, nullptr}));
          });
        });
      });
}

std::unique_ptr<AnyIndexByRange> load_index_by_range(Ranks const& ranks, nb::bytes const& given_path,
                                                     std::size_t table_entries, std::uintptr_t stream)
{
  std::string const path = path_of(given_path);
  return made_together<AnyIndexByRange>(
      ranks, Call(stream, nb::none()), {},
      [&](auto const& space, Communicator const& all) -> std::unique_ptr<AnyIndexByRange> {
        using Space = std::decay_t<decltype(space)>;
        auto const width = distributed::index_by_range_width(path);
        return with_narrow_symbol(static_cast<unsigned>(width.symbol), [&](auto symbol) {
          return with_index(static_cast<unsigned>(width.index), [&](auto index) -> std::unique_ptr<AnyIndexByRange> {
            using Index = typename decltype(index)::type;
            using Symbol = typename decltype(symbol)::type;
            using Structure = distributed::IndexByRange<typename Space::memory_space, Index, Symbol>;
            return std::make_unique<IndexByRangeOf<Space, Index, Symbol>>(
                ranks.place(), all, Structure::load(space, all, path, {table_entries, nullptr}));
          });
        });
      });
}

}  // namespace

void bind_index_by_range(nb::module_& core)
{
  using namespace nb::literals;
  nb::class_<IndexOfRanks>(core, "IndexOfRanks")
      .def_prop_ro("facts", &IndexOfRanks::facts)
      .def("close", &IndexOfRanks::close)
      .def(
          "count",
          [](IndexOfRanks const& index, nb::handle symbols, nb::handle offsets, std::uintptr_t stream) {
            return to_python(index.count(Call(stream, nb::none()), {In(symbols), In(offsets)}).front());
          },
          "symbols"_a, "offsets"_a, "stream"_a)
      .def(
          "locate",
          [](IndexOfRanks const& index, nb::handle symbols, nb::handle offsets, bool text_order,
             std::size_t max_positions, std::uintptr_t stream) {
            return to_python(
                index.locate(Call(stream, nb::none()), {In(symbols), In(offsets)}, {text_order, max_positions}));
          },
          "symbols"_a, "offsets"_a, "text_order"_a, "max_positions"_a, "stream"_a)
      .def(
          "extract",
          [](IndexOfRanks const& index, nb::handle begins, nb::handle ends, std::uintptr_t stream) {
            return to_python(index.extract(Call(stream, nb::none()), In(begins), In(ends)));
          },
          "begins"_a, "ends"_a, "stream"_a)
      .def(
          "save",
          [](IndexOfRanks const& index, nb::bytes const& path, std::uintptr_t stream) {
            index.save(Call(stream, nb::none()), path_of(path));
          },
          "path"_a, "stream"_a);
  nb::class_<AnyIndexByRange, IndexOfRanks>(core, "IndexByRange")
      .def("suffix_array", [](AnyIndexByRange const& index) { return to_python(index.suffix_array()); })
      .def(
          "intervals",
          [](AnyIndexByRange const& index, nb::handle symbols, nb::handle offsets, std::uintptr_t stream) {
            return to_python(index.intervals(Call(stream, nb::none()), {In(symbols), In(offsets)}));
          },
          "symbols"_a, "offsets"_a, "stream"_a)
      .def(
          "locate_intervals",
          [](AnyIndexByRange const& index, nb::handle begins, nb::handle ends, bool text_order,
             std::size_t max_positions, std::uintptr_t stream) {
            return to_python(
                index.locate_intervals(Call(stream, nb::none()), In(begins), In(ends), {text_order, max_positions}));
          },
          "begins"_a, "ends"_a, "text_order"_a, "max_positions"_a, "stream"_a);
  core.def("index_by_range", index_by_range, "ranks"_a, "text"_a, "suffix_array"_a, "table_entries"_a, "stream"_a);
  core.def("load_index_by_range", load_index_by_range, "ranks"_a, "path"_a, "table_entries"_a, "stream"_a);
}

}  // namespace lexikos::python

#else

namespace lexikos::python
{

void bind_index_by_range(nanobind::module_&) {}

}  // namespace lexikos::python

#endif
