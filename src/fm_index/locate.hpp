// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The positions of occurrences: candidates by searching, their places by walking to samples, and a comparison with the text
// where the search stopped early.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/allocate.hpp>
#include <lexikos/detail/scratch.hpp>
#include <lexikos/fm_index.hpp>

#include "backends/launch.hpp"
#include "backends/primitives.hpp"
#include "common/host_batches.hpp"
#include "common/in_turns.hpp"
#include "common/items_of_segments.hpp"
#include "common/read_back.hpp"
#include "common/sort_positions.hpp"
#include "common/wanted_positions.hpp"
#include "fm_index/find.hpp"
#include "fm_index/walk_steps.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::fm_detail
{

/// positions(offsets(s) + j) = the place of entry begins(s) + j, less what is compared before it; flags say whether the
/// pattern is there.
template <class Places, class Batch, class Text, class Index>
struct FindPlaceOfCandidate
{
  Places places;
  Batch batch;
  Text text;
  Index const* begins;
  std::uint64_t const* rests;  ///< null: no comparisons, and no flags
  std::uint64_t const* offsets;
  Index* positions;
  std::uint8_t* flags;

  KOKKOS_FUNCTION void operator()(std::size_t s, std::size_t i) const { write(s, i, places(row(s, i))); }

  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint64_t row(std::size_t s, std::size_t i) const
  {
    return begins[s] + (i - offsets[s]) + 1;
  }
  /// Whether the text is compared, of which the first is on its way then. For hosts.
  [[nodiscard]] LEXIKOS_ALWAYS_INLINE bool compares(std::size_t s, std::uint64_t place) const
  {
    std::uint64_t const rest = rest_of(s);
    if (rest == 0 || !fits(place, rest)) return false;
    text.prefetch(rest, place - rest);
    return true;
  }
  KOKKOS_FORCEINLINE_FUNCTION void write(std::size_t s, std::size_t i, std::uint64_t place) const
  {
    std::uint64_t const rest = rest_of(s);
    bool const may_be = fits(place, rest);
    positions[i] = static_cast<Index>(may_be ? place - rest : place);
    if (rests != nullptr) flags[i] = may_be && (rest == 0 || text.has(batch(s), rest, place - rest)) ? 1 : 0;
  }

 private:
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::uint64_t rest_of(std::size_t s) const
  {
    return rests == nullptr ? 0 : rests[s];
  }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION static bool fits(std::uint64_t place, std::uint64_t rest)
  {
    return place != not_found && place >= rest;
  }
};

/// sizes(i) = how many of the candidates of pattern i are kept: the first ones that are there, `most` at most.
struct KeepFirst
{
  std::uint64_t const* offsets;
  std::uint64_t const* rests;
  std::uint8_t* flags;
  std::uint64_t* sizes;
  std::size_t count;
  std::uint64_t most;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    std::uint64_t kept = 0;
    if (i < count && rests[i] == 0) kept = offsets[i + 1] - offsets[i];
    if (i < count && rests[i] != 0) {
      for (std::uint64_t k = offsets[i]; k < offsets[i + 1]; ++k) {
        if (kept == most) flags[k] = 0;
        kept += flags[k];
      }
    }
    sizes[i] = kept;
  }
};

/// What all kinds of locating share.
template <class ExecutionSpace, class Index, class Symbol>
class Location
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Arrays = detail::FmArrays<MemorySpace, Index, Symbol>;
  using Range = backends::Range<ExecutionSpace>;

 public:
  Location(ExecutionSpace const& space, Arrays const& arrays, SearchOptions const& options, Workspace& workspace)
      : m_space(space), m_arrays(arrays), m_options(options), m_workspace(workspace)
  {
    detail::require(arrays.is_built(), ErrorCode::invalid_argument, "the index was not built");
    detail::require(arrays.rate != 0, ErrorCode::not_supported, "the index has no places of suffixes: it only counts");
  }

  [[nodiscard]] Candidates<Index> candidates_of(BatchOf<Symbol> const& batch, std::size_t count)
  {
    auto const take = [&](auto value) { return m_workspace.take<decltype(value), MemorySpace>(count).data(); };
    auto const* const order = order_of_batch(m_space, m_arrays.rows_of_strings(), batch, count, m_options, m_workspace);
    Candidates<Index> const candidates{take(Index{}), take(Index{}),
                                       stop_of(m_arrays).rate != 0 ? take(std::uint64_t{}) : nullptr};
    find_candidates<ExecutionSpace, Index, Symbol>(m_space, m_arrays, batch, count, order, candidates, m_workspace);
    return candidates;
  }

  /// \param begins, ends, rests  [0..count) of candidates; with rests, the batch that they come from
  [[nodiscard]] Occurrences<MemorySpace, Index> positions_of(Index const* begins, Index const* ends,
                                                             std::uint64_t const* rests, BatchOf<Symbol> const& batch,
                                                             std::size_t count)
  {
    auto& resource = m_workspace.resource();
    Occurrences<MemorySpace, Index> found;
    found.offsets = detail::allocate<std::uint64_t, MemorySpace>(resource, "lexikos::fm_index::offsets", count + 1);
    Span<std::uint64_t, MemorySpace> const offsets(found.offsets.data(), count + 1);
    std::uint64_t const total = detail::offsets_of_wanted<ExecutionSpace, Index>(
        m_space, "lexikos::fm_index::count_candidates", {begins, ends, rests, count, m_arrays.n, most()}, offsets,
        m_workspace);
    if (rests == nullptr) {
      found.positions = detail::allocate<Index, MemorySpace>(resource, "lexikos::fm_index::positions", total);
      fill(begins, rests, batch, offsets, found.positions.data(), nullptr, total);
    }
    else {
      auto const positions = m_workspace.take<Index, MemorySpace>(total);
      auto const flags = m_workspace.take<std::uint8_t, MemorySpace>(total);
      fill(begins, rests, batch, offsets, positions.data(), flags.data(), total);
      found.positions = keep(offsets, rests, positions, flags);
    }
    if (m_options.text_order)
      detail::sort_positions(m_space, offsets,
                             Span<Index, MemorySpace>(found.positions.data(), found.positions.extent(0)), m_arrays.n,
                             m_workspace);
    m_space.fence("lexikos::fm_index::locate");
    return found;
  }

 private:
  [[nodiscard]] std::uint64_t most() const { return detail::limit_of_positions(m_options.max_positions); }

  void fill(Index const* begins, std::uint64_t const* rests, BatchOf<Symbol> const& batch,
            Span<std::uint64_t, MemorySpace> const& offsets, Index* positions, std::uint8_t* flags, std::size_t total)
  {
    m_arrays.with_steps_for_kernel([&](auto const& steps) {
      auto const places = places_of(m_arrays, steps);
      using Find = FindPlaceOfCandidate<std::decay_t<decltype(places)>, BatchOf<Symbol>,
                                        detail::FmText<MemorySpace, detail::FmSlot<Symbol>>, Index>;
      Find const find{places, batch, m_arrays.text, begins, rests, offsets.data(), positions, flags};
      std::size_t const segments = offsets.extent(0) - 1;
      constexpr char const* label = "lexikos::fm_index::places";
      if constexpr (detail::works_on_host<ExecutionSpace>) {
        using Steps = StepsOfWalk<Find>;
        detail::answer_on_host(m_space, label, total, walks_of_part,
                               detail::InTurns<Steps, walks_at_once>{Steps{find, segments}});
      }
      else
        detail::for_each_item(m_space, label, {offsets.data(), segments, 0, total}, find);
    });
  }

  /// The positions with a flag; offsets become theirs.
  [[nodiscard]] Array<Index, MemorySpace> keep(Span<std::uint64_t, MemorySpace> const& offsets,
                                               std::uint64_t const* rests, Span<Index, MemorySpace> const& positions,
                                               Span<std::uint8_t, MemorySpace> const& flags)
  {
    std::size_t const count = offsets.extent(0) - 1;
    auto const sizes = m_workspace.take<std::uint64_t, MemorySpace>(count + 1);
    Kokkos::parallel_for("lexikos::fm_index::keep_first", Range(m_space, 0, count + 1),
                         KeepFirst{offsets.data(), rests, flags.data(), sizes.data(), count, most()});
    primitives::exclusive_scan(m_space, sizes, offsets, primitives::Sum{}, m_workspace);
    std::uint64_t const total = detail::read_back(m_space, offsets, count);
    auto const kept =
        detail::allocate<Index, MemorySpace>(m_workspace.resource(), "lexikos::fm_index::positions", total);
    primitives::pack_flagged(m_space, positions, flags, Span<Index, MemorySpace>(kept.data(), total), m_workspace);
    return kept;
  }

  ExecutionSpace m_space;
  Arrays const& m_arrays;
  SearchOptions const& m_options;
  Workspace& m_workspace;
};

}  // namespace lexikos::fm_detail
