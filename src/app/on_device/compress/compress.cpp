// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/on_device/compress/compress.hpp"

#include <lexikos/compress.hpp>

#include "app/on_device/session/on_device.hpp"
#include "compress/container.hpp"

namespace lexikos::app
{

CompressionOutcome compress_stream(Session const& session, CompressionRequest const& request)
{
  return on_device<CompressionOutcome>(session, [&](auto const& space) {
    auto const totals = compress(space, request.source, request.sink,
                                 {.level = request.level,
                                  .block_bytes = request.block_bytes,
                                  .max_bytes = request.max_bytes,
                                  .workspace = nullptr,
                                  .progress = request.progress},
                                 request.text_bytes.value_or(not_found));
    return CompressionOutcome{totals.text_bytes, totals.compressed_bytes};
  });
}

CompressionOutcome decompress_stream(Session const& session, CompressionRequest const& request)
{
  return on_device<CompressionOutcome>(session, [&](auto const& space) {
    auto const totals = decompress(space, request.source, request.sink,
                                   {.max_bytes = request.max_bytes,
                                    .workspace = nullptr,
                                    .progress = request.progress,
                                    .compare_index = request.compare_index});
    return CompressionOutcome{totals.text_bytes, totals.compressed_bytes};
  });
}

namespace
{

CompressedFacts facts_of(CompressedContents const& contents)
{
  return {contents.frames, contents.blocks.size(), contents.text_bytes, contents.block_bytes};
}

}  // namespace

CompressedFacts compressed_facts(std::span<std::uint8_t const> file)
{
  return facts_of(compressed_contents(file));
}

CompressedFacts compressed_facts(ByteSource const& read)
{
  return facts_of(compressed_contents(read));
}

bool is_compressed(std::span<std::uint8_t const> file)
{
  return file.size() >= 4 && compress_detail::is_frame(file.first(4));
}

}  // namespace lexikos::app
