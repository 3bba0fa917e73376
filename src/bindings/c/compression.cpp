// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <lexikos/compress.hpp>
#include <span>

#include "bindings/c/result.hpp"

namespace lexikos::c
{

namespace
{

lexikos_compress_options options_of(lexikos_compress_options const* given)
{
  return options_or(given, lexikos_compress_options(LEXIKOS_COMPRESS_OPTIONS_INIT));
}

CompressOptions compress_options(lexikos_compress_options const* given)
{
  auto const asked = options_of(given);
  CompressOptions options;
  options.level = asked.level;
  options.block_bytes = asked.block_bytes;
  options.max_bytes = asked.max_bytes;
  return options;
}

template <class Run>
CompressOptions compress_options(Run const& run, lexikos_compress_options const* given)
{
  CompressOptions options = compress_options(given);
  options.workspace = run.workspace();
  options.progress = run.progress();
  return options;
}

template <class Run>
DecompressOptions decompress_options(Run const& run, lexikos_compress_options const* given)
{
  DecompressOptions options;
  options.max_bytes = options_of(given).max_bytes;
  options.workspace = run.workspace();
  options.progress = run.progress();
  return options;
}

ByteSource source_of(lexikos_stream const& stream)
{
  return [&stream](std::span<std::uint8_t> data) -> std::size_t {
    std::uint64_t const size = stream.read(stream.user, data.data(), data.size());
    if (size > data.size()) throw Error(ErrorCode::cancelled, "the caller's function could not read");
    return size;
  };
}

ByteSink sink_of(lexikos_stream const& stream)
{
  return [&stream](std::span<std::uint8_t const> data) {
    if (!data.empty() && stream.write(stream.user, data.data(), data.size()) != 0)
      throw Error(ErrorCode::cancelled, "the caller's function could not write");
  };
}

void require_stream(lexikos_stream const* stream)
{
  require_pointer(stream, "the stream");
  if (stream->read == nullptr || stream->write == nullptr)
    throw Error(ErrorCode::invalid_argument, "a function of the stream is NULL");
}

lexikos_compression_totals totals_of(CompressionTotals const& totals)
{
  return {totals.text_bytes, totals.compressed_bytes, totals.blocks};
}

std::span<std::uint8_t const> bytes_of(lexikos_array const& array, char const* name)
{
  auto const bytes = on_host<std::uint8_t const>(array, name);
  return {bytes.data(), bytes.extent(0)};
}

}  // namespace

}  // namespace lexikos::c

using namespace lexikos::c;
using lexikos::Error;
using lexikos::ErrorCode;

lexikos_status lexikos_compression_block(int32_t level, uint64_t* bytes)
{
  return guarded([&] {
    require_pointer(bytes, "the place of the bytes");
    *bytes = lexikos::compression_block(level);
  });
}

lexikos_status lexikos_compressed_bytes_bound(uint64_t n, lexikos_compress_options const* options, uint64_t* bytes)
{
  return guarded([&] {
    require_pointer(bytes, "the place of the bytes");
    *bytes = lexikos::compressed_bytes_bound(n, compress_options(options));
  });
}

lexikos_status lexikos_compress(lexikos_context* context, lexikos_array text, lexikos_array result,
                                lexikos_compress_options const* options, uint64_t* bytes)
{
  return call(context, [&](auto& run) {
    require_pointer(bytes, "the place of the bytes");
    auto const symbols = run.template in<std::uint8_t>(text, "the text");
    auto const compressed = run.template out<std::uint8_t>(result, "the result");
    *bytes = lexikos::compress(run.space(), symbols, compressed, compress_options(run, options));
  });
}

lexikos_status lexikos_decompressed_bytes(lexikos_context* context, lexikos_array compressed, uint64_t* bytes)
{
  return call(context, [&](auto& run) {
    require_pointer(bytes, "the place of the bytes");
    auto const given = run.template in<std::uint8_t>(compressed, "the compressed bytes");
    *bytes = lexikos::decompressed_bytes(run.space(), given);
  });
}

lexikos_status lexikos_decompress(lexikos_context* context, lexikos_array compressed, lexikos_array text,
                                  lexikos_compress_options const* options, uint64_t* bytes)
{
  return call(context, [&](auto& run) {
    require_pointer(bytes, "the place of the bytes");
    auto const given = run.template in<std::uint8_t>(compressed, "the compressed bytes");
    auto const result = run.template out<std::uint8_t>(text, "the text");
    *bytes = lexikos::decompress(run.space(), given, result, decompress_options(run, options));
  });
}

lexikos_status lexikos_decompress_range(lexikos_context* context, lexikos_array compressed, uint64_t begin,
                                        uint64_t end, lexikos_array text, lexikos_compress_options const* options)
{
  return call(context, [&](auto& run) {
    auto const given = bytes_of(compressed, "the compressed bytes");
    auto const result = on_host<std::uint8_t>(text, "the text");
    if (begin > end) throw Error(ErrorCode::invalid_argument, "the range ends before it begins");
    lexikos::detail::check_extent(result.extent(0), end - begin, "the text of the range");
    std::size_t written = 0;
    lexikos::decompress_range(
        run.space(), given, begin, end,
        [&](std::span<std::uint8_t const> data) {
          if (data.size() > result.extent(0) - written)
            throw Error(ErrorCode::corrupt_input, "a block has more bytes than its header says");
          std::copy(data.begin(), data.end(), result.data() + written);
          written += data.size();
        },
        decompress_options(run, options));
  });
}

lexikos_status lexikos_compressed_contents(lexikos_context* context, lexikos_array compressed, lexikos_result** result)
{
  clear(result);
  return call(context, [&](auto& run) {
    require_pointer(result, "the place of the result");
    NewResult made(run, result);
    auto const contents = lexikos::compressed_contents(bytes_of(compressed, "the compressed bytes"));
    auto const column = [&](lexikos_column name, std::uint64_t lexikos::CompressedBlock::*member) {
      auto const values = lexikos::detail::allocate<std::uint64_t, Kokkos::HostSpace>(
          run.resource(), "lexikos::c::contents", contents.blocks.size());
      for (std::size_t i = 0; i < contents.blocks.size(); ++i) values.data()[i] = contents.blocks[i].*member;
      made.add(name, values);
    };
    column(LEXIKOS_BEGINS, &lexikos::CompressedBlock::text_begin);
    column(LEXIKOS_LENGTHS, &lexikos::CompressedBlock::text_bytes);
    column(LEXIKOS_POSITIONS, &lexikos::CompressedBlock::file_begin);
    column(LEXIKOS_COUNTS, &lexikos::CompressedBlock::file_bytes);
    made.hand_out();
  });
}

lexikos_status lexikos_compress_stream(lexikos_context* context, lexikos_stream const* stream, uint64_t text_bytes,
                                       lexikos_compress_options const* options, lexikos_compression_totals* totals)
{
  return call(context, [&](auto& run) {
    require_stream(stream);
    require_pointer(totals, "the place of the totals");
    *totals = totals_of(lexikos::compress(run.space(), source_of(*stream), sink_of(*stream),
                                          compress_options(run, options), text_bytes));
  });
}

lexikos_status lexikos_decompress_stream(lexikos_context* context, lexikos_stream const* stream,
                                         lexikos_compress_options const* options, lexikos_compression_totals* totals)
{
  return call(context, [&](auto& run) {
    require_stream(stream);
    require_pointer(totals, "the place of the totals");
    *totals = totals_of(
        lexikos::decompress(run.space(), source_of(*stream), sink_of(*stream), decompress_options(run, options)));
  });
}
