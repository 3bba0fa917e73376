// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <lexikos/streamed_duplicates.hpp>
#include <span>
#include <utility>

#include "app/on_device/collections/dedup.hpp"
#include "app/on_device/session/run_on_text.hpp"

namespace lexikos::app
{

[[nodiscard]] inline KeepDuplicates kept_by_name(std::string const& name)
{
  if (name == "first") return KeepDuplicates::first;
  return name == "first-of-document" ? KeepDuplicates::first_of_each_document : KeepDuplicates::none;
}

/// Finds duplicates in a text that stays in host memory, or in its file.
template <class ExecutionSpace, class Symbol>
class StreamedDeduplication
{
 public:
  StreamedDeduplication(TextRun<ExecutionSpace>& run, DedupRequest const& request) : m_run(run), m_request(request) {}

  /// \param ranges_of  `streamed_duplicate_ranges`, or what answers as it does
  template <class RangesOf>
  void find(RangesOf const& ranges_of)
  {
    m_outcome.device = m_run.device;
    m_outcome.engine = "fingerprints";
    Stopwatch watch;
    m_ranges = found_by(ranges_of);
    m_run.workspace.release();
    m_outcome.ranges = m_ranges.size();
    m_outcome.symbols = m_ranges.symbols;
    if (m_work.passes > 0)
      m_outcome.fingerprints =
          FingerprintWork{m_work.passes, m_work.slices, m_work.candidates, m_work.pass_seconds, m_work.group_seconds};
    m_outcome.find_seconds = watch.lap();
  }

  /// Hands over what was found.
  DedupOutcome finish()
  {
    Stopwatch watch;
    if (m_request.on_ranges) m_request.on_ranges(m_ranges.begins, m_ranges.ends);
    if (m_request.remaining != nullptr) {
      write_remaining(m_ranges);
      m_outcome.offsets = remaining_offsets(m_ranges);
    }
    m_outcome.remove_seconds = watch.lap();
    return std::move(m_outcome);
  }

 private:
  static std::span<Symbol const> symbols_of(SymbolText const& text)
  {
    auto const bytes = text.bytes->bytes();
    return {reinterpret_cast<Symbol const*>(bytes.data()), bytes.size() / sizeof(Symbol)};
  }

  template <class RangesOf>
  [[nodiscard]] HostTextRanges found_by(RangesOf const& ranges_of)
  {
    ProgressBar progress = m_run.bar("finding duplicates");
    StreamedDuplicateOptions options;
    options.length = m_request.length;
    options.min_occurrences = m_request.min_occurrences;
    options.keep = kept_by_name(m_request.keep);
    options.scope = m_request.across_documents ? DuplicateScope::across_documents : DuplicateScope::any;
    options.align = m_request.align_to_characters ? RangeAlignment::utf8 : RangeAlignment::symbol;
    options.max_bytes = m_request.max_bytes;
    options.workspace = &m_run.workspace;
    options.statistics = &m_work;
    options.progress = progress.updates();
    auto const text = symbols_of(m_request.text);
    std::span<std::uint64_t const> const offsets(m_request.text.offsets);
    if (!m_request.other) return ranges_of(m_run.space, text, offsets, options);
    return ranges_of(m_run.space, text, offsets, symbols_of(*m_request.other),
                     std::span<std::uint64_t const>(m_request.other->offsets), options);
  }

  void write_remaining(HostTextRanges const& ranges) const
  {
    auto const text = symbols_of(m_request.text);
    std::uint64_t at = 0;
    auto const write_up_to = [&](std::uint64_t end) {
      m_request.remaining->write(text.data() + at, (end - at) * sizeof(Symbol));
    };
    for (std::size_t i = 0; i < ranges.size(); ++i) {
      write_up_to(ranges.begins[i]);
      at = ranges.ends[i];
    }
    write_up_to(text.size());
  }

  /// Where the documents lie in what remains.
  [[nodiscard]] std::vector<std::uint64_t> remaining_offsets(HostTextRanges const& ranges) const
  {
    std::vector<std::uint64_t> offsets = m_request.text.offsets;
    std::uint64_t removed = 0;  // by ranges before `next`
    std::size_t next = 0;
    for (auto& offset : offsets) {
      for (; next < ranges.size() && ranges.ends[next] <= offset; ++next)
        removed += ranges.ends[next] - ranges.begins[next];
      offset -= removed;
    }
    return offsets;
  }

  TextRun<ExecutionSpace>& m_run;
  DedupRequest const& m_request;
  HostTextRanges m_ranges;
  FingerprintStatistics m_work;
  DedupOutcome m_outcome;
};

}  // namespace lexikos::app
