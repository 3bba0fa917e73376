// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/report/frequent_items.hpp"

#include <algorithm>
#include <string>

#include "app/report/utf8.hpp"

namespace lexikos::app
{

void FrequentItems::append(FrequentItems const& more)
{
  std::uint64_t const before = items.size();
  for (std::size_t i = 1; i < more.offsets.size(); ++i) offsets.push_back(before + more.offsets[i]);
  items.insert(items.end(), more.items.begin(), more.items.end());
  counts.insert(counts.end(), more.counts.begin(), more.counts.end());
}

void FrequentItems::append_most_frequent(std::vector<std::pair<std::uint32_t, std::uint64_t>> found, std::size_t k)
{
  std::erase_if(found, [](auto const& item) { return item.second == 0; });
  k = std::min(k, found.size());
  auto const end = found.begin() + static_cast<std::ptrdiff_t>(k);
  std::partial_sort(found.begin(), end, found.end(), [](auto const& a, auto const& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  for (auto item = found.begin(); item != end; ++item) {
    items.push_back(item->first);
    counts.push_back(item->second);
  }
  offsets.push_back(items.size());
}

void print_documents(TextWriter& out, FrequentItems const& items, std::size_t pattern, Records const& records,
                     bool as_they_are, char end_of_line)
{
  for (std::size_t k = items.offsets[pattern]; k < items.offsets[pattern + 1]; ++k) {
    out << "  ";
    if (!records.has_names())
      out << std::uint64_t{items.items[k]};
    else if (as_they_are)
      out << records.name(items.items[k]);
    else
      out << printable(records.name(items.items[k]));
    out << '\t' << items.counts[k] << end_of_line;
  }
}

void print_next_symbols(TextWriter& out, FrequentItems const& items, std::size_t pattern, unsigned symbol_bytes,
                        char end_of_line)
{
  for (std::size_t k = items.offsets[pattern]; k < items.offsets[pattern + 1]; ++k) {
    out << "  +";
    if (symbol_bytes > 1) {
      out << std::uint64_t{items.items[k]};
    }
    else {
      char const byte = static_cast<char>(items.items[k]);
      out << escaped({&byte, 1});
    }
    out << '\t' << items.counts[k] << end_of_line;
  }
}

void write_documents(Json& json, FrequentItems const& items, std::size_t pattern, Records const& records)
{
  json.begin_array();
  for (std::size_t k = items.offsets[pattern]; k < items.offsets[pattern + 1]; ++k) {
    json.begin_object();
    if (records.has_names())
      json.member("record", records.name(items.items[k]));
    else
      json.member("document", items.items[k]);
    json.member("occurrences", items.counts[k]);
    json.end_object();
  }
  json.end_array();
}

void write_next_symbols(Json& json, FrequentItems const& items, std::size_t pattern, unsigned symbol_bytes)
{
  json.begin_array();
  for (std::size_t k = items.offsets[pattern]; k < items.offsets[pattern + 1]; ++k) {
    json.begin_object();
    if (symbol_bytes > 1) {
      json.member("symbol", items.items[k]);
    }
    else {
      char const byte = static_cast<char>(items.items[k]);
      json.member("symbol", std::string_view(&byte, 1));
    }
    json.member("count", items.counts[k]);
    json.end_object();
  }
  json.end_array();
}

}  // namespace lexikos::app
