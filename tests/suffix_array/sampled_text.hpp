// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// A text with its synchronizing set, as the tests look at it.

#include <cstddef>
#include <cstdint>
#include <lexikos/workspace.hpp>
#include <vector>

#include "suffix_array/samples/suffixes_by_samples.hpp"
#include "suffix_array/samples/synchronizing_set.hpp"
#include "suffix_array/text/alphabet.hpp"
#include "suffix_array/text/packed_text.hpp"
#include "tests/reference/sa_is.hpp"
#include "tests/spaces.hpp"
#include "tests/suffix_array/test_context.hpp"
#include "tests/texts.hpp"

namespace lexikos::tests
{

/// How a text is sampled, by its alphabet and length, rather sparsely or not.
using SamplingRule = suffix_array_detail::Sampling (*)(suffix_array_detail::Alphabet const&, bool);

template <class ExecutionSpace>
suffix_array_detail::SampledText<typename ExecutionSpace::memory_space> sampled_text(
    ExecutionSpace const& space, texts::Text const& text, bool small, Workspace& workspace,
    SamplingRule rule = suffix_array_detail::sampling_for)
{
  using namespace suffix_array_detail;
  using MemorySpace = typename ExecutionSpace::memory_space;
  auto const view = to_view<ExecutionSpace>(text);
  Alphabet const alphabet = find_alphabet(space, as_text(view), workspace);
  auto const words = workspace.take<std::uint64_t, MemorySpace>(packed_words(text.size(), alphabet.bits));
  auto const packed = pack_text(space, as_text(view), alphabet, words, workspace);
  auto const memory = workspace.take<std::uint32_t, MemorySpace>(sample_distance_words(text.size()));
  space.fence();
  return {packed, find_samples(space, packed, rule(alphabet, small), memory)};
}

/// Distances of all windows, on the host.
template <class ExecutionSpace>
std::vector<std::size_t> distances_of(
    suffix_array_detail::SampledText<typename ExecutionSpace::memory_space> const& sampled)
{
  auto const words = to_vector(sampled.distances.words);
  std::vector<std::size_t> distances(sampled.distances.size);
  for (std::size_t i = 0; i < distances.size(); ++i) distances[i] = words[i / 8] >> (i % 8 * 4) & 15;
  return distances;
}

/// The sampled ones of all positions, in their order.
template <class Index>
std::vector<Index> samples_among(reference::Positions const& positions, std::vector<std::size_t> const& distances)
{
  std::vector<bool> is_sample(positions.size());
  for (std::size_t i = 0; i < distances.size(); ++i) is_sample[i + distances[i]] = true;
  std::vector<Index> samples;
  for (auto const position : positions)
    if (is_sample[position]) samples.push_back(static_cast<Index>(position));
  return samples;
}

}  // namespace lexikos::tests
