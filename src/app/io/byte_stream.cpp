// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/io/byte_stream.hpp"

#include <algorithm>
#include <new>
#include <system_error>
#include <utility>
#include <vector>

#include "app/failure.hpp"
#include "system/thread_processors.hpp"

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
  // whoever writes to a pipe may take time, for which no reader that has failed should wait
  bool const may_read_ahead = m_options.threads != 1 && detail::processor_count() > 1 && m_file.file_bytes() != 0;
  if (m_compression != Compression::none)
    m_decompressor = make_decompressor(m_compression, m_file, m_options.threads);
  else if (may_read_ahead && m_file.file_bytes() > block_bytes)
    m_decompressor = stored_bytes(m_file);
  else
    return;
  m_buffer = allocate_buffer();
  if (may_read_ahead) start_helper();
}

void ByteStream::start_helper()
{
  m_ahead = allocate_buffer();
  try {
    m_helper = std::make_unique<HelperThread>([this] {
      m_bytes_ahead = m_decompressor->read({m_ahead.get() + much, block_bytes});
    });
  }
  catch (std::system_error const&) {  // the machine has no more threads
    m_ahead.reset();
  }
}

ByteStream::Buffer ByteStream::allocate_buffer() const
{
  Buffer buffer(new (std::nothrow) std::uint8_t[much + block_bytes]);
  if (buffer == nullptr) fail_for_memory_of(name());
  return buffer;
}

/// When all was used.
void ByteStream::refill()
{
  if (m_decompressor == nullptr) {
    m_file.take(m_of_file);
    m_next = m_file.peek();
    m_of_file = m_next.size();
    show_progress();
    return;
  }
  m_next = {};  // also if this fails
  try {
    std::size_t const bytes = next_block();
    m_next = {m_buffer.get() + much, bytes};
  }
  catch (DamagedData const& damage) {
    fail_for(damage);
  }
}

/// Decompresses to the buffer, after its room for what is left; returns how many bytes, of which there is none at the end.
std::size_t ByteStream::next_block()
{
  std::size_t bytes = 0;
  if (m_is_reading_ahead) {
    m_is_reading_ahead = false;  // also if it has failed
    m_helper->wait();
    bytes = m_bytes_ahead;
    std::swap(m_buffer, m_ahead);
  }
  else {
    bytes = m_decompressor->read({m_buffer.get() + much, block_bytes});
  }
  show_progress();
  if (bytes != 0 && m_helper != nullptr) {
    m_helper->begin();
    m_is_reading_ahead = true;
  }
  return bytes;
}

std::span<std::uint8_t const> ByteStream::peek_much()
{
  if (m_next.size() >= much) return m_next;
  if (m_decompressor == nullptr) {
    m_file.take(m_of_file - m_next.size());
    // whoever writes to a pipe may have written no more yet
    m_next = m_file.peek(m_file.file_bytes() == 0 ? much : std::min<std::uint64_t>(block_bytes, m_file.file_bytes()));
    m_of_file = m_next.size();
    return m_next;
  }
  while (m_next.size() < much) {
    std::vector<std::uint8_t> const rest(m_next.begin(), m_next.end());
    std::size_t bytes = 0;
    try {
      bytes = next_block();
    }
    catch (DamagedData const&) {  // whoever comes to its place meets it again, and knows where that is
    }
    // the block may have been made where the rest was, also one that turned out to be damaged
    m_next = {m_buffer.get() + much - rest.size(), rest.size() + bytes};
    std::ranges::copy(rest, m_buffer.get() + much - rest.size());
    if (bytes == 0) break;
  }
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
  if (m_decompressor == nullptr || m_is_reading_ahead) {
    while (!peek().empty()) append_next();
    return;
  }
  try {
    for (;;) {
      bytes.make_room(Decompressor::min_room);
      std::size_t const got = m_decompressor->read({bytes.end(), std::min(bytes.room(), block_bytes)});
      show_progress();
      if (got == 0) break;
      bytes.add(got);
      m_position += got;
    }
  }
  catch (DamagedData const& damage) {
    fail_for(damage);
  }
}

void ByteStream::show_progress() const
{
  if (m_options.progress && m_file.file_bytes() != 0)
    m_options.progress(static_cast<double>(m_file.position()) / static_cast<double>(m_file.file_bytes()));
}

void ByteStream::fail_for(DamagedData const& damage) const
{
  fail(std::string(damage.what()) + " (at byte " + std::to_string(m_file.position()) + " of the file, after " +
       std::to_string(m_position) + " of what it holds)");
}

void ByteStream::fail(std::string const& reason) const
{
  std::string const place = m_options.place ? m_options.place() : std::string();
  throw Failure(ExitCode::unreadable_input,
                "cannot read " + name() + ": " + (place.empty() ? reason : place + ": " + reason));
}

}  // namespace lexikos::app
