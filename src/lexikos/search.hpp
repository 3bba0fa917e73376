// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/suffix_interval.hpp>
#include <lexikos/file.hpp>
#include <lexikos/suffix_array.hpp>
#include <lexikos/workspace.hpp>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace lexikos
{

/// Patterns one behind the other: pattern i is symbols(offsets(i) .. offsets(i + 1) - 1).
template <class MemorySpace>
struct Patterns
{
  Array<std::uint8_t const, MemorySpace> symbols;
  Array<std::uint64_t const, MemorySpace> offsets;  ///< one more than there are patterns
};

/// Copies patterns of the host to where the execution space works. Fences.
template <class ExecutionSpace>
[[nodiscard]] Patterns<typename ExecutionSpace::memory_space> patterns_from_host(
    ExecutionSpace const& space, std::span<std::string_view const> patterns);

/// Where patterns occur: those of pattern i are positions(offsets(i) .. offsets(i + 1) - 1).
template <class MemorySpace, class Index>
struct Occurrences
{
  Array<std::uint64_t, MemorySpace> offsets;  ///< one more than there are patterns
  Array<Index, MemorySpace> positions;
};

struct SuffixIndexOptions
{
  /// Most entries of the table of prefixes; 0: half of the text's length.
  std::size_t table_entries = 0;
  /// Scratch to reuse; a private one is allocated and freed when null.
  Workspace* workspace = nullptr;
};

struct SearchOptions
{
  /// Looks the patterns up in the order of their first symbols, which makes neighbouring threads read neighbouring entries.
  /// Takes 16 to 24 bytes a pattern of workspace. The results stay in the order of the patterns.
  bool sort_patterns = false;
  /// Positions ascend. Without it they come in the order of their suffixes.
  bool text_order = false;
  /// Most positions of a pattern, the first in the order of the suffixes; 0: all.
  std::size_t max_positions = 0;
  Workspace* workspace = nullptr;
};

template <class MemorySpace, class Index>
class SuffixIndex;

namespace detail
{

/// What of an index lies in memory.
template <class MemorySpace, class Index>
struct SuffixIndexArrays
{
  Array<std::uint8_t const, MemorySpace> text;
  Array<Index const, MemorySpace> suffix_array;
  Array<Index const, MemorySpace> lcp;      // none where it has no entries and the text has
  Array<Index const, MemorySpace> inverse;  // the same
  Array<Index const, MemorySpace> table;
  Array<std::uint16_t const, MemorySpace> digits;
  std::uint32_t alphabet = 0;
  std::uint32_t depth = 0;
};

template <class ExecutionSpace, class Index>
void build_prefix_table(ExecutionSpace const& space,
                        SuffixIndexArrays<typename ExecutionSpace::memory_space, Index>& arrays,
                        SuffixIndexOptions const& options);

/// A view of the host that tells which results are wanted: begins and ends, or their differences as counts.
template <class MemorySpace, class Index>
struct IntervalOutput
{
  Span<Index, MemorySpace> begins;
  Span<Index, MemorySpace> ends;
  Span<Index, MemorySpace> counts;
};

template <class ExecutionSpace, class Index>
void find_intervals(ExecutionSpace const& space,
                    SuffixIndexArrays<typename ExecutionSpace::memory_space, Index> const& arrays,
                    Span<std::uint8_t const, typename ExecutionSpace::memory_space> const& symbols,
                    Span<std::uint64_t const, typename ExecutionSpace::memory_space> const& offsets,
                    IntervalOutput<typename ExecutionSpace::memory_space, Index> const& output,
                    SearchOptions const& options);

template <class ExecutionSpace, class Index>
Occurrences<typename ExecutionSpace::memory_space, Index> locate_intervals(
    ExecutionSpace const& space, Span<Index const, typename ExecutionSpace::memory_space> const& suffix_array,
    Span<Index const, typename ExecutionSpace::memory_space> const& begins,
    Span<Index const, typename ExecutionSpace::memory_space> const& ends, SearchOptions const& options);

template <class ExecutionSpace, class Index>
void save_suffix_index(ExecutionSpace const& space, FileWriter& file,
                       SuffixIndexArrays<typename ExecutionSpace::memory_space, Index> const& arrays);

template <class ExecutionSpace, class Index>
SuffixIndexArrays<typename ExecutionSpace::memory_space, Index> load_suffix_index(ExecutionSpace const& space,
                                                                                  FileReader const& file);

inline std::size_t pattern_count(std::size_t offsets)
{
  require(offsets > 0, ErrorCode::invalid_argument, "offsets of patterns have one entry more than there are patterns");
  return offsets - 1;
}

}  // namespace detail

/// Kind of the files that `SuffixIndex::save` writes.
constexpr std::string_view suffix_index_kind = "suffix_index";

/// Finds patterns in a text of bytes by its suffix array. Cheap to copy; copies share the arrays, and kernels capture it by
/// value.
///
/// A table has the intervals of all strings of k symbols, k being as large as half as many entries as the text is long
/// allow; a binary search within one of them, which skips what the bounds have in common with the pattern, finds the first
/// suffix, and steps that double from there the last. For a pattern of m symbols that occurs z times in a text of n:
/// O(k) for m <= k, else O(m / 8 + log(s) + log(z)) and at most O(m log(s) / 8), s being the entries of the k symbols'
/// interval. Memory: text, suffix array, and a table of at most n/2 entries. Sources: Manber and Myers 1993,
/// section 3; doubling steps: Bentley and Yao 1976.
///
/// Conventions: the empty pattern begins every suffix, and occurs n times (not at n); patterns longer than the text, and
/// with symbols that the text lacks, occur 0 times. The place of an empty interval means nothing.
template <class MemorySpace, class Index>
class SuffixIndex
{
 public:
  using Text = Array<std::uint8_t const, MemorySpace>;
  using Indices = Array<Index const, MemorySpace>;

  static_assert(std::is_same_v<Index, std::uint32_t> || std::is_same_v<Index, std::uint64_t>,
                "an index is of std::uint32_t or std::uint64_t");

  /// Of nothing: a text of 0 symbols that was not built yet. No queries.
  SuffixIndex() = default;

  /// \param text          [0..n)
  /// \param suffix_array  [0..n), of that text; entries are not checked (check_suffix_array does)
  /// \param lcp           [0..n) or empty, for files and LceIndex
  /// \param inverse       [0..n) or empty, for the same
  /// Views that own their memory share it with the index; that of others must outlive it. O(n) work, one random read of the
  /// text an entry; fences. Workspace: 2 KiB and what a scan of the table takes. Errors: invalid_argument, out_of_memory.
  template <class ExecutionSpace>
  SuffixIndex(ExecutionSpace const& space, Text const& text, Indices const& suffix_array, Indices const& lcp,
              Indices const& inverse, SuffixIndexOptions const& options = {})
  {
    require_space<ExecutionSpace>();
    detail::check_sizes<Index>(text.extent(0), suffix_array.extent(0), "the suffix array");
    if (lcp.extent(0) != 0) detail::check_sizes<Index>(text.extent(0), lcp.extent(0), "the LCP array");
    if (inverse.extent(0) != 0) detail::check_sizes<Index>(text.extent(0), inverse.extent(0), "the inverse");
    m_arrays.text = text;
    m_arrays.suffix_array = suffix_array;
    m_arrays.lcp = lcp;
    m_arrays.inverse = inverse;
    detail::build_prefix_table<ExecutionSpace, Index>(space, m_arrays, options);
  }
  template <class ExecutionSpace>
  SuffixIndex(ExecutionSpace const& space, Text const& text, Indices const& suffix_array,
              SuffixIndexOptions const& options = {})
      : SuffixIndex(space, text, suffix_array, Indices(), Indices(), options)
  {}

  [[nodiscard]] KOKKOS_FUNCTION std::size_t size() const { return m_arrays.text.extent(0); }
  [[nodiscard]] Text const& text() const { return m_arrays.text; }
  [[nodiscard]] Indices const& suffix_array() const { return m_arrays.suffix_array; }
  /// Empty where the index has none.
  [[nodiscard]] Indices const& lcp() const { return m_arrays.lcp; }
  [[nodiscard]] Indices const& inverse() const { return m_arrays.inverse; }
  /// Symbols of the strings whose intervals the table has, and its entries.
  [[nodiscard]] unsigned table_depth() const { return m_arrays.depth; }
  [[nodiscard]] std::size_t table_entries() const { return m_arrays.table.extent(0); }
  [[nodiscard]] unsigned alphabet_size() const { return m_arrays.alphabet; }

  /// The entries of the suffix array whose suffixes begin with the pattern. To be called on the device.
  [[nodiscard]] KOKKOS_FUNCTION SuffixInterval<Index> interval(
      Span<std::uint8_t const, MemorySpace> const& pattern) const
  {
    return intervals_on_device().interval({pattern.data(), pattern.extent(0), 0, pattern.extent(0)});
  }

  // ----- batches: patterns as in `Patterns`; p patterns have p + 1 offsets (u64), ascending, the last not above the number
  // of symbols. Errors, before anything is written: invalid_argument for offsets and sizes that do not fit. All fence once
  // for that check.

  /// begins(i), ends(i): the interval of pattern i.
  template <class ExecutionSpace, class Symbols, class Offsets, class Results>
  void intervals(ExecutionSpace const& space, Symbols const& symbols, Offsets const& offsets, Results const& begins,
                 Results const& ends, SearchOptions const& options = {}) const
  {
    require_results<ExecutionSpace>(offsets, begins);
    require_results<ExecutionSpace>(offsets, ends);
    find<ExecutionSpace>(
        space, symbols, offsets,
        {detail::span_of<ExecutionSpace, Index>(begins), detail::span_of<ExecutionSpace, Index>(ends), {}}, options);
  }

  /// counts(i): how often pattern i occurs; occurrences may overlap.
  template <class ExecutionSpace, class Symbols, class Offsets, class Results>
  void count(ExecutionSpace const& space, Symbols const& symbols, Offsets const& offsets, Results const& counts,
             SearchOptions const& options = {}) const
  {
    require_results<ExecutionSpace>(offsets, counts);
    find<ExecutionSpace>(space, symbols, offsets, {{}, {}, detail::span_of<ExecutionSpace, Index>(counts)}, options);
  }

  /// The positions of all occurrences of all patterns, by counting, scanning and filling. Allocates the results, and takes
  /// workspace of two entries a pattern; text_order as much as the positions and a number each, and what the sort takes.
  template <class ExecutionSpace, class Symbols, class Offsets>
  [[nodiscard]] Occurrences<MemorySpace, Index> locate(ExecutionSpace const& space, Symbols const& symbols,
                                                       Offsets const& offsets, SearchOptions const& options = {}) const
  {
    Workspace own;
    SearchOptions with_workspace = options;
    if (options.workspace == nullptr) with_workspace.workspace = &own;
    Workspace::Scope const scope(*with_workspace.workspace);
    std::size_t const count = detail::pattern_count(offsets.extent(0));
    auto const begins = with_workspace.workspace->template take<Index, MemorySpace>(count);
    auto const ends = with_workspace.workspace->template take<Index, MemorySpace>(count);
    intervals(space, symbols, offsets, begins, ends, with_workspace);
    return locate(space, begins, ends, with_workspace);
  }

  /// The same of intervals that were found before, which are not checked.
  template <class ExecutionSpace, class Intervals>
    requires std::is_same_v<typename Intervals::non_const_value_type, Index>
  [[nodiscard]] Occurrences<MemorySpace, Index> locate(ExecutionSpace const& space, Intervals const& begins,
                                                       Intervals const& ends, SearchOptions const& options = {}) const
  {
    require_space<ExecutionSpace>();
    detail::require(begins.extent(0) == ends.extent(0), ErrorCode::invalid_argument,
                    "intervals have as many begins as ends");
    return detail::locate_intervals<ExecutionSpace, Index>(
        space, detail::span_of<ExecutionSpace, Index const>(m_arrays.suffix_array),
        detail::span_of<ExecutionSpace, Index const>(begins), detail::span_of<ExecutionSpace, Index const>(ends),
        options);
  }

  /// Adds all arrays to a file of `suffix_index_kind`, which the caller commits.
  template <class ExecutionSpace>
  void save(ExecutionSpace const& space, FileWriter& file) const
  {
    require_space<ExecutionSpace>();
    detail::save_suffix_index<ExecutionSpace, Index>(space, file, m_arrays);
  }

  /// An index as it was saved. On the host its arrays stay in the mapped file, so `file` has to outlive it; else they are
  /// copied. O(n) work: checksums, and that no entry points outside of its array. Errors as `FileReader`, and not_supported
  /// for a file with entries of the other width (see `suffix_index_width`).
  template <class ExecutionSpace>
  [[nodiscard]] static SuffixIndex load(ExecutionSpace const& space, FileReader const& file)
  {
    require_space<ExecutionSpace>();
    SuffixIndex index;
    index.m_arrays = detail::load_suffix_index<ExecutionSpace, Index>(space, file);
    return index;
  }

 private:
  template <class ExecutionSpace>
  static constexpr void require_space()
  {
    static_assert(std::is_same_v<typename ExecutionSpace::memory_space, MemorySpace>,
                  "the execution space works in the index's memory space");
  }

  template <class ExecutionSpace, class Offsets, class Results>
  static void require_results(Offsets const& offsets, Results const& results)
  {
    static_assert(std::is_same_v<typename Results::value_type, Index>, "results have the type of the index' entries");
    static_assert(detail::is_contiguous_rank_1<Results> && detail::is_accessible<ExecutionSpace, Results>,
                  "results are contiguous views of rank 1, accessible from the execution space");
    detail::require(results.extent(0) == detail::pattern_count(offsets.extent(0)), ErrorCode::invalid_argument,
                    std::to_string(results.extent(0)) + " results for " + std::to_string(offsets.extent(0)) +
                        " offsets of patterns, which are one more than patterns");
  }

  template <class ExecutionSpace, class Symbols, class Offsets>
  void find(ExecutionSpace const& space, Symbols const& symbols, Offsets const& offsets,
            detail::IntervalOutput<MemorySpace, Index> const& output, SearchOptions const& options) const
  {
    require_space<ExecutionSpace>();
    static_assert(std::is_same_v<typename Symbols::non_const_value_type, std::uint8_t> &&
                      std::is_same_v<typename Offsets::non_const_value_type, std::uint64_t>,
                  "patterns are of std::uint8_t, and their offsets of std::uint64_t");
    static_assert(detail::is_contiguous_rank_1<Symbols> && detail::is_contiguous_rank_1<Offsets> &&
                      detail::is_accessible<ExecutionSpace, Symbols> && detail::is_accessible<ExecutionSpace, Offsets>,
                  "patterns are contiguous views of rank 1, accessible from the execution space");
    detail::find_intervals<ExecutionSpace, Index>(
        space, m_arrays, detail::span_of<ExecutionSpace, std::uint8_t const>(symbols),
        detail::span_of<ExecutionSpace, std::uint64_t const>(offsets), output, options);
  }

  [[nodiscard]] KOKKOS_FUNCTION detail::SuffixIntervals<Index> intervals_on_device() const
  {
    return {m_arrays.text.data(),  m_arrays.text.extent(0), m_arrays.suffix_array.data(),
            m_arrays.table.data(), m_arrays.digits.data(),  m_arrays.alphabet,
            m_arrays.depth};
  }

  detail::SuffixIndexArrays<MemorySpace, Index> m_arrays;
};

/// Bytes of an entry of the index in a file: 4 for SuffixIndex<..., std::uint32_t>, or 8.
[[nodiscard]] std::size_t suffix_index_width(FileReader const& file);

}  // namespace lexikos
