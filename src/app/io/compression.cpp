// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/io/compression.hpp"

#include <algorithm>
#include <initializer_list>
#include <lexikos/config.hpp>

#include "app/failure.hpp"
#include "system/thread_processors.hpp"

namespace lexikos::app
{

namespace
{

using Bytes = std::span<std::uint8_t const>;

bool starts_with(Bytes bytes, std::initializer_list<std::uint8_t> start)
{
  return bytes.size() >= start.size() && std::equal(start.begin(), start.end(), bytes.begin());
}

[[maybe_unused]] [[noreturn]] void refuse(std::string const& name, std::string const& format,
                                          std::string const& library)
{
  throw Failure(ExitCode::not_supported,
                "cannot read " + name + ": it is compressed by " + format + ", and this build lacks " + library);
}

class StoredBytes : public Decompressor
{
 public:
  explicit StoredBytes(FileBlocks& file) : m_file(file) {}

 private:
  void fill(std::span<std::uint8_t> to, std::size_t& done) override
  {
    for (Bytes next = m_file.peek(); !next.empty() && done < to.size(); next = m_file.peek()) {
      std::size_t const bytes = std::min(next.size(), to.size() - done);
      std::copy_n(next.begin(), bytes, to.begin() + static_cast<std::ptrdiff_t>(done));
      m_file.take(bytes);
      done += bytes;
    }
  }

  FileBlocks& m_file;
};

}  // namespace

std::unique_ptr<Decompressor> stored_bytes(FileBlocks& file)
{
  return std::make_unique<StoredBytes>(file);
}

std::string_view name_of(Compression compression)
{
  switch (compression) {
    case Compression::none:
      break;
    case Compression::gzip:
      return "gzip";
    case Compression::bgzip:
      return "bgzip";
    case Compression::zstd:
      return "zstd";
  }
  return "none";
}

std::size_t bgzip_block_bytes(Bytes header)
{
  // members with one extra field, "BC", that has 2 bytes: the size of the block less 1 (SAM/BAM specification, 4.1)
  bool const is_bgzip = header.size() >= compression_head && starts_with(header, {0x1F, 0x8B, 8, 4}) &&
                        starts_with(header.subspan(10), {6, 0, 'B', 'C', 2, 0});
  return is_bgzip ? std::size_t{header[16]} + 256 * std::size_t{header[17]} + 1 : 0;
}

Compression compression_of(Bytes head)
{
  constexpr std::uint8_t reserved_flags = 0xE0;
  if (bgzip_block_bytes(head) != 0) return Compression::bgzip;
  // deflate is the one method that gzip has; less than a header is the start of one that was cut off
  if (starts_with(head, {0x1F, 0x8B}) && (head.size() < 4 || (head[2] == 8 && (head[3] & reserved_flags) == 0)))
    return Compression::gzip;
  if (starts_with(head, {0x28, 0xB5, 0x2F, 0xFD})) return Compression::zstd;
  bool const is_skippable =  // what pzstd begins with
      head.size() >= 4 && (head[0] & 0xF0) == 0x50 && starts_with(head.subspan(1), {0x2A, 0x4D, 0x18});
  return is_skippable ? Compression::zstd : Compression::none;
}

void fail_for_memory_of(std::string const& name)
{
  throw Failure(ExitCode::out_of_memory, "no memory to decompress " + name);
}

std::size_t Decompressor::read(std::span<std::uint8_t> to)
{
  if (m_damage) throw DamagedData(*m_damage);
  std::size_t done = 0;
  try {
    fill(to, done);
  }
  catch (DamagedData const& damage) {
    m_damage = damage;
    if (done == 0) throw;
  }
  return done;
}

std::unique_ptr<Decompressor> make_decompressor(Compression compression, FileBlocks& file,
                                                [[maybe_unused]] unsigned threads)
{
  if (compression == Compression::zstd) {
#ifdef LEXIKOS_HAVE_ZSTD
    return zstd_decompressor(file);
#else
    refuse(file.name(), "zstd", "its library");
#endif
  }
#ifdef LEXIKOS_HAVE_ZLIB
  if (compression == Compression::gzip) return gzip_decompressor(file);
  constexpr unsigned most = 8;  // more wait for the file
  return bgzip_decompressor(file, std::min(threads == 0 ? detail::processor_count() : threads, most));
#else
  refuse(file.name(), "gzip", "zlib");
#endif
}

}  // namespace lexikos::app
