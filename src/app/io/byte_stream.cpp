// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/io/byte_stream.hpp"

#include <algorithm>
#include <new>
#include <utility>

#include "app/failure.hpp"

namespace lexikos::app
{

namespace
{

constexpr std::size_t much = std::size_t{1} << 18;
constexpr std::size_t block_bytes = std::size_t{1} << 22;

}  // namespace

ByteStream::ByteStream(std::string const& path, Options options) : m_file(path), m_options(std::move(options))
{
  m_compression = compression_of(m_file.peek(compression_head));
  if (m_compression == Compression::none) return;
  m_decompressor = make_decompressor(m_compression, m_file, m_options.threads);
  m_block.reset(new (std::nothrow) std::uint8_t[block_bytes]);
  if (m_block == nullptr) throw Failure(ExitCode::out_of_memory, "no memory to decompress " + name());
}

std::span<std::uint8_t const> ByteStream::peek()
{
  if (m_decompressor == nullptr) return m_file.peek();
  if (m_begin == m_end) {
    m_begin = 0;
    m_end = decompress({m_block.get(), block_bytes}, m_position);
  }
  return {m_block.get() + m_begin, m_end - m_begin};
}

std::span<std::uint8_t const> ByteStream::peek_much()
{
  if (m_decompressor == nullptr) return m_file.peek(much);
  if (m_end - m_begin < much) {
    std::copy(m_block.get() + m_begin, m_block.get() + m_end, m_block.get());
    m_end -= std::exchange(m_begin, 0);
  }
  try {
    while (m_end < much) {
      std::size_t const got = m_decompressor->read({m_block.get() + m_end, block_bytes - m_end});
      if (got == 0) break;
      m_end += got;
    }
  }
  catch (DamagedData const&) {  // whoever comes to its place meets it again, and knows where that is
  }
  return {m_block.get() + m_begin, m_end - m_begin};
}

void ByteStream::take(std::size_t bytes)
{
  m_position += bytes;
  if (m_decompressor == nullptr) {
    m_file.take(bytes);
    show_progress();
  }
  else {
    m_begin += bytes;
  }
}

void ByteStream::read_all(GrowingBytes& bytes)
{
  if (m_decompressor == nullptr) {
    for (auto next = peek(); !next.empty(); next = peek()) {
      bytes.make_room(next.size());
      std::ranges::copy(next, bytes.end());
      bytes.add(next.size());
      take(next.size());
    }
    return;
  }
  auto const first = std::span<std::uint8_t const>(m_block.get() + m_begin, m_end - m_begin);
  bytes.make_room(first.size());
  std::ranges::copy(first, bytes.end());
  bytes.add(first.size());
  take(first.size());
  for (;;) {
    bytes.make_room(Decompressor::least_room);
    std::size_t const got = decompress({bytes.end(), std::min(bytes.room(), block_bytes)}, m_position);
    if (got == 0) break;
    bytes.add(got);
    m_position += got;
  }
}

/// \param position  of what is decompressed
std::size_t ByteStream::decompress(std::span<std::uint8_t> to, std::uint64_t position)
{
  try {
    std::size_t const got = m_decompressor->read(to);
    show_progress();
    return got;
  }
  catch (DamagedData const& damage) {
    fail(std::string(damage.what()) + " (at byte " + std::to_string(m_file.position()) + " of the file, after " +
         std::to_string(position) + " of what it holds)");
  }
}

void ByteStream::show_progress() const
{
  if (m_options.progress && m_file.file_bytes() != 0)
    m_options.progress(static_cast<double>(m_file.position()) / static_cast<double>(m_file.file_bytes()));
}

void ByteStream::fail(std::string const& reason) const
{
  std::string const place = m_options.place ? m_options.place() : std::string();
  throw Failure(ExitCode::unreadable_input,
                "cannot read " + name() + ": " + (place.empty() ? reason : place + ": " + reason));
}

}  // namespace lexikos::app
