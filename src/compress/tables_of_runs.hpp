// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <future>
#include <span>
#include <utility>
#include <vector>

#include "common/on_host_meanwhile.hpp"
#include "compress/analyse.hpp"
#include "compress/directory.hpp"

namespace lexikos::compress_detail
{

/// The tables of lengths and of ranks, which take long to choose: while a device goes on.
template <class ExecutionSpace>
class TablesOfRuns
{
 public:
  /// \param read_counts  gives the counts [0..2 * counters) of tokens of lengths, and of ranks; called by another thread where a
  ///                     device works meanwhile
  template <class ReadCounts>
  explicit TablesOfRuns(ReadCounts const& read_counts)
      : m_counts(detail::on_host_meanwhile<ExecutionSpace>(read_counts)),
        m_lengths(begin(0, LengthCode::tokens)),
        m_ranks(begin(counters, RankCode::tokens))
  {}
  TablesOfRuns(TablesOfRuns const&) = delete;
  TablesOfRuns& operator=(TablesOfRuns const&) = delete;

  /// Once.
  void write(Directory& directory, BitWriter& writer)
  {
    bool const has_runs = std::ranges::any_of(m_counts.get(), [](std::uint32_t count) { return count != 0; });
    writer.put(has_runs ? 1 : 0, 1);
    for (auto [tables, written] : {std::pair(&directory.lengths, &m_lengths), std::pair(&directory.ranks, &m_ranks)}) {
      Written result = written->get();
      if (!has_runs) continue;
      writer.append(result.bits);
      *tables = std::move(result.tables);
    }
  }

 private:
  struct Written
  {
    ContextTables tables;
    BitWriter bits;
  };

  [[nodiscard]] std::future<Written> begin(std::size_t first, unsigned tokens) const
  {
    return detail::on_host_meanwhile<ExecutionSpace>([counts = m_counts, first, tokens] {
      Written written;
      written.tables = write_tables(std::span(counts.get()).subspan(first, counters), tokens, written.bits);
      return written;
    });
  }

  std::shared_future<std::vector<std::uint32_t>> m_counts;
  std::future<Written> m_lengths;
  std::future<Written> m_ranks;
};

}  // namespace lexikos::compress_detail
