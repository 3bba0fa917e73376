// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// These tests run the program, as its users do, and know neither Kokkos nor the library.

#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>
