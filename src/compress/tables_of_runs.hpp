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
  /// \param counts  [0..2 * counters) of tokens of lengths, and of ranks
  explicit TablesOfRuns(std::vector<std::uint32_t> counts) : m_counts(std::move(counts))
  {
    if (std::ranges::all_of(m_counts, [](std::uint32_t count) { return count == 0; })) return;
    std::span<std::uint32_t const> const all(m_counts);
    m_lengths = begin(all.first(counters), LengthCode::tokens);
    m_ranks = begin(all.last(counters), RankCode::tokens);
  }
  TablesOfRuns(TablesOfRuns const&) = delete;
  TablesOfRuns& operator=(TablesOfRuns const&) = delete;

  /// Once.
  void write(Directory& directory, BitWriter& writer)
  {
    writer.put(m_lengths.valid() ? 1 : 0, 1);
    if (!m_lengths.valid()) return;
    for (auto [tables, written] : {std::pair(&directory.lengths, &m_lengths), std::pair(&directory.ranks, &m_ranks)}) {
      Written result = written->get();
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

  static std::future<Written> begin(std::span<std::uint32_t const> counts, unsigned tokens)
  {
    return detail::on_host_meanwhile<ExecutionSpace>([counts, tokens] {
      Written written;
      written.tables = write_tables(counts, tokens, written.bits);
      return written;
    });
  }

  std::vector<std::uint32_t> m_counts;
  std::future<Written> m_lengths;  // none where no sub-block has runs
  std::future<Written> m_ranks;
};

}  // namespace lexikos::compress_detail
