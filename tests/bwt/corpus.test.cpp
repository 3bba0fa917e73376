// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Burrows-Wheeler transforms of real texts against checksums made by another program.

#include <doctest/doctest.h>

#include <cstdint>
#include <lexikos/bwt.hpp>
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
  if (row.at("sha256_bwt") == "-") return;
  ExecutionSpace const space{};
  auto const text = tests::to_view<ExecutionSpace>(host_text);
  tests::TestArray<std::uint8_t, ExecutionSpace> const bwt("lexikos::tests::bwt", host_text.size());
  std::size_t const primary = burrows_wheeler_transform(space, text, bwt);
  CHECK(std::to_string(primary) == row.at("bwt_primary_index"));
  auto const symbols = tests::to_vector(bwt);
  CHECK(corpus::sha256(symbols.data(), symbols.size(), scratch) == row.at("sha256_bwt"));
  inverse_burrows_wheeler_transform(space, bwt, primary, bwt);
  auto const back = tests::to_vector(bwt);
  bool const is_back = back == host_text;
  CHECK(is_back);
}

template <class ExecutionSpace>
void expect_corpus()
{
  corpus::for_each_text(
      [](auto const& row, auto const& text, auto const& scratch) { expect_row<ExecutionSpace>(row, text, scratch); });
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("transforms of the corpus have their checksums, and inverses that are the texts",
                          ExecutionSpace, corpus_texts)
{
  expect_corpus<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(corpus_texts, tests::Spaces);
