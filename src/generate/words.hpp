// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <span>

namespace lexikos::generate
{

/// One letter, repeated: the most repetitive text there is.
void letter(std::span<std::uint8_t> text, std::uint8_t letter = 'a', unsigned threads = 0);

/// The start of the Fibonacci word abaababaabaab...: the fixed point of a -> ab, b -> a.
void fibonacci(std::span<std::uint8_t> text);

/// The start of the Thue-Morse word abbabaabbaababba...: letter i tells whether i has an odd number of one bits. No
/// substring of it occurs three times in a row.
void thue_morse(std::span<std::uint8_t> text, unsigned threads = 0);

}  // namespace lexikos::generate
