// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Suffix arrays of many texts, each beside the definition.

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/check.hpp>
#include <lexikos/suffix_arrays.hpp>
#include <numeric>
#include <string>
#include <vector>

#include "tests/code_of.hpp"
#include "tests/document_suffix_array/collections.hpp"
#include "tests/first_difference.hpp"
#include "tests/progress.hpp"
#include "tests/spaces.hpp"
#include "tests/workspace_bounds.hpp"

namespace lexikos::tests
{

namespace
{

constexpr SuffixArrayAlgorithm both_ways[] = {SuffixArrayAlgorithm::automatic, SuffixArrayAlgorithm::prefix_doubling};

/// The suffixes of each text, sorted by comparison.
template <class Symbol>
reference::Positions arrays_of(reference::CollectionText<Symbol> const& texts)
{
  reference::Positions arrays(texts.symbols.size());
  for (std::size_t d = 0; d < texts.documents(); ++d) {
    auto const begin = static_cast<std::ptrdiff_t>(texts.offsets[d]);
    auto const text = texts.symbols.begin() + begin;
    auto const end = texts.symbols.begin() + static_cast<std::ptrdiff_t>(texts.offsets[d + 1]);
    auto const array = arrays.begin() + begin;
    std::iota(array, array + (end - text), 0);
    std::sort(array, array + (end - text), [&](auto p, auto q) {
      return std::lexicographical_compare(text + static_cast<std::ptrdiff_t>(p), end,
                                          text + static_cast<std::ptrdiff_t>(q), end);
    });
  }
  return arrays;
}

template <class Index, class ExecutionSpace, class Symbol>
void expect_arrays(ExecutionSpace const& space, reference::CollectionText<Symbol> const& texts, Workspace* workspace)
{
  std::size_t const n = texts.symbols.size();
  CAPTURE(n);
  CAPTURE(sizeof(Symbol));
  CAPTURE(sizeof(Index));
  auto const text = to_view<ExecutionSpace>(texts.symbols);
  auto const documents = documents_from_host(space, texts.offsets, n);
  auto const expected = arrays_of(texts);
  for (auto const algorithm : both_ways) {
    CAPTURE(std::string(to_string(algorithm)));
    TestArray<Index, ExecutionSpace> const arrays("arrays", n);
    Kokkos::deep_copy(arrays, Index{77});
    suffix_arrays(space, text, documents, arrays, {.algorithm = algorithm, .workspace = workspace});
    REQUIRE(first_difference(to_vector(arrays), expected) == "");
  }
}

/// All texts of two letters, with all cuts.
template <class ExecutionSpace>
void expect_small_texts()
{
  auto const space = smallest_instance<ExecutionSpace>();
  Workspace workspace;
  std::size_t number = 0;
  std::size_t const stride = stride_of_small_cases<ExecutionSpace>();
  for (std::size_t length = 0; length <= 5; ++length)
    texts::for_each_text(length, 2, [&](texts::Text const& text) {
      for_each_cut(length, length < 4 ? 2 : 1, [&](Offsets const& offsets) {
        if (number++ % stride == 0) expect_arrays<std::uint32_t>(space, Collection{text, offsets}, &workspace);
      });
    });
}

/// The text's letters, spread over the values of wider symbols by a factor that keeps their order.
template <class Symbol>
reference::CollectionText<Symbol> widened(Collection const& texts, Symbol factor, Symbol first)
{
  reference::CollectionText<Symbol> wide{{}, texts.offsets};
  for (auto const c : texts.symbols) wide.symbols.push_back(static_cast<Symbol>(first + factor * c));
  return wide;
}

template <class ExecutionSpace>
void expect_structured_texts()
{
  ExecutionSpace const space{};
  Workspace workspace;
  for (auto const& [name, collection] : structured_collections(1'000)) {
    CAPTURE(name);
    expect_arrays<std::uint32_t>(space, collection, &workspace);
    expect_arrays<std::uint64_t>(space, widened<std::uint64_t>(collection, std::uint64_t{1} << 55, 3), &workspace);
  }
}

/// Texts of more than 256 distinct symbols, of values near each other and far apart.
template <class ExecutionSpace>
void expect_wide_symbols()
{
  ExecutionSpace const space{};
  texts::Random next(5);
  std::size_t const n = 6'000;
  for (std::uint64_t const alphabet : {300u, 5'000u, 60'000u}) {
    CAPTURE(alphabet);
    reference::CollectionText<std::uint16_t> narrow{std::vector<std::uint16_t>(n),
                                                    random_cut(n, 3'000, true, alphabet)};
    for (auto& c : narrow.symbols) c = static_cast<std::uint16_t>(next.below(alphabet));
    reference::CollectionText<std::uint32_t> far{{}, narrow.offsets};
    for (auto const c : narrow.symbols) far.symbols.push_back(70'000u * c + 1);
    expect_arrays<std::uint64_t>(space, narrow, nullptr);
    expect_arrays<std::uint32_t>(space, far, nullptr);
    reference::CollectionText<std::uint64_t> farther{{far.symbols.begin(), far.symbols.end()}, narrow.offsets};
    for (auto& c : farther.symbols) c <<= 30;
    expect_arrays<std::uint32_t>(space, farther, nullptr);
  }
}

/// A text that all threads sort together, between shorter ones; the longest that one thread sorts; and many of one length.
template <class ExecutionSpace, class Index>
void expect_long_texts()
{
  ExecutionSpace const space{};
  std::size_t const longest = std::size_t{1} << 20;
  auto symbols = texts::copies_with_mutations(2 * longest + 10'000, 50'000, 3);
  Offsets offsets = {0, 5, longest + 6, 2 * longest + 6};
  while (offsets.back() < symbols.size()) offsets.push_back(std::min(symbols.size(), offsets.back() + 100));
  auto const text = to_view<ExecutionSpace>(symbols);
  auto const documents = documents_from_host(space, offsets, symbols.size());
  TestArray<Index, ExecutionSpace> const arrays("arrays", symbols.size());
  SuffixArrayStatistics statistics;
  suffix_arrays(space, text, documents, arrays, {.statistics = &statistics});
  CHECK(statistics.reason != "");
  CHECK(statistics.workspace_bytes <=
        suffix_arrays_workspace_bytes<ExecutionSpace, Index>(symbols.size(), longest + 1));
  for (std::size_t d = 0; d + 1 < offsets.size(); ++d) {
    CAPTURE(d);
    std::pair const part(offsets[d], offsets[d + 1]);
    REQUIRE(static_cast<bool>(check_suffix_array(space, Kokkos::subview(text, part), Kokkos::subview(arrays, part))));
  }
}

template <class ExecutionSpace, class Symbol, class Index>
void expect_bounds_of_batch()
{
  ExecutionSpace const space = own_instance<ExecutionSpace>();
  for (std::size_t const n : {0u, 1u, 1'000u, 100'000u})
    for (std::size_t const longest : {20u, 30'000u}) {
      CAPTURE(n);
      CAPTURE(longest);
      texts::Text const symbols = texts::random(n, 250, n);
      auto const offsets = random_cut(n, longest, true, n);
      auto const texts = widened<Symbol>({symbols, offsets}, static_cast<Symbol>(sizeof(Symbol) == 1 ? 1 : 200), 0);
      auto const text = to_view<ExecutionSpace>(texts.symbols);
      auto const documents = documents_from_host(space, offsets, n);
      TestArray<Index, ExecutionSpace> const arrays("arrays", n);
      for (auto const algorithm : both_ways)
        expect_bounds(
            space, {{std::string(to_string(algorithm)),
                     suffix_arrays_workspace_bytes<ExecutionSpace, Index, Symbol>(n, std::min(n, longest), algorithm),
                     [&](Workspace* workspace) {
                       suffix_arrays(space, text, documents, arrays, {.algorithm = algorithm, .workspace = workspace});
                     }}});
    }
}

template <class ExecutionSpace>
void expect_refusals_of_batch()
{
  ExecutionSpace const space{};
  auto const text = to_view<ExecutionSpace>(texts::random(100, 4, 1));
  TestArray<std::uint32_t, ExecutionSpace> const arrays("arrays", 100), longer("longer", 101);
  auto const documents = documents_from_host(space, Offsets{0, 30, 100}, 100);
  constexpr auto invalid = ErrorCode::invalid_argument;
  CHECK(code_of([&] { suffix_arrays(space, text, documents, longer); }) == invalid);
  for (auto const& offsets : {Offsets{0, 99}, Offsets{1, 100}, Offsets{0}})
    CHECK(code_of([&] { suffix_arrays(space, text, documents_from_host(space, offsets, 100), arrays); }) == invalid);
  for (auto const algorithm : suffix_array_algorithms<ExecutionSpace>()) {
    bool const is_known =
        algorithm == SuffixArrayAlgorithm::prefix_doubling || algorithm == SuffixArrayAlgorithm::induced_sorting;
    CHECK(code_of([&] { suffix_arrays(space, text, documents, arrays, {.algorithm = algorithm}); }) ==
          (is_known ? std::nullopt : std::optional(ErrorCode::not_supported)));
  }
  Workspace workspace;
  for (auto const algorithm : both_ways)
    expect_progress(1, [&](Progress const& progress) {
      suffix_arrays(space, text, documents, arrays,
                    {.algorithm = algorithm, .workspace = &workspace, .progress = progress});
    });
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("many texts are sorted each by itself", ExecutionSpace, batch)
{
  expect_small_texts<ExecutionSpace>();
  expect_structured_texts<ExecutionSpace>();
  expect_wide_symbols<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(batch, Spaces);

TEST_CASE_TEMPLATE_DEFINE("of many texts some may be long", ExecutionSpace, long_texts)
{
  expect_long_texts<ExecutionSpace, std::uint32_t>();
  expect_long_texts<ExecutionSpace, std::uint64_t>();
}
TEST_CASE_TEMPLATE_APPLY(long_texts, Spaces);

TEST_CASE_TEMPLATE_DEFINE("many texts: what is taken, refused and reported", ExecutionSpace, batch_interface)
{
  expect_bounds_of_batch<ExecutionSpace, std::uint8_t, std::uint32_t>();
  expect_bounds_of_batch<ExecutionSpace, std::uint16_t, std::uint64_t>();
  expect_bounds_of_batch<ExecutionSpace, std::uint64_t, std::uint32_t>();
  expect_refusals_of_batch<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(batch_interface, Spaces);

}  // namespace lexikos::tests
