// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "app/on_device/suffix_array/sort.hpp"

namespace lexikos::app
{

struct BwtRequest
{
  TextJob job;  ///< the text; of the inverse, the transform
  SortOptions sort;
  std::size_t primary_index = 0;  ///< of the inverse
  std::size_t device_memory = 0;  ///< as that of SortRequest
  Output* output = nullptr;
};

struct BwtOutcome
{
  std::string device;
  std::string algorithm;  ///< empty for the inverse
  std::string reason;     ///< why `automatic` chose it; or none
  std::size_t parts = 0;  ///< as that of SortOutcome
  std::size_t primary_index = 0;
  std::optional<std::size_t> documents;  ///< of a collection, which has no primary index
  std::size_t peak_bytes = 0;
  double seconds = 0;
};

[[nodiscard]] BwtOutcome transform_text(Session const& session, BwtRequest const& request);
[[nodiscard]] BwtOutcome invert_transform(Session const& session, BwtRequest const& request);

}  // namespace lexikos::app
