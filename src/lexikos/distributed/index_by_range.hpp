// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <lexikos/detail/allocate.hpp>
#include <lexikos/distributed/detail/folder.hpp>
#include <lexikos/distributed/detail/ranges.hpp>
#include <optional>
#include <utility>

namespace lexikos::distributed
{

/// Finds patterns by a suffix array that lies on the ranks, in ranges, of a text that every rank has in as few bits a symbol
/// as its alphabet needs. A pattern goes to the one rank, or the two, where its interval begins and ends; so ranks share the
/// work. Answers are those of `SuffixIndex`, whose conventions hold: intervals of the whole array, the order of all suffixes.
///
/// Memory of a rank: n b / 8 bytes for n symbols of b bits, its range of the array, and a table of prefixes of two bytes an
/// entry. b is that of the distinct symbols for bytes, and of the largest symbol for tokens.
/// MemorySpace: where it lies. Index: u32 for n <= 2^32 - 2, else u64. Symbol: u8, u16 or u32.
template <class MemorySpace, detail::IndexType Index, detail::IndexedSymbol Symbol = std::uint8_t>
class IndexByRange
{
 public:
  using Indices = Array<Index const, MemorySpace>;

  /// An empty index; build or load it before querying.
  IndexByRange() = default;

  /// Collective; all ranks give the same options, but for the workspace.
  /// \param text          [0..n_r) this rank's part of the text
  /// \param suffix_array  [0..k_r) this rank's part of its suffix array, as `suffix_array` has filled it, in any parts; entries
  ///                      are not checked (`check_suffix_array` does that). A view that owns its memory shares it with the
  ///                      index; the memory of others must outlive it
  /// Sends the packed part to every rank. Workspace: the packed text, and the part. Errors, on every rank or on none:
  /// invalid_argument (extents, index type, options), not_supported (2^32 - 1 entries and more on a rank), out_of_memory,
  /// device where the transport fails.
  template <detail::ExecutionSpaceOf<MemorySpace> ExecutionSpace, detail::ViewOf<ExecutionSpace, Symbol> TextView>
  IndexByRange(ExecutionSpace const& space, Communicator const& ranks, TextView const& text,
               Indices const& suffix_array, IndexByRangeOptions const& options = {})
      : m_ranks(ranks),
        m_arrays(distributed_detail::index_by_range<ExecutionSpace, Index>(
            space, ranks, detail::bytes_of<ExecutionSpace>(text), suffix_array, options))
  {}

  /// Symbols of the whole text.
  [[nodiscard]] std::uint64_t size() const { return m_arrays.n; }
  /// This rank's, and the number of its first entry.
  [[nodiscard]] Indices const& suffix_array() const { return m_arrays.suffix_array; }
  [[nodiscard]] std::uint64_t first_entry() const { return m_arrays.firsts[static_cast<std::size_t>(ranks().rank())]; }
  [[nodiscard]] int bits_of_symbol() const { return m_arrays.bits; }

  // ----- batches: collective; each rank asks for as many as it likes, or for none, in pieces of 2^22, or of a quarter of the
  // most. Options are the same on all ranks, but for the workspace; `sort_patterns` has no meaning here. Errors, on every rank
  // or on none: invalid_argument (offsets, extents, an index that was not built), out_of_memory, device. All fence.

  /// begins(i), ends(i) receive the interval of this rank's pattern i in the whole suffix array. A pattern's packed symbols
  /// go to the rank in whose range it belongs, or to the two where its interval begins and ends, with their number unless all
  /// patterns have as many, and 8 bytes come back. Workspace: the packed patterns of a piece, there and here, 80 bytes each.
  template <detail::ExecutionSpaceOf<MemorySpace> ExecutionSpace, detail::ViewOf<ExecutionSpace, Symbol> Symbols,
            detail::ViewOf<ExecutionSpace, std::uint64_t> Offsets, detail::WritableViewOf<ExecutionSpace, Index> Begins,
            detail::WritableViewOf<ExecutionSpace, Index> Ends>
  void intervals(ExecutionSpace const& space, Symbols const& symbols, Offsets const& offsets, Begins const& begins,
                 Ends const& ends, SearchOptions const& options = {}) const
  {
    find(space, symbols, offsets,
         {detail::span_of<ExecutionSpace, Index>(begins), detail::span_of<ExecutionSpace, Index>(ends), {}}, options);
  }

  /// counts(i) receives how often this rank's pattern i occurs. Otherwise as `intervals`.
  template <detail::ExecutionSpaceOf<MemorySpace> ExecutionSpace, detail::ViewOf<ExecutionSpace, Symbol> Symbols,
            detail::ViewOf<ExecutionSpace, std::uint64_t> Offsets, detail::WritableViewOf<ExecutionSpace, Index> Counts>
  void count(ExecutionSpace const& space, Symbols const& symbols, Offsets const& offsets, Counts const& counts,
             SearchOptions const& options = {}) const
  {
    find(space, symbols, offsets, {{}, {}, detail::span_of<ExecutionSpace, Index>(counts)}, options);
  }

  /// The positions of all occurrences of this rank's patterns, as of `SuffixIndex::locate`.
  template <detail::ExecutionSpaceOf<MemorySpace> ExecutionSpace, detail::ViewOf<ExecutionSpace, Symbol> Symbols,
            detail::ViewOf<ExecutionSpace, std::uint64_t> Offsets>
  [[nodiscard]] Occurrences<MemorySpace, Index> locate(ExecutionSpace const& space, Symbols const& symbols,
                                                       Offsets const& offsets, SearchOptions const& options = {}) const
  {
    std::size_t const count = offsets.extent(0) == 0 ? 0 : offsets.extent(0) - 1;  // which `intervals` refuses
    Array<Index, MemorySpace> begins, ends;
    distributed_detail::together(ranks(), [&] {
      auto& resource = options.workspace != nullptr ? options.workspace->resource() : default_memory_resource();
      begins = detail::allocate<Index, MemorySpace>(resource, "lexikos::distributed::begins", count);
      ends = detail::allocate<Index, MemorySpace>(resource, "lexikos::distributed::ends", count);
    });
    intervals(space, symbols, offsets, Span<Index, MemorySpace>(begins), Span<Index, MemorySpace>(ends), options);
    return locate(space, Span<Index const, MemorySpace>(begins), Span<Index const, MemorySpace>(ends), options);
  }

  /// The same of intervals that were found before, of any values: what lies beyond the suffix array has no positions. For
  /// each position 4 bytes go to the rank of its entry, and an index comes back.
  template <detail::ExecutionSpaceOf<MemorySpace> ExecutionSpace, detail::ViewOf<ExecutionSpace, Index> Begins,
            detail::ViewOf<ExecutionSpace, Index> Ends>
  [[nodiscard]] Occurrences<MemorySpace, Index> locate(ExecutionSpace const& space, Begins const& begins,
                                                       Ends const& ends, SearchOptions const& options = {}) const
  {
    return distributed_detail::locate_by_range<ExecutionSpace, Index>(
        space, ranks(), m_arrays, detail::span_of<ExecutionSpace, Index const>(begins),
        detail::span_of<ExecutionSpace, Index const>(ends), options);
  }

  /// The symbols text[begins(i) .. ends(i)) for all i, one after the other; positions are cut to n, and reversed ranges are
  /// empty. Not collective: the text is here. Fences. Errors: invalid_argument (extents), out_of_memory.
  template <detail::ExecutionSpaceOf<MemorySpace> ExecutionSpace, detail::ViewOf<ExecutionSpace, Index> Begins,
            detail::ViewOf<ExecutionSpace, Index> Ends>
  [[nodiscard]] Patterns<MemorySpace, Symbol> extract(ExecutionSpace const& space, Begins const& begins,
                                                      Ends const& ends,
                                                      MemoryResource& resource = default_memory_resource()) const
  {
    detail::check_extent(ends.extent(0), begins.extent(0), "the view of ends");
    auto const first = detail::span_of<ExecutionSpace, Index const>(begins);
    auto const offsets =
        detail::allocate<std::uint64_t, MemorySpace>(resource, "lexikos::distributed::offsets", begins.extent(0) + 1);
    std::uint64_t const total = distributed_detail::offsets_of_ranges<ExecutionSpace, Index>(
        space, m_arrays.n, first, detail::span_of<ExecutionSpace, Index const>(ends), offsets);
    auto const symbols = detail::allocate<Symbol, MemorySpace>(resource, "lexikos::distributed::symbols", total);
    distributed_detail::copy_ranges<ExecutionSpace, Index>(space, m_arrays, first, offsets, total,
                                                           reinterpret_cast<std::uint8_t*>(symbols.data()));
    return {symbols, offsets};
  }

  /// Writes a folder, as `IndexByText::save` does. Collective.
  template <detail::ExecutionSpaceOf<MemorySpace> ExecutionSpace>
  void save(ExecutionSpace const& space, std::string const& path) const
  {
    distributed_detail::save_by_range<ExecutionSpace, Index>(space, ranks(), m_arrays, path);
  }

  /// An index as it was saved, on any number of ranks, which share its entries evenly; all arrays are copied, to memory of
  /// the workspace's resource. Collective. Errors, on every rank or on none: those of `FileReader`, and not_supported for a
  /// folder with entries or symbols of another width (see `index_by_range_width`).
  template <detail::ExecutionSpaceOf<MemorySpace> ExecutionSpace>
  [[nodiscard]] static IndexByRange load(ExecutionSpace const& space, Communicator const& ranks,
                                         std::string const& path, IndexByRangeOptions const& options = {})
  {
    IndexByRange index;
    index.m_arrays =
        distributed_detail::load_by_range<ExecutionSpace, Index>(space, ranks, path, sizeof(Symbol), options);
    index.m_ranks = ranks;
    return index;
  }

 private:
  [[nodiscard]] Communicator const& ranks() const
  {
    detail::require(m_ranks.has_value(), ErrorCode::invalid_argument, "the index was not built");
    return *m_ranks;
  }

  template <class ExecutionSpace, class Symbols, class Offsets>
  void find(ExecutionSpace const& space, Symbols const& symbols, Offsets const& offsets,
            search_detail::IntervalOutput<MemorySpace, Index> const& output, SearchOptions const& options) const
  {
    distributed_detail::find_by_range<ExecutionSpace, Index>(
        space, ranks(), m_arrays, detail::bytes_of<ExecutionSpace>(symbols),
        detail::span_of<ExecutionSpace, std::uint64_t const>(offsets), output, options);
  }

  std::optional<Communicator> m_ranks;
  distributed_detail::RangeArrays<MemorySpace, Index> m_arrays;
};

/// Bytes of an entry of the index in a folder, 4 or 8, and of a symbol: 1, 2 or 4. Not collective. Errors as `FileReader`.
struct IndexByRangeWidth
{
  std::size_t index;
  std::size_t symbol;
};
[[nodiscard]] IndexByRangeWidth index_by_range_width(std::string const& path);

}  // namespace lexikos::distributed
