// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <string>

#include "app/on_device/session/session.hpp"
#include "app/on_device/session/text_job.hpp"

namespace lexikos::app
{

struct CheckRequest
{
  TextJob job;
  Input const* array = nullptr;  ///< as many entries as the text has bytes
  std::size_t index_bytes = 4;
  bool sequential = false;
};

struct Verdict
{
  std::string defect;     ///< empty for the suffix array of the text
  std::size_t index = 0;  ///< the first offending one
  std::string device;
  double seconds = 0;
};

[[nodiscard]] Verdict check_array(Session const& session, CheckRequest const& request);

}  // namespace lexikos::app
