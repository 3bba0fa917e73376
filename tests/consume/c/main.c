/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <lexikos.h>
#include <stdio.h>

int main(void)
{
  static uint8_t const text[] = {'b', 'a', 'n', 'a', 'n', 'a'};
  uint32_t suffixes[6];
  lexikos_context* context;
  int i;
  if (lexikos_context_create(NULL, &context) != LEXIKOS_OK ||
      lexikos_suffix_array(context, lexikos_u8(text, 6), NULL, lexikos_u32(suffixes, 6), lexikos_none(), NULL) != LEXIKOS_OK) {
    fprintf(stderr, "%s\n", lexikos_message());
    return 1;
  }
  for (i = 0; i < 6; ++i) printf("%u ", (unsigned)suffixes[i]); /* 5 3 1 0 4 2 */
  printf("\n");
  lexikos_context_free(context);
  return 0;
}
