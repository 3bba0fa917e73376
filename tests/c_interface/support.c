/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int failures = 0;

void fail_at(char const* file, int line, char const* what, char const* message)
{
  ++failures;
  if (failures <= 20) fprintf(stderr, "%s:%d: %s %s\n", file, line, what, message);
}

uint64_t random_below(uint64_t limit)
{
  static uint64_t state = 88172645463325252ULL;
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (state >> 11) % limit;
}

static void* needed(void* memory)
{
  if (memory == NULL) {
    fprintf(stderr, "the test has no memory\n");
    exit(2);
  }
  return memory;
}

lexikos_array new_array(uint64_t size, lexikos_type type)
{
  /* an entry more: an empty array has an address too */
  return lexikos_array_of(needed(calloc((size_t)size + 1, (size_t)type)), size, type);
}

lexikos_array encoded(uint64_t const* values, uint64_t size, lexikos_type type)
{
  lexikos_array const array = new_array(size, type);
  uint64_t i;
  for (i = 0; i < size; ++i) set_entry(array, i, values[i]);
  return array;
}

void free_array(lexikos_array array)
{
  free(array.data);
}

uint64_t entry(lexikos_array array, uint64_t i)
{
  if (i >= array.size) {
    fail_at(__FILE__, __LINE__, "an entry beyond the end", "");
    return UINT64_MAX;
  }
  if (array.type == LEXIKOS_U8) return ((uint8_t const*)array.data)[i];
  if (array.type == LEXIKOS_U16) return ((uint16_t const*)array.data)[i];
  if (array.type == LEXIKOS_U32) return ((uint32_t const*)array.data)[i];
  return ((uint64_t const*)array.data)[i];
}

void set_entry(lexikos_array array, uint64_t i, uint64_t value)
{
  if (array.type == LEXIKOS_U8)
    ((uint8_t*)array.data)[i] = (uint8_t)value;
  else if (array.type == LEXIKOS_U16)
    ((uint16_t*)array.data)[i] = (uint16_t)value;
  else if (array.type == LEXIKOS_U32)
    ((uint32_t*)array.data)[i] = (uint32_t)value;
  else
    ((uint64_t*)array.data)[i] = value;
}

lexikos_array column_of(lexikos_result const* result, lexikos_column column)
{
  lexikos_array array = lexikos_none();
  OK(lexikos_result_column(result, column, &array));
  return array;
}

static text const* sorted_text;

static int compare_suffixes(void const* left, void const* right)
{
  text const* const t = sorted_text;
  uint64_t const a = *(uint64_t const*)left;
  uint64_t const b = *(uint64_t const*)right;
  uint64_t const same = common(t, a, b);
  uint64_t const rest_of_a = end_of_suffix(t, a) - a - same;
  uint64_t const rest_of_b = end_of_suffix(t, b) - b - same;
  if (rest_of_a == 0 || rest_of_b == 0) {
    if (rest_of_a != rest_of_b) return rest_of_a == 0 ? -1 : 1;
    return a < b ? -1 : a > b; /* the document that comes first */
  }
  return t->symbols[a + same] < t->symbols[b + same] ? -1 : 1;
}

static uint64_t* numbers(uint64_t count)
{
  return needed(calloc((size_t)count + 1, sizeof(uint64_t)));
}

static void divide(text* t, uint64_t documents)
{
  uint64_t i;
  uint64_t j;
  t->documents = documents;
  t->offsets = numbers(documents + 1);
  for (i = 1; i < documents; ++i) t->offsets[i] = random_below(t->n + 1);
  t->offsets[documents] = t->n;
  for (i = 1; i < documents; ++i) /* in order */
    for (j = i; j > 1 && t->offsets[j] < t->offsets[j - 1]; --j) {
      uint64_t const kept = t->offsets[j];
      t->offsets[j] = t->offsets[j - 1];
      t->offsets[j - 1] = kept;
    }
}

text new_text(uint64_t n, uint64_t sigma, uint64_t period, uint64_t documents)
{
  text t;
  uint64_t i;
  memset(&t, 0, sizeof t);
  t.n = n;
  t.symbols = numbers(n);
  t.suffixes = numbers(n);
  t.ranks = numbers(n);
  t.lcp = numbers(n);
  for (i = 0; i < n; ++i)
    t.symbols[i] = period != 0 && i >= period && random_below(40) != 0 ? t.symbols[i - period] : random_below(sigma);
  if (documents != 0) divide(&t, documents);
  for (i = 0; i < n; ++i) t.suffixes[i] = i;
  sorted_text = &t;
  qsort(t.suffixes, (size_t)n, sizeof(uint64_t), compare_suffixes);
  for (i = 0; i < n; ++i) t.ranks[t.suffixes[i]] = i;
  for (i = 1; i < n; ++i) t.lcp[i] = common(&t, t.suffixes[i - 1], t.suffixes[i]);
  return t;
}

void free_text(text* t)
{
  free(t->symbols);
  free(t->suffixes);
  free(t->ranks);
  free(t->lcp);
  free(t->offsets);
}

uint64_t document_of(text const* t, uint64_t position)
{
  uint64_t d = 0;
  while (t->offsets[d + 1] <= position) ++d;
  return d;
}

uint64_t end_of_suffix(text const* t, uint64_t position)
{
  return t->documents == 0 ? t->n : t->offsets[document_of(t, position) + 1];
}

uint64_t common(text const* t, uint64_t i, uint64_t j)
{
  uint64_t const end_of_i = end_of_suffix(t, i);
  uint64_t const end_of_j = end_of_suffix(t, j);
  uint64_t length = 0;
  while (i + length < end_of_i && j + length < end_of_j && t->symbols[i + length] == t->symbols[j + length]) ++length;
  return length;
}

int has_at(text const* t, uint64_t position, uint64_t const* pattern, uint64_t length)
{
  uint64_t i;
  if (position + length > t->n) return 0;
  for (i = 0; i < length; ++i)
    if (t->symbols[position + i] != pattern[i]) return 0;
  return 1;
}

patterns new_patterns(text const* t, uint64_t count, uint64_t longest)
{
  patterns p;
  uint64_t i;
  uint64_t j;
  p.count = count;
  p.symbols = numbers(count * longest);
  p.offsets = numbers(count + 1);
  for (i = 0; i < count; ++i) {
    uint64_t const length = i == 0 || t->n == 0 ? 0 : random_below((longest < t->n ? longest : t->n) + 1);
    uint64_t const begin = t->n == 0 ? 0 : random_below(t->n - length + 1);
    p.offsets[i + 1] = p.offsets[i] + length;
    for (j = 0; j < length; ++j) p.symbols[p.offsets[i] + j] = t->symbols[begin + j];
    if (i % 4 == 3 && length != 0) p.symbols[p.offsets[i] + random_below(length)] ^= 1;
  }
  return p;
}

void free_patterns(patterns* p)
{
  free(p->symbols);
  free(p->offsets);
}
