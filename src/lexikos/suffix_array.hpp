// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <lexikos/conventions.hpp>
#include <lexikos/detail/views.hpp>
#include <lexikos/error.hpp>
#include <lexikos/segmented_sort.hpp>
#include <lexikos/workspace.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace lexikos
{

/// How suffixes are sorted; `suffix_array` has a table of what each is good for.
enum class SuffixArrayAlgorithm
{
  automatic,                ///< what is fastest for the execution space and the text; the statistics say what and why
  prefix_doubling,          ///< on every execution space
  sampled_prefix_doubling,  ///< on every execution space; only a sample of the suffixes is sorted by doubling
  larsson_sadakane,         ///< on every execution space; prefix doubling with a sort for each size of group, as tuned
  osipov,                   ///< on every execution space; prefix doubling that sorts all groups together
  skew,                     ///< on every execution space; DC3, linear work
  hybrid,                   ///< on every execution space; the sample of skew, sorted by prefix doubling
  repetition,               ///< on every execution space, texts that repeat one word to their end, or nearly
  induced_sorting,          ///< on host execution spaces; linear work, little memory
  libdivsufsort,            ///< sequential, on host execution spaces, where the library was built with it
  libsais                   ///< on host execution spaces, where the library was built with it
};

[[nodiscard]] std::string_view to_string(SuffixArrayAlgorithm algorithm) noexcept;
/// Error (invalid_argument) for a name that no algorithm has.
[[nodiscard]] SuffixArrayAlgorithm suffix_array_algorithm(std::string_view name);
/// The algorithms that sort any text of bytes, in this build, on the named execution space; without `automatic`.
template <detail::ExecutionSpaceType ExecutionSpace>
[[nodiscard]] std::vector<SuffixArrayAlgorithm> suffix_array_algorithms();

/// What a run did.
struct SuffixArrayStatistics
{
  struct Step
  {
    std::string name;
    double seconds = 0;  ///< of wall-clock time
  };

  SuffixArrayAlgorithm algorithm = SuffixArrayAlgorithm::automatic;  ///< the one that ran
  std::string reason;          ///< why `automatic` chose it; empty when the caller did
  unsigned alphabet_size = 0;  ///< distinct symbols; 0 if nobody counted them
  unsigned first_depth = 0;    ///< symbols of each suffix that the first sort compares
  std::size_t sampled = 0;     ///< suffixes that take part in the rounds, where an algorithm samples
  std::size_t parts = 0;       ///< in which all suffixes were sorted one after the other, where they were
  /// Suffixes not yet in their place, after the first sort and after each round; rounds over samples of a sample, which
  /// repetitive texts take, are not among them.
  std::vector<std::size_t> unsorted;
  std::vector<Step> steps;          ///< time of each step, summed over the rounds, where the options ask for it
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
  /// Takes the time of each step for the statistics, which fences after each.
  bool time_steps = false;
  /// Called between steps with the fraction of suffixes whose order is known. libdivsufsort and libsais call it before and
  /// after their sort, not within.
  Progress progress = {};
  /// Takes less memory and more time, most for texts with long periods. Sampled prefix doubling, which `automatic` chooses
  /// but for short texts, long runs, repetitions and hosts of few threads, then takes less than 4n, and a few MB, beside
  /// the text and both arrays of u32, where the sample has at most a fifth of the suffixes
  /// (`SuffixArrayStatistics::sampled`). It has more in long runs and repetitions of words of a few symbols, up to its
  /// bound. The other algorithms ignore it.
  bool low_memory = false;
  /// Which sort the rounds of prefix doubling use, also those over samples; Error (not_supported) if this build does not have
  /// it on the execution space. Those that are not `automatic` are there for comparison: they take more time, and may take 20
  /// bytes a suffix more than `suffix_array_workspace_bytes`.
  SegmentedSort segmented_sort = SegmentedSort::automatic;
  /// Used by that algorithm only.
  LarssonSadakaneTuning larsson_sadakane = {};
  /// Bytes of the execution space's memory that may be taken beside text and results that lie there; 0: what is available.
  /// Where `suffix_array_workspace_bytes` of the algorithm that `automatic` would choose is more, it takes one that takes less:
  /// on hosts induced sorting. Where that is too much as well, `automatic` and sampled prefix doubling sort in parts
  /// (lexikos/out_of_core.hpp); Error (out_of_memory), with the bytes needed, where it is too little for that too.
  std::size_t device_bytes = 0;
  /// Parts of such a sort, at least: after each, progress is reported.
  std::size_t min_parts = 1;
};

/// Largest number of bytes that `suffix_array` takes beside text and results for a text of n symbols, rounded up, nearly
/// all of it workspace; `with_inverse`: the caller gives a view for the inverse. For `automatic` it is the largest of what it
/// may choose: ask for what `choose_suffix_array_algorithm` returns to know better. With u32 indices:
///
/// | algorithm | bytes, at most | typical |
/// |---|---|---|
/// | prefix_doubling | 45n | 13n where suffixes differ early, else 20n to 23n; 24n to 32n for repetitive, 40n for periodic
/// texts |
/// | sampled_prefix_doubling | 42n, for short runs all over | on devices 10n for DNA, 12n for bytes, 20n below 2^25 symbols,
/// and the inverse; on hosts 23n |
/// | larsson_sadakane | 50n, unless small groups or parts are tuned to fewer than 32 suffixes | |
/// | skew, hybrid | | 13n to 17n, 18n to 28n |
/// | induced_sorting | 12n, of texts of wide symbols 24n; with u32 for 2^31 symbols and more 33n | a few MB and n/5 |
/// | repetition, libdivsufsort, libsais | a few MB; the latter two with u32 for 2^31 symbols and more 8n | |
///
/// Texts of wide symbols take 4n more, and even with libdivsufsort what numbering the symbols takes: 8n for u16, 22n to 38n
/// for u32 and u64.
template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexType Index, detail::SymbolType Symbol = std::uint8_t>
[[nodiscard]] std::size_t suffix_array_workspace_bytes(std::size_t n,
                                                       SuffixArrayAlgorithm algorithm = SuffixArrayAlgorithm::automatic,
                                                       bool with_inverse = false);

/// What `automatic` chose, and why.
struct SuffixArrayChoice
{
  SuffixArrayAlgorithm algorithm = SuffixArrayAlgorithm::automatic;
  std::string reason;
};

namespace detail
{

// Compiled in the library for every execution space, symbol and index.

template <class ExecutionSpace, class Symbol, class Index>
void build_suffix_array(ExecutionSpace const& space,
                        Span<Symbol const, typename ExecutionSpace::memory_space> const& text,
                        Span<Index, typename ExecutionSpace::memory_space> const& suffix_array,
                        Span<Index, typename ExecutionSpace::memory_space> const& inverse,
                        SuffixArrayOptions const& options);

template <class ExecutionSpace, class Symbol, class Index>
SuffixArrayChoice choose_suffix_array(ExecutionSpace const& space,
                                      Span<Symbol const, typename ExecutionSpace::memory_space> const& text,
                                      SuffixArrayOptions const& options);

}  // namespace detail

/// The algorithm that `automatic` takes for a text with these options (`low_memory` and `device_bytes` count, `algorithm` does
/// not), and why: so that the memory that it needs is known before it is taken.
///
/// \tparam Index  of the arrays to be built
/// \param text    [0..n) as of `suffix_array`
/// O(n) work; workspace: n bytes for a text of bytes, at most, and a few MB; for wider symbols what numbering them takes.
/// Fences. Errors: not_supported (2^32 distinct symbols and more), out_of_memory.
template <detail::IndexType Index, detail::ExecutionSpaceType ExecutionSpace,
          detail::SymbolView<ExecutionSpace> TextView>
[[nodiscard]] SuffixArrayChoice choose_suffix_array_algorithm(ExecutionSpace const& space, TextView const& text,
                                                              SuffixArrayOptions const& options = {})
{
  using Symbol = detail::ValueOf<TextView>;
  return detail::choose_suffix_array<ExecutionSpace, Symbol, Index>(
      space, detail::span_of<ExecutionSpace, Symbol const>(text), options);
}

/// Sorts the suffixes of a text.
///
/// \param space         where to run; work is done on this instance, which is fenced before the function returns
/// \param text          [0..n) symbols of any values: u8, u16, u32 or u64
/// \param suffix_array  [0..n) receives the positions of the suffixes in ascending order, a proper prefix first; u32 for
///                      n <= 2^32 - 2, else u64. Does not overlap the text
///
/// | algorithm | work | good for | source |
/// |---|---|---|---|
/// | prefix_doubling | O(n log n), O(log n) rounds over what is not yet in its place | short texts, suffixes that differ early,
/// short runs | Manber and Myers 1993; "gpu-pd", Algorithm 3 (2020); ranks that never move of Larsson and Sadakane 2007 |
/// | sampled_prefix_doubling | the same, rounds over a quarter of the suffixes or fewer | long texts, long runs | a
/// synchronizing set (Kempa and Kociumaka 2019) of minimizers (Roberts et al. 2004) |
/// | larsson_sadakane | the same | comparison with its paper | "Fast In-Memory Suffix Sorting on the GPU", Algorithm 1 |
/// | osipov | the same | comparison with its paper | Osipov 2012 |
/// | skew | O(n) beside its merges' searches, O(log n) levels | any text in linear work | Kaerkkaeinen and Sanders 2003 |
/// | hybrid | as prefix doubling of two thirds of the suffixes | comparison with its paper | Wang, Baxter and Owens 2015 |
/// | repetition | O(n) beside the sort of a tail of at most 16 383 suffixes | texts that repeat a word of at most 4096 symbols,
/// but for at most as many at their end | |
/// | induced_sorting | O(n) | hosts, any text, little memory | Nong, Zhang and Chan 2011; lists by types of Kaerkkaeinen, Kempa
/// and Puglisi 2017 |
/// | libdivsufsort | sequential | few threads, little memory | Mori |
/// | libsais | O(n) | hosts, any text, little memory | Grebnov |
///
/// Rounds take up to four ranks into a key where few suffixes are left, or compare by up to 16. `automatic` finds repetitions
/// in texts of 16 384 symbols and more, and in shorter ones of short words. Texts of wide symbols are sorted as texts of the
/// numbers of their distinct symbols, found in O(n) work. Peak memory: `suffix_array_workspace_bytes`.
///
/// Errors: invalid_argument (sizes, index type, `repetition` of another text), not_supported (algorithm not in this build or
/// space; libdivsufsort for a text of more than 256 distinct symbols, libsais for one of 2^31 symbols and more; 2^32 distinct
/// symbols and more), out_of_memory, cancelled; the contents of the results are undefined after an error, all else stays
/// usable.
template <detail::ExecutionSpaceType ExecutionSpace, detail::SymbolView<ExecutionSpace> TextView,
          detail::WritableIndexView<ExecutionSpace> IndexView>
void suffix_array(ExecutionSpace const& space, TextView const& text, IndexView const& suffix_array,
                  SuffixArrayOptions const& options = {})
{
  using Symbol = detail::ValueOf<TextView>;
  using Index = detail::ValueOf<IndexView>;
  detail::check_sizes<Index>(text.extent(0), suffix_array.extent(0), "the suffix array");
  detail::build_suffix_array<ExecutionSpace, Symbol, Index>(space, detail::span_of<ExecutionSpace, Symbol const>(text),
                                                            detail::span_of<ExecutionSpace, Index>(suffix_array), {},
                                                            options);
}

/// The same, and the inverse suffix array of the same run: inverse(suffix_array(i)) = i. It is a by-product and costs no
/// time; without it, its memory comes from the workspace. The arrays do not overlap, and have entries of one type.
template <detail::ExecutionSpaceType ExecutionSpace, detail::SymbolView<ExecutionSpace> TextView,
          detail::WritableIndexView<ExecutionSpace> IndexView, detail::WritableIndexView<ExecutionSpace> InverseView>
  requires std::same_as<detail::ValueOf<IndexView>, detail::ValueOf<InverseView>>
void suffix_array(ExecutionSpace const& space, TextView const& text, IndexView const& suffix_array,
                  InverseView const& inverse, SuffixArrayOptions const& options = {})
{
  using Symbol = detail::ValueOf<TextView>;
  using Index = detail::ValueOf<IndexView>;
  detail::check_sizes<Index>(text.extent(0), suffix_array.extent(0), "the suffix array");
  detail::check_sizes<Index>(text.extent(0), inverse.extent(0), "the inverse suffix array");
  detail::build_suffix_array<ExecutionSpace, Symbol, Index>(space, detail::span_of<ExecutionSpace, Symbol const>(text),
                                                            detail::span_of<ExecutionSpace, Index>(suffix_array),
                                                            detail::span_of<ExecutionSpace, Index>(inverse), options);
}

}  // namespace lexikos
