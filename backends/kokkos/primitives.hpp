// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Every primitive in Kokkos' own patterns, for any execution space. backends/primitives.hpp documents them.

#include "backends/kokkos/elementwise.hpp"
#include "backends/kokkos/for_each_in_segments.hpp"
#include "backends/kokkos/histogram.hpp"
#include "backends/kokkos/merge.hpp"
#include "backends/kokkos/radix_sort.hpp"
#include "backends/kokkos/reduce.hpp"
#include "backends/kokkos/runs.hpp"
#include "backends/kokkos/scan.hpp"
#include "backends/kokkos/segmented_sort.hpp"
#include "backends/kokkos/select.hpp"
#include "backends/kokkos/symbol_order.hpp"
