// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/io/helper_thread.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <set>
#include <stdexcept>
#include <thread>

namespace
{

using lexikos::app::HelperThread;

TEST_CASE("a helper thread does its work once each time, in one thread, and hands over what that throws")
{
  int count = 0;
  std::set<std::thread::id> threads;
  HelperThread helper([&] {
    threads.insert(std::this_thread::get_id());
    if (++count % 3 == 0) throw std::runtime_error("third");
  });
  helper.wait();  // nothing was begun
  for (int i = 1; i <= 1000; ++i) {
    helper.begin();
    if (i % 3 == 0)
      CHECK_THROWS_AS(helper.wait(), std::runtime_error);
    else
      helper.wait();
    REQUIRE(count == i);
  }
  CHECK(threads.size() == 1);
  CHECK_FALSE(threads.contains(std::this_thread::get_id()));
}

TEST_CASE("a helper thread that is not needed any more ends its work first")
{
  bool is_done = false;
  {
    HelperThread helper([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      is_done = true;
    });
    helper.begin();
  }
  CHECK(is_done);
  {
    HelperThread helper([] { throw std::runtime_error("nobody waits"); });
    helper.begin();
  }
}

}  // namespace
