// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Texts that lie on several ranks, by the communicators of mpi4py; in builds with MPI.

#include <bindings/python/module/bindings.hpp>
#include <lexikos/config.hpp>

#ifdef LEXIKOS_HAVE_MPI

#include <bindings/python/module/ranks.hpp>
#include <bindings/python/module/statistics.hpp>
#include <bindings/python/module/streamed_duplicates.hpp>
#include <lexikos/distributed/bwt.hpp>
#include <lexikos/distributed/check.hpp>
#include <lexikos/distributed/duplicates.hpp>
#include <lexikos/distributed/lcp.hpp>
#include <lexikos/distributed/suffix_array.hpp>

namespace lexikos::python
{

namespace
{

nb::dict to_python(distributed::SuffixArrayStatistics const& statistics)
{
  nb::dict result;
  result["alphabet_size"] = statistics.alphabet_size;
  result["sampled"] = statistics.sampled;
  result["rounds"] = statistics.rounds();
  result["parts"] = statistics.parts;
  result["bytes_sent"] = statistics.bytes_sent();
  result["workspace_bytes"] = statistics.workspace_bytes;
  result["seconds"] = statistics.seconds;
  return result;
}

distributed::SuffixArrayOptions options_of(distributed::SuffixArrayStatistics& statistics, Call const& call)
{
  distributed::SuffixArrayOptions options;
  options.statistics = &statistics;
  options.progress = call.progress();
  return options;
}

nb::dict sort(Ranks const& ranks, nb::handle given_text, nb::handle given_array, nb::handle given_inverse,
              std::uintptr_t stream, nb::object progress)
{
  In const text(given_text);
  Out const array(given_array);
  Out const inverse(given_inverse);
  Call const call(stream, std::move(progress));
  distributed::SuffixArrayStatistics statistics;
  auto const options = options_of(statistics, call);
  bool const has_inverse = !given_inverse.is_none();
  ranks.run(call, {text.place(), array.place(), inverse.place()}, [&](auto const& space, auto const& all) {
    with_symbol(text.bytes(), [&](auto symbol) {
      auto const part = span<typename decltype(symbol)::type const>(space, text);
      with_index(array.bytes(), [&](auto index) {
        using Index = typename decltype(index)::type;
        auto const entries = span<Index>(space, array);
        if (has_inverse)
          return distributed::suffix_array(space, all, part, entries, span<Index>(space, inverse), options);
        distributed::suffix_array(space, all, part, entries, options);
      });
    });
  });
  return to_python(statistics);
}

void invert(Ranks const& ranks, nb::handle given_array, nb::handle given_inverse, std::uintptr_t stream,
            nb::object progress)
{
  In const array(given_array);
  Out const inverse(given_inverse);
  Call const call(stream, std::move(progress));
  LcpOptions options;
  options.progress = call.progress();
  ranks.run(call, {array.place(), inverse.place()}, [&](auto const& space, auto const& all) {
    with_index(array.bytes(), [&](auto index) {
      using Index = typename decltype(index)::type;
      distributed::inverse_suffix_array(space, all, span<Index const>(space, array), span<Index>(space, inverse),
                                        options);
    });
  });
}

void find_lcp(Ranks const& ranks, nb::handle given_text, nb::handle given_array, nb::handle given_lcp,
              std::uintptr_t stream, nb::object progress)
{
  In const text(given_text);
  In const array(given_array);
  Out const lcp(given_lcp);
  Call const call(stream, std::move(progress));
  LcpOptions options;
  options.progress = call.progress();
  ranks.run(call, {text.place(), array.place(), lcp.place()}, [&](auto const& space, auto const& all) {
    with_symbol(text.bytes(), [&](auto symbol) {
      auto const part = span<typename decltype(symbol)::type const>(space, text);
      with_index(array.bytes(), [&](auto index) {
        using Index = typename decltype(index)::type;
        distributed::lcp_array(space, all, part, span<Index const>(space, array), span<Index>(space, lcp), options);
      });
    });
  });
}

std::uint64_t transform(Ranks const& ranks, nb::handle given_text, nb::handle given_bwt, std::uintptr_t stream,
                        nb::object progress)
{
  In const text(given_text);
  Out const bwt(given_bwt);
  Call const call(stream, std::move(progress));
  distributed::SuffixArrayStatistics statistics;
  auto const options = options_of(statistics, call);
  return ranks.run(call, {text.place(), bwt.place()}, [&](auto const& space, auto const& all) {
    return with_narrow_symbol(text.bytes(), [&](auto symbol) {
      using Symbol = typename decltype(symbol)::type;
      return distributed::burrows_wheeler_transform(space, all, span<Symbol const>(space, text),
                                                    span<Symbol>(space, bwt), options);
    });
  });
}

nb::tuple check(Ranks const& ranks, nb::handle given_text, nb::handle given_array, std::uintptr_t stream)
{
  In const text(given_text);
  In const array(given_array);
  Call const call(stream, nb::none());
  auto const found = ranks.run(call, {text.place(), array.place()}, [&](auto const& space, auto const& all) {
    return with_symbol(text.bytes(), [&](auto symbol) {
      auto const part = span<typename decltype(symbol)::type const>(space, text);
      return with_index(array.bytes(), [&](auto index) {
        return distributed::check_suffix_array(space, all, part,
                                               span<typename decltype(index)::type const>(space, array));
      });
    });
  });
  return described(found);
}

/// begins, ends; texts on the host, all of them on every rank
nb::tuple find_duplicates(Ranks const& ranks, nb::handle text, nb::handle offsets, nb::handle other,
                          nb::handle other_offsets, nb::dict const& options, nb::object progress)
{
  Call const call(0, std::move(progress));
  StreamedDuplicates const asked({In(text), In(offsets), In(other), In(other_offsets), !other.is_none()}, options,
                                 call);
  auto found = ranks.run(call, {}, [&](auto const& space, auto const& all) {
    return asked.ranges(
        [&](auto const&... arguments) { return distributed::streamed_duplicate_ranges(space, all, arguments...); });
  });
  return to_python(Columns{column(std::move(found.begins)), column(std::move(found.ends))});
}

}  // namespace

void bind_ranks(nb::module_& core)
{
  using namespace nb::literals;
  nb::class_<Ranks>(core, "Ranks")
      .def(nb::init<std::int64_t, bool, double>(), "communicator"_a, "on_device"_a, "patience_seconds"_a)
      .def("close", &Ranks::close)
      .def("suffix_array", sort, "text"_a, "result"_a, "inverse"_a.none(), "stream"_a, "progress"_a.none())
      .def("inverse_suffix_array", invert, "suffix_array"_a, "result"_a, "stream"_a, "progress"_a.none())
      .def("lcp_array", find_lcp, "text"_a, "suffix_array"_a, "result"_a, "stream"_a, "progress"_a.none())
      .def("transform", transform, "text"_a, "result"_a, "stream"_a, "progress"_a.none())
      .def("check_suffix_array", check, "text"_a, "suffix_array"_a, "stream"_a)
      .def("streamed_duplicate_ranges", find_duplicates, "text"_a, "documents"_a.none(), "other"_a.none(),
           "other_documents"_a.none(), "options"_a, "progress"_a.none());
}

}  // namespace lexikos::python

#else

namespace lexikos::python
{

void bind_ranks(nanobind::module_&) {}

}  // namespace lexikos::python

#endif
