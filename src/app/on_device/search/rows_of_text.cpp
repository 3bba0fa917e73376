// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/on_device/search/rows_of_text.hpp"

#include <lexikos/bwt.hpp>
#include <lexikos/fm_index.hpp>
#include <string_view>

#include "app/on_device/session/run_on_text.hpp"

namespace lexikos::app
{

namespace
{

using Index = std::uint32_t;

template <class ExecutionSpace>
class Rows
{
 public:
  using MemorySpace = typename ExecutionSpace::memory_space;

  explicit Rows(TextRun<ExecutionSpace>& run) : m_run(run) {}

  RowsOfText of(std::string const& pattern)
  {
    m_run.load();
    m_rows.device = m_run.device;
    sort();
    transform();
    search(pattern);
    return std::move(m_rows);
  }

 private:
  [[nodiscard]] auto array(std::size_t size) const { return m_run.template array<Index>("lexikos::app::rows", size); }
  [[nodiscard]] std::vector<std::uint64_t> wide(Array<Index, MemorySpace> const& entries) const
  {
    auto const host = to_host(m_run.space, entries);
    return {host.begin(), host.end()};
  }

  void sort()
  {
    auto const suffixes = array(m_run.n), inverse = array(m_run.n), lcp = array(m_run.n);
    suffix_array(m_run.space, m_run.text(), suffixes, inverse, {.workspace = &m_run.workspace});
    lcp_array(m_run.space, m_run.text(), suffixes, inverse, lcp, {.workspace = &m_run.workspace});
    m_rows.suffix_array = wide(suffixes);
    m_rows.lcp = wide(lcp);
  }

  void transform()
  {
    auto const symbols = m_run.template array<std::uint8_t>("lexikos::app::bwt", m_run.n);
    m_rows.primary_index =
        burrows_wheeler_transform(m_run.space, m_run.text(), symbols, {.workspace = &m_run.workspace});
    m_rows.transform = to_host(m_run.space, symbols);
  }

  void search(std::string const& pattern)
  {
    FmIndex<MemorySpace, Index, std::uint8_t> const index(m_run.space, m_run.text());
    std::vector<std::string_view> ends;
    for (std::size_t k = 0; k <= pattern.size(); ++k) ends.emplace_back(pattern).remove_prefix(pattern.size() - k);
    auto const patterns = patterns_from_host(m_run.space, ends);
    auto const begins = array(ends.size()), last = array(ends.size());
    index.intervals(m_run.space, patterns.symbols, patterns.offsets, begins, last);
    auto const from = wide(begins), to = wide(last);
    for (std::size_t k = 0; k < ends.size(); ++k) m_rows.intervals.emplace_back(from[k], to[k]);
  }

  TextRun<ExecutionSpace>& m_run;
  RowsOfText m_rows;
};

}  // namespace

RowsOfText rows_of_text(Session const& session, TextJob const& job, std::string const& pattern)
{
  return run_on_text<RowsOfText>(session, job, [&](auto& run) { return Rows(run).of(pattern); });
}

}  // namespace lexikos::app
