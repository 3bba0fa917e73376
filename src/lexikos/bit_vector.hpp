// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/bit_layouts.hpp>
#include <lexikos/detail/bit_vector_span.hpp>
#include <lexikos/error.hpp>
#include <lexikos/file.hpp>
#include <lexikos/host_queries.hpp>
#include <lexikos/workspace.hpp>
#include <limits>
#include <string>
#include <type_traits>

namespace lexikos
{

namespace detail
{

enum class BitQuery
{
  rank0,
  rank1,
  select0,
  select1
};

/// The words of a bit vector and how many ones it has.
template <class MemorySpace>
struct BitStorage
{
  Array<std::uint64_t, MemorySpace> words;
  std::size_t ones = 0;
};

// Compiled for every execution space, layout, and u32 and u64 indices.

template <class ExecutionSpace, class Layout>
BitStorage<typename ExecutionSpace::memory_space> build_bit_vector(
    ExecutionSpace const& space, Span<std::uint64_t const, typename ExecutionSpace::memory_space> const& words,
    std::size_t size, Workspace& workspace);

template <class ExecutionSpace>
void pack_flags(ExecutionSpace const& space,
                Span<std::uint8_t const, typename ExecutionSpace::memory_space> const& flags,
                Span<std::uint64_t, typename ExecutionSpace::memory_space> const& words);

/// Returns the first position that is not below size, or size. Fences.
template <class ExecutionSpace, class Index>
std::size_t pack_positions(ExecutionSpace const& space,
                           Span<Index const, typename ExecutionSpace::memory_space> const& positions, std::size_t size,
                           Span<std::uint64_t, typename ExecutionSpace::memory_space> const& words);

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

/// Memory for words; Error (out_of_memory) where there is none.
template <class ExecutionSpace>
Array<std::uint64_t, typename ExecutionSpace::memory_space> allocate_bit_words(ExecutionSpace const& space,
                                                                               std::size_t words);

template <class T, class ExecutionSpace, class View>
Span<T, typename ExecutionSpace::memory_space> bit_span_of(View const& view)
{
  static_assert(Kokkos::is_execution_space_v<ExecutionSpace>, "the first argument is an execution space instance");
  static_assert(View::rank == 1 && !std::is_same_v<typename View::array_layout, Kokkos::LayoutStride>,
                "arrays are contiguous views of rank 1");
  static_assert(Kokkos::SpaceAccessibility<ExecutionSpace, typename View::memory_space>::accessible,
                "arrays are accessible from the execution space");
  static_assert(std::is_same_v<std::remove_const_t<T>, typename View::non_const_value_type>,
                "words are of std::uint64_t, flags and accessed bits of std::uint8_t");
  return Span<T, typename ExecutionSpace::memory_space>(view.data(), view.extent(0));
}

template <class Index>
constexpr bool is_bit_index = std::is_same_v<Index, std::uint32_t> || std::is_same_v<Index, std::uint64_t>;

}  // namespace detail

/// A sequence of bits with rank and select.
///
/// It is immutable, cheap to copy (copies share the memory), and captured by value in kernels, where all queries of
/// `BitVectorSpan` may be called. `layout` is one of `bit_layouts`; it decides between speed and space, never about results.
/// Positions count from 0; rank counts in [0, i); select counts from 1. Queries out of range have documented values.
/// Source of rank and select by sampled counts: "Wavelet trees on the GPU", section 4.
template <class MemorySpace, class Layout = bit_layouts::Interleaved32>
class BitVector : public BitVectorSpan<MemorySpace, Layout>
{
 public:
  using Base = BitVectorSpan<MemorySpace, Layout>;

  /// An empty one, without memory: size 0, and only size() and ones() may be asked.
  BitVector() = default;

  /// Builds from packed bits: bit i of the vector is bit i % 64 of word i / 64.
  ///
  /// \param space  where to run; fenced before the constructor returns
  /// \param words  [0..ceil(size / 64)) words, or more; bits beyond the size do not matter
  /// \param size   number of bits, of any size
  /// \param workspace  scratch to reuse, or null
  /// Reads the bits twice, to count and to write, O(size) work. Peak memory beside the words: the vector itself
  /// (`bytes()`) and 16 bytes of scratch for every 57 344 bits or more. Errors: invalid_argument (too few words),
  /// out_of_memory.
  template <class ExecutionSpace, class WordView>
  BitVector(ExecutionSpace const& space, WordView const& words, std::size_t size, Workspace* workspace = nullptr)
  {
    auto const span = detail::bit_span_of<std::uint64_t const, ExecutionSpace>(words);
    detail::require(span.extent(0) >= detail::words_of_bits(size), ErrorCode::invalid_argument,
                    std::to_string(span.extent(0)) + " words for a vector of " + std::to_string(size) + " bits");
    Workspace own;
    build(space, span, size, workspace != nullptr ? *workspace : own);
  }

  /// Builds from bytes: bit i is 1 where flags(i) is not 0. Peak memory: that of words, and an eighth of the flags.
  template <class ExecutionSpace, class FlagView>
  [[nodiscard]] static BitVector from_flags(ExecutionSpace const& space, FlagView const& flags,
                                            Workspace* workspace = nullptr)
  {
    auto const span = detail::bit_span_of<std::uint8_t const, ExecutionSpace>(flags);
    std::size_t const size = span.extent(0);
    Workspace own;
    Workspace& scratch = workspace != nullptr ? *workspace : own;
    Workspace::Scope scope(scratch);
    auto const words = scratch.take<std::uint64_t, typename ExecutionSpace::memory_space>(detail::words_of_bits(size));
    detail::pack_flags<ExecutionSpace>(space, span, words);
    BitVector result;
    result.build(space, words, size, scratch);
    return result;
  }

  /// Builds from the positions of the ones, u32 or u64, in any order; one that is repeated counts once. Peak memory: that of
  /// words, and size / 8 bytes. Errors: invalid_argument (a position that is not below the size), out_of_memory.
  template <class ExecutionSpace, class PositionView>
  [[nodiscard]] static BitVector from_positions(ExecutionSpace const& space, PositionView const& positions,
                                                std::size_t size, Workspace* workspace = nullptr)
  {
    using Index = typename PositionView::non_const_value_type;
    static_assert(detail::is_bit_index<Index>, "positions are of std::uint32_t or std::uint64_t");
    auto const span = detail::bit_span_of<Index const, ExecutionSpace>(positions);
    Workspace own;
    Workspace& scratch = workspace != nullptr ? *workspace : own;
    Workspace::Scope scope(scratch);
    auto const words = scratch.take<std::uint64_t, typename ExecutionSpace::memory_space>(detail::words_of_bits(size));
    std::size_t const wrong = detail::pack_positions<ExecutionSpace, Index>(space, span, size, words);
    detail::require(
        wrong == span.extent(0), ErrorCode::invalid_argument,
        "position " + std::to_string(wrong) + " of the list is not below the size, " + std::to_string(size));
    BitVector result;
    result.build(space, words, size, scratch);
    return result;
  }

  /// The queries alone, trivially copyable, valid as long as this or a copy of it lives.
  [[nodiscard]] Base const& span() const { return *this; }

  /// Bytes of memory that it takes.
  [[nodiscard]] std::size_t bytes() const { return m_words.extent(0) * sizeof(std::uint64_t); }
  /// Share of the memory that is not the bits themselves, relative to these; 0 for an empty vector.
  [[nodiscard]] double overhead() const
  {
    if (this->size() == 0) return 0;
    return static_cast<double>(bytes()) / (static_cast<double>(this->size()) / 8) - 1;
  }

  /// Adds it to a file, under names that begin with `name`, of at most 20 characters. Fences. Errors: those of `FileWriter`.
  template <class ExecutionSpace>
  void save(ExecutionSpace const& space, FileWriter& file, std::string const& name) const
  {
    file.add_integer(name + ".layout", Layout::id);
    file.add_integer(name + ".size", this->size());
    file.add_integer(name + ".ones", this->ones());
    file.add_array(space, name + ".words", m_words);
  }

  /// The vector that was saved under that name, with the same layout. Fences. Errors: those of `FileReader`,
  /// invalid_argument (another layout), out_of_memory.
  template <class ExecutionSpace>
  [[nodiscard]] static BitVector load(ExecutionSpace const& space, FileReader const& file, std::string const& name)
  {
    detail::require(file.integer(name + ".layout") == Layout::id, ErrorCode::invalid_argument,
                    file.path() + ": the bit vector " + name + " does not have the layout " + Layout::name);
    std::size_t const size = file.integer(name + ".size", std::uint64_t{1} << 56);
    std::size_t const ones = file.integer(name + ".ones", size);
    // one that was never built has no words
    bool const none = size == 0 && file.size_of(name + ".words") == 0;
    auto const saved = file.array<std::uint64_t>(name + ".words", none ? 0 : detail::bit_parts<Layout>(size).words());
    BitVector result;
    if (none) return result;
    result.m_words = detail::allocate_bit_words(space, saved.extent(0));
    Kokkos::deep_copy(space, result.m_words, saved);
    space.fence("lexikos::bit_vector::load");  // the file may be closed now
    static_cast<Base&>(result) = Base(result.m_words.data(), size, ones);
    return result;
  }

  using Base::access;
  using Base::rank0;
  using Base::rank1;
  using Base::select0;
  using Base::select1;

  /// results(q) = access(positions(q)): 0, 1, or `no_bit`; results are u8.
  ///
  /// All batches: queries are u32 or u64 of any values; results are as many and, but for those of access, of the queries'
  /// type, which is u32 only for vectors of fewer than 2^32 bits; Error (invalid_argument) otherwise. Asynchronous on the
  /// instance; no scratch. The vector, or a copy of it, has to live until the instance is through.
  template <class ExecutionSpace, class PositionView, class ResultView>
  void access(ExecutionSpace const& space, PositionView const& positions, ResultView const& results) const
  {
    using Index = typename PositionView::non_const_value_type;
    check_batch<Index>(positions.extent(0), results.extent(0), true);
    detail::answer_bit_access<ExecutionSpace, Layout, Index>(
        space, span(), detail::bit_span_of<Index const, ExecutionSpace>(positions),
        detail::bit_span_of<std::uint8_t, ExecutionSpace>(results));
  }

  /// The same for views of host memory, through the device in chunks (`HostQueries` says how), for all batches. Returns
  /// when the results are there.
  template <class ExecutionSpace, class PositionView, class ResultView>
  void access(HostQueries<ExecutionSpace>& pipeline, PositionView const& positions, ResultView const& results) const
  {
    static_assert(std::is_same_v<typename ResultView::value_type, std::uint8_t>, "accessed bits are of std::uint8_t");
    check_batch<typename PositionView::non_const_value_type>(positions.extent(0), results.extent(0), true);
    pipeline([this](ExecutionSpace const& space, auto const& to, auto const& from) { access(space, from, to); },
             results, positions);
  }

  /// results(q) = rank0(positions(q)).
  template <class ExecutionSpace, class PositionView, class ResultView>
  void rank0(ExecutionSpace const& space, PositionView const& positions, ResultView const& results) const
  {
    answer(space, detail::BitQuery::rank0, positions, results);
  }
  template <class ExecutionSpace, class PositionView, class ResultView>
  void rank0(HostQueries<ExecutionSpace>& pipeline, PositionView const& positions, ResultView const& results) const
  {
    answer_host(pipeline, detail::BitQuery::rank0, positions, results);
  }

  /// results(q) = rank1(positions(q)).
  template <class ExecutionSpace, class PositionView, class ResultView>
  void rank1(ExecutionSpace const& space, PositionView const& positions, ResultView const& results) const
  {
    answer(space, detail::BitQuery::rank1, positions, results);
  }
  template <class ExecutionSpace, class PositionView, class ResultView>
  void rank1(HostQueries<ExecutionSpace>& pipeline, PositionView const& positions, ResultView const& results) const
  {
    answer_host(pipeline, detail::BitQuery::rank1, positions, results);
  }

  /// results(q) = select0(ordinals(q)).
  template <class ExecutionSpace, class OrdinalView, class ResultView>
  void select0(ExecutionSpace const& space, OrdinalView const& ordinals, ResultView const& results) const
  {
    answer(space, detail::BitQuery::select0, ordinals, results);
  }
  template <class ExecutionSpace, class OrdinalView, class ResultView>
  void select0(HostQueries<ExecutionSpace>& pipeline, OrdinalView const& ordinals, ResultView const& results) const
  {
    answer_host(pipeline, detail::BitQuery::select0, ordinals, results);
  }

  /// results(q) = select1(ordinals(q)).
  template <class ExecutionSpace, class OrdinalView, class ResultView>
  void select1(ExecutionSpace const& space, OrdinalView const& ordinals, ResultView const& results) const
  {
    answer(space, detail::BitQuery::select1, ordinals, results);
  }
  template <class ExecutionSpace, class OrdinalView, class ResultView>
  void select1(HostQueries<ExecutionSpace>& pipeline, OrdinalView const& ordinals, ResultView const& results) const
  {
    answer_host(pipeline, detail::BitQuery::select1, ordinals, results);
  }

 private:
  template <class ExecutionSpace, class Words>
  void build(ExecutionSpace const& space, Words const& words, std::size_t size, Workspace& workspace)
  {
    static_assert(std::is_same_v<typename ExecutionSpace::memory_space, MemorySpace>,
                  "the vector is built where the execution space works");
    auto storage = detail::build_bit_vector<ExecutionSpace, Layout>(
        space, Span<std::uint64_t const, MemorySpace>(words.data(), words.extent(0)), size, workspace);
    m_words = storage.words;
    static_cast<Base&>(*this) = Base(m_words.data(), size, storage.ones);
  }

  template <class Index>
  void check_batch(std::size_t queries, std::size_t results, bool results_are_bits = false) const
  {
    static_assert(detail::is_bit_index<Index>, "queries are of std::uint32_t or std::uint64_t");
    detail::require(queries == results, ErrorCode::invalid_argument,
                    std::to_string(results) + " results for " + std::to_string(queries) + " queries");
    detail::require(results_are_bits || this->size() <= std::numeric_limits<Index>::max(), ErrorCode::invalid_argument,
                    "results for a vector of " + std::to_string(this->size()) + " bits need 64 bits");
  }

  template <class ExecutionSpace, class QueryView, class ResultView>
  void answer(ExecutionSpace const& space, detail::BitQuery query, QueryView const& queries,
              ResultView const& results) const
  {
    using Index = typename QueryView::non_const_value_type;
    static_assert(std::is_same_v<typename ResultView::value_type, Index>, "queries and results have the same type");
    check_batch<Index>(queries.extent(0), results.extent(0));
    detail::answer_bit_queries<ExecutionSpace, Layout, Index>(space, span(), query,
                                                              detail::bit_span_of<Index const, ExecutionSpace>(queries),
                                                              detail::bit_span_of<Index, ExecutionSpace>(results));
  }

  template <class ExecutionSpace, class QueryView, class ResultView>
  void answer_host(HostQueries<ExecutionSpace>& pipeline, detail::BitQuery query, QueryView const& queries,
                   ResultView const& results) const
  {
    using Index = typename QueryView::non_const_value_type;
    static_assert(std::is_same_v<typename ResultView::value_type, Index>, "queries and results have the same type");
    check_batch<Index>(queries.extent(0), results.extent(0));
    pipeline([this, query](ExecutionSpace const& space, auto const& to,
                           auto const& from) { answer(space, query, from, to); },
             results, queries);
  }

  Array<std::uint64_t, MemorySpace> m_words;
};

}  // namespace lexikos
