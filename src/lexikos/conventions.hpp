// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What all parts of the library share: see "Conventions" in README.md.

#include <cstdint>
#include <functional>
#include <limits>

namespace lexikos
{

/// The answer of a query for what is not there. Results of narrower types have their own largest value in its place.
inline constexpr std::uint64_t not_found = std::numeric_limits<std::uint64_t>::max();

/// Called on the host while a function works, with the fraction that is done: ascending, 1 at the end. Return false to
/// stop the run with `Error` (cancelled); the contents of its results are undefined then, all else stays usable.
using Progress = std::function<bool(double fraction)>;

}  // namespace lexikos
