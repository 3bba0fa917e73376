// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The documents of positions, of occurrences, and of intervals of a suffix array.

#include <bindings/python/module/arrays.hpp>
#include <bindings/python/module/bindings.hpp>
#include <lexikos/document_frequencies.hpp>
#include <lexikos/document_index.hpp>
#include <memory>

namespace lexikos::python
{

namespace
{

/// The document of each position.
nb::object find_documents(nb::handle given_offsets, std::uint64_t size, nb::handle given_positions,
                          std::uintptr_t stream)
{
  In const offsets(given_offsets);
  In const positions(given_positions);
  Place const place = Call::common_place({offsets.place(), positions.place()});
  return to_python(Call(stream, nb::none()).run({place}, [&](auto const& space) {
    auto const documents = documents_of(space, offsets, size);
    return with_index(positions.bytes(), [&](auto type) {
      auto const found = room<std::uint32_t>(space, positions.size());
      documents.document_of(space, span<typename decltype(type)::type const>(space, positions), found);
      return column(found, place);
    });
  }));
}

/// offsets, positions of those occurrences that lie in one document
nb::tuple find_within(nb::handle given_offsets, std::uint64_t size, nb::handle given_found, nb::handle given_positions,
                      nb::handle given_pattern_offsets, std::uintptr_t stream)
{
  In const offsets(given_offsets);
  In const found(given_found);
  In const positions(given_positions);
  In const pattern_offsets(given_pattern_offsets);
  Place const place = Call::common_place({offsets.place(), found.place(), positions.place(), pattern_offsets.place()});
  return to_python(Call(stream, nb::none()).run({place}, [&](auto const& space) {
    using MemorySpace = typename std::decay_t<decltype(space)>::memory_space;
    auto const documents = documents_of(space, offsets, size);
    return with_index(positions.bytes(), [&](auto type) -> Columns {
      using Index = typename decltype(type)::type;
      // The library does not write to them.
      Occurrences<MemorySpace, Index> const occurrences{
          Span<std::uint64_t, MemorySpace>(const_cast<std::uint64_t*>(static_cast<std::uint64_t const*>(found.data())),
                                           found.size()),
          Span<Index, MemorySpace>(const_cast<Index*>(static_cast<Index const*>(positions.data())), positions.size())};
      auto const within =
          within_documents(space, documents, occurrences, span<std::uint64_t const>(space, pattern_offsets));
      return {column(within.offsets, place), column(within.positions, place)};
    });
  }));
}

struct DocumentWishes
{
  std::size_t max_documents = 0;
  bool sort = false;
};

class AnyDocumentIndex
{
 public:
  virtual ~AnyDocumentIndex() = default;
  [[nodiscard]] virtual std::size_t bytes() const = 0;
  [[nodiscard]] virtual Column document_array() const = 0;
  virtual Column count(Call const&, In const& begins, In const& ends, In const& lengths) const = 0;
  /// offsets, documents
  virtual Columns list(Call const&, In const& begins, In const& ends, In const& lengths, DocumentWishes) const = 0;
  /// offsets, documents, counts
  virtual Columns top(Call const&, In const& begins, In const& ends, In const& lengths, std::size_t k) const = 0;
};

template <class Space, class Index>
class DocumentIndexOf final : public AnyDocumentIndex
{
 public:
  using MemorySpace = typename Space::memory_space;
  using Structure = DocumentIndex<MemorySpace, Index>;

  DocumentIndexOf(Place place, Structure structure) : m_place(place), m_structure(std::move(structure)) {}

  [[nodiscard]] std::size_t bytes() const override { return m_structure.bytes(); }
  [[nodiscard]] Column document_array() const override { return column(m_structure.document_array(), m_place); }

  Column count(Call const& call, In const& begins, In const& ends, In const& lengths) const override
  {
    return call.run_on<Space>(m_place, [&](Space const& space) {
      auto const counts = room<std::uint32_t>(space, begins.size());
      m_structure.count_documents(space, span<Index const>(space, begins), span<Index const>(space, ends), counts,
                                  options(space, lengths));
      return column(counts, m_place);
    });
  }

  Columns list(Call const& call, In const& begins, In const& ends, In const& lengths,
               DocumentWishes wishes) const override
  {
    return call.run_on<Space>(m_place, [&](Space const& space) -> Columns {
      auto wanted = options(space, lengths);
      wanted.max_documents = wishes.max_documents;
      wanted.sort = wishes.sort;
      auto const found =
          m_structure.list_documents(space, span<Index const>(space, begins), span<Index const>(space, ends), wanted);
      return {column(found.offsets, m_place), column(found.documents, m_place)};
    });
  }

  Columns top(Call const& call, In const& begins, In const& ends, In const& lengths, std::size_t k) const override
  {
    return call.run_on<Space>(m_place, [&](Space const& space) -> Columns {
      auto const found = m_structure.top_documents(space, span<Index const>(space, begins),
                                                   span<Index const>(space, ends), k, options(space, lengths));
      return {column(found.offsets, m_place), column(found.documents, m_place), column(found.counts, m_place)};
    });
  }

 private:
  static DocumentQueryOptions<MemorySpace> options(Space const& space, In const& lengths)
  {
    DocumentQueryOptions<MemorySpace> options;
    options.lengths = span<std::uint64_t const>(space, lengths);
    return options;
  }

  Place m_place;
  Structure m_structure;
};

std::unique_ptr<AnyDocumentIndex> build_document_index(nb::handle given_array, nb::handle given_offsets,
                                                       nb::tuple const& parts, std::uintptr_t stream,
                                                       nb::object progress)
{
  In const array(given_array);
  In const offsets(given_offsets);
  Call const call(stream, std::move(progress));
  DocumentIndexOptions options;
  options.list = nb::cast<bool>(parts[0]);
  options.count = nb::cast<bool>(parts[1]);
  options.top = nb::cast<bool>(parts[2]);
  options.progress = call.progress();
  Place const place = Call::place_of({array.place(), offsets.place()});
  return call.run({place}, [&](auto const& space) {
    using Space = std::decay_t<decltype(space)>;
    using MemorySpace = typename Space::memory_space;
    auto const documents = documents_of(space, offsets, array.size());
    return with_index(array.bytes(), [&](auto type) {
      using Index = typename decltype(type)::type;
      DocumentIndex<MemorySpace, Index> structure(
          space, Array<Index const, MemorySpace>(positions<Index>(space, array, array.size(), "the suffix array")),
          documents, options);
      return std::unique_ptr<AnyDocumentIndex>(
          std::make_unique<DocumentIndexOf<Space, Index>>(place, std::move(structure)));
    });
  });
}

// ----- in how many documents strings occur ----------------------------------------------------------------------------------

class AnyDocumentFrequencies
{
 public:
  virtual ~AnyDocumentFrequencies() = default;
  [[nodiscard]] virtual std::size_t bytes() const = 0;
  virtual Column frequency(Call const&, In const& begins, In const& ends) const = 0;
};

template <class Space>
class DocumentFrequenciesOf final : public AnyDocumentFrequencies
{
 public:
  using Structure = DocumentFrequencies<typename Space::memory_space>;

  DocumentFrequenciesOf(Place place, Structure structure) : m_place(place), m_structure(std::move(structure)) {}

  [[nodiscard]] std::size_t bytes() const override { return m_structure.bytes(); }

  Column frequency(Call const& call, In const& begins, In const& ends) const override
  {
    return call.run_on<Space>(m_place, [&](Space const& space) {
      auto const counts = room<std::uint32_t>(space, begins.size());
      with_index(begins.bytes(), [&](auto type) {
        using Index = typename decltype(type)::type;
        m_structure.frequency(space, span<Index const>(space, begins), span<Index const>(space, ends), counts);
      });
      return column(counts, m_place);
    });
  }

 private:
  Place m_place;
  Structure m_structure;
};

std::unique_ptr<AnyDocumentFrequencies> build_document_frequencies(nb::handle given_array, nb::handle given_lcp,
                                                                   nb::handle given_offsets, std::uintptr_t stream,
                                                                   nb::object progress)
{
  In const array(given_array);
  In const lcp(given_lcp);
  In const offsets(given_offsets);
  Call const call(stream, std::move(progress));
  DocumentFrequenciesOptions options;
  options.progress = call.progress();
  Place const place = Call::place_of({array.place(), lcp.place(), offsets.place()});
  return call.run({place}, [&](auto const& space) {
    using Space = std::decay_t<decltype(space)>;
    auto const documents = documents_of(space, offsets, array.size());
    return with_index(array.bytes(), [&](auto type) -> std::unique_ptr<AnyDocumentFrequencies> {
      using Index = typename decltype(type)::type;
      DocumentFrequencies<typename Space::memory_space> structure(
          space, positions<Index>(space, array, array.size(), "the suffix array"), span<Index const>(space, lcp),
          documents, options);
      return std::make_unique<DocumentFrequenciesOf<Space>>(place, std::move(structure));
    });
  });
}

}  // namespace

void bind_documents(nb::module_& core)
{
  using namespace nb::literals;
  core.def("document_of", find_documents, "documents"_a, "size"_a, "positions"_a, "stream"_a);
  core.def("within_documents", find_within, "documents"_a, "size"_a, "offsets"_a, "positions"_a, "pattern_offsets"_a,
           "stream"_a);
  nb::class_<AnyDocumentIndex>(core, "DocumentIndex")
      .def_prop_ro("bytes", &AnyDocumentIndex::bytes)
      .def("document_array", [](AnyDocumentIndex const& index) { return to_python(index.document_array()); })
      .def(
          "count",
          [](AnyDocumentIndex const& index, nb::handle begins, nb::handle ends, nb::handle lengths,
             std::uintptr_t stream) {
            return to_python(index.count(Call(stream, nb::none()), In(begins), In(ends), In(lengths)));
          },
          "begins"_a, "ends"_a, "lengths"_a.none(), "stream"_a)
      .def(
          "list",
          [](AnyDocumentIndex const& index, nb::handle begins, nb::handle ends, nb::handle lengths,
             std::size_t max_documents, bool sort, std::uintptr_t stream) {
            return to_python(
                index.list(Call(stream, nb::none()), In(begins), In(ends), In(lengths), {max_documents, sort}));
          },
          "begins"_a, "ends"_a, "lengths"_a.none(), "max_documents"_a, "sort"_a, "stream"_a)
      .def(
          "top",
          [](AnyDocumentIndex const& index, nb::handle begins, nb::handle ends, nb::handle lengths, std::size_t k,
             std::uintptr_t stream) {
            return to_python(index.top(Call(stream, nb::none()), In(begins), In(ends), In(lengths), k));
          },
          "begins"_a, "ends"_a, "lengths"_a.none(), "k"_a, "stream"_a);
  core.def("document_index", build_document_index, "suffix_array"_a, "documents"_a, "parts"_a, "stream"_a,
           "progress"_a.none());
  nb::class_<AnyDocumentFrequencies>(core, "DocumentFrequencies")
      .def_prop_ro("bytes", &AnyDocumentFrequencies::bytes)
      .def(
          "frequency",
          [](AnyDocumentFrequencies const& frequencies, nb::handle begins, nb::handle ends, std::uintptr_t stream) {
            return to_python(frequencies.frequency(Call(stream, nb::none()), In(begins), In(ends)));
          },
          "begins"_a, "ends"_a, "stream"_a);
  core.def("document_frequencies", build_document_frequencies, "suffix_array"_a, "lcp"_a, "documents"_a, "stream"_a,
           "progress"_a.none());
}

}  // namespace lexikos::python
