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

/// An entry and the one before it.
struct Neighbours
{
  static constexpr std::size_t max_compared = std::size_t{1} << 22;

  std::uint8_t const* text;
  std::uint64_t a;  ///< the one before
  std::uint64_t b;
  std::size_t most;  ///< symbols that both suffixes have

  KOKKOS_FUNCTION Neighbours(std::uint8_t const* symbols, std::size_t n, std::uint64_t before, std::uint64_t entry)
      : text(symbols), a(before), b(entry), most(n - (before > entry ? before : entry))
  {}

  [[nodiscard]] KOKKOS_FUNCTION std::size_t compared() const { return most < max_compared ? most : max_compared; }
  /// \param k  symbols in which they agree, of those that are compared
  KOKKOS_FUNCTION void judge(std::size_t k, std::uint64_t& wrong, std::uint64_t& undecided) const
  {
    if (k < compared())
      wrong += text[a + k] < text[b + k] ? 0 : 1;
    else if (k == most)
      wrong += a > b ? 0 : 1;  // the shorter comes first
    else
      ++undecided;
  }
};

/// Entries [1, count] against the one before each; entry 0 is the last one of the pass before. Pairs that agree in more
/// symbols than one thread compares are listed.
template <class MemorySpace>
struct CompareNeighbours
{
  static constexpr std::size_t max_by_one = std::size_t{1} << 10;

  std::uint8_t const* text;
  std::size_t n;
  std::uint64_t const* entries;
  bool has_before;
  Kokkos::View<std::uint32_t*, MemorySpace> long_ones;
  Kokkos::View<std::uint32_t, MemorySpace> long_count;

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
    Neighbours const pair(text, n, a, b);
    std::size_t const compared = pair.compared();
    std::size_t const k = agreement(text, a, b, compared < max_by_one ? compared : max_by_one);
    if (k == max_by_one && k < compared)
      long_ones(Kokkos::atomic_fetch_add(&long_count(), 1U)) = static_cast<std::uint32_t>(i);
    else
      pair.judge(k, wrong, undecided);
  }
};

/// The pairs that were listed, each by a team.
template <class ExecutionSpace>
struct CompareLongOnes
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Member = typename Kokkos::TeamPolicy<ExecutionSpace>::member_type;
  static constexpr std::size_t by_one = 256;            // symbols at a time
  static constexpr std::size_t by_all = by_one * 1024;  // before any looks what the others have found

  CompareNeighbours<MemorySpace> all;

  KOKKOS_FUNCTION void operator()(Member const& team, std::uint64_t& wrong, std::uint64_t& undecided) const
  {
    std::uint32_t const i = all.long_ones(static_cast<std::size_t>(team.league_rank()));
    Neighbours const pair(all.text, all.n, all.entries[i], all.entries[i + 1]);
    std::size_t const compared = pair.compared();
    std::size_t agreed = CompareNeighbours<MemorySpace>::max_by_one;
    for (std::size_t begin = agreed; begin == agreed && begin < compared;) {
      std::size_t const end = compared - begin < by_all ? compared : begin + by_all;
      Kokkos::parallel_reduce(
          Kokkos::TeamThreadRange(team, (end - begin + by_one - 1) / by_one),
          [&](std::size_t j, std::size_t& first) {
            std::size_t const from = begin + j * by_one;
            std::size_t const length = end - from < by_one ? end - from : by_one;
            std::size_t const k = agreement(all.text, pair.a + from, pair.b + from, length);
            if (k < length && from + k < first) first = from + k;
          },
          Kokkos::Min<std::size_t>(agreed));
      if (agreed > end) agreed = end;  // the reduction's identity: nobody found a difference
      begin = end;
    }
    Kokkos::single(Kokkos::PerTeam(team), [&] { pair.judge(agreed, wrong, undecided); });
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
  Kokkos::View<std::uint32_t*, MemorySpace> const long_ones(
      Kokkos::view_alloc("lexikos::bench::long_ones", Kokkos::WithoutInitializing), piece);
  Kokkos::View<std::uint32_t, MemorySpace> const long_count("lexikos::bench::long_count");
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
    Kokkos::deep_copy(space, long_count, 0U);
    CompareNeighbours<MemorySpace> const compare{text.data(), n, decoded.data(), first != 0, long_ones, long_count};
    Kokkos::parallel_reduce("lexikos::bench::compare_neighbours", Range(space, 0, count), compare, part.wrong,
                            part.undecided, part.sum, part.other_sum);
    space.fence("lexikos::bench::compare_neighbours");
    std::uint32_t listed = 0;
    Kokkos::deep_copy(listed, long_count);
    if (listed != 0) {
      EntriesFound of_long_ones;
      Kokkos::parallel_reduce("lexikos::bench::compare_long_ones",
                              Kokkos::TeamPolicy<ExecutionSpace>(space, static_cast<int>(listed), Kokkos::AUTO),
                              CompareLongOnes<ExecutionSpace>{compare}, of_long_ones.wrong, of_long_ones.undecided);
      space.fence("lexikos::bench::compare_long_ones");
      found.wrong += of_long_ones.wrong;
      found.undecided += of_long_ones.undecided;
    }
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
