// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "app/on_device/collections/symbol_text.hpp"
#include "app/on_device/session/session.hpp"
#include "app/on_device/session/text_job.hpp"

namespace lexikos::app
{

struct OverlapRequest
{
  TextJob job;  ///< the text of `queries`
  SymbolText queries;
  SymbolText corpus;
  unsigned symbol_bytes = 1;  ///< 1, 2 or 4
  std::size_t length = 13;
  std::size_t max_documents = 0;  ///< whose numbers are wanted, for each query document
};

/// What `lexikos::Overlap` has, on the host.
struct OverlapOutcome
{
  std::string device;
  std::vector<std::uint64_t> covered = {};
  std::vector<std::uint64_t> longest = {};
  std::vector<std::uint64_t> corpus_documents = {};
  std::vector<std::uint64_t> numbers = {};
  std::vector<std::uint64_t> offsets = {};
  double seconds = 0;  ///< of the comparison, with the reading of the corpus
};

[[nodiscard]] OverlapOutcome find_overlap(Session const& session, OverlapRequest const& request);

}  // namespace lexikos::app
