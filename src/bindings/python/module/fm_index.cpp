// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The FM-index, and matches in texts that have no index.

#include <bindings/python/module/bindings.hpp>
#include <bindings/python/module/fm_index.hpp>

namespace lexikos::python
{

namespace
{

std::unique_ptr<AnyFmIndex> build_fm_index(nb::handle given_text, nb::handle given_array, unsigned index_bytes,
                                           nb::dict const& given_options, std::uintptr_t stream, nb::object progress)
{
  In const text(given_text);
  In const array(given_array);
  bool const has_array = !given_array.is_none();
  Call const call(stream, std::move(progress));
  FmIndexOptions const options = fm_index_options(given_options, call);
  Place const place = Call::place_of({text.place(), array.place()});
  return call.run({place}, [&](auto const& space) {
    using Space = std::decay_t<decltype(space)>;
    return with_narrow_symbol(text.bytes(), [&](auto symbol) {
      using Symbol = typename decltype(symbol)::type;
      return with_index(index_bytes, [&](auto index) {
        using Index = typename decltype(index)::type;
        using Structure = FmIndex<typename Space::memory_space, Index, Symbol>;
        auto const symbols = span<Symbol const>(space, text);
        auto structure = has_array ? Structure(space, symbols,
                                               positions<Index>(space, array, text.size(), "the suffix array"), options)
                                   : Structure(space, symbols, options);
        return make_fm_index<Space, Index, Symbol>(place, std::move(structure));
      });
    });
  });
}

/// Of a transform, which is taken for one unseen; without a suffix array it counts, and locates nothing.
std::unique_ptr<AnyFmIndex> fm_index_of_transform(nb::handle given_bwt, std::size_t primary_index,
                                                  nb::handle given_array, unsigned index_bytes,
                                                  nb::dict const& given_options, std::uintptr_t stream,
                                                  nb::object progress)
{
  In const bwt(given_bwt);
  In const array(given_array);
  Call const call(stream, std::move(progress));
  FmIndexOptions const options = fm_index_options(given_options, call);
  Place const place = Call::place_of({bwt.place(), array.place()});
  return call.run({place}, [&](auto const& space) {
    using Space = std::decay_t<decltype(space)>;
    return with_narrow_symbol(bwt.bytes(), [&](auto symbol) {
      using Symbol = typename decltype(symbol)::type;
      return with_index(index_bytes, [&](auto index) {
        using Index = typename decltype(index)::type;
        auto structure = FmIndex<typename Space::memory_space, Index, Symbol>::from_bwt(
            space, span<Symbol const>(space, bwt), primary_index,
            positions<Index>(space, array, bwt.size(), "the suffix array"), options);
        return make_fm_index<Space, Index, Symbol>(place, std::move(structure));
      });
    });
  });
}

/// Of a text of bytes on the host, by the execution space of the index.
std::unique_ptr<AnyFmIndex> fm_index_in_parts(nb::handle given_text, unsigned index_bytes, std::size_t device_bytes,
                                              bool on_device, nb::dict const& given_options, std::uintptr_t stream,
                                              nb::object progress)
{
  In const text(given_text);
  detail::require(!text.place().on_device && text.bytes() == 1, ErrorCode::invalid_argument,
                  "a text that is larger than the device is of bytes, and lies on the host");
  Call const call(stream, std::move(progress));
  FmIndexOptions options = fm_index_options(given_options, call);
  options.device_bytes = device_bytes;
  Place const place = Call::place_of_file(on_device);
  return call.run({place}, [&](auto const& space) {
    using Space = std::decay_t<decltype(space)>;
    return with_index(index_bytes, [&](auto index) {
      using Index = typename decltype(index)::type;
      auto structure = FmIndex<typename Space::memory_space, Index, std::uint8_t>::out_of_core(
          space, span<std::uint8_t const>(Kokkos::DefaultHostExecutionSpace{}, text), options);
      return make_fm_index<Space, Index, std::uint8_t>(place, std::move(structure));
    });
  });
}

std::unique_ptr<AnyFmIndex> load_fm_index(nb::bytes const& given_path, bool on_device, std::uintptr_t stream)
{
  std::string const path = path_of(given_path);
  Place const place = Call::place_of_file(on_device);
  return Call(stream, nb::none()).run({place}, [&](auto const& space) {
    using Space = std::decay_t<decltype(space)>;
    FileReader const file(path, fm_index_kind);
    auto const width = fm_index_width(file);
    return with_narrow_symbol(static_cast<unsigned>(width.symbol), [&](auto symbol) {
      return with_index(static_cast<unsigned>(width.index), [&](auto index) {
        using Index = typename decltype(index)::type;
        using Symbol = typename decltype(symbol)::type;
        auto structure = FmIndex<typename Space::memory_space, Index, Symbol>::load(space, file);
        return make_fm_index<Space, Index, Symbol>(place, std::move(structure));
      });
    });
  });
}

/// Matching statistics, or matches, in a text without an index.
nb::tuple statistics_in_text(nb::handle given_text, nb::handle given_symbols, nb::handle given_offsets,
                             nb::handle given_text_offsets, unsigned index_bytes, std::uintptr_t stream,
                             nb::object progress)
{
  In const text(given_text);
  In const symbols(given_symbols);
  In const offsets(given_offsets);
  In const text_offsets(given_text_offsets);
  Call const call(stream, std::move(progress));
  Place const place = Call::common_place({text.place(), symbols.place(), offsets.place(), text_offsets.place()});
  return to_python(call.run({place}, [&](auto const& space) {
    return with_index(index_bytes, [&](auto index) -> Columns {
      using Index = typename decltype(index)::type;
      MatchingStatisticsOptions<typename std::decay_t<decltype(space)>::memory_space> options;
      options.text_offsets = span<std::uint64_t const>(space, text_offsets);
      options.progress = call.progress();
      auto const lengths = room<Index>(space, symbols.size());
      auto const positions = room<Index>(space, symbols.size());
      matching_statistics(space, span<std::uint8_t const>(space, text), span<std::uint8_t const>(space, symbols),
                          span<std::uint64_t const>(space, offsets), lengths, positions, options);
      return {column(lengths, place), column(positions, place)};
    });
  }));
}

nb::tuple matches_in_text(nb::handle given_text, nb::handle given_symbols, nb::handle given_offsets,
                          nb::handle given_text_offsets, unsigned index_bytes, nb::dict const& given_options,
                          std::uintptr_t stream, nb::object progress)
{
  In const text(given_text);
  In const symbols(given_symbols);
  In const offsets(given_offsets);
  In const text_offsets(given_text_offsets);
  auto const wanted = find_matches_options(given_options);
  Call const call(stream, std::move(progress));
  Place const place = Call::common_place({text.place(), symbols.place(), offsets.place(), text_offsets.place()});
  return to_python(call.run({place}, [&](auto const& space) {
    return with_index(index_bytes, [&](auto index) -> Columns {
      using Index = typename decltype(index)::type;
      auto options = match_options<typename std::decay_t<decltype(space)>::memory_space>(wanted);
      options.text_offsets = span<std::uint64_t const>(space, text_offsets);
      options.progress = call.progress();
      return columns(
          find_matches<Index>(space, span<std::uint8_t const>(space, text), span<std::uint8_t const>(space, symbols),
                              span<std::uint64_t const>(space, offsets), options),
          place);
    });
  }));
}

}  // namespace

void bind_fm_index(nb::module_& core)
{
  using namespace nb::literals;
  nb::class_<AnyFmIndex, TextIndex> type(core, "FmIndex");
  define_queries(type);
  type.def_prop_ro("description", &AnyFmIndex::description)
      .def(
          "extract",
          [](AnyFmIndex const& index, nb::handle begins, nb::handle ends, std::uintptr_t stream) {
            return to_python(index.extract(Call(stream, nb::none()), In(begins), In(ends)));
          },
          "begins"_a, "ends"_a, "stream"_a);
  core.def("fm_index", build_fm_index, "text"_a, "suffix_array"_a.none(), "index_bytes"_a, "options"_a, "stream"_a,
           "progress"_a.none());
  core.def("fm_index_from_bwt", fm_index_of_transform, "bwt"_a, "primary_index"_a, "suffix_array"_a.none(),
           "index_bytes"_a, "options"_a, "stream"_a, "progress"_a.none());
  core.def("fm_index_out_of_core", fm_index_in_parts, "text"_a, "index_bytes"_a, "device_bytes"_a, "on_device"_a,
           "options"_a, "stream"_a, "progress"_a.none());
  core.def("load_fm_index", load_fm_index, "path"_a, "on_device"_a, "stream"_a);
  core.def("matching_statistics", statistics_in_text, "text"_a, "symbols"_a, "offsets"_a, "text_offsets"_a.none(),
           "index_bytes"_a, "stream"_a, "progress"_a.none());
  core.def("find_matches", matches_in_text, "text"_a, "symbols"_a, "offsets"_a, "text_offsets"_a.none(),
           "index_bytes"_a, "options"_a, "stream"_a, "progress"_a.none());
}

}  // namespace lexikos::python
