// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Structures of their own, with batches of queries: bit vectors, range minima, common extensions.

#include <bindings/python/module/batches.hpp>
#include <bindings/python/module/bindings.hpp>
#include <lexikos/bit_vector.hpp>
#include <lexikos/file.hpp>
#include <lexikos/lce.hpp>
#include <lexikos/range_minimum.hpp>
#include <memory>

namespace lexikos::python
{

namespace
{

using U64 = std::uint64_t;

// ----- bit vectors ----------------------------------------------------------------------------------------------------------

class AnyBitVector
{
 public:
  virtual ~AnyBitVector() = default;
  [[nodiscard]] virtual std::size_t size() const = 0;
  [[nodiscard]] virtual std::size_t bytes() const = 0;
  /// \param query  "access", "rank0", "rank1", "select0" or "select1"
  virtual Column answer(Call const&, std::string const& query, In const& queries) const = 0;
  virtual void save(Call const&, std::string const& path) const = 0;
};

template <class Space>
class BitVectorOf final : public AnyBitVector, Placed<Space, BitVector<typename Space::memory_space>>
{
 public:
  using Structure = BitVector<typename Space::memory_space>;

  BitVectorOf(Place place, Structure structure) : Placed<Space, Structure>(place, std::move(structure)) {}

  [[nodiscard]] std::size_t size() const override { return this->m_structure.size(); }
  [[nodiscard]] std::size_t bytes() const override { return this->m_structure.bytes(); }

  Column answer(Call const& call, std::string const& name, In const& queries) const override
  {
    int const query = choice<int>(name, {"access", "rank0", "rank1", "select0", "select1"});
    auto const& bits = this->m_structure;
    return this->run_by_index(call, queries, [&](Space const& space, auto type) {
      using Index = typename decltype(type)::type;
      auto const given = span<Index const>(space, queries);
      if (query == 0)
        return this->template filled<std::uint8_t>(space, queries.size(),
                                                   [&](auto const& found) { bits.access(space, given, found); });
      return this->template filled<Index>(space, queries.size(), [&](auto const& found) {
        if (query == 1) bits.rank0(space, given, found);
        if (query == 2) bits.rank1(space, given, found);
        if (query == 3) bits.select0(space, given, found);
        if (query == 4) bits.select1(space, given, found);
      });
    });
  }

  void save(Call const& call, std::string const& path) const override
  {
    this->run(call, [&](Space const& space) {
      FileWriter file(path, "bit_vector");
      this->m_structure.save(space, file, "bits");
      file.commit();
    });
  }
};

/// Of flags (bytes), of packed words (size bits of them), or of positions of ones.
std::unique_ptr<AnyBitVector> build_bit_vector(nb::handle given, std::string const& kind, std::size_t size,
                                               std::uintptr_t stream, nb::object progress)
{
  In const array(given);
  Call const call(stream, std::move(progress));
  int const what = choice<int>(kind, {"flags", "words", "positions"});
  BitVectorOptions const options{nullptr, call.progress()};
  Place const place = Call::place_of({array.place()});
  return call.run({place}, [&](auto const& space) -> std::unique_ptr<AnyBitVector> {
    using Space = std::decay_t<decltype(space)>;
    using Structure = BitVector<typename Space::memory_space>;
    if (what == 0)
      return std::make_unique<BitVectorOf<Space>>(
          place, Structure::from_flags(space, span<std::uint8_t const>(space, array), options));
    if (what == 1)
      return std::make_unique<BitVectorOf<Space>>(place,
                                                  Structure(space, span<U64 const>(space, array), size, options));
    return with_index(array.bytes(), [&](auto type) -> std::unique_ptr<AnyBitVector> {
      using Index = typename decltype(type)::type;
      return std::make_unique<BitVectorOf<Space>>(
          place, Structure::from_positions(space, span<Index const>(space, array), size, options));
    });
  });
}

std::unique_ptr<AnyBitVector> load_bit_vector(nb::bytes const& given_path, bool on_device, std::uintptr_t stream)
{
  std::string const path = path_of(given_path);
  Place const place = Call::place_of_file(on_device);
  return Call(stream, nb::none()).run({place}, [&](auto const& space) -> std::unique_ptr<AnyBitVector> {
    using Space = std::decay_t<decltype(space)>;
    FileReader const file(path, "bit_vector");
    return std::make_unique<BitVectorOf<Space>>(place,
                                                BitVector<typename Space::memory_space>::load(space, file, "bits"));
  });
}

// ----- range minima and maxima --------------------------------------------------------------------------------------------

class AnyRangeExtremum
{
 public:
  virtual ~AnyRangeExtremum() = default;
  [[nodiscard]] virtual unsigned value_bytes() const = 0;
  virtual Column values(Call const&, In const& begins, In const& ends) const = 0;
  virtual Column positions(Call const&, In const& begins, In const& ends) const = 0;
  /// Places of the values' type.
  virtual Column best_values(Call const&, In const& begins, In const& ends, std::size_t k) const = 0;
};

template <class Space, class Value, Extremum extremum>
class RangeExtremumOf final : public AnyRangeExtremum,
                              Placed<Space, SparseTableExtremum<typename Space::memory_space, Value, extremum>>
{
 public:
  using Structure = SparseTableExtremum<typename Space::memory_space, Value, extremum>;

  RangeExtremumOf(Place place, Structure structure) : Placed<Space, Structure>(place, std::move(structure)) {}

  [[nodiscard]] unsigned value_bytes() const override { return sizeof(Value); }

  Column values(Call const& call, In const& begins, In const& ends) const override
  {
    return this->run_by_index(call, begins, [&](Space const& space, auto type) {
      using Index = typename decltype(type)::type;
      return this->template filled<Value>(space, begins.size(), [&](auto const& found) {
        this->m_structure.values(space, span<Index const>(space, begins), span<Index const>(space, ends), found);
      });
    });
  }

  Column positions(Call const& call, In const& begins, In const& ends) const override
  {
    return this->run_by_index(call, begins, [&](Space const& space, auto type) {
      using Index = typename decltype(type)::type;
      return this->template filled<Index>(space, begins.size(), [&](auto const& found) {
        this->m_structure.positions(space, span<Index const>(space, begins), span<Index const>(space, ends), found);
      });
    });
  }

  Column best_values(Call const& call, In const& begins, In const& ends, std::size_t k) const override
  {
    return this->run(call, [&](Space const& space) {
      return this->template filled<Value>(space, results_of_ranges(begins.size(), k), [&](auto const& found) {
        this->m_structure.best_values(space, span<Value const>(space, begins), span<Value const>(space, ends), k,
                                      found);
      });
    });
  }
};

std::unique_ptr<AnyRangeExtremum> build_range_extremum(nb::handle given, bool maximum, std::uintptr_t stream,
                                                       nb::object progress)
{
  In const values(given);
  Call const call(stream, std::move(progress));
  RangeMinimumOptions options;
  options.progress = call.progress();
  Place const place = Call::place_of({values.place()});
  return call.run({place}, [&](auto const& space) {
    using Space = std::decay_t<decltype(space)>;
    using MemorySpace = typename Space::memory_space;
    return with_index(values.bytes(), [&](auto type) -> std::unique_ptr<AnyRangeExtremum> {
      using Value = typename decltype(type)::type;
      Array<Value const, MemorySpace> const array(span<Value const>(space, values));
      if (maximum)
        return std::make_unique<RangeExtremumOf<Space, Value, Extremum::maximum>>(
            place, RangeMaximum<MemorySpace, Value>(space, array, options));
      return std::make_unique<RangeExtremumOf<Space, Value, Extremum::minimum>>(
          place, RangeMinimum<MemorySpace, Value>(space, array, options));
    });
  });
}

// ----- longest common extensions ------------------------------------------------------------------------------------------

class AnyLceIndex
{
 public:
  virtual ~AnyLceIndex() = default;
  [[nodiscard]] virtual unsigned index_bytes() const = 0;
  virtual Column lce(Call const&, In const& firsts, In const& seconds) const = 0;
};

template <class Space, class Index>
class LceIndexOf final : public AnyLceIndex, Placed<Space, LceIndex<typename Space::memory_space, Index>>
{
 public:
  using Structure = LceIndex<typename Space::memory_space, Index>;

  LceIndexOf(Place place, Structure structure) : Placed<Space, Structure>(place, std::move(structure)) {}

  [[nodiscard]] unsigned index_bytes() const override { return sizeof(Index); }

  Column lce(Call const& call, In const& firsts, In const& seconds) const override
  {
    return this->run(call, [&](Space const& space) {
      return this->template filled<Index>(space, firsts.size(), [&](auto const& found) {
        this->m_structure.lce(space, span<Index const>(space, firsts), span<Index const>(space, seconds), found);
      });
    });
  }
};

std::unique_ptr<AnyLceIndex> build_lce_index(nb::handle given_inverse, nb::handle given_lcp, std::uintptr_t stream,
                                             nb::object progress)
{
  In const inverse(given_inverse);
  In const lcp(given_lcp);
  Call const call(stream, std::move(progress));
  LceOptions const options{nullptr, call.progress()};
  Place const place = Call::place_of({inverse.place(), lcp.place()});
  return call.run({place}, [&](auto const& space) {
    using Space = std::decay_t<decltype(space)>;
    using MemorySpace = typename Space::memory_space;
    return with_index(inverse.bytes(), [&](auto type) -> std::unique_ptr<AnyLceIndex> {
      using Index = typename decltype(type)::type;
      using Indices = Array<Index const, MemorySpace>;
      return std::make_unique<LceIndexOf<Space, Index>>(
          place, LceIndex<MemorySpace, Index>(
                     space, Indices(positions<Index>(space, inverse, inverse.size(), "the inverse suffix array")),
                     Indices(span<Index const>(space, lcp)), options));
    });
  });
}

}  // namespace

void bind_structures(nb::module_& core)
{
  using namespace nb::literals;
  nb::class_<AnyBitVector>(core, "BitVector")
      .def_prop_ro("size", &AnyBitVector::size)
      .def_prop_ro("bytes", &AnyBitVector::bytes)
      .def(
          "answer",
          [](AnyBitVector const& bits, std::string const& query, nb::handle queries, std::uintptr_t stream) {
            return to_python(bits.answer(Call(stream, nb::none()), query, In(queries)));
          },
          "query"_a, "queries"_a, "stream"_a)
      .def(
          "save",
          [](AnyBitVector const& bits, nb::bytes const& path, std::uintptr_t stream) {
            bits.save(Call(stream, nb::none()), path_of(path));
          },
          "path"_a, "stream"_a);
  core.def("bit_vector", build_bit_vector, "array"_a, "kind"_a, "size"_a, "stream"_a, "progress"_a.none());
  core.def("load_bit_vector", load_bit_vector, "path"_a, "on_device"_a, "stream"_a);

  nb::class_<AnyRangeExtremum>(core, "RangeExtremum")
      .def_prop_ro("value_bytes", &AnyRangeExtremum::value_bytes)
      .def(
          "values",
          [](AnyRangeExtremum const& ranges, nb::handle begins, nb::handle ends, std::uintptr_t stream) {
            return to_python(ranges.values(Call(stream, nb::none()), In(begins), In(ends)));
          },
          "begins"_a, "ends"_a, "stream"_a)
      .def(
          "positions",
          [](AnyRangeExtremum const& ranges, nb::handle begins, nb::handle ends, std::uintptr_t stream) {
            return to_python(ranges.positions(Call(stream, nb::none()), In(begins), In(ends)));
          },
          "begins"_a, "ends"_a, "stream"_a)
      .def(
          "best_values",
          [](AnyRangeExtremum const& ranges, nb::handle begins, nb::handle ends, std::size_t k, std::uintptr_t stream) {
            return to_python(ranges.best_values(Call(stream, nb::none()), In(begins), In(ends), k));
          },
          "begins"_a, "ends"_a, "k"_a, "stream"_a);
  core.def("range_extremum", build_range_extremum, "values"_a, "maximum"_a, "stream"_a, "progress"_a.none());

  nb::class_<AnyLceIndex>(core, "LceIndex")
      .def_prop_ro("index_bytes", &AnyLceIndex::index_bytes)
      .def(
          "lce",
          [](AnyLceIndex const& index, nb::handle firsts, nb::handle seconds, std::uintptr_t stream) {
            return to_python(index.lce(Call(stream, nb::none()), In(firsts), In(seconds)));
          },
          "firsts"_a, "seconds"_a, "stream"_a);
  core.def("lce_index", build_lce_index, "inverse"_a, "lcp"_a, "stream"_a, "progress"_a.none());
}

}  // namespace lexikos::python
