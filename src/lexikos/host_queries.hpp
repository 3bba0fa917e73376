// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <lexikos/detail/views.hpp>
#include <lexikos/memory.hpp>
#include <memory>
#include <utility>
#include <vector>

namespace lexikos
{

struct HostQueriesOptions
{
  /// Queries that are copied and answered at a time; 0: an eighth of the batch, but 65 536 to 2 097 152.
  std::size_t chunk = 0;
  /// Where the buffers come from; null: `default_memory_resource()` when the object is made. It outlives the object.
  MemoryResource* resource = nullptr;
};

namespace detail
{
struct HostQueriesAccess;
}

/// Answers batches of queries whose arrays are in host memory, for structures that are where the execution space works.
///
/// Batches go through the device in chunks, three at a time, each on an instance of its own: while one is answered, the next
/// one's queries and the previous one's results are copied. Pinned arrays are copied from and to directly, whoever pinned
/// them; pageable ones through pinned buffers, which threads of the host fill and empty. The buffers are kept from one batch
/// to the next. Where the execution space works on host memory, batches are answered in place.
///
/// An object serves one host thread at a time. Queries are never written. Memory, for queries and results of b bytes
/// together: 3 * chunk * b bytes on the device, and the same of pinned memory once an array was pageable.
template <detail::ExecutionSpaceType ExecutionSpace>
class HostQueries
{
 public:
  using execution_space = ExecutionSpace;
  using memory_space = typename ExecutionSpace::memory_space;
  using CopyingSpace = Kokkos::DefaultHostExecutionSpace;

  /// \param space    the chunks' instances are made from it; it is fenced when a batch starts, so that a structure that was
  ///                 made on it is complete
  /// \param copying  the host threads that copy pageable arrays
  explicit HostQueries(ExecutionSpace const& space = {}, HostQueriesOptions const& options = {},
                       CopyingSpace const& copying = {});
  HostQueries(HostQueries&&) noexcept;
  HostQueries& operator=(HostQueries&&) noexcept;
  ~HostQueries();

  /// An array of queries: one item of `item_bytes` bytes for each.
  struct In
  {
    void const* data;
    std::size_t item_bytes;
  };
  /// An array of results, likewise.
  struct Out
  {
    void* data;
    std::size_t item_bytes;
  };
  /// Queries that are sequences of items, one after the other, such as patterns: all of `length` items, or, with offsets, query
  /// i is items offsets[i] .. offsets[i + 1] - 1, and there is one more offset than there are queries.
  struct Sequences
  {
    void const* data;
    std::size_t items;  ///< of all queries
    std::size_t item_bytes;
    std::uint64_t const* offsets = nullptr;
    std::size_t length = 0;  ///< where there are no offsets
  };
  /// Some of them where the execution space works, always with offsets.
  struct SequenceChunk
  {
    void const* data;
    std::size_t items;
    std::uint64_t const* offsets;
  };
  /// Enqueues, on the instance, what answers n queries; the arrays are in the order of the batch's and accessible there.
  using Answer = std::function<void(ExecutionSpace const& instance, std::size_t n, std::vector<void const*> const& in,
                                    std::vector<void*> const& out)>;

  /// Answers n queries: any number of arrays in and out. Returns when the results are there. Errors: out_of_memory for the
  /// buffers; what answer throws.
  void run(std::size_t n, std::vector<In> const& in, std::vector<Out> const& out, Answer const& answer);

  /// Enqueues, on the instance, what answers n queries that are sequences.
  using AnswerSequences = std::function<void(ExecutionSpace const& instance, std::size_t n, SequenceChunk const& in,
                                             std::vector<void*> const& out)>;

  /// The same for queries that are sequences. Takes 8 bytes a query of a chunk more, in place too where they have no offsets.
  /// Errors also: invalid_argument for offsets that do not ascend or end beyond the items, and for sequences of one length that
  /// are not all of the items.
  void run(std::size_t n, Sequences const& in, std::vector<Out> const& out, AnswerSequences const& answer);

  /// The same for views of host memory, all of one length: answer(instance, results, queries...) is called with spans of
  /// the execution space's memory. Errors: invalid_argument (different lengths), and those of `run`.
  template <class Function, detail::HostArrayView Results, detail::HostArrayView... Queries>
    requires detail::Writable<Results>
  void operator()(Function const& answer, Results const& results, Queries const&... queries)
  {
    std::size_t const n = results.extent(0);
    (detail::check_extent(queries.extent(0), n, "an array of queries"), ...);
    run(n, {In{queries.data(), sizeof(typename Queries::value_type)}...},
        {Out{results.data(), sizeof(typename Results::value_type)}},
        [&answer](ExecutionSpace const& instance, std::size_t count, std::vector<void const*> const& in,
                  std::vector<void*> const& out) {
          call<Results, Queries...>(answer, instance, count, in, out, std::index_sequence_for<Queries...>{});
        });
  }

  /// Bytes of all buffers.
  [[nodiscard]] std::size_t bytes() const;

 private:
  struct Implementation;

  friend struct detail::HostQueriesAccess;

  /// Goes through chunks and buffers from now on where the execution space works on host memory too.
  void always_copy();

  template <class Results, class... Queries, class Function, std::size_t... index>
  static void call(Function const& answer, ExecutionSpace const& instance, std::size_t count,
                   std::vector<void const*> const& in, std::vector<void*> const& out, std::index_sequence<index...>)
  {
    using Result = typename Results::value_type;
    answer(instance, Span<Result, memory_space>(static_cast<Result*>(out[0]), count),
           Span<typename Queries::const_value_type, memory_space>(
               static_cast<typename Queries::const_value_type*>(in[index]), count)...);
  }

  std::unique_ptr<Implementation> m_implementation;
};

namespace detail
{

/// What tests do with pipelines, and users do not.
struct HostQueriesAccess
{
  template <class ExecutionSpace>
  static void always_copy(HostQueries<ExecutionSpace>& pipeline)
  {
    pipeline.always_copy();
  }
};

}  // namespace detail
}  // namespace lexikos
