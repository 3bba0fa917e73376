// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Lossless compression by sorting blocks: the Burrows-Wheeler transform of each block of a text, whose runs are then coded, all
// where the execution space works. A block of little else than long copies, such as versions of a text, is transformed without
// these, which is faster, too. The format is in src/compress/FORMAT.md. The same text and options give the same bytes in
// every execution space, with any number of threads.
//
//     std::vector<std::uint8_t> const small = lexikos::compress(space, std::span(text));
//     std::vector<std::uint8_t> const again = lexikos::decompress(space, std::span(small));

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <lexikos/conventions.hpp>
#include <lexikos/detail/views.hpp>
#include <lexikos/workspace.hpp>
#include <span>
#include <vector>

namespace lexikos
{

/// Bytes of a block, of which each is compressed alone.
inline constexpr std::size_t min_compression_block = std::size_t{1} << 16;
inline constexpr std::size_t max_compression_block = std::size_t{1} << 31;

/// Bytes of the blocks of a level from 1 to 9: 1, 4, 16, 64, 128, 256, 512 MiB, 1 and 2 GiB. Larger blocks compress better, and
/// take more memory. Error (invalid_argument) for other levels.
[[nodiscard]] std::size_t compression_block(int level);

struct CompressOptions
{
  int level = 6;
  /// Overrides the level, if not 0.
  std::size_t block_bytes = 0;
  /// Most bytes that a call takes where the space works, beside its arguments; blocks are halved until they do, and if blocks
  /// of `min_compression_block` do not: Error (out_of_memory). 0: no limit.
  std::size_t max_bytes = 0;
  /// Of functions on arrays: scratch to reuse; a private one is allocated and freed when null.
  Workspace* workspace = nullptr;
  /// Called between blocks, and while one is sorted; only where the size of the text is known.
  Progress progress = {};
};

struct DecompressOptions
{
  /// Most bytes that a call takes where the space works, beside its arguments. A frame whose blocks could take more is refused
  /// by its header: Error (out_of_memory), with the number. 0: what is free.
  std::size_t max_bytes = 0;
  /// As in `CompressOptions`.
  Workspace* workspace = nullptr;
  Progress progress = {};
  /// Of streams: whether the index after each frame that is not a short one is compared with its blocks: Error
  /// (corrupt_input) where it is another one, or missing. The text does not depend on it.
  bool compare_index = false;
};

/// Largest number of bytes that `compress` makes of n. Errors: invalid_argument (n > 2^63, options).
[[nodiscard]] std::size_t compressed_bytes_bound(std::size_t n, CompressOptions const& options = {});

/// Largest number of bytes that compressing and decompressing a block take beside text and result.
template <detail::ExecutionSpaceType ExecutionSpace>
[[nodiscard]] std::size_t compress_workspace_bytes(std::size_t block_bytes);
template <detail::ExecutionSpaceType ExecutionSpace>
[[nodiscard]] std::size_t decompress_workspace_bytes(std::size_t block_bytes);

// ----- streams of the host ----------------------------------------------------------------------------------------------

/// Fills the bytes given, and returns how many it has: fewer at the end of the data alone.
using ByteSource = std::function<std::size_t(std::span<std::uint8_t>)>;
/// Takes bytes, in their order.
using ByteSink = std::function<void(std::span<std::uint8_t const>)>;

struct CompressionTotals
{
  std::uint64_t text_bytes = 0;
  std::uint64_t compressed_bytes = 0;
  std::uint64_t blocks = 0;
};

/// A block of a compressed file.
struct CompressedBlock
{
  std::uint64_t text_begin;  ///< in the text of all frames
  std::uint64_t text_bytes;
  std::uint64_t file_begin;  ///< of its header
  std::uint64_t file_bytes;
};

/// What the headers of a compressed file tell.
struct CompressedContents
{
  std::uint64_t frames = 0;
  std::uint64_t block_bytes = 0;  ///< of the largest block that a frame may have
  std::uint64_t text_bytes = 0;
  std::vector<CompressedBlock> blocks;
};

namespace compress_detail
{

template <class ExecutionSpace>
std::size_t compress_array(ExecutionSpace const& space,
                           Span<std::uint8_t const, typename ExecutionSpace::memory_space> const& text,
                           Span<std::uint8_t, typename ExecutionSpace::memory_space> const& result,
                           CompressOptions const& options);
template <class ExecutionSpace>
std::size_t decompress_array(ExecutionSpace const& space,
                             Span<std::uint8_t const, typename ExecutionSpace::memory_space> const& compressed,
                             Span<std::uint8_t, typename ExecutionSpace::memory_space> const& text,
                             DecompressOptions const& options);
template <class ExecutionSpace>
std::uint64_t text_bytes_of(ExecutionSpace const& space,
                            Span<std::uint8_t const, typename ExecutionSpace::memory_space> const& compressed);

/// Reads from data.
[[nodiscard]] ByteSource source_of(std::span<std::uint8_t const> data);
/// Appends to a vector. \param likely  bytes that will come, about
[[nodiscard]] ByteSink sink_to(std::vector<std::uint8_t>& data, std::size_t likely = 0);
/// Of the text of all frames, as their headers tell it, but no more than is usual: damaged ones may tell anything.
[[nodiscard]] std::size_t likely_text_bytes(std::span<std::uint8_t const> compressed);

}  // namespace compress_detail

/// Compresses a stream to another: one frame.
///
/// \param text_bytes  of the text, if known: the frame tells it, and progress is reported
///
/// Blocks are read by the caller's thread, which also writes them in their order, while others are compressed: on a device two
/// at a time, or up to 32 small ones, whose copies and kernels overlap; on hosts one a thread, or, where they are larger than
/// 16 MiB, one at a time by all threads. Work of a block: that of the transform, and O(n log n) of small logarithms. Peak
/// memory: blocks and results, and `compress_workspace_bytes` for each that is worked on. Errors: invalid_argument (level or
/// block size; a text of another size than was said), out_of_memory, cancelled; and what source and sink throw. Sources:
/// Burrows and Wheeler 1994; Bentley and McIlroy 1999 (long copies before another compressor); Duda 2013 (asymmetric numeral
/// systems).
template <detail::ExecutionSpaceType ExecutionSpace>
CompressionTotals compress(ExecutionSpace const& space, ByteSource const& text, ByteSink const& result,
                           CompressOptions const& options = {}, std::uint64_t text_bytes = not_found);

/// The text of all frames of a stream. Nothing is written that has not been compared with its checksum.
///
/// Work O(n), whatever the bytes are; memory as for `compress`. Errors: corrupt_input (bytes that `compress` does not write, a
/// stream that ends early, anything after a frame but frames), not_supported (a later version), out_of_memory, cancelled.
template <detail::ExecutionSpaceType ExecutionSpace>
CompressionTotals decompress(ExecutionSpace const& space, ByteSource const& compressed, ByteSink const& text,
                             DecompressOptions const& options = {});

/// The blocks of a compressed file, by its headers alone: nothing is decoded, and nothing of a block compared.
/// Errors: corrupt_input, not_supported, out_of_memory.
[[nodiscard]] CompressedContents compressed_contents(std::span<std::uint8_t const> compressed);
/// The same of a stream, which is read to its end, in 64 KiB of memory beside the list.
[[nodiscard]] CompressedContents compressed_contents(ByteSource const& compressed);

/// The bytes [begin, end) of the text, by decompressing the blocks that have them: work and memory are those of `decompress`
/// for these. Errors as of `decompress`, and invalid_argument for a range that the text does not have.
template <detail::ExecutionSpaceType ExecutionSpace>
void decompress_range(ExecutionSpace const& space, std::span<std::uint8_t const> compressed, std::uint64_t begin,
                      std::uint64_t end, ByteSink const& text, DecompressOptions const& options = {});

/// A text in memory, of which the frame tells the size; else as that of a stream.
template <detail::ExecutionSpaceType ExecutionSpace>
[[nodiscard]] std::vector<std::uint8_t> compress(ExecutionSpace const& space, std::span<std::uint8_t const> text,
                                                 CompressOptions const& options = {})
{
  std::vector<std::uint8_t> result;
  compress<ExecutionSpace>(space, compress_detail::source_of(text), compress_detail::sink_to(result), options,
                           text.size());
  return result;
}

/// The text of compressed data in memory; else as that of a stream.
template <detail::ExecutionSpaceType ExecutionSpace>
[[nodiscard]] std::vector<std::uint8_t> decompress(ExecutionSpace const& space,
                                                   std::span<std::uint8_t const> compressed,
                                                   DecompressOptions const& options = {})
{
  std::vector<std::uint8_t> text;
  decompress<ExecutionSpace>(space, compress_detail::source_of(compressed),
                             compress_detail::sink_to(text, compress_detail::likely_text_bytes(compressed)), options);
  return text;
}

// ----- arrays where the space works -------------------------------------------------------------------------------------

/// Compresses an array: the same bytes as those of a stream of a known size.
///
/// \param text    [0..n)
/// \param result  [0..m), m >= compressed_bytes_bound(n, options); does not overlap the text
/// \return        how many bytes of it were written
///
/// Fences. Peak memory: `compress_workspace_bytes` of the block size. Errors as of streams.
template <detail::ExecutionSpaceType ExecutionSpace, detail::ViewOf<ExecutionSpace, std::uint8_t> TextView,
          detail::WritableViewOf<ExecutionSpace, std::uint8_t> ResultView>
[[nodiscard]] std::size_t compress(ExecutionSpace const& space, TextView const& text, ResultView const& result,
                                   CompressOptions const& options = {})
{
  return compress_detail::compress_array<ExecutionSpace>(
      space, detail::span_of<ExecutionSpace, std::uint8_t const>(text),
      detail::span_of<ExecutionSpace, std::uint8_t>(result), options);
}

/// Bytes of the text of all frames of an array, by their headers. Errors: corrupt_input, not_supported.
template <detail::ExecutionSpaceType ExecutionSpace, detail::ViewOf<ExecutionSpace, std::uint8_t> View>
[[nodiscard]] std::uint64_t decompressed_bytes(ExecutionSpace const& space, View const& compressed)
{
  return compress_detail::text_bytes_of<ExecutionSpace>(
      space, detail::span_of<ExecutionSpace, std::uint8_t const>(compressed));
}

/// The text of all frames of an array.
///
/// \param text  [0..m), m >= decompressed_bytes(space, compressed)
/// \return      how many bytes of it were written
///
/// Fences. Errors as of streams; the contents of `text` are undefined then.
template <detail::ExecutionSpaceType ExecutionSpace, detail::ViewOf<ExecutionSpace, std::uint8_t> View,
          detail::WritableViewOf<ExecutionSpace, std::uint8_t> TextView>
[[nodiscard]] std::size_t decompress(ExecutionSpace const& space, View const& compressed, TextView const& text,
                                     DecompressOptions const& options = {})
{
  return compress_detail::decompress_array<ExecutionSpace>(
      space, detail::span_of<ExecutionSpace, std::uint8_t const>(compressed),
      detail::span_of<ExecutionSpace, std::uint8_t>(text), options);
}

}  // namespace lexikos
