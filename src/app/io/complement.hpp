// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace lexikos::app
{

namespace complement_detail
{

constexpr std::array<std::uint8_t, 256> complements()
{
  std::array<std::uint8_t, 256> of = {};
  for (unsigned c = 0; c < 256; ++c) of[c] = static_cast<std::uint8_t>(c);
  // IUPAC's letters for nucleotides and sets of them; S, W, N and all else are their own
  constexpr std::string_view letters = "ACGTURYKMBVDHacgturykmbvdh", theirs = "TGCAAYRMKVBHDtgcaayrmkvbhd";
  for (std::size_t i = 0; i < letters.size(); ++i)
    of[static_cast<std::uint8_t>(letters[i])] = static_cast<std::uint8_t>(theirs[i]);
  return of;
}

inline constexpr std::array<std::uint8_t, 256> of = complements();

}  // namespace complement_detail

/// The letter of the other strand.
[[nodiscard]] constexpr std::uint8_t complement(std::uint8_t letter)
{
  return complement_detail::of[letter];
}

[[nodiscard]] inline std::string reverse_complement(std::string_view letters)
{
  std::string reversed(letters.rbegin(), letters.rend());
  for (char& c : reversed) c = static_cast<char>(complement(static_cast<std::uint8_t>(c)));
  return reversed;
}

}  // namespace lexikos::app
