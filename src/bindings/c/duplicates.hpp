// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What searches of duplicates share, by one process or by several ranks.

#include <algorithm>
#include <lexikos/streamed_duplicates.hpp>
#include <span>
#include <vector>

#include "bindings/c/result.hpp"

namespace lexikos::c
{

[[nodiscard]] inline lexikos_duplicate_options duplicate_options_of(lexikos_duplicate_options const* given)
{
  return options_or(given, lexikos_duplicate_options(LEXIKOS_DUPLICATE_OPTIONS_INIT));
}

/// What both kinds of search have.
template <class Options>
void take_common(Options& options, lexikos_duplicate_options const& given)
{
  options.length = given.length;
  options.min_occurrences = given.min_occurrences;
  options.keep = enumerated(given.keep, KeepDuplicates::first_of_each_document, "what is kept");
  options.scope = given.across_documents != 0 ? DuplicateScope::across_documents : DuplicateScope::any;
  options.align = given.align_utf8 != 0 ? RangeAlignment::utf8 : RangeAlignment::symbol;
  options.max_bytes = given.max_bytes;
}

/// Of a list of the host.
[[nodiscard]] inline Array<std::uint64_t, Kokkos::HostSpace> copied(MemoryResource& resource,
                                                                    std::vector<std::uint64_t> const& values)
{
  auto const copy = detail::allocate<std::uint64_t, Kokkos::HostSpace>(resource, "lexikos::c::result", values.size());
  std::copy(values.begin(), values.end(), copy.data());
  return copy;
}

/// One that may be left out, in host memory.
template <class T>
[[nodiscard]] std::span<T const> host_span(lexikos_array const& array, char const* name)
{
  if (!is_given(array)) return {};
  auto const span = on_host<T const>(array, name);
  return {span.data(), span.extent(0)};
}

/// Texts of a streamed search, with the offsets of their documents.
struct StreamedTexts
{
  lexikos_array text;
  lexikos_array offsets;
  lexikos_array other;
  lexikos_array other_offsets;
};

/// \param ranges_of  `streamed_duplicate_ranges`, given what is in its texts and options
template <class Run, class RangesOf>
void streamed_duplicates(Run& run, StreamedTexts const& given, lexikos_duplicate_options const* options,
                         lexikos_result** result, RangesOf const& ranges_of)
{
  StreamedDuplicateOptions asked;
  take_common(asked, duplicate_options_of(options));
  asked.workspace = run.workspace();
  asked.progress = run.progress();
  auto const offsets = host_span<std::uint64_t>(given.offsets, "the array of offsets");
  with_symbol(given.text.type, "the text", [&](auto symbol) {
    using Symbol = typename decltype(symbol)::type;
    NewResult made(run, result);
    auto const text = host_span<Symbol>(given.text, "the text");
    auto const found =
        is_given(given.other)
            ? ranges_of(text, offsets, host_span<Symbol>(given.other, "the other text"),
                        host_span<std::uint64_t>(given.other_offsets, "the other array of offsets"), asked)
            : ranges_of(text, offsets, asked);
    made.add(LEXIKOS_BEGINS, copied(run.resource(), found.begins))
        .add(LEXIKOS_ENDS, copied(run.resource(), found.ends))
        .hand_out();
  });
}

}  // namespace lexikos::c
