// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "app/on_device/session/session.hpp"
#include "app/on_device/session/text_job.hpp"

namespace lexikos::app
{

/// What the arrays of a short text hold, and what an FM-index of it goes through to find a pattern.
struct RowsOfText
{
  std::string device;
  std::vector<std::uint64_t> suffix_array;
  std::vector<std::uint64_t> lcp;
  std::vector<std::uint8_t> transform;
  std::size_t primary_index = 0;
  /// Of the last k symbols of the pattern, k from 0: which entries of the suffix array begin with them, from the first to
  /// before the second.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> intervals;
};

[[nodiscard]] RowsOfText rows_of_text(Session const& session, TextJob const& job, std::string const& pattern);

}  // namespace lexikos::app
