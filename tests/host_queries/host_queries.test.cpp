// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <lexikos/host_queries.hpp>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "code_of.hpp"
#include "spaces.hpp"
#include "system/host_memory.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::tests
{

template <class T>
using HostSpan = Span<T, Kokkos::HostSpace>;

/// results(q) = 3 * first(q) + second(q).
template <class Results, class First, class Second>
struct Weighted
{
  Results results;
  First first;
  Second second;

  KOKKOS_FUNCTION void operator()(std::size_t q) const { results(q) = 3 * first(q) + second(q); }
};

template <class Space>
struct AnswerWeighted
{
  template <class Results, class First, class Second>
  void operator()(Space const& space, Results const& results, First const& first, Second const& second) const
  {
    Kokkos::parallel_for("lexikos::tests::weighted",
                         Kokkos::RangePolicy<Space, Kokkos::IndexType<std::size_t>>(space, 0, results.extent(0)),
                         Weighted<Results, First, Second>{results, first, second});
  }
};

template <class Space, class Results, class First, class Second>
void check_weighted(HostQueries<Space>& pipeline, Results const& results, First const& first, Second const& second)
{
  std::size_t const n = results.extent(0);
  for (std::size_t q = 0; q < n; ++q) {
    first(q) = static_cast<std::uint32_t>(7 * q + 1);
    second(q) = static_cast<std::uint8_t>(q);
    results(q) = 0;
  }
  pipeline(AnswerWeighted<Space>{}, results, first, second);
  for (std::size_t q = 0; q < n; ++q) {
    CAPTURE(n);
    CAPTURE(q);
    REQUIRE(results(q) == 3 * (7 * q + 1) + q % 256);
    REQUIRE(first(q) == 7 * q + 1);
    REQUIRE(second(q) == q % 256);
  }
}

/// A pipeline that copies, also where the execution space works on the host.
template <class Space>
HostQueries<Space> copying_pipeline(Space const& space, HostQueriesOptions const& options,
                                    Kokkos::DefaultHostExecutionSpace const& copying = {})
{
  HostQueries<Space> pipeline(space, options, copying);
  detail::HostQueriesAccess::always_copy(pipeline);
  return pipeline;
}

TEST_CASE_TEMPLATE_DEFINE("queries of host memory, in chunks and in place", Space, host_queries_sizes)
{
  auto const copying = smallest_instance<Kokkos::DefaultHostExecutionSpace>();
  for (std::size_t const chunk : {0, 1, 10, 64})
    for (bool const always_copy : {false, true}) {
      HostQueriesOptions const options{.chunk = chunk};
      HostQueries<Space> pipeline = always_copy ? copying_pipeline(smallest_instance<Space>(), options, copying)
                                                : HostQueries<Space>(smallest_instance<Space>(), options, copying);
      for (std::size_t const n : {0, 1, 9, 10, 11, 29, 30, 31, 64, 200, 1000}) {
        std::vector<std::uint64_t> results(n);
        std::vector<std::uint32_t> first(n);
        std::vector<std::uint8_t> second(n);
        check_weighted(pipeline, HostSpan<std::uint64_t>(results.data(), n), HostSpan<std::uint32_t>(first.data(), n),
                       HostSpan<std::uint8_t>(second.data(), n));
        Kokkos::View<std::uint64_t*, detail::PinnedSpace> const pinned_results("results", n);
        Kokkos::View<std::uint32_t*, detail::PinnedSpace> const pinned_first("first", n);
        check_weighted(pipeline, pinned_results, pinned_first, HostSpan<std::uint8_t>(second.data(), n));
        check_weighted(pipeline, HostSpan<std::uint64_t>(results.data(), n), pinned_first,
                       HostSpan<std::uint8_t>(second.data(), n));
      }
    }
}
TEST_CASE_TEMPLATE_APPLY(host_queries_sizes, Spaces);

/// An array of `before` entries, n and one more; what is not the batch's stays as it was.
template <class T, class Space>
void check_part_of(Kokkos::View<T*, Space> const& all, std::size_t before, std::size_t n)
{
  CHECK(all(before - 1) == 77);
  CHECK(all(before + n) == 77);
}

TEST_CASE_TEMPLATE_DEFINE("parts of pinned arrays, and which arrays are pinned", Space, host_queries_pinned)
{
  std::size_t const n = 100;
  Kokkos::View<std::uint64_t*, detail::PinnedSpace> const results("results", n + 3);
  Kokkos::View<std::uint32_t*, detail::PinnedSpace> const first("first", n + 2);
  Kokkos::View<std::uint8_t*, detail::PinnedSpace> const second("second", n + 4);
  std::fill_n(results.data(), results.size(), 77);
  std::fill_n(first.data(), first.size(), 77);
  std::fill_n(second.data(), second.size(), 77);
  auto pipeline = copying_pipeline(smallest_instance<Space>(), {.chunk = 7});
  check_weighted(pipeline, HostSpan<std::uint64_t>(results.data() + 2, n), HostSpan<std::uint32_t>(first.data() + 1, n),
                 HostSpan<std::uint8_t>(second.data() + 3, n));
  check_part_of(results, 2, n);
  check_part_of(first, 1, n);
  check_part_of(second, 3, n);

  bool const can_be = !detail::works_on_host<Space>;
  std::vector<std::uint64_t> const pageable(n);
  CHECK(detail::is_pinned<Space>(results.data(), 8 * n) == can_be);
  CHECK(detail::is_pinned<Space>(results.data() + n, 8) == can_be);
  CHECK_FALSE(detail::is_pinned<Space>(results.data(), 0));
  CHECK_FALSE(detail::is_pinned<Space>(pageable.data(), 8 * n));
  CHECK_FALSE(detail::is_pinned<Space>(nullptr, 0));
  // nothing was pageable, so that no memory was pinned for copies
  std::size_t const on_device = 3 * 3 * 256;
  CHECK(pipeline.bytes() == (can_be ? on_device : 2 * on_device));
}
TEST_CASE_TEMPLATE_APPLY(host_queries_pinned, Spaces);

TEST_CASE_TEMPLATE_DEFINE("large batches go in chunks of their own choice", Space, host_queries_large)
{
  auto pipeline = copying_pipeline(Space{}, {});
  std::size_t const n = 600'000;
  std::vector<std::uint64_t> results(n);
  std::vector<std::uint32_t> first(n);
  std::vector<std::uint8_t> second(n);
  check_weighted(pipeline, HostSpan<std::uint64_t>(results.data(), n), HostSpan<std::uint32_t>(first.data(), n),
                 HostSpan<std::uint8_t>(second.data(), n));
  std::size_t const bytes = pipeline.bytes();
  CHECK(bytes >= 3 * 13 * 75'000);
  CHECK(bytes <= 6 * 13 * 75'000 + 6 * 3 * 256);
  check_weighted(pipeline, HostSpan<std::uint64_t>(results.data(), 1000), HostSpan<std::uint32_t>(first.data(), 1000),
                 HostSpan<std::uint8_t>(second.data(), 1000));
  CHECK(pipeline.bytes() == bytes);
}
TEST_CASE_TEMPLATE_APPLY(host_queries_large, Spaces);

TEST_CASE_TEMPLATE_DEFINE("a batch that fails leaves the buffers usable", Space, host_queries_failure)
{
  auto pipeline = copying_pipeline(smallest_instance<Space>(), {.chunk = 8});
  std::vector<std::uint64_t> results(50);
  std::vector<std::uint32_t> first(50);
  std::vector<std::uint8_t> second(50);
  HostSpan<std::uint64_t> const out(results.data(), 50);
  HostSpan<std::uint32_t> const in(first.data(), 50);
  int calls = 0;
  CHECK_THROWS_AS(pipeline(
                      [&](Space const&, auto const&, auto const&) {
                        if (++calls == 4) throw std::runtime_error("no answer");
                      },
                      out, in),
                  std::runtime_error);
  CHECK(calls == 4);
  CHECK(code_of([&] {
          pipeline([&](Space const&, auto const&, auto const&) {}, out, HostSpan<std::uint32_t>(first.data(), 49));
        }) == ErrorCode::invalid_argument);
  check_weighted(pipeline, out, in, HostSpan<std::uint8_t>(second.data(), 50));
}
TEST_CASE_TEMPLATE_APPLY(host_queries_failure, Spaces);

/// Counts what is out; gives nothing beyond a limit.
class LimitedResource final : public MemoryResource
{
 public:
  void* allocate(MemoryKind kind, std::size_t bytes, char const* label) override
  {
    if (held + bytes > limit) return nullptr;
    held += bytes;
    return kokkos_memory_resource().allocate(kind, bytes, label);
  }
  void deallocate(MemoryKind kind, void* data, std::size_t bytes) noexcept override
  {
    held -= bytes;
    kokkos_memory_resource().deallocate(kind, data, bytes);
  }

  std::size_t limit = std::size_t{1} << 30;
  std::size_t held = 0;
};

TEST_CASE_TEMPLATE_DEFINE("buffers are of the resource that is given", Space, host_queries_resource)
{
  LimitedResource resource;
  std::vector<std::uint64_t> results(50);
  std::vector<std::uint32_t> first(50);
  std::vector<std::uint8_t> second(50);
  HostSpan<std::uint64_t> const out(results.data(), 50);
  HostSpan<std::uint32_t> const in(first.data(), 50);
  HostSpan<std::uint8_t> const more(second.data(), 50);
  {
    auto pipeline = copying_pipeline(smallest_instance<Space>(), {.chunk = 8, .resource = &resource});
    check_weighted(pipeline, out, in, more);
    CHECK(resource.held == pipeline.bytes());
    auto other = copying_pipeline(smallest_instance<Space>(), {.chunk = 8, .resource = &resource});
    resource.limit = resource.held + 100;
    CHECK(code_of([&] { check_weighted(other, out, in, more); }) == ErrorCode::out_of_memory);
    resource.limit = std::size_t{1} << 30;
    check_weighted(other, out, in, more);
  }
  CHECK(resource.held == 0);
}
TEST_CASE_TEMPLATE_APPLY(host_queries_resource, Spaces);

// ----- calls that the compiler refuses ------------------------------------------------------------------------------------

template <class Results, class Queries>
concept AsksHost = requires(HostQueries<Kokkos::DefaultHostExecutionSpace>& pipeline, void (*answer)(),
                            Results const& results, Queries const& queries)
{
  pipeline(answer, results, queries);
};
template <class Space>
concept HasPipeline = requires
{
  typename HostQueries<Space>;
};

static_assert(!AsksHost<HostSpan<std::uint32_t const>, HostSpan<std::uint32_t>>);
static_assert(!AsksHost<HostSpan<std::uint32_t>, std::vector<std::uint32_t>>);
static_assert(
    !AsksHost<HostSpan<std::uint32_t>, Kokkos::View<std::uint32_t*, Kokkos::LayoutStride, Kokkos::HostSpace>>);
static_assert(HasPipeline<Kokkos::DefaultHostExecutionSpace>);
static_assert(!HasPipeline<int>);

}  // namespace lexikos::tests
