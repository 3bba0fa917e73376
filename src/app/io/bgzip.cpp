// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <lexikos/config.hpp>

#ifdef LEXIKOS_HAVE_ZLIB

#include <algorithm>
#include <atomic>
#include <cstring>
#include <mutex>
#include <new>
#include <optional>
#include <system_error>
#include <thread>
#include <vector>

#include "app/failure.hpp"
#include "app/io/block_inflater.hpp"
#include "app/io/compression.hpp"
#include "system/thread_processors.hpp"

namespace lexikos::app
{

namespace
{

/// Bytes of the file that are taken at a time: so many that starting threads takes a hundredth of what they do.
constexpr std::size_t compressed_at_a_time = std::size_t{1} << 20;
constexpr std::size_t footer = 8;  // checksum and size
constexpr std::size_t fixed_header = 18;

std::uint32_t little_endian(std::span<std::uint8_t const> bytes)
{
  return bytes[0] | std::uint32_t{bytes[1]} << 8 | std::uint32_t{bytes[2]} << 16 | std::uint32_t{bytes[3]} << 24;
}

struct Block
{
  std::span<std::uint8_t const> deflated;
  std::uint32_t checksum;
  std::span<std::uint8_t> to;
};

/// Decompresses blocks that lie in memory, by several threads, and remembers which is the first that is damaged.
class BlocksAtOnce
{
 public:
  explicit BlocksAtOnce(std::vector<Block> const& blocks) : m_blocks(blocks) {}

  /// \param inflaters  one for each thread, of which this is the first. Returns the number of blocks before a damaged one.
  std::size_t run(std::vector<std::unique_ptr<BlockInflater>>& inflaters)
  {
    std::vector<std::jthread> threads;
    try {
      std::size_t const wanted = std::min(inflaters.size(), m_blocks.size());
      for (std::size_t t = 1; t < wanted; ++t) {
        threads.emplace_back([this, &inflaters, t] {
          detail::use_all_processors();
          work(*inflaters[t]);
        });
      }
    }
    catch (std::system_error const&) {  // the machine has no more: those that there are do it
    }
    work(*inflaters[0]);
    threads.clear();
    return std::min(m_first_damaged, m_blocks.size());
  }

 private:
  void work(BlockInflater& inflater)
  {
    for (std::size_t i = m_next++; i < m_blocks.size(); i = m_next++) {
      Block const& block = m_blocks[i];
      if (inflater.inflate(block.deflated, block.to) && BlockInflater::checksum(block.to) == block.checksum) continue;
      std::scoped_lock const lock(m_mutex);
      m_first_damaged = std::min(m_first_damaged, i);
    }
  }

  std::vector<Block> const& m_blocks;
  std::atomic<std::size_t> m_next{0};
  std::mutex m_mutex;
  std::size_t m_first_damaged = ~std::size_t{0};
};

class Bgzip : public Decompressor
{
 public:
  Bgzip(FileBlocks& file, unsigned threads) : m_file(file)
  {
    try {
      for (unsigned t = 0; t < threads; ++t) m_inflaters.push_back(std::make_unique<BlockInflater>());
    }
    catch (std::bad_alloc const&) {
      fail_for_memory_of(m_file.name());
    }
  }

 private:
  void fill(std::span<std::uint8_t> to, std::size_t& done) override
  {
    while (done == 0) {
      if (!m_rest && !inflate_blocks(to, done)) return;
      if (m_rest) done = m_rest->read(to);
      if (m_rest) return;
    }
  }

  /// Whether there was anything; if it was no block, it is the rest.
  bool inflate_blocks(std::span<std::uint8_t> to, std::size_t& done)
  {
    auto const from = m_file.peek(compressed_at_a_time);
    if (from.empty()) {
      require_end();
      return false;
    }
    std::size_t const used = add_blocks(from, to);
    if (m_blocks.empty()) {
      begin_rest(from);
      return true;
    }
    std::size_t const right = BlocksAtOnce(m_blocks).run(m_inflaters);
    for (std::size_t i = 0; i < right; ++i) done += m_blocks[i].to.size();
    if (right < m_blocks.size()) {
      m_file.take(static_cast<std::size_t>(m_blocks[right].deflated.data() - from.data()) - fixed_header);
      throw damaged("a block of bgzip is not of the size, or has not the checksum, that it says");
    }
    m_ends_empty = m_blocks.back().to.empty();
    m_file.take(used);
    return true;
  }

  /// As many whole blocks as there are, and as there is room for; returns their bytes.
  std::size_t add_blocks(std::span<std::uint8_t const> from, std::span<std::uint8_t> to)
  {
    m_blocks.clear();
    std::size_t at = 0, done = 0;
    while (from.size() - at >= fixed_header + footer) {
      std::size_t const size = bgzip_block_bytes(from.subspan(at));
      if (size < fixed_header + footer || size > from.size() - at) break;
      auto const block = from.subspan(at, size);
      std::size_t const bytes = little_endian(block.last(4));
      if (bytes > min_room || bytes > to.size() - done) break;
      m_blocks.push_back({block.subspan(fixed_header, size - fixed_header - footer),
                          little_endian(block.subspan(size - footer)), to.subspan(done, bytes)});
      at += size;
      done += bytes;
    }
    return at;
  }

  /// What is no whole block: gzip without blocks, or, after a block, zeros.
  void begin_rest(std::span<std::uint8_t const> from)
  {
    if (from.front() == 0 && m_ends_empty) {
      skip_zeros_at_end(m_file);
      return;
    }
    std::size_t const size = bgzip_block_bytes(from);
    if (size == 0 && compression_of(from) == Compression::gzip && from.size() > fixed_header) {
      m_rest = gzip_decompressor(m_file);
      return;
    }
    bool const is_gzip = from.size() < 2 || (from[0] == 0x1F && from[1] == 0x8B);
    if (is_gzip && (size > from.size() || from.size() < fixed_header + footer)) throw DamagedData(cut_off);
    throw damaged(size == 0 ? "what follows it is not gzip's"
                            : "a block of bgzip is larger or smaller than any can be");
  }

  void require_end() const
  {
    if (!m_ends_empty)
      throw DamagedData(std::string(cut_off) + ": the empty block is missing with which bgzip ends its files");
  }

  FileBlocks& m_file;
  std::vector<std::unique_ptr<BlockInflater>> m_inflaters;
  std::vector<Block> m_blocks;
  std::unique_ptr<Decompressor> m_rest;  // by gzip
  bool m_ends_empty = false;
};

}  // namespace

std::unique_ptr<Decompressor> bgzip_decompressor(FileBlocks& file, unsigned threads)
{
  return std::make_unique<Bgzip>(file, threads);
}

}  // namespace lexikos::app

#endif
