// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads a file, indexes it, and uses the results on the host:
//
//   index_a_file FILE [PATTERN]    the longest substring that occurs twice, where PATTERN occurs, and what surrounds it
#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <lexikos/bwt.hpp>
#include <lexikos/check.hpp>
#include <lexikos/lcp.hpp>
#include <lexikos/search.hpp>
#include <lexikos/suffix_array.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace
{

// Where kernels run, and the memory they work on: the GPU's, if Kokkos was built for one.
using ExecutionSpace = Kokkos::DefaultExecutionSpace;
using MemorySpace = ExecutionSpace::memory_space;
using Text = Kokkos::View<std::uint8_t*, MemorySpace>;
using Indices = Kokkos::View<std::uint32_t*, MemorySpace>;

std::string read_file(char const* path)
{
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error(std::string("cannot read ") + path);
  return {std::istreambuf_iterator<char>(file), {}};
}

Text to_device(std::string const& bytes)
{
  Kokkos::View<std::uint8_t const*, Kokkos::HostSpace> const here(reinterpret_cast<std::uint8_t const*>(bytes.data()),
                                                                  bytes.size());
  Text const text("text", bytes.size());
  Kokkos::deep_copy(text, here);
  return text;
}

/// Any view's entries on the host.
template <class View>
auto to_host(View const& view)
{
  return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), view);
}

void show_longest_repeat(ExecutionSpace const& space, std::string const& bytes, Text const& text,
                         Indices const& suffixes)
{
  Indices const lcp("lcp", bytes.size());
  lexikos::lcp_array(space, text, suffixes, lcp);
  auto const lengths = to_host(lcp);
  auto const longest = std::max_element(lengths.data(), lengths.data() + lengths.size());
  std::size_t const rank = static_cast<std::size_t>(longest - lengths.data());
  std::size_t const position = to_host(suffixes)(rank);
  std::printf("the longest repeat has %u bytes: \"%.60s\"\n", unsigned{*longest},
              bytes.substr(position, *longest).c_str());
}

void show_occurrences(ExecutionSpace const& space, std::string const& bytes, Text const& text, Indices const& suffixes,
                      std::string_view pattern)
{
  lexikos::SuffixIndex<MemorySpace, std::uint32_t> const index(space, text, suffixes);
  std::vector<std::string_view> const wanted{pattern};
  auto const patterns = lexikos::patterns_from_host(space, wanted);
  auto const found = index.locate(space, patterns.symbols, patterns.offsets, {.text_order = true});
  auto const positions = to_host(found.positions);
  std::printf("\"%s\" occurs %zu times\n", wanted[0].data(), positions.size());
  for (std::size_t i = 0; i < std::min<std::size_t>(positions.size(), 5); ++i)
    std::printf("  at %u: \"%.30s\"\n", positions(i), bytes.substr(positions(i), 30).c_str());
}

/// Whether the transform's inverse is the text.
bool survives_transform(ExecutionSpace const& space, std::string const& bytes, Text const& text)
{
  Text const transform("bwt", bytes.size());
  Text const again("again", bytes.size());
  std::size_t const primary_index = lexikos::burrows_wheeler_transform(space, text, transform);
  lexikos::inverse_burrows_wheeler_transform(space, transform, primary_index, again);
  auto const restored = to_host(again);
  return std::equal(bytes.begin(), bytes.end(), reinterpret_cast<char const*>(restored.data()));
}

}  // namespace

int main(int argc, char** argv)
{
  Kokkos::ScopeGuard const kokkos(argc, argv);
  if (argc < 2) {
    std::fprintf(stderr, "usage: %s FILE [PATTERN]\n", argv[0]);
    return 1;
  }
  try {
    ExecutionSpace const space;
    std::string const bytes = read_file(argv[1]);
    if (bytes.empty()) throw std::runtime_error("the file is empty");
    Text const text = to_device(bytes);
    Indices const suffixes("suffixes", bytes.size());
    lexikos::suffix_array(space, text, suffixes);
    bool const is_right = static_cast<bool>(lexikos::check_suffix_array(space, text, suffixes));
    show_longest_repeat(space, bytes, text, suffixes);
    if (argc > 2) show_occurrences(space, bytes, text, suffixes, argv[2]);
    bool const is_restored = survives_transform(space, bytes, text);
    std::printf("suffix array %s, Burrows-Wheeler transform %s\n", is_right ? "checked" : "WRONG",
                is_restored ? "inverted" : "WRONG");
    return is_right && is_restored ? 0 : 1;
  }
  catch (std::exception const& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
