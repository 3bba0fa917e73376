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
  if (m_block == nullptr) fail_for_memory_of(name());
}

/// When all was used.
void ByteStream::refill()
{
  if (m_decompressor != nullptr) {
    m_next = {};  // also if this fails
    m_next = {m_block.get(), decompress({m_block.get(), block_bytes})};
    return;
  }
  m_file.take(m_of_file);
  m_next = m_file.peek();
  m_of_file = m_next.size();
  show_progress();
}

std::span<std::uint8_t const> ByteStream::peek_much()
{
  if (m_next.size() >= much) return m_next;
  if (m_decompressor == nullptr) {
    m_file.take(m_of_file - m_next.size());
    m_next = m_file.peek(much);
    m_of_file = m_next.size();
    return m_next;
  }
  std::ranges::copy(m_next, m_block.get());
  std::size_t size = m_next.size();
  try {
    while (size < much) {
      std::size_t const got = m_decompressor->read({m_block.get() + size, block_bytes - size});
      if (got == 0) break;
      size += got;
    }
  }
  catch (DamagedData const&) {  // whoever comes to its place meets it again, and knows where that is
  }
  m_next = {m_block.get(), size};
  return m_next;
}

void ByteStream::read_all(GrowingBytes& bytes)
{
  auto const append_next = [&] {
    bytes.make_room(m_next.size());
    std::ranges::copy(m_next, bytes.end());
    bytes.add(m_next.size());
    take(m_next.size());
  };
  append_next();
  if (m_decompressor == nullptr) {
    while (!peek().empty()) append_next();
    return;
  }
  for (;;) {
    bytes.make_room(Decompressor::least_room);
    std::size_t const got = decompress({bytes.end(), std::min(bytes.room(), block_bytes)});
    if (got == 0) break;
    bytes.add(got);
    m_position += got;
  }
}

/// What comes next.
std::size_t ByteStream::decompress(std::span<std::uint8_t> to)
{
  try {
    std::size_t const got = m_decompressor->read(to);
    show_progress();
    return got;
  }
  catch (DamagedData const& damage) {
    fail(std::string(damage.what()) + " (at byte " + std::to_string(m_file.position()) + " of the file, after " +
         std::to_string(m_position) + " of what it holds)");
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
