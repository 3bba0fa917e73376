// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <lexikos/conventions.hpp>
#include <lexikos/detail/host_patterns.hpp>
#include <lexikos/detail/scratch.hpp>
#include <lexikos/detail/suffix_interval.hpp>
#include <lexikos/detail/token_interval.hpp>
#include <lexikos/detail/views.hpp>
#include <lexikos/file.hpp>
#include <lexikos/patterns.hpp>
#include <lexikos/workspace.hpp>
#include <string_view>
#include <type_traits>

namespace lexikos
{

struct SuffixIndexOptions
{
  /// Most entries of the table of prefixes, of strings or of tokens; 0: half the text's length.
  std::size_t table_entries = 0;
  /// Scratch to reuse; a private one is allocated and freed when null. The table is allocated from its memory resource.
  Workspace* workspace = nullptr;
  /// Called between steps; on large texts, steps are divided for it.
  Progress progress = {};
};

struct SearchOptions
{
  /// Looks the patterns up in the order of their first symbols (or 64 bits of tokens), so that neighbouring threads read
  /// neighbouring entries. Takes 16 to 24 bytes a pattern of workspace. The results stay in the order of the patterns.
  bool sort_patterns = false;
  /// Positions ascend. Otherwise they come in the order of their suffixes.
  bool text_order = false;
  /// Most positions of a pattern, the first in the order of the suffixes; 0: all.
  std::size_t max_positions = 0;
  /// Scratch to reuse; a private one is allocated and freed when null. Results are allocated from its memory resource.
  Workspace* workspace = nullptr;
};

/// Largest number of bytes of workspace that building a `SuffixIndex` of n symbols takes: counters, and a scan of the table; of
/// tokens, n / 4 bytes where they are numbered by a list.
template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexType Index,
          detail::IndexedSymbol Symbol = std::uint8_t>
[[nodiscard]] std::size_t suffix_index_workspace_bytes(std::size_t n, SuffixIndexOptions const& options = {});

/// Largest number of bytes of workspace that `SuffixIndex::count` and `SuffixIndex::intervals` take: none unless
/// `sort_patterns` is set.
template <detail::ExecutionSpaceType ExecutionSpace>
[[nodiscard]] std::size_t count_workspace_bytes(std::size_t patterns, SearchOptions const& options);

/// Largest number of bytes of workspace that `SuffixIndex::locate` takes for patterns with this many wanted positions
/// altogether: two entries a pattern, and for `text_order` about as much as the positions and a number each, twice.
template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexType Index>
[[nodiscard]] std::size_t locate_workspace_bytes(std::size_t patterns, std::size_t positions,
                                                 SearchOptions const& options);

namespace search_detail
{

/// How the symbols of a text are numbered for the table: tokens as `detail::TokenIntervals` says, bytes by their rank.
template <class MemorySpace, class Symbol>
struct SymbolNumbers
{
  Array<Symbol const, MemorySpace> symbols;
  Symbol smallest = 1;
  Symbol largest = 0;
};
template <class MemorySpace>
struct SymbolNumbers<MemorySpace, std::uint8_t>
{
  Array<std::uint16_t const, MemorySpace> digits;
};

/// The arrays of a `SuffixIndex`, in one memory space.
template <class MemorySpace, class Index, class Symbol = std::uint8_t>
struct Arrays : SymbolNumbers<MemorySpace, Symbol>
{
  Array<Symbol const, MemorySpace> text;
  Array<Index const, MemorySpace> suffix_array;
  Array<Index const, MemorySpace> lcp;      // empty if the index has none
  Array<Index const, MemorySpace> inverse;  // the same
  Array<Index const, MemorySpace> table;
  std::uint32_t alphabet = 0;
  std::uint32_t depth = 0;
};

template <class Index, class Symbol>
using Intervals = std::conditional_t<std::is_same_v<Symbol, std::uint8_t>, detail::SuffixIntervals<Index>,
                                     detail::TokenIntervals<Index, Symbol>>;

/// The arrays as plain pointers.
template <class MemorySpace, class Index, class Symbol>
[[nodiscard]] KOKKOS_INLINE_FUNCTION Intervals<Index, Symbol> on_device(
    Arrays<MemorySpace, Index, Symbol> const& arrays)
{
  if constexpr (std::is_same_v<Symbol, std::uint8_t>)
    return {arrays.text.data(),  arrays.text.extent(0), arrays.suffix_array.data(),
            arrays.table.data(), arrays.digits.data(),  arrays.alphabet,
            arrays.depth};
  else
    return {arrays.text.data(),  arrays.text.extent(0), arrays.suffix_array.data(),
            arrays.table.data(), arrays.symbols.data(), arrays.smallest,
            arrays.largest,      arrays.alphabet,       arrays.depth};
}

template <class MemorySpace, class Symbol = std::uint8_t>
struct PatternSpans
{
  Span<Symbol const, MemorySpace> symbols;
  Span<std::uint64_t const, MemorySpace> offsets;
};

/// Where to write intervals: their bounds, or only their lengths. Unused views are null.
template <class MemorySpace, class Index>
struct IntervalOutput
{
  Span<Index, MemorySpace> begins;
  Span<Index, MemorySpace> ends;
  Span<Index, MemorySpace> counts;
};

template <class ExecutionSpace, class Index, class Symbol>
void build_prefix_table(ExecutionSpace const& space,
                        Arrays<typename ExecutionSpace::memory_space, Index, Symbol>& arrays,
                        SuffixIndexOptions const& options);

template <class ExecutionSpace, class Index, class Symbol>
void find_intervals(ExecutionSpace const& space,
                    Arrays<typename ExecutionSpace::memory_space, Index, Symbol> const& arrays,
                    PatternSpans<typename ExecutionSpace::memory_space, Symbol> const& patterns,
                    IntervalOutput<typename ExecutionSpace::memory_space, Index> const& output,
                    SearchOptions const& options);

template <class ExecutionSpace, class Index>
Occurrences<typename ExecutionSpace::memory_space, Index> locate(
    ExecutionSpace const& space, Span<Index const, typename ExecutionSpace::memory_space> const& suffix_array,
    Span<Index const, typename ExecutionSpace::memory_space> const& begins,
    Span<Index const, typename ExecutionSpace::memory_space> const& ends, SearchOptions const& options);

template <class ExecutionSpace, class Index, class Symbol>
void save(ExecutionSpace const& space, FileWriter& file,
          Arrays<typename ExecutionSpace::memory_space, Index, Symbol> const& arrays);

template <class ExecutionSpace, class Index, class Symbol>
Arrays<typename ExecutionSpace::memory_space, Index, Symbol> load(ExecutionSpace const& space, FileReader const& file,
                                                                  MemoryResource& resource);

inline std::size_t pattern_count(std::size_t offsets)
{
  detail::require(offsets > 0, ErrorCode::invalid_argument,
                  "the view of offsets is empty; it has one entry more than there are patterns");
  return offsets - 1;
}

}  // namespace search_detail

/// Kind of the files that `SuffixIndex::save` writes.
constexpr std::string_view suffix_index_kind = "suffix_index";
/// Section of such a file that holds the text, an array of u8, or of u16 or u32 for tokens.
constexpr std::string_view suffix_index_text_section = "text";
constexpr std::string_view suffix_index_array_section = "suffix_array";

}  // namespace lexikos

namespace lexikos::detail
{

/// The base of `SuffixIndex` and `FmIndex`: intervals and counts of patterns by the batch.
///
/// Patterns are as in `Patterns`; p patterns have p + 1 offsets (u64), ascending, the last not above the number of symbols.
/// Errors, before anything is written: invalid_argument for offsets and sizes that do not fit, and for an index that was not
/// built; out_of_memory. Each fences once, to check the offsets. Results overlap no input.
template <class OfIndex, class MemorySpace, IndexType Index, class Symbol>
class PatternBatches
{
 public:
  /// begins(i), ends(i) receive the interval of pattern i. Asynchronous on the instance after the check, and if it has to free
  /// a workspace of its own, fenced.
  template <ExecutionSpaceOf<MemorySpace> ExecutionSpace, ViewOf<ExecutionSpace, Symbol> Symbols,
            ViewOf<ExecutionSpace, std::uint64_t> Offsets, WritableViewOf<ExecutionSpace, Index> Begins,
            WritableViewOf<ExecutionSpace, Index> Ends>
  void intervals(ExecutionSpace const& space, Symbols const& symbols, Offsets const& offsets, Begins const& begins,
                 Ends const& ends, SearchOptions const& options = {}) const
  {
    check_extent(begins.extent(0), search_detail::pattern_count(offsets.extent(0)), "the view of begins");
    check_extent(ends.extent(0), search_detail::pattern_count(offsets.extent(0)), "the view of ends");
    index().find(space, symbols, offsets,
                 {span_of<ExecutionSpace, Index>(begins), span_of<ExecutionSpace, Index>(ends), {}}, options);
  }

  /// counts(i) receives how often pattern i occurs; occurrences may overlap. Otherwise as `intervals`.
  template <ExecutionSpaceOf<MemorySpace> ExecutionSpace, ViewOf<ExecutionSpace, Symbol> Symbols,
            ViewOf<ExecutionSpace, std::uint64_t> Offsets, WritableViewOf<ExecutionSpace, Index> Counts>
  void count(ExecutionSpace const& space, Symbols const& symbols, Offsets const& offsets, Counts const& counts,
             SearchOptions const& options = {}) const
  {
    check_extent(counts.extent(0), search_detail::pattern_count(offsets.extent(0)), "the view of counts");
    index().find(space, symbols, offsets, {{}, {}, span_of<ExecutionSpace, Index>(counts)}, options);
  }

  /// The same for patterns in host memory, through the device in chunks (`HostQueries` says how). Returns when the results are
  /// there. Errors also: out_of_memory for the buffers.
  template <ExecutionSpaceOf<MemorySpace> ExecutionSpace, HostArrayView Counts>
    requires std::same_as<ValueOf<Counts>, Index>
  void count(HostQueries<ExecutionSpace>& pipeline, HostPatterns<Symbol> const& patterns, Counts const& counts) const
  {
    count_host_patterns(pipeline, index(), patterns, counts);
  }
  template <ExecutionSpaceOf<MemorySpace> ExecutionSpace, HostArrayView Begins, HostArrayView Ends>
    requires std::same_as<ValueOf<Begins>, Index> && std::same_as<ValueOf<Ends>, Index>
  void intervals(HostQueries<ExecutionSpace>& pipeline, HostPatterns<Symbol> const& patterns, Begins const& begins,
                 Ends const& ends) const
  {
    find_host_patterns(pipeline, index(), patterns, begins, ends);
  }

 private:
  [[nodiscard]] OfIndex const& index() const { return static_cast<OfIndex const&>(*this); }
};

}  // namespace lexikos::detail

namespace lexikos
{

/// Finds patterns in a text of bytes, or of tokens (u16, u32), by its suffix array. Cheap to copy; copies share the arrays, and
/// kernels capture it by value.
///
/// A table has the intervals of all strings of k symbols, where k is as large as a table of half the text's length allows. A
/// binary search within one of them, which skips what the bounds have in common with the pattern, finds the first suffix, and
/// steps that double find the last from there. For a pattern of m symbols of b bytes that occurs z times in a text of n: O(k)
/// for m <= k, else O(b m / 8 + log(s) + log(z)) and at most O(b m log(s) / 8), s being the entries of the k symbols' interval.
/// Memory: text, suffix array, and a table of at most n/2 entries. Sources: Manber and Myers 1993, section 3; doubling steps:
/// Bentley and Yao 1976.
///
/// Tokens are numbered for the table by their distance from the smallest one, so that a vocabulary without gaps costs no
/// look-up. Where the table has no room for all values between the smallest and the largest, the distinct tokens are listed,
/// and their numbers found in the list; and where it has no room for all of these either, every second, third or further one
/// is, and the table has the intervals of the groups between them (k = 0). With vocabularies of 10^4 to 10^6 tokens k is mostly
/// 1. A query then reads the table in one or two sectors of 32 bytes, and in each of log2(s) + 2 log2(z) steps an entry of the
/// suffix array and eight bytes of the text, which are 4 tokens of u16 or 2 of u32: two sectors, of which the first steps find
/// theirs in the cache.
///
/// There are two ways to ask, with the same answers: kernels call `interval` for one pattern; the host calls `intervals`,
/// `count` and `locate` for batches. The empty pattern begins every suffix, and occurs n times (not at n); a pattern that is
/// longer than the text, or has a symbol that the text lacks, occurs 0 times. Where an empty interval lies means nothing.
///
/// Of a collection, `Documents` (documents.hpp) says where its documents lie; `within_documents` leaves out what crosses their
/// borders, and one file can hold both.
template <class MemorySpace, detail::IndexType Index, detail::IndexedSymbol Symbol = std::uint8_t>
class SuffixIndex : public detail::PatternBatches<SuffixIndex<MemorySpace, Index, Symbol>, MemorySpace, Index, Symbol>
{
 public:
  using Text = Array<Symbol const, MemorySpace>;
  using Indices = Array<Index const, MemorySpace>;

  /// An empty index; build or assign it before querying.
  SuffixIndex() = default;

  /// \param text          [0..n)
  /// \param suffix_array  [0..n) of that text; entries are not checked (`check_suffix_array` does that)
  /// \param lcp           [0..n) or empty, for files and `LceIndex`
  /// \param inverse       [0..n) or empty, for the same
  /// Views that own their memory share it with the index; the memory of unmanaged views must outlive it. O(n) work, one random
  /// read of the text an entry (two where tokens are listed); fences. Workspace: `suffix_index_workspace_bytes`. Errors:
  /// invalid_argument (sizes, index type), out_of_memory, cancelled.
  template <detail::ExecutionSpaceOf<MemorySpace> ExecutionSpace>
  SuffixIndex(ExecutionSpace const& space, Text const& text, Indices const& suffix_array, Indices const& lcp,
              Indices const& inverse, SuffixIndexOptions const& options = {})
  {
    detail::check_sizes<Index>(text.extent(0), suffix_array.extent(0), "the suffix array");
    if (lcp.extent(0) != 0) detail::check_sizes<Index>(text.extent(0), lcp.extent(0), "the LCP array");
    if (inverse.extent(0) != 0) detail::check_sizes<Index>(text.extent(0), inverse.extent(0), "the inverse");
    m_arrays.text = text;
    m_arrays.suffix_array = suffix_array;
    m_arrays.lcp = lcp;
    m_arrays.inverse = inverse;
    search_detail::build_prefix_table<ExecutionSpace, Index, Symbol>(space, m_arrays, options);
  }
  template <detail::ExecutionSpaceOf<MemorySpace> ExecutionSpace>
  SuffixIndex(ExecutionSpace const& space, Text const& text, Indices const& suffix_array,
              SuffixIndexOptions const& options = {})
      : SuffixIndex(space, text, suffix_array, Indices(), Indices(), options)
  {}

  [[nodiscard]] KOKKOS_FUNCTION std::size_t size() const { return m_arrays.text.extent(0); }
  [[nodiscard]] Text const& text() const { return m_arrays.text; }
  [[nodiscard]] Indices const& suffix_array() const { return m_arrays.suffix_array; }
  /// Empty if the index has none.
  [[nodiscard]] Indices const& lcp() const { return m_arrays.lcp; }
  [[nodiscard]] Indices const& inverse() const { return m_arrays.inverse; }
  /// Symbols of the strings whose intervals the table has, 0 where it has those of groups of tokens; and its entries.
  [[nodiscard]] unsigned table_depth() const { return m_arrays.depth; }
  [[nodiscard]] std::size_t table_entries() const { return m_arrays.table.extent(0); }
  /// Of bytes, the distinct ones in the text; of tokens, the numbers that the table has for them.
  [[nodiscard]] unsigned alphabet_size() const { return m_arrays.alphabet; }

  /// The entries of the suffix array whose suffixes begin with the pattern. To be called on the device.
  [[nodiscard]] KOKKOS_FUNCTION SuffixInterval<Index> interval(Span<Symbol const, MemorySpace> const& pattern) const
  {
    return intervals_on_device().interval({pattern.data(), pattern.extent(0), 0, pattern.extent(0)});
  }

  /// The arrays as plain pointers, for kernels of what is built on this index.
  [[nodiscard]] KOKKOS_FUNCTION search_detail::Intervals<Index, Symbol> intervals_on_device() const
  {
    return search_detail::on_device(m_arrays);
  }

  // ----- batches: `intervals` and `count` as `detail::PatternBatches` says; workspace: `count_workspace_bytes` ------------

  /// The positions of all occurrences of all patterns, by counting, scanning and filling. Allocates the results; fences.
  /// Workspace: `locate_workspace_bytes`.
  template <detail::ExecutionSpaceOf<MemorySpace> ExecutionSpace, detail::ViewOf<ExecutionSpace, Symbol> Symbols,
            detail::ViewOf<ExecutionSpace, std::uint64_t> Offsets>
  [[nodiscard]] Occurrences<MemorySpace, Index> locate(ExecutionSpace const& space, Symbols const& symbols,
                                                       Offsets const& offsets, SearchOptions const& options = {}) const
  {
    detail::Scratch const scratch(space, options.workspace);
    SearchOptions with_workspace = options;
    with_workspace.workspace = &*scratch;
    std::size_t const count = search_detail::pattern_count(offsets.extent(0));
    auto const begins = scratch->template take<Index, MemorySpace>(count);
    auto const ends = scratch->template take<Index, MemorySpace>(count);
    this->intervals(space, symbols, offsets, begins, ends, with_workspace);
    return locate(space, begins, ends, with_workspace);
  }

  /// The same of intervals that were found before, of any values: what lies beyond the suffix array has no positions.
  template <detail::ExecutionSpaceOf<MemorySpace> ExecutionSpace, detail::ViewOf<ExecutionSpace, Index> Begins,
            detail::ViewOf<ExecutionSpace, Index> Ends>
  [[nodiscard]] Occurrences<MemorySpace, Index> locate(ExecutionSpace const& space, Begins const& begins,
                                                       Ends const& ends, SearchOptions const& options = {}) const
  {
    detail::check_extent(ends.extent(0), begins.extent(0), "the view of ends");
    return search_detail::locate<ExecutionSpace, Index>(
        space, detail::span_of<ExecutionSpace, Index const>(m_arrays.suffix_array),
        detail::span_of<ExecutionSpace, Index const>(begins), detail::span_of<ExecutionSpace, Index const>(ends),
        options);
  }

  /// Adds all arrays to a file of `suffix_index_kind`, which the caller commits. Fences. Errors as `FileWriter`, and
  /// invalid_argument for an index that was not built.
  template <detail::ExecutionSpaceOf<MemorySpace> ExecutionSpace>
  void save(ExecutionSpace const& space, FileWriter& file) const
  {
    search_detail::save<ExecutionSpace, Index, Symbol>(space, file, m_arrays);
  }

  /// An index as it was saved. On the host its arrays stay in the mapped file, which they keep; on a device they are copied, to
  /// memory of the resource. O(n) work: checksums, and that no entry points outside of its array. Errors as
  /// `FileReader`, and not_supported for a file with entries or symbols of another width (see `suffix_index_width` and
  /// `suffix_index_symbol_bytes`), out_of_memory.
  template <detail::ExecutionSpaceOf<MemorySpace> ExecutionSpace>
  [[nodiscard]] static SuffixIndex load(ExecutionSpace const& space, FileReader const& file,
                                        MemoryResource& resource = default_memory_resource())
  {
    SuffixIndex index;
    index.m_arrays = search_detail::load<ExecutionSpace, Index, Symbol>(space, file, resource);
    return index;
  }

 private:
  friend class detail::PatternBatches<SuffixIndex, MemorySpace, Index, Symbol>;

  template <class ExecutionSpace, class Symbols, class Offsets>
  void find(ExecutionSpace const& space, Symbols const& symbols, Offsets const& offsets,
            search_detail::IntervalOutput<MemorySpace, Index> const& output, SearchOptions const& options) const
  {
    search_detail::find_intervals<ExecutionSpace, Index, Symbol>(
        space, m_arrays,
        {detail::span_of<ExecutionSpace, Symbol const>(symbols),
         detail::span_of<ExecutionSpace, std::uint64_t const>(offsets)},
        output, options);
  }

  search_detail::Arrays<MemorySpace, Index, Symbol> m_arrays;
};

/// Bytes of an entry of the index in a file: 4 for SuffixIndex<..., std::uint32_t>, or 8. Errors as `FileReader`.
[[nodiscard]] std::size_t suffix_index_width(FileReader const& file);
/// Bytes of a symbol of its text: 1, 2 or 4. Errors likewise.
[[nodiscard]] std::size_t suffix_index_symbol_bytes(FileReader const& file);

}  // namespace lexikos
