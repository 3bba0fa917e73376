// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstring>
#include <lexikos/compress.hpp>
#include <lexikos/detail/execution_spaces.hpp>
#include <lexikos/detail/scratch.hpp>

#include "backends/launch.hpp"
#include "common/host_containers.hpp"
#include "common/progress.hpp"
#include "compress/block.hpp"
#include "compress/block_job.hpp"
#include "compress/block_size.hpp"
#include "compress/container.hpp"
#include "compress/frame_reader.hpp"
#include "compress/pipeline.hpp"

namespace lexikos
{

namespace compress_detail
{

namespace
{

constexpr std::size_t beside_stream = 2;  // body and text
constexpr char const* host_part = "the parts of blocks";

template <class ExecutionSpace>
std::size_t room_of(DecompressOptions const& options)
{
  return options.max_bytes != 0 ? options.max_bytes : detail::available_memory<ExecutionSpace>().free;
}

constexpr std::size_t piece_bytes = std::size_t{64} << 10;

/// Passes over bytes of a source by reading them.
FrameReader::Skip skip_by_reading(ByteSource const& source)
{
  return [&source](std::uint64_t wanted) {
    std::vector<std::uint8_t> bytes(static_cast<std::size_t>(std::min<std::uint64_t>(wanted, piece_bytes)));
    std::uint64_t passed = 0;
    while (passed < wanted) {
      std::size_t const asked = static_cast<std::size_t>(std::min<std::uint64_t>(bytes.size(), wanted - passed));
      std::size_t const got = source({bytes.data(), asked});
      passed += got;
      if (got < asked) break;
    }
    return passed;
  };
}

/// Decompresses blocks on an instance, with a workspace of its own.
struct DecompressBlock
{
  std::size_t reserved = 0;  // bytes of the workspace, before the first block

  template <class ExecutionSpace>
  BlockWork operator()(ExecutionSpace const& space) const
  {
    return [worker = std::make_shared<Worker<ExecutionSpace>>(space, reserved)](BlockJob& job) {
      work_on_block(*worker, job, job.facts.symbols, [&](auto const& body, auto const& text) {
        decode_block(worker->space, job.facts, body, text, worker->workspace);
        return text.extent(0);
      });
    };
  }
};

void report(Progress const& progress, double fraction)
{
  detail::require(!progress || progress(fraction), ErrorCode::cancelled,
                  "the caller's progress function asked to stop");
}

/// Bytes of a file in memory, which are at hand anywhere.
class MappedFrames
{
 public:
  explicit MappedFrames(Bytes file) : m_file(file) {}

  FrameReader reader(FrameReader::Begin begin)
  {
    return FrameReader(
        [this](std::span<std::uint8_t> to) {
          std::size_t const size = std::min(to.size(), m_file.size() - m_next);
          std::copy_n(m_file.begin() + static_cast<std::ptrdiff_t>(m_next), size, to.begin());
          m_next += size;
          return size;
        },
        [this](std::uint64_t wanted) { return skip(wanted); }, std::move(begin));
  }
  std::uint64_t skip(std::uint64_t wanted)
  {
    std::uint64_t const passed = std::min<std::uint64_t>(wanted, m_file.size() - m_next);
    m_next += static_cast<std::size_t>(passed);
    return passed;
  }

 private:
  Bytes m_file;
  std::size_t m_next = 0;
};

/// Bytes of a stream, which come one after the other.
class StreamedFrames
{
 public:
  explicit StreamedFrames(ByteSource const& file) : m_file(file), m_skip(skip_by_reading(file)) {}

  FrameReader reader(FrameReader::Begin begin) const
  {
    // a copy of the function could have a place of its own
    return FrameReader([this](std::span<std::uint8_t> to) { return m_file(to); }, m_skip, std::move(begin));
  }
  [[nodiscard]] std::uint64_t skip(std::uint64_t wanted) const { return m_skip(wanted); }

 private:
  ByteSource const& m_file;
  FrameReader::Skip m_skip;
};

/// An array where a space works, read by its headers.
template <class ExecutionSpace>
class ArrayFrames
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using View = Span<std::uint8_t const, MemorySpace>;

 public:
  ArrayFrames(ExecutionSpace const& space, View const& data, FrameReader::Begin begin)
      : m_space(space),
        m_data(data),
        m_reader([this](std::span<std::uint8_t> to) { return read(to); },
                 [this](std::uint64_t wanted) { return skip(wanted); }, std::move(begin))
  {}
  ArrayFrames(ArrayFrames const&) = delete;
  ArrayFrames& operator=(ArrayFrames const&) = delete;

  /// The next block and its body.
  bool next(BlockFacts& facts, View& body)
  {
    if (!m_reader.next(facts)) return false;
    std::size_t const begin = m_next;
    detail::require(skip(facts.body_bytes) == facts.body_bytes, ErrorCode::corrupt_input, "the data end early");
    body = View(m_data.data() + begin, facts.body_bytes);
    return true;
  }

 private:
  std::size_t read(std::span<std::uint8_t> to)
  {
    std::size_t const size = std::min(to.size(), m_data.extent(0) - m_next);
    if (size == 0) return 0;
    Kokkos::deep_copy(m_space, Span<std::uint8_t, Kokkos::HostSpace>(to.data(), size),
                      View(m_data.data() + m_next, size));
    m_space.fence("lexikos::compress::header");
    m_next += size;
    return size;
  }
  std::uint64_t skip(std::uint64_t wanted)
  {
    std::uint64_t const passed = std::min<std::uint64_t>(wanted, m_data.extent(0) - m_next);
    m_next += static_cast<std::size_t>(passed);
    return passed;
  }

  ExecutionSpace m_space;
  View m_data;
  std::size_t m_next = 0;
  FrameReader m_reader;
};

template <class ExecutionSpace>
std::uint64_t text_bytes_by_headers(ExecutionSpace const& space,
                                    Span<std::uint8_t const, typename ExecutionSpace::memory_space> const& compressed)
{
  ArrayFrames<ExecutionSpace> frames(space, compressed, [](FrameHeader const&) {});
  std::uint64_t bytes = 0;
  BlockFacts facts;
  Span<std::uint8_t const, typename ExecutionSpace::memory_space> body;
  while (frames.next(facts, body)) bytes += facts.symbols;
  return bytes;
}

template <class ExecutionSpace>
std::size_t decompress_blocks_of_array(
    ExecutionSpace const& space, Span<std::uint8_t const, typename ExecutionSpace::memory_space> const& compressed,
    Span<std::uint8_t, typename ExecutionSpace::memory_space> const& text, DecompressOptions const& options)
{
  detail::Scratch const scratch(space, options.workspace);
  ArrayFrames<ExecutionSpace> frames(space, compressed, [&](FrameHeader const& header) {
    require_room<ExecutionSpace>(header.block_bytes, 0, room_of<ExecutionSpace>(options));
  });
  std::size_t end = 0;
  BlockFacts facts;
  Span<std::uint8_t const, typename ExecutionSpace::memory_space> body;
  while (frames.next(facts, body)) {
    detail::require(facts.symbols <= text.extent(0) - end, ErrorCode::invalid_argument,
                    "the result has only " + std::to_string(text.extent(0)) + " bytes");
    decode_block(space, facts, body, backends::subspan(text, end, end + facts.symbols), *scratch);
    end += facts.symbols;
    if (end < text.extent(0)) report(options.progress, static_cast<double>(end) / static_cast<double>(text.extent(0)));
  }
  report(options.progress, 1);
  return end;
}

template <class ExecutionSpace>
CompressionTotals decompress_blocks(ExecutionSpace const& space, ByteSource const& compressed, ByteSink const& text,
                                    DecompressOptions const& options)
{
  std::size_t const room = room_of<ExecutionSpace>(options);
  std::uint64_t frame_text = unknown_size;
  std::uint64_t largest_block = 0;
  auto const read_some = [&](std::span<std::uint8_t> to) { return compressed(to); };  // a copy would have its own place
  auto const begin = [&](FrameHeader const& header) {
    require_room<ExecutionSpace>(header.block_bytes, beside_stream, room);
    largest_block = std::max(largest_block, header.block_bytes);
    frame_text = header.text_bytes;
  };
  FrameReader reader(read_some, skip_by_reading(compressed), begin, options.compare_index);
  BlockJob first;
  BlockMemory memory = BlockMemory::pageable;
  auto const read = [&](BlockJob& job) {
    if (!reader.next(job.facts)) return false;
    job.use(memory);
    // not more for each body that is a little longer: giving memory back waits for all workers
    job.input.reserve(std::min<std::uint64_t>(largest_block, block_of_thread));
    job.input.read(compressed, job.facts.body_bytes);
    detail::require(job.input.size() == job.facts.body_bytes, ErrorCode::corrupt_input, "the file ends early");
    reader.passed(job.input.size());
    return true;
  };
  CompressionTotals totals;
  bool is_more = read(first);
  if (is_more) {
    std::uint64_t const blocks =
        frame_text == unknown_size ? ~std::uint64_t{0} : blocks_of(frame_text, first.facts.symbols);
    std::size_t const bytes = decode_block_bytes<ExecutionSpace>(largest_block);
    std::size_t const at_once =
        concurrent_blocks(space, largest_block, blocks, bytes + beside_stream * largest_block, options.max_bytes);
    memory = memory_of_blocks<ExecutionSpace>(at_once, blocks);
    bool const is_streamed = streams_blocks<ExecutionSpace>(at_once, first.facts.symbols);
    bool is_first = true;
    Pipeline<BlockJob> pipeline(workers_for_blocks(
        space, at_once, DecompressBlock{reserved_bytes<ExecutionSpace>(at_once, bytes, largest_block)}));
    pipeline.run(
        [&](BlockJob& job) {
          if (!is_first) return read(job);
          std::swap(job, first);
          is_first = false;
          if (is_streamed) job.sink = &text;
          return true;
        },
        [&](BlockJob& job) {
          if (!is_streamed) text(job.output.bytes());
          totals.text_bytes += job.facts.symbols;
          ++totals.blocks;
          if (totals.text_bytes < frame_text && frame_text != unknown_size)
            report(options.progress, static_cast<double>(totals.text_bytes) / static_cast<double>(frame_text));
        });
  }
  totals.compressed_bytes = reader.place();
  report(options.progress, 1);
  return totals;
}

/// \param facts  receives those of each block, unless it is null
template <class Frames>
CompressedContents contents_by_headers(Frames frames, std::vector<BlockFacts>* facts = nullptr)
{
  CompressedContents contents;
  FrameReader reader = frames.reader([&contents](FrameHeader const& header) {
    contents.block_bytes = std::max(contents.block_bytes, header.block_bytes);
  });
  BlockFacts block;
  while (reader.next(block)) {
    detail::require(frames.skip(block.body_bytes) == block.body_bytes, ErrorCode::corrupt_input, "the file ends early");
    reader.passed(block.body_bytes);
    contents.blocks.push_back(
        {contents.text_bytes, block.symbols, reader.block_begin(), reader.place() - reader.block_begin()});
    contents.text_bytes += block.symbols;
    if (facts != nullptr) facts->push_back(block);
  }
  contents.frames = reader.frames();
  return contents;
}

template <class ExecutionSpace>
void decompress_blocks_of_range(ExecutionSpace const& space, std::span<std::uint8_t const> compressed,
                                std::uint64_t begin, std::uint64_t end, ByteSink const& text,
                                DecompressOptions const& options)
{
  std::vector<BlockFacts> facts;
  CompressedContents const contents = contents_by_headers(MappedFrames(compressed), &facts);
  detail::require(begin <= end && end <= contents.text_bytes, ErrorCode::invalid_argument,
                  "the text has " + std::to_string(contents.text_bytes) + " bytes");
  BlockWork const work = DecompressBlock{}(space);
  BlockJob job;
  for (std::size_t b = 0; b < facts.size(); ++b) {
    CompressedBlock const& block = contents.blocks[b];
    if (block.text_begin + block.text_bytes <= begin || block.text_begin >= end) continue;
    require_room<ExecutionSpace>(block.text_bytes, beside_stream, room_of<ExecutionSpace>(options));
    auto const bytes = compressed.subspan(block.file_begin, block.file_bytes);
    job.facts = facts[b];
    job.input.read(source_of(bytes.last(job.facts.body_bytes)), job.facts.body_bytes);
    work(job);
    std::uint64_t const first = std::max(begin, block.text_begin) - block.text_begin;
    std::uint64_t const last = std::min(end - block.text_begin, block.text_bytes);
    text(job.output.bytes().subspan(first, last - first));
  }
}

}  // namespace

template <class ExecutionSpace>
std::uint64_t text_bytes_of(ExecutionSpace const& space,
                            Span<std::uint8_t const, typename ExecutionSpace::memory_space> const& compressed)
{
  return detail::with_host_memory(host_part, [&] { return text_bytes_by_headers<ExecutionSpace>(space, compressed); });
}

template <class ExecutionSpace>
std::size_t decompress_array(ExecutionSpace const& space,
                             Span<std::uint8_t const, typename ExecutionSpace::memory_space> const& compressed,
                             Span<std::uint8_t, typename ExecutionSpace::memory_space> const& text,
                             DecompressOptions const& options)
{
  return detail::with_host_memory(
      host_part, [&] { return decompress_blocks_of_array<ExecutionSpace>(space, compressed, text, options); });
}

}  // namespace compress_detail

template <detail::ExecutionSpaceType ExecutionSpace>
CompressionTotals decompress(ExecutionSpace const& space, ByteSource const& compressed, ByteSink const& text,
                             DecompressOptions const& options)
{
  return detail::with_host_memory(compress_detail::host_part, [&] {
    return compress_detail::decompress_blocks<ExecutionSpace>(space, compressed, text, options);
  });
}

template <detail::ExecutionSpaceType ExecutionSpace>
void decompress_range(ExecutionSpace const& space, std::span<std::uint8_t const> compressed, std::uint64_t begin,
                      std::uint64_t end, ByteSink const& text, DecompressOptions const& options)
{
  detail::with_host_memory(compress_detail::host_part, [&] {
    compress_detail::decompress_blocks_of_range<ExecutionSpace>(space, compressed, begin, end, text, options);
  });
}

CompressedContents compressed_contents(std::span<std::uint8_t const> compressed)
{
  return detail::with_host_memory(compress_detail::host_part, [&] {
    return compress_detail::contents_by_headers(compress_detail::MappedFrames(compressed));
  });
}

CompressedContents compressed_contents(ByteSource const& compressed)
{
  return detail::with_host_memory(compress_detail::host_part, [&] {
    return compress_detail::contents_by_headers(compress_detail::StreamedFrames(compressed));
  });
}

std::size_t compress_detail::likely_text_bytes(std::span<std::uint8_t const> compressed)
{
  constexpr std::uint64_t most_usual = 64;  // bytes of text of a compressed byte
  try {
    std::uint64_t const told = compressed_contents(compressed).text_bytes;
    return static_cast<std::size_t>(std::min<std::uint64_t>(told, most_usual * compressed.size()));
  }
  catch (Error const&) {
    return 0;  // what is wrong is found where it is decompressed
  }
}

#define LEXIKOS_INSTANTIATE(SPACE)                                                                                    \
  template CompressionTotals decompress<SPACE>(SPACE const&, ByteSource const&, ByteSink const&,                      \
                                               DecompressOptions const&);                                             \
  template void decompress_range<SPACE>(SPACE const&, std::span<std::uint8_t const>, std::uint64_t, std::uint64_t,    \
                                        ByteSink const&, DecompressOptions const&);                                   \
  template std::uint64_t compress_detail::text_bytes_of<SPACE>(SPACE const&,                                          \
                                                               Span<std::uint8_t const, SPACE::memory_space> const&); \
  template std::size_t compress_detail::decompress_array<SPACE>(                                                      \
      SPACE const&, Span<std::uint8_t const, SPACE::memory_space> const&,                                             \
      Span<std::uint8_t, SPACE::memory_space> const&, DecompressOptions const&);

LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos
