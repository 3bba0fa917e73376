// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bench/support/measure.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <cstdlib>
#include <thread>

namespace lexikos::bench
{

namespace
{

/// Variables of the environment for one test.
struct Environment
{
  Environment(char const* runs, char const* seconds)
  {
    set("LEXIKOS_BENCH_RUNS", runs);
    set("LEXIKOS_BENCH_SECONDS", seconds);
  }
  ~Environment()
  {
    set("LEXIKOS_BENCH_RUNS", nullptr);
    set("LEXIKOS_BENCH_SECONDS", nullptr);
  }

 private:
  static void set(char const* name, char const* value)
  {
    if (value != nullptr)
      setenv(name, value, 1);
    else
      unsetenv(name);
  }
};

TEST_CASE("short runs are repeated often, longer ones as the time allows, and an odd number of times")
{
  Environment const unset(nullptr, nullptr);
  CHECK(runs_after(1e-3) == 21);
  CHECK(runs_after(0.05) == 9);
  CHECK(runs_after(1) == 5);
  CHECK(runs_after(6) == 3);
  CHECK(runs_after(15) == 1);
}

TEST_CASE("what takes longer than all runs may take is not repeated, however many runs are wanted")
{
  Environment const three("3", "2");
  CHECK(runs_after(1.9) == 3);
  CHECK_FALSE(takes_long(1.9));
  CHECK(runs_after(2.1) == 0);
  CHECK(takes_long(2.1));
}

TEST_CASE("where the first run takes long, it is the one that is timed")
{
  int runs = 0;
  auto const run = [&] {
    ++runs;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  };
  {
    Environment const long_run("5", "0.001");
    CHECK(measure(run).seconds.size() == 1);
    CHECK(runs == 2);  // below a second there are two to warm up, of which the second counts
  }
  {
    Environment const short_run("5", "10");
    runs = 0;
    CHECK(measure(run).seconds.size() == 5);
    CHECK(runs == 7);
  }
}

}  // namespace

}  // namespace lexikos::bench
