// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <lexikos/config.hpp>

#ifdef LEXIKOS_HAVE_ZLIB

#include <zlib.h>

#include <algorithm>

#include "app/io/compression.hpp"

namespace lexikos::app
{

namespace
{

constexpr std::size_t max_at_a_time = std::size_t{1} << 30;  // zlib counts in 32 bits

/// Members of gzip one after the other, and zeros that may fill a tape. zlib compares checksums and sizes.
class Gzip : public Decompressor
{
 public:
  explicit Gzip(FileBlocks& file) : m_file(file)
  {
    if (::inflateInit2(&m_stream, 15 + 16) != Z_OK)
      fail_for_memory_of(m_file.name());  // the largest window, and gzip's headers
  }
  Gzip(Gzip const&) = delete;
  Gzip& operator=(Gzip const&) = delete;
  ~Gzip() override { ::inflateEnd(&m_stream); }

 private:
  void fill(std::span<std::uint8_t> to, std::size_t& done) override
  {
    while (done < to.size() && begin_member()) inflate(to.subspan(done), done);
  }

  /// Whether there is a member, which may have begun before.
  bool begin_member()
  {
    if (m_is_in_member) return true;
    auto next = m_file.peek();
    if (next.empty()) return false;
    if (m_has_ended_one && next.front() == 0) {
      skip_zeros_at_end(m_file);
      return false;
    }
    if (m_has_ended_one) {
      next = m_file.peek(2);
      if (next.size() < 2 || next[0] != 0x1F || next[1] != 0x8B) throw damaged("what follows it is not gzip's");
      ::inflateReset(&m_stream);
    }
    m_is_in_member = true;
    return true;
  }

  void inflate(std::span<std::uint8_t> to, std::size_t& done)
  {
    auto const from = m_file.peek();
    if (from.empty()) throw DamagedData(cut_off);
    auto const given = static_cast<uInt>(std::min(from.size(), max_at_a_time));
    auto const room = static_cast<uInt>(std::min(to.size(), max_at_a_time));
    m_stream.next_in = const_cast<Bytef*>(from.data());
    m_stream.avail_in = given;
    m_stream.next_out = to.data();
    m_stream.avail_out = room;
    int const code = ::inflate(&m_stream, Z_NO_FLUSH);
    m_file.take(given - m_stream.avail_in);
    done += room - m_stream.avail_out;
    if (code == Z_MEM_ERROR) fail_for_memory_of(m_file.name());
    if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR)
      throw damaged(m_stream.msg == nullptr ? "it is not gzip's" : m_stream.msg);
    if (code == Z_STREAM_END) {
      m_is_in_member = false;
      m_has_ended_one = true;
    }
  }

  FileBlocks& m_file;
  z_stream m_stream = {};
  bool m_is_in_member = false;
  bool m_has_ended_one = false;
};

}  // namespace

void skip_zeros_at_end(FileBlocks& file)
{
  for (auto zeros = file.peek(); !zeros.empty(); zeros = file.peek()) {
    auto const end = std::ranges::find_if(zeros, [](std::uint8_t byte) { return byte != 0; });
    file.take(static_cast<std::size_t>(end - zeros.begin()));
    if (end != zeros.end()) throw damaged("what follows it is not gzip's");
  }
}

std::unique_ptr<Decompressor> gzip_decompressor(FileBlocks& file)
{
  return std::make_unique<Gzip>(file);
}

}  // namespace lexikos::app

#endif
