// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What options ask for, checked.

#include <algorithm>
#include <cstdint>
#include <lexikos/documents.hpp>
#include <lexikos/duplicates.hpp>
#include <lexikos/error.hpp>
#include <string>

#include "duplicates/groups.hpp"
#include "duplicates/rule.hpp"

namespace lexikos::duplicates_detail
{

inline void require(bool condition, std::string const& message)
{
  detail::require(condition, ErrorCode::invalid_argument, message);
}

template <class Options>
void check_options(Options const& options, unsigned symbol_bytes, bool has_other)
{
  require(options.length >= 1, "a window has one symbol or more");
  require(options.align == RangeAlignment::symbol || symbol_bytes == 1, "characters of UTF-8 are made of bytes");
  require(!has_other || (options.keep == KeepDuplicates::none && options.scope == DuplicateScope::any),
          "windows that another text has are duplicates whichever is the first, and of whatever document");
}

template <class MemorySpace>
Collection collection_of(std::uint64_t size, Documents<MemorySpace> const& documents)
{
  bool const is_divided = documents.offsets().extent(0) != 0;
  require(!is_divided || documents.size() == size, "the documents are those of a text of " +
                                                       std::to_string(documents.size()) +
                                                       " symbols, and this one has " + std::to_string(size));
  return {size, documents.queries(), is_divided};
}

template <class Options>
Rule rule_of(Options const& options, bool in_other)
{
  return {std::max<std::uint64_t>(options.min_occurrences, in_other ? 1 : 2), options.keep,
          options.scope == DuplicateScope::across_documents, in_other};
}

}  // namespace lexikos::duplicates_detail
