// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The permuted LCP array of a collection with budgets so small that teams, and all teams together, compare.

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <lexikos/documents.hpp>
#include <vector>

#include "lcp/plcp.hpp"
#include "tests/document_suffix_array/collections.hpp"
#include "tests/first_difference.hpp"
#include "tests/spaces.hpp"

namespace lexikos::tests
{

namespace
{

using lcp_detail::ComparisonBudget;

/// What stands in the view is Phi before the call, and the permuted LCP array after it.
template <class ExecutionSpace>
std::vector<std::uint32_t> plcp_of_phi(Collection const& collection, std::vector<std::uint32_t> const& phi,
                                       ComparisonBudget const& budget)
{
  ExecutionSpace const space{};
  std::size_t const n = collection.symbols.size();
  auto const text = to_view<ExecutionSpace>(collection.symbols);
  auto const documents = documents_from_host(space, collection.offsets, n);
  auto const plcp = to_view<ExecutionSpace>(phi);
  Workspace workspace;
  Progress const nobody;
  detail::ProgressReport<ExecutionSpace> progress(space, nobody, 0);
  lcp_detail::DocumentText const symbols{{{text.data(), n}, 0}, documents.queries()};
  lcp_detail::plcp_by_levels<ExecutionSpace, std::uint32_t>(
      space, symbols, detail::span_of<ExecutionSpace, std::uint32_t>(plcp), budget, workspace, progress);
  space.fence();
  CHECK(workspace.peak_bytes() <= lcp_detail::plcp_by_levels_bytes<std::uint32_t>(n, 1, budget));
  return to_vector(plcp);
}

template <class ExecutionSpace>
void expect_budgets()
{
  for (auto const& [name, collection] : structured_collections(2'500)) {
    CAPTURE(name);
    auto const arrays = reference::arrays_by_ends(collection, std::uint8_t{0});
    std::vector<std::uint32_t> phi(collection.symbols.size()), expected(phi.size());
    for (std::size_t i = 0; i < phi.size(); ++i) {
      phi[arrays.suffix_array[i]] = i == 0 ? lcp_detail::no_phi<std::uint32_t> : arrays.suffix_array[i - 1];
      expected[arrays.suffix_array[i]] = arrays.lcp[i];
    }
    for (ComparisonBudget const budget : {ComparisonBudget{1, 1}, ComparisonBudget{8, 64}, ComparisonBudget{16, 16},
                                          ComparisonBudget{64, ComparisonBudget::unlimited}, ComparisonBudget{}})
    {
      CAPTURE(budget.thread);
      CAPTURE(budget.team);
      CHECK(first_difference(plcp_of_phi<ExecutionSpace>(collection, phi, budget), expected) == "");
    }
  }
}

/// Phi of an array that is not a suffix array: no value reaches beyond the document, and the run ends.
template <class ExecutionSpace>
void expect_wrong_phi()
{
  std::size_t const n = 3'000;
  Collection const collection{texts::letter(n), random_cut(n, 200, true, 3)};
  texts::Random next(5);
  std::vector<std::uint32_t> phi(n);
  for (auto& p : phi) p = static_cast<std::uint32_t>(next.below(n));
  for (ComparisonBudget const budget : {ComparisonBudget{8, 64}, ComparisonBudget{}}) {
    CAPTURE(budget.thread);
    auto const plcp = plcp_of_phi<ExecutionSpace>(collection, phi, budget);
    for (std::size_t d = 0; d < collection.documents(); ++d)
      for (std::size_t p = collection.offsets[d]; p < collection.offsets[d + 1]; ++p) {
        CAPTURE(p);
        REQUIRE(plcp[p] <= collection.offsets[d + 1] - p);
      }
  }
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("common prefixes end with documents, whoever compares", ExecutionSpace, document_levels)
{
  expect_budgets<ExecutionSpace>();
  expect_wrong_phi<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(document_levels, Spaces);

}  // namespace lexikos::tests
