// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <lexikos/conventions.hpp>
#include <lexikos/detail/fm_arrays.hpp>
#include <lexikos/detail/fm_queries.hpp>
#include <lexikos/detail/views.hpp>
#include <lexikos/error.hpp>
#include <lexikos/file.hpp>
#include <lexikos/search.hpp>
#include <lexikos/suffix_array.hpp>
#include <lexikos/wavelet_options.hpp>
#include <lexikos/workspace.hpp>
#include <string>
#include <string_view>

namespace lexikos
{

/// Which symbols of a text of bytes are the same.
enum class FmLetters
{
  all,  ///< each is itself
  dna   ///< a, c, g and t are A, C, G and T
};

struct FmIndexOptions
{
  /// Every sample_rate-th place of the text is stored, and found again by fewer steps than that: a power of two. 1 stores the
  /// suffix array; 0 nothing, and the index counts, but locates nothing.
  std::uint32_t sample_rate = 8;
  /// Keeps the text: for up to four symbols, and runs of others, in two bits a symbol. `extract` copies from it, and `count`
  /// and `locate` compare with it as soon as few suffixes are left, which takes `sample_rate` > 0. With 1, and two bits a
  /// symbol, devices count long patterns by bisection among the rows that begin with a string of the table.
  bool keep_text = false;
  /// Most entries of the table of the rows of all strings of k symbols, of 8 or 16 bytes each; 0: a 32nd of the text's length;
  /// 1: none. With a fourth of the text's length or more, a sample rate of 2, 4 or 8 and a text that is kept in two bits a
  /// symbol, there is a table of the samples of strings, too: of n / 2 to 2n strings of up to 16 letters, with 4/7 of a byte
  /// each. By it devices count patterns of some 30 symbols and more, which they look up without their first 0, 1, ... symbols,
  /// and compare with the text.
  std::size_t table_entries = 0;
  /// For more than four symbols: Huffman's shape takes fewer fetches where symbols are of different frequencies.
  WaveletShape shape = WaveletShape::balanced;
  FmLetters letters = FmLetters::all;
  /// With `FmLetters::dna`: whether symbols other than A, C, G and T occur in patterns; otherwise such patterns occur nowhere.
  bool match_others = true;
  /// Of the suffix array that the index is built by.
  SuffixArrayAlgorithm algorithm = SuffixArrayAlgorithm::automatic;
  bool low_memory = false;
  SegmentedSort segmented_sort = SegmentedSort::automatic;
  /// Of `FmIndex::out_of_core`: bytes that may be taken where the execution space works until the transform is there; 0: what
  /// is available.
  std::size_t device_bytes = 0;
  /// Scratch to reuse, and the resource of the index' memory; a private one is allocated and freed when null.
  Workspace* workspace = nullptr;
  /// Called between steps.
  Progress progress = {};
};

/// Largest number of bytes of workspace that building an `FmIndex` of n symbols from a text takes. Text and index are not
/// counted.
template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexType Index,
          detail::WaveletSymbol Symbol = std::uint8_t>
[[nodiscard]] std::size_t fm_index_workspace_bytes(std::size_t n, FmIndexOptions const& options = {});

/// Largest number of bytes of workspace that `FmIndex::count` and `FmIndex::intervals` take for patterns of so many symbols
/// altogether.
template <detail::ExecutionSpaceType ExecutionSpace, detail::WaveletSymbol Symbol = std::uint8_t>
[[nodiscard]] std::size_t fm_count_workspace_bytes(std::size_t patterns, std::size_t symbols,
                                                   SearchOptions const& options = {});

/// Kind of the files that `FmIndex::save` writes.
constexpr std::string_view fm_index_kind = "fm_index";

namespace fm_detail
{

template <class ExecutionSpace, class Symbol>
using SymbolSpan = Span<Symbol const, typename ExecutionSpace::memory_space>;
template <class ExecutionSpace>
using OffsetSpan = Span<std::uint64_t const, typename ExecutionSpace::memory_space>;
template <class ExecutionSpace, class Index>
using IndexSpan = Span<Index const, typename ExecutionSpace::memory_space>;

/// The functions of an index that the library compiles for every execution space.
template <class ExecutionSpace, class Index, class Symbol>
struct FmFunctions
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Arrays = detail::FmArrays<MemorySpace, Index, Symbol>;
  using Text = SymbolSpan<ExecutionSpace, Symbol>;
  using Offsets = OffsetSpan<ExecutionSpace>;
  using Indices = IndexSpan<ExecutionSpace, Index>;

  struct Transform
  {
    Text symbols;
    std::uint64_t primary_index;
  };

  static Arrays of_text(ExecutionSpace const&, Text const&, FmIndexOptions const&);
  static Arrays of_suffix_array(ExecutionSpace const&, Text const&, Indices const& suffix_array, FmIndexOptions const&);
  static Arrays of_transform(ExecutionSpace const&, Transform const&, Indices const& suffix_array,
                             FmIndexOptions const&);
  static void find(ExecutionSpace const&, Arrays const&, Text const& symbols, Offsets const&,
                   search_detail::IntervalOutput<MemorySpace, Index> const&, SearchOptions const&);
  static Occurrences<MemorySpace, Index> locate(ExecutionSpace const&, Arrays const&, Text const& symbols,
                                                Offsets const&, SearchOptions const&);
  static Occurrences<MemorySpace, Index> locate_intervals(ExecutionSpace const&, Arrays const&, Indices const& begins,
                                                          Indices const& ends, SearchOptions const&);
  static Patterns<MemorySpace, Symbol> extract(ExecutionSpace const&, Arrays const&, Indices const& begins,
                                               Indices const& ends, SearchOptions const&);
  static void save(ExecutionSpace const&, Arrays const&, FileWriter&, std::string const& prefix);
  static Arrays load(ExecutionSpace const&, FileReader const&, std::string const& prefix, MemoryResource&);
};

/// The index of a text in host memory. Compiled in the library for every execution space and index.
template <class ExecutionSpace, class Index>
detail::FmArrays<typename ExecutionSpace::memory_space, Index, std::uint8_t> of_host_text(
    ExecutionSpace const&, Span<std::uint8_t const, Kokkos::HostSpace> const&, FmIndexOptions const&);

}  // namespace fm_detail

/// Finds patterns in a text by its Burrows-Wheeler transform, in a fraction of the memory that a `SuffixIndex` takes, and
/// without the text. Cheap to copy; copies share the arrays, and kernels capture it by value.
///
/// Memory for a text of n symbols: n / 3 bytes and a 64th for up to four symbols, also if runs of others (such as N in
/// genomes) come between them; for sigma symbols ceil(log4(sigma)) times that, or with Huffman's shape about entropy / 7
/// bytes; 4n / sample_rate and n / 7 bytes of sampled places (u32), 4n of them all at rate 1; n / 4 or n bytes of text if it
/// is kept, otherwise 4n / 64 to extract from; the table.
///
/// A pattern of m symbols takes a look-up for its last k and for each other one two ranks in the transform, each one fetch of
/// 32 bytes for up to four symbols; with the text kept, fewer. A place of an occurrence takes at most sample_rate - 1 steps of
/// two fetches. `SuffixIndex` finds long patterns with fewer fetches of more memory. Answers are those of `SuffixIndex`, whose
/// conventions hold: the empty pattern occurs n times, patterns with symbols that the text lacks 0 times.
/// Sources: Ferragina and Manzini 2000, sections 3 and 3.1.
///
/// MemorySpace: where the index lies. Index: u32 for n <= 2^32 - 2, else u64. Symbol: u8, u16 or u32.
template <class MemorySpace, detail::IndexType Index, detail::WaveletSymbol Symbol = std::uint8_t>
class FmIndex : public detail::PatternBatches<FmIndex<MemorySpace, Index, Symbol>, MemorySpace, Index, Symbol>
{
  template <class ExecutionSpace>
  using Functions = fm_detail::FmFunctions<ExecutionSpace, Index, Symbol>;

 public:
  using Rows = FmRows<Index>;

  /// An empty index; build or assign it before querying.
  FmIndex() = default;

  /// Builds the index of a text, which is not changed nor kept. Fences.
  ///
  /// Work and memory as of `suffix_array`, whose array it takes beside its own workspace (not for sample rate 0, with bytes of
  /// few symbols): `fm_index_workspace_bytes`. Errors: invalid_argument (sizes, a rate that is no power of two, letters of
  /// wide symbols), not_supported (algorithm), out_of_memory, cancelled.
  template <detail::ExecutionSpaceOf<MemorySpace> ExecutionSpace, detail::ViewOf<ExecutionSpace, Symbol> TextView>
  FmIndex(ExecutionSpace const& space, TextView const& text, FmIndexOptions const& options = {})
      : m_arrays(
            Functions<ExecutionSpace>::of_text(space, detail::span_of<ExecutionSpace, Symbol const>(text), options))
  {}

  /// The same with a suffix array that is at hand, [0..n) of the text; not checked (`check_suffix_array` does that).
  /// Errors also: invalid_argument for `FmLetters::dna`, whose array is that of another text; corrupt_input (no entry 0,
  /// or more or fewer multiples of the rate than there are).
  template <detail::ExecutionSpaceOf<MemorySpace> ExecutionSpace, detail::ViewOf<ExecutionSpace, Symbol> TextView,
            detail::ViewOf<ExecutionSpace, Index> SuffixArrayView>
  FmIndex(ExecutionSpace const& space, TextView const& text, SuffixArrayView const& suffix_array,
          FmIndexOptions const& options = {})
  {
    detail::check_sizes<Index>(text.extent(0), suffix_array.extent(0), "the suffix array");
    m_arrays =
        Functions<ExecutionSpace>::of_suffix_array(space, detail::span_of<ExecutionSpace, Symbol const>(text),
                                                   detail::span_of<ExecutionSpace, Index const>(suffix_array), options);
  }

  /// The same from a transform, as `burrows_wheeler_transform` returns it with its primary index, neither of which is checked
  /// to be a text's. With a view of 0 entries for the suffix array, `sample_rate` must be 0 and `keep_text` false. Error also:
  /// corrupt_input (more or fewer multiples of the rate than there are).
  template <detail::ExecutionSpaceOf<MemorySpace> ExecutionSpace, detail::ViewOf<ExecutionSpace, Symbol> BwtView,
            detail::ViewOf<ExecutionSpace, Index> SuffixArrayView>
  [[nodiscard]] static FmIndex from_bwt(ExecutionSpace const& space, BwtView const& bwt, std::size_t primary_index,
                                        SuffixArrayView const& suffix_array, FmIndexOptions const& options = {})
  {
    if (suffix_array.extent(0) != 0)
      detail::check_sizes<Index>(bwt.extent(0), suffix_array.extent(0), "the suffix array");
    FmIndex index;
    index.m_arrays = Functions<ExecutionSpace>::of_transform(
        space, {detail::span_of<ExecutionSpace, Symbol const>(bwt), primary_index},
        detail::span_of<ExecutionSpace, Index const>(suffix_array), options);
    return index;
  }

  /// The index of a text of bytes in host memory, or in a mapped file, whose suffix array need not find room: the text is
  /// sorted in parts (lexikos/out_of_core.hpp), of which the transform and every `sample_rate`-th rank stay.
  ///
  /// \param text  [0..n) in host memory, n < 2^36. Read twice; once more where it is kept
  ///
  /// Peak memory where the execution space works: until the transform is there, a byte a symbol and an entry for each place
  /// that is sampled beside what the sort takes (`out_of_core_bytes`); then the index, the transform, and three bytes a symbol.
  /// On the host, a copy of the text for `FmLetters::dna`. Of the algorithms, automatic or sampled_prefix_doubling. Fences.
  /// Errors: as of the constructor, and of `burrows_wheeler_transform_out_of_core`.
  template <detail::ExecutionSpaceOf<MemorySpace> ExecutionSpace, detail::HostArrayView TextView>
    requires(std::same_as<detail::ValueOf<TextView>, std::uint8_t>&& std::same_as<Symbol, std::uint8_t>)
  [[nodiscard]] static FmIndex out_of_core(ExecutionSpace const& space, TextView const& text,
                                           FmIndexOptions const& options = {})
  {
    FmIndex index;
    index.m_arrays = fm_detail::of_host_text<ExecutionSpace, Index>(
        space, Span<std::uint8_t const, Kokkos::HostSpace>(text.data(), text.extent(0)), options);
    return index;
  }

  [[nodiscard]] KOKKOS_FUNCTION std::size_t size() const { return m_arrays.n; }
  [[nodiscard]] unsigned alphabet_size() const { return m_arrays.alphabet.size(); }
  /// Symbols of the strings whose rows the table has, and its entries.
  [[nodiscard]] unsigned table_depth() const { return m_arrays.table_depth; }
  [[nodiscard]] std::size_t table_entries() const { return m_arrays.table.extent(0); }
  [[nodiscard]] std::uint32_t sample_rate() const { return m_arrays.rate; }
  [[nodiscard]] bool keeps_text() const { return m_arrays.text.is_kept(); }
  /// "dense", "matrix" or "tree"; with the runs of symbols that the first holds apart.
  [[nodiscard]] char const* layout() const { return fm_detail::name_of(m_arrays.layout); }
  [[nodiscard]] std::size_t exception_runs() const { return m_arrays.exceptions.runs.extent(0); }
  /// What the index is made of, for what is built on it.
  [[nodiscard]] detail::FmArrays<MemorySpace, Index, Symbol> const& arrays() const { return m_arrays; }
  /// Bytes of memory held in the memory space.
  [[nodiscard]] std::size_t bytes() const { return fm_detail::bytes_of(m_arrays); }

  // ----- one at a time, on the device -------------------------------------------------------------------------------------

  /// The rows of all suffixes, the empty one included: of the empty string.
  [[nodiscard]] KOKKOS_FUNCTION Rows all_rows() const
  {
    return {0, static_cast<Index>(m_arrays.n == 0 ? 0 : m_arrays.n + 1)};
  }
  /// The rows of the suffixes that begin with the symbol and go on with the string of `rows`. Rows beyond n + 1 are cut.
  [[nodiscard]] KOKKOS_FUNCTION Rows extend_left(Rows const& rows, Symbol symbol) const
  {
    std::uint32_t const slot = m_arrays.alphabet.slot(symbol);
    if (slot == detail::absent_slot || rows.is_empty()) return {};
    return m_arrays.with_steps(fm_detail::ExtendLeft<Index>{fm_detail::cut(rows, m_arrays.n), slot});
  }
  /// The same for all symbols: extended[i] for symbol(i), i < alphabet_size(). Up to four symbols share their fetches.
  KOKKOS_FUNCTION void extend_left_all(Rows const& rows, Rows* extended) const
  {
    m_arrays.with_steps(
        fm_detail::ExtendLeftAll<Index>{fm_detail::cut(rows, m_arrays.n), m_arrays.alphabet.size(), extended});
  }
  /// How many of the rows' suffixes are preceded by a smaller symbol, or by none. O(symbols) ranks, but one for each level of
  /// a wavelet matrix.
  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t preceded_by_smaller(Rows const& rows, Symbol symbol) const
  {
    auto const here = fm_detail::cut(rows, m_arrays.n);
    std::uint32_t const slot = m_arrays.alphabet.slot(symbol);
    if (slot != detail::absent_slot) symbol = m_arrays.alphabet.symbol(slot);  // the letter that stands for it
    std::uint64_t const by_none = here.begin <= m_arrays.primary && m_arrays.primary < here.end ? 1 : 0;
    return by_none + m_arrays.with_steps(fm_detail::CountSmaller<MemorySpace, Symbol>{here, symbol, m_arrays.alphabet});
  }
  /// A symbol of the text for each i < alphabet_size(), in an order of the index' own.
  [[nodiscard]] KOKKOS_FUNCTION Symbol symbol(std::uint32_t i) const { return m_arrays.alphabet.symbol(i); }

  /// The entries of the suffix array whose suffixes begin with the pattern.
  [[nodiscard]] KOKKOS_FUNCTION SuffixInterval<Index> interval(Span<Symbol const, MemorySpace> const& pattern) const
  {
    detail::SymbolPattern<MemorySpace, Symbol> const reader{pattern.data(), pattern.extent(0), &m_arrays.alphabet};
    return m_arrays.with_steps(fm_detail::FindInterval<Index, decltype(reader)>{m_arrays.rows_of_strings(), reader});
  }
  /// Entry i < n of the suffix array, by at most sample_rate() - 1 steps; not_found for other i, and without samples.
  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t position(std::size_t i) const
  {
    if (i >= m_arrays.n || m_arrays.rate == 0) return not_found;
    return m_arrays.with_steps(fm_detail::FindPlace<MemorySpace, Index>{m_arrays.samples(), i + 1});
  }

  // ----- batches: `intervals` and `count` as `detail::PatternBatches` says; workspace: `fm_count_workspace_bytes` ------------

  /// The positions of all occurrences of all patterns. Workspace: that of `count`, 24 bytes a pattern, an entry for every
  /// suffix that is compared with the text, and for `text_order` as `SuffixIndex`. Fences. Error: not_supported without
  /// samples.
  template <detail::ExecutionSpaceOf<MemorySpace> ExecutionSpace, detail::ViewOf<ExecutionSpace, Symbol> Symbols,
            detail::ViewOf<ExecutionSpace, std::uint64_t> Offsets>
  [[nodiscard]] Occurrences<MemorySpace, Index> locate(ExecutionSpace const& space, Symbols const& symbols,
                                                       Offsets const& offsets, SearchOptions const& options = {}) const
  {
    return Functions<ExecutionSpace>::locate(space, m_arrays, detail::span_of<ExecutionSpace, Symbol const>(symbols),
                                             detail::span_of<ExecutionSpace, std::uint64_t const>(offsets), options);
  }

  /// The same of intervals of any values: what lies beyond the suffix array has no positions.
  template <detail::ExecutionSpaceOf<MemorySpace> ExecutionSpace, detail::ViewOf<ExecutionSpace, Index> Begins,
            detail::ViewOf<ExecutionSpace, Index> Ends>
  [[nodiscard]] Occurrences<MemorySpace, Index> locate(ExecutionSpace const& space, Begins const& begins,
                                                       Ends const& ends, SearchOptions const& options = {}) const
  {
    detail::check_extent(ends.extent(0), begins.extent(0), "the view of ends");
    return Functions<ExecutionSpace>::locate_intervals(space, m_arrays,
                                                       detail::span_of<ExecutionSpace, Index const>(begins),
                                                       detail::span_of<ExecutionSpace, Index const>(ends), options);
  }

  /// The symbols text[begins(i) .. ends(i)) for all i, one after the other; positions are cut to n, and reversed ranges are
  /// empty. A copy of the text if it is kept; else two fetches a symbol, and up to 63 more a range. Of the options only the
  /// workspace counts. Fences. Errors: invalid_argument (sizes), not_supported (neither text nor samples), out_of_memory.
  template <detail::ExecutionSpaceOf<MemorySpace> ExecutionSpace, detail::ViewOf<ExecutionSpace, Index> Begins,
            detail::ViewOf<ExecutionSpace, Index> Ends>
  [[nodiscard]] Patterns<MemorySpace, Symbol> extract(ExecutionSpace const& space, Begins const& begins,
                                                      Ends const& ends, SearchOptions const& options = {}) const
  {
    detail::check_extent(ends.extent(0), begins.extent(0), "the view of ends");
    return Functions<ExecutionSpace>::extract(space, m_arrays, detail::span_of<ExecutionSpace, Index const>(begins),
                                              detail::span_of<ExecutionSpace, Index const>(ends), options);
  }

  // ----- files --------------------------------------------------------------------------------------------------------------

  /// Adds all arrays to a file, which the caller commits; `fm_index_kind` is that of files with one index. Their names start
  /// with the prefix, of at most 10 characters. Fences. Errors as `FileWriter`, and invalid_argument for an index that was not
  /// built.
  template <detail::ExecutionSpaceOf<MemorySpace> ExecutionSpace>
  void save(ExecutionSpace const& space, FileWriter& file, std::string const& prefix = {}) const
  {
    Functions<ExecutionSpace>::save(space, m_arrays, file, prefix);
  }

  /// An index as it was saved. On the host its arrays stay in the mapped file, which they keep; on a device they are copied, to
  /// memory of the resource. O(n) work: checksums, all counts of the transform, and that
  /// queries stay within the arrays whatever a file holds. Errors as `FileReader`, and not_supported for a file with entries or
  /// symbols of another width (see `fm_index_width`), out_of_memory with the bytes that are needed.
  template <detail::ExecutionSpaceOf<MemorySpace> ExecutionSpace>
  [[nodiscard]] static FmIndex load(ExecutionSpace const& space, FileReader const& file,
                                    MemoryResource& resource = default_memory_resource(),
                                    std::string const& prefix = {})
  {
    FmIndex index;
    index.m_arrays = Functions<ExecutionSpace>::load(space, file, prefix, resource);
    return index;
  }

 private:
  friend class detail::PatternBatches<FmIndex, MemorySpace, Index, Symbol>;

  template <class ExecutionSpace, class Symbols, class Offsets>
  void find(ExecutionSpace const& space, Symbols const& symbols, Offsets const& offsets,
            search_detail::IntervalOutput<MemorySpace, Index> const& output, SearchOptions const& options) const
  {
    Functions<ExecutionSpace>::find(space, m_arrays, detail::span_of<ExecutionSpace, Symbol const>(symbols),
                                    detail::span_of<ExecutionSpace, std::uint64_t const>(offsets), output, options);
  }

  detail::FmArrays<MemorySpace, Index, Symbol> m_arrays;
};

/// Bytes of an entry of the index in a file, 4 or 8, and of a symbol. Errors as `FileReader`.
struct FmIndexWidth
{
  std::size_t index;
  std::size_t symbol;
};
[[nodiscard]] FmIndexWidth fm_index_width(FileReader const& file, std::string const& prefix = {});

}  // namespace lexikos
