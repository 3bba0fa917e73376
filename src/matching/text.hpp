// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The indexed text and the queries, on the device.

#include <lexikos/detail/matching_text.hpp>

#include "common/query_batch.hpp"

namespace lexikos::matching_detail
{

using detail::QueryReader;

}  // namespace lexikos::matching_detail
