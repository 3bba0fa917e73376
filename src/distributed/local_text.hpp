// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// A rank's block of the text, packed, with as many symbols of other blocks on both sides as its windows and keys reach into,
// and its samples.

#include <Kokkos_BitManipulation.hpp>

#include "distributed/symbol_codes.hpp"
#include "suffix_array/samples/synchronizing_set.hpp"
#include "suffix_array/text/packed_text.hpp"

namespace lexikos::distributed_detail
{

using suffix_array_detail::PackedText;
using suffix_array_detail::SampleDistances;
using suffix_array_detail::Sampling;

/// What all ranks settle from the alphabet.
struct Plan
{
  std::uint64_t n = 0;  ///< symbols of the whole text
  int bits = 1;
  Sampling sampling;
  int key_words = 1;  ///< by which samples are sorted first

  [[nodiscard]] KOKKOS_FUNCTION int symbols_per_word() const { return 64 / bits; }
  /// Symbols that the first sort compares.
  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t first_depth() const
  {
    return static_cast<std::uint64_t>(key_words) * static_cast<std::uint64_t>(symbols_per_word());
  }
  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t context() const { return sampling.context(); }
  [[nodiscard]] KOKKOS_FUNCTION int context_bits() const { return static_cast<int>(context()) * bits; }
  /// Symbols of other blocks that a rank holds, before its own and after.
  [[nodiscard]] std::uint64_t left_halo() const { return static_cast<std::uint64_t>(sampling.window - 1); }
  [[nodiscard]] std::uint64_t right_halo() const { return first_depth() + context(); }
};

/// The windows of a sort by one key where these are wide enough; else those that two keys hold, and samples are sorted by
/// three, which costs little and leaves less for the rounds.
[[nodiscard]] inline Plan make_plan(std::uint64_t n, Alphabet const& alphabet)
{
  Sampling const sampling = suffix_array_detail::sampling_for(alphabet, true);
  bool const by_one_key = sampling.context() < static_cast<std::size_t>(64 / alphabet.bits);
  return {n, alphabet.bits, sampling, by_one_key ? 1 : 3};
}

/// Positions in `packed` are those of the text less `first` plus `left`.
template <class MemorySpace>
struct LocalText
{
  Plan plan;
  PackedText<MemorySpace> packed;
  SampleDistances<MemorySpace> distances;
  std::uint64_t first = 0;  ///< the block's first position
  std::size_t size = 0;     ///< symbols of the block
  std::size_t left = 0;     ///< symbols of the halo before it

  /// Of a position of the block: all of it is followed by as many symbols as are asked for, or by the end.
  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t symbols(std::size_t offset, int count) const
  {
    return packed.symbols(left + offset, count);
  }
  /// Whether a window begins there: it is not cut by the end of the text.
  [[nodiscard]] KOKKOS_FUNCTION bool has_window(std::size_t offset) const
  {
    return first + offset + plan.context() <= plan.n;
  }
  /// Offset of the window's sample, which may lie after the block.
  [[nodiscard]] KOKKOS_FUNCTION std::size_t sample(std::size_t offset) const
  {
    return offset + distances(left + offset);
  }
  [[nodiscard]] KOKKOS_FUNCTION bool is_sample(std::size_t offset) const
  {
    return suffix_array_detail::windows_of(distances, left + offset) != 0;
  }
};

/// Codes of the symbols around a block, by their place in the packed text.
template <class Codes, class MemorySpace>
struct CodesWithHalos
{
  Codes own;
  std::size_t left;
  std::size_t size;
  Span<std::uint32_t, MemorySpace> halos;  ///< those before the block, then those after it

  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t operator()(std::size_t place) const
  {
    if (place < left) return halos(place);
    return place < left + size ? own(place - left) : halos(place - size);
  }
};

/// One word of the packed text.
template <class Codes, class MemorySpace>
struct PackCodes
{
  Codes codes;
  PackedText<MemorySpace> packed;

  KOKKOS_FUNCTION void operator()(std::size_t q) const
  {
    std::size_t const bit = q * 64;
    std::size_t place = bit / static_cast<std::size_t>(packed.bits);
    int filled = -static_cast<int>(bit % static_cast<std::size_t>(packed.bits));
    std::uint64_t word = 0;
    for (; filled < 64 && place < packed.n; filled += packed.bits, ++place) {
      std::uint64_t const code = codes(place);
      int const shift = 64 - filled - packed.bits;
      word |= shift >= 0 ? code << shift : code >> -shift;
    }
    packed.words(q) = word;
  }
};

/// Symbols at the ends of the blocks of all ranks, from which every rank composes what surrounds its own.
/// \param own     own(i) of the block's symbols; a functor
/// Returns the symbols before the block and those after it, as many as the plan wants or as there are. Collective; fences.
struct Halos
{
  std::vector<std::uint32_t> before;
  std::vector<std::uint32_t> after;
};

template <class Codes>
struct EndOfBlock
{
  Codes own;
  std::size_t size;
  std::size_t max_first;  ///< entries for the first symbols
  std::size_t max_last;

  KOKKOS_FUNCTION std::uint32_t operator()(std::size_t i) const
  {
    if (i < max_first) return i < size ? own(i) : 0;
    std::size_t const from_end = max_first + max_last - i;  // 1 for the last symbol
    return from_end <= size ? own(size - from_end) : 0;
  }
};

template <class ExecutionSpace, class Codes>
[[nodiscard]] Halos gather_halos(Context<ExecutionSpace> const& context, Plan const& plan, Blocks const& blocks,
                                 Codes const& own)
{
  std::size_t const max_last = plan.left_halo();
  std::size_t const max_first = plan.right_halo();
  std::size_t const entries = max_first + max_last;
  std::size_t const rank = context.rank();
  std::vector<std::uint32_t> ends;
  {
    Workspace::Scope const scope(context.workspace);
    auto const mine = context.template take<std::uint32_t>(entries);
    fill_by(context.space, "lexikos::distributed::ends_of_block", mine,
            EndOfBlock<Codes>{own, blocks.extent(rank), max_first, max_last});
    ends = detail::read_all_back(context.space, mine);
  }
  std::vector<std::uint32_t> all(entries * context.size());
  context.ranks().all_gather(ends.data(), entries * sizeof(std::uint32_t), all.data());

  Halos halos;
  if (blocks.extent(rank) == 0) return halos;
  for (std::size_t r = rank + 1; r < context.size() && halos.after.size() < max_first; ++r)
    for (std::size_t i = 0; i < blocks.extent(r) && halos.after.size() < max_first; ++i)
      halos.after.push_back(all[r * entries + i]);
  for (std::size_t r = rank; r-- > 0 && halos.before.size() < max_last;)
    for (std::size_t i = 1; i <= blocks.extent(r) && halos.before.size() < max_last; ++i)
      halos.before.push_back(all[(r + 1) * entries - i]);
  std::reverse(halos.before.begin(), halos.before.end());
  return halos;
}

/// Packs the block and finds the samples of its windows. Collective. The memory is the caller's scope's.
template <class ExecutionSpace, class Codes>
[[nodiscard]] LocalText<typename ExecutionSpace::memory_space> make_local_text(Context<ExecutionSpace> const& context,
                                                                               Plan const& plan, Blocks const& blocks,
                                                                               Codes const& own)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  Halos halos = gather_halos(context, plan, blocks, own);
  LocalText<MemorySpace> text;
  text.plan = plan;
  text.first = blocks.first(context.rank());
  text.size = blocks.extent(context.rank());
  text.left = halos.before.size();
  text.packed.n = text.left + text.size + halos.after.size();
  text.packed.bits = plan.bits;
  text.packed.words = context.template take<std::uint64_t>(suffix_array_detail::packed_words(text.packed.n, plan.bits));
  auto const distances =
      context.template take<std::uint32_t>(suffix_array_detail::sample_distance_words(text.packed.n));

  halos.before.insert(halos.before.end(), halos.after.begin(), halos.after.end());
  Workspace::Scope const scope(context.workspace);
  CodesWithHalos<Codes, MemorySpace> const codes{own, text.left, text.size, on_device(context, halos.before)};
  Kokkos::parallel_for("lexikos::distributed::pack",
                       backends::Range<ExecutionSpace>(context.space, 0, text.packed.words.extent(0)),
                       PackCodes<decltype(codes), MemorySpace>{codes, text.packed});
  text.distances = suffix_array_detail::find_samples(context.space, text.packed, plan.sampling, distances);
  return text;
}

/// Which positions of the block are samples, and their numbers on this rank in the order of the text.
template <class MemorySpace>
struct SampleNumbers
{
  Span<std::uint64_t, MemorySpace> bits;    ///< of 64 positions each
  Span<std::uint32_t, MemorySpace> before;  ///< samples before each word
  std::size_t count = 0;

  [[nodiscard]] KOKKOS_FUNCTION std::size_t operator()(std::size_t offset) const
  {
    std::uint64_t const lower = bits(offset / 64) & ((std::uint64_t{1} << (offset % 64)) - 1);
    return before(offset / 64) + static_cast<std::size_t>(Kokkos::Experimental::popcount_builtin(lower));
  }
};

template <class MemorySpace>
struct FindSampleBits
{
  LocalText<MemorySpace> text;
  SampleNumbers<MemorySpace> numbers;

  KOKKOS_FUNCTION void operator()(std::size_t q) const
  {
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < 64 && q * 64 + i < text.size; ++i)
      if (text.is_sample(q * 64 + i)) word |= std::uint64_t{1} << i;
    numbers.bits(q) = word;
    numbers.before(q) = static_cast<std::uint32_t>(Kokkos::Experimental::popcount_builtin(word));
  }
};

template <class MemorySpace>
struct ListSamples
{
  SampleNumbers<MemorySpace> numbers;
  Span<std::uint32_t, MemorySpace> samples;

  KOKKOS_FUNCTION void operator()(std::size_t q) const
  {
    std::size_t j = numbers.before(q);
    for (std::uint64_t left = numbers.bits(q); left != 0; left &= left - 1)
      samples(j++) = static_cast<std::uint32_t>(
          q * 64 + static_cast<std::size_t>(Kokkos::Experimental::countr_zero_builtin(left)));
  }
};

/// The memory is the caller's scope's. Fences.
template <class ExecutionSpace>
[[nodiscard]] SampleNumbers<typename ExecutionSpace::memory_space> number_samples(
    Context<ExecutionSpace> const& context, LocalText<typename ExecutionSpace::memory_space> const& text)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  std::size_t const words = text.size / 64 + 1;
  SampleNumbers<MemorySpace> numbers{context.template take<std::uint64_t>(words),
                                     context.template take<std::uint32_t>(words + 1)};
  Kokkos::parallel_for("lexikos::distributed::sample_bits", backends::Range<ExecutionSpace>(context.space, 0, words),
                       FindSampleBits<MemorySpace>{text, numbers});
  Kokkos::deep_copy(context.space, backends::subspan(numbers.before, words, words + 1), 0u);
  primitives::exclusive_scan(context.space, numbers.before, numbers.before, primitives::Sum{}, context.workspace);
  numbers.count = detail::read_back(context.space, numbers.before, words);
  return numbers;
}

}  // namespace lexikos::distributed_detail
