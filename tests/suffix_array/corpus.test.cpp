// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Suffix arrays of real texts against checksums made by another program.

#include <doctest/doctest.h>

#include <cstdint>
#include <lexikos/check.hpp>
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
  ExecutionSpace const space{};
  auto const text = tests::to_view<ExecutionSpace>(host_text);
  tests::TestArray<std::uint32_t, ExecutionSpace> const sa("lexikos::tests::suffix_array", host_text.size());
  for (SuffixArrayAlgorithm const algorithm : suffix_array_algorithms<ExecutionSpace>()) {
    CAPTURE(std::string(to_string(algorithm)));
    Kokkos::deep_copy(sa, 0);
    suffix_array(space, text, sa, {.algorithm = algorithm});
    auto const check = check_suffix_array(space, text, sa);
    CAPTURE(to_string(check));
    CHECK(bool(check));
    if (row.at("sha256_sa_u32le") == "-") continue;
    auto const values = tests::to_vector(sa);
    CHECK(corpus::sha256(values.data(), values.size() * sizeof(std::uint32_t), scratch) == row.at("sha256_sa_u32le"));
  }
}

template <class ExecutionSpace>
void expect_corpus()
{
  corpus::for_each_text(
      [](auto const& row, auto const& text, auto const& scratch) { expect_row<ExecutionSpace>(row, text, scratch); });
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("suffix arrays of the corpus have their checksums" * doctest::test_suite("long"),
                          ExecutionSpace, corpus_texts)
{
  expect_corpus<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(corpus_texts, tests::Spaces);
