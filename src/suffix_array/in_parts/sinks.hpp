// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Where the parts of a last sort go: to arrays of entries of four, five or eight bytes, in host memory or where the execution
// space works, or to the transform.

#include <Kokkos_Core.hpp>
#include <array>
#include <cstddef>
#include <cstdint>
#include <lexikos/conventions.hpp>
#include <memory>

#include "backends/primitives.hpp"
#include "common/primitive_bytes.hpp"
#include "common/read_back.hpp"
#include "suffix_array/in_parts/piece_stream.hpp"
#include "suffix_array/samples/last_sort.hpp"

namespace lexikos::suffix_array_detail
{

/// An array of entries, lowest byte first; null: not wanted.
struct EntryArray
{
  std::uint8_t* data = nullptr;
  unsigned entry_bytes = 0;  ///< 4, 5 or 8

  [[nodiscard]] bool is_wanted() const { return data != nullptr; }
  KOKKOS_FUNCTION void set(std::size_t i, std::uint64_t value) const
  {
    if (entry_bytes == 4)
      reinterpret_cast<std::uint32_t*>(data)[i] = static_cast<std::uint32_t>(value);
    else if (entry_bytes == 8)
      reinterpret_cast<std::uint64_t*>(data)[i] = value;
    else
      for (std::size_t b = 0; b < 5; ++b) data[5 * i + b] = static_cast<std::uint8_t>(value >> 8 * b);
  }
};

/// ranks(p / rate) receives the rank of suffix p, for multiples of the rate.
struct SampledRanks
{
  EntryArray ranks;
  std::size_t rate = 1;
};

template <class Suffixes>
struct WriteEntries
{
  Suffixes suffixes;
  EntryArray to;

  KOKKOS_FUNCTION void operator()(std::size_t i) const { to.set(i, suffixes(i)); }
};

/// inverse(suffixes(i)) = first + i.
template <class Suffixes>
struct InvertPart
{
  Suffixes suffixes;
  std::size_t first;
  EntryArray inverse;

  KOKKOS_FUNCTION void operator()(std::size_t i) const { inverse.set(suffixes(i), first + i); }
};

/// Pairs of a position and its rank, that the host places.
template <class Suffixes>
struct MakePairs
{
  Suffixes positions;
  Suffixes ranks;
  std::uint64_t* pairs;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    pairs[2 * i] = positions(i);
    pairs[2 * i + 1] = ranks(i);
  }
};

struct PlacePairs
{
  std::uint64_t const* pairs;
  EntryArray inverse;

  KOKKOS_FUNCTION void operator()(std::size_t i) const { inverse.set(pairs[2 * i], pairs[2 * i + 1]); }
};

/// The suffix array, and its inverse: where results lie in host memory and the work is done elsewhere, pairs are sorted by
/// position first, so that the host writes each part's ranks in one sweep over the inverse.
template <class Position, class ExecutionSpace>
class ArraySink : public PartSink<Position, typename ExecutionSpace::memory_space>
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Suffixes = Span<Position, MemorySpace>;

 public:
  /// \param stream  to host memory; null: results are where the execution space works
  /// \param most    suffixes of a part
  /// Workspace is taken in the caller's scope.
  ArraySink(Context<ExecutionSpace> const& context, EntryArray const& suffix_array, EntryArray const& inverse,
            PieceStream<ExecutionSpace>* stream, std::size_t most)
      : m_context(context), m_suffix_array(suffix_array), m_inverse(inverse), m_stream(stream)
  {
    if (sorts_pairs())
      for (auto& array : m_arrays) array = context.template take<Position>(most);
  }

  [[nodiscard]] static std::size_t bytes(bool far_inverse, std::size_t most)
  {
    return far_inverse ? 4 * (sizeof(Position) * most + Workspace::alignment) : 0;
  }

  void take(Suffixes const& suffixes, std::size_t first) override
  {
    backends::Range<ExecutionSpace> const range(m_context.space, 0, suffixes.extent(0));
    if (m_stream == nullptr) {
      EntryArray to = m_suffix_array;
      to.data += first * to.entry_bytes;
      Kokkos::parallel_for("lexikos::suffix_array::write_entries", range, WriteEntries<Suffixes>{suffixes, to});
      if (m_inverse.is_wanted())
        Kokkos::parallel_for("lexikos::suffix_array::invert_part", range,
                             InvertPart<Suffixes>{suffixes, first, m_inverse});
    }
    else if (sorts_pairs())
      sort_pairs(suffixes, first);
  }

  void write(Suffixes const& suffixes, std::size_t) override
  {
    if (m_stream == nullptr) return;
    unsigned const entry_bytes = m_suffix_array.entry_bytes;
    std::uint8_t* const to = m_suffix_array.data + m_written * entry_bytes;
    m_stream->write(
        suffixes.extent(0), entry_bytes,
        [&](ExecutionSpace const& instance, std::size_t first, std::size_t count,
            std::uint8_t* data) -> std::uint8_t const* {
          Position const* const positions = suffixes.data() + first;
          if (entry_bytes == sizeof(Position)) return reinterpret_cast<std::uint8_t const*>(positions);
          Kokkos::parallel_for("lexikos::suffix_array::write_entries",
                               backends::Range<ExecutionSpace>(instance, 0, count),
                               WriteEntries<Suffixes>{first_of(from(suffixes, first), count), {data, entry_bytes}});
          return data;
        },
        to);
    m_written += suffixes.extent(0);
    if (sorts_pairs()) place_pairs();
  }

 private:
  [[nodiscard]] bool sorts_pairs() const { return m_stream != nullptr && m_inverse.is_wanted(); }

  void sort_pairs(Suffixes const& suffixes, std::size_t first)
  {
    std::size_t const size = suffixes.extent(0);
    auto const array = [&](std::size_t a) { return first_of(m_arrays[a], size); };
    primitives::DoubleBuffer<Suffixes> positions{array(0), array(1)};
    primitives::DoubleBuffer<Suffixes> ranks{array(2), array(3)};
    Kokkos::deep_copy(m_context.space, positions.current, suffixes);
    primitives::iota(m_context.space, ranks.current, static_cast<Position>(first));
    primitives::radix_sort_pairs(m_context.space, positions, ranks, 0, 8 * sizeof(Position), m_context.workspace);
    m_positions = positions.current;
    m_ranks = ranks.current;
  }

  void place_pairs()
  {
    m_stream->for_each_piece(
        m_positions.extent(0), 2 * sizeof(std::uint64_t),
        [&](ExecutionSpace const& instance, std::size_t first, std::size_t count, std::uint8_t* data) {
          Kokkos::parallel_for(
              "lexikos::suffix_array::make_pairs", backends::Range<ExecutionSpace>(instance, 0, count),
              MakePairs<Suffixes>{Suffixes(m_positions.data() + first, count), Suffixes(m_ranks.data() + first, count),
                                  reinterpret_cast<std::uint64_t*>(data)});
          return data;
        },
        [&](std::size_t, std::size_t count, std::uint8_t const* data) {
          Kokkos::DefaultHostExecutionSpace const host;
          Kokkos::parallel_for("lexikos::suffix_array::place_pairs",
                               backends::Range<Kokkos::DefaultHostExecutionSpace>(host, 0, count),
                               PlacePairs{reinterpret_cast<std::uint64_t const*>(data), m_inverse});
          host.fence("lexikos::suffix_array::place_pairs");
        });
  }

  Context<ExecutionSpace> const& m_context;
  EntryArray m_suffix_array;
  EntryArray m_inverse;
  PieceStream<ExecutionSpace>* m_stream;
  std::size_t m_written = 0;
  std::array<Suffixes, 4> m_arrays;
  Suffixes m_positions;
  Suffixes m_ranks;
};

template <class Suffixes>
struct FindFirstSuffixOfText
{
  Suffixes suffixes;
  std::size_t first;
  Span<std::uint64_t, typename Suffixes::memory_space> rank;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    if (suffixes(i) == 0) rank(0) = first + i;
  }
};

/// bwt(i) = the symbol before suffixes(i); any where there is none.
template <class Suffixes>
struct SymbolsBefore
{
  using MemorySpace = typename Suffixes::memory_space;

  PackedText<MemorySpace> packed;
  Span<std::uint8_t, MemorySpace> symbols;
  Suffixes suffixes;
  std::uint8_t* bwt;

  [[nodiscard]] KOKKOS_FUNCTION std::uint8_t symbol(std::size_t i) const
  {
    std::size_t const suffix = suffixes(i);
    return suffix == 0 ? std::uint8_t{0} : symbols(packed.symbols(suffix - 1, 1));
  }
  KOKKOS_FUNCTION void operator()(std::size_t i) const { bwt[i] = symbol(i); }
};

/// The same to their places in the transform: those before the text's first suffix move up by one, for the empty suffix.
template <class Suffixes>
struct PlaceSymbolsBefore
{
  SymbolsBefore<Suffixes> before;
  std::size_t first;
  Span<std::uint64_t, typename Suffixes::memory_space> first_rank;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    std::size_t const rank = first + i;
    if (rank != first_rank(0)) before.bwt[rank < first_rank(0) ? rank + 1 : rank] = before.symbol(i);
  }
};

template <class Suffixes>
struct SampleRanks
{
  Suffixes suffixes;
  std::size_t first;
  SampledRanks sampled;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    std::size_t const suffix = suffixes(i);
    if (suffix % sampled.rate == 0) sampled.ranks.set(suffix / sampled.rate, first + i);
  }
};

/// What a TransformSink fills.
struct SampledTransform
{
  std::uint8_t* bwt = nullptr;  ///< [0..n)
  SampledRanks ranks;           ///< where the execution space works; or not wanted
};

/// The Burrows-Wheeler transform, but for the symbol of the empty suffix.
template <class Position, class ExecutionSpace>
class TransformSink : public PartSink<Position, typename ExecutionSpace::memory_space>
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Suffixes = Span<Position, MemorySpace>;

 public:
  /// \param symbols  [0..256) of each code
  /// \param stream   as that of ArraySink
  TransformSink(Context<ExecutionSpace> const& context, PackedText<MemorySpace> const& packed,
                Span<std::uint8_t, MemorySpace> const& symbols, SampledTransform const& to,
                PieceStream<ExecutionSpace>* stream)
      : m_context(context),
        m_packed(packed),
        m_symbols(symbols),
        m_bwt(to.bwt),
        m_ranks(to.ranks),
        m_stream(stream),
        m_rank(context.template take<std::uint64_t>(1))
  {
    Kokkos::deep_copy(context.space, m_rank, not_found);
  }

  static constexpr std::size_t bytes() { return Workspace::alignment; }

  /// Of the text's first suffix, once all parts are written. Fences.
  [[nodiscard]] std::size_t rank_of_text() const { return detail::read_back(m_context.space, m_rank); }

  void take(Suffixes const& suffixes, std::size_t first) override
  {
    backends::Range<ExecutionSpace> const range(m_context.space, 0, suffixes.extent(0));
    Kokkos::parallel_for("lexikos::suffix_array::find_first_suffix", range,
                         FindFirstSuffixOfText<Suffixes>{suffixes, first, m_rank});
    if (m_ranks.ranks.is_wanted())
      Kokkos::parallel_for("lexikos::suffix_array::sample_ranks", range,
                           SampleRanks<Suffixes>{suffixes, first, m_ranks});
    if (m_stream == nullptr)
      Kokkos::parallel_for("lexikos::suffix_array::place_symbols_before", range,
                           PlaceSymbolsBefore<Suffixes>{{m_packed, m_symbols, suffixes, m_bwt}, first, m_rank});
  }

  void write(Suffixes const& suffixes, std::size_t first) override
  {
    if (m_stream == nullptr) return;
    std::size_t const size = suffixes.extent(0);
    // a part that is sorted meanwhile may have found the suffix, whose rank then is not one of this part's
    std::size_t const rank = detail::read_back(m_stream->instance(), m_rank);
    if (rank < first) return write_symbols(suffixes, first);
    std::size_t const before = std::min(rank - first, size);
    write_symbols(first_of(suffixes, before), first + 1);
    if (before < size) write_symbols(from(suffixes, before + 1), first + before + 1);
  }

 private:
  void write_symbols(Suffixes const& suffixes, std::size_t place)
  {
    m_stream->write(
        suffixes.extent(0), 1,
        [&](ExecutionSpace const& instance, std::size_t first, std::size_t count, std::uint8_t* data) {
          Kokkos::parallel_for(
              "lexikos::suffix_array::symbols_before", backends::Range<ExecutionSpace>(instance, 0, count),
              SymbolsBefore<Suffixes>{m_packed, m_symbols, Suffixes(suffixes.data() + first, count), data});
          return data;
        },
        m_bwt + place);
  }

  Context<ExecutionSpace> const& m_context;
  PackedText<MemorySpace> m_packed;
  Span<std::uint8_t, MemorySpace> m_symbols;
  std::uint8_t* m_bwt;
  SampledRanks m_ranks;
  PieceStream<ExecutionSpace>* m_stream;
  Span<std::uint64_t, MemorySpace> m_rank;
};

}  // namespace lexikos::suffix_array_detail
