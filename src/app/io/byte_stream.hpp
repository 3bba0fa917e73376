// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "app/io/compression.hpp"
#include "app/io/file_blocks.hpp"
#include "app/io/growing_bytes.hpp"
#include "app/io/helper_thread.hpp"

namespace lexikos::app
{

/// The bytes of a file, or of standard input ("-"), one after the other, decompressed if they are those of gzip, bgzip or zstd.
/// Those of a file are read, and decompressed, by a thread of their own, which is a block ahead of the reader, but where there
/// are few and plain ones. It takes a few MiB, whatever the size of the file. Failures: unreadable_input, with the byte of the
/// file, and that of what was decompressed, at which compressed data end too early or are damaged; out_of_memory; not_supported
/// for a compression that this build lacks.
class ByteStream
{
 public:
  struct Options
  {
    unsigned threads = 0;                       ///< that may decompress; 0: those of the machine
    std::function<void(double)> progress = {};  ///< called with the fraction of the file that was read
    std::function<std::string()> place = {};    ///< where a reader is, for messages: "line 5"
  };

  explicit ByteStream(std::string const& path) : ByteStream(path, Options()) {}
  ByteStream(std::string const& path, Options options);
  ByteStream(ByteStream const&) = delete;
  ByteStream& operator=(ByteStream const&) = delete;

  /// The path, or "standard input".
  [[nodiscard]] std::string const& name() const { return m_file.name(); }
  [[nodiscard]] Compression compression() const { return m_compression; }
  /// Of a regular file; 0 of others.
  [[nodiscard]] std::uint64_t file_bytes() const { return m_file.file_bytes(); }

  /// Where a reader is from here on, for messages.
  void set_place(std::function<std::string()> place) { m_options.place = std::move(place); }

  /// What comes next, at least a byte unless the stream ends; valid until the next call of any function.
  [[nodiscard]] std::span<std::uint8_t const> peek()
  {
    if (m_next.empty()) refill();
    return m_next;
  }
  /// The same, and at least 256 KiB of it unless the stream ends.
  [[nodiscard]] std::span<std::uint8_t const> peek_much();
  /// So many of these were used.
  void take(std::size_t bytes)
  {
    m_next = m_next.subspan(bytes);
    m_position += bytes;
  }
  /// How many were used.
  [[nodiscard]] std::uint64_t position() const { return m_position; }

  /// Appends all that is left.
  void read_all(GrowingBytes& bytes);

  /// Failure (unreadable_input) that begins with the name, and the place.
  [[noreturn]] void fail(std::string const& reason) const;

 private:
  /// Where a block is decompressed to, after room for what of the block before it was not used.
  using Buffer = std::unique_ptr<std::uint8_t[]>;

  void refill();
  [[nodiscard]] std::size_t next_block();
  [[nodiscard]] Buffer allocate_buffer() const;
  void start_helper();
  [[noreturn]] void fail_for(DamagedData const& damage) const;
  void show_progress() const;

  FileBlocks m_file;
  Options m_options;
  Compression m_compression = Compression::none;
  std::unique_ptr<Decompressor> m_decompressor;  // null: the file is plain, and read where it is asked for
  Buffer m_buffer;                               // what was decompressed
  Buffer m_ahead;                                // what comes after it, if a thread reads ahead
  std::span<std::uint8_t const> m_next;          // of the buffer, or of a block of the file
  std::size_t m_of_file = 0;                     // bytes of that block
  std::uint64_t m_position = 0;
  std::size_t m_bytes_ahead = 0;
  bool m_is_reading_ahead = false;  // the thread, which alone uses file, decompressor and that buffer then
  std::unique_ptr<HelperThread> m_helper;
};

}  // namespace lexikos::app
