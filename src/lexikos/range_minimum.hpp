// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/conventions.hpp>
#include <lexikos/detail/allocate.hpp>
#include <lexikos/detail/range_queries.hpp>
#include <lexikos/detail/views.hpp>
#include <lexikos/error.hpp>
#include <lexikos/workspace.hpp>
#include <type_traits>

namespace lexikos
{

struct RangeMinimumOptions
{
  /// The structure is allocated from its memory resource. No scratch is taken.
  Workspace* workspace = nullptr;
  /// Called between steps; on large arrays, steps are divided for it.
  Progress progress = {};
};

struct BestValuesOptions
{
  /// Scratch to reuse; a private one is allocated and freed when null, and the call fences then.
  Workspace* workspace = nullptr;
};

/// Bytes that range minima (or maxima) of n values take beside the values: 0.11n for u32 and n = 10^9.
template <detail::IndexType Value>
[[nodiscard]] constexpr std::size_t range_minimum_bytes(std::size_t n)
{
  return detail::RangeSummarySizes(n).bytes(sizeof(Value));
}

/// Bytes of workspace that their constructor takes: none.
template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexType Value>
[[nodiscard]] constexpr std::size_t range_minimum_workspace_bytes(std::size_t)
{
  return 0;
}

/// Largest number of bytes that `best_values` takes for the k best values of a number of ranges.
template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexType Value>
[[nodiscard]] std::size_t best_values_workspace_bytes(std::size_t ranges, std::size_t k);

namespace range_minimum_detail
{

/// The summaries of an array, to be computed.
template <class Value>
struct Summaries
{
  Value* blocks;
  Value* sparse_table;
  std::uint32_t* first_superblock;
};

template <class ExecutionSpace, class Value, Extremum extremum>
void build(ExecutionSpace const& space, detail::RangeQueries<Value, extremum> const& queries,
           Summaries<Value> const& summaries, RangeMinimumOptions const& options);

/// [begins(i), ends(i)), of one size.
template <class ExecutionSpace, class Place>
struct Ranges
{
  Span<Place const, typename ExecutionSpace::memory_space> begins;
  Span<Place const, typename ExecutionSpace::memory_space> ends;
};

/// What a batch answers: values, or positions if `values` is null.
template <class Value, class Place>
struct Results
{
  Value* values;
  Place* positions;
};

template <class ExecutionSpace, class Value, Extremum extremum, class Place>
void query(ExecutionSpace const& space, detail::RangeQueries<Value, extremum> const& queries,
           Ranges<ExecutionSpace, Place> const& ranges, Results<Value, Place> const& results);

template <class ExecutionSpace, class Value, Extremum extremum>
void find_best(ExecutionSpace const& space, detail::RangeQueries<Value, extremum> const& queries,
               Ranges<ExecutionSpace, Value> const& ranges, std::size_t k,
               Span<Value, typename ExecutionSpace::memory_space> const& results, BestValuesOptions const& options);

}  // namespace range_minimum_detail

/// Minima, or maxima, of ranges of an array of u32 or u64, and where they stand first. Cheap to copy; copies share the
/// arrays, and kernels capture it by value.
///
/// Blocks of 32 values, and a sparse table over superblocks of 512 (Bender and Farach-Colton 2000): a query looks at no
/// more than 62 values, 30 blocks and two entries of the table, about 10 sectors of 32 bytes for u32. Memory beside the
/// values: `range_minimum_bytes`, for n of them n/32 values and 2 log2(n/512) entries for each 512.
///
/// Ranges are cut at n. One that has no values then has the largest value of the type as extremum and as position
/// (`not_found` for u64). Batches answer like the functions for kernels.
template <class MemorySpace, detail::IndexType Value, Extremum extremum>
class SparseTableExtremum
{
 public:
  using Queries = detail::RangeQueries<Value, extremum>;
  using Values = Array<Value const, MemorySpace>;

  /// An empty array.
  SparseTableExtremum() = default;

  /// \param values  [0..n), n < 2^40. A view that owns its memory shares it; the memory of an unmanaged view must outlive
  ///                this object.
  /// Two passes, O(n) work, and a launch for each level of the table; fences. Errors: invalid_argument, out_of_memory,
  /// cancelled.
  template <detail::ExecutionSpaceOf<MemorySpace> ExecutionSpace>
  SparseTableExtremum(ExecutionSpace const& space, Values const& values, RangeMinimumOptions const& options = {})
      : m_values(values)
  {
    std::size_t const n = values.extent(0);
    detail::require(n >> 40 == 0, ErrorCode::invalid_argument, "range queries take fewer than 2^40 values");
    detail::RangeSummarySizes const sizes(n);
    m_superblocks = sizes.superblocks;
    auto& resource = options.workspace != nullptr ? options.workspace->resource() : default_memory_resource();
    std::size_t const entries = sizes.table_entries();
    m_blocks = detail::allocate<Value, MemorySpace>(resource, "lexikos::range_minimum::blocks", sizes.blocks);
    m_sparse_table = detail::allocate<Value, MemorySpace>(resource, "lexikos::range_minimum::sparse_table", entries);
    m_first_superblock =
        detail::allocate<std::uint32_t, MemorySpace>(resource, "lexikos::range_minimum::first_superblock", entries);
    range_minimum_detail::build<ExecutionSpace, Value, extremum>(
        space, queries(), {m_blocks.data(), m_sparse_table.data(), m_first_superblock.data()}, options);
  }

  [[nodiscard]] KOKKOS_FUNCTION std::size_t size() const { return m_values.extent(0); }
  [[nodiscard]] Values const& array() const { return m_values; }
  /// Memory beside the values.
  [[nodiscard]] std::size_t bytes() const { return detail::RangeSummarySizes(size()).bytes(sizeof(Value)); }

  /// The extremum of [begin, end). To be called on the device.
  [[nodiscard]] KOKKOS_FUNCTION Value value(std::size_t begin, std::size_t end) const
  {
    return queries().value(begin, end);
  }
  /// The first position in [begin, end) that has it. To be called on the device; about 2 to 8 sectors more.
  [[nodiscard]] KOKKOS_FUNCTION std::size_t position(std::size_t begin, std::size_t end) const
  {
    return queries().position(begin, end);
  }

  /// The arrays as plain pointers, for kernels of structures built on this one.
  [[nodiscard]] KOKKOS_FUNCTION Queries queries() const
  {
    return {m_values.data(),       m_values.extent(0),        m_blocks.data(),
            m_sparse_table.data(), m_first_superblock.data(), m_superblocks};
  }

  // ----- batches: ranges [begins(i), ends(i)) with places of u32 or u64. Asynchronous on the instance. Results overlap no
  // input. Error (invalid_argument), before anything is written, for views whose sizes do not fit together.

  /// values(i) receives the extremum of range i.
  template <detail::ExecutionSpaceOf<MemorySpace> ExecutionSpace, detail::IndexView<ExecutionSpace> Begins,
            detail::ViewOf<ExecutionSpace, detail::ValueOf<Begins>> Ends,
            detail::WritableViewOf<ExecutionSpace, Value> Results>
  void values(ExecutionSpace const& space, Begins const& begins, Ends const& ends, Results const& values) const
  {
    detail::check_extent(values.extent(0), begins.extent(0), "the view of extrema");
    query(space, begins, ends, {values.data(), nullptr});
  }

  /// positions(i) receives the first position of range i that has it; of the type of the places.
  template <detail::ExecutionSpaceOf<MemorySpace> ExecutionSpace, detail::IndexView<ExecutionSpace> Begins,
            detail::ViewOf<ExecutionSpace, detail::ValueOf<Begins>> Ends,
            detail::WritableViewOf<ExecutionSpace, detail::ValueOf<Begins>> Positions>
  void positions(ExecutionSpace const& space, Begins const& begins, Ends const& ends, Positions const& positions) const
  {
    detail::check_extent(positions.extent(0), begins.extent(0), "the view of positions");
    query(space, begins, ends, {nullptr, positions.data()});
  }

  /// values(i * k + j) receives the j-th best value of range i, j < k, best first; a value that occurs several times counts as
  /// often. If a range has fewer than k values, the largest value of the type stands for the missing ones. Places have the
  /// type of the values. With `RangeMinimum` over a suffix array, these are the first k positions at which a pattern occurs,
  /// however often it does.
  ///
  /// A heap of parts of the range: O(k log k) steps and k queries for positions per range, whatever its length. Peak memory:
  /// `best_values_workspace_bytes`. Errors: invalid_argument (sizes), out_of_memory.
  template <detail::ExecutionSpaceOf<MemorySpace> ExecutionSpace, detail::ViewOf<ExecutionSpace, Value> Begins,
            detail::ViewOf<ExecutionSpace, Value> Ends, detail::WritableViewOf<ExecutionSpace, Value> Results>
  void best_values(ExecutionSpace const& space, Begins const& begins, Ends const& ends, std::size_t k,
                   Results const& values, BestValuesOptions const& options = {}) const
  {
    detail::check_extent(values.extent(0), begins.extent(0), k, "the view of best values");
    range_minimum_detail::find_best<ExecutionSpace, Value, extremum>(
        space, queries(), ranges_of(space, begins, ends), k, detail::span_of<ExecutionSpace, Value>(values), options);
  }

 private:
  template <class ExecutionSpace, class Begins, class Ends>
  static range_minimum_detail::Ranges<ExecutionSpace, detail::ValueOf<Begins>> ranges_of(ExecutionSpace const&,
                                                                                         Begins const& begins,
                                                                                         Ends const& ends)
  {
    using Place = detail::ValueOf<Begins>;
    detail::check_extent(ends.extent(0), begins.extent(0), "the view of ends");
    return {detail::span_of<ExecutionSpace, Place const>(begins), detail::span_of<ExecutionSpace, Place const>(ends)};
  }

  template <class ExecutionSpace, class Begins, class Ends>
  void query(ExecutionSpace const& space, Begins const& begins, Ends const& ends,
             range_minimum_detail::Results<Value, detail::ValueOf<Begins>> const& wanted) const
  {
    range_minimum_detail::query<ExecutionSpace, Value, extremum, detail::ValueOf<Begins>>(
        space, queries(), ranges_of(space, begins, ends), wanted);
  }

  Values m_values;
  Array<Value, MemorySpace> m_blocks;
  Array<Value, MemorySpace> m_sparse_table;
  Array<std::uint32_t, MemorySpace> m_first_superblock;
  std::size_t m_superblocks = 0;
};

template <class MemorySpace, class Value>
using RangeMinimum = SparseTableExtremum<MemorySpace, Value, Extremum::minimum>;
template <class MemorySpace, class Value>
using RangeMaximum = SparseTableExtremum<MemorySpace, Value, Extremum::maximum>;

}  // namespace lexikos
