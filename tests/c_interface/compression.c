/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "support.h"

#include <stdlib.h>
#include <string.h>

/* Memory to read from and write to, which may fail after some calls. */
typedef struct tape
{
  uint8_t const* from;
  uint64_t left;
  uint8_t* to;
  uint64_t room;
  uint64_t written;
  int calls;
  int fails_at; /* 0: never */
} tape;

static uint64_t read_tape(void* user, uint8_t* data, uint64_t size)
{
  tape* const t = user;
  uint64_t const taken = size < t->left ? size : t->left;
  if (++t->calls == t->fails_at) return UINT64_MAX;
  memcpy(data, t->from, (size_t)taken);
  t->from += taken;
  t->left -= taken;
  return taken;
}

static int32_t write_tape(void* user, uint8_t const* data, uint64_t size)
{
  tape* const t = user;
  if (++t->calls == t->fails_at || size > t->room - t->written) return 1;
  memcpy(t->to + t->written, data, (size_t)size);
  t->written += size;
  return 0;
}

void test_compression(lexikos_context* context)
{
  enum { n = 150000 };
  lexikos_array const given = new_array(n, LEXIKOS_U8);
  lexikos_array const back = new_array(n, LEXIKOS_U8);
  lexikos_compress_options options = LEXIKOS_COMPRESS_OPTIONS_INIT;
  lexikos_compression_totals totals;
  lexikos_stream stream;
  lexikos_result* result = NULL;
  lexikos_array compressed;
  lexikos_array whole;
  lexikos_array part;
  tape t;
  uint64_t bound = 0;
  uint64_t size = 0;
  uint64_t bytes = 0;
  uint64_t sum = 0;
  uint64_t i;
  for (i = 0; i < n; ++i) set_entry(given, i, i > 50 && random_below(10) != 0 ? entry(given, i - 37) : random_below(60));
  OK(lexikos_compression_block(1, &bytes));
  CHECK(bytes == UINT64_C(1) << 20);
  REFUSED(LEXIKOS_INVALID_ARGUMENT, lexikos_compression_block(10, &bytes));
  options.block_bytes = 1 << 16;
  OK(lexikos_compressed_bytes_bound(n, &options, &bound));
  whole = new_array(bound, LEXIKOS_U8);
  OK(lexikos_compress(context, given, whole, &options, &size));
  CHECK(size < n / 2 && size > 0);
  compressed = lexikos_u8(whole.data, size);
  OK(lexikos_decompressed_bytes(context, compressed, &bytes));
  CHECK(bytes == n);
  OK(lexikos_decompress(context, compressed, back, NULL, &bytes));
  CHECK(bytes == n && memcmp(back.data, given.data, n) == 0);
  part = lexikos_u8(back.data, 70000);
  memset(back.data, 0, n);
  OK(lexikos_decompress_range(context, compressed, 60000, 130000, part, NULL));
  CHECK(memcmp(back.data, (uint8_t const*)given.data + 60000, 70000) == 0);
  REFUSED(LEXIKOS_INVALID_ARGUMENT, lexikos_decompress_range(context, compressed, 60000, 130001, part, NULL));
  OK(lexikos_compressed_contents(context, compressed, &result));
  CHECK(column_of(result, LEXIKOS_BEGINS).size == 3);
  for (i = 0; i < column_of(result, LEXIKOS_BEGINS).size; ++i) {
    CHECK(entry(column_of(result, LEXIKOS_BEGINS), i) == sum);
    CHECK(entry(column_of(result, LEXIKOS_POSITIONS), i) + entry(column_of(result, LEXIKOS_COUNTS), i) <= size);
    sum += entry(column_of(result, LEXIKOS_LENGTHS), i);
  }
  CHECK(sum == n);
  lexikos_result_free(result);

  memset(&t, 0, sizeof t); /* a stream has the same bytes */
  stream.read = read_tape;
  stream.write = write_tape;
  stream.user = &t;
  t.from = given.data;
  t.left = n;
  t.to = malloc((size_t)bound);
  t.room = bound;
  OK(lexikos_compress_stream(context, &stream, n, &options, &totals));
  CHECK(totals.text_bytes == n && totals.compressed_bytes == size && totals.blocks == 3);
  CHECK(t.written == size && memcmp(t.to, compressed.data, (size_t)size) == 0);
  free(t.to);
  for (t.fails_at = 0; t.fails_at < 3; ++t.fails_at) {
    lexikos_status status;
    t.from = compressed.data;
    t.left = size;
    t.to = back.data;
    t.room = n;
    t.written = 0;
    t.calls = 0;
    memset(back.data, 0, n);
    status = lexikos_decompress_stream(context, &stream, NULL, &totals);
    CHECK(status == (t.fails_at == 0 ? LEXIKOS_OK : LEXIKOS_CANCELLED));
    if (t.fails_at == 0) CHECK(t.written == n && memcmp(back.data, given.data, n) == 0);
  }
  stream.read = NULL;
  REFUSED(LEXIKOS_INVALID_ARGUMENT, lexikos_compress_stream(context, &stream, n, &options, &totals));

  ((uint8_t*)whole.data)[size / 2] ^= 1;
  REFUSED(LEXIKOS_CORRUPT_INPUT, lexikos_decompress(context, compressed, back, NULL, &bytes));
  ((uint8_t*)whole.data)[size / 2] ^= 1;
  compressed.size = size - 1;
  REFUSED(LEXIKOS_CORRUPT_INPUT, lexikos_decompress(context, compressed, back, NULL, &bytes));
  free_array(given);
  free_array(back);
  free_array(whole);
}
