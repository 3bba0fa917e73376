// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bench/support/kept.hpp"

#include <doctest/doctest.h>

namespace lexikos::bench
{

namespace
{

/// Makes the value of a key, and counts how often.
struct Maker
{
  int value;
  int& made;

  int operator()() const
  {
    ++made;
    return value;
  }
};

TEST_CASE("a slot makes a key's value once, and lets go of it for another key's")
{
  int made = 0;
  CHECK(*kept<int>("slot", "one", Maker{1, made}) == 1);
  CHECK(*kept<int>("slot", "one", Maker{1, made}) == 1);
  CHECK(made == 1);
  CHECK(*kept<int>("slot", "two", Maker{2, made}) == 2);
  CHECK(*kept<int>("slot", "one", Maker{1, made}) == 1);
  CHECK(made == 3);
  let_go("slot");
  CHECK(*kept<int>("slot", "one", Maker{1, made}) == 1);
  CHECK(made == 4);
}

TEST_CASE("what makes a slot's value may let go of that slot")
{
  int made = 0;
  auto const make = [&] {
    let_go("outer");
    int const inner = *kept<int>("inner", "key", Maker{6, made});
    return inner + *kept<int>("outer", "of another key", Maker{5, made});
  };
  CHECK(*kept<int>("outer", "key", make) == 11);
  CHECK(*kept<int>("outer", "key", Maker{0, made}) == 11);
  CHECK(made == 2);
}

}  // namespace

}  // namespace lexikos::bench
