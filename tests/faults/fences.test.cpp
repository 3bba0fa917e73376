// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include <lexikos/detail/fence_at_end.hpp>

#include "tests/faults/operator_new.hpp"
#include "tests/spaces.hpp"

namespace lexikos::tests
{

TEST_CASE_TEMPLATE_DEFINE("allocations that fail: an instance is waited for without any", ExecutionSpace, fences)
{
  ExecutionSpace const space;
  operator_new::fail_at(1);
  {
    operator_new::Armed const armed;
    detail::FenceAtEnd const end(space);
  }
  bool const took_memory = operator_new::has_failed();
  operator_new::fail_at(0);
  CHECK_FALSE(took_memory);
}
TEST_CASE_TEMPLATE_APPLY(fences, Spaces);

}  // namespace lexikos::tests
