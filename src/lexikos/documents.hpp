// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Collections: documents, or records, one after the other in one text.
//
//     lexikos::Documents<Memory> const documents(space, offsets, text.extent(0));  // offsets: u64, one more than documents
//     ... documents.document_of(i), documents.bounds_of(i) in a kernel
//     documents.document_of(space, suffix_array, document_array);                  // or in batches
//     auto const found = within_documents(space, documents, index.locate(space, symbols, offsets), offsets);

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/conventions.hpp>
#include <lexikos/detail/document_queries.hpp>
#include <lexikos/detail/views.hpp>
#include <lexikos/error.hpp>
#include <lexikos/file.hpp>
#include <lexikos/patterns.hpp>
#include <lexikos/workspace.hpp>
#include <span>
#include <string>

namespace lexikos
{

struct DocumentsOptions
{
  /// Most entries of the directory, of 4 bytes each; 0: as many as there are documents.
  std::size_t directory_entries = 0;
  /// Copies the offsets to memory of the resource. Otherwise they are shared with the view that they are given in.
  bool copy_offsets = false;
  /// Scratch to reuse, where some is taken; all memory that the documents keep is allocated from its memory resource.
  Workspace* workspace = nullptr;
  /// Called between steps; with many documents, steps are divided for it.
  Progress progress = {};
};

struct WithinDocumentsOptions
{
  /// Scratch to reuse; a private one is allocated and freed when null. Results are allocated from its memory resource.
  Workspace* workspace = nullptr;
};

/// Largest number of bytes that documents take beside their offsets (8 a document, and 8): 4 an entry of the directory.
[[nodiscard]] std::size_t documents_bytes(std::size_t count, DocumentsOptions const& options = {});

/// Bytes of workspace that the constructor of `Documents` takes: none.
template <detail::ExecutionSpaceType ExecutionSpace>
[[nodiscard]] constexpr std::size_t documents_workspace_bytes(std::size_t)
{
  return 0;
}

/// Largest number of bytes of workspace that `documents_from_lengths` takes: those of a scan.
template <detail::ExecutionSpaceType ExecutionSpace>
[[nodiscard]] std::size_t documents_from_lengths_workspace_bytes(std::size_t count);

/// Largest number of bytes of workspace that `within_documents` takes for this many occurrences: a counter each, of 4 bytes for
/// fewer than 2^32, and those of a scan.
template <detail::ExecutionSpaceType ExecutionSpace>
[[nodiscard]] std::size_t within_documents_workspace_bytes(std::size_t occurrences);

template <class MemorySpace>
class Documents;

namespace documents_detail
{

/// What documents consist of, in one memory space.
template <class MemorySpace>
struct Arrays
{
  Array<std::uint64_t const, MemorySpace> offsets;
  Array<std::uint32_t const, MemorySpace> directory;
  std::uint64_t size = 0;  // of the text
  std::uint64_t end = 0;   // the last offset
  std::uint32_t block_log = 0;
};

/// Checks the offsets, and builds the directory.
template <class ExecutionSpace>
Arrays<typename ExecutionSpace::memory_space> build(
    ExecutionSpace const& space, Array<std::uint64_t const, typename ExecutionSpace::memory_space> const& offsets,
    std::uint64_t size, DocumentsOptions const& options);

/// The same of offsets on the host, which are copied.
template <class ExecutionSpace>
Arrays<typename ExecutionSpace::memory_space> build_from_host(ExecutionSpace const& space,
                                                              std::span<std::uint64_t const> offsets,
                                                              std::uint64_t size, DocumentsOptions const& options);

template <class ExecutionSpace, class Length>
Arrays<typename ExecutionSpace::memory_space> build_from_lengths(
    ExecutionSpace const& space, Span<Length const, typename ExecutionSpace::memory_space> const& lengths,
    DocumentsOptions const& options);

template <class ExecutionSpace, class Position, class Document>
void answer(ExecutionSpace const& space, detail::DocumentQueries const& queries,
            Span<Position const, typename ExecutionSpace::memory_space> const& positions,
            Span<Document, typename ExecutionSpace::memory_space> const& documents);

/// The occurrences that lie in one document. Their patterns have as many offsets as they have.
template <class ExecutionSpace, class Index>
Occurrences<typename ExecutionSpace::memory_space, Index> within(
    ExecutionSpace const& space, detail::DocumentQueries const& queries,
    Occurrences<typename ExecutionSpace::memory_space, Index> const& occurrences,
    Span<std::uint64_t const, typename ExecutionSpace::memory_space> const& pattern_offsets,
    WithinDocumentsOptions const& options);

/// What makes documents of arrays.
struct Access
{
  template <class MemorySpace>
  [[nodiscard]] static Documents<MemorySpace> documents(Arrays<MemorySpace> const& arrays)
  {
    return Documents<MemorySpace>(arrays);
  }
};

template <class ExecutionSpace>
void save(ExecutionSpace const& space, Arrays<typename ExecutionSpace::memory_space> const& arrays, FileWriter& file,
          std::string const& name);

template <class ExecutionSpace>
Arrays<typename ExecutionSpace::memory_space> load(ExecutionSpace const& space, FileReader const& file,
                                                   std::string const& name, MemoryResource& resource);

}  // namespace documents_detail

/// Documents that lie one after the other in a text, or in a sequence of tokens: offsets beside it, and nothing within it.
/// Cheap to copy; copies share the arrays, and kernels capture it by value.
///
/// Document d is the positions [offsets(d), offsets(d + 1)). This is the layout of Arrow's large_string, large_binary and
/// large_list: one offset more than there are documents, none smaller than the one before; documents may be empty. (Arrow's
/// are signed, and not negative: the same bytes.) As in a slice of an Arrow array, the first offset may be above 0 and the
/// last one below the size of the text: what lies outside of them belongs to no document.
///
/// A directory has, for every block of 2^k positions, how many offsets come before it: 4 bytes a block. Finding the document
/// of a position takes the entries of its block and of the next, mostly one sector of 32 bytes, and a binary search among the
/// d offsets within the block: log2(d + 1) steps, each of up to one sector. k is the smallest for which there are no more
/// blocks than documents, so that a block has one or two offsets on average, and documents of similar lengths take two or
/// three sectors altogether; where all short ones are in one place, up to log2(documents) more. Memory beside the offsets:
/// `documents_bytes`.
template <class MemorySpace>
class Documents
{
 public:
  using Offsets = Array<std::uint64_t const, MemorySpace>;

  /// No documents, in an empty text.
  Documents() = default;

  /// \param offsets  [0..count], ascending, none above `size`; count < 2^32 - 1. A view that owns its memory shares it;
  ///                 the memory of an unmanaged view must outlive this object, unless `options.copy_offsets` is set
  /// \param size     symbols of the text, below 2^63
  /// Two passes over the offsets, O(count log(count)) work at most; fences. Workspace: none. Errors: invalid_argument, with
  /// the first offset that is wrong, out_of_memory, cancelled.
  template <detail::ExecutionSpaceOf<MemorySpace> ExecutionSpace>
  Documents(ExecutionSpace const& space, Offsets const& offsets, std::uint64_t size,
            DocumentsOptions const& options = {})
      : m_arrays(documents_detail::build<ExecutionSpace>(space, offsets, size, options))
  {}

  /// How many documents there are.
  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t count() const
  {
    std::uint64_t const offsets = m_arrays.offsets.extent(0);
    return offsets == 0 ? 0 : offsets - 1;
  }
  /// Symbols of the text.
  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t size() const { return m_arrays.size; }
  /// [0..count], in memory of the space; empty for those of the default constructor.
  [[nodiscard]] Offsets const& offsets() const { return m_arrays.offsets; }
  /// Bytes of the directory.
  [[nodiscard]] std::size_t directory_bytes() const { return m_arrays.directory.extent(0) * sizeof(std::uint32_t); }

  // ----- to be called on the device, with any values ---------------------------------------------------------------------

  /// The first position of document d; `not_found` unless d < count().
  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t begin(std::uint64_t d) const
  {
    return d < count() ? m_arrays.offsets.data()[d] : not_found;
  }
  /// One beyond its last position; begin(d) if it is empty; `not_found` unless d < count().
  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t end(std::uint64_t d) const
  {
    return d < count() ? m_arrays.offsets.data()[d + 1] : not_found;
  }
  /// The document that has this position; `not_found` if none has. Never an empty one.
  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t document_of(std::uint64_t position) const
  {
    return queries().document_of(position);
  }
  /// The same with its bounds; all `not_found` if there is none. One or two sectors more, which mostly were just read.
  [[nodiscard]] KOKKOS_FUNCTION DocumentBounds bounds_of(std::uint64_t position) const
  {
    return queries().bounds_of(position);
  }

  /// The arrays as plain pointers, for kernels of structures built on this one.
  [[nodiscard]] KOKKOS_FUNCTION detail::DocumentQueries queries() const
  {
    return {m_arrays.offsets.data(), m_arrays.directory.data(), count(), m_arrays.end, m_arrays.block_log};
  }

  // ----- batches -----------------------------------------------------------------------------------------------------------

  /// documents(i) = document_of(positions(i)), for any values, each of u32 or u64; the largest value of the type of
  /// `documents` where there is none. Of a suffix array this is the document array. One kernel, a position a thread;
  /// asynchronous on the instance, no scratch. Both may be the same array. Error (invalid_argument), before anything is
  /// written, for sizes that differ.
  template <detail::ExecutionSpaceOf<MemorySpace> ExecutionSpace, detail::IndexView<ExecutionSpace> Positions,
            detail::WritableIndexView<ExecutionSpace> Results>
  void document_of(ExecutionSpace const& space, Positions const& positions, Results const& documents) const
  {
    using Position = detail::ValueOf<Positions>;
    using Document = detail::ValueOf<Results>;
    detail::check_extent(documents.extent(0), positions.extent(0), "the view of documents");
    documents_detail::answer<ExecutionSpace, Position, Document>(
        space, queries(), detail::span_of<ExecutionSpace, Position const>(positions),
        detail::span_of<ExecutionSpace, Document>(documents));
  }

  // ----- files -------------------------------------------------------------------------------------------------------------

  /// Adds the offsets and the size of the text to a file, in sections whose names start with `name` (of up to 20
  /// characters). The caller commits the file. Fences. Errors as `FileWriter`.
  template <detail::ExecutionSpaceOf<MemorySpace> ExecutionSpace>
  void save(ExecutionSpace const& space, FileWriter& file, std::string const& name = "documents") const
  {
    documents_detail::save<ExecutionSpace>(space, m_arrays, file, name);
  }

  /// The documents that were saved under that name. They are checked and get their directory as by the constructor; the file
  /// need not outlive them. Fences. Errors: those of `FileReader`, corrupt_input for offsets that no documents have,
  /// out_of_memory.
  /// \param resource  where their memory comes from
  template <detail::ExecutionSpaceOf<MemorySpace> ExecutionSpace>
  [[nodiscard]] static Documents load(ExecutionSpace const& space, FileReader const& file,
                                      std::string const& name = "documents",
                                      MemoryResource& resource = default_memory_resource())
  {
    return Documents(documents_detail::load<ExecutionSpace>(space, file, name, resource));
  }

 private:
  friend struct documents_detail::Access;

  explicit Documents(documents_detail::Arrays<MemorySpace> const& arrays) : m_arrays(arrays) {}

  documents_detail::Arrays<MemorySpace> m_arrays;
};

/// Whether a file has documents that were saved under that name.
[[nodiscard]] bool has_documents(FileReader const& file, std::string const& name = "documents");

/// Documents of offsets on the host, which are copied. Otherwise as the constructor.
template <detail::ExecutionSpaceType ExecutionSpace>
[[nodiscard]] Documents<typename ExecutionSpace::memory_space> documents_from_host(
    ExecutionSpace const& space, std::span<std::uint64_t const> offsets, std::uint64_t size,
    DocumentsOptions const& options = {})
{
  return documents_detail::Access::documents(
      documents_detail::build_from_host<ExecutionSpace>(space, offsets, size, options));
}

/// Documents of these lengths, u32 or u64, the first of which begins at 0; the text is as long as all of them. One scan more
/// than the constructor. Fences. Workspace: `documents_from_lengths_workspace_bytes`. Errors: invalid_argument for lengths
/// whose sum is 2^63 or more, with the document whose end is; out_of_memory, cancelled.
template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexView<ExecutionSpace> Lengths>
[[nodiscard]] Documents<typename ExecutionSpace::memory_space> documents_from_lengths(
    ExecutionSpace const& space, Lengths const& lengths, DocumentsOptions const& options = {})
{
  using Length = detail::ValueOf<Lengths>;
  return documents_detail::Access::documents(documents_detail::build_from_lengths<ExecutionSpace, Length>(
      space, detail::span_of<ExecutionSpace, Length const>(lengths), options));
}

/// Those of the occurrences that lie in one document as a whole, in the same order: what `locate` of an index finds in the text
/// of documents, without what crosses their borders or lies in none. An occurrence of the empty pattern lies in the document of
/// its position. How often a pattern occurs is the difference of its two offsets in the result.
///
/// \param occurrences      of p patterns, as `SuffixIndex::locate` and `FmIndex::locate` return them, in any order within a
///                         pattern; with a limit of positions, that of all occurrences
/// \param pattern_offsets  [0..p] as in `Patterns`, ascending: only their differences, the patterns' lengths, count
/// One look-up of a document an occurrence, as `Documents::bounds_of`, and two passes over the positions and a counter each.
/// Allocates the result; fences. Workspace: `within_documents_workspace_bytes`. Errors, before anything is allocated:
/// invalid_argument for sizes that differ, with the first pattern whose offsets do not ascend or are not those of the
/// positions; out_of_memory.
template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexType Index,
          detail::ViewOf<ExecutionSpace, std::uint64_t> Offsets>
[[nodiscard]] Occurrences<typename ExecutionSpace::memory_space, Index> within_documents(
    ExecutionSpace const& space, Documents<typename ExecutionSpace::memory_space> const& documents,
    Occurrences<typename ExecutionSpace::memory_space, Index> const& occurrences, Offsets const& pattern_offsets,
    WithinDocumentsOptions const& options = {})
{
  detail::check_extent(occurrences.offsets.extent(0), pattern_offsets.extent(0), "the offsets of the occurrences");
  return documents_detail::within<ExecutionSpace, Index>(
      space, documents.queries(), occurrences, detail::span_of<ExecutionSpace, std::uint64_t const>(pattern_offsets),
      options);
}

}  // namespace lexikos
