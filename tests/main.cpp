// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <Kokkos_Core.hpp>

int main(int argc, char** argv)
{
  Kokkos::ScopeGuard const kokkos(argc, argv);
  doctest::Context context(argc, argv);
  return context.run();
}
