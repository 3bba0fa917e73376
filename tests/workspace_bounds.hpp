// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <doctest/doctest.h>

#include <cstddef>
#include <functional>
#include <lexikos/workspace.hpp>
#include <string>
#include <vector>

namespace lexikos::tests
{

/// A function that takes a workspace, and the bytes that it says it takes at most.
struct BoundedCall
{
  std::string name;
  std::size_t bound;
  std::function<void(Workspace*)> call;
};

/// Each call stays below its bound, works without a workspace too, and allocates nothing when it is repeated.
inline void expect_bounds(std::vector<BoundedCall> const& calls)
{
  for (auto const& [name, bound, call] : calls) {
    CAPTURE(name);
    Workspace workspace;
    call(&workspace);
    CHECK(workspace.peak_bytes() <= bound);
    call(&workspace);
    std::size_t const held = workspace.allocated_bytes();
    call(&workspace);
    CHECK(workspace.allocated_bytes() == held);
    CHECK(workspace.peak_bytes() <= bound);
    call(nullptr);
  }
}

}  // namespace lexikos::tests
