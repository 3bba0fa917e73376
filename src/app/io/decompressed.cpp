// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/io/decompressed.hpp"

#include <algorithm>
#include <lexikos/config.hpp>

#ifdef LEXIKOS_HAVE_ZLIB
#include <zlib.h>
#endif
#ifdef LEXIKOS_HAVE_ZSTD
#include <zstd.h>
#endif

#include "app/failure.hpp"
#include "app/report/progress_bar.hpp"

namespace lexikos::app
{

namespace
{

using Bytes = std::span<std::uint8_t const>;

bool starts_with(Bytes bytes, std::initializer_list<std::uint8_t> start)
{
  return bytes.size() >= start.size() && std::equal(start.begin(), start.end(), bytes.begin());
}

/// Decompressed bytes as they come.
class Destination
{
 public:
  Destination(std::string const& name, std::size_t compressed, GrowingBytes& bytes, bool show_progress)
      : m_name(name), m_compressed(compressed), m_bytes(bytes), m_bar("decompressing", show_progress)
  {}

  /// Room for a block more.
  [[nodiscard]] std::span<std::uint8_t> room()
  {
    m_bytes.make_room();
    return {m_bytes.end(), m_bytes.room()};
  }
  void add(std::size_t bytes, std::size_t compressed_left)
  {
    m_bytes.add(bytes);
    m_bar.update(1 - static_cast<double>(compressed_left) / static_cast<double>(m_compressed));
  }

  [[noreturn]] void fail(std::string const& reason) const
  {
    auto const bytes = m_bytes.bytes();
    fail_in_line(m_name, static_cast<std::uint64_t>(std::ranges::count(bytes, '\n')) + 1, reason);
  }
  [[noreturn]] void fail_for_memory() const
  {
    throw Failure(ExitCode::out_of_memory, "no memory to decompress " + m_name);
  }

 private:
  std::string const& m_name;
  std::size_t m_compressed;
  GrowingBytes& m_bytes;
  ProgressBar m_bar;
};

[[maybe_unused]] constexpr char const* cut_off = "its compressed data is cut off";

#ifdef LEXIKOS_HAVE_ZLIB

struct Inflater
{
  Inflater() { is_ready = ::inflateInit2(&stream, 15 + 16) == Z_OK; }  // the largest window, and gzip's headers
  Inflater(Inflater const&) = delete;
  Inflater& operator=(Inflater const&) = delete;
  ~Inflater() { ::inflateEnd(&stream); }

  z_stream stream = {};
  bool is_ready = false;
};

/// Members of gzip one after the other, and zeros that may fill a tape.
void decompress_gzip(Bytes compressed, Destination& out)
{
  constexpr std::size_t most = std::size_t{1} << 30;  // zlib counts in 32 bits
  Inflater inflater;
  if (!inflater.is_ready) out.fail_for_memory();
  z_stream& stream = inflater.stream;
  for (;;) {
    auto const room = out.room();
    auto const given = static_cast<uInt>(std::min(compressed.size(), most));
    auto const taken = static_cast<uInt>(std::min(room.size(), most));
    stream.next_in = const_cast<Bytef*>(compressed.data());
    stream.avail_in = given;
    stream.next_out = room.data();
    stream.avail_out = taken;
    int const code = ::inflate(&stream, Z_NO_FLUSH);
    compressed = compressed.subspan(given - stream.avail_in);
    out.add(taken - stream.avail_out, compressed.size());
    if (code == Z_STREAM_END) {
      if (std::ranges::all_of(compressed, [](std::uint8_t byte) { return byte == 0; })) return;
      ::inflateReset(&stream);
    }
    else if (code == Z_BUF_ERROR || (code == Z_OK && compressed.empty() && stream.avail_out != 0)) {
      out.fail(cut_off);
    }
    else if (code == Z_MEM_ERROR) {
      out.fail_for_memory();
    }
    else if (code != Z_OK) {
      out.fail(std::string("its compressed data is damaged: ") +
               (stream.msg == nullptr ? "what follows is not gzip's" : stream.msg));
    }
  }
}

#endif

#ifdef LEXIKOS_HAVE_ZSTD

void decompress_zstd(Bytes compressed, Destination& out)
{
  struct Free
  {
    void operator()(ZSTD_DStream* stream) const { ::ZSTD_freeDStream(stream); }
  };
  constexpr int largest_window = 31;  // of zstd --long=31
  std::unique_ptr<ZSTD_DStream, Free> const stream(::ZSTD_createDStream());
  if (stream == nullptr) out.fail_for_memory();
  static_cast<void>(::ZSTD_DCtx_setParameter(stream.get(), ZSTD_d_windowLogMax, largest_window));
  ZSTD_inBuffer in{compressed.data(), compressed.size(), 0};
  for (;;) {
    auto const room = out.room();
    ZSTD_outBuffer to{room.data(), room.size(), 0};
    std::size_t const result = ::ZSTD_decompressStream(stream.get(), &to, &in);
    out.add(to.pos, in.size - in.pos);
    if (::ZSTD_isError(result) != 0)
      out.fail(std::string("its compressed data is damaged: ") + ::ZSTD_getErrorName(result));
    if (in.pos < in.size || to.pos == to.size) continue;
    if (result != 0) out.fail(cut_off);
    return;
  }
}

#endif

[[maybe_unused]] [[noreturn]] void refuse(std::string const& name, char const* format, char const* library)
{
  throw Failure(ExitCode::not_supported,
                "cannot read " + name + ": it is compressed by " + format + ", and this build lacks " + library);
}

}  // namespace

void fail_in_line(std::string const& name, std::uint64_t line, std::string const& reason)
{
  throw Failure(ExitCode::unreadable_input, "cannot read " + name + ": line " + std::to_string(line) + ": " + reason);
}

Decompressed::Decompressed(std::string const& path, bool show_progress)
    : m_file(std::in_place, path), m_name(m_file->name()), m_bytes(m_name)
{
  Bytes const bytes = m_file->bytes();
  [[maybe_unused]] Destination out(m_name, bytes.size(), m_bytes, show_progress);
  if (starts_with(bytes, {0x1F, 0x8B})) {
#ifdef LEXIKOS_HAVE_ZLIB
    decompress_gzip(bytes, out);
#else
    refuse(m_name, "gzip", "zlib");
#endif
  }
  else if (starts_with(bytes, {0x28, 0xB5, 0x2F, 0xFD})) {
#ifdef LEXIKOS_HAVE_ZSTD
    decompress_zstd(bytes, out);
#else
    refuse(m_name, "zstd", "its library");
#endif
  }
  else {
    return;
  }
  m_bytes.shrink();
  m_file.reset();
}

}  // namespace lexikos::app
