// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Suffix arrays of small texts by every algorithm, with options and tuning as the input says, compared with a plain sort.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/suffix_array.hpp>
#include <lexikos/workspace.hpp>
#include <limits>
#include <string>
#include <vector>

#include "suffix_array/sort_run.hpp"
#include "tests/first_difference.hpp"
#include "tests/fuzz/fuzzer.hpp"
#include "tests/fuzz/suffix_order.hpp"

namespace
{

using namespace lexikos;
using fuzz::MemorySpace;
using fuzz::Numbers;
using fuzz::Space;

constexpr std::size_t never = std::numeric_limits<std::size_t>::max();

/// The text as the input has it, repeated, or with its runs lengthened: what is repetitive takes most rounds.
fuzz::Bytes take_text(FuzzedDataProvider& input)
{
  auto text = input.ConsumeBytes<std::uint8_t>(input.ConsumeIntegralInRange<std::size_t>(0, 200));
  auto const kind = input.ConsumeIntegral<std::uint8_t>();
  fuzz::Bytes shaped;
  std::size_t const most = 256;
  for (auto const symbol : text)
    if (kind % 4 == 1)
      shaped.insert(shaped.end(), symbol >> 3, symbol & 7);
    else
      shaped.push_back(kind % 4 == 2 ? symbol & 1 : symbol);
  shaped.resize(std::min(shaped.size(), most));
  std::size_t const period = shaped.size();
  if (kind >= 128 && period != 0)
    while (shaped.size() < most) shaped.push_back(shaped[shaped.size() - period]);
  return shaped;
}

LarssonSadakaneTuning take_larsson_sadakane(Numbers& numbers)
{
  LarssonSadakaneTuning tuning;
  if (numbers.flag()) return tuning;
  tuning.first_symbols = static_cast<unsigned>(numbers.below(33));
  tuning.max_small = 1 + numbers.below(40);
  tuning.max_medium = tuning.max_small + numbers.below(200);
  tuning.part = 2 + numbers.below(40);
  if (numbers.flag()) tuning.medium_sort = LarssonSadakaneTuning::MediumSort::radix;
  if (numbers.flag()) tuning.large_sort = LarssonSadakaneTuning::LargeSort::one_by_one;
  return tuning;
}

suffix_array_detail::Tuning take_tuning(Numbers& numbers)
{
  auto tuning = suffix_array_detail::Tuning::of<Space>();
  auto const extreme = [&](std::size_t& value) {
    std::size_t const choice = numbers.below(4);
    if (choice == 1) value = 0;
    if (choice == 2) value = numbers.below(64);
    if (choice == 3) value = never;
  };
  tuning.min_threads_for_doubling = numbers.flag() ? 0 : 4;
  extreme(tuning.min_symbols_per_thread);
  extreme(tuning.min_length_to_sample);
  tuning.max_sample_density = numbers.flag() ? 1 : 0.5;
  extreme(tuning.max_list_to_compare);
  tuning.max_ranks_compared = 1 + numbers.below(20);
  extreme(tuning.max_list_for_wide_keys);
  tuning.ranks_of_wide_key = static_cast<int>(1 + numbers.below(60));
  tuning.min_share_for_chains = numbers.flag() ? 1 + numbers.below(64) : never;
  extreme(tuning.min_length_for_small_sample);
  extreme(tuning.max_bytes_of_keys);
  tuning.min_unsorted_to_sample_ranks = 1 + numbers.below(100);
  tuning.min_rounds_foretold = static_cast<int>(numbers.below(8));
  extreme(tuning.min_length_to_invert_in_parts);
  extreme(tuning.min_ranks_to_block);
  tuning.min_share_to_write_all_ranks = numbers.flag() ? 0 : 0.4;
  return tuning;
}

template <class Index>
struct Arrays
{
  std::vector<Index> suffix_array;
  std::vector<Index> inverse;
};

/// By the function that users call.
template <class Symbol, class Index>
void sort(std::vector<Symbol> const& text, Arrays<Index>& arrays, SuffixArrayOptions const& options)
{
  if (arrays.inverse.empty())
    suffix_array(Space(), fuzz::span_of(text), fuzz::span_of(arrays.suffix_array), options);
  else
    suffix_array(Space(), fuzz::span_of(text), fuzz::span_of(arrays.suffix_array), fuzz::span_of(arrays.inverse),
                 options);
}

/// With any tuning, by what that function calls.
template <class Index>
void sort_as_tuned(fuzz::Bytes const& text, Arrays<Index>& arrays, SuffixArrayOptions const& options,
                   suffix_array_detail::Tuning const& tuning)
{
  using namespace suffix_array_detail;
  Space const space;
  SuffixArrayStatistics statistics;
  statistics.algorithm = options.algorithm;
  Report const report(statistics, {}, text.size());
  Context<Space> const context{space, *options.workspace, report, tuning};
  SortRun<Space, Index> run{context, options, SymbolText<MemorySpace>(fuzz::span_of(text)),
                            fuzz::span_of(arrays.suffix_array),
                            arrays.inverse.empty() ? Span<Index, MemorySpace>() : fuzz::span_of(arrays.inverse)};
  sort_suffixes(run);
  space.fence();
}

template <class Symbol, class Index>
void check(fuzz::Bytes const& bytes, Numbers& numbers)
{
  static Workspace kept;
  auto const algorithms = [] {
    auto all = suffix_array_algorithms<Space>();
    all.push_back(SuffixArrayAlgorithm::automatic);
    all.push_back(SuffixArrayAlgorithm::repetition);
    return all;
  }();
  auto const text = fuzz::widened<Symbol>(bytes);
  bool const with_inverse = numbers.flag();
  Workspace own;
  SuffixArrayOptions options;
  SuffixArrayStatistics statistics;
  options.algorithm = algorithms[numbers.below(algorithms.size())];
  options.workspace = numbers.flag() ? &own : &kept;
  options.low_memory = numbers.flag();
  options.statistics = &statistics;
  options.larsson_sadakane = take_larsson_sadakane(numbers);
  bool const is_tuned = sizeof(Symbol) == 1 && !text.empty() && numbers.flag();
  Arrays<Index> arrays{std::vector<Index>(text.size(), std::numeric_limits<Index>::max()), {}};
  if (with_inverse) arrays.inverse = arrays.suffix_array;
  options.workspace->reset_peak();
  auto const code = fuzz::code_of([&] {
    if (is_tuned)
      sort_as_tuned<Index>(bytes, arrays, options, take_tuning(numbers));
    else
      sort(text, arrays, options);
  });
  std::string const name(to_string(options.algorithm));
  if (code.has_value()) {
    // the one algorithm that is not for all texts
    if (options.algorithm != SuffixArrayAlgorithm::repetition || code != ErrorCode::invalid_argument)
      fuzz::fail(name + " refuses a text as " + std::string(to_string(*code)));
    return;
  }
  auto const expected = fuzz::suffix_array_of<Index>(text);
  fuzz::expect_none(tests::first_difference(arrays.suffix_array, expected), name);
  if (with_inverse)
    fuzz::expect_none(tests::first_difference(arrays.inverse, fuzz::inverse_of(expected)), "inverse of " + name);
  std::size_t const bound =
      suffix_array_workspace_bytes<Space, Index, Symbol>(text.size(), options.algorithm, with_inverse);
  if (!is_tuned && options.workspace->peak_bytes() > bound)
    fuzz::fail(name + " takes " + std::to_string(options.workspace->peak_bytes()) + " bytes, not " +
               std::to_string(bound));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
  FuzzedDataProvider input(data, size);
  auto const text = take_text(input);
  Numbers numbers(input);
  static constexpr void (*checks[])(fuzz::Bytes const&, Numbers&) = {
      check<std::uint8_t, std::uint32_t>,  check<std::uint8_t, std::uint64_t>,  check<std::uint16_t, std::uint32_t>,
      check<std::uint32_t, std::uint32_t>, check<std::uint64_t, std::uint64_t>, check<std::uint8_t, std::uint32_t>};
  checks[numbers.below(std::size(checks))](text, numbers);
  return 0;
}
