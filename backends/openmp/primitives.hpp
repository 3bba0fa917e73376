// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What OpenMP does better than the portable backend; backends/primitives.hpp says what each does.

#include "backends/openmp/histogram.hpp"
#include "backends/openmp/merge.hpp"
#include "backends/openmp/radix_sort.hpp"
#include "backends/openmp/scan.hpp"
#include "backends/openmp/scatter_blocked.hpp"
#include "backends/openmp/segmented_sort.hpp"
#include "backends/openmp/select.hpp"
