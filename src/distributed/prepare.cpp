// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "distributed/prepare.hpp"

#include "system/execution_spaces.hpp"

namespace lexikos::distributed_detail
{

Tuning& tuning()
{
  static Tuning tuning;
  return tuning;
}

namespace
{

/// A block's symbols by their place in it.
template <class Codes>
struct CodesOfBlock
{
  Codes own;
  KOKKOS_FUNCTION std::uint64_t operator()(std::size_t i) const { return own(i); }
};

/// Symbols of all blocks, each packed by its owner from a word's beginning on.
template <class MemorySpace>
struct CodesOfBlocks
{
  Span<std::uint64_t, MemorySpace> words;
  BlocksOnDevice<MemorySpace> blocks;
  Span<std::uint64_t, MemorySpace> first_words;  ///< of each block
  int bits;

  KOKKOS_FUNCTION std::uint64_t operator()(std::size_t position) const
  {
    std::size_t const owner = blocks.owner(position);
    std::size_t const bit = (position - blocks.firsts(owner)) * static_cast<std::size_t>(bits);
    std::size_t const word = first_words(owner) + bit / 64;
    int const shift = static_cast<int>(bit % 64);
    std::uint64_t window = words(word) << shift;
    if (shift + bits > 64) window |= words(word + 1) >> (64 - shift);
    return window >> (64 - bits);
  }
};

template <class ExecutionSpace, class Codes>
PackedText<typename ExecutionSpace::memory_space> gather_codes(Context<ExecutionSpace> const& context,
                                                               Blocks const& blocks, Codes const& own, int bits)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Packed = PackedText<MemorySpace>;
  std::size_t const ranks = context.size();
  Packed text;
  text.n = blocks.total();
  text.bits = bits;
  text.words = context.template take<std::uint64_t>(suffix_array_detail::packed_words(text.n, bits));

  Workspace::Scope const scope(context.workspace);
  Routes routes{std::vector<std::uint64_t>(ranks), std::vector<std::uint64_t>(ranks), std::vector<std::uint64_t>(ranks),
                std::vector<std::uint64_t>(ranks)};
  for (std::size_t r = 0; r < ranks; ++r) {
    routes.receive_first[r] = routes.received;
    routes.receive_count[r] = suffix_array_detail::packed_words(blocks.extent(r), bits);
    routes.received += routes.receive_count[r];
  }
  std::size_t const mine = routes.receive_count[context.rank()];
  std::fill(routes.send_count.begin(), routes.send_count.end(), mine);
  Packed block;
  block.n = blocks.extent(context.rank());
  block.bits = bits;
  block.words = context.template take<std::uint64_t>(mine);
  Kokkos::parallel_for("lexikos::distributed::pack_block", backends::Range<ExecutionSpace>(context.space, 0, mine),
                       PackCodes<CodesOfBlock<Codes>, MemorySpace>{{own}, block});
  auto const words = context.template take<std::uint64_t>(routes.received);
  exchange<ExecutionSpace, std::uint64_t>(context, routes, block.words, words);
  CodesOfBlocks<MemorySpace> const codes{words, on_device(context, blocks), on_device(context, routes.receive_first),
                                         bits};
  Kokkos::parallel_for("lexikos::distributed::pack_text",
                       backends::Range<ExecutionSpace>(context.space, 0, text.words.extent(0)),
                       PackCodes<CodesOfBlocks<MemorySpace>, MemorySpace>{codes, text});
  return text;
}

/// Returns work(codes) with the codes of this rank's symbols, a functor. Collective.
template <class ExecutionSpace, class Work>
auto with_codes(Context<ExecutionSpace> const& context,
                detail::BytesOfText<typename ExecutionSpace::memory_space> const& text, Alphabet& alphabet,
                Work const& work)
{
  if (text.symbol_bytes == 1) return work(number_bytes(context, text.template symbols<std::uint8_t>(), alphabet));
  return work(number_symbols(context, text, alphabet));
}

}  // namespace

template <class ExecutionSpace>
LocalText<typename ExecutionSpace::memory_space> prepare_text(
    Context<ExecutionSpace> const& context, detail::BytesOfText<typename ExecutionSpace::memory_space> const& text,
    Blocks const& blocks, Report& report)
{
  report.begin("alphabet");
  Alphabet alphabet;
  return with_codes(context, text, alphabet, [&](auto const& codes) {
    report.begin("windows");
    Plan const plan = make_plan(blocks.total(), alphabet);
    report.plan(alphabet.size, static_cast<unsigned>(plan.sampling.window), static_cast<unsigned>(plan.context()),
                static_cast<unsigned>(plan.first_depth()));
    return make_local_text(context, plan, blocks, codes);
  });
}

template <class ExecutionSpace>
PackedText<typename ExecutionSpace::memory_space> gather_text(
    Context<ExecutionSpace> const& context, detail::BytesOfText<typename ExecutionSpace::memory_space> const& text,
    Blocks const& blocks)
{
  Alphabet alphabet;
  return with_codes(context, text, alphabet,
                    [&](auto const& codes) { return gather_codes(context, blocks, codes, alphabet.bits); });
}

template <class ExecutionSpace>
SampleRanks<typename ExecutionSpace::memory_space> sort_samples(
    Context<ExecutionSpace> const& context, LocalText<typename ExecutionSpace::memory_space> const& text,
    Blocks const& blocks, SplitterTuning const& tuning, Report& report)
{
  return SampleSort<ExecutionSpace>(context, text, blocks, tuning, report).run();
}

#define LEXIKOS_INSTANTIATE(SPACE)                                                                                     \
  template LocalText<SPACE::memory_space> prepare_text(                                                                \
      Context<SPACE> const&, detail::BytesOfText<SPACE::memory_space> const&, Blocks const&, Report&);                 \
  template PackedText<SPACE::memory_space> gather_text(                                                                \
      Context<SPACE> const&, detail::BytesOfText<SPACE::memory_space> const&, Blocks const&);                          \
  template SampleRanks<SPACE::memory_space> sort_samples(Context<SPACE> const&, LocalText<SPACE::memory_space> const&, \
                                                         Blocks const&, SplitterTuning const&, Report&);
LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos::distributed_detail
