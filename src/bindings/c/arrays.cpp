// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <lexikos/bwt.hpp>
#include <lexikos/check.hpp>
#include <lexikos/document_bwt.hpp>
#include <lexikos/document_suffix_array.hpp>
#include <lexikos/lcp.hpp>
#include <lexikos/out_of_core.hpp>
#include <lexikos/suffix_array.hpp>
#include <lexikos/suffix_arrays.hpp>

#include "bindings/c/algorithms.hpp"
#include "bindings/c/documents.hpp"

namespace lexikos::c
{

namespace
{

SuffixArrayOptions sort_options(lexikos_suffix_array_options const* given)
{
  auto const options = options_or(given, lexikos_suffix_array_options(LEXIKOS_SUFFIX_ARRAY_OPTIONS_INIT));
  SuffixArrayOptions sort;
  sort.algorithm = algorithm_of(options.algorithm);
  sort.low_memory = options.low_memory != 0;
  sort.device_bytes = options.device_bytes;
  return sort;
}

enum class LcpOrder
{
  text,  ///< permuted
  array
};

/// The arguments of both LCP arrays.
struct LcpArguments
{
  lexikos_array text;
  lexikos_documents const* documents;
  lexikos_array suffix_array;
  lexikos_array inverse;
  lexikos_array lcp;
};

template <LcpOrder order, class Run, class Text, class Index>
void build_lcp(Run& run, LcpArguments const& given, Text const& text, Tag<Index>)
{
  using Memory = typename Run::memory_space;
  LcpOptions const options{run.workspace(), run.progress()};
  Span<Index const, Memory> const suffixes = run.template in<Index>(given.suffix_array, "the suffix array");
  Span<Index const, Memory> const inverse = run.template in_if_given<Index>(given.inverse, "the inverse suffix array");
  Span<Index, Memory> const lcp = run.template out<Index>(given.lcp, "the LCP array");
  auto const& space = run.space();
  if (given.documents != nullptr) {
    auto const& documents = documents_in<Memory>(*given.documents);
    if constexpr (order == LcpOrder::text)
      plcp_array(space, text, documents, suffixes, lcp, options);
    else
      lcp_array(space, text, documents, suffixes, lcp, options);
  }
  else if (is_given(given.inverse)) {
    if constexpr (order == LcpOrder::text)
      plcp_array(space, text, suffixes, inverse, lcp, options);
    else
      lcp_array(space, text, suffixes, inverse, lcp, options);
  }
  else {
    if constexpr (order == LcpOrder::text)
      plcp_array(space, text, suffixes, lcp, options);
    else
      lcp_array(space, text, suffixes, lcp, options);
  }
}

template <LcpOrder order>
lexikos_status any_lcp(lexikos_context* context, LcpArguments const& given)
{
  return call(context, [&](auto& run) {
    with_symbol(given.text.type, "the text", [&](auto symbol) {
      auto const text = run.template in<typename decltype(symbol)::type>(given.text, "the text");
      with_index(given.suffix_array.type, "the suffix array",
                 [&](auto index) { build_lcp<order>(run, given, text, index); });
    });
  });
}

/// Arrays of the host pass through a GPU at once where all fit there, and else in parts. Returns whether that is what they are.
template <class Run, class Symbol, class Index>
bool sorts_from_host(Run& run, lexikos_array const& text, lexikos_array const& suffix_array,
                     lexikos_array const& inverse, SuffixArrayOptions const& options, Tag<Symbol>, Tag<Index>)
{
  if constexpr (detail::works_on_host<typename Run::execution_space>)
    return false;
  else {
    for (auto const* const array : {&text, &suffix_array, &inverse})
      if (array->memory == LEXIKOS_DEVICE_MEMORY) return false;
    auto const symbols = on_host<Symbol const>(text, "the text");
    auto const suffixes = on_host<Index>(suffix_array, "the suffix array");
    if (is_given(inverse))
      lexikos::suffix_array(run.space(), symbols, suffixes, on_host<Index>(inverse, "the inverse suffix array"),
                            options);
    else
      lexikos::suffix_array(run.space(), symbols, suffixes, options);
    return true;
  }
}

void report(SuffixArrayCheck const& found, lexikos_check* check)
{
  *check = {found.index, static_cast<lexikos_defect>(found.defect), 0};
}

}  // namespace

}  // namespace lexikos::c

using namespace lexikos::c;

lexikos_status lexikos_suffix_array_algorithms(lexikos_context const* context, uint64_t capacity,
                                               lexikos_algorithm* algorithms, uint64_t* count)
{
  return guarded([&] {
    require_pointer(context, "the context");
    require_pointer(count, "the place of the count");
    std::visit(
        [&](auto const& space) {
          auto const list = lexikos::suffix_array_algorithms<std::remove_cvref_t<decltype(space)>>();
          if (capacity != 0) require_pointer(algorithms, "the place of the algorithms");
          for (std::size_t i = 0; i < list.size() && i < capacity; ++i) algorithms[i] = number_of(list[i]);
          *count = list.size();
        },
        context->space);
  });
}

lexikos_status lexikos_suffix_array(lexikos_context* context, lexikos_array text, lexikos_documents const* documents,
                                    lexikos_array suffix_array, lexikos_array inverse,
                                    lexikos_suffix_array_options const* options)
{
  return call(context, [&](auto& run) {
    using Memory = typename std::remove_cvref_t<decltype(run)>::memory_space;
    auto sort = sort_options(options);
    sort.workspace = run.workspace();
    sort.progress = run.progress();
    with_symbol(text.type, "the text", [&](auto symbol) {
      with_index(suffix_array.type, "the suffix array", [&](auto index) {
        using Index = typename decltype(index)::type;
        if (documents == nullptr && sorts_from_host(run, text, suffix_array, inverse, sort, symbol, index)) return;
        auto const symbols = run.template in<typename decltype(symbol)::type>(text, "the text");
        auto const suffixes = run.template out<Index>(suffix_array, "the suffix array");
        auto const ranks = run.template out_if_given<Index>(inverse, "the inverse suffix array");
        if (documents != nullptr) {
          auto const& list = documents_in<Memory>(*documents);
          if (is_given(inverse))
            lexikos::suffix_array(run.space(), symbols, list, suffixes, ranks, sort);
          else
            lexikos::suffix_array(run.space(), symbols, list, suffixes, sort);
        }
        else if (is_given(inverse))
          lexikos::suffix_array(run.space(), symbols, suffixes, ranks, sort);
        else
          lexikos::suffix_array(run.space(), symbols, suffixes, sort);
      });
    });
  });
}

lexikos_status lexikos_suffix_arrays(lexikos_context* context, lexikos_array texts, lexikos_documents const* documents,
                                     lexikos_array arrays, lexikos_suffix_array_options const* options)
{
  return call(context, [&](auto& run) {
    using Memory = typename std::remove_cvref_t<decltype(run)>::memory_space;
    require_pointer(documents, "the documents");
    auto sort = sort_options(options);
    sort.workspace = run.workspace();
    sort.progress = run.progress();
    with_symbol(texts.type, "the texts", [&](auto symbol) {
      with_index(arrays.type, "the suffix arrays", [&](auto index) {
        auto const symbols = run.template in<typename decltype(symbol)::type>(texts, "the texts");
        auto const results = run.template out<typename decltype(index)::type>(arrays, "the suffix arrays");
        lexikos::suffix_arrays(run.space(), symbols, documents_in<Memory>(*documents), results, sort);
      });
    });
  });
}

lexikos_status lexikos_suffix_array_out_of_core(lexikos_context* context, lexikos_array text,
                                                lexikos_array suffix_array, lexikos_array inverse,
                                                lexikos_suffix_array_options const* options)
{
  return call(context, [&](auto& run) {
    auto sort = sort_options(options);
    sort.workspace = run.workspace();
    sort.progress = run.progress();
    with_symbol(text.type, "the text", [&](auto symbol) {
      auto const symbols = on_host<typename decltype(symbol)::type const>(text, "the text");
      if (suffix_array.type == LEXIKOS_U8 && !is_given(inverse)) {
        lexikos::FiveByteEntries const entries(on_host<std::uint8_t>(suffix_array, "the suffix array"));
        return lexikos::suffix_array_out_of_core(run.space(), symbols, entries, sort);
      }
      with_index(suffix_array.type, "the suffix array", [&](auto index) {
        using Index = typename decltype(index)::type;
        auto const suffixes = on_host<Index>(suffix_array, "the suffix array");
        if (is_given(inverse))
          lexikos::suffix_array_out_of_core(run.space(), symbols, suffixes,
                                            on_host<Index>(inverse, "the inverse suffix array"), sort);
        else
          lexikos::suffix_array_out_of_core(run.space(), symbols, suffixes, sort);
      });
    });
  });
}

lexikos_status lexikos_choose_suffix_array_algorithm(lexikos_context* context, lexikos_array text,
                                                     lexikos_type index_type,
                                                     lexikos_suffix_array_options const* options,
                                                     lexikos_algorithm* algorithm)
{
  return call(context, [&](auto& run) {
    require_pointer(algorithm, "the place of the algorithm");
    auto sort = sort_options(options);
    sort.workspace = run.workspace();
    with_symbol(text.type, "the text", [&](auto symbol) {
      with_index(index_type, "the suffix array", [&](auto index) {
        auto const symbols = run.template in<typename decltype(symbol)::type>(text, "the text");
        auto const choice =
            lexikos::choose_suffix_array_algorithm<typename decltype(index)::type>(run.space(), symbols, sort);
        *algorithm = number_of(choice.algorithm);
      });
    });
  });
}

lexikos_status lexikos_inverse_suffix_array(lexikos_context* context, lexikos_array suffix_array, lexikos_array inverse)
{
  return call(context, [&](auto& run) {
    with_index(suffix_array.type, "the suffix array", [&](auto tag) {
      using Index = typename decltype(tag)::type;
      auto const suffixes = run.template in<Index>(suffix_array, "the suffix array");
      auto const ranks = run.template out<Index>(inverse, "the inverse suffix array");
      lexikos::inverse_suffix_array(run.space(), suffixes, ranks, {run.workspace(), run.progress()});
    });
  });
}

lexikos_status lexikos_plcp_array(lexikos_context* context, lexikos_array text, lexikos_documents const* documents,
                                  lexikos_array suffix_array, lexikos_array inverse, lexikos_array plcp)
{
  return any_lcp<LcpOrder::text>(context, {text, documents, suffix_array, inverse, plcp});
}

lexikos_status lexikos_lcp_array(lexikos_context* context, lexikos_array text, lexikos_documents const* documents,
                                 lexikos_array suffix_array, lexikos_array inverse, lexikos_array lcp)
{
  return any_lcp<LcpOrder::array>(context, {text, documents, suffix_array, inverse, lcp});
}

lexikos_status lexikos_lcp_statistics(lexikos_context* context, lexikos_array lcp, lexikos_lcp_summary* summary)
{
  return call(context, [&](auto& run) {
    require_pointer(summary, "the place of the summary");
    with_index(lcp.type, "the LCP array", [&](auto tag) {
      auto const lengths = run.template in<typename decltype(tag)::type>(lcp, "the LCP array");
      auto const found = lexikos::lcp_statistics(run.space(), lengths);
      *summary = {found.maximum, found.mean};
    });
  });
}

lexikos_status lexikos_check_suffix_array(lexikos_context* context, lexikos_array text, lexikos_array suffix_array,
                                          lexikos_check* check)
{
  return call(context, [&](auto& run) {
    require_pointer(check, "the place of the check");
    with_symbol(text.type, "the text", [&](auto symbol) {
      with_index(suffix_array.type, "the suffix array", [&](auto index) {
        auto const symbols = run.template in<typename decltype(symbol)::type>(text, "the text");
        auto const suffixes = run.template in<typename decltype(index)::type>(suffix_array, "the suffix array");
        report(lexikos::check_suffix_array(run.space(), symbols, suffixes, {run.workspace()}), check);
      });
    });
  });
}

lexikos_status lexikos_check_suffix_array_sequentially(lexikos_context* context, lexikos_array text,
                                                       lexikos_array suffix_array, lexikos_check* check)
{
  return call(context, [&](auto&) {
    require_pointer(check, "the place of the check");
    with_symbol(text.type, "the text", [&](auto symbol) {
      with_index(suffix_array.type, "the suffix array", [&](auto index) {
        using Symbol = typename decltype(symbol)::type;
        using Index = typename decltype(index)::type;
        auto const symbols = on_host<Symbol const>(text, "the text");
        auto const suffixes = on_host<Index const>(suffix_array, "the suffix array");
        report(lexikos::check_suffix_array_sequentially(symbols, suffixes), check);
      });
    });
  });
}

lexikos_status lexikos_check_inverse_suffix_array(lexikos_context* context, lexikos_array suffix_array,
                                                  lexikos_array inverse, lexikos_check* check)
{
  return call(context, [&](auto& run) {
    require_pointer(check, "the place of the check");
    with_index(suffix_array.type, "the suffix array", [&](auto tag) {
      using Index = typename decltype(tag)::type;
      auto const suffixes = run.template in<Index>(suffix_array, "the suffix array");
      auto const ranks = run.template in<Index>(inverse, "the inverse suffix array");
      report(lexikos::check_inverse_suffix_array(run.space(), suffixes, ranks), check);
    });
  });
}

lexikos_status lexikos_burrows_wheeler_transform(lexikos_context* context, lexikos_array text,
                                                 lexikos_array suffix_array, lexikos_array bwt,
                                                 lexikos_suffix_array_options const* options, uint64_t* primary_index)
{
  return call(context, [&](auto& run) {
    require_pointer(primary_index, "the place of the primary index");
    auto const sort = sort_options(options);
    lexikos::BwtOptions transform;
    transform.algorithm = sort.algorithm;
    transform.low_memory = sort.low_memory;
    transform.workspace = run.workspace();
    transform.progress = run.progress();
    if (!is_given(suffix_array)) {
      auto const symbols = run.template in<std::uint8_t>(text, "the text");
      auto const result = run.template out<std::uint8_t>(bwt, "the transform");
      *primary_index = lexikos::burrows_wheeler_transform(run.space(), symbols, result, transform);
      return;
    }
    with_token(text.type, "the text", [&](auto symbol) {
      with_index(suffix_array.type, "the suffix array", [&](auto index) {
        using Symbol = typename decltype(symbol)::type;
        auto const symbols = run.template in<Symbol>(text, "the text");
        auto const suffixes = run.template in<typename decltype(index)::type>(suffix_array, "the suffix array");
        auto const result = run.template out<Symbol>(bwt, "the transform");
        *primary_index = lexikos::burrows_wheeler_transform(run.space(), symbols, suffixes, result, transform);
      });
    });
  });
}

lexikos_status lexikos_burrows_wheeler_transform_out_of_core(lexikos_context* context, lexikos_array text,
                                                             lexikos_array bwt,
                                                             lexikos_suffix_array_options const* options,
                                                             uint64_t* primary_index)
{
  return call(context, [&](auto& run) {
    require_pointer(primary_index, "the place of the primary index");
    auto sort = sort_options(options);
    sort.workspace = run.workspace();
    sort.progress = run.progress();
    auto const symbols = on_host<std::uint8_t const>(text, "the text");
    auto const result = on_host<std::uint8_t>(bwt, "the transform");
    *primary_index = lexikos::burrows_wheeler_transform_out_of_core(run.space(), symbols, result, sort);
  });
}

lexikos_status lexikos_inverse_burrows_wheeler_transform(lexikos_context* context, lexikos_array bwt,
                                                         uint64_t primary_index, lexikos_array text)
{
  return call(context, [&](auto& run) {
    auto const symbols = run.template in<std::uint8_t>(bwt, "the transform");
    auto const result = run.template out<std::uint8_t>(text, "the text");
    lexikos::inverse_burrows_wheeler_transform(run.space(), symbols, primary_index, result,
                                               {run.workspace(), run.progress()});
  });
}

lexikos_status lexikos_document_burrows_wheeler_transform(lexikos_context* context, lexikos_array text,
                                                          lexikos_documents const* documents,
                                                          lexikos_array suffix_array, uint64_t terminator,
                                                          lexikos_array bwt)
{
  return call(context, [&](auto& run) {
    using Memory = typename std::remove_cvref_t<decltype(run)>::memory_space;
    require_pointer(documents, "the documents");
    auto const& list = documents_in<Memory>(*documents);
    lexikos::DocumentBwtOptions options;
    options.terminator = terminator;
    options.workspace = run.workspace();
    options.progress = run.progress();
    with_token(text.type, "the text", [&](auto symbol) {
      using Symbol = typename decltype(symbol)::type;
      auto const symbols = run.template in<Symbol>(text, "the text");
      auto const result = run.template out<Symbol>(bwt, "the transform");
      if (!is_given(suffix_array)) {
        lexikos::burrows_wheeler_transform(run.space(), symbols, list, result, options);
        return;
      }
      with_index(suffix_array.type, "the suffix array", [&](auto index) {
        auto const suffixes = run.template in<typename decltype(index)::type>(suffix_array, "the suffix array");
        lexikos::burrows_wheeler_transform(run.space(), symbols, list, suffixes, result, options);
      });
    });
  });
}

lexikos_status lexikos_inverse_document_burrows_wheeler_transform(lexikos_context* context, lexikos_array bwt,
                                                                  uint64_t terminator, lexikos_array text,
                                                                  lexikos_array offsets)
{
  return call(context, [&](auto& run) {
    with_token(bwt.type, "the transform", [&](auto symbol) {
      using Symbol = typename decltype(symbol)::type;
      auto const symbols = run.template in<Symbol>(bwt, "the transform");
      auto const result = run.template out<Symbol>(text, "the text");
      auto const places = run.template out<std::uint64_t>(offsets, "the offsets");
      lexikos::InverseDocumentBwtOptions options;
      options.terminator = terminator;
      options.workspace = run.workspace();
      options.progress = run.progress();
      lexikos::inverse_burrows_wheeler_transform(run.space(), symbols, result, places, options);
    });
  });
}
