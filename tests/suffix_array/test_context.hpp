// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What the layers below `suffix_array` are given, for tests that call them.

#include <cstddef>
#include <lexikos/suffix_array.hpp>
#include <lexikos/workspace.hpp>
#include <utility>

#include "suffix_array/context.hpp"
#include "suffix_array/text/symbol_text.hpp"
#include "tests/spaces.hpp"

namespace lexikos::tests
{

template <class ExecutionSpace>
class TestContext
{
 public:
  using Tuning = suffix_array_detail::Tuning;

  explicit TestContext(Workspace& workspace, ExecutionSpace const& space = {},
                       Tuning const& tuning = Tuning::of<ExecutionSpace>(), Progress progress = {},
                       std::size_t suffixes = 0)
      : m_space(space),
        m_tuning(tuning),
        m_report(statistics, std::move(progress), suffixes),
        m_context{m_space, workspace, m_report, m_tuning}
  {}
  TestContext(TestContext const&) = delete;
  TestContext& operator=(TestContext const&) = delete;

  [[nodiscard]] suffix_array_detail::Context<ExecutionSpace> const& operator*() const { return m_context; }
  [[nodiscard]] suffix_array_detail::Context<ExecutionSpace> const* operator->() const { return &m_context; }

  SuffixArrayStatistics statistics;

 private:
  ExecutionSpace m_space;
  Tuning m_tuning;
  suffix_array_detail::Report m_report;
  suffix_array_detail::Context<ExecutionSpace> m_context;
};

/// A view of bytes, or of numbered integers, as the sorters take it.
template <class View>
suffix_array_detail::SymbolText<typename View::memory_space> as_text(View const& view)
{
  using MemorySpace = typename View::memory_space;
  using Symbol = typename View::non_const_value_type;
  return suffix_array_detail::SymbolText<MemorySpace>(Span<Symbol const, MemorySpace>(view.data(), view.extent(0)));
}

}  // namespace lexikos::tests
