// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <Kokkos_Core.hpp>

#include "gpu_of_test.hpp"

#ifdef __SANITIZE_ADDRESS__
// Tests ask for memory that does not exist, and expect what malloc answers without the sanitizer.
extern "C" char const* __asan_default_options()
{
  return "allocator_may_return_null=1";
}
#endif

int main(int argc, char** argv)
{
  tests::see_only_gpu_of_test();
  Kokkos::ScopeGuard const kokkos(argc, argv);
  doctest::Context context(argc, argv);
  return context.run();
}
