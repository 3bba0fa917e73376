// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "suffix_array/in_parts/sort_in_parts.hpp"

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <lexikos/detail/execution_spaces.hpp>
#include <optional>

#include "common/copy_from_host.hpp"
#include "suffix_array/in_parts/memory_plan.hpp"
#include "system/device_memory.hpp"

namespace lexikos::suffix_array_detail
{

namespace
{

/// What may be taken where the caller has set no limit: all that is free, or held by the workspace, but for what others of the
/// process may need. The same from run to run, so that memory is planned as before, and need not be asked for anew.
template <class ExecutionSpace>
std::size_t available_bytes(Workspace& workspace)
{
  std::size_t const held = workspace.allocated_bytes_of<typename ExecutionSpace::memory_space>();
  std::size_t const available = detail::available_memory<ExecutionSpace>().free + held;
  std::size_t const reserve = std::max<std::size_t>(available / 32, std::size_t{256} << 20);
  return available - std::min(available, reserve);
}

/// One sort: its stages, each of which takes one block of memory, so that none is lost between blocks.
template <class ExecutionSpace>
class SortInParts
{
  using MemorySpace = typename ExecutionSpace::memory_space;

 public:
  SortInParts(Context<ExecutionSpace> const& context, PartsJob const& job)
      : m_context(context),
        m_job(job),
        m_whole_scope(context.workspace),
        m_plan(m_job, context.tuning, job.bytes != 0 ? job.bytes : available_bytes<ExecutionSpace>(context.workspace)),
        m_source{job.text, job.is_on_host, transfer_bytes(m_plan.limit())}
  {}

  std::size_t run()
  {
    std::size_t const n = m_plan.n();
    require_numbered_length(n, m_context.tuning.low_position_bits);
    if (m_job.is_on_host)
      m_staging = m_context.workspace.template take<std::uint8_t, detail::PinnedSpace>(detail::chunks_of_stream *
                                                                                       transfer_bytes(m_plan.limit()));
    pack();
    find_samples_of_text();
    m_plan.require_enough(m_sampled, m_samples);
    PartPlan const parts = m_plan.parts(m_sampled, m_samples);
    reserve(parts);
    SortedSamples<MemorySpace> const sorted = sort_samples();
    std::optional<PieceStream<ExecutionSpace>> stream;
    if (m_job.writes_to_host())
      stream.emplace(m_context.space, transfer_bytes(m_plan.limit()), m_context.workspace.resource(), m_staging);
    PieceStream<ExecutionSpace>* const to_host = stream ? &*stream : nullptr;
    std::size_t const rank = m_plan.has_wide_positions() ? write_parts<std::uint64_t>(sorted, parts, to_host)
                                                         : write_parts<std::uint32_t>(sorted, parts, to_host);
    m_context.report.progress(0);
    return rank;
  }

 private:
  void pack()
  {
    m_context.step("pack", [&] {
      SourceReader<ExecutionSpace> reader(m_context, m_source, m_staging);
      std::size_t looking = 0;
      if (auto const guess = guess_alphabet(m_source, m_context.tuning.looked_at_to_guess))
        m_alphabet = *guess;
      else {
        looking = find_alphabet_bytes<ExecutionSpace>(m_source);
        m_plan.require_bytes(looking + source_copy_bytes(m_source));
        m_context.workspace.template reserve<MemorySpace>(looking);
        Workspace::Scope const scope(m_context.workspace);
        m_alphabet = find_alphabet(reader);
      }
      while (!pack_with_alphabet(reader, looking)) {
      }
    });
    m_context.report.statistics().alphabet_size = m_alphabet.alphabet.size;
    m_context.report.statistics().first_depth = static_cast<unsigned>(m_sampled.packed.symbols_per_key());
  }

  /// \param looking  bytes that finding the alphabet took, in a block that is still there
  /// \return whether all symbols had a code; else they have one now
  [[nodiscard]] bool pack_with_alphabet(SourceReader<ExecutionSpace>& reader, std::size_t looking)
  {
    m_scope.emplace(m_context.workspace);
    int const bits = m_alphabet.alphabet.bits;
    std::size_t const packing = m_plan.packing_bytes(m_source, bits, m_alphabet.values.size());
    m_plan.require_bytes(packing + source_copy_bytes(m_source));
    m_plan.set_packed(std::max(looking, packing));  // one block, where the first was large enough
    bool const was_guessed = m_alphabet.is_guessed;
    if (!was_guessed) require_enough_for_samples();
    m_context.workspace.template reserve<MemorySpace>(packing);
    auto const words = m_context.template take<std::uint64_t>(packed_words(m_plan.n(), bits));
    if (!pack_text(reader, m_alphabet, words)) return false;
    if (was_guessed) require_enough_for_samples();
    m_sampled.packed = {words, m_plan.n(), bits};
    return true;
  }

  /// A sample in every window, at least.
  void require_enough_for_samples() const
  {
    auto const sizes = sampled_sizes<MemorySpace>(m_plan.n(), m_alphabet.alphabet);
    m_plan.require_enough(sizes, sizes.distances.size / static_cast<std::size_t>(sizes.distances.sampling.window));
  }

  void find_samples_of_text()
  {
    m_context.step("find samples", [&] {
      auto const words = m_context.template take<std::uint32_t>(sample_distance_words(m_plan.n()));
      m_sampled.distances =
          find_samples(m_context.space, m_sampled.packed, sampling_for(m_alphabet.alphabet, true), words);
      m_samples = count_samples(m_context.space, m_sampled.distances);
    });
    detail::require(m_samples <= max_numbered_samples, ErrorCode::not_supported,
                    "a text with " + std::to_string(m_samples) + " samples, more than can be numbered");
    m_context.report.statistics().sampled = m_samples;
  }

  /// One block for all that follows.
  void reserve(PartPlan const& parts)
  {
    m_sort_bytes =
        std::min(m_plan.left(m_samples), max_sort_numbered_samples_bytes<ExecutionSpace>(m_plan.n(), m_samples));
    std::size_t const part_bytes = m_plan.part_bytes(m_sampled, m_samples, parts);
    m_context.workspace.template reserve<MemorySpace>(m_plan.sorted_bytes(m_samples) +
                                                      std::max(m_sort_bytes, part_bytes));
  }

  SortedSamples<MemorySpace> sort_samples()
  {
    SortedSamples<MemorySpace> sorted;
    sorted.low_bits = m_context.tuning.low_position_bits;
    sorted.low = m_context.template take<std::uint32_t>(m_samples);
    if (m_plan.has_upper_bits()) sorted.upper = m_context.template take<std::uint8_t>(m_samples);
    if (m_samples != 0) sort_numbered_samples(m_context, m_sampled, sorted, m_sort_bytes);
    return sorted;
  }

  template <class Position>
  std::size_t write_parts(SortedSamples<MemorySpace> const& sorted, PartPlan const& parts,
                          PieceStream<ExecutionSpace>* stream)
  {
    if (m_job.bwt != nullptr) return write_transform<Position>(sorted, parts, stream);
    ArraySink<Position, ExecutionSpace> sink(m_context, m_job.suffix_array, m_job.inverse, stream, parts.most);
    last_sort<Position>(m_context, m_sampled, sorted, parts, sink);
    return 0;
  }

  template <class Position>
  std::size_t write_transform(SortedSamples<MemorySpace> const& sorted, PartPlan const& parts,
                              PieceStream<ExecutionSpace>* stream)
  {
    auto const& symbol = m_alphabet.alphabet.symbol;
    auto const symbols = detail::copy_from_host(m_context.space, symbol, m_context.workspace);
    TransformSink<Position, ExecutionSpace> sink(m_context, m_sampled.packed, symbols, {m_job.bwt, m_job.ranks},
                                                 stream);
    last_sort<Position>(m_context, m_sampled, sorted, parts, sink);
    std::uint8_t const* const last = m_job.text.data + m_plan.n() - 1;
    Span<std::uint8_t, MemorySpace> const first_symbol(m_job.bwt, 1);
    if (m_job.writes_to_host())
      m_job.bwt[0] = *last;
    else if (m_job.is_on_host)
      Kokkos::deep_copy(m_context.space, first_symbol, *last);
    else
      Kokkos::deep_copy(m_context.space, first_symbol, Span<std::uint8_t const, MemorySpace>(last, 1));
    return sink.rank_of_text() + 1;
  }

  Context<ExecutionSpace> const& m_context;
  PartsJob const& m_job;
  Workspace::Scope m_whole_scope;
  MemoryPlan<ExecutionSpace> m_plan;
  TextSource m_source;
  Span<std::uint8_t, detail::PinnedSpace> m_staging;  ///< through which text and results pass; kept with the workspace
  std::optional<Workspace::Scope> m_scope;            ///< of the packed text, and of all that is taken after it
  SourceAlphabet m_alphabet;
  SampledText<MemorySpace> m_sampled;
  std::size_t m_samples = 0;
  std::size_t m_sort_bytes = 0;
};

}  // namespace

template <class ExecutionSpace>
std::size_t sort_in_parts(Context<ExecutionSpace> const& context, PartsJob const& job)
{
  return SortInParts<ExecutionSpace>(context, job).run();
}

template <class ExecutionSpace>
std::size_t sort_in_parts_bytes(PartsJob const& job, std::size_t alphabet_size, std::size_t samples)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  Tuning const tuning = Tuning::of<ExecutionSpace>();
  // the buffers grow with the limit up to a bound, which is what they count here
  MemoryPlan<ExecutionSpace> plan(job, tuning, std::size_t{1} << 62);
  Alphabet const alphabet =
      alphabet_of_integers(static_cast<std::uint32_t>(std::max<std::size_t>(alphabet_size, 1) - 1));
  auto const sampled = sampled_sizes<MemorySpace>(plan.n(), alphabet);
  TextSource const source{job.text, job.is_on_host, transfer_bytes(std::size_t{1} << 62)};
  std::size_t const distinct = job.text.symbol_bytes == 1 ? 0 : alphabet_size;
  plan.set_packed(
      std::max(find_alphabet_bytes<ExecutionSpace>(source), plan.packing_bytes(source, alphabet.bits, distinct)));
  return plan.min_bytes(sampled, samples, samples);
}

#define LEXIKOS_INSTANTIATE(SPACE)                                            \
  template std::size_t sort_in_parts(Context<SPACE> const&, PartsJob const&); \
  template std::size_t sort_in_parts_bytes<SPACE>(PartsJob const&, std::size_t, std::size_t);
LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos::suffix_array_detail
