// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/io/block_inflater.hpp"

#include <lexikos/config.hpp>

#ifdef LEXIKOS_HAVE_ZLIB

#ifdef LEXIKOS_HAVE_LIBDEFLATE
#include <libdeflate.h>
#else
#include <zlib.h>
#endif

#include <new>

namespace lexikos::app
{

#ifdef LEXIKOS_HAVE_LIBDEFLATE

struct BlockInflater::State
{
  State() : decompressor(::libdeflate_alloc_decompressor())
  {
    if (decompressor == nullptr) throw std::bad_alloc();
  }
  State(State const&) = delete;
  State& operator=(State const&) = delete;
  ~State() { ::libdeflate_free_decompressor(decompressor); }

  libdeflate_decompressor* decompressor;
};

bool BlockInflater::inflate(std::span<std::uint8_t const> from, std::span<std::uint8_t> to)
{
  std::size_t used = 0;
  auto const result = ::libdeflate_deflate_decompress_ex(m_state->decompressor, from.data(), from.size(), to.data(),
                                                         to.size(), &used, nullptr);
  return result == LIBDEFLATE_SUCCESS && used == from.size();
}

std::uint32_t BlockInflater::checksum(std::span<std::uint8_t const> bytes)
{
  return ::libdeflate_crc32(0, bytes.data(), bytes.size());
}

#else

struct BlockInflater::State
{
  State()
  {
    if (::inflateInit2(&stream, -15) != Z_OK) throw std::bad_alloc();  // the largest window, and no header
  }
  State(State const&) = delete;
  State& operator=(State const&) = delete;
  ~State() { ::inflateEnd(&stream); }

  z_stream stream = {};
};

bool BlockInflater::inflate(std::span<std::uint8_t const> from, std::span<std::uint8_t> to)
{
  z_stream& stream = m_state->stream;
  ::inflateReset(&stream);
  std::uint8_t none = 0;  // zlib wants an address
  stream.next_in = const_cast<Bytef*>(from.data());
  stream.avail_in = static_cast<uInt>(from.size());
  stream.next_out = to.empty() ? &none : to.data();
  stream.avail_out = static_cast<uInt>(to.size());
  return ::inflate(&stream, Z_FINISH) == Z_STREAM_END && stream.avail_in == 0 && stream.avail_out == 0;
}

std::uint32_t BlockInflater::checksum(std::span<std::uint8_t const> bytes)
{
  return static_cast<std::uint32_t>(::crc32(0, bytes.data(), static_cast<uInt>(bytes.size())));
}

#endif

BlockInflater::BlockInflater() : m_state(std::make_unique<State>()) {}
BlockInflater::~BlockInflater() = default;

}  // namespace lexikos::app

#endif
