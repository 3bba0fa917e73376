// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "common/counting_resource.hpp"
#include "tests/code_of.hpp"
#include "tests/file/scratch_folder.hpp"
#include "tests/wavelet/structures.hpp"
#include "tests/workspace_bounds.hpp"
#include "wavelet/points.hpp"

// What callers of wavelet structures are promised apart from right answers: errors, memory, and what does not compile.

namespace lexikos::tests
{

namespace
{

/// Every batch refuses views of other lengths, and writes nothing.
template <class ExecutionSpace, class Structure>
void expect_shapes(ExecutionSpace const& space, Structure const& structure)
{
  using Numbers = TestArray<std::uint64_t, ExecutionSpace>;
  using Symbols = TestArray<std::uint8_t, ExecutionSpace>;
  Numbers const two("two", 2);
  Numbers const three("three", 3);
  Symbols const two_symbols("two", 2);
  Symbols const three_symbols("three", 3);
  Kokkos::deep_copy(three, 77);
  Kokkos::deep_copy(three_symbols, 77);
  auto const expect_refused = [&](char const* what, auto const& call) {
    CAPTURE(what);
    CHECK(code_of(call) == ErrorCode::invalid_argument);
    space.fence();
    CHECK(difference(three, std::vector<std::uint64_t>(3, 77)) == "");
    CHECK(difference(three_symbols, std::vector<std::uint8_t>(3, 77)) == "");
  };
  expect_refused("access", [&] { structure.access(space, two, three_symbols); });
  expect_refused("rank", [&] { structure.rank(space, two_symbols, two, three); });
  expect_refused("rank", [&] { structure.rank(space, three_symbols, two, two); });
  expect_refused("select", [&] { structure.select(space, two_symbols, two, three); });
  expect_refused("select", [&] { structure.select(space, three_symbols, two, two); });
  expect_refused("inverse_select", [&] { structure.inverse_select(space, two, two_symbols, three); });
  expect_refused("inverse_select", [&] { structure.inverse_select(space, two, three_symbols, two); });
  expect_refused("rank_all", [&] { structure.rank_all(space, two, three); });
  expect_refused("range_count", [&] { structure.range_count(space, two, two, two, two, three); });
  expect_refused("range_count", [&] { structure.range_count(space, two, two, two, three, two); });
  expect_refused("range_quantile", [&] { structure.range_quantile(space, two, two, two, three); });
  expect_refused("range_quantile", [&] { structure.range_quantile(space, two, two, three, two); });
  expect_refused("range_next_value", [&] { structure.range_next_value(space, two_symbols, two, two, three); });
  expect_refused("range_previous_value", [&] { structure.range_previous_value(space, three_symbols, two, two, two); });
  expect_refused("distinct_offsets", [&] { (void)structure.distinct_offsets(space, three, three, three); });
  expect_refused("distinct", [&] { structure.distinct(space, two, two, two, three_symbols, three); });
  expect_refused("distinct", [&] { structure.distinct(space, two, two, three, three_symbols, two); });
  expect_refused("top_k", [&] { structure.top_k(space, two, two, 1, three_symbols, three, two); });
  expect_refused("top_k", [&] { structure.top_k(space, two, two, 1, two_symbols, two, three); });
  auto const no_symbols = Kokkos::subview(two_symbols, std::pair(0, 0));
  auto const nothing = Kokkos::subview(two, std::pair(0, 0));
  std::uint64_t const half = std::uint64_t{1} << 63;  // twice as many are 0, counted in 64 bits
  expect_refused("top_k", [&] { structure.top_k(space, two, two, half, no_symbols, nothing, two); });
}

template <class ExecutionSpace>
void expect_shapes_of_all()
{
  auto const space = smallest_instance<ExecutionSpace>();
  for_each_structure(space, generated<std::uint8_t>(100, 7, 3, Spread::uniform, 1), {},
                     [&](auto const& structure) { expect_shapes(space, structure); });
}

/// The text on the device and on the host, whole and in chunks.
template <class ExecutionSpace, class Symbol>
std::vector<BoundedCall> builds_of(ExecutionSpace const& space, std::vector<Symbol> const& text, std::size_t symbols)
{
  std::vector<BoundedCall> calls;
  auto const view = to_view<ExecutionSpace>(text);
  std::size_t const n = text.size();
  for_each_structure_type<ExecutionSpace, Symbol>([&](auto tag, WaveletShape shape) {
    using Structure = typename decltype(tag)::type;
    for (std::size_t const budget : {std::size_t{0}, std::size_t{50'000}}) {
      calls.push_back(
          {"a text of the device, budget " + std::to_string(budget),
           wavelet_workspace_bytes<ExecutionSpace, Structure>(n, symbols, false, budget), [=](Workspace* workspace) {
             (void)Structure(space, view, {.shape = shape, .memory_budget = budget, .workspace = workspace});
           }});
      calls.push_back(
          {"a text of the host, budget " + std::to_string(budget),
           wavelet_workspace_bytes<ExecutionSpace, Structure>(n, symbols, true, budget), [=](Workspace* workspace) {
             Span<Symbol const, Kokkos::HostSpace> const on_host(text.data(), text.size());
             (void)Structure(space, on_host, {.shape = shape, .memory_budget = budget, .workspace = workspace});
           }});
    }
  });
  return calls;
}

template <class ExecutionSpace>
void expect_workspaces()
{
  ExecutionSpace const space = own_instance<ExecutionSpace>();
  expect_bounds(space, builds_of(space, std::vector<std::uint8_t>{}, 0));
  expect_bounds(space, builds_of(space, generated<std::uint8_t>(100'000, 256, 1, Spread::uniform, 1), 256));
  expect_bounds(space, builds_of(space, generated<std::uint8_t>(100'000, 1, 1, Spread::uniform, 1), 1));
  expect_bounds(space, builds_of(space, generated<std::uint16_t>(50'000, 300, 200, Spread::skewed, 1), 300));
  auto const spread_out = generated<std::uint32_t>(30'000, 1u << 31, 2, Spread::uniform, 1);
  expect_bounds(space, builds_of(space, spread_out, 30'000));

  std::vector<BoundedCall> batches;
  std::size_t const n = 100'000;
  WaveletMatrix<typename ExecutionSpace::memory_space, std::uint32_t> const matrix(space,
                                                                                   to_view<ExecutionSpace>(spread_out));
  TestArray<std::uint32_t, ExecutionSpace> const symbols("symbols", n);
  TestArray<std::uint64_t, ExecutionSpace> const numbers("numbers", n);
  TestArray<std::uint64_t, ExecutionSpace> const results("results", n);
  TestArray<std::uint64_t, ExecutionSpace> const offsets("offsets", n + 1);
  std::size_t const bound = wavelet_batch_workspace_bytes<ExecutionSpace>(n);
  expect_bounds(
      space,
      {{"rank", bound,
        [&](Workspace* w) { matrix.rank(space, symbols, numbers, results, {.sort_by_symbol = true, .workspace = w}); }},
       {"select", bound,
        [&](Workspace* w) {
          matrix.select(space, symbols, numbers, results, {.sort_by_symbol = true, .workspace = w});
        }},
       {"distinct_offsets", bound,
        [&](Workspace* w) { (void)matrix.distinct_offsets(space, numbers, numbers, offsets, {.workspace = w}); }}});
  space.fence();
}

/// All memory of a build and of a load is of the resource that they are given.
template <class ExecutionSpace>
void expect_resources()
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  constexpr MemoryKind kind = memory_kind<MemorySpace>();
  ExecutionSpace const space{};
  auto const view = to_view<ExecutionSpace>(generated<std::uint8_t>(10'000, 100, 2, Spread::skewed, 1));
  detail::CountingResource fallback;
  detail::DefaultResource const as_default(fallback);
  ScratchFolder const folder;
  for_each_structure_type<ExecutionSpace, std::uint8_t>([&](auto tag, WaveletShape shape) {
    using Structure = typename decltype(tag)::type;
    detail::CountingResource resource(kokkos_memory_resource());
    {
      Workspace workspace(resource);
      Structure const structure(space, view, {.shape = shape, .workspace = &workspace});
      workspace.release();
      CHECK(resource.bytes(kind) == structure.bytes());
      FileWriter file(folder / "text", "wavelet");
      structure.save(space, file);
      file.commit();
      auto const loaded = Structure::load(space, FileReader(folder / "text"), "wavelet", resource);
      bool const is_mapped = detail::works_on_host<ExecutionSpace>;  // what is loaded stays in the file
      CHECK(loaded.bytes() == structure.bytes());
      CHECK(resource.bytes(kind) == (is_mapped ? 1 : 2) * structure.bytes());
    }
    CHECK(resource.bytes(kind) == 0);
  });
  CHECK(fallback.peak_bytes(kind) == 0);
}

/// Groups of every size answer alike.
template <class ExecutionSpace>
void expect_groups()
{
  if constexpr (detail::works_on_host<ExecutionSpace>) {
    auto const space = smallest_instance<ExecutionSpace>();
    auto const text = generated<std::uint8_t>(500, 20, 3, Spread::uniform, 1);
    NaiveText<std::uint8_t> const naive(text);
    for_each_structure(space, text, {}, [&](auto const& structure) {
      using Structure = typename std::remove_cvref_t<decltype(structure)>::Base;
      std::vector<std::uint32_t> positions;
      std::vector<std::uint8_t> expected;
      for (std::uint32_t i = 0; i < 600; ++i) {
        positions.push_back(i * 7 % 600);
        expected.push_back(naive.access(positions.back()));
      }
      auto const asked = to_view<ExecutionSpace>(positions);
      TestArray<std::uint8_t, ExecutionSpace> const found("found", 600);
      wavelet_detail::AnswerAccess<Structure, std::uint32_t> const answer{structure, asked, found, {}};
      wavelet_detail::answer_all<1>(space, "lexikos::tests::access", 600, answer);
      CHECK(difference(found, expected) == "");
      Kokkos::deep_copy(found, 0);
      wavelet_detail::answer_all<1000>(space, "lexikos::tests::access", 600, answer);
      CHECK(difference(found, expected) == "");
    });
  }
}

// ----- calls that the compiler refuses ------------------------------------------------------------------------------------

using Host = Kokkos::DefaultHostExecutionSpace;
using HostMatrix = WaveletMatrix<Kokkos::HostSpace, std::uint8_t>;
template <class T>
using HostView = Kokkos::View<T*, Kokkos::HostSpace>;

template <class Symbol>
concept HasMatrix = requires
{
  typename WaveletMatrix<Kokkos::HostSpace, Symbol>;
};
template <class Symbol>
concept HasTree = requires
{
  typename WaveletTree<Kokkos::HostSpace, Symbol>;
};
template <class Text>
concept BuildsMatrix = requires(Host const& space, Text const& text)
{
  HostMatrix(space, text);
};
template <class Positions, class Symbols>
concept Accesses = requires(HostMatrix const& matrix, Host const& space, Positions const& positions,
                            Symbols const& symbols)
{
  matrix.access(space, positions, symbols);
};
template <class Symbols, class Positions, class Ranks>
concept RanksSymbols = requires(HostMatrix const& matrix, Host const& space, Symbols const& symbols,
                                Positions const& positions, Ranks const& ranks)
{
  matrix.rank(space, symbols, positions, ranks);
};
template <class Numbers>
concept Counts = requires(HostMatrix const& matrix, Host const& space, Numbers const& numbers,
                          HostView<std::uint64_t> const& u64)
{
  matrix.range_count(space, u64, u64, u64, numbers, u64);
};

static_assert(HasMatrix<std::uint32_t> && HasTree<std::uint16_t>);
static_assert(!HasMatrix<std::uint64_t> && !HasMatrix<char> && !HasTree<std::int32_t>);
static_assert(BuildsMatrix<HostView<std::uint8_t const>>);
static_assert(!BuildsMatrix<HostView<std::uint16_t>> && !BuildsMatrix<std::vector<std::uint8_t>>);
static_assert(!BuildsMatrix<Kokkos::View<std::uint8_t*, Kokkos::LayoutStride, Kokkos::HostSpace>>);
static_assert(Accesses<HostView<std::uint32_t>, HostView<std::uint8_t>>);
static_assert(!Accesses<HostView<std::int32_t>, HostView<std::uint8_t>>);
static_assert(!Accesses<HostView<std::uint32_t>, HostView<std::uint8_t const>>);
static_assert(!Accesses<HostView<std::uint32_t>, HostView<std::uint16_t>>);
static_assert(RanksSymbols<HostView<std::uint8_t>, HostView<std::uint64_t const>, HostView<std::uint64_t>>);
static_assert(!RanksSymbols<HostView<std::uint8_t>, HostView<std::uint64_t>, HostView<std::uint32_t>>);
static_assert(!RanksSymbols<HostView<std::uint32_t>, HostView<std::uint32_t>, HostView<std::uint32_t>>);
static_assert(Counts<HostView<std::uint64_t>> && !Counts<HostView<std::uint32_t>>);

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("wavelet batches: views of other lengths are refused", ExecutionSpace, wavelet_shapes)
{
  expect_shapes_of_all<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(wavelet_shapes, Spaces);
TEST_CASE_TEMPLATE_DEFINE("wavelet structures: bounds of the workspace", ExecutionSpace, wavelet_workspaces)
{
  expect_workspaces<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(wavelet_workspaces, Spaces);
TEST_CASE_TEMPLATE_DEFINE("wavelet structures: where the memory comes from", ExecutionSpace, wavelet_resources)
{
  expect_resources<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(wavelet_resources, Spaces);
TEST_CASE_TEMPLATE_DEFINE("wavelet batches: groups of every size of the host", ExecutionSpace, wavelet_groups)
{
  expect_groups<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(wavelet_groups, Spaces);

}  // namespace lexikos::tests
