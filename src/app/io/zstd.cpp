// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <lexikos/config.hpp>

#ifdef LEXIKOS_HAVE_ZSTD

#include <zstd.h>
#include <zstd_errors.h>

#include "app/io/compression.hpp"

namespace lexikos::app
{

namespace
{

/// Frames of zstd one after the other. The library compares checksums and sizes, where frames have them.
class Zstd : public Decompressor
{
 public:
  explicit Zstd(FileBlocks& file) : m_file(file), m_stream(::ZSTD_createDStream())
  {
    constexpr int largest_window = 31;  // of zstd --long=31
    if (m_stream == nullptr) fail_for_memory_of(m_file.name());
    static_cast<void>(::ZSTD_DCtx_setParameter(m_stream.get(), ZSTD_d_windowLogMax, largest_window));
  }

 private:
  void fill(std::span<std::uint8_t> to, std::size_t& done) override
  {
    ZSTD_outBuffer out{to.data(), to.size(), 0};
    while (out.pos < out.size) {
      auto const from = m_file.peek();
      if (from.empty() && m_has_ended_frame) break;
      ZSTD_inBuffer in{from.data(), from.size(), 0};
      std::size_t const result = ::ZSTD_decompressStream(m_stream.get(), &out, &in);
      m_file.take(in.pos);
      bool const is_more = out.pos != done;
      done = out.pos;
      if (::ZSTD_getErrorCode(result) == ZSTD_error_memory_allocation) fail_for_memory_of(m_file.name());
      if (::ZSTD_isError(result) != 0) throw damaged(::ZSTD_getErrorName(result));
      if (from.empty() && !is_more && result != 0) throw DamagedData(cut_off);
      m_has_ended_frame = result == 0;
    }
  }

  struct Free
  {
    void operator()(ZSTD_DStream* stream) const { ::ZSTD_freeDStream(stream); }
  };

  FileBlocks& m_file;
  std::unique_ptr<ZSTD_DStream, Free> m_stream;
  bool m_has_ended_frame = false;
};

}  // namespace

std::unique_ptr<Decompressor> zstd_decompressor(FileBlocks& file)
{
  return std::make_unique<Zstd>(file);
}

}  // namespace lexikos::app

#endif
