// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace lexikos::generate
{

__extension__ using uint128 = unsigned __int128;

/// One step of splitmix64 (Steele, Lea and Flood 2014): a bijection that spreads every input bit over the result.
constexpr std::uint64_t mix(std::uint64_t x)
{
  x += 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

/// xoshiro256++ (Blackman and Vigna 2021), an independent stream for each (seed, stream) pair. The distributions are
/// our own, in integers, since those of the standard library differ from one implementation to the next.
class RandomBits
{
 public:
  explicit constexpr RandomBits(std::uint64_t seed, std::uint64_t stream = 0)
  {
    std::uint64_t state = mix(seed) ^ mix(~stream);
    for (auto& word : m_state) word = mix(state++);
  }

  constexpr std::uint64_t operator()()
  {
    std::uint64_t const result = std::rotl(m_state[0] + m_state[3], 23) + m_state[0];
    std::uint64_t const t = m_state[1] << 17;
    m_state[2] ^= m_state[0];
    m_state[3] ^= m_state[1];
    m_state[1] ^= m_state[2];
    m_state[0] ^= m_state[3];
    m_state[2] ^= t;
    m_state[3] = std::rotl(m_state[3], 45);
    return result;
  }

  /// Uniform in [0, bound), bound > 0; the bias is below bound / 2^64.
  constexpr std::uint64_t below(std::uint64_t bound)
  {
    return static_cast<std::uint64_t>((uint128{(*this)()} * bound) >> 64);
  }

 private:
  std::array<std::uint64_t, 4> m_state{};
};

}  // namespace lexikos::generate
