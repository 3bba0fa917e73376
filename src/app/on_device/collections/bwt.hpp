// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "app/on_device/suffix_array/bwt.hpp"

namespace lexikos::app
{

/// The transform of documents, or the way back.
struct DocumentBwtRequest
{
  TextJob job;  ///< the documents; of the inverse, the transform
  SortOptions sort;
  std::vector<std::uint64_t> offsets;  ///< of the documents; of the inverse, none
  std::uint8_t terminator = 0;
  Output* output = nullptr;
  Output* offsets_output = nullptr;  ///< of the inverse: where the documents lie, as a file of offsets says it
};

/// BwtOutcome::documents tells how many there are.
[[nodiscard]] BwtOutcome transform_documents(Session const& session, DocumentBwtRequest const& request);
[[nodiscard]] BwtOutcome invert_transform_of_documents(Session const& session, DocumentBwtRequest const& request);

}  // namespace lexikos::app
