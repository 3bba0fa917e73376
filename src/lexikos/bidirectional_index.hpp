// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/scratch.hpp>
#include <lexikos/detail/views.hpp>
#include <lexikos/file.hpp>
#include <lexikos/fm_index.hpp>
#include <string_view>

namespace lexikos
{

/// The rows of a string among the suffixes of a text, and those of the string reversed among the suffixes of the text
/// reversed, which are as many.
template <class Index>
struct BidirectionalRows
{
  FmRows<Index> forward;
  Index reversed_begin = 0;

  [[nodiscard]] KOKKOS_FUNCTION constexpr Index count() const { return forward.count(); }
  [[nodiscard]] KOKKOS_FUNCTION constexpr bool is_empty() const { return forward.is_empty(); }
  [[nodiscard]] KOKKOS_FUNCTION constexpr FmRows<Index> reversed() const
  {
    return {reversed_begin, static_cast<Index>(reversed_begin + forward.count())};
  }
};

/// Kind of the files that `BidirectionalFmIndex::save` writes.
constexpr std::string_view bidirectional_index_kind = "bidirectional_fm_index";

namespace fm_detail
{

/// reversed(i) = text(n - 1 - i). Asynchronous on the instance.
template <class ExecutionSpace, class Symbol>
void reverse(ExecutionSpace const& space, Span<Symbol const, typename ExecutionSpace::memory_space> const& text,
             Span<Symbol, typename ExecutionSpace::memory_space> const& reversed);

}  // namespace fm_detail

/// Extends a string, whose occurrences it knows, on either side: two FM-indexes, of the text and of the text reversed, for
/// any alphabet. Cheap to copy; copies share the arrays, and kernels capture it by value.
///
/// Memory: an `FmIndex` as the options say, and one of the text reversed that only counts. A step takes the fetches of one in
/// an `FmIndex`, and those that count smaller symbols: none more for up to four symbols without others, one more rank a level
/// of a wavelet matrix, and a rank for each smaller symbol otherwise. Source: Lam et al. 2009, section 3.
template <class MemorySpace, detail::IndexType Index, detail::WaveletSymbol Symbol = std::uint8_t>
class BidirectionalFmIndex
{
 public:
  using Fm = FmIndex<MemorySpace, Index, Symbol>;
  using Rows = BidirectionalRows<Index>;

  /// An empty index; build or assign it before querying.
  BidirectionalFmIndex() = default;

  /// Builds both indexes of a text, one after the other: work, memory and errors as of `FmIndex`, with the text reversed in the
  /// workspace besides. Fences.
  template <detail::ExecutionSpaceOf<MemorySpace> ExecutionSpace, detail::ViewOf<ExecutionSpace, Symbol> TextView>
  BidirectionalFmIndex(ExecutionSpace const& space, TextView const& text, FmIndexOptions const& options = {})
  {
    FmIndexOptions part = options;
    part.progress = half(options.progress, 0);
    m_forward = Fm(space, text, part);
    detail::Scratch const scratch(space, options.workspace);
    auto const reversed = scratch->template take<Symbol, MemorySpace>(text.extent(0));
    fm_detail::reverse<ExecutionSpace, Symbol>(space, detail::span_of<ExecutionSpace, Symbol const>(text), reversed);
    part.sample_rate = 0;
    part.keep_text = false;
    part.workspace = &*scratch;
    part.progress = half(options.progress, 1);
    m_reversed = Fm(space, reversed, part);
  }

  [[nodiscard]] KOKKOS_FUNCTION std::size_t size() const { return m_forward.size(); }
  /// Of the text: counts, locates and extracts.
  [[nodiscard]] KOKKOS_FUNCTION Fm const& forward() const { return m_forward; }
  /// Of the text reversed: counts.
  [[nodiscard]] KOKKOS_FUNCTION Fm const& reversed() const { return m_reversed; }
  [[nodiscard]] std::size_t bytes() const { return m_forward.bytes() + m_reversed.bytes(); }

  // ----- on the device ------------------------------------------------------------------------------------------------------

  /// The rows of the empty string.
  [[nodiscard]] KOKKOS_FUNCTION Rows all_rows() const { return {m_forward.all_rows(), 0}; }

  /// The rows of the string with a symbol before it.
  [[nodiscard]] KOKKOS_FUNCTION Rows extend_left(Rows const& rows, Symbol symbol) const
  {
    auto const extended = m_forward.extend_left(rows.forward, symbol);
    if (extended.is_empty()) return {};
    return {extended, static_cast<Index>(rows.reversed_begin + m_forward.preceded_by_smaller(rows.forward, symbol))};
  }

  /// The rows of the string with a symbol after it.
  [[nodiscard]] KOKKOS_FUNCTION Rows extend_right(Rows const& rows, Symbol symbol) const
  {
    auto const extended = m_reversed.extend_left(rows.reversed(), symbol);
    if (extended.is_empty()) return {};
    auto const begin = static_cast<Index>(rows.forward.begin + m_reversed.preceded_by_smaller(rows.reversed(), symbol));
    return {{begin, static_cast<Index>(begin + extended.count())}, extended.begin};
  }

  // ----- files --------------------------------------------------------------------------------------------------------------

  /// Adds both to a file of `bidirectional_index_kind`, which the caller commits. As `FmIndex::save`.
  template <detail::ExecutionSpaceOf<MemorySpace> ExecutionSpace>
  void save(ExecutionSpace const& space, FileWriter& file) const
  {
    m_forward.save(space, file);
    m_reversed.save(space, file, reversed_prefix);
  }

  /// As it was saved. As `FmIndex::load`, and corrupt_input for indexes of different sizes.
  template <detail::ExecutionSpaceOf<MemorySpace> ExecutionSpace>
  [[nodiscard]] static BidirectionalFmIndex load(ExecutionSpace const& space, FileReader const& file,
                                                 MemoryResource& resource = default_memory_resource())
  {
    BidirectionalFmIndex index;
    index.m_forward = Fm::load(space, file, resource);
    index.m_reversed = Fm::load(space, file, resource, reversed_prefix);
    if (index.m_forward.size() != index.m_reversed.size()) file.corrupt("its two indexes are of different texts");
    return index;
  }

 private:
  static constexpr char reversed_prefix[] = "reversed.";

  /// Progress of the first or second half of the work.
  static Progress half(Progress const& progress, int part)
  {
    if (!progress) return {};
    return [&progress, part](double fraction) {
      return part == 0 && fraction >= 1 ? progress(0.5) : progress((fraction + part) / 2);
    };
  }

  Fm m_forward;
  Fm m_reversed;
};

}  // namespace lexikos
