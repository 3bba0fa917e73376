// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <functional>
#include <lexikos/detail/scratch.hpp>
#include <lexikos/suffix_array.hpp>

#include "backends/primitives.hpp"
#include "suffix_array/context.hpp"
#include "suffix_array/text/compact_symbols.hpp"
#include "suffix_array/text/symbol_text.hpp"

namespace lexikos::suffix_array_detail
{

/// One call from outside: its scratch, its statistics, and the time that it takes.
template <class ExecutionSpace>
class Call
{
 public:
  /// \param suffixes  of the text
  Call(ExecutionSpace const& space, SuffixArrayOptions const& options, std::size_t suffixes)
      : m_scratch(space, options.workspace),
        m_statistics(options.statistics != nullptr ? *options.statistics : m_own_statistics),
        m_report(m_statistics, options.progress, suffixes, fence_of(space, options)),
        m_tuning(Tuning::of<ExecutionSpace>()),
        m_context{space, *m_scratch, m_report, m_tuning, options.segmented_sort}
  {
    primitives::require_segmented_sort<ExecutionSpace>(options.segmented_sort);
    m_statistics = {};
    m_statistics.algorithm = options.algorithm;
    m_scratch->reset_peak();
  }

  [[nodiscard]] Context<ExecutionSpace> const& context() const { return m_context; }

  void end()
  {
    m_context.space.fence("lexikos::suffix_array");
    m_statistics.workspace_bytes = m_scratch->peak_bytes();
    m_statistics.seconds = m_timer.seconds();
  }

 private:
  static std::function<void()> fence_of(ExecutionSpace const& space, SuffixArrayOptions const& options)
  {
    if (!options.time_steps || options.statistics == nullptr) return {};
    return [&space] { space.fence("lexikos::suffix_array::step_time"); };
  }

  Kokkos::Timer m_timer;
  detail::Scratch<ExecutionSpace> m_scratch;
  SuffixArrayStatistics m_own_statistics;
  SuffixArrayStatistics& m_statistics;
  Report m_report;
  Tuning m_tuning;
  Context<ExecutionSpace> m_context;
};

/// The text as the sorters take it: wide symbols are numbered. Memory is taken in the caller's scope.
template <class Index, class ExecutionSpace, class Symbol>
SymbolText<typename ExecutionSpace::memory_space> symbol_text(
    Context<ExecutionSpace> const& context, Span<Symbol const, typename ExecutionSpace::memory_space> const& text)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  if constexpr (sizeof(Symbol) == 1) {
    return SymbolText<MemorySpace>(text);
  }
  else {
    CompactText<MemorySpace> compact;
    context.step("compact", [&] { compact = compact_symbols<Index>(context.space, text, context.workspace); });
    context.report.statistics().alphabet_size = compact.alphabet_size;
    return compact.text;
  }
}

}  // namespace lexikos::suffix_array_detail
