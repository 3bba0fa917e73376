// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "suffix_array/samples/last_sort.hpp"

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <array>
#include <bit>
#include <lexikos/detail/execution_spaces.hpp>
#include <utility>

#include "backends/primitives.hpp"
#include "common/host_containers.hpp"
#include "common/primitive_bytes.hpp"
#include "common/read_back.hpp"
#include "suffix_array/samples/context_keys.hpp"
#include "suffix_array/samples/context_ranges.hpp"

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
  Span<ContextNumber, MemorySpace> contexts;

  KOKKOS_FUNCTION void operator()(std::size_t j) const { contexts(j) = sampled.context_number(j * stride); }
};

template <class ExecutionSpace>
RangeDivider look_at_contexts(Context<ExecutionSpace> const& context,
                              SampledText<typename ExecutionSpace::memory_space> const& sampled)
{
  std::size_t const looked_at = std::min(max_looked_at, sampled.packed.n);
  Workspace::Scope const scope(context.workspace);
  auto const contexts = context.template take<ContextNumber>(looked_at);
  Kokkos::parallel_for(
      "lexikos::suffix_array::look_at_contexts", backends::Range<ExecutionSpace>(context.space, 0, looked_at),
      LookAtContext<typename ExecutionSpace::memory_space>{sampled, sampled.packed.n / looked_at, contexts});
  ContextNumber const largest = ~ContextNumber{0} >> (128 - sampled.context_bits());
  return detail::with_host_memory("contexts that divide the last sort", [&] {
    return RangeDivider(detail::read_all_back(context.space, contexts), largest);
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

/// One last sort. Positions are sorted as values of 32 bits; where they have more, the keys have the rest, and become the
/// result.
template <class Key, class Position, class ExecutionSpace>
class LastSort
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Keys = Span<Key, MemorySpace>;
  using Values = Span<std::uint32_t, MemorySpace>;
  using Suffixes = Span<Position, MemorySpace>;
  static constexpr bool keys_become_result = sizeof(Position) == sizeof(std::uint64_t);
  static_assert(!keys_become_result || sizeof(Key) == sizeof(Position));

 public:
  LastSort(Context<ExecutionSpace> const& context, SampledText<MemorySpace> const& sampled,
           SortedSamples<MemorySpace> const& samples, PartPlan const& plan, PartSink<Position, MemorySpace>& sink)
      : m_context(context), m_sampled(sampled), m_samples(samples), m_plan(plan), m_sink(sink)
  {
    if (keys_become_result)
      m_divided = {samples.low_bits, static_cast<int>(std::bit_width((sampled.packed.n - 1) >> samples.low_bits))};
    m_numbers = context.template take<std::uint64_t>(leaders());
    m_found.windows = context.template take<std::uint16_t>(samples.extent(0));
    m_found.places = context.template take<std::uint32_t>(leaders() + 1);
    std::size_t const results = plan.overlaps ? 3 : 2;
    for (std::size_t a = 0; a < (keys_become_result ? 2 : results); ++a)
      m_values[a] = context.template take<std::uint32_t>(plan.most);
    for (std::size_t a = 0; a < (keys_become_result ? results : 2); ++a)
      m_keys[a] = context.template take<Key>(plan.most);
  }

  void run()
  {
    RangeDivider const divider = look_at_contexts(m_context, m_sampled);
    std::vector<SuffixRange> left = detail::with_host_memory("ranges of the last sort", [&] {
      return divider.divide_all(m_plan.parts, halves_last_part(), 2 * max_key_bits(), leaders());
    });
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
  /// Nothing overlaps the last part, so it is a small one, where the others have room for what it has less.
  [[nodiscard]] bool halves_last_part() const
  {
    std::size_t const room = m_plan.most - m_plan.most / 16;  // parts are of about equal size only
    return m_plan.overlaps && 2 * m_sampled.packed.n / (2 * m_plan.parts - 1) < room;
  }
  [[nodiscard]] int max_key_bits() const { return static_cast<int>(8 * sizeof(Key)) - m_divided.upper_bits; }

  /// From the end of those that are left.
  [[nodiscard]] NumberedRanges take_next(std::vector<SuffixRange>& left) const
  {
    NumberedRanges next;
    for (; next.size < NumberedRanges::most && !left.empty(); left.pop_back())
      next.add(left.back(), m_sampled.second_key_bits());
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
      sort(range);
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

  void sort(SuffixRange const& range)
  {
    std::size_t const size = m_found.size;
    auto const [a, b] = free_arrays();
    primitives::DoubleBuffer<Values> values{first_of(m_values[keys_become_result ? 0 : a], size),
                                            first_of(m_values[keys_become_result ? 1 : b], size)};
    primitives::DoubleBuffer<Keys> keys{first_of(m_keys[keys_become_result ? a : 0], size),
                                        first_of(m_keys[keys_become_result ? b : 1], size)};
    sort_by_contexts(range, keys, values);
    Suffixes const result = result_of(keys, values);
    ++m_context.report.statistics().parts;
    m_sink.take(result, m_done);
    if (m_plan.overlaps) write_pending();
    m_pending = result.data() == result_array(a) ? a : b;
    m_pending_size = size;
    m_done += size;
    if (m_plan.overlaps) return;
    m_context.space.fence("lexikos::suffix_array::part");
    write_pending();
  }

  void sort_by_contexts(SuffixRange const& range, primitives::DoubleBuffer<Keys>& keys,
                        primitives::DoubleBuffer<Values>& values)
  {
    using List = ListSuffixOfRange<Key, MemorySpace>;
    using Visitor = SuffixVisitor<std::uint32_t, MemorySpace, List, SortedSamples<MemorySpace>>;
    auto const& space = m_context.space;
    KeyBits bits = KeyBits{}.next(range, max_key_bits());
    auto const list = [&] { return List{{m_sampled, range, bits}, m_divided, keys.current, values.current}; };
    m_context.step("list by samples", [&] {
      for_each_suffix_by_samples(space, "lexikos::suffix_array::list_suffixes_of_range",
                                 Visitor{m_sampled, m_samples, m_found, list()});
    });
    m_context.step("last sort", [&] {
      while (bits.count != 0) {  // none are left: the order of the samples is that of the suffixes
        int const upper = m_divided.upper_bits;
        primitives::radix_sort_pairs(space, keys, values, upper, upper + bits.count, m_context.workspace);
        bits = bits.next(range, max_key_bits());
        if (bits.count != 0)
          Kokkos::parallel_for("lexikos::suffix_array::change_keys",
                               backends::Range<ExecutionSpace>(space, 0, keys.current.extent(0)),
                               ChangeKey<Key, MemorySpace>{list()});
      }
    });
  }

  [[nodiscard]] Suffixes result_of(primitives::DoubleBuffer<Keys> const& keys,
                                   primitives::DoubleBuffer<Values> const& values) const
  {
    if constexpr (keys_become_result) {
      Kokkos::parallel_for("lexikos::suffix_array::join_positions",
                           backends::Range<ExecutionSpace>(m_context.space, 0, keys.current.extent(0)),
                           JoinPositions<MemorySpace>{m_divided, keys.current, values.current});
      return keys.current;
    }
    else
      return values.current;
  }
  [[nodiscard]] Position* result_array(std::size_t a) const
  {
    if constexpr (keys_become_result)
      return m_keys[a].data();
    else
      return m_values[a].data();
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
    Suffixes const suffixes(result_array(m_pending), size);
    m_context.step("write part", [&] { m_sink.write(suffixes, m_written); });
    m_written += size;
  }

  Context<ExecutionSpace> const& m_context;
  SampledText<MemorySpace> m_sampled;
  SortedSamples<MemorySpace> m_samples;
  PartPlan m_plan;
  PartSink<Position, MemorySpace>& m_sink;
  DividedPosition m_divided;
  Span<std::uint64_t, MemorySpace> m_numbers;  ///< [0..leaders()) WindowNumbers
  SuffixesBySamples<std::uint32_t, MemorySpace> m_found;
  std::array<Values, 3> m_values;  ///< the third where results overlap, and are these
  std::array<Keys, 3> m_keys;      ///< likewise
  std::size_t m_pending = 0;       ///< the array whose part is not written yet
  std::size_t m_pending_size = 0;  ///< 0: none
  std::size_t m_done = 0;
  std::size_t m_written = 0;
};

template <class MemorySpace>
bool has_narrow_keys(SampledText<MemorySpace> const& sampled, std::size_t position_bytes)
{
  return position_bytes == sizeof(std::uint32_t) && sampled.context_bits() <= 32;
}

}  // namespace

template <class ExecutionSpace>
std::size_t last_sort_bytes(SampledText<typename ExecutionSpace::memory_space> const& sampled, std::size_t m,
                            PartPlan const& plan, std::size_t position_bytes)
{
  std::size_t const leaders = sampled.short_suffixes() + m;
  std::size_t const key_bytes =
      has_narrow_keys(sampled, position_bytes) ? sizeof(std::uint32_t) : sizeof(std::uint64_t);
  std::size_t const of_suffix =
      2 * (key_bytes + sizeof(std::uint32_t)) + (plan.overlaps ? position_bytes : 0);  // a third array of results
  std::size_t const looked_at = sizeof(ContextNumber) * std::min(max_looked_at, sampled.packed.n);
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
  if constexpr (sizeof(Position) == sizeof(std::uint32_t))
    if (has_narrow_keys(sampled, sizeof(Position)))
      return LastSort<std::uint32_t, Position, ExecutionSpace>(context, sampled, samples, plan, sink).run();
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
