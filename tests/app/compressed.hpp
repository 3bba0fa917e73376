// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <lexikos/config.hpp>
#include <string>

#ifdef LEXIKOS_HAVE_ZLIB
#include <zlib.h>
#endif
#ifdef LEXIKOS_HAVE_ZSTD
#include <zstd.h>
#endif

// Compressed texts for tests of the program.

namespace compressed
{

#ifdef LEXIKOS_HAVE_ZLIB

/// \param window_bits  as zlib has them: 15 + 16 for gzip, -15 for bare deflate
inline std::string deflate(std::string const& text, int window_bits)
{
  z_stream stream = {};
  REQUIRE(::deflateInit2(&stream, 6, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY) == Z_OK);
  std::string result(::deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(result.data());
  stream.avail_out = static_cast<uInt>(result.size());
  REQUIRE(::deflate(&stream, Z_FINISH) == Z_STREAM_END);
  result.resize(stream.total_out);
  ::deflateEnd(&stream);
  return result;
}

inline std::string gzip(std::string const& text)
{
  return deflate(text, 15 + 16);
}

inline std::string little_endian(std::size_t number, int bytes)
{
  std::string text;
  for (int i = 0; i < bytes; ++i) text += static_cast<char>(number >> (8 * i) & 0xFF);
  return text;
}

/// A block of BGZF, of at most 65280 bytes.
inline std::string bgzip_block(std::string const& text)
{
  std::string const body = deflate(text, -15);
  auto const checksum = ::crc32(0, reinterpret_cast<Bytef const*>(text.data()), static_cast<uInt>(text.size()));
  return std::string("\x1F\x8B\x08\x04\0\0\0\0\0\xFF\x06\0BC\x02\0", 16) + little_endian(body.size() + 25, 2) + body +
         little_endian(checksum, 4) + little_endian(text.size(), 4);
}

/// As bgzip writes it, but for the empty block at its end if that is not wanted.
inline std::string bgzip(std::string const& text, bool has_end = true)
{
  std::string result;
  for (std::size_t at = 0; at < text.size(); at += 65280) result += bgzip_block(text.substr(at, 65280));
  return has_end ? result + bgzip_block("") : result;
}

#endif

#ifdef LEXIKOS_HAVE_ZSTD

/// With a checksum, and its size if it is known.
inline std::string zstd(std::string const& text)
{
  std::string result(::ZSTD_compressBound(text.size()), '\0');
  ZSTD_CCtx* const context = ::ZSTD_createCCtx();
  ::ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
  result.resize(::ZSTD_compress2(context, result.data(), result.size(), text.data(), text.size()));
  ::ZSTD_freeCCtx(context);
  return result;
}

#endif

}  // namespace compressed
