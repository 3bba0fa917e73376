// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// A text whose symbols are ranks, such as those of samples: its suffixes are in the order of what the ranks stand for. Where
// it repeats itself at length, doubling takes a round for every factor of two of that length over nearly all suffixes. So a
// few rounds are followed by a sample of the suffixes, again by windows, that is sorted in the same way, as a text of its
// own; one round by the samples' ranks then sorts the rest. With a quarter of the suffixes in each sample, all rounds
// together cost as much as seven over all suffixes, however long the repetitions are.
//
// Beyond the papers: recursion is that of Karkkainen and Sanders (2003), on a sample that the text chooses.

#include <cstddef>

#include "suffix_array/rounds/rounds.hpp"

namespace lexikos::suffix_array_detail
{

/// Whether a sample of a text of n ranks is worth the steps that it takes: most suffixes are unsorted still, so that many
/// rounds may follow.
[[nodiscard]] inline bool sparser_samples_pay(Tuning const& tuning, std::size_t unsorted, std::size_t n)
{
  return unsorted >= tuning.min_unsorted_to_sample_ranks && unsorted > n / 4 * 3;
}

/// Whether a round that left so many suffixes unsorted foretells more rounds than samples of samples cost: a round finds the
/// place of about twice the fraction of the suffixes that the one before it did.
[[nodiscard]] inline bool foretells_many_rounds(Tuning const& tuning, std::size_t unsorted_before, std::size_t unsorted)
{
  return unsorted_before - unsorted < unsorted_before >> tuning.min_rounds_foretold;
}

/// Sorts the suffixes of a text of ranks.
/// \param rounds  of depth 1: `suffix_array`, [0..n), has the suffixes in groups that start with the same rank; `ranks`,
///                [0..n), is the text, each rank that of its group, and at last has those of the sorted suffixes; the list's
///                `suffixes` is as long as the text
template <class ExecutionSpace, class Index>
void sort_ranked_text(Rounds<ExecutionSpace, Index>& rounds);

}  // namespace lexikos::suffix_array_detail
