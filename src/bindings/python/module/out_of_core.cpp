// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Texts of the host that are larger than the device that sorts them.

#include <bindings/python/module/arrays.hpp>
#include <bindings/python/module/bindings.hpp>
#include <bindings/python/module/statistics.hpp>
#include <lexikos/out_of_core.hpp>

namespace lexikos::python
{

namespace
{

template <class T, class Given>
Span<T, Kokkos::HostSpace> on_host(Given const& array)
{
  detail::require(!array.place().on_device, ErrorCode::invalid_argument,
                  "texts and results that are larger than a device lie on the host");
  return span<T>(Kokkos::DefaultHostExecutionSpace{}, array);
}

SuffixArrayOptions options_of(std::size_t device_bytes, std::size_t min_parts, SuffixArrayStatistics& statistics,
                              Call const& call)
{
  SuffixArrayOptions options;
  options.device_bytes = device_bytes;
  options.min_parts = min_parts;
  options.statistics = &statistics;
  options.progress = call.progress();
  return options;
}

/// Entries of 4 and 8 bytes, or of bytes of which five are an entry.
nb::dict sort_in_parts(nb::handle given_text, nb::handle given_result, nb::handle given_inverse, bool on_device,
                       std::size_t device_bytes, std::size_t min_parts, nb::object progress)
{
  In const text(given_text);
  Out const result(given_result);
  Out const inverse(given_inverse);
  Call const call(0, std::move(progress));
  SuffixArrayStatistics statistics;
  auto const options = options_of(device_bytes, min_parts, statistics, call);
  call.run({Call::place_of_file(on_device)}, [&](auto const& space) {
    with_symbol(text.bytes(), [&](auto symbol) {
      auto const symbols = on_host<typename decltype(symbol)::type const>(text);
      if (result.bytes() == 1)
        return suffix_array_out_of_core(space, symbols, FiveByteEntries(on_host<std::uint8_t>(result)), options);
      with_index(result.bytes(), [&](auto index) {
        using Index = typename decltype(index)::type;
        auto const array = on_host<Index>(result);
        if (given_inverse.is_none()) return suffix_array_out_of_core(space, symbols, array, options);
        suffix_array_out_of_core(space, symbols, array, on_host<Index>(inverse), options);
      });
    });
  });
  return to_python(statistics);
}

nb::tuple transform_in_parts(nb::handle given_text, nb::handle given_result, bool on_device, std::size_t device_bytes,
                             std::size_t min_parts, nb::object progress)
{
  In const text(given_text);
  Out const result(given_result);
  Call const call(0, std::move(progress));
  SuffixArrayStatistics statistics;
  auto const options = options_of(device_bytes, min_parts, statistics, call);
  auto const primary = call.run({Call::place_of_file(on_device)}, [&](auto const& space) {
    return burrows_wheeler_transform_out_of_core(space, on_host<std::uint8_t const>(text),
                                                 on_host<std::uint8_t>(result), options);
  });
  return nb::make_tuple(primary, to_python(statistics));
}

std::size_t bytes_in_parts(std::size_t n, unsigned symbol_bytes, std::size_t distinct_symbols, std::size_t samples,
                           bool inverse, bool on_device)
{
  return Call(0, nb::none()).run({Call::place_of_file(on_device)}, [&](auto const& space) {
    return out_of_core_bytes<std::decay_t<decltype(space)>>({n, symbol_bytes, distinct_symbols, samples, inverse});
  });
}

}  // namespace

void bind_out_of_core(nb::module_& core)
{
  using namespace nb::literals;
  core.def("suffix_array_out_of_core", sort_in_parts, "text"_a, "result"_a, "inverse"_a.none(), "on_device"_a,
           "device_bytes"_a, "min_parts"_a, "progress"_a.none());
  core.def("transform_out_of_core", transform_in_parts, "text"_a, "result"_a, "on_device"_a, "device_bytes"_a,
           "min_parts"_a, "progress"_a.none());
  core.def("out_of_core_bytes", bytes_in_parts, "n"_a, "symbol_bytes"_a, "distinct_symbols"_a, "samples"_a, "inverse"_a,
           "on_device"_a);
}

}  // namespace lexikos::python
