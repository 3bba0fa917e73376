// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Suffix arrays, LCP arrays, transforms, and their checks.

#include <bindings/python/module/arrays.hpp>
#include <bindings/python/module/bindings.hpp>
#include <bindings/python/module/statistics.hpp>
#include <lexikos/bwt.hpp>
#include <lexikos/check.hpp>
#include <lexikos/document_bwt.hpp>
#include <lexikos/document_suffix_array.hpp>
#include <lexikos/lcp.hpp>
#include <lexikos/suffix_array.hpp>
#include <lexikos/suffix_arrays.hpp>

namespace lexikos::python
{

namespace
{

nb::dict sort_suffixes(nb::handle given_text, nb::handle given_documents, nb::handle given_result,
                       nb::handle given_inverse, std::string const& algorithm, bool low_memory,
                       std::size_t device_bytes, std::uintptr_t stream, nb::object progress)
{
  In const text(given_text);
  In const offsets(given_documents);
  Out const result(given_result);
  Out const inverse(given_inverse);
  bool const has_documents = !given_documents.is_none();
  bool const has_inverse = !given_inverse.is_none();
  Call const call(stream, std::move(progress));
  SuffixArrayStatistics statistics;
  SuffixArrayOptions options;
  options.algorithm = suffix_array_algorithm(algorithm);
  options.low_memory = low_memory;
  options.device_bytes = device_bytes;
  options.statistics = &statistics;
  options.progress = call.progress();
  call.run({text.place(), offsets.place(), result.place(), inverse.place()}, [&](auto const& space) {
    auto const documents = documents_of(space, offsets, text.size());
    with_symbol(text.bytes(), [&](auto symbol) {
      auto const symbols = span<typename decltype(symbol)::type const>(space, text);
      with_index(result.bytes(), [&](auto index) {
        using Index = typename decltype(index)::type;
        auto const array = span<Index>(space, result);
        auto const other = span<Index>(space, inverse);
        if (has_documents && has_inverse) return suffix_array(space, symbols, documents, array, other, options);
        if (has_documents) return suffix_array(space, symbols, documents, array, options);
        if (has_inverse) return suffix_array(space, symbols, array, other, options);
        return suffix_array(space, symbols, array, options);
      });
    });
  });
  return to_python(statistics);
}

/// Each text by itself.
nb::dict sort_texts(nb::handle given_texts, nb::handle given_documents, nb::handle given_result,
                    std::string const& algorithm, std::uintptr_t stream, nb::object progress)
{
  In const texts(given_texts);
  In const offsets(given_documents);
  Out const result(given_result);
  Call const call(stream, std::move(progress));
  SuffixArrayStatistics statistics;
  SuffixArrayOptions options;
  options.algorithm = suffix_array_algorithm(algorithm);
  options.statistics = &statistics;
  options.progress = call.progress();
  call.run({texts.place(), offsets.place(), result.place()}, [&](auto const& space) {
    auto const documents = documents_of(space, offsets, texts.size());
    with_symbol(texts.bytes(), [&](auto symbol) {
      auto const symbols = span<typename decltype(symbol)::type const>(space, texts);
      with_index(result.bytes(), [&](auto index) {
        suffix_arrays(space, symbols, documents, span<typename decltype(index)::type>(space, result), options);
      });
    });
  });
  return to_python(statistics);
}

/// The algorithm that `automatic` takes, and why.
nb::tuple choose_algorithm(nb::handle given_text, unsigned index_bytes, bool low_memory, std::uintptr_t stream)
{
  In const text(given_text);
  SuffixArrayOptions options;
  options.low_memory = low_memory;
  auto const choice = Call(stream, nb::none()).run({text.place()}, [&](auto const& space) {
    return with_symbol(text.bytes(), [&](auto symbol) {
      auto const symbols = span<typename decltype(symbol)::type const>(space, text);
      return with_index(index_bytes, [&](auto index) {
        return choose_suffix_array_algorithm<typename decltype(index)::type>(space, symbols, options);
      });
    });
  });
  return nb::make_tuple(std::string(to_string(choice.algorithm)), choice.reason);
}

/// What an array of that many symbols takes beside text and result.
struct WorkspaceQuestion
{
  std::size_t n;
  unsigned symbol_bytes;
  unsigned index_bytes;
  SuffixArrayAlgorithm algorithm;
  bool with_inverse;
};

template <class Space>
std::size_t workspace_bytes_on(WorkspaceQuestion const& asked)
{
  return with_symbol(asked.symbol_bytes, [&](auto symbol) {
    return with_index(asked.index_bytes, [&](auto index) {
      return suffix_array_workspace_bytes<Space, typename decltype(index)::type, typename decltype(symbol)::type>(
          asked.n, asked.algorithm, asked.with_inverse);
    });
  });
}

std::size_t workspace_bytes(std::size_t n, unsigned symbol_bytes, unsigned index_bytes, std::string const& algorithm,
                            bool with_inverse, bool on_device)
{
  (void)Runtime::get();  // how many threads there are is among what counts
  WorkspaceQuestion const asked{n, symbol_bytes, index_bytes, suffix_array_algorithm(algorithm), with_inverse};
  if constexpr (!std::is_same_v<Device, Host>)
    if (on_device) return workspace_bytes_on<Device>(asked);
  detail::require(!on_device, ErrorCode::not_supported, "this build of Lexikos works on the host alone");
  return workspace_bytes_on<Host>(asked);
}

void invert_suffix_array(nb::handle given_array, nb::handle given_result, std::uintptr_t stream, nb::object progress)
{
  In const array(given_array);
  Out const result(given_result);
  Call const call(stream, std::move(progress));
  call.run({array.place(), result.place()}, [&](auto const& space) {
    with_index(array.bytes(), [&](auto index) {
      using Index = typename decltype(index)::type;
      inverse_suffix_array(space, positions<Index>(space, array, array.size(), "the suffix array"),
                           span<Index>(space, result), {nullptr, call.progress()});
    });
  });
}

/// Of the positions of the text (`permuted`), or of the ranks of its suffixes.
void find_lcp(nb::handle given_text, nb::handle given_array, nb::handle given_inverse, nb::handle given_documents,
              nb::handle given_result, bool permuted, std::uintptr_t stream, nb::object progress)
{
  In const text(given_text);
  In const array(given_array);
  In const inverse(given_inverse);
  In const offsets(given_documents);
  Out const result(given_result);
  bool const has_documents = !given_documents.is_none();
  bool const has_inverse = !given_inverse.is_none();
  Call const call(stream, std::move(progress));
  LcpOptions const options{nullptr, call.progress()};
  call.run({text.place(), array.place(), inverse.place(), offsets.place(), result.place()}, [&](auto const& space) {
    auto const documents = documents_of(space, offsets, text.size());
    with_symbol(text.bytes(), [&](auto symbol) {
      auto const symbols = span<typename decltype(symbol)::type const>(space, text);
      with_index(array.bytes(), [&](auto index) {
        using Index = typename decltype(index)::type;
        auto const suffixes = positions<Index>(space, array, text.size(), "the suffix array");
        auto const ranks = positions<Index>(space, inverse, text.size(), "the inverse suffix array");
        auto const lcp = span<Index>(space, result);
        if (has_documents && permuted) return plcp_array(space, symbols, documents, suffixes, lcp, options);
        if (has_documents) return lcp_array(space, symbols, documents, suffixes, lcp, options);
        if (has_inverse && permuted) return plcp_array(space, symbols, suffixes, ranks, lcp, options);
        if (has_inverse) return lcp_array(space, symbols, suffixes, ranks, lcp, options);
        if (permuted) return plcp_array(space, symbols, suffixes, lcp, options);
        return lcp_array(space, symbols, suffixes, lcp, options);
      });
    });
  });
}

nb::tuple summarise_lcp(nb::handle given, std::uintptr_t stream)
{
  In const lcp(given);
  auto const found = Call(stream, nb::none()).run({lcp.place()}, [&](auto const& space) {
    return with_index(lcp.bytes(), [&](auto index) {
      return lcp_statistics(space, span<typename decltype(index)::type const>(space, lcp));
    });
  });
  return nb::make_tuple(found.maximum, found.mean);
}

/// The primary index.
std::size_t transform(nb::handle given_text, nb::handle given_array, nb::handle given_result,
                      std::string const& algorithm, bool low_memory, std::uintptr_t stream, nb::object progress)
{
  In const text(given_text);
  In const array(given_array);
  Out const result(given_result);
  bool const has_array = !given_array.is_none();
  Call const call(stream, std::move(progress));
  BwtOptions options;
  options.algorithm = suffix_array_algorithm(algorithm);
  options.low_memory = low_memory;
  options.progress = call.progress();
  return call.run({text.place(), array.place(), result.place()}, [&](auto const& space) -> std::size_t {
    if (!has_array)
      return burrows_wheeler_transform(space, span<std::uint8_t const>(space, text), span<std::uint8_t>(space, result),
                                       options);
    return with_narrow_symbol(text.bytes(), [&](auto symbol) {
      using Symbol = typename decltype(symbol)::type;
      return with_index(array.bytes(), [&](auto index) {
        return burrows_wheeler_transform(
            space, span<Symbol const>(space, text),
            positions<typename decltype(index)::type>(space, array, text.size(), "the suffix array"),
            span<Symbol>(space, result), options);
      });
    });
  });
}

void invert_transform(nb::handle given_bwt, std::size_t primary_index, nb::handle given_result, std::uintptr_t stream,
                      nb::object progress)
{
  In const bwt(given_bwt);
  Out const result(given_result);
  Call const call(stream, std::move(progress));
  call.run({bwt.place(), result.place()}, [&](auto const& space) {
    inverse_burrows_wheeler_transform(space, span<std::uint8_t const>(space, bwt), primary_index,
                                      span<std::uint8_t>(space, result), {nullptr, call.progress()});
  });
}

void transform_documents(nb::handle given_text, nb::handle given_documents, nb::handle given_result,
                         std::uint64_t terminator, std::uintptr_t stream, nb::object progress)
{
  In const text(given_text);
  In const offsets(given_documents);
  Out const result(given_result);
  Call const call(stream, std::move(progress));
  DocumentBwtOptions options;
  options.terminator = terminator;
  options.progress = call.progress();
  call.run({text.place(), offsets.place(), result.place()}, [&](auto const& space) {
    auto const documents = documents_of(space, offsets, text.size());
    with_narrow_symbol(text.bytes(), [&](auto symbol) {
      using Symbol = typename decltype(symbol)::type;
      burrows_wheeler_transform(space, span<Symbol const>(space, text), documents, span<Symbol>(space, result),
                                options);
    });
  });
}

void invert_documents(nb::handle given_bwt, nb::handle given_text, nb::handle given_offsets, std::uint64_t terminator,
                      std::uintptr_t stream, nb::object progress)
{
  In const bwt(given_bwt);
  Out const text(given_text);
  Out const offsets(given_offsets);
  Call const call(stream, std::move(progress));
  InverseDocumentBwtOptions options;
  options.terminator = terminator;
  options.progress = call.progress();
  call.run({bwt.place(), text.place(), offsets.place()}, [&](auto const& space) {
    with_narrow_symbol(bwt.bytes(), [&](auto symbol) {
      using Symbol = typename decltype(symbol)::type;
      inverse_burrows_wheeler_transform(space, span<Symbol const>(space, bwt), span<Symbol>(space, text),
                                        span<std::uint64_t>(space, offsets), options);
    });
  });
}

nb::tuple check(nb::handle given_text, nb::handle given_array, std::uintptr_t stream)
{
  In const text(given_text);
  In const array(given_array);
  auto const found = Call(stream, nb::none()).run({text.place(), array.place()}, [&](auto const& space) {
    return with_symbol(text.bytes(), [&](auto symbol) {
      using Symbol = typename decltype(symbol)::type;
      return with_index(array.bytes(), [&](auto index) {
        return check_suffix_array(space, span<Symbol const>(space, text),
                                  span<typename decltype(index)::type const>(space, array));
      });
    });
  });
  return described(found);
}

nb::tuple check_inverse(nb::handle given_array, nb::handle given_inverse, std::uintptr_t stream)
{
  In const array(given_array);
  In const inverse(given_inverse);
  auto const found = Call(stream, nb::none()).run({array.place(), inverse.place()}, [&](auto const& space) {
    return with_index(array.bytes(), [&](auto index) {
      using Index = typename decltype(index)::type;
      return check_inverse_suffix_array(space, span<Index const>(space, array), span<Index const>(space, inverse));
    });
  });
  return described(found);
}

}  // namespace

void bind_texts(nb::module_& core)
{
  core.def("suffix_array", sort_suffixes, nb::arg("text"), nb::arg("documents").none(), nb::arg("result"),
           nb::arg("inverse").none(), nb::arg("algorithm"), nb::arg("low_memory"), nb::arg("device_bytes"),
           nb::arg("stream"), nb::arg("progress").none());
  core.def("suffix_arrays", sort_texts, nb::arg("texts"), nb::arg("documents"), nb::arg("result"), nb::arg("algorithm"),
           nb::arg("stream"), nb::arg("progress").none());
  core.def("choose_algorithm", choose_algorithm, nb::arg("text"), nb::arg("index_bytes"), nb::arg("low_memory"),
           nb::arg("stream"));
  core.def("workspace_bytes", workspace_bytes, nb::arg("n"), nb::arg("symbol_bytes"), nb::arg("index_bytes"),
           nb::arg("algorithm"), nb::arg("inverse"), nb::arg("on_device"));
  core.def("inverse_suffix_array", invert_suffix_array, nb::arg("suffix_array"), nb::arg("result"), nb::arg("stream"),
           nb::arg("progress").none());
  core.def("lcp_array", find_lcp, nb::arg("text"), nb::arg("suffix_array"), nb::arg("inverse").none(),
           nb::arg("documents").none(), nb::arg("result"), nb::arg("permuted"), nb::arg("stream"),
           nb::arg("progress").none());
  core.def("lcp_statistics", summarise_lcp, nb::arg("lcp"), nb::arg("stream"));
  core.def("transform", transform, nb::arg("text"), nb::arg("suffix_array").none(), nb::arg("result"),
           nb::arg("algorithm"), nb::arg("low_memory"), nb::arg("stream"), nb::arg("progress").none());
  core.def("inverse_transform", invert_transform, nb::arg("bwt"), nb::arg("primary_index"), nb::arg("result"),
           nb::arg("stream"), nb::arg("progress").none());
  core.def("transform_documents", transform_documents, nb::arg("text"), nb::arg("documents"), nb::arg("result"),
           nb::arg("terminator"), nb::arg("stream"), nb::arg("progress").none());
  core.def("inverse_transform_documents", invert_documents, nb::arg("bwt"), nb::arg("text"), nb::arg("offsets"),
           nb::arg("terminator"), nb::arg("stream"), nb::arg("progress").none());
  core.def("check_suffix_array", check, nb::arg("text"), nb::arg("suffix_array"), nb::arg("stream"));
  core.def("check_inverse_suffix_array", check_inverse, nb::arg("suffix_array"), nb::arg("inverse"), nb::arg("stream"));
}

}  // namespace lexikos::python
