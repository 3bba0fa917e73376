// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <vector>

#include "app/io/text_writer.hpp"
#include "app/on_device/collections/overlap.hpp"
#include "app/report/json.hpp"

namespace lexikos::app
{

/// The result for each query document in its lines or objects.
struct OverlapRows
{
  OverlapOutcome const& outcome;
  std::vector<std::uint64_t> const& sizes;  ///< of the query documents
  bool with_numbers;                        ///< of documents of the corpus

  /// Lines of tabs, after one with their names.
  void print_table(TextWriter& out) const;
  /// An array of objects.
  void print_json(Json& json) const;

  /// Symbols of all query documents that the corpus has.
  [[nodiscard]] std::uint64_t covered() const;
  [[nodiscard]] std::uint64_t size() const;
  /// Query documents of which the corpus has a window.
  [[nodiscard]] std::uint64_t found() const;

 private:
  [[nodiscard]] double share(std::size_t d) const;
};

}  // namespace lexikos::app
