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

template <class ExecutionSpace, class Symbol>
LocalText<typename ExecutionSpace::memory_space> prepare_text(Context<ExecutionSpace> const& context,
                                                              SpanOn<Symbol const, ExecutionSpace> const& text,
                                                              Blocks const& blocks, Report& report)
{
  report.begin("alphabet");
  Alphabet alphabet;
  auto const codes = number_symbols(context, text, alphabet);
  report.begin("windows");
  Plan const plan = make_plan(blocks.total(), alphabet);
  report.plan(alphabet.size, static_cast<unsigned>(plan.sampling.window), static_cast<unsigned>(plan.context()),
              static_cast<unsigned>(plan.first_depth()));
  return make_local_text(context, plan, blocks, codes);
}

template <class ExecutionSpace>
SampleRanks<typename ExecutionSpace::memory_space> sort_samples(
    Context<ExecutionSpace> const& context, LocalText<typename ExecutionSpace::memory_space> const& text,
    Blocks const& blocks, SplitterTuning const& tuning, Report& report)
{
  return SampleSort<ExecutionSpace>(context, text, blocks, tuning, report).run();
}

#define LEXIKOS_INSTANTIATE_SYMBOL(SPACE, SYMBOL)                                                                 \
  template LocalText<SPACE::memory_space> prepare_text(Context<SPACE> const&, SpanOn<SYMBOL const, SPACE> const&, \
                                                       Blocks const&, Report&);
#define LEXIKOS_INSTANTIATE(SPACE)                                                                                     \
  LEXIKOS_INSTANTIATE_SYMBOL(SPACE, std::uint8_t)                                                                      \
  LEXIKOS_INSTANTIATE_SYMBOL(SPACE, std::uint16_t)                                                                     \
  LEXIKOS_INSTANTIATE_SYMBOL(SPACE, std::uint32_t)                                                                     \
  LEXIKOS_INSTANTIATE_SYMBOL(SPACE, std::uint64_t)                                                                     \
  template SampleRanks<SPACE::memory_space> sort_samples(Context<SPACE> const&, LocalText<SPACE::memory_space> const&, \
                                                         Blocks const&, SplitterTuning const&, Report&);
LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE
#undef LEXIKOS_INSTANTIATE_SYMBOL

}  // namespace lexikos::distributed_detail
