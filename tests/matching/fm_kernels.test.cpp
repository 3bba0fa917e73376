// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tests/code_of.hpp"
#include "tests/matching/kernel_matching.hpp"

using namespace lexikos;

namespace
{

struct FmMatcherOf
{
  template <class Case, class... Offsets>
  auto operator()(Case const& on, Offsets const&... offsets) const
  {
    return FmMatcher(on.fm_index, offsets...);
  }
};

template <class ExecutionSpace>
void expect_refused_indexes()
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  auto const text = tests::to_view<ExecutionSpace>(texts::random(50, 4, 1));
  auto const refuses = [](auto const& index) {
    return tests::code_of([&] { (void)FmMatcher(index); }) == ErrorCode::invalid_argument;
  };
  CHECK(tests::code_of([] { (void)SuffixMatcher(SuffixIndex<MemorySpace, std::uint32_t>()); }) ==
        ErrorCode::invalid_argument);
  CHECK(refuses(FmIndex<MemorySpace, std::uint32_t>()));
  CHECK(refuses(FmIndex<MemorySpace, std::uint32_t>(ExecutionSpace{}, text, {.sample_rate = 0, .keep_text = true})));
  CHECK(refuses(FmIndex<MemorySpace, std::uint32_t>(ExecutionSpace{}, text)));
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("kernels find the matches of a query by an FM-index", ExecutionSpace, fm_kernels)
{
  tests::expect_texts<ExecutionSpace, std::uint32_t>(FmMatcherOf());
}
TEST_CASE_TEMPLATE_APPLY(fm_kernels, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("kernels find the matches that batches find by an FM-index", ExecutionSpace,
                          fm_kernels_as_batches)
{
  tests::expect_as_batches<ExecutionSpace>(FmMatcherOf());
}
TEST_CASE_TEMPLATE_APPLY(fm_kernels_as_batches, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("kernel matching: errors", ExecutionSpace, kernel_errors)
{
  expect_refused_indexes<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(kernel_errors, tests::Spaces);
