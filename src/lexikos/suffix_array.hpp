// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <lexikos/detail/views.hpp>
#include <lexikos/error.hpp>
#include <lexikos/workspace.hpp>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace lexikos
{

enum class SuffixArrayAlgorithm
{
  automatic,                ///< what is fastest for the execution space and the text; the statistics say what and why
  prefix_doubling,          ///< on every execution space
  sampled_prefix_doubling,  ///< on every execution space; only a sample of the suffixes is sorted by doubling
  larsson_sadakane,         ///< on every execution space; prefix doubling with a sort for each size of group, as tuned
  osipov,                   ///< on every execution space; prefix doubling that sorts all groups together
  skew,                     ///< on every execution space; DC3, linear work
  hybrid,                   ///< on every execution space; the sample of skew, sorted by prefix doubling
  libdivsufsort             ///< sequential, on host execution spaces, where the library was built with it
};

[[nodiscard]] std::string_view to_string(SuffixArrayAlgorithm algorithm) noexcept;
/// Throws `Error` (invalid_argument) for a name that no algorithm has.
[[nodiscard]] SuffixArrayAlgorithm suffix_array_algorithm(std::string_view name);
/// Those that this build has on the named execution space.
template <class ExecutionSpace>
[[nodiscard]] std::vector<SuffixArrayAlgorithm> suffix_array_algorithms();

/// What a run did. Times of steps are wall-clock seconds; taking them fences after each step, so they are taken only when
/// asked for.
struct SuffixArrayStatistics
{
  struct Step
  {
    std::string name;
    double seconds = 0;
  };

  bool time_steps = false;  ///< set by the caller

  SuffixArrayAlgorithm algorithm = SuffixArrayAlgorithm::automatic;  ///< the one that ran; of a repetition, on its end
  std::string reason;          ///< why `automatic` chose it; empty when the caller did
  unsigned alphabet_size = 0;  ///< distinct symbols; 0 if nobody counted them
  unsigned first_depth = 0;    ///< symbols of each suffix that the first sort compares
  std::size_t sampled = 0;     ///< suffixes that take part in the rounds, where an algorithm samples
  /// Suffixes not yet in their place, after the first sort and after each round; rounds over samples of a sample, which
  /// repetitive texts take, are not among them.
  std::vector<std::size_t> unsorted;
  std::vector<Step> steps;          ///< time of each step, summed over the rounds
  std::size_t workspace_bytes = 0;  ///< largest amount of workspace taken at one time
  double seconds = 0;               ///< of the whole run

  [[nodiscard]] std::size_t rounds() const { return unsorted.empty() ? 0 : unsorted.size() - 1; }
};

/// How `larsson_sadakane` sorts the groups of suffixes that agree in their first symbols; in brackets the paper's names. An
/// Error (invalid_argument) is thrown for values out of range.
struct LarssonSadakaneTuning
{
  enum class MediumSort
  {
    merge,  ///< parts are sorted, then merged
    radix   ///< radix sort, of which each pass counts and moves the parts side by side
  };
  enum class LargeSort
  {
    together,   ///< one radix sort of (group, key) for all groups
    one_by_one  ///< one radix sort a group
  };

  /// [h0] symbols by which all suffixes are sorted before the groups are, 1 to 32; 0: as many as a key of 64 bits holds.
  /// Where a key holds fewer, rounds that double over all groups at once follow, until the groups agree in as many.
  unsigned first_symbols = 0;
  std::size_t max_small = 256;      ///< [R1] suffixes of a small group, at most; 1 to 8 192
  std::size_t max_medium = 65'536;  ///< [R2] suffixes of a medium group, at most; not below max_small
  std::size_t part = 2'048;         ///< [R2t] suffixes of a medium group that one team works on; 2 to 8 192
  MediumSort medium_sort = MediumSort::merge;
  LargeSort large_sort = LargeSort::together;
};

struct SuffixArrayOptions
{
  SuffixArrayAlgorithm algorithm = SuffixArrayAlgorithm::automatic;
  /// Scratch to reuse; a private one is allocated and freed when null.
  Workspace* workspace = nullptr;
  /// Filled when not null.
  SuffixArrayStatistics* statistics = nullptr;
  /// Called on the host between steps with the fraction of suffixes whose order is known, 1 when it is that of all; return
  /// false to stop the run with `Error` (cancelled). libdivsufsort calls it before and after its sort, not within.
  std::function<bool(double fraction)> progress = {};
  /// Takes less memory and more time, most for texts with long periods. Sampled prefix doubling, which `automatic` chooses
  /// but for short texts, long runs, repetitions and hosts of few threads, then takes less than 4n, and a few MB, beside
  /// the text and both arrays of u32, where the sample has at most a fifth of the suffixes
  /// (`SuffixArrayStatistics::sampled`). It has more in long runs and repetitions of words of a few symbols, up to its
  /// bound. The other algorithms do not look at it.
  bool low_memory = false;
  /// Looked at by that algorithm only.
  LarssonSadakaneTuning larsson_sadakane = {};
};

/// Largest number of bytes that `suffix_array` takes beside text and results for a text of n symbols, rounded up, nearly
/// all of it workspace; `with_inverse` tells that the caller gives a view for the inverse. Prefix doubling with u32 indices
/// takes 20n to 23n for most texts, 24n to 32n for repetitive and 40n for periodic ones; its bound is 45n. Sampled
/// prefix doubling, beside the inverse, takes 10n for DNA, 20n for alphabets of bytes and 14n beyond 2^28 symbols, where it
/// sorts in parts; its bound, 42n, is that of one long run. Skew takes 13n to 17n, hybrid 18n to 28n. The bound of Larsson
/// and Sadakane's sort, 50n, holds unless small groups or parts are tuned to fewer than 32 suffixes. Texts of wide symbols
/// take 4n more, and even with libdivsufsort, which takes nothing, what numbering the symbols takes: 8n for u16, 22n to
/// 38n for u32 and u64.
template <class ExecutionSpace, class Index, class Symbol = std::uint8_t>
[[nodiscard]] std::size_t suffix_array_workspace_bytes(std::size_t n,
                                                       SuffixArrayAlgorithm algorithm = SuffixArrayAlgorithm::automatic,
                                                       bool with_inverse = false);

namespace detail
{

template <class ExecutionSpace, class Symbol, class Index>
void build_suffix_array(ExecutionSpace const& space,
                        Span<Symbol const, typename ExecutionSpace::memory_space> const& text,
                        Span<Index, typename ExecutionSpace::memory_space> const& suffix_array,
                        Span<Index, typename ExecutionSpace::memory_space> const& inverse,
                        SuffixArrayOptions const& options);

/// The Burrows-Wheeler transform (lexikos/bwt.hpp) of a text that is not empty, where the algorithm makes it without the
/// suffix array. Returns its primary index, or 0, and nothing is written, where it does not.
template <class ExecutionSpace, class Index>
std::size_t transform_without_array(ExecutionSpace const& space,
                                    Span<std::uint8_t const, typename ExecutionSpace::memory_space> const& text,
                                    Span<std::uint8_t, typename ExecutionSpace::memory_space> const& bwt,
                                    SuffixArrayOptions const& options);

template <class ExecutionSpace, class TextView, class IndexView>
constexpr void require_suffix_array_types()
{
  using Index = typename IndexView::non_const_value_type;
  static_assert(Kokkos::is_execution_space_v<ExecutionSpace>, "the first argument is an execution space instance");
  static_assert(is_contiguous_rank_1<TextView> && is_contiguous_rank_1<IndexView>,
                "text and arrays are contiguous views of rank 1");
  static_assert(is_accessible<ExecutionSpace, TextView> && is_accessible<ExecutionSpace, IndexView>,
                "text and arrays are accessible from the execution space");
  static_assert(has_symbol_values<TextView>,
                "the text is of std::uint8_t, std::uint16_t, std::uint32_t or std::uint64_t");
  static_assert(std::is_same_v<Index, std::uint32_t> || std::is_same_v<Index, std::uint64_t>,
                "arrays are of std::uint32_t or std::uint64_t");
}

}  // namespace detail

/// Sorts the suffixes of a text.
///
/// \param space         where to run; work is done on this instance, which is fenced before the function returns
/// \param text          [0..n) symbols of any values: u8, u16, u32 or u64
/// \param suffix_array  [0..n) receives the positions of the suffixes in ascending order, a proper prefix first; u32 for
///                      n <= 2^32 - 2, else u64
///
/// Prefix doubling: O(n log n) work in O(log n) rounds, of which each touches only suffixes that are not yet in their
/// place; where few are left, a round takes up to 4 ranks into a key, or compares by up to 16. Peak memory:
/// `suffix_array_workspace_bytes`. Source: Manber and Myers 1993, packed keys and primitives of "gpu-pd", Algorithm 3
/// (2020), ranks that never move of Larsson and Sadakane 2007.
/// Sampled prefix doubling: the same bounds; the rounds touch a quarter of the suffixes or fewer. Its sample is a
/// synchronizing set (Kempa and Kociumaka 2019) of minimizers (Roberts et al. 2004).
/// Larsson-Sadakane: the same bounds; rounds sort small, medium and large groups each their way. Source: Larsson and Sadakane
/// 2007, "Fast In-Memory Suffix Sorting on the GPU", Algorithm 1.
/// Osipov: the same bounds; rounds sort all groups with one radix sort by two ranks. Source: Osipov 2012.
/// Skew: O(n) work beside its merges' searches, in O(log n) levels, for any text. Hybrid: prefix doubling of two thirds
/// of the suffixes, from which the others follow. Sources: Kaerkkaeinen and Sanders 2003; Wang, Baxter and Owens 2015.
/// Texts of wide symbols are sorted as texts of the numbers of their distinct symbols, found in O(n) work.
/// Automatic sorts a text that repeats a word of at most 4096 symbols, but for at most as many at its end, by its last
/// suffixes, in O(n) work beside their sort: texts of 16 384 symbols and more, and shorter ones of short words.
/// Errors: invalid_argument (sizes, index type), not_supported (algorithm not in this build or space; libdivsufsort for a
/// text of more than 256 distinct symbols; 2^32 distinct symbols and more), out_of_memory, cancelled; the contents of the
/// results are undefined after an error.
template <class ExecutionSpace, class TextView, class IndexView>
void suffix_array(ExecutionSpace const& space, TextView const& text, IndexView const& suffix_array,
                  SuffixArrayOptions const& options = {})
{
  using Symbol = typename TextView::non_const_value_type;
  using Index = typename IndexView::non_const_value_type;
  detail::require_suffix_array_types<ExecutionSpace, TextView, IndexView>();
  detail::check_sizes<Index>(text.extent(0), suffix_array.extent(0), "the suffix array");
  detail::build_suffix_array<ExecutionSpace, Symbol, Index>(space, detail::span_of<ExecutionSpace, Symbol const>(text),
                                                            detail::span_of<ExecutionSpace, Index>(suffix_array), {},
                                                            options);
}

/// The same, and the inverse suffix array of the same run: inverse(suffix_array(i)) = i. It is a by-product and costs no
/// time; without it, its memory comes from the workspace.
template <class ExecutionSpace, class TextView, class IndexView, class InverseView>
  requires Kokkos::is_view_v<InverseView>
void suffix_array(ExecutionSpace const& space, TextView const& text, IndexView const& suffix_array,
                  InverseView const& inverse, SuffixArrayOptions const& options = {})
{
  using Symbol = typename TextView::non_const_value_type;
  using Index = typename IndexView::non_const_value_type;
  detail::require_suffix_array_types<ExecutionSpace, TextView, IndexView>();
  detail::require_suffix_array_types<ExecutionSpace, TextView, InverseView>();
  static_assert(std::is_same_v<typename InverseView::value_type, Index>, "both arrays have the same entries");
  detail::check_sizes<Index>(text.extent(0), suffix_array.extent(0), "the suffix array");
  detail::check_sizes<Index>(text.extent(0), inverse.extent(0), "the inverse suffix array");
  detail::build_suffix_array<ExecutionSpace, Symbol, Index>(space, detail::span_of<ExecutionSpace, Symbol const>(text),
                                                            detail::span_of<ExecutionSpace, Index>(suffix_array),
                                                            detail::span_of<ExecutionSpace, Index>(inverse), options);
}

}  // namespace lexikos
