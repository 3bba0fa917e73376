// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The public functions, by one engine or by all.

#include <doctest/doctest.h>

#include <lexikos/matching.hpp>

#include "tests/matching/expect.hpp"

namespace lexikos::tests
{

/// function(source) for all that matches are found in.
template <class ExecutionSpace, class Index, class Function>
void for_each_engine(IndexedCase<ExecutionSpace, Index> const& on, Function const& function)
{
  {
    INFO("by the suffix index");
    function(on.index);
  }
  {
    INFO("by the FM-index");
    function(on.fm_index);
  }
  INFO("without an index");
  function(on.symbols);
}

template <class ExecutionSpace, class Index, class Source>
auto matches_in(IndexedCase<ExecutionSpace, Index> const& on, Source const& source,
                DeviceQueries<ExecutionSpace> const& queries,
                MatchOptions<typename ExecutionSpace::memory_space> const& options)
{
  if constexpr (Kokkos::is_view_v<Source>)
    return find_matches<Index>(on.space, source, queries.symbols, queries.offsets, options);
  else
    return find_matches(on.space, source, queries.symbols, queries.offsets, options);
}

}  // namespace lexikos::tests
