// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What a sort in parts takes at each of its stages, so that it is known before it is taken.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>

#include "common/primitive_bytes.hpp"
#include "suffix_array/in_parts/sort_in_parts.hpp"
#include "suffix_array/samples/last_sort.hpp"
#include "suffix_array/samples/sort_numbered.hpp"

namespace lexikos::suffix_array_detail
{

/// A text as far as its length and alphabet tell what a sort takes.
template <class MemorySpace>
[[nodiscard]] SampledText<MemorySpace> sampled_sizes(std::size_t n, Alphabet const& alphabet)
{
  SampledText<MemorySpace> sampled;
  sampled.packed.n = n;
  sampled.packed.bits = alphabet.bits;
  sampled.distances.sampling = sampling_for(alphabet, true);
  sampled.distances.size = n - std::min(n, sampled.distances.sampling.context() - 1);
  return sampled;
}

/// Bytes of each of the four buffers through which text and results pass, where they do.
inline std::size_t transfer_bytes(std::size_t limit)
{
  std::size_t const most = std::size_t{64} << 20;
  return std::clamp<std::size_t>(limit / 64 / 4096 * 4096, 4096, most);
}

template <class ExecutionSpace>
class MemoryPlan
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  static constexpr std::size_t padding = 16 * Workspace::alignment;
  static constexpr std::size_t min_part = 4096;        // or the whole of a shorter text
  static constexpr std::size_t max_part = 0xFFFFFFFE;  // what places of u32 count

 public:
  MemoryPlan(PartsJob const& job, Tuning const& tuning, std::size_t limit)
      : m_job(job), m_tuning(tuning), m_limit(limit), m_buffers(job.is_on_host ? 4 * transfer_bytes(limit) : 0)
  {}

  [[nodiscard]] std::size_t n() const { return m_job.text.symbols; }
  [[nodiscard]] std::size_t limit() const { return m_limit; }
  [[nodiscard]] bool has_wide_positions() const { return n() >= m_tuning.min_length_of_wide_positions; }
  [[nodiscard]] std::size_t position_bytes() const { return has_wide_positions() ? 8 : 4; }
  /// A part is written while the next one is sorted: not where the inverse takes the same time.
  [[nodiscard]] bool overlaps() const { return m_job.writes_to_host() && !m_job.inverse.is_wanted(); }

  // ----- the packed text

  /// With what packing takes for itself, which nobody uses later.
  [[nodiscard]] std::size_t packing_bytes(TextSource const& source, int bits, std::size_t distinct) const
  {
    return 8 * packed_words(n(), bits) + 4 * sample_distance_words(n()) +
           pack_text_bytes<ExecutionSpace>(source, distinct) + padding;
  }
  /// What that was.
  void set_packed(std::size_t bytes) { m_packed = bytes; }

  // ----- the samples

  [[nodiscard]] bool has_upper_bits() const { return n() > std::size_t{1} << m_tuning.low_position_bits; }
  [[nodiscard]] std::size_t sorted_bytes(std::size_t m) const { return (has_upper_bits() ? 5 : 4) * m + padding; }
  /// What is left once buffers, packed text and sorted samples have their memory.
  [[nodiscard]] std::size_t left(std::size_t m) const
  {
    std::size_t const taken = taken_bytes(m);
    return m_limit - std::min(m_limit, taken);
  }

  // ----- the parts

  [[nodiscard]] std::size_t part_bytes(SampledText<MemorySpace> const& sampled, std::size_t m,
                                       PartPlan const& plan) const
  {
    bool const far_inverse = m_job.writes_to_host() && m_job.inverse.is_wanted();
    std::size_t const sink = far_inverse ? 4 * (position_bytes() * plan.most + Workspace::alignment) : 0;
    return last_sort_bytes<ExecutionSpace>(sampled, m, plan, position_bytes()) + sink + padding;
  }

  /// The parts that fit, as few as that and the caller allow.
  [[nodiscard]] PartPlan parts(SampledText<MemorySpace> const& sampled, std::size_t m) const
  {
    std::size_t const room = left(m);
    std::size_t fits = 0;
    for (std::size_t begin = 1, end = std::min(n(), max_part) + 1; begin < end;) {
      std::size_t const most = begin + (end - begin) / 2;
      if (part_bytes(sampled, m, {1, most, overlaps()}) <= room) {
        fits = most;
        begin = most + 1;
      }
      else
        end = most;
    }
    PartPlan plan{m_job.parts, fits, overlaps()};
    if (overlaps() && n() >= m_tuning.min_length_to_overlap)
      plan.parts = std::max(plan.parts, m_tuning.parts_that_overlap);
    // parts are of about equal size only
    if (fits < n() && fits != 0) plan.parts = std::max(plan.parts, n() / (fits - fits / 8) + 1);
    std::size_t const mean = n() / plan.parts + 1;
    if (plan.parts > 1) plan.most = std::min(plan.most, std::max<std::size_t>(64, mean + mean / 4));
    return plan;
  }

  /// Error (out_of_memory), with the bytes needed, unless the limit suffices for samples of which all are in their place after
  /// the first sort, and for small parts.
  void require_enough(SampledText<MemorySpace> const& sampled, std::size_t m) const
  {
    require_bytes(min_bytes(sampled, m, 0));
  }
  void require_bytes(std::size_t needed) const
  {
    detail::require(needed <= m_limit, ErrorCode::out_of_memory,
                    "a text of " + std::to_string(n()) + " symbols needs at least " + std::to_string(needed) +
                        " bytes of memory to be sorted in parts, and may take " + std::to_string(m_limit));
  }

  /// \param unsorted  samples after their first sort
  [[nodiscard]] std::size_t min_bytes(SampledText<MemorySpace> const& sampled, std::size_t m,
                                      std::size_t unsorted) const
  {
    std::size_t const sort = sort_numbered_samples_bytes<ExecutionSpace>(n(), m, unsorted);
    std::size_t const part = part_bytes(sampled, m, {1, std::min(n(), min_part), overlaps()});
    return taken_bytes(m) + std::max(sort, part);
  }

 private:
  [[nodiscard]] std::size_t taken_bytes(std::size_t m) const
  {
    return m_buffers + m_packed + sorted_bytes(m) + padding;
  }

  PartsJob const& m_job;
  Tuning const& m_tuning;
  std::size_t m_limit;
  std::size_t m_buffers;
  std::size_t m_packed = 0;
};

}  // namespace lexikos::suffix_array_detail
