// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Kokkos_Core.hpp>
#include <lexikos/detail/allocate.hpp>
#include <lexikos/detail/execution_spaces.hpp>
#include <lexikos/detail/scratch.hpp>
#include <lexikos/documents.hpp>
#include <limits>
#include <string>

#include "backends/launch.hpp"
#include "backends/primitives.hpp"
#include "common/file_arrays.hpp"
#include "common/primitive_bytes.hpp"
#include "common/progress.hpp"
#include "common/read_back.hpp"
#include "common/wrong_offset.hpp"
#include "documents/directory.hpp"

namespace lexikos
{

namespace documents_detail
{

namespace
{

constexpr char check_label[] = "lexikos::documents::check_offsets";
constexpr std::uint64_t max_size = (std::uint64_t{1} << 63) - 1;
constexpr std::size_t max_count = std::numeric_limits<std::uint32_t>::max() - 1;

MemoryResource& resource_of(DocumentsOptions const& options)
{
  return options.workspace != nullptr ? options.workspace->resource() : default_memory_resource();
}

/// Error (invalid_argument) for numbers that no collection has.
void check_sizes(std::size_t offsets, std::uint64_t size)
{
  detail::require(offsets > 0, ErrorCode::invalid_argument,
                  "the view of offsets is empty; it has one entry more than there are documents");
  detail::require(
      offsets - 1 <= max_count, ErrorCode::invalid_argument,
      std::to_string(offsets - 1) + " documents: at most " + std::to_string(max_count) + " can be told apart");
  detail::require(size <= max_size, ErrorCode::invalid_argument,
                  "a text of " + std::to_string(size) + " symbols is too long for documents");
}

/// What is wrong with an offset, for the message; the one before it is 0 for the first.
std::string describe(std::size_t i, std::uint64_t before, std::uint64_t offset, std::uint64_t size)
{
  std::string const what = "offset " + std::to_string(i) + " of the documents is " + std::to_string(offset);
  if (offset < before) return what + ", below the one before it, " + std::to_string(before);
  return what + ", beyond the text of " + std::to_string(size) + " symbols";
}

/// The documents of offsets that are right.
template <class ExecutionSpace>
Arrays<typename ExecutionSpace::memory_space> with_directory(
    ExecutionSpace const& space, Array<std::uint64_t const, typename ExecutionSpace::memory_space> const& offsets,
    std::uint64_t size, DocumentsOptions const& options, detail::ProgressReport<ExecutionSpace>& progress)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  std::size_t const count = offsets.extent(0) - 1;
  Arrays<MemorySpace> arrays{offsets, {}, size, detail::read_back(space, offsets, count), 0};
  if (arrays.end != 0) {
    Blocks const blocks = blocks_for(arrays.end, max_entries(count, options));
    auto const directory = detail::allocate<std::uint32_t, MemorySpace>(
        resource_of(options), "lexikos::documents::directory", blocks.count + 1);
    arrays.block_log = blocks.log;
    arrays.directory = directory;
    FillDirectory const fill{{offsets.data(), nullptr, count, arrays.end, blocks.log}, directory.data()};
    progress.run("lexikos::documents::directory", blocks.count + 1, fill, count + 1);
    space.fence("lexikos::documents::build");
  }
  progress.finish();
  return arrays;
}

/// The offsets themselves, or a copy of them.
template <class ExecutionSpace, class Offsets>
Offsets kept(ExecutionSpace const& space, Offsets const& offsets, DocumentsOptions const& options)
{
  if (!options.copy_offsets) return offsets;
  auto const copy = detail::allocate<std::uint64_t, typename ExecutionSpace::memory_space>(
      resource_of(options), "lexikos::documents::offsets", offsets.extent(0));
  Kokkos::deep_copy(space, copy, offsets);
  return copy;
}

template <class Position, class Document>
struct FindDocument
{
  detail::DocumentQueries queries;
  Position const* positions;
  Document* documents;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    documents[i] = static_cast<Document>(queries.document_of(positions[i]));
  }
};

/// offsets[d + 1] = length of document d, offsets[0] = 0. The running sum of that is the offsets.
template <class Length>
struct ShiftLengths
{
  Length const* lengths;
  std::uint64_t* offsets;

  KOKKOS_FUNCTION void operator()(std::size_t i) const { offsets[i] = i == 0 ? 0 : lengths[i - 1]; }
};

}  // namespace

template <class ExecutionSpace>
Arrays<typename ExecutionSpace::memory_space> build(
    ExecutionSpace const& space, Array<std::uint64_t const, typename ExecutionSpace::memory_space> const& offsets,
    std::uint64_t size, DocumentsOptions const& options)
{
  std::size_t const n = offsets.extent(0);
  check_sizes(n, size);
  // units of work: offsets, which are read once to be checked, and once for the directory
  detail::ProgressReport progress(space, options.progress, 2 * n + 1);
  std::size_t const wrong = detail::first_wrong_offset(space, check_label, offsets.data(), n, size);
  if (wrong < n)
    throw Error(ErrorCode::invalid_argument,
                describe(wrong, wrong == 0 ? 0 : detail::read_back(space, offsets, wrong - 1),
                         detail::read_back(space, offsets, wrong), size));
  progress.add(n);
  return with_directory(space, kept(space, offsets, options), size, options, progress);
}

template <class ExecutionSpace>
Arrays<typename ExecutionSpace::memory_space> build_from_host(ExecutionSpace const& space,
                                                              std::span<std::uint64_t const> offsets,
                                                              std::uint64_t size, DocumentsOptions const& options)
{
  check_sizes(offsets.size(), size);
  Array<std::uint64_t const, typename ExecutionSpace::memory_space> const copy =
      detail::copy_from_host(space, resource_of(options), "lexikos::documents::offsets", offsets);
  DocumentsOptions shared = options;
  shared.copy_offsets = false;
  return build(space, copy, size, shared);
}

template <class ExecutionSpace, class Length>
Arrays<typename ExecutionSpace::memory_space> build_from_lengths(
    ExecutionSpace const& space, Span<Length const, typename ExecutionSpace::memory_space> const& lengths,
    DocumentsOptions const& options)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  std::size_t const n = lengths.extent(0) + 1;
  check_sizes(n, 0);
  detail::ProgressReport progress(space, options.progress, 3 * n + 1);
  auto const offsets =
      detail::allocate<std::uint64_t, MemorySpace>(resource_of(options), "lexikos::documents::offsets", n);
  Span<std::uint64_t, MemorySpace> const span(offsets.data(), n);
  Kokkos::parallel_for("lexikos::documents::lengths", backends::Range<ExecutionSpace>(space, 0, n),
                       ShiftLengths<Length>{lengths.data(), offsets.data()});
  {
    detail::Scratch const scratch(space, options.workspace);
    primitives::inclusive_scan(space, span, span, primitives::Sum{}, *scratch);
  }
  progress.add(n);
  // a sum that is too large for 64 bits is smaller than the one before it
  std::size_t const wrong = detail::first_wrong_offset(space, check_label, offsets.data(), n, max_size);
  if (wrong < n)
    throw Error(ErrorCode::invalid_argument,
                "the lengths of documents 0 to " + std::to_string(wrong - 1) + " add up to 2^63 or more");
  progress.add(n);
  Array<std::uint64_t const, MemorySpace> const kept_offsets = offsets;
  return with_directory(space, kept_offsets, detail::read_back(space, offsets, n - 1), options, progress);
}

template <class ExecutionSpace, class Position, class Document>
void answer(ExecutionSpace const& space, detail::DocumentQueries const& queries,
            Span<Position const, typename ExecutionSpace::memory_space> const& positions,
            Span<Document, typename ExecutionSpace::memory_space> const& documents)
{
  Kokkos::parallel_for("lexikos::documents::document_of",
                       backends::Range<ExecutionSpace>(space, 0, positions.extent(0)),
                       FindDocument<Position, Document>{queries, positions.data(), documents.data()});
}

template <class ExecutionSpace>
void save(ExecutionSpace const& space, Arrays<typename ExecutionSpace::memory_space> const& arrays, FileWriter& file,
          std::string const& name)
{
  file.add_integer(name + ".size", arrays.size);
  file.add_array(space, name + ".offsets", arrays.offsets);
}

template <class ExecutionSpace>
Arrays<typename ExecutionSpace::memory_space> load(ExecutionSpace const& space, FileReader const& file,
                                                   std::string const& name, MemoryResource& resource)
{
  std::uint64_t const size = file.integer(name + ".size", max_size);
  auto const saved = file.array<std::uint64_t>(name + ".offsets");
  std::size_t const n = saved.extent(0);
  if (n == 0 && size == 0) return {};  // of the default constructor
  if (n == 0 || n - 1 > max_count) file.corrupt(name + " has " + std::to_string(n) + " offsets");
  Array<std::uint64_t const, typename ExecutionSpace::memory_space> const offsets = detail::array_of_file(
      space, file, resource, "lexikos::documents::offsets", std::span<std::uint64_t const>(saved.data(), n));
  std::size_t const wrong = detail::first_wrong_offset(space, check_label, offsets.data(), n, size);
  if (wrong < n) file.corrupt(describe(wrong, wrong == 0 ? 0 : saved(wrong - 1), saved(wrong), size));
  Workspace workspace(resource);
  DocumentsOptions const options{.workspace = &workspace};
  detail::ProgressReport progress(space, options.progress, n);
  return with_directory(space, offsets, size, options, progress);
}

}  // namespace documents_detail

std::size_t documents_bytes(std::size_t count, DocumentsOptions const& options)
{
  return (documents_detail::max_entries(count, options) + 1) * sizeof(std::uint32_t);
}

bool has_documents(FileReader const& file, std::string const& name)
{
  return file.has(name + ".offsets");
}

template <detail::ExecutionSpaceType ExecutionSpace>
std::size_t documents_from_lengths_workspace_bytes(std::size_t count)
{
  return detail::scan_bytes<ExecutionSpace>(count + 1);
}

#define LEXIKOS_INSTANTIATE_ANSWER(SPACE, POSITION, DOCUMENT)                                                         \
  template void documents_detail::answer<SPACE, POSITION, DOCUMENT>(SPACE const&, detail::DocumentQueries const&,     \
                                                                    Span<POSITION const, SPACE::memory_space> const&, \
                                                                    Span<DOCUMENT, SPACE::memory_space> const&);
#define LEXIKOS_INSTANTIATE_LENGTH(SPACE, LENGTH)                                                             \
  template documents_detail::Arrays<SPACE::memory_space> documents_detail::build_from_lengths<SPACE, LENGTH>( \
      SPACE const&, Span<LENGTH const, SPACE::memory_space> const&, DocumentsOptions const&);
#define LEXIKOS_INSTANTIATE(SPACE)                                                                                   \
  template documents_detail::Arrays<SPACE::memory_space> documents_detail::build<SPACE>(                             \
      SPACE const&, Array<std::uint64_t const, SPACE::memory_space> const&, std::uint64_t, DocumentsOptions const&); \
  template documents_detail::Arrays<SPACE::memory_space> documents_detail::build_from_host<SPACE>(                   \
      SPACE const&, std::span<std::uint64_t const>, std::uint64_t, DocumentsOptions const&);                         \
  template void documents_detail::save<SPACE>(SPACE const&, documents_detail::Arrays<SPACE::memory_space> const&,    \
                                              FileWriter&, std::string const&);                                      \
  template documents_detail::Arrays<SPACE::memory_space> documents_detail::load<SPACE>(                              \
      SPACE const&, FileReader const&, std::string const&, MemoryResource&);                                         \
  template std::size_t documents_from_lengths_workspace_bytes<SPACE>(std::size_t);                                   \
  LEXIKOS_INSTANTIATE_LENGTH(SPACE, std::uint32_t)                                                                   \
  LEXIKOS_INSTANTIATE_LENGTH(SPACE, std::uint64_t)                                                                   \
  LEXIKOS_INSTANTIATE_ANSWER(SPACE, std::uint32_t, std::uint32_t)                                                    \
  LEXIKOS_INSTANTIATE_ANSWER(SPACE, std::uint32_t, std::uint64_t)                                                    \
  LEXIKOS_INSTANTIATE_ANSWER(SPACE, std::uint64_t, std::uint32_t)                                                    \
  LEXIKOS_INSTANTIATE_ANSWER(SPACE, std::uint64_t, std::uint64_t)

LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE
#undef LEXIKOS_INSTANTIATE_LENGTH
#undef LEXIKOS_INSTANTIATE_ANSWER

}  // namespace lexikos
