// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "app/io/input.hpp"

namespace lexikos::app
{

/// What every command on a text hands over.
struct TextJob
{
  Input const* text = nullptr;
  bool show_progress = false;
};

}  // namespace lexikos::app
