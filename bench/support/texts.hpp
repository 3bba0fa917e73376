// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bench/support/fingerprint.hpp"
#include "system/host_memory.hpp"

namespace lexikos::bench
{

template <class T>
using PinnedView = Kokkos::View<T*, lexikos::detail::PinnedSpace>;

/// A text to measure on, a file or generated:
///
///     PATH[@LENGTH][*TIMES[~PERCENT]]   the first LENGTH bytes of a file, repeated; each time so many of them changed, but the
///                                       first time, into others of the text
///     KIND:N[:SEED]           letter, fibonacci, thue-morse, random, acgt, runs, periodic, dna, words, mixed
///
/// With a "!" at its end, one symbol in the middle is another: a repetition no longer.
struct TextSource
{
  std::string name;              ///< for people, free of slashes
  std::string path;              ///< of a file; empty for a generated text
  std::string kind;              ///< of a generated text
  std::uint64_t seed = 1;        ///< of a generated text
  std::size_t period = 0;        ///< bytes that are read or made
  std::size_t size = 0;          ///< bytes of the text; those beyond the period repeat it
  unsigned percent_changed = 0;  ///< of the repetitions' symbols
  bool is_changed = false;       ///< in one symbol in the middle
};

/// Throws std::invalid_argument for what is not a description, and for a file that is not there.
[[nodiscard]] TextSource text_source(std::string const& description);

/// What the environment asks for: LEXIKOS_BENCH_FILES, a list of descriptions, and of LEXIKOS_CORPUS, a folder of texts,
/// those that LEXIKOS_BENCH_NAMES lists. Where it names none, all of the folder, or else some generated texts.
[[nodiscard]] std::vector<TextSource> text_sources();

struct LoadedText
{
  TextSource source;
  PinnedView<std::uint8_t> bytes;
  unsigned alphabet_size = 0;
  std::optional<Fingerprints> expected;  ///< of its index, once a first result was checked

  [[nodiscard]] std::size_t size() const { return bytes.extent(0); }
};

/// The text in memory. There is one at a time: loading another frees the one before.
[[nodiscard]] LoadedText& load(TextSource const& source);
/// Before Kokkos ends.
void unload();

}  // namespace lexikos::bench
