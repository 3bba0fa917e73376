// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <lexikos/detail/execution_spaces.hpp>

#include "distributed/prepare.hpp"

#include "distributed/whole_text.hpp"

namespace lexikos::distributed_detail
{

Tuning& tuning()
{
  static Tuning tuning;
  return tuning;
}

namespace
{

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
PackedText<typename ExecutionSpace::memory_space> pack_block(
    Context<ExecutionSpace> const& context, detail::BytesOfText<typename ExecutionSpace::memory_space> const& text)
{
  Alphabet alphabet;
  return with_codes(context, text, alphabet, [&](auto const& codes) {
    std::size_t const words = suffix_array_detail::packed_words(text.size(), alphabet.bits);
    return pack_codes(context, text.size(), codes, alphabet.bits, context.template take<std::uint64_t>(words));
  });
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
  template PackedText<SPACE::memory_space> pack_block(Context<SPACE> const&,                                           \
                                                      detail::BytesOfText<SPACE::memory_space> const&);                \
  template SampleRanks<SPACE::memory_space> sort_samples(Context<SPACE> const&, LocalText<SPACE::memory_space> const&, \
                                                         Blocks const&, SplitterTuning const&, Report&);
LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos::distributed_detail
