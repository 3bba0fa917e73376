// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "app/io/file_blocks.hpp"

namespace lexikos::app
{

/// How a file is compressed, which its first bytes tell.
enum class Compression
{
  none,
  gzip,
  bgzip,  ///< gzip in blocks of 64 KiB (BGZF), of which several are decompressed at a time
  zstd
};

[[nodiscard]] std::string_view name_of(Compression compression);

/// Bytes at the start of a file that tell.
constexpr std::size_t compression_head = 18;
[[nodiscard]] Compression compression_of(std::span<std::uint8_t const> head);

/// Why compressed data is not what its format says.
struct DamagedData : std::runtime_error
{
  using std::runtime_error::runtime_error;
};

/// Decompresses the rest of a file.
class Decompressor
{
 public:
  /// The least room to decompress to: a block of bgzip.
  static constexpr std::size_t min_room = std::size_t{1} << 16;

  virtual ~Decompressor() = default;
  /// Writes what comes next to the beginning of `to`, which has `min_room`: how many bytes, 0 at the end. Throws
  /// DamagedData when all that comes before the damage was read; Failure (unreadable_input, out_of_memory).
  [[nodiscard]] std::size_t read(std::span<std::uint8_t> to);

 private:
  /// \param done  is counted up as bytes are written, also before DamagedData is thrown
  virtual void fill(std::span<std::uint8_t> to, std::size_t& done) = 0;

  std::optional<DamagedData> m_damage;
};

/// \param compression  not none
/// \param threads      that take part; 0: as many as the machine has, and 8 at most
/// Failure (not_supported) if this build lacks the library.
[[nodiscard]] std::unique_ptr<Decompressor> make_decompressor(Compression compression, FileBlocks& file,
                                                              unsigned threads);

/// Of a file that is not compressed: its bytes as they stand.
[[nodiscard]] std::unique_ptr<Decompressor> stored_bytes(FileBlocks& file);

// One of each, by zlib and libzstd. Members of gzip and frames of zstd may follow each other; of gzip, and bgzip, zeros may
// follow the last, that fill a tape. A file of bgzip may go on as one of gzip, and ends with its empty block otherwise.

[[nodiscard]] std::unique_ptr<Decompressor> gzip_decompressor(FileBlocks& file);
[[nodiscard]] std::unique_ptr<Decompressor> bgzip_decompressor(FileBlocks& file, unsigned threads);
[[nodiscard]] std::unique_ptr<Decompressor> zstd_decompressor(FileBlocks& file);

/// What may follow the last member of gzip. DamagedData for anything else.
void skip_zeros_at_end(FileBlocks& file);
/// The size of a block of bgzip, by its header; 0 if that is another one.
[[nodiscard]] std::size_t bgzip_block_bytes(std::span<std::uint8_t const> header);

/// Failure (out_of_memory). \param name  of the file
[[noreturn]] void fail_for_memory_of(std::string const& name);

constexpr char const* cut_off = "its compressed data is cut off";
[[nodiscard]] inline DamagedData damaged(std::string const& reason)
{
  return DamagedData("its compressed data is damaged: " + reason);
}

}  // namespace lexikos::app
