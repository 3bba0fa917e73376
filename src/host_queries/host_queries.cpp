// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <lexikos/detail/execution_spaces.hpp>
#include <lexikos/host_queries.hpp>

#include "host_queries/pipeline.hpp"
#include "system/works_on_host.hpp"

namespace lexikos
{

template <detail::ExecutionSpaceType ExecutionSpace>
HostQueries<ExecutionSpace>::HostQueries(ExecutionSpace const& space, HostQueriesOptions const& options,
                                         CopyingSpace const& copying)
    : m_implementation(std::make_unique<Implementation>(space, options, copying))
{}

template <detail::ExecutionSpaceType ExecutionSpace>
HostQueries<ExecutionSpace>::HostQueries(HostQueries&&) noexcept = default;

template <detail::ExecutionSpaceType ExecutionSpace>
HostQueries<ExecutionSpace>& HostQueries<ExecutionSpace>::operator=(HostQueries&&) noexcept = default;

template <detail::ExecutionSpaceType ExecutionSpace>
HostQueries<ExecutionSpace>::~HostQueries() = default;

template <detail::ExecutionSpaceType ExecutionSpace>
void HostQueries<ExecutionSpace>::run(std::size_t n, std::vector<In> const& in, std::vector<Out> const& out,
                                      Answer const& answer)
{
  if (n == 0) return;
  constexpr bool on_host = detail::works_on_host<memory_space>;
  if (on_host && !m_implementation->always_copy)
    m_implementation->run_in_place(n, in, out, answer);
  else
    m_implementation->run_in_chunks(n, in, out, answer);
}

template <detail::ExecutionSpaceType ExecutionSpace>
void HostQueries<ExecutionSpace>::run(std::size_t n, Sequences const& in, std::vector<Out> const& out,
                                      AnswerSequences const& answer)
{
  m_implementation->check(n, in);
  if (n == 0) return;
  constexpr bool on_host = detail::works_on_host<memory_space>;
  if (on_host && !m_implementation->always_copy)
    m_implementation->run_in_place(n, in, out, answer);
  else
    m_implementation->run_in_chunks(n, in, out, answer);
}

template <detail::ExecutionSpaceType ExecutionSpace>
void HostQueries<ExecutionSpace>::always_copy()
{
  m_implementation->always_copy = true;
}

template <detail::ExecutionSpaceType ExecutionSpace>
std::size_t HostQueries<ExecutionSpace>::bytes() const
{
  return m_implementation->bytes();
}

#define LEXIKOS_INSTANTIATE(SPACE) template class HostQueries<SPACE>;

LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)

#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos
