// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "common/allocate.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <lexikos/error.hpp>
#include <string>
#include <vector>

#include "tests/spaces.hpp"

namespace lexikos::tests
{

TEST_CASE_TEMPLATE_DEFINE("memory that is not to be had: the error says how much, and for what", ExecutionSpace,
                          refused)
{
  std::string message;
  ErrorCode code = ErrorCode::cancelled;
  try {
    auto const view = detail::allocate<std::uint64_t>(ExecutionSpace(), "too_much", std::size_t{1} << 58);
    (void)view;
  }
  catch (Error const& error) {
    code = error.code();
    message = error.what();
  }
  CHECK(code == ErrorCode::out_of_memory);
  CHECK(message.find("2305843009213693952 bytes for too_much") != std::string::npos);
}
TEST_CASE_TEMPLATE_APPLY(refused, Spaces);

TEST_CASE_TEMPLATE_DEFINE("copies from the host", ExecutionSpace, copies)
{
  for (std::size_t const n : {0u, 1u, 1000u}) {
    std::vector<std::uint16_t> values(n);
    for (std::size_t i = 0; i < n; ++i) values[i] = static_cast<std::uint16_t>(7 * i + 1);
    CHECK(to_vector(detail::copy_from_host(ExecutionSpace(), "copy", values)) == values);
  }
}
TEST_CASE_TEMPLATE_APPLY(copies, Spaces);

}  // namespace lexikos::tests
