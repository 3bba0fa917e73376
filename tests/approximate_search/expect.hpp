// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What the library finds with errors, beside the definition, for one text and a batch of patterns.

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <lexikos/approximate_search.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "approximate_search/tuning.hpp"
#include "tests/matching/expect.hpp"
#include "tests/reference/approximate.hpp"

namespace lexikos::tests
{

using ScanTuning = approximate_search_detail::Tuning;
using Ends = std::vector<reference::ApproximateEnd>;

/// What a call is asked.
struct ErrorQuestion
{
  ErrorModel model = ErrorModel::edit;
  unsigned max_errors = 2;
  std::size_t max_candidates = 0;
};

inline std::string shown(ErrorQuestion const& question)
{
  std::ostringstream out;
  out << (question.model == ErrorModel::edit ? "edit" : "hamming") << " distance " << question.max_errors << ", "
      << question.max_candidates << " candidates";
  return out.str();
}

inline std::string shown(ScanTuning const& tuning)
{
  std::ostringstream out;
  out << "piece " << tuning.min_capped_piece << ", costs " << tuning.candidate_cost << " and " << tuning.scan_cost
      << ", batches " << tuning.batch_patterns << " and " << tuning.batch_candidates << ", scan " << tuning.scan_threads
      << " threads, chunks " << tuning.min_chunk << " and " << tuning.chunk_per_overlap << ", " << tuning.scan_bytes
      << " bytes";
  return out.str();
}

template <class ExecutionSpace, class Index>
ApproximateOccurrences<typename ExecutionSpace::memory_space, Index> ask(IndexedCase<ExecutionSpace, Index> const& on,
                                                                         DeviceQueries<ExecutionSpace> const& patterns,
                                                                         ErrorQuestion const& question,
                                                                         ScanTuning const& tuning,
                                                                         Workspace* workspace = nullptr)
{
  ApproximateSearchOptions<typename ExecutionSpace::memory_space> options;
  options.model = question.model;
  options.max_errors = question.max_errors;
  options.max_candidates = question.max_candidates;
  options.text_offsets = on.text_offsets;
  options.workspace = workspace;
  return approximate_search_detail::search<ExecutionSpace, Index>(on.space, on.index.intervals_on_device(),
                                                                  spans_of(patterns), options, tuning);
}

/// Columns as rows, in their order. Requires offsets that fit.
template <class MemorySpace, class Index>
Ends ends_of(ApproximateOccurrences<MemorySpace, Index> const& found)
{
  auto const offsets = to_vector(found.offsets);
  auto const ends = to_vector(found.ends);
  auto const distances = to_vector(found.distances);
  REQUIRE(!offsets.empty());
  REQUIRE(offsets.front() == 0);
  REQUIRE(offsets.back() == ends.size());
  REQUIRE(distances.size() == ends.size());
  Ends rows;
  for (std::size_t q = 0; q + 1 < offsets.size(); ++q) {
    REQUIRE(offsets[q] <= offsets[q + 1]);
    for (std::uint64_t i = offsets[q]; i < offsets[q + 1]; ++i) rows.push_back({q, ends[i], distances[i]});
  }
  return rows;
}

inline Ends expected_ends(reference::TextWithDocuments const& text, Queries const& patterns,
                          ErrorQuestion const& question)
{
  Ends all;
  for (std::size_t q = 0; q < patterns.size(); ++q) {
    auto const ends =
        reference::approximate_ends(text, patterns[q], q, question.model == ErrorModel::edit, question.max_errors);
    all.insert(all.end(), ends.begin(), ends.end());
  }
  return all;
}

inline std::string shown(reference::ApproximateEnd const& end)
{
  return "pattern " + std::to_string(end.pattern) + " ends at " + std::to_string(end.end) + " with distance " +
         std::to_string(end.distance);
}

/// "" if the ends are those; or the first difference, for people.
inline std::string difference(Ends const& found, Ends const& expected)
{
  std::size_t i = 0;
  while (i < found.size() && i < expected.size() && found[i] == expected[i]) ++i;
  if (i == found.size() && i == expected.size()) return {};
  return "end " + std::to_string(i) + ": " + (i < found.size() ? shown(found[i]) : "none") + "; expected " +
         (i < expected.size() ? shown(expected[i]) : "none");
}

template <class ExecutionSpace, class Index>
void expect_ends(IndexedCase<ExecutionSpace, Index> const& on, Queries const& patterns, ErrorQuestion const& question,
                 ScanTuning const& tuning = {}, Workspace* workspace = nullptr)
{
  auto const found = ask(on, DeviceQueries<ExecutionSpace>(patterns), question, tuning, workspace);
  std::string const wrong = difference(ends_of(found), expected_ends(on.text, patterns, question));
  if (wrong.empty() && found.capped_patterns.extent(0) == 0) return;
  // shown only where it is needed: there are millions of calls
  CAPTURE(shown(on.text.text).substr(0, 3'000));
  CAPTURE(on.text.offsets.size());
  CAPTURE(shown(question));
  CAPTURE(shown(tuning));
  std::string all;
  for (auto const& pattern : patterns) all += "[" + shown(pattern) + "]";
  CAPTURE(all.substr(0, 2'000));
  REQUIRE(wrong == "");
  REQUIRE(found.capped_patterns.extent(0) == 0);
}

/// Constants that make all paths short, drawn.
inline ScanTuning drawn_scan_tuning(texts::Random& next)
{
  ScanTuning tuning;
  auto const one_of = [&](std::initializer_list<std::uint64_t> values) {
    return *(values.begin() + static_cast<std::ptrdiff_t>(next.below(values.size())));
  };
  tuning.min_capped_piece = one_of({0, 1, 2, 8});
  tuning.candidate_cost = one_of({0, 1, 8, 64});
  tuning.scan_cost = one_of({0, 1, 1, 1'000'000, 1'000'000, 1'000'000});  // 0: all are scanned
  tuning.batch_patterns = one_of({0, 1, 3, 1'000'000});
  tuning.batch_candidates = one_of({0, 1, 7, 50, 1'000'000});
  tuning.scan_threads = one_of({0, 1, 3, 64, 1'000'000});
  tuning.min_chunk = one_of({0, 1, 3, 1'000});
  tuning.chunk_per_overlap = one_of({0, 1, 4});
  tuning.scan_bytes = one_of({0, 2'048, 10'000, 1'000'000});
  return tuning;
}

inline ErrorQuestion drawn_error_question(texts::Random& next)
{
  return {next.below(3) == 0 ? ErrorModel::hamming : ErrorModel::edit, static_cast<unsigned>(next.below(5)), 0};
}

}  // namespace lexikos::tests
