// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compresses a file to another in blocks of 1 MiB, reads a part of it from the blocks that have it, and then all of it.
//
//   compress_a_file FILE RESULT
#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <lexikos/compress.hpp>
#include <lexikos/error.hpp>
#include <span>
#include <vector>

namespace
{

using Bytes = std::vector<std::uint8_t>;

Bytes read(char const* path)
{
  std::ifstream file(path, std::ios::binary);
  return Bytes(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
}

void compress_file(char const* path, char const* result)
{
  Kokkos::DefaultExecutionSpace const space;
  std::ifstream text(path, std::ios::binary);
  std::ofstream compressed(result, std::ios::binary);
  auto const source = [&text](std::span<std::uint8_t> room) {
    text.read(reinterpret_cast<char*>(room.data()), static_cast<std::streamsize>(room.size()));
    return static_cast<std::size_t>(text.gcount());
  };
  auto const sink = [&compressed](std::span<std::uint8_t const> bytes) {
    compressed.write(reinterpret_cast<char const*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  };
  auto const totals = lexikos::compress(space, source, sink, {.level = 1});
  std::printf("%zu bytes in %zu blocks became %zu\n", static_cast<std::size_t>(totals.text_bytes),
              static_cast<std::size_t>(totals.blocks), static_cast<std::size_t>(totals.compressed_bytes));
}

bool is_what_it_was(Bytes const& compressed, Bytes const& text)
{
  Kokkos::DefaultExecutionSpace const space;
  auto const contents = lexikos::compressed_contents(compressed);  // by the headers alone
  std::uint64_t const begin = contents.text_bytes / 2;
  std::uint64_t const end = std::min<std::uint64_t>(contents.text_bytes, begin + 40);
  Bytes part;
  lexikos::decompress_range(
      space, std::span<std::uint8_t const>(compressed), begin, end,
      [&part](std::span<std::uint8_t const> bytes) { part.insert(part.end(), bytes.begin(), bytes.end()); });
  auto const all = lexikos::decompress(space, std::span<std::uint8_t const>(compressed));
  return all == text && part == Bytes(text.begin() + static_cast<std::ptrdiff_t>(begin),
                                      text.begin() + static_cast<std::ptrdiff_t>(end));
}

}  // namespace

int main(int argc, char** argv)
{
  Kokkos::ScopeGuard const kokkos(argc, argv);
  if (argc != 3) return 2;
  try {
    compress_file(argv[1], argv[2]);
    bool const same = is_what_it_was(read(argv[2]), read(argv[1]));
    std::printf("a part and the whole: %s\n", same ? "the same" : "WRONG");
    return same ? 0 : 1;
  }
  catch (lexikos::Error const& error) {  // corrupt_input where the file is damaged
    std::printf("%s\n", error.what());
    return 1;
  }
}
