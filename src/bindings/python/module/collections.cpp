// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Collections of documents: duplicates and overlaps.

#include <bindings/python/module/arrays.hpp>
#include <bindings/python/module/bindings.hpp>
#include <bindings/python/module/streamed_duplicates.hpp>
#include <lexikos/duplicates.hpp>
#include <lexikos/overlap.hpp>
#include <memory>

namespace lexikos::python
{

namespace
{

/// Those options of `DuplicateOptions` that Python gives, for any memory space.
struct GivenDuplicateOptions
{
  explicit GivenDuplicateOptions(nb::dict const& given)
      : length(option<std::size_t>(given, "length")),
        min_occurrences(option<std::size_t>(given, "min_occurrences")),
        keep(keep_of(given)),
        scope(scope_of(given)),
        align(align_of(given)),
        engine(choice<DuplicateEngine>(option<std::string>(given, "engine"),
                                       {"automatic", "suffix_array", "fingerprints"})),
        max_bytes(option<std::size_t>(given, "max_bytes")),
        low_memory(option<bool>(given, "low_memory"))
  {}

  std::size_t length;
  std::size_t min_occurrences;
  KeepDuplicates keep;
  DuplicateScope scope;
  RangeAlignment align;
  DuplicateEngine engine;
  std::size_t max_bytes;
  bool low_memory;
};

template <class Space>
auto duplicate_options(Space const& space, GivenTexts const& given, GivenDuplicateOptions const& wanted,
                       Call const& call)
{
  DuplicateOptions<typename Space::memory_space> options;
  options.length = wanted.length;
  options.min_occurrences = wanted.min_occurrences;
  options.keep = wanted.keep;
  options.scope = wanted.scope;
  options.align = wanted.align;
  options.engine = wanted.engine;
  options.max_bytes = wanted.max_bytes;
  options.low_memory = wanted.low_memory;
  options.documents = documents_of(space, given.offsets, given.text.size());
  options.other_documents = documents_of(space, given.other_offsets, given.other.size());
  options.progress = call.progress();
  return options;
}

/// begins, ends
nb::tuple find_ranges(nb::handle text, nb::handle offsets, nb::handle other, nb::handle other_offsets,
                      nb::dict const& options, std::uintptr_t stream, nb::object progress)
{
  GivenTexts const given{In(text), In(offsets), In(other), In(other_offsets), !other.is_none()};
  GivenDuplicateOptions const wanted(options);
  Call const call(stream, std::move(progress));
  Place const place = given.place();
  return to_python(call.run({place}, [&](auto const& space) {
    auto const all = duplicate_options(space, given, wanted, call);
    return with_symbol(given.text.bytes(), [&](auto type) -> Columns {
      using Symbol = typename decltype(type)::type;
      auto const symbols = span<Symbol const>(space, given.text);
      auto const found = given.has_other ? duplicate_ranges(space, symbols, span<Symbol const>(space, given.other), all)
                                         : duplicate_ranges(space, symbols, all);
      return {column(found.begins, place), column(found.ends, place)};
    });
  }));
}

/// positions, offsets
nb::tuple find_windows(nb::handle text, nb::handle offsets, nb::dict const& options, std::uintptr_t stream,
                       nb::object progress)
{
  GivenTexts const given{In(text), In(offsets), In(), In(), false};
  GivenDuplicateOptions const wanted(options);
  Call const call(stream, std::move(progress));
  Place const place = given.place();
  return to_python(call.run({place}, [&](auto const& space) {
    auto const all = duplicate_options(space, given, wanted, call);
    return with_symbol(given.text.bytes(), [&](auto type) -> Columns {
      auto const found = duplicate_windows(space, span<typename decltype(type)::type const>(space, given.text), all);
      return {column(found.positions, place), column(found.offsets, place)};
    });
  }));
}

/// text, offsets
nb::tuple remove_parts(nb::handle given_text, nb::handle given_begins, nb::handle given_ends, nb::handle given_offsets,
                       std::uintptr_t stream)
{
  In const text(given_text);
  In const begins(given_begins);
  In const ends(given_ends);
  In const offsets(given_offsets);
  Call const call(stream, nb::none());
  Place const place = Call::common_place({text.place(), begins.place(), ends.place(), offsets.place()});
  return to_python(call.run({place}, [&](auto const& space) {
    using MemorySpace = typename std::decay_t<decltype(space)>::memory_space;
    using Bounds = Array<std::uint64_t const, MemorySpace>;
    TextRanges<MemorySpace> const ranges{Bounds(span<std::uint64_t const>(space, begins)),
                                         Bounds(span<std::uint64_t const>(space, ends))};
    RemoveRangesOptions<MemorySpace> options;
    options.documents = documents_of(space, offsets, text.size());
    return with_symbol(text.bytes(), [&](auto type) -> Columns {
      auto const left = remove_ranges(space, span<typename decltype(type)::type const>(space, text), ranges, options);
      return {column(left.text, place), column(left.offsets, place)};
    });
  }));
}

/// begins, ends; texts on the host, worked on where `on_device` says
nb::tuple find_streamed(nb::handle text, nb::handle offsets, nb::handle other, nb::handle other_offsets,
                        nb::dict const& given_options, bool on_device, std::uintptr_t stream, nb::object progress)
{
  Call const call(stream, std::move(progress));
  StreamedDuplicates const asked({In(text), In(offsets), In(other), In(other_offsets), !other.is_none()}, given_options,
                                 call);
  Place place;
  place.on_device = on_device;
  if (on_device) place.device = Runtime::get().device();
  auto found = call.run({place}, [&](auto const& space) {
    return asked.ranges([&](auto const&... arguments) { return streamed_duplicate_ranges(space, arguments...); });
  });
  return to_python(Columns{column(std::move(found.begins)), column(std::move(found.ends))});
}

struct OverlapWishes
{
  std::size_t length;
  bool counts_documents;
  std::size_t max_documents;
  std::size_t chunk;
};

/// covered, longest, corpus_documents, numbers, offsets; the corpus on the host
nb::tuple find_overlap(nb::handle given_queries, nb::handle given_offsets, nb::handle given_corpus,
                       nb::handle given_corpus_offsets, nb::dict const& given_options, std::uintptr_t stream,
                       nb::object progress)
{
  In const queries(given_queries);
  In const offsets(given_offsets);
  In const corpus(given_corpus);
  In const corpus_offsets(given_corpus_offsets);
  detail::require(!corpus.place().on_device, ErrorCode::invalid_argument, "the corpus lies on the host");
  OverlapWishes const wishes{
      option<std::size_t>(given_options, "length"), option<bool>(given_options, "counts_documents"),
      option<std::size_t>(given_options, "max_documents"), option<std::size_t>(given_options, "chunk")};
  Call const call(stream, std::move(progress));
  Place const place = Call::common_place({queries.place(), offsets.place(), corpus_offsets.place()});
  return to_python(call.run({place}, [&](auto const& space) {
    OverlapOptions<typename std::decay_t<decltype(space)>::memory_space> options;
    options.length = wishes.length;
    options.counts_documents = wishes.counts_documents;
    options.max_documents = wishes.max_documents;
    options.chunk = wishes.chunk;
    options.documents = documents_of(space, offsets, queries.size());
    options.corpus_documents = documents_of(space, corpus_offsets, corpus.size());
    options.progress = call.progress();
    return with_symbol(queries.bytes(), [&](auto type) -> Columns {
      using Symbol = typename decltype(type)::type;
      detail::require(corpus.size() == 0 || corpus.bytes() == sizeof(Symbol), ErrorCode::invalid_argument,
                      "the symbols of both texts have the same bytes");
      auto const found =
          overlap(space, span<Symbol const>(space, queries),
                  std::span<Symbol const>(static_cast<Symbol const*>(corpus.data()), corpus.size()), options);
      return {column(found.covered, place), column(found.longest, place), column(found.corpus_documents, place),
              column(found.numbers, place), column(found.offsets, place)};
    });
  }));
}

}  // namespace

void bind_collections(nb::module_& core)
{
  using namespace nb::literals;
  core.def("duplicate_ranges", find_ranges, "text"_a, "documents"_a.none(), "other"_a.none(),
           "other_documents"_a.none(), "options"_a, "stream"_a, "progress"_a.none());
  core.def("duplicate_windows", find_windows, "text"_a, "documents"_a.none(), "options"_a, "stream"_a,
           "progress"_a.none());
  core.def("remove_ranges", remove_parts, "text"_a, "begins"_a, "ends"_a, "documents"_a.none(), "stream"_a);
  core.def("streamed_duplicate_ranges", find_streamed, "text"_a, "documents"_a.none(), "other"_a.none(),
           "other_documents"_a.none(), "options"_a, "on_device"_a, "stream"_a, "progress"_a.none());
  core.def("overlap", find_overlap, "queries"_a, "documents"_a.none(), "corpus"_a, "corpus_documents"_a.none(),
           "options"_a, "stream"_a, "progress"_a.none());
}

}  // namespace lexikos::python
