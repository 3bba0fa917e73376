// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include <lexikos/file.hpp>
#include <limits>

#include "bit_vector/queries.hpp"
#include "naive.hpp"
#include "tests/code_of.hpp"
#include "tests/file/scratch_folder.hpp"
#include "tests/first_difference.hpp"
#include "tests/progress.hpp"
#include "tests/workspace_bounds.hpp"

namespace lexikos::tests
{

static_assert(std::is_trivially_copyable_v<BitVectorSpan<Kokkos::HostSpace, bit_layouts::Interleaved32>>);

TEST_CASE_TEMPLATE_DEFINE("vectors from flags and from positions", T, bit_vector_sources)
{
  using Space = typename T::Space;
  using Vector = BitVector<typename Space::memory_space, typename T::Layout>;
  auto const space = smallest_instance<Space>();
  std::mt19937_64 random(4);
  Workspace workspace;
  for (std::size_t const size : {0, 1, 63, 64, 65, 1000, 5000}) {
    auto flags = random_flags(size, 0.3, random);
    Naive const naive(flags);
    auto const queries = all_queries<std::uint64_t>(size);
    for (auto& flag : flags) flag = flag != 0 ? static_cast<std::uint8_t>(1 + random() % 255) : 0;
    check_queries(space, Vector::from_flags(space, to_view<Space>(flags), {.workspace = &workspace}), naive, queries);

    auto positions = naive.positions[1];
    if (!positions.empty()) positions.push_back(positions.front());  // one of them twice
    std::shuffle(positions.begin(), positions.end(), random);
    check_queries(space, Vector::from_positions(space, to_view<Space>(positions), size, {.workspace = &workspace}),
                  naive, queries);
    std::vector<std::uint32_t> const narrow(positions.begin(), positions.end());
    check_queries(space, Vector::from_positions(space, to_view<Space>(narrow), size), naive, queries);
  }
}
TEST_CASE_TEMPLATE_APPLY(bit_vector_sources, Cases);

TEST_CASE_TEMPLATE_DEFINE("garbage beyond the last bit does not matter", T, bit_vector_garbage)
{
  using Space = typename T::Space;
  auto const space = smallest_instance<Space>();
  std::mt19937_64 random(5);
  for (std::size_t const size : {1, 63, 100, 448, 512, 1000}) {
    Naive const naive(random_flags(size, 0.5, random));
    auto words = naive.words();
    if (size % 64 != 0) words.back() |= ~std::uint64_t{0} << (size % 64);
    words.push_back(~std::uint64_t{0});
    BitVector<typename Space::memory_space, typename T::Layout> const bits(space, to_view<Space>(words), size);
    check_queries(space, bits, naive, all_queries<std::uint64_t>(size));
  }
}
TEST_CASE_TEMPLATE_APPLY(bit_vector_garbage, Cases);

/// All queries of one position and one ordinal, in a kernel.
template <class Bits>
struct AskAll
{
  Bits bits;
  Span<std::uint64_t, typename Bits::memory_space> results;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    auto const both = bits.access_rank1(i);
    results(8 * i) = bits.access(i);
    results(8 * i + 1) = bits.rank0(i);
    results(8 * i + 2) = bits.rank1(i);
    results(8 * i + 3) = bits.select0(i);
    results(8 * i + 4) = bits.select1(i);
    results(8 * i + 5) = both.rank;
    results(8 * i + 6) = both.bit;
    results(8 * i + 7) = bits.zeros() + bits.ones();
  }
};

template <class Bits, class Space>
void check_in_kernel(Space const& space, Bits const& bits, Naive const& naive)
{
  std::size_t const n = naive.bits.size() + 2;
  TestArray<std::uint64_t, Space> const found("found", 8 * n);
  Kokkos::parallel_for(
      "lexikos::tests::ask_all", Kokkos::RangePolicy<Space, Kokkos::IndexType<std::size_t>>(space, 0, n),
      AskAll<Bits>{bits, Span<std::uint64_t, typename Bits::memory_space>(found.data(), found.extent(0))});
  auto const answers = to_vector(found);
  for (std::size_t i = 0; i < n; ++i) {
    CAPTURE(i);
    std::vector<std::uint64_t> const expected{naive.access(i),    naive.rank0(i), naive.rank1(i),  naive.select(0, i),
                                              naive.select(1, i), naive.rank1(i), naive.access(i), naive.bits.size()};
    auto const first = answers.begin() + static_cast<std::ptrdiff_t>(8 * i);
    REQUIRE(first_difference(std::vector<std::uint64_t>(first, first + 8), expected) == "");
  }
}

TEST_CASE_TEMPLATE_DEFINE("queries in kernels, of vectors and of their spans", T, bit_vector_kernels)
{
  using Space = typename T::Space;
  auto const space = smallest_instance<Space>();
  std::mt19937_64 random(6);
  Naive const naive(random_flags(20'000, 0.4, random));
  BitVector<typename Space::memory_space, typename T::Layout> const bits(space, to_view<Space>(naive.words()), 20'000);
  check_in_kernel(space, bits, naive);
  check_in_kernel(space, bits.span(), naive);
}
TEST_CASE_TEMPLATE_APPLY(bit_vector_kernels, Cases);

/// What a batch should answer, in its own type.
template <class Result, class Index, class Answer>
std::vector<Result> answers_to(std::vector<Index> const& queries, Answer const& answer)
{
  std::vector<Result> expected;
  for (auto const query : queries) expected.push_back(static_cast<Result>(answer(query)));
  return expected;
}

TEST_CASE_TEMPLATE_DEFINE("views that start anywhere, and queries of host memory", T, bit_vector_views)
{
  using Space = typename T::Space;
  using Index = std::uint32_t;
  auto const space = smallest_instance<Space>();
  std::mt19937_64 random(7);
  Naive const naive(random_flags(3000, 0.5, random));
  BitVector<typename Space::memory_space, typename T::Layout> const bits(space, to_view<Space>(naive.words()), 3000);
  auto const queries = all_queries<Index>(3000);
  auto const rank1 = answers_to<Index>(queries, [&](auto q) { return naive.rank1(q); });
  auto const all = to_view<Space>(queries);
  std::size_t const n = queries.size() - 1;
  TestArray<Index, Space> const found("found", n + 1);
  Span<Index const, typename Space::memory_space> const later(all.data() + 1, n);
  Span<Index, typename Space::memory_space> const results(found.data() + 1, n);
  bits.rank1(space, later, results);
  auto answers = to_vector(found);
  answers[0] = rank1[0];
  CHECK(first_difference(answers, rank1) == "");
  // queries and results in one array
  bits.rank1(space, all, all);
  CHECK(first_difference(to_vector(all), rank1) == "");

  HostQueries<Space> pipeline(space, {.chunk = 1000});
  detail::HostQueriesAccess::always_copy(pipeline);
  std::vector<Index> host_results(n + 1);
  std::vector<std::uint8_t> host_bits(n + 1);
  Span<Index const, Kokkos::HostSpace> const host_queries(queries.data(), n + 1);
  Span<Index, Kokkos::HostSpace> const to(host_results.data(), n + 1);
  bits.access(pipeline, host_queries, Span<std::uint8_t, Kokkos::HostSpace>(host_bits.data(), n + 1));
  CHECK(first_difference(host_bits, answers_to<std::uint8_t>(queries, [&](auto q) { return naive.access(q); })) == "");
  bits.rank0(pipeline, host_queries, to);
  CHECK(first_difference(host_results, answers_to<Index>(queries, [&](auto q) { return naive.rank0(q); })) == "");
  bits.rank1(pipeline, host_queries, to);
  CHECK(first_difference(host_results, rank1) == "");
  bits.select0(pipeline, host_queries, to);
  CHECK(first_difference(host_results, answers_to<Index>(queries, [&](auto q) { return naive.select(0, q); })) == "");
  bits.select1(pipeline, host_queries, to);
  CHECK(first_difference(host_results, answers_to<Index>(queries, [&](auto q) { return naive.select(1, q); })) == "");
}
TEST_CASE_TEMPLATE_APPLY(bit_vector_views, Cases);

TEST_CASE_TEMPLATE_DEFINE("files of bit vectors", T, bit_vector_files)
{
  using Space = typename T::Space;
  using Layout = typename T::Layout;
  using Vector = BitVector<typename Space::memory_space, Layout>;
  using Other =
      BitVector<typename Space::memory_space, std::conditional_t<std::is_same_v<Layout, bit_layouts::TwoLevel>,
                                                                 bit_layouts::Compact64, bit_layouts::TwoLevel>>;
  auto const space = smallest_instance<Space>();
  ScratchFolder const folder;
  std::string const path = folder / "bits";
  std::mt19937_64 random(8);
  Naive const naive(random_flags(10'000, 0.2, random));
  {
    FileWriter file(path, "test");
    Vector(space, to_view<Space>(naive.words()), 10'000).save(space, file, "bits");
    Vector().save(space, file, "none");
    Vector(space, to_view<Space>(std::vector<std::uint64_t>{}), 0).save(space, file, "empty");
    file.commit();
  }
  FileReader const file(path, "test");
  check_queries(space, Vector::load(space, file, "bits"), naive, all_queries<std::uint64_t>(10'000));
  CHECK(Vector::load(space, file, "none").size() == 0);
  check_queries(space, Vector::load(space, file, "empty"), Naive({}), all_queries<std::uint64_t>(0));
  CHECK(code_of([&] { (void)Other::load(space, file, "bits"); }) == ErrorCode::invalid_argument);
  CHECK(code_of([&] { (void)Vector::load(space, file, "absent"); }) == ErrorCode::corrupt_input);
}
TEST_CASE_TEMPLATE_APPLY(bit_vector_files, Cases);

TEST_CASE_TEMPLATE_DEFINE("space of the layouts", T, bit_vector_space)
{
  using Space = typename T::Space;
  using Layout = typename T::Layout;
  Space const space;
  std::size_t const size = 10'000'000;
  TestArray<std::uint64_t, Space> const words("words", (size + 63) / 64);
  Workspace workspace;
  BitVector<typename Space::memory_space, Layout> const bits(space, words, size, {.workspace = &workspace});
  double const most = std::is_same_v<Layout, bit_layouts::Interleaved32> ? 0.17 : 0.08;
  bool const small = std::is_same_v<Layout, bit_layouts::TwoLevel> || std::is_same_v<Layout, bit_layouts::Compact64>;
  CHECK(bits.overhead() > 0);
  CHECK(bits.overhead() <= (small ? 0.05 : most));
  CHECK(bits.ones() == 0);
}
TEST_CASE_TEMPLATE_APPLY(bit_vector_space, Cases);

TEST_CASE_TEMPLATE_DEFINE("errors of bit vectors", Space, bit_vector_errors)
{
  using Vector = BitVector<typename Space::memory_space>;
  auto const space = smallest_instance<Space>();
  TestArray<std::uint64_t, Space> const words("words", 2);
  CHECK(code_of([&] { (void)Vector(space, words, 129); }) == ErrorCode::invalid_argument);
  auto const positions = to_view<Space>(std::vector<std::uint32_t>{3, 100, 5});
  CHECK(code_of([&] { (void)Vector::from_positions(space, positions, 100); }) == ErrorCode::invalid_argument);
  auto const most = std::numeric_limits<std::size_t>::max();
  CHECK(code_of([&] { (void)Vector(space, words, most); }) == ErrorCode::invalid_argument);
  auto const far = to_view<Space>(std::vector<std::uint64_t>{std::uint64_t{1} << 50});
  CHECK(code_of([&] { (void)Vector::from_positions(space, far, most); }) == ErrorCode::out_of_memory);
  Vector const bits(space, words, 128);
  TestArray<std::uint32_t, Space> const two("two", 2);
  TestArray<std::uint32_t, Space> const three("three", 3);
  CHECK(code_of([&] { bits.rank1(space, two, three); }) == ErrorCode::invalid_argument);
  CHECK(code_of([&] { bits.access(space, two, TestArray<std::uint8_t, Space>("one", 1)); }) ==
        ErrorCode::invalid_argument);
  HostQueries<Space> pipeline(space);
  std::vector<std::uint32_t> values(3);
  Span<std::uint32_t, Kokkos::HostSpace> const host_two(values.data(), 2);
  Span<std::uint32_t, Kokkos::HostSpace> const host_three(values.data(), 3);
  CHECK(code_of([&] { bits.select0(pipeline, host_two, host_three); }) == ErrorCode::invalid_argument);
}
TEST_CASE_TEMPLATE_APPLY(bit_vector_errors, Spaces);

TEST_CASE_TEMPLATE_DEFINE("bounds of the workspace, and progress, of bit vectors", T, bit_vector_options)
{
  using Space = typename T::Space;
  using Layout = typename T::Layout;
  using Vector = BitVector<typename Space::memory_space, Layout>;
  Space const space = own_instance<Space>();
  for (std::size_t const size : {0, 1, 100'000, 3'000'000}) {
    CAPTURE(size);
    TestArray<std::uint64_t, Space> const words("words", (size + 63) / 64);
    TestArray<std::uint8_t, Space> const flags("flags", size);
    TestArray<std::uint32_t, Space> const positions("positions", size / 2);
    std::size_t const bound = bit_vector_workspace_bytes<Space, Layout>(size);
    std::size_t const packing = bit_vector_packing_workspace_bytes<Space, Layout>(size);
    expect_bounds(space,
                  {{"words", bound, [&](Workspace* w) { (void)Vector(space, words, size, {.workspace = w}); }},
                   {"flags", packing, [&](Workspace* w) { (void)Vector::from_flags(space, flags, {.workspace = w}); }},
                   {"positions", packing,
                    [&](Workspace* w) { (void)Vector::from_positions(space, positions, size, {.workspace = w}); }}});
    expect_progress(2, [&](Progress const& p) { (void)Vector(space, words, size, {.progress = p}); });
    expect_progress(2, [&](Progress const& p) { (void)Vector::from_flags(space, flags, {.progress = p}); });
    expect_progress(2,
                    [&](Progress const& p) { (void)Vector::from_positions(space, positions, size, {.progress = p}); });
  }
}
TEST_CASE_TEMPLATE_APPLY(bit_vector_options, Cases);

TEST_CASE_TEMPLATE_DEFINE("batches of the host answer alike in groups and parts of every size", Space,
                          bit_vector_tuning)
{
  if constexpr (detail::works_on_host<Space>) {
    auto const space = smallest_instance<Space>();
    std::mt19937_64 random(9);
    Naive const naive(random_flags(2000, 0.5, random));
    BitVector<typename Space::memory_space> const bits(space, to_view<Space>(naive.words()), 2000);
    auto const queries = all_queries<std::uint64_t>(2000);
    auto const expected = answers_to<std::uint64_t>(queries, [&](auto q) { return naive.select(1, q); });
    for (std::size_t const in_flight : {1u, 7u, 5000u})
      for (std::size_t const part : {1u, 3u, 100u, 1u << 20}) {
        CAPTURE(in_flight);
        CAPTURE(part);
        std::vector<std::uint64_t> found(queries.size());
        bit_vector_detail::answer_all<bit_vector_detail::AnswerSelect<true>>(
            space, "lexikos::tests::select1", bits.span(), queries.data(), found.data(), queries.size(),
            {.queries_in_flight = in_flight, .queries_of_part = part});
        CHECK(first_difference(found, expected) == "");
      }
  }
}
TEST_CASE_TEMPLATE_APPLY(bit_vector_tuning, Spaces);

// ----- calls that the compiler refuses ------------------------------------------------------------------------------------

namespace
{

using Host = Kokkos::DefaultHostExecutionSpace;
using HostBits = BitVector<Kokkos::HostSpace>;
template <class T>
using HostView = Kokkos::View<T*, Kokkos::HostSpace>;

template <class Queries, class Results>
concept RanksBits = requires(HostBits const& bits, Host const& space, Queries const& queries, Results const& results)
{
  bits.rank1(space, queries, results);
};
template <class Words>
concept BuildsBits = requires(Host const& space, Words const& words)
{
  HostBits(space, words, 1);
};
template <class Layout>
concept HasLayout = requires
{
  typename BitVector<Kokkos::HostSpace, Layout>;
};

static_assert(RanksBits<HostView<std::uint32_t const>, HostView<std::uint32_t>>);
static_assert(!RanksBits<HostView<std::uint32_t>, HostView<std::uint64_t>>);
static_assert(!RanksBits<HostView<std::uint32_t>, HostView<std::uint32_t const>>);
static_assert(!RanksBits<HostView<std::uint16_t>, HostView<std::uint16_t>>);
static_assert(!RanksBits<std::vector<std::uint32_t>, HostView<std::uint32_t>>);
static_assert(BuildsBits<HostView<std::uint64_t const>>);
static_assert(!BuildsBits<HostView<std::uint32_t>>);
static_assert(!BuildsBits<Kokkos::View<std::uint64_t**, Kokkos::HostSpace>>);
static_assert(!BuildsBits<Kokkos::View<std::uint64_t*, Kokkos::LayoutStride, Kokkos::HostSpace>>);
static_assert(HasLayout<bit_layouts::TwoLevel>);
static_assert(!HasLayout<int>);

}  // namespace

}  // namespace lexikos::tests
