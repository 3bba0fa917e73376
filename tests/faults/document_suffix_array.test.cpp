// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Arrays of collections, and their transform and back.

#include <lexikos/document_suffix_array.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <lexikos/document_bwt.hpp>
#include <string>
#include <tuple>
#include <vector>

#include "tests/faults/arrays.hpp"
#include "tests/faults/injection.hpp"
#include "tests/integer_texts.hpp"

namespace lexikos::tests
{

namespace
{

template <class ExecutionSpace, class Symbol>
struct CollectionOfFaults
{
  explicit CollectionOfFaults(std::vector<Symbol> const& symbols)
      : text(to_view<ExecutionSpace>(symbols)),
        documents(documents_from_host(space, std::vector<std::uint64_t>{0, 0, symbols.size() / 3, symbols.size()},
                                      symbols.size()))
  {}

  [[nodiscard]] std::size_t size() const { return text.extent(0); }
  [[nodiscard]] auto values() const { return std::tuple(to_vector(text), to_vector(documents.offsets())); }

  ExecutionSpace space = smallest_instance<ExecutionSpace>();
  TestArray<Symbol, ExecutionSpace> text;
  Documents<typename ExecutionSpace::memory_space> documents;
};

template <class Index, class ExecutionSpace, class Symbol>
void expect_collection(CollectionOfFaults<ExecutionSpace, Symbol> const& in)
{
  std::string const kind = type_name<Index>() + " of " + type_name<Symbol>();
  auto const inputs = [&] { return in.values(); };
  Faults sorting(fault_name<ExecutionSpace>("suffix_array of a collection", kind));
  sorting.expect(inputs, [&](Surroundings const& surroundings) {
    auto const array = results_of<Index, ExecutionSpace>(in.size());
    surroundings.within([&] {
      suffix_array(in.space, in.text, in.documents, array, SuffixArrayOptions{.workspace = surroundings.workspace()});
    });
    return to_vector(array);
  });
  auto const array = results_of<Index, ExecutionSpace>(in.size());
  suffix_array(in.space, in.text, in.documents, array);
  Faults common(fault_name<ExecutionSpace>("lcp_array of a collection", kind));
  common.expect(inputs, [&](Surroundings const& surroundings) {
    auto const lcp = results_of<Index, ExecutionSpace>(in.size());
    auto const plcp = results_of<Index, ExecutionSpace>(in.size());
    surroundings.within([&] {
      LcpOptions const options{.workspace = surroundings.workspace()};
      lcp_array(in.space, in.text, in.documents, array, lcp, options);
      plcp_array(in.space, in.text, in.documents, array, plcp, options);
    });
    return std::tuple(to_vector(lcp), to_vector(plcp));
  });
}

template <class ExecutionSpace, class Symbol>
void expect_collection_bwt(CollectionOfFaults<ExecutionSpace, Symbol> const& in)
{
  std::uint64_t const terminator = 1;
  auto const inputs = [&] { return in.values(); };
  std::size_t const rows = in.size() + in.documents.count();
  Faults forth(fault_name<ExecutionSpace>("burrows_wheeler_transform of a collection", type_name<Symbol>()));
  forth.expect(inputs, [&](Surroundings const& surroundings) {
    auto const bwt = results_of<Symbol, ExecutionSpace>(rows);
    DocumentBwtOptions const options{.terminator = terminator, .workspace = surroundings.workspace()};
    surroundings.within([&] { burrows_wheeler_transform(in.space, in.text, in.documents, bwt, options); });
    return to_vector(bwt);
  });
  auto const bwt = results_of<Symbol, ExecutionSpace>(rows);
  burrows_wheeler_transform(in.space, in.text, in.documents, bwt, {.terminator = terminator});
  Faults back(fault_name<ExecutionSpace>("inverse_burrows_wheeler_transform of a collection", type_name<Symbol>()));
  back.expect([&] { return to_vector(bwt); },
              [&](Surroundings const& surroundings) {
                auto const text = results_of<Symbol, ExecutionSpace>(in.size());
                auto const offsets = results_of<std::uint64_t, ExecutionSpace>(in.documents.count() + 1);
                InverseDocumentBwtOptions const options{.terminator = terminator,
                                                        .workspace = surroundings.workspace()};
                surroundings.within([&] { inverse_burrows_wheeler_transform(in.space, bwt, text, offsets, options); });
                return std::tuple(to_vector(text), to_vector(offsets));
              });
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("allocations that fail: arrays of collections", ExecutionSpace, failing_collections)
{
  auto const bytes = texts::copies_with_mutations(700, 30, 4);
  CollectionOfFaults<ExecutionSpace, std::uint8_t> const narrow(bytes);
  expect_collection<std::uint32_t>(narrow);
  expect_collection<std::uint64_t>(narrow);
  expect_collection_bwt(narrow);
  CollectionOfFaults<ExecutionSpace, std::uint32_t> const wide(
      texts::replaced(bytes, std::vector<std::uint32_t>{7, 1'000'000, 4'000'000'000u}));
  expect_collection<std::uint32_t>(wide);
  expect_collection_bwt(wide);
}
TEST_CASE_TEMPLATE_APPLY(failing_collections, Spaces);

}  // namespace lexikos::tests
