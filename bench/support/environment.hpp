// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace lexikos::bench
{

/// The words of an environment variable, separated by commas or white space; none when it is not set.
[[nodiscard]] std::vector<std::string> words_of(char const* variable);

/// A number of an environment variable. Throws std::invalid_argument for what is none.
[[nodiscard]] double number_of(char const* variable, double otherwise);

/// Whole numbers of an environment variable, or others when it is not set. Throws std::invalid_argument for what is none.
[[nodiscard]] std::vector<std::size_t> sizes_of(char const* variable, std::vector<std::size_t> const& otherwise);

/// Host threads to measure with, ascending: LEXIKOS_BENCH_THREADS, a list such as 1,2,4, or "sweep": powers of two up to
/// all; all when it is not set. More than all are left out.
[[nodiscard]] std::vector<int> thread_counts();

/// Whether LEXIKOS_BENCH_DEVICES, a list such as cuda,openmp, names the device; when it is not set, all but serial.
[[nodiscard]] bool wants_device(std::string const& device);

}  // namespace lexikos::bench
