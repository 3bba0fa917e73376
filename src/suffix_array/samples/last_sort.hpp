// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// From the sorted samples to all suffixes, in parts that follow each other and hand their suffixes to a sink: to memory of the
// device, or away from it, so that not all of them need to be there at one time. A part is a range of contexts; of a context
// that more suffixes have than a part holds, a range of the samples that lead to them, whose order is that of the suffixes.
// Contexts and samples tell any two suffixes apart, so that no text has a part that cannot be divided.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "suffix_array/samples/sample_numbers.hpp"
#include "suffix_array/samples/suffixes_by_samples.hpp"

namespace lexikos::suffix_array_detail
{

/// Where parts go, one after the other.
template <class Position, class MemorySpace>
class PartSink
{
 public:
  using Suffixes = Span<Position, MemorySpace>;

  PartSink() = default;
  PartSink(PartSink const&) = delete;
  PartSink& operator=(PartSink const&) = delete;
  virtual ~PartSink() = default;

  /// The sort of a part is enqueued: what else is to be done with it on the same instance.
  /// \param suffixes  [0..size) that have the ranks first, first + 1, ...
  virtual void take(Suffixes const& suffixes, std::size_t first) = 0;
  /// The part is sorted, and what `take` enqueued is done. The next part may be sorted on the instance meanwhile. On return
  /// the memory is free.
  virtual void write(Suffixes const& suffixes, std::size_t first) = 0;
};

/// How the last sort is divided.
struct PartPlan
{
  std::size_t parts = 1;  ///< about so many
  std::size_t most = 0;   ///< suffixes of a part, at least the 16 of a sample
  bool overlaps = false;  ///< a part is written while the next one is sorted, which takes a third array of suffixes
};

/// Bytes of workspace that `last_sort` takes, at most.
/// \param m               samples
/// \param position_bytes  of a suffix while it is sorted
template <class ExecutionSpace>
[[nodiscard]] std::size_t last_sort_bytes(SampledText<typename ExecutionSpace::memory_space> const& sampled,
                                          std::size_t m, PartPlan const& plan, std::size_t position_bytes);

/// Sorts all suffixes and gives them to the sink. Reports progress after each part. Fences.
/// \tparam Position  u32 or u64, of a suffix while it is sorted
/// \param samples    sorted
template <class Position, class ExecutionSpace>
void last_sort(Context<ExecutionSpace> const& context,
               SampledText<typename ExecutionSpace::memory_space> const& sampled,
               SortedSamples<typename ExecutionSpace::memory_space> const& samples, PartPlan const& plan,
               PartSink<Position, typename ExecutionSpace::memory_space>& sink);

}  // namespace lexikos::suffix_array_detail
