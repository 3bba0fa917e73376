// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <doctest/doctest.h>

#include <Kokkos_Core.hpp>
#include <array>
#include <cstddef>
#include <cstdint>
#include <lexikos/documents.hpp>
#include <lexikos/duplicates.hpp>
#include <lexikos/streamed_duplicates.hpp>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include "duplicates/tuning.hpp"
#include "system/works_on_host.hpp"
#include "tests/duplicates/oracle.hpp"
#include "tests/spaces.hpp"
#include "tests/texts.hpp"

namespace lexikos::tests
{

/// A collection on the device and its oracle.
template <class ExecutionSpace, class Symbol>
class DuplicateExpectations
{
  using MemorySpace = typename ExecutionSpace::memory_space;

 public:
  /// \param offsets  of documents; empty: the text is one
  DuplicateExpectations(std::vector<Symbol> const& text, Positions const& offsets)
      : m_host_text(text),
        m_host_offsets(offsets),
        m_space(smallest_instance<ExecutionSpace>()),
        m_text(to_view<ExecutionSpace>(text)),
        m_oracle(text, offsets)
  {
    if (!offsets.empty()) m_documents = documents_from_host(m_space, offsets, text.size());
  }

  void expect(DuplicateQuestion const& question)
  {
    INFO("length " << question.length << ", occurrences " << question.min_occurrences << ", keep "
                   << static_cast<int>(question.keep) << ", scope " << static_cast<int>(question.scope) << ", align "
                   << static_cast<int>(question.align) << ", text of " << m_host_text.size() << " symbols, offsets "
                   << doctest::toString(m_host_offsets));
    for (std::uint64_t const max_narrow : {std::uint64_t{1} << 31, std::uint64_t{0}}) {
      CAPTURE(max_narrow);
      duplicates_detail::Tuning const tuning{max_narrow};
      auto const options = options_of(question);
      auto const text = detail::bytes_of<ExecutionSpace>(m_text);
      auto const ranges = duplicates_detail::find_ranges<ExecutionSpace>(m_space, text, options, tuning);
      auto const expected = m_oracle.ranges(question);
      REQUIRE(to_string(on_host(ranges)) == to_string(expected));
      std::uint64_t symbols = 0;
      for (auto const& range : expected) symbols += range.end - range.begin;
      REQUIRE(ranges.symbols == symbols);
      expect_windows(duplicates_detail::find_windows<ExecutionSpace>(m_space, text, options, tuning), question);
      expect_removal(ranges, expected);
    }
    expect_by_fingerprints(nullptr, question, to_string(m_oracle.ranges(question)));
  }

  /// The ranges alone, in one of the ways that expect() tries.
  void expect_in_a_drawn_way(DuplicateQuestion const& question)
  {
    INFO("length " << question.length << ", occurrences " << question.min_occurrences << ", keep "
                   << static_cast<int>(question.keep) << ", scope " << static_cast<int>(question.scope) << ", text of "
                   << m_host_text.size() << " symbols, offsets " << doctest::toString(m_host_offsets));
    auto const expected = to_string(m_oracle.ranges(question));
    std::uint64_t const max_narrow = m_draw.below(2) << 31;
    auto const tuning = drawn_tuning();
    CAPTURE(max_narrow);
    INFO(described(tuning));
    switch (m_draw.below(3)) {
      case 0:
        REQUIRE(to_string(on_host(duplicates_detail::find_ranges<ExecutionSpace>(
                    m_space, detail::bytes_of<ExecutionSpace>(m_text), options_of(question), {max_narrow}))) ==
                expected);
        break;
      case 1:
        REQUIRE(ranges_by_fingerprints(nullptr, question, tuning) == expected);
        break;
      default:
        REQUIRE(streamed_ranges(nullptr, question, tuning) == expected);
    }
  }

  /// Parts of this text that another one has.
  void expect_ranges_of(DuplicateExpectations const& other, DuplicateQuestion const& question)
  {
    INFO("length " << question.length << ", occurrences " << question.min_occurrences << ", texts of "
                   << m_host_text.size() << " and " << other.m_host_text.size() << " symbols, offsets "
                   << doctest::toString(m_host_offsets) << " and " << doctest::toString(other.m_host_offsets));
    for (std::uint64_t const max_narrow : {std::uint64_t{1} << 31, std::uint64_t{0}}) {
      auto options = options_of(question);
      options.keep = KeepDuplicates::none;
      options.scope = DuplicateScope::any;
      options.other_documents = other.m_documents;
      auto const ranges = duplicates_detail::find_ranges_of_other<ExecutionSpace>(
          m_space, detail::bytes_of<ExecutionSpace>(m_text), detail::bytes_of<ExecutionSpace>(other.m_text), options,
          {max_narrow});
      REQUIRE(to_string(on_host(ranges)) == to_string(m_oracle.ranges_of_other(other.m_oracle, question)));
    }
    DuplicateQuestion of_other = question;
    of_other.keep = KeepDuplicates::none;
    of_other.scope = DuplicateScope::any;
    expect_by_fingerprints(&other, of_other, to_string(m_oracle.ranges_of_other(other.m_oracle, question)));
  }

  /// The other engine on one text, or on two.
  void expect_by_fingerprints(DuplicateExpectations const* other, DuplicateQuestion const& question,
                              std::string const& expected)
  {
    auto const tuning = drawn_tuning();
    INFO(described(tuning));
    REQUIRE(ranges_by_fingerprints(other, question, tuning) == expected);
    REQUIRE(streamed_ranges(other, question, tuning) == expected);
  }

 private:
  using FingerprintTuning = duplicates_detail::FingerprintTuning;

  /// Everything as users have it, or little of everything, so that fingerprints collide, windows do not fit in memory, and
  /// chunks end within windows.
  [[nodiscard]] FingerprintTuning drawn_tuning()
  {
    std::uint64_t const chunk_bytes = (1 + m_draw.below(100) + m_host_text.size() / 64) * sizeof(Symbol);
    FingerprintTuning const little{
        .chunk_bytes = chunk_bytes,
        .min_tile = 64,
        .max_tile = 64 + 64 * m_draw.below(2),
        .run_block_of_hosts = 1 + m_draw.below(9),
        .run_block_of_devices = 1 + m_draw.below(9),
        .symbols_of_known_run = 1 + m_draw.below(50),
        .mask = (std::uint64_t{1} << (m_draw.below(9) + (m_host_text.size() > 1000 ? 8 : 0))) - 1,
        .max_candidates = m_host_text.size() / 16 + 1 + m_draw.below(30),
        .max_counters = std::uint64_t{1} << m_draw.below(8),
        // (copies are of host memory)
        .always_copies = m_draw.below(2) == 0 && detail::works_on_host<ExecutionSpace>};
    FingerprintTuning few_candidates;
    few_candidates.max_candidates = m_host_text.size() / 8 + 1 + m_draw.below(8);
    return std::array{FingerprintTuning{}, little, few_candidates}[m_draw.below(3)];
  }

  static std::string described(FingerprintTuning const& tuning)
  {
    std::ostringstream out;
    out << "chunks of " << tuning.chunk_bytes << " bytes, mask " << tuning.mask << ", candidates "
        << tuning.max_candidates << ", counters " << tuning.max_counters << ", copies " << tuning.always_copies;
    return out.str();
  }

  [[nodiscard]] DuplicateOptions<MemorySpace> options_of(DuplicateQuestion const& question)
  {
    DuplicateOptions<MemorySpace> options;
    options.length = question.length;
    options.min_occurrences = question.min_occurrences;
    options.keep = question.keep;
    options.scope = question.scope;
    options.align = question.align;
    options.documents = m_documents;
    options.workspace = &m_workspace;
    return options;
  }

  [[nodiscard]] std::string ranges_by_fingerprints(DuplicateExpectations const* other,
                                                   DuplicateQuestion const& question,
                                                   duplicates_detail::FingerprintTuning const& tuning)
  {
    auto options = options_of(question);
    options.engine = DuplicateEngine::fingerprints;
    duplicates_detail::Tuning const both{.fingerprints = tuning};
    auto const text = detail::bytes_of<ExecutionSpace>(m_text);
    if (other == nullptr)
      return to_string(on_host(duplicates_detail::find_ranges<ExecutionSpace>(m_space, text, options, both)));
    options.other_documents = other->m_documents;
    return to_string(on_host(duplicates_detail::find_ranges_of_other<ExecutionSpace>(
        m_space, text, detail::bytes_of<ExecutionSpace>(other->m_text), options, both)));
  }

  [[nodiscard]] std::string streamed_ranges(DuplicateExpectations const* other, DuplicateQuestion const& question,
                                            duplicates_detail::FingerprintTuning const& tuning)
  {
    StreamedDuplicateOptions const options{.length = question.length,
                                           .min_occurrences = question.min_occurrences,
                                           .keep = question.keep,
                                           .scope = question.scope,
                                           .align = question.align,
                                           .workspace = &m_workspace};
    auto const text = host_collection();
    auto const second = other != nullptr ? other->host_collection() : text;
    auto const found = duplicates_detail::find_streamed<ExecutionSpace>(
        m_space, text, other != nullptr ? &second : nullptr, options, tuning);
    std::vector<Range> ranges;
    std::uint64_t symbols = 0;
    for (std::size_t i = 0; i < found.size(); ++i) {
      ranges.push_back({found.begins[i], found.ends[i]});
      symbols += found.ends[i] - found.begins[i];
    }
    REQUIRE(found.symbols == symbols);
    return to_string(ranges);
  }

  [[nodiscard]] duplicates_detail::HostCollection host_collection() const
  {
    return duplicates_detail::host_collection(std::span<Symbol const>(m_host_text),
                                              std::span<std::uint64_t const>(m_host_offsets));
  }

  static std::vector<Range> on_host(TextRanges<MemorySpace> const& ranges)
  {
    auto const begins = to_vector(ranges.begins);
    auto const ends = to_vector(ranges.ends);
    std::vector<Range> all;
    for (std::size_t i = 0; i < begins.size(); ++i) all.push_back({begins[i], ends[i]});
    return all;
  }

  void expect_windows(DuplicateWindows<MemorySpace> const& windows, DuplicateQuestion const& question) const
  {
    auto const expected = m_oracle.groups(question);
    auto const positions = to_vector(windows.positions);
    auto const offsets = to_vector(windows.offsets);
    REQUIRE(windows.groups() == expected.size());
    REQUIRE(offsets.at(0) == 0);
    for (std::size_t g = 0; g < expected.size(); ++g) {
      CAPTURE(g);
      Positions const group(positions.begin() + static_cast<std::ptrdiff_t>(offsets.at(g)),
                            positions.begin() + static_cast<std::ptrdiff_t>(offsets.at(g + 1)));
      REQUIRE((group == expected[g]));
    }
    REQUIRE(offsets.back() == positions.size());
  }

  void expect_removal(TextRanges<MemorySpace> const& ranges, std::vector<Range> const& expected)
  {
    std::vector<Symbol> left;
    Positions offsets = m_host_offsets;
    std::size_t next = 0;
    for (std::size_t p = 0; p <= m_host_text.size(); ++p) {
      for (std::size_t d = 0; d < m_host_offsets.size(); ++d)
        if (m_host_offsets[d] == p) offsets[d] = left.size();
      while (next < expected.size() && expected[next].end <= p) ++next;
      bool const is_removed = next < expected.size() && expected[next].begin <= p;
      if (p < m_host_text.size() && !is_removed) left.push_back(m_host_text[p]);
    }
    auto const remaining =
        remove_ranges(m_space, m_text, ranges, {.documents = m_documents, .workspace = &m_workspace});
    REQUIRE((to_vector(remaining.text) == left));
    REQUIRE((to_vector(remaining.offsets) == offsets));
  }

  std::vector<Symbol> m_host_text;
  Positions m_host_offsets;
  ExecutionSpace m_space;
  TestArray<Symbol, ExecutionSpace> m_text;
  DuplicateOracle<Symbol> m_oracle;
  Documents<MemorySpace> m_documents;
  Workspace m_workspace;
  texts::Random m_draw{m_host_text.size() * 31 + m_host_offsets.size()};
};

inline DuplicateQuestion drawn_duplicate_question(texts::Random& next, std::size_t longest)
{
  return {.length = 1 + next.below(longest),
          .min_occurrences = next.below(3) == 0 ? 2 + next.below(3) : next.below(3),
          .keep = static_cast<KeepDuplicates>(next.below(3)),
          .scope = static_cast<DuplicateScope>(next.below(2)),
          .align = RangeAlignment::symbol};
}

/// None, or from one document on; empty ones, and parts of the text that are in none.
inline Positions drawn_offsets(texts::Random& next, std::size_t n)
{
  if (next.below(4) == 0) return {};
  Positions offsets{next.below(4) == 0 ? next.below(n + 1) : 0};
  for (std::size_t p = offsets[0]; p < n; ++p)
    while (next.below(5) == 0) offsets.push_back(p);
  if (next.below(4) != 0) offsets.push_back(n);
  return offsets;
}

}  // namespace lexikos::tests
