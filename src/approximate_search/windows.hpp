// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// A pattern beside a stretch of the text, on the device: how many errors are between them.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/approximate_search.hpp>
#include <lexikos/detail/common_prefix.hpp>
#include <lexikos/detail/text_documents.hpp>
#include <lexikos/detail/words.hpp>

#include "common/query_batch.hpp"

namespace lexikos::approximate_search_detail
{

/// What counts as an occurrence. `slack` is how many diagonals on either side an occurrence can drift: symbols of the text
/// less symbols of the pattern.
struct Errors
{
  int most;
  int slack;  ///< most for edit distance, otherwise 0
};

inline Errors errors_of(ErrorModel model, unsigned most)
{
  auto const errors = static_cast<int>(most);
  return {errors, model == ErrorModel::edit ? errors : 0};
}

/// Most diagonals of a window.
constexpr int max_diagonals = 2 * static_cast<int>(max_search_errors) + 1;

/// Least distances of the ends that a window has, three bits each: the diagonals in order.
class Distances
{
 public:
  static constexpr std::uint32_t none = 7;

  KOKKOS_DEFAULTED_FUNCTION Distances() = default;
  KOKKOS_INLINE_FUNCTION explicit Distances(std::uint32_t bits) : m_bits(bits) {}

  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint32_t at(int diagonal) const { return (m_bits >> (3 * diagonal)) & 7; }
  KOKKOS_INLINE_FUNCTION void set(int diagonal, std::uint32_t distance)
  {
    m_bits = (m_bits & ~(std::uint32_t{7} << (3 * diagonal))) | (distance << (3 * diagonal));
  }
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint32_t bits() const { return m_bits; }

 private:
  std::uint32_t m_bits = ~std::uint32_t{0};
};

/// All that a candidate is compared by.
struct ComparedText
{
  detail::BytesOf text;
  detail::TextDocuments documents;
  detail::QueryReader patterns;
  Errors errors;

  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint64_t length_of(std::uint64_t q) const
  {
    return patterns.offsets[q + 1] - patterns.offsets[q];
  }

  /// How many of the next `most` symbols of the text from p on and of the patterns from `at` on differ; counts until there are
  /// more than `errors.most`.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint32_t mismatches(std::uint64_t p, std::uint64_t at,
                                                                std::uint64_t most) const
  {
    auto const allowed = static_cast<std::uint32_t>(errors.most);
    std::uint32_t found = 0;
    for (std::uint64_t i = 0; i < most && found <= allowed; i += 8) {
      std::uint64_t difference = detail::load_padded_word(text.data, p + i, text.size) ^
                                 detail::load_padded_word(patterns.symbols, at + i, patterns.size);
      if (most - i < 8) difference &= (std::uint64_t{1} << (8 * (most - i))) - 1;
      difference |= difference >> 4;
      difference |= difference >> 2;
      difference |= difference >> 1;
      found += detail::ones_in(difference & 0x0101010101010101u);
    }
    return found;
  }

  /// The window of pattern q, of m >= 2 slack + 1 symbols, whose last diagonal starts at `anchor`, so that its symbol is part
  /// of all occurrences with few enough errors: diagonal t pairs symbol i of the pattern with text[anchor - 2 slack + t + i].
  /// Returns, for each diagonal, the least distance of what ends on it and stays on these diagonals.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION Distances compare(std::uint64_t q, std::uint64_t anchor) const
  {
    if (anchor >= text.size) return Distances();
    detail::Bounds const part = documents.around(anchor);
    if (errors.slack != 0) return compare_diagonals(q, anchor, part);
    Distances distances;
    std::uint64_t const m = length_of(q);
    if (anchor + m > part.end) return distances;
    std::uint32_t const found = mismatches(anchor, patterns.offsets[q], m);
    if (found <= static_cast<std::uint32_t>(errors.most)) distances.set(0, found);
    return distances;
  }

 private:
  /// Landau and Vishkin's rows: reach[t + 1] is how many symbols of the pattern some stretch of the text that ends on diagonal
  /// t has, at most, with as many errors as were allowed so far; -1 where there is none.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION Distances compare_diagonals(std::uint64_t q, std::uint64_t anchor,
                                                                   detail::Bounds const& part) const
  {
    int const diagonals = 2 * errors.slack + 1;
    auto const first_start = static_cast<std::int64_t>(anchor) - 2 * errors.slack;
    auto const begin = static_cast<std::int64_t>(part.begin), end = static_cast<std::int64_t>(part.end);
    std::uint64_t const at = patterns.offsets[q];
    auto const m = static_cast<std::int64_t>(length_of(q));
    Distances distances;
    std::int64_t reach[max_diagonals + 2];
    for (int t = 0; t < diagonals + 2; ++t) reach[t] = -1;
    for (int e = 0; e <= errors.most; ++e) {
      std::int64_t with_symbol_more = -1;  // of the text: from the diagonal before
      for (int t = 0; t < diagonals; ++t) {
        std::int64_t const start = first_start + t;
        std::int64_t const before = reach[t + 1];
        std::int64_t row = e == 0 && start >= begin ? 0 : with_symbol_more;
        if (before >= 0 && before + 1 > row) row = before + 1;                    // another symbol
        if (reach[t + 2] >= 0 && reach[t + 2] + 1 > row) row = reach[t + 2] + 1;  // a missing one
        with_symbol_more = before;
        if (row < 0) continue;
        // a row beyond the last one that this diagonal has was reached with an error to spare
        std::int64_t const last = m < end - start ? m : end - start;
        if (row > last) row = last;
        row += static_cast<std::int64_t>(
            detail::common_prefix(text, static_cast<std::uint64_t>(start + row), {patterns.symbols, patterns.size},
                                  at + static_cast<std::uint64_t>(row), static_cast<std::uint64_t>(last - row)));
        reach[t + 1] = row;
        if (row == m && distances.at(t) == Distances::none) distances.set(t, static_cast<std::uint32_t>(e));
      }
    }
    return distances;
  }
};

}  // namespace lexikos::approximate_search_detail
