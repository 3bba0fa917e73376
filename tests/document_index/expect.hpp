// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <doctest/doctest.h>

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/document_index.hpp>
#include <string>
#include <vector>

#include "document_index/tuning.hpp"
#include "tests/document_index/oracle.hpp"
#include "tests/first_difference.hpp"
#include "tests/spaces.hpp"

namespace lexikos::tests
{

/// An index of documents, with some values of its tuning, and its oracle.
template <class ExecutionSpace, class Index>
class DocumentIndexExpectations
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Tuning = document_index_detail::Tuning;

 public:
  DocumentIndexExpectations(ExecutionSpace const& space, std::vector<std::uint8_t> const& text, Numbers const& offsets)
      : m_space(space),
        m_oracle(text, offsets),
        m_suffix_array(to_view<ExecutionSpace>(
            std::vector<Index>(m_oracle.suffix_array().begin(), m_oracle.suffix_array().end()))),
        m_documents(documents_from_host(space, offsets, text.size()))
  {}

  void build(DocumentIndexOptions options, Tuning const& tuning)
  {
    m_tuning = tuning;
    options.workspace = &m_workspace;
    m_arrays =
        document_index_detail::build<ExecutionSpace, Index>(m_space, m_suffix_array, m_documents, options, m_tuning);
    std::vector<std::uint32_t> expected;
    for (auto const position : m_oracle.suffix_array()) expected.push_back(m_oracle.document_of(position));
    REQUIRE(first_difference(to_vector(m_arrays.document_array), expected) == "");
  }

  void expect(IntervalQuestions const& asked)
  {
    m_begins = to_view<ExecutionSpace>(std::vector<Index>(asked.begins.begin(), asked.begins.end()));
    m_ends = to_view<ExecutionSpace>(std::vector<Index>(asked.ends.begin(), asked.ends.end()));
    m_lengths = to_view<ExecutionSpace>(asked.lengths);
    auto const& parts = m_arrays.parts;
    if (parts.list || (parts.count && asked.lengths.empty())) expect_counts(asked);
    if (parts.list)
      for (std::size_t const most : {0u, 1u, 2u, 5u, 100u})
        for (bool const sort : {false, true}) expect_lists(asked, most, sort);
    for (std::size_t const k : {0u, 1u, 2u, 7u, 1000u}) expect_top(asked, k);
  }

 private:
  [[nodiscard]] document_index_detail::Intervals<ExecutionSpace, Index> intervals() const
  {
    return {m_begins, m_ends, m_lengths};
  }
  /// What is asked of question i, for people.
  static std::string described(IntervalQuestions const& asked, std::size_t i)
  {
    std::string text = "[" + std::to_string(asked.begins[i]) + ", " + std::to_string(asked.ends[i]) + ")";
    if (!asked.lengths.empty()) text += " length " + std::to_string(asked.lengths[i]);
    return text;
  }

  void expect_counts(IntervalQuestions const& asked)
  {
    TestArray<std::uint32_t, ExecutionSpace> const counts("counts", asked.size());
    document_index_detail::count<ExecutionSpace, Index>(m_space, m_arrays, intervals(), counts, &m_workspace);
    m_space.fence();
    auto const found = to_vector(counts);
    for (std::size_t i = 0; i < asked.size(); ++i) {
      INFO("count of " << described(asked, i));
      REQUIRE(found[i] == m_oracle.documents(asked, i).size());
    }
  }

  void expect_lists(IntervalQuestions const& asked, std::size_t most, bool sort)
  {
    DocumentQueryOptions<MemorySpace> options;
    options.max_documents = most;
    options.sort = sort;
    options.workspace = &m_workspace;
    auto const lists = document_index_detail::list<ExecutionSpace, Index>(m_space, m_arrays, intervals(), options);
    auto const offsets = to_vector(lists.offsets);
    auto const documents = to_vector(lists.documents);
    REQUIRE(offsets.size() == asked.size() + 1);
    REQUIRE(offsets[0] == 0);
    for (std::size_t i = 0; i < asked.size(); ++i) {
      INFO("list of " << described(asked, i) << ", at most " << most << ", sorted: " << sort);
      std::vector<std::uint32_t> expected;
      for (auto const& found : m_oracle.documents(asked, i))
        if (most == 0 || expected.size() < most) expected.push_back(found.document);
      if (sort) std::ranges::sort(expected);
      REQUIRE(offsets[i + 1] == offsets[i] + expected.size());
      REQUIRE(offsets[i + 1] <= documents.size());
      std::vector<std::uint32_t> const found(documents.begin() + static_cast<std::ptrdiff_t>(offsets[i]),
                                             documents.begin() + static_cast<std::ptrdiff_t>(offsets[i + 1]));
      REQUIRE(first_difference(found, expected) == "");
    }
    REQUIRE(offsets.back() == documents.size());
  }

  void expect_top(IntervalQuestions const& asked, std::size_t k)
  {
    auto const best =
        document_index_detail::top<ExecutionSpace, Index>(m_space, m_arrays, intervals(), k, &m_workspace);
    auto const offsets = to_vector(best.offsets);
    auto const documents = to_vector(best.documents);
    auto const counts = to_vector(best.counts);
    REQUIRE(offsets.size() == asked.size() + 1);
    REQUIRE(offsets[0] == 0);
    REQUIRE(counts.size() == documents.size());
    for (std::size_t i = 0; i < asked.size(); ++i) {
      INFO("the " << k << " most frequent of " << described(asked, i));
      auto expected = m_oracle.most_frequent(asked, i);
      if (expected.size() > k) expected.resize(k);
      REQUIRE(offsets[i + 1] == offsets[i] + expected.size());
      REQUIRE(offsets[i + 1] <= documents.size());
      for (std::size_t j = 0; j < expected.size(); ++j) {
        CAPTURE(j);
        REQUIRE(documents[offsets[i] + j] == expected[j].document);
        REQUIRE(counts[offsets[i] + j] == expected[j].count);
      }
    }
    REQUIRE(offsets.back() == documents.size());
  }

  ExecutionSpace m_space;
  DocumentOracle m_oracle;
  TestArray<Index, ExecutionSpace> m_suffix_array;
  Documents<MemorySpace> m_documents;
  Tuning m_tuning;
  document_index_detail::Arrays<MemorySpace, Index> m_arrays;
  TestArray<Index, ExecutionSpace> m_begins, m_ends;
  TestArray<std::uint64_t, ExecutionSpace> m_lengths;
  Workspace m_workspace;
};

}  // namespace lexikos::tests
