// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/commands/overlap/results.hpp"

#include <algorithm>
#include <numeric>

#include "app/report/numbers_shown.hpp"

namespace lexikos::app
{

void OverlapRows::print_table(TextWriter& out) const
{
  out << "document\tsymbols\tcovered\tshare\tlongest\tcorpus_documents" << (with_numbers ? "\tfirst_documents" : "")
      << '\n';
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    out << std::uint64_t{d} << '\t' << sizes[d] << '\t' << outcome.covered[d] << '\t' << decimal(share(d), 6) << '\t'
        << outcome.longest[d] << '\t' << outcome.corpus_documents[d];
    if (with_numbers) {
      out << '\t';
      for (std::uint64_t i = outcome.offsets[d]; i < outcome.offsets[d + 1]; ++i) {
        if (i != outcome.offsets[d]) out << ',';
        out << outcome.numbers[i];
      }
    }
    out << '\n';
  }
}

void OverlapRows::print_json(Json& json) const
{
  json.begin_array();
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    json.begin_object();
    json.member("document", std::uint64_t{d});
    json.member("symbols", sizes[d]);
    json.member("covered", outcome.covered[d]);
    json.member("share", share(d));
    json.member("longest", outcome.longest[d]);
    json.member("corpus_documents", outcome.corpus_documents[d]);
    if (with_numbers) {
      json.key("first_documents");
      json.begin_array();
      for (std::uint64_t i = outcome.offsets[d]; i < outcome.offsets[d + 1]; ++i) json.value(outcome.numbers[i]);
      json.end_array();
    }
    json.end_object();
  }
  json.end_array();
}

std::uint64_t OverlapRows::covered() const
{
  return std::accumulate(outcome.covered.begin(), outcome.covered.end(), std::uint64_t{0});
}

std::uint64_t OverlapRows::size() const
{
  return std::accumulate(sizes.begin(), sizes.end(), std::uint64_t{0});
}

std::uint64_t OverlapRows::found() const
{
  return static_cast<std::uint64_t>(
      std::ranges::count_if(outcome.covered, [](std::uint64_t covered) { return covered != 0; }));
}

double OverlapRows::share(std::size_t d) const
{
  return sizes[d] == 0 ? 0 : static_cast<double>(outcome.covered[d]) / static_cast<double>(sizes[d]);
}

}  // namespace lexikos::app
