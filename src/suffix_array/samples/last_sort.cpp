// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "suffix_array/samples/last_sort.hpp"

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <array>
#include <utility>

#include "backends/primitives.hpp"
#include "common/host_containers.hpp"
#include "common/primitive_bytes.hpp"
#include "common/read_back.hpp"
#include "suffix_array/samples/context_ranges.hpp"
#include "system/execution_spaces.hpp"

namespace lexikos::suffix_array_detail
{

namespace
{

constexpr std::size_t max_looked_at = std::size_t{1} << 16;

template <class MemorySpace>
struct LookAtContext
{
  SampledText<MemorySpace> sampled;
  std::size_t stride;
  Span<std::uint64_t, MemorySpace> keys;
  Span<std::uint64_t, MemorySpace> second_keys;

  KOKKOS_FUNCTION void operator()(std::size_t j) const
  {
    keys(j) = sampled.key(j * stride);
    second_keys(j) = sampled.second_key_bits() == 0 ? 0 : sampled.second_key(j * stride);
  }
};

constexpr std::uint64_t largest_of_bits(int bits)
{
  return bits == 0 ? 0 : ~std::uint64_t{0} >> (64 - bits);
}

template <class ExecutionSpace>
RangeDivider look_at_contexts(Context<ExecutionSpace> const& context,
                              SampledText<typename ExecutionSpace::memory_space> const& sampled)
{
  std::size_t const looked_at = std::min(max_looked_at, sampled.packed.n);
  Workspace::Scope const scope(context.workspace);
  auto const keys = context.template take<std::uint64_t>(looked_at);
  auto const second_keys = context.template take<std::uint64_t>(looked_at);
  Kokkos::parallel_for(
      "lexikos::suffix_array::look_at_contexts", backends::Range<ExecutionSpace>(context.space, 0, looked_at),
      LookAtContext<typename ExecutionSpace::memory_space>{sampled, sampled.packed.n / looked_at, keys, second_keys});
  auto const first = detail::read_all_back(context.space, keys);
  auto const second = detail::read_all_back(context.space, second_keys);
  return detail::with_host_memory("contexts that divide the last sort", [&] {
    std::vector<ContextKey> contexts(looked_at);
    for (std::size_t j = 0; j < looked_at; ++j) contexts[j] = {first[j], second[j]};
    return RangeDivider(std::move(contexts),
                        {largest_of_bits(sampled.key_bits()), largest_of_bits(sampled.second_key_bits())});
  });
}

/// numbers(i) = the ranges that the windows of the i-th leader lie in; a short suffix is the first window of its own.
template <class MemorySpace>
struct NumberWindows
{
  SampledText<MemorySpace> sampled;
  SortedSamples<MemorySpace> samples;
  NumberedRanges ranges;
  bool is_whole;  ///< the first range has all
  Span<std::uint64_t, MemorySpace> numbers;

  KOKKOS_FUNCTION void operator()(std::size_t leader) const
  {
    std::size_t const short_suffixes = sampled.short_suffixes();
    std::size_t const m = samples.extent(0);
    if (leader + prefetch_distance < m) sampled.distances.prefetch(samples(leader + prefetch_distance));
    bool const is_short = leader < short_suffixes;
    std::size_t const first = is_short ? sampled.packed.n - 1 - leader : samples(leader - short_suffixes);
    WindowNumbers result;
    for (std::uint32_t left = is_short ? 1 : windows_of(sampled.distances, first); left != 0; left &= left - 1) {
      std::size_t const window = SuffixesBySamples<std::uint32_t, MemorySpace>::lowest_bit(left);
      result.set(window, is_whole ? 1 : ranges.number_of(sampled, leader, first - window));
    }
    numbers(leader) = result.words();
  }
};

/// Which windows of a leader lie in the range with a number, and how many. One call more, for the end.
template <class MemorySpace>
struct CountOfRange
{
  Span<std::uint64_t, MemorySpace> numbers;
  std::uint32_t number;
  SuffixesBySamples<std::uint32_t, MemorySpace> found;

  KOKKOS_FUNCTION void operator()(std::size_t leader, std::size_t& sum) const
  {
    std::size_t const leaders = numbers.extent(0);
    std::size_t const short_suffixes = leaders - found.windows.extent(0);
    std::uint32_t const windows = leader < leaders ? WindowNumbers(numbers(leader)).windows(number) : 0;
    if (short_suffixes <= leader && leader < leaders)
      found.windows(leader - short_suffixes) = static_cast<std::uint16_t>(windows);
    std::uint32_t const count = detail::ones_in(windows);
    found.places(leader) = count;
    sum += count;
  }
};

/// One last sort.
template <class Key, class Position, class ExecutionSpace>
class LastSort
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Suffixes = Span<Position, MemorySpace>;

 public:
  LastSort(Context<ExecutionSpace> const& context, SampledText<MemorySpace> const& sampled,
           SortedSamples<MemorySpace> const& samples, PartPlan const& plan, PartSink<Position, MemorySpace>& sink)
      : m_context(context), m_sampled(sampled), m_samples(samples), m_plan(plan), m_sink(sink)
  {
    m_numbers = context.template take<std::uint64_t>(leaders());
    m_found.windows = context.template take<std::uint16_t>(samples.extent(0));
    m_found.places = context.template take<std::uint32_t>(leaders() + 1);
    for (std::size_t a = 0; a < (plan.overlaps ? 3 : 2); ++a) m_arrays[a] = context.template take<Position>(plan.most);
    m_keys = {context.template take<Key>(plan.most), context.template take<Key>(plan.most)};
  }

  void run()
  {
    RangeDivider const divider = look_at_contexts(m_context, m_sampled);
    std::vector<SuffixRange> left = detail::with_host_memory(
        "ranges of the last sort", [&] { return divider.divide_all(m_plan.parts, leaders()); });
    bool is_whole = left.size() == 1;
    while (!left.empty()) {
      NumberedRanges const ranges = take_next(left);
      m_context.step("find parts", [&] { number_windows(ranges, is_whole); });
      is_whole = false;
      sort_ranges(ranges, divider, left);
    }
    m_context.space.fence("lexikos::suffix_array::last_part");
    write_pending();
  }

 private:
  [[nodiscard]] std::size_t leaders() const { return m_sampled.short_suffixes() + m_samples.extent(0); }

  /// From the end of those that are left.
  [[nodiscard]] static NumberedRanges take_next(std::vector<SuffixRange>& left)
  {
    NumberedRanges next;
    for (; next.size < NumberedRanges::most && !left.empty(); left.pop_back()) next.ranges[next.size++] = left.back();
    return next;
  }

  void number_windows(NumberedRanges const& ranges, bool is_whole)
  {
    Kokkos::parallel_for("lexikos::suffix_array::number_windows",
                         backends::Range<ExecutionSpace>(m_context.space, 0, leaders()),
                         NumberWindows<MemorySpace>{m_sampled, m_samples, ranges, is_whole, m_numbers});
  }

  /// One after the other. A range of more suffixes than a part holds goes back to those that are left, in halves, after those
  /// that follow it.
  void sort_ranges(NumberedRanges const& ranges, RangeDivider const& divider, std::vector<SuffixRange>& left)
  {
    for (std::uint32_t number = 1; number <= ranges.size; ++number) {
      SuffixRange const& range = ranges.range(number);
      m_context.step("list by samples", [&] { find(number); });
      if (m_found.size > m_plan.most) {
        detail::with_host_memory("ranges of the last sort", [&] {
          for (std::uint32_t later = ranges.size; later > number; --later) left.push_back(ranges.range(later));
          auto const halves = divider.divide(range);
          left.insert(left.end(), {halves.second, halves.first});
        });
        return;
      }
      if (m_found.size == 0) continue;
      sort(range.first == range.last);
      m_context.report.progress(m_sampled.packed.n - m_done);
    }
  }

  void find(std::uint32_t number)
  {
    std::size_t size = 0;
    Kokkos::parallel_reduce("lexikos::suffix_array::count_suffixes_of_range",
                            backends::Range<ExecutionSpace>(m_context.space, 0, leaders() + 1),
                            CountOfRange<MemorySpace>{m_numbers, number, m_found}, size);
    m_found.size = size;
    if (size == 0 || size > m_plan.most) return;
    primitives::exclusive_scan(m_context.space, m_found.places, m_found.places, primitives::Sum{}, m_context.workspace);
  }

  /// \param of_one_context  the order of the samples is that of the suffixes already
  void sort(bool of_one_context)
  {
    std::size_t const size = m_found.size;
    auto const [a, b] = free_arrays();
    primitives::DoubleBuffer suffixes{first_of(m_arrays[a], size), first_of(m_arrays[b], size)};
    primitives::DoubleBuffer keys{first_of(m_keys[0], size), first_of(m_keys[1], size)};
    bool const by_second_key = m_sampled.second_key_bits() != 0;
    using List = ListSuffix<Key, Position, MemorySpace>;
    using Visitor = SuffixVisitor<std::uint32_t, MemorySpace, List, SortedSamples<MemorySpace>>;
    m_context.step("list by samples", [&] {
      for_each_suffix_by_samples(
          m_context.space, "lexikos::suffix_array::list_suffixes_of_range",
          Visitor{m_sampled, m_samples, m_found, List{m_sampled, by_second_key, keys.current, suffixes.current}});
    });
    if (!of_one_context) m_context.step("last sort", [&] { sort_by_contexts(keys, suffixes); });
    std::size_t const result = suffixes.current.data() == m_arrays[a].data() ? a : b;
    ++m_context.report.statistics().parts;
    m_sink.take(suffixes.current, m_done);
    if (m_plan.overlaps) write_pending();
    m_pending = result;
    m_pending_size = size;
    m_done += size;
    if (m_plan.overlaps) return;
    m_context.space.fence("lexikos::suffix_array::part");
    write_pending();
  }

  void sort_by_contexts(primitives::DoubleBuffer<Span<Key, MemorySpace>>& keys,
                        primitives::DoubleBuffer<Suffixes>& suffixes)
  {
    auto const& space = m_context.space;
    if (m_sampled.second_key_bits() != 0) {
      primitives::radix_sort_pairs(space, keys, suffixes, 0, m_sampled.second_key_bits(), m_context.workspace);
      Kokkos::parallel_for("lexikos::suffix_array::first_keys_of_range",
                           backends::Range<ExecutionSpace>(space, 0, suffixes.current.extent(0)),
                           FirstKeyOfSuffix<Key, Position, MemorySpace>{m_sampled, keys.current, suffixes.current});
    }
    primitives::radix_sort_pairs(space, keys, suffixes, 0, m_sampled.key_bits(), m_context.workspace);
  }

  [[nodiscard]] std::pair<std::size_t, std::size_t> free_arrays() const
  {
    if (m_pending_size == 0) return {0, 1};
    return {(m_pending + 1) % 3, (m_pending + 2) % 3};
  }

  void write_pending()
  {
    std::size_t const size = std::exchange(m_pending_size, 0);
    if (size == 0) return;
    m_context.step("write part", [&] { m_sink.write(first_of(m_arrays[m_pending], size), m_written); });
    m_written += size;
  }

  Context<ExecutionSpace> const& m_context;
  SampledText<MemorySpace> m_sampled;
  SortedSamples<MemorySpace> m_samples;
  PartPlan m_plan;
  PartSink<Position, MemorySpace>& m_sink;
  Span<std::uint64_t, MemorySpace> m_numbers;  ///< [0..leaders()) WindowNumbers
  SuffixesBySamples<std::uint32_t, MemorySpace> m_found;
  std::array<Suffixes, 3> m_arrays;
  std::array<Span<Key, MemorySpace>, 2> m_keys;
  std::size_t m_pending = 0;       ///< the array whose part is not written yet
  std::size_t m_pending_size = 0;  ///< 0: none
  std::size_t m_done = 0;
  std::size_t m_written = 0;
};

template <class MemorySpace>
bool has_narrow_keys(SampledText<MemorySpace> const& sampled)
{
  return sampled.second_key_bits() == 0 && sampled.key_bits() <= 32;
}

}  // namespace

template <class ExecutionSpace>
std::size_t last_sort_bytes(SampledText<typename ExecutionSpace::memory_space> const& sampled, std::size_t m,
                            PartPlan const& plan, std::size_t position_bytes)
{
  std::size_t const leaders = sampled.short_suffixes() + m;
  std::size_t const key_bytes = has_narrow_keys(sampled) ? sizeof(std::uint32_t) : sizeof(std::uint64_t);
  std::size_t const of_suffix = 2 * key_bytes + (plan.overlaps ? 3 : 2) * position_bytes;
  std::size_t const looked_at = 2 * sizeof(std::uint64_t) * std::min(max_looked_at, sampled.packed.n);
  std::size_t const padding = 16 * Workspace::alignment;
  return 2 * m + (8 + 4) * (leaders + 1) + of_suffix * plan.most + padding +
         std::max(
             {detail::sort_bytes<ExecutionSpace>(plan.most), detail::scan_bytes<ExecutionSpace>(leaders), looked_at});
}

template <class Position, class ExecutionSpace>
void last_sort(Context<ExecutionSpace> const& context,
               SampledText<typename ExecutionSpace::memory_space> const& sampled,
               SortedSamples<typename ExecutionSpace::memory_space> const& samples, PartPlan const& plan,
               PartSink<Position, typename ExecutionSpace::memory_space>& sink)
{
  Workspace::Scope const scope(context.workspace);
  if (has_narrow_keys(sampled))
    LastSort<std::uint32_t, Position, ExecutionSpace>(context, sampled, samples, plan, sink).run();
  else
    LastSort<std::uint64_t, Position, ExecutionSpace>(context, sampled, samples, plan, sink).run();
}

#define LEXIKOS_INSTANTIATE_SORT(SPACE, POSITION)                                                   \
  template void last_sort<POSITION>(Context<SPACE> const&, SampledText<SPACE::memory_space> const&, \
                                    SortedSamples<SPACE::memory_space> const&, PartPlan const&,     \
                                    PartSink<POSITION, SPACE::memory_space>&);
LEXIKOS_FOR_EACH_SPACE_AND_INDEX(LEXIKOS_INSTANTIATE_SORT)
#define LEXIKOS_INSTANTIATE(SPACE)                                                                                   \
  template std::size_t last_sort_bytes<SPACE>(SampledText<SPACE::memory_space> const&, std::size_t, PartPlan const&, \
                                              std::size_t);
LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE
#undef LEXIKOS_INSTANTIATE_SORT

}  // namespace lexikos::suffix_array_detail
