// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/documents.hpp>
#include <lexikos/error.hpp>
#include <lexikos/memory.hpp>
#include <string>

#include "common/read_back.hpp"

namespace lexikos::detail
{

/// Error (invalid_argument) unless the documents are those of a text of n symbols, each of which lies in one of them. Fences.
template <class ExecutionSpace>
void require_whole_collection(ExecutionSpace const& space,
                              Documents<typename ExecutionSpace::memory_space> const& documents, std::size_t n)
{
  require(documents.size() == n, ErrorCode::invalid_argument,
          "the documents are those of a text of " + std::to_string(documents.size()) + " symbols, not " +
              std::to_string(n));
  if (n == 0) return;
  std::uint64_t const end = documents.queries().end;
  require(end == n, ErrorCode::invalid_argument,
          "the last document ends at " + std::to_string(end) + ", before the end of the text of " + std::to_string(n) +
              " symbols");
  std::uint64_t const begin = read_back(space, documents.offsets());
  require(begin == 0, ErrorCode::invalid_argument,
          "the first document begins at " + std::to_string(begin) + ", after the begin of the text");
}

}  // namespace lexikos::detail
