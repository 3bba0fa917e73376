/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef LEXIKOS_C_COMPRESSION_H
#define LEXIKOS_C_COMPRESSION_H

/* Lossless compression by sorting blocks, of arrays and of streams; the format is that of the program's compress. */

#include <lexikos/c/base.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lexikos_compress_options {
  size_t size;
  uint64_t block_bytes; /* overrides the level, if not 0: 2^16 to 2^31 */
  uint64_t max_bytes;   /* most that a call takes on the device beside its arguments; 0: no limit, or what is free to decompress */
  int32_t level;        /* 1 to 9; of decompression without effect, like block_bytes */
  int32_t reserved;
} lexikos_compress_options;
#define LEXIKOS_COMPRESS_OPTIONS_INIT {sizeof(lexikos_compress_options), 0, 0, 6, 0}

/* Bytes of the blocks of a level. */
LEXIKOS_API lexikos_status lexikos_compression_block(int32_t level, uint64_t* bytes);
/* Largest number of bytes that n become. */
LEXIKOS_API lexikos_status lexikos_compressed_bytes_bound(uint64_t n, lexikos_compress_options const* options, uint64_t* bytes);
/*   text    [0..n) u8
 *   result  [0..m) u8, m at least the bound
 *   bytes   receives how many of it were written */
LEXIKOS_API lexikos_status lexikos_compress(lexikos_context* context, lexikos_array text, lexikos_array result,
                                            lexikos_compress_options const* options, uint64_t* bytes);
/* Bytes of the text, by the headers. Errors: corrupt input, not supported (a later version). */
LEXIKOS_API lexikos_status lexikos_decompressed_bytes(lexikos_context* context, lexikos_array compressed, uint64_t* bytes);
/* text: [0..m) u8, m at least that number; bytes: how many were written. Errors as above, also for wrong checksums. */
LEXIKOS_API lexikos_status lexikos_decompress(lexikos_context* context, lexikos_array compressed, lexikos_array text,
                                              lexikos_compress_options const* options, uint64_t* bytes);
/* The bytes [begin, end) of the text, by the blocks that have them; compressed, u8, and text, u8 of end - begin, of the host. */
LEXIKOS_API lexikos_status lexikos_decompress_range(lexikos_context* context, lexikos_array compressed, uint64_t begin,
                                                    uint64_t end, lexikos_array text,
                                                    lexikos_compress_options const* options);
/* The blocks of compressed bytes of the host, u64: LEXIKOS_BEGINS and LEXIKOS_LENGTHS in the text, LEXIKOS_POSITIONS and
 * LEXIKOS_COUNTS (of bytes) in the file. */
LEXIKOS_API lexikos_status lexikos_compressed_contents(lexikos_context* context, lexikos_array compressed,
                                                       lexikos_result** result);

/* ----- streams --------------------------------------------------------------------------------------------------------- */

/* Fills `size` bytes, and returns how many it has: fewer at the end of the data alone; UINT64_MAX: it failed. */
typedef uint64_t (*lexikos_read_function)(void* user, uint8_t* data, uint64_t size);
/* Takes all bytes, and returns 0; another number: it failed. The call that called either then returns LEXIKOS_CANCELLED. */
typedef int32_t (*lexikos_write_function)(void* user, uint8_t const* data, uint64_t size);
typedef struct lexikos_stream {
  lexikos_read_function read;
  lexikos_write_function write;
  void* user; /* of both */
} lexikos_stream;
typedef struct lexikos_compression_totals {
  uint64_t text_bytes;
  uint64_t compressed_bytes;
  uint64_t blocks;
} lexikos_compression_totals;

/* text_bytes: of the text, if known; else UINT64_MAX. */
LEXIKOS_API lexikos_status lexikos_compress_stream(lexikos_context* context, lexikos_stream const* stream, uint64_t text_bytes,
                                                   lexikos_compress_options const* options,
                                                   lexikos_compression_totals* totals);
/* Nothing is written that has not been compared with its checksum. */
LEXIKOS_API lexikos_status lexikos_decompress_stream(lexikos_context* context, lexikos_stream const* stream,
                                                     lexikos_compress_options const* options,
                                                     lexikos_compression_totals* totals);

#ifdef __cplusplus
}
#endif

#endif
