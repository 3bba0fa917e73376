// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace lexikos::app
{

/// Where the duplicates of a text lie, summed up as they come: which share of it they are along the text, how many documents
/// lose which share, and how many ranges are how long.
class DuplicatesPlot
{
 public:
  /// \param size     symbols of the text
  /// \param offsets  of its documents, in symbols; has to outlive the plot; none: the text is one
  DuplicatesPlot(std::uint64_t size, std::span<std::uint64_t const> offsets);

  /// The next range: ascending, disjoint, not empty, within a document.
  void add(std::uint64_t begin, std::uint64_t end);
  /// A picture of all that was added, as an SVG document.
  [[nodiscard]] std::string svg(std::string const& title) const;

  // ----- what it shows

  static constexpr std::size_t max_columns = 1000;
  /// Documents that lose nothing, up to a tenth, two tenths ..., less than all, all.
  static constexpr std::size_t shares = 12;

  /// Positions of each column of the text that are in ranges.
  [[nodiscard]] std::vector<std::uint64_t> const& columns() const { return m_columns; }
  /// The first position of a column; that of the column after the last is the size of the text.
  [[nodiscard]] std::uint64_t start_of(std::size_t column) const;
  [[nodiscard]] std::array<std::uint64_t, shares> documents() const;
  /// Ranges of 2^i to 2^(i+1) - 1 symbols.
  [[nodiscard]] std::array<std::uint64_t, 64> const& lengths() const { return m_lengths; }

 private:
  using Shares = std::array<std::uint64_t, shares>;

  void count_document(Shares& documents) const;

  std::uint64_t m_size;
  std::span<std::uint64_t const> m_offsets;
  std::vector<std::uint64_t> m_columns;
  std::array<std::uint64_t, 64> m_lengths = {};
  Shares m_documents = {};      // but for those without ranges, and the last one with some
  std::size_t m_document = 0;   // of the last range
  std::uint64_t m_removed = 0;  // of it
  std::uint64_t m_ranges = 0;
  std::uint64_t m_all_removed = 0;
};

}  // namespace lexikos::app
