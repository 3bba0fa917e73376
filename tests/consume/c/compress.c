/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Compresses bytes, and back. */
#include <lexikos.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LENGTH 100000

int main(void)
{
  static uint8_t text[LENGTH], again[LENGTH];
  lexikos_compress_options options = LEXIKOS_COMPRESS_OPTIONS_INIT;
  lexikos_context* context;
  uint8_t* small;
  uint64_t bound, bytes, back;
  size_t i;
  for (i = 0; i < LENGTH; ++i) text[i] = (uint8_t)"to be or not to be, "[i * i / 7 % 20];
  options.level = 1;
  if (lexikos_context_create(NULL, &context) != LEXIKOS_OK ||
      lexikos_compressed_bytes_bound(LENGTH, &options, &bound) != LEXIKOS_OK) {
    fprintf(stderr, "%s\n", lexikos_message());
    return 1;
  }
  small = malloc(bound);
  if (small == NULL ||
      lexikos_compress(context, lexikos_u8(text, LENGTH), lexikos_u8(small, bound), &options, &bytes) != LEXIKOS_OK ||
      lexikos_decompress(context, lexikos_u8(small, bytes), lexikos_u8(again, LENGTH), &options, &back) != LEXIKOS_OK) {
    fprintf(stderr, "%s\n", lexikos_message());
    return 1;
  }
  printf("%d bytes became %u, %s\n", LENGTH, (unsigned)bytes,
         back == LENGTH && bytes < LENGTH && memcmp(text, again, LENGTH) == 0 ? "and are the same again" : "WRONG");
  free(small);
  lexikos_context_free(context);
  return 0;
}
