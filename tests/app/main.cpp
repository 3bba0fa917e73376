// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// These tests run the program, as its users do, and know neither Kokkos nor the library.

#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include "gpu_of_test.hpp"

int main(int argc, char** argv)
{
  tests::see_only_gpu_of_test();
  return doctest::Context(argc, argv).run();
}
