// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The samples of all strings of k letters.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/allocate.hpp>
#include <lexikos/detail/fm_arrays.hpp>
#include <lexikos/detail/fm_rows.hpp>
#include <lexikos/detail/fm_sample_table.hpp>
#include <lexikos/detail/words.hpp>
#include <lexikos/fm_index.hpp>
#include <lexikos/workspace.hpp>

#include "backends/launch.hpp"
#include "common/bisection.hpp"
#include "fm_index/samples.hpp"
#include "fm_index/table.hpp"
#include "fm_index/tuning.hpp"

namespace lexikos::fm_detail
{

/// Whether an index of these samples and this text may have a table of them.
template <class Arrays>
[[nodiscard]] bool may_have_sample_table(Arrays const& arrays)
{
  return arrays.rate > 1 && arrays.rate <= detail::SampleTable::max_rate && arrays.text.is_packed() &&
         arrays.places.extent(0) < detail::SampleBlock::not_told;
}

/// Digits of its strings; 0 for no table. Who wants a large table of rows has room for one of samples, too.
template <class Arrays>
[[nodiscard]] std::uint32_t depth_of_sample_table(Arrays const& arrays, FmIndexOptions const& options)
{
  bool const is_wanted = options.table_entries != 0 && options.table_entries >= arrays.n / symbols_per_wanted_entry;
  if (!may_have_sample_table(arrays) || !is_wanted) return 0;
  return std::min(depth_of_table(4, entries_per_symbol_of_samples * arrays.n), detail::SampleTable::max_depth);
}

[[nodiscard]] inline std::size_t sample_blocks(std::uint32_t depth)
{
  return depth == 0 ? 0 : (table_size(4, depth) - 1) / detail::SampleBlock::strings + 1;
}

/// numbers(i) = that of the string which the suffix of sample i begins with. Suffixes with other symbols, or shorter ones, have
/// a number next to which they are sorted.
template <class Text, class Steps, class Index>
struct NumberSamples
{
  Text text;
  Steps steps;
  Index const* places;
  std::uint32_t depth;
  std::uint32_t* numbers;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    std::uint64_t const p = places[i];
    std::uint64_t const left = text.n - p;
    std::uint64_t const longest = left < depth ? left : depth;
    bool const has_others =
        !text.exceptions.empty() && text.exceptions.before(p + longest) != text.exceptions.before(p);
    numbers[i] = static_cast<std::uint32_t>(
        has_others ? number_among_runs(p)
                   : detail::number_of_digits(text.digits(p) & detail::low_bits(2 * static_cast<int>(longest)), depth));
  }

 private:
  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t number_among_runs(std::uint64_t p) const
  {
    std::uint64_t number = 0;
    std::uint32_t j = 0;
    std::uint64_t slot = text.slot(p);
    for (; slot < 4; slot = text.slot(p + ++j)) number = number << 2 | slot;
    // how many digits are less than the other symbol
    std::uint64_t less = 0;
    for (std::uint64_t digit = 0; digit < 4; ++digit) less += steps.map(digit, 0) < steps.map(slot, 0) ? 1 : 0;
    auto const bits = static_cast<int>(2 * (depth - j));
    if (less == 0) return number << bits;
    return (number << 2 | (less - 1)) << (bits - 2) | detail::low_bits(bits - 2);
  }
};

/// One block.
struct CountSamples
{
  std::uint32_t const* numbers;  ///< ascending
  std::uint64_t samples;
  detail::SampleBlock* blocks;

  KOKKOS_FUNCTION void operator()(std::size_t b) const
  {
    using Block = detail::SampleBlock;
    std::uint64_t string = std::uint64_t{b} * Block::strings;
    std::uint64_t at = detail::first_not_below(numbers, 0, samples, string);
    Block block{};
    block.words[0] = static_cast<std::uint32_t>(at);
    for (std::uint32_t s = 0; s < Block::strings; ++s, ++string) {
      std::uint32_t count = 0;
      for (; at < samples && numbers[at] == string && count < Block::most; ++at) ++count;
      block.words[1 + s / Block::strings_of_word] |= count << 4 * (s % Block::strings_of_word);
      if (at == samples || numbers[at] != string) continue;
      block.words[0] |= Block::not_told;
      at = detail::first_not_below(numbers, at, samples, string + 1);
    }
    blocks[b] = block;
  }
};

/// Bytes of scratch that building the table takes.
[[nodiscard]] inline std::size_t sample_table_workspace_bytes(std::size_t n, FmIndexOptions const& options)
{
  if (options.sample_rate < 2 || !options.keep_text) return 0;
  return sampled_places(n, options.sample_rate) * sizeof(std::uint32_t) + 256;
}

/// After the samples, the text and the structure. Asynchronous on the instance.
template <class ExecutionSpace, class Index, class Symbol>
void build_sample_table(ExecutionSpace const& space,
                        detail::FmArrays<typename ExecutionSpace::memory_space, Index, Symbol>& arrays,
                        FmIndexOptions const& options, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Range = backends::Range<ExecutionSpace>;
  std::uint32_t const depth = depth_of_sample_table(arrays, options);
  if (depth == 0) return;
  std::size_t const samples = arrays.places.extent(0);
  arrays.sample_depth = depth;
  arrays.sample_blocks = detail::allocate<detail::SampleBlock, MemorySpace>(
      workspace.resource(), "lexikos::fm_index::sample_blocks", sample_blocks(depth));
  Workspace::Scope const scope(workspace);
  auto const numbers = workspace.take<std::uint32_t, MemorySpace>(samples);
  arrays.with_steps_for_kernel([&](auto const& steps) {
    if constexpr (requires { steps.ranks.exceptions; }) {
      using Text = std::decay_t<decltype(arrays.text)>;
      using Steps = std::decay_t<decltype(steps)>;
      Kokkos::parallel_for(
          "lexikos::fm_index::number_samples", Range(space, 0, samples),
          NumberSamples<Text, Steps, Index>{arrays.text, steps, arrays.places.data(), depth, numbers.data()});
    }
  });
  Kokkos::parallel_for("lexikos::fm_index::count_samples", Range(space, 0, arrays.sample_blocks.extent(0)),
                       CountSamples{numbers.data(), samples, arrays.sample_blocks.data()});
}

/// Counts blocks that tell of samples which are not there.
struct CountWrongBlocks
{
  detail::SampleBlock const* blocks;
  std::uint64_t samples;

  KOKKOS_FUNCTION void operator()(std::size_t b, std::size_t& wrong) const
  {
    wrong += std::uint64_t{blocks[b].before()} + blocks[b].samples() > samples ? 1 : 0;
  }
};

}  // namespace lexikos::fm_detail
