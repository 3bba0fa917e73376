// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// How fast are the primitives that the algorithms are written in? Each on every execution space, with LEXIKOS_BENCH_ITEMS
// items, and std::sort beside the radix sort.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bench/primitives/random_access.hpp"
#include "bench/primitives/segmented_sort.hpp"
#include "bench/primitives/segments.hpp"
#include "bench/primitives/sort.hpp"
#include "bench/primitives/sweep.hpp"
#include "bench/support/program.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::bench
{

namespace
{

/// Registers benchmarks of one execution space and number of threads, with which their names end.
template <class ExecutionSpace>
class Adder
{
 public:
  Adder(std::string device, int threads) : m_device(std::move(device)), m_threads(threads) {}

  template <class Body>
  void operator()(std::string const& primitive, std::string const& variant, Body const& body) const
  {
    std::string name = primitive + "/" + m_device + "/" + variant;
    if (lexikos::detail::works_on_host<ExecutionSpace>) name += "/threads:" + std::to_string(m_threads);
    add_benchmark(
        name, [body, threads = m_threads](benchmark::State& state) { body(state, instance<ExecutionSpace>(threads)); });
  }

 private:
  std::string m_device;
  int m_threads;
};

template <class ExecutionSpace>
void add_sorts(Adder<ExecutionSpace> const& add)
{
  using Space = ExecutionSpace;
  auto const bits_of = [](int bits) { return "/bits:" + std::to_string(bits); };
  for (int const bits : {8, 16, 24, 32}) {
    add("radix_sort_pairs", "u32+u32" + bits_of(bits), [bits](benchmark::State& state, Space const& space) {
      radix_sort_pairs<std::uint32_t, std::uint32_t>(state, space, bits);
    });
    add("radix_sort_keys", "u32" + bits_of(bits),
        [bits](benchmark::State& state, Space const& space) { radix_sort_keys<std::uint32_t>(state, space, bits); });
  }
  for (int const bits : {16, 32, 48, 64}) {
    add("radix_sort_pairs", "u64+u32" + bits_of(bits), [bits](benchmark::State& state, Space const& space) {
      radix_sort_pairs<std::uint64_t, std::uint32_t>(state, space, bits);
    });
    add("radix_sort_keys", "u64" + bits_of(bits),
        [bits](benchmark::State& state, Space const& space) { radix_sort_keys<std::uint64_t>(state, space, bits); });
  }
  add("radix_sort_pairs", "u64+u64" + bits_of(64), [](benchmark::State& state, Space const& space) {
    radix_sort_pairs<std::uint64_t, std::uint64_t>(state, space, 64);
  });
  add("merge", "u32", [](benchmark::State& state, Space const& space) { merge<std::uint32_t>(state, space); });
}

template <class ExecutionSpace>
void add_sweeps(Adder<ExecutionSpace> const& add)
{
  using Space = ExecutionSpace;
  add("copy", "u64", [](benchmark::State& state, Space const& space) { copy(state, space); });
  add("inclusive_scan", "sum/u8-u32", [](benchmark::State& state, Space const& space) {
    inclusive_scan<std::uint8_t, std::uint32_t, lexikos::primitives::Sum>(state, space);
  });
  add("inclusive_scan", "sum/u32", [](benchmark::State& state, Space const& space) {
    inclusive_scan<std::uint32_t, std::uint32_t, lexikos::primitives::Sum>(state, space);
  });
  add("inclusive_scan", "max/u32", [](benchmark::State& state, Space const& space) {
    inclusive_scan<std::uint32_t, std::uint32_t, lexikos::primitives::Maximum>(state, space);
  });
  add("inclusive_scan", "sum/u64", [](benchmark::State& state, Space const& space) {
    inclusive_scan<std::uint64_t, std::uint64_t, lexikos::primitives::Sum>(state, space);
  });
  for (unsigned const percent : {5, 50, 95}) {
    std::string const variant = "u32/percent:" + std::to_string(percent);
    for (auto const& [name, selection] :
         {std::pair{"pack_flagged", Selection::values}, std::pair{"select_positions", Selection::positions}})
      add(name, variant, [selection = selection, percent](benchmark::State& state, Space const& space) {
        select(state, space, selection, percent);
      });
  }
  for (int const bits : {0, 2, 8})
    add("histogram", "u8/bits:" + std::to_string(bits),
        [bits](benchmark::State& state, Space const& space) { histogram<std::uint8_t>(state, space, bits); });
  add("histogram", "u16/bits:16",
      [](benchmark::State& state, Space const& space) { histogram<std::uint16_t>(state, space, 16); });
}

/// Tables of 2^20 entries and more, up to about as many as there are items.
template <class ExecutionSpace>
void add_random_access(Adder<ExecutionSpace> const& add)
{
  int const most = std::max(1, static_cast<int>(std::bit_width(item_count())));
  for (int bits = std::min(20, most); bits <= most; bits += bits + 2 > most && bits < most ? 1 : 2)
    for (auto const& [name, access] : {std::pair{"gather", Access::gather}, std::pair{"scatter", Access::scatter},
                                       std::pair{"scatter_blocked", Access::scatter_blocked}})
      add(name, "u32/table:" + std::to_string(std::size_t{1} << bits),
          [access = access, bits](benchmark::State& state, ExecutionSpace const& space) {
            random_access(state, space, access, bits);
          });
}

using Offsets = std::vector<std::uint32_t>;

/// By every segmented sort that this build has.
template <class ExecutionSpace>
void add_segments(Adder<ExecutionSpace> const& add, std::string const& lengths,
                  std::function<Offsets(ExecutionSpace const&)> const& make)
{
  for (SegmentedSort const sort : segmented_sorts<ExecutionSpace>())
    add("segmented_sort", lengths + "/" + std::string(to_string(sort)),
        [make, sort](benchmark::State& state, ExecutionSpace const& space) {
          auto const offsets = make(space);
          if (offsets.back() == 0) return skip(state, "there is no group of two suffixes or more");
          segmented_sort(state, space, offsets, sort);
        });
}

template <class ExecutionSpace>
void add_segmented_sorts(Adder<ExecutionSpace> const& add, std::vector<TextSource> const& texts)
{
  for (std::size_t const mean : {2, 4, 16, 64, 512, 4096, 8192})
    add_segments<ExecutionSpace>(add, "mean:" + std::to_string(mean),
                                 [mean](auto const&) { return offsets_about(item_count(), mean); });
  add_segments<ExecutionSpace>(add, "mixed", [](auto const&) { return mixed_offsets(item_count()); });
  for (auto const& source : texts)
    if (source.size > 0 && source.size < std::uint32_t(-1))
      add_segments<ExecutionSpace>(add, source.name,
                                   [source](auto const& space) { return first_groups(space, load(source)); });
}

void add_all()
{
  std::vector<TextSource> texts;  // only where the environment names some
  if (!words_of("LEXIKOS_BENCH_FILES").empty() || !words_of("LEXIKOS_CORPUS").empty()) texts = text_sources();
  add_benchmark("std_sort_pairs/host/u32+u32/bits:32/threads:1",
                [](benchmark::State& state) { std_sort_pairs<std::uint32_t, std::uint32_t>(state, 32); });
  for_each_device([&](std::string const& device, auto tag) {
    using ExecutionSpace = typename decltype(tag)::type;
    for (int const threads : thread_counts_of<ExecutionSpace>()) {
      Adder<ExecutionSpace> const add(device, threads);
      add_sweeps(add);
      add_sorts(add);
      add_random_access(add);
      add_segmented_sorts(add, texts);
    }
  });
}

}  // namespace

}  // namespace lexikos::bench

int main(int argc, char** argv)
{
  return lexikos::bench::run_program(argc, argv, lexikos::bench::add_all);
}
