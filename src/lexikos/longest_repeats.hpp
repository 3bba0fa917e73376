// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// For every position of a text, the longest repeats that cover it. A repeat is a substring that occurs at two places or
// more, which may overlap. Source of all of it: Tian and Xu, "On longest repeat queries using GPU" (2015).

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/conventions.hpp>
#include <lexikos/detail/views.hpp>
#include <lexikos/error.hpp>
#include <lexikos/workspace.hpp>
#include <string_view>

namespace lexikos
{

enum class LongestRepeatsAlgorithm
{
  automatic,  ///< bounded
  bounded,    ///< a range maximum over the raw array: O(n log n) for any text, and hardly more than O(n) for most
  raw,        ///< the paper's walk over the raw array: O(n) times the repeats that cover a position, up to O(n^2)
  compact  ///< the paper's walk over the compact array: O(n log n) and n times the useful repeats that cover a position
};

[[nodiscard]] std::string_view to_string(LongestRepeatsAlgorithm algorithm) noexcept;
/// Throws `Error` (invalid_argument) for a name that no algorithm has.
[[nodiscard]] LongestRepeatsAlgorithm longest_repeats_algorithm(std::string_view name);

struct LongestRepeatsStatistics
{
  LongestRepeatsAlgorithm algorithm = LongestRepeatsAlgorithm::automatic;  ///< the one that ran
  double seconds = 0;                                                      ///< of the whole call
};

struct LongestRepeatsOptions
{
  LongestRepeatsAlgorithm algorithm = LongestRepeatsAlgorithm::automatic;
  /// Scratch to reuse; a private one is allocated and freed when null.
  Workspace* workspace = nullptr;
  /// Filled when not null, which makes the call fence.
  LongestRepeatsStatistics* statistics = nullptr;
  /// Called between steps, which makes the call fence; on large texts, steps are divided for it.
  Progress progress = {};
};

/// Options of the functions on repeats that have no others.
struct RepeatsOptions
{
  /// Scratch to reuse; a private one is allocated and freed when null.
  Workspace* workspace = nullptr;
  /// Called between steps.
  Progress progress = {};
};

/// How many left-bounded repeats cover a position: the steps of a walk over them (the paper's Table 2). A position that no
/// repeat covers counts as 0 steps.
struct RepeatWalkSteps
{
  std::uint64_t minimum = 0;
  std::uint64_t maximum = 0;
  double mean = 0;
};

struct RepeatWalks
{
  RepeatWalkSteps raw;      ///< over all left-bounded repeats
  RepeatWalkSteps compact;  ///< over the useful ones
  std::size_t useful = 0;   ///< number of useful repeats: entries of the compact array
};

/// Largest number of bytes that `longest_repeats`, `count_longest_repeats` and `list_longest_repeats` of n positions take
/// beside inputs and results: with u32 indices 8.4n (bounded), 4n (raw), 13n (compact), and on a device about 1 MiB.
template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexType Index>
[[nodiscard]] std::size_t longest_repeats_workspace_bytes(
    std::size_t n, LongestRepeatsAlgorithm algorithm = LongestRepeatsAlgorithm::automatic);

/// The same of `useful_repeats`: 5n with u32 indices.
template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexType Index>
[[nodiscard]] std::size_t useful_repeats_workspace_bytes(std::size_t n);

/// The same of `repeat_walks`: 9n with u32 indices.
template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexType Index>
[[nodiscard]] std::size_t repeat_walks_workspace_bytes(std::size_t n);

namespace longest_repeats_detail
{

template <class ExecutionSpace, class Index>
using IndexSpan = Span<Index, typename ExecutionSpace::memory_space>;

/// The arrays of a text that its longest repeats follow from.
template <class ExecutionSpace, class Index>
struct TextArrays
{
  IndexSpan<ExecutionSpace, Index const> inverse;
  IndexSpan<ExecutionSpace, Index const> lcp;
};

template <class Index, class ExecutionSpace, class InverseView, class LcpView>
[[nodiscard]] TextArrays<ExecutionSpace, Index> arrays_of(ExecutionSpace const&, InverseView const& inverse,
                                                          LcpView const& lcp)
{
  detail::check_sizes<Index>(inverse.extent(0), lcp.extent(0), "the LCP array");
  return {detail::span_of<ExecutionSpace, Index const>(inverse), detail::span_of<ExecutionSpace, Index const>(lcp)};
}

template <class ExecutionSpace, class Index>
void find(ExecutionSpace const& space, TextArrays<ExecutionSpace, Index> const& arrays,
          IndexSpan<ExecutionSpace, Index> const& starts, IndexSpan<ExecutionSpace, Index> const& lengths,
          LongestRepeatsOptions const& options);

template <class ExecutionSpace, class Index>
std::uint64_t count_all(ExecutionSpace const& space, TextArrays<ExecutionSpace, Index> const& arrays,
                        IndexSpan<ExecutionSpace, std::uint64_t> const& offsets,
                        IndexSpan<ExecutionSpace, Index> const& lengths, LongestRepeatsOptions const& options);

template <class ExecutionSpace, class Index>
void list_all(ExecutionSpace const& space, TextArrays<ExecutionSpace, Index> const& arrays,
              IndexSpan<ExecutionSpace, std::uint64_t const> const& offsets,
              IndexSpan<ExecutionSpace, Index> const& starts, LongestRepeatsOptions const& options);

template <class ExecutionSpace, class Index>
void find_left_bounded(ExecutionSpace const& space, TextArrays<ExecutionSpace, Index> const& arrays,
                       IndexSpan<ExecutionSpace, Index> const& lengths);

template <class ExecutionSpace, class Index>
std::size_t find_useful(ExecutionSpace const& space, TextArrays<ExecutionSpace, Index> const& arrays,
                        IndexSpan<ExecutionSpace, Index> const& starts, IndexSpan<ExecutionSpace, Index> const& lengths,
                        RepeatsOptions const& options);

template <class ExecutionSpace, class Index>
RepeatWalks count_walks(ExecutionSpace const& space, TextArrays<ExecutionSpace, Index> const& arrays,
                        RepeatsOptions const& options);

}  // namespace longest_repeats_detail

/// The longest repeat that covers each position; of several, the one that starts first.
///
/// \param space    where to run
/// \param inverse  [0..n) the inverse suffix array of the text: ranks, a permutation (which is not checked); u32 or u64
/// \param lcp      [0..n) lcp(r) = length of the longest common prefix of the suffixes of ranks r - 1 and r; lcp(0) = 0
/// \param starts   [0..n) receives where the longest repeat covering k starts, starts(k) <= k; k itself if there is none
/// \param lengths  [0..n) receives its length; 0 if no repeat covers k, that is, if the symbol at k occurs nowhere else
///
/// Work as `LongestRepeatsAlgorithm` says; one random access a position, to lcp. Peak memory beside the arrays:
/// `longest_repeats_workspace_bytes`. Asynchronous on the instance if a workspace is given, statistics and progress are not,
/// and the algorithm is not `compact`, which has to know the length of its array; otherwise fences. The result is unique.
/// Outputs overlap neither inputs nor each other. Source: the paper's Algorithms 1 and 2 (raw, compact); bounded: the
/// repeats that cover k are those that start in [i, k], where i, the first that ends after k, never moves left as k grows.
/// Errors: invalid_argument (sizes, index type), out_of_memory, cancelled.
template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexView<ExecutionSpace> InverseView,
          detail::ViewOf<ExecutionSpace, detail::ValueOf<InverseView>> LcpView,
          detail::WritableViewOf<ExecutionSpace, detail::ValueOf<InverseView>> StartView,
          detail::WritableViewOf<ExecutionSpace, detail::ValueOf<InverseView>> LengthView>
void longest_repeats(ExecutionSpace const& space, InverseView const& inverse, LcpView const& lcp,
                     StartView const& starts, LengthView const& lengths, LongestRepeatsOptions const& options = {})
{
  using Index = detail::ValueOf<InverseView>;
  auto const arrays = longest_repeats_detail::arrays_of<Index>(space, inverse, lcp);
  detail::check_extent(starts.extent(0), inverse.extent(0), "the array of starts");
  detail::check_extent(lengths.extent(0), inverse.extent(0), "the array of lengths");
  longest_repeats_detail::find<ExecutionSpace, Index>(space, arrays, detail::span_of<ExecutionSpace, Index>(starts),
                                                      detail::span_of<ExecutionSpace, Index>(lengths), options);
}

/// All longest repeats that cover each position, first half: how many there are.
///
/// \param inverse, lcp  as for `longest_repeats`
/// \param offsets  [0..n] u64, since there may be more repeats than positions; receives offsets(0) = 0 and
///                 offsets(k + 1) = offsets(k) + repeats of position k
/// \param lengths  [0..n) receives the length that all of them have; 0 if there is none
///
/// Returns offsets(n), the number of starts that `list_longest_repeats` will write; fences. Bounded: O(n log n) work and
/// O(log n) for each repeat; texts exist that have O(n^2) of them. The walks (Algorithms 3 and 4) as for `longest_repeats`.
/// Memory and errors as for that one.
template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexView<ExecutionSpace> InverseView,
          detail::ViewOf<ExecutionSpace, detail::ValueOf<InverseView>> LcpView,
          detail::WritableViewOf<ExecutionSpace, std::uint64_t> OffsetView,
          detail::WritableViewOf<ExecutionSpace, detail::ValueOf<InverseView>> LengthView>
[[nodiscard]] std::uint64_t count_longest_repeats(ExecutionSpace const& space, InverseView const& inverse,
                                                  LcpView const& lcp, OffsetView const& offsets,
                                                  LengthView const& lengths, LongestRepeatsOptions const& options = {})
{
  using Index = detail::ValueOf<InverseView>;
  auto const arrays = longest_repeats_detail::arrays_of<Index>(space, inverse, lcp);
  detail::check_extent(offsets.extent(0), inverse.extent(0) + 1, "the array of offsets, one more than the text,");
  detail::check_extent(lengths.extent(0), inverse.extent(0), "the array of lengths");
  return longest_repeats_detail::count_all<ExecutionSpace, Index>(
      space, arrays, detail::span_of<ExecutionSpace, std::uint64_t>(offsets),
      detail::span_of<ExecutionSpace, Index>(lengths), options);
}

/// All longest repeats that cover each position, second half: where they start.
///
/// \param inverse, lcp  as for `longest_repeats`
/// \param offsets  [0..n] as `count_longest_repeats` wrote them for the same arrays
/// \param starts   [0..offsets(n)) receives at [offsets(k), offsets(k + 1)) where the longest repeats covering k start,
///                 ascending
///
/// Time, memory and errors as for `count_longest_repeats`, with any algorithm after any; invalid_argument too if starts has
/// another size than offsets(n). Fences.
template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexView<ExecutionSpace> InverseView,
          detail::ViewOf<ExecutionSpace, detail::ValueOf<InverseView>> LcpView,
          detail::ViewOf<ExecutionSpace, std::uint64_t> OffsetView,
          detail::WritableViewOf<ExecutionSpace, detail::ValueOf<InverseView>> StartView>
void list_longest_repeats(ExecutionSpace const& space, InverseView const& inverse, LcpView const& lcp,
                          OffsetView const& offsets, StartView const& starts, LongestRepeatsOptions const& options = {})
{
  using Index = detail::ValueOf<InverseView>;
  auto const arrays = longest_repeats_detail::arrays_of<Index>(space, inverse, lcp);
  detail::check_extent(offsets.extent(0), inverse.extent(0) + 1, "the array of offsets, one more than the text,");
  longest_repeats_detail::list_all<ExecutionSpace, Index>(space, arrays,
                                                          detail::span_of<ExecutionSpace, std::uint64_t const>(offsets),
                                                          detail::span_of<ExecutionSpace, Index>(starts), options);
}

/// The raw array of left-bounded repeats: lengths(i) receives the length of the longest repeat that starts at i, 0 if there
/// is none. i + lengths(i) never decreases. O(n) work, no scratch, asynchronous. Source: Definition 2 and Lemma 1. Error:
/// invalid_argument (sizes, index type).
template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexView<ExecutionSpace> InverseView,
          detail::ViewOf<ExecutionSpace, detail::ValueOf<InverseView>> LcpView,
          detail::WritableViewOf<ExecutionSpace, detail::ValueOf<InverseView>> LengthView>
void left_bounded_repeats(ExecutionSpace const& space, InverseView const& inverse, LcpView const& lcp,
                          LengthView const& lengths)
{
  using Index = detail::ValueOf<InverseView>;
  auto const arrays = longest_repeats_detail::arrays_of<Index>(space, inverse, lcp);
  detail::check_extent(lengths.extent(0), inverse.extent(0), "the array of lengths");
  longest_repeats_detail::find_left_bounded<ExecutionSpace, Index>(space, arrays,
                                                                   detail::span_of<ExecutionSpace, Index>(lengths));
}

/// The compact array: the left-bounded repeats that are not a suffix of another, in ascending order of their starts, and so of
/// their ends. Both views have n entries, of which the first m, the number returned, are written; the others are left in an
/// unspecified state. O(n) work; workspace: `useful_repeats_workspace_bytes`; fences. Source: Definition 3, section 5.2.
/// Errors: invalid_argument (sizes, index type), out_of_memory, cancelled.
template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexView<ExecutionSpace> InverseView,
          detail::ViewOf<ExecutionSpace, detail::ValueOf<InverseView>> LcpView,
          detail::WritableViewOf<ExecutionSpace, detail::ValueOf<InverseView>> StartView,
          detail::WritableViewOf<ExecutionSpace, detail::ValueOf<InverseView>> LengthView>
[[nodiscard]] std::size_t useful_repeats(ExecutionSpace const& space, InverseView const& inverse, LcpView const& lcp,
                                         StartView const& starts, LengthView const& lengths,
                                         RepeatsOptions const& options = {})
{
  using Index = detail::ValueOf<InverseView>;
  auto const arrays = longest_repeats_detail::arrays_of<Index>(space, inverse, lcp);
  detail::check_extent(starts.extent(0), inverse.extent(0), "the array of starts");
  detail::check_extent(lengths.extent(0), inverse.extent(0), "the array of lengths");
  return longest_repeats_detail::find_useful<ExecutionSpace, Index>(
      space, arrays, detail::span_of<ExecutionSpace, Index>(starts), detail::span_of<ExecutionSpace, Index>(lengths),
      options);
}

/// How long the walks over both arrays are, without walking: O(n log n) work for any text; workspace:
/// `repeat_walks_workspace_bytes`; fences. All zero for an empty text. Source: the paper's Table 2. Errors: invalid_argument
/// (sizes, index type), out_of_memory, cancelled.
template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexView<ExecutionSpace> InverseView,
          detail::ViewOf<ExecutionSpace, detail::ValueOf<InverseView>> LcpView>
[[nodiscard]] RepeatWalks repeat_walks(ExecutionSpace const& space, InverseView const& inverse, LcpView const& lcp,
                                       RepeatsOptions const& options = {})
{
  using Index = detail::ValueOf<InverseView>;
  auto const arrays = longest_repeats_detail::arrays_of<Index>(space, inverse, lcp);
  return longest_repeats_detail::count_walks<ExecutionSpace, Index>(space, arrays, options);
}

}  // namespace lexikos
