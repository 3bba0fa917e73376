// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The index that extends strings on both sides: its steps, which C++ takes in kernels, for arrays of rows.

#include <bindings/python/module/bindings.hpp>
#include <bindings/python/module/fm_index.hpp>
#include <lexikos/bidirectional_index.hpp>

namespace lexikos::python
{

namespace
{

using U64 = std::uint64_t;

/// Rows of strings: `BidirectionalRows` in columns.
struct Rows
{
  In begins;
  In ends;
  In reversed_begins;

  [[nodiscard]] std::size_t size() const { return begins.size(); }
  [[nodiscard]] Place place() const
  {
    return Call::common_place({begins.place(), ends.place(), reversed_begins.place()});
  }
};

/// The same as the library's memory. \tparam T  Index or Index const
template <class Space, class T>
struct RowSpans
{
  Span<T, typename Space::memory_space> begins;
  Span<T, typename Space::memory_space> ends;
  Span<T, typename Space::memory_space> reversed_begins;
};

/// Adds a symbol to the string of each row, before it or after it.
template <class Space, class Index, class Symbol>
struct Extend
{
  BidirectionalFmIndex<typename Space::memory_space, Index, Symbol> index;
  bool to_left;
  RowSpans<Space, Index const> given;
  Span<Symbol const, typename Space::memory_space> symbols;
  RowSpans<Space, Index> extended;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    BidirectionalRows<Index> const rows{{given.begins(i), given.ends(i)}, given.reversed_begins(i)};
    auto const found = to_left ? index.extend_left(rows, symbols(i)) : index.extend_right(rows, symbols(i));
    extended.begins(i) = found.forward.begin;
    extended.ends(i) = found.forward.end;
    extended.reversed_begins(i) = found.reversed_begin;
  }
};

/// The rows of strings, a symbol after the other.
template <class Space, class Index, class Symbol>
struct FindRows
{
  BidirectionalFmIndex<typename Space::memory_space, Index, Symbol> index;
  Span<Symbol const, typename Space::memory_space> symbols;
  Span<U64 const, typename Space::memory_space> offsets;
  RowSpans<Space, Index> rows;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    auto found = index.all_rows();
    for (U64 j = offsets(i); j < offsets(i + 1) && !found.is_empty(); ++j)
      found = index.extend_right(found, symbols(j));
    rows.begins(i) = found.forward.begin;
    rows.ends(i) = found.forward.end;
    rows.reversed_begins(i) = found.reversed_begin;
  }
};

/// Rows, the first of which is the empty suffix, as an interval of the suffix array, which does not have it.
template <class Space, class Index>
struct LeaveOutTheEmptySuffix
{
  Span<Index const, typename Space::memory_space> rows;
  Span<Index, typename Space::memory_space> ranks;

  KOKKOS_FUNCTION void operator()(std::size_t i) const { ranks(i) = rows(i) == 0 ? 0 : rows(i) - 1; }
};

class AnyBidirectionalIndex
{
 public:
  virtual ~AnyBidirectionalIndex() = default;
  [[nodiscard]] virtual std::size_t size() const = 0;
  [[nodiscard]] virtual std::size_t bytes() const = 0;
  [[nodiscard]] virtual unsigned index_bytes() const = 0;
  [[nodiscard]] virtual unsigned symbol_bytes() const = 0;
  /// Of the text, and of the text reversed.
  [[nodiscard]] virtual std::unique_ptr<AnyFmIndex> forward() const = 0;
  [[nodiscard]] virtual std::unique_ptr<AnyFmIndex> reversed() const = 0;
  /// begins, ends, reversed begins
  virtual Columns rows(Call const&, Strings const&) const = 0;
  virtual Columns extend(Call const&, bool to_left, Rows const&, In const& symbols) const = 0;
  /// offsets, positions
  virtual Columns locate(Call const&, Rows const&, LocateOptions const&) const = 0;
  virtual void save(Call const&, std::string const& path) const = 0;
};

template <class Space, class Index, class Symbol>
class BidirectionalIndexOf final : public AnyBidirectionalIndex
{
 public:
  using MemorySpace = typename Space::memory_space;
  using Structure = BidirectionalFmIndex<MemorySpace, Index, Symbol>;

  BidirectionalIndexOf(Place place, Structure structure) : m_place(place), m_structure(std::move(structure)) {}

  [[nodiscard]] std::size_t size() const override { return m_structure.size(); }
  [[nodiscard]] std::size_t bytes() const override { return m_structure.bytes(); }
  [[nodiscard]] unsigned index_bytes() const override { return sizeof(Index); }
  [[nodiscard]] unsigned symbol_bytes() const override { return sizeof(Symbol); }

  [[nodiscard]] std::unique_ptr<AnyFmIndex> forward() const override
  {
    return make_fm_index<Space, Index, Symbol>(m_place, m_structure.forward());
  }
  [[nodiscard]] std::unique_ptr<AnyFmIndex> reversed() const override
  {
    return make_fm_index<Space, Index, Symbol>(m_place, m_structure.reversed());
  }

  Columns rows(Call const& call, Strings const& given) const override
  {
    (void)Call::common_place({m_place, given.symbols.place(), given.offsets.place()});
    return call.run_on<Space>(m_place, [&](Space const& space) {
      auto const symbols = span<Symbol const>(space, given.symbols);
      auto const offsets = span<U64 const>(space, given.offsets);
      std::size_t const n = search_detail::pattern_count(offsets.extent(0));
      // A search checks the offsets.
      m_structure.forward().count(space, symbols, offsets, room<Index>(space, n));
      return filled(space, n, "lexikos::python::rows", [&](RowSpans<Space, Index> const& found) {
        return FindRows<Space, Index, Symbol>{m_structure, symbols, offsets, found};
      });
    });
  }

  Columns extend(Call const& call, bool to_left, Rows const& rows, In const& symbols) const override
  {
    (void)Call::common_place({m_place, rows.place(), symbols.place()});
    require_one_each(rows.size(), {rows.ends.size(), rows.reversed_begins.size(), symbols.size()});
    return call.run_on<Space>(m_place, [&](Space const& space) {
      RowSpans<Space, Index const> const given{span<Index const>(space, rows.begins),
                                               span<Index const>(space, rows.ends),
                                               span<Index const>(space, rows.reversed_begins)};
      return filled(space, rows.size(), "lexikos::python::extend", [&](RowSpans<Space, Index> const& found) {
        return Extend<Space, Index, Symbol>{m_structure, to_left, given, span<Symbol const>(space, symbols), found};
      });
    });
  }

  Columns locate(Call const& call, Rows const& rows, LocateOptions const& wanted) const override
  {
    (void)Call::common_place({m_place, rows.place()});
    require_one_each(rows.size(), {rows.ends.size()});
    return call.run_on<Space>(m_place, [&](Space const& space) -> Columns {
      SearchOptions options;
      options.text_order = wanted.text_order;
      options.max_positions = wanted.max_positions;
      auto const begins = ranks(space, rows.begins);
      auto const ends = ranks(space, rows.ends);
      auto const found = m_structure.forward().locate(space, begins, ends, options);
      return {column(found.offsets, m_place), column(found.positions, m_place)};
    });
  }

  void save(Call const& call, std::string const& path) const override
  {
    call.run_on<Space>(m_place, [&](Space const& space) {
      FileWriter file(path, bidirectional_index_kind);
      m_structure.save(space, file);
      file.commit();
    });
  }

 private:
  static void require_one_each(std::size_t n, std::initializer_list<std::size_t> others)
  {
    for (std::size_t const each : others)
      detail::require(each == n, ErrorCode::invalid_argument,
                      std::to_string(each) + " entries for " + std::to_string(n) + " rows");
  }

  /// begins, ends, reversed begins, as the kernel make(spans) writes them.
  template <class Make>
  Columns filled(Space const& space, std::size_t n, char const* label, Make&& make) const
  {
    auto const begins = room<Index>(space, n);
    auto const ends = room<Index>(space, n);
    auto const reversed_begins = room<Index>(space, n);
    Kokkos::parallel_for(label, Kokkos::RangePolicy<Space>(space, 0, n),
                         make(RowSpans<Space, Index>{begins, ends, reversed_begins}));
    return {column(begins, m_place), column(ends, m_place), column(reversed_begins, m_place)};
  }

  Array<Index, MemorySpace> ranks(Space const& space, In const& rows) const
  {
    auto const found = room<Index>(space, rows.size());
    Kokkos::parallel_for("lexikos::python::ranks", Kokkos::RangePolicy<Space>(space, 0, rows.size()),
                         LeaveOutTheEmptySuffix<Space, Index>{span<Index const>(space, rows), found});
    return found;
  }

  Place m_place;
  Structure m_structure;
};

std::unique_ptr<AnyBidirectionalIndex> build_bidirectional_index(nb::handle given_text, unsigned index_bytes,
                                                                 nb::dict const& given_options, std::uintptr_t stream,
                                                                 nb::object progress)
{
  In const text(given_text);
  Call const call(stream, std::move(progress));
  FmIndexOptions const options = fm_index_options(given_options, call);
  Place const place = Call::place_of({text.place()});
  return call.run({place}, [&](auto const& space) {
    using Space = std::decay_t<decltype(space)>;
    return with_narrow_symbol(text.bytes(), [&](auto symbol) {
      using Symbol = typename decltype(symbol)::type;
      return with_index(index_bytes, [&](auto index) -> std::unique_ptr<AnyBidirectionalIndex> {
        using Index = typename decltype(index)::type;
        return std::make_unique<BidirectionalIndexOf<Space, Index, Symbol>>(
            place, BidirectionalFmIndex<typename Space::memory_space, Index, Symbol>(
                       space, span<Symbol const>(space, text), options));
      });
    });
  });
}

std::unique_ptr<AnyBidirectionalIndex> load_bidirectional_index(nb::bytes const& given_path, bool on_device,
                                                                std::uintptr_t stream)
{
  std::string const path = path_of(given_path);
  Place const place = Call::place_of_file(on_device);
  return Call(stream, nb::none()).run({place}, [&](auto const& space) {
    using Space = std::decay_t<decltype(space)>;
    FileReader const file(path, bidirectional_index_kind);
    auto const width = fm_index_width(file);
    return with_narrow_symbol(static_cast<unsigned>(width.symbol), [&](auto symbol) {
      using Symbol = typename decltype(symbol)::type;
      return with_index(static_cast<unsigned>(width.index), [&](auto index) -> std::unique_ptr<AnyBidirectionalIndex> {
        using Index = typename decltype(index)::type;
        return std::make_unique<BidirectionalIndexOf<Space, Index, Symbol>>(
            place, BidirectionalFmIndex<typename Space::memory_space, Index, Symbol>::load(space, file));
      });
    });
  });
}

}  // namespace

void bind_bidirectional_index(nb::module_& core)
{
  using namespace nb::literals;
  nb::class_<AnyBidirectionalIndex>(core, "BidirectionalFmIndex")
      .def_prop_ro("size", &AnyBidirectionalIndex::size)
      .def_prop_ro("bytes", &AnyBidirectionalIndex::bytes)
      .def_prop_ro("index_bytes", &AnyBidirectionalIndex::index_bytes)
      .def_prop_ro("symbol_bytes", &AnyBidirectionalIndex::symbol_bytes)
      .def("forward", &AnyBidirectionalIndex::forward)
      .def("reversed", &AnyBidirectionalIndex::reversed)
      .def(
          "rows",
          [](AnyBidirectionalIndex const& index, nb::handle symbols, nb::handle offsets, std::uintptr_t stream) {
            return to_python(index.rows(Call(stream, nb::none()), {In(symbols), In(offsets)}));
          },
          "symbols"_a, "offsets"_a, "stream"_a)
      .def(
          "extend",
          [](AnyBidirectionalIndex const& index, bool to_left, nb::tuple const& rows, nb::handle symbols,
             std::uintptr_t stream) {
            return to_python(
                index.extend(Call(stream, nb::none()), to_left, {In(rows[0]), In(rows[1]), In(rows[2])}, In(symbols)));
          },
          "to_left"_a, "rows"_a, "symbols"_a, "stream"_a)
      .def(
          "locate",
          [](AnyBidirectionalIndex const& index, nb::handle begins, nb::handle ends, bool text_order,
             std::size_t max_positions, std::uintptr_t stream) {
            return to_python(
                index.locate(Call(stream, nb::none()), {In(begins), In(ends), {}}, {text_order, max_positions}));
          },
          "begins"_a, "ends"_a, "text_order"_a, "max_positions"_a, "stream"_a)
      .def(
          "save",
          [](AnyBidirectionalIndex const& index, nb::bytes const& path, std::uintptr_t stream) {
            index.save(Call(stream, nb::none()), path_of(path));
          },
          "path"_a, "stream"_a);
  core.def("bidirectional_index", build_bidirectional_index, "text"_a, "index_bytes"_a, "options"_a, "stream"_a,
           "progress"_a.none());
  core.def("load_bidirectional_index", load_bidirectional_index, "path"_a, "on_device"_a, "stream"_a);
}

}  // namespace lexikos::python
