// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/conventions.hpp>
#include <lexikos/detail/bytes_of_text.hpp>
#include <lexikos/detail/views.hpp>
#include <lexikos/distributed/communicator.hpp>
#include <lexikos/workspace.hpp>
#include <string>
#include <vector>

namespace lexikos
{
namespace distributed
{

/// What a run did, as one rank saw it. Bytes are those that left the rank for others, or came from them; the texts' sizes are
/// those of all ranks.
struct SuffixArrayStatistics
{
  struct Step
  {
    std::string name;
    double seconds = 0;  ///< of wall-clock time, waiting for other ranks included
    std::uint64_t bytes_sent = 0;
    std::uint64_t bytes_received = 0;
  };

  unsigned alphabet_size = 0;  ///< distinct symbols of the whole text
  unsigned window = 0;         ///< positions of which one at least is a sample
  unsigned context = 0;        ///< symbols on which the sample of a position depends
  unsigned first_depth = 0;    ///< symbols of each sample that the first sort compares
  std::uint64_t sampled = 0;   ///< suffixes that take part in the rounds, on all ranks
  std::vector<std::uint64_t>
      unsorted;           ///< of them, those not yet in their place, after the first sort and after each round
  std::size_t parts = 0;  ///< in which all suffixes were sorted in the end
  /// The most that one rank had to sort at one time, over the mean of all ranks: of the samples, and of the last sort.
  double imbalance_of_samples = 1;
  double imbalance_of_suffixes = 1;
  std::vector<Step> steps;          ///< in the order in which they were first taken; rounds are summed
  std::size_t workspace_bytes = 0;  ///< largest amount of workspace taken at one time
  double seconds = 0;               ///< of the whole run

  [[nodiscard]] std::size_t rounds() const { return unsorted.empty() ? 0 : unsorted.size() - 1; }
  [[nodiscard]] std::uint64_t bytes_sent() const
  {
    std::uint64_t sum = 0;
    for (Step const& step : steps) sum += step.bytes_sent;
    return sum;
  }
};

/// All ranks give the same, but for what is theirs: workspace, statistics and progress.
struct SuffixArrayOptions
{
  /// Scratch to reuse; a private one is allocated and freed when null.
  Workspace* workspace = nullptr;
  /// Filled when not null.
  SuffixArrayStatistics* statistics = nullptr;
  /// Called between steps, on every rank that gives one, with the same fractions; `false` on any rank stops all.
  Progress progress = {};
  /// All suffixes are sorted in so many parts at most, one after the other: more take less memory. 1 to 4096.
  std::size_t max_parts = 16;
  /// Suffixes of a rank that are a part of their own, about: shorter texts are sorted in fewer parts. At least 1.
  std::size_t part_size = std::size_t{1} << 20;
};

}  // namespace distributed

namespace distributed_detail
{

// Compiled in the library for every execution space and index.

template <class ExecutionSpace, class Index>
void build_suffix_array(ExecutionSpace const& space, distributed::Communicator const& ranks,
                        detail::BytesOfText<typename ExecutionSpace::memory_space> const& text,
                        Span<Index, typename ExecutionSpace::memory_space> const& suffix_array,
                        Span<Index, typename ExecutionSpace::memory_space> const* inverse,
                        distributed::SuffixArrayOptions const& options);

}  // namespace distributed_detail

namespace distributed
{

/// Sorts the suffixes of a text whose parts lie on the ranks, one after the other. Collective; all ranks give views of the
/// same types.
///
/// \param space         where this rank works; fenced before the function returns
/// \param text          [0..n_r) this rank's part of the text, symbols of any values (u8, u16, u32, u64); parts follow each
/// other
///                      in the order of the ranks, and may differ in length and be empty
/// \param suffix_array  [0..k_r) receives entries K_r .. K_r + k_r - 1 of the suffix array of the whole text, K_r being the sum
///                      of the extents on the ranks before; together they are as many as the text has symbols. u32 for
///                      n <= 2^32 - 2, else u64. Does not overlap the text
///
/// Sampled prefix doubling: windows choose a quarter of the suffixes or fewer; these are sorted by their first 64 to 192 bits,
/// then in rounds that double, of which each sends requests for ranks and sorts what is left over all ranks; then all suffixes
/// are sorted by the symbols up to their sample and its rank. On p ranks (p - 1) / p of the following leave their rank, for
/// each suffix: last sort 4 and 4 to 16 bytes, and 4; for each sample 12 to 28, 8 back; in a round for each suffix that is
/// left 8, at most 16 and 8. Messages go in pieces, pair after pair.
///
/// Peak memory, beside text and result: 2 to 5 bytes a symbol of the part for the packed text, 4 for the list of the last
/// sort, and one of these: 110 a sample; 70 a suffix that rounds sort; 12 a symbol while the last sort is divided into
/// parts; 90 in each of q parts of it. What is wanted is first taken from results that are not written yet, the inverse to the
/// end; all else from the workspace.
///
/// Errors, thrown on every rank or on none, with the message of the lowest rank that failed, which it names:
/// invalid_argument (extents, index type, options or types that differ), out_of_memory, not_supported (2^32 - 1 symbols and
/// more on a rank, as many samples on all), cancelled; the contents of the results are undefined after an error, all else stays
/// usable, the communicator too. device, where the transport fails: the communicator is of no use then. Sources:
/// src/suffix_array/samples/synchronizing_set.hpp; sample sort; Flick and Aluru 2015 for requests of ranks.
template <detail::ExecutionSpaceType ExecutionSpace, detail::SymbolView<ExecutionSpace> TextView,
          detail::WritableIndexView<ExecutionSpace> IndexView>
void suffix_array(ExecutionSpace const& space, Communicator const& ranks, TextView const& text,
                  IndexView const& suffix_array, SuffixArrayOptions const& options = {})
{
  using Index = detail::ValueOf<IndexView>;
  distributed_detail::build_suffix_array<ExecutionSpace, Index>(space, ranks, detail::bytes_of<ExecutionSpace>(text),
                                                                detail::span_of<ExecutionSpace, Index>(suffix_array),
                                                                nullptr, options);
}

/// The same, and the inverse suffix array, in parts of any extents too: inverse(suffix_array(i)) = i. Sends 8 bytes more for
/// each suffix.
template <detail::ExecutionSpaceType ExecutionSpace, detail::SymbolView<ExecutionSpace> TextView,
          detail::WritableIndexView<ExecutionSpace> IndexView,
          detail::WritableViewOf<ExecutionSpace, detail::ValueOf<IndexView>> InverseView>
void suffix_array(ExecutionSpace const& space, Communicator const& ranks, TextView const& text,
                  IndexView const& suffix_array, InverseView const& inverse, SuffixArrayOptions const& options = {})
{
  using Index = detail::ValueOf<IndexView>;
  auto const inverse_span = detail::span_of<ExecutionSpace, Index>(inverse);
  distributed_detail::build_suffix_array<ExecutionSpace, Index>(space, ranks, detail::bytes_of<ExecutionSpace>(text),
                                                                detail::span_of<ExecutionSpace, Index>(suffix_array),
                                                                &inverse_span, options);
}

}  // namespace distributed
}  // namespace lexikos
