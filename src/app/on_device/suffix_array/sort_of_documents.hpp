// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <lexikos/document_suffix_array.hpp>
#include <vector>

#include "app/on_device/session/run_on_text.hpp"

namespace lexikos::app
{

/// Sorts suffixes that end with their documents; an inverse of no entries is not wanted.
template <class ExecutionSpace, class Symbols, class Indices>
void sort_of_documents(TextRun<ExecutionSpace>& run, Symbols const& symbols, std::vector<std::uint64_t> const& offsets,
                       Indices const& suffix_array, Indices const& inverse, SuffixArrayOptions options)
{
  auto const documents = documents_from_host(run.space, offsets, symbols.extent(0));
  ProgressBar progress = run.bar("sorting suffixes");
  options.workspace = &run.workspace;
  options.progress = progress.updates();
  if (inverse.extent(0) != 0)
    lexikos::suffix_array(run.space, symbols, documents, suffix_array, inverse, options);
  else
    lexikos::suffix_array(run.space, symbols, documents, suffix_array, options);
}

}  // namespace lexikos::app
