// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Wavelet matrices and trees, with batches of queries.

#include <bindings/python/module/batches.hpp>
#include <bindings/python/module/bindings.hpp>
#include <lexikos/file.hpp>
#include <lexikos/wavelet_matrix.hpp>
#include <lexikos/wavelet_tree.hpp>
#include <memory>

namespace lexikos::python
{

namespace
{

using U64 = std::uint64_t;

/// Queries of ranges: what they take besides begins and ends, in columns a and b.
struct RangeQueries
{
  In begins;
  In ends;
  In a;
  In b;
};

class AnyWavelet
{
 public:
  virtual ~AnyWavelet() = default;
  [[nodiscard]] virtual std::size_t size() const = 0;
  [[nodiscard]] virtual std::size_t bytes() const = 0;
  [[nodiscard]] virtual unsigned symbol_bytes() const = 0;
  [[nodiscard]] virtual std::size_t alphabet_size() const = 0;
  [[nodiscard]] virtual double mean_depth() const = 0;
  virtual Column access(Call const&, In const& positions) const = 0;
  virtual Column rank(Call const&, In const& symbols, In const& positions) const = 0;
  virtual Column select(Call const&, In const& symbols, In const& occurrences) const = 0;
  /// The distinct symbols, ascending.
  [[nodiscard]] virtual Column alphabet(Call const&) const = 0;
  /// A rank for each symbol of the alphabet, a position after the other.
  virtual Column rank_all(Call const&, In const& positions) const = 0;
  /// symbols, ranks
  virtual Columns inverse_select(Call const&, In const& positions) const = 0;
  /// \param query  "count", "quantile", "next" or "previous"
  virtual Column range(Call const&, std::string const& query, RangeQueries const&) const = 0;
  /// offsets, symbols, counts
  virtual Columns distinct(Call const&, In const& begins, In const& ends) const = 0;
  /// symbols and counts, k a range, and how many of them there are
  virtual Columns top(Call const&, In const& begins, In const& ends, std::size_t k) const = 0;
  virtual void save(Call const&, std::string const& path) const = 0;
};

template <class Space, class Structure>
class WaveletOf final : public AnyWavelet, Placed<Space, Structure>
{
 public:
  using Symbol = typename Structure::SymbolType;

  WaveletOf(Place place, Structure structure) : Placed<Space, Structure>(place, std::move(structure)) {}

  [[nodiscard]] std::size_t size() const override { return wavelet().size(); }
  [[nodiscard]] std::size_t bytes() const override { return wavelet().bytes(); }
  [[nodiscard]] unsigned symbol_bytes() const override { return sizeof(Symbol); }
  [[nodiscard]] std::size_t alphabet_size() const override { return wavelet().alphabet().size(); }
  [[nodiscard]] double mean_depth() const override { return wavelet().mean_depth(); }

  Column access(Call const& call, In const& positions) const override
  {
    return this->run_by_index(call, positions, [&](Space const& space, auto type) {
      return this->template filled<Symbol>(space, positions.size(), [&](auto const& found) {
        wavelet().access(space, span<typename decltype(type)::type const>(space, positions), found);
      });
    });
  }

  Column rank(Call const& call, In const& symbols, In const& positions) const override
  {
    return this->run_by_index(call, positions, [&](Space const& space, auto type) {
      using Index = typename decltype(type)::type;
      return this->template filled<Index>(space, positions.size(), [&](auto const& found) {
        wavelet().rank(space, span<Symbol const>(space, symbols), span<Index const>(space, positions), found);
      });
    });
  }

  Column select(Call const& call, In const& symbols, In const& occurrences) const override
  {
    return this->run_by_index(call, occurrences, [&](Space const& space, auto type) {
      using Index = typename decltype(type)::type;
      return this->template filled<Index>(space, occurrences.size(), [&](auto const& found) {
        wavelet().select(space, span<Symbol const>(space, symbols), span<Index const>(space, occurrences), found);
      });
    });
  }

  [[nodiscard]] Column alphabet(Call const& call) const override
  {
    return this->run(call, [&](Space const& space) {
      auto const symbols = wavelet().alphabet().symbols();
      return this->template filled<Symbol>(space, symbols.extent(0),
                                           [&](auto const& found) { Kokkos::deep_copy(space, found, symbols); });
    });
  }

  Column rank_all(Call const& call, In const& positions) const override
  {
    return this->run(call, [&](Space const& space) {
      return this->template filled<U64>(space, positions.size() * alphabet_size(), [&](auto const& found) {
        wavelet().rank_all(space, span<U64 const>(space, positions), found);
      });
    });
  }

  Columns inverse_select(Call const& call, In const& positions) const override
  {
    return this->run_by_index(call, positions, [&](Space const& space, auto type) -> Columns {
      using Index = typename decltype(type)::type;
      auto const symbols = room<Symbol>(space, positions.size());
      auto const ranks = room<Index>(space, positions.size());
      wavelet().inverse_select(space, span<Index const>(space, positions), symbols, ranks);
      return {column(symbols, this->m_place), column(ranks, this->m_place)};
    });
  }

  Column range(Call const& call, std::string const& name, RangeQueries const& asked) const override
  {
    int const query = choice<int>(name, {"count", "quantile", "next", "previous"});
    return this->run(call, [&](Space const& space) {
      auto const begins = span<U64 const>(space, asked.begins);
      auto const ends = span<U64 const>(space, asked.ends);
      return this->template filled<U64>(space, asked.begins.size(), [&](auto const& found) {
        if (query == 0)
          wavelet().range_count(space, span<U64 const>(space, asked.a), span<U64 const>(space, asked.b), begins, ends,
                                found);
        if (query == 1) wavelet().range_quantile(space, begins, ends, span<U64 const>(space, asked.a), found);
        if (query == 2) wavelet().range_next_value(space, span<Symbol const>(space, asked.a), begins, ends, found);
        if (query == 3) wavelet().range_previous_value(space, span<Symbol const>(space, asked.a), begins, ends, found);
      });
    });
  }

  Columns distinct(Call const& call, In const& given_begins, In const& given_ends) const override
  {
    return this->run(call, [&](Space const& space) -> Columns {
      auto const begins = span<U64 const>(space, given_begins);
      auto const ends = span<U64 const>(space, given_ends);
      auto const offsets = room<U64>(space, given_begins.size() + 1);
      auto const all = wavelet().distinct_offsets(space, begins, ends, offsets);
      auto const symbols = room<Symbol>(space, all);
      auto const counts = room<U64>(space, all);
      wavelet().distinct(space, begins, ends, offsets, symbols, counts);
      return {column(offsets, this->m_place), column(symbols, this->m_place), column(counts, this->m_place)};
    });
  }

  Columns top(Call const& call, In const& given_begins, In const& given_ends, std::size_t k) const override
  {
    return this->run(call, [&](Space const& space) -> Columns {
      std::size_t const n = given_begins.size();
      std::size_t const all = results_of_ranges(n, k);
      auto const symbols = room<Symbol>(space, all);
      auto const counts = room<U64>(space, all);
      auto const found = room<U64>(space, n);
      Kokkos::deep_copy(space, symbols, Symbol{0});  // where ranges have fewer
      Kokkos::deep_copy(space, counts, U64{0});
      wavelet().top_k(space, span<U64 const>(space, given_begins), span<U64 const>(space, given_ends), k, symbols,
                      counts, found);
      return {column(symbols, this->m_place), column(counts, this->m_place), column(found, this->m_place)};
    });
  }

  void save(Call const& call, std::string const& path) const override
  {
    this->run(call, [&](Space const& space) {
      FileWriter file(path, "wavelet");
      wavelet().save(space, file);
      file.commit();
    });
  }

 private:
  [[nodiscard]] Structure const& wavelet() const { return this->m_structure; }
};

std::unique_ptr<AnyWavelet> build_wavelet(nb::handle given, bool tree, std::string const& shape,
                                          std::size_t memory_budget, std::uintptr_t stream, nb::object progress)
{
  In const text(given);
  Call const call(stream, std::move(progress));
  WaveletOptions options;
  options.shape = choice<WaveletShape>(shape, {"balanced", "huffman"});
  options.memory_budget = memory_budget;
  options.progress = call.progress();
  Place const place = Call::place_of({text.place()});
  return call.run({place}, [&](auto const& space) {
    using Space = std::decay_t<decltype(space)>;
    using MemorySpace = typename Space::memory_space;
    return with_narrow_symbol(text.bytes(), [&](auto type) -> std::unique_ptr<AnyWavelet> {
      using Symbol = typename decltype(type)::type;
      auto const symbols = span<Symbol const>(space, text);
      using Tree = WaveletTree<MemorySpace, Symbol>;
      using Matrix = WaveletMatrix<MemorySpace, Symbol>;
      if (tree) return std::make_unique<WaveletOf<Space, Tree>>(place, Tree(space, symbols, options));
      return std::make_unique<WaveletOf<Space, Matrix>>(place, Matrix(space, symbols, options));
    });
  });
}

std::unique_ptr<AnyWavelet> load_wavelet(nb::bytes const& given_path, bool tree, unsigned symbol_bytes, bool on_device,
                                         std::uintptr_t stream)
{
  std::string const path = path_of(given_path);
  Place const place = Call::place_of_file(on_device);
  return Call(stream, nb::none()).run({place}, [&](auto const& space) {
    using Space = std::decay_t<decltype(space)>;
    using MemorySpace = typename Space::memory_space;
    FileReader const file(path, "wavelet");
    return with_narrow_symbol(symbol_bytes, [&](auto type) -> std::unique_ptr<AnyWavelet> {
      using Symbol = typename decltype(type)::type;
      using Tree = WaveletTree<MemorySpace, Symbol>;
      using Matrix = WaveletMatrix<MemorySpace, Symbol>;
      if (tree) return std::make_unique<WaveletOf<Space, Tree>>(place, Tree::load(space, file));
      return std::make_unique<WaveletOf<Space, Matrix>>(place, Matrix::load(space, file));
    });
  });
}

}  // namespace

void bind_wavelets(nb::module_& core)
{
  using namespace nb::literals;
  nb::class_<AnyWavelet>(core, "Wavelet")
      .def_prop_ro("size", &AnyWavelet::size)
      .def_prop_ro("bytes", &AnyWavelet::bytes)
      .def_prop_ro("symbol_bytes", &AnyWavelet::symbol_bytes)
      .def_prop_ro("alphabet_size", &AnyWavelet::alphabet_size)
      .def(
          "access",
          [](AnyWavelet const& wavelet, nb::handle positions, std::uintptr_t stream) {
            return to_python(wavelet.access(Call(stream, nb::none()), In(positions)));
          },
          "positions"_a, "stream"_a)
      .def(
          "rank",
          [](AnyWavelet const& wavelet, nb::handle symbols, nb::handle positions, std::uintptr_t stream) {
            return to_python(wavelet.rank(Call(stream, nb::none()), In(symbols), In(positions)));
          },
          "symbols"_a, "positions"_a, "stream"_a)
      .def(
          "select",
          [](AnyWavelet const& wavelet, nb::handle symbols, nb::handle occurrences, std::uintptr_t stream) {
            return to_python(wavelet.select(Call(stream, nb::none()), In(symbols), In(occurrences)));
          },
          "symbols"_a, "occurrences"_a, "stream"_a)
      .def_prop_ro("mean_depth", &AnyWavelet::mean_depth)
      .def(
          "alphabet",
          [](AnyWavelet const& wavelet, std::uintptr_t stream) {
            return to_python(wavelet.alphabet(Call(stream, nb::none())));
          },
          "stream"_a)
      .def(
          "rank_all",
          [](AnyWavelet const& wavelet, nb::handle positions, std::uintptr_t stream) {
            return to_python(wavelet.rank_all(Call(stream, nb::none()), In(positions)));
          },
          "positions"_a, "stream"_a)
      .def(
          "inverse_select",
          [](AnyWavelet const& wavelet, nb::handle positions, std::uintptr_t stream) {
            return to_python(wavelet.inverse_select(Call(stream, nb::none()), In(positions)));
          },
          "positions"_a, "stream"_a)
      .def(
          "range",
          [](AnyWavelet const& wavelet, std::string const& query, nb::handle begins, nb::handle ends, nb::handle a,
             nb::handle b, std::uintptr_t stream) {
            return to_python(wavelet.range(Call(stream, nb::none()), query, {In(begins), In(ends), In(a), In(b)}));
          },
          "query"_a, "begins"_a, "ends"_a, "a"_a, "b"_a.none(), "stream"_a)
      .def(
          "distinct",
          [](AnyWavelet const& wavelet, nb::handle begins, nb::handle ends, std::uintptr_t stream) {
            return to_python(wavelet.distinct(Call(stream, nb::none()), In(begins), In(ends)));
          },
          "begins"_a, "ends"_a, "stream"_a)
      .def(
          "top",
          [](AnyWavelet const& wavelet, nb::handle begins, nb::handle ends, std::size_t k, std::uintptr_t stream) {
            return to_python(wavelet.top(Call(stream, nb::none()), In(begins), In(ends), k));
          },
          "begins"_a, "ends"_a, "k"_a, "stream"_a)
      .def(
          "save",
          [](AnyWavelet const& wavelet, nb::bytes const& path, std::uintptr_t stream) {
            wavelet.save(Call(stream, nb::none()), path_of(path));
          },
          "path"_a, "stream"_a);
  core.def("wavelet", build_wavelet, "text"_a, "tree"_a, "shape"_a, "memory_budget"_a, "stream"_a, "progress"_a.none());
  core.def("load_wavelet", load_wavelet, "path"_a, "tree"_a, "symbol_bytes"_a, "on_device"_a, "stream"_a);
}

}  // namespace lexikos::python
