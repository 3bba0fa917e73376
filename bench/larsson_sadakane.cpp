// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// How do the tunables of Larsson and Sadakane's suffix sorting act? The sweeps of "Fast In-Memory Suffix Sorting on the
// GPU", section 5: the number of first symbols (its figure 7), R1 (figure 8) and R2 (figure 9), both ways to sort medium
// groups, and the share of each of its steps (figure 10); beyond it, both ways to sort large ones.

#include <algorithm>
#include <array>
#include <cstdint>
#include <lexikos/suffix_array.hpp>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/support/program.hpp"
#include "bench/support/sort_text.hpp"
#include "bench/support/texts.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::bench
{

namespace
{

using Tuning = LarssonSadakaneTuning;
using MediumSort = Tuning::MediumSort;
using LargeSort = Tuning::LargeSort;

/// h0:8/R1:256/R2:65536/part:2048/medium:radix/large:one_by_one
std::string name_of(Tuning const& tuning)
{
  return "h0:" + (tuning.first_symbols == 0 ? "all" : std::to_string(tuning.first_symbols)) +
         "/R1:" + std::to_string(tuning.max_small) + "/R2:" + std::to_string(tuning.max_medium) +
         "/part:" + std::to_string(tuning.part) +
         "/medium:" + (tuning.medium_sort == MediumSort::merge ? "merge" : "radix") +
         "/large:" + (tuning.large_sort == LargeSort::together ? "together" : "one_by_one");
}

/// The paper's settings around each sweep, and ours. Some tunings are of several sweeps.
std::vector<Tuning> tunings()
{
  Tuning const ours;
  Tuning const radix{.first_symbols = 8, .medium_sort = MediumSort::radix, .large_sort = LargeSort::one_by_one};
  Tuning const merge{.first_symbols = 8, .medium_sort = MediumSort::merge, .large_sort = LargeSort::one_by_one};
  std::vector<Tuning> list{ours};
  auto const add = [&](Tuning tuning, auto member, auto value) {
    tuning.*member = value;
    list.push_back(tuning);
  };
  for (unsigned const symbols : {1, 2, 4, 8, 16, 32}) add(radix, &Tuning::first_symbols, symbols);
  for (std::size_t small = 32; small <= 2048; small *= 2) add(merge, &Tuning::max_small, small);
  for (std::size_t medium = 4096; medium <= 262'144; medium *= 2)
    for (Tuning const& base : {radix, merge}) add(base, &Tuning::max_medium, medium);
  for (std::size_t part = 512; part <= 8192; part *= 2)
    for (Tuning const& base : {radix, merge}) add(base, &Tuning::part, part);
  add(radix, &Tuning::large_sort, LargeSort::together);
  add(merge, &Tuning::large_sort, LargeSort::together);
  add(ours, &Tuning::medium_sort, MediumSort::radix);
  add(ours, &Tuning::large_sort, LargeSort::one_by_one);
  return list;
}

/// The paper's six shares of a run, and our steps that make them up. It has no share for the keys, which its sorts gather.
constexpr std::array<std::pair<std::string_view, std::string_view>, 14> share_of_step{{
    {"pack", "share 1 initial sorting"},
    {"first sort", "share 1 initial sorting"},
    {"gather pairs", "share 1 initial sorting"},   // rounds over all groups at once, where 8 symbols
    {"sort together", "share 1 initial sorting"},  // are not enough
    {"sort small groups", "share 2 S groups"},
    {"sort medium groups", "share 3 M groups"},
    {"sort large groups", "share 4 L groups"},
    {"first heads", "share 5 ISA updating"},
    {"first ranks", "share 5 ISA updating"},
    {"mark heads", "share 5 ISA updating"},
    {"update ranks", "share 5 ISA updating"},
    {"list unsorted", "share 6 group processing"},
    {"divide groups", "share 6 group processing"},
    {"drop sorted", "share 6 group processing"},
}};

void report_shares(benchmark::State& state, SuffixArrayStatistics const& statistics)
{
  double sum = 0;
  for (auto const& step : statistics.steps) sum += step.seconds;
  for (auto const& step : statistics.steps) {
    auto const found = std::find_if(share_of_step.begin(), share_of_step.end(),
                                    [&](auto const& entry) { return entry.first == step.name; });
    std::string const share = found == share_of_step.end() ? "share 7 " + step.name : std::string(found->second);
    state.counters[share] += step.seconds / sum;
  }
}

template <class ExecutionSpace>
void add_tuning(TextSource const& source, std::string const& device, Tuning const& tuning, int threads)
{
  std::string name = "larsson_sadakane/" + source.name + "/" + device + "/" + name_of(tuning);
  if (lexikos::detail::works_on_host<ExecutionSpace>) name += "/threads:" + std::to_string(threads);
  add_benchmark(name, [source, tuning, threads](benchmark::State& state) {
    LoadedText& text = load(source);
    auto const space = instance<ExecutionSpace>(threads);
    SuffixArrayOptions const options{.algorithm = SuffixArrayAlgorithm::larsson_sadakane, .larsson_sadakane = tuning};
    bool const narrow = text.size() < std::numeric_limits<std::uint32_t>::max();
    report_shares(state, narrow ? sort_text<std::uint32_t>(state, text, space, options, Residence::device)
                                : sort_text<std::uint64_t>(state, text, space, options, Residence::device));
  });
}

void add_text(TextSource const& source)
{
  for_each_device([&](std::string const& device, auto tag) {
    using ExecutionSpace = typename decltype(tag)::type;
    std::vector<std::string> added;
    for (Tuning const& tuning : tunings()) {
      if (std::find(added.begin(), added.end(), name_of(tuning)) != added.end()) continue;
      added.push_back(name_of(tuning));
      for (int const threads : thread_counts_of<ExecutionSpace>())
        add_tuning<ExecutionSpace>(source, device, tuning, threads);
    }
  });
}

}  // namespace

}  // namespace lexikos::bench

int main(int argc, char** argv)
{
  return lexikos::bench::run_program(argc, argv, [] {
    for (auto const& source : lexikos::bench::text_sources()) lexikos::bench::add_text(source);
  });
}
