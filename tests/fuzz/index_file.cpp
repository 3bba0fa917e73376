// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Files of suffix indexes whose contents are altered: they are refused, or all queries end, within the arrays of the file.
// The suffix array itself is not checked, so that answers mean nothing; but intervals lie in it, and positions in the text.

#include <sanitizer/asan_interface.h>

#include <cstddef>
#include <cstdint>
#include <lexikos/lce.hpp>
#include <lexikos/search.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "tests/fuzz/altered_files.hpp"
#include "tests/fuzz/fuzzer.hpp"
#include "tests/fuzz/suffix_order.hpp"

namespace
{

using namespace lexikos;
using fuzz::MemorySpace;

std::vector<fuzz::Bytes> texts()
{
  std::vector<fuzz::Bytes> made;
  for (std::string_view const text : {"", "a", "aaaaaaaaaaaa", "abab", "mississippi", "abracadabra abracadabra"})
    made.emplace_back(text.begin(), text.end());
  for (unsigned const alphabet : {2u, 4u, 200u}) {
    fuzz::Bytes text(150 + alphabet % 3);
    for (unsigned i = 0; i < text.size(); ++i) text[i] = static_cast<std::uint8_t>(i * i / 7 % alphabet);
    made.push_back(text);
  }
  return made;
}

template <class Index>
std::vector<tests::AlteredFile> saved_indexes()
{
  std::vector<tests::AlteredFile> saved;
  fuzz::Space const space;
  for (auto const& text : texts())
    for (bool const has_all : {false, true}) {
      auto const suffixes = fuzz::suffix_array_of<Index>(text);
      auto const lcp = has_all ? fuzz::lcp_of(text, suffixes) : std::vector<Index>();
      auto const inverse = has_all ? fuzz::inverse_of(suffixes) : std::vector<Index>();
      SuffixIndex<MemorySpace, Index> const index(space, {fuzz::span_of(text), {}}, {fuzz::span_of(suffixes), {}},
                                                  {fuzz::span_of(lcp), {}}, {fuzz::span_of(inverse), {}});
      saved.push_back(fuzz::saved_file(suffix_index_kind, [&](FileWriter& file) { index.save(space, file); }));
    }
  return saved;
}

/// The bytes of a mapped file between its arrays, which nothing may read.
class Forbidden
{
 public:
  explicit Forbidden(FileReader const& file)
  {
    for (char const* const name : {"symbols", "text", "suffix_array", "lcp", "inverse", "table"})
      if (file.has(name)) {
        if (file.value_of(name) == FileValue::u8) forbid(file.array<std::uint8_t>(name));
        if (file.value_of(name) == FileValue::u32) forbid(file.array<std::uint32_t>(name));
        if (file.value_of(name) == FileValue::u64) forbid(file.array<std::uint64_t>(name));
      }
  }
  Forbidden(Forbidden const&) = delete;
  Forbidden& operator=(Forbidden const&) = delete;
  ~Forbidden()
  {
    for (auto const& range : m_ranges) ASAN_UNPOISON_MEMORY_REGION(range.data(), range.size());
  }

 private:
  template <class Array>
  void forbid(Array const& array)
  {
    auto const* const end = reinterpret_cast<unsigned char const*>(array.data() + array.extent(0));
    std::size_t const over = reinterpret_cast<std::uintptr_t>(end) % 64;
    if (over == 0) return;
    m_ranges.emplace_back(end, 64 - over);
    ASAN_POISON_MEMORY_REGION(end, 64 - over);
  }

  std::vector<std::span<unsigned char const>> m_ranges;
};

template <class Index>
struct Loaded
{
  FileReader file;
  SuffixIndex<MemorySpace, Index> index;
};

template <class Index>
void ask(SuffixIndex<MemorySpace, Index> const& index, fuzz::Numbers& numbers)
{
  static Workspace workspace;
  fuzz::Space const space;
  std::size_t const n = index.size();
  std::vector<std::uint8_t> symbols;
  std::vector<std::uint64_t> offsets{0};
  for (int pattern = 0; pattern < 6; ++pattern) {
    std::size_t const begin = numbers.below(n + 1);
    for (std::size_t i = begin; i < n && i < begin + numbers.below(9); ++i) symbols.push_back(index.text()(i));
    if (numbers.below(4) == 0) symbols.push_back(static_cast<std::uint8_t>(numbers()));
    offsets.push_back(symbols.size());
    Span<std::uint8_t const, MemorySpace> const one(symbols.data() + offsets[offsets.size() - 2],
                                                    symbols.size() - offsets[offsets.size() - 2]);
    auto const interval = index.interval(one);
    if (interval.begin > interval.end || interval.end > n) fuzz::fail("an interval is beyond the suffix array");
  }
  SearchOptions const options{.sort_patterns = numbers.flag(),
                              .text_order = numbers.flag(),
                              .max_positions = numbers.below(3),
                              .workspace = &workspace};
  auto const found = index.locate(space, fuzz::span_of(symbols), fuzz::span_of(offsets), options);
  for (std::size_t i = 0; i < found.positions.extent(0); ++i)
    if (found.positions(i) >= n) fuzz::fail("a position is beyond the text");
  if (index.lcp().extent(0) != n || index.inverse().extent(0) != n) return;
  LceIndex<MemorySpace, Index> const extensions(space, index, {&workspace, {}});
  for (int pair = 0; pair < 6; ++pair) (void)extensions.lce(numbers.below(n + 2), numbers.below(n + 2));
}

template <class Index>
void attack(fuzz::Numbers& numbers)
{
  static std::vector<tests::AlteredFile> const files = saved_indexes<Index>();
  fuzz::load_altered(
      files, suffix_index_kind, numbers,
      [](FileReader const& file) {
        return Loaded<Index>{file, SuffixIndex<MemorySpace, Index>::load(fuzz::Space(), file)};
      },
      [&](Loaded<Index> const& loaded) {
        Forbidden const forbidden(loaded.file);
        ask(loaded.index, numbers);
      });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
  FuzzedDataProvider input(data, size);
  fuzz::Numbers numbers(input);
  if (numbers.flag())
    attack<std::uint32_t>(numbers);
  else
    attack<std::uint64_t>(numbers);
  return 0;
}
