// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/on_device/session/session.hpp"
#include "app/on_device/session/text_job.hpp"

namespace lexikos::app
{

/// What the wavelet matrix of a short text holds, read from a matrix of binary levels.
struct LevelsOfText
{
  struct Level
  {
    std::vector<std::uint8_t> bits;        ///< of each place
    std::vector<std::uint64_t> positions;  ///< in the text, of the symbol whose bit it is
  };

  std::string device;
  std::vector<std::uint8_t> alphabet;     ///< symbol of each code
  std::vector<Level> levels;              ///< from that of the highest bit
  std::vector<std::uint64_t> last_order;  ///< positions in the text, in the order below the last level
};

[[nodiscard]] LevelsOfText levels_of_text(Session const& session, TextJob const& job);

}  // namespace lexikos::app
