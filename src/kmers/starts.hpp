// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Where k-mers that count start: a bit for each position of the text.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/words.hpp>
#include <lexikos/kmers.hpp>
#include <string>

#include "backends/launch.hpp"
#include "backends/primitives.hpp"
#include "common/dna_letters.hpp"
#include "common/primitive_bytes.hpp"
#include "common/progress.hpp"
#include "kmers/dna.hpp"

namespace lexikos::kmers_detail
{

/// Whether a k-mer that counts starts at a position. One random read of 8 bytes, or none.
struct Starts
{
  std::uint64_t const* bits;  ///< null: all but the last k - 1 positions do
  std::uint64_t n;
  std::uint64_t k;  ///< at most n

  KOKKOS_FUNCTION bool operator()(std::uint64_t at) const
  {
    if (bits == nullptr) return at <= n - k;
    return (bits[at / 64] >> at % 64 & 1) != 0;
  }
};

/// Letters of a text that matter.
struct LetterCounts
{
  std::uint64_t foreign = 0;     ///< not of DNA
  std::uint64_t lower_case = 0;  ///< of DNA, in lower case
};

/// Marks the letters that are not of DNA.
struct MarkForeign
{
  using value_type = LetterCounts;

  std::uint8_t const* text;
  std::uint64_t n;
  bool any_case;
  std::uint64_t* foreign;

  KOKKOS_FUNCTION void operator()(std::size_t word, value_type& counts) const
  {
    std::uint64_t const begin = 64 * word;
    std::uint64_t bits = 0;
    for (std::uint64_t at = 0; at < 64 && begin + at < n; at += 8) {
      std::uint64_t const bytes = detail::load_padded_word(text, begin + at, n);
      for (unsigned i = 0; i < 8 && begin + at + i < n; ++i) {
        auto const byte = static_cast<std::uint32_t>(bytes >> 8 * i & 0xFF);
        bool const is_letter = detail::is_dna(byte, any_case);
        bits |= std::uint64_t{!is_letter} << (at + i);
        counts.lower_case += is_letter && (byte & 0x20) != 0;
      }
    }
    counts.foreign += detail::ones_in(bits);
    foreign[word] = bits;
  }
  KOKKOS_FUNCTION void init(value_type& counts) const { counts = value_type(); }
  KOKKOS_FUNCTION void join(value_type& counts, value_type const& other) const
  {
    counts.foreign += other.foreign;
    counts.lower_case += other.lower_case;
  }
};

struct MarkBorders
{
  std::uint64_t const* offsets;
  std::uint64_t n;
  std::uint64_t* borders;

  KOKKOS_FUNCTION void operator()(std::size_t d) const
  {
    std::uint64_t const at = offsets[d];
    if (at < n) Kokkos::atomic_or(borders + at / 64, std::uint64_t{1} << at % 64);
  }
};

struct MarkBorder
{
  std::uint64_t at;
  std::uint64_t* borders;

  KOKKOS_FUNCTION void operator()(std::size_t) const { borders[at / 64] |= std::uint64_t{1} << at % 64; }
};

/// reach(words - 1 - w) = n - the first mark of word w, or 0: the running maximum tells the first mark from there on.
struct FirstMarks
{
  std::uint64_t const* foreign;
  std::uint64_t const* borders;
  std::uint64_t* reach;
  std::uint64_t words;
  std::uint64_t n;

  KOKKOS_FUNCTION void operator()(std::size_t word) const
  {
    std::uint64_t const marks = foreign[word] | borders[word];
    std::uint64_t const first = marks == 0 ? n : 64 * word + detail::select_in_word(marks, 0);
    reach[words - 1 - word] = n - first;
  }
};

/// Overwrites marks by starts: k-mers that end at the next mark, or at the text's end, and hold no foreign letter.
struct WriteStarts
{
  std::uint64_t* foreign;
  std::uint64_t const* borders;
  std::uint64_t const* reach;
  std::uint64_t words;
  std::uint64_t n;
  std::uint64_t k;

  KOKKOS_FUNCTION void operator()(std::size_t word) const
  {
    std::uint64_t limit = word + 1 < words ? n - reach[words - 2 - word] : n;
    std::uint64_t const letters = foreign[word];
    std::uint64_t const marks = letters | borders[word];
    std::uint64_t bits = 0;
    for (unsigned i = 64; i-- > 0;) {
      std::uint64_t const at = 64 * word + i;
      if (at >= n) continue;
      if ((letters >> i & 1) != 0) limit = at;
      bits |= std::uint64_t{at + k <= limit} << i;
      if ((marks >> i & 1) != 0) limit = at;
    }
    foreign[word] = bits;
  }
};

/// Offsets that do not ascend from 0 to n.
struct CountWrongOffsets
{
  std::uint64_t const* offsets;
  std::size_t count;
  std::uint64_t n;

  KOKKOS_FUNCTION void operator()(std::size_t d, std::uint64_t& wrong) const
  {
    if (d == 0 && offsets[d] != 0) ++wrong;
    if (d + 1 == count ? offsets[d] != n : offsets[d] > offsets[d + 1]) ++wrong;
  }
};

/// Error (invalid_argument) unless the offsets are those of documents of n symbols.
template <class ExecutionSpace>
void check_offsets(ExecutionSpace const& space,
                   Span<std::uint64_t const, typename ExecutionSpace::memory_space> const& offsets, std::size_t n)
{
  std::size_t const count = offsets.extent(0);
  if (count == 0) return;
  std::uint64_t wrong = 0;
  Kokkos::parallel_reduce("lexikos::kmers::check_offsets", backends::Range<ExecutionSpace>(space, 0, count),
                          CountWrongOffsets{offsets.data(), count, n}, wrong);
  space.fence("lexikos::kmers::check_offsets");
  detail::require(wrong == 0, ErrorCode::invalid_argument,
                  "the documents' offsets do not ascend from 0 to " + std::to_string(n));
}

/// Bytes of workspace that `find_starts` takes at most.
template <class ExecutionSpace>
[[nodiscard]] std::size_t starts_bytes(std::size_t n)
{
  std::size_t const words = (n + 63) / 64;
  return 3 * (8 * words + 256) + detail::scan_bytes<ExecutionSpace>(words);
}

struct FoundStarts
{
  Starts starts;
  bool has_two_cases = false;  ///< of letters that are the same in both
};

/// Whether there are borders in a text that k-mers do not cross.
template <class ExecutionSpace, class Index>
[[nodiscard]] bool has_borders(Source<ExecutionSpace, Index> const& source, Options<ExecutionSpace> const& options)
{
  return source.has_two_texts || options.text_offsets.extent(0) > 2;
}

/// The starts of a text's k-mers, 1 <= k <= n: bits in the workspace, unless every start but the last k - 1 is one.
template <class ExecutionSpace, class Index>
FoundStarts find_starts(ExecutionSpace const& space, Source<ExecutionSpace, Index> const& source,
                        Options<ExecutionSpace> const& options, detail::ProgressReport<ExecutionSpace>& progress,
                        Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Range = backends::Range<ExecutionSpace>;
  std::size_t const n = source.size();
  FoundStarts found{{nullptr, n, source.k}};
  bool const is_dna = options.letters != KmerLetters::all, is_divided = has_borders(source, options);
  if (!is_dna && !is_divided) return found;

  std::size_t const words = (n + 63) / 64;
  auto const foreign = workspace.take<std::uint64_t, MemorySpace>(words);
  if (is_dna) {
    LetterCounts letters;
    Kokkos::parallel_reduce(
        "lexikos::kmers::foreign_letters", Range(space, 0, words),
        MarkForeign{source.text.bytes.data(), n, options.letters == KmerLetters::dna, foreign.data()}, letters);
    space.fence("lexikos::kmers::foreign_letters");
    progress.add(n);
    found.has_two_cases = letters.lower_case != 0 && letters.lower_case + letters.foreign != n;
    if (letters.foreign == 0 && !is_divided) return found;
  }
  else {
    primitives::fill(space, foreign, 0);
  }

  found.starts.bits = foreign.data();
  Workspace::Scope const scope(workspace);
  auto const borders = workspace.take<std::uint64_t, MemorySpace>(words);
  auto const reach = workspace.take<std::uint64_t, MemorySpace>(words);
  primitives::fill(space, borders, 0);
  Kokkos::parallel_for("lexikos::kmers::borders", Range(space, 0, options.text_offsets.extent(0)),
                       MarkBorders{options.text_offsets.data(), n, borders.data()});
  if (source.has_two_texts && source.border < n)
    Kokkos::parallel_for("lexikos::kmers::border", Range(space, 0, 1), MarkBorder{source.border, borders.data()});
  Kokkos::parallel_for("lexikos::kmers::first_marks", Range(space, 0, words),
                       FirstMarks{foreign.data(), borders.data(), reach.data(), words, n});
  primitives::inclusive_scan(space, reach, reach, primitives::Maximum{}, workspace);
  Kokkos::parallel_for("lexikos::kmers::starts", Range(space, 0, words),
                       WriteStarts{foreign.data(), borders.data(), reach.data(), words, n, source.k});
  return found;
}

}  // namespace lexikos::kmers_detail
