// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Is it the suffix array of the text, of which neither the array nor its inverse fits the device? Neighbours are compared where
// the text lies, as far as they agree; and the entries are a permutation if none is out of range and two sums
// of their hashes are those of all positions. Neither shares anything with how the array was built.

#include <Kokkos_BitManipulation.hpp>
#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "generate/random_bits.hpp"

namespace lexikos::bench
{

/// Entries of four, five or eight bytes, decoded.
struct DecodeEntries
{
  std::uint8_t const* bytes;
  unsigned entry_bytes;
  std::uint64_t* entries;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    std::uint64_t value = 0;
    for (unsigned b = entry_bytes; b-- > 0;) value = value << 8 | bytes[entry_bytes * i + b];
    entries[i] = value;
  }
};

/// What a pass over some entries found.
struct EntriesFound
{
  std::uint64_t wrong = 0;      ///< entries out of range, or not greater than the one before
  std::uint64_t undecided = 0;  ///< that agree with the one before in more symbols than are compared
  std::uint64_t sum = 0;        ///< of hashes
  std::uint64_t other_sum = 0;
};

/// The symbols of a suffix, eight by eight, of which each word of the text is read once.
class WordsOfSuffix
{
 public:
  static constexpr std::size_t word = sizeof(std::uint64_t);

  /// \param text  at an address that is a multiple of 8
  KOKKOS_FUNCTION WordsOfSuffix(std::uint8_t const* text, std::size_t suffix)
      : m_next(reinterpret_cast<std::uint64_t const*>(text) + suffix / word),
        m_shift(static_cast<unsigned>(suffix % word * 8)),
        m_read(*m_next++)
  {}

  /// The next eight symbols, the first one lowest; the text goes on for eight more.
  KOKKOS_FUNCTION std::uint64_t next()
  {
    std::uint64_t const low = m_read >> m_shift;
    m_read = *m_next++;
    return m_shift == 0 ? low : low | m_read << (64 - m_shift);
  }

 private:
  std::uint64_t const* m_next;
  unsigned m_shift;
  std::uint64_t m_read;
};

/// In how many symbols two suffixes agree, of `most`, which both have.
KOKKOS_INLINE_FUNCTION std::size_t agreement(std::uint8_t const* text, std::size_t a, std::size_t b, std::size_t most)
{
  std::size_t k = 0;
  if (most >= 2 * WordsOfSuffix::word) {
    WordsOfSuffix words_of_a(text, a);
    WordsOfSuffix words_of_b(text, b);
    for (; k + 2 * WordsOfSuffix::word <= most; k += WordsOfSuffix::word) {
      std::uint64_t const differs = words_of_a.next() ^ words_of_b.next();
      if (differs != 0) return k + static_cast<std::size_t>(Kokkos::Experimental::countr_zero_builtin(differs)) / 8;
    }
  }
  while (k < most && text[a + k] == text[b + k]) ++k;
  return k;
}

/// Entries [1, count] against the one before each; entry 0 is the last one of the pass before.
struct CompareNeighbours
{
  static constexpr std::size_t most_compared = std::size_t{1} << 22;

  std::uint8_t const* text;
  std::size_t n;
  std::uint64_t const* entries;
  bool has_before;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::uint64_t& wrong, std::uint64_t& undecided, std::uint64_t& sum,
                                  std::uint64_t& other_sum) const
  {
    std::uint64_t const b = entries[i + 1];
    sum += generate::mix(b);
    other_sum += generate::mix(~b);
    if (b >= n) {
      ++wrong;
      return;
    }
    if (i == 0 && !has_before) return;
    std::uint64_t const a = entries[i];
    if (a >= n) return;  // counted where it is the later one
    std::size_t const most = n - (a > b ? a : b);
    std::size_t const compared = most < most_compared ? most : most_compared;
    std::size_t const k = agreement(text, a, b, compared);
    if (k < compared)
      wrong += text[a + k] < text[b + k] ? 0 : 1;
    else if (k == most)
      wrong += a > b ? 0 : 1;  // the shorter comes first
    else
      ++undecided;
  }
};

struct SumOfPositions
{
  KOKKOS_FUNCTION void operator()(std::size_t i, std::uint64_t& sum, std::uint64_t& other_sum) const
  {
    sum += generate::mix(i);
    other_sum += generate::mix(~static_cast<std::uint64_t>(i));
  }
};

/// Throws std::runtime_error unless the entries are the suffix array of the text.
///
/// \param text     [0..n) where the execution space works, at an address that is a multiple of 8
/// \param entries  of 4, 5 or 8 bytes, on the host or there
/// \return         neighbours that agree in 2^22 symbols and more, which nobody compared further
template <class ExecutionSpace, class TextView>
std::size_t require_right_streamed(ExecutionSpace const& space, TextView const& text, std::uint8_t const* entries,
                                   unsigned entry_bytes, bool on_host)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Bytes = Kokkos::View<std::uint8_t*, MemorySpace>;
  using Range = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::size_t>>;
  std::size_t const n = text.extent(0);
  std::size_t const piece = std::min<std::size_t>(n, std::size_t{1} << 25);
  Bytes const bytes(Kokkos::view_alloc("lexikos::bench::entries", Kokkos::WithoutInitializing), piece * entry_bytes);
  Kokkos::View<std::uint64_t*, MemorySpace> const decoded(
      Kokkos::view_alloc("lexikos::bench::decoded", Kokkos::WithoutInitializing), piece + 1);
  EntriesFound found;
  for (std::size_t first = 0; first < n; first += piece) {
    std::size_t const count = std::min(piece, n - first);
    std::uint8_t const* from = entries + first * entry_bytes;
    if (first != 0) Kokkos::deep_copy(space, Kokkos::subview(decoded, 0), Kokkos::subview(decoded, piece));
    if (on_host) {
      using Unmanaged = Kokkos::MemoryTraits<Kokkos::Unmanaged>;
      Kokkos::deep_copy(space, Kokkos::subview(bytes, std::pair<std::size_t, std::size_t>(0, count * entry_bytes)),
                        Kokkos::View<std::uint8_t const*, Kokkos::HostSpace, Unmanaged>(from, count * entry_bytes));
      from = bytes.data();
    }
    Kokkos::parallel_for("lexikos::bench::decode_entries", Range(space, 0, count),
                         DecodeEntries{from, entry_bytes, decoded.data() + 1});
    EntriesFound part;
    Kokkos::parallel_reduce("lexikos::bench::compare_neighbours", Range(space, 0, count),
                            CompareNeighbours{text.data(), n, decoded.data(), first != 0}, part.wrong, part.undecided,
                            part.sum, part.other_sum);
    space.fence("lexikos::bench::compare_neighbours");
    found.wrong += part.wrong;
    found.undecided += part.undecided;
    found.sum += part.sum;
    found.other_sum += part.other_sum;
  }
  EntriesFound expected;
  Kokkos::parallel_reduce("lexikos::bench::sum_of_positions", Range(space, 0, n), SumOfPositions{}, expected.sum,
                          expected.other_sum);
  space.fence("lexikos::bench::sum_of_positions");
  if (found.wrong != 0)
    throw std::runtime_error("WRONG: " + std::to_string(found.wrong) + " entries are not greater than those before");
  if (found.sum != expected.sum || found.other_sum != expected.other_sum)
    throw std::runtime_error("WRONG: the entries are no permutation");
  return found.undecided;
}

}  // namespace lexikos::bench
