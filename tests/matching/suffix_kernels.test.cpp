// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tests/matching/kernel_matching.hpp"

using namespace lexikos;

namespace
{

static_assert(std::is_trivially_copyable_v<SuffixMatcher<Kokkos::HostSpace, std::uint32_t>>);

struct SuffixMatcherOf
{
  template <class Case, class... Offsets>
  auto operator()(Case const& on, Offsets const&... offsets) const
  {
    return SuffixMatcher(on.index, offsets...);
  }
};

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("kernels find the matches of a query by a suffix array", ExecutionSpace, suffix_kernels)
{
  tests::expect_texts<ExecutionSpace, std::uint64_t>(SuffixMatcherOf());
}
TEST_CASE_TEMPLATE_APPLY(suffix_kernels, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("kernels find the matches that batches find by a suffix array", ExecutionSpace,
                          suffix_kernels_as_batches)
{
  tests::expect_as_batches<ExecutionSpace>(SuffixMatcherOf());
}
TEST_CASE_TEMPLATE_APPLY(suffix_kernels_as_batches, tests::Spaces);
