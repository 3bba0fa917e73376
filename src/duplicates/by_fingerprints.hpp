// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <lexikos/duplicates.hpp>
#include <lexikos/workspace.hpp>

#include "duplicates/fingerprint_team.hpp"
#include "duplicates/groups.hpp"
#include "duplicates/rule.hpp"
#include "duplicates/text_parts.hpp"
#include "duplicates/tuning.hpp"

namespace lexikos::duplicates_detail
{

/// What a search by fingerprints is asked.
struct FingerprintRequest
{
  TextPair texts;
  Windows windows;  // documents are where the work is done; the bytes are not used
  Rule rule;
  std::uint64_t max_bytes = 0;  // of workspace and of chunks; 0: `default_fingerprint_bytes`
  Progress const& progress;
  FingerprintStatistics* statistics = nullptr;
  FingerprintShare share = {};
};

/// Bytes that a search takes unless it is told otherwise.
template <class ExecutionSpace>
[[nodiscard]] std::uint64_t default_fingerprint_bytes(std::uint64_t n, unsigned symbol_bytes, std::uint64_t length);

/// Sets the bit of each window of the text that is removed. The texts are where the space works.
/// \param bits  a bit for each symbol of the text, all 0
template <class ExecutionSpace>
void mark_by_fingerprints(ExecutionSpace const& space, FingerprintRequest const& request,
                          FingerprintTuning const& tuning,
                          Span<std::uint64_t, typename ExecutionSpace::memory_space> const& bits, Workspace& workspace);

/// The same of texts in host memory.
template <class ExecutionSpace>
void mark_streamed(ExecutionSpace const& space, FingerprintRequest const& request, FingerprintTuning const& tuning,
                   Span<std::uint64_t, typename ExecutionSpace::memory_space> const& bits, Workspace& workspace);

}  // namespace lexikos::duplicates_detail
