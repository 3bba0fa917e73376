// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// For every position of a text, the longest repeats that cover it. A repeat is a substring that occurs at two places or
// more, which may overlap. Source of all of it: Tian and Xu, "On longest repeat queries using GPU" (2015).

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/error.hpp>
#include <lexikos/suffix_array.hpp>
#include <lexikos/workspace.hpp>
#include <string>
#include <string_view>
#include <type_traits>

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
  std::size_t workspace_bytes = 0;                                         ///< largest amount taken at one time
  double seconds = 0;                                                      ///< of the whole call
};

struct LongestRepeatsOptions
{
  LongestRepeatsAlgorithm algorithm = LongestRepeatsAlgorithm::automatic;
  /// Scratch to reuse; a private one is allocated and freed when null.
  Workspace* workspace = nullptr;
  /// Filled when not null, which makes the call fence.
  LongestRepeatsStatistics* statistics = nullptr;
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
  std::size_t useful = 0;   ///< how many repeats the compact array has
};

/// Largest number of bytes that longest repeats of n positions take beside inputs and results: with u32 indices 8.4n
/// (bounded), 4n (raw), 13n (compact), and about 1 MiB.
template <class ExecutionSpace, class Index>
[[nodiscard]] std::size_t longest_repeats_workspace_bytes(
    std::size_t n, LongestRepeatsAlgorithm algorithm = LongestRepeatsAlgorithm::automatic);

namespace detail
{

template <class ExecutionSpace, class Index>
void find_longest_repeats(ExecutionSpace const& space,
                          Span<Index const, typename ExecutionSpace::memory_space> const& inverse,
                          Span<Index const, typename ExecutionSpace::memory_space> const& lcp,
                          Span<Index, typename ExecutionSpace::memory_space> const& starts,
                          Span<Index, typename ExecutionSpace::memory_space> const& lengths,
                          LongestRepeatsOptions const& options);

template <class ExecutionSpace, class Index>
std::uint64_t count_all_longest_repeats(ExecutionSpace const& space,
                                        Span<Index const, typename ExecutionSpace::memory_space> const& inverse,
                                        Span<Index const, typename ExecutionSpace::memory_space> const& lcp,
                                        Span<std::uint64_t, typename ExecutionSpace::memory_space> const& offsets,
                                        Span<Index, typename ExecutionSpace::memory_space> const& lengths,
                                        LongestRepeatsOptions const& options);

template <class ExecutionSpace, class Index>
void list_all_longest_repeats(ExecutionSpace const& space,
                              Span<Index const, typename ExecutionSpace::memory_space> const& inverse,
                              Span<Index const, typename ExecutionSpace::memory_space> const& lcp,
                              Span<std::uint64_t const, typename ExecutionSpace::memory_space> const& offsets,
                              Span<Index, typename ExecutionSpace::memory_space> const& starts,
                              LongestRepeatsOptions const& options);

template <class ExecutionSpace, class Index>
void find_left_bounded_repeats(ExecutionSpace const& space,
                               Span<Index const, typename ExecutionSpace::memory_space> const& inverse,
                               Span<Index const, typename ExecutionSpace::memory_space> const& lcp,
                               Span<Index, typename ExecutionSpace::memory_space> const& lengths);

template <class ExecutionSpace, class Index>
std::size_t find_useful_repeats(ExecutionSpace const& space,
                                Span<Index const, typename ExecutionSpace::memory_space> const& inverse,
                                Span<Index const, typename ExecutionSpace::memory_space> const& lcp,
                                Span<Index, typename ExecutionSpace::memory_space> const& starts,
                                Span<Index, typename ExecutionSpace::memory_space> const& lengths,
                                Workspace* workspace);

template <class ExecutionSpace, class Index>
RepeatWalks count_repeat_walks(ExecutionSpace const& space,
                               Span<Index const, typename ExecutionSpace::memory_space> const& inverse,
                               Span<Index const, typename ExecutionSpace::memory_space> const& lcp,
                               Workspace* workspace);

template <class ExecutionSpace, class IndexView, class... Views>
constexpr void require_repeat_types()
{
  using Index = typename IndexView::non_const_value_type;
  static_assert(Kokkos::is_execution_space_v<ExecutionSpace>, "the first argument is an execution space instance");
  static_assert(std::is_same_v<Index, std::uint32_t> || std::is_same_v<Index, std::uint64_t>,
                "arrays are of std::uint32_t or std::uint64_t");
  static_assert(is_contiguous_rank_1<IndexView> && (is_contiguous_rank_1<Views> && ...),
                "arrays are contiguous views of rank 1");
  static_assert(is_accessible<ExecutionSpace, IndexView> && (is_accessible<ExecutionSpace, Views> && ...),
                "arrays are accessible from the execution space");
  static_assert((std::is_same_v<typename Views::non_const_value_type, Index> && ...),
                "arrays have entries of one type");
}

template <class ExecutionSpace, class OffsetView>
constexpr void require_offset_types()
{
  static_assert(is_contiguous_rank_1<OffsetView> && is_accessible<ExecutionSpace, OffsetView>,
                "offsets are a contiguous view of rank 1, accessible from the execution space");
  static_assert(std::is_same_v<typename OffsetView::non_const_value_type, std::uint64_t>,
                "offsets are of std::uint64_t: there may be more repeats than positions");
}

}  // namespace detail

/// The longest repeat that covers each position; of several, the one that begins first.
///
/// \param space    where to run
/// \param inverse  [0..n) the inverse suffix array of the text: ranks, a permutation (which is not checked); u32 or u64
/// \param lcp      [0..n) lcp(r) = length of the longest common prefix of the suffixes of ranks r - 1 and r; lcp(0) = 0
/// \param starts   [0..n) receives where the longest repeat covering k begins, starts(k) <= k; k itself where there is none
/// \param lengths  [0..n) receives its length; 0 where no repeat covers k, that is where the symbol at k stands nowhere else
///
/// Work as the algorithm says; the one random access a position is that to lcp. Peak memory beside the arrays:
/// `longest_repeats_workspace_bytes`. Asynchronous on the instance when a workspace is given, statistics are not, and the
/// algorithm is not `compact`, which has to know the length of its array; else the instance is fenced before the return.
/// Outputs overlap neither inputs nor each other. Source: the paper's Algorithms 1 and 2 (raw, compact); bounded: the
/// repeats that cover k are those that begin in [i, k], i the first that ends behind k, which moves to the right only.
/// Errors: invalid_argument (sizes, index type), out_of_memory.
template <class ExecutionSpace, class InverseView, class LcpView, class StartView, class LengthView>
void longest_repeats(ExecutionSpace const& space, InverseView const& inverse, LcpView const& lcp,
                     StartView const& starts, LengthView const& lengths, LongestRepeatsOptions const& options = {})
{
  using Index = typename InverseView::non_const_value_type;
  detail::require_repeat_types<ExecutionSpace, InverseView, LcpView, StartView, LengthView>();
  detail::check_sizes<Index>(inverse.extent(0), lcp.extent(0), "the LCP array");
  detail::check_sizes<Index>(inverse.extent(0), starts.extent(0), "the array of starts");
  detail::check_sizes<Index>(inverse.extent(0), lengths.extent(0), "the array of lengths");
  detail::find_longest_repeats<ExecutionSpace, Index>(
      space, detail::span_of<ExecutionSpace, Index const>(inverse), detail::span_of<ExecutionSpace, Index const>(lcp),
      detail::span_of<ExecutionSpace, Index>(starts), detail::span_of<ExecutionSpace, Index>(lengths), options);
}

/// All longest repeats that cover each position, first half: how many there are.
///
/// \param inverse, lcp  as for `longest_repeats`
/// \param offsets  [0..n] u64; receives offsets(0) = 0 and offsets(k + 1) = offsets(k) + repeats of position k
/// \param lengths  [0..n) receives the length that all of them have; 0 where there is none
///
/// Returns offsets(n), the number of starts that `list_longest_repeats` will write; fences. Bounded: O(n log n) work and
/// O(log n) for each repeat, of which a text can be made to have O(n^2); the walks (Algorithms 3 and 4) as for
/// `longest_repeats`. Memory and errors as for that one.
template <class ExecutionSpace, class InverseView, class LcpView, class OffsetView, class LengthView>
[[nodiscard]] std::uint64_t count_longest_repeats(ExecutionSpace const& space, InverseView const& inverse,
                                                  LcpView const& lcp, OffsetView const& offsets,
                                                  LengthView const& lengths, LongestRepeatsOptions const& options = {})
{
  using Index = typename InverseView::non_const_value_type;
  detail::require_repeat_types<ExecutionSpace, InverseView, LcpView, LengthView>();
  detail::require_offset_types<ExecutionSpace, OffsetView>();
  detail::check_sizes<Index>(inverse.extent(0), lcp.extent(0), "the LCP array");
  detail::check_sizes<Index>(inverse.extent(0), lengths.extent(0), "the array of lengths");
  detail::require(offsets.extent(0) == inverse.extent(0) + 1, ErrorCode::invalid_argument,
                  "there are " + std::to_string(offsets.extent(0)) + " offsets for a text of " +
                      std::to_string(inverse.extent(0)) + ", which needs one more than it has symbols");
  return detail::count_all_longest_repeats<ExecutionSpace, Index>(
      space, detail::span_of<ExecutionSpace, Index const>(inverse), detail::span_of<ExecutionSpace, Index const>(lcp),
      detail::span_of<ExecutionSpace, std::uint64_t>(offsets), detail::span_of<ExecutionSpace, Index>(lengths),
      options);
}

/// All longest repeats that cover each position, second half: where they begin.
///
/// \param inverse, lcp  as for `longest_repeats`
/// \param offsets  [0..n] as `count_longest_repeats` wrote them for the same arrays
/// \param starts   [0..offsets(n)) receives at [offsets(k), offsets(k + 1)) where the longest repeats covering k begin,
///                 ascending
///
/// Time, memory, errors as for `count_longest_repeats`, any algorithm after any; invalid_argument too when starts has
/// another size than offsets(n). Fences.
template <class ExecutionSpace, class InverseView, class LcpView, class OffsetView, class StartView>
void list_longest_repeats(ExecutionSpace const& space, InverseView const& inverse, LcpView const& lcp,
                          OffsetView const& offsets, StartView const& starts, LongestRepeatsOptions const& options = {})
{
  using Index = typename InverseView::non_const_value_type;
  detail::require_repeat_types<ExecutionSpace, InverseView, LcpView, StartView>();
  detail::require_offset_types<ExecutionSpace, OffsetView>();
  detail::check_sizes<Index>(inverse.extent(0), lcp.extent(0), "the LCP array");
  detail::require(offsets.extent(0) == inverse.extent(0) + 1, ErrorCode::invalid_argument,
                  "there are " + std::to_string(offsets.extent(0)) + " offsets for a text of " +
                      std::to_string(inverse.extent(0)) + ", which needs one more than it has symbols");
  detail::list_all_longest_repeats<ExecutionSpace, Index>(space, detail::span_of<ExecutionSpace, Index const>(inverse),
                                                          detail::span_of<ExecutionSpace, Index const>(lcp),
                                                          detail::span_of<ExecutionSpace, std::uint64_t const>(offsets),
                                                          detail::span_of<ExecutionSpace, Index>(starts), options);
}

/// The raw array of left-bounded repeats: lengths(i) receives the length of the longest repeat that begins at i, 0 where
/// there is none. i + lengths(i) never decreases. O(n) work, no scratch, asynchronous. Source: Definition 2 and Lemma 1.
template <class ExecutionSpace, class InverseView, class LcpView, class LengthView>
void left_bounded_repeats(ExecutionSpace const& space, InverseView const& inverse, LcpView const& lcp,
                          LengthView const& lengths)
{
  using Index = typename InverseView::non_const_value_type;
  detail::require_repeat_types<ExecutionSpace, InverseView, LcpView, LengthView>();
  detail::check_sizes<Index>(inverse.extent(0), lcp.extent(0), "the LCP array");
  detail::check_sizes<Index>(inverse.extent(0), lengths.extent(0), "the array of lengths");
  detail::find_left_bounded_repeats<ExecutionSpace, Index>(space, detail::span_of<ExecutionSpace, Index const>(inverse),
                                                           detail::span_of<ExecutionSpace, Index const>(lcp),
                                                           detail::span_of<ExecutionSpace, Index>(lengths));
}

/// The compact array: the left-bounded repeats that are no suffix of another, in ascending order of their starts, and so of
/// their ends. Both views have n entries, of which the first m, the number returned, are written and the others left in an
/// unknown state. O(n) work; scratch: one index and one byte an entry; fences. Source: Definition 3, section 5.2.
template <class ExecutionSpace, class InverseView, class LcpView, class StartView, class LengthView>
[[nodiscard]] std::size_t useful_repeats(ExecutionSpace const& space, InverseView const& inverse, LcpView const& lcp,
                                         StartView const& starts, LengthView const& lengths,
                                         Workspace* workspace = nullptr)
{
  using Index = typename InverseView::non_const_value_type;
  detail::require_repeat_types<ExecutionSpace, InverseView, LcpView, StartView, LengthView>();
  detail::check_sizes<Index>(inverse.extent(0), lcp.extent(0), "the LCP array");
  detail::check_sizes<Index>(inverse.extent(0), starts.extent(0), "the array of starts");
  detail::check_sizes<Index>(inverse.extent(0), lengths.extent(0), "the array of lengths");
  return detail::find_useful_repeats<ExecutionSpace, Index>(
      space, detail::span_of<ExecutionSpace, Index const>(inverse), detail::span_of<ExecutionSpace, Index const>(lcp),
      detail::span_of<ExecutionSpace, Index>(starts), detail::span_of<ExecutionSpace, Index>(lengths), workspace);
}

/// How long the walks over both arrays are, without walking: O(n log n) work for any text; scratch: two indices and a byte an
/// entry; fences. All zero for an empty text. Source: the paper's Table 2.
template <class ExecutionSpace, class InverseView, class LcpView>
[[nodiscard]] RepeatWalks repeat_walks(ExecutionSpace const& space, InverseView const& inverse, LcpView const& lcp,
                                       Workspace* workspace = nullptr)
{
  using Index = typename InverseView::non_const_value_type;
  detail::require_repeat_types<ExecutionSpace, InverseView, LcpView>();
  detail::check_sizes<Index>(inverse.extent(0), lcp.extent(0), "the LCP array");
  return detail::count_repeat_walks<ExecutionSpace, Index>(space, detail::span_of<ExecutionSpace, Index const>(inverse),
                                                           detail::span_of<ExecutionSpace, Index const>(lcp),
                                                           workspace);
}

}  // namespace lexikos
