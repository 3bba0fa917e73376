// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The arrays of an index of documents, and their files.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <bit>
#include <lexikos/detail/allocate.hpp>
#include <lexikos/detail/execution_spaces.hpp>
#include <lexikos/detail/scratch.hpp>
#include <lexikos/document_index.hpp>
#include <numeric>
#include <string>
#include <vector>

#include "backends/launch.hpp"
#include "backends/primitives.hpp"
#include "common/host_containers.hpp"
#include "common/primitive_bytes.hpp"
#include "document_index/build_progress.hpp"
#include "document_index/by_document.hpp"
#include "document_index/layers.hpp"
#include "document_index/reader.hpp"
#include "document_index/tuning.hpp"

namespace lexikos
{

namespace document_index_detail
{

namespace
{

/// What `Arrays::previous` says, of suffixes in the order of their documents.
template <class Index>
struct LinkPrevious
{
  std::uint32_t const* keys;
  Index const* ranks;
  std::uint32_t documents;
  Index n;
  Index* previous;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    Index before = 0;
    if (keys[i] == documents)
      before = n;
    else if (i > 0 && keys[i - 1] == keys[i])
      before = ranks[i - 1] + 1;
    previous[ranks[i]] = before;
  }
};

/// Writes `previous`: a stable sort of the ranks by document.
template <class ExecutionSpace, class Index>
void link_suffixes(ExecutionSpace const& space,
                   Array<std::uint32_t const, typename ExecutionSpace::memory_space> const& array,
                   std::uint64_t documents, Span<Index, typename ExecutionSpace::memory_space> const& previous,
                   Workspace& workspace)
{
  Workspace::Scope const scope(workspace);
  std::size_t const n = previous.extent(0);
  auto const sorted = sort_by_document<ExecutionSpace, Index>(space, array, documents, workspace);
  Kokkos::parallel_for(
      "lexikos::document_index::previous", backends::Range<ExecutionSpace>(space, 0, n),
      LinkPrevious<Index>{sorted.documents.data(), sorted.ranks.data(), static_cast<std::uint32_t>(documents),
                          static_cast<Index>(n), previous.data()});
}

template <class ExecutionSpace>
WaveletMatrix<typename ExecutionSpace::memory_space, std::uint32_t> matrix_of_documents(
    ExecutionSpace const& space, Array<std::uint32_t const, typename ExecutionSpace::memory_space> const& array,
    std::uint64_t documents, BuildProgress<ExecutionSpace>& progress, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  Workspace::Scope const scope(workspace);
  auto const keys = workspace.take<std::uint32_t, MemorySpace>(array.extent(0));
  write_keys(space, array, documents, keys);
  WaveletOptions options;
  // all of them, so that codes are documents
  options.alphabet = detail::with_host_memory("the numbers of documents", [&] {
    std::vector<std::uint32_t> all(documents + 1);
    std::iota(all.begin(), all.end(), 0u);
    return all;
  });
  options.workspace = &workspace;
  options.progress = progress.part(4);
  return WaveletMatrix<MemorySpace, std::uint32_t>(space, keys, options);
}

/// What the index has beside the document array.
template <class ExecutionSpace, class Index>
void build_parts(ExecutionSpace const& space, Arrays<typename ExecutionSpace::memory_space, Index>& arrays,
                 BuildProgress<ExecutionSpace>& progress, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  std::size_t const n = arrays.document_array.extent(0);
  std::uint64_t const documents = arrays.documents.count();
  if (arrays.parts.list || arrays.parts.count) {
    Workspace::Scope const scope(workspace);
    Array<Index, MemorySpace> kept;
    if (arrays.parts.list)
      kept = detail::allocate<Index, MemorySpace>(workspace.resource(), "lexikos::document_index::previous", n);
    Span<Index, MemorySpace> const previous =
        arrays.parts.list ? Span<Index, MemorySpace>(kept) : workspace.take<Index, MemorySpace>(n);
    link_suffixes<ExecutionSpace, Index>(space, arrays.document_array, documents, previous, workspace);
    progress.add(4);
    if (arrays.parts.list)
      arrays.previous =
          RangeMinimum<MemorySpace, Index>(space, kept, {.workspace = &workspace, .progress = progress.part(1)});
    if (arrays.parts.count)
      arrays.layers = build_layers<ExecutionSpace, Index>(space, Span<Index const, MemorySpace>(previous),
                                                          LayerPlan(n, *arrays.tuning), progress, workspace);
  }
  if (arrays.parts.top)
    arrays.frequencies = matrix_of_documents(space, arrays.document_array, documents, progress, workspace);
}

constexpr std::uint64_t list_bit = 1;
constexpr std::uint64_t count_bit = 2;
constexpr std::uint64_t top_bit = 4;

}  // namespace

Tuning const& default_tuning()
{
  static constexpr Tuning tuning;
  return tuning;
}

template <class ExecutionSpace, class Index>
Arrays<typename ExecutionSpace::memory_space, Index> build(
    ExecutionSpace const& space, Array<Index const, typename ExecutionSpace::memory_space> const& suffix_array,
    Documents<typename ExecutionSpace::memory_space> const& documents, DocumentIndexOptions const& options,
    Tuning const& tuning)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  detail::check_sizes<Index>(documents.size(), suffix_array.extent(0), "the suffix array");
  std::size_t const n = suffix_array.extent(0);
  bool const has_previous = options.list || options.count;
  detail::require(!has_previous || n >> 40 == 0, ErrorCode::invalid_argument,
                  "lists and counts of documents take fewer than 2^40 suffixes");
  Arrays<MemorySpace, Index> arrays;
  arrays.suffix_array = suffix_array;
  arrays.documents = documents;
  arrays.parts.list = options.list;
  arrays.parts.count = options.count;
  arrays.parts.top = options.top;
  arrays.tuning = &tuning;
  double const layers = options.count ? LayerPlan(n, tuning).count : 0;
  BuildProgress progress(space, options.progress,
                         1 + (has_previous ? 4 : 0) + (options.list ? 1 : 0) + layers + (options.top ? 4 : 0));
  if (n != 0) {
    detail::Scratch const scratch(space, options.workspace);
    auto const array =
        detail::allocate<std::uint32_t, MemorySpace>(scratch.resource(), "lexikos::document_index::document_array", n);
    documents.document_of(space, suffix_array, array);
    arrays.document_array = array;
    progress.add(1);
    build_parts<ExecutionSpace, Index>(space, arrays, progress, *scratch);
    space.fence("lexikos::document_index::build");
  }
  progress.finish();
  return arrays;
}

template <class ExecutionSpace, class Index>
void save(ExecutionSpace const& space, Arrays<typename ExecutionSpace::memory_space, Index> const& arrays,
          FileWriter& file, std::string const& name)
{
  auto const& parts = arrays.parts;
  file.add_integer(name + ".parts",
                   (parts.list ? list_bit : 0) + (parts.count ? count_bit : 0) + (parts.top ? top_bit : 0));
  arrays.documents.save(space, file, name);
}

template <class ExecutionSpace, class Index>
Arrays<typename ExecutionSpace::memory_space, Index> load(
    ExecutionSpace const& space, FileReader const& file,
    Array<Index const, typename ExecutionSpace::memory_space> const& suffix_array, std::string const& name,
    DocumentIndexOptions const& options)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  std::uint64_t const parts = file.integer(name + ".parts", list_bit + count_bit + top_bit);
  auto& resource = options.workspace != nullptr ? options.workspace->resource() : default_memory_resource();
  auto const documents = Documents<MemorySpace>::load(space, file, name, resource);
  if (documents.size() != suffix_array.extent(0))
    file.corrupt(name + " has documents of " + std::to_string(documents.size()) + " symbols, and the suffix array " +
                 std::to_string(suffix_array.extent(0)) + " entries");
  DocumentIndexOptions saved = options;
  saved.list = (parts & list_bit) != 0;
  saved.count = (parts & count_bit) != 0;
  saved.top = (parts & top_bit) != 0;
  return build<ExecutionSpace, Index>(space, suffix_array, documents, saved, default_tuning());
}

}  // namespace document_index_detail

bool has_document_index(FileReader const& file, std::string const& name)
{
  return file.has(name + ".parts");
}

template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexType Index>
std::size_t document_index_workspace_bytes(std::size_t n, std::size_t documents, DocumentIndexOptions const& options)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  constexpr std::size_t alignment = Workspace::alignment;
  std::size_t const narrow = n * sizeof(std::uint32_t) + alignment;
  std::size_t const wide = n * sizeof(Index) + alignment;
  std::size_t const sort = detail::sort_bytes<ExecutionSpace>(n);
  std::size_t most = 0;
  if (options.list || options.count) most = document_index_detail::sort_by_document_bytes<ExecutionSpace, Index>(n);
  if (options.count)
    most = std::max(most, document_index_detail::build_layers_bytes<ExecutionSpace, Index>(
                              n, {n, document_index_detail::default_tuning()}, sort));
  if (!options.list && options.count) most += wide;
  if (options.top)
    most = std::max(most, narrow + wavelet_workspace_bytes<ExecutionSpace, WaveletMatrix<MemorySpace, std::uint32_t>>(
                                       n, documents + 1));
  return most;
}

#define LEXIKOS_INSTANTIATE(SPACE, INDEX)                                                                        \
  template document_index_detail::Arrays<SPACE::memory_space, INDEX> document_index_detail::build<SPACE, INDEX>( \
      SPACE const&, Array<INDEX const, SPACE::memory_space> const&, Documents<SPACE::memory_space> const&,       \
      DocumentIndexOptions const&, document_index_detail::Tuning const&);                                        \
  template void document_index_detail::save<SPACE, INDEX>(                                                       \
      SPACE const&, document_index_detail::Arrays<SPACE::memory_space, INDEX> const&, FileWriter&,               \
      std::string const&);                                                                                       \
  template document_index_detail::Arrays<SPACE::memory_space, INDEX> document_index_detail::load<SPACE, INDEX>(  \
      SPACE const&, FileReader const&, Array<INDEX const, SPACE::memory_space> const&, std::string const&,       \
      DocumentIndexOptions const&);                                                                              \
  template std::size_t document_index_workspace_bytes<SPACE, INDEX>(std::size_t, std::size_t,                    \
                                                                    DocumentIndexOptions const&);

LEXIKOS_FOR_EACH_SPACE_AND_INDEX(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos
