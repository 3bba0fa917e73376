// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Kokkos_Core.hpp>
#include <array>
#include <lexikos/compress.hpp>
#include <lexikos/detail/execution_spaces.hpp>
#include <lexikos/detail/scratch.hpp>
#include <limits>
#include <string>

#include "backends/launch.hpp"
#include "common/host_containers.hpp"
#include "common/progress.hpp"
#include "compress/block.hpp"
#include "compress/block_job.hpp"
#include "compress/block_size.hpp"
#include "compress/container.hpp"
#include "compress/pipeline.hpp"
#include "system/large_pages.hpp"

namespace lexikos
{

std::size_t compression_block(int level)
{
  constexpr std::array<std::size_t, 9> mebibytes{1, 4, 16, 64, 128, 256, 512, 1024, 2048};
  detail::require(level >= 1 && level <= 9, ErrorCode::invalid_argument,
                  "levels are 1 to 9, not " + std::to_string(level));
  return mebibytes[static_cast<std::size_t>(level - 1)] << 20;
}

std::size_t compressed_bytes_bound(std::size_t n, CompressOptions const& options)
{
  detail::require(n <= std::numeric_limits<std::size_t>::max() / 2, ErrorCode::invalid_argument,
                  "no array has " + std::to_string(n) + " bytes");
  // a limit of memory may halve the blocks
  std::size_t const block = options.max_bytes == 0 ? compress_detail::wanted_block(options) : min_compression_block;
  return compress_detail::frame_bytes_bound(n, block);
}

template <detail::ExecutionSpaceType ExecutionSpace>
std::size_t compress_workspace_bytes(std::size_t block_bytes)
{
  return compress_detail::encode_block_bytes<ExecutionSpace>(block_bytes);
}

template <detail::ExecutionSpaceType ExecutionSpace>
std::size_t decompress_workspace_bytes(std::size_t block_bytes)
{
  return compress_detail::decode_block_bytes<ExecutionSpace>(block_bytes);
}

namespace compress_detail
{

namespace
{

/// For `likely` bytes, or as many as are needed, where there is no memory for more.
void reserve_some(std::vector<std::uint8_t>& data, std::size_t needed, std::size_t likely)
{
  try {
    data.reserve(std::max(needed, likely));
  }
  catch (std::bad_alloc const&) {
    data.reserve(needed);
  }
}

}  // namespace

ByteSource source_of(std::span<std::uint8_t const> data)
{
  return [data](std::span<std::uint8_t> to) mutable {
    std::size_t const size = std::min(data.size(), to.size());
    std::copy_n(data.begin(), size, to.begin());
    data = data.subspan(size);
    return size;
  };
}

ByteSink sink_to(std::vector<std::uint8_t>& data, std::size_t likely)
{
  return [&data, likely = data.size() + likely](std::span<std::uint8_t const> bytes) {
    detail::with_host_memory("a result", [&] {
      if (bytes.size() > data.capacity() - data.size()) {
        reserve_some(data, std::max(2 * data.capacity(), data.size() + bytes.size()), likely);
        detail::advise_large_pages(data.data() + data.size(), data.capacity() - data.size());
      }
      data.insert(data.end(), bytes.begin(), bytes.end());
    });
  };
}

namespace
{

/// Writes a frame block by block. What may become a short one waits for the next block, or the end.
class FrameWriter
{
 public:
  FrameWriter(ByteSink const& sink, FrameHeader const& header) : m_sink(sink), m_header(header) {}

  void add(BlockFacts const& facts, Bytes body)
  {
    if (m_sums.entries().empty() && body.size() <= max_short_body)
      m_first_body.assign(body.begin(), body.end());
    else {
      begin();
      write_block(facts, body);
    }
    if (m_sums.entries().empty()) m_first = facts;
    m_sums.add(facts);
  }
  CompressionTotals end()
  {
    if (m_sums.entries().size() == 1 && !m_has_begun) {
      write(written_short_header(m_first));
      write(m_first_body);
    }
    else {
      begin();
      write(written(m_sums.end()));
      write(m_sums.index());
    }
    return {m_sums.text_bytes(), m_bytes, m_sums.entries().size()};
  }
  [[nodiscard]] std::uint64_t text_bytes() const { return m_sums.text_bytes(); }

 private:
  void begin()
  {
    if (m_has_begun) return;
    m_has_begun = true;
    write(written(m_header));
    if (!m_first_body.empty()) write_block(m_first, m_first_body);
  }
  void write_block(BlockFacts const& facts, Bytes body)
  {
    write(written(BlockHeader{false, facts}));
    write(body);
  }
  void write(Bytes bytes)
  {
    m_sink(bytes);
    m_bytes += bytes.size();
  }

  ByteSink const& m_sink;
  FrameHeader m_header;
  FrameSums m_sums;
  BlockFacts m_first;
  std::vector<std::uint8_t> m_first_body;  // while it waits
  bool m_has_begun = false;
  std::uint64_t m_bytes = 0;
};

/// Compresses blocks on an instance, with a workspace of its own.
struct CompressBlock
{
  Progress const* progress;  // of the whole, where there is one block
  std::size_t reserved;      // bytes of the workspace, before the first block

  template <class ExecutionSpace>
  BlockWork operator()(ExecutionSpace const& space) const
  {
    return [worker = std::make_shared<Worker<ExecutionSpace>>(space, reserved), watched = progress](BlockJob& job) {
      work_on_block(*worker, job, job.input_bytes(), [&](auto const& text, auto const& body) {
        job.facts =
            encode_block(worker->space, text, body, worker->workspace, watched != nullptr ? *watched : Progress{});
        return job.facts.body_bytes;
      });
    };
  }
};

void report(Progress const& progress, std::uint64_t done, std::uint64_t all)
{
  if (!progress || all == not_found) return;
  double const fraction = done >= all ? 1 : static_cast<double>(done) / static_cast<double>(all);
  detail::require(progress(fraction), ErrorCode::cancelled, "the caller's progress function asked to stop");
}

/// The blocks of a text, whose size is known if it was said or is that of the first block.
class TextBlocks
{
 public:
  /// \param said  size of the text; or not_found, and the first block is read
  TextBlocks(ByteSource const& text, std::size_t block, std::uint64_t said)
      : m_text(text), m_block(block), m_said(said), m_bytes(said)
  {
    if (said != not_found) return;
    m_first.input.read(text, block);
    if (m_first.input.size() < block) m_bytes = m_first.input.size();
  }
  TextBlocks(TextBlocks const&) = delete;
  TextBlocks& operator=(TextBlocks const&) = delete;

  /// not_found where it is not known.
  [[nodiscard]] std::uint64_t bytes() const { return m_bytes; }
  [[nodiscard]] std::uint64_t count() const
  {
    return m_bytes == not_found ? ~std::uint64_t{0} : blocks_of(m_bytes, m_block);
  }
  [[nodiscard]] std::size_t largest() const
  {
    return static_cast<std::size_t>(std::clamp<std::uint64_t>(m_bytes, 1, m_block));
  }
  /// Whether the job's worker can read it itself.
  [[nodiscard]] bool can_be_streamed() const { return m_said != not_found; }

  /// Reads the next one, or tells the worker to. Returns whether there is one.
  bool next(BlockJob& job, BlockMemory memory, bool is_streamed)
  {
    if (m_read == m_bytes) {
      if (m_read == 0 && m_said == 0) require_end();
      return false;
    }
    std::size_t const wanted =
        std::min<std::uint64_t>(m_block, m_bytes - m_read);  // at most, where the size is not known
    if (is_streamed) {
      job.streamed_input = {&m_as_said, wanted};
      m_read += wanted;
      return true;
    }
    if (m_first.input.size() != 0) {
      std::swap(job, m_first);
      m_first = {};
    }
    else {
      job.use(memory);
      job.input.reserve(m_bytes == not_found ? std::min(wanted, block_of_thread) : wanted);
      job.input.read(m_said == not_found ? m_text : m_as_said, wanted);
    }
    m_read += job.input.size();
    return job.input.size() != 0;
  }

 private:
  void require_said(bool is_right) const
  {
    detail::require(is_right, ErrorCode::invalid_argument,
                    "the text does not have the " + std::to_string(m_said) + " bytes that it was said to have");
  }
  void require_end() const
  {
    std::uint8_t more = 0;
    require_said(m_text({&more, 1}) == 0);
  }

  ByteSource const& m_text;
  /// Gives all that it is asked for, or throws; also, with the last byte, where more than was said follows.
  ByteSource const m_as_said = [this](std::span<std::uint8_t> to) {
    std::size_t const got = m_text(to);
    require_said(got == to.size());
    m_given += got;
    if (m_given == m_said) require_end();
    return got;
  };
  std::size_t m_block;
  std::uint64_t m_said;
  std::uint64_t m_bytes;
  std::uint64_t m_read = 0;
  std::uint64_t m_given = 0;
  BlockJob m_first;  // if it was read already
};

template <class ExecutionSpace>
CompressionTotals compress_blocks(ExecutionSpace const& space, ByteSource const& text, ByteSink const& result,
                                  CompressOptions const& options, std::uint64_t text_bytes)
{
  constexpr std::size_t beside = 2;  // text and body
  std::size_t const block =
      block_within<ExecutionSpace>(options, beside, text_bytes != not_found ? text_bytes : max_block_bytes);
  TextBlocks blocks(text, block, text_bytes);
  std::size_t const workspace_bytes = encode_block_bytes<ExecutionSpace>(std::min(block, max_block_bytes));
  std::size_t const at_once =
      concurrent_blocks(space, block, blocks.count(), workspace_bytes + beside * block, options.max_bytes);
  BlockMemory const memory = memory_of_blocks<ExecutionSpace>(at_once, blocks.count());
  bool const is_streamed = blocks.can_be_streamed() && streams_blocks<ExecutionSpace>(at_once, blocks.largest());
  FrameWriter writer(result, {blocks.largest(), blocks.bytes() == not_found ? unknown_size : blocks.bytes()});
  Progress const* const watched = blocks.count() == 1 && options.progress ? &options.progress : nullptr;
  Pipeline<BlockJob> pipeline(workers_for_blocks(
      space, at_once, CompressBlock{watched, reserved_bytes<ExecutionSpace>(at_once, workspace_bytes, block)}));
  pipeline.run([&](BlockJob& job) { return blocks.next(job, memory, is_streamed); },
               [&](BlockJob& job) {
                 writer.add(job.facts, job.output.bytes());
                 if (writer.text_bytes() < blocks.bytes())
                   report(options.progress, writer.text_bytes(), blocks.bytes());
               });
  auto const totals = writer.end();
  report(options.progress, 1, 1);
  return totals;
}

template <class ExecutionSpace>
std::size_t compress_blocks_of_array(ExecutionSpace const& space,
                                     Span<std::uint8_t const, typename ExecutionSpace::memory_space> const& text,
                                     Span<std::uint8_t, typename ExecutionSpace::memory_space> const& result,
                                     CompressOptions const& options)
{
  using Place = Span<std::uint8_t, typename ExecutionSpace::memory_space>;
  std::size_t const n = text.extent(0);
  std::size_t const block = block_within<ExecutionSpace>(options, 0, n);
  detail::require(result.extent(0) >= frame_bytes_bound(n, block), ErrorCode::invalid_argument,
                  "the result has " + std::to_string(result.extent(0)) + " bytes, and may need " +
                      std::to_string(frame_bytes_bound(n, block)));
  detail::Scratch const scratch(space, options.workspace);
  std::size_t end = 0;
  auto const write = [&](Bytes bytes) {
    Kokkos::deep_copy(space, Place(result.data() + end, bytes.size()),
                      Span<std::uint8_t const, Kokkos::HostSpace>(bytes.data(), bytes.size()));
    space.fence("lexikos::compress::header");
    end += bytes.size();
  };
  FrameSums sums;
  write(written(FrameHeader{std::max<std::size_t>(1, std::min(block, n)), n}));
  for (std::size_t begin = 0; begin < n; begin += block) {
    std::size_t const size = std::min(block, n - begin);
    auto const part_end = static_cast<double>(begin + size) / static_cast<double>(n);
    auto const facts = encode_block(
        space, backends::subspan(text, begin, begin + size), Place(result.data() + end + block_header_bytes, size),
        *scratch,
        detail::part_of_progress(options.progress, static_cast<double>(begin) / static_cast<double>(n), part_end));
    if (size == n && facts.body_bytes <= max_short_body) {
      std::vector<std::uint8_t> body(facts.body_bytes);
      Kokkos::deep_copy(space, Span<std::uint8_t, Kokkos::HostSpace>(body.data(), body.size()),
                        Span<std::uint8_t const, typename ExecutionSpace::memory_space>(
                            result.data() + end + block_header_bytes, body.size()));
      space.fence("lexikos::compress::short_body");
      end = 0;
      write(written_short_header(facts));
      write(body);
      report(options.progress, 1, 1);
      return end;
    }
    write(written(BlockHeader{false, facts}));
    end += facts.body_bytes;
    sums.add(facts);
    if (begin + size < n) report(options.progress, begin + size, n);
  }
  write(written(sums.end()));
  write(sums.index());
  report(options.progress, 1, 1);
  return end;
}

}  // namespace

}  // namespace compress_detail

template <detail::ExecutionSpaceType ExecutionSpace>
CompressionTotals compress(ExecutionSpace const& space, ByteSource const& text, ByteSink const& result,
                           CompressOptions const& options, std::uint64_t text_bytes)
{
  return detail::with_host_memory("the parts of blocks", [&] {
    return compress_detail::compress_blocks<ExecutionSpace>(space, text, result, options, text_bytes);
  });
}

template <class ExecutionSpace>
std::size_t compress_detail::compress_array(ExecutionSpace const& space,
                                            Span<std::uint8_t const, typename ExecutionSpace::memory_space> const& text,
                                            Span<std::uint8_t, typename ExecutionSpace::memory_space> const& result,
                                            CompressOptions const& options)
{
  return detail::with_host_memory(
      "the parts of blocks", [&] { return compress_blocks_of_array<ExecutionSpace>(space, text, result, options); });
}

#define LEXIKOS_INSTANTIATE(SPACE)                                                                                     \
  template std::size_t compress_workspace_bytes<SPACE>(std::size_t);                                                   \
  template std::size_t decompress_workspace_bytes<SPACE>(std::size_t);                                                 \
  template CompressionTotals compress<SPACE>(SPACE const&, ByteSource const&, ByteSink const&, CompressOptions const&, \
                                             std::uint64_t);                                                           \
  template std::size_t compress_detail::compress_array<SPACE>(                                                         \
      SPACE const&, Span<std::uint8_t const, SPACE::memory_space> const&,                                              \
      Span<std::uint8_t, SPACE::memory_space> const&, CompressOptions const&);

LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos
