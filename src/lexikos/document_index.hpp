// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Which documents the suffixes of an interval come from: how many, which, and which most often.
//
//     lexikos::DocumentIndex<Memory, std::uint32_t> const index(space, suffix_array, documents, {.count = true, .top = true});
//     suffixes.intervals(space, symbols, offsets, begins, ends);  // of patterns, by a SuffixIndex
//     index.count_documents(space, begins, ends, counts);
//     auto const lists = index.list_documents(space, begins, ends, {.max_documents = 10});
//     auto const best = index.top_documents(space, begins, ends, 10);

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/conventions.hpp>
#include <lexikos/detail/views.hpp>
#include <lexikos/documents.hpp>
#include <lexikos/error.hpp>
#include <lexikos/file.hpp>
#include <lexikos/memory.hpp>
#include <lexikos/range_minimum.hpp>
#include <lexikos/wavelet_matrix.hpp>
#include <lexikos/workspace.hpp>
#include <string>
#include <vector>

namespace lexikos
{

/// What an index of documents has beside the document array of 4 bytes a suffix. Bytes are for a suffix and u32 entries.
struct DocumentIndexOptions
{
  /// Lists, and what asks for lengths: each suffix's predecessor of the same document, and range minima of these; 4.2 bytes.
  bool list = true;
  /// Counts of any interval in a bounded number of fetches: 0.35 bytes for each two bits of n, 5.2 for n = 10^9. Without it,
  /// what is counted is walked over as if it were listed.
  bool count = false;
  /// The most frequent documents of long intervals: 0.35 bytes for each two bits of the number of documents, 3.5 for 10^6.
  /// Without it, all suffixes of an interval are sorted by document.
  bool top = false;
  /// Scratch to reuse; a private one is allocated and freed when null. The index is allocated from its memory resource.
  Workspace* workspace = nullptr;
  /// Called between steps.
  Progress progress = {};
};

template <class MemorySpace>
struct DocumentQueryOptions
{
  /// [0..intervals) or empty. With lengths, a suffix counts only where so many symbols from its start on lie in its document:
  /// given the lengths of the patterns, occurrences that cross the end of a document are left out.
  Span<std::uint64_t const, MemorySpace> lengths = {};
  /// Of `list_documents`: most documents of an interval, the first in the order of the suffixes; 0: all.
  std::size_t max_documents = 0;
  /// Of `list_documents`: the documents of an interval ascend. Otherwise they come in the order of their first suffixes.
  bool sort = false;
  /// Scratch to reuse; a private one is allocated and freed when null. Results are allocated from its memory resource.
  Workspace* workspace = nullptr;
};

/// Documents of intervals: those of interval i are documents(offsets(i) .. offsets(i + 1) - 1).
template <class MemorySpace>
struct DocumentLists
{
  Array<std::uint64_t, MemorySpace> offsets;  ///< one more than there are intervals
  Array<std::uint32_t, MemorySpace> documents;
};

/// The same, and how many suffixes of the interval each of them has.
template <class MemorySpace>
struct DocumentCounts
{
  Array<std::uint64_t, MemorySpace> offsets;
  Array<std::uint32_t, MemorySpace> documents;
  Array<std::uint64_t, MemorySpace> counts;
};

/// Largest number of bytes of workspace that building a `DocumentIndex` over n suffixes takes: those of a sort of the suffixes
/// by document, 16 n for u32 and 24 n for u64, or those of the wavelet matrices, if that is more.
template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexType Index>
[[nodiscard]] std::size_t document_index_workspace_bytes(std::size_t n, std::size_t documents,
                                                         DocumentIndexOptions const& options = {});

/// Largest number of bytes of workspace that `count_documents` and `list_documents` take for intervals with this many suffixes
/// altogether: some numbers an interval, a number for each 512 suffixes, and to sort lists about as much as these, thrice.
template <detail::ExecutionSpaceType ExecutionSpace>
[[nodiscard]] std::size_t list_documents_workspace_bytes(std::size_t intervals, std::size_t suffixes);

/// The same for the k documents of `top_documents`: about 60 bytes for each suffix that is sorted, and 16 k bytes for each
/// interval. With `DocumentIndexOptions::top`, and without lengths, intervals of more than 1024 suffixes are not sorted.
template <detail::ExecutionSpaceType ExecutionSpace>
[[nodiscard]] std::size_t top_documents_workspace_bytes(std::size_t intervals, std::size_t suffixes, std::size_t k);

namespace document_index_detail
{

struct Tuning;
/// What all public calls use; tests pass their own.
[[nodiscard]] Tuning const& default_tuning();

/// What a `DocumentIndex` consists of, in one memory space.
template <class MemorySpace, class Index>
struct Arrays
{
  Array<Index const, MemorySpace> suffix_array;
  Documents<MemorySpace> documents;
  /// [0..n) of each suffix, the largest u32 where it lies in no document
  Array<std::uint32_t const, MemorySpace> document_array;
  /// Of an array [0..n): 1 + the rank of the previous suffix of the same document; 0 if there is none, n for a suffix that lies
  /// in no document. Empty without lists.
  RangeMinimum<MemorySpace, Index> previous;
  /// The same array digit by digit; empty without counts.
  std::vector<WaveletMatrix<MemorySpace, std::uint16_t>> layers;
  /// The document array, with the number of documents for suffixes that lie in none; empty without the most frequent ones.
  WaveletMatrix<MemorySpace, std::uint32_t> frequencies;
  DocumentIndexOptions parts;  // which of them there are
  Tuning const* tuning = nullptr;
};

/// Intervals [begins(i), ends(i)) of a suffix array, and lengths, or none of these.
template <class ExecutionSpace, class Index>
struct Intervals
{
  Span<Index const, typename ExecutionSpace::memory_space> begins;
  Span<Index const, typename ExecutionSpace::memory_space> ends;
  Span<std::uint64_t const, typename ExecutionSpace::memory_space> lengths;
};

template <class ExecutionSpace, class Index>
Arrays<typename ExecutionSpace::memory_space, Index> build(
    ExecutionSpace const& space, Array<Index const, typename ExecutionSpace::memory_space> const& suffix_array,
    Documents<typename ExecutionSpace::memory_space> const& documents, DocumentIndexOptions const& options,
    Tuning const& tuning);

template <class ExecutionSpace, class Index>
void count(ExecutionSpace const& space, Arrays<typename ExecutionSpace::memory_space, Index> const& arrays,
           Intervals<ExecutionSpace, Index> const& intervals,
           Span<std::uint32_t, typename ExecutionSpace::memory_space> const& counts, Workspace* workspace);

template <class ExecutionSpace, class Index>
DocumentLists<typename ExecutionSpace::memory_space> list(
    ExecutionSpace const& space, Arrays<typename ExecutionSpace::memory_space, Index> const& arrays,
    Intervals<ExecutionSpace, Index> const& intervals,
    DocumentQueryOptions<typename ExecutionSpace::memory_space> const& options);

template <class ExecutionSpace, class Index>
DocumentCounts<typename ExecutionSpace::memory_space> top(
    ExecutionSpace const& space, Arrays<typename ExecutionSpace::memory_space, Index> const& arrays,
    Intervals<ExecutionSpace, Index> const& intervals, std::size_t k, Workspace* given);

template <class ExecutionSpace, class Index>
void save(ExecutionSpace const& space, Arrays<typename ExecutionSpace::memory_space, Index> const& arrays,
          FileWriter& file, std::string const& name);

template <class ExecutionSpace, class Index>
Arrays<typename ExecutionSpace::memory_space, Index> load(
    ExecutionSpace const& space, FileReader const& file,
    Array<Index const, typename ExecutionSpace::memory_space> const& suffix_array, std::string const& name,
    DocumentIndexOptions const& options);

}  // namespace document_index_detail

/// The documents of the suffixes of a suffix array's intervals, such as those of patterns: the documents that have a pattern,
/// and how often. Cheap to copy; copies share the arrays.
///
/// Every suffix belongs to the document that has its first symbol; those whose position lies in no document belong to none and
/// are never counted. Intervals are any, not only those of patterns; they are cut at n, and reversed ones are empty.
///
/// An interval's documents are those of its suffixes whose predecessor of the same document comes before the interval
/// (Muthukrishnan 2002, section 3). Lists walk over the interval from one such suffix to the next, by the range minima of the
/// predecessors: where they are dense, 4 bytes a suffix are read, in a row; where they are sparse, all between two of them is
/// skipped in about 10 + 2 log2(d / 512) sectors for a distance d. Counts are range counts of predecessors by wavelet matrices
/// (Gagie, Navarro and Puglisi 2012, section 4.2): two sectors for each two bits of n, 30 for n = 10^9, whatever the interval;
/// short intervals are read. (`DocumentFrequencies` takes three, for intervals of strings alone.) The most frequent documents
/// come from a wavelet matrix of the document array (Culpepper, Navarro, Puglisi and Turpin 2010, the greedy search), or for
/// short intervals from a sort. Documents, unlike positions, are numbers of 32 bits.
template <class MemorySpace, detail::IndexType Index>
class DocumentIndex
{
  using Arrays = document_index_detail::Arrays<MemorySpace, Index>;

 public:
  using Indices = Array<Index const, MemorySpace>;
  using QueryOptions = DocumentQueryOptions<MemorySpace>;

  /// No suffixes, and no documents.
  DocumentIndex() = default;

  /// \param suffix_array  [0..n) of the text of the documents; entries are not checked, and those of n and above belong to no
  ///                      document. A view that owns its memory shares it; the memory of an unmanaged view must outlive this
  ///                      object
  /// \param documents     of n symbols; with lists or counts, n < 2^40
  /// O(n) look-ups of documents, a radix sort of the suffixes by document, and what the options ask for; fences. Workspace:
  /// `document_index_workspace_bytes`. Errors: invalid_argument (sizes, index type), out_of_memory, cancelled.
  template <detail::ExecutionSpaceOf<MemorySpace> ExecutionSpace>
  DocumentIndex(ExecutionSpace const& space, Indices const& suffix_array, Documents<MemorySpace> const& documents,
                DocumentIndexOptions const& options = {})
      : m_arrays(document_index_detail::build<ExecutionSpace, Index>(space, suffix_array, documents, options,
                                                                     document_index_detail::default_tuning()))
  {}

  /// Suffixes.
  [[nodiscard]] std::size_t size() const { return m_arrays.document_array.extent(0); }
  [[nodiscard]] Documents<MemorySpace> const& documents() const { return m_arrays.documents; }
  /// [0..n) the document of each suffix; the largest u32 for one that lies in none.
  [[nodiscard]] Array<std::uint32_t const, MemorySpace> const& document_array() const
  {
    return m_arrays.document_array;
  }
  [[nodiscard]] bool has_lists() const { return m_arrays.parts.list; }
  [[nodiscard]] bool has_counts() const { return m_arrays.parts.count; }
  [[nodiscard]] bool has_top() const { return m_arrays.parts.top; }
  /// Bytes of memory held, beside suffix array and documents.
  [[nodiscard]] std::size_t bytes() const
  {
    std::size_t sum = 4 * size() + m_arrays.frequencies.bytes();
    if (has_lists()) sum += size() * sizeof(Index) + m_arrays.previous.bytes();
    for (auto const& layer : m_arrays.layers) sum += layer.bytes();
    return sum;
  }

  // ----- batches of intervals [begins(i), ends(i)), as `SuffixIndex::intervals` finds them --------------------------------

  /// counts(i) receives the number of distinct documents of interval i, or of those with a suffix that has the length that the
  /// options give. With counts in the index, and without lengths, one kernel, an interval a thread: asynchronous, no scratch.
  /// Otherwise the work of `list_documents`, twice over the intervals but for the lists; fences. Workspace:
  /// `list_documents_workspace_bytes`. Results overlap no input.
  /// Errors: invalid_argument (sizes; neither lists nor counts in the index, or lengths and no lists), out_of_memory.
  template <detail::ExecutionSpaceOf<MemorySpace> ExecutionSpace, detail::ViewOf<ExecutionSpace, Index> Begins,
            detail::ViewOf<ExecutionSpace, Index> Ends, detail::WritableViewOf<ExecutionSpace, std::uint32_t> Counts>
  void count_documents(ExecutionSpace const& space, Begins const& begins, Ends const& ends, Counts const& counts,
                       QueryOptions const& options = {}) const
  {
    auto const intervals = intervals_of(space, begins, ends, options);
    detail::check_extent(counts.extent(0), begins.extent(0), "the view of counts");
    document_index_detail::count<ExecutionSpace, Index>(
        space, m_arrays, intervals, detail::span_of<ExecutionSpace, std::uint32_t>(counts), options.workspace);
  }

  /// The distinct documents of every interval, each once. Unique; in the order of their first suffixes, or sorted.
  ///
  /// Long intervals are divided among threads in parts of 2^14 suffixes, each walked over twice, once to count and once to
  /// write; with `max_documents` of no more than that, an interval is one thread's, which stops there. With lengths every
  /// suffix of an interval is looked at (parts of 512): 12 bytes in a row and the end of its document, and where it counts, its
  /// predecessors back to the first that counts too. Allocates the result; fences. Workspace:
  /// `list_documents_workspace_bytes`. Errors: invalid_argument (sizes, no lists in the index), out_of_memory.
  template <detail::ExecutionSpaceOf<MemorySpace> ExecutionSpace, detail::ViewOf<ExecutionSpace, Index> Begins,
            detail::ViewOf<ExecutionSpace, Index> Ends>
  [[nodiscard]] DocumentLists<MemorySpace> list_documents(ExecutionSpace const& space, Begins const& begins,
                                                          Ends const& ends, QueryOptions const& options = {}) const
  {
    return document_index_detail::list<ExecutionSpace, Index>(space, m_arrays,
                                                              intervals_of(space, begins, ends, options), options);
  }

  /// The k documents of every interval that have the most of its suffixes, the most frequent first and the smaller of equally
  /// frequent ones; fewer where there are no more. k = 0: none. Unique.
  ///
  /// Suffixes of short intervals are sorted by document, 4 bytes read in a row and then some 60 read or written for each. Long
  /// ones, if the index has what the option `top` asks for, are searched from the largest nodes of a wavelet matrix down, a
  /// thread each: O(documents of the interval * (log(documents) + k)) at worst, for skewed intervals much less. Without that,
  /// or with lengths, all are sorted. `max_documents` and `sort` do not matter. Allocates the result; fences. Workspace:
  /// `top_documents_workspace_bytes`. Errors: invalid_argument (sizes; 2^32 or more suffixes to sort), out_of_memory.
  template <detail::ExecutionSpaceOf<MemorySpace> ExecutionSpace, detail::ViewOf<ExecutionSpace, Index> Begins,
            detail::ViewOf<ExecutionSpace, Index> Ends>
  [[nodiscard]] DocumentCounts<MemorySpace> top_documents(ExecutionSpace const& space, Begins const& begins,
                                                          Ends const& ends, std::size_t k,
                                                          QueryOptions const& options = {}) const
  {
    return document_index_detail::top<ExecutionSpace, Index>(
        space, m_arrays, intervals_of(space, begins, ends, options), k, options.workspace);
  }

  // ----- files -------------------------------------------------------------------------------------------------------------

  /// Adds the documents, and which parts the index has, to a file, in sections whose names start with `name` (of up to 18
  /// characters). The arrays follow from the suffix array, and are not written. The caller commits the file. Fences. Errors as
  /// `FileWriter`.
  template <detail::ExecutionSpaceOf<MemorySpace> ExecutionSpace>
  void save(ExecutionSpace const& space, FileWriter& file, std::string const& name = "document_index") const
  {
    document_index_detail::save<ExecutionSpace, Index>(space, m_arrays, file, name);
  }

  /// The index that was saved under that name, built again over the suffix array that it was built over: on a device this takes
  /// less time than to read it. `list`, `count` and `top` of the options do not matter. Fences. Errors: those of `FileReader`
  /// and of the constructor, and corrupt_input for documents that there cannot be, or of another size than the suffix array.
  template <detail::ExecutionSpaceOf<MemorySpace> ExecutionSpace>
  [[nodiscard]] static DocumentIndex load(ExecutionSpace const& space, FileReader const& file,
                                          Indices const& suffix_array, std::string const& name = "document_index",
                                          DocumentIndexOptions const& options = {})
  {
    DocumentIndex index;
    index.m_arrays = document_index_detail::load<ExecutionSpace, Index>(space, file, suffix_array, name, options);
    return index;
  }

 private:
  template <class ExecutionSpace, class Begins, class Ends>
  static document_index_detail::Intervals<ExecutionSpace, Index> intervals_of(ExecutionSpace const&,
                                                                              Begins const& begins, Ends const& ends,
                                                                              QueryOptions const& options)
  {
    detail::check_extent(ends.extent(0), begins.extent(0), "the view of ends");
    if (options.lengths.extent(0) != 0)
      detail::check_extent(options.lengths.extent(0), begins.extent(0), "the view of lengths");
    return {detail::span_of<ExecutionSpace, Index const>(begins), detail::span_of<ExecutionSpace, Index const>(ends),
            options.lengths};
  }

  Arrays m_arrays;
};

/// Whether a file has an index of documents that was saved under that name.
[[nodiscard]] bool has_document_index(FileReader const& file, std::string const& name = "document_index");

}  // namespace lexikos
