// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/io/input.hpp"
#include "app/io/text_writer.hpp"
#include "app/on_device/search/kmers.hpp"
#include "app/report/json.hpp"

namespace lexikos::app
{

/// The histograms' lines that the user wants.
struct HistogramLines
{
  std::vector<std::vector<std::uint64_t>> const& histograms;
  std::uint64_t min_count;
  std::uint64_t max_count;
};

/// Two columns, a count and how many k-mers occur that often, where there are any; of two texts five, after a line of
/// headings. The last line may be of all that occur as often or more.
void write_histogram(TextWriter& out, HistogramLines const& lines);
void write_histogram(Json& json, HistogramLines const& lines);

/// Shows k-mers: their letters are those of the texts, but canonical ones.
class KmerSpelling
{
 public:
  /// \param second  null: there is one text
  KmerSpelling(Input const& first, Input const* second, KmersRequest const& request);

  [[nodiscard]] std::string shown(std::uint64_t position) const;

  /// A line for each.
  void write(TextWriter& out, FoundKmers const& kmers) const;
  void write_headings(TextWriter& out) const;
  /// Members of an array.
  void write(Json& json, FoundKmers const& kmers) const;

 private:
  [[nodiscard]] std::string letters(std::uint64_t position) const;

  Input const& m_first;
  Input const* m_second;
  std::size_t m_k;
  bool m_is_dna;
  bool m_is_canonical;
};

}  // namespace lexikos::app
