// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/commands/kmers/results.hpp"
#include "app/io/complement.hpp"

#include <algorithm>

#include "app/report/utf8.hpp"

namespace lexikos::app
{

namespace
{

constexpr char const* names_of_two[] = {"only_first", "common_in_first", "common_in_second", "only_second"};

/// Calls function(count) for every count that some k-mer of the histograms has, and the user wants.
template <class Function>
void for_each_count(HistogramLines const& lines, Function const& function)
{
  std::size_t const bins = lines.histograms.front().size();
  for (std::size_t count = 1; count < bins; ++count) {
    bool const is_more = count + 1 == bins && lines.max_count != std::numeric_limits<std::uint64_t>::max();
    if (count < lines.min_count || count > lines.max_count || is_more) continue;
    if (std::ranges::any_of(lines.histograms, [&](auto const& histogram) { return histogram[count] != 0; }))
      function(count);
  }
}

}  // namespace

void write_histogram(TextWriter& out, HistogramLines const& lines)
{
  if (lines.histograms.size() > 1) {
    out << "count";
    for (auto const* const name : names_of_two) out << '\t' << name;
    out << '\n';
  }
  for_each_count(lines, [&](std::size_t count) {
    out << std::uint64_t{count};
    for (auto const& histogram : lines.histograms) out << '\t' << histogram[count];
    out << '\n';
  });
}

void write_histogram(Json& json, HistogramLines const& lines)
{
  json.begin_array();
  for_each_count(lines, [&](std::size_t count) {
    json.begin_object();
    json.member("count", count);
    if (lines.histograms.size() == 1) {
      json.member("kmers", lines.histograms.front()[count]);
    }
    else {
      for (std::size_t i = 0; i < lines.histograms.size(); ++i)
        json.member(names_of_two[i], lines.histograms[i][count]);
    }
    json.end_object();
  });
  json.end_array();
}

KmerSpelling::KmerSpelling(Input const& first, Input const* second, KmersRequest const& request)
    : m_first(first), m_second(second), m_k(request.k), m_is_dna(request.is_dna), m_is_canonical(request.canonical)
{}

std::string KmerSpelling::letters(std::uint64_t position) const
{
  std::size_t const border = m_first.bytes().size();
  auto const text = as_text(position < border ? m_first.bytes() : m_second->bytes());
  return std::string(text.substr(position < border ? position : position - border, m_k));
}

std::string KmerSpelling::shown(std::uint64_t position) const
{
  std::string kmer = letters(position);
  if (!m_is_dna) return escaped(kmer);
  for (char& c : kmer) c = static_cast<char>(c & ~0x20);  // upper case
  return m_is_canonical ? std::min(kmer, reverse_complement(kmer)) : kmer;
}

void KmerSpelling::write_headings(TextWriter& out) const
{
  out << (m_second == nullptr ? "kmer\tcount\tposition\n" : "kmer\tcount\tcount_in_second\tposition\n");
}

void KmerSpelling::write(TextWriter& out, FoundKmers const& kmers) const
{
  for (std::size_t m = 0; m < kmers.positions.size(); ++m) {
    out << shown(kmers.positions[m]) << '\t' << kmers.counts[m];
    if (m_second != nullptr) out << '\t' << kmers.counts_in_second[m];
    out << '\t' << kmers.positions[m] << '\n';
  }
}

void KmerSpelling::write(Json& json, FoundKmers const& kmers) const
{
  for (std::size_t m = 0; m < kmers.positions.size(); ++m) {
    json.begin_object();
    json.member("kmer", shown(kmers.positions[m]));
    json.member("count", kmers.counts[m]);
    if (m_second != nullptr) json.member("count_in_second", kmers.counts_in_second[m]);
    json.member("position", kmers.positions[m]);
    json.end_object();
  }
}

}  // namespace lexikos::app
