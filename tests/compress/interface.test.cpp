// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Options, streams, bounds, progress, contents and ranges, and files of earlier versions.

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/code_of.hpp"
#include "tests/compress/expect.hpp"
#include "tests/progress.hpp"
#include "tests/workspace_bounds.hpp"

using namespace lexikos;
using tests::Bytes;
using tests::Host;
using tests::small_blocks;

namespace
{

using HostView = Kokkos::View<std::uint8_t*, Kokkos::HostSpace>;

/// Kokkos' memory, with the number of pieces that were given back.
class ReturnsCounted final : public MemoryResource
{
 public:
  ReturnsCounted() { set_default_memory_resource(this); }
  ReturnsCounted(ReturnsCounted const&) = delete;
  ReturnsCounted& operator=(ReturnsCounted const&) = delete;
  ~ReturnsCounted() override { set_default_memory_resource(nullptr); }

  void* allocate(MemoryKind kind, std::size_t bytes, char const* label) override
  {
    return kokkos_memory_resource().allocate(kind, bytes, label);
  }
  void deallocate(MemoryKind kind, void* data, std::size_t bytes) noexcept override
  {
    ++returned;
    kokkos_memory_resource().deallocate(kind, data, bytes);
  }

  std::atomic<int> returned = 0;
};

template <class ExecutionSpace>
void expect_workspace_and_progress()
{
  ExecutionSpace const space = tests::own_instance<ExecutionSpace>();
  for (std::size_t const n : {0u, 100u, 150'000u}) {
    CAPTURE(n);
    Bytes const host_text = texts::copies_with_mutations(n, 300, 5);
    Bytes const host_file = tests::compressed(host_text, small_blocks);
    auto const text = tests::to_view<ExecutionSpace>(host_text);
    auto const file = tests::to_view<ExecutionSpace>(host_file);
    tests::TestArray<std::uint8_t, ExecutionSpace> const result("result", compressed_bytes_bound(n, small_blocks));
    auto const compress_it = [&](Workspace* workspace, Progress const& progress) {
      static_cast<void>(
          compress(space, text, result,
                   {.block_bytes = small_blocks.block_bytes, .workspace = workspace, .progress = progress}));
    };
    auto const decompress_it = [&](Workspace* workspace, Progress const& progress) {
      static_cast<void>(decompress(space, file, text, {.workspace = workspace, .progress = progress}));
    };
    std::size_t const block = std::min(n, min_compression_block);
    tests::expect_bounds(space, {{"compress", compress_workspace_bytes<ExecutionSpace>(block),
                                  [&](Workspace* workspace) { compress_it(workspace, {}); }},
                                 {"decompress", decompress_workspace_bytes<ExecutionSpace>(block),
                                  [&](Workspace* workspace) { decompress_it(workspace, {}); }}});
    tests::expect_progress(1, [&](Progress const& progress) { compress_it(nullptr, progress); });
    tests::expect_progress(1, [&](Progress const& progress) { decompress_it(nullptr, progress); });
  }
}

/// Some bytes at a time.
ByteSource slow_source(Bytes const& data, std::size_t& next)
{
  return [&](std::span<std::uint8_t> to) {
    std::size_t const size = std::min(to.size(), data.size() - next);
    std::copy_n(data.begin() + static_cast<std::ptrdiff_t>(next), size, to.begin());
    next += size;
    return size;
  };
}

Bytes file_of(std::string const& name)
{
  char const* const root = std::getenv("LEXIKOS_SOURCE_DIR");
  std::ifstream file(std::string(root != nullptr ? root : ".") + "/tests/compress/golden/" + name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("compression: workspace and progress", ExecutionSpace, workspace_and_progress)
{
  expect_workspace_and_progress<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(workspace_and_progress, tests::Spaces);

TEST_CASE_TEMPLATE_DEFINE("compression: files of version 1", ExecutionSpace, golden_files)
{
  auto const expect_text = [](char const* name, Bytes const& text) {
    CAPTURE(name);
    Bytes const golden = file_of(name);
    REQUIRE(!golden.empty());
    CHECK(tests::first_difference(decompress(ExecutionSpace{}, tests::span_of(golden)), text) == "");
    CHECK(tests::first_difference(tests::decompressed_array(ExecutionSpace{}, golden), text) == "");
    tests::format::Codecs codecs{};
    CHECK(tests::first_difference(tests::format::decode(golden, codecs), text) == "");
  };
  auto const all = tests::sample();
  expect_text("sample.lkz", all.text);
  expect_text("sample-2.lkz", all.text);
  expect_text("few-symbols.lkz", tests::few_symbols(32'768, 2, 3));
}
TEST_CASE_TEMPLATE_APPLY(golden_files, tests::Spaces);

TEST_CASE("compression: streams of an unknown length")
{
  for (std::size_t const n : {0u, 10u, 65'536u, 150'000u}) {
    CAPTURE(n);
    Bytes const text = texts::copies_with_mutations(n, 300, 7);
    Bytes file;
    std::size_t next = 0;
    auto const totals = compress(Host(), slow_source(text, next), compress_detail::sink_to(file), small_blocks);
    CHECK(totals.text_bytes == n);
    CHECK(totals.compressed_bytes == file.size());
    CHECK(totals.blocks == (n + 65'535) / 65'536);
    Bytes again;
    next = 0;
    auto const back = decompress(Host(), slow_source(file, next), compress_detail::sink_to(again));
    CHECK(again == text);
    CHECK(back.text_bytes == n);
    CHECK(back.blocks == totals.blocks);
    CHECK(back.compressed_bytes == file.size());
  }
}

TEST_CASE("compression: a text of another length than was said")
{
  Bytes const text = texts::letter(200'000);
  for (std::uint64_t const said : {0u, 1u, 199'999u, 200'001u, 65'536u, 400'000u}) {
    CAPTURE(said);
    Bytes file;
    CHECK(tests::code_of([&] {
            compress(Host(), compress_detail::source_of(text), compress_detail::sink_to(file), small_blocks, said);
          }) == ErrorCode::invalid_argument);
    // of one block it is noticed before anything is compressed
    CHECK(tests::code_of([&] {
            file.clear();
            compress(Host(), compress_detail::source_of(text), compress_detail::sink_to(file), {}, said);
          }) == ErrorCode::invalid_argument);
    CHECK(file.empty());
  }
}

TEST_CASE("compression: an end is not read twice")
{
  for (std::size_t const n : {0u, 1u, 100'000u, 65'536u}) {
    CAPTURE(n);
    Bytes const text = texts::letter(n);
    bool has_ended = false;
    auto const source = [&, from = compress_detail::source_of(text)](std::span<std::uint8_t> to) {
      CHECK_FALSE(has_ended);
      std::size_t const got = from(to);
      has_ended = got < to.size();
      return got;
    };
    Bytes file;
    compress(Host(), source, compress_detail::sink_to(file));
    CHECK(decompress(Host(), tests::span_of(file)) == text);
  }
}

TEST_CASE_TEMPLATE_DEFINE("compression: a block so large that a device's worker reads and writes it", ExecutionSpace,
                          large_blocks)
{
  ExecutionSpace const space{};
  Bytes const part = texts::random(300'000, 256, 5);
  Bytes text;
  while (text.size() < std::size_t{32} << 20) text.insert(text.end(), part.begin(), part.end());
  CompressOptions const options{.block_bytes = std::size_t{64} << 20};
  auto const compress_to = [&](Bytes& file, std::uint64_t said) {
    compress(space, compress_detail::source_of(text), compress_detail::sink_to(file), options, said);
  };
  Bytes file;
  compress_to(file, text.size());
  CHECK(file.size() < part.size() + part.size() / 2);
  CHECK(decompress(space, std::span<std::uint8_t const>(file)) == text);
  Bytes unknown;
  compress_to(unknown, not_found);
  CHECK(file == unknown);
  for (std::uint64_t const said : {text.size() - 1, text.size() + 1}) {
    CAPTURE(said);
    Bytes other;
    CHECK(tests::code_of([&] { compress_to(other, said); }) == ErrorCode::invalid_argument);
  }
  std::size_t written = 0;
  auto const full = [&](std::span<std::uint8_t const> bytes) {
    written += bytes.size();
    if (written > text.size() / 2) throw 9;
  };
  CHECK_THROWS_AS(decompress(space, compress_detail::source_of(file), full), int);
  std::size_t given = 0;
  auto const broken = [&, from = compress_detail::source_of(text)](std::span<std::uint8_t> to) {
    given += to.size();
    if (given > text.size() / 2) throw 10;
    return from(to);
  };
  Bytes other;
  CHECK_THROWS_AS(compress(space, broken, compress_detail::sink_to(other), options, text.size()), int);
  // frames of blocks of other sizes
  Bytes const small = tests::compressed(part);
  auto const joined = [](Bytes first, Bytes const& second) {
    first.insert(first.end(), second.begin(), second.end());
    return first;
  };
  CHECK(decompress(space, tests::span_of(joined(file, small))) == joined(text, part));
  CHECK(decompress(space, tests::span_of(joined(small, file))) == joined(part, text));
}
TEST_CASE_TEMPLATE_APPLY(large_blocks, tests::Spaces);

TEST_CASE("compression: what source and sink throw comes through")
{
  Bytes const text = texts::random(600'000, 100, 3);
  auto const thrown = [&](auto const& call) {
    try {
      call();
    }
    catch (int number) {
      return number;
    }
    return 0;
  };
  int calls = 0;
  auto const source = [&](std::span<std::uint8_t> to) -> std::size_t {
    if (++calls == 4) throw 7;
    return to.size();
  };
  Bytes file;
  CHECK(thrown([&] { compress(Host(), source, compress_detail::sink_to(file), small_blocks); }) == 7);
  auto const sink = [&](std::span<std::uint8_t const>) {
    if (++calls == 9) throw 8;
  };
  CHECK(thrown([&] { compress(Host(), compress_detail::source_of(text), sink, small_blocks); }) == 8);
}

TEST_CASE("compression: options out of range, and limits of memory")
{
  Bytes const text = texts::copies_with_mutations(300'000, 300, 7);
  auto const code = [&](CompressOptions const& options) {
    return tests::code_of([&] { static_cast<void>(tests::compressed(text, options)); });
  };
  CHECK(code({.level = 0}) == ErrorCode::invalid_argument);
  CHECK(code({.level = 10}) == ErrorCode::invalid_argument);
  CHECK(code({.block_bytes = 65'535}) == ErrorCode::invalid_argument);
  CHECK(code({.block_bytes = (std::size_t{1} << 31) + 1}) == ErrorCode::invalid_argument);
  CHECK(code({.max_bytes = 1000}) == ErrorCode::out_of_memory);
  CHECK(compression_block(1) == 1 << 20);
  CHECK(compression_block(9) == std::size_t{1} << 31);
  // the block that fits, and no more
  std::size_t const room = compress_workspace_bytes<Host>(std::size_t{1} << 17) + (std::size_t{1} << 18);
  auto const file = tests::compressed(text, {.block_bytes = std::size_t{1} << 19, .max_bytes = room});
  CHECK(compressed_contents(tests::span_of(file)).block_bytes == std::size_t{1} << 17);
  CHECK(decompress(Host(), tests::span_of(file)) == text);

  for (std::size_t const n : {~std::size_t{0}, (std::size_t{1} << 63) + 1})
    CHECK(tests::code_of([&] { (void)compressed_bytes_bound(n); }) == ErrorCode::invalid_argument);
  HostView const short_result("result", compressed_bytes_bound(text.size()) - 1);
  HostView const short_text("text", text.size() - 1);
  auto const text_view = tests::to_view<Host>(text);
  auto const file_view = tests::to_view<Host>(file);
  CHECK(tests::code_of([&] { static_cast<void>(compress(Host(), text_view, short_result)); }) ==
        ErrorCode::invalid_argument);
  CHECK(tests::code_of([&] { static_cast<void>(decompress(Host(), file_view, short_text)); }) ==
        ErrorCode::invalid_argument);
}

TEST_CASE("compression: threads keep their memory from block to block")
{
  // what is given back waits for the kernels of all threads
  if (Kokkos::num_threads() < 2) return;
  auto const returned = [](std::size_t blocks, std::size_t period) {
    Bytes const text = texts::copies_with_mutations(blocks * min_compression_block, period, 5);
    std::array<int, 2> counts{};
    Bytes file;
    {
      ReturnsCounted const resource;
      file = tests::compressed(text, small_blocks);
      counts[0] = resource.returned;
    }
    {
      ReturnsCounted const resource;
      CHECK(decompress(Host(), tests::span_of(file)) == text);
      counts[1] = resource.returned;
    }
    return counts;
  };
  auto const blocks = 3 * static_cast<std::size_t>(Kokkos::num_threads());
  auto const of_few = returned(blocks, 3000), of_many = returned(4 * blocks, 3000);
  // some threads may come too late for a block: less than one more for three more blocks
  for (std::size_t i = 0; i < of_few.size(); ++i) CHECK(of_many[i] < of_few[i] + static_cast<int>(blocks));
}

TEST_CASE("compression: frames, skippable ones, contents and ranges")
{
  Bytes const first = texts::copies_with_mutations(150'000, 300, 7);
  Bytes const second = texts::random(70'000, 5, 3);
  Bytes file = {0x5F, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 'a', 'b', 'c'};
  for (Bytes const& part : {first, Bytes{}, second}) {
    Bytes const frame = tests::compressed(part, small_blocks);
    file.insert(file.end(), frame.begin(), frame.end());
    Bytes const skipped = {0x50, 0x2A, 0x4D, 0x18, 0, 0, 0, 0};
    file.insert(file.end(), skipped.begin(), skipped.end());
  }
  Bytes text = first;
  text.insert(text.end(), second.begin(), second.end());
  CHECK(decompress(Host(), tests::span_of(file)) == text);
  tests::format::Codecs codecs{};
  CHECK(tests::format::decode(file, codecs) == text);

  auto const contents = compressed_contents(tests::span_of(file));
  CHECK(contents.frames == 3);
  CHECK(contents.text_bytes == text.size());
  CHECK(contents.block_bytes == 65'536);
  REQUIRE(contents.blocks.size() == 5);
  for (auto const& block : contents.blocks)
    CHECK(tests::format::number(file, block.file_begin + 8, 8) == block.text_bytes);
  auto const of_stream = compressed_contents(compress_detail::source_of(tests::span_of(file)));
  CHECK(of_stream.frames == contents.frames);
  CHECK(of_stream.text_bytes == contents.text_bytes);
  CHECK(of_stream.block_bytes == contents.block_bytes);
  REQUIRE(of_stream.blocks.size() == contents.blocks.size());
  for (std::size_t b = 0; b < contents.blocks.size(); ++b) {
    CHECK(of_stream.blocks[b].text_begin == contents.blocks[b].text_begin);
    CHECK(of_stream.blocks[b].file_begin == contents.blocks[b].file_begin);
    CHECK(of_stream.blocks[b].file_bytes == contents.blocks[b].file_bytes);
  }
  std::size_t read = 0;
  ByteSource const endless = [&](std::span<std::uint8_t> to) {
    std::ranges::fill(to, std::uint8_t{0});
    read += to.size();
    return to.size();
  };
  CHECK(tests::code_of([&] { (void)compressed_contents(endless); }) == ErrorCode::corrupt_input);
  CHECK(read < 100);
  CHECK(tests::code_of([&] {
          (void)compressed_contents(compress_detail::source_of(tests::span_of(file).first(file.size() - 20)));
        }) == ErrorCode::corrupt_input);

  std::size_t const n = text.size();
  for (auto const& [begin, end] : std::vector<std::pair<std::size_t, std::size_t>>{
           {0, 0}, {0, 1}, {n - 1, n}, {n, n}, {65'535, 65'537}, {149'990, 150'010}, {100, 220'000}, {0, n}})
  {
    CAPTURE(begin);
    CAPTURE(end);
    Bytes part;
    decompress_range(Host(), tests::span_of(file), begin, end, compress_detail::sink_to(part));
    CHECK(part ==
          Bytes(text.begin() + static_cast<std::ptrdiff_t>(begin), text.begin() + static_cast<std::ptrdiff_t>(end)));
  }
  Bytes part;
  for (auto const& [begin, end] : std::vector<std::pair<std::size_t, std::size_t>>{{0, n + 1}, {2, 1}})
    CHECK(tests::code_of([&] {
            decompress_range(Host(), tests::span_of(file), begin, end, compress_detail::sink_to(part));
          }) == ErrorCode::invalid_argument);
}
