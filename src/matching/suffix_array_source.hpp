// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/error.hpp>
#include <lexikos/matching.hpp>
#include <lexikos/range_minimum.hpp>
#include <vector>

#include "backends/launch.hpp"
#include "common/host_containers.hpp"
#include "common/read_back.hpp"
#include "matching/continuation.hpp"
#include "matching/queries.hpp"
#include "matching/statistics.hpp"
#include "matching/suffix_array.hpp"

namespace lexikos::matching_detail
{

/// Matches by a suffix array. Keeps a reference to the index.
template <class ExecutionSpace, class Index>
class SuffixArraySource
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Indices = Span<Index, MemorySpace>;

 public:
  using Suffixes = detail::SuffixIntervals<Index>;

  /// Error (invalid_argument) for an index that was not built.
  explicit SuffixArraySource(IndexArrays<MemorySpace, Index> const& index) : m_index(index)
  {
    detail::require(index.suffixes.table != nullptr, ErrorCode::invalid_argument, "the index was not built");
  }

  [[nodiscard]] Suffixes const& suffixes() const { return m_index.suffixes; }
  /// Symbols that are looked up at once.
  [[nodiscard]] std::uint64_t depth() const { return m_index.suffixes.depth; }

  /// The text's symbols, in the order of their numbers. Fences.
  [[nodiscard]] std::vector<std::uint8_t> symbols(ExecutionSpace const& space) const
  {
    auto const digits = digits_on_host(space);
    return detail::with_host_memory("the symbols of a text", [&] {
      std::vector<std::uint8_t> symbols;
      for (std::size_t c = 0; c < digits.size(); ++c)
        if (digits[c] != detail::absent_symbol) symbols.push_back(static_cast<std::uint8_t>(c));
      return symbols;
    });
  }

  /// A byte that the text lacks. Fences. Error (not_supported) if it has all.
  [[nodiscard]] std::uint8_t absent_byte(ExecutionSpace const& space) const
  {
    auto const digits = digits_on_host(space);
    for (std::size_t c = 0; c < digits.size(); ++c)
      if (digits[c] == detail::absent_symbol) return static_cast<std::uint8_t>(c);
    throw no_absent_byte();
  }

  /// [0..256) what symbols of queries are in the text, on the device; null: themselves.
  [[nodiscard]] std::uint8_t const* letters() const { return nullptr; }

  /// ranks(d) = the rank of the suffix at the start of document d, n for an empty one. Without documents, the text is one.
  void rank_document_starts(ExecutionSpace const& space, Documents const& documents, Indices const& ranks) const
  {
    Kokkos::parallel_for("lexikos::matching::document_starts",
                         backends::Range<ExecutionSpace>(space, 0, ranks.extent(0)),
                         RankDocumentStart<Index>{{m_index.suffixes, documents}, ranks.data()});
  }

  /// The positions of intervals, ascending. Fences.
  [[nodiscard]] Occurrences<MemorySpace, Index> locate(ExecutionSpace const& space, Indices const& begins,
                                                       Indices const& ends, Workspace& workspace) const
  {
    return search_detail::locate<ExecutionSpace, Index>(
        space, m_index.suffix_array, Span<Index const, MemorySpace>(begins), Span<Index const, MemorySpace>(ends),
        {.text_order = true, .workspace = &workspace});
  }

  /// Whether long repeats can be continued from place to place.
  [[nodiscard]] bool has_continuation() const { return m_index.lcp.extent(0) != 0 && m_index.inverse.extent(0) != 0; }

  struct Continued
  {
    RangeMinimum<MemorySpace, Index> minima;
    Continuation<Index> kernel;
  };

  /// \param wanted  otherwise, what is returned goes on nowhere
  [[nodiscard]] Continued continuation(ExecutionSpace const& space, bool wanted, Workspace& workspace) const
  {
    Continued continued;
    if (!wanted) return continued;
    continued.minima = RangeMinimum<MemorySpace, Index>(space, m_index.lcp, {&workspace, {}});
    continued.kernel = {m_index.inverse.data(), continued.minima.queries()};
    return continued;
  }

 private:
  [[nodiscard]] std::vector<std::uint16_t> digits_on_host(ExecutionSpace const& space) const
  {
    return detail::read_all_back(space, Span<std::uint16_t const, MemorySpace>(m_index.suffixes.digits, 256));
  }

  IndexArrays<MemorySpace, Index> const& m_index;
};

}  // namespace lexikos::matching_detail
