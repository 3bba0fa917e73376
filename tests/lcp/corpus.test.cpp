// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// LCP arrays of real texts against checksums made by another program.

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <lexikos/lcp.hpp>
#include <lexikos/suffix_array.hpp>
#include <string>
#include <vector>

#include "tests/corpus.hpp"
#include "tests/spaces.hpp"

using namespace lexikos;

namespace
{

template <class ExecutionSpace>
void expect_row(corpus::Row const& row, std::vector<std::uint8_t> const& host_text, corpus::fs::path const& scratch)
{
  using Arrays = tests::TestArray<std::uint32_t, ExecutionSpace>;
  if (row.at("sha256_lcp_u32le") == "-") return;
  ExecutionSpace const space{};
  auto const text = tests::to_view<ExecutionSpace>(host_text);
  Arrays const sa("lexikos::tests::suffix_array", host_text.size());
  Arrays const inverse("lexikos::tests::inverse", host_text.size());
  Arrays const lcp("lexikos::tests::lcp", host_text.size());
  suffix_array(space, text, sa, inverse);
  auto const expect_checksum = [&] {
    auto const values = tests::to_vector(lcp);
    CHECK(corpus::sha256(values.data(), values.size() * sizeof(std::uint32_t), scratch) == row.at("sha256_lcp_u32le"));
  };
  lcp_array(space, text, sa, inverse, lcp);
  expect_checksum();
  Kokkos::deep_copy(lcp, 0);
  lcp_array(space, text, sa, lcp);
  expect_checksum();
  auto const statistics = lcp_statistics(space, lcp);
  CHECK(std::to_string(statistics.maximum) == row.at("max_lcp"));
  CHECK(std::abs(statistics.mean - std::stod(row.at("mean_lcp"))) < 1);  // the table's is a whole number
}

template <class ExecutionSpace>
void expect_corpus()
{
  corpus::for_each_text(
      [](auto const& row, auto const& text, auto const& scratch) { expect_row<ExecutionSpace>(row, text, scratch); });
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("LCP arrays of the corpus have their checksums", ExecutionSpace, corpus_texts)
{
  expect_corpus<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(corpus_texts, tests::Spaces);
