// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace lexikos::app
{

/// Records that lie one after the other in a text, in the layout of `Documents`, and their names; or documents, which have
/// none. What it refers to has to outlive it.
struct Records
{
  /// One more than records, ascending: those of records from 0 to the size of the text.
  std::span<std::uint64_t const> offsets;
  std::string_view names = {};
  std::span<std::uint64_t const> name_offsets = {};  ///< as those of records; empty if there are no names
  bool has_both_strands = false;  ///< every second record is the reverse complement of the one before

  /// A place in a record.
  struct Place
  {
    std::size_t record;
    std::uint64_t position;
  };

  /// Whether they are records, and not documents.
  [[nodiscard]] bool has_names() const { return !name_offsets.empty(); }
  [[nodiscard]] std::size_t count() const { return offsets.size() - 1; }
  /// Whether a record is a reverse complement.
  [[nodiscard]] bool is_reverse(std::size_t record) const { return has_both_strands && record % 2 != 0; }
  /// Symbols of all.
  [[nodiscard]] std::uint64_t size() const { return offsets.back(); }
  [[nodiscard]] std::uint64_t length(std::size_t record) const { return offsets[record + 1] - offsets[record]; }
  [[nodiscard]] std::uint64_t longest() const;
  [[nodiscard]] std::size_t longest_name() const;
  [[nodiscard]] std::string_view name(std::size_t record) const
  {
    return names.substr(name_offsets[record], name_offsets[record + 1] - name_offsets[record]);
  }
  /// \param position  in a record
  [[nodiscard]] Place place_of(std::uint64_t position) const;
};

}  // namespace lexikos::app
