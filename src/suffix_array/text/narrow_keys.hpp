// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Texts whose suffixes differ early, as random bytes and what is compressed or encrypted do: log2(n) bits of entropy tell a
// suffix from nearly all others. A first sort by keys of 32 bits moves 16 bytes a suffix and digit, of which there are four,
// where one by 64 bits moves 24 for each of eight; the few groups that are left are told apart by their next symbols, and
// nobody needs a rank. Bytes moved for each suffix of random bytes: 64 in the sort and some 30 beside it, where a sample takes
// 168 in its last sort and some 100 before. Beyond the papers.

#include <cstddef>

#include "suffix_array/sort_run.hpp"

namespace lexikos::suffix_array_detail
{

/// Symbols of so many bits in a key of 32 bits.
[[nodiscard]] inline int symbols_of_narrow_key(int bits)
{
  return 32 / bits;
}

/// Whether a key of 32 bits has less than one other suffix in the mean, by entropy and by a look at some of the text: there,
/// also whether longer repetitions are rare. Looks once; may count the alphabet and pack the text, in the caller's scope.
/// Fences.
template <class ExecutionSpace, class Index>
[[nodiscard]] bool has_distinct_starts(SortRun<ExecutionSpace, Index>& run);

/// Sorts the suffixes of such a text. Returns false, with nothing done, where too many share their key after all.
template <class ExecutionSpace, class Index>
[[nodiscard]] bool sort_by_narrow_keys(SortRun<ExecutionSpace, Index>& run);

}  // namespace lexikos::suffix_array_detail
