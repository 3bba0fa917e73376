// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/document_index.hpp>
#include <lexikos/range_minimum.hpp>
#include <utility>
#include <vector>

#include "app/io/memory.hpp"
#include "app/on_device/search/pattern_intervals.hpp"
#include "app/on_device/session/transfer.hpp"
#include "app/report/frequent_items.hpp"
#include "app/report/progress_bar.hpp"

namespace lexikos::app
{

/// The documents that have patterns, and which have them most often, by an index of documents. What crosses the end of a
/// document does not count.
template <class ExecutionSpace, class Entry>
class DocumentsOfPatterns
{
 public:
  using MemorySpace = typename ExecutionSpace::memory_space;

  /// What it takes for n suffixes.
  /// \param documents  of the text
  /// \param counts     whether they will be counted
  [[nodiscard]] static std::vector<MemoryNeed> needs(std::size_t n, std::size_t documents, bool counts)
  {
    std::size_t const lists = counts ? n * sizeof(Entry) + range_minimum_bytes<Entry>(n) : 0;
    std::size_t const building =
        document_index_workspace_bytes<ExecutionSpace, Entry>(n, documents, options_for(counts));
    std::size_t const at_a_time = std::min<std::size_t>(n, suffixes_at_a_time);
    // without a wavelet matrix, no number of documents is set aside for each interval
    std::size_t const sorting = top_documents_workspace_bytes<ExecutionSpace>(at_a_time, at_a_time, 0);
    return {{"the index of documents", n * sizeof(std::uint32_t) + lists},
            {"its workspace", std::max(building, sorting)}};
  }

  /// \param suffix_array  of the text of the documents
  DocumentsOfPatterns(ExecutionSpace const& space, Array<Entry const, MemorySpace> const& suffix_array,
                      Documents<MemorySpace> const& documents, bool counts, bool show_progress)
      : m_space(space)
  {
    ProgressBar progress("indexing documents", show_progress);
    auto options = options_for(counts);
    options.progress = progress.updates();
    m_index = DocumentIndex<MemorySpace, Entry>(space, suffix_array, documents, options);
  }

  /// How many documents have each pattern. It has to be an index that counts.
  [[nodiscard]] std::vector<std::uint32_t> count(PatternIntervals<Entry> const& patterns) const
  {
    IntervalsOnDevice<ExecutionSpace, Entry> const intervals(m_space, patterns, 0, patterns.size());
    auto const counts = allocate<std::uint32_t>(m_space, "lexikos::app::documents", patterns.size());
    m_index.count_documents(m_space, intervals.begins.view(), intervals.ends.view(), counts,
                            {.lengths = intervals.lengths.view()});
    return to_host(m_space, counts);
  }

  /// The k documents that have each pattern most often.
  [[nodiscard]] FrequentItems top(PatternIntervals<Entry> const& patterns, std::size_t k) const
  {
    auto all = FrequentItems::of_none();
    auto const weight = [&](std::size_t i) { return 1 + patterns.suffixes(i); };
    for (std::size_t first = 0, end = 0; first < patterns.size(); first = end) {
      end = patterns.end_of_batch(first, suffixes_at_a_time, weight);
      if (patterns.suffixes(first) > suffixes_at_a_time)
        all.append_most_frequent(all_documents(patterns, first), k);
      else
        all.append(most_frequent(patterns, first, end, k));
    }
    return all;
  }

 private:
  /// Suffixes that are sorted by document at a time, which takes some 60 bytes for each.
  static constexpr std::uint64_t suffixes_at_a_time = std::uint64_t{1} << 21;

  /// Suffixes count by the lengths of patterns, and so are looked at one by one: range counts and wavelet matrices do not help.
  [[nodiscard]] static DocumentIndexOptions options_for(bool counts)
  {
    return {.list = counts, .count = false, .top = false};
  }

  [[nodiscard]] FrequentItems most_frequent(PatternIntervals<Entry> const& patterns, std::size_t first, std::size_t end,
                                            std::size_t k) const
  {
    IntervalsOnDevice<ExecutionSpace, Entry> const intervals(m_space, patterns, first, end);
    auto const found = m_index.top_documents(m_space, intervals.begins.view(), intervals.ends.view(), k,
                                             {.lengths = intervals.lengths.view()});
    return {to_host(m_space, found.offsets), to_host(m_space, found.documents), to_host(m_space, found.counts)};
  }

  /// All documents with how often they have a pattern, of an interval that is too long to be sorted at a time.
  [[nodiscard]] std::vector<std::pair<std::uint32_t, std::uint64_t>> all_documents(
      PatternIntervals<Entry> const& patterns, std::size_t i) const
  {
    std::vector<std::pair<std::uint32_t, std::uint64_t>> found(m_index.documents().count());
    for (std::size_t d = 0; d < found.size(); ++d) found[d].first = static_cast<std::uint32_t>(d);
    for (std::uint64_t begin = patterns.begins[i]; begin < patterns.ends[i]; begin += suffixes_at_a_time) {
      PatternIntervals<Entry> piece;
      piece.add(begin, std::min<std::uint64_t>(patterns.ends[i], begin + suffixes_at_a_time), patterns.lengths[i]);
      auto const counted = most_frequent(piece, 0, 1, found.size());
      for (std::size_t k = 0; k < counted.items.size(); ++k) found[counted.items[k]].second += counted.counts[k];
    }
    return found;
  }

  ExecutionSpace const& m_space;
  DocumentIndex<MemorySpace, Entry> m_index;
};

}  // namespace lexikos::app
