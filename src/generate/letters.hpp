// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

namespace lexikos::generate
{

/// The usual alphabet of that many letters (at most 256), ascending: from 'a' for up to 26, printable from '!' for up
/// to 94, and from byte 0 for more.
std::string letters(unsigned size);

}  // namespace lexikos::generate
