// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <lexikos/conventions.hpp>
#include <lexikos/detail/bit_layouts.hpp>
#include <lexikos/detail/bit_vector_span.hpp>
#include <lexikos/detail/scratch.hpp>
#include <lexikos/detail/views.hpp>
#include <lexikos/error.hpp>
#include <lexikos/file.hpp>
#include <lexikos/host_queries.hpp>
#include <lexikos/workspace.hpp>
#include <limits>
#include <string>

namespace lexikos
{

struct BitVectorOptions
{
  /// Scratch to reuse, and the resource of the vector's memory; a private workspace is allocated and freed when null.
  Workspace* workspace = nullptr;
  /// Called twice: when the ones are counted, and at the end.
  Progress progress = {};
};

namespace detail
{

enum class BitQuery
{
  rank0,
  rank1,
  select0,
  select1
};

/// The memory of a bit vector and its queries.
template <class MemorySpace, class Layout>
struct BitStorage
{
  Array<std::uint64_t, MemorySpace> words;
  BitVectorSpan<MemorySpace, Layout> span;
};

// Compiled in the library for every execution space, layout, and u32 and u64 indices.

template <class ExecutionSpace, class Layout>
BitStorage<typename ExecutionSpace::memory_space, Layout> build_bit_vector(
    ExecutionSpace const& space, Span<std::uint64_t const, typename ExecutionSpace::memory_space> const& words,
    std::size_t size, BitVectorOptions const& options);

template <class ExecutionSpace>
void pack_flags(ExecutionSpace const& space,
                Span<std::uint8_t const, typename ExecutionSpace::memory_space> const& flags,
                Span<std::uint64_t, typename ExecutionSpace::memory_space> const& words);

/// Returns the first entry that is not below size, or the number of positions. Fences.
template <class ExecutionSpace, class Index>
std::size_t pack_positions(ExecutionSpace const& space,
                           Span<Index const, typename ExecutionSpace::memory_space> const& positions, std::size_t size,
                           Span<std::uint64_t, typename ExecutionSpace::memory_space> const& words);

template <class ExecutionSpace, class Layout>
void save_bit_vector(ExecutionSpace const& space,
                     BitStorage<typename ExecutionSpace::memory_space, Layout> const& storage, FileWriter& file,
                     std::string const& name);

template <class ExecutionSpace, class Layout>
BitStorage<typename ExecutionSpace::memory_space, Layout> load_bit_vector(ExecutionSpace const& space,
                                                                          FileReader const& file,
                                                                          std::string const& name,
                                                                          MemoryResource& resource);

template <class ExecutionSpace, class Layout, class Index>
void answer_bit_queries(ExecutionSpace const& space,
                        BitVectorSpan<typename ExecutionSpace::memory_space, Layout> const& bits, BitQuery query,
                        Span<Index const, typename ExecutionSpace::memory_space> const& queries,
                        Span<Index, typename ExecutionSpace::memory_space> const& results);

template <class ExecutionSpace, class Layout, class Index>
void answer_bit_access(ExecutionSpace const& space,
                       BitVectorSpan<typename ExecutionSpace::memory_space, Layout> const& bits,
                       Span<Index const, typename ExecutionSpace::memory_space> const& positions,
                       Span<std::uint8_t, typename ExecutionSpace::memory_space> const& results);

}  // namespace detail

/// An upper bound of the workspace that building a vector of that size from words takes.
template <detail::ExecutionSpaceType ExecutionSpace, detail::BitLayout Layout = bit_layouts::Interleaved32>
[[nodiscard]] std::size_t bit_vector_workspace_bytes(std::size_t size);

/// The same for `BitVector::from_flags` and `BitVector::from_positions`.
template <detail::ExecutionSpaceType ExecutionSpace, detail::BitLayout Layout = bit_layouts::Interleaved32>
[[nodiscard]] std::size_t bit_vector_packing_workspace_bytes(std::size_t size);

/// A sequence of bits with rank and select.
///
/// It is immutable, cheap to copy (copies share the memory), and captured by value in kernels, where all queries of
/// `BitVectorSpan` may be called. `Layout` is one of `bit_layouts`; it decides between speed and space, never about results.
/// Positions count from 0; rank counts in [0, i); select counts from 1. All queries accept any argument: positions of ranks
/// are cut to the size, and what is not there is `not_found`, or `no_bit`.
/// Source of rank and select by sampled counts: "Wavelet trees on the GPU", section 4.
template <class MemorySpace, detail::BitLayout Layout = bit_layouts::Interleaved32>
class BitVector : public BitVectorSpan<MemorySpace, Layout>
{
  using Host = Kokkos::DefaultHostExecutionSpace;

 public:
  using Base = BitVectorSpan<MemorySpace, Layout>;

  /// The vector of 0 bits, without memory.
  BitVector() = default;

  /// Builds from packed bits: bit i of the vector is bit i % 64 of word i / 64.
  ///
  /// \param space  where to run; fenced before the constructor returns
  /// \param words  [0..ceil(size / 64)) words, or more; bits beyond the size do not matter; not changed
  /// \param size   number of bits, of any size
  /// Reads the bits twice, to count and to write, O(size) work. Memory in addition to the words: the vector itself
  /// (`bytes()`), and a workspace of 16 bytes for every 57 344 bits or more (`bit_vector_workspace_bytes`).
  /// Errors: invalid_argument (too few words), out_of_memory, cancelled.
  template <detail::ExecutionSpaceOf<MemorySpace> ExecutionSpace,
            detail::ViewOf<ExecutionSpace, std::uint64_t> WordView>
  BitVector(ExecutionSpace const& space, WordView const& words, std::size_t size, BitVectorOptions const& options = {})
  {
    detail::require(words.extent(0) >= detail::words_of_bits(size), ErrorCode::invalid_argument,
                    std::to_string(words.extent(0)) + " words for a vector of " + std::to_string(size) + " bits");
    *this = BitVector(detail::build_bit_vector<ExecutionSpace, Layout>(
        space, Span<std::uint64_t const, MemorySpace>(words.data(), words.extent(0)), size, options));
  }

  /// Builds from bytes: bit i is 1 where flags(i) is not 0. As from words, with an eighth of the flags' memory more in the
  /// workspace (`bit_vector_packing_workspace_bytes`).
  template <detail::ExecutionSpaceOf<MemorySpace> ExecutionSpace, detail::ViewOf<ExecutionSpace, std::uint8_t> FlagView>
  [[nodiscard]] static BitVector from_flags(ExecutionSpace const& space, FlagView const& flags,
                                            BitVectorOptions const& options = {})
  {
    std::size_t const size = flags.extent(0);
    detail::Scratch const scratch(space, options.workspace);
    auto const words = scratch->template take<std::uint64_t, MemorySpace>(detail::words_of_bits(size));
    detail::pack_flags<ExecutionSpace>(space, Span<std::uint8_t const, MemorySpace>(flags.data(), size), words);
    return BitVector(
        detail::build_bit_vector<ExecutionSpace, Layout>(space, words, size, {&*scratch, options.progress}));
  }

  /// Builds from the positions of the ones, u32 or u64, in any order; one that is repeated counts once. As from words, with
  /// size / 8 bytes more in the workspace (`bit_vector_packing_workspace_bytes`).
  /// Errors: invalid_argument (a position that is not below the size), out_of_memory, cancelled.
  template <detail::ExecutionSpaceOf<MemorySpace> ExecutionSpace, detail::IndexView<ExecutionSpace> PositionView>
  [[nodiscard]] static BitVector from_positions(ExecutionSpace const& space, PositionView const& positions,
                                                std::size_t size, BitVectorOptions const& options = {})
  {
    using Index = detail::ValueOf<PositionView>;
    std::size_t const n = positions.extent(0);
    detail::Scratch const scratch(space, options.workspace);
    auto const words = scratch->template take<std::uint64_t, MemorySpace>(detail::words_of_bits(size));
    std::size_t const wrong = detail::pack_positions<ExecutionSpace, Index>(
        space, Span<Index const, MemorySpace>(positions.data(), n), size, words);
    detail::require(
        wrong == n, ErrorCode::invalid_argument,
        "position " + std::to_string(wrong) + " of the list is not below the size, " + std::to_string(size));
    return BitVector(
        detail::build_bit_vector<ExecutionSpace, Layout>(space, words, size, {&*scratch, options.progress}));
  }

  /// The queries alone, trivially copyable, valid as long as this or a copy of it lives.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION Base const& span() const { return *this; }

  /// Bytes of memory that it takes.
  [[nodiscard]] std::size_t bytes() const { return m_words.extent(0) * sizeof(std::uint64_t); }
  /// Share of the memory that is not the bits themselves, relative to these; 0 for an empty vector.
  [[nodiscard]] double overhead() const
  {
    if (this->size() == 0) return 0;
    return static_cast<double>(bytes()) / (static_cast<double>(this->size()) / 8) - 1;
  }

  /// Adds it to a file, under names that start with `name`, of at most 20 characters. Fences. Errors: those of `FileWriter`.
  template <detail::ExecutionSpaceOf<MemorySpace> ExecutionSpace>
  void save(ExecutionSpace const& space, FileWriter& file, std::string const& name) const
  {
    detail::save_bit_vector<ExecutionSpace, Layout>(space, {m_words, span()}, file, name);
  }

  /// The vector that was saved under that name, with the same layout. All counts and samples are compared with the bits,
  /// O(size) work, so that every vector that loads answers every query rightly. Fences.
  /// \param resource  where its memory comes from on devices; on the host its arrays stay in the mapped file, which they keep
  /// Errors: those of `FileReader`, corrupt_input, invalid_argument (another layout), out_of_memory.
  template <detail::ExecutionSpaceOf<MemorySpace> ExecutionSpace>
  [[nodiscard]] static BitVector load(ExecutionSpace const& space, FileReader const& file, std::string const& name,
                                      MemoryResource& resource = default_memory_resource())
  {
    return BitVector(detail::load_bit_vector<ExecutionSpace, Layout>(space, file, name, resource));
  }

  using Base::access;
  using Base::rank0;
  using Base::rank1;
  using Base::select0;
  using Base::select1;

  /// results(q) = access(positions(q)): 0, 1, or `no_bit`; results are u8.
  ///
  /// All batches: queries are u32 or u64 of any values; results are as many and, but for those of access, of the queries'
  /// type, in which `not_found` is the largest value, and which is u32 only for vectors of fewer than 2^32 bits. Error
  /// (invalid_argument) otherwise, before anything is written. Results may be the same array as queries of their type.
  /// Asynchronous on the instance; no scratch. The vector, or a copy of it, has to live until the instance is through.
  template <detail::ExecutionSpaceOf<MemorySpace> ExecutionSpace, detail::IndexView<ExecutionSpace> PositionView,
            detail::WritableViewOf<ExecutionSpace, std::uint8_t> ResultView>
  void access(ExecutionSpace const& space, PositionView const& positions, ResultView const& results) const
  {
    using Index = detail::ValueOf<PositionView>;
    detail::check_extent(results.extent(0), positions.extent(0), "results");
    detail::answer_bit_access<ExecutionSpace, Layout, Index>(space, span(),
                                                             detail::span_of<ExecutionSpace, Index const>(positions),
                                                             detail::span_of<ExecutionSpace, std::uint8_t>(results));
  }

  /// The same for views of host memory, through the device in chunks (`HostQueries` says how), for all batches. Returns
  /// when the results are there.
  template <detail::ExecutionSpaceOf<MemorySpace> ExecutionSpace, detail::IndexView<Host> PositionView,
            detail::WritableViewOf<Host, std::uint8_t> ResultView>
  void access(HostQueries<ExecutionSpace>& pipeline, PositionView const& positions, ResultView const& results) const
  {
    detail::check_extent(results.extent(0), positions.extent(0), "results");
    pipeline([this](ExecutionSpace const& space, auto const& to, auto const& from) { access(space, from, to); },
             results, positions);
  }

  /// results(q) = rank0(positions(q)).
  template <detail::ExecutionSpaceOf<MemorySpace> ExecutionSpace, detail::IndexView<ExecutionSpace> PositionView,
            detail::WritableViewOf<ExecutionSpace, detail::ValueOf<PositionView>> ResultView>
  void rank0(ExecutionSpace const& space, PositionView const& positions, ResultView const& results) const
  {
    answer(space, detail::BitQuery::rank0, positions, results);
  }
  template <detail::ExecutionSpaceOf<MemorySpace> ExecutionSpace, detail::IndexView<Host> PositionView,
            detail::WritableViewOf<Host, detail::ValueOf<PositionView>> ResultView>
  void rank0(HostQueries<ExecutionSpace>& pipeline, PositionView const& positions, ResultView const& results) const
  {
    answer_host(pipeline, detail::BitQuery::rank0, positions, results);
  }

  /// results(q) = rank1(positions(q)).
  template <detail::ExecutionSpaceOf<MemorySpace> ExecutionSpace, detail::IndexView<ExecutionSpace> PositionView,
            detail::WritableViewOf<ExecutionSpace, detail::ValueOf<PositionView>> ResultView>
  void rank1(ExecutionSpace const& space, PositionView const& positions, ResultView const& results) const
  {
    answer(space, detail::BitQuery::rank1, positions, results);
  }
  template <detail::ExecutionSpaceOf<MemorySpace> ExecutionSpace, detail::IndexView<Host> PositionView,
            detail::WritableViewOf<Host, detail::ValueOf<PositionView>> ResultView>
  void rank1(HostQueries<ExecutionSpace>& pipeline, PositionView const& positions, ResultView const& results) const
  {
    answer_host(pipeline, detail::BitQuery::rank1, positions, results);
  }

  /// results(q) = select0(ordinals(q)).
  template <detail::ExecutionSpaceOf<MemorySpace> ExecutionSpace, detail::IndexView<ExecutionSpace> OrdinalView,
            detail::WritableViewOf<ExecutionSpace, detail::ValueOf<OrdinalView>> ResultView>
  void select0(ExecutionSpace const& space, OrdinalView const& ordinals, ResultView const& results) const
  {
    answer(space, detail::BitQuery::select0, ordinals, results);
  }
  template <detail::ExecutionSpaceOf<MemorySpace> ExecutionSpace, detail::IndexView<Host> OrdinalView,
            detail::WritableViewOf<Host, detail::ValueOf<OrdinalView>> ResultView>
  void select0(HostQueries<ExecutionSpace>& pipeline, OrdinalView const& ordinals, ResultView const& results) const
  {
    answer_host(pipeline, detail::BitQuery::select0, ordinals, results);
  }

  /// results(q) = select1(ordinals(q)).
  template <detail::ExecutionSpaceOf<MemorySpace> ExecutionSpace, detail::IndexView<ExecutionSpace> OrdinalView,
            detail::WritableViewOf<ExecutionSpace, detail::ValueOf<OrdinalView>> ResultView>
  void select1(ExecutionSpace const& space, OrdinalView const& ordinals, ResultView const& results) const
  {
    answer(space, detail::BitQuery::select1, ordinals, results);
  }
  template <detail::ExecutionSpaceOf<MemorySpace> ExecutionSpace, detail::IndexView<Host> OrdinalView,
            detail::WritableViewOf<Host, detail::ValueOf<OrdinalView>> ResultView>
  void select1(HostQueries<ExecutionSpace>& pipeline, OrdinalView const& ordinals, ResultView const& results) const
  {
    answer_host(pipeline, detail::BitQuery::select1, ordinals, results);
  }

 private:
  explicit BitVector(detail::BitStorage<MemorySpace, Layout> const& storage)
      : Base(storage.span), m_words(storage.words)
  {}

  template <class Index>
  void check_batch(std::size_t queries, std::size_t results) const
  {
    detail::check_extent(results, queries, "results");
    detail::require(this->size() <= std::numeric_limits<Index>::max(), ErrorCode::invalid_argument,
                    "results for a vector of " + std::to_string(this->size()) + " bits need 64 bits");
  }

  template <class ExecutionSpace, class QueryView, class ResultView>
  void answer(ExecutionSpace const& space, detail::BitQuery query, QueryView const& queries,
              ResultView const& results) const
  {
    using Index = detail::ValueOf<QueryView>;
    check_batch<Index>(queries.extent(0), results.extent(0));
    detail::answer_bit_queries<ExecutionSpace, Layout, Index>(space, span(), query,
                                                              detail::span_of<ExecutionSpace, Index const>(queries),
                                                              detail::span_of<ExecutionSpace, Index>(results));
  }

  template <class ExecutionSpace, class QueryView, class ResultView>
  void answer_host(HostQueries<ExecutionSpace>& pipeline, detail::BitQuery query, QueryView const& queries,
                   ResultView const& results) const
  {
    check_batch<detail::ValueOf<QueryView>>(queries.extent(0), results.extent(0));
    pipeline([this, query](ExecutionSpace const& space, auto const& to,
                           auto const& from) { answer(space, query, from, to); },
             results, queries);
  }

  Array<std::uint64_t, MemorySpace> m_words;
};

}  // namespace lexikos
